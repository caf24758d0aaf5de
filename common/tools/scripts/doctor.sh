#!/usr/bin/env bash
# make doctor: what is here, and what would make timings unreliable. Arguments: path of nvcc (or
# empty), backend, the doctor program.
set -u
nvcc=$1 backend=$2 program=$3
has() { command -v "$1" >/dev/null 2>&1; }
version() { "$@" --version 2>/dev/null | head -n 1; }

echo "backend       $backend (what \`make run\` uses unless BACKEND says otherwise)"
[ "$backend" = emulator ] &&
    echo "              the facts below are those of the GPU that the emulator pretends to be"
"./$program"
if [ -n "$nvcc" ]; then
    echo "nvcc          $nvcc ($("$nvcc" --version | sed -n 's/.*\(release [0-9.]*\).*/\1/p'))"
else
    echo "nvcc          not found on PATH or under CUDA_HOME: only the emulator can run"
fi
if [ -n "${LLVM_CONFIG:-}" ]; then
    echo "emulator      $(version "$EMU_CXX"), $(uname -m)"
else
    echo "emulator      clang with LLVM's C headers is missing (\`make setup\` installs it)"
fi
if has bwrap && bwrap --ro-bind / / --unshare-all true 2>/dev/null; then
    echo "sandbox       $(version bwrap) works"
elif [ "$(id -u)" = 0 ]; then
    echo "sandbox       bubblewrap makes no namespaces here: programs run as other users instead"
elif has bwrap; then
    echo "sandbox       bubblewrap is installed, but this machine does not let it make" \
        "namespaces: grading will not be isolated"
else
    echo "sandbox       bubblewrap is missing: grading will not be isolated" \
        "(\`make setup\` installs it)"
fi
for tool in ncu compute-sanitizer gnuplot; do
    has $tool && echo "$(printf '%-13s' $tool) $(command -v $tool)"
done
cores=$(nproc)
load=$(cut -d ' ' -f 1 /proc/loadavg 2>/dev/null || echo 0)
echo "CPU           $cores cores, load $load"
awk -v l="$load" -v c="$cores" 'BEGIN { exit !(l > c / 2) }' &&
    echo "warning       other programs are running: CPU times, and short GPU times, will scatter"
if [ "$backend" = gpu ]; then
    facts=utilization.gpu,temperature.gpu,clocks_event_reasons.active,compute_mode,mig.mode.current
    nvidia-smi --query-gpu="$facts" --format=csv,noheader 2>/dev/null |
        awk -F ', ' '
            function warn(what) { print "warning       " what }
            $1 + 0 > 5 { warn("the GPU is " $1 " busy with something else: times will scatter") }
            $2 + 0 > 85 { warn("the GPU is at " $2 " degrees: it may lower its clocks") }
            $5 == "Enabled" {
                warn("MIG is on: this is a slice of the GPU, its peaks are not the ones above")
            }'
fi
true
