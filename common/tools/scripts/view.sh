#!/usr/bin/env bash
# make view: a page that shows which lane touched what, of one step, of a whole lab or of any
# program. Arguments: TREE LAB STEP SIZE FILE ARGS (LAB and STEP, or FILE and ARGS, may be empty).
set -u
tree=$1 lab=$2 step=$3 size=$4 file=$5 arguments=$6
die() { # STATUS MESSAGE
    echo "$2" >&2
    exit "$1"
}
[ -n "$lab$file" ] ||
    die 2 "Say what to show: make view LAB=06 STEP=4, or make view FILE=my.cu [ARGS=\"…\"]"
common/tools/scripts/writable.sh build/view || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
echo null >"$work/other"
other_name=

# A size that is small enough for a page at once, and large enough for several blocks and for what
# a step is about; and one at which blocks and tiles do not come out even: most mistakes at the
# edges show there alone.
case $lab in
0[1-5]_*) usual=256x256 odd=250x131 ;;
06_*) usual=128x128 odd=97x67 ;;
07_*) usual=64x64x64 odd=33x35x37 ;;
08_*) usual=128x128x64 odd=131x97x37 ;;
*) usual=128x128x1024 odd=67x35x1000 ;;
esac

# The step before, of the same kind of problem (GEMV_ROW and GEMV_COL are of one kind): LAB STEP.
step_before() {
    common/tools/lookup/labs.sh steps |
        awk -v lab="$lab" -v step="$step" '
        { kind = $4; sub(/_.*/, "", kind) }
        $1 == lab && $2 == step { if (kind == kind_before) print before; exit }
        { before = $1 " " $2; kind_before = kind }'
}

# Its status; of a program that was killed, a line of ours instead of the shell's.
record() { # OUT PROGRAM [ARGUMENT…]
    local out=$1 status
    shift
    killed=
    { EMU_VIEW=$out EMU_REPORT=0 EMU_COUNTERS='' "$@" 2>&3; } 3>&2 2>/dev/null
    status=$?
    [ $status -le 128 ] || killed=SIG$(kill -l $status)
    [ -z "$killed" ] || echo "The program was killed by $killed." >&2
    return $status
}
count_findings() { grep -c '^  {"kind": ' "$1" 2>/dev/null; }

one_lab() {
    local which=all options=(--once --size "${size:-$usual}") before='' lab_before=$lab
    common/tools/lookup/source.sh "$tree/$lab" >/dev/null || exit 2
    if [ -n "$step" ]; then
        step=$(common/tools/lookup/labs.sh step "$lab" "$step") || exit 2
        options+=(--step "$step")
        which=$step
        read -r lab_before before < <(step_before)
    fi
    local program=build/emulator/$tree/$lab/$which.run other=
    if [ "$tree" = labs ] && [ -n "$step" ] &&
        common/tools/lookup/source.sh "solutions/$lab" >/dev/null 2>&1; then
        other=build/emulator/solutions/$lab/$step.run other_name="the reference"
    elif [ -n "$step" ] && [ -n "$before" ]; then
        other=build/emulator/$tree/$lab_before/$before.run other_name="step $before, the one before"
        [ "$lab" = "$lab_before" ] || other_name="step $before of $lab_before, the one before"
    fi
    common/tools/scripts/build.sh emulator "$program" ${other:+"$other"} >"$work/log" 2>&1 ||
        common/tools/scripts/build.sh emulator "$program" >&2 ||
        die 1 "$tree/$lab does not compile (above), so there is nothing to draw"
    record "$work/own" "$program" "$lab" "${options[@]}" >&2
    local status=$?
    [ "$status" -ne 2 ] || grep -q '"kernel"' "$work/own" || exit 2 # it has said why
    if [ -z "$size" ] && [ -n "$step" ] && [ "$(count_findings "$work/own")" = 0 ]; then
        options[2]=$odd
        record "$work/odd" "$program" "$lab" "${options[@]}" >/dev/null 2>&1
        if [ -s "$work/odd" ] && [ "$(count_findings "$work/odd")" -gt 0 ]; then
            mv "$work/odd" "$work/own"
            echo "at ${options[2]}, since nothing was found at $usual" >&2
        else
            options[2]=$usual
        fi
    fi
    if [ -n "$other" ] && [ -x "$other" ]; then
        if [ "$other_name" = "the reference" ]; then lab_before=$lab; else options[4]=$before; fi
        record "$work/reference" "$other" "$lab_before" "${options[@]}" >/dev/null 2>&1
        if grep -q '"kernel"' "$work/reference" 2>/dev/null; then
            mv "$work/reference" "$work/other"
        fi
    fi
    name=$lab${step:+-$step}
    [ "$tree" = labs ] || name+=-$tree
    title="$tree/$lab${step:+, step $step}, at ${options[2]}"
}

one_file() {
    [ -f "$file" ] || die 2 "There is no file '$file'"
    record "$work/own" common/tools/scripts/emulate.sh "$file" "$arguments" "" >&2
    local status=$?
    [ -s "$work/own" ] || exit "$status"
    title=$(basename "$file")
    name=$(basename "$file" .cu)
    name=${name//[^A-Za-z0-9_.-]/_}
}

if [ -n "$file" ]; then one_file; else one_lab; fi
if ! grep -q '"kernel"' "$work/own"; then
    [ -n "$killed" ] && die 1 "It had launched no kernel before, so there is nothing to draw."
    echo "No kernel was launched:" \
        "${step:+step $step of }${file:-$tree/$lab} may not be written yet." >&2
    [ -n "$file" ] ||
        echo "\`make run LAB=$(common/tools/lookup/labs.sh called "$lab")${step:+ STEP=$step}\`" \
            "says what is missing." >&2
    exit 1
fi
# no < of a name ends the page's script
jq -n --arg title "$title" --arg other "$other_name" '$ARGS.named' |
    sed 's/</\\u003c/g' >"$work/names"

page=build/view/$name.html
common/tools/view/view_page.sh "$work" "$page" || exit 2
found=$(count_findings "$work/own")
[ "$found" -eq 0 ] || echo "findings: $found; the page shows where" >&2
echo "$page"
if [ -t 1 ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && command -v xdg-open >/dev/null; then
    xdg-open "$page" >/dev/null 2>&1 &
elif [ -t 1 ] && [ "$(uname)" = Darwin ]; then
    open "$page"
fi
exit 0
