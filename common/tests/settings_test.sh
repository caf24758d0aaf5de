#!/usr/bin/env bash
# Settings of a step's constant that have a row of their own in the tables of make bench: each is
# there, behind its step, right, and counts what one works out by hand.
set -u
. common/tests/expect.sh
work=build/tests/settings
mkdir -p "$work"

# LAB STEP NAME NAME=VALUE SIZE COUNTER FIGURE. A warp has 32 terms a load; C has 512 warps at 128².
table="
07_tiled_gemm 2 gemm_row_block ROW_THREADS=32 128x128x128 loads $((512 * 128 * 2))
07_tiled_gemm 2 gemm_row_block ROW_THREADS=32 128x128x128 load_sectors $((512 * 128 * (1 + 4)))
07_tiled_gemm 2 gemm_row_block ROW_THREADS=33 128x128x128 loads $((128 * 128 * 2 * (4 + 3)))
07_tiled_gemm 2 gemm_row_block ROW_THREADS=33 128x128x128 load_sectors $((128 * 128 * (7 + 4 + 5 + 5 + 4 + 3)))
07_tiled_gemm 6 gemm_tile TILE=8 128x128x128 load_sectors $((512 * (128 / 8) * (4 + 4)))
07_tiled_gemm 6 gemm_tile TILE=16 128x128x128 load_sectors $((512 * (128 / 16) * (4 + 4)))
07_tiled_gemm 6 gemm_tile TILE=16 128x128x128 load_conflicts 0
07_tiled_gemm 7 dgemm_guarded DOUBLE_TILE=8 128x128x128 load_sectors $((512 * 128 * (4 + 2)))
07_tiled_gemm 7 dgemm_guarded DOUBLE_TILE=32 128x128x128 load_sectors $((512 * 128 * (1 + 8)))
07_tiled_gemm 8 dgemm_unshared DOUBLE_TILE=8 128x128x128 load_sectors $((512 * (128 / 8) * (8 + 8)))
07_tiled_gemm 8 dgemm_unshared DOUBLE_TILE=32 128x128x128 load_sectors $((512 * (128 / 32) * (8 + 8)))
07_tiled_gemm 8 dgemm_unshared DOUBLE_TILE=32 128x128x128 load_conflicts 0
09_binary_xnor_gemm 3 xnor_table CONSTANT_TABLE=1 128x128x1000 loads $((512 * 32 * 2))
09_binary_xnor_gemm 3 xnor_table CONSTANT_TABLE=1 128x128x1000 load_sectors $((512 * 32 * (1 + 4)))
09_binary_xnor_gemm 4 xnor_row_shared ROW_SHARED=0 128x128x1000 loads $((512 * 32 * 2 + 128 * 2))
09_binary_xnor_gemm 4 xnor_row_shared ROW_SHARED=0 128x128x1000 load_conflicts 63872
09_binary_xnor_gemm 6 xnor_tile TILE=4 128x128x1000 load_sectors $((32 * 32 * (32 / 4) * (4 + 4)))
09_binary_xnor_gemm 6 xnor_tile TILE=8 128x128x1000 load_sectors $((512 * (32 / 8) * (4 + 4)))
09_binary_xnor_gemm 6 xnor_tile ROWS_ALONG_X=1 128x128x1000 load_sectors $((512 * (32 / 16) * (16 + 16)))
09_binary_xnor_gemm 6 xnor_tile ROWS_ALONG_X=1 128x128x1000 shared_loads $((512 * 32 * (1 + 8)))
09_binary_xnor_gemm 6 xnor_tile ROWS_ALONG_X=1 128x128x1000 load_conflicts $((512 * 32 * 7))
"
declare -A metric=(
    [loads]=l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
    [load_sectors]=l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
    [shared_loads]=l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
    [load_conflicts]=l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
)
lab='' rows=''
while read -r of step name setting size counter figure; do
    [ -n "$of" ] || continue
    if [ "$of $size" != "$lab" ]; then
        lab="$of $size" rows=$work/$of.json
        program=$(common/tools/authors/bench_program.sh emulator "$of") || { bad "$of: it is not built" && continue; }
        ok "$of: steps and settings are right" "$program" "$of" --who solution --size "$size" --json "$rows"
        ok "$of: a row for each setting" test "$(jq '[.rows[] | select(.kind == "setting")] | length' "$rows")" = \
            "$(grep "^$of " <<<"$table" | cut -d ' ' -f 2-4 | sort -u | wc -l)"
    fi
    seen=$(jq --arg row "$name $setting" --argjson step "$step" --arg counter "${metric[$counter]}" \
        '.rows[] | select(.kind == "setting" and .label == $row and .step == $step).counters[$counter]' "$rows")
    ok "step $step, $name $setting: $counter is $figure, not $seen" test "$seen" = "$figure"
done <<<"$table"
finish
