#!/usr/bin/env bash
# Rewrites what docs/emulator.md, docs/emulator_records.md, docs/00_first_steps.md and README.md
# have between `<!-- emulator:NAME begin -->` and `<!-- emulator:NAME end -->`.
#
#   emulator_tables.sh [--check] [PAGE [NAME…]]     (from the repository's root)
#
# Without PAGE the first two; without NAME all that the page has. These two need what the
# suites `yardstick` and `bugs` leave in build/tests/yardstick: tables.md and bugs/. --check writes
# nothing and fails where the page differs. Counts and messages must be equal; figures that depend a
# little on where memory happens to lie (caches, floors) may differ by 5 %, and how long the
# emulator itself took does not matter.
# Functions are called by their names; awk programs and Markdown stand in single quotes:
# shellcheck disable=SC2317,SC2016
set -u
check=0
[ "${1:-}" = --check ] && { check=1; shift; }
if [ $# -eq 0 ]; then
    option=()
    [ $check = 0 ] || option=(--check)
    "$0" "${option[@]}" docs/emulator.md
    status=$?
    "$0" "${option[@]}" docs/emulator_records.md
    exit $((status > $? ? status : $?))
fi
page=$1
shift
# but `program`, which is written by hand
blocks=${*:-$(sed -n 's/^<!-- emulator:\(.*\) begin -->$/\1/p' "$page" | grep -vx program)}
out=build/tests/emulator_doc
made=build/tests/yardstick
bugs=common/tests/bugs
export MAKEFLAGS=--no-print-directory LC_ALL=C.UTF-8
unset EMU_COUNTERS EMU_REPORT EMU_GPU EMU_WATCH EMU_MEMORY EMU_LEAKS EMU_CONTINUE EMU_FLAGS
mkdir -p "$out"

die() { echo "emulator_tables.sh: $*" >&2; exit 2; }
[ -n "$blocks" ] || die "$page has no markers"
needed=("$page" "$made/tables.md" "$made/bugs/table.md"
    "$bugs/expected.txt" "$bugs/recorded/sanitizer.csv")
[[ $blocks == first_* ]] && needed=("$page") # these are run here and now
for file in "${needed[@]}"; do
    [ -s "$file" ] || die "$file is missing: run make test SUITES=\"yardstick bugs\" first"
done

. common/tools/authors/first_steps.sh
. common/tools/authors/nsight_tables.sh

# A text for a cell of a Markdown table.
cell() { sed -E 's/\|/\\|/g; s/</\&lt;/g' <<<"$1"; }

# ---- findings: one example each, as the emulator says it

# Kinds of which no bug is planted in common/tests/bugs.
run_mistakes() {
    local kind
    rm -f "$out"/mistakes.*.json
    EMU_REPORT=0 make -s emulate FILE=common/tests/bugs/mistakes.cu ARGS=assertion \
        COUNTERS="$out/mistakes.assertion.json" >"$out/mistakes.log" 2>&1
    for kind in host_function unsupported leak; do
        EMU_LEAKS=1 EMU_REPORT=0 EMU_COUNTERS=$out/mistakes.$kind.json \
            build/emulator/programs/mistakes "$kind" >>"$out/mistakes.log" 2>&1
    done
}

# said KIND JSON: file, line and text of the first finding of that kind, separated by tabs.
# Addresses, which change, become 0x….
said() {
    local first='{"kind": "'$1'", "text": "\(.*\)", "file": \(.*\), "line": \([0-9]*\),'
    sed -n "s/^.*$first.*/\2\t\3\t\1/p" "$2" | head -n 1 |
        sed -E 's/\\"/"/g; s/\\\\/\\/g; s/(mask|lanes) 0x/\1 @/g; s/0x[0-9a-f]{2,}/0x…/g; s/ @/ 0x/g'
}

# The kinds and what they mean are written by hand, on the page.
findings() {
    local kind meaning id json file line text source
    run_mistakes
    echo "| kind | is said of | for example | in these words |"
    echo "|---|---|---|---|"
    while IFS='|' read -r kind meaning; do
        id=$(awk -v kind="$kind" '$1 !~ /^#/ && $2 == kind { print $1; exit }' "$bugs/expected.txt")
        json=$made/bugs/$id.json
        [ -n "$id" ] || json=$out/mistakes.$kind.json
        [ -s "$json" ] || die "$json is missing"
        IFS=$'\t' read -r file line text < <(said "$kind" "$json")
        [ -n "$text" ] || die "$json holds no finding of kind $kind"
        file=${file//\"/}
        source=
        if [ -f "$file" ] && [ "$line" -gt 0 ]; then
            source=$(sed -n "${line}p" "$file" |
                sed -E 's,/\* BUG.*,,; s/^[ \t]+//; s/[ \t]+$//; s/\|/\\|/g')
            source="\`$source\`"
        fi
        printf '| `%s` | %s | %s | %s |\n' "$kind" "$meaning" "$source" "$(cell "$text")"
    done < <(taken findings <"$page" | sed -nE 's/^\| `([a-z_]+)` \| ([^|]+) \|.*/\1|\2/p')
}

# ---- compute-sanitizer (common/tests/bugs/recorded)

# One line a specimen: id, kind, file, tool, remark, found by the emulator, recorded?, found by
# compute-sanitizer, what each tool counted.
specimens() {
    awk -v OFS='\t' '
        FILENAME ~ /csv$/ {
            split($0, c, ",")
            counted[c[1]] = c[5] " " c[6] " " c[7] " " c[8]
            agree[c[1]] = c[10]
            next
        }
        FILENAME ~ /md$/ { split($0, m, / *[|] */); ours[m[2]] = m[5]; next }
        /^#/ || NF < 4 { next }
        {
            remark = ""
            for (i = 5; i <= NF; i++) remark = remark (i > 5 ? " " : "") $i
            asked = ($1 in counted)
            split(asked ? counted[$1] : "", n, " ")
            at["memcheck"] = 1; at["racecheck"] = 2; at["synccheck"] = 3; at["initcheck"] = 4
            found = 0
            for (tool in at) if ((tool == $4 || $4 == "none") && n[at[tool]] + 0 > 0) found = 1
            if (agree[$1] == "yes" && $2 != "clean") found = 1
            print $1, $2, $3, $4, remark == "" ? "-" : remark, ours[$1] ~ /^(found|silent)$/,
                $1 in counted, found, counted[$1]
        }' "$bugs/recorded/sanitizer.csv" "$made/bugs/table.md" "$bugs/expected.txt"
}

sanitizer_by_kind() {
    specimens | awk -F'\t' '
        { kind = $2; if (!(kind in planted)) order[++kinds] = kind
          planted[kind]++; ours[kind] += $6; recorded[kind] += $7; found[kind] += $8
          silent[kind] += $7 && !$8 && $9 == "0 0 0 0" }
        END {
            printf "| kind | planted | found by the emulator "
            print "| compute-sanitizer was asked about | and found |"
            print "|---|---:|---:|---:|---:|"
            for (i = 1; i <= kinds; i++) {
                k = order[i]
                if (k == "clean") continue
                printf "| `%s` | %d | %d | %d | %d |\n",
                    k, planted[k], ours[k], recorded[k], found[k]
                P += planted[k]; O += ours[k]; R += recorded[k]; F += found[k]
            }
            printf "| **all** | %d | %d | %d | %d |\n\n", P, O, R, F
            printf "%d look-alikes, which are right: the emulator says nothing of %d, ",
                planted["clean"], ours["clean"]
            printf "compute-sanitizer nothing of %d of the %d that it was asked about.\n",
                silent["clean"], recorded["clean"]
        }'
}

sanitizer_differences() {
    specimens | awk -F'\t' '
        BEGIN {
            print "| planted bug | kind | memcheck | racecheck | synccheck | initcheck | why |"
            print "|---|---|---:|---:|---:|---:|---|"
        }
        $2 == "clean" ? !$7 || $9 == "0 0 0 0" : $7 && $8 { next }
        !$7 { print "| `" $1 "` | `" $2 "` | | | | | not asked yet |"; next }
        {
            split($9, n, " ")
            why = ($4 == "none" ? "" : $4 ": ") $5
            if ($5 == "-") {
                open++
                why = "**not known**"
            }
            printf "| `%s` | `%s` | %s | %s | %s | %s | %s |\n", $1, $2, n[1], n[2], n[3], n[4], why
        }
        END {
            if (!open) exit
            printf "\nWhere the reason is not known (%d), the question is open: ", open
            print "the record may show an earlier form of that bug."
        }'
}

# ---- what is refused, as the first message says it

# refusal PROGRAM: what the emulator's compiler says of it, in its own line where it has one; in
# general words what clang says, which differs from version to version.
refusal() {
    local said own
    said=$(build/emulator/compile -o "$out/refused.o" "$1" 2>&1) && return
    own=$(sed -n 's/^    (\(.*\))$/\1/p' <<<"$said" | head -n 1)
    if [ -n "$own" ]; then
        echo "$own"
    elif grep -q 'fatal error' <<<"$said"; then
        echo "there is no such header"
    elif grep -qE 'error: (use of undeclared|unknown type|no template|no member)' <<<"$said"; then
        echo "clang knows no such name"
    else
        sed -n 's/.*: error: //p' <<<"$said" | head -n 1
    fi
}

refusals() {
    local name source message
    make -s build/emulator/headers.folder || die "the compiler does not build"
    echo "| what | for example | the answer |"
    echo "|---|---|---|"
    while IFS='~' read -r name source; do
        printf '%b\n' "$source" >"$out/refused.cu"
        message=$(refusal "$out/refused.cu")
        [ -n "$message" ] || continue # the emulator has learnt it
        source=$(printf '%b' "$source" | head -n 1)
        printf '| %s | `%s` | %s |\n' "$name" "${source//|/\\|}" "$(cell "$message")"
    done <<'END'
inline PTX beyond special registers, `cp.async`, `bar.sync 0` and fences: warpgroup instructions (`wgmma`), the tensor copy engine (`cp.async.bulk`), anything else~__global__ void k() { asm volatile("wgmma.fence.sync.aligned;"); }\nint main() {}
half precision (the header alone is fine, as are those of the next ones)~__half h;\n#include <cuda_fp16.h>
bfloat16~__nv_bfloat16 h;\n#include <cuda_bf16.h>
8-bit floats~__nv_fp8_e4m3 h;\n#include <cuda_fp8.h>
libcu++ beyond `cuda::barrier`, `cuda::pipeline` and `cuda::memcpy_async`~#include <cuda/atomic>
libcu++'s standard library (`cuda::std`)~#include <cuda/std/array>
cooperative groups: scans~#include <cooperative_groups/scan.h>
tensor cores through `nvcuda::wmma`~using namespace nvcuda;\n#include <mma.h>
cooperative groups~#include <cooperative_groups.h>
the driver's API, tensor maps~CUtensorMap map;\n#include <cuda.h>
cuBLAS beyond the calls of vectors, `gemv`, `ger`, `geam`, `gemm` and its batched form in float and double~auto solve = cublasStrsm;\n#include <cublas_v2.h>
cuRAND~__global__ void k(curandState *s) {}\n#include <curand_kernel.h>
Thrust's policies of CUDA, `thrust::cuda::par`~#include <thrust/system/cuda/execution_policy.h>
CUB beyond reductions and scans of warps and blocks~#include <cub/cub.cuh>\nvoid f(int *p, int *q) { size_t n; cub::DeviceReduce::Sum(nullptr, n, p, q, 3); }
NVTX beyond ranges and marks~#include <nvtx3/nvToolsExtCuda.h>
a kernel that launches a kernel~__global__ void k() { k<<<1, 1>>>(); }\nint main() {}
clusters of blocks~__global__ void __cluster_dims__(2, 1, 1) k() {}\nint main() {}
textures and surfaces~__global__ void k(cudaTextureObject_t t) {}\nint main() {}
CUDA arrays~int main() { cudaMallocArray(0, 0, 4); }
graphs~cudaGraph_t graph;\nint main() {}
launch attributes~int main() { cudaLaunchAttribute a; }
a launch's grid or block in braces without `dim3`~__global__ void k() {}\nint main() { k<<<{1}, {32}>>>(); }
several GPUs~int main() { cudaDeviceEnablePeerAccess(1, 0); }
`malloc` and `new` in kernels~__global__ void k(int **p) { *p = new int; }\nint main() {}
atomics of C++ and of the compiler~#include <atomic>\n__global__ void k(std::atomic<int> *p) { p->fetch_add(1); }\nint main() {}
the C library's strings, `memmove`~__global__ void k(int *p) { memmove(p, p + 1, 64); }\nint main() {}
vector instructions of the CPU~__global__ void k(float *p) { _mm_stream_ps(p, _mm_load_ps(p + 4)); }\nint main() {}
`long double`~__global__ void k(long double *p) { *p += 1; }\nint main() {}
a type that `__CUDA_ARCH__` changes~struct S {\n#ifdef __CUDA_ARCH__\nint a;\n#else\nlong a;\n#endif\n};\nint main() {}
shuffles and votes without `_sync`~__global__ void k(int *p) { *p = __ballot(1); }\nint main() {}
END
}

# ---- the worked example: its program stands on the page

example() {
    awk '
        /^<!-- emulator:program begin -->/ { on = 1 }
        /^<!-- emulator:program end -->/ { on = 0 }
        on && !/^(<!--|```)/' "$page" >"$out/column_sums.cu"
    [ -s "$out/column_sums.cu" ] || die "$page has no program between the markers emulator:program"
    echo '```text'
    make -s emulate FILE="$out/column_sums.cu" COUNTERS="$out/column_sums.json" 2>&1 |
        sed "s,$out/,,g"
    echo '```'
}

# ---- the page

# place NAME FILE < page: the page with FILE between NAME's markers.
place() {
    awk -v name="$1" -v file="$2" '
        $0 == "<!-- emulator:" name " end -->" { skipping = 0; ends++ }
        !skipping { print }
        $0 == "<!-- emulator:" name " begin -->" {
            while ((getline line < file) > 0) print line
            skipping = 1
            begins++
        }
        END { exit !(begins == 1 && ends == 1) }' ||
        die "$page has no markers emulator:$1, or more than one pair"
}
taken() { # what the page has between NAME's markers
    awk -v name="$1" '
        $0 == "<!-- emulator:" name " end -->" { on = 0 }
        on { print }
        $0 == "<!-- emulator:" name " begin -->" { on = 1 }' "$page"
}

# alike OLD NEW: equal word for word, but for numbers, which may differ by 5 %, and how long the
# emulator took.
alike() {
    awk '
        function words(line) {
            gsub(/emulated in [0-9.]+ s/, "emulated in … s", line)
            gsub(/[|(),;]/, " & ", line)
            return line
        }
        FNR == NR { old[FNR] = words($0); olds = FNR; next }
        {
            news = FNR
            n = split(words($0), b, " "); m = split(old[FNR], a, " ")
            same = n == m
            for (i = 1; i <= n && same; i++) {
                same = a[i] == b[i]
                if (!same && a[i] ~ /^[0-9.]+$/ && b[i] ~ /^[0-9.]+$/) {
                    gap = a[i] - b[i]; if (gap < 0) gap = -gap
                    same = gap <= 0.05 * (a[i] > b[i] ? a[i] : b[i]) + 0.05
                }
            }
            if (!same) { print "page: " old[FNR]; print "now:  " words($0); bad = 1 }
        }
        END { exit bad || olds != news }' "$1" "$2"
}

status=0
cp "$page" "$out/page.new"
for block in $blocks; do
    $block >"$out/$block.md" || die "the part $block could not be made"
    if [ $check = 1 ]; then
        taken "$block" >"$out/$block.old"
        case $block in
        caches | times | floors | example | first_run | first_large)
            alike "$out/$block.old" "$out/$block.md"
            ;;
        *) diff "$out/$block.old" "$out/$block.md" ;;
        esac >"$out/$block.diff" || {
            echo "$page: the part emulator:$block is not" \
                "what common/tools/authors/emulator_tables.sh makes of it:"
            head -n 10 "$out/$block.diff"
            status=1
        }
    else
        place "$block" "$out/$block.md" <"$out/page.new" >"$out/page.next" || exit 2
        mv "$out/page.next" "$out/page.new"
    fi
done
[ $check = 1 ] || cmp -s "$out/page.new" "$page" ||
    { cat "$out/page.new" >"$page" && echo "$page: tables rewritten"; }
exit $status
