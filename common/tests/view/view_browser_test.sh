#!/usr/bin/env bash
# `make view` in headless Chromium: all labs' solutions beside their references, mistakes, and 50 test
# programs, as drawn and as counted. Skipped, with a reason, where there is no browser. Screenshots
# stay in build/tests/view_screens, to be looked at.
# shellcheck disable=SC2317 # called by ok
set -u
. common/tests/expect.sh
. common/tests/chromium.sh

list=build/tests/view_pages.txt
mkdir -p build/tests build/view
: >"$list"
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
page() { # NAME OF THE PAGE, then make's arguments
    local name=$1
    shift
    rm -f "build/view/$name.html"
    ok "make view $*" make -s view "$@"
    echo "build/view/$name.html" >>"$list"
}
# What an emulated program counts, and what is drawn of it. Most of these end in an error, as they have to.
recorded() { # NAME PROGRAM [ARGUMENT…]
    local name=$1
    shift
    EMU_VIEW=$copy/own EMU_COUNTERS=$copy/counted EMU_REPORT=0 timeout 60 "$@" >/dev/null 2>&1
    ok "$name: drawn as counted" node common/tests/view/check_view.js "$copy/own" "$copy/counted"
    echo null >"$copy/other"
    printf '{"title": "%s", "other": ""}\n' "$name" >"$copy/names"
    ok "$name: a page" common/tools/view/view_page.sh "$copy" "build/view/$name.html"
    echo "build/view/$name.html" >>"$list"
}

page 06_tiled_transpose-5-solutions LAB=06 STEP=5 TREE=solutions
sed -n '/emulator:program begin/,/emulator:program end/p' docs/emulator.md | sed '/^<!--/d; /^```/d' >"$copy/column_sums.cu"
page column_sums FILE="$copy/column_sums.cu"
cat >"$copy/outside.cu" <<'END'
__global__ void outside(float *x) { x[threadIdx.x + 1] = 1; }
int main() { float *x; cudaMalloc(&x, 128); outside<<<1, 32>>>(x); return cudaDeviceSynchronize() != cudaSuccess; }
END
page outside FILE="$copy/outside.cu"
cat >"$copy/far.cu" <<'END'
__global__ void far(float *x) { x[threadIdx.x - 1] = 1; }
int main() { float *x; cudaMalloc(&x, 128); far<<<1, 32>>>(x); cudaDeviceSynchronize(); }
END
page far FILE="$copy/far.cu"

# Planted bugs, and what looks like one: of each file every fifth.
ok "the planted bugs are built" make -s -f common/tests/yardstick/kernels.mk bugs
while read -r id file; do
    recorded "bug_$id" "build/emulator/bin/bugs_${file%.cu}" "$id"
done < <(awk '!/^#/ && NF > 2 && $3 !~ /^(memory|streams|inputs|locals|waits)/ && $1 !~ /^(host_|null_pointer_)/ && seen[$3]++ % 5 == 0 {
    print $1, $3 }' common/tests/bugs/expected.txt)
for lab in solutions/*; do
    lab=${lab#solutions/}
    page "$lab-solutions" LAB="${lab%%_*}" TREE=solutions
done
page 07_tiled_gemm_tensor_cores-solutions LAB=07/tensor_cores TREE=solutions
page 07_tiled_gemm-6-solutions LAB=07 STEP=6 TREE=solutions
page accesses FILE=common/tests/view/accesses.cu
for program in async_copy atomic_functions bitonic_sort constant_convolution cooperative functors groups histogram host_threads intrinsics managed \
    matmul_pitch reduction scan shapes shared_templates stencil stream_order vector_add warp_aggregated warp_functions; do
    page $program FILE=common/tests/programs/$program.cu
done
programs=$(grep -cvE 'solutions|/(column_sums|outside|far)\.html' "$list")
ok "50 test programs: $programs" test "$programs" -ge 50
# Every step that the emulator runs, small enough that a launch is there whole if it can be.
whole=0 steps=0
while read -r lab step _ problem _; do
    [[ $problem != *HOPPER && $problem != SIGN ]] || continue
    program=build/emulator/solutions/$lab/all.run
    [ -x "$program" ] || ok "$program" make -s "$program"
    for size in 16x16 2x2x4 2x2; do
        EMU_VIEW=$copy/own EMU_COUNTERS=$copy/counted EMU_REPORT=0 "$program" "$lab" --once --step "$step" --size $size >/dev/null 2>&1
        said=$(node common/tests/view/check_view.js "$copy/own" "$copy/counted" 2>&1) || break
        [[ $said == *" 0 whole"* ]] || break
    done
    ok "$lab, step $step, drawn as counted: $said" test "${said##*: }" = "as counted"
    [[ $said == *" 0 whole"* ]] || whole=$((whole + 1))
    steps=$((steps + 1))
done < <(common/tools/lookup/labs.sh steps)
ok "launches that are drawn whole, of $steps: $whole" test $whole -ge $((steps - 4))
expect "a stub is no page, but a sentence" 2 "may not be written yet" make -s view LAB=01 STEP=1

log=build/tests/view_pages.log
nice node common/tests/view/view_browser.js "$list" build/tests/view_screens >$log 2>&1
status=$?
grep -E 'FAILED|^note' $log
read -r more fewer < <(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' $log | tail -n 1)
[ -n "${more:-}" ] || tail -n 5 $log
passed=$((passed + ${more:-0})) failed=$((failed + ${fewer:-1}))
[ $status -eq 0 ] || [ $failed -gt 0 ] || failed=1
finish
