/* Wrong kernels for lab 09, and what they deserve; then unusual ones that are right. Steps 17 to 19
 * run on a Hopper GPU only. */
#include "../edits.h"

/* Step 13 with four warps for a line, of different blocks; each adds what it has counted by these
 * words. */
#define L9_FOUR_WARPS(add)                                                                         \
    {                                                                                              \
        {"    int line = (int)((blockIdx.x * blockDim.x + threadIdx.x) / WARP), lane = "           \
         "threadIdx.x % WARP;\n    int pitch = binary_pitch(k), sum = 0;\n    if (line >= "        \
         "lines)\n        return;\n    for (int word = lane; word < pitch; word += WARP)\n       " \
         " "                                                                                       \
         "sum += __popc(packed[(size_t)line * pitch + word]);\n",                                  \
         "    int warp = (int)((blockIdx.x * blockDim.x + threadIdx.x) / WARP), lane = "           \
         "threadIdx.x % WARP;\n    int line = warp % lines, part = warp / lines;\n    int pitch "  \
         "= "                                                                                      \
         "binary_pitch(k), sum = 0;\n    if (part >= 4)\n        return;\n    for (int word = "    \
         "part * "                                                                                 \
         "WARP + lane; word < pitch; word += 4 * WARP)\n        sum += "                           \
         "__popc(packed[(size_t)line * pitch + word]);\n"},                                        \
            {"        ones[line] = sum;\n", "    {\n        " add "\n    }\n"},                    \
        {                                                                                          \
            "    count_ones<<<(lines - 1) / warps + 1, BLOCK>>>",                                  \
                "    cudaMemsetAsync(ones, 0, lines * sizeof(int), 0);\n    count_ones<<<(4 * "    \
                "lines - 1) / warps + 1, BLOCK>>>"                                                 \
        }                                                                                          \
    }

static const struct submission mutants_09[] = {
    {"adds_by_one_compare", 13, LUCKY, NULL,
     L9_FOUR_WARPS("int old = ones[line];\n        atomicCAS(&ones[line], old, old + sum);")},
    {"adds_by_exchange", 13, LUCKY, NULL,
     L9_FOUR_WARPS("int old = atomicExch(&ones[line], 0);\n        atomicExch(&ones[line], old + "
                   "sum);")},
    {"adds_in_its_block", 13, LUCKY, "atomic within one block only",
     L9_FOUR_WARPS("atomicAdd_block(&ones[line], sum);")},
    {"half_a_warp_multiplies",
     14,
     LUCKY,
     "all 32 lanes",
     {{"        binary_mma(count, a[0], b[0]);\n        binary_mma(count, a[1], b[1]);\n    }\n    "
       "/*}*/\n    /*{ TODO 34",
       "        if (lane < 16) {\n            binary_mma(count, a[0], b[0]);\n            "
       "binary_mma(count, a[1], b[1]);\n        }\n    }\n    /*}*/\n    /*{ TODO 34"}}},
    {"lanes_leave_before_mma",
     14,
     LUCKY,
     "all 32 lanes",
     {{"    if (col >= n)\n        return;\n    const uint32_t *upper_line",
       "    if (col + 2 * q >= n || row + g >= m)\n        return;\n    const uint32_t "
       "*upper_line"}}},
    {"one_lane_leaves_before_mma",
     14,
     LUCKY,
     "all 32 lanes",
     {{"    if (col >= n)\n        return;\n    const uint32_t *upper_line",
       "    if (col + lane % 8 >= n)\n        return;\n    const uint32_t *upper_line"}}},
    /* Indices beyond 2^31 and 16 bits, addresses that are no multiples of 16, terms far from 1,
     * bits. */
    {"a_int", 1, LUCKY, NULL, {{"A + (size_t)row * k", "A + row * k"}}},
    {"b_unsigned", 2, WRONG, NULL, {{"B[(size_t)row * n + col]", "B[(unsigned)row * n + col]"}}},
    {"a_line_int",
     3,
     LUCKY,
     NULL,
     {{"     * the column's and look up the four bytes of the result; k less twice their sum is "
       "the element of C. */\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k)",
       "     * the column's and look up the four bytes of the result; k less twice their sum is "
       "the element of C. */\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (int)blockIdx.x * binary_pitch(k)"}}},
    {"b_word_int",
     3,
     LUCKY,
     NULL,
     {{"     * the column's and look up the four bytes of the result; k less twice their sum is "
       "the element of C. */\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0;\n        for (int word "
       "= 0; word < words; word++) {\n            uint32_t x = a[word] ^ B[(size_t)word * distance "
       "+ col]",
       "     * the column's and look up the four bytes of the result; k less twice their sum is "
       "the element of C. */\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0;\n        for (int word "
       "= 0; word < words; word++) {\n            uint32_t x = a[word] ^ B[word * distance + "
       "col]"}}},
    {"counts_16_bits",
     3,
     WRONG,
     NULL,
     {{"     * the column's and look up the four bytes of the result; k less twice their sum is "
       "the element of C. */\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0",
       "     * the column's and look up the four bytes of the result; k less twice their sum is "
       "the element of C. */\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {\n        unsigned short differ = 0"}}},
    {"c_int",
     4,
     LUCKY,
     NULL,
     {{"                      table_device[x >> 16 & 0xff] + table_device[x >> 24];\n        }\n   "
       "     C[(size_t)blockIdx.x * n + col]",
       "                      table_device[x >> 16 & 0xff] + table_device[x >> 24];\n        }\n   "
       "     C[(int)blockIdx.x * n + col]"}}},
    {"sum_16_bits",
     4,
     WRONG,
     NULL,
     {{"                      table_device[x >> 16 & 0xff] + table_device[x >> 24];\n        }\n   "
       "     C[(size_t)blockIdx.x * n + col] = k - 2 * differ",
       "                      table_device[x >> 16 & 0xff] + table_device[x >> 24];\n        }\n   "
       "     C[(size_t)blockIdx.x * n + col] = (short)(k - 2 * differ)"}}},
    {"c_unsigned",
     7,
     WRONG,
     NULL,
     {{"                differ += __popc(a[word] ^ b[(size_t)word * distance]);\n            int "
       "*c = &C[(size_t)blockIdx.x * n + col]",
       "                differ += __popc(a[word] ^ b[(size_t)word * distance]);\n            int "
       "*c = &C[blockIdx.x * n + col]"}}},
    {"a_int",
     9,
     LUCKY,
     NULL,
     {{"A[(size_t)row * binary_pitch(k) + start + x]", "A[row * binary_pitch(k) + start + x]"}}},
    {"b_int",
     9,
     LUCKY,
     NULL,
     {{"B[(size_t)(start + y) * binary_padded(n) + col]",
       "B[(start + y) * binary_padded(n) + col]"}}},
    {"half_sum",
     8,
     WRONG,
     NULL,
     {{"differ += __popc(a[x][word] ^ b[word][y]);",
       "differ = (short)(differ + __popc(a[x][word] ^ b[word][y]));"}}},
    {"store_unaligned",
     10,
     WRONG,
     NULL,
     {{"if (n % 4 == 0 && (size_t)c % 16 == 0 && col < n)", "if (n % 4 == 0 && col < n)"}}},
    {"pairs_16_bits",
     11,
     WRONG,
     NULL,
     {{"pairs[i][j] += __popc(first) + __popc(second);",
       "pairs[i][j] = (short)(pairs[i][j] + __popc(first) + __popc(second));"}}},
    {"b_int", 12, LUCKY, NULL, {{"B + (size_t)row * n + col", "B + (row * n + col)"}}},
    {"pitch_int",
     14,
     LUCKY,
     NULL,
     {{"    int words = binary_words(k), count[4] = {0, 0, 0, 0};\n    size_t pitch = "
       "binary_pitch(k);",
       "    int words = binary_words(k), count[4] = {0, 0, 0, 0};\n    int pitch = "
       "binary_pitch(k);"}}},
    {"whole_unaligned",
     15,
     WRONG,
     NULL,
     {{"&& n % 4 == 0 && (size_t)C % 16 == 0;", "&& n % 4 == 0;"}}},
    {"pitch_int",
     15,
     LUCKY,
     NULL,
     {{"    int warp = threadIdx.x / WARP;\n    int warp_row = warp / 2 * WARP_SIDE, warp_col = "
       "warp % 2 * WARP_SIDE;\n    size_t pitch = binary_pitch(k);",
       "    int warp = threadIdx.x / WARP;\n    int warp_row = warp / 2 * WARP_SIDE, warp_col = "
       "warp % 2 * WARP_SIDE;\n    int pitch = binary_pitch(k);"}}},
    {"c_int", 16, LUCKY, NULL, {{"*to = C + (size_t)r * n;", "*to = C + r * n;"}}},
    {"row_of_1024_words",
     6,
     WRONG,
     NULL,
     {{"    copy_table(table);\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "for (int start = 0; start < words; start += ROW_WORDS) {\n        int count = "
       "min(ROW_WORDS, words - start);",
       "    copy_table(table);\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "for (int start = 0; start < 1; start += ROW_WORDS) {\n        int count = words;"}}},
    /* All else. */
    {"padding_counted",
     3,
     WRONG,
     "beyond k",
     {{"                      table_constant[x >> 16 & 0xff] + table_constant[x >> 24];\n        "
       "}\n        C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                      table_constant[x >> 16 & 0xff] + table_constant[x >> 24];\n        "
       "}\n        C[(size_t)blockIdx.x * n + col] = words * BINARY_BITS - 2 * differ;\n    }"}}},
    {"pitch_counted",
     3,
     WRONG,
     NULL,
     {{"                      table_constant[x >> 16 & 0xff] + table_constant[x >> 24];\n        "
       "}\n        C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                      table_constant[x >> 16 & 0xff] + table_constant[x >> 24];\n        "
       "}\n        C[(size_t)blockIdx.x * n + col] = binary_pitch(k) * BINARY_BITS - 2 * differ;\n "
       "   }"}}},
    {"sign_flipped",
     3,
     WRONG,
     "sign",
     {{"                      table_constant[x >> 16 & 0xff] + table_constant[x >> 24];\n        "
       "}\n        C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                      table_constant[x >> 16 & 0xff] + table_constant[x >> 24];\n        "
       "}\n        C[(size_t)blockIdx.x * n + col] = 2 * differ - k;\n    }"}}},
    {"only_counts",
     3,
     WRONG,
     NULL,
     {{"                      table_constant[x >> 16 & 0xff] + table_constant[x >> 24];\n        "
       "}\n        C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                      table_constant[x >> 16 & 0xff] + table_constant[x >> 24];\n        "
       "}\n        C[(size_t)blockIdx.x * n + col] = differ;\n    }"}}},
    {"counted_once",
     3,
     WRONG,
     NULL,
     {{"                      table_constant[x >> 16 & 0xff] + table_constant[x >> 24];\n        "
       "}\n        C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                      table_constant[x >> 16 & 0xff] + table_constant[x >> 24];\n        "
       "}\n        C[(size_t)blockIdx.x * n + col] = k - differ;\n    }"}}},
    {"tail_dropped",
     3,
     WRONG,
     NULL,
     {{"     * the column's and look up the four bytes of the result; k less twice their sum is "
       "the element of C. */\n    int words = binary_words(k), distance = binary_padded(n);",
       "     * the column's and look up the four bytes of the result; k less twice their sum is "
       "the element of C. */\n    int words = k / BINARY_BITS, distance = binary_padded(n);"}}},
    {"columns_n_apart",
     3,
     WRONG,
     NULL,
     {{"     * the column's and look up the four bytes of the result; k less twice their sum is "
       "the element of C. */\n    int words = binary_words(k), distance = binary_padded(n);",
       "     * the column's and look up the four bytes of the result; k less twice their sum is "
       "the element of C. */\n    int words = binary_words(k), distance = n;"}}},
    {"rows_not_padded",
     3,
     WRONG,
     NULL,
     {{"     * the column's and look up the four bytes of the result; k less twice their sum is "
       "the element of C. */\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {",
       "     * the column's and look up the four bytes of the result; k less twice their sum is "
       "the element of C. */\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * words;\n    for (int col = threadIdx.x; col < "
       "n; col += blockDim.x) {"}}},
    {"no_last_column",
     3,
     WRONG,
     "never written",
     {{"     * the column's and look up the four bytes of the result; k less twice their sum is "
       "the element of C. */\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0;\n        for (int word "
       "= 0; word < words; word++) {",
       "     * the column's and look up the four bytes of the result; k less twice their sum is "
       "the element of C. */\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n - 1; col += blockDim.x) {\n        int differ = 0;\n        for (int "
       "word = 0; word < words; word++) {"}}},
    {"one_column_too_many",
     3,
     WRONG,
     NULL,
     {{"     * the column's and look up the four bytes of the result; k less twice their sum is "
       "the element of C. */\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0;\n        for (int word "
       "= 0; word < words; word++) {",
       "     * the column's and look up the four bytes of the result; k less twice their sum is "
       "the element of C. */\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col <= n; col += blockDim.x) {\n        int differ = 0;\n        for (int "
       "word = 0; word < words; word++) {"}}},
    {"and_for_xor",
     3,
     WRONG,
     NULL,
     {{"        for (int word = 0; word < words; word++) {\n            uint32_t x = a[word] ^ "
       "B[(size_t)word * distance + col];\n            differ += table_constant[x & 0xff] + "
       "table_constant[x >> 8 & 0xff] +",
       "        for (int word = 0; word < words; word++) {\n            uint32_t x = a[word] & "
       "B[(size_t)word * distance + col];\n            differ += table_constant[x & 0xff] + "
       "table_constant[x >> 8 & 0xff] +"}}},
    {"bytes_missing", 3, WRONG, NULL, {{"table_constant[x >> 24]", "0"}}},
    {"adds_to_old",
     3,
     WRONG,
     NULL,
     {{"                      table_constant[x >> 16 & 0xff] + table_constant[x >> 24];\n        "
       "}\n        C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                      table_constant[x >> 16 & 0xff] + table_constant[x >> 24];\n        "
       "}\n        C[(size_t)blockIdx.x * n + col] += k - 2 * differ;\n    }"}}},
    {"table_wrong_in_one_entry",
     3,
     WRONG,
     NULL,
     {{"        ONES_6(0), ",
       "        1, 1, 1, 2, ONES_2(1), ONES_2(1), ONES_2(2), ONES_4(1), ONES_4(1), ONES_4(2), "}}},
    {"no_launch",
     3,
     NOT_ATTEMPTED,
     NULL,
     {{"    xnor_table_constant<<<m, BLOCK>>>(A, B, C, n, k);\n", ""}}},
    {"padding_counted",
     4,
     WRONG,
     "beyond k",
     {{"                      table_device[x >> 16 & 0xff] + table_device[x >> 24];\n        }\n   "
       "     C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                      table_device[x >> 16 & 0xff] + table_device[x >> 24];\n        }\n   "
       "     C[(size_t)blockIdx.x * n + col] = words * BINARY_BITS - 2 * differ;\n    }"}}},
    {"pitch_counted",
     4,
     WRONG,
     NULL,
     {{"                      table_device[x >> 16 & 0xff] + table_device[x >> 24];\n        }\n   "
       "     C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                      table_device[x >> 16 & 0xff] + table_device[x >> 24];\n        }\n   "
       "     C[(size_t)blockIdx.x * n + col] = binary_pitch(k) * BINARY_BITS - 2 * differ;\n    "
       "}"}}},
    {"sign_flipped",
     4,
     WRONG,
     "sign",
     {{"                      table_device[x >> 16 & 0xff] + table_device[x >> 24];\n        }\n   "
       "     C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                      table_device[x >> 16 & 0xff] + table_device[x >> 24];\n        }\n   "
       "     C[(size_t)blockIdx.x * n + col] = 2 * differ - k;\n    }"}}},
    {"only_counts",
     4,
     WRONG,
     NULL,
     {{"                      table_device[x >> 16 & 0xff] + table_device[x >> 24];\n        }\n   "
       "     C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                      table_device[x >> 16 & 0xff] + table_device[x >> 24];\n        }\n   "
       "     C[(size_t)blockIdx.x * n + col] = differ;\n    }"}}},
    {"counted_once",
     4,
     WRONG,
     NULL,
     {{"                      table_device[x >> 16 & 0xff] + table_device[x >> 24];\n        }\n   "
       "     C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                      table_device[x >> 16 & 0xff] + table_device[x >> 24];\n        }\n   "
       "     C[(size_t)blockIdx.x * n + col] = k - differ;\n    }"}}},
    {"tail_dropped",
     4,
     WRONG,
     NULL,
     {{"    /*{ TODO 7: as in step 3. */\n    int words = binary_words(k), distance = "
       "binary_padded(n);",
       "    /*{ TODO 7: as in step 3. */\n    int words = k / BINARY_BITS, distance = "
       "binary_padded(n);"}}},
    {"columns_n_apart",
     4,
     WRONG,
     NULL,
     {{"    /*{ TODO 7: as in step 3. */\n    int words = binary_words(k), distance = "
       "binary_padded(n);",
       "    /*{ TODO 7: as in step 3. */\n    int words = binary_words(k), distance = n;"}}},
    {"rows_not_padded",
     4,
     WRONG,
     NULL,
     {{"    /*{ TODO 7: as in step 3. */\n    int words = binary_words(k), distance = "
       "binary_padded(n);\n    const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    "
       "for (int col = threadIdx.x; col < n; col += blockDim.x) {",
       "    /*{ TODO 7: as in step 3. */\n    int words = binary_words(k), distance = "
       "binary_padded(n);\n    const uint32_t *a = A + (size_t)blockIdx.x * words;\n    for (int "
       "col = threadIdx.x; col < n; col += blockDim.x) {"}}},
    {"no_last_column",
     4,
     WRONG,
     "never written",
     {{"    /*{ TODO 7: as in step 3. */\n    int words = binary_words(k), distance = "
       "binary_padded(n);\n    const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    "
       "for (int col = threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0;\n       "
       " for (int word = 0; word < words; word++) {",
       "    /*{ TODO 7: as in step 3. */\n    int words = binary_words(k), distance = "
       "binary_padded(n);\n    const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    "
       "for (int col = threadIdx.x; col < n - 1; col += blockDim.x) {\n        int differ = 0;\n   "
       "     for (int word = 0; word < words; word++) {"}}},
    {"one_column_too_many",
     4,
     WRONG,
     NULL,
     {{"    /*{ TODO 7: as in step 3. */\n    int words = binary_words(k), distance = "
       "binary_padded(n);\n    const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    "
       "for (int col = threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0;\n       "
       " for (int word = 0; word < words; word++) {",
       "    /*{ TODO 7: as in step 3. */\n    int words = binary_words(k), distance = "
       "binary_padded(n);\n    const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    "
       "for (int col = threadIdx.x; col <= n; col += blockDim.x) {\n        int differ = 0;\n      "
       "  for (int word = 0; word < words; word++) {"}}},
    {"and_for_xor",
     4,
     WRONG,
     NULL,
     {{"        for (int word = 0; word < words; word++) {\n            uint32_t x = a[word] ^ "
       "B[(size_t)word * distance + col];\n            differ += table_device[x & 0xff] + "
       "table_device[x >> 8 & 0xff] +",
       "        for (int word = 0; word < words; word++) {\n            uint32_t x = a[word] & "
       "B[(size_t)word * distance + col];\n            differ += table_device[x & 0xff] + "
       "table_device[x >> 8 & 0xff] +"}}},
    {"bytes_missing", 4, WRONG, NULL, {{"table_device[x >> 24]", "0"}}},
    {"adds_to_old",
     4,
     WRONG,
     NULL,
     {{"                      table_device[x >> 16 & 0xff] + table_device[x >> 24];\n        }\n   "
       "     C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                      table_device[x >> 16 & 0xff] + table_device[x >> 24];\n        }\n   "
       "     C[(size_t)blockIdx.x * n + col] += k - 2 * differ;\n    }"}}},
    {"table_wrong_in_one_entry",
     4,
     WRONG,
     NULL,
     {{"        ONES_6(0), ",
       "        1, 1, 1, 2, ONES_2(1), ONES_2(1), ONES_2(2), ONES_4(1), ONES_4(1), ONES_4(2), "}}},
    {"no_launch",
     4,
     NOT_ATTEMPTED,
     NULL,
     {{"    xnor_table_device<<<m, BLOCK>>>(A, B, C, n, k);\n", ""}}},
    {"padding_counted",
     5,
     WRONG,
     "beyond k",
     {{"                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] + table[x "
       ">> 24];\n        }\n        C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] + table[x "
       ">> 24];\n        }\n        C[(size_t)blockIdx.x * n + col] = words * BINARY_BITS - 2 * "
       "differ;\n    }"}}},
    {"pitch_counted",
     5,
     WRONG,
     NULL,
     {{"                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] + table[x "
       ">> 24];\n        }\n        C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] + table[x "
       ">> 24];\n        }\n        C[(size_t)blockIdx.x * n + col] = binary_pitch(k) * "
       "BINARY_BITS - 2 * differ;\n    }"}}},
    {"sign_flipped",
     5,
     WRONG,
     "sign",
     {{"                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] + table[x "
       ">> 24];\n        }\n        C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] + table[x "
       ">> 24];\n        }\n        C[(size_t)blockIdx.x * n + col] = 2 * differ - k;\n    }"}}},
    {"only_counts",
     5,
     WRONG,
     NULL,
     {{"                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] + table[x "
       ">> 24];\n        }\n        C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] + table[x "
       ">> 24];\n        }\n        C[(size_t)blockIdx.x * n + col] = differ;\n    }"}}},
    {"counted_once",
     5,
     WRONG,
     NULL,
     {{"                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] + table[x "
       ">> 24];\n        }\n        C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] + table[x "
       ">> 24];\n        }\n        C[(size_t)blockIdx.x * n + col] = k - differ;\n    }"}}},
    {"tail_dropped",
     5,
     WRONG,
     NULL,
     {{"    __syncthreads();\n    int words = binary_words(k), distance = binary_padded(n);",
       "    __syncthreads();\n    int words = k / BINARY_BITS, distance = binary_padded(n);"}}},
    {"columns_n_apart",
     5,
     WRONG,
     NULL,
     {{"    __syncthreads();\n    int words = binary_words(k), distance = binary_padded(n);",
       "    __syncthreads();\n    int words = binary_words(k), distance = n;"}}},
    {"rows_not_padded",
     5,
     WRONG,
     NULL,
     {{"    __syncthreads();\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {",
       "    __syncthreads();\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * words;\n    for (int col = threadIdx.x; col < "
       "n; col += blockDim.x) {"}}},
    {"no_last_column",
     5,
     WRONG,
     "never written",
     {{"    __syncthreads();\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0;\n        for (int word "
       "= 0; word < words; word++) {",
       "    __syncthreads();\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n - 1; col += blockDim.x) {\n        int differ = 0;\n        for (int "
       "word = 0; word < words; word++) {"}}},
    {"one_column_too_many",
     5,
     WRONG,
     NULL,
     {{"    __syncthreads();\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0;\n        for (int word "
       "= 0; word < words; word++) {",
       "    __syncthreads();\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col <= n; col += blockDim.x) {\n        int differ = 0;\n        for (int "
       "word = 0; word < words; word++) {"}}},
    {"and_for_xor",
     5,
     WRONG,
     NULL,
     {{"        int differ = 0;\n        for (int word = 0; word < words; word++) {\n            "
       "uint32_t x = a[word] ^ B[(size_t)word * distance + col];\n            differ +=\n          "
       "      table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] + table[x >> 24];",
       "        int differ = 0;\n        for (int word = 0; word < words; word++) {\n            "
       "uint32_t x = a[word] & B[(size_t)word * distance + col];\n            differ +=\n          "
       "      table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] + table[x >> 24];"}}},
    {"bytes_missing",
     5,
     WRONG,
     NULL,
     {{"            differ +=\n                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> "
       "16 & 0xff] + table[x >> 24];",
       "            differ +=\n                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> "
       "16 & 0xff] + 0;"}}},
    {"adds_to_old",
     5,
     WRONG,
     NULL,
     {{"                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] + table[x "
       ">> 24];\n        }\n        C[(size_t)blockIdx.x * n + col] = k - 2 * differ;\n    }",
       "                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] + table[x "
       ">> 24];\n        }\n        C[(size_t)blockIdx.x * n + col] += k - 2 * differ;\n    }"}}},
    {"table_wrong_in_one_entry",
     5,
     WRONG,
     NULL,
     {{"        ONES_6(0), ",
       "        1, 1, 1, 2, ONES_2(1), ONES_2(1), ONES_2(2), ONES_4(1), ONES_4(1), ONES_4(2), "}}},
    {"no_launch",
     5,
     NOT_ATTEMPTED,
     NULL,
     {{"    xnor_table_shared<<<m, BLOCK>>>(A, B, C, n, k);\n", ""}}},
    {"missing_barrier",
     5,
     WRONG,
     NULL,
     {{"    copy_table(table);\n    __syncthreads();\n", "    copy_table(table);\n"}}},
    {"padding_counted",
     6,
     WRONG,
     "beyond k",
     {{"            }\n            int *c = &C[(size_t)blockIdx.x * n + col];\n            *c = "
       "(start == 0 ? k : *c) - 2 * differ;\n        }",
       "            }\n            int *c = &C[(size_t)blockIdx.x * n + col];\n            *c = "
       "(start == 0 ? words * BINARY_BITS : *c) - 2 * differ;\n        }"}}},
    {"sign_flipped",
     6,
     WRONG,
     NULL,
     {{"            }\n            int *c = &C[(size_t)blockIdx.x * n + col];\n            *c = "
       "(start == 0 ? k : *c) - 2 * differ;\n        }",
       "            }\n            int *c = &C[(size_t)blockIdx.x * n + col];\n            *c = 2 "
       "* differ - (start == 0 ? k : *c);\n        }"}}},
    {"counted_once",
     6,
     WRONG,
     NULL,
     {{"            }\n            int *c = &C[(size_t)blockIdx.x * n + col];\n            *c = "
       "(start == 0 ? k : *c) - 2 * differ;\n        }",
       "            }\n            int *c = &C[(size_t)blockIdx.x * n + col];\n            *c = "
       "(start == 0 ? k : *c) - differ;\n        }"}}},
    {"forgets_earlier_parts",
     6,
     WRONG,
     NULL,
     {{"            }\n            int *c = &C[(size_t)blockIdx.x * n + col];\n            *c = "
       "(start == 0 ? k : *c) - 2 * differ;\n        }",
       "            }\n            int *c = &C[(size_t)blockIdx.x * n + col];\n            *c = k "
       "- 2 * differ;\n        }"}}},
    {"starts_from_what_was_there",
     6,
     WRONG,
     NULL,
     {{"            }\n            int *c = &C[(size_t)blockIdx.x * n + col];\n            *c = "
       "(start == 0 ? k : *c) - 2 * differ;\n        }",
       "            }\n            int *c = &C[(size_t)blockIdx.x * n + col];\n            *c = *c "
       "- 2 * differ;\n        }"}}},
    {"tail_dropped",
     6,
     WRONG,
     NULL,
     {{"    copy_table(table);\n    int words = binary_words(k), distance = binary_padded(n);",
       "    copy_table(table);\n    int words = k / BINARY_BITS, distance = binary_padded(n);"}}},
    {"columns_n_apart",
     6,
     WRONG,
     NULL,
     {{"    copy_table(table);\n    int words = binary_words(k), distance = binary_padded(n);",
       "    copy_table(table);\n    int words = binary_words(k), distance = n;"}}},
    {"wrong_row",
     6,
     WRONG,
     NULL,
     {{"    copy_table(table);\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "for (int start = 0; start < words; start += ROW_WORDS) {\n        int count = "
       "min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < count; i += "
       "blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n     "
       "   __syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) {\n   "
       "         const uint32_t *b = B + (size_t)start * distance + col;\n            int differ = "
       "0;",
       "    copy_table(table);\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "for (int start = 0; start < words; start += ROW_WORDS) {\n        int count = "
       "min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < count; i += "
       "blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + i];\n        "
       "__syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) {\n      "
       "      const uint32_t *b = B + (size_t)start * distance + col;\n            int differ = "
       "0;"}}},
    {"rows_not_padded",
     6,
     WRONG,
     NULL,
     {{"    copy_table(table);\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "for (int start = 0; start < words; start += ROW_WORDS) {\n        int count = "
       "min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < count; i += "
       "blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n     "
       "   __syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) {\n   "
       "         const uint32_t *b = B + (size_t)start * distance + col;\n            int differ = "
       "0;",
       "    copy_table(table);\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "for (int start = 0; start < words; start += ROW_WORDS) {\n        int count = "
       "min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < count; i += "
       "blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * words + start + i];\n        "
       "__syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) {\n      "
       "      const uint32_t *b = B + (size_t)start * distance + col;\n            int differ = "
       "0;"}}},
    {"missing_barrier",
     6,
     WRONG,
     NULL,
     {{"    for (int start = 0; start < words; start += ROW_WORDS) {\n        int count = "
       "min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < count; i += "
       "blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n     "
       "   __syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) {\n   "
       "         const uint32_t *b = B + (size_t)start * distance + col;\n            int differ = "
       "0;\n            for (int word = 0; word < count; word++) {",
       "    for (int start = 0; start < words; start += ROW_WORDS) {\n        int count = "
       "min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < count; i += "
       "blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n     "
       "   for (int col = threadIdx.x; col < n; col += blockDim.x) {\n            const uint32_t "
       "*b = B + (size_t)start * distance + col;\n            int differ = 0;\n            for "
       "(int word = 0; word < count; word++) {"}}},
    {"no_last_column",
     6,
     WRONG,
     NULL,
     {{"        for (int i = threadIdx.x; i < count; i += blockDim.x)\n            a[i] = "
       "A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n        __syncthreads();\n        "
       "for (int col = threadIdx.x; col < n; col += blockDim.x) {\n            const uint32_t *b = "
       "B + (size_t)start * distance + col;\n            int differ = 0;\n            for (int "
       "word = 0; word < count; word++) {",
       "        for (int i = threadIdx.x; i < count; i += blockDim.x)\n            a[i] = "
       "A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n        __syncthreads();\n        "
       "for (int col = threadIdx.x; col < n - 1; col += blockDim.x) {\n            const uint32_t "
       "*b = B + (size_t)start * distance + col;\n            int differ = 0;\n            for "
       "(int word = 0; word < count; word++) {"}}},
    {"last_word_not_copied",
     6,
     WRONG,
     NULL,
     {{"    copy_table(table);\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "for (int start = 0; start < words; start += ROW_WORDS) {\n        int count = "
       "min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < count; i += "
       "blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n     "
       "   __syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) {",
       "    copy_table(table);\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "for (int start = 0; start < words; start += ROW_WORDS) {\n        int count = "
       "min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < count - 1; i += "
       "blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n     "
       "   __syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) {"}}},
    {"columns_of_first_part",
     6,
     WRONG,
     NULL,
     {{"        __syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) "
       "{\n            const uint32_t *b = B + (size_t)start * distance + col;\n            int "
       "differ = 0;\n            for (int word = 0; word < count; word++) {",
       "        __syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) "
       "{\n            const uint32_t *b = B + col;\n            int differ = 0;\n            for "
       "(int word = 0; word < count; word++) {"}}},
    {"no_launch",
     6,
     NOT_ATTEMPTED,
     NULL,
     {{"    xnor_row_shared<<<m, BLOCK>>>(A, B, C, n, k);\n", ""}}},
    {"padding_counted",
     7,
     WRONG,
     "beyond k",
     {{"                differ += __popc(a[word] ^ b[(size_t)word * distance]);\n            int "
       "*c = &C[(size_t)blockIdx.x * n + col];\n            *c = (start == 0 ? k : *c) - 2 * "
       "differ;\n        }",
       "                differ += __popc(a[word] ^ b[(size_t)word * distance]);\n            int "
       "*c = &C[(size_t)blockIdx.x * n + col];\n            *c = (start == 0 ? words * BINARY_BITS "
       ": *c) - 2 * differ;\n        }"}}},
    {"sign_flipped",
     7,
     WRONG,
     NULL,
     {{"                differ += __popc(a[word] ^ b[(size_t)word * distance]);\n            int "
       "*c = &C[(size_t)blockIdx.x * n + col];\n            *c = (start == 0 ? k : *c) - 2 * "
       "differ;\n        }",
       "                differ += __popc(a[word] ^ b[(size_t)word * distance]);\n            int "
       "*c = &C[(size_t)blockIdx.x * n + col];\n            *c = 2 * differ - (start == 0 ? k : "
       "*c);\n        }"}}},
    {"counted_once",
     7,
     WRONG,
     NULL,
     {{"                differ += __popc(a[word] ^ b[(size_t)word * distance]);\n            int "
       "*c = &C[(size_t)blockIdx.x * n + col];\n            *c = (start == 0 ? k : *c) - 2 * "
       "differ;\n        }",
       "                differ += __popc(a[word] ^ b[(size_t)word * distance]);\n            int "
       "*c = &C[(size_t)blockIdx.x * n + col];\n            *c = (start == 0 ? k : *c) - differ;\n "
       "       }"}}},
    {"forgets_earlier_parts",
     7,
     WRONG,
     NULL,
     {{"                differ += __popc(a[word] ^ b[(size_t)word * distance]);\n            int "
       "*c = &C[(size_t)blockIdx.x * n + col];\n            *c = (start == 0 ? k : *c) - 2 * "
       "differ;\n        }",
       "                differ += __popc(a[word] ^ b[(size_t)word * distance]);\n            int "
       "*c = &C[(size_t)blockIdx.x * n + col];\n            *c = k - 2 * differ;\n        }"}}},
    {"starts_from_what_was_there",
     7,
     WRONG,
     NULL,
     {{"                differ += __popc(a[word] ^ b[(size_t)word * distance]);\n            int "
       "*c = &C[(size_t)blockIdx.x * n + col];\n            *c = (start == 0 ? k : *c) - 2 * "
       "differ;\n        }",
       "                differ += __popc(a[word] ^ b[(size_t)word * distance]);\n            int "
       "*c = &C[(size_t)blockIdx.x * n + col];\n            *c = *c - 2 * differ;\n        }"}}},
    {"tail_dropped",
     7,
     WRONG,
     NULL,
     {{"    __shared__ uint32_t a[ROW_WORDS];\n    int words = binary_words(k), distance = "
       "binary_padded(n);",
       "    __shared__ uint32_t a[ROW_WORDS];\n    int words = k / BINARY_BITS, distance = "
       "binary_padded(n);"}}},
    {"columns_n_apart",
     7,
     WRONG,
     NULL,
     {{"    __shared__ uint32_t a[ROW_WORDS];\n    int words = binary_words(k), distance = "
       "binary_padded(n);",
       "    __shared__ uint32_t a[ROW_WORDS];\n    int words = binary_words(k), distance = n;"}}},
    {"wrong_row",
     7,
     WRONG,
     NULL,
     {{"    __shared__ uint32_t a[ROW_WORDS];\n    int words = binary_words(k), distance = "
       "binary_padded(n);\n    for (int start = 0; start < words; start += ROW_WORDS) {\n        "
       "int count = min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < count; i "
       "+= blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n  "
       "      __syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) "
       "{\n            const uint32_t *b = B + (size_t)start * distance + col;\n            int "
       "differ = 0;",
       "    __shared__ uint32_t a[ROW_WORDS];\n    int words = binary_words(k), distance = "
       "binary_padded(n);\n    for (int start = 0; start < words; start += ROW_WORDS) {\n        "
       "int count = min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < count; i "
       "+= blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + i];\n        "
       "__syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) {\n      "
       "      const uint32_t *b = B + (size_t)start * distance + col;\n            int differ = "
       "0;"}}},
    {"rows_not_padded",
     7,
     WRONG,
     NULL,
     {{"    __shared__ uint32_t a[ROW_WORDS];\n    int words = binary_words(k), distance = "
       "binary_padded(n);\n    for (int start = 0; start < words; start += ROW_WORDS) {\n        "
       "int count = min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < count; i "
       "+= blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n  "
       "      __syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) "
       "{\n            const uint32_t *b = B + (size_t)start * distance + col;\n            int "
       "differ = 0;",
       "    __shared__ uint32_t a[ROW_WORDS];\n    int words = binary_words(k), distance = "
       "binary_padded(n);\n    for (int start = 0; start < words; start += ROW_WORDS) {\n        "
       "int count = min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < count; i "
       "+= blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * words + start + i];\n        "
       "__syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) {\n      "
       "      const uint32_t *b = B + (size_t)start * distance + col;\n            int differ = "
       "0;"}}},
    {"missing_barrier",
     7,
     WRONG,
     NULL,
     {{"    int words = binary_words(k), distance = binary_padded(n);\n    for (int start = 0; "
       "start < words; start += ROW_WORDS) {\n        int count = min(ROW_WORDS, words - start);\n "
       "       for (int i = threadIdx.x; i < count; i += blockDim.x)\n            a[i] = "
       "A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n        __syncthreads();\n        "
       "for (int col = threadIdx.x; col < n; col += blockDim.x) {\n            const uint32_t *b = "
       "B + (size_t)start * distance + col;\n            int differ = 0;\n            for (int "
       "word = 0; word < count; word++)\n                differ += __popc(a[word] ^ b[(size_t)word "
       "* distance]);",
       "    int words = binary_words(k), distance = binary_padded(n);\n    for (int start = 0; "
       "start < words; start += ROW_WORDS) {\n        int count = min(ROW_WORDS, words - start);\n "
       "       for (int i = threadIdx.x; i < count; i += blockDim.x)\n            a[i] = "
       "A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n        for (int col = threadIdx.x; "
       "col < n; col += blockDim.x) {\n            const uint32_t *b = B + (size_t)start * "
       "distance + col;\n            int differ = 0;\n            for (int word = 0; word < count; "
       "word++)\n                differ += __popc(a[word] ^ b[(size_t)word * distance]);"}}},
    {"no_last_column",
     7,
     WRONG,
     NULL,
     {{"        int count = min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < "
       "count; i += blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start "
       "+ i];\n        __syncthreads();\n        for (int col = threadIdx.x; col < n; col += "
       "blockDim.x) {\n            const uint32_t *b = B + (size_t)start * distance + col;\n       "
       "     int differ = 0;\n            for (int word = 0; word < count; word++)\n               "
       " differ += __popc(a[word] ^ b[(size_t)word * distance]);",
       "        int count = min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < "
       "count; i += blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start "
       "+ i];\n        __syncthreads();\n        for (int col = threadIdx.x; col < n - 1; col += "
       "blockDim.x) {\n            const uint32_t *b = B + (size_t)start * distance + col;\n       "
       "     int differ = 0;\n            for (int word = 0; word < count; word++)\n               "
       " differ += __popc(a[word] ^ b[(size_t)word * distance]);"}}},
    {"last_word_not_copied",
     7,
     WRONG,
     NULL,
     {{"    __shared__ uint32_t a[ROW_WORDS];\n    int words = binary_words(k), distance = "
       "binary_padded(n);\n    for (int start = 0; start < words; start += ROW_WORDS) {\n        "
       "int count = min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < count; i "
       "+= blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n  "
       "      __syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) {",
       "    __shared__ uint32_t a[ROW_WORDS];\n    int words = binary_words(k), distance = "
       "binary_padded(n);\n    for (int start = 0; start < words; start += ROW_WORDS) {\n        "
       "int count = min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < count - "
       "1; i += blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start + "
       "i];\n        __syncthreads();\n        for (int col = threadIdx.x; col < n; col += "
       "blockDim.x) {"}}},
    {"columns_of_first_part",
     7,
     WRONG,
     NULL,
     {{"            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n        "
       "__syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) {\n      "
       "      const uint32_t *b = B + (size_t)start * distance + col;\n            int differ = "
       "0;\n            for (int word = 0; word < count; word++)\n                differ += "
       "__popc(a[word] ^ b[(size_t)word * distance]);",
       "            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n        "
       "__syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) {\n      "
       "      const uint32_t *b = B + col;\n            int differ = 0;\n            for (int word "
       "= 0; word < count; word++)\n                differ += __popc(a[word] ^ b[(size_t)word * "
       "distance]);"}}},
    {"twelve_words_in_a_byte",
     7,
     WRONG,
     NULL,
     {{"            int differ = 0;\n            for (int word = 0; word < count; word++)\n        "
       "        "
       "differ += __popc(a[word] ^ b[(size_t)word * distance]);\n            int *c",
       "            int differ = 0;\n            unsigned char few = 0;\n            for (int word "
       "= 0; word < count; "
       "word++) {\n                few += __popc(a[word] ^ b[(size_t)word * distance]);\n          "
       "      if "
       "(word % 12 == 11 || word + 1 == count) {\n                    differ += few;\n             "
       "       "
       "few = 0;\n                }\n            }\n            int *c"}}},
    {"no_launch", 7, NOT_ATTEMPTED, NULL, {{"    xnor_popc<<<m, BLOCK>>>(A, B, C, n, k);\n", ""}}},
    {"padding_counted",
     8,
     WRONG,
     "beyond k",
     {{"            differ += __popc(a[x][word] ^ b[word][y]);\n        __syncthreads();\n    }\n  "
       "  if (row < m && col < n)\n        C[(size_t)row * n + col] = k - 2 * differ;\n    "
       "/*}*/\n}\n",
       "            differ += __popc(a[x][word] ^ b[word][y]);\n        __syncthreads();\n    }\n  "
       "  if (row < m && col < n)\n        C[(size_t)row * n + col] = words * BINARY_BITS - 2 * "
       "differ;\n    /*}*/\n}\n"}}},
    {"sign_flipped",
     8,
     WRONG,
     NULL,
     {{"            differ += __popc(a[x][word] ^ b[word][y]);\n        __syncthreads();\n    }\n  "
       "  if (row < m && col < n)\n        C[(size_t)row * n + col] = k - 2 * differ;\n    "
       "/*}*/\n}\n",
       "            differ += __popc(a[x][word] ^ b[word][y]);\n        __syncthreads();\n    }\n  "
       "  if (row < m && col < n)\n        C[(size_t)row * n + col] = 2 * differ - k;\n    "
       "/*}*/\n}\n"}}},
    {"tail_dropped",
     8,
     WRONG,
     NULL,
     {{"    __shared__ uint32_t a[TILE][TILE], b[TILE][TILE];\n    int x = threadIdx.x, y = "
       "threadIdx.y, differ = 0, words = binary_words(k);\n    int row = blockIdx.y * TILE + x, "
       "col = blockIdx.x * TILE + y;",
       "    __shared__ uint32_t a[TILE][TILE], b[TILE][TILE];\n    int x = threadIdx.x, y = "
       "threadIdx.y, differ = 0, words = k / BINARY_BITS;\n    int row = blockIdx.y * TILE + x, "
       "col = blockIdx.x * TILE + y;"}}},
    {"last_tile_dropped",
     8,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * TILE + x, col = blockIdx.x * TILE + y;\n    for (int start = 0; "
       "start < words; start += TILE) {",
       "    int row = blockIdx.y * TILE + x, col = blockIdx.x * TILE + y;\n    for (int start = 0; "
       "start + TILE <= words; start += TILE) {"}}},
    {"columns_n_apart",
     8,
     WRONG,
     NULL,
     {{"        b[x][y] = B[(size_t)(start + x) * binary_padded(n) + col",
       "        b[x][y] = B[(size_t)(start + x) * n + col"}}},
    {"unguarded_rows",
     8,
     WRONG,
     NULL,
     {{"            differ += __popc(a[x][word] ^ b[word][y]);\n        __syncthreads();\n    }\n  "
       "  if (row < m && col < n)\n        C[(size_t)row * n + col] = k - 2 * differ;\n    /*}*/",
       "            differ += __popc(a[x][word] ^ b[word][y]);\n        __syncthreads();\n    }\n  "
       "  if (col < n)\n        C[(size_t)row * n + col] = k - 2 * differ;\n    /*}*/"}}},
    {"unguarded_columns",
     8,
     WRONG,
     NULL,
     {{"            differ += __popc(a[x][word] ^ b[word][y]);\n        __syncthreads();\n    }\n  "
       "  if (row < m && col < n)\n        C[(size_t)row * n + col] = k - 2 * differ;\n    /*}*/",
       "            differ += __popc(a[x][word] ^ b[word][y]);\n        __syncthreads();\n    }\n  "
       "  if (row < m)\n        C[(size_t)row * n + col] = k - 2 * differ;\n    /*}*/"}}},
    {"b_turned", 8, WRONG, NULL, {{"a[x][word] ^ b[word][y]", "a[x][word] ^ b[y][word]"}}},
    {"missing_second_barrier",
     8,
     WRONG,
     NULL,
     {{"b[word][y]);\n        __syncthreads();", "b[word][y]);"}}},
    {"missing_first_barrier",
     8,
     WRONG,
     NULL,
     {{"        b[x][y] = B[(size_t)(start + x) * binary_padded(n) + col];\n        "
       "__syncthreads();",
       "        b[x][y] = B[(size_t)(start + x) * binary_padded(n) + col];"}}},
    {"floor_blocks",
     8,
     WRONG,
     NULL,
     {{"    /*{ TODO 16: a block of TILE x TILE threads for each tile of C, columns along the "
       "grid's x. */\n    dim3 blocks((n - 1) / TILE + 1, (m - 1) / TILE + 1);",
       "    /*{ TODO 16: a block of TILE x TILE threads for each tile of C, columns along the "
       "grid's x. */\n    dim3 blocks((n - 1) / TILE + 1, m / TILE + (m < TILE));"}}},
    {"one_word_short",
     8,
     WRONG,
     NULL,
     {{"#pragma unroll\n        for (int word = 0; word < TILE; word++)\n            differ += "
       "__popc(a[x][word] ^ b[word][y]);",
       "#pragma unroll\n        for (int word = 0; word < TILE - 1; word++)\n            differ += "
       "__popc(a[x][word] ^ b[word][y]);"}}},
    {"no_launch",
     8,
     NOT_ATTEMPTED,
     NULL,
     {{"    xnor_tile_conflict<<<blocks, dim3(TILE, TILE)>>>(A, B, C, m, n, k);\n", ""}}},
    {"padding_counted",
     9,
     WRONG,
     "beyond k",
     {{"            differ += __popc(a[y][word] ^ b[word][x]);\n        __syncthreads();\n    }\n  "
       "  if (row < m && col < n)\n        C[(size_t)row * n + col] = k - 2 * differ;\n    "
       "/*}*/\n}\n",
       "            differ += __popc(a[y][word] ^ b[word][x]);\n        __syncthreads();\n    }\n  "
       "  if (row < m && col < n)\n        C[(size_t)row * n + col] = words * BINARY_BITS - 2 * "
       "differ;\n    /*}*/\n}\n"}}},
    {"sign_flipped",
     9,
     WRONG,
     NULL,
     {{"            differ += __popc(a[y][word] ^ b[word][x]);\n        __syncthreads();\n    }\n  "
       "  if (row < m && col < n)\n        C[(size_t)row * n + col] = k - 2 * differ;\n    "
       "/*}*/\n}\n",
       "            differ += __popc(a[y][word] ^ b[word][x]);\n        __syncthreads();\n    }\n  "
       "  if (row < m && col < n)\n        C[(size_t)row * n + col] = 2 * differ - k;\n    "
       "/*}*/\n}\n"}}},
    {"tail_dropped",
     9,
     WRONG,
     NULL,
     {{"    __shared__ uint32_t a[TILE][TILE], b[TILE][TILE];\n    int x = threadIdx.x, y = "
       "threadIdx.y, differ = 0, words = binary_words(k);\n    int row = blockIdx.y * TILE + y, "
       "col = blockIdx.x * TILE + x;",
       "    __shared__ uint32_t a[TILE][TILE], b[TILE][TILE];\n    int x = threadIdx.x, y = "
       "threadIdx.y, differ = 0, words = k / BINARY_BITS;\n    int row = blockIdx.y * TILE + y, "
       "col = blockIdx.x * TILE + x;"}}},
    {"last_tile_dropped",
     9,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;\n    for (int start = 0; "
       "start < words; start += TILE) {",
       "    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;\n    for (int start = 0; "
       "start + TILE <= words; start += TILE) {"}}},
    {"columns_n_apart",
     9,
     WRONG,
     NULL,
     {{"        b[y][x] = B[(size_t)(start + y) * binary_padded(n) + col",
       "        b[y][x] = B[(size_t)(start + y) * n + col"}}},
    {"unguarded_rows",
     9,
     WRONG,
     NULL,
     {{"            differ += __popc(a[y][word] ^ b[word][x]);\n        __syncthreads();\n    }\n  "
       "  if (row < m && col < n)\n        C[(size_t)row * n + col] = k - 2 * differ;\n    /*}*/",
       "            differ += __popc(a[y][word] ^ b[word][x]);\n        __syncthreads();\n    }\n  "
       "  if (col < n)\n        C[(size_t)row * n + col] = k - 2 * differ;\n    /*}*/"}}},
    {"unguarded_columns",
     9,
     WRONG,
     NULL,
     {{"            differ += __popc(a[y][word] ^ b[word][x]);\n        __syncthreads();\n    }\n  "
       "  if (row < m && col < n)\n        C[(size_t)row * n + col] = k - 2 * differ;\n    /*}*/",
       "            differ += __popc(a[y][word] ^ b[word][x]);\n        __syncthreads();\n    }\n  "
       "  if (row < m)\n        C[(size_t)row * n + col] = k - 2 * differ;\n    /*}*/"}}},
    {"b_turned", 9, WRONG, NULL, {{"a[y][word] ^ b[word][x]", "a[y][word] ^ b[x][word]"}}},
    {"missing_second_barrier",
     9,
     WRONG,
     NULL,
     {{"b[word][x]);\n        __syncthreads();", "b[word][x]);"}}},
    {"missing_first_barrier",
     9,
     WRONG,
     NULL,
     {{"        b[y][x] = B[(size_t)(start + y) * binary_padded(n) + col];\n        "
       "__syncthreads();",
       "        b[y][x] = B[(size_t)(start + y) * binary_padded(n) + col];"}}},
    {"floor_blocks",
     9,
     WRONG,
     NULL,
     {{"    /*{ TODO 18: as in step 8. */\n    dim3 blocks((n - 1) / TILE + 1, (m - 1) / TILE + "
       "1);",
       "    /*{ TODO 18: as in step 8. */\n    dim3 blocks((n - 1) / TILE + 1, m / TILE + (m < "
       "TILE));"}}},
    {"one_word_short",
     9,
     WRONG,
     NULL,
     {{"#pragma unroll\n        for (int word = 0; word < TILE; word++)\n            differ += "
       "__popc(a[y][word] ^ b[word][x]);",
       "#pragma unroll\n        for (int word = 0; word < TILE - 1; word++)\n            differ += "
       "__popc(a[y][word] ^ b[word][x]);"}}},
    {"no_launch",
     9,
     NOT_ATTEMPTED,
     NULL,
     {{"    xnor_tile<<<blocks, dim3(TILE, TILE)>>>(A, B, C, m, n, k);\n", ""}}},
    {"padding_counted",
     10,
     WRONG,
     "beyond k",
     {{"value[j] = k - 2 * differ[i][j];", "value[j] = words * BINARY_BITS - 2 * differ[i][j];"}}},
    {"sign_flipped",
     10,
     WRONG,
     NULL,
     {{"value[j] = k - 2 * differ[i][j];", "value[j] = -(k - 2 * differ[i][j]);"}}},
    {"tail_dropped",
     10,
     WRONG,
     NULL,
     {{"    xnor_register(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)\n{\n  "
       "  __shared__ word_tiles tiles[2];\n    int row = blockIdx.y * ROWS, col = blockIdx.x * "
       "COLS, words = binary_words(k);\n    size_t pitch = binary_pitch(k), distance = "
       "binary_padded(n);\n    const uint32_t *a_begin = A + row * pitch, *b_begin = B + col;",
       "    xnor_register(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int k)\n{\n  "
       "  __shared__ word_tiles tiles[2];\n    int row = blockIdx.y * ROWS, col = blockIdx.x * "
       "COLS, words = k / BINARY_BITS;\n    size_t pitch = binary_pitch(k), distance = "
       "binary_padded(n);\n    const uint32_t *a_begin = A + row * pitch, *b_begin = B + col;"}}},
    {"no_wait",
     10,
     WRONG,
     "nobody has waited for",
     {{"         * there are any, into the other half. */\n        __pipeline_wait_prior(0);\n",
       "         * there are any, into the other half. */\n"}}},
    {"no_barrier",
     10,
     WRONG,
     NULL,
     {{"         * there are any, into the other half. */\n        __pipeline_wait_prior(0);\n     "
       "   __syncthreads();",
       "         * there are any, into the other half. */\n        __pipeline_wait_prior(0);"}}},
    {"same_tile_again",
     10,
     WRONG,
     NULL,
     {{"        if (start + DEPTH < words)\n            copy_tiles(&tiles[1 - now], a_begin, "
       "pitch, b_begin, distance, start + DEPTH);\n        /*}*/",
       "        if (start + DEPTH < words)\n            copy_tiles(&tiles[1 - now], a_begin, "
       "pitch, b_begin, distance, start);\n        /*}*/"}}},
    {"unguarded_rows",
     10,
     WRONG,
     NULL,
     {{"            value[j] = k - 2 * differ[i][j];\n        if (r < m)\n",
       "            value[j] = k - 2 * differ[i][j];\n        if (r >= 0)\n"}}},
    {"floor_blocks",
     10,
     WRONG,
     NULL,
     {{"    /*{ TODO 23: a block of SIDE x SIDE threads for each ROWS x COLS tile of C. */\n    "
       "dim3 blocks((n - 1) / COLS + 1, (m - 1) / ROWS + 1);",
       "    /*{ TODO 23: a block of SIDE x SIDE threads for each ROWS x COLS tile of C. */\n    "
       "dim3 blocks(n / COLS + (n < COLS), (m - 1) / ROWS + 1);"}}},
    {"wrong_row_of_a",
     10,
     WRONG,
     NULL,
     {{"#pragma unroll\n            for (int i = 0; i < EACH_ROWS; i++) {\n                "
       "read_four(a, &tiles[now].a[threadIdx.y + SIDE * i][word]);\n                for (int j = "
       "0; j < EACH_COLS; j++)\n                    differ[i][j] += __popc(a[0] ^ b[0][j]) + "
       "__popc(a[1] ^ b[1][j]) +",
       "#pragma unroll\n            for (int i = 0; i < EACH_ROWS; i++) {\n                "
       "read_four(a, &tiles[now].a[threadIdx.y + i][word]);\n                for (int j = 0; j < "
       "EACH_COLS; j++)\n                    differ[i][j] += __popc(a[0] ^ b[0][j]) + __popc(a[1] "
       "^ b[1][j]) +"}}},
    {"words_swapped",
     10,
     WRONG,
     NULL,
     {{"                    differ[i][j] += __popc(a[0] ^ b[0][j]) + __popc(a[1] ^ b[1][j]",
       "                    differ[i][j] += __popc(a[0] ^ b[0][j]) + __popc(a[1] ^ b[2][j]"}}},
    {"columns_n_apart",
     10,
     WRONG,
     NULL,
     {{"    __shared__ word_tiles tiles[2];\n    int row = blockIdx.y * ROWS, col = blockIdx.x * "
       "COLS, words = binary_words(k);\n    size_t pitch = binary_pitch(k), distance = "
       "binary_padded(n);\n    const uint32_t *a_begin = A + row * pitch, *b_begin = B + col;\n    "
       "/*{ TODO 19: as many sums, in registers: all loops over them must unroll. */",
       "    __shared__ word_tiles tiles[2];\n    int row = blockIdx.y * ROWS, col = blockIdx.x * "
       "COLS, words = binary_words(k);\n    size_t pitch = binary_pitch(k), distance = n;\n    "
       "const uint32_t *a_begin = A + row * pitch, *b_begin = B + col;\n    /*{ TODO 19: as many "
       "sums, in registers: all loops over them must unroll. */"}}},
    {"no_launch",
     10,
     NOT_ATTEMPTED,
     NULL,
     {{"    xnor_register<<<blocks, dim3(SIDE, SIDE)>>>(A, B, C, m, n, k);\n", ""}}},
    {"padding_counted",
     11,
     WRONG,
     "beyond k",
     {{"value[j] = k - 2 * (2 * pairs[i][j] + __popc(single[i][j]));",
       "value[j] = words * BINARY_BITS - 2 * (2 * pairs[i][j] + __popc(single[i][j]));"}}},
    {"sign_flipped",
     11,
     WRONG,
     NULL,
     {{"value[j] = k - 2 * (2 * pairs[i][j] + __popc(single[i][j]));",
       "value[j] = -(k - 2 * (2 * pairs[i][j] + __popc(single[i][j])));"}}},
    {"tail_dropped",
     11,
     WRONG,
     NULL,
     {{"    xnor_carry_save(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int "
       "k)\n{\n    __shared__ word_tiles tiles[2];\n    int row = blockIdx.y * ROWS, col = "
       "blockIdx.x * COLS, words = binary_words(k);\n    size_t pitch = binary_pitch(k), distance "
       "= binary_padded(n);\n    const uint32_t *a_begin = A + row * pitch, *b_begin = B + col;",
       "    xnor_carry_save(const uint32_t *A, const uint32_t *B, int *C, int m, int n, int "
       "k)\n{\n    __shared__ word_tiles tiles[2];\n    int row = blockIdx.y * ROWS, col = "
       "blockIdx.x * COLS, words = k / BINARY_BITS;\n    size_t pitch = binary_pitch(k), distance "
       "= binary_padded(n);\n    const uint32_t *a_begin = A + row * pitch, *b_begin = B + col;"}}},
    {"no_wait",
     11,
     WRONG,
     "nobody has waited for",
     {{"    for (int start = 0, now = 0; start < words; start += DEPTH, now = 1 - now) {\n        "
       "__pipeline_wait_prior(0);\n",
       "    for (int start = 0, now = 0; start < words; start += DEPTH, now = 1 - now) {\n"}}},
    {"no_barrier",
     11,
     WRONG,
     NULL,
     {{"    for (int start = 0, now = 0; start < words; start += DEPTH, now = 1 - now) {\n        "
       "__pipeline_wait_prior(0);\n        __syncthreads();",
       "    for (int start = 0, now = 0; start < words; start += DEPTH, now = 1 - now) {\n        "
       "__pipeline_wait_prior(0);"}}},
    {"same_tile_again",
     11,
     WRONG,
     NULL,
     {{"        if (start + DEPTH < words)\n            copy_tiles(&tiles[1 - now], a_begin, "
       "pitch, b_begin, distance, start + DEPTH);\n        /*{ TODO 25: as in step 10, but of the "
       "differences of two words add_bits makes carries, to be counted in pairs[i][j],",
       "        if (start + DEPTH < words)\n            copy_tiles(&tiles[1 - now], a_begin, "
       "pitch, b_begin, distance, start);\n        /*{ TODO 25: as in step 10, but of the "
       "differences of two words add_bits makes carries, to be counted in pairs[i][j],"}}},
    {"unguarded_rows",
     11,
     WRONG,
     NULL,
     {{"            value[j] = k - 2 * (2 * pairs[i][j] + __popc(single[i][j]));\n        if (r < "
       "m)\n",
       "            value[j] = k - 2 * (2 * pairs[i][j] + __popc(single[i][j]));\n        if (r >= "
       "0)\n"}}},
    {"floor_blocks",
     11,
     WRONG,
     NULL,
     {{"    /*{ TODO 27: as in step 10. */\n    dim3 blocks((n - 1) / COLS + 1, (m - 1) / ROWS + "
       "1);",
       "    /*{ TODO 27: as in step 10. */\n    dim3 blocks(n / COLS + (n < COLS), (m - 1) / ROWS "
       "+ 1);"}}},
    {"wrong_row_of_a",
     11,
     WRONG,
     NULL,
     {{"            for (int i = 0; i < EACH_ROWS; i++) {\n                read_four(a, "
       "&tiles[now].a[threadIdx.y + SIDE * i][word]);\n                for (int j = 0; j < "
       "EACH_COLS; j++) {",
       "            for (int i = 0; i < EACH_ROWS; i++) {\n                read_four(a, "
       "&tiles[now].a[threadIdx.y + i][word]);\n                for (int j = 0; j < EACH_COLS; "
       "j++) {"}}},
    {"words_swapped",
     11,
     WRONG,
     NULL,
     {{"                    uint32_t first = add_bits(s, a[0] ^ b[0][j], a[1] ^ b[1][j]",
       "                    uint32_t first = add_bits(s, a[0] ^ b[0][j], a[1] ^ b[2][j]"}}},
    {"columns_n_apart",
     11,
     WRONG,
     NULL,
     {{"    __shared__ word_tiles tiles[2];\n    int row = blockIdx.y * ROWS, col = blockIdx.x * "
       "COLS, words = binary_words(k);\n    size_t pitch = binary_pitch(k), distance = "
       "binary_padded(n);\n    const uint32_t *a_begin = A + row * pitch, *b_begin = B + col;\n    "
       "/*{ TODO 24: for each element a sum of pairs, and a word of what makes no pair yet. */",
       "    __shared__ word_tiles tiles[2];\n    int row = blockIdx.y * ROWS, col = blockIdx.x * "
       "COLS, words = binary_words(k);\n    size_t pitch = binary_pitch(k), distance = n;\n    "
       "const uint32_t *a_begin = A + row * pitch, *b_begin = B + col;\n    /*{ TODO 24: for each "
       "element a sum of pairs, and a word of what makes no pair yet. */"}}},
    {"no_launch",
     11,
     NOT_ATTEMPTED,
     NULL,
     {{"    xnor_carry_save<<<blocks, dim3(SIDE, SIDE)>>>(A, B, C, m, n, k);\n", ""}}},
    {"pairs_count_one", 11, WRONG, NULL, {{"2 * pairs[i][j] +", "pairs[i][j] +"}}},
    {"singles_forgotten", 11, WRONG, NULL, {{" + __popc(single[i][j])", ""}}},
    {"zero_counts_as_one", 1, WRONG, "other way round", {{"a[col] > 0", "a[col] < 0"}}},
    {"padding_is_one", 1, WRONG, NULL, {{"col < last && a[col] > 0", "col >= last || a[col] > 0"}}},
    {"reads_beyond_the_row",
     1,
     WRONG,
     NULL,
     {{"last = row < m ? k : 0", "last = row < m ? pitch * BINARY_BITS : 0"}}},
    {"padding_rows_read", 1, WRONG, NULL, {{"last = row < m ? k : 0", "last = k"}}},
    {"half_a_warp",
     1,
     WRONG,
     NULL,
     {{"__ballot_sync(ALL_LANES,", "0xffffu & __ballot_sync(ALL_LANES,"}}},
    {"wrong_lane_keeps", 1, WRONG, NULL, {{"lane == i", "lane == i + 1"}}},
    {"words_side_by_side",
     1,
     WRONG,
     NULL,
     {{"(size_t)row * pitch + word + lane", "(size_t)row * binary_words(k) + word + lane"}}},
    {"first_words_only",
     1,
     WRONG,
     NULL,
     {{"    for (int word = 0; word < pitch; word += WARP",
       "    for (int word = 0; word < WARP; word += WARP"}}},
    {"no_padding_rows",
     1,
     WRONG,
     NULL,
     {{"binary_padded(m) / (BLOCK / WARP)", "((m - 1) / (BLOCK / WARP) + 1)"}}},
    {"constant", 1, WRONG, NULL, {{"+ lane] = mine;", "+ lane] = 5;"}}},
    {"no_launch",
     1,
     NOT_ATTEMPTED,
     NULL,
     {{"    pack_rows<<<binary_padded(m) / (BLOCK / WARP), BLOCK>>>(A, packed, m, k);\n", ""}}},
    {"zero_counts_as_one", 2, WRONG, "other way round", {{"+ col] > 0", "+ col] < 0"}}},
    {"bits_reversed",
     2,
     WRONG,
     "opposite order",
     {{"        if (row < k && col < n && B[(size_t)row * n + col] > 0)\n            bits |= 1u << "
       "i;",
       "        if (row < k && col < n && B[(size_t)row * n + col] > 0)\n            bits |= 1u << "
       "(31 - i);"}}},
    {"no_test_of_rows", 2, WRONG, NULL, {{"row < k && col < n", "col < n"}}},
    {"no_test_of_columns", 2, WRONG, NULL, {{"row < k && col < n", "row < k"}}},
    {"one_row_short", 2, WRONG, NULL, {{"row < k &&", "row < k - 1 &&"}}},
    {"columns_n_apart", 2, WRONG, NULL, {{"word * binary_padded(n) + col", "word * n + col"}}},
    {"no_padding_words", 2, WRONG, NULL, {{"binary_pitch(k))", "binary_words(k))"}}},
    {"rows_k_apart",
     2,
     WRONG,
     NULL,
     {{"        if (row < k && col < n && B[(size_t)row * n + col",
       "        if (row < k && col < n && B[(size_t)row * k + col"}}},
    {"bits_31",
     2,
     WRONG,
     NULL,
     {{"    for (int i = 0; i < BINARY_BITS; i++) {",
       "    for (int i = 0; i < BINARY_BITS - 1; i++) {"}}},
    {"adds_to_old", 2, WRONG, NULL, {{"+ col] = bits;", "+ col] |= bits;"}}},
    {"no_launch",
     2,
     NOT_ATTEMPTED,
     NULL,
     {{"    pack_columns<<<blocks, BINARY_PADDING>>>(B, packed, k, n);\n", "    (void)blocks;\n"}}},
    {"zero_counts_as_one", 12, WRONG, "other way round", {{"* n] > 0", "* n] < 0"}}},
    {"bits_reversed",
     12,
     WRONG,
     "opposite order",
     {{"                bits |= 1u << i", "                bits |= 1u << (31 - i)"}}},
    {"no_test_of_rows", 12, WRONG, NULL, {{"row + i < k && col < n", "col < n"}}},
    {"no_test_of_columns", 12, WRONG, NULL, {{"row + i < k && col < n", "row + i < k"}}},
    {"one_row_short", 12, WRONG, NULL, {{"row + i < k &&", "row + i < k - 1 &&"}}},
    {"not_turned", 12, WRONG, NULL, {{"tile[lane][warp];", "tile[warp][lane];"}}},
    {"missing_first_barrier", 12, WRONG, NULL, {{"= bits;\n        __syncthreads();", "= bits;"}}},
    {"missing_second_barrier",
     12,
     WRONG,
     NULL,
     {{"tile[lane][warp];\n        __syncthreads();", "tile[lane][warp];"}}},
    {"first_words_only", 12, WRONG, NULL, {{"start < pitch;", "start < WARP;"}}},
    {"no_padding_columns", 12, WRONG, NULL, {{"binary_padded(n) / WARP", "((n - 1) / WARP + 1)"}}},
    {"no_launch",
     12,
     NOT_ATTEMPTED,
     NULL,
     {{"    pack_transposed<<<binary_padded(n) / WARP, WARP * WARP>>>(B, packed, k, n);\n", ""}}},
    {"tail_dropped",
     13,
     WRONG,
     NULL,
     {{"    for (int word = lane; word < pitch;",
       "    for (int word = lane; word < pitch - WARP;"}}},
    {"lanes_forgotten", 13, WRONG, NULL, {{"distance = WARP / 2;", "distance = WARP / 4;"}}},
    {"counts_zeros", 13, WRONG, NULL, {{"__popc(packed[", "__popc(~packed["}}},
    {"one_word_a_lane", 13, WRONG, NULL, {{"sum += __popc", "sum = __popc"}}},
    {"wrong_line",
     13,
     WRONG,
     NULL,
     {{"packed[(size_t)line * pitch + word]", "packed[(size_t)line * WARP + word]"}}},
    {"all_lanes_store", 13, WRONG, NULL, {{"lane == 0", "lane >= 0"}}},
    {"unguarded", 13, WRONG, NULL, {{"    if (line >= lines)\n        return;\n", ""}}},
    {"floor_blocks",
     13,
     WRONG,
     NULL,
     {{"(lines - 1) / warps + 1", "lines / warps + (lines < warps)"}}},
    {"adds_to_old", 13, WRONG, NULL, {{"ones[line] = sum;", "ones[line] += sum;"}}},
    {"first_bit_only", 13, WRONG, NULL, {{"* pitch + word]);", "* pitch + word] & 1);"}}},
    {"no_launch",
     13,
     NOT_ATTEMPTED,
     NULL,
     {{"    count_ones<<<(lines - 1) / warps + 1, BLOCK>>>(packed, ones, lines, k);\n",
       "    (void)warps;\n"}}},
    {"and_taken_for_xor",
     14,
     WRONG,
     NULL,
     {{"differ = a_ones + b_ones - 2 * count;", "differ = count;"}}},
    {"ones_of_a_only",
     14,
     WRONG,
     NULL,
     {{"differ = a_ones + b_ones - 2 * count;", "differ = 2 * a_ones - 2 * count;"}}},
    {"counted_once",
     14,
     WRONG,
     NULL,
     {{"differ = a_ones + b_ones - 2 * count;", "differ = a_ones + b_ones - count;"}}},
    {"sign_flipped",
     14,
     WRONG,
     NULL,
     {{"differ = a_ones + b_ones - 2 * count;", "differ = k - (a_ones + b_ones - 2 * count);"}}},
    {"and_taken_for_xor",
     15,
     WRONG,
     NULL,
     {{"differ = a_ones + b_ones - 2 * count;", "differ = count;"}}},
    {"ones_of_a_only",
     15,
     WRONG,
     NULL,
     {{"differ = a_ones + b_ones - 2 * count;", "differ = 2 * a_ones - 2 * count;"}}},
    {"counted_once",
     15,
     WRONG,
     NULL,
     {{"differ = a_ones + b_ones - 2 * count;", "differ = a_ones + b_ones - count;"}}},
    {"sign_flipped",
     15,
     WRONG,
     NULL,
     {{"differ = a_ones + b_ones - 2 * count;", "differ = k - (a_ones + b_ones - 2 * count);"}}},
    {"and_taken_for_xor",
     16,
     WRONG,
     NULL,
     {{"differ = a_ones + b_ones - 2 * count;", "differ = count;"}}},
    {"ones_of_a_only",
     16,
     WRONG,
     NULL,
     {{"differ = a_ones + b_ones - 2 * count;", "differ = 2 * a_ones - 2 * count;"}}},
    {"counted_once",
     16,
     WRONG,
     NULL,
     {{"differ = a_ones + b_ones - 2 * count;", "differ = a_ones + b_ones - count;"}}},
    {"sign_flipped",
     16,
     WRONG,
     NULL,
     {{"differ = a_ones + b_ones - 2 * count;", "differ = k - (a_ones + b_ones - 2 * count);"}}},
    {"no_second_half", 14, WRONG, NULL, {{"        binary_mma(count, a[1], b[1]);\n", ""}}},
    {"rows_mixed_up",
     14,
     WRONG,
     NULL,
     {{"{upper.x, lower.x, upper.y, lower.y}", "{upper.x, upper.y, lower.x, lower.y}"}}},
    {"words_mixed_up", 14, WRONG, NULL, {{"{column.x, column.y}", "{column.y, column.x}"}}},
    {"unguarded", 14, WRONG, NULL, {{"        if (r < m && c < n)", "        if (c < n)"}}},
    {"columns_apart", 14, WRONG, NULL, {{"c = col + 2 * q + i % 2", "c = col + q + i % 2 * 4"}}},
    {"tail_dropped",
     14,
     WRONG,
     NULL,
     {{"    int words = binary_words(k), count[4] = {0, 0, 0, 0};",
       "    int words = k / BINARY_BITS, count[4] = {0, 0, 0, 0};"}}},
    {"floor_blocks", 14, WRONG, NULL, {{"(m - 1) / 16 + 1", "m / 16 + (m < 16)"}}},
    {"no_launch",
     14,
     NOT_ATTEMPTED,
     NULL,
     {{"    xnor_mma_warp<<<blocks, 4 * WARP>>>(A, B, a_ones, b_ones, C, m, n, k);\n",
       "    (void)blocks;\n"}}},
    {"columns_not_dealt_out",
     15,
     WRONG,
     NULL,
     {{"b_tile[place_of(line)][word]", "b_tile[line][word]"}}},
    {"missing_first_barrier",
     15,
     WRONG,
     NULL,
     {{"start + word];\n        }\n        __syncthreads();", "start + word];\n        }"}}},
    {"missing_second_barrier",
     15,
     WRONG,
     NULL,
     {{"                    binary_mma(count[i][j / 2][j % 2], a[i], part);\n                }\n   "
       "     }\n        __syncthreads();",
       "                    binary_mma(count[i][j / 2][j % 2], a[i], part);\n                }\n   "
       "     }"}}},
    {"tail_dropped",
     15,
     WRONG,
     NULL,
     {{"    int row = blockIdx.y * MMA_SIDE, col = blockIdx.x * MMA_SIDE, words = binary_words(k)",
       "    int row = blockIdx.y * MMA_SIDE, col = blockIdx.x * MMA_SIDE, words = k / "
       "BINARY_BITS"}}},
    {"half_the_tile", 15, WRONG, NULL, {{"i < MMA_SIDE * CHUNKS;", "i < MMA_SIDE * CHUNKS / 2;"}}},
    {"floor_blocks",
     15,
     WRONG,
     NULL,
     {{"    /*{ TODO 40: a block of MMA_THREADS threads for each MMA_SIDE x MMA_SIDE tile of C. "
       "*/\n    dim3 blocks((n - 1) / MMA_SIDE + 1, (m - 1) / MMA_SIDE + 1);",
       "    /*{ TODO 40: a block of MMA_THREADS threads for each MMA_SIDE x MMA_SIDE tile of C. "
       "*/\n    dim3 blocks((n - 1) / MMA_SIDE + 1, m / MMA_SIDE + (m < MMA_SIDE));"}}},
    {"no_launch",
     15,
     NOT_ATTEMPTED,
     NULL,
     {{"    xnor_mma_shared<<<blocks, MMA_THREADS>>>(A, B, a_ones, b_ones, C, m, n, k);\n",
       "    (void)blocks;\n"}}},
    {"columns_not_dealt_out",
     16,
     WRONG,
     NULL,
     {{"chunk_at(place_of(line), chunk)", "chunk_at(line, chunk)"}}},
    {"no_wait", 16, WRONG, NULL, {{"                __pipeline_wait_prior(STAGES - 2);\n", ""}}},
    {"waits_too_little",
     16,
     WRONG,
     NULL,
     {{"                __pipeline_wait_prior(STAGES - 2);\n",
       "                __pipeline_wait_prior(STAGES - 1);\n"}}},
    {"missing_barrier",
     16,
     WRONG,
     NULL,
     {{"                __pipeline_wait_prior(STAGES - 2);\n                __syncthreads();\n",
       "                __pipeline_wait_prior(STAGES - 2);\n"}}},
    {"wrong_stage",
     16,
     WRONG,
     NULL,
     {{"        fill = now;\n        now = next;", "        now = next;"}}},
    {"tail_dropped",
     16,
     WRONG,
     NULL,
     {{"stage_count = (binary_words(k) - 1) / STAGE_WORDS + 1",
       "stage_count = binary_words(k) / STAGE_WORDS"}}},
    {"quarter_missing", 16, WRONG, NULL, {{"turn == 2 ? 4 : turn + 1", "turn + 1"}}},
    {"no_launch",
     16,
     NOT_ATTEMPTED,
     NULL,
     {{"    xnor_mma_async<<<blocks, MMA_THREADS, bytes>>>(A, B, a_ones, b_ones, C, m, n, k);\n",
       "    (void)blocks;\n"}}},
    {"sign_flipped",
     17,
     WRONG,
     NULL,
     {{"return row < m ? k - 2 * a_ones[row] : 0;", "return row < m ? 2 * a_ones[row] - k : 0;"}}},
    {"pitch_counted",
     17,
     WRONG,
     NULL,
     {{"return row < m ? k - 2 * a_ones[row] : 0;",
       "return row < m ? binary_pitch(k) * BINARY_BITS - 2 * a_ones[row] : 0;"}}},
    {"no_row_terms",
     17,
     WRONG,
     NULL,
     {{"return row < m ? k - 2 * a_ones[row] : 0;", "return row < m ? k : 0;"}}},
    {"no_column_terms",
     17,
     WRONG,
     NULL,
     {{"to[threadIdx.x % TEAM + i * TEAM] = -2 * terms.held[i];",
       "to[threadIdx.x % TEAM + i * TEAM] = 0;"}}},
    {"counted_twice_not_four_times",
     17,
     WRONG,
     NULL,
     {{"row_term + of_column.x + 4 * count[0], row_term + of_column.y + 4 * count[1],",
       "row_term + of_column.x + 2 * count[0], row_term + of_column.y + 2 * count[1],"}}},
    {"neighbours_mixed",
     17,
     WRONG,
     NULL,
     {{"row_term + of_column.x + 4 * count[0], row_term + of_column.y + 4 * count[1],",
       "row_term + of_column.x + 4 * count[0], row_term + of_column.y + 4 * count[4],"}}},
    {"rows_mixed",
     17,
     WRONG,
     NULL,
     {{"four_of(&count[8 * j + 2], term[1], of_column)",
       "four_of(&count[8 * j], term[1], of_column)"}}},
    {"last_stage_dropped",
     17,
     WRONG,
     NULL,
     {{"int team = threadIdx.x / TEAM, stages = (binary_words(k) - 1) / LINE_WORDS + 1;\n    int "
       "across",
       "int team = threadIdx.x / TEAM, stages = binary_words(k) / LINE_WORDS;\n    int across"}}},
    {"never_adds",
     17,
     WRONG,
     NULL,
     {{"wgmma(count, a + 2 * turn, b + 2 * turn, s > 0 || turn > 0);",
       "wgmma(count, a + 2 * turn, b + 2 * turn, 0);"}}},
    {"adds_to_the_tile_before",
     17,
     WRONG,
     NULL,
     {{"wgmma(count, a + 2 * turn, b + 2 * turn, s > 0 || turn > 0);",
       "wgmma(count, a + 2 * turn, b + 2 * turn, 1);"}}},
    {"first_quarter_four_times",
     17,
     WRONG,
     NULL,
     {{"wgmma(count, a + 2 * turn, b + 2 * turn, s > 0 || turn > 0);",
       "wgmma(count, a, b, s > 0 || turn > 0);"}}},
    {"both_teams_the_same_rows",
     17,
     WRONG,
     NULL,
     {{"operand_at(r->stage[at->stage].a[team * TEAM_ROWS])",
       "operand_at(r->stage[at->stage].a[0])"}}},
    {"columns_in_pairs",
     17,
     WRONG,
     NULL,
     {{"column_map(B, n, k, WIDE, 4)", "column_map(B, n, k, WIDE, 2)"}}},
    {"always_the_first_words",
     17,
     WRONG,
     NULL,
     {{"copy_columns(r->stage[at.stage].b, b_map, full, s * LINE_WORDS,",
       "copy_columns(r->stage[at.stage].b, b_map, full, 0,"}}},
    {"rows_of_the_next_tile",
     17,
     WRONG,
     NULL,
     {{"int row = (tile / across * 2 + team) * TEAM_ROWS",
       "int row = (tile / across + team) * TEAM_ROWS"}}},
    {"no_launch",
     17,
     NOT_ATTEMPTED,
     NULL,
     {{"    xnor_wgmma<<<blocks, WIDE_THREADS, bytes>>>(a_map, b_map, a_ones, b_ones, C, m, n, "
       "k);\n",
       "    (void)blocks, (void)a_map, (void)b_map;\n"}}},
    {"sign_flipped",
     18,
     WRONG,
     NULL,
     {{"return row < m ? k - 2 * a_ones[row] : 0;", "return row < m ? 2 * a_ones[row] - k : 0;"}}},
    {"pitch_counted",
     18,
     WRONG,
     NULL,
     {{"return row < m ? k - 2 * a_ones[row] : 0;",
       "return row < m ? binary_pitch(k) * BINARY_BITS - 2 * a_ones[row] : 0;"}}},
    {"no_row_terms",
     18,
     WRONG,
     NULL,
     {{"return row < m ? k - 2 * a_ones[row] : 0;", "return row < m ? k : 0;"}}},
    {"no_column_terms",
     18,
     WRONG,
     NULL,
     {{"to[threadIdx.x % TEAM + i * TEAM] = -2 * terms.held[i];",
       "to[threadIdx.x % TEAM + i * TEAM] = 0;"}}},
    {"counted_twice_not_four_times",
     18,
     WRONG,
     NULL,
     {{"row_term + of_column.x + 4 * count[0], row_term + of_column.y + 4 * count[1],",
       "row_term + of_column.x + 2 * count[0], row_term + of_column.y + 2 * count[1],"}}},
    {"neighbours_mixed",
     18,
     WRONG,
     NULL,
     {{"row_term + of_column.x + 4 * count[0], row_term + of_column.y + 4 * count[1],",
       "row_term + of_column.x + 4 * count[0], row_term + of_column.y + 4 * count[4],"}}},
    {"rows_mixed",
     18,
     WRONG,
     NULL,
     {{"four_of(&count[8 * j + 2], term[1], of_column)",
       "four_of(&count[8 * j], term[1], of_column)"}}},
    {"last_stage_dropped",
     18,
     WRONG,
     NULL,
     {{"int team = threadIdx.x / TEAM, stages = (binary_words(k) - 1) / LINE_WORDS + 1;\n    if "
       "(threadIdx.x == 0)",
       "int team = threadIdx.x / TEAM, stages = binary_words(k) / LINE_WORDS;\n    if (threadIdx.x "
       "== 0)"}}},
    {"never_adds",
     18,
     WRONG,
     NULL,
     {{"wgmma(count[i], a + i * (TEAM_ROWS * 128 / 16) + 2 * turn, b + 2 * turn,\n                 "
       "     s > 0 || turn > 0);",
       "wgmma(count[i], a + i * (TEAM_ROWS * 128 / 16) + 2 * turn, b + 2 * turn,\n                 "
       "     0);"}}},
    {"upper_half_twice",
     18,
     WRONG,
     NULL,
     {{"wgmma(count[i], a + i * (TEAM_ROWS * 128 / 16) + 2 * turn, b + 2 * turn,\n                 "
       "     s > 0 || turn > 0);",
       "wgmma(count[i], a + 2 * turn, b + 2 * turn,\n                      s > 0 || turn > 0);"}}},
    {"halves_exchanged",
     18,
     WRONG,
     NULL,
     {{"terms, C, row + i * TEAM_ROWS, col, m, n);",
       "terms, C, row + (1 - i) * TEAM_ROWS, col, m, n);"}}},
    {"always_the_first_rows",
     18,
     WRONG,
     NULL,
     {{"copy_rows(a, a_map, full, s * LINE_WORDS, row);",
       "copy_rows(a, a_map, full, s * LINE_WORDS, 0);"}}},
    {"always_the_first_words",
     18,
     WRONG,
     NULL,
     {{"copy_columns_to(b, b_map, full, s * LINE_WORDS, (col",
       "copy_columns_to(b, b_map, full, 0, (col"}}},
    {"groups_too_wide",
     18,
     WRONG,
     NULL,
     {{"(col + below * b_part) / (4 * EACH),\n                                below_me",
       "(col + below * b_part) / (8 * EACH),\n                                below_me"}}},
    {"share_of_the_other",
     18,
     WRONG,
     NULL,
     {{"*b = r->stage[at.stage].b[below * b_part];",
       "*b = r->stage[at.stage].b[(1 - below) * b_part];"}}},
    {"no_launch",
     18,
     NOT_ATTEMPTED,
     NULL,
     {{"    double elements = (double)m * n;\n    if (elements < 5e7)\n        launch_turns<128, "
       "4, int>(A, B, a_ones, b_ones, C, m, n, k, 1);\n    else\n        launch_turns<192, 4, "
       "int>(A, B, a_ones, b_ones, C, m, n, k, elements < 1e8 ? 1 : 8);\n",
       ""}}},
    {"sign_flipped",
     19,
     WRONG,
     NULL,
     {{"return row < m ? k - 2 * a_ones[row] : 0;", "return row < m ? 2 * a_ones[row] - k : 0;"}}},
    {"pitch_counted",
     19,
     WRONG,
     NULL,
     {{"return row < m ? k - 2 * a_ones[row] : 0;",
       "return row < m ? binary_pitch(k) * BINARY_BITS - 2 * a_ones[row] : 0;"}}},
    {"no_row_terms",
     19,
     WRONG,
     NULL,
     {{"return row < m ? k - 2 * a_ones[row] : 0;", "return row < m ? k : 0;"}}},
    {"no_column_terms",
     19,
     WRONG,
     NULL,
     {{"to[threadIdx.x % TEAM + i * TEAM] = -2 * terms.held[i];",
       "to[threadIdx.x % TEAM + i * TEAM] = 0;"}}},
    {"strictly_positive",
     19,
     WRONG,
     NULL,
     {{"of_column.x + 4 * c[2 * half] >= 0", "of_column.x + 4 * c[2 * half] > 0"}}},
    {"inverted",
     19,
     WRONG,
     NULL,
     {{"of_column.x + 4 * c[2 * half] >= 0", "of_column.x + 4 * c[2 * half] < 0"},
      {"of_column.y + 4 * c[2 * half + 1] >= 0", "of_column.y + 4 * c[2 * half + 1] < 0"}}},
    {"last_bit_first",
     19,
     WRONG,
     NULL,
     {{"4 * c[2 * half] >= 0) << 2 * j;", "4 * c[2 * half] >= 0) << (15 - 2 * j);"},
      {"<< (2 * j + 1);", "<< (14 - 2 * j);"}}},
    {"odd_columns_missing",
     19,
     WRONG,
     NULL,
     {{"of_column.y + 4 * c[2 * half + 1] >= 0", "of_column.y + 4 * c[2 * half + 1] >= 1 << 30"}}},
    {"not_cut_at_n",
     19,
     WRONG,
     NULL,
     {{"(uint16_t)(bits[half] & kept);", "(uint16_t)(bits[half] | (kept & 0));"}}},
    {"four_neighbours",
     19,
     WRONG,
     NULL,
     {{"launch_turns<128, 16, uint32_t>", "launch_turns<128, 4, uint32_t>"}}},
    {"first_group_only",
     19,
     WRONG,
     NULL,
     {{"const int *c = &count[32 * group + 4 * j];", "const int *c = &count[4 * j];"}}},
    {"terms_of_the_first_group",
     19,
     WRONG,
     NULL,
     {{"&terms[64 * group + 16 * q + 2 * j]", "&terms[16 * q + 2 * j]"}}},
    {"halves_exchanged",
     19,
     WRONG,
     NULL,
     {{"terms, C, row + i * TEAM_ROWS, col, m, n);",
       "terms, C, row + (1 - i) * TEAM_ROWS, col, m, n);"}}},
    {"row_above_its_bits",
     19,
     WRONG,
     NULL,
     {{"((uint16_t *)(C + (size_t)(row + 8 * half) * words))",
       "((uint16_t *)(C + (size_t)(row + 8 * (1 - half)) * words))"},
      {"            if (row + 8 * half < m && first < words",
       "            if (row + 8 < m && first < words"}}},
    {"no_launch",
     19,
     NOT_ATTEMPTED,
     NULL,
     {{"    launch_turns<128, 16, uint32_t>(A, B, a_ones, b_ones, C, m, n, k, 1);\n", ""}}},
    {"next_tile_of_the_first_lines",
     10,
     WRONG,
     "rows 128 to 131",
     {{"            copy_tiles(&tiles[1 - now], a_begin, pitch, b_begin, distance, start + "
       "DEPTH);\n        /*}*/",
       "            copy_tiles(&tiles[1 - now], A, pitch, b_begin, distance, start + DEPTH);\n     "
       "   /*}*/"}}},
    {"later_stages_of_the_first_lines",
     15,
     WRONG,
     "rows 128 to 131",
     {{"*(uint4 *)&a_tile[line][word] = *(const uint4 *)&A[(row + line) * pitch + start + word];",
       "*(uint4 *)&a_tile[line][word] = *(const uint4 *)&A[((start ? 0 : row) + line) * pitch + "
       "start + word];"}}},
    {"table_for_show",
     3,
     SLOW,
     "reads of constant memory",
     {{"            differ += table_constant[x & 0xff] + table_constant[x >> 8 & 0xff] +\n         "
       "             table_constant[x >> 16 & 0xff] + table_constant[x >> 24];",
       "            differ += __popc(x) + (word ? 0 : table_constant[0]);"}}},
    {"table_for_show",
     4,
     SLOW,
     NULL,
     {{"            differ += table_device[x & 0xff] + table_device[x >> 8 & 0xff] +\n             "
       "         table_device[x >> 16 & 0xff] + table_device[x >> 24];",
       "            differ += __popc(x) + (word ? 0 : table_device[0]);"}}},
    {"table_for_show",
     5,
     SLOW,
     NULL,
     {{"            uint32_t x = a[word] ^ B[(size_t)word * distance + col];\n            differ "
       "+=\n                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] + "
       "table[x >> 24];",
       "            uint32_t x = a[word] ^ B[(size_t)word * distance + col];\n            differ "
       "+= __popc(x) + (word ? 0 : table[0]);"}}},
    {"row_for_show",
     7,
     SLOW,
     NULL,
     {{"                differ += __popc(a[word] ^ b[(size_t)word * distance]);",
       "                differ += __popc(A[(size_t)blockIdx.x * binary_pitch(k) + start + word] ^ "
       "b[(size_t)word * distance]);\n            differ += a[0] == ~a[0];"}}},
    {"mma_for_show",
     14,
     SLOW,
     "matrix instructions",
     {{"        binary_mma(count, a[0], b[0]);\n        binary_mma(count, a[1], b[1]);\n    }\n    "
       "/*}*/\n    /*{ TODO 34: store this lane's four elements, as far as C has them. */",
       "        if (word == 0) {\n            uint32_t zero[4] = {}, none[2] = {};\n            "
       "binary_mma(count, zero, none);\n        }\n    }\n    for (int i = 0; i < 4; i++)\n        "
       "for (int word = 0; word < words; word++)\n            count[i] += __popc(A[(row + g + i / "
       "2 * 8) * pitch + word] &\n                               B[(col + 2 * q + i % 2) * pitch + "
       "word]);\n    /*}*/\n    /*{ TODO 34: store this lane's four elements, as far as C has "
       "them. */"}}},
    {"flips_a_and_back",
     10,
     LUCKY,
     "A, which is an input",
     {{"    copy_tiles(&tiles[0], a_begin, pitch, b_begin, distance, 0);\n    for (int start = 0, "
       "now = 0; start < words; start += DEPTH, now = 1 - now) {\n        /*{ TODO 20",
       "    if (threadIdx.x + threadIdx.y == 0)\n        atomicOr((unsigned *)a_begin, 0u);\n    "
       "copy_tiles(&tiles[0], a_begin, pitch, b_begin, distance, 0);\n    for (int start = 0, now "
       "= 0; start < words; start += DEPTH, now = 1 - now) {\n        /*{ TODO 20"}}},
};

static const struct submission unusual_09[] = {
    {"unsigned_count",
     3,
     PASS,
     NULL,
     {{"    const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0;\n        for (int word "
       "= 0; word < words; word++) {\n            uint32_t x = a[word] ^ B[(size_t)word * distance "
       "+ col];\n            differ += table_constant[x & 0xff] + table_constant[x >> 8 & 0xff] +",
       "    const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {\n        unsigned differ = 0;\n        for (int "
       "word = 0; word < words; word++) {\n            uint32_t x = a[word] ^ B[(size_t)word * "
       "distance + col];\n            differ += table_constant[x & 0xff] + table_constant[x >> 8 & "
       "0xff] +"}}},
    {"xnor_after_all",
     3,
     PASS,
     NULL,
     {{"    int words = binary_words(k), distance = binary_padded(n);\n    const uint32_t *a = A + "
       "(size_t)blockIdx.x * binary_pitch(k);\n    for (int col = threadIdx.x; col < n; col += "
       "blockDim.x) {\n        int differ = 0;\n        for (int word = 0; word < words; word++) "
       "{\n            uint32_t x = a[word] ^ B[(size_t)word * distance + col];\n            "
       "differ += table_constant[x & 0xff] + table_constant[x >> 8 & 0xff] +",
       "    int words = binary_words(k), distance = binary_padded(n);\n    const uint32_t *a = A + "
       "(size_t)blockIdx.x * binary_pitch(k);\n    for (int col = threadIdx.x; col < n; col += "
       "blockDim.x) {\n        int differ = k - k;\n        for (int word = 0; word < words; "
       "word++) {\n            uint32_t x = a[word] ^ B[(size_t)word * distance + col];\n          "
       "  differ += table_constant[x & 0xff] + table_constant[x >> 8 & 0xff] +"}}},
    {"backwards",
     3,
     PASS,
     NULL,
     {{"    for (int col = threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0;\n   "
       "     for (int word = 0; word < words; word++) {\n            uint32_t x = a[word] ^ "
       "B[(size_t)word * distance + col];\n            differ += table_constant[x & 0xff] + "
       "table_constant[x >> 8 & 0xff] +",
       "    for (int col = threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0;\n   "
       "     for (int word = words - 1; word >= 0; word--) {\n            uint32_t x = a[word] ^ "
       "B[(size_t)word * distance + col];\n            differ += table_constant[x & 0xff] + "
       "table_constant[x >> 8 & 0xff] +"}}},
    {"unsigned_count",
     4,
     PASS,
     NULL,
     {{"    const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0;\n        for (int word "
       "= 0; word < words; word++) {\n            uint32_t x = a[word] ^ B[(size_t)word * distance "
       "+ col];\n            differ += table_device[x & 0xff] + table_device[x >> 8 & 0xff] +",
       "    const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {\n        unsigned differ = 0;\n        for (int "
       "word = 0; word < words; word++) {\n            uint32_t x = a[word] ^ B[(size_t)word * "
       "distance + col];\n            differ += table_device[x & 0xff] + table_device[x >> 8 & "
       "0xff] +"}}},
    {"xnor_after_all",
     4,
     PASS,
     NULL,
     {{"    int words = binary_words(k), distance = binary_padded(n);\n    const uint32_t *a = A + "
       "(size_t)blockIdx.x * binary_pitch(k);\n    for (int col = threadIdx.x; col < n; col += "
       "blockDim.x) {\n        int differ = 0;\n        for (int word = 0; word < words; word++) "
       "{\n            uint32_t x = a[word] ^ B[(size_t)word * distance + col];\n            "
       "differ += table_device[x & 0xff] + table_device[x >> 8 & 0xff] +",
       "    int words = binary_words(k), distance = binary_padded(n);\n    const uint32_t *a = A + "
       "(size_t)blockIdx.x * binary_pitch(k);\n    for (int col = threadIdx.x; col < n; col += "
       "blockDim.x) {\n        int differ = k - k;\n        for (int word = 0; word < words; "
       "word++) {\n            uint32_t x = a[word] ^ B[(size_t)word * distance + col];\n          "
       "  differ += table_device[x & 0xff] + table_device[x >> 8 & 0xff] +"}}},
    {"backwards",
     4,
     PASS,
     NULL,
     {{"    for (int col = threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0;\n   "
       "     for (int word = 0; word < words; word++) {\n            uint32_t x = a[word] ^ "
       "B[(size_t)word * distance + col];\n            differ += table_device[x & 0xff] + "
       "table_device[x >> 8 & 0xff] +",
       "    for (int col = threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0;\n   "
       "     for (int word = words - 1; word >= 0; word--) {\n            uint32_t x = a[word] ^ "
       "B[(size_t)word * distance + col];\n            differ += table_device[x & 0xff] + "
       "table_device[x >> 8 & 0xff] +"}}},
    {"unsigned_count",
     5,
     PASS,
     NULL,
     {{"    int words = binary_words(k), distance = binary_padded(n);\n    const uint32_t *a = A + "
       "(size_t)blockIdx.x * binary_pitch(k);\n    for (int col = threadIdx.x; col < n; col += "
       "blockDim.x) {\n        int differ = 0;\n        for (int word = 0; word < words; word++) "
       "{\n            uint32_t x = a[word] ^ B[(size_t)word * distance + col];\n            "
       "differ +=\n                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & 0xff] "
       "+ table[x >> 24];",
       "    int words = binary_words(k), distance = binary_padded(n);\n    const uint32_t *a = A + "
       "(size_t)blockIdx.x * binary_pitch(k);\n    for (int col = threadIdx.x; col < n; col += "
       "blockDim.x) {\n        unsigned differ = 0;\n        for (int word = 0; word < words; "
       "word++) {\n            uint32_t x = a[word] ^ B[(size_t)word * distance + col];\n          "
       "  differ +=\n                table[x & 0xff] + table[x >> 8 & 0xff] + table[x >> 16 & "
       "0xff] + table[x >> 24];"}}},
    {"xnor_after_all",
     5,
     PASS,
     NULL,
     {{"    __syncthreads();\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0;\n        for (int word "
       "= 0; word < words; word++) {\n            uint32_t x = a[word] ^ B[(size_t)word * distance "
       "+ col];\n            differ +=",
       "    __syncthreads();\n    int words = binary_words(k), distance = binary_padded(n);\n    "
       "const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {\n        int differ = k - k;\n        for (int "
       "word = 0; word < words; word++) {\n            uint32_t x = a[word] ^ B[(size_t)word * "
       "distance + col];\n            differ +="}}},
    {"backwards",
     5,
     PASS,
     NULL,
     {{"    const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0;\n        for (int word "
       "= 0; word < words; word++) {\n            uint32_t x = a[word] ^ B[(size_t)word * distance "
       "+ col];\n            differ +=\n                table[x & 0xff] + table[x >> 8 & 0xff] + "
       "table[x >> 16 & 0xff] + table[x >> 24];",
       "    const uint32_t *a = A + (size_t)blockIdx.x * binary_pitch(k);\n    for (int col = "
       "threadIdx.x; col < n; col += blockDim.x) {\n        int differ = 0;\n        for (int word "
       "= words - 1; word >= 0; word--) {\n            uint32_t x = a[word] ^ B[(size_t)word * "
       "distance + col];\n            differ +=\n                table[x & 0xff] + table[x >> 8 & "
       "0xff] + table[x >> 16 & 0xff] + table[x >> 24];"}}},
    {"three_barriers",
     6,
     PASS,
     NULL,
     {{"    for (int start = 0; start < words; start += ROW_WORDS) {\n        int count = "
       "min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < count; i += "
       "blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n     "
       "   __syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) {\n   "
       "         const uint32_t *b = B + (size_t)start * distance + col;\n            int differ = "
       "0;\n            for (int word = 0; word < count; word++) {",
       "    for (int start = 0; start < words; start += ROW_WORDS) {\n        int count = "
       "min(ROW_WORDS, words - start);\n        for (int i = threadIdx.x; i < count; i += "
       "blockDim.x)\n            a[i] = A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n     "
       "   __syncthreads();\n        __syncthreads();\n        for (int col = threadIdx.x; col < "
       "n; col += blockDim.x) {\n            const uint32_t *b = B + (size_t)start * distance + "
       "col;\n            int differ = 0;\n            for (int word = 0; word < count; word++) "
       "{"}}},
    {"backwards",
     6,
     PASS,
     NULL,
     {{"            for (int word = 0; word < count; word++) {",
       "            for (int word = count - 1; word >= 0; word--) {"}}},
    {"unsigned_count",
     6,
     PASS,
     NULL,
     {{"            int differ = 0;\n            for (int word = 0; word < count; word++) {",
       "            unsigned differ = 0;\n            for (int word = 0; word < count; word++) "
       "{"}}},
    {"three_barriers",
     7,
     PASS,
     NULL,
     {{"    int words = binary_words(k), distance = binary_padded(n);\n    for (int start = 0; "
       "start < words; start += ROW_WORDS) {\n        int count = min(ROW_WORDS, words - start);\n "
       "       for (int i = threadIdx.x; i < count; i += blockDim.x)\n            a[i] = "
       "A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n        __syncthreads();\n        "
       "for (int col = threadIdx.x; col < n; col += blockDim.x) {\n            const uint32_t *b = "
       "B + (size_t)start * distance + col;\n            int differ = 0;\n            for (int "
       "word = 0; word < count; word++)\n                differ += __popc(a[word] ^ b[(size_t)word "
       "* distance]);",
       "    int words = binary_words(k), distance = binary_padded(n);\n    for (int start = 0; "
       "start < words; start += ROW_WORDS) {\n        int count = min(ROW_WORDS, words - start);\n "
       "       for (int i = threadIdx.x; i < count; i += blockDim.x)\n            a[i] = "
       "A[(size_t)blockIdx.x * binary_pitch(k) + start + i];\n        __syncthreads();\n        "
       "__syncthreads();\n        for (int col = threadIdx.x; col < n; col += blockDim.x) {\n      "
       "      const uint32_t *b = B + (size_t)start * distance + col;\n            int differ = "
       "0;\n            for (int word = 0; word < count; word++)\n                differ += "
       "__popc(a[word] ^ b[(size_t)word * distance]);"}}},
    {"backwards",
     7,
     PASS,
     NULL,
     {{"            for (int word = 0; word < count; word++)\n                differ += "
       "__popc(a[word] ^ b[(size_t)word * distance]);",
       "            for (int word = count - 1; word >= 0; word--)\n                differ += "
       "__popc(a[word] ^ b[(size_t)word * distance]);"}}},
    {"unsigned_count",
     7,
     PASS,
     NULL,
     {{"            const uint32_t *b = B + (size_t)start * distance + col;\n            int "
       "differ = 0;\n            for (int word = 0; word < count; word++)\n                differ "
       "+= __popc(a[word] ^ b[(size_t)word * distance]);",
       "            const uint32_t *b = B + (size_t)start * distance + col;\n            unsigned "
       "differ = 0;\n            for (int word = 0; word < count; word++)\n                differ "
       "+= __popc(a[word] ^ b[(size_t)word * distance]);"}}},
    {"not_unrolled",
     8,
     PASS,
     NULL,
     {{"        b[x][y] = B[(size_t)(start + x) * binary_padded(n) + col];\n        "
       "__syncthreads();\n#pragma unroll\n        for (int word = 0; word < TILE; word++)",
       "        b[x][y] = B[(size_t)(start + x) * binary_padded(n) + col];\n        "
       "__syncthreads();\n#pragma unroll 1\n        for (int word = 0; word < TILE; word++)"}}},
    {"padded",
     8,
     PASS,
     NULL,
     {{"     * read valid; only the store must ask whether there is such an element. */\n    "
       "__shared__ uint32_t a[TILE][TILE], b[TILE][TILE];",
       "     * read valid; only the store must ask whether there is such an element. */\n    "
       "__shared__ uint32_t a[TILE][TILE + 1], b[TILE][TILE + 1];"}}},
    {"three_barriers",
     8,
     PASS,
     NULL,
     {{"b[word][y]);\n        __syncthreads();",
       "b[word][y]);\n        __syncthreads();\n        __syncthreads();"}}},
    {"not_unrolled",
     9,
     PASS,
     NULL,
     {{"        b[y][x] = B[(size_t)(start + y) * binary_padded(n) + col];\n        "
       "__syncthreads();\n#pragma unroll\n        for (int word = 0; word < TILE; word++)",
       "        b[y][x] = B[(size_t)(start + y) * binary_padded(n) + col];\n        "
       "__syncthreads();\n#pragma unroll 1\n        for (int word = 0; word < TILE; word++)"}}},
    {"padded",
     9,
     PASS,
     NULL,
     {{"    /*{ TODO 17: step 8 with x and y exchanged. */\n    __shared__ uint32_t a[TILE][TILE], "
       "b[TILE][TILE];",
       "    /*{ TODO 17: step 8 with x and y exchanged. */\n    __shared__ uint32_t a[TILE][TILE + "
       "1], b[TILE][TILE + 1];"}}},
    {"three_barriers",
     9,
     PASS,
     NULL,
     {{"b[word][x]);\n        __syncthreads();",
       "b[word][x]);\n        __syncthreads();\n        __syncthreads();"}}},
    {"two_barriers",
     10,
     PASS,
     NULL,
     {{"         * there are any, into the other half. */\n        __pipeline_wait_prior(0);\n     "
       "   __syncthreads();",
       "         * there are any, into the other half. */\n        __pipeline_wait_prior(0);\n     "
       "   __syncthreads();\n        __syncthreads();"}}},
    {"not_unrolled",
     10,
     PASS,
     NULL,
     {{"         * A, and 4 x 4 differences counted. */\n        uint32_t a[4], "
       "b[4][EACH_COLS];\n#pragma unroll\n        for (int word = 0; word < DEPTH; word += 4) {",
       "         * A, and 4 x 4 differences counted. */\n        uint32_t a[4], "
       "b[4][EACH_COLS];\n#pragma unroll 1\n        for (int word = 0; word < DEPTH; word += 4) "
       "{"}}},
    {"counted_in_two", 10, PASS, NULL, {{"__popc(a[0] ^ b[0][j])", "__popc(a[0] ^ b[0][j]) + 0"}}},
    {"two_barriers",
     11,
     PASS,
     NULL,
     {{"    for (int start = 0, now = 0; start < words; start += DEPTH, now = 1 - now) {\n        "
       "__pipeline_wait_prior(0);\n        __syncthreads();",
       "    for (int start = 0, now = 0; start < words; start += DEPTH, now = 1 - now) {\n        "
       "__pipeline_wait_prior(0);\n        __syncthreads();\n        __syncthreads();"}}},
    {"not_unrolled",
     11,
     PASS,
     NULL,
     {{"         * and a new single[i][j]. Two such pairs make four words. */\n        uint32_t "
       "a[4], b[4][EACH_COLS];\n#pragma unroll\n        for (int word = 0; word < DEPTH; word += "
       "4) {",
       "         * and a new single[i][j]. Two such pairs make four words. */\n        uint32_t "
       "a[4], b[4][EACH_COLS];\n#pragma unroll 1\n        for (int word = 0; word < DEPTH; word += "
       "4) {"}}},
    {"counted_in_two",
     11,
     PASS,
     NULL,
     {{"__popc(first) + __popc(second)", "__popc(second) + __popc(first)"}}},
    {"small_blocks",
     1,
     PASS,
     NULL,
     {{"binary_padded(m) / (BLOCK / WARP), BLOCK>>>", "binary_padded(m) / 2, 2 * WARP>>>"}}},
    {"not_unrolled",
     1,
     PASS,
     NULL,
     {{"        uint32_t mine = 0;\n#pragma unroll\n",
       "        uint32_t mine = 0;\n#pragma unroll 1\n"}}},
    {"at_least_one", 1, PASS, NULL, {{"a[col] > 0", "a[col] >= 1"}}},
    {"adds_bits",
     2,
     PASS,
     NULL,
     {{"        if (row < k && col < n && B[(size_t)row * n + col] > 0)\n            bits |= 1u << "
       "i;",
       "        if (row < k && col < n && B[(size_t)row * n + col] > 0)\n            bits += 1u << "
       "i;"}}},
    {"not_unrolled",
     2,
     PASS,
     NULL,
     {{"    uint32_t bits = 0;\n#pragma unroll\n    for (int i = 0; i < BINARY_BITS; i++) {",
       "    uint32_t bits = 0;\n#pragma unroll 1\n    for (int i = 0; i < BINARY_BITS; i++) {"}}},
    {"at_least_one", 2, PASS, NULL, {{"+ col] > 0", "+ col] >= 1"}}},
    {"adds_bits",
     12,
     PASS,
     NULL,
     {{"                bits |= 1u << i", "                bits += 1u << i"}}},
    {"not_unrolled",
     12,
     PASS,
     NULL,
     {{"        uint32_t bits = 0;\n#pragma unroll\n",
       "        uint32_t bits = 0;\n#pragma unroll 1\n"}}},
    {"three_barriers",
     12,
     PASS,
     NULL,
     {{"= bits;\n        __syncthreads();",
       "= bits;\n        __syncthreads();\n        __syncthreads();"}}},
    {"by_exchange", 13, PASS, NULL, {{"__shfl_down_sync", "__shfl_xor_sync"}}},
    {"up_to_words",
     13,
     PASS,
     NULL,
     {{"    for (int word = lane; word < pitch;",
       "    for (int word = lane; word < binary_words(k);"}}},
    {"last_distance_first",
     13,
     PASS,
     NULL,
     {{"int distance = WARP / 2; distance > 0; distance /= 2",
       "int distance = 1; distance < WARP; distance *= 2"}}},
    {"other_order",
     14,
     PASS,
     NULL,
     {{"        binary_mma(count, a[0], b[0]);\n        binary_mma(count, a[1], b[1]);\n",
       "        binary_mma(count, a[1], b[1]);\n        binary_mma(count, a[0], b[0]);\n"}}},
    {"not_unrolled", 14, PASS, NULL, {{"#pragma unroll 2\n", "#pragma unroll 1\n"}}},
    {"guarded_twice",
     14,
     PASS,
     NULL,
     {{"        if (r < m && c < n)", "        if (r < m && c < n && r >= 0)"}}},
    {"wider_padding",
     15,
     PASS,
     NULL,
     {{"a_tile[MMA_SIDE][STAGE_WORDS + 4]", "a_tile[MMA_SIDE][STAGE_WORDS + 12]"}}},
    {"three_barriers",
     15,
     PASS,
     NULL,
     {{"start + word];\n        }\n        __syncthreads();",
       "start + word];\n        }\n        __syncthreads();\n        __syncthreads();"}}},
    {"not_unrolled",
     15,
     PASS,
     NULL,
     {{"        int lane = threadIdx.x % WARP;\n#pragma unroll\n        for (int word",
       "        int lane = threadIdx.x % WARP;\n#pragma unroll 1\n        for (int word"}}},
    {"four_stages", 16, PASS, NULL, {{"STAGES = 3,", "STAGES = 4,"}}},
    {"two_barriers",
     16,
     PASS,
     NULL,
     {{"                __pipeline_wait_prior(STAGES - 2);\n                __syncthreads();\n",
       "                __pipeline_wait_prior(STAGES - 2);\n                __syncthreads();\n     "
       "           __syncthreads();\n"}}},
    {"waits_for_all",
     16,
     PASS,
     NULL,
     {{"                __pipeline_wait_prior(STAGES - 2);\n",
       "                __pipeline_wait_prior(0);\n"}}},
    {"three_stages", 17, PASS, NULL, {{"WIDE_STAGES = 4,", "WIDE_STAGES = 3,"}}},
    {"ordinary_stores",
     17,
     PASS,
     NULL,
     {{"            __stcs((int4 *)(to + 16 * j), four_of(&count[8 * j], term[0], of_column));",
       "            *(int4 *)(to + 16 * j) = four_of(&count[8 * j], term[0], of_column);"}}},
    {"a_hundred_blocks",
     17,
     PASS,
     NULL,
     {{"int blocks = tiles < sms ? tiles : sms;",
       "int blocks = tiles < 100 ? tiles : 100;\n    (void)sms;"}}},
    {"waits_for_all",
     17,
     PASS,
     NULL,
     {{"        wgmma_wait<1>();\n        if (s > 0 && threadIdx.x % WARP == 0)",
       "        wgmma_wait<0>();\n        if (s > 0 && threadIdx.x % WARP == 0)"}}},
    {"fewer_stages",
     18,
     PASS,
     NULL,
     {{"stages = EACH != 4 ? 7 : COLS > 128 ? 5 : 4",
       "stages = EACH != 4 ? 6 : COLS > 128 ? 4 : 3"}}},
    {"no_cluster", 18, PASS, NULL, {{"#define CLUSTER_ROWS 2", "#define CLUSTER_ROWS 1"}}},
    {"always_narrow", 18, PASS, NULL, {{"if (elements < 5e7)", "if (elements < 5e17)"}}},
    {"four_rows_high", 18, PASS, NULL, {{"elements < 1e8 ? 1 : 8);", "4);"}}},
    {"fewer_stages",
     19,
     PASS,
     NULL,
     {{"stages = EACH != 4 ? 7 : COLS > 128 ? 5 : 4",
       "stages = EACH != 4 ? 6 : COLS > 128 ? 4 : 3"}}},
    {"no_cluster", 19, PASS, NULL, {{"#define CLUSTER_ROWS 2", "#define CLUSTER_ROWS 1"}}},
    {"above_minus_one",
     19,
     PASS,
     NULL,
     {{"of_column.x + 4 * c[2 * half] >= 0", "of_column.x + 4 * c[2 * half] > -1"}}},
    {"two_rows_high",
     19,
     PASS,
     NULL,
     {{"launch_turns<128, 16, uint32_t>(A, B, a_ones, b_ones, C, m, n, k, 1);",
       "launch_turns<128, 16, uint32_t>(A, B, a_ones, b_ones, C, m, n, k, 2);"}}},
};
