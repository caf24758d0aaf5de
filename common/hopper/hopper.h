/* What the last steps of labs 08 and 09 ask of a Hopper GPU: the engine that copies boxes of a
 * matrix into shared memory by itself (TMA), barriers that count the bytes that arrive, and blocks
 * in clusters that write into each other's shared memory. One device function for one instruction;
 * PTX ISA is the reference. Everything here came with compute capability 9.0; compiled for less it
 * comes to nothing, and hopper_ready() says so.
 *
 * Places in shared memory are given as a pointer or as a shared address: 32 bits, half the
 * registers of a pointer, and the form in which the instructions want it. */
#pragma once

#include <stdint.h>

/* 1 where a program may speak of these things at all: everywhere but in the emulator. */
#ifdef LAB_EMULATOR
#define HOPPER_KNOWN 0
#else
#define HOPPER_KNOWN 1
#endif

#if HOPPER_KNOWN
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define HOPPER_HERE     1
#define HOPPER_ASM(...) asm volatile(__VA_ARGS__)
#else
#define HOPPER_HERE     0
#define HOPPER_ASM(...) (void)0
#endif
/* Warpgroups, and copies to several blocks at once, are there for sm_90a only. */
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#define WARPGROUPS_HERE    1
#define WARPGROUP_ASM(...) asm volatile(__VA_ARGS__)
#else
#define WARPGROUPS_HERE    0
#define WARPGROUP_ASM(...) (void)0
#endif
#define HOPPER static __device__ __forceinline__

HOPPER uint32_t shared_address(const void *p)
{
    return (uint32_t)__cvta_generic_to_shared(p);
}

HOPPER uint32_t shared_address(uint32_t address)
{
    return address;
}

/* x, in a way that the compiler cannot see through: it keeps the value in a register instead of
 * working it out again in every round of a loop. All 32 lanes call it. */
HOPPER uint32_t keep(uint32_t x)
{
    uint32_t same = x;
    HOPPER_ASM("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;"
               : "=r"(same)
               : "r"(x), "r"(threadIdx.x % 32));
    return same;
}

/* ---- barriers in shared memory ----
 * A phase is over when as many threads have arrived as the barrier expects, and all announced bytes
 * have come; then the next begins. */

template <class Place> HOPPER void barrier_init(Place barrier, int arrivals)
{
    HOPPER_ASM("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals));
}

/* After the inits, before anybody else uses the barriers: the copy engine and other blocks shall
 * see them. */
HOPPER void barrier_publish(void)
{
    HOPPER_ASM("fence.mbarrier_init.release.cluster;\n fence.proxy.async.shared::cta;" ::
                   : "memory");
}

/* Arrives, and announces bytes. */
template <class Place> HOPPER void barrier_expect(Place barrier, int bytes)
{
    HOPPER_ASM("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
               "r"(bytes)
               : "memory");
}

template <class Place> HOPPER void barrier_arrive(Place barrier)
{
    HOPPER_ASM("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}

/* Until the phase of this parity (0 for the first, 1 for the second, 0 …) is over. Parity 1 of a
 * fresh barrier is over. */
template <class Place> HOPPER void barrier_wait(Place barrier, int parity)
{
    HOPPER_ASM("{\n .reg .pred over;\nagain:\n"
               " mbarrier.try_wait.parity.shared.b64 over, [%0], %1;\n"
               " @!over bra again;\n}" ::"r"(shared_address(barrier)),
               "r"(parity)
               : "memory");
}

/* ---- copies of boxes ---- */

/* The box of a box_map whose first element is (row, col), to `to`; the barrier is told of its
 * bytes. */
template <class Place, class Barrier>
HOPPER void copy_box(Place to, const CUtensorMap *map, Barrier barrier, int row, int col)
{
    HOPPER_ASM("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
               "[%0], [%1, {%3, %4}], [%2];" ::"r"(shared_address(to)),
               "l"(map), "r"(shared_address(barrier)), "r"(col), "r"(row)
               : "memory");
}

/* ---- shared memory by address ----
 * In the order in which they are written: a loop that is tuned down to its registers does not want
 * loads moved about. */

HOPPER float4 read_float4(uint32_t at)
{
    float4 v = {0, 0, 0, 0};
    HOPPER_ASM("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "r"(at));
    return v;
}

HOPPER double read_double(uint32_t at)
{
    double v = 0;
    HOPPER_ASM("ld.shared.f64 %0, [%1];" : "=d"(v) : "r"(at));
    return v;
}

HOPPER double2 read_double2(uint32_t at)
{
    double2 v = {0, 0};
    HOPPER_ASM("ld.shared.v2.f64 {%0, %1}, [%2];" : "=d"(v.x), "=d"(v.y) : "r"(at));
    return v;
}

HOPPER int4 read_int4(uint32_t at)
{
    int4 v = {0, 0, 0, 0};
    HOPPER_ASM("ld.shared.v4.s32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "r"(at)
               : "memory");
    return v;
}

HOPPER int read_int(uint32_t at)
{
    int v = 0;
    HOPPER_ASM("ld.shared.s32 %0, [%1];" : "=r"(v) : "r"(at) : "memory");
    return v;
}

HOPPER void write_float(uint32_t at, float v)
{
    HOPPER_ASM("st.shared.f32 [%0], %1;" ::"r"(at), "f"(v) : "memory");
}

HOPPER void write_int(uint32_t at, int v)
{
    HOPPER_ASM("st.shared.s32 [%0], %1;" ::"r"(at), "r"(v) : "memory");
}

HOPPER void write_int4(uint32_t at, int4 v)
{
    HOPPER_ASM("st.shared.v4.s32 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(v.x), "r"(v.y), "r"(v.z),
               "r"(v.w)
               : "memory");
}

/* ---- flags in global memory, between blocks ---- */

/* By one thread, after a __syncthreads() that follows the block's stores: who sees the flag sees
 * what was stored. */
HOPPER void flag_raise(int *flag)
{
    __threadfence();
    HOPPER_ASM("st.release.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory");
}

/* Waits until the flag is up, and takes it down; by one thread, before a __syncthreads(). */
HOPPER void flag_take(int *flag)
{
    int up = 1;
    do
        HOPPER_ASM("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(up) : "l"(flag) : "memory");
    while (!up);
    *flag = 0;
}

/* Registers of each thread of this warpgroup (four warps) from here on; all its threads call it.
 * Fewer in one warpgroup, more in others. Only sm_90a has it; elsewhere registers stay as they
 * are. */
template <int count> HOPPER void registers_keep(void)
{
    WARPGROUP_ASM("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(count));
}

template <int count> HOPPER void registers_take(void)
{
    WARPGROUP_ASM("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(count));
}

/* ---- blocks of a cluster ---- */

HOPPER int cluster_rank(void)
{
    int rank = 0;
    HOPPER_ASM("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

/* Waits for every thread of every block of the cluster: in one, or in two halves. What was written
 * before cluster_arrive is there, in every block, after cluster_wait. */
HOPPER void cluster_arrive(void)
{
    HOPPER_ASM("barrier.cluster.arrive.aligned;" ::: "memory");
}

HOPPER void cluster_wait(void)
{
    HOPPER_ASM("barrier.cluster.wait.aligned;" ::: "memory");
}

HOPPER void cluster_sync(void)
{
    cluster_arrive();
    cluster_wait();
}

/* In a kernel that was launched to begin before the one before it in the stream has ended: waits
 * for that end, and for all it has stored. Before it, nothing may be read or written that another
 * kernel may know. */
HOPPER void wait_for_previous(void)
{
    HOPPER_ASM("griddepcontrol.wait;" ::: "memory");
}

/* Stores at what is shared address `at` of this block, but in block `rank` of the cluster. */
HOPPER void write_float4_at(uint32_t at, int rank, float4 v)
{
    HOPPER_ASM("{\n .reg .b32 there;\n mapa.shared::cluster.u32 there, %0, %1;\n"
               " st.shared::cluster.v4.f32 [there], {%2, %3, %4, %5};\n}" ::"r"(at),
               "r"(rank), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w)
               : "memory");
}

/* ---- host ---- */

#ifdef __CUDACC__
/* Compiled for sm_90a it may be launched with 256 threads, for 9.0 with 128, else with 64: how the
 * host learns what the device code is. */
static __global__ void __launch_bounds__(WARPGROUPS_HERE ? 256
                                         : HOPPER_HERE   ? 128
                                                         : 64) hopper_marker(void)
{
}

/* 1 if this GPU has all this, and the program was compiled for it: for sm_90a, if warpgroups are
 * needed. */
static inline int hopper_ready(bool warpgroups)
{
    struct cudaFuncAttributes f;
    cudaError_t error = cudaFuncGetAttributes(&f, (const void *)hopper_marker);
    if (error == cudaSuccess && f.maxThreadsPerBlock >= (warpgroups ? 256 : 128))
        return 1;
    cudaGetLastError();
    return 0;
}
#endif

/* A map of `rank` dimensions, sizes and box in elements of this type, strides in bytes (multiples
 * of 16, as the matrix's address). Laid down in shared memory with this swizzle; what lies outside
 * is 0. Needs no -lcuda: the driver's function is asked for by name. */
static inline CUtensorMap copy_map(CUtensorMapDataType type, const void *matrix, int rank,
                                   const cuuint64_t *size, const cuuint64_t *stride,
                                   const cuuint32_t *box, CUtensorMapSwizzle swizzle)
{
    static void *encode;
    static const cuuint32_t every[5] = {1, 1, 1, 1, 1};
    CUtensorMap map;
    memset(&map, 0, sizeof map);
    if (!encode) {
        cudaDriverEntryPointQueryResult found;
        if (cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000,
                                             cudaEnableDefault, &found) != cudaSuccess)
            return map;
    }
    CUresult result = ((decltype(&cuTensorMapEncodeTiled))encode)(
        &map, type, (cuuint32_t)rank, (void *)matrix, size, stride, box, every,
        CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (result != CUDA_SUCCESS)
        fprintf(stderr, "cuTensorMapEncodeTiled: error %d\n", (int)result);
    return map;
}

/* Boxes of box_rows x box_cols of a row-major matrix of float or double, rows ld elements (a
 * multiple of 16 bytes) apart, laid down with this swizzle. With CU_TENSOR_MAP_SWIZZLE_128B a line
 * of a box has 128 bytes (32 floats, 16 doubles), the box starts at a multiple of 1,024 bytes, and
 * 16-byte chunk c of line r lies at place c ^ (r % 8). With CU_TENSOR_MAP_SWIZZLE_64B it has 64
 * bytes, and chunk c lies at place c ^ (r / 2 % 4). */
template <class Real>
static inline CUtensorMap box_map(const Real *matrix, int rows, int cols, int ld, int box_rows,
                                  int box_cols, CUtensorMapSwizzle swizzle)
{
    cuuint64_t size[2] = {(cuuint64_t)cols, (cuuint64_t)rows},
               stride[1] = {sizeof(Real) * (cuuint64_t)ld};
    cuuint32_t box[2] = {(cuuint32_t)box_cols, (cuuint32_t)box_rows};
    return copy_map(sizeof(Real) == 4 ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32
                                      : CU_TENSOR_MAP_DATA_TYPE_FLOAT64,
                    matrix, 2, size, stride, box, swizzle);
}

#ifdef __CUDACC__
/* Launches a kernel with so many bytes of dynamic shared memory, its blocks in clusters of this
 * shape. The kernel may start before the one in front of it has ended, and calls
 * wait_for_previous. */
template <class... Parameters, class... Arguments>
static inline void launch_clusters(void (*kernel)(Parameters...), dim3 grid, dim3 cluster,
                                   int threads, int bytes, const Arguments &...arguments)
{
    cudaLaunchAttribute attribute[2] = {};
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = cluster.x;
    attribute[0].val.clusterDim.y = cluster.y;
    attribute[0].val.clusterDim.z = cluster.z;
    attribute[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute[1].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = bytes;
    config.attrs = attribute;
    config.numAttrs = 2;
    cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaLaunchKernelEx(&config, kernel, arguments...);
}

/* The number of SMs of this GPU; 0 if it has not what stands above, or the program was not compiled
 * for it. */
static inline int hopper_sms(void)
{
    static int sms;
    if (!sms && hopper_ready(false))
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    return sms;
}
#endif
#endif
