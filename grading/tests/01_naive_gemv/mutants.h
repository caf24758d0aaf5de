/* Wrong programs for lab 01, and what they deserve. */
#include "edits.h"

#define INDEX                                                                                      \
    "    int row = blockIdx.x * blockDim.x + threadIdx.x;\n    if (row >= m)\n        return;\n"
#define TERM   "sum += A[(size_t)row * n + col] * x[col];"
#define STORE  "    y[row] = sum;\n"
#define LAUNCH "gemv_naive<<<(m - 1) / threads + 1, threads>>>(A, x, y, m, n);"

static const struct submission mutants_01[] = {
    /* Indices beyond 2^31 and 16 bits, addresses that are no multiples of 16, terms far from 1, bits. */
    {"index_int", 1, LUCKY, NULL, {{"A[(size_t)row * n + col]", "A[row * n + col]"}}},
    {"index_unsigned",
     1,
     WRONG,
     NULL,
     {{"A[(size_t)row * n + col]", "A[(unsigned)row * n + col]"}}},
    {"row_16_bits", 1, WRONG, NULL, {{"int row = blockIdx.x", "unsigned short row = blockIdx.x"}}},
    {"column_16_bits", 1, WRONG, NULL, {{"for (int col = 0", "for (short col = 0"}}},
    {"bytes_int",
     1,
     LUCKY,
     NULL,
     {{"A[(size_t)row * n + col]",
       "*(const float *)((const char *)A + (int)(4 * (row * n + col)))"}}},
    {"skips_small",
     1,
     WRONG,
     NULL,
     {{"sum += A[(size_t)row * n + col] * x[col];",
       "if (fabsf(x[col]) > 1e-6f)\n            sum += A[(size_t)row * n + col] * x[col];"}}},
    {"flushes_denormals",
     1,
     WRONG,
     NULL,
     {{"sum += A[(size_t)row * n + col] * x[col];",
       "sum += (fabsf(A[(size_t)row * n + col]) < 1.17549435e-38f ? 0 : A[(size_t)row * n + col]) "
       "* x[col];"}}},
    {"float4_unaligned",
     1,
     WRONG,
     NULL,
     {{"    for (int col = 0; col < n; col++)\n        sum +=",
       "    int col = 0;\n    for (; n % 4 == 0 && col < n; col += 4) {\n        float4 v = "
       "*(const float4 *)&A[(size_t)row * n + col];\n        sum += v.x * x[col] + v.y * x[col + "
       "1] + v.z * x[col + 2] + v.w * x[col + 3];\n    }\n    for (; col < n; col++)\n        sum "
       "+="}}},
    {"float4_x_unaligned",
     1,
     WRONG,
     NULL,
     {{"    for (int col = 0; col < n; col++)\n        sum +=",
       "    int col = 0;\n    for (; n % 4 == 0 && (size_t)A % 16 == 0 && col < n; col += 4) {\n   "
       "     float4 v = *(const float4 *)&A[(size_t)row * n + col], u = *(const float4 "
       "*)&x[col];\n        sum += v.x * u.x + v.y * u.y + v.z * u.z + v.w * u.w;\n    }\n    for "
       "(; col < n; col++)\n        sum +="}}},
    {"x_behind_a",
     1,
     WRONG,
     NULL,
     {{"* x[col]", "* (x == A + 1 ? x : A + (((size_t)m * n + 63) / 64 * 64))[col]"}}},
    {"blocks_along_y",
     1,
     WRONG,
     NULL,
     {{"int row = blockIdx.x * blockDim.x", "int row = blockIdx.y * blockDim.x"},
      {"gemv_naive<<<(m - 1) / threads + 1, threads>>>",
       "gemv_naive<<<dim3(1, (m - 1) / threads + 1), threads>>>"}}},
    /* All else. */
    /* step 0: the host program */
    {"no_copy_back",
     0,
     WRONG,
     "copied back",
     {{"error = cudaMemcpy(a, device, bytes, cudaMemcpyDeviceToHost);",
       "error = cudaGetLastError();"}}},
    {"no_copy_in",
     0,
     WRONG,
     NULL,
     {{"error = cudaMemcpy(device, a, bytes, cudaMemcpyHostToDevice);",
       "error = cudaGetLastError();"}}},
    {"no_free", 0, WRONG, "not freed", {{"cudaFree(device); /*", "/*"}}},
    {"malloc_unchecked",
     0,
     WRONG,
     "check what every call returns",
     {{"error = cudaMalloc((void **)&device, bytes);", "cudaMalloc((void **)&device, bytes);"}}},
    {"error_forgotten",
     0,
     WRONG,
     "check what every call returns",
     {{"    return error;\n}\n#endif\n\n#if LAB_STEP(1)",
       "    return cudaSuccess;\n}\n#endif\n\n#if LAB_STEP(1)"}}},
    {"does_not_wait",
     0,
     WRONG,
     "need not have happened yet",
     {{"error = cudaEventSynchronize(end);", "error = cudaGetLastError();"}}},
    {"ms_not_set",
     0,
     WRONG,
     "*ms was not set",
     {{"error = cudaEventElapsedTime(ms, begin, end);", "error = cudaGetLastError();"}}},
    {"events_swapped",
     0,
     WRONG,
     "*ms was not set",
     {{"cudaEventElapsedTime(ms, begin, end)", "cudaEventElapsedTime(ms, end, begin)"}}},
    {"end_not_recorded",
     0,
     WRONG,
     NULL,
     {{"error = cudaEventRecord(end, 0);", "error = cudaGetLastError();"}}},
    {"one_block",
     0,
     WRONG,
     NULL,
     {{"add_one<<<(count - 1) / 256 + 1, 256>>>", "add_one<<<1, 256>>>"}}},
    {"floor_blocks",
     0,
     WRONG,
     NULL,
     {{"add_one<<<(count - 1) / 256 + 1, 256>>>", "add_one<<<count / 256, 256>>>"}}},
    {"adds_two", 0, WRONG, "should be", {{"a[i] += 1.0f;", "a[i] += 2.0f;"}}},
    {"launched_twice",
     0,
     WRONG,
     "should be",
     {{"add_one<<<(count - 1) / 256 + 1, 256>>>(device, count);",
       "add_one<<<(count - 1) / 256 + 1, 256>>>(device, count);\n        add_one<<<(count - 1) / "
       "256 + 1, 256>>>(device, count);"}}},
    {"wrong_direction",
     0,
     WRONG,
     NULL,
     {{"a, device, bytes, cudaMemcpyDeviceToHost", "a, device, bytes, cudaMemcpyHostToDevice"}}},
    {"swapped_copy",
     0,
     WRONG,
     NULL,
     {{"cudaMemcpy(device, a, bytes, cudaMemcpyHostToDevice)",
       "cudaMemcpy(a, device, bytes, cudaMemcpyHostToDevice)"}}},
    {"count_as_bytes",
     0,
     WRONG,
     NULL,
     {{"size_t bytes = count * sizeof(float);", "size_t bytes = count;"}}},
    {"unguarded_add",
     0,
     WRONG,
     NULL,
     {{"    if (i < count)\n        a[i] += 1.0f;", "    a[i] += 1.0f;"}}},
    {"rows_only", 0, WRONG, NULL, {{"int count = m * n;", "int count = m;"}}},
    {"host_pointer", 0, WRONG, NULL, {{"256>>>(device, count);", "256>>>(a, count);"}}},
    {"on_the_host",
     0,
     REFUSED,
     "did not compute it",
     {{"add_one<<<(count - 1) / 256 + 1, 256>>>(device, count);",
       "for (int i = 0; i < count; i++)\n            a[i] += 1;\n        error = "
       "cudaMemcpy(device, a, bytes, cudaMemcpyHostToDevice);"}}},
    {"device_pointer",
     0,
     REFUSED,
     "host code touches device memory",
     {{"    cudaFree(device); /*",
       "    if (device)\n        a[0] += device[0] - device[0];\n    cudaFree(device); /*"}}},

    /* step 1: the kernel */
    {"no_op", 1, NOT_ATTEMPTED, NULL, {{STORE, "    (void)sum;\n"}}},
    {"no_launch", 1, NOT_ATTEMPTED, NULL, {{LAUNCH, "(void)threads;"}}},
    {"dropped_tail",
     1,
     WRONG,
     "never written",
     {{"(m - 1) / threads + 1, threads>>>(A", "m < threads ? 1 : m / threads, threads>>>(A"}}},
    {"no_blocks",
     1,
     WRONG,
     NULL,
     {{"(m - 1) / threads + 1, threads>>>(A", "m / threads, threads>>>(A"}}},
    {"one_block_of_rows",
     1,
     WRONG,
     "never written",
     {{"(m - 1) / threads + 1, threads>>>(A", "1, threads>>>(A"}}},
    {"bound_too_large", 1, WRONG, NULL, {{"col < n; col++", "col <= n; col++"}}},
    {"starts_at_one", 1, WRONG, "first column", {{"int col = 0;", "int col = 1;"}}},
    {"stops_early", 1, WRONG, "last column", {{"col < n; col++", "col < n - 1; col++"}}},
    {"transposed", 1, WRONG, NULL, {{"A[(size_t)row * n + col]", "A[(size_t)col * m + row]"}}},
    {"wrong_stride", 1, WRONG, NULL, {{"A[(size_t)row * n + col]", "A[(size_t)row * m + col]"}}},
    {"overwrites", 1, WRONG, "should be", {{TERM, "sum = A[(size_t)row * n + col] * x[col];"}}},
    {"onto_old_y", 1, WRONG, "store the sum", {{STORE, "    y[row] += sum;\n"}}},
    {"doubled", 1, WRONG, "should be", {{STORE, "    y[row] = 2 * sum;\n"}}},
    {"stored_as_double", 1, WRONG, NULL, {{STORE, "    ((double *)y)[row] = sum;\n"}}},
    {"shifted_rows", 1, WRONG, NULL, {{STORE, "    y[(row + 1) % m] = sum;\n"}}},
    {"stale",
     1,
     WRONG,
     "Nothing was written",
     {{LAUNCH, "static int calls;\n    if (!calls++)\n        " LAUNCH}}},
    {"grid_of_1024_blocks",
     0,
     WRONG,
     "of 272483 wrong",
     {{"add_one<<<(count - 1) / 256 + 1, 256>>>", "add_one<<<1024, 256>>>"}}},
    {"block_of_1024_rows",
     1,
     WRONG,
     "y[1024] was never written",
     {{LAUNCH, "gemv_naive<<<1, 1024>>>(A, x, y, m, n);"}}},
    {"nan",
     1,
     WRONG,
     "y[0] is nan, ",
     {{"float sum = 0;", "float zero = m - m, sum = zero / zero;"}}},
    {"constant", 1, WRONG, "Every element is 1", {{STORE, "    y[row] = 1;\n"}}},
    {"half_precision",
     1,
     WRONG,
     NULL,
     {{TERM, "sum += __uint_as_float(__float_as_uint(A[(size_t)row * n + col]) & 0xffffe000u) * "
             "x[col];"}}},
    {"unguarded",
     1,
     WRONG,
     NULL,
     {{INDEX, "    int row = blockIdx.x * blockDim.x + threadIdx.x;\n"}}},
    {"reads_past_the_output",
     1,
     WRONG,
     "past the end",
     {{INDEX,
       "    int row = blockIdx.x * blockDim.x + threadIdx.x;\n    volatile float *old = y + row;\n"
       "    float before = *old;\n    if (row >= m)\n        return;\n"},
      {STORE, "    y[row] = sum + 0 * (before != before);\n"}}},
    {"adds_nothing_past_the_output",
     1,
     WRONG,
     "past the end",
     {{INDEX,
       "    int row = blockIdx.x * blockDim.x + threadIdx.x;\n    atomicAdd(&y[row], 0.0f);\n"
       "    if (row >= m)\n        return;\n"}}},
    {"guard_off_by_one", 1, WRONG, NULL, {{"if (row >= m)", "if (row > m)"}}},
    {"reads_x_of_row", 1, WRONG, NULL, {{"x[col];", "x[row];"}}},
    {"writes_x", 1, WRONG, NULL, {{STORE, STORE "    ((float *)x)[row % n] = 0;\n"}}},
    {"two_rows_race",
     1,
     WRONG,
     NULL,
     {{STORE, "    atomicAdd(&y[0], 0.0f);\n    y[row / 2 * 2] = sum;\n"}}},
    {"stores_each_time",
     1,
     SLOW,
     "Accumulate in a register",
     {{TERM, "y[row] = sum += A[(size_t)row * n + col] * x[col];"}}},
    {"on_the_host_too",
     1,
     REFUSED,
     "did not compute it",
     {{LAUNCH,
       "float *h = (float *)malloc(((size_t)m * n + m + n) * sizeof(float)), *g = h + (size_t)m * "
       "n, *r = g + n;\n"
       "    cudaMemcpy(h, A, (size_t)m * n * sizeof(float), cudaMemcpyDeviceToHost);\n"
       "    cudaMemcpy(g, x, n * sizeof(float), cudaMemcpyDeviceToHost);\n"
       "    for (int i = 0; i < m; i++) {\n        r[i] = 0;\n        for (int j = 0; j < n; j++)\n"
       "            r[i] += h[(size_t)i * n + j] * g[j];\n    }\n"
       "    cudaMemcpy(y, r, m * sizeof(float), cudaMemcpyHostToDevice);\n    free(h);\n    "
       "(void)threads;"},
      {"#include \"lab.h\"", "#include \"lab.h\"\n#include <stdlib.h>"}}},
};

/* Right, each in its own way; all get full points. */
static const struct submission unusual_01[] = {
    {"course_macros", /* as NVIDIA's own course has them */
     1,
     PASS,
     NULL,
     {{"#include \"lab.h\"\n",
       "#ifndef __MY_GEMV__\n#define __MY_GEMV__\n#include \"lab.h\"\n#include <stdio.h>\n#include "
       "<stdlib.h>\n#endif\n"
       "#define cudaCheckErrors(msg)                                  \\\n"
       "    do {                                                      \\\n"
       "        cudaError_t __err = cudaGetLastError();               \\\n"
       "        if (__err != cudaSuccess) {                           \\\n"
       "            fprintf(stderr, \"%s (%s at %s:%d)\\n\", msg,      \\\n"
       "                    cudaGetErrorString(__err), __FILE__, __LINE__); \\\n"
       "            exit(1);                                          \\\n"
       "        }                                                     \\\n"
       "    } while (0)\n"
       "#define JOIN(a, b) a##b\n"
       "#pragma pack(push, 4)\nstruct packed {\n    char c;\n    double d;\n};\n#pragma "
       "pack(pop)\n"},
      {LAUNCH, "int JOIN(block, s) = (m - 1) / threads + 1;\n    "
               "gemv_naive<<<blocks, threads>>>(A, x, y, m, n);\n    cudaCheckErrors(\"gemv\");"}}},
    {"standard_library",
     1,
     PASS,
     NULL,
     {{"#include \"lab.h\"\n",
       "#include \"lab.h\"\n#include <iostream>\n#include <map>\n#include <sstream>\n#include "
       "<stdexcept>\n#include <string>\n"
       "static void check(cudaError_t error, const std::string &what)\n{\n"
       "    static std::map<std::string, int> calls;\n    std::ostringstream text;\n"
       "    text << what << \" (call \" << ++calls[what] << \"): \" << cudaGetErrorString(error);\n"
       "    if (error != cudaSuccess)\n        throw std::runtime_error(text.str());\n}\n"},
      {LAUNCH,
       LAUNCH "\n    try {\n        check(cudaGetLastError(), \"gemv\");\n    } catch (const "
              "std::exception &e) {\n        std::cerr << e.what() << std::endl;\n    }"}}},
    {"more_calls",
     1,
     PASS,
     NULL,
     {{LAUNCH,
       "cudaDeviceSetCacheConfig(cudaFuncCachePreferL1);\n    static float mine[256];\n"
       "    if (cudaHostRegister(mine, sizeof mine, cudaHostRegisterDefault) == cudaSuccess)\n"
       "        cudaHostUnregister(mine);\n"
       "    cudaMemset2DAsync(y, m * sizeof(float), 0, m * sizeof(float), 1, 0);\n    " LAUNCH}}},
    {"grid_stride",
     1,
     PASS,
     NULL,
     {{INDEX, "    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < m; row += gridDim.x "
              "* blockDim.x) {\n"},
      {STORE, STORE "    }\n"},
      {LAUNCH, "gemv_naive<<<3, threads>>>(A, x, y, m, n);"}}},
    {"reversed",
     1,
     PASS,
     NULL,
     {{"int col = 0; col < n; col++", "int col = n - 1; col >= 0; col--"}}},
    {"kahan",
     1,
     PASS,
     NULL,
     {{"float sum = 0;", "float sum = 0, lost = 0;"},
      {TERM,
       "{\n        float term = A[(size_t)row * n + col] * x[col] - lost, next = sum + term;\n"
       "        lost = (next - sum) - term;\n        sum = next;\n    }"}}},
    {"in_double",
     1,
     PASS,
     NULL,
     {{"float sum = 0;", "double sum = 0;"},
      {TERM, "sum += (double)A[(size_t)row * n + col] * x[col];"}}},
    {"blocks_2d",
     1,
     PASS,
     NULL,
     {{"int row = blockIdx.x * blockDim.x + threadIdx.x;",
       "int row = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;"},
      {LAUNCH, "gemv_naive<<<dim3((m - 1) / threads + 1), dim3(16, threads / 16)>>>(A, x, "
               "y, m, n);"}}},
    {"four_sums",
     1,
     PASS,
     NULL,
     {{"for (int col = 0; col < n; col++)\n        " TERM,
       "float part[4] = {0, 0, 0, 0};\n    int col = 0;\n    for (; col + 3 < n; col += 4)\n       "
       " for (int i = 0; i < 4; i++)\n"
       "            part[i] += A[(size_t)row * n + col + i] * x[col + i];\n    for (; col < n; "
       "col++)\n        " TERM "\n    sum += (part[0] + part[1]) + (part[2] + part[3]);"}}},
    {"warp_per_row",
     1,
     PASS,
     NULL,
     {{INDEX, "    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % "
              "32;\n    if (row >= m)\n        return;\n"},
      {"int col = 0; col < n; col++", "int col = lane; col < n; col += 32"},
      {STORE, "    for (int offset = 16; offset > 0; offset /= 2)\n        sum += "
              "__shfl_down_sync(0xffffffffu, sum, offset);\n"
              "    if (lane == 0)\n        y[row] = sum;\n"},
      {LAUNCH, "gemv_naive<<<(m - 1) / (threads / 32) + 1, threads>>>(A, x, y, m, n);"}}},
    {"block_per_row",
     1,
     PASS,
     NULL,
     {{INDEX, "    __shared__ float part[128];\n    int row = blockIdx.x;\n"},
      {"int col = 0; col < n; col++", "int col = threadIdx.x; col < n; col += blockDim.x"},
      {STORE, "    part[threadIdx.x] = sum;\n    __syncthreads();\n    for (int half = blockDim.x "
              "/ 2; half > 0; half /= 2) {\n"
              "        if (threadIdx.x < half)\n            part[threadIdx.x] += part[threadIdx.x "
              "+ half];\n        __syncthreads();\n    }\n"
              "    if (threadIdx.x == 0)\n        y[row] = part[0];\n"},
      {LAUNCH, "gemv_naive<<<m, threads>>>(A, x, y, m, n);"}}},
    {"float4_ragged",
     1,
     PASS,
     NULL,
     {{INDEX, "    int row = blockIdx.x, lane = threadIdx.x;\n"},
      {"for (int col = 0; col < n; col++)\n        " TERM,
       "const float *a = A + (size_t)row * n;\n    int whole = n % 4 == 0 ? n : 0;\n    for (int "
       "col = 4 * lane; col < whole; col += 128) {\n"
       "        float4 p = *(const float4 *)(a + col), q = *(const float4 *)(x + col);\n"
       "        sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;\n    }\n"
       "    for (int col = whole + lane; col < n; col += 32)\n        sum += a[col] * x[col];"},
      {STORE, "    for (int offset = 16; offset > 0; offset /= 2)\n        sum += "
              "__shfl_xor_sync(0xffffffffu, sum, offset);\n"
              "    if (lane == 0)\n        y[row] = sum;\n"},
      {LAUNCH, "gemv_naive<<<m, threads / 4>>>(A, x, y, m, n);"}}},
    {"columns_split",
     1,
     PASS,
     NULL,
     {{"int col = 0; col < n; col++", "int col = blockIdx.y; col < n; col += gridDim.y"},
      {STORE, "    atomicAdd(&y[row], sum);\n"},
      {LAUNCH, "cudaMemsetAsync(y, 0, m * sizeof(float));\n    gemv_naive<<<dim3((m - 1) / "
               "threads + 1, 2), threads>>>(A, x, y, m, n);"}}},
    {"template",
     1,
     PASS,
     NULL,
     {{"__global__ void gemv_naive(", "template <int UNROLL>\n__global__ void gemv_naive("},
      {"for (int col = 0; col < n; col++)\n        " TERM,
       "#pragma unroll UNROLL\n    for (int col = 0; col < n; col++)\n        " TERM},
      {LAUNCH, "gemv_naive<8><<<(m - 1) / threads + 1, threads>>>(A, x, y, m, n);"}}},
    {"waits_by_copying", /* which returns after the event */
     0,
     PASS,
     NULL,
     {{"error = cudaEventSynchronize(end);",
       "error = cudaMemcpy(a, device, bytes, cudaMemcpyDeviceToHost);"}}},
    {"macro_and_stream",
     0,
     PASS,
     NULL,
     {{"    if (error == cudaSuccess)\n        error = cudaMemcpy(a, device, bytes, "
       "cudaMemcpyDeviceToHost);",
       "    cudaStream_t stream = NULL;\n    if (error == cudaSuccess)\n        error = "
       "cudaStreamCreate(&stream);\n"
       "    if (error == cudaSuccess)\n        error = cudaMemcpyAsync(a, device, bytes, "
       "cudaMemcpyDeviceToHost, stream);\n"
       "    if (error == cudaSuccess)\n        error = cudaStreamSynchronize(stream);\n    if "
       "(stream)\n        cudaStreamDestroy(stream);"}}},
    {"atomic_step", 0, PASS, NULL, {{"a[i] += 1.0f;", "atomicAdd(&a[i], 1.0f);"}}},
    {"atomic_store", 1, PASS, NULL, {{STORE, "    atomicExch(&y[row], sum);\n"}}},
    {"stride_of_blocks",
     0,
     PASS,
     NULL,
     {{"    if (i < count)\n        a[i] += 1.0f;",
       "    for (; i < count; i += gridDim.x * blockDim.x)\n        a[i] += 1.0f;"},
      {"add_one<<<(count - 1) / 256 + 1, 256>>>", "add_one<<<5, 192>>>"}}},
};
