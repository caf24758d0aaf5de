#!/usr/bin/env bash
# How many accesses of threads the emulator counts in a second of one core, with counters only and
# with everything watched: the tiled GEMM at 512^3, and three kernels of short threads. Processor time,
# the best of three, since other programs may be running. About half of what docs/emulator.md says is
# asserted, as machines differ, and the figures are printed.
set -u
. common/tests/expect.sh
export MAKEFLAGS=--no-print-directory
out=build/tests/speed
mkdir -p "$out"
cat >"$out/gemm512.cu" <<'EOC'
enum { N = 512, TILE = 32 };
__global__ void gemm_tiled(const float *A, const float *B, float *C)
{
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < N; first += TILE) {
        a[threadIdx.y][threadIdx.x] = A[row * N + first + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(first + threadIdx.y) * N + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
    C[row * N + col] = sum;
}
int main()
{
    float *A, *B, *C;
    cudaMalloc(&A, N * N * sizeof *A);
    cudaMalloc(&B, N * N * sizeof *B);
    cudaMalloc(&C, N * N * sizeof *C);
    cudaMemset(A, 0, N * N * sizeof *A);
    cudaMemset(B, 0, N * N * sizeof *B);
    gemm_tiled<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(A, B, C);
    return cudaDeviceSynchronize();
}
EOC
cat >"$out/vector_add.cu" <<'EOC'
enum { M = 1 << 20 };
__global__ void add(const float *a, const float *b, float *y, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m)
        y[i] = a[i] + b[i];
}
int main()
{
    float *a, *b, *y;
    cudaMalloc(&a, M * sizeof *a);
    cudaMalloc(&b, M * sizeof *b);
    cudaMalloc(&y, M * sizeof *y);
    cudaMemset(a, 0, M * sizeof *a);
    cudaMemset(b, 0, M * sizeof *b);
    for (int i = 0; i < 16; i++)
        add<<<M / 256, 256>>>(a, b, y, M);
    return cudaDeviceSynchronize();
}
EOC
cat >"$out/transpose.cu" <<'EOC'
enum { N = 1024, TILE = 32 };
__global__ void transpose(const float *in, float *out, int m, int n)
{
    __shared__ float tile[TILE][TILE + 1];
    int col = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
    if (row < m && col < n)
        tile[threadIdx.y][threadIdx.x] = in[(size_t)row * n + col];
    __syncthreads();
    int out_col = blockIdx.y * TILE + threadIdx.x, out_row = blockIdx.x * TILE + threadIdx.y;
    if (out_row < n && out_col < m)
        out[(size_t)out_row * m + out_col] = tile[threadIdx.x][threadIdx.y];
}
int main()
{
    float *in, *out;
    cudaMalloc(&in, N * N * sizeof *in);
    cudaMalloc(&out, N * N * sizeof *out);
    cudaMemset(in, 0, N * N * sizeof *in);
    for (int i = 0; i < 8; i++)
        transpose<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(in, out, N, N);
    return cudaDeviceSynchronize();
}
EOC

cat >"$out/reduce.cu" <<'EOC'
enum { M = 1 << 20 };
__global__ void reduce(const float *x, float *y)
{
    __shared__ float part[256];
    const unsigned thread = threadIdx.x;
    part[thread] = x[blockIdx.x * 256 + thread];
    __syncthreads();
    for (unsigned step = 128; step > 0; step /= 2) {
        if (thread < step)
            part[thread] += part[thread + step];
        __syncthreads();
    }
    if (thread == 0)
        y[blockIdx.x] = part[0];
}
int main()
{
    float *x, *y;
    cudaMalloc(&x, M * sizeof *x);
    cudaMalloc(&y, M / 256 * sizeof *y);
    cudaMemset(x, 0, M * sizeof *x);
    for (int i = 0; i < 8; i++)
        reduce<<<M / 256, 256>>>(x, y);
    return cudaDeviceSynchronize();
}
EOC

# speed NAME ACCESSES WATCH: millions of accesses a second of processor time
speed() {
    local best=0 run
    for run in 1 2 3; do
        run=$({ TIMEFORMAT=%U; time EMU_REPORT=0 EMU_WATCH=$3 "build/emulator/programs/$1" >/dev/null 2>&1; } 2>&1)
        best=$(awk -v a="$2" -v t="$run" -v best="$best" 'BEGIN { s = t > 0 ? a / t / 1e6 : 0; printf "%.0f", (s > best ? s : best) }')
    done
    echo "$best"
}

# measure NAME ACCESSES COUNTING ALL: of so many accesses, at least so many million a second
measure() {
    local counted counting all
    ok "$1 builds and runs" make -s emulate FILE="$out/$1.cu" COUNTERS="$out/$1.json" EMU_REPORT=0
    counted=$(awk '/"emu__accesses.sum"/ { sum += $2 } END { printf "%.0f", sum }' "$out/$1.json")
    ok "$1: all its accesses are counted" test "$counted" -eq "$2"
    counting=$(speed "$1" "$counted" none) all=$(speed "$1" "$counted" races,uninitialised,caches)
    echo "note: $1: $counting million accesses a second with counters, $all with everything watched"
    ok "$1: $3 million a second with counters" test "$counting" -ge "$3"
    ok "$1: $4 million a second with everything" test "$all" -ge "$4"
}
measure gemm512 $((2 * 512 ** 3 + 4 * 512 ** 3 / 32 + 512 ** 2)) 100 60
measure vector_add $((16 * 3 * 1024 ** 2)) 45 17
measure transpose $((8 * 4 * 1024 ** 2)) 19 10
measure reduce $((8 * 4096 * 1279)) 9 7
finish
