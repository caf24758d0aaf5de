#!/usr/bin/env bash
# `make view`: what is drawn against what is counted, whole launches and samples; the page's text, hostile source included; its messages. The
# browser is in view_browser_test.sh. Skipped, with a reason, where there is no node: the drawing is JavaScript.
# shellcheck disable=SC2317 # called by ok
set -u
. common/tests/expect.sh
if ! command -v node >/dev/null; then
    echo "skipped: there is no node here, which runs the drawing; \`make setup DEV=1\` installs it"
    echo "1 passed, 0 failed"
    exit 0
fi
work=build/tests/view
rm -rf "$work"
mkdir -p "$work"
check() { node common/tests/view/check_view.js "$@"; }
has() { grep -qE -- "$1" "$2"; } # REGEX FILE
field() { node -e 'const d = JSON.parse(require("fs").readFileSync(process.argv[1])); console.log(JSON.stringify(eval(process.argv[2])))' "$1" "$2"; }
is() { ok "$1" test "$(field "$3" "$4")" = "$2"; } # NAME WANTED FILE EXPRESSION (of d)

# ---- every kind of access, whole launches: units drawn = units counted ----
accesses=$work/accesses.json
ok "the accesses are recorded" env EMU_VIEW=$accesses make -s emulate FILE=common/tests/view/accesses.cu COUNTERS=$work/counted.json EMU_REPORT=0
expect "13 launches, drawn and counted" 0 "13 whole launches" check $accesses $work/counted.json
is "launches are all there" 13 $accesses 'd.launches.length'
is "lanes that part" true $accesses 'd.launches.find((l) => l.kernel === "parted").lives.some((v) => new Set(v.events.map((e) => e[2])).size > 6)'
is "two arrays in one access, one picture" 32 $accesses \
    'Math.max(...d.launches.find((l) => l.kernel === "two_arrays").accesses.map((a) => d.launches.at(-1).patterns[a[5]][1].length))'
is "barriers stand in a warp's life" 2 $accesses 'd.launches.find((l) => l.kernel === "atomics").lives[0].events.filter((e) => e[0] === 1).length'
is "the shared array's cells" 64 $accesses 'd.launches.find((l) => l.kernel === "atomics").maps[0].cells.length'
sed -E '0,/^    \[([0-9]+),([0-9]+),([0-9]+),([0-9]+),([0-9]+),([0-9]+),([0-9]+),0,/s//    [\1,\2,\3,\4,\5,\6,\7,4,/' $accesses >$work/moved.json
expect "an address moved by 4 bytes is noticed" 1 "counted 4" check $work/moved.json
sed -E '0,/"units": ([0-9]+)/s//"units": 1\1/' $accesses >$work/more.json
expect "a counter that is another is noticed" 1 "units drawn" check $work/more.json

# ---- a helper of common/ in line: its accesses stand at the lines that call it ----
cat >$work/helper.cu <<'END'
#include "gemm/register_tiles.h"
__global__ void k(float *p)
{
    copy<1>(&p[threadIdx.x], &p[threadIdx.x + 32]);
    copy<1>(&p[threadIdx.x + 64], &p[threadIdx.x]);
}
int main() { float *p; cudaMalloc(&p, 400); cudaMemset(p, 0, 400); k<<<1, 32>>>(p); return cudaDeviceSynchronize(); }
END
expect "a helper's cost" 0 "helper.cu:5      global store             1" \
    env EMU_VIEW=$work/helper.json make -s emulate FILE=$work/helper.cu EMU_FLAGS=-Icommon
is "and its picture" '"helper.cu 4,5"' $work/helper.json 'd.files.map((f) => f.name.replace(/.*\//, "")) + " " + d.lines.map((l) => l[1])'

# ---- a load put in line twice: half of its sectors come from L2, but more of those of its second place ----
cat >$work/twice.cu <<'END'
__device__ __forceinline__ float get(const float *p) { return p[1024 * threadIdx.x]; }
__global__ void k(float *p, float *y)
{
    y[threadIdx.x] = get(p);
    for (int i = 1; i < 16; i++) y[threadIdx.x] += get(p + 8 * i);
}
int main() { float *p; cudaMalloc(&p, 1 << 18); cudaMemset(p, 0, 1 << 18); k<<<1, 32>>>(p, p + 60000); return cudaDeviceSynchronize(); }
END
ok "a load at two places is recorded" env EMU_VIEW=$work/twice.json EMU_REPORT=0 make -s emulate FILE=$work/twice.cu
cat >$work/levels.js <<'END'
require(process.cwd() + "/common/tools/view/data.js");
const { places } = JSON.parse(require("fs").readFileSync(process.argv[2])).launches[0];
console.log(places.flatMap((p, i) => p.type === "load" ? View.levelOf(places, i) : []).join());
END
expect "both are from DRAM" 0 "DRAM,DRAM,L1" node $work/levels.js $work/twice.json

# ---- nothing changes by recording, and nothing is recorded unasked ----
program=build/emulator/programs/accesses
ok "counters without recording" env EMU_COUNTERS=$work/plain.json EMU_REPORT=0 $program
ok "and with it are the same" cmp $work/plain.json $work/counted.json
mkdir $work/empty
(cd $work/empty && EMU_REPORT=0 "$OLDPWD/$program" >/dev/null)
ok "no file unasked" test -z "$(ls $work/empty)"

# ---- samples ----
cat >$work/many.cu <<END
__global__ void many(float *x, int n, int bad)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        x[i] += x[blockIdx.x == 17 && i == bad ? 0 : i];
    if (blockIdx.x == 17)
        x[threadIdx.x * 32] = 1;
}
template <int N> __global__ void more(float *x) { x[(threadIdx.x * N + blockIdx.x * 7) % 65536] = N; }
int main()
{
    float *x;
    cudaMalloc(&x, 1 << 18);
    cudaMemset(x, 0, 1 << 18);
    many<<<40, 1024>>>(x, 65536, 5);
    for (int i = 0; i < 5; i++) {
$(for n in {1..20}; do echo "        more<$n><<<64, 1024>>>(x);"; done)
    }
    cudaFree(x);
}
END
ok "101 large launches" env EMU_VIEW=$work/many.json EMU_WATCH=none EMU_REPORT=0 make -s emulate FILE=$work/many.cu
is "24 launches of 101" '[24,101]' $work/many.json '[d.launches.length, d.launches_of_program]'
is "first, middle and last block" '[0,20,39]' $work/many.json 'd.launches[0].sampled_blocks'
is "what is left out is counted" true $work/many.json \
    'd.launches[0].left_out + d.launches[0].accesses.length >= d.launches[0].places.reduce((s, p) => s + p.requests, 0)'
is "the worst access, of a block outside the sample" '[17,32]' $work/many.json 'd.launches[0].accesses.filter((a) => a[1] === 17).map((a) => [a[1], a[9]])[0]'
ok "the samples are drawn as counted" check $work/many.json
ok "the file stays below 1.4 MB" test "$(stat -c %s $work/many.json)" -lt 1400000

# ---- a race, an index out of bounds, an uninitialised element ----
cat >$work/faults.cu <<'END'
__global__ void race(float *x)
{
    __shared__ float part[64];
    part[threadIdx.x] = x[threadIdx.x];
    x[threadIdx.x] = part[63 - threadIdx.x];
}
__global__ void unwritten(float *x)
{
    __shared__ float half[64];
    if (threadIdx.x < 32) half[threadIdx.x] = 1;
    __syncthreads();
    x[threadIdx.x] = half[threadIdx.x];
}
__global__ void outside(float *x) { x[threadIdx.x + 1] = 1; }
int main()
{
    float *x;
    cudaMalloc(&x, 256);
    cudaMemset(x, 0, 256);
    race<<<1, 64>>>(x);
    unwritten<<<1, 64>>>(x);
    outside<<<1, 64>>>(x);
    cudaFree(x);
}
END
ok "faults are recorded" env EMU_CONTINUE=1 EMU_VIEW=$work/faults.json EMU_REPORT=0 make -s emulate FILE=$work/faults.cu
of() { echo "((f) => [f.line, f.meeting.offset / 4, 32 * d.launches[f.launch].accesses[f.meeting.access][2] + f.meeting.lane, $2])(d.findings.findLast((f) => f.kind === \"$1\"))"; }
is "a race: the cell, the reader, the writer" '[5,31,32,31]' $work/faults.json "$(of race_shared 'f.meeting.write && f.meeting.write[1]')"
is "an uninitialised element: never stored" '[12,32,32,null]' $work/faults.json "$(of uninitialised_shared f.meeting.write)"
is "an index out of bounds: one past the end" '[14,64,63,256]' $work/faults.json "$(of out_of_bounds 'd.launches[f.launch].areas[f.meeting.area].bytes')"
ok "faults are drawn as counted" check $work/faults.json

cat >$work/far.cu <<'END'
__global__ void far(float *x) { x[threadIdx.x - 1] = 1; }
int main() { float *x; cudaMalloc(&x, 128); far<<<1, 32>>>(x); cudaDeviceSynchronize(); }
END
expect "a store far from everything: a page all the same" 0 "findings: 1; the page shows where" make -s view FILE=$work/far.cu
ok "with the line that it is in" has '^"lines": \[\[0, 1\]\]' build/view/far.html

# ---- the page: one file, and harmless whatever the source says ----
hostile="$work/</script> \"&'\$(touch owned) ü.cu"
hostile=${hostile//\//_} hostile=$work/${hostile##*build_tests_view_}
{
    printf '// </script><script>document.title = "owned"</script> <!-- " \\ \x27 \t \xff\xfe \xe2\x80\xa8 日本 🙂 <img src=x onerror=alert(1)>\n'
    printf '__global__ void k(float *x) { x[threadIdx.x] = 1; } // </SCRIPT ]]> \\u003c/script>\n'
    printf 'int main() { float *x; cudaMalloc(&x, 128); k<<<1, 32>>>(x); cudaFree(x); }\n'
} >"$hostile"
expect "a hostile file's page" 0 "build/view/" make -s view FILE="$hostile"
page=$(find build/view -name '*owned*.html' | head -n 1)
ok "no more scripts than the page's own" test "$(grep -ciE '</script' "$page")" = 4
ok "the name is not run" test ! -e owned
cat >$work/page.js <<'END'
const page = require("fs").readFileSync(process.argv[2], "utf8"), source = require("fs").readFileSync(process.argv[3], "utf8");
const part = (id) => JSON.parse(page.match(new RegExp(`id="${id}">([^]*?)</script>`))[1]);
const same = part("own").files[0].text.replace(/\ufffd+/g, "?") === source.replace(/\ufffd+/g, "?");
if (!same || part("other") !== null || part("names").title !== require("path").basename(process.argv[3])) process.exit(1);
END
ok "its text arrives unchanged" node $work/page.js "$page" "$hostile"
expect "nothing but the page itself is named in it" 1 "" grep -iE '(src|href)="?(http|//)|@import|url\(' common/tools/view/view.html common/tools/view/view.css

# ---- labs ----
expect "a step of a lab" 0 "build/view/06_tiled_transpose-4-solutions.html" make -s view LAB=06 STEP=4 TREE=solutions
page=build/view/06_tiled_transpose-4-solutions.html
ok "the step before is beside it" has '"other": "step 3, the one before"' $page
ok "the page is below 1 MB" test "$(stat -c %s $page)" -lt 1000000
expect "neither lab nor file" 2 "Say which lab" make -s view LAB=
expect "no such step" 2 "has no step '77'" make -s view LAB=06 STEP=77
expect "no such file" 2 "There is no file 'nowhere.cu'" make -s view FILE=nowhere.cu
expect "a size that is none" 2 "give two whole numbers" make -s view LAB=06 STEP=4 TREE=solutions SIZE=big
echo 'int main() { return 0; }' >$work/nothing.cu
expect "a program without a launch" 2 "No kernel was launched" make -s view FILE=$work/nothing.cu
echo 'int main() { return 0 }' >$work/broken.cu
expect "a program that does not compile" 2 "expected" make -s view FILE=$work/broken.cu
cat >$work/killed.cu <<'END'
__global__ void k(float *x) { x[threadIdx.x] = 1; }
int main(int argc, char **argv)
{
    float *x;
    cudaMalloc(&x, 256);
    if (argc > 1) k<<<1, 64>>>(x);
    volatile int *nowhere = 0;
    *nowhere = 1;
}
END
expect "a program that is killed: what it did until then" 0 "The program was killed by SIGSEGV." make -s view FILE=$work/killed.cu ARGS=launch
ok "without the shell's word for it" test -z "$(make -s view FILE=$work/killed.cu ARGS=launch 2>&1 | grep 'line [0-9]')"
expect "or nothing" 2 "It had launched no kernel before" make -s view FILE=$work/killed.cu

# ---- a mistake at an edge, which the usual size does not show ----
copy=$work/copy
mkdir -p $copy/labs/01_naive_gemv $copy/build/emulator
for part in Makefile common solutions; do ln -s "$PWD/$part" $copy/$part; done
for part in $emulator_parts; do ln -s "$PWD/build/emulator/$part" "$copy/build/emulator/$part"; done
sed 's/if (row >= m)/if (row > m)/' solutions/01_naive_gemv/naive_gemv.cu >$copy/labs/01_naive_gemv/naive_gemv.cu
ok "a row too many" grep -q 'row > m' $copy/labs/01_naive_gemv/naive_gemv.cu
expect "is found at another size" 0 "at 250x131, since nothing was found at 256x256" make -s -C $copy view LAB=01 STEP=1
ok "and shown" has '"kind": "out_of_bounds"' $copy/build/view/01_naive_gemv-1.html
expect "but not where a size is said" 0 "build/view/01_naive_gemv-1.html" make -s -C $copy view LAB=01 STEP=1 SIZE=256x256
ok "which is right" test "$(grep -c '"kind": "out_of_bounds"' $copy/build/view/01_naive_gemv-1.html)" = 0
finish
