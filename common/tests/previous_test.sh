#!/usr/bin/env bash
# The kernel of an earlier step, handed in as a later one of the same problem: it is right, and `make
# run` says that the later step's idea is not there, or the table below says that only a clock sees
# the difference. Then the stubs, which exit with 1, and the solutions, which exit with 0. With
# BACKEND=gpu: all are graded at once, and none may have full points. Arguments: labs as LAB= calls
# them; none: all.
# shellcheck disable=SC2317 # functions that ok and expect call
set -u
. common/tests/expect.sh

# LAB.STEP | FROM | what comes of it: but (right, but …), or clock: a pass, since only a clock sees
# the difference; gpu: as clock, and only a GPU runs it. 08/hopper.6 is another kernel on a Hopper GPU
# alone.
table="
02.2 02.1 but
03.1 02.2 but
03.2 02.2 but
04.1 03.2 but
04.2 04.1 but
04.3 04.2 but
05.1 04.3 but
05.2 01.1 but
05.3 05.2 but
05.4 05.3 but
06.2 06.1 but
06.3 06.2 but
06.4 06.3 but
06.5 06.4 but
06.6 06.5 but
06.7 06.6 but
06.8 06.7 but
06.9 06.8 but
06.11 06.10 but
07.2 07.1 but
07.3 07.2 but
07.4 07.3 but
07.5 07.4 but
07.6 07.4 but
07.8 07.7 but
07/tensor_cores.1 07.8 but
07/tensor_cores.2 07/tensor_cores.1 gpu
08.1 07.6 but
08.2 08.1 but
08.3 08.2 but
08.4 08.3 but
08.5 08.4 but
08.6 08.5 but
08/hopper.1 08.6 clock
08/hopper.6 08/hopper.1 clock
09.4 09.3 but
09.5 09.4 but
09.6 09.5 but
09.7 09.6 but
09.8 09.7 but
09/tensor_cores.1 09.11 but
09/tensor_cores.2 09/tensor_cores.1 but
09/hopper.4 09/tensor_cores.2 gpu
09/hopper.6 09/hopper.4 gpu
"

# PROBLEM: the parameters of launch_NAME (contracts.h), and the arguments that they become
parameters() {
    case $1 in
    GEMV_ROW) echo "const float *A, const float *x, float *y, int m, int n|A, x, y, m, n" ;;
    GEMV_COL | GEMV_SPLIT | GEMV_CONST) echo "const float *A, int lda, const float *x, float *y, int m, int n|A, lda, x, y, m, n" ;;
    TRANSPOSE) echo "const float *in, float *out, int m, int n|in, out, m, n" ;;
    BRANCHES) echo "const unsigned *in, unsigned *out, int count, int ways|in, out, count, ways" ;;
    GEMM | GEMM_TILE) echo "const float *A, int lda, const float *B, int ldb, float *C, int ldc, int m, int n, int k|A, lda, B, ldb, C, ldc, m, n, k" ;;
    DGEMM*) echo "const double *A, int lda, const double *B, int ldb, double *C, int ldc, int m, int n, int k|A, lda, B, ldb, C, ldc, m, n, k" ;;
    XNOR) echo "const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k|A, B, C, m, n, k" ;;
    XNOR_MMA | XNOR_HOPPER) echo "const uint32_t *A, const uint32_t *B, const int *a_ones, const int *b_ones, int *C, int m, int n, int k|A, B, a_ones, b_ones, C, m, n, k" ;;
    esac
}

# Lines of the table. NUMBER
rows_of() { awk -v number="$1" 'index($1, number ".") == 1' <<<"$table"; }

ladder=$(common/tools/lookup/labs.sh steps)
# LAB.STEP: its line of the ladder
step_of() { awk -v called="${1%.*}" -v step="${1#*.}" '$7 == called && $2 == step' <<<"$ladder"; }
lab_of() { awk -v called="$1" '$7 == called { print $1; exit }' <<<"$ladder"; }
file_of() { awk -v called="$1" '$7 == called { print $6; exit }' <<<"$ladder"; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/build/emulator"
for part in Makefile common docs solutions; do ln -s "$PWD/$part" "$work/$part"; done
for part in $emulator_parts; do ln -s "$PWD/build/emulator/$part" "$work/build/emulator/$part"; done

# A solution in a namespace of its own, launch_NAME of each of its steps called own_NAME. NUMBER
inside_out() {
    local text steps
    steps=$(awk -v called="$1" '$7 == called { print $3 }' <<<"$ladder" | paste -sd '|')
    text=$(sed -E -e '/^LAB_MAIN/d' -e '/^#include/d' -e "s/\\blaunch_($steps)\\b/own_\\1/g" "solutions/$(file_of "$1")")
    printf 'namespace from_%s {\n%s\n}\n' "${1//\//_}" "$text"
    sed -n 's/^ *#define \([A-Z_]*\).*/#undef \1/p' <<<"$text"
}

# labs/LAB: each step of the table is launched as the step that it comes FROM. NUMBER
handed_in() {
    local number=$1 to from wanted lab file name problem rest old
    lab=$(lab_of "$number") file=$(file_of "$number")
    mkdir -p "$work/labs/${file%/*}"
    local sources
    sources=$(rows_of "$number" | awk '{ sub(/\..*/, "", $2); print $2 }' | sort -u)
    {
        for from in $sources; do grep -h '^#include' "solutions/$(file_of "$from")"; done
        for from in $sources; do inside_out "$from"; done
        while read -r to from wanted; do
            [[ $to == "$number".* ]] || continue
            local known=1 # the emulator has no such kernel
            [ "$wanted" != gpu ] || known=HOPPER_KNOWN
            read -r lab _ name problem _ < <(step_of "$to")
            read -r _ _ old _ < <(step_of "$from")
            rest=$(parameters "$problem")
            printf '#if %s\nvoid launch_%s(%s)\n{\n    from_%s::own_%s(%s);\n}\n#endif\n' "$known" "$name" "${rest%|*}" "$(tr / _ <<<"${from%.*}")" "$old" "${rest#*|}"
        done <<<"$table"
        echo "LAB_MAIN($lab)"
    } >"$work/labs/$file"
}

# What the lab's program says of these steps. LAB STEPS
judged() {
    local program=build/emulator/labs/$1/all.run
    make -s -C "$work" BACKEND=emulator "$program" && cd "$work" && "$program" "$1" --check --step "$2"
}

# On a GPU: all files are one student's, graded with the clock. No step may have full points, but
# where this card shows no difference, or cannot run it.
by_the_clock() {
    local number lab to from points max ms ratio gain verdict message labs=
    for number in "${asked[@]}"; do
        [ -n "$(rows_of "$number")" ] && handed_in "$number" && labs+=,$number
    done
    mkdir -p "$work/class" && mv "$work/labs" "$work/class/earlier"
    ok "the kernels of earlier steps are graded" make -s grade BACKEND="$BACKEND" SUBMISSIONS="$work/class" \
        LAB="${labs#,}" OUT="$work/graded" QUIET=1
    printf '%-18s %-18s %7s %5s %10s %13s %9s  %s\n' step "kernel of" points of ms "x reference's" "gain" verdict
    while read -r to from _; do
        [[ " ${asked[*]} " == *" ${to%.*} "* ]] || continue
        lab=$(lab_of "${to%.*}")
        IFS=$'\t' read -r points max ms ratio gain verdict message < <(jq -r --arg lab "$lab" --argjson step "${to##*.}" '
            .students[0].labs[] | select(.lab == $lab) | .steps[] | select(.step == $step) |
            [.points, .max, .ms // "-", (if .speedup_over_reference then 1 / .speedup_over_reference else "-" end),
             .reference_over_previous // "-", .verdict, .message] | @tsv' "$work/graded/results.json")
        printf '%-18s %-18s %7.2f %5g %10.7s %13.5s %9.5s  %s\n' "$to" "$from" "${points:-0}" "${max:-0}" "$ms" "$ratio" "$gain" "$verdict"
        case $verdict in
        pass | slow) ;;
        skipped) continue ;;
        *) bad "step $to by the kernel of $from: $verdict: $message" ;;
        esac
        if awk -v points="$points" -v max="$max" 'BEGIN { exit !(points < max) }'; then
            good
        else
            bad "step $to by the kernel of $from has full points"
        fi
    done <<<"$table"
}

asked=("$@")
[ $# -gt 0 ] || mapfile -t asked < <(cut -f 7 <<<"$ladder" | uniq)
if [ "${BACKEND:-}" = gpu ]; then
    by_the_clock
    finish
fi
for number in "${asked[@]}"; do
    lab=$(lab_of "$number") file=$(file_of "$number")
    ran() { make -s run BACKEND=emulator NVCC= LAB="$number" "$@"; }
    if rows_of "$number" | grep -qv ' gpu$'; then
        handed_in "$number"
        output=$(judged "$lab" "$(rows_of "$number" | cut -d ' ' -f 1 | sed 's/.*\.//' | paste -sd,)" 2>&1)
        while read -r to from wanted; do
            [[ $to == "$number".* && $wanted != gpu ]] || continue
            line=$(grep -A 1 "^step ${to#*.} " <<<"$output")
            pattern=' right, but '
            [ "$wanted" = but ] || pattern=' pass'
            if grep -q -- "$pattern" <<<"$line"; then good; else bad "step $to by the kernel of $from: not '$wanted': $line"; fi
        done <<<"$table"
        [[ $output == *"step "* ]] || bad "lab $number: $output"
    fi
    rm -rf "$work/labs/$file" "$work/build/emulator/labs/$lab" "$work/build/progress/$lab"
    mkdir -p "$work/labs/${file%/*}"
    cp "labs/$file" "$work/labs/$file"
    if ! awk -v lab="$lab" '$1 == lab && $4 !~ /^(XNOR_HOPPER|SIGN)$/ { found = 1 } END { exit !found }' <<<"$ladder"; then
        expect "lab $number needs another machine" 2 "skipped" ran TREE=solutions
        continue
    fi
    expect "the stub of lab $number" 2 "not attempted" ran -C "$work"
    expect "the solution of lab $number" 0 " pass" ran TREE=solutions
done
finish
