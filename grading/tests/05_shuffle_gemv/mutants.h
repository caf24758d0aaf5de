/* Wrong kernels for lab 05, and what they deserve; then unusual ones that are right. */
#include "../sum_edits.h"

/* ---- step 1 */
#define L5_GROUP "        float element = x[start + lane];\n"
#define L5_TERM_ONE                                                                                \
    "            sum += a[(start + i) * lda] * __shfl_sync(ALL_LANES, element, i);\n"
#define L5_LAST                                                                                    \
    "    float element = start + lane < n ? x[start + lane] : 0;\n    for (int i = 0; start + i "  \
    "< n; i++)\n"
#define L5_TERM_LAST                                                                               \
    "        sum += a[(start + i) * lda] * __shfl_sync(ALL_LANES, element, i);\n    if (row < "    \
    "m)\n        y[row] = sum;\n"
#define L5_CLAMP      "const float *a = A + (row < m ? row : m - 1);"
#define L5_LAUNCH_ONE "gemv_broadcast<<<(m - 1) / 128 + 1, 128>>>"

/* ---- step 2 */
#define L5_ROW_TWO   "long row = (blockIdx.x * (long)blockDim.x + threadIdx.x) / WARP;"
#define L5_GUARD_TWO "    if (row >= m)\n        return;\n"
#define L5_FOR_TWO   "for (long col = lane; col < n; col += WARP)"
#define L5_END_TWO                                                                                 \
    "    /*}*/\n    /*{ TODO 5: add the sum of the lane 16 further on, then 8, 4, 2, 1; lane 0 "   \
    "stores. */\n"
#define L5_REDUCE                                                                                  \
    "    for (int distance = WARP / 2; distance > 0; distance /= 2)\n        sum += "              \
    "__shfl_down_sync(ALL_LANES, sum, distance);\n"
#define L5_ONE_STORES "    if (lane == 0)\n        "
#define L5_TWO(for_, term, reduce, store)                                                          \
    "    " for_ "\n        " term "\n" L5_END_TWO reduce L5_ONE_STORES store "\n"
#define L5_SUM_TWO(for_, term, store) L5_TWO(for_, term, L5_REDUCE, store)
#define L5_A                          "A[row * n + col]"
#define L5_X                          "x[col]"
#define L5_STORE                      "y[row] = sum;"
#define L5_EDIT_TWO(for_, term, reduce, store)                                                     \
    {                                                                                              \
        {                                                                                          \
            L5_TWO(L5_FOR_TWO, SUM(L5_A, L5_X), L5_REDUCE, L5_STORE),                              \
                L5_TWO(for_, term, reduce, store)                                                  \
        }                                                                                          \
    }
#define L5_LAUNCH_TWO "gemv_warp<<<(m - 1) / rows + 1, BLOCK>>>"

/* ---- steps 3 and 4: the second level is the same but for what stands before and after it */
#define L5_FOR_THREE "for (long col = threadIdx.x; col < n; col += BLOCK)"
#define L5_LEAVE     "    if (lane == 0)\n        of_warp[warp] = sum;\n"
#define L5_SECOND                                                                                  \
    "    if (warp > 0)\n        return;\n    sum = lane < BLOCK / WARP ? of_warp[lane] : 0;\n"
#define L5_TODO_EIGHT                                                                              \
    "    /*}*/\n    /*{ TODO 8: when all have, the first warp reduces those BLOCK / 32 sums; "     \
    "lane 0 stores. */\n"
#define L5_WAIT "    __syncthreads();\n"
#define L5_THREE(for_, term, leave, wait, second, reduce, store)                                   \
    "    " for_ "\n        " term                                                                  \
    "\n" L5_REDUCE leave L5_TODO_EIGHT wait second reduce L5_ONE_STORES store "\n"
#define L5_SUM_THREE(for_, term, store)                                                            \
    L5_THREE(for_, term, L5_LEAVE, L5_WAIT, L5_SECOND, L5_REDUCE, store)
#define L5_EDIT_THREE(for_, term, leave, wait, second, reduce, store)                              \
    {                                                                                              \
        {                                                                                          \
            L5_THREE(L5_FOR_THREE, SUM(L5_A, L5_X), L5_LEAVE, L5_WAIT, L5_SECOND, L5_REDUCE,       \
                     L5_STORE),                                                                    \
                L5_THREE(for_, term, leave, wait, second, reduce, store)                           \
        }                                                                                          \
    }
#define L5_FOR_FOUR                         "for (long i = threadIdx.x; i < vectors; i += BLOCK) {"
#define L5_REST                             "for (long col = 4 * vectors + threadIdx.x; col < n; col += BLOCK)"
#define L5_DOT                              "sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;"
#define L5_VECTORS                          "long vectors = n % 4 == 0 ? n / 4 : 0;"
#define L5_FOUR(leave, wait, second, store) leave wait second L5_REDUCE L5_ONE_STORES store "\n"
#define L5_STORE_FOUR                       "y[blockIdx.x] = sum;"
#define L5_EDIT_FOUR(leave, wait, second, store)                                                   \
    {                                                                                              \
        {                                                                                          \
            L5_FOUR(L5_LEAVE, L5_WAIT, L5_SECOND, L5_STORE_FOUR),                                  \
                L5_FOUR(leave, wait, second, store)                                                \
        }                                                                                          \
    }

/* The warps' sums meet in of_warp[0], each added by these words. */
#define L5_MEET(add)                                                                               \
    L5_EDIT_THREE(L5_FOR_THREE, SUM(L5_A, L5_X),                                                   \
                  "    if (threadIdx.x == 0)\n        of_warp[0] = 0;\n    __syncthreads();\n"     \
                  "    if (lane == 0) {\n        " add "\n    }\n",                                \
                  L5_WAIT, "    if (warp > 0)\n        return;\n    sum = of_warp[0];\n", "",      \
                  L5_STORE)

static const struct submission mutants_05[] = {
    {"warps_compare_once", 3, LUCKY, NULL,
     L5_MEET("int old = __float_as_int(of_warp[0]);\n        atomicCAS((int *)of_warp, old, "
             "__float_as_int(__int_as_float(old) + sum));")},
    {"warps_exchange", 3, LUCKY, NULL,
     L5_MEET("float old = atomicExch(&of_warp[0], 0.f);\n        atomicExch(&of_warp[0], old + "
             "sum);")},
    {"warps_turns_volatile", 3, LUCKY, "nothing to order the two",
     L5_MEET("volatile float *at = of_warp;\n        *at = *at + sum;")},
    /* Indices beyond 2^31 and 16 bits, addresses that are no multiples of 16, terms far from 1,
     * bits. */
    {"index_int",
     1,
     LUCKY,
     NULL,
     {{"sum += a[(start + i) * lda] * __shfl_sync(ALL_LANES, element, i);\n    }",
       "sum += a[(int)((start + i) * lda)] * __shfl_sync(ALL_LANES, element, i);\n    }"}}},
    {"index_int",
     2,
     LUCKY,
     NULL,
     {{"    for (long col = lane; col < n; col += WARP)\n        sum += A[row * n + col]",
       "    for (long col = lane; col < n; col += WARP)\n        sum += A[(int)(row * n + col)]"}}},
    {"row_unsigned",
     2,
     WRONG,
     NULL,
     {{"    for (long col = lane; col < n; col += WARP)\n        sum += A[row * n + col]",
       "    for (long col = lane; col < n; col += WARP)\n        sum += A[(unsigned)(row * n + "
       "col)]"}}},
    {"row_16_bits",
     3,
     WRONG,
     NULL,
     {{"long row = blockIdx.x;", "unsigned short row = blockIdx.x;"}}},
    {"float4_unaligned",
     3,
     WRONG,
     NULL,
     {{"for (long col = threadIdx.x; col < n; col += BLOCK)\n",
       "for (long col = 4 * threadIdx.x; n % 4 == 0 && col < n; col += 4 * BLOCK) {\n        "
       "float4 p = *(const float4 *)&A[row * n + col];\n        sum += p.x * x[col] + p.y * x[col "
       "+ 1] + p.z * x[col + 2] + p.w * x[col + 3];\n    }\n    for (long col = threadIdx.x; n % 4 "
       "&& col < n; col += BLOCK)\n"}}},
    {"row_begins_unsigned",
     4,
     WRONG,
     NULL,
     {{"A + blockIdx.x * n;", "A + blockIdx.x * (unsigned)n;"}}},
    /* All else. */
    {"no_op", 1, NOT_ATTEMPTED, NULL, {{"    if (row < m)\n        y[row] = sum;\n", ""}}},
    {"leaves_before_the_shuffle",
     1,
     WRONG,
     NULL,
     {{L5_CLAMP, "if (row >= m)\n        return;\n    " L5_CLAMP}}},
    {"not_clamped", 1, WRONG, NULL, {{L5_CLAMP, "const float *a = A + row;"}}},
    {"wrong_lane",
     1,
     WRONG,
     NULL,
     {{L5_TERM_ONE,
       "            sum += a[(start + i) * lda] * __shfl_sync(ALL_LANES, element, i + 1);\n"}}},
    {"no_shuffle",
     1,
     WRONG,
     NULL,
     {{L5_TERM_ONE, "            sum += a[(start + i) * lda] * element;\n"}}},
    {"shuffle_down",
     1,
     WRONG,
     NULL,
     {{L5_TERM_ONE,
       "            sum += a[(start + i) * lda] * __shfl_down_sync(ALL_LANES, element, i);\n"}}},
    {"one_element_for_all", 1, WRONG, NULL, {{L5_GROUP, "        float element = x[start];\n"}}},
    {"half_the_mask",
     1,
     WRONG,
     NULL,
     {{L5_TERM_ONE,
       "            sum += a[(start + i) * lda] * __shfl_sync(0xffffu, element, i);\n"}}},
    {"half_the_group",
     1,
     WRONG,
     NULL,
     {{"        for (int i = 0; i < WARP; i++)\n" L5_TERM_ONE,
       "        for (int i = 0; i < WARP / 2; i++)\n" L5_TERM_ONE}}},
    {"last_columns_dropped",
     1,
     WRONG,
     "do not fill a group",
     {{L5_LAST L5_TERM_LAST, "    if (row < m)\n        y[row] = sum;\n"}}},
    {"reads_past_x",
     1,
     WRONG,
     NULL,
     {{L5_LAST,
       "    float element = x[start + lane];\n    for (int i = 0; start + i < n; i++)\n"}}},
    {"shuffle_by_rows_only",
     1,
     WRONG,
     NULL,
     {{L5_TERM_ONE, "            if (row < m)\n    " L5_TERM_ONE}}},
    {"columns_m_apart",
     1,
     WRONG,
     NULL,
     {{L5_TERM_ONE,
       "            sum += a[(start + i) * m] * __shfl_sync(ALL_LANES, element, i);\n"}}},
    {"onto_old_y",
     1,
     WRONG,
     "do not add it to y",
     {{L5_TERM_LAST, "        sum += a[(start + i) * lda] * __shfl_sync(ALL_LANES, element, i);\n  "
                     "  if (row < m)\n        y[row] += sum;\n"}}},
    {"unguarded_store",
     1,
     WRONG,
     NULL,
     {{L5_TERM_LAST, "        sum += a[(start + i) * lda] * __shfl_sync(ALL_LANES, element, i);\n  "
                     "  y[row] = sum;\n"}}},
    {"half_precision",
     1,
     WRONG,
     "should be",
     {{L5_TERM_ONE, "            sum += __uint_as_float(__float_as_uint(a[(start + i) * lda]) & "
                    "0xffffe000u) * __shfl_sync(ALL_LANES, element, i);\n"}}},
    {"floor_blocks", 1, WRONG, NULL, {{L5_LAUNCH_ONE, "gemv_broadcast<<<m / 128, 128>>>"}}},
    {"without_shuffles",
     1,
     SLOW,
     "__shfl_sync",
     {{L5_TERM_ONE, "            sum += a[(start + i) * lda] * x[start + i];\n"},
      {L5_LAST L5_TERM_LAST,
       "    for (int i = 0; start + i < n; i++)\n        sum += a[(start + i) * lda] * x[start + "
       "i];\n    if (row < m)\n        y[row] = sum;\n"},
      {L5_GROUP, "        (void)lane;\n"}}},

    SUM_MUTANTS(2, NOT_ATTEMPTED, L5_SUM_TWO, L5_FOR_TWO, L5_A, L5_X, L5_STORE),
    {"no_reduction", 2, WRONG, NULL, L5_EDIT_TWO(L5_FOR_TWO, SUM(L5_A, L5_X), "", L5_STORE)},
    {"starts_at_eight", 2, WRONG, NULL,
     L5_EDIT_TWO(L5_FOR_TWO, SUM(L5_A, L5_X),
                 "    for (int distance = WARP / 4; distance > 0; distance /= 2)\n        sum += "
                 "__shfl_down_sync(ALL_LANES, sum, distance);\n",
                 L5_STORE)},
    {"stops_at_two", 2, WRONG, NULL,
     L5_EDIT_TWO(L5_FOR_TWO, SUM(L5_A, L5_X),
                 "    for (int distance = WARP / 2; distance > 1; distance /= 2)\n        sum += "
                 "__shfl_down_sync(ALL_LANES, sum, distance);\n",
                 L5_STORE)},
    {"shuffles_up", 2, WRONG, NULL,
     L5_EDIT_TWO(L5_FOR_TWO, SUM(L5_A, L5_X),
                 "    for (int distance = WARP / 2; distance > 0; distance /= 2)\n        sum += "
                 "__shfl_up_sync(ALL_LANES, sum, distance);\n",
                 L5_STORE)},
    {"replaces", 2, WRONG, NULL,
     L5_EDIT_TWO(L5_FOR_TWO, SUM(L5_A, L5_X),
                 "    for (int distance = WARP / 2; distance > 0; distance /= 2)\n        sum = "
                 "__shfl_down_sync(ALL_LANES, sum, distance);\n",
                 L5_STORE)},
    {"half_the_mask", 2, WRONG, NULL,
     L5_EDIT_TWO(L5_FOR_TWO, SUM(L5_A, L5_X),
                 "    for (int distance = WARP / 2; distance > 0; distance /= 2)\n        sum += "
                 "__shfl_down_sync(0xffffu, sum, distance);\n",
                 L5_STORE)},
    {"every_lane_everything", 2, WRONG, NULL,
     L5_EDIT_TWO("for (long col = 0; col < n; col++)", SUM(L5_A, L5_X), L5_REDUCE, L5_STORE)},
    {"every_31st", 2, WRONG, NULL,
     L5_EDIT_TWO("for (long col = lane; col < n; col += WARP - 1)", SUM(L5_A, L5_X), L5_REDUCE,
                 L5_STORE)},
    {"short_rows_leave",
     2,
     WRONG,
     NULL,
     {{L5_GUARD_TWO, "    if (row >= m || lane >= n)\n        return;\n"}}},
    {"whole_warps_only", 2, WRONG, NULL,
     L5_EDIT_TWO("for (long col = lane; col < (n < WARP ? n : n / WARP * WARP); col += WARP)",
                 SUM(L5_A, L5_X), L5_REDUCE, L5_STORE)},
    {"one_column_more", 2, WRONG, NULL,
     L5_EDIT_TWO("for (long col = lane; col <= n; col += WARP)", SUM(L5_A, L5_X), L5_REDUCE,
                 L5_STORE)},
    {"unguarded", 2, WRONG, NULL, {{L5_GUARD_TWO, ""}}},
    {"wrong_stride", 2, WRONG, NULL,
     L5_EDIT_TWO(L5_FOR_TWO, SUM("A[row * m + col]", L5_X), L5_REDUCE, L5_STORE)},
    {"onto_old_y", 2, WRONG, "do not add it to y",
     L5_EDIT_TWO(L5_FOR_TWO, SUM(L5_A, L5_X), L5_REDUCE, "y[row] += sum;")},
    {"blocks_for_threads",
     2,
     WRONG,
     "never written",
     {{L5_LAUNCH_TWO, "gemv_warp<<<(m - 1) / BLOCK + 1, BLOCK>>>"}}},
    {"floor_blocks", 2, WRONG, NULL, {{L5_LAUNCH_TWO, "gemv_warp<<<m / rows, BLOCK>>>"}}},

    SUM_MUTANTS(3, NOT_ATTEMPTED, L5_SUM_THREE, L5_FOR_THREE, L5_A, L5_X, L5_STORE),
    {"no_barrier", 3, WRONG, NULL,
     L5_EDIT_THREE(L5_FOR_THREE, SUM(L5_A, L5_X), L5_LEAVE, "", L5_SECOND, L5_REDUCE, L5_STORE)},
    {"only_the_first_warp", 3, WRONG, NULL,
     L5_EDIT_THREE(L5_FOR_THREE, SUM(L5_A, L5_X), L5_LEAVE, L5_WAIT,
                   "    if (warp > 0)\n        return;\n", "", L5_STORE)},
    {"of_warp_unfilled", 3, WRONG, NULL,
     L5_EDIT_THREE(L5_FOR_THREE, SUM(L5_A, L5_X), L5_LEAVE, L5_WAIT,
                   "    if (warp > 0)\n        return;\n    sum = of_warp[lane];\n", L5_REDUCE,
                   L5_STORE)},
    {"every_lane_leaves", 3, WRONG, NULL,
     L5_EDIT_THREE(L5_FOR_THREE, SUM(L5_A, L5_X), "    of_warp[warp] = sum;\n", L5_WAIT, L5_SECOND,
                   L5_REDUCE, L5_STORE)},
    {"by_thread_number", 3, WRONG, NULL,
     L5_EDIT_THREE(L5_FOR_THREE, SUM(L5_A, L5_X),
                   "    if (lane == 0)\n        of_warp[threadIdx.x] = sum;\n", L5_WAIT, L5_SECOND,
                   L5_REDUCE, L5_STORE)},
    {"second_level_short", 3, WRONG, NULL,
     L5_EDIT_THREE(L5_FOR_THREE, SUM(L5_A, L5_X), L5_LEAVE, L5_WAIT, L5_SECOND,
                   "    for (int distance = 2; distance > 0; distance /= 2)\n        sum += "
                   "__shfl_down_sync(ALL_LANES, sum, distance);\n",
                   L5_STORE)},
    {"lanes_without_a_sum_leave", 3, WRONG, NULL,
     L5_EDIT_THREE(
         L5_FOR_THREE, SUM(L5_A, L5_X), L5_LEAVE, L5_WAIT,
         "    if (warp > 0 || lane >= BLOCK / WARP)\n        return;\n    sum = of_warp[lane];\n",
         L5_REDUCE, L5_STORE)},
    {"every_warp_everything", 3, WRONG, NULL,
     L5_EDIT_THREE("for (long col = lane; col < n; col += WARP)", SUM(L5_A, L5_X), L5_LEAVE,
                   L5_WAIT, L5_SECOND, L5_REDUCE, L5_STORE)},
    {"whole_blocks_only", 3, WRONG, NULL,
     L5_EDIT_THREE(
         "for (long col = threadIdx.x; col < (n < BLOCK ? n : n / BLOCK * BLOCK); col += BLOCK)",
         SUM(L5_A, L5_X), L5_LEAVE, L5_WAIT, L5_SECOND, L5_REDUCE, L5_STORE)},
    {"onto_old_y", 3, WRONG, "do not add it to y",
     L5_EDIT_THREE(L5_FOR_THREE, SUM(L5_A, L5_X), L5_LEAVE, L5_WAIT, L5_SECOND, L5_REDUCE,
                   "y[row] += sum;")},
    {"one_block_less",
     3,
     WRONG,
     NULL,
     {{"gemv_block<<<m, BLOCK>>>", "gemv_block<<<m > 1 ? m - 1 : 1, BLOCK>>>"}}},
    {"one_warp_per_block",
     3,
     WRONG,
     NULL,
     {{"gemv_block<<<m, BLOCK>>>", "gemv_block<<<m, WARP>>>"}}},

    {"no_op", 4, NOT_ATTEMPTED, NULL, {{L5_STORE_FOUR, "(void)y;"}}},
    {"misaligned", 4, WRONG, NULL, {{L5_VECTORS, "long vectors = n / 4;"}}},
    {"rest_dropped", 4, WRONG, NULL, {{L5_REST, "for (long col = n; col < n; col += BLOCK)"}}},
    {"rest_twice",
     4,
     WRONG,
     NULL,
     {{L5_REST, "for (long col = threadIdx.x; col < n; col += BLOCK)"}}},
    {"rest_starts_late",
     4,
     WRONG,
     NULL,
     {{L5_REST, "for (long col = 4 * vectors + threadIdx.x + 1; col < n; col += BLOCK)"}}},
    {"forgets_w", 4, WRONG, NULL, {{L5_DOT, "sum += p.x * q.x + p.y * q.y + p.z * q.z;"}}},
    {"crosses_elements",
     4,
     WRONG,
     NULL,
     {{L5_DOT, "sum += p.x * q.y + p.y * q.x + p.z * q.z + p.w * q.w;"}}},
    {"overwrites",
     4,
     WRONG,
     NULL,
     {{L5_DOT, "sum = p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;"}}},
    {"first_vector_of_x", 4, WRONG, NULL, {{"q = x4[i];", "q = x4[0];"}}},
    {"four_times_too_far",
     4,
     WRONG,
     NULL,
     {{"float4 p = __ldcs(a4 + i),", "float4 p = __ldcs(a4 + 4 * i),"}}},
    {"vectors_past_the_end",
     4,
     WRONG,
     NULL,
     {{L5_FOR_FOUR, "for (long i = threadIdx.x; i <= vectors; i += BLOCK) {"}}},
    {"wrong_row",
     4,
     WRONG,
     NULL,
     {{"const float *a = A + blockIdx.x * n;", "const float *a = A + blockIdx.x * (n / 4 * 4);"}}},
    {"half_precision",
     4,
     WRONG,
     "should be",
     {{L5_DOT, "sum += __uint_as_float(__float_as_uint(p.x) & 0xffffe000u) * q.x + p.y * q.y + p.z "
               "* q.z + p.w * q.w;"}}},
    {"no_barrier", 4, WRONG, NULL, L5_EDIT_FOUR(L5_LEAVE, "", L5_SECOND, L5_STORE_FOUR)},
    {"onto_old_y", 4, WRONG, "do not add it to y",
     L5_EDIT_FOUR(L5_LEAVE, L5_WAIT, L5_SECOND, "y[blockIdx.x] += sum;")},
    {"only_the_first_warp", 4, WRONG, NULL,
     L5_EDIT_FOUR(L5_LEAVE, L5_WAIT,
                  "    if (warp > 0)\n        return;\n    sum = lane ? 0 : of_warp[0];\n",
                  L5_STORE_FOUR)},
    {"one_block_less",
     4,
     WRONG,
     NULL,
     {{"gemv_vector<<<m, BLOCK>>>", "gemv_vector<<<m > 1 ? m - 1 : 1, BLOCK>>>"}}},
    {"scalar", 4, SLOW, "float4", {{L5_VECTORS, "long vectors = 0;"}}},
    {"float4_for_every_even_n",
     4,
     WRONG,
     "not a multiple of 16",
     {{"long vectors = n % 4 == 0 ? n / 4 : 0;", "long vectors = n % 2 == 0 ? n / 4 : 0;"}}},
    {"shuffle_for_show",
     1,
     SLOW,
     NULL,
     {{"#pragma unroll\n        for (int i = 0; i < WARP; i++)\n            sum += a[(start + i) * "
       "lda] * __shfl_sync(ALL_LANES, element, i);",
       "        for (int i = 0; i < WARP; i++)\n            sum += a[(start + i) * lda] * x[start "
       "+ i];\n        sum += 0 * __shfl_sync(ALL_LANES, element, 0);"}}},
    {"shuffle_for_show",
     2,
     SLOW,
     "shuffles",
     {{"lane 0 stores. */\n    for (int distance = WARP / 2; distance > 0; distance /= 2)\n        "
       "sum += __shfl_down_sync(ALL_LANES, sum, distance);",
       "lane 0 stores. */\n    __shared__ float part[1024];\n    part[threadIdx.x] = sum;\n    sum "
       "+= 0 * __shfl_down_sync(ALL_LANES, sum, 1);\n    __syncwarp();\n    for (int i = 1; i < "
       "WARP && lane == 0; i++)\n        sum += part[threadIdx.x + i];"}}},
    {"syncwarps_for_show",
     2,
     SLOW,
     "shuffles",
     {{"lane 0 stores. */\n    for (int distance = WARP / 2; distance > 0; distance /= 2)\n        "
       "sum += __shfl_down_sync(ALL_LANES, sum, distance);",
       "lane 0 stores. */\n    __shared__ float part[1024];\n    part[threadIdx.x] = sum;\n    for "
       "(int i = 0; i < 5; i++)\n        __syncwarp();\n    for (int i = 1; i < WARP && lane == 0; "
       "i++)\n        sum += part[threadIdx.x + i];"}}},
    {"one_vector_for_show",
     4,
     SLOW,
     "load requests",
     {{"long vectors = n % 4 == 0 ? n / 4 : 0;", "long vectors = n % 4 == 0 ? 1 : 0;"}}},
};

static const struct submission unusual_05[] = {
    {"two_groups_at_once",
     1,
     PASS,
     NULL,
     {{L5_GROUP, "        const float element = x[start + (threadIdx.x & 31)];\n"}}},
    {"lane_by_mask",
     1,
     PASS,
     NULL,
     {{"int lane = threadIdx.x % WARP;\n    " L5_CLAMP,
       "int lane = threadIdx.x & (WARP - 1);\n    const float *a = A + min(row, m - 1);"}}},
    {"width_given",
     1,
     PASS,
     NULL,
     {{L5_TERM_ONE,
       "            sum += a[(start + i) * lda] * __shfl_sync(ALL_LANES, element, i, WARP);\n"}}},
    {"blocks_of_a_warp",
     1,
     PASS,
     NULL,
     {{L5_LAUNCH_ONE, "gemv_broadcast<<<(m - 1) / 64 + 1, 64>>>"}}},
    {"butterfly", 2, PASS, NULL,
     L5_EDIT_TWO(L5_FOR_TWO, SUM(L5_A, L5_X),
                 "    for (int distance = 1; distance < WARP; distance *= 2)\n        sum += "
                 "__shfl_xor_sync(ALL_LANES, sum, distance);\n",
                 L5_STORE)},
    {"all_lanes_store", 2, PASS, NULL,
     L5_EDIT_TWO(L5_FOR_TWO, SUM(L5_A, L5_X),
                 "    for (int distance = 1; distance < WARP; distance *= 2)\n        sum += "
                 "__shfl_xor_sync(ALL_LANES, sum, distance);\n    if (lane == 31)\n        y[row] "
                 "= sum;\n    lane = 1;\n",
                 L5_STORE)},
    {"backwards", 2, PASS, NULL,
     L5_EDIT_TWO("for (long col = n - 1 - lane; col >= 0; col -= WARP)", SUM(L5_A, L5_X), L5_REDUCE,
                 L5_STORE)},
    {"warps_in_two_dimensions",
     2,
     PASS,
     NULL,
     {{L5_ROW_TWO, "long row = blockIdx.x * (long)blockDim.y + threadIdx.y;"},
      {L5_LAUNCH_TWO, "gemv_warp<<<(m - 1) / rows + 1, dim3(WARP, rows)>>>"}}},
    {"shared_tree", 3, PASS, NULL,
     L5_EDIT_THREE(L5_FOR_THREE, SUM(L5_A, L5_X), L5_LEAVE, L5_WAIT,
                   "    if (threadIdx.x > 0)\n        return;\n    sum = 0;\n    for (int i = 0; i "
                   "< BLOCK / WARP; i++)\n        sum += of_warp[i];\n",
                   "", L5_STORE)},
    {"atomic_in_shared", 3, PASS, NULL,
     L5_EDIT_THREE(L5_FOR_THREE, SUM(L5_A, L5_X),
                   "    if (threadIdx.x == 0)\n        of_warp[0] = 0;\n    __syncthreads();\n    "
                   "if (lane == 0)\n        atomicAdd(&of_warp[0], sum);\n",
                   L5_WAIT, "    if (warp > 0)\n        return;\n    sum = of_warp[0];\n", "",
                   L5_STORE)},
    {"last_warp_reduces", 3, PASS, NULL,
     L5_EDIT_THREE(L5_FOR_THREE, SUM(L5_A, L5_X), L5_LEAVE, L5_WAIT,
                   "    if (warp < BLOCK / WARP - 1)\n        return;\n    sum = lane < BLOCK / "
                   "WARP ? of_warp[lane] : 0;\n",
                   L5_REDUCE, L5_STORE)},
    {"read_only_loads",
     4,
     PASS,
     NULL,
     {{"float4 p = __ldcs(a4 + i), q = x4[i];", "float4 p = a4[i], q = __ldg(x4 + i);"}}},
    {"four_sums",
     4,
     PASS,
     NULL,
     {{"    float sum = 0;\n#pragma unroll vectors_at_once\n",
       "    float sum = 0, s1 = 0, s2 = 0, s3 = 0;\n#pragma unroll vectors_at_once\n"},
      {L5_DOT, "sum += p.x * q.x;\n        s1 += p.y * q.y;\n        s2 += p.z * q.z;\n        s3 "
               "+= p.w * q.w;"},
      {"#pragma unroll at_once\n    " L5_REST, "    sum += s1 + (s2 + s3);\n    " L5_REST}}},
    {"through_an_address",
     4,
     PASS,
     NULL,
     {{"float4 p = __ldcs(a4 + i), q = x4[i];",
       "float4 p = *reinterpret_cast<const float4 *>(&a[4 * i]), q "
       "= *reinterpret_cast<const float4 *>(&x[4 * i]);"}}},
};
