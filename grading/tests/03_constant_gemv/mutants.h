/* Wrong kernels for lab 03, and what they deserve; then unusual ones that are right. */
#include "../sum_edits.h"

#define L3_FOR   "for (long col = 0; col < n; col++)"
#define L3_A     "A[col * lda + row]"
#define L3_X     "constant_x[col]"
#define L3_STORE "y[row] = sum;"
#define L3_ONE(for_, term, store)                                                                  \
    "    float sum = 0;\n#pragma unroll at_once\n    " for_ "\n        " term "\n    " store "\n"
#define L3_TWO(for_, term, store)                                                                  \
    "    float sum = first ? 0 : y[row];\n#pragma unroll at_once\n    " for_ "\n        " term     \
    "\n    " store "\n"
#define L3_PREPARE                                                                                 \
    "cudaMemcpyToSymbol(constant_x, x, n * sizeof(float), 0, cudaMemcpyDeviceToDevice);"
#define L3_LAUNCH_ONE "gemv_constant<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, y, m, n);"
#define L3_COPY                                                                                    \
    "cudaMemcpyToSymbolAsync(constant_x, x + start, count * sizeof(float), 0,\n                  " \
    "              cudaMemcpyDeviceToDevice, 0);"
#define L3_COUNT "long count = n - start < CHUNK ? n - start : CHUNK;"
#define L3_LAUNCH_TWO                                                                              \
    "gemv_constant_chunk<<<(m - 1) / BLOCK + 1, BLOCK>>>(A + start * lda, lda, y, m, count,"
#define L3_CHUNKS "for (long start = 0; start < n; start += CHUNK) {"

#define L3_EDIT(LOOP, for_, term, store)                                                           \
    SUM_EDIT(LOOP, L3_FOR, L3_A, L3_X, L3_STORE, for_, term, store)
#define L3_MUTANTS(step, LOOP)                                                                     \
    SUM_MUTANTS(step, NOT_ATTEMPTED, LOOP, L3_FOR, L3_A, L3_X, L3_STORE),                          \
        {"starts_at_one", step, WRONG, NULL,                                                       \
         L3_EDIT(LOOP, "for (long col = 1; col < n; col++)", SUM(L3_A, L3_X), L3_STORE)},          \
        {"one_column_more", step, WRONG, NULL,                                                     \
         L3_EDIT(LOOP, "for (long col = 0; col <= n; col++)", SUM(L3_A, L3_X), L3_STORE)},         \
        {"columns_m_apart", step, WRONG, NULL,                                                     \
         L3_EDIT(LOOP, L3_FOR, SUM("A[col * m + row]", L3_X), L3_STORE)},                          \
        {"x_of_the_row", step, WRONG, NULL,                                                        \
         L3_EDIT(LOOP, L3_FOR, SUM(L3_A, "constant_x[row % n]"), L3_STORE)},                       \
        {"x_backwards", step, WRONG, NULL,                                                         \
         L3_EDIT(LOOP, L3_FOR, SUM(L3_A, "constant_x[n - 1 - col]"), L3_STORE)},                   \
        {"onto_old_y", step, WRONG, NULL,                                                          \
         L3_EDIT(LOOP, L3_FOR, SUM(L3_A, L3_X), "y[row] += sum;")},                                \
    {                                                                                              \
        "writes_constant", step, WRONG, NULL,                                                      \
            L3_EDIT(LOOP, L3_FOR, SUM(L3_A, L3_X), L3_STORE " *(float *)constant_x = 0;")          \
    }

static const struct submission mutants_03[] = {
    /* Indices beyond 2^31 and 16 bits, addresses that are no multiples of 16, terms far from 1,
     * bits. */
    {"index_int",
     1,
     LUCKY,
     NULL,
     {{"    float sum = 0;\n#pragma unroll at_once\n    for (long col = 0; col < n; col++)\n       "
       " sum += A[col * lda + row]",
       "    float sum = 0;\n#pragma unroll at_once\n    for (long col = 0; col < n; col++)\n       "
       " sum += A[(int)(col * lda + row)]"}}},
    {"chunk_int", 2, LUCKY, NULL, {{"A + start * lda,", "A + (int)(start * lda),"}}},
    {"index_unsigned",
     2,
     WRONG,
     NULL,
     {{"    float sum = first ? 0 : y[row];\n#pragma unroll at_once\n    for (long col = 0; col < "
       "n; col++)\n        sum += A[col * lda + row]",
       "    float sum = first ? 0 : y[row];\n#pragma unroll at_once\n    for (long col = 0; col < "
       "n; col++)\n        sum += A[(unsigned)(col * lda + row)]"}}},
    {"skips_small",
     2,
     WRONG,
     NULL,
     {{"    float sum = first ? 0 : y[row];\n#pragma unroll at_once\n    for (long col = 0; col < "
       "n; col++)\n        sum += A[col * lda + row]",
       "    float sum = first ? 0 : y[row];\n#pragma unroll at_once\n    for (long col = 0; col < "
       "n; col++)\n        if (fabsf(A[col * lda + row]) > 1e-30f)\n            sum += A[col * lda "
       "+ row]"}}},
    {"bytes_int",
     2,
     LUCKY,
     NULL,
     {{"A + start * lda,", "(const float *)((const char *)A + (int)(start * lda * 4)),"}}},
    /* All else. */
    L3_MUTANTS(1, L3_ONE),
    {"stops_early", 1, WRONG, "last column",
     L3_EDIT(L3_ONE, "for (long col = 0; col < n - 1; col++)", SUM(L3_A, L3_X), L3_STORE)},
    {"not_prepared", 1, WRONG, NULL, {{L3_PREPARE, "(void)x, (void)n;"}}},
    {"prepares_bytes",
     1,
     WRONG,
     NULL,
     {{L3_PREPARE, "cudaMemcpyToSymbol(constant_x, x, n, 0, cudaMemcpyDeviceToDevice);"}}},
    {"prepares_all_but_one",
     1,
     WRONG,
     NULL,
     {{L3_PREPARE, "cudaMemcpyToSymbol(constant_x, x, (n - 1) * sizeof(float), 0, "
                   "cudaMemcpyDeviceToDevice);"}}},
    {"prepares_from_host",
     1,
     WRONG,
     NULL,
     {{L3_PREPARE, "cudaMemcpyToSymbol(constant_x, x, n * sizeof(float));"}}},
    {"prepares_once",
     1,
     WRONG,
     NULL,
     {{L3_PREPARE, "static int calls;\n    if (!calls++)\n        " L3_PREPARE}}},
    {"prepares_by_name",
     1,
     WRONG,
     "is a variable of the device",
     {{L3_PREPARE, "cudaMemcpy(constant_x, x, n * sizeof(float), cudaMemcpyDeviceToDevice);"}}},
    {"prepares_with_offset",
     1,
     WRONG,
     NULL,
     {{L3_PREPARE, "cudaMemcpyToSymbol(constant_x, x, (n - 1) * sizeof(float), 4, "
                   "cudaMemcpyDeviceToDevice);"}}},
    {"floor_blocks",
     1,
     WRONG,
     NULL,
     {{L3_LAUNCH_ONE, "gemv_constant<<<m / BLOCK, BLOCK>>>(A, lda, y, m, n);"}}},
    {"without_constant_memory",
     1,
     SLOW,
     "constant memory",
     {{"gemv_constant(const float *A, long lda, float *y, long m, long n)",
       "gemv_constant(const float *A, long lda, const float *x, float *y, long m, long n)"},
      {L3_ONE(L3_FOR, SUM(L3_A, L3_X), L3_STORE), L3_ONE(L3_FOR, SUM(L3_A, "x[col]"), L3_STORE)},
      {L3_LAUNCH_ONE, "gemv_constant<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, x, y, m, n);"}}},
    L3_MUTANTS(2, L3_TWO),
    {"always_first", 2, WRONG, NULL, {{"float sum = first ? 0 : y[row];", "float sum = 0;"}}},
    {"never_first",
     2,
     WRONG,
     "do not add it to y",
     {{"float sum = first ? 0 : y[row];", "float sum = y[row];"}}},
    {"first_is_last", 2, WRONG, NULL, {{"start == 0);", "start + CHUNK >= n && n > CHUNK);"}}},
    {"only_one_chunk",
     2,
     WRONG,
     NULL,
     {{L3_CHUNKS, "for (long start = 0; start < 1; start += CHUNK) {"}}},
    {"last_chunk_dropped",
     2,
     WRONG,
     NULL,
     {{L3_CHUNKS,
       "for (long start = 0; start < (n < CHUNK ? n : n / CHUNK * CHUNK); start += CHUNK) {"}}},
    {"last_chunk_full", 2, WRONG, NULL, {{L3_COUNT, "long count = CHUNK;"}}},
    {"chunk_overlaps",
     2,
     WRONG,
     NULL,
     {{L3_CHUNKS, "for (long start = 0; start < n; start += CHUNK - 1) {"}}},
    {"same_chunk_of_x",
     2,
     WRONG,
     NULL,
     {{L3_COPY, "cudaMemcpyToSymbolAsync(constant_x, x, count * sizeof(float), 0, "
                "cudaMemcpyDeviceToDevice, 0);"}}},
    {"same_chunk_of_a",
     2,
     WRONG,
     NULL,
     {{L3_LAUNCH_TWO, "gemv_constant_chunk<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, y, m, count,"}}},
    {"chunk_of_rows",
     2,
     WRONG,
     NULL,
     {{L3_LAUNCH_TWO,
       "gemv_constant_chunk<<<(m - 1) / BLOCK + 1, BLOCK>>>(A + start, lda, y, m, count,"}}},
    {"copied_once", 2, WRONG, NULL, {{L3_COPY, "if (start == 0)\n            " L3_COPY}}},
    {"copied_after",
     2,
     WRONG,
     NULL,
     {{L3_COPY, "(void)x;"}, {"start == 0);", "start == 0);\n        " L3_COPY}}},
    {"constant_for_show",
     1,
     SLOW,
     "reads of constant memory",
     {{"gemv_constant(const float *A, long lda, float *y, long m, long n)",
       "gemv_constant(const float *A, long lda, const float *x, float *y, long m, long n)"},
      {"    float sum = 0;\n#pragma unroll at_once\n    for (long col = 0; col < n; col++)\n       "
       " sum += A[col * lda + row] * constant_x[col];",
       "    float sum = 0 * constant_x[0];\n    for (long col = 0; col < n; col++)\n        sum += "
       "A[col * lda + row] * x[col];"},
      {"gemv_constant<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, y, m, n)",
       "gemv_constant<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, x, y, m, n)"}}},
    {"constant_for_show",
     2,
     SLOW,
     "reads of constant memory",
     {{"gemv_constant_chunk(const float *A, long lda, float *y, long m, long n, bool first)",
       "gemv_constant_chunk(const float *A, long lda, const float *x, float *y, long m, long n, "
       "bool first)"},
      {"    float sum = first ? 0 : y[row];\n#pragma unroll at_once\n    for (long col = 0; col < "
       "n; col++)\n        sum += A[col * lda + row] * constant_x[col];",
       "    float sum = (first ? 0 : y[row]) + 0 * constant_x[0];\n    for (long col = 0; col < n; "
       "col++)\n        sum += A[col * lda + row] * x[col];"},
      {"(A + start * lda, lda, y, m, count,", "(A + start * lda, lda, x + start, y, m, count,"}}},
    {"answers_what_it_prepared_for",
     1,
     WRONG,
     NULL,
     {{"void launch_gemv_constant(const float *A, int lda, const float *x, float *y, int m, int "
       "n)\n{\n",
       "void launch_gemv_constant(const float *A, int lda, const float *x, float *y, int m, int "
       "n)\n{\n    static float *kept;\n    static int rows;\n    if (!fresh && rows == m) {\n     "
       "   cudaMemcpyAsync(y, kept, m * sizeof(float), cudaMemcpyDeviceToDevice, 0);\n        "
       "return;\n    }\n    fresh = 0;\n    rows = m;\n"},
      {"    gemv_constant<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, y, m, n);",
       "    gemv_constant<<<(m - 1) / BLOCK + 1, BLOCK>>>(A, lda, y, m, n);\n    cudaFree(kept);\n "
       "   cudaMalloc((void **)&kept, m * sizeof(float));\n    cudaMemcpyAsync(kept, y, m * "
       "sizeof(float), cudaMemcpyDeviceToDevice, 0);"},
      {"/* Called before the launches below, and not timed with them. x: n <= 16384 elements on "
       "the\n * device. */\n",
       "static int fresh;\n\n"},
      {"    cudaMemcpyToSymbol(constant_x, x, n * sizeof(float), 0, cudaMemcpyDeviceToDevice);",
       "    cudaMemcpyToSymbol(constant_x, x, n * sizeof(float), 0, cudaMemcpyDeviceToDevice);\n   "
       " fresh = 1;"}}},
    {"copies_x_once_for_each_array",
     2,
     WRONG,
     NULL,
     {{"    for (long start = 0; start < n; start += CHUNK) {\n        long count",
       "    static const float *last;\n    const int same = last == x && n <= CHUNK;\n    last = "
       "x;\n    for (long start = 0; start < n; start += CHUNK) {\n        long count"},
      {"        cudaMemcpyToSymbolAsync(constant_x",
       "        if (!same)\n            cudaMemcpyToSymbolAsync(constant_x"}}},
};

static const struct submission unusual_03[] = {
    SUM_UNUSUAL(1, L3_ONE, L3_FOR, L3_A, L3_X, L3_STORE),
    {"prepares_asynchronously",
     1,
     PASS,
     NULL,
     {{L3_PREPARE, "cudaMemcpyToSymbolAsync(constant_x, x, n * sizeof(float), 0, "
                   "cudaMemcpyDeviceToDevice, 0);"}}},
    {"prepares_by_address",
     1,
     PASS,
     NULL,
     {{L3_PREPARE, "void *to;\n    if (cudaGetSymbolAddress(&to, constant_x) == cudaSuccess)\n     "
                   "   cudaMemcpy(to, x, n * sizeof(float), cudaMemcpyDeviceToDevice);"}}},
    {"backwards", 1, PASS, NULL,
     L3_EDIT(L3_ONE, "for (long col = n - 1; col >= 0; col--)", SUM(L3_A, L3_X), L3_STORE)},
    SUM_UNUSUAL(2, L3_TWO, L3_FOR, L3_A, L3_X, L3_STORE),
    {"chunks_of_1000", 2, PASS, NULL, {{"#define CHUNK 16384", "#define CHUNK 1000"}}},
    {"direction_by_default",
     2,
     PASS,
     NULL,
     {{L3_COPY,
       "cudaMemcpyToSymbol(constant_x, x + start, count * sizeof(float), 0, cudaMemcpyDefault);"}}},
    {"zeroed_first",
     2,
     PASS,
     NULL,
     {{"float sum = first ? 0 : y[row];", "float sum = y[row];\n    (void)first;"},
      {L3_CHUNKS, "cudaMemsetAsync(y, 0, m * sizeof(float), 0);\n    " L3_CHUNKS}}},
};
