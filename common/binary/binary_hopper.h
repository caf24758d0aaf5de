/* What lab 09/hopper uses of a Hopper GPU (compute capability 9.0): the engine that copies boxes of
 * a matrix into shared memory (TMA), barriers that count the bytes that arrive, clusters of blocks
 * that access each other's shared memory, and warpgroups (four warps, 128 threads) whose tensor
 * instructions read both operands there. One device function for one instruction; PTX ISA is the
 * reference. Everything here needs `nvcc -arch=sm_90a`; elsewhere it compiles to nothing, and
 * binary_hopper_ready() says so. */
#pragma once

#include <stdint.h>
#include "binary.h"
#include "hopper/hopper.h"

#if HOPPER_KNOWN
/* ---- barriers and copies ---- */

/* Arrives at the same barrier of block `rank` of the cluster. Orders nothing: what it signals (the
 * tensor cores have read a stage) is over already, and asking for order would stop the block until
 * all its stores are done. */
HOPPER void barrier_arrive_at(uint64_t *barrier, int rank)
{
    HOPPER_ASM("{\n .reg .b32 there;\n mapa.shared::cluster.u32 there, %0, %1;\n"
               " mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [there];\n}" ::"r"(
                   shared_address(barrier)),
               "r"(rank)
               : "memory");
}

/* A box of the packed A whose first element is word `word` of row `row`; the barrier is told of its
 * bytes. */
HOPPER void copy_rows(void *to, const CUtensorMap *map, uint64_t *barrier, int word, int row)
{
    copy_box(to, map, barrier, row, word);
}

/* A box of the packed B by columns, dealt out by a column_map: `group` is the number of its first
 * group of columns. */
HOPPER void copy_columns(void *to, const CUtensorMap *map, uint64_t *barrier, int word, int group)
{
    HOPPER_ASM("cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes "
               "[%0], [%1, {%3, %4, %4, %4, %5}], [%2];" ::"r"(shared_address(to)),
               "l"(map), "r"(shared_address(barrier)), "r"(word), "r"(0), "r"(group)
               : "memory");
}

/* The same, into every block of the cluster whose bit is set in `ranks`, at the same place; each
 * one's own barrier is told. */
HOPPER void copy_columns_to(void *to, const CUtensorMap *map, uint64_t *barrier, int word,
                            int group, int ranks)
{
    WARPGROUP_ASM(
        "cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes"
        ".multicast::cluster [%0], [%1, {%3, %4, %4, %4, %5}], [%2], %6;" ::"r"(shared_address(to)),
        "l"(map), "r"(shared_address(barrier)), "r"(word), "r"(0), "r"(group), "h"((short)ranks)
        : "memory");
}

/* 16 bytes from shared memory, here and not before: if the compiler moved such loads ahead of other
 * work, they would need registers that the threads do not have. */
HOPPER int4 read_now(const int *from)
{
    int4 four = {0, 0, 0, 0};
    HOPPER_ASM("ld.volatile.shared.v4.s32 {%0, %1, %2, %3}, [%4];"
               : "=r"(four.x), "=r"(four.y), "=r"(four.z), "=r"(four.w)
               : "r"(shared_address(from))
               : "memory");
    return four;
}

/* ---- blocks and warps among each other ---- */

/* __syncthreads for `threads` threads of the block, at barrier 1 … 15; arriving without
 * waiting. */
HOPPER void team_sync(int barrier, int threads)
{
    HOPPER_ASM("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

HOPPER void team_arrive(int barrier, int threads)
{
    HOPPER_ASM("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

/* ---- one launch after the other ----
 * A launch that allows it (cudaLaunchAttributeProgrammaticStreamSerialization) may begin as soon as
 * all blocks of the one before have said so, or are done: its blocks move in one by one as SMs
 * become free. */

HOPPER void launch_after_begin(void)
{
    HOPPER_ASM("griddepcontrol.launch_dependents;");
}

/* The copy engine will need this map soon. */
HOPPER void map_prefetch(const CUtensorMap *map)
{
    HOPPER_ASM("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}

/* ---- tensor instructions of a warpgroup ----
 * An operand is lines of 32 words (128 bytes), 8 lines to 1,024 bytes, as the copy engine lays them
 * down when it swizzles by 128 bytes. This describes it to the instruction; 256 bits further along
 * the lines are + 2. */
HOPPER uint64_t operand_at(const void *first_line)
{
    return (uint64_t)((shared_address(first_line) & 0x3ffff) >> 4) | (uint64_t)1 << 16 |
           (uint64_t)64 << 32 | (uint64_t)1 << 62;
}

/* Before the first of a series: what was done to the registers of the counts is done. */
HOPPER void wgmma_begin(void)
{
    WARPGROUP_ASM("wgmma.fence.sync.aligned;" ::: "memory");
}

HOPPER void wgmma_commit(void)
{
    WARPGROUP_ASM("wgmma.commit_group.sync.aligned;" ::: "memory");
}

/* Until all but the last `groups` commits are through. */
template <int groups> HOPPER void wgmma_wait(void)
{
    WARPGROUP_ASM("wgmma.wait_group.sync.aligned %0;" ::"n"(groups) : "memory");
}

/* The names of operands of an asm, ten from 10 t on and all below, and what they are. */
#define HOPPER_10(t)                                                                               \
    "%" #t "0,%" #t "1,%" #t "2,%" #t "3,%" #t "4,%" #t "5,%" #t "6,%" #t "7,%" #t "8,%" #t "9,"
#define HOPPER_60     HOPPER_10() HOPPER_10(1) HOPPER_10(2) HOPPER_10(3) HOPPER_10(4) HOPPER_10(5)
#define HOPPER_90     HOPPER_60 HOPPER_10(6) HOPPER_10(7) HOPPER_10(8)
#define HOPPER_120    HOPPER_90 HOPPER_10(9) HOPPER_10(10) HOPPER_10(11)
#define HOPPER_R4(i)  "+r"(c[i]), "+r"(c[i + 1]), "+r"(c[i + 2]), "+r"(c[i + 3])
#define HOPPER_R16(i) HOPPER_R4(i), HOPPER_R4(i + 4), HOPPER_R4(i + 8), HOPPER_R4(i + 12)
#define HOPPER_R64(i) HOPPER_R16(i), HOPPER_R16(i + 16), HOPPER_R16(i + 32), HOPPER_R16(i + 48)

/* c = (or, if `add`, +=) the number of ones in (a AND b), over 256 bits, for 64 rows of a and 128,
 * 192 or 256 columns of b: twice as many as c has elements. Thread t of the warpgroup (warp w,
 * g = t % 32 / 4, q = t % 4) holds in c[4 j] and c[4 j + 1] row 16 w + g, columns 8 j + 2 q and
 * 8 j + 2 q + 1, in c[4 j + 2] and c[4 j + 3] the same of row 16 w + g + 8. The instruction runs
 * on: no thread may touch c, or write the operands, before wgmma_wait. */
#define HOPPER_WGMMA(shape, counts, counted, operand_a, operand_b, flag, ...)                      \
    HOPPER void wgmma(int(&c)[counts], uint64_t a, uint64_t b, int add)                            \
    {                                                                                              \
        WARPGROUP_ASM("{\n .reg .pred add;\n setp.ne.b32 add, " flag ", 0;\n "                     \
                      "wgmma.mma_async.sync.aligned." shape ".s32.b1.b1.and.popc {" counted        \
                      "}, " operand_a ", " operand_b ", add;\n}"                                   \
                      : __VA_ARGS__                                                                \
                      : "l"(a), "l"(b), "r"(add));                                                 \
    }
HOPPER_WGMMA("m64n128k256", 64, HOPPER_60 "%60,%61,%62,%63", "%64", "%65", "%66", HOPPER_R64(0))
HOPPER_WGMMA("m64n192k256", 96, HOPPER_90 "%90,%91,%92,%93,%94,%95", "%96", "%97", "%98",
             HOPPER_R64(0), HOPPER_R16(64), HOPPER_R16(80))
HOPPER_WGMMA("m64n256k256", 128, HOPPER_120 "%120,%121,%122,%123,%124,%125,%126,%127", "%128",
             "%129", "%130", HOPPER_R64(0), HOPPER_R64(64))

/* ---- host ---- */

#ifdef __CUDACC__
/* 1 if this is a Hopper GPU and the program was compiled for it. */
static inline int binary_hopper_ready(void)
{
    if (hopper_ready(true))
        return 1;
    fprintf(stderr, "this step needs a Hopper GPU and a program compiled with -arch=sm_90a\n");
    return 0;
}
#endif

/* Boxes of 32 words by `rows` rows of the packed A (m rows, lines of k), one line after the other.
 * */
static inline CUtensorMap plain_map(const uint32_t *A, int m, int k, int rows,
                                    CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE)
{
    cuuint64_t size[2] = {(cuuint64_t)binary_pitch(k), (cuuint64_t)binary_padded(m)},
               stride[1] = {4 * size[0]};
    cuuint32_t box[2] = {32, (cuuint32_t)rows};
    return copy_map(CU_TENSOR_MAP_DATA_TYPE_UINT32, A, 2, size, stride, box, swizzle);
}

/* The same, laid down with the 128-byte swizzle: the box starts at a multiple of 1,024 bytes, and
 * 16-byte chunk c of line r lies at place c ^ (r % 8). */
static inline CUtensorMap row_map(const uint32_t *A, int m, int k, int rows)
{
    return plain_map(A, m, k, rows, CU_TENSOR_MAP_SWIZZLE_128B);
}

/* Boxes of 32 words by `cols` columns of the packed B, dealt out so that what a thread holds is
 * side by side in C. Of each group of 4 `each` columns, column q * each + 2 j + e becomes line 8 j
 * + 2 q + e (q: 0 to 3, e: 0 or 1): thread q, which holds lines 8 j + 2 q and + 1 of every eight,
 * has `each` neighboring columns. Swizzled as by row_map. */
static inline CUtensorMap column_map(const uint32_t *B, int n, int k, int cols, int each)
{
    cuuint64_t line = 4 * (cuuint64_t)binary_pitch(k), per = (cuuint64_t)each,
               size[5] = {line / 4, 2, 4, per / 2, (cuuint64_t)binary_padded(n) / (4 * per)},
               stride[4] = {line, per * line, 2 * line, 4 * per * line};
    cuuint32_t box[5] = {32, 2, 4, (cuuint32_t)each / 2, (cuuint32_t)(cols / (4 * each))};
    return copy_map(CU_TENSOR_MAP_DATA_TYPE_UINT32, B, 5, size, stride, box,
                    CU_TENSOR_MAP_SWIZZLE_128B);
}
#endif
