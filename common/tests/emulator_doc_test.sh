#!/usr/bin/env bash
# docs/emulator.md says what the emulator does, and docs/emulator_records.md has what was compared:
# their tables are what their script makes of the records and of the emulator, the picture is what
# the emulator counts, and whatever has a name (kinds of findings, variables, counters, GPUs, keys of
# the JSON file) is on the page. docs/00_first_steps.md and README.md show what commands print: they
# are run again. Uses what the suites yardstick and bugs leave behind, and runs them where that is
# missing or older than the emulator.
# shellcheck disable=SC2317,SC2016 # functions that ok calls; text between backticks
set -u
. common/tests/expect.sh
export MAKEFLAGS=--no-print-directory
page=docs/emulator.md records=docs/emulator_records.md
out=build/tests/emulator_doc
made=build/tests/yardstick
mkdir -p "$out"
make -s build/emulator/libemulator.a build/emulator/headers.folder
stale() { [ ! -s "$1" ] || [ build/emulator/libemulator.a -nt "$1" ] || [ common/tests/yardstick/compare.c -nt "$1" ]; }
if stale "$made/times.md"; then common/tests/yardstick/yardstick_test.sh >"$out/yardstick.log" 2>&1; fi
if stale "$made/bugs/table.md"; then common/tests/bugs/bugs_test.sh >"$out/bugs.log" 2>&1; fi

# ---- the tables
tables() { common/tools/authors/page_tables.sh --check "$@"; }
tables "$page" >"$out/check.log" 2>&1
status=$?
tables "$records" >>"$out/check.log" 2>&1 || status=$((status > $? ? status : $?))
made_of() { sed -n 's/^<!-- emulator:\(.*\) begin -->$/\1/p' "$1" | grep -vx program; } # PAGE: its parts that are made
blocks=$(made_of "$page" && made_of "$records")
told() { [ "$status" -ne 2 ] && ! grep -A 10 "the part emulator:$1 is not" "$out/check.log"; }
for block in $blocks; do
    ok "the table $block (common/tools/authors/page_tables.sh writes it anew)" told "$block"
done
ok "page_tables.sh --check: $(head -n 1 "$out/check.log")" test "$status" -eq 0
ok "eight tables" test "$(wc -w <<<"$blocks")" = 8

# ---- the check itself: a wrong figure is noticed, a tolerable one is not
altered() { # SED BLOCK [PAGE]
    local from=${3:-$page}
    sed "$1" "$from" >"$out/altered.md"
    ! cmp -s "$from" "$out/altered.md" || return 3
    tables "$out/altered.md" "emulator:$2"
}
expect "a wrong count is noticed" 1 "emulator:counts" altered '/`gather_hash` |.*–/s/1048472/1048473/' counts "$records"
expect "a wrong floor is noticed" 1 "emulator:times" altered '/`conflict_storm`.*shared/s/| 33\.[0-9]* |/| 77.11 |/' times "$records"
expect "a wrong floor of a solution is noticed" 1 "emulator:solutions" altered '/`transpose_element`/s/ 0.01008 / 0.01142 /' solutions "$records"
expect "a missing row is noticed" 1 "emulator:counts" altered '/`gather_hash` |.*–/d' counts "$records"
expect "a page without markers" 1 "emulator:summary" tables LICENSE emulator:summary
words() { sed -E '/`conflict_storm`/s/ 33\.65 / 33.75 /' "$records" >"$out/altered.md" && tables "$out/altered.md" emulator:times; }
ok "the times are within the tolerance" words

# ---- the first page
first=docs/00_first_steps.md
tables "$first" >"$out/check.log" 2>&1
status=$?
for block in $(made_of "$first"); do
    ok "$first: $block (common/tools/authors/page_tables.sh $first writes it anew)" told "$block"
done
ok "page_tables.sh --check $first: $(head -n 1 "$out/check.log")" test "$status" -eq 0
ok "ten parts are made" test "$(made_of "$first" | wc -l)" = 10
ok "README.md shows what make run says (common/tools/authors/page_tables.sh README.md writes it anew)" \
    tables README.md
expect "a wrong thread in a finding is noticed" 1 "emulator:first_guard" altered 's/thread (232,0,0)/thread (231,0,0)/' first_guard "$first"
expect "a wrong unit is noticed" 1 "emulator:first_large" altered 's/set by L2/set by DRAM/' first_large "$first"
expect "a verdict that is not said is noticed" 1 "emulator:first_wrong" altered 's/add_one  *wrong/add_one  pass/' first_wrong "$first"
expect "another program than the file's is noticed" 1 "emulator:first_program" altered 's/^    if (i < m)$/    if (i <= m)/' first_program "$first"
tables "$first" emulator:first_printf >/dev/null 2>&1 # leaves the changed program
to_add() { sed -n '/^  *if (i >= 998/,/printf/p' "$@"; }
ok "the lines to add are those that were run" diff <(to_add "$first" | sed 's/^   //') <(to_add "$out/first/my.cu")

# ---- what has a name is on the page
on_page() { grep -qF -- "$1" "$page"; }
names() { # WHAT NAME…: each of them on the page, and some there are
    local what=$1 name
    shift
    ok "there are $what" test $# -gt 3
    for name; do
        ok "$what: $name is on the page" on_page "$name"
    done
}
mapfile -t kinds < <(sed -nE 's/^ *X\([A-Z_]+, ([a-z_]+)\).*/`\1`/p' common/emulator/program/findings.h)
names "kinds of findings" "${kinds[@]}"
mapfile -t variables < <(grep -rhoE 'getenv\("EMU_[A-Z]+"\)' common/emulator | grep -oE 'EMU_[A-Z]+' | sort -u | sed 's/.*/`&=/')
names "variables" "${variables[@]}"
mapfile -t gpus < <(sed -n '/emu_gpu gpus\[\]/,/^};/p' common/emulator/counters/gpu_models.c | sed -n 's,^ *GPU("\([^"]*\)".*,\1,p')
names "GPUs" "${gpus[@]}"
mapfile -t metrics < <(grep -oE '^ +"[a-z0-9_]+\.[a-z]+":|"(launch|sm|emu|dram|lts)__[a-z_0-9.]+":' "$out/column_sums.json" | grep -oE '[a-z0-9_]+\.[a-z]+|[a-z]+__[a-z_]+' | sort -u)
names "counters" "${metrics[@]}"
mapfile -t keys < <(cat "$out/column_sums.json" "$made/bugs/too_many_threads.json" | grep -oE '"[a-z_0-9]+":' | grep -v __ | tr -d '":' | sort -u | sed 's/.*/`&`/')
names "keys of the JSON file" "${keys[@]}"

# ---- the picture: eight lanes, seven accesses
cat >"$out/picture.cu" <<'EOC'
__global__ void k(const int *length, const float *limit, float *value, float *a, float *b, float *done)
{
    const int i = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < length[i]; k++)
        sum += value[k];
    if (sum > limit[i])
        a[i] = sum;
    else
        b[i] = sum;
    done[i] = 1;
}
int main()
{
    const int length[] = {3, 1, 2, 4, 2, 3, 1, 2};
    const float limit[] = {-1, 1, -1, -1, 1, -1, 1, 1};
    char *d;
    cudaMalloc(&d, 6 * 64);
    cudaMemset(d, 0, 6 * 64);
    cudaMemcpy(d, length, sizeof length, cudaMemcpyHostToDevice);
    cudaMemcpy(d + 64, limit, sizeof limit, cudaMemcpyHostToDevice);
    float *f = (float *)d;
    k<<<1, 8>>>((int *)d, f + 16, f + 32, f + 48, f + 64, f + 80);
    cudaFree(d);
}
EOC
# Requests of a line of the program, in the report.
requests() { grep -F -- "$1" "$out/picture.log" | grep -oE 'global (load|store) +[0-9]+' | grep -oE '[0-9]+$'; }
ok "the picture's program" bash -c 'make -s emulate FILE="$1.cu" >"$1.log" 2>&1' - "$out/picture"
ok "four rounds of the loop" test "$(requests 'sum += value[k]')" = 4
for line in 'a[i] = sum' 'b[i] = sum' 'done[i] = 1'; do
    ok "$line is one access" test "$(requests "$line")" = 1
done
ok "the picture says 7 accesses" grep -q '>7 accesses' docs/pictures/emulator_merge.svg
finish
