/* Wrong kernels for lab 02, and what they deserve; then unusual ones that are right. */
#include "../sum_edits.h"

#define L2_FOR   "for (long col = 0; col < n; col++)"
#define L2_A     "A[col * lda + row]"
#define L2_STORE "y[row] = sum;"
#define L2_ONE(for_, term, store)                                                                  \
    "    float sum = 0;\n    " for_ "\n        " term "\n    " store "\n"
#define L2_TWO(for_, term, store)                                                                  \
    "#pragma unroll at_once\n        " for_ "\n            " term "\n        " store "\n"
#define L2_GUARD      "    if (row >= m)\n        return;\n"
#define L2_LAUNCH_ONE "gemv_coalesced<<<(m - 1) / BLOCK + 1, BLOCK>>>"
#define L2_LAUNCH_TWO "gemv_unrolled<<<(m - 1) / (BLOCK * ROWS) + 1, BLOCK>>>"
#define L2_ROWS                                                                                    \
    "for (long row = blockIdx.x * (long)blockDim.x + threadIdx.x; row < m; row += width) {"

/* Those that both steps can have: LOOP, the launch and what it becomes. */
#define L2_MUTANTS(step, LOOP)                                                                     \
    SUM_MUTANTS(step, NOT_ATTEMPTED, LOOP, L2_FOR, L2_A, "x[col]", L2_STORE),                      \
        {"stops_early", step, WRONG, "last column",                                                \
         SUM_EDIT(LOOP, L2_FOR, L2_A, "x[col]", L2_STORE,                                          \
                  "for (long col = 0; col < n - 1; col++)", SUM(L2_A, "x[col]"), L2_STORE)},       \
        {"starts_at_one", step, WRONG, "first column",                                             \
         SUM_EDIT(LOOP, L2_FOR, L2_A, "x[col]", L2_STORE, "for (long col = 1; col < n; col++)",    \
                  SUM(L2_A, "x[col]"), L2_STORE)},                                                 \
        {"one_column_more", step, WRONG, NULL,                                                     \
         SUM_EDIT(LOOP, L2_FOR, L2_A, "x[col]", L2_STORE, "for (long col = 0; col <= n; col++)",   \
                  SUM(L2_A, "x[col]"), L2_STORE)},                                                 \
        {"whole_groups_only", step, WRONG, "do not fill a group of 16",                            \
         SUM_EDIT(LOOP, L2_FOR, L2_A, "x[col]", L2_STORE,                                          \
                  "for (long col = 0; col < (n < 16 ? n : n / 16 * 16); col++)",                   \
                  SUM(L2_A, "x[col]"), L2_STORE)},                                                 \
        {"columns_m_apart", step, WRONG, NULL,                                                     \
         SUM_EDIT(LOOP, L2_FOR, L2_A, "x[col]", L2_STORE, L2_FOR,                                  \
                  SUM("A[col * m + row]", "x[col]"), L2_STORE)},                                   \
        {"row_major", step, WRONG, NULL,                                                           \
         SUM_EDIT(LOOP, L2_FOR, L2_A, "x[col]", L2_STORE, L2_FOR,                                  \
                  SUM("A[row * n + col]", "x[col]"), L2_STORE)},                                   \
        {"transposed", step, WRONG, NULL,                                                          \
         SUM_EDIT(LOOP, L2_FOR, L2_A, "x[col]", L2_STORE, L2_FOR,                                  \
                  SUM("A[row * lda + col]", "x[col]"), L2_STORE)},                                 \
        {"x_of_the_row", step, WRONG, NULL,                                                        \
         SUM_EDIT(LOOP, L2_FOR, L2_A, "x[col]", L2_STORE, L2_FOR, SUM(L2_A, "x[row]"), L2_STORE)}, \
        {"onto_old_y", step, WRONG, "do not add it to y",                                          \
         SUM_EDIT(LOOP, L2_FOR, L2_A, "x[col]", L2_STORE, L2_FOR, SUM(L2_A, "x[col]"),             \
                  "y[row] += sum;")},                                                              \
        {"next_row", step, WRONG, NULL,                                                            \
         SUM_EDIT(LOOP, L2_FOR, L2_A, "x[col]", L2_STORE, L2_FOR, SUM(L2_A, "x[col]"),             \
                  "y[(row + 1) % m] = sum;")},                                                     \
        {"writes_a", step, WRONG, NULL,                                                            \
         SUM_EDIT(LOOP, L2_FOR, L2_A, "x[col]", L2_STORE, L2_FOR, SUM(L2_A, "x[col]"),             \
                  L2_STORE " ((float *)A)[row] = 0;")},                                            \
    {                                                                                              \
        "stores_each_time", step, SLOW, "Accumulate in a register",                                \
            SUM_EDIT(LOOP, L2_FOR, L2_A, "x[col]", L2_STORE, L2_FOR,                               \
                     "y[row] = sum += " L2_A " * x[col];", L2_STORE)                               \
    }

#define L2_UNUSUAL(step, LOOP)                                                                     \
    SUM_UNUSUAL(step, LOOP, L2_FOR, L2_A, "x[col]", L2_STORE),                                     \
        {"backwards", step, PASS, NULL,                                                            \
         SUM_EDIT(LOOP, L2_FOR, L2_A, "x[col]", L2_STORE,                                          \
                  "for (long col = n - 1; col >= 0; col--)", SUM(L2_A, "x[col]"), L2_STORE)},      \
    {                                                                                              \
        "read_only_loads", step, PASS, NULL,                                                       \
            SUM_EDIT(LOOP, L2_FOR, L2_A, "x[col]", L2_STORE, L2_FOR,                               \
                     SUM("__ldg(&" L2_A ")", "__ldg(x + col)"), L2_STORE)                          \
    }

static const struct submission mutants_02[] = {
    /* Indices beyond 2^31 and 16 bits, addresses that are no multiples of 16, terms far from 1,
     * bits. */
    {"index_int",
     1,
     LUCKY,
     NULL,
     {{"    for (long col = 0; col < n; col++)\n        sum += A[col * lda + row]",
       "    for (long col = 0; col < n; col++)\n        sum += A[(int)col * (int)lda + "
       "(int)row]"}}},
    {"index_unsigned",
     1,
     WRONG,
     NULL,
     {{"    for (long col = 0; col < n; col++)\n        sum += A[col * lda + row]",
       "    for (long col = 0; col < n; col++)\n        sum += A[(unsigned)col * (unsigned)lda + "
       "(unsigned)row]"}}},
    {"bytes_int",
     2,
     LUCKY,
     NULL,
     {{"            sum += A[col * lda + row]",
       "            sum += *(const float *)((const char *)A + (int)(4 * (col * lda + row)))"}}},
    {"row_16_bits",
     2,
     WRONG,
     NULL,
     {{"for (long row = blockIdx.x", "for (unsigned short row = blockIdx.x"}}},
    {"two_rows_unaligned",
     1,
     WRONG,
     NULL,
     {{"    float sum = 0;\n    for (long col",
       "    float sum = 0;\n    if (m % 2 == 0 && lda % 2 == 0 && row % 2 == 0) {\n        float2 "
       "both = make_float2(0, 0);\n        for (long col = 0; col < n; col++) {\n            "
       "float2 a = *(const float2 *)&A[col * lda + row];\n            both.x += a.x * x[col];\n    "
       "        both.y += a.y * x[col];\n        }\n        *(float2 *)&y[row] = both;\n    }\n    "
       "if (m % 2 == 0 && lda % 2 == 0)\n        return;\n    for (long col"}}},
    /* All else. */
    L2_MUTANTS(1, L2_ONE),
    {"unguarded", 1, WRONG, NULL, {{L2_GUARD, ""}}},
    {"guard_off_by_one", 1, WRONG, NULL, {{L2_GUARD, "    if (row > m)\n        return;\n"}}},
    {"floor_blocks", 1, WRONG, NULL, {{L2_LAUNCH_ONE, "gemv_coalesced<<<m / BLOCK, BLOCK>>>"}}},
    {"one_block", 1, WRONG, "never written", {{L2_LAUNCH_ONE, "gemv_coalesced<<<1, BLOCK>>>"}}},
    {"too_many_threads",
     1,
     WRONG,
     NULL,
     {{L2_LAUNCH_ONE, "gemv_coalesced<<<(m - 1) / 2048 + 1, 2048>>>"}}},
    {"m_and_n_swapped",
     1,
     WRONG,
     NULL,
     {{"BLOCK>>>(A, lda, x, y, m, n);\n    /*}*/\n}\n#endif\n\n#if LAB_STEP(2)",
       "BLOCK>>>(A, lda, x, y, n, m);\n    /*}*/\n}\n#endif\n\n#if LAB_STEP(2)"}}},
    L2_MUTANTS(2, L2_TWO),
    {"no_next_rows",
     2,
     WRONG,
     "never written",
     {{"row < m; row += width) {", "row < m && row < width; row += width) {"},
      {L2_LAUNCH_TWO, "gemv_unrolled<<<1, BLOCK>>>"}}},
    {"width_of_one_block",
     2,
     SLOW,
     NULL,
     {{"long width = gridDim.x * (long)blockDim.x;", "long width = blockDim.x;"}}},
    {"width_too_large",
     2,
     WRONG,
     "never written",
     {{"long width = gridDim.x * (long)blockDim.x;",
       "long width = 2 * gridDim.x * (long)blockDim.x;"},
      {L2_LAUNCH_TWO, "gemv_unrolled<<<1, BLOCK>>>"}}},
    {"no_blocks", 2, WRONG, NULL, {{L2_LAUNCH_TWO, "gemv_unrolled<<<m / BLOCK, BLOCK>>>"}}},
    {"rows_past_the_end",
     2,
     WRONG,
     NULL,
     {{L2_ROWS,
       "for (long row = blockIdx.x * (long)blockDim.x + threadIdx.x; row <= m; row += width) {"}}},
    {"borrows_a",
     1,
     LUCKY,
     "A, which is an input",
     {{"        sum += A[col * lda + row] * x[col];\n    y[row] = sum;\n    /*}*/\n}\n\n/* Device "
       "pointers; A is m x n, column-major, columns lda elements apart. */\nvoid "
       "launch_gemv_coalesced",
       "        sum += A[col * lda + row] * x[col];\n    y[row] = sum;\n    volatile float *own = "
       "(volatile float *)&A[row]; const float old = *own; *own = 1; *own = old;\n    "
       "/*}*/\n}\n\n/* Device pointers; A is m x n, column-major, columns lda elements apart. "
       "*/\nvoid launch_gemv_coalesced"}}},
    {"borrows_the_padding_of_a",
     1,
     LUCKY,
     "A, which is an input",
     {{"    float sum = 0;\n    for (long col = 0; col < n; col++)",
       "    float sum = 0;\n    if (lda > m && n > 1 && row == 0) { volatile float *own = "
       "(volatile float *)&A[m]; const float old = *own; *own = 1; *own = old; }\n    for (long "
       "col = 0; col < n; col++)"}}},
    {"keeps_the_result",
     1,
     WRONG,
     NULL,
     {{"void launch_gemv_coalesced(const float *A, int lda, const float *x, float *y, int m, int "
       "n)\n{\n",
       "void launch_gemv_coalesced(const float *A, int lda, const float *x, float *y, int m, int "
       "n)\n{\n    static const float *last;\n    static float *kept;\n    static int rows, "
       "cols;\n    if (last == A && rows == m && cols == n) {\n        cudaMemcpyAsync(y, kept, m "
       "* sizeof(float), cudaMemcpyDeviceToDevice, 0);\n        return;\n    }\n"},
      {"    gemv_coalesced<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, x, y, m, n);",
       "    gemv_coalesced<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, x, y, m, n);\n    "
       "cudaFree(kept);\n    cudaMalloc((void **)&kept, m * sizeof(float));\n    "
       "cudaMemcpyAsync(kept, y, m * sizeof(float), cudaMemcpyDeviceToDevice, 0);\n    last = A;\n "
       "   rows = m;\n    cols = n;"}}},
    {"leaks_every_third_time",
     1,
     LUCKY,
     "were not freed",
     {{"    gemv_coalesced<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, x, y, m, n);",
       "    static int launches;\n    void *leak;\n    if (launches++ % 3 == 2)\n        "
       "cudaMalloc(&leak, 1000);\n    gemv_coalesced<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, x, y, "
       "m, n);"}}},
    {"leaks_for_each_size",
     1,
     LUCKY,
     "were not freed",
     {{"    gemv_coalesced<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, x, y, m, n);",
       "    static int rows, cols;\n    void *leak;\n    if (m != rows || n != cols)\n        "
       "cudaMalloc(&leak, 4L * m);\n    rows = m;\n    cols = n;\n    gemv_coalesced<<<(m - 1) / "
       "BLOCK + 1, BLOCK>>>(A, lda, x, y, m, n);"}}},
    {"leaks_at_ragged_sizes",
     2,
     LUCKY,
     "were not freed",
     {{"    gemv_unrolled<<<(m - 1) / (BLOCK * ROWS) + 1, BLOCK>>>(A, lda, x, y, m, n);",
       "    void *leak;\n    if (m % 32 || n % 32)\n        cudaMalloc(&leak, 4L * m);\n    "
       "gemv_unrolled<<<(m - 1) / (BLOCK * ROWS) + 1, BLOCK>>>(A, lda, x, y, m, n);"}}},
    {"event_for_each_launch",
     1,
     LUCKY,
     "not destroyed",
     {{"    gemv_coalesced<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, x, y, m, n);",
       "    cudaEvent_t done;\n    cudaEventCreate(&done);\n    gemv_coalesced<<<(m - 1) / BLOCK + "
       "1, BLOCK>>>(A, lda, x, y, m, n);\n    cudaEventRecord(done, 0);"}}},
};

static const struct submission unusual_02[] = {
    L2_UNUSUAL(1, L2_ONE),
    {"small_blocks", 1, PASS, NULL, {{L2_LAUNCH_ONE, "gemv_coalesced<<<(m - 1) / 32 + 1, 32>>>"}}},
    {"two_sums",
     1,
     PASS,
     NULL,
     {{"    float sum = 0;\n    " L2_FOR "\n        sum += ",
       "    float sum = 0, odd = 0;\n    long col = 0;\n    for (; col + 1 < n; col += 2) {\n      "
       "  sum += A[col * lda + row] * x[col];\n"
       "        odd += A[(col + 1) * lda + row] * x[col + 1];\n    }\n    sum += odd;\n    if (col "
       "< n)\n        sum += "}}},
    L2_UNUSUAL(2, L2_TWO),
    {"fixed_grid", 2, PASS, NULL, {{L2_LAUNCH_TWO, "gemv_unrolled<<<5, 96>>>"}}},
    {"by_hand",
     2,
     PASS,
     NULL,
     {{"#pragma unroll at_once\n        " L2_FOR "\n            sum += ",
       "long col = 0;\n        for (; col + 4 <= n; col += 4) {\n            float a[4];\n         "
       "   for (int i = 0; i < 4; i++)\n"
       "                a[i] = A[(col + i) * lda + row];\n            for (int i = 0; i < 4; "
       "i++)\n                sum += a[i] * x[col + i];\n"
       "        }\n        for (; col < n; col++)\n            sum += "}}},
    {"keeps_a_scratch_array",
     1,
     PASS,
     NULL,
     {{"    gemv_coalesced<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, x, y, m, n);",
       "    static float *scratch;\n    static int room;\n    if (m > room) {\n        "
       "cudaFree(scratch);\n        cudaMalloc((void **)&scratch, m * sizeof(float));\n        "
       "room = m;\n    }\n    gemv_coalesced<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, x, scratch, "
       "m, n);\n    cudaMemcpyAsync(y, scratch, m * sizeof(float), cudaMemcpyDeviceToDevice, "
       "0);"}}},
    {"keeps_a_stream_and_events",
     2,
     PASS,
     NULL,
     {{"    gemv_unrolled<<<(m - 1) / (BLOCK * ROWS) + 1, BLOCK>>>(A, lda, x, y, m, n);",
       "    static cudaStream_t aside;\n    static cudaEvent_t done;\n    if (!aside) {\n        "
       "cudaStreamCreate(&aside);\n        cudaEventCreate(&done);\n    }\n    gemv_unrolled<<<(m "
       "- 1) / (BLOCK * ROWS) + 1, BLOCK, 0, aside>>>(A, lda, x, y, m, n);\n    "
       "cudaEventRecord(done, aside);\n    cudaStreamWaitEvent(0, done, 0);"}}},
};
