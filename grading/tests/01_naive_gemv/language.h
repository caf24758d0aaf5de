/* Right kernels for lab 01 that use more of CUDA's language than the lab needs, what editors leave
 * behind, and headers out of habit; all get full points. After mutants.h. */
#define FRONT(text)                                                                                \
    {                                                                                              \
        "#include \"lab.h\"\n", "#include \"lab.h\"\n" text                                        \
    }
#define RIGHT(name, ...)                                                                           \
    {                                                                                              \
        name, 1, PASS, NULL,                                                                       \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

static const struct submission language_01[] = {
    RIGHT("virtual_function",
          FRONT("struct term {\n    __device__ virtual float of(float a, float x) const = 0;\n};\n"
                "struct product : term {\n    __device__ float of(float a, float x) const override "
                "{ return a * x; }\n};\n"),
          {"    float sum = 0;\n", "    float sum = 0;\n    product p;\n    const term *t = &p;\n"},
          {TERM, "sum += t->of(A[(size_t)row * n + col], x[col]);"}),
    RIGHT("pointers_to_functions",
          FRONT("typedef float (*binary)(float, float);\n"
                "__device__ float times(float a, float b) { return a * b; }\n"
                "__device__ float plus(float a, float b) { return a + b; }\n"),
          {"    float sum = 0;\n", "    const binary by = n > 0 ? times : plus, table[2] = {plus, "
                                   "by};\n    float sum = 0;\n"},
          {TERM, "sum = table[0](sum, by(A[(size_t)row * n + col], x[col]));"}),
    RIGHT(
        "pointer_to_member",
        FRONT("struct pair {\n    float a, b;\n    __device__ float times() const { return a * b; }"
              "\n};\n"),
        {TERM,
         "{\n        pair p = {A[(size_t)row * n + col], x[col]};\n        float (pair::*f)() "
         "const = &pair::times;\n        sum += (p.*f)();\n    }"}),
    RIGHT(
        "copied_parameter",
        FRONT("struct matrix {\n    const float *a;\n    int n;\n"
              "    matrix(const float *a_, int n_) : a(a_), n(n_) {}\n"
              "    matrix(const matrix &other) : a(other.a), n(other.n) {}\n    ~matrix() {}\n"
              "    __device__ float at(int row, int col) const { return a[(size_t)row * n + col]; "
              "}\n};\n"),
        {"__global__ void gemv_naive(const float *A,", "__global__ void gemv_naive(matrix A,"},
        {TERM, "sum += A.at(row, col) * x[col];"},
        {LAUNCH, "matrix a(A, n);\n    gemv_naive<<<(m + threads - 1) / threads, threads>>>(a, x, "
                 "y, m, n);"}),
    RIGHT("static_local",
          {"    float sum = 0;\n",
           "    static const float start[2] = {0, 1};\n    static int launches;\n    float sum = "
           "start[0];\n    if (launches < 0)\n        launches = 0;\n"}),
    RIGHT("assumptions",
          {"    float sum = 0;\n",
           "    __builtin_assume(n > 0);\n    if (__builtin_expect(n < 1, 0))\n        "
           "__builtin_unreachable();\n    float sum = 0;\n"}),
    RIGHT("regions",
          FRONT("#pragma region kernels\n#pragma warning(disable : 4244)\n#pragma nv_diag_suppress "
                "177\n"),
          {"    float sum = 0;\n", "#pragma region sum\n    float sum = 0;\n#pragma endregion\n"}),
    RIGHT("editor_guards",
          FRONT("#ifdef __INTELLISENSE__\n#include <device_launch_parameters.h>\n#define "
                "__syncthreads()\n#define __launch_bounds__(...)\n#endif\n")),
    RIGHT(
        "attributes",
        FRONT("[[deprecated(\"use times\")]] __device__ inline float old_times(float a, float b) { "
              "return a * b; }\n"
              "[[nodiscard]] __device__ __attribute__((noinline)) float times(float a, float b) { "
              "return a * b; }\n"
              "struct [[maybe_unused]] spare {};\n"),
        {TERM, "sum += times(A[(size_t)row * n + col], x[col]);"}),
    RIGHT(
        "structured_bindings",
        FRONT("struct place {\n    int row, col;\n};\n"
              "namespace tools { inline namespace v2 {\n__device__ float times(float a, float b) { "
              "return a * b; }\n} }\n"),
        {"    float sum = 0;\n",
         "    auto [r, c] = place{.row = row, .col = 0};\n    static_assert(sizeof(place) == 8);\n"
         "    float sum = c;\n"},
        {TERM, "sum += tools::times(A[(size_t)r * n + col], x[col]);"}),
    RIGHT("lambdas",
          {"    float sum = 0;\n",
           "    float sum = 0;\n    auto at = [=](auto col) { return A[(size_t)row * n + col]; };\n"
           "    auto add = [&sum](float v) { sum += v; };\n"},
          {TERM, "add(at(col) * x[col]);"}),
    RIGHT(
        "if_constexpr",
        FRONT(
            "enum class order : unsigned char { rows, columns };\n"
            "template <order O, class T> __device__ T at(const T *A, int row, int col, int n)\n{\n"
            "    if constexpr (O == order::rows)\n        return A[(size_t)row * n + col];\n"
            "    else\n        return A[(size_t)col * n + row];\n}\n"),
        {TERM, "sum += at<order::rows>(A, row, col, n) * x[col];"}),
    RIGHT("template_of_constants",
          FRONT("template <int N> struct unrolled {\n    static constexpr int by = N;\n};\n"
                "constexpr int digits = 1'000;\n"),
          {"    for (int col = 0;", "#pragma unroll unrolled<4>::by\n    for (int col = 0;"}),
    RIGHT("bounds_and_qualifiers",
          {"__global__ void gemv_naive(const float *A, const float *x, float *y, int m, int n)\n",
           "extern \"C++\" __global__ void __launch_bounds__(128, 2) gemv_naive(const float "
           "*__restrict__ A, const float *__restrict x, float *y, const __grid_constant__ int m, "
           "int n = 1)\n"}),
    RIGHT("shared_of_two_types",
          {INDEX,
           "    extern __shared__ __align__(16) unsigned char bytes[];\n    extern __shared__ "
           "float words[];\n" INDEX "    (void)bytes;\n"},
          {"    float sum = 0;\n",
           "    words[threadIdx.x] = 0;\n    float sum = words[threadIdx.x];\n"},
          {LAUNCH,
           "gemv_naive<<<dim3{(unsigned)((m + threads - 1) / threads)}, {threads, 1}, threads * "
           "sizeof(float), 0>>>(A, x, y, m, n);"}),
    RIGHT("union_and_bits", FRONT("union word {\n    float f;\n    unsigned u;\n};\n"),
          {STORE, "    word w;\n    w.f = sum;\n    y[row] = __uint_as_float(w.u);\n"}),
    RIGHT("default_and_reference",
          {"float *y, int m, int n)\n{\n    /*{ TODO 3",
           "float *y, int m, const int n, float start = "
           "0.0f)\n{\n    /*{ TODO 3"},
          {"    float sum = 0;\n", "    float sum = start;\n"}),
    RIGHT("managed_variable",
          FRONT("__managed__ float zero = 0;\n__device__ __managed__ int calls;\n"),
          {"    float sum = 0;\n", "    float sum = zero;\n"}),
    RIGHT("headers_out_of_habit",
          FRONT("#include <cuda.h>\n#include <cuda_profiler_api.h>\n#include <math_constants.h>\n"
                "#include <cuComplex.h>\n#include <cuda_fp16.h>\n#include <curand_kernel.h>\n"
                "#include <cublas_v2.h>\n#include <device_launch_parameters.h>\n"
                "#include <vector_functions.h>\n"),
          {TERM, "sum = cuCrealf(cuCfmaf(make_cuFloatComplex(A[(size_t)row * n + col], 0), "
                 "make_cuFloatComplex(x[col], 0), make_cuFloatComplex(sum, 0)));"},
          {STORE, "    y[row] = sum < CUDART_INF_F ? sum : CUDART_PI_F;\n"}),
    RIGHT(
        "groups",
        FRONT("#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
              "__device__ unsigned place(const cg::thread_group &g) { return g.thread_rank(); }\n"),
        {"int row = blockIdx.x * blockDim.x + threadIdx.x;",
         "int row = blockIdx.x * blockDim.x + place(cg::this_thread_block());"}),
    RIGHT("functor",
          FRONT("struct add_product {\n    float all = 0;\n    __device__ add_product "
                "&operator()(float "
                "a, float b)\n    {\n        all += a * b;\n        return *this;\n    }\n    "
                "__device__ "
                "operator float() const { return all; }\n};\n"),
          {"    float sum = 0;\n", "    add_product sum;\n"},
          {TERM, "sum(A[(size_t)row * n + col], x[col]);"}),
    RIGHT(
        "operators",
        FRONT(
            "__host__ __device__ inline float2 operator*(float2 a, float2 b) { return "
            "make_float2(a.x * b.x, a.y * b.y); }\n"
            "__device__ inline float2 &operator+=(float2 &a, const float2 &b)\n{\n    a.x += b.x;\n"
            "    a.y += b.y;\n    return a;\n}\n"),
        {"    float sum = 0;\n", "    float2 sums = {0, 0};\n"},
        {TERM, "sums += make_float2(A[(size_t)row * n + col], 0) * make_float2(x[col], 0);"},
        {STORE, "    y[row] = sums.x + sums.y;\n"}),
    RIGHT("host_constants",
          FRONT("static const int step = 1;\nconstexpr float zero = 0;\nenum { NONE };\n"
                "struct setting {\n    static constexpr int first = 0;\n};\n"
                "static int used_on_the_host = 3;\n"),
          {"    float sum = 0;\n", "    int used_on_the_host = NONE;\n    float sum = zero + "
                                   "used_on_the_host;\n"},
          {"int col = 0; col < n; col++", "int col = setting::first; col < n; col += step"}),
    RIGHT("what_std_has",
          FRONT("#include <cmath>\n#include <cstdint>\n#include <type_traits>\n#include <utility>\n"
                "template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0>\n"
                "__device__ T times(T &&a, T &&b) { return std::forward<T>(a) * std::move(b); }\n"),
          {TERM, "sum = std::fma(A[(std::size_t)row * n + col], x[col], sum);"}),
};
