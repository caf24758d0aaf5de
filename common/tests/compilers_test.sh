#!/usr/bin/env bash
# The emulator with each LLVM that is installed. Programs give the right results, all counters are
# those that Nsight Compute recorded, and each way of finding a mistake works: by what was recorded,
# by a signal, by the clock.
#
#   compilers_test.sh [14 … 19]…      (all that are installed, unless named)
set -u
. common/tests/expect.sh
export MAKEFLAGS=--no-print-directory EMU_TIMEOUT=3 EMU_MEMORY=256M
out=build/tests/compilers
mkdir -p "$out"
cat >"$out/rules.mk" <<'EOF_RULES'
all:
include common/emulator/emulator.mk
PROGRAMS := vector_add reduction warp_functions atomic_functions async_copy functors
BUGS     := bounds races barriers memory
$(foreach p,$(PROGRAMS),$(eval $(call emulated,$(p),common/tests/programs/$(p).cu)))
$(foreach p,$(BUGS),$(eval $(call emulated,bugs_$(p),common/tests/bugs/$(p).cu)))
all: $(PROGRAMS:%=$(EMU_BUILD)/bin/%) $(BUGS:%=$(EMU_BUILD)/bin/bugs_%)
EOF_RULES

# A planted bug of each kind of detection: program, its name, what must be said. Division by zero is
# not among them: AArch64 has no fault for it.
specimens() {
    cat <<'TABLE'
bounds   past_end_write       bounds.cu:12: out_of_bounds
bounds   null_pointer_write   null_pointer: write_null
bounds   host_pointer_write   host_pointer: write_host
races    missing_barrier      race_shared: missing_barrier
barriers barrier_for_half     divergent_barrier: barrier_for_half
barriers partial_warp         missing_lane: partial_warp
barriers endless_loop         barriers.cu:187: endless
barriers endless_recursion    stack_overflow: endless_recursion
memory   shared_halo          uninitialised_shared: shared_halo
memory   device_pointer_read  device_pointer_on_host: host code touches
TABLE
}

# try VERSION
try() {
    local name=$1 program id said bin=build/compilers/$1/bin config
    if ! config=$(command -v "llvm-config-$name") || ! command -v "clang-$name" >/dev/null; then
        echo "skipped: LLVM $name is not installed"
        return
    fi
    shift
    ok "$name: it builds" make -s -k -j2 -f "$out/rules.mk" EMU_BUILD="build/compilers/$name" LLVM_CONFIG="$config" all
    for program in vector_add reduction warp_functions atomic_functions async_copy functors; do
        expect "$name: $program" 0 "$program: ok" "$@" "$bin/$program"
    done
    # what Nsight Compute counted, every compiler's code counts
    ok "$name: the yardstick" env EMU_BUILD="build/compilers/$name" LLVM_CONFIG="$config" common/tests/yardstick/yardstick_test.sh
    while read -r program id said; do
        said_by "$name: $id" "$said" "$@" "$bin/bugs_$program" "$id"
    done < <(specimens)
}

# said_by NAME TEXT COMMAND…: the command says it, however it ends (a pointer used on the host ends
# the program).
said_by() {
    local name=$1 text=$2
    shift 2
    if "$@" 2>&1 </dev/null | grep -qF -- "$text"; then good; else bad "$name: it does not say '$text'"; fi
}

[ $# -gt 0 ] || set -- {14..19}
for name; do try "$name"; done
finish
