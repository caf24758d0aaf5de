/* Wrong kernels for lab 06, and what they deserve; then unusual ones that are right. */
#include "../edits.h"

static const struct submission mutants_06[] = {
    /* Indices beyond 2^31 and 16 bits, addresses that are no multiples of 16, terms far from 1,
     * bits. */
    {"reads_int",
     2,
     LUCKY,
     NULL,
     {{"    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = in[(size_t)row "
       "* n + col]",
       "    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = in[row * n + "
       "col]"}}},
    {"writes_unsigned",
     2,
     WRONG,
     NULL,
     {{"    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row]",
       "    for (int col = 0; col < n; col++)\n        out[(unsigned)col * m + row]"}}},
    {"reads_int",
     3,
     LUCKY,
     NULL,
     {{"    if (row < m && col < n)\n        out[(size_t)col * m + row] = in[(size_t)row * n + "
       "col]",
       "    if (row < m && col < n)\n        out[(size_t)col * m + row] = in[row * n + col]"}}},
    {"writes_unsigned",
     3,
     WRONG,
     NULL,
     {{"    if (row < m && col < n)\n        out[(size_t)col * m + row]",
       "    if (row < m && col < n)\n        out[(unsigned)col * m + row]"}}},
    {"adds_zero",
     3,
     WRONG,
     NULL,
     {{"    if (row < m && col < n)\n        out[(size_t)col * m + row] = in[(size_t)row * n + "
       "col]",
       "    if (row < m && col < n)\n        out[(size_t)col * m + row] = in[(size_t)row * n + "
       "col] + 0.0f"}}},
    {"skips_zeros",
     3,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row < m && col < n)\n",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row < m && col < n && "
       "in[(size_t)row * n + col] != 0)\n"}}},
    {"writes_int",
     4,
     LUCKY,
     NULL,
     {{"    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n && out_col < m)\n        out[(size_t)out_row * m + out_col]",
       "    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n && out_col < m)\n        out[out_row * m + out_col]"}}},
    {"reads_unsigned",
     5,
     WRONG,
     NULL,
     {{"    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col]",
       "    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(unsigned)row * n + col]"}}},
    {"flushes_denormals",
     6,
     WRONG,
     NULL,
     {{"        tile[y / ROWS][y % ROWS * K + x] = in[(size_t)row * n + col]",
       "        tile[y / ROWS][y % ROWS * K + x] = fabsf(in[(size_t)row * n + col]) < "
       "1.17549435e-38f ? copysignf(0, in[(size_t)row * n + col]) : in[(size_t)row * n + col]"}}},
    {"no_nans",
     8,
     WRONG,
     NULL,
     {{"            tile[y][x] = in[(size_t)row * n + col]",
       "            tile[y][x] = fmaxf(in[(size_t)row * n + col], -3.4e38f)"}}},
    {"four_at_once_unaligned",
     8,
     WRONG,
     NULL,
     {{"        if (row < m && col < n)\n            tile[y][x] = in[(size_t)row * n + col];",
       "        if (row < m && n % 32 == 0) {\n            float4 v = *(const float4 "
       "*)&in[(size_t)row * n + col / 4 * 4];\n            tile[y][x] = x % 4 == 0 ? v.x : x % 4 "
       "== 1 ? v.y : x % 4 == 2 ? v.z : v.w;\n        } else if (row < m && col < n)\n            "
       "tile[y][x] = in[(size_t)row * n + col];"}}},
    {"row_int", 9, LUCKY, NULL, {{"in + (size_t)row * n + col;", "in + (row * n + col);"}}},
    {"ragged_adds_zero",
     9,
     WRONG,
     NULL,
     {{"make_float4(array[at],", "make_float4(array[at] + 0.0f,"}}},
    {"out_int",
     9,
     LUCKY,
     NULL,
     {{"(float4 *)(out + (size_t)out_row * m + out_col)",
       "(float4 *)(out + (int)((size_t)out_row * m + out_col))"}}},
    {"bytes_int",
     11,
     LUCKY,
     NULL,
     {{"stage[slot] = in[i];",
       "stage[slot] = *(const unsigned *)((const char *)in + (int)(4u * i));"}}},
    {"index_16_bits",
     10,
     WRONG,
     NULL,
     {{"    /*{ TODO 19: this thread's element, in order. */\n    int i = blockIdx.x",
       "    /*{ TODO 19: this thread's element, in order. */\n    unsigned short i = blockIdx.x"}}},
    /* All else. */
    {"copies",
     1,
     WRONG,
     "copied and not transposed",
     {{"            out[(size_t)col * m + row] = in[(size_t)row * n + col]",
       "            out[(size_t)row * n + col] = in[(size_t)row * n + col]"}}},
    {"rows_n_apart",
     1,
     WRONG,
     NULL,
     {{"            out[(size_t)col * m + row] = in[(size_t)row * n + col]",
       "            out[(size_t)col * n + row] = in[(size_t)row * n + col]"}}},
    {"reads_m_apart",
     1,
     WRONG,
     NULL,
     {{"            out[(size_t)col * m + row] = in[(size_t)row * n + col]",
       "            out[(size_t)col * m + row] = in[(size_t)row * m + col]"}}},
    {"doubled",
     1,
     WRONG,
     "should be",
     {{"            out[(size_t)col * m + row] = in[(size_t)row * n + col]",
       "            out[(size_t)col * m + row] = 2 * in[(size_t)row * n + col]"}}},
    {"adds_to_old",
     1,
     WRONG,
     NULL,
     {{"            out[(size_t)col * m + row] = in[(size_t)row * n + col]",
       "            out[(size_t)col * m + row] += in[(size_t)row * n + col]"}}},
    {"half_precision",
     1,
     WRONG,
     NULL,
     {{"            out[(size_t)col * m + row] = in[(size_t)row * n + col]",
       "            out[(size_t)col * m + row] = __uint_as_float(__float_as_uint(in[(size_t)row * "
       "n + col]) & 0xffffe000u)"}}},
    {"writes_in",
     1,
     WRONG,
     NULL,
     {{"            out[(size_t)col * m + row] = in[(size_t)row * n + col]",
       "            ((float *)in)[(size_t)row * n + col] = 0, out[(size_t)col * m + row] = "
       "in[(size_t)row * n + col]"}}},
    {"constant",
     1,
     WRONG,
     NULL,
     {{"            out[(size_t)col * m + row] = in[(size_t)row * n + col]",
       "            out[(size_t)col * m + row] = 1"}}},
    {"m_and_n_swapped",
     1,
     WRONG,
     NULL,
     {{"    transpose_serial<<<1, 1>>>(in, out, m, n);",
       "    transpose_serial<<<1, 1>>>(in, out, n, m);"}}},
    {"copies",
     2,
     WRONG,
     "copied and not transposed",
     {{"    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = in[(size_t)row "
       "* n + col]",
       "    for (int col = 0; col < n; col++)\n        out[(size_t)row * n + col] = in[(size_t)row "
       "* n + col]"}}},
    {"rows_n_apart",
     2,
     WRONG,
     NULL,
     {{"    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = in[(size_t)row "
       "* n + col]",
       "    for (int col = 0; col < n; col++)\n        out[(size_t)col * n + row] = in[(size_t)row "
       "* n + col]"}}},
    {"reads_m_apart",
     2,
     WRONG,
     NULL,
     {{"    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = in[(size_t)row "
       "* n + col]",
       "    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = in[(size_t)row "
       "* m + col]"}}},
    {"doubled",
     2,
     WRONG,
     "should be",
     {{"    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = in[(size_t)row "
       "* n + col]",
       "    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = 2 * "
       "in[(size_t)row * n + col]"}}},
    {"adds_to_old",
     2,
     WRONG,
     NULL,
     {{"    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = in[(size_t)row "
       "* n + col]",
       "    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] += "
       "in[(size_t)row * n + col]"}}},
    {"half_precision",
     2,
     WRONG,
     NULL,
     {{"    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = in[(size_t)row "
       "* n + col]",
       "    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = "
       "__uint_as_float(__float_as_uint(in[(size_t)row * n + col]) & 0xffffe000u)"}}},
    {"writes_in",
     2,
     WRONG,
     NULL,
     {{"    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = in[(size_t)row "
       "* n + col]",
       "    for (int col = 0; col < n; col++)\n        ((float *)in)[(size_t)row * n + col] = 0, "
       "out[(size_t)col * m + row] = in[(size_t)row * n + col]"}}},
    {"constant",
     2,
     WRONG,
     NULL,
     {{"    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = in[(size_t)row "
       "* n + col]",
       "    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = 1"}}},
    {"m_and_n_swapped",
     2,
     WRONG,
     NULL,
     {{"    transpose_row<<<(m + threads - 1) / threads, threads>>>(in, out, m, n);",
       "    transpose_row<<<(m + threads - 1) / threads, threads>>>(in, out, n, m);"}}},
    {"copies",
     3,
     WRONG,
     "copied and not transposed",
     {{"    if (row < m && col < n)\n        out[(size_t)col * m + row] = in[(size_t)row * n + "
       "col]",
       "    if (row < m && col < n)\n        out[(size_t)row * n + col] = in[(size_t)row * n + "
       "col]"}}},
    {"rows_n_apart",
     3,
     WRONG,
     NULL,
     {{"    if (row < m && col < n)\n        out[(size_t)col * m + row] = in[(size_t)row * n + "
       "col]",
       "    if (row < m && col < n)\n        out[(size_t)col * n + row] = in[(size_t)row * n + "
       "col]"}}},
    {"reads_m_apart",
     3,
     WRONG,
     NULL,
     {{"    if (row < m && col < n)\n        out[(size_t)col * m + row] = in[(size_t)row * n + "
       "col]",
       "    if (row < m && col < n)\n        out[(size_t)col * m + row] = in[(size_t)row * m + "
       "col]"}}},
    {"doubled",
     3,
     WRONG,
     "should be",
     {{"    if (row < m && col < n)\n        out[(size_t)col * m + row] = in[(size_t)row * n + "
       "col]",
       "    if (row < m && col < n)\n        out[(size_t)col * m + row] = 2 * in[(size_t)row * n + "
       "col]"}}},
    {"adds_to_old",
     3,
     WRONG,
     NULL,
     {{"    if (row < m && col < n)\n        out[(size_t)col * m + row] = in[(size_t)row * n + "
       "col]",
       "    if (row < m && col < n)\n        out[(size_t)col * m + row] += in[(size_t)row * n + "
       "col]"}}},
    {"half_precision",
     3,
     WRONG,
     NULL,
     {{"    if (row < m && col < n)\n        out[(size_t)col * m + row] = in[(size_t)row * n + "
       "col]",
       "    if (row < m && col < n)\n        out[(size_t)col * m + row] = "
       "__uint_as_float(__float_as_uint(in[(size_t)row * n + col]) & 0xffffe000u)"}}},
    {"writes_in",
     3,
     WRONG,
     NULL,
     {{"    if (row < m && col < n)\n        out[(size_t)col * m + row] = in[(size_t)row * n + "
       "col]",
       "    if (row < m && col < n)\n        ((float *)in)[(size_t)row * n + col] = 0, "
       "out[(size_t)col * m + row] = in[(size_t)row * n + col]"}}},
    {"constant",
     3,
     WRONG,
     NULL,
     {{"    if (row < m && col < n)\n        out[(size_t)col * m + row] = in[(size_t)row * n + "
       "col]",
       "    if (row < m && col < n)\n        out[(size_t)col * m + row] = 1"}}},
    {"m_and_n_swapped",
     3,
     WRONG,
     NULL,
     {{"    transpose_element<<<grid, block>>>(in, out, m, n);",
       "    transpose_element<<<grid, block>>>(in, out, n, m);"}}},
    {"no_last_row", 1, WRONG, "never written", {{"row < m; row++", "row < m - 1; row++"}}},
    {"no_last_column",
     1,
     WRONG,
     "never written",
     {{"        for (int col = 0; col < n; col++",
       "        for (int col = 0; col < n - 1; col++"}}},
    {"one_too_many", 1, WRONG, NULL, {{"row < m; row++", "row <= m; row++"}}},
    {"unguarded", 2, WRONG, NULL, {{"    if (row >= m)\n        return;\n", ""}}},
    {"guard_off_by_one", 2, WRONG, NULL, {{"row >= m", "row > m"}}},
    {"floor_blocks", 2, WRONG, NULL, {{"(m + threads - 1) / threads", "m / threads"}}},
    {"unguarded_rows",
     3,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row < m && col < n",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (col < n"}}},
    {"unguarded_columns",
     3,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row < m && col < n",
       "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n    if (row < m"}}},
    {"floor_blocks",
     3,
     WRONG,
     NULL,
     {{"    /*{ TODO 6: blocks of 32 x 32 threads; a grid that covers n columns and m rows. */\n   "
       " dim3 block(32, 32), grid((n + 31) / 32, (m + 31) / 32)",
       "    /*{ TODO 6: blocks of 32 x 32 threads; a grid that covers n columns and m rows. */\n   "
       " dim3 block(32, 32), grid(n / 32 + (n < 32), m / 32 + (m < 32))"}}},
    {"no_barrier",
     4,
     WRONG,
     NULL,
     {{"    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n",
       "    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n"}}},
    {"warp_barrier",
     4,
     WRONG,
     NULL,
     {{"    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();",
       "    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncwarp();"}}},
    {"not_turned",
     4,
     WRONG,
     "copied and not transposed",
     {{"    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n && out_col < m)\n        out[(size_t)out_row * m + out_col] = "
       "tile[threadIdx.x][threadIdx.y]",
       "    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n && out_col < m)\n        out[(size_t)out_row * m + out_col] = "
       "tile[threadIdx.y][threadIdx.x]"}}},
    {"not_moved",
     4,
     WRONG,
     NULL,
     {{"    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;",
       "    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.x * K + threadIdx.x, out_row = blockIdx.y * K + threadIdx.y;"}}},
    {"early_return",
     4,
     WRONG,
     NULL,
     {{"    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        tile",
       "    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row >= m || col >= n)\n        return;\n    tile"}}},
    {"wrong_second_guard",
     4,
     WRONG,
     NULL,
     {{"    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n && out_col < m",
       "    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < m && out_col < n"}}},
    {"no_second_guard",
     4,
     WRONG,
     NULL,
     {{"    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n && out_col < m)",
       "    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n)"}}},
    {"no_first_guard",
     4,
     WRONG,
     NULL,
     {{"    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)",
       "    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m)"}}},
    {"rows_n_apart",
     4,
     WRONG,
     NULL,
     {{"    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n && out_col < m)\n        out[(size_t)out_row * m + out_col]",
       "    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n && out_col < m)\n        out[(size_t)out_row * n + out_col]"}}},
    {"no_launch",
     4,
     NOT_ATTEMPTED,
     NULL,
     {{"transpose_tile<<<grid, block>>>(in, out, m, n);", "(void)grid, (void)block;"}}},
    {"floor_grid",
     4,
     WRONG,
     NULL,
     {{"    /*{ TODO 8: the same blocks and grid as in step 3. */\n    dim3 block(32, 32), grid((n "
       "+ 31) / 32, (m + 31) / 32)",
       "    /*{ TODO 8: the same blocks and grid as in step 3. */\n    dim3 block(32, 32), grid(n "
       "/ 32 + (n < 32), m / 32 + (m < 32))"}}},
    {"swapped_grid",
     4,
     WRONG,
     NULL,
     {{"    /*{ TODO 8: the same blocks and grid as in step 3. */\n    dim3 block(32, 32), grid((n "
       "+ 31) / 32, (m + 31) / 32)",
       "    /*{ TODO 8: the same blocks and grid as in step 3. */\n    dim3 block(32, 32), grid((m "
       "+ 31) / 32, (n + 31) / 32)"}}},
    {"no_barrier",
     5,
     WRONG,
     NULL,
     {{"    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n",
       "    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n"}}},
    {"warp_barrier",
     5,
     WRONG,
     NULL,
     {{"    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();",
       "    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncwarp();"}}},
    {"not_turned",
     5,
     WRONG,
     "copied and not transposed",
     {{"    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n && out_col < m)\n        out[(size_t)out_row * m + out_col] = "
       "tile[threadIdx.x][threadIdx.y]",
       "    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n && out_col < m)\n        out[(size_t)out_row * m + out_col] = "
       "tile[threadIdx.y][threadIdx.x]"}}},
    {"not_moved",
     5,
     WRONG,
     NULL,
     {{"    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;",
       "    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.x * K + threadIdx.x, out_row = blockIdx.y * K + threadIdx.y;"}}},
    {"early_return",
     5,
     WRONG,
     NULL,
     {{"    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        tile",
       "    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row >= m || col >= n)\n        return;\n    tile"}}},
    {"wrong_second_guard",
     5,
     WRONG,
     NULL,
     {{"    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n && out_col < m",
       "    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < m && out_col < n"}}},
    {"no_second_guard",
     5,
     WRONG,
     NULL,
     {{"    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n && out_col < m)",
       "    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n)"}}},
    {"no_first_guard",
     5,
     WRONG,
     NULL,
     {{"    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)",
       "    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m)"}}},
    {"rows_n_apart",
     5,
     WRONG,
     NULL,
     {{"    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n && out_col < m)\n        out[(size_t)out_row * m + out_col]",
       "    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n && out_col < m)\n        out[(size_t)out_row * n + out_col]"}}},
    {"no_launch",
     5,
     NOT_ATTEMPTED,
     NULL,
     {{"transpose_padded<<<grid, block>>>(in, out, m, n);", "(void)grid, (void)block;"}}},
    {"floor_grid",
     5,
     WRONG,
     NULL,
     {{"    /*{ TODO 10: launch it. */\n    dim3 block(32, 32), grid((n + 31) / 32, (m + 31) / 32)",
       "    /*{ TODO 10: launch it. */\n    dim3 block(32, 32), grid(n / 32 + (n < 32), m / 32 + "
       "(m < 32))"}}},
    {"swapped_grid",
     5,
     WRONG,
     NULL,
     {{"    /*{ TODO 10: launch it. */\n    dim3 block(32, 32), grid((n + 31) / 32, (m + 31) / 32)",
       "    /*{ TODO 10: launch it. */\n    dim3 block(32, 32), grid((m + 31) / 32, (n + 31) / "
       "32)"}}},
    {"not_padded",
     5,
     SLOW,
     "Pad them",
     {{"    /*{ TODO 9: step 4 with one declaration changed. */\n    __shared__ float tile[K][K + "
       "1]",
       "    /*{ TODO 9: step 4 with one declaration changed. */\n    __shared__ float "
       "tile[K][K]"}}},
    {"element_by_element",
     4,
     SLOW,
     "neighbours",
     {{"    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n && out_col < m)\n        out[(size_t)out_row * m + out_col] = "
       "tile[threadIdx.x][threadIdx.y]",
       "    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    int "
       "out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K + threadIdx.y;\n    if "
       "(out_row < n && out_col < m)\n        out[(size_t)out_row * m + out_col] = "
       "in[(size_t)out_col * n + out_row]"}}},
    {"no_barrier",
     6,
     WRONG,
     NULL,
     {{"        tile[y / ROWS][y % ROWS * K + x] = in[(size_t)row * n + col];\n    "
       "__syncthreads();\n",
       "        tile[y / ROWS][y % ROWS * K + x] = in[(size_t)row * n + col];\n"}}},
    {"not_turned",
     6,
     WRONG,
     "not transposed inside",
     {{"tile[x / ROWS][x % ROWS * K + y]", "tile[y / ROWS][y % ROWS * K + x]"}}},
    {"lines_mixed",
     6,
     WRONG,
     NULL,
     {{"tile[x / ROWS][x % ROWS * K + y]", "tile[x % ROWS][x / ROWS * K + y]"}}},
    {"wrong_second_guard",
     6,
     WRONG,
     NULL,
     {{"    int out_col = blockIdx.y * K + x, out_row = blockIdx.x * K + y;\n    if (out_row < n "
       "&& out_col < m",
       "    int out_col = blockIdx.y * K + x, out_row = blockIdx.x * K + y;\n    if (out_row < m "
       "&& out_col < n"}}},
    {"no_second_guard",
     6,
     WRONG,
     NULL,
     {{"    int out_col = blockIdx.y * K + x, out_row = blockIdx.x * K + y;\n    if (out_row < n "
       "&& out_col < m)",
       "    int out_col = blockIdx.y * K + x, out_row = blockIdx.x * K + y;\n    if (out_col < "
       "m)"}}},
    {"early_return",
     6,
     WRONG,
     NULL,
     {{"    int col = blockIdx.x * K + x, row = blockIdx.y * K + y;\n    if (row < m && col < n)\n "
       "       tile",
       "    int col = blockIdx.x * K + x, row = blockIdx.y * K + y;\n    if (row >= m || col >= "
       "n)\n        return;\n    tile"}}},
    {"not_moved",
     6,
     WRONG,
     NULL,
     {{"int out_col = blockIdx.y * K + x, out_row = blockIdx.x * K + y;",
       "int out_col = blockIdx.x * K + x, out_row = blockIdx.y * K + y;"}}},
    {"floor_grid",
     6,
     WRONG,
     NULL,
     {{"grid((n + 15) / 16, (m + 15) / 16)", "grid(n / 16 + (n < 16), m / 16 + (m < 16))"}}},
    {"other_block", 6, WRONG, NULL, {{"block(16, 16)", "block(16, 8)"}}},
    {"no_launch",
     6,
     NOT_ATTEMPTED,
     NULL,
     {{"transpose_small<16><<<grid, block>>>(in, out, m, n);", "(void)grid, (void)block;"}}},
    {"padded_by_one",
     6,
     SLOW,
     NULL,
     {{"__shared__ float tile[K / ROWS][32 + ROWS];", "__shared__ float tile[K][K + 1];"},
      {"tile[y / ROWS][y % ROWS * K + x] = ", "tile[y][x] = "},
      {"= tile[x / ROWS][x % ROWS * K + y]", "= tile[x][y]"}}},
    {"no_barrier",
     7,
     WRONG,
     NULL,
     {{"        tile[y / ROWS][y % ROWS * K + x] = in[(size_t)row * n + col];\n    "
       "__syncthreads();\n",
       "        tile[y / ROWS][y % ROWS * K + x] = in[(size_t)row * n + col];\n"}}},
    {"not_turned",
     7,
     WRONG,
     "not transposed inside",
     {{"tile[x / ROWS][x % ROWS * K + y]", "tile[y / ROWS][y % ROWS * K + x]"}}},
    {"lines_mixed",
     7,
     WRONG,
     NULL,
     {{"tile[x / ROWS][x % ROWS * K + y]", "tile[x % ROWS][x / ROWS * K + y]"}}},
    {"wrong_second_guard",
     7,
     WRONG,
     NULL,
     {{"    int out_col = blockIdx.y * K + x, out_row = blockIdx.x * K + y;\n    if (out_row < n "
       "&& out_col < m",
       "    int out_col = blockIdx.y * K + x, out_row = blockIdx.x * K + y;\n    if (out_row < m "
       "&& out_col < n"}}},
    {"no_second_guard",
     7,
     WRONG,
     NULL,
     {{"    int out_col = blockIdx.y * K + x, out_row = blockIdx.x * K + y;\n    if (out_row < n "
       "&& out_col < m)",
       "    int out_col = blockIdx.y * K + x, out_row = blockIdx.x * K + y;\n    if (out_col < "
       "m)"}}},
    {"early_return",
     7,
     WRONG,
     NULL,
     {{"    int col = blockIdx.x * K + x, row = blockIdx.y * K + y;\n    if (row < m && col < n)\n "
       "       tile",
       "    int col = blockIdx.x * K + x, row = blockIdx.y * K + y;\n    if (row >= m || col >= "
       "n)\n        return;\n    tile"}}},
    {"not_moved",
     7,
     WRONG,
     NULL,
     {{"int out_col = blockIdx.y * K + x, out_row = blockIdx.x * K + y;",
       "int out_col = blockIdx.x * K + x, out_row = blockIdx.y * K + y;"}}},
    {"floor_grid",
     7,
     WRONG,
     NULL,
     {{"grid((n + 7) / 8, (m + 7) / 8)", "grid(n / 8 + (n < 8), m / 8 + (m < 8))"}}},
    {"other_block", 7, WRONG, NULL, {{"block(8, 8)", "block(8, 4)"}}},
    {"no_launch",
     7,
     NOT_ATTEMPTED,
     NULL,
     {{"transpose_small<8><<<grid, block>>>(in, out, m, n);", "(void)grid, (void)block;"}}},
    {"padded_by_one",
     7,
     SLOW,
     NULL,
     {{"__shared__ float tile[K / ROWS][32 + ROWS];", "__shared__ float tile[K][K + 1];"},
      {"tile[y / ROWS][y % ROWS * K + x] = ", "tile[y][x] = "},
      {"= tile[x / ROWS][x % ROWS * K + y]", "= tile[x][y]"}}},
    {"no_barrier",
     8,
     WRONG,
     NULL,
     {{"            tile[y][x] = in[(size_t)row * n + col];\n    }\n    __syncthreads();\n",
       "            tile[y][x] = in[(size_t)row * n + col];\n    }\n"}}},
    {"not_turned", 8, WRONG, "copied and not transposed", {{"= tile[x][y]", "= tile[y][x]"}}},
    {"three_rows_of_four",
     8,
     WRONG,
     NULL,
     {{"    for (int y = threadIdx.y; y < K; y += ROWS) {\n        int row",
       "    for (int y = threadIdx.y; y < K - ROWS; y += ROWS) {\n        int row"}}},
    {"three_stores_of_four",
     8,
     WRONG,
     "never written",
     {{"    for (int y = threadIdx.y; y < K; y += ROWS) {\n        int out_row",
       "    for (int y = threadIdx.y; y < K - ROWS; y += ROWS) {\n        int out_row"}}},
    {"wrong_second_guard",
     8,
     WRONG,
     NULL,
     {{"        int out_row = blockIdx.x * K + y;\n        if (out_row < n && out_col < m",
       "        int out_row = blockIdx.x * K + y;\n        if (out_row < m && out_col < n"}}},
    {"no_first_guard",
     8,
     WRONG,
     NULL,
     {{"        if (row < m && col < n)", "        if (row < m)"}}},
    {"no_second_guard",
     8,
     WRONG,
     NULL,
     {{"        int out_row = blockIdx.x * K + y;\n        if (out_row < n && out_col < m)",
       "        int out_row = blockIdx.x * K + y;\n        if (out_row < n)"}}},
    {"barrier_in_loop",
     8,
     WRONG,
     NULL,
     {{"            tile[y][x] = in[(size_t)row * n + col];\n    }\n    __syncthreads();\n",
       "            tile[y][x] = in[(size_t)row * n + col];\n        __syncwarp();\n    }\n"}}},
    {"rows_n_apart",
     8,
     WRONG,
     NULL,
     {{"            out[(size_t)out_row * m + out_col]",
       "            out[(size_t)out_row * n + out_col]"}}},
    {"no_launch",
     8,
     NOT_ATTEMPTED,
     NULL,
     {{"transpose_several<<<grid, block>>>(in, out, m, n);", "(void)grid, (void)block;"}}},
    {"fewer_blocks",
     8,
     WRONG,
     NULL,
     {{"    dim3 block(32, 8), grid((n + 31) / 32, (m + 31) / 32)",
       "    dim3 block(32, 8), grid((n + 31) / 32, (m + 63) / 64)"}}},
    {"no_barrier",
     9,
     WRONG,
     NULL,
     {{"    }\n    __syncthreads();\n    int out_col", "    }\n    int out_col"}}},
    {"no_barrier_ragged",
     9,
     WRONG,
     NULL,
     {{"    __syncthreads();\n#pragma unroll 4", "#pragma unroll 4"}}},
    {"not_permuted_back", 9, WRONG, NULL, {{"tile[y][c ^ y / 4 % 8]", "tile[y][c]"}}},
    {"rows_mixed",
     9,
     WRONG,
     NULL,
     {{"make_float4(r0.y, r1.y, r2.y, r3.y)", "make_float4(r1.y, r0.y, r2.y, r3.y)"}}},
    {"shift_forgotten",
     9,
     WRONG,
     NULL,
     {{"+ SECTOR - (int)((size_t)out_row * m % SECTOR)", "+ SECTOR"}}},
    {"misalignment_forgotten",
     9,
     WRONG,
     NULL,
     {{"int col = first_col + c - late[i];", "int col = first_col + c;"}}},
    {"end_as_vector", 9, WRONG, NULL, {{"if (at + 3 < size)", "if (at < size)"}}},
    {"grid_too_short",
     9,
     WRONG,
     "never written",
     {{"(m + SECTOR - 1 + WIDE - 1) / WIDE", "(m + WIDE - 1) / WIDE"}}},
    {"always_vectors", 9, WRONG, NULL, {{"if (m % 4 == 0 && n % 4 == 0)", "if (m > 0)"}}},
    {"vectors_if_m", 9, WRONG, NULL, {{"if (m % 4 == 0 && n % 4 == 0)", "if (m % 4 == 0)"}}},
    {"edge_as_vector",
     9,
     WRONG,
     NULL,
     {{"if (out_col >= 0 && out_col + 3 < m)", "if (out_col >= 0)"}}},
    {"no_guard", 9, WRONG, NULL, {{"if (row < m && col < n) {", "if (row < m) {"}}},
    {"words_stored",
     9,
     SLOW,
     NULL,
     {{"*(float4 *)(out + (size_t)out_row * m + out_col) = tile[y][c ^ y / 4 % 8];",
       "for (int e = 0; e < 4; e++) (out + (size_t)out_row * m + out_col)[e] = ((float "
       "*)&tile[y][c ^ y / 4 % 8])[e];"}}},
    {"not_permuted",
     9,
     SLOW,
     NULL,
     {{"int group = q ^ c % 8;", "int group = q;"}, {"tile[y][c ^ y / 4 % 8]", "tile[y][c]"}}},
    {"one_kind",
     10,
     WRONG,
     NULL,
     {{"lab_branch(i % ways, in[i], &out[i]);", "lab_branch(0, in[i], &out[i]);"}}},
    {"wrong_kind",
     10,
     WRONG,
     NULL,
     {{"lab_branch(i % ways, in[i], &out[i]);", "lab_branch((i + 1) % ways, in[i], &out[i]);"}}},
    {"of_the_thread",
     10,
     WRONG,
     NULL,
     {{"lab_branch(i % ways, in[i], &out[i]);",
       "lab_branch(threadIdx.x / 32 % ways, in[i], &out[i]);"}}},
    {"eight_always",
     10,
     WRONG,
     NULL,
     {{"lab_branch(i % ways, in[i], &out[i]);", "lab_branch(i % 8, in[i], &out[i]);"}}},
    {"stored_next",
     10,
     WRONG,
     NULL,
     {{"lab_branch(i % ways, in[i], &out[i]);",
       "lab_branch(i % ways, in[i], &out[(i + 1) % count]);"}}},
    {"copied",
     10,
     WRONG,
     "should be",
     {{"lab_branch(i % ways, in[i], &out[i]);", "out[i] = in[i];"}}},
    {"in_place",
     10,
     WRONG,
     NULL,
     {{"lab_branch(i % ways, in[i], &out[i]);",
       "lab_branch(i % ways, in[i], (unsigned *)&in[i]), out[i] = in[i];"}}},
    {"twice",
     10,
     WRONG,
     NULL,
     {{"lab_branch(i % ways, in[i], &out[i]);",
       "lab_branch(i % ways, in[i], &out[i]), lab_branch(i % ways, out[i], &out[i]);"}}},
    {"unguarded",
     10,
     WRONG,
     NULL,
     {{"    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < count)\n",
       "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"}}},
    {"guard_off_by_one",
     10,
     WRONG,
     NULL,
     {{"    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < count",
       "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i <= count"}}},
    {"floor_blocks",
     10,
     WRONG,
     NULL,
     {{"    branches_apart<<<(count - 1) / 256 + 1",
       "    branches_apart<<<count / 256 + (count < 256)"}}},
    {"no_launch",
     10,
     NOT_ATTEMPTED,
     NULL,
     {{"branches_apart<<<(count - 1) / 256 + 1, 256>>>(in, out, count, ways);", "(void)in;"}}},
    {"no_first_barrier",
     11,
     WRONG,
     NULL,
     {{"        stage[slot] = in[i];\n    __syncthreads();\n", "        stage[slot] = in[i];\n"}}},
    {"no_second_barrier",
     11,
     WRONG,
     NULL,
     {{"    __syncthreads();\n    if (i < count)\n        out",
       "    if (i < count)\n        out"}}},
    {"wrong_lane",
     11,
     WRONG,
     NULL,
     {{"threadIdx.x % 32 * 8 + threadIdx.x / 32", "threadIdx.x / 32 * 8 + threadIdx.x % 32"}}},
    {"kind_of_the_thread",
     11,
     WRONG,
     NULL,
     {{"lab_branch(mine % ways", "lab_branch(threadIdx.x % ways"}}},
    {"tail_not_done",
     11,
     WRONG,
     NULL,
     {{"(int)blockIdx.x * 256 + mine < count", "(int)blockIdx.x * 256 + 255 < count"}}},
    {"slots_mixed", 11, WRONG, NULL, {{"my_slot = mine + mine / 32", "my_slot = mine"}}},
    {"unguarded_fetch", 11, WRONG, NULL, {{"    if (i < count)\n        stage", "    stage"}}},
    {"unguarded_store", 11, WRONG, NULL, {{"    if (i < count)\n        out", "    out"}}},
    {"one_kind", 11, WRONG, NULL, {{"lab_branch(mine % ways", "lab_branch(0"}}},
    {"no_launch",
     11,
     NOT_ATTEMPTED,
     NULL,
     {{"branches_together<<<(count - 1) / 256 + 1, 256>>>(in, out, count, ways);", "(void)in;"}}},
    {"still_apart",
     11,
     SLOW,
     NULL,
     {{"threadIdx.x % 32 * 8 + threadIdx.x / 32", "threadIdx.x"},
      {"&stage[my_slot]);", "&out[(int)blockIdx.x * 256 + mine]);"},
      {"        out[i] = stage[slot];", "        (void)slot;"}}},
    {"not_padded",
     11,
     SLOW,
     "eight lanes in one bank",
     {{"slot = threadIdx.x + threadIdx.x / 32", "slot = threadIdx.x"},
      {"my_slot = mine + mine / 32", "my_slot = mine"}}},
    {"results_in_registers",
     11,
     SLOW,
     "Deal the elements out",
     {{"    __shared__ unsigned stage[256 + 256 / 32];\n", "    unsigned v = 0;\n"},
      {"        stage[slot] = in[i];", "        lab_branch(i % ways, in[i], &v);"},
      {"    if ((int)blockIdx.x * 256 + mine < count)\n        lab_branch(mine % ways, "
       "stage[my_slot], &stage[my_slot]);\n",
       "    (void)my_slot;\n"},
      {"        out[i] = stage[slot];", "        out[i] = v;"}}},
    {"tile_of_16",
     7,
     SLOW,
     "barriers of blocks",
     {{"dim3 block(8, 8), grid((n + 7) / 8, (m + 7) / 8);\n    transpose_small<8>",
       "dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);\n    transpose_small<16>"}}},
    {"one_element_a_thread",
     8,
     SLOW,
     "A thread moves several elements",
     {{"K = 32, ROWS = 8 };", "K = 32, ROWS = 32 };"}, {"block(32, 8)", "block(32, 32)"}}},
    {"a_row_each",
     3,
     SLOW,
     "no loop",
     {{"    int col = blockIdx.x * blockDim.x + threadIdx.x;\n    int row = blockIdx.y * "
       "blockDim.y + threadIdx.y;\n    if (row < m && col < n)\n        out[(size_t)col * m + row]",
       "    int row = blockIdx.x * blockDim.x + threadIdx.x;\n    for (int col = 0; row < m && col "
       "< n; col++)\n        out[(size_t)col * m + row]"},
      {"dim3 block(32, 32), grid((n + 31) / 32, (m + 31) / 32);\n    transpose_element<<<grid, "
       "block>>>",
       "transpose_element<<<(m + 63) / 64, 64>>>"}}},
    {"input_copied_onto_itself",
     4,
     LUCKY,
     "in, which is an input",
     {{"    transpose_tile<<<grid, block>>>",
       "    cudaMemcpyAsync((void *)in, in, 4, cudaMemcpyDeviceToDevice, 0);\n    "
       "transpose_tile<<<grid, block>>>"}}},
    {"apart_but_stored_later",
     11,
     SLOW,
     "parted",
     {{"    int mine = threadIdx.x % 32 * 8 + threadIdx.x / 32, my_slot = mine + mine / 32;\n    "
       "if ((int)blockIdx.x * 256 + mine < count)\n        lab_branch(mine % ways, stage[my_slot], "
       "&stage[my_slot]);",
       "    unsigned result = 0;\n    if (i < count)\n        lab_branch(i % ways, stage[slot], "
       "&result);\n    __syncthreads();\n    stage[slot] = result;"}}},
};

static const struct submission unusual_06[] = {
    {"reads_then_guards",
     8,
     PASS,
     NULL,
     {{"    __syncthreads();\n#pragma unroll\n    for (int y = threadIdx.y; y < K; y += ROWS) {\n  "
       "      "
       "int out_row",
       "    __syncthreads();\n    float held[K / ROWS];\n#pragma unroll\n    for (int i = 0; i < K "
       "/ "
       "ROWS; i++)\n        held[i] = tile[x][threadIdx.y + i * ROWS];\n#pragma unroll\n    for "
       "(int "
       "y = threadIdx.y; y < K; y += ROWS) {\n        int out_row"},
      {"            out[(size_t)out_row * m + out_col] = tile[x][y];\n    }\n    /*}*/\n}\n\nvoid "
       "launch_transpose_several",
       "            out[(size_t)out_row * m + out_col] = held[y / ROWS];\n    }\n    "
       "/*}*/\n}\n\nvoid "
       "launch_transpose_several"}}},
    {"through_a_variable",
     1,
     PASS,
     NULL,
     {{"            out[(size_t)col * m + row] = in[(size_t)row * n + col]",
       "            out[(size_t)col * m + row] = *(in + (size_t)row * n + col)"}}},
    {"read_only_load",
     1,
     PASS,
     NULL,
     {{"            out[(size_t)col * m + row] = in[(size_t)row * n + col]",
       "            out[(size_t)col * m + row] = __ldg(&in[(size_t)row * n + col])"}}},
    {"as_integers",
     1,
     PASS,
     NULL,
     {{"            out[(size_t)col * m + row] = in[(size_t)row * n + col]",
       "            ((unsigned *)out)[(size_t)col * m + row] = ((const unsigned *)in)[(size_t)row "
       "* n + col]"}}},
    {"through_a_variable",
     2,
     PASS,
     NULL,
     {{"    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = in[(size_t)row "
       "* n + col]",
       "    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = *(in + "
       "(size_t)row * n + col)"}}},
    {"read_only_load",
     2,
     PASS,
     NULL,
     {{"    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = in[(size_t)row "
       "* n + col]",
       "    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = "
       "__ldg(&in[(size_t)row * n + col])"}}},
    {"as_integers",
     2,
     PASS,
     NULL,
     {{"    for (int col = 0; col < n; col++)\n        out[(size_t)col * m + row] = in[(size_t)row "
       "* n + col]",
       "    for (int col = 0; col < n; col++)\n        ((unsigned *)out)[(size_t)col * m + row] = "
       "((const unsigned *)in)[(size_t)row * n + col]"}}},
    {"through_a_variable",
     3,
     PASS,
     NULL,
     {{"    if (row < m && col < n)\n        out[(size_t)col * m + row] = in[(size_t)row * n + "
       "col]",
       "    if (row < m && col < n)\n        out[(size_t)col * m + row] = *(in + (size_t)row * n + "
       "col)"}}},
    {"read_only_load",
     3,
     PASS,
     NULL,
     {{"    if (row < m && col < n)\n        out[(size_t)col * m + row] = in[(size_t)row * n + "
       "col]",
       "    if (row < m && col < n)\n        out[(size_t)col * m + row] = __ldg(&in[(size_t)row * "
       "n + col])"}}},
    {"as_integers",
     3,
     PASS,
     NULL,
     {{"    if (row < m && col < n)\n        out[(size_t)col * m + row] = in[(size_t)row * n + "
       "col]",
       "    if (row < m && col < n)\n        ((unsigned *)out)[(size_t)col * m + row] = ((const "
       "unsigned *)in)[(size_t)row * n + col]"}}},
    {"padded_more",
     4,
     PASS,
     NULL,
     {{"__shared__ float tile[K][K]", "__shared__ float tile[K][K + 3]"}}},
    {"two_barriers",
     4,
     PASS,
     NULL,
     {{"    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();",
       "    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    "
       "__syncthreads();"}}},
    {"stored_turned",
     4,
     PASS,
     NULL,
     {{"    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col]",
       "    __shared__ float tile[K][K];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.x][threadIdx.y] = in[(size_t)row * n + col]"},
      {"        tile[threadIdx.x][threadIdx.y] = in[(size_t)row * n + col];\n    "
       "__syncthreads();\n    int out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K "
       "+ threadIdx.y;\n    if (out_row < n && out_col < m)\n        out[(size_t)out_row * m + "
       "out_col] = tile[threadIdx.x][threadIdx.y]",
       "        tile[threadIdx.x][threadIdx.y] = in[(size_t)row * n + col];\n    "
       "__syncthreads();\n    int out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K "
       "+ threadIdx.y;\n    if (out_row < n && out_col < m)\n        out[(size_t)out_row * m + "
       "out_col] = tile[threadIdx.y][threadIdx.x]"}}},
    {"padded_more",
     5,
     PASS,
     NULL,
     {{"    /*{ TODO 9: step 4 with one declaration changed. */\n    __shared__ float tile[K][K + "
       "1]",
       "    /*{ TODO 9: step 4 with one declaration changed. */\n    __shared__ float tile[K][K + "
       "3]"}}},
    {"two_barriers",
     5,
     PASS,
     NULL,
     {{"    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();",
       "    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];\n    __syncthreads();\n    "
       "__syncthreads();"}}},
    {"stored_turned",
     5,
     PASS,
     NULL,
     {{"    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col]",
       "    __shared__ float tile[K][K + 1];\n    int col = blockIdx.x * K + threadIdx.x, row = "
       "blockIdx.y * K + threadIdx.y;\n    if (row < m && col < n)\n        "
       "tile[threadIdx.x][threadIdx.y] = in[(size_t)row * n + col]"},
      {"        tile[threadIdx.x][threadIdx.y] = in[(size_t)row * n + col];\n    "
       "__syncthreads();\n    int out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K "
       "+ threadIdx.y;\n    if (out_row < n && out_col < m)\n        out[(size_t)out_row * m + "
       "out_col] = tile[threadIdx.x][threadIdx.y]",
       "        tile[threadIdx.x][threadIdx.y] = in[(size_t)row * n + col];\n    "
       "__syncthreads();\n    int out_col = blockIdx.y * K + threadIdx.x, out_row = blockIdx.x * K "
       "+ threadIdx.y;\n    if (out_row < n && out_col < m)\n        out[(size_t)out_row * m + "
       "out_col] = tile[threadIdx.y][threadIdx.x]"}}},
    {"two_barriers",
     6,
     PASS,
     NULL,
     {{"        tile[y / ROWS][y % ROWS * K + x] = in[(size_t)row * n + col];\n    "
       "__syncthreads();",
       "        tile[y / ROWS][y % ROWS * K + x] = in[(size_t)row * n + col];\n    "
       "__syncthreads();\n    __syncthreads();"}}},
    {"read_only_load",
     6,
     PASS,
     NULL,
     {{"        tile[y / ROWS][y % ROWS * K + x] = in[(size_t)row * n + col]",
       "        tile[y / ROWS][y % ROWS * K + x] = __ldg(&in[(size_t)row * n + col])"}}},
    {"shifts",
     6,
     PASS,
     NULL,
     {{"tile[x / ROWS][x % ROWS * K + y]", "tile[x / ROWS][(x & (ROWS - 1)) * K + y]"}}},
    {"two_barriers",
     7,
     PASS,
     NULL,
     {{"        tile[y / ROWS][y % ROWS * K + x] = in[(size_t)row * n + col];\n    "
       "__syncthreads();",
       "        tile[y / ROWS][y % ROWS * K + x] = in[(size_t)row * n + col];\n    "
       "__syncthreads();\n    __syncthreads();"}}},
    {"read_only_load",
     7,
     PASS,
     NULL,
     {{"        tile[y / ROWS][y % ROWS * K + x] = in[(size_t)row * n + col]",
       "        tile[y / ROWS][y % ROWS * K + x] = __ldg(&in[(size_t)row * n + col])"}}},
    {"shifts",
     7,
     PASS,
     NULL,
     {{"tile[x / ROWS][x % ROWS * K + y]", "tile[x / ROWS][(x & (ROWS - 1)) * K + y]"}}},
    {"more_threads", 8, PASS, NULL, {{"block(32, 8)", "block(32, 16)"}, {"ROWS = 8", "ROWS = 16"}}},
    {"not_unrolled",
     8,
     PASS,
     NULL,
     {{"#pragma unroll\n    for (int y = threadIdx.y; y < K; y += ROWS) {\n        int row",
       "#pragma unroll 1\n    for (int y = threadIdx.y; y < K; y += ROWS) {\n        int row"}}},
    {"read_only_load",
     8,
     PASS,
     NULL,
     {{"            tile[y][x] = in[(size_t)row * n + col]",
       "            tile[y][x] = __ldg(&in[(size_t)row * n + col])"}}},
    {"padded_instead", 9, PASS, NULL, {{"(m % 4 == 0 && n % 4 == 0)", "((m | n) % 4 == 0)"}}},
    {"less_in_flight", 9, PASS, NULL, {{"#pragma unroll 4\n", "#pragma unroll 1\n"}}},
    {"permuted_by_more",
     9,
     PASS,
     NULL,
     {{"int group = q ^ c % 8;", "int group = q ^ c % 16;"},
      {"tile[y][c ^ y / 4 % 8]", "tile[y][c ^ y / 4 % 16]"}}},
    {"blocks_of_128",
     10,
     PASS,
     NULL,
     {{"    branches_apart<<<(count - 1) / 256 + 1, 256",
       "    branches_apart<<<(count + 127) / 128, 128"}}},
    {"by_mask",
     10,
     PASS,
     NULL,
     {{"lab_branch(i % ways, in[i], &out[i]);", "lab_branch(i & (ways - 1), in[i], &out[i]);"}}},
    {"read_only_load",
     10,
     PASS,
     NULL,
     {{"lab_branch(i % ways, in[i], &out[i]);", "lab_branch(i % ways, __ldg(&in[i]), &out[i]);"}}},
    {"by_mask", 11, PASS, NULL, {{"lab_branch(mine % ways", "lab_branch(mine & (ways - 1)"}}},
    {"three_barriers",
     11,
     PASS,
     NULL,
     {{"        stage[slot] = in[i];\n    __syncthreads();\n",
       "        stage[slot] = in[i];\n    __syncthreads();\n    __syncthreads();\n"}}},
    {"warps_reversed",
     11,
     PASS,
     NULL,
     {{"threadIdx.x % 32 * 8 + threadIdx.x / 32", "threadIdx.x % 32 * 8 + 7 - threadIdx.x / 32"}}},
    {"by_shuffles",
     11,
     PASS,
     NULL,
     {{"    __shared__ unsigned stage[256 + 256 / 32];\n    int i = blockIdx.x * 256 + "
       "threadIdx.x, slot = threadIdx.x + threadIdx.x / 32;\n    if (i < count)\n        "
       "stage[slot] = in[i];\n    __syncthreads();\n    int mine = threadIdx.x % 32 * 8 + "
       "threadIdx.x / 32, my_slot = mine + mine / 32;\n    if ((int)blockIdx.x * 256 + mine < "
       "count)\n        lab_branch(mine % ways, stage[my_slot], &stage[my_slot]);\n    "
       "__syncthreads();\n    if (i < count)\n        out[i] = stage[slot];\n",
       "    int lane = threadIdx.x % 32, first = (blockIdx.x * 8 + threadIdx.x / 32) * 256;\n    "
       "unsigned word[8], result[8];\n    for (int j = 0; j < 8; j++)\n        word[j] = first + "
       "32 * j + lane < count ? in[first + 32 * j + lane] : 0;\n    for (int w = 0; w < 8; w++) "
       "{\n        unsigned mine = 0;\n        for (int j = 0; j < 8; j++) {\n            unsigned "
       "other = __shfl_sync(0xffffffffu, word[j], (8 * lane + w) % 32);\n            mine = lane / "
       "4 == j ? other : mine;\n        }\n        lab_branch(w % ways, mine, &result[w]);\n    "
       "}\n    for (int j = 0; j < 8; j++) {\n        unsigned mine = 0;\n        for (int w = 0; "
       "w < 8; w++) {\n            unsigned other = __shfl_sync(0xffffffffu, result[w], 4 * j + "
       "lane / 8);\n            mine = lane % 8 == w ? other : mine;\n        }\n        if (first "
       "+ 32 * j + lane < count)\n            out[first + 32 * j + lane] = mine;\n    }\n"},
      {"    branches_together<<<(count - 1) / 256 + 1, 256>>>(in, out, count, ways);",
       "    branches_together<<<(count + 2047) / 2048, 256>>>(in, out, count, ways);"}}},
    {"eight_neighbors_a_lane",
     11,
     PASS,
     NULL,
     {{"    __shared__ unsigned stage[256 + 256 / 32];\n    int i = blockIdx.x * 256 + "
       "threadIdx.x, slot = threadIdx.x + threadIdx.x / 32;\n    if (i < count)\n        "
       "stage[slot] = in[i];\n    __syncthreads();\n    int mine = threadIdx.x % 32 * 8 + "
       "threadIdx.x / 32, my_slot = mine + mine / 32;\n    if ((int)blockIdx.x * 256 + mine < "
       "count)\n        lab_branch(mine % ways, stage[my_slot], &stage[my_slot]);\n    "
       "__syncthreads();\n    if (i < count)\n        out[i] = stage[slot];\n",
       "    int first = (blockIdx.x * 256 + threadIdx.x) * 8;\n    unsigned word[8];\n    for (int "
       "w = 0; w < 8; w += 4)\n        if (first + w + 3 < count) {\n            uint4 four = "
       "*(const uint4 *)&in[first + w];\n            word[w] = four.x, word[w + 1] = four.y, "
       "word[w + 2] = four.z, word[w + 3] = four.w;\n        } else {\n            for (int i = w; "
       "i < w + 4; i++)\n                word[i] = first + i < count ? in[first + i] : 0;\n        "
       "}\n    for (int w = 0; w < 8; w++)\n        lab_branch(w % ways, word[w], &word[w]);\n    "
       "for (int w = 0; w < 8; w += 4)\n        if (first + w + 3 < count)\n            *(uint4 "
       "*)&out[first + w] = make_uint4(word[w], word[w + 1], word[w + 2], word[w + 3]);\n        "
       "else\n            for (int i = w; i < w + 4 && first + i < count; i++)\n                "
       "out[first + i] = word[i];\n"},
      {"    branches_together<<<(count - 1) / 256 + 1, 256>>>(in, out, count, ways);",
       "    branches_together<<<(count + 2047) / 2048, 256>>>(in, out, count, ways);"}}},
};
