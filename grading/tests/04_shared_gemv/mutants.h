/* Wrong kernels for lab 04, and what they deserve; then unusual ones that are right. */
#include "../sum_edits.h"

#define L4_FOR     "for (int i = 0; i < count; i++)"
#define L4_A       "a[i * lda]"
#define L4_A_TWO   "__ldcs(&a[i * lda])"
#define L4_X       "tile[i]"
#define L4_BARRIER "        __syncthreads();\n    }\n"
/* The store of each step makes its loop's text unique. */
#define L4_TAIL "        }\n" L4_BARRIER "    if (row < m)\n        "
#define L4_ONE(for_, term, store)                                                                  \
    "#pragma unroll at_once\n            " for_ "\n                " term "\n" L4_TAIL store "\n"
#define L4_TWO(for_, term, store)                                                                  \
    "#pragma unroll part_at_once\n            " for_ "\n                " term "\n" L4_TAIL store  \
    "\n"
#define L4_STORE_ONE "y[row] = sum;"
#define L4_STORE_TWO "atomicAdd(&y[row], sum);"

/* ---- step 3 */
#define L4_FOR_THREE "for (long col = threadIdx.y; col < n; col += GROUPS)"
#define L4_A_THREE   "__ldcs(&a[col * lda])"
#define L4_X_THREE   "x[col]"
#define L4_LEAVE     "sums[threadIdx.y][threadIdx.x] = sum;"
#define L4_END_THREE                                                                               \
    "\n    /*}*/\n    /*{ TODO 7: when all have, the first warp adds up what the warps found for " \
    "its 32 rows. */\n"
#define L4_WAIT_THREE "    __syncthreads();\n"
#define L4_RETURN     "    if (threadIdx.y > 0 || row >= m)\n        return;\n"
#define L4_ADD                                                                                     \
    "    sum = 0;\n    for (int group = 0; group < GROUPS; group++)\n        sum += "              \
    "sums[group][threadIdx.x];\n    y[row] = sum;\n"
#define L4_THREE(for_, term, leave)                                                                \
    "#pragma unroll group_at_once\n    " for_ "\n        " term "\n    " leave L4_END_THREE
#define L4_EDIT_THREE(for_, term, leave)                                                           \
    SUM_EDIT(L4_THREE, L4_FOR_THREE, L4_A_THREE, L4_X_THREE, L4_LEAVE, for_, term, leave)
#define L4_EDIT_SECOND(wait, return_, add)                                                         \
    {                                                                                              \
        {                                                                                          \
            L4_WAIT_THREE L4_RETURN L4_ADD, wait return_ add                                       \
        }                                                                                          \
    }
#define L4_LAUNCH_THREE "gemv_block_split<<<(m - 1) / 32 + 1, dim3(32, GROUPS)>>>"

#define L4_LOOP_ONE  "for (long start = 0; start < n; start += TILE) {\n"
#define L4_COUNT_ONE "        int count = n - start < TILE ? n - start : TILE;\n"
#define L4_LOOP_TWO                                                                                \
    "for (long start = blockIdx.y * (long)PART; start < n; start += gridDim.y * (long)PART) {\n"
#define L4_COUNT_TWO "        int count = n - start < PART ? n - start : PART;\n"
#define L4_FETCH_FOR "        for (int i = threadIdx.x; i < count; i += blockDim.x)\n"
#define L4_FETCH     "            tile[i] = x[start + i];\n"
#define L4_WAIT      "        __syncthreads();\n"
#define L4_IF        "        if (row < m) {\n            const float *a = A + start * lda + row;\n"
#define L4_COLUMN    "            const float *a = A + start * lda + row;\n"

/* The top of each step's loop: head, count, how the tile is fetched and waited for, then the start
 * of its use. */
#define L4_TOP(loop, count, fetch, wait, use) "    " loop count fetch wait use "#pragma unroll "
#define L4_TOP_EDIT(loop, count, loop2, count2, fetch2, wait2, use2)                               \
    {                                                                                              \
        {                                                                                          \
            L4_TOP(loop, count, L4_FETCH_FOR L4_FETCH, L4_WAIT, L4_IF),                            \
                L4_TOP(loop2, count2, fetch2, wait2, use2)                                         \
        }                                                                                          \
    }

/* Those that both steps can have. */
#define L4_MUTANTS(step, unwritten, LOOP, A, STORE, loop, count, width, short_loop)                \
    SUM_MUTANTS(step, unwritten, LOOP, L4_FOR, A, L4_X, STORE),                                    \
        {"no_first_barrier", step, WRONG, NULL,                                                    \
         L4_TOP_EDIT(loop, count, loop, count, L4_FETCH_FOR L4_FETCH, "", L4_IF)},                 \
        {"fetches_past_x", step, WRONG, NULL,                                                      \
         L4_TOP_EDIT(loop, count, loop, count,                                                     \
                     "        for (int i = threadIdx.x; i < " width                                \
                     "; i += blockDim.x)\n" L4_FETCH,                                              \
                     L4_WAIT, L4_IF)},                                                             \
        {"whole_tiles_only", step, WRONG, NULL,                                                    \
         L4_TOP_EDIT(loop, count, short_loop, count, L4_FETCH_FOR L4_FETCH, L4_WAIT, L4_IF)},      \
        {"last_tile_full", step, WRONG, NULL,                                                      \
         L4_TOP_EDIT(loop, count, loop, "        int count = " width ";\n", L4_FETCH_FOR L4_FETCH, \
                     L4_WAIT, L4_IF)},                                                             \
        {"fetches_from_the_start", step, WRONG, NULL,                                              \
         L4_TOP_EDIT(loop, count, loop, count, L4_FETCH_FOR "            tile[i] = x[i];\n",       \
                     L4_WAIT, L4_IF)},                                                             \
        {"one_fetches", step, WRONG, NULL,                                                         \
         L4_TOP_EDIT(loop, count, loop, count,                                                     \
                     "        if (threadIdx.x == 0)\n            tile[0] = x[start];\n", L4_WAIT,  \
                     L4_IF)},                                                                      \
        {"rows_only_fetch", step, WRONG, NULL,                                                     \
         L4_TOP_EDIT(loop, count, loop, count,                                                     \
                     "        for (int i = threadIdx.x; i < count && row < m; i += "               \
                     "blockDim.x)\n" L4_FETCH,                                                     \
                     L4_WAIT, L4_IF)},                                                             \
        {"divergent_barrier", step, WRONG, NULL,                                                   \
         L4_TOP_EDIT(loop, count, loop, count, L4_FETCH_FOR L4_FETCH,                              \
                     "        if (row < m)\n            __syncthreads();\n", L4_IF)},              \
        {"always_the_first_columns", step, WRONG, NULL,                                            \
         L4_TOP_EDIT(loop, count, loop, count, L4_FETCH_FOR L4_FETCH, L4_WAIT,                     \
                     "        if (row < m) {\n            const float *a = A + row;\n")},          \
        {"unguarded_rows", step, WRONG, NULL,                                                      \
         L4_TOP_EDIT(loop, count, loop, count, L4_FETCH_FOR L4_FETCH, L4_WAIT,                     \
                     "        {\n" L4_COLUMN)},                                                    \
        {"columns_m_apart", step, WRONG, NULL,                                                     \
         SUM_EDIT(LOOP, L4_FOR, A, L4_X, STORE, L4_FOR, SUM("a[i * m]", L4_X), STORE)},            \
    {                                                                                              \
        "tile_backwards", step, WRONG, NULL,                                                       \
            SUM_EDIT(LOOP, L4_FOR, A, L4_X, STORE, L4_FOR, SUM(A, "tile[count - 1 - i]"), STORE)   \
    }

#define L4_UNUSUAL(step, LOOP, A, STORE, loop, count)                                              \
    SUM_UNUSUAL(step, LOOP, L4_FOR, A, L4_X, STORE),                                               \
        {"last_row_for_all", step, PASS, NULL,                                                     \
         L4_TOP_EDIT(loop, count, loop, count, L4_FETCH_FOR L4_FETCH, L4_WAIT,                     \
                     "        {\n            const float *a = A + start * lda + (row < m ? row : " \
                     "m - 1);\n")},                                                                \
    {                                                                                              \
        "zero_filled", step, PASS, NULL,                                                           \
            L4_TOP_EDIT(loop, count, loop, count,                                                  \
                        "        for (int i = threadIdx.x; i < (count + 31) / 32 * 32; i += "      \
                        "blockDim.x)\n"                                                            \
                        "            tile[i] = start + i < n ? x[start + i] : 0;\n",               \
                        L4_WAIT, L4_IF)                                                            \
    }

#define L4_MEMSET     "    cudaMemsetAsync(y, 0, m * sizeof(float), 0);\n"
#define L4_KERNEL_TWO "__global__ void gemv_split("
/* The counter is there, but what it says is not used: the block with the last part need not be the
 * last. */
#define L4_LAST_PART                                                                               \
    "parts[blockIdx.y * m + row] = sum;\n    __threadfence();\n    atomicAdd(&done, 1);\n"         \
    "    if (blockIdx.y < gridDim.y - 1 || row >= m)\n        return;\n    __threadfence();\n"     \
    "    sum = 0;\n    for (int part = 0; part < gridDim.y; part++)\n"                             \
    "        sum += parts[part * m + row];\n    y[row] = sum;"

/* Parts in a second pass: what comes between a block's store and its ticket; what it does about y
 * before it stores there. The barrier takes the place of the store's condition. */
#define L4_TICKET(before, after)                                                                   \
    {                                                                                              \
        {L4_KERNEL_TWO, "__device__ float parts[1 << 22];\n__device__ unsigned tickets[1 << "      \
                        "16];\n" L4_KERNEL_TWO},                                                   \
        {                                                                                          \
            "    if (row < m)\n        " L4_STORE_TWO,                                             \
                "    __shared__ bool last;\n    if (row < m)\n        parts[blockIdx.y * m + "     \
                "row] = sum;\n"                                                                    \
                "    " before                                                                      \
                "\n    if (threadIdx.x == 0)\n        last = atomicInc(&tickets[blockIdx.x], "     \
                "gridDim.y - 1) == gridDim.y - 1;\n    " after "\n    __syncthreads();\n"          \
                "    if (!last || row >= m)\n        return;\n    sum = 0;\n"                      \
                "    for (int part = 0; part < gridDim.y; part++)\n        sum += parts[part * m " \
                "+ row];\n"                                                                        \
                "    y[row] = sum;"                                                                \
        }                                                                                          \
    }
/* y[row] gets the sum by these words. */
#define L4_ADDS(before, add)                                                                       \
    {                                                                                              \
        {L4_KERNEL_TWO, before L4_KERNEL_TWO},                                                     \
        {                                                                                          \
            L4_STORE_TWO, "{\n        " add "\n    }"                                              \
        }                                                                                          \
    }
#define L4_LOCKS "__device__ int locks[1 << 22];\n"

static const struct submission mutants_04[] = {
    {"compares_once", 2, LUCKY, NULL,
     L4_ADDS("", "int old = __float_as_int(y[row]);\n        atomicCAS((int *)&y[row], old, "
                 "__float_as_int(__int_as_float(old) + sum));")},
    {"exchanges", 2, LUCKY, NULL,
     L4_ADDS("", "float old = atomicExch(&y[row], 0.f);\n        atomicExch(&y[row], old + sum);")},
    {"tries_the_lock_once", 2, LUCKY, NULL,
     L4_ADDS(L4_LOCKS,
             "if (atomicCAS(&locks[row], 0, 1) == 0) {\n            __threadfence();\n    "
             "        y[row] += sum;\n            __threadfence();\n            "
             "atomicExch(&locks[row], 0);\n        }")},
    {"lock_without_fences", 2, LUCKY, "nothing to order the two",
     L4_ADDS(L4_LOCKS,
             "while (atomicCAS(&locks[row], 0, 1) != 0)\n            ;\n        y[row] += "
             "sum;\n        atomicExch(&locks[row], 0);")},
    {"atomic_of_its_block", 2, LUCKY, "atomic within one block only",
     L4_ADDS("", "atomicAdd_block(&y[row], sum);")},
    {"volatile_sum", 2, LUCKY, "nothing to order the two",
     L4_ADDS("", "volatile float *at = &y[row];\n        *at = *at + sum;")},
    {"ticket_without_fence", 2, LUCKY, "nothing to order the two",
     L4_TICKET("__syncthreads();", "")},
    {"fence_behind_the_ticket", 2, LUCKY, "before the atomic",
     L4_TICKET("__syncthreads();", "__threadfence();")},
    {"fence_of_its_block", 2, LUCKY, "before the atomic",
     L4_TICKET("__threadfence_block();\n    __syncthreads();", "")},
    {"ticket_without_barrier", 2, LUCKY, "nothing to order the two",
     L4_TICKET("if (threadIdx.x == 0)\n        __threadfence();", "")},
    /* Indices beyond 2^31 and 16 bits, addresses that are no multiples of 16, terms far from 1,
     * bits. */
    {"tile_int",
     1,
     LUCKY,
     NULL,
     {{"        int count = n - start < TILE ? n - start : TILE;\n        for (int i = "
       "threadIdx.x; i < count; i += blockDim.x)\n            tile[i] = x[start + i];\n        "
       "__syncthreads();\n        if (row < m) {\n            const float *a = A + start * lda + "
       "row",
       "        int count = n - start < TILE ? n - start : TILE;\n        for (int i = "
       "threadIdx.x; i < count; i += blockDim.x)\n            tile[i] = x[start + i];\n        "
       "__syncthreads();\n        if (row < m) {\n            const float *a = A + (int)(start * "
       "lda) + row"}}},
    {"index_unsigned",
     2,
     WRONG,
     NULL,
     {{"        int count = n - start < PART ? n - start : PART;\n        for (int i = "
       "threadIdx.x; i < count; i += blockDim.x)\n            tile[i] = x[start + i];\n        "
       "__syncthreads();\n        if (row < m) {\n            const float *a = A + start * lda + "
       "row",
       "        int count = n - start < PART ? n - start : PART;\n        for (int i = "
       "threadIdx.x; i < count; i += blockDim.x)\n            tile[i] = x[start + i];\n        "
       "__syncthreads();\n        if (row < m) {\n            const float *a = A + "
       "(unsigned)(start * lda + row)"}}},
    {"skips_zero_sums",
     2,
     WRONG,
     NULL,
     {{"if (row < m)\n        atomicAdd",
       "if (row < m && fabsf(sum) > 1e-9f)\n        atomicAdd"}}},
    {"index_int", 3, LUCKY, NULL, {{"a[col * lda]", "a[(int)(col * lda)]"}}},
    {"tile_bytes_int",
     2,
     LUCKY,
     NULL,
     {{"        int count = n - start < PART ? n - start : PART;\n        for (int i = "
       "threadIdx.x; i < count; i += blockDim.x)\n            tile[i] = x[start + i];\n        "
       "__syncthreads();\n        if (row < m) {\n            const float *a = A + start * lda + "
       "row",
       "        int count = n - start < PART ? n - start : PART;\n        for (int i = "
       "threadIdx.x; i < count; i += blockDim.x)\n            tile[i] = x[start + i];\n        "
       "__syncthreads();\n        if (row < m) {\n            const float *a = (const float "
       "*)((const char *)A + (int)(start * lda * 4)) + row"}}},
    /* All else. */
    L4_MUTANTS(1, NOT_ATTEMPTED, L4_ONE, L4_A, L4_STORE_ONE, L4_LOOP_ONE, L4_COUNT_ONE, "TILE",
               "for (long start = 0; start + TILE <= n || start == 0; start += TILE) {\n"),
    {"no_second_barrier",
     1,
     WRONG,
     NULL,
     {{"    }\n    if (row < m)\n        " L4_STORE_ONE,
       "    }\n    if (row < m)\n        " L4_STORE_ONE},
      {"        }\n" L4_BARRIER "    if (row < m)\n        " L4_STORE_ONE,
       "        }\n    }\n    if (row < m)\n        " L4_STORE_ONE}}},
    {"leaves_before_the_barrier",
     1,
     WRONG,
     NULL,
     {{"    float sum = 0;\n    /*}*/\n    /*{ TODO 2",
       "    float sum = 0;\n    if (row >= m)\n        return;\n    /*}*/\n    /*{ TODO 2"}}},
    {"onto_old_y", 1, WRONG, "do not add it to y",
     SUM_EDIT(L4_ONE, L4_FOR, L4_A, L4_X, L4_STORE_ONE, L4_FOR, SUM(L4_A, L4_X), "y[row] += sum;")},
    {"floor_blocks",
     1,
     WRONG,
     NULL,
     {{"gemv_shared<<<(m - 1) / BLOCK + 1, BLOCK>>>", "gemv_shared<<<m / BLOCK, BLOCK>>>"}}},
    {"tile_too_large",
     1,
     WRONG,
     "allowed 49152",
     {{"    __shared__ float tile[TILE];", "    __shared__ float tile[TILE * 4];"}}},
    {"from_global", 1, SLOW, "shared memory",
     SUM_EDIT(L4_ONE, L4_FOR, L4_A, L4_X, L4_STORE_ONE, L4_FOR, SUM(L4_A, "x[start + i]"),
              L4_STORE_ONE)},
    L4_MUTANTS(2, WRONG, L4_TWO, L4_A_TWO, L4_STORE_TWO, L4_LOOP_TWO, L4_COUNT_TWO, "PART",
               "for (long start = blockIdx.y * (long)PART; start + PART <= n || start == 0; start "
               "+= gridDim.y * (long)PART) {\n"),
    {"not_zeroed",
     2,
     WRONG,
     "do not add it to y",
     {{"    cudaMemsetAsync(y, 0, m * sizeof(float), 0);\n", ""}}},
    {"zeroes_too_few", 2, WRONG, NULL, {{"m * sizeof(float), 0);", "m, 0);"}}},
    {"zeroes_after",
     2,
     WRONG,
     NULL,
     {{"    cudaMemsetAsync(y, 0, m * sizeof(float), 0);\n", ""},
      {"gemv_split<<<grid, BLOCK>>>(A, lda, x, y, m, n);",
       "gemv_split<<<grid, BLOCK>>>(A, lda, x, y, m, n);\n    cudaMemsetAsync(y, 0, m * "
       "sizeof(float), 0);"}}},
    {"zeroes_past_the_end",
     2,
     WRONG,
     NULL,
     {{"m * sizeof(float), 0);", "(m + 1) * sizeof(float), 0);"}}},
    {"not_atomic", 2, WRONG, NULL, {{L4_STORE_TWO, "y[row] += sum;"}}},
    {"stores_its_part", 2, WRONG, NULL, {{L4_STORE_TWO, "y[row] = sum;"}}},
    {"every_block_everything",
     2,
     WRONG,
     NULL,
     {{"long start = blockIdx.y * (long)PART;", "long start = 0;"}}},
    {"next_part_again",
     2,
     WRONG,
     NULL,
     {{"start += gridDim.y * (long)PART", "start += (long)PART"}}},
    {"floor_parts", 2, WRONG, NULL, {{"int parts = (n - 1) / PART + 1;", "int parts = n / PART;"}}},
    {"grid_turned",
     2,
     WRONG,
     NULL,
     {{"dim3 grid((m - 1) / BLOCK + 1, parts < 65535 ? parts : 65535);",
       "dim3 grid(parts < 65535 ? parts : 65535, (m - 1) / BLOCK + 1);"}}},
    {"block_zero_zeroes",
     2,
     WRONG,
     NULL,
     {{"    cudaMemsetAsync(y, 0, m * sizeof(float), 0);\n", ""},
      {L4_STORE_TWO, "{\n        if (blockIdx.y == 0)\n            y[row] = sum;\n        else\n   "
                     "         atomicAdd(&y[row], sum);\n    }"}}},
    {"first_block_clears",
     2,
     LUCKY,
     NULL,
     {{L4_MEMSET, ""},
      {L4_LOOP_TWO,
       "if (blockIdx.y == 0 && row < m)\n        atomicExch(&y[row], 0.f);\n    " L4_LOOP_TWO}}},
    {"first_block_clears_fenced",
     2,
     LUCKY,
     NULL,
     {{L4_MEMSET, ""},
      {L4_LOOP_TWO, "if (blockIdx.y == 0 && row < m) {\n        y[row] = 0;\n        "
                    "__threadfence();\n    }\n    " L4_LOOP_TWO}}},
    {"last_part_sums",
     2,
     LUCKY,
     NULL,
     {{L4_KERNEL_TWO,
       "__device__ float parts[1 << 22];\n__device__ unsigned done;\n" L4_KERNEL_TWO},
      {L4_STORE_TWO, L4_LAST_PART}}},
    {"not_divided", 2, SLOW, "blockIdx.y", {{"int parts = (n - 1) / PART + 1;", "int parts = 1;"}}},
    {"atomic_every_column", 2, SLOW, "once per thread",
     SUM_EDIT(L4_TWO, L4_FOR, L4_A_TWO, L4_X, L4_STORE_TWO, L4_FOR,
              "atomicAdd(&y[row], a[i * lda] * tile[i]);", "atomicAdd(&y[row], sum);")},
    SUM_MUTANTS(3, WRONG, L4_THREE, L4_FOR_THREE, L4_A_THREE, L4_X_THREE, L4_LEAVE),
    {"starts_at_zero", 3, WRONG, NULL,
     L4_EDIT_THREE("for (long col = 0; col < n; col += GROUPS)", SUM(L4_A_THREE, L4_X_THREE),
                   L4_LEAVE)},
    {"every_warp_everything", 3, WRONG, NULL,
     L4_EDIT_THREE("for (long col = 0; col < n; col++)", SUM(L4_A_THREE, L4_X_THREE), L4_LEAVE)},
    {"whole_groups_only", 3, WRONG, NULL,
     L4_EDIT_THREE("for (long col = threadIdx.y; col < n / GROUPS * GROUPS; col += GROUPS)",
                   SUM(L4_A_THREE, L4_X_THREE), L4_LEAVE)},
    {"one_column_more", 3, WRONG, NULL,
     L4_EDIT_THREE("for (long col = threadIdx.y; col <= n; col += GROUPS)",
                   SUM(L4_A_THREE, L4_X_THREE), L4_LEAVE)},
    {"columns_m_apart", 3, WRONG, NULL,
     L4_EDIT_THREE(L4_FOR_THREE, SUM("a[col * m]", L4_X_THREE), L4_LEAVE)},
    {"one_sum_for_all", 3, WRONG, NULL,
     L4_EDIT_THREE(L4_FOR_THREE, SUM(L4_A_THREE, L4_X_THREE), "sums[0][threadIdx.x] = sum;")},
    {"sums_turned", 3, WRONG, NULL,
     L4_EDIT_THREE(L4_FOR_THREE, SUM(L4_A_THREE, L4_X_THREE),
                   "sums[threadIdx.x % GROUPS][threadIdx.y] = sum;")},
    {"no_barrier", 3, WRONG, NULL, L4_EDIT_SECOND("", L4_RETURN, L4_ADD)},
    {"all_warps_store", 3, WRONG, NULL,
     L4_EDIT_SECOND(L4_WAIT_THREE, "    if (row >= m)\n        return;\n",
                    "    sum = sums[threadIdx.y][threadIdx.x];\n    y[row] = sum;\n")},
    {"last_warp_forgotten", 3, WRONG, NULL,
     L4_EDIT_SECOND(L4_WAIT_THREE, L4_RETURN,
                    "    sum = 0;\n    for (int group = 0; group < GROUPS - 1; group++)\n        "
                    "sum += sums[group][threadIdx.x];\n    y[row] = sum;\n")},
    {"own_sum_twice", 3, WRONG, NULL,
     L4_EDIT_SECOND(L4_WAIT_THREE, L4_RETURN,
                    "    for (int group = 0; group < GROUPS; group++)\n        sum += "
                    "sums[group][threadIdx.x];\n    y[row] = sum;\n")},
    {"onto_old_y", 3, WRONG, "do not add it to y",
     L4_EDIT_SECOND(L4_WAIT_THREE, L4_RETURN,
                    "    sum = 0;\n    for (int group = 0; group < GROUPS; group++)\n        sum "
                    "+= sums[group][threadIdx.x];\n    y[row] += sum;\n")},
    {"adds_nothing_past_the_output",
     2,
     WRONG,
     "past the end",
     {{"    if (row < m)\n        atomicAdd(&y[row], sum);", "    atomicAdd(&y[row], sum);"}}},
    {"unguarded_store", 3, WRONG, NULL,
     L4_EDIT_SECOND(L4_WAIT_THREE, "    if (threadIdx.y > 0)\n        return;\n", L4_ADD)},
    {"not_clamped",
     3,
     WRONG,
     NULL,
     {{"long row = blockIdx.x * 32L + threadIdx.x;\n    const float *a = A + (row < m ? row : m - "
       "1);",
       "long row = blockIdx.x * 32L + threadIdx.x;\n    const float *a = A + row;"}}},
    {"flat_block",
     3,
     WRONG,
     NULL,
     {{L4_LAUNCH_THREE, "gemv_block_split<<<(m - 1) / 32 + 1, dim3(32 * GROUPS)>>>"}}},
    {"too_few_blocks",
     3,
     WRONG,
     NULL,
     {{L4_LAUNCH_THREE, "gemv_block_split<<<(m - 1) / 64 + 1, dim3(32, GROUPS)>>>"}}},
    {"counts_in_x",
     2,
     LUCKY,
     "x, which is an input",
     {{"    if (row < m)\n        atomicAdd(&y[row], sum);",
       "    if (row == 0) {\n        atomicAdd((float *)x, 1.0f);\n        atomicAdd((float *)x, "
       "-1.0f);\n    }\n    if (row < m)\n        atomicAdd(&y[row], sum);"}}},
    {"shared_for_show",
     1,
     SLOW,
     "x belongs into shared memory",
     {{"                sum += a[i * lda] * tile[i];",
       "                sum += a[i * lda] * x[start + i];\n            sum += 0 * tile[0];"}}},
    {"one_row_does_all",
     2,
     SLOW,
     "Divide the columns over blockIdx.y",
     {{"    for (long start = blockIdx.y * (long)PART; start < n; start += gridDim.y * (long)PART) "
       "{",
       "    for (long start = blockIdx.y ? n : 0; start < n; start += PART) {"}}},
    {"adds_in_global_memory",
     3,
     SLOW,
     "sums of a block meet in shared memory",
     {{"    sums[threadIdx.y][threadIdx.x] = sum;",
       "    sums[threadIdx.y][threadIdx.x] = 0;\n    if (row < m)\n        atomicAdd(&y[row], "
       "sum);"},
      {"    y[row] = sum;\n    /*}*/\n}\n\nvoid launch_gemv_block_split",
       "    if (sum != 0)\n        y[row] = sum;\n    /*}*/\n}\n\nvoid launch_gemv_block_split"},
      {"    gemv_block_split<<<",
       "    cudaMemsetAsync(y, 0, m * sizeof(float), 0);\n    gemv_block_split<<<"}}},
};

static const struct submission unusual_04[] = {
    L4_UNUSUAL(1, L4_ONE, L4_A, L4_STORE_ONE, L4_LOOP_ONE, L4_COUNT_ONE),
    {"tile_of_a_block", 1, PASS, NULL, {{"#define TILE 4096", "#define TILE 128"}}},
    {"dynamic_tile",
     1,
     PASS,
     NULL,
     {{"    __shared__ float tile[TILE];", "    extern __shared__ float tile[];"},
      {"gemv_shared<<<(m - 1) / BLOCK + 1, BLOCK>>>",
       "gemv_shared<<<(m - 1) / BLOCK + 1, BLOCK, TILE * sizeof(float)>>>"}}},
    L4_UNUSUAL(2, L4_TWO, L4_A_TWO, L4_STORE_TWO, L4_LOOP_TWO, L4_COUNT_TWO),
    {"compares_until_it_fits", 2, PASS, NULL,
     L4_ADDS("",
             "int old = __float_as_int(y[row]), seen;\n        do {\n            seen = old;\n    "
             "        old = atomicCAS((int *)&y[row], seen, __float_as_int(__int_as_float(seen) "
             "+ sum));\n        } while (old != seen);")},
    {"with_a_lock", 2, PASS, NULL,
     L4_ADDS(L4_LOCKS, "while (atomicCAS(&locks[row], 0, 1) != 0)\n            ;\n        "
                       "__threadfence();\n        y[row] += sum;\n        __threadfence();\n       "
                       " atomicExch(&locks[row], 0);")},
    {"with_a_ticket", 2, PASS, NULL, L4_TICKET("__threadfence();\n    __syncthreads();", "")},
    {"one_thread_fences", 2, PASS, NULL,
     L4_TICKET("__syncthreads();\n    if (threadIdx.x == 0)\n        __threadfence();", "")},
    {"seven_parts", 2, PASS, NULL, {{"int parts = (n - 1) / PART + 1;", "int parts = 7;"}}},
    {"zeroed_by_a_kernel",
     2,
     PASS,
     NULL,
     {{"__global__ void gemv_split(",
       "__global__ void zero(float *y, int m)\n{\n    for (int i = threadIdx.x; i < m; i += "
       "blockDim.x)\n        y[i] = 0;\n}\n\n__global__ void gemv_split("},
      {"cudaMemsetAsync(y, 0, m * sizeof(float), 0);", "zero<<<1, 256>>>(y, m);"}}},
    SUM_UNUSUAL(3, L4_THREE, L4_FOR_THREE, L4_A_THREE, L4_X_THREE, L4_LEAVE),
    {"contiguous_columns", 3, PASS, NULL,
     L4_EDIT_THREE(
         "for (long col = threadIdx.y * n / GROUPS; col < (threadIdx.y + 1) * n / GROUPS; col++)",
         SUM(L4_A_THREE, L4_X_THREE), L4_LEAVE)},
    {"eight_warps", 3, PASS, NULL, {{"#define GROUPS 32", "#define GROUPS 8"}}},
    {"last_warp_adds", 3, PASS, NULL,
     L4_EDIT_SECOND(L4_WAIT_THREE,
                    "    if (threadIdx.y < GROUPS - 1 || row >= m)\n        return;\n", L4_ADD)},
    {"four_rows_a_thread",
     1,
     PASS,
     NULL,
     {{"    long row = blockIdx.x * (long)blockDim.x + threadIdx.x;\n    float sum = 0;\n    "
       "/*}*/\n    /*{ TODO 2",
       "    long row = blockIdx.x * 4L * BLOCK + threadIdx.x;\n    float sum[4] = "
       "{};\n    /*}*/\n    /*{ TODO 2"},
      {"#pragma unroll at_once\n            for (int i = 0; i < count; i++)\n                sum "
       "+= a[i * lda] * tile[i];",
       "            for (int i = 0; i < count; i++) {\n                float element = tile[i];\n  "
       "              for (int r = 0; r < 4 && row + r * BLOCK < m; r++)\n                    "
       "sum[r] += "
       "a[i * lda + r * BLOCK] * element;\n            }"},
      {"    if (row < m)\n        y[row] = sum;\n    /*}*/\n}\n\n/* Device pointers; A is m x n, "
       "column-major, columns lda elements apart. */\nvoid launch_gemv_shared",
       "    for (int r = 0; r < 4 && row + r * BLOCK < m; r++)\n        y[row + r * BLOCK] = "
       "sum[r];\n    "
       "/*}*/\n}\n\n/* Device pointers; A is m x n, column-major, columns lda elements apart. "
       "*/\nvoid launch_gemv_shared"},
      {"    gemv_shared<<<(m - 1) / BLOCK + 1, BLOCK>>>",
       "    gemv_shared<<<(m - 1) / (4 * BLOCK) + 1, BLOCK>>>"}}},
    {"adds_in_shared_memory",
     3,
     PASS,
     NULL,
     {{"    __shared__ float sums[GROUPS][32];",
       "    __shared__ float sums[32];\n    if (threadIdx.y == 0)\n        sums[threadIdx.x] = "
       "0;\n    __syncthreads();"},
      {"    sums[threadIdx.y][threadIdx.x] = sum;", "    atomicAdd(&sums[threadIdx.x], sum);"},
      {"    sum = 0;\n    for (int group = 0; group < GROUPS; group++)\n        sum += "
       "sums[group][threadIdx.x];\n    y[row] = sum;",
       "    y[row] = sums[threadIdx.x];"}}},
};
