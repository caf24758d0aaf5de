#!/usr/bin/env bash
# How many accesses of threads the emulator counts in a second of one core: the tiled GEMM at 512^3,
# with counters only and with everything watched. Processor time, the best of three, since other
# programs may be running. The promise is 100 million with counters; half of it is asserted, as
# machines differ, and the figures are printed.
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
ok "it builds and runs" make -s emulate FILE="$out/gemm512.cu" COUNTERS="$out/gemm512.json" EMU_REPORT=0
accesses=$(sed -n 's/.*"emu__accesses.sum": \([0-9]*\).*/\1/p' "$out/gemm512.json" | head -n 1)
ok "2 N^3 and a little more" test "${accesses:-0}" -gt $((2 * 512 * 512 * 512))

# speed WATCH: millions of accesses a second of processor time
speed() {
    local best=0 run
    for run in 1 2 3; do
        run=$({ TIMEFORMAT=%U; time EMU_REPORT=0 EMU_WATCH=$1 build/emulator/programs/gemm512 >/dev/null 2>&1; } 2>&1)
        best=$(awk -v a="$accesses" -v t="$run" -v best="$best" 'BEGIN { s = t > 0 ? a / t / 1e6 : 0; printf "%.0f", (s > best ? s : best) }')
    done
    echo "$best"
}
counting=$(speed none) all=$(speed races,uninitialised,caches)
echo "note: $counting million accesses a second with counters, $all with everything watched"
ok "50 million a second with counters" test "$counting" -ge 50
ok "25 million a second with everything" test "$all" -ge 25
finish
