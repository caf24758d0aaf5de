#!/usr/bin/env bash
# make sanitize: compute-sanitizer's four tools over the solutions' steps, and the table of
# docs/results/sanitizer.md from what they said. What a tool said of a step stays in build/sanitize
# until the lab's program changes: a run that was cut off goes on where it was. Arguments: BACKEND
# LABS STEP. JOBS says how many processes run at a time. For one lab or one step the table is
# printed, not written.
set -u
export LC_ALL=C
backend=$1 labs=$2 step=$3
sanitizer=$(command -v compute-sanitizer ||
    ls "${CUDA_HOME:-/usr/local/cuda}/bin/compute-sanitizer" 2>/dev/null)
if [ "$backend" != gpu ] || [ -z "$sanitizer" ]; then
    echo "make sanitize needs a GPU, and compute-sanitizer on PATH or under CUDA_HOME" \
        "(the CUDA toolkit has it). Here the backend is $backend" \
        "and compute-sanitizer is ${sanitizer:-missing}." >&2
    exit 2
fi
if [ -n "$step" ]; then
    [[ $labs != *\ * ]] || { echo "STEP=$step: say of which lab, like LAB=09" >&2; exit 2; }
    step=$(common/tools/lookup/labs.sh step "$labs" "$step") || exit 2
fi
common/tools/scripts/writable.sh build/sanitize || exit 2
programs=()
for lab in $labs; do programs+=("build/gpu/solutions/$lab/all.run"); done
common/tools/scripts/build.sh gpu "${programs[@]}" || exit 2

# Sizes for a problem: of one element, ragged, aligned, and with enough blocks, tiles and rounds to
# meet every branch, as far as the tools come to an end in a minute or so. At each a step gets every
# kind of data that its problem has.
sizes_of() { # PROBLEM
    case $1 in
    GEMV_*) echo 1x1 33x31 64x2051 1021x509 3x8196 2051x3 4099x1021 ;;
    TRANSPOSE) echo 1x1 33x31 260x68 66x66 127x129 1021x509 ;;
    GEMM | DGEMM*) echo 1x1x1 33x31x35 5x7x1031 2x300x1100 132x136x36 255x257x129 ;;
    GEMM_TILE | GEMM_HOPPER)
        echo 1x1x1 65x63x66 132x136x20 257x255x263 256x256x512 1021x519x131 2177x2050x70
        ;;
    PACK_* | ONES) echo 1x1 33x31 65x1025 2049x1023 ;;
    XNOR) echo 1x1x1 33x34x2050 2x9x33000 99x101x4129 515x772x2049 ;;
    XNOR_MMA) echo 1x1x1 33x34x2050 130x129x95 515x772x2049 ;;
    XNOR_HOPPER | SIGN)
        echo 1x1x1 130x129x95 515x772x2049 4100x4000x300 2100x1900x5000 3x262140x40 7168x7040x40 \
            10112x10000x40
        ;;
    *) echo 1x1 31x33 777x1 523x521 ;;
    esac
}

chosen() { # a line each, as labs.sh has it
    common/tools/lookup/labs.sh steps | awk -v labs=" $labs " -v step="$step" '
        index(labs, " " $1 " ") && (step == "" || step == $2)'
}
# What is asked, a line each: tool, lab, step, sizes. First the steps that the emulator cannot run,
# then other expert files: nothing else looks for races in them.
asked() {
    chosen | awk '{
        print ($4 ~ /^(D?GEMM_HOPPER|XNOR_HOPPER|SIGN)$/ ? 1 : $5 == "expert" ? 2 : 3), $0 }' |
        sort -s -n -k 1,1 | while read -r _ lab number _ problem _; do
        printf "%s $lab $number $(sizes_of "$problem")\n" racecheck memcheck initcheck synccheck
    done
}

gpu=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)
version=$("$sanitizer" --version | sed -n 's/.*Version \([0-9.]*\).*/\1/p')
machine="$gpu, compute-sanitizer $version, $(date +%F)"
# One tool, one step.
# shellcheck disable=SC2317 # called by xargs
ask() { # TOOL LAB STEP SIZE…
    local tool=$1 lab=$2 step=$3 size sizes=() options=() begun=$SECONDS
    local log=build/sanitize/$2.$3.$1.log program=build/gpu/solutions/$2/all.run
    for size in "${@:4}"; do sizes+=(--size "$size"); done
    if [ "$log" -nt "$program" ] && [ "$log" -nt common/tools/authors/sanitize.sh ]; then return; fi
    # or what lies past an array may be another one
    [ "$tool" = memcheck ] && options=(--padding 4096)
    timeout -k 5 400 "$sanitizer" --tool "$tool" "${options[@]}" \
        "$program" "$lab" --step "$step" --repeat 1 "${sizes[@]}" >"$log.new" 2>&1
    echo "exit status $? after $((SECONDS - begun)) s, $machine" >>"$log.new"
    mv "$log.new" "$log"
}
export -f ask
export sanitizer machine
asked | xargs -P "${JOBS:-$(nproc)}" -L 1 bash -c 'ask "$@"' ask

table=build/sanitize/table.md
{
    echo "| lab | step | memcheck | racecheck | initcheck | synccheck | sizes |"
    echo "|---|---|---|---|---|---|---|"
    chosen | while read -r lab number name problem _; do
        row="| $lab | $number $name |"
        for tool in memcheck racecheck initcheck synccheck; do
            row+=" $(awk -f common/tools/authors/sanitize.awk \
                <"build/sanitize/$lab.$number.$tool.log" || echo "not done") |"
        done
        echo "$row $(sizes_of "$problem") |"
    done
    printf '\nMeasured: %s.\n' "$(cat build/sanitize/*.log | sed -n 's/^exit status [^,]*, //p' |
        sort -u | paste -sd ';')"
} >$table 2>/dev/null
if [[ $labs == *\ * ]]; then
    page=docs/results/sanitizer.md
    { sed '/^| lab /,$d' $page && cat $table; } >build/sanitize/page.md &&
        cp build/sanitize/page.md $page
    echo "docs/results/sanitizer.md is written."
else
    cat $table
fi
# every step has four cells that are 0 or skipped
if grep '^| [0-9]' $table | grep -qvE '^\|[^|]*\|[^|]*\|( (0|skipped) \|){4} '; then
    echo "Not all is well: see $table, and what the tools said in the logs beside it" >&2
    exit 1
fi
