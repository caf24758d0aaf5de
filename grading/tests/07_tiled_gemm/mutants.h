/* Wrong kernels for lab 07, and what they deserve; then unusual ones that are right. */
#include "../edits.h"

/* Step 8 with k divided among four blocks, each of which adds its sum to *c. */
#define L7_SPLIT(before, add)                                                                      \
    {                                                                                              \
        {"#if LAB_STEP(8)\n",                                                                      \
         "#if LAB_STEP(8)\n" before                                                                \
         "__global__ void split(const float *A, int lda, const float *B, int ldb, float *C, int "  \
         "ldc, int m, int n, int k)\n{\n    int col = blockIdx.x * 16 + threadIdx.x, row = "       \
         "blockIdx.y * 16 + threadIdx.y;\n    if (row >= m || col >= n)\n        return;\n    "    \
         "float sum = 0, *c = &C[(size_t)row * ldc + col];\n    for (int l = blockIdx.z; l < k; "  \
         "l "                                                                                      \
         "+= 4)\n        sum += A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    " add    \
         "\n}\n"},                                                                                 \
        {                                                                                          \
            "    gemm_tiled<float, 16><<<grid, block>>>(A",                                        \
                "    cudaMemset2DAsync(C, ldc * sizeof(float), 0, n * sizeof(float), m, 0);\n    " \
                "grid.z = 4;\n    split<<<grid, block>>>(A"                                        \
        }                                                                                          \
    }
#define L7_PARTS "__device__ float parts[4 << 20];\n__device__ unsigned tickets[1 << 20];\n"
#define L7_TICKET(before, after)                                                                   \
    L7_SPLIT(L7_PARTS,                                                                             \
             "int at = row * n + col;\n    parts[4 * at + blockIdx.z] = sum;\n    " before         \
             "\n    unsigned ticket = atomicInc(&tickets[at], 3);\n    " after                     \
             "\n    if (ticket == 3)\n        *c = parts[4 * at] + parts[4 * at + 1] + "           \
             "parts[4 * at + 2] + parts[4 * at + 3];")

static const struct submission mutants_07[] = {
    {"split_compares_once", 8, LUCKY, NULL,
     L7_SPLIT("", "int old = __float_as_int(*c);\n    atomicCAS((int *)c, old, "
                  "__float_as_int(__int_as_float(old) + sum));")},
    {"split_exchanges", 8, LUCKY, NULL,
     L7_SPLIT("", "float old = atomicExch(c, 0.f);\n    atomicExch(c, old + sum);")},
    {"split_atomic_of_block", 8, LUCKY, "atomic within one block only",
     L7_SPLIT("", "atomicAdd_block(c, sum);")},
    {"split_without_fence", 8, LUCKY, "nothing to order the two", L7_TICKET("", "")},
    {"split_fence_behind", 8, LUCKY, "before the atomic", L7_TICKET("", "__threadfence();")},
    {"split_with_ticket", 8, SLOW, "", L7_TICKET("__threadfence();", "")},
    /* Indices beyond 2^31 and 16 bits, addresses that are no multiples of 16, terms far from 1,
     * bits. */
    {"a_int",
     1,
     LUCKY,
     NULL,
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l]",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += A[row * lda "
       "+ l]"}}},
    {"b_unsigned",
     1,
     WRONG,
     NULL,
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col]",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(unsigned)l * ldb + col]"}}},
    {"c_int",
     1,
     LUCKY,
     NULL,
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col]",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[row * ldc + col]"}}},
    {"b_int",
     2,
     LUCKY,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col]",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[l * ldb + col]"}}},
    {"row_16_bits",
     2,
     WRONG,
     NULL,
     {{"    /*{ TODO 3: the block is the row; thread x takes columns x, x + blockDim.x, ... */\n   "
       " int row = blockIdx.x;",
       "    /*{ TODO 3: the block is the row; thread x takes columns x, x + blockDim.x, ... */\n   "
       " unsigned short row = blockIdx.x;"}}},
    {"column_16_bits",
     5,
     WRONG,
     NULL,
     {{"come from x? */\n    int col = blockIdx.x",
       "come from x? */\n    unsigned short col = blockIdx.x"}}},
    {"tile_column_16_bits",
     9,
     WRONG,
     NULL,
     {{"    int col = blockIdx.x * SIDE + x, row = blockIdx.y * SIDE + y;",
       "    unsigned short col = blockIdx.x * SIDE + x;\n    int row = blockIdx.y * SIDE + y;"}}},
    {"row_of_2048",
     4,
     WRONG,
     NULL,
     {{"enum { CHUNK = 1024 };", "enum { CHUNK = 12288 };"},
      {"for (int begin = 0; begin < k; begin += CHUNK)",
       "for (int begin = 0; begin < 1; begin += CHUNK)"},
      {"int terms = min(CHUNK, k - begin);", "int terms = k;"}}},
    {"skips_small",
     5,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        if "
       "(fabsf(A[(size_t)row * lda + l]) > 1e-6f)\n            sum += A[(size_t)row * lda + l] * "
       "B"}}},
    {"rows_on_z",
     5,
     WRONG,
     NULL,
     {{"    /*{ TODO 8: which of row and column must come from x? */\n    int col = blockIdx.x * "
       "blockDim.x + threadIdx.x;\n    int row = blockIdx.y * blockDim.y",
       "    /*{ TODO 8: which of row and column must come from x? */\n    int col = blockIdx.x * "
       "blockDim.x + threadIdx.x;\n    int row = blockIdx.z * blockDim.y"},
      {"    /*{ TODO 9: columns along the grid's x, rows along its y. */\n    dim3 block(32, 32), "
       "grid((n + 31) / 32, (m + 31) / 32);",
       "    /*{ TODO 9: columns along the grid's x, rows along its y. */\n    dim3 block(32, 4), "
       "grid((n + 31) / 32, 1, (m + 3) / 4);"}}},
    {"four_rows_high",
     5,
     WRONG,
     NULL,
     {{"    /*{ TODO 9: columns along the grid's x, rows along its y. */\n    dim3 block(32, 32), "
       "grid((n + 31) / 32, (m + 31) / 32);",
       "    /*{ TODO 9: columns along the grid's x, rows along its y. */\n    dim3 block(32, 4), "
       "grid((n + 31) / 32, (m + 3) / 4);"}}},
    {"tile_a_int",
     7,
     LUCKY,
     NULL,
     {{"        square_A[y][x] = row < m && begin + x < k ? A[(size_t)row * lda + begin + x]",
       "        square_A[y][x] = row < m && begin + x < k ? A[row * lda + begin + x]"}}},
    {"tile_b_unsigned",
     8,
     WRONG,
     NULL,
     {{"        square_B[y][x] = begin + y < k && col < n ? B[(size_t)(begin + y) * ldb + col]",
       "        square_B[y][x] = begin + y < k && col < n ? B[(unsigned)(begin + y) * ldb + "
       "col]"}}},
    {"tile_c_int",
     9,
     LUCKY,
     NULL,
     {{"    }\n    if (row < m && col < n)\n        C[(size_t)row * ldc + col] = sum",
       "    }\n    if (row < m && col < n)\n        C[row * ldc + col] = sum"}}},
    {"a_int",
     10,
     LUCKY,
     NULL,
     {{"        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l]",
       "        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += A[row * "
       "lda + l]"}}},
    {"b_int",
     11,
     LUCKY,
     NULL,
     {{"        of_col[y][x] = col < n && begin + y < k ? B[(size_t)(begin + y) * ldb + col]",
       "        of_col[y][x] = col < n && begin + y < k ? B[(begin + y) * ldb + col]"}}},
    {"float_sum", 12, WRONG, NULL, {{"T sum = 0;", "float sum = 0;"}}},
    {"unaligned",
     13,
     WRONG,
     NULL,
     {{"auto kernel = even && aligned ?", "(void)aligned;\n    auto kernel = even ?"}}},
    {"c_int", 13, LUCKY, NULL, {{"C + (size_t)row * ldc + col", "C + (row * ldc + col)"}}},
    {"fetch_int",
     13,
     LUCKY,
     NULL,
     {{"from + (size_t)(row + i) * ld + col + c", "from + ((row + i) * ld + col + c)"}}},
    {"only_a_aligned",
     13,
     WRONG,
     NULL,
     {{"((size_t)A | (size_t)B | (size_t)C) % 16", "(size_t)A % 16"}}},
    /* All else. */
    {"doubled",
     1,
     WRONG,
     "should be",
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = 2 * "
       "sum;"}}},
    {"adds_to_old",
     1,
     WRONG,
     "held before plus",
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] += "
       "sum;"}}},
    {"no_last_term",
     1,
     WRONG,
     "last of the k terms",
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k - 1; l++"}}},
    {"one_term_more",
     1,
     WRONG,
     NULL,
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l <= k; l++"}}},
    {"no_first_term",
     1,
     WRONG,
     "first of the k terms",
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0;",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 1;"}}},
    {"whole_tiles_of_8",
     1,
     WRONG,
     NULL,
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < (k < 8 ? k : k / 8 * 8); l++"}}},
    {"rows_k_apart",
     1,
     WRONG,
     NULL,
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l]",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * k + l]"}}},
    {"rows_n_apart",
     1,
     WRONG,
     NULL,
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col]",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * n + col]"}}},
    {"stores_n_apart",
     1,
     WRONG,
     NULL,
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * n + col] = "
       "sum;"}}},
    {"transposed_b",
     1,
     WRONG,
     NULL,
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col]",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)col * ldb + l]"}}},
    {"writes_padding",
     1,
     WRONG,
     NULL,
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;\n    if (col == n - 1)\n        C[(size_t)row * ldc + n] = 0;"}}},
    {"half_precision",
     1,
     WRONG,
     "reals",
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l]",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "__uint_as_float(__float_as_uint(A[(size_t)row * lda + l]) & 0xffffe000u)"}}},
    {"constant",
     1,
     WRONG,
     NULL,
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "1;"}}},
    {"doubled",
     5,
     WRONG,
     "should be",
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = 2 * "
       "sum;"}}},
    {"adds_to_old",
     5,
     WRONG,
     "held before plus",
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] += "
       "sum;"}}},
    {"no_last_term",
     5,
     WRONG,
     "last of the k terms",
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k - 1; l++"}}},
    {"one_term_more",
     5,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l <= k; l++"}}},
    {"no_first_term",
     5,
     WRONG,
     "first of the k terms",
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0;",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 1;"}}},
    {"whole_tiles_of_8",
     5,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < (k < 8 ? k : k / 8 * 8); l++"}}},
    {"rows_k_apart",
     5,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l]",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * k + l]"}}},
    {"rows_n_apart",
     5,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col]",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * n + col]"}}},
    {"stores_n_apart",
     5,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * n + col] = "
       "sum;"}}},
    {"transposed_b",
     5,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col]",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)col * ldb + l]"}}},
    {"writes_padding",
     5,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;\n    if (col == n - 1)\n        C[(size_t)row * ldc + n] = 0;"}}},
    {"half_precision",
     5,
     WRONG,
     "reals",
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l]",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "__uint_as_float(__float_as_uint(A[(size_t)row * lda + l]) & 0xffffe000u)"}}},
    {"constant",
     5,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "1;"}}},
    {"doubled",
     6,
     WRONG,
     "should be",
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = 2 * "
       "sum;"}}},
    {"adds_to_old",
     6,
     WRONG,
     "held before plus",
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] += "
       "sum;"}}},
    {"no_last_term",
     6,
     WRONG,
     "last of the k terms",
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k - 1; l++"}}},
    {"one_term_more",
     6,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l <= k; l++"}}},
    {"no_first_term",
     6,
     WRONG,
     "first of the k terms",
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0;",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 1;"}}},
    {"whole_tiles_of_8",
     6,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < (k < 8 ? k : k / 8 * 8); l++"}}},
    {"rows_k_apart",
     6,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l]",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * k + l]"}}},
    {"rows_n_apart",
     6,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col]",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * n + col]"}}},
    {"stores_n_apart",
     6,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * n + col] = "
       "sum;"}}},
    {"transposed_b",
     6,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col]",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)col * ldb + l]"}}},
    {"writes_padding",
     6,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;\n    if (col == n - 1)\n        C[(size_t)row * ldc + n] = 0;"}}},
    {"half_precision",
     6,
     WRONG,
     "reals",
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l]",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "__uint_as_float(__float_as_uint(A[(size_t)row * lda + l]) & 0xffffe000u)"}}},
    {"constant",
     6,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "sum;",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n    C[(size_t)row * ldc + col] = "
       "1;"}}},
    {"doubled",
     10,
     WRONG,
     "should be",
     {{"        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;",
       "        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "2 * sum;"}}},
    {"adds_to_old",
     10,
     WRONG,
     "held before plus",
     {{"        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;",
       "        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] "
       "+= sum;"}}},
    {"no_last_term",
     10,
     WRONG,
     "last of the k terms",
     {{"        double sum = 0;\n        for (int l = 0; l < k; l++",
       "        double sum = 0;\n        for (int l = 0; l < k - 1; l++"}}},
    {"one_term_more",
     10,
     WRONG,
     NULL,
     {{"        double sum = 0;\n        for (int l = 0; l < k; l++",
       "        double sum = 0;\n        for (int l = 0; l <= k; l++"}}},
    {"no_first_term",
     10,
     WRONG,
     "first of the k terms",
     {{"        double sum = 0;\n        for (int l = 0;",
       "        double sum = 0;\n        for (int l = 1;"}}},
    {"whole_tiles_of_8",
     10,
     WRONG,
     NULL,
     {{"        double sum = 0;\n        for (int l = 0; l < k; l++",
       "        double sum = 0;\n        for (int l = 0; l < (k < 8 ? k : k / 8 * 8); l++"}}},
    {"rows_k_apart",
     10,
     WRONG,
     NULL,
     {{"        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l]",
       "        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * k + l]"}}},
    {"rows_n_apart",
     10,
     WRONG,
     NULL,
     {{"        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col]",
       "        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * n + col]"}}},
    {"stores_n_apart",
     10,
     WRONG,
     NULL,
     {{"        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;",
       "        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * n + col] = "
       "sum;"}}},
    {"transposed_b",
     10,
     WRONG,
     NULL,
     {{"        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col]",
       "        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)col * ldb + l]"}}},
    {"writes_padding",
     10,
     WRONG,
     NULL,
     {{"        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;",
       "        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;\n    if (col == n - 1)\n        C[(size_t)row * ldc + n] = 0;"}}},
    {"in_float",
     10,
     WRONG,
     NULL,
     {{"        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l]",
       "        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "(float)A[(size_t)row * lda + l]"}}},
    {"constant",
     10,
     WRONG,
     NULL,
     {{"        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;",
       "        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "1;"}}},
    {"doubled",
     2,
     WRONG,
     "should be",
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "2 * sum;"}}},
    {"adds_to_old",
     2,
     WRONG,
     "held before plus",
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] "
       "+= sum;"}}},
    {"no_last_term",
     2,
     WRONG,
     "last of the k terms",
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++",
       "        float sum = 0;\n        for (int l = 0; l < k - 1; l++"}}},
    {"one_term_more",
     2,
     WRONG,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++",
       "        float sum = 0;\n        for (int l = 0; l <= k; l++"}}},
    {"no_first_term",
     2,
     WRONG,
     "first of the k terms",
     {{"        float sum = 0;\n        for (int l = 0;",
       "        float sum = 0;\n        for (int l = 1;"}}},
    {"whole_tiles_of_8",
     2,
     WRONG,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++",
       "        float sum = 0;\n        for (int l = 0; l < (k < 8 ? k : k / 8 * 8); l++"}}},
    {"rows_k_apart",
     2,
     WRONG,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l]",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * k + l]"}}},
    {"rows_n_apart",
     2,
     WRONG,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col]",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * n + col]"}}},
    {"stores_n_apart",
     2,
     WRONG,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * n + col] = "
       "sum;"}}},
    {"transposed_b",
     2,
     WRONG,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col]",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)col * ldb + l]"}}},
    {"writes_padding",
     2,
     WRONG,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;\n    if (col == n - 1)\n        C[(size_t)row * ldc + n] = 0;"}}},
    {"half_precision",
     2,
     WRONG,
     "reals",
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l]",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "__uint_as_float(__float_as_uint(A[(size_t)row * lda + l]) & 0xffffe000u)"}}},
    {"constant",
     2,
     WRONG,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "1;"}}},
    {"doubled",
     3,
     WRONG,
     "should be",
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "2 * sum;"}}},
    {"adds_to_old",
     3,
     WRONG,
     "held before plus",
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] "
       "+= sum;"}}},
    {"no_last_term",
     3,
     WRONG,
     "last of the k terms",
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++",
       "        float sum = 0;\n        for (int l = 0; l < k - 1; l++"}}},
    {"one_term_more",
     3,
     WRONG,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++",
       "        float sum = 0;\n        for (int l = 0; l <= k; l++"}}},
    {"no_first_term",
     3,
     WRONG,
     "first of the k terms",
     {{"        float sum = 0;\n        for (int l = 0;",
       "        float sum = 0;\n        for (int l = 1;"}}},
    {"whole_tiles_of_8",
     3,
     WRONG,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++",
       "        float sum = 0;\n        for (int l = 0; l < (k < 8 ? k : k / 8 * 8); l++"}}},
    {"rows_k_apart",
     3,
     WRONG,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l]",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * k + l]"}}},
    {"rows_n_apart",
     3,
     WRONG,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col]",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * n + col]"}}},
    {"stores_n_apart",
     3,
     WRONG,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * n + col] = "
       "sum;"}}},
    {"transposed_b",
     3,
     WRONG,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col]",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)col * ldb + l]"}}},
    {"writes_padding",
     3,
     WRONG,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;\n    if (col == n - 1)\n        C[(size_t)row * ldc + n] = 0;"}}},
    {"half_precision",
     3,
     WRONG,
     "reals",
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l]",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "__uint_as_float(__float_as_uint(A[(size_t)row * lda + l]) & 0xffffe000u)"}}},
    {"constant",
     3,
     WRONG,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "sum;",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];\n        C[(size_t)row * ldc + col] = "
       "1;"}}},
    {"unguarded_rows",
     1,
     WRONG,
     NULL,
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (col >= n)"}}},
    {"unguarded_columns",
     1,
     WRONG,
     NULL,
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m)"}}},
    {"guard_off_by_one",
     1,
     WRONG,
     NULL,
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row > m || col > n"}}},
    {"unguarded_rows",
     5,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (col >= n)"}}},
    {"unguarded_columns",
     5,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m)"}}},
    {"guard_off_by_one",
     5,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row > m || col > n"}}},
    {"unguarded_rows",
     6,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (col >= n)"}}},
    {"unguarded_columns",
     6,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m)"}}},
    {"guard_off_by_one",
     6,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row > m || col > n"}}},
    {"swapped_grid",
     1,
     WRONG,
     NULL,
     {{"grid((m + 31) / 32, (n + 31) / 32)", "grid((n + 31) / 32, (m + 31) / 32)"}}},
    {"swapped_grid",
     5,
     WRONG,
     NULL,
     {{"    /*{ TODO 9: columns along the grid's x, rows along its y. */\n    dim3 block(32, 32), "
       "grid((n + 31) / 32, (m + 31) / 32)",
       "    /*{ TODO 9: columns along the grid's x, rows along its y. */\n    dim3 block(32, 32), "
       "grid((m + 31) / 32, (n + 31) / 32)"}}},
    {"uncoalesced",
     5,
     SLOW,
     NULL,
     {{"    /*{ TODO 8: which of row and column must come from x? */\n    int col = blockIdx.x * "
       "blockDim.x + threadIdx.x;\n    int row = blockIdx.y * blockDim.y + threadIdx.y;",
       "    /*{ TODO 8: which of row and column must come from x? */\n    int col = blockIdx.x * "
       "blockDim.x + threadIdx.y;\n    int row = blockIdx.y * blockDim.y + threadIdx.x;"}}},
    {"pitch_in_bytes", 6, WRONG, NULL, {{"(int)(pitch / sizeof(float))", "(int)pitch"}}},
    {"rows_of_ldb_copied",
     6,
     WRONG,
     NULL,
     {{"B, ldb * sizeof(float), n * sizeof(float), k,",
       "B, n * sizeof(float), n * sizeof(float), k,"}}},
    {"width_in_elements",
     6,
     WRONG,
     NULL,
     {{"ldb * sizeof(float), n * sizeof(float), k,", "ldb * sizeof(float), n, k,"}}},
    {"first_copy_kept",
     6,
     WRONG,
     NULL,
     {{"    cudaFree(pitched_B);\n", "    if (pitched_B)\n        return;\n"}}},
    {"not_prepared",
     6,
     WRONG,
     NULL,
     {{"lda, pitched_B, (int)(pitch / sizeof(float)), C",
       "lda, B, (int)(pitch / sizeof(float)), C"}}},
    {"original_instead",
     6,
     SLOW,
     NULL,
     {{"lda, pitched_B, (int)(pitch / sizeof(float)), C", "lda, B, ldb, C"}}},
    {"no_launch",
     2,
     NOT_ATTEMPTED,
     NULL,
     {{"gemm_row<<<m, ROW_THREADS>>>(A, lda, B, ldb, C, ldc, n, k);", "(void)m;"}}},
    {"one_row_less",
     2,
     WRONG,
     "never written",
     {{"<<<m, ROW_THREADS>>>", "<<<m > 1 ? m - 1 : 1, ROW_THREADS>>>"}}},
    {"one_turn_only",
     2,
     WRONG,
     "never written",
     {{"col < n; col += blockDim.x", "col < min(n, (int)blockDim.x); col += blockDim.x"}}},
    {"one_turn_only",
     3,
     WRONG,
     "never written",
     {{"col < n; col += blockDim.x", "col < min(n, (int)blockDim.x); col += blockDim.x"}}},
    {"steps_of_256",
     3,
     WRONG,
     "never written",
     {{"col < n; col += blockDim.x", "col < n; col += 256"}}},
    {"no_first_barrier",
     4,
     WRONG,
     NULL,
     {{"part[l] = A[(size_t)row * lda + begin + l];\n            __syncthreads();\n",
       "part[l] = A[(size_t)row * lda + begin + l];\n"}}},
    {"no_second_barrier",
     4,
     WRONG,
     NULL,
     {{"            __syncthreads();\n        }\n", "        }\n"}}},
    {"first_chunk_only",
     4,
     WRONG,
     NULL,
     {{"begin < k; begin += CHUNK", "begin < min(k, CHUNK); begin += CHUNK"}}},
    {"whole_chunks_only",
     4,
     WRONG,
     NULL,
     {{"int terms = min(CHUNK, k - begin);", "int terms = CHUNK;"}}},
    {"sum_forgotten",
     4,
     WRONG,
     NULL,
     {{"int terms = min(CHUNK, k - begin);",
       "int terms = min(CHUNK, k - begin);\n            sum = 0;"}}},
    {"rows_k_apart",
     4,
     WRONG,
     NULL,
     {{"A[(size_t)row * lda + begin + l]", "A[(size_t)row * k + begin + l]"}}},
    {"chunk_forgotten",
     4,
     WRONG,
     NULL,
     {{"B[(size_t)(begin + l) * ldb + col]", "B[(size_t)l * ldb + col]"}}},
    {"unguarded_store", 4, WRONG, NULL, {{"        if (col < n)\n            C", "        C"}}},
    {"unguarded_sum",
     4,
     WRONG,
     NULL,
     {{"            if (col < n)\n                for", "            for"}}},
    {"first_columns_only",
     4,
     WRONG,
     "never written",
     {{"first < n; first += blockDim.x", "first < min(n, (int)blockDim.x); first += blockDim.x"}}},
    {"adds_to_old",
     4,
     WRONG,
     "held before plus",
     {{"            C[(size_t)row * ldc + col] = sum;",
       "            C[(size_t)row * ldc + col] += sum;"}}},
    {"no_first_barrier",
     7,
     WRONG,
     NULL,
     {{"        __syncthreads();\n#pragma unroll\n", "#pragma unroll\n"}}},
    {"no_second_barrier",
     7,
     WRONG,
     NULL,
     {{"square_B[l][x];\n        __syncthreads();\n", "square_B[l][x];\n"}}},
    {"edge_of_a_not_zero",
     7,
     WRONG,
     NULL,
     {{"        square_A[y][x] = row < m && begin + x < k ? A",
       "        square_A[y][x] = row < m ? A"}}},
    {"edge_of_b_not_zero", 7, WRONG, NULL, {{"begin + y < k && col < n ? B", "col < n ? B"}}},
    {"rows_of_a_unguarded",
     7,
     WRONG,
     NULL,
     {{"        square_A[y][x] = row < m && begin + x < k ? A",
       "        square_A[y][x] = begin + x < k ? A"}}},
    {"no_last_k_tile",
     7,
     WRONG,
     NULL,
     {{"begin < k; begin += SIDE", "begin + SIDE <= k || begin == 0; begin += SIDE"}}},
    {"first_k_tile_only",
     7,
     WRONG,
     NULL,
     {{"begin < k; begin += SIDE", "begin < 1; begin += SIDE"}}},
    {"unguarded_store",
     7,
     WRONG,
     NULL,
     {{"    }\n    if (row < m && col < n)\n        C", "    }\n    if (row < m)\n        C"}}},
    {"wrong_guard",
     7,
     WRONG,
     NULL,
     {{"    }\n    if (row < m && col < n)\n        C",
       "    }\n    if (row < n && col < m)\n        C"}}},
    {"rows_k_apart",
     7,
     WRONG,
     NULL,
     {{"        square_A[y][x] = row < m && begin + x < k ? A[(size_t)row * lda + begin + x]",
       "        square_A[y][x] = row < m && begin + x < k ? A[(size_t)row * k + begin + x]"}}},
    {"adds_to_old",
     7,
     WRONG,
     "held before plus",
     {{"    }\n    if (row < m && col < n)\n        C[(size_t)row * ldc + col] = sum;",
       "    }\n    if (row < m && col < n)\n        C[(size_t)row * ldc + col] += sum;"}}},
    {"last_of_the_tile_missing", 7, WRONG, NULL, {{"l < SIDE; l++", "l < SIDE - 1; l++"}}},
    {"indices_mixed",
     7,
     WRONG,
     NULL,
     {{"sum += square_A[y][l] * square_B[l][x];", "sum += square_A[l][y] * square_B[l][x];"}}},
    {"no_first_barrier",
     8,
     WRONG,
     NULL,
     {{"        __syncthreads();\n#pragma unroll\n", "#pragma unroll\n"}}},
    {"no_second_barrier",
     8,
     WRONG,
     NULL,
     {{"square_B[l][x];\n        __syncthreads();\n", "square_B[l][x];\n"}}},
    {"edge_of_a_not_zero",
     8,
     WRONG,
     NULL,
     {{"        square_A[y][x] = row < m && begin + x < k ? A",
       "        square_A[y][x] = row < m ? A"}}},
    {"edge_of_b_not_zero", 8, WRONG, NULL, {{"begin + y < k && col < n ? B", "col < n ? B"}}},
    {"rows_of_a_unguarded",
     8,
     WRONG,
     NULL,
     {{"        square_A[y][x] = row < m && begin + x < k ? A",
       "        square_A[y][x] = begin + x < k ? A"}}},
    {"no_last_k_tile",
     8,
     WRONG,
     NULL,
     {{"begin < k; begin += SIDE", "begin + SIDE <= k || begin == 0; begin += SIDE"}}},
    {"first_k_tile_only",
     8,
     WRONG,
     NULL,
     {{"begin < k; begin += SIDE", "begin < 1; begin += SIDE"}}},
    {"unguarded_store",
     8,
     WRONG,
     NULL,
     {{"    }\n    if (row < m && col < n)\n        C", "    }\n    if (row < m)\n        C"}}},
    {"wrong_guard",
     8,
     WRONG,
     NULL,
     {{"    }\n    if (row < m && col < n)\n        C",
       "    }\n    if (row < n && col < m)\n        C"}}},
    {"rows_k_apart",
     8,
     WRONG,
     NULL,
     {{"        square_A[y][x] = row < m && begin + x < k ? A[(size_t)row * lda + begin + x]",
       "        square_A[y][x] = row < m && begin + x < k ? A[(size_t)row * k + begin + x]"}}},
    {"adds_to_old",
     8,
     WRONG,
     "held before plus",
     {{"    }\n    if (row < m && col < n)\n        C[(size_t)row * ldc + col] = sum;",
       "    }\n    if (row < m && col < n)\n        C[(size_t)row * ldc + col] += sum;"}}},
    {"last_of_the_tile_missing", 8, WRONG, NULL, {{"l < SIDE; l++", "l < SIDE - 1; l++"}}},
    {"indices_mixed",
     8,
     WRONG,
     NULL,
     {{"sum += square_A[y][l] * square_B[l][x];", "sum += square_A[l][y] * square_B[l][x];"}}},
    {"no_first_barrier",
     9,
     WRONG,
     NULL,
     {{"        __syncthreads();\n#pragma unroll\n", "#pragma unroll\n"}}},
    {"no_second_barrier",
     9,
     WRONG,
     NULL,
     {{"square_B[l][x];\n        __syncthreads();\n", "square_B[l][x];\n"}}},
    {"edge_of_a_not_zero",
     9,
     WRONG,
     NULL,
     {{"        square_A[y][x] = row < m && begin + x < k ? A",
       "        square_A[y][x] = row < m ? A"}}},
    {"edge_of_b_not_zero", 9, WRONG, NULL, {{"begin + y < k && col < n ? B", "col < n ? B"}}},
    {"rows_of_a_unguarded",
     9,
     WRONG,
     NULL,
     {{"        square_A[y][x] = row < m && begin + x < k ? A",
       "        square_A[y][x] = begin + x < k ? A"}}},
    {"no_last_k_tile",
     9,
     WRONG,
     NULL,
     {{"begin < k; begin += SIDE", "begin + SIDE <= k || begin == 0; begin += SIDE"}}},
    {"first_k_tile_only",
     9,
     WRONG,
     NULL,
     {{"begin < k; begin += SIDE", "begin < 1; begin += SIDE"}}},
    {"unguarded_store",
     9,
     WRONG,
     NULL,
     {{"    }\n    if (row < m && col < n)\n        C", "    }\n    if (row < m)\n        C"}}},
    {"wrong_guard",
     9,
     WRONG,
     NULL,
     {{"    }\n    if (row < m && col < n)\n        C",
       "    }\n    if (row < n && col < m)\n        C"}}},
    {"rows_k_apart",
     9,
     WRONG,
     NULL,
     {{"        square_A[y][x] = row < m && begin + x < k ? A[(size_t)row * lda + begin + x]",
       "        square_A[y][x] = row < m && begin + x < k ? A[(size_t)row * k + begin + x]"}}},
    {"adds_to_old",
     9,
     WRONG,
     "held before plus",
     {{"    }\n    if (row < m && col < n)\n        C[(size_t)row * ldc + col] = sum;",
       "    }\n    if (row < m && col < n)\n        C[(size_t)row * ldc + col] += sum;"}}},
    {"last_of_the_tile_missing", 9, WRONG, NULL, {{"l < SIDE; l++", "l < SIDE - 1; l++"}}},
    {"indices_mixed",
     9,
     WRONG,
     NULL,
     {{"sum += square_A[y][l] * square_B[l][x];", "sum += square_A[l][y] * square_B[l][x];"}}},
    {"no_first_barrier",
     12,
     WRONG,
     NULL,
     {{"        __syncthreads();\n#pragma unroll\n", "#pragma unroll\n"}}},
    {"no_second_barrier",
     12,
     WRONG,
     NULL,
     {{"square_B[l][x];\n        __syncthreads();\n", "square_B[l][x];\n"}}},
    {"edge_of_a_not_zero",
     12,
     WRONG,
     NULL,
     {{"        square_A[y][x] = row < m && begin + x < k ? A",
       "        square_A[y][x] = row < m ? A"}}},
    {"edge_of_b_not_zero", 12, WRONG, NULL, {{"begin + y < k && col < n ? B", "col < n ? B"}}},
    {"rows_of_a_unguarded",
     12,
     WRONG,
     NULL,
     {{"        square_A[y][x] = row < m && begin + x < k ? A",
       "        square_A[y][x] = begin + x < k ? A"}}},
    {"no_last_k_tile",
     12,
     WRONG,
     NULL,
     {{"begin < k; begin += SIDE", "begin + SIDE <= k || begin == 0; begin += SIDE"}}},
    {"first_k_tile_only",
     12,
     WRONG,
     NULL,
     {{"begin < k; begin += SIDE", "begin < 1; begin += SIDE"}}},
    {"unguarded_store",
     12,
     WRONG,
     NULL,
     {{"    }\n    if (row < m && col < n)\n        C", "    }\n    if (row < m)\n        C"}}},
    {"wrong_guard",
     12,
     WRONG,
     NULL,
     {{"    }\n    if (row < m && col < n)\n        C",
       "    }\n    if (row < n && col < m)\n        C"}}},
    {"rows_k_apart",
     12,
     WRONG,
     NULL,
     {{"        square_A[y][x] = row < m && begin + x < k ? A[(size_t)row * lda + begin + x]",
       "        square_A[y][x] = row < m && begin + x < k ? A[(size_t)row * k + begin + x]"}}},
    {"adds_to_old",
     12,
     WRONG,
     "held before plus",
     {{"    }\n    if (row < m && col < n)\n        C[(size_t)row * ldc + col] = sum;",
       "    }\n    if (row < m && col < n)\n        C[(size_t)row * ldc + col] += sum;"}}},
    {"last_of_the_tile_missing", 12, WRONG, NULL, {{"l < SIDE; l++", "l < SIDE - 1; l++"}}},
    {"indices_mixed",
     12,
     WRONG,
     NULL,
     {{"sum += square_A[y][l] * square_B[l][x];", "sum += square_A[l][y] * square_B[l][x];"}}},
    {"warp_barriers",
     8,
     WRONG,
     NULL,
     {{"        __syncthreads();\n#pragma unroll", "        __syncwarp();\n#pragma unroll"}}},
    {"warp_barriers",
     9,
     WRONG,
     NULL,
     {{"        __syncthreads();\n#pragma unroll", "        __syncwarp();\n#pragma unroll"}}},
    {"warp_barriers",
     12,
     WRONG,
     NULL,
     {{"        __syncthreads();\n#pragma unroll", "        __syncwarp();\n#pragma unroll"}}},
    {"no_first_barrier",
     11,
     WRONG,
     NULL,
     {{"        of_col[y][x] = col < n && begin + y < k ? B[(size_t)(begin + y) * ldb + col] : "
       "0;\n        __syncthreads();\n        for (int l",
       "        of_col[y][x] = col < n && begin + y < k ? B[(size_t)(begin + y) * ldb + col] : "
       "0;\n        for (int l"}}},
    {"no_second_barrier",
     11,
     WRONG,
     NULL,
     {{"of_col[l][x];\n        __syncthreads();\n", "of_col[l][x];\n"}}},
    {"edge_of_a_not_zero",
     11,
     WRONG,
     NULL,
     {{"        of_row[y][x] = row < m && begin + x < k ? A",
       "        of_row[y][x] = row < m ? A"}}},
    {"edge_of_b_not_zero",
     11,
     WRONG,
     NULL,
     {{"        of_col[y][x] = col < n && begin + y < k ? B",
       "        of_col[y][x] = col < n ? B"}}},
    {"rows_of_a_unguarded",
     11,
     WRONG,
     NULL,
     {{"        of_row[y][x] = row < m && begin + x < k ? A",
       "        of_row[y][x] = begin + x < k ? A"}}},
    {"no_last_k_tile",
     11,
     WRONG,
     NULL,
     {{"    __shared__ double of_row[TILE][TILE], of_col[TILE][TILE];\n    for (int begin = 0; "
       "begin < k; begin += TILE",
       "    __shared__ double of_row[TILE][TILE], of_col[TILE][TILE];\n    for (int begin = 0; "
       "begin + TILE <= k || begin == 0; begin += TILE"}}},
    {"first_k_tile_only",
     11,
     WRONG,
     NULL,
     {{"    __shared__ double of_row[TILE][TILE], of_col[TILE][TILE];\n    for (int begin = 0; "
       "begin < k; begin += TILE",
       "    __shared__ double of_row[TILE][TILE], of_col[TILE][TILE];\n    for (int begin = 0; "
       "begin < 1; begin += TILE"}}},
    {"unguarded_store",
     11,
     WRONG,
     NULL,
     {{"    /*}*/\n    if (row < m && col < n)\n        C",
       "    /*}*/\n    if (row < m)\n        C"}}},
    {"wrong_guard",
     11,
     WRONG,
     NULL,
     {{"    /*}*/\n    if (row < m && col < n)\n        C",
       "    /*}*/\n    if (row < n && col < m)\n        C"}}},
    {"rows_k_apart",
     11,
     WRONG,
     NULL,
     {{"        of_row[y][x] = row < m && begin + x < k ? A[(size_t)row * lda + begin + x]",
       "        of_row[y][x] = row < m && begin + x < k ? A[(size_t)row * k + begin + x]"}}},
    {"adds_to_old",
     11,
     WRONG,
     "held before plus",
     {{"    /*}*/\n    if (row < m && col < n)\n        C[(size_t)row * ldc + col] = sum;",
       "    /*}*/\n    if (row < m && col < n)\n        C[(size_t)row * ldc + col] += sum;"}}},
    {"last_of_the_tile_missing",
     11,
     WRONG,
     NULL,
     {{"        of_col[y][x] = col < n && begin + y < k ? B[(size_t)(begin + y) * ldb + col] : "
       "0;\n        __syncthreads();\n        for (int l = 0; l < TILE; l++",
       "        of_col[y][x] = col < n && begin + y < k ? B[(size_t)(begin + y) * ldb + col] : "
       "0;\n        __syncthreads();\n        for (int l = 0; l < TILE - 1; l++"}}},
    {"indices_mixed",
     11,
     WRONG,
     NULL,
     {{"sum += of_row[y][l] * of_col[l][x];", "sum += of_row[l][y] * of_col[l][x];"}}},
    {"as_the_document_has_it",
     11,
     WRONG,
     NULL,
     {{"of_row[TILE][TILE], of_col[TILE][TILE];", "of_row[TILE], of_col[TILE];"},
      {"of_row[y][x] = ", "of_row[x] = "},
      {"of_col[y][x] = ", "of_col[y] = "},
      {"sum += of_row[y][l] * of_col[l][x];", "sum += of_row[l] * of_col[l];"}}},
    {"as_the_document_has_it",
     10,
     WRONG,
     NULL,
     {{"if (row < m && col < n) {", "if (row <= m && col <= n) {"}}},
    {"columns_too_many",
     10,
     WRONG,
     NULL,
     {{"if (row < m && col < n) {", "if (row < m && col <= n) {"}}},
    {"no_launch",
     10,
     NOT_ATTEMPTED,
     NULL,
     {{"dgemm_guarded<<<grid, block>>>(A, lda, B, ldb, C, ldc, m, n, k);",
       "(void)grid, (void)block;"}}},
    {"no_barrier", 13, WRONG, NULL, {{"__syncthreads(); /* everybody's", "/* everybody's"}}},
    {"waits_too_little",
     13,
     WRONG,
     "nobody has waited for",
     {{"__pipeline_wait_prior(0);", "__pipeline_wait_prior(1);"}}},
    {"fragment_rows_mixed",
     13,
     WRONG,
     NULL,
     {{"tile_A[(16 * i + 8 * j) * ROW_A]", "tile_A[(16 * j + 8 * i) * ROW_A]"}}},
    {"b_transposed", 13, WRONG, NULL, {{"= tile_B[8 * i]", "= tile_B[8 * i * ROW_B]"}}},
    {"unguarded_columns",
     13,
     WRONG,
     NULL,
     {{"if (row < m && col < n)\n                    to[0]",
       "if (row < m)\n                    to[0]"}}},
    {"unguarded_rows", 13, WRONG, NULL, {{"EACH == 2 && row < m &&", "EACH == 2 &&"}}},
    {"rows_may_end_within_16_bytes", 13, WRONG, NULL, {{"ldc | n | k) % 2", "ldc) % 2"}}},
    {"always_16_bytes", 13, WRONG, NULL, {{"even && aligned ?", "m > 0 ?"}}},
    {"edge_not_zero",
     13,
     WRONG,
     NULL,
     {{"bool there = row + i < all_rows && inside;", "bool there = inside;"}}},
    {"too_little_shared", 13, WRONG, NULL, {{"int bytes = 2 * STAGE *", "int bytes = STAGE *"}}},
    {"not_asked_for",
     13,
     WRONG,
     NULL,
     {{"    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);\n",
       ""}}},
    {"last_step_missing",
     13,
     WRONG,
     NULL,
     {{"int tiles = (k + BLOCK_K - 1) / BLOCK_K;", "int tiles = k < BLOCK_K ? 1 : k / BLOCK_K;"}}},
    {"last_part_missing",
     13,
     WRONG,
     NULL,
     {{"slice < PARTS && more", "slice < PARTS - 1 && more"}}},
    {"fragments_of_one_slice", 13, WRONG, NULL, {{"a[slice % 2][i]", "a[0][i]"}}},
    {"columns_unended",
     13,
     WRONG,
     NULL,
     {{"bool inside = col + c < all_cols;", "bool inside = true;"}}},
    {"fetched_for_the_first_columns_only",
     4,
     WRONG,
     "columns 256 to 299",
     {{"            for (int l = threadIdx.x; l < terms; l += blockDim.x)\n                part[l]",
       "            for (int l = threadIdx.x; first == 0 && l < terms; l += blockDim.x)\n          "
       "      part[l]"}}},
    {"wide_copies_of_the_first_rows",
     13,
     WRONG,
     "rows 128 to 131",
     {{"fetch<BLOCK_M, BLOCK_K, ROW_A, EACH>(to, A, lda, block_row,",
       "fetch<BLOCK_M, BLOCK_K, ROW_A, EACH>(to, A, lda, EACH == 2 ? 0 : block_row,"}}},
    {"wide_copies_of_the_first_columns",
     13,
     WRONG,
     "columns 128 to 131",
     {{"                                             block_col, k, n, part);",
       "                                             EACH == 2 ? 0 : block_col, k, n, part);"}}},
    {"keeps_every_copy", 6, WRONG, "were not freed", {{"    cudaFree(pitched_B);\n", ""}}},
    {"borrows_the_padding_of_c",
     4,
     LUCKY,
     "the padding of C",
     {{"        if (col < n)\n            C[(size_t)row * ldc + col] = sum;\n    }\n    "
       "/*}*/\n}\n\nvoid launch_gemm_row_shared",
       "        if (col < n)\n            C[(size_t)row * ldc + col] = sum;\n        if (col == 0 "
       "&& ldc > n && blockIdx.x + 1 < gridDim.x) { volatile float *own = (volatile float "
       "*)&C[(size_t)row * ldc + n]; const float old = *own; *own = 1; *own = old; }\n    }\n    "
       "/*}*/\n}\n\nvoid launch_gemm_row_shared"}}},
    {"blocks_of_256",
     3,
     SLOW,
     "blocks of 32 threads",
     {{"    gemm_row<<<m, 32>>>", "    gemm_row<<<m, 256>>>"}}},
    {"keeps_a_copy_of_b",
     4,
     WRONG,
     "nothing may be kept",
     {{"    gemm_row_shared<<<m, 256>>>(A, lda, B, ldb, C, ldc, n, k);",
       "    static const float *last;\n    static float *copy;\n    if (last != B) {\n        "
       "cudaFree(copy);\n        cudaMalloc((void **)&copy, sizeof(float) * n * k);\n        "
       "cudaMemcpy2DAsync(copy, 4L * n, B, 4L * ldb, 4L * n, k, cudaMemcpyDeviceToDevice, 0);\n    "
       "    last = B;\n    }\n    gemm_row_shared<<<m, 256>>>(A, lda, copy, n, C, ldc, n, k);"}}},
};

static const struct submission unusual_07[] = {
#define L7_EXISTING                                                                                \
    {                                                                                              \
        "        square_A[y][x] = row < m && begin + x < k ? A[(size_t)row * lda + begin + x] : "  \
        "0;\n        square_B[y][x] = begin + y < k && col < n ? B[(size_t)(begin + y) * ldb + "   \
        "col] : 0;\n        __syncthreads();\n#pragma unroll\n        for (int l = 0; l < SIDE; "  \
        "l++)",                                                                                    \
            "        if (row < m && begin + x < k)\n            square_A[y][x] = A[(size_t)row * " \
            "lda + begin + x];\n        if (begin + y < k && col < n)\n            "               \
            "square_B[y][x] "                                                                      \
            "= B[(size_t)(begin + y) * ldb + col];\n        __syncthreads();\n        for (int l " \
            "= 0; l < min(SIDE, k - begin); l++)"                                                  \
    }
    {"only_what_exists", 7, PASS, NULL, {L7_EXISTING}},
    {"only_what_exists", 9, PASS, NULL, {L7_EXISTING}},
#undef L7_EXISTING
    {"backwards",
     1,
     PASS,
     NULL,
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = k - 1; l >= 0; l--"}}},
    {"multiply_add",
     1,
     PASS,
     NULL,
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum = "
       "fmaf(A[(size_t)row * lda + l], B[(size_t)l * ldb + col], sum);"}}},
    {"read_only_loads",
     1,
     PASS,
     NULL,
     {{"    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];",
       "    int col = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "__ldg(&A[(size_t)row * lda + l]) * __ldg(&B[(size_t)l * ldb + col]);"}}},
    {"backwards",
     5,
     PASS,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = k - 1; l >= 0; l--"}}},
    {"multiply_add",
     5,
     PASS,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum = "
       "fmaf(A[(size_t)row * lda + l], B[(size_t)l * ldb + col], sum);"}}},
    {"read_only_loads",
     5,
     PASS,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "__ldg(&A[(size_t)row * lda + l]) * __ldg(&B[(size_t)l * ldb + col]);"}}},
    {"backwards",
     6,
     PASS,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = k - 1; l >= 0; l--"}}},
    {"multiply_add",
     6,
     PASS,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum = "
       "fmaf(A[(size_t)row * lda + l], B[(size_t)l * ldb + col], sum);"}}},
    {"read_only_loads",
     6,
     PASS,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row >= m || col >= n)\n      "
       "  return;\n    float sum = 0;\n    for (int l = 0; l < k; l++)\n        sum += "
       "__ldg(&A[(size_t)row * lda + l]) * __ldg(&B[(size_t)l * ldb + col]);"}}},
    {"backwards",
     10,
     PASS,
     NULL,
     {{"        double sum = 0;\n        for (int l = 0; l < k; l++",
       "        double sum = 0;\n        for (int l = k - 1; l >= 0; l--"}}},
    {"multiply_add",
     10,
     PASS,
     NULL,
     {{"        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];",
       "        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum = "
       "fma(A[(size_t)row * lda + l], B[(size_t)l * ldb + col], sum);"}}},
    {"read_only_loads",
     10,
     PASS,
     NULL,
     {{"        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];",
       "        double sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "__ldg(&A[(size_t)row * lda + l]) * __ldg(&B[(size_t)l * ldb + col]);"}}},
    {"backwards",
     2,
     PASS,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++",
       "        float sum = 0;\n        for (int l = k - 1; l >= 0; l--"}}},
    {"multiply_add",
     2,
     PASS,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum = "
       "fmaf(A[(size_t)row * lda + l], B[(size_t)l * ldb + col], sum);"}}},
    {"read_only_loads",
     2,
     PASS,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "__ldg(&A[(size_t)row * lda + l]) * __ldg(&B[(size_t)l * ldb + col]);"}}},
    {"backwards",
     3,
     PASS,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++",
       "        float sum = 0;\n        for (int l = k - 1; l >= 0; l--"}}},
    {"multiply_add",
     3,
     PASS,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum = "
       "fmaf(A[(size_t)row * lda + l], B[(size_t)l * ldb + col], sum);"}}},
    {"read_only_loads",
     3,
     PASS,
     NULL,
     {{"        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "A[(size_t)row * lda + l] * B[(size_t)l * ldb + col];",
       "        float sum = 0;\n        for (int l = 0; l < k; l++)\n            sum += "
       "__ldg(&A[(size_t)row * lda + l]) * __ldg(&B[(size_t)l * ldb + col]);"}}},
    {"smaller_chunks", 4, PASS, NULL, {{"CHUNK = 1024", "CHUNK = 512"}}},
    {"fewer_threads", 4, PASS, NULL, {{"<<<m, 256>>>", "<<<m, 128>>>"}}},
    {"multiply_add",
     4,
     PASS,
     NULL,
     {{"sum += part[l] * B[(size_t)(begin + l) * ldb + col];",
       "sum = fmaf(part[l], B[(size_t)(begin + l) * ldb + col], sum);"}}},
    {"backwards", 7, PASS, NULL, {{"int l = 0; l < SIDE; l++", "int l = SIDE - 1; l >= 0; l--"}}},
    {"more_barriers",
     7,
     PASS,
     NULL,
     {{"        __syncthreads();\n#pragma unroll\n",
       "        __syncthreads();\n#pragma unroll\n        __syncthreads();\n"}}},
    {"twice_negated",
     7,
     PASS,
     NULL,
     {{"sum += square_A[y][l] * square_B[l][x];", "sum -= -square_A[y][l] * square_B[l][x];"}}},
    {"backwards", 8, PASS, NULL, {{"int l = 0; l < SIDE; l++", "int l = SIDE - 1; l >= 0; l--"}}},
    {"more_barriers",
     8,
     PASS,
     NULL,
     {{"        __syncthreads();\n#pragma unroll\n",
       "        __syncthreads();\n#pragma unroll\n        __syncthreads();\n"}}},
    {"twice_negated",
     8,
     PASS,
     NULL,
     {{"sum += square_A[y][l] * square_B[l][x];", "sum -= -square_A[y][l] * square_B[l][x];"}}},
    {"backwards", 9, PASS, NULL, {{"int l = 0; l < SIDE; l++", "int l = SIDE - 1; l >= 0; l--"}}},
    {"more_barriers",
     9,
     PASS,
     NULL,
     {{"        __syncthreads();\n#pragma unroll\n",
       "        __syncthreads();\n#pragma unroll\n        __syncthreads();\n"}}},
    {"twice_negated",
     9,
     PASS,
     NULL,
     {{"sum += square_A[y][l] * square_B[l][x];", "sum -= -square_A[y][l] * square_B[l][x];"}}},
    {"backwards", 12, PASS, NULL, {{"int l = 0; l < SIDE; l++", "int l = SIDE - 1; l >= 0; l--"}}},
    {"more_barriers",
     12,
     PASS,
     NULL,
     {{"        __syncthreads();\n#pragma unroll\n",
       "        __syncthreads();\n#pragma unroll\n        __syncthreads();\n"}}},
    {"twice_negated",
     12,
     PASS,
     NULL,
     {{"sum += square_A[y][l] * square_B[l][x];", "sum -= -square_A[y][l] * square_B[l][x];"}}},
    {"backwards",
     11,
     PASS,
     NULL,
     {{"        of_col[y][x] = col < n && begin + y < k ? B[(size_t)(begin + y) * ldb + col] : "
       "0;\n        __syncthreads();\n        for (int l = 0; l < TILE; l++",
       "        of_col[y][x] = col < n && begin + y < k ? B[(size_t)(begin + y) * ldb + col] : "
       "0;\n        __syncthreads();\n        for (int l = TILE - 1; l >= 0; l--"}}},
    {"twice_negated",
     11,
     PASS,
     NULL,
     {{"sum += of_row[y][l] * of_col[l][x];", "sum -= -of_row[y][l] * of_col[l][x];"}}},
    {"more_barriers",
     11,
     PASS,
     NULL,
     {{"        of_col[y][x] = col < n && begin + y < k ? B[(size_t)(begin + y) * ldb + col] : "
       "0;\n        __syncthreads();\n        for (int l",
       "        of_col[y][x] = col < n && begin + y < k ? B[(size_t)(begin + y) * ldb + col] : "
       "0;\n        __syncthreads();\n        __syncthreads();\n        for (int l"}}},
    {"columns_first",
     13,
     PASS,
     NULL,
     {{"if (row < m && col < n)\n                    to[0]",
       "if (col < n && row < m)\n                    to[0]"}}},
    {"narrow_copies", 13, PASS, NULL, {{"even && aligned ?", "m < 0 ?"}}},
    {"wider_padding", 13, PASS, NULL, {{"ROW_A = BLOCK_K + 4", "ROW_A = BLOCK_K + 12"}}},
};
