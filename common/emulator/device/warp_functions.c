/* Barriers, votes, shuffles, matches, reductions: exchanges between the lanes of a mask; and what
 * cooperative groups ask of their lanes (include/cooperative_groups.h). */
#include "checks/checks.h"
#include "engine/engine.h"
#include "include/driver_types.h"
#include "program/findings.h"

#define IS_FLOAT(value) _Generic(value, float : 1, double : 1, default : 0)

void __syncthreads(void)
{
    emu_barrier(EMU_SYNC, 0, CALLER);
}

int __syncthreads_count(int predicate) IS(emu_barrier(EMU_SYNC_COUNT, predicate, CALLER));
int __syncthreads_and(int predicate) IS(emu_barrier(EMU_SYNC_AND, predicate, CALLER));
int __syncthreads_or(int predicate) IS(emu_barrier(EMU_SYNC_OR, predicate, CALLER));
unsigned __activemask(void) IS(emu_active_lanes(CALLER));

/* The mask of a _sync function must name the lane that calls it. */
static inline void check_mask(const char *what, unsigned mask, void *pc)
{
    if (!(mask >> emu_lane() & 1))
        emu_finding(EMU_MISSING_LANE, pc,
                    "%s: lane %d calls it, but its mask 0x%08x does not name that lane", what,
                    emu_lane(), mask);
}

void __syncwarp(unsigned mask)
{
    unsigned arrived;
    check_mask("__syncwarp", mask, CALLER);
    emu_exchange("__syncwarp", mask, NULL, 0, 1, &arrived, CALLER);
}

/* The lanes that arrived and whose predicate holds. */
static unsigned ballot(const char *what, unsigned mask, int predicate, unsigned *arrived, void *pc)
{
    const int vote = predicate != 0;
    check_mask(what, mask, pc);
    const int *votes = emu_exchange(what, mask, &vote, sizeof vote, 0, arrived, pc);
    return LANES_WHERE(l, *arrived, votes[l]);
}

#define DEFINE_VOTE(type, name, expression)                                                        \
    type name(unsigned mask, int predicate)                                                        \
    {                                                                                              \
        unsigned arrived, lanes = ballot(#name, mask, predicate, &arrived, CALLER);                \
        return expression;                                                                         \
    }
DEFINE_VOTE(unsigned, __ballot_sync, lanes)
DEFINE_VOTE(int, __any_sync, lanes != 0)
DEFINE_VOTE(int, __all_sync, lanes == arrived)
DEFINE_VOTE(int, __uni_sync, lanes == arrived || !lanes)

/* emu_exchange_reads where there may be something to note. */
static inline int exchange_reads(unsigned source, int replaces, unsigned arrived, void *pc)
{
    if (LIKELY((arrived & ~emu_lane_now->exchange.undefined) >> source & 1 &&
               (!replaces || !emu_warp->undefined)))
        return 1;
    return emu_exchange_reads(source, replaces, pc);
}

enum shuffle { SHUFFLE_INDEX, SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_XOR };
static const char *const shuffle_names[] = {"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync",
                                            "__shfl_xor_sync"};

/* The lane to read: who would leave its segment of `width` lanes reads itself (PTX manual). */
static unsigned source_lane(enum shuffle kind, unsigned lane, unsigned operand, unsigned width)
{
    const unsigned first = lane & ~(width - 1), last = first + width - 1;
    switch (kind) {
    case SHUFFLE_INDEX:
        return first + (operand & (width - 1));
    case SHUFFLE_UP:
        return operand > lane - first ? lane : lane - operand;
    case SHUFFLE_DOWN:
        return operand > last - lane ? lane : lane + operand;
    default:
        return (lane ^ operand) > last ? lane : lane ^ operand;
    }
}

static inline __attribute__((always_inline)) void shuffle(enum shuffle kind, unsigned mask,
                                                          void *value, size_t bytes, int is_float,
                                                          unsigned operand, int width, void *pc)
{
    const char *what = shuffle_names[kind];
    unsigned arrived, lane = (unsigned)emu_lane();
    check_mask(what, mask, pc);
    const char *values = emu_exchange(what, mask, value, bytes, 0, &arrived, pc);
    if (width < 1 || width > EMU_WARP || (width & (width - 1))) {
        emu_finding(EMU_MISSING_LANE, pc, "%s: width %d is not 1, 2, 4, 8, 16 or 32", what, width);
        return;
    }
    const unsigned source = source_lane(kind, lane, operand, (unsigned)width) & (EMU_WARP - 1);
    if (exchange_reads(source, kind == SHUFFLE_INDEX, arrived, pc))
        memcpy(value, values + source * bytes, bytes);
    else
        emu_exchange_poison(value, bytes, is_float);
}

#define DEFINE_SHUFFLE(name, kind, suffix, type)                                                   \
    type emu_shfl##name##suffix(unsigned mask, type value, unsigned operand, int width)            \
    {                                                                                              \
        shuffle(kind, mask, &value, sizeof value, IS_FLOAT(value), operand, width, CALLER);        \
        return value;                                                                              \
    }

/* The arrived lanes whose value is this lane's. */
static unsigned match(const char *what, unsigned mask, const void *value, size_t bytes,
                      unsigned *arrived, void *pc)
{
    check_mask(what, mask, pc);
    const char *values = emu_exchange(what, mask, value, bytes, 0, arrived, pc);
    return LANES_WHERE(l, *arrived, !memcmp(values + l * bytes, value, bytes));
}

#define DEFINE_MATCH(suffix, type)                                                                 \
    unsigned emu_match_any_##suffix(unsigned mask, type value)                                     \
    {                                                                                              \
        unsigned arrived;                                                                          \
        return match("__match_any_sync", mask, &value, sizeof value, &arrived, CALLER);            \
    }                                                                                              \
    unsigned emu_match_all_##suffix(unsigned mask, type value, int *all)                           \
    {                                                                                              \
        unsigned arrived,                                                                          \
            same = match("__match_all_sync", mask, &value, sizeof value, &arrived, CALLER);        \
        *all = same == arrived;                                                                    \
        return *all ? arrived : 0;                                                                 \
    }

#define DEFINE_TYPE(suffix, type)                                                                  \
    DEFINE_SHUFFLE(_, SHUFFLE_INDEX, suffix, type)                                                 \
    DEFINE_SHUFFLE(_up_, SHUFFLE_UP, suffix, type)                                                 \
    DEFINE_SHUFFLE(_down_, SHUFFLE_DOWN, suffix, type)                                             \
    DEFINE_SHUFFLE(_xor_, SHUFFLE_XOR, suffix, type)                                               \
    DEFINE_MATCH(suffix, type)

DEFINE_TYPE(i32, uint32_t)
DEFINE_TYPE(i64, uint64_t)
DEFINE_TYPE(f32, float)
DEFINE_TYPE(f64, double)

#define DEFINE_REDUCTION(name, type, start, combine)                                               \
    type emu_reduce_##name(unsigned mask, type value)                                              \
    {                                                                                              \
        unsigned arrived;                                                                          \
        check_mask("__reduce_" #name "_sync", mask, CALLER);                                       \
        const type *values = emu_exchange("__reduce_" #name "_sync", mask, &value, sizeof value,   \
                                          0, &arrived, CALLER);                                    \
        type result = start;                                                                       \
        EACH_LANE (lane, arrived)                                                                  \
            result = combine;                                                                      \
        return result;                                                                             \
    }
#define V values[lane]
DEFINE_REDUCTION(add, uint32_t, 0, result + V)
DEFINE_REDUCTION(min_u, uint32_t, UINT32_MAX, V < result ? V : result)
DEFINE_REDUCTION(max_u, uint32_t, 0, V > result ? V : result)
DEFINE_REDUCTION(min_s, int32_t, INT32_MAX, V < result ? V : result)
DEFINE_REDUCTION(max_s, int32_t, INT32_MIN, V > result ? V : result)
DEFINE_REDUCTION(and, uint32_t, UINT32_MAX, result &V)
DEFINE_REDUCTION(or, uint32_t, 0, result | V)
DEFINE_REDUCTION(xor, uint32_t, 0, result ^ V)

/* ---- groups: a tile of `size` lanes or, if not 0, these `lanes`; of size 0: the block ---- */

unsigned emu_group_mask(unsigned size, unsigned lanes)
{
    const unsigned tile = size >= EMU_WARP ? EMU_ALL : (1u << size) - 1;
    return lanes ? lanes : tile << ((unsigned)emu_lane() & ~(size - 1));
}

static unsigned rank_of(unsigned lanes, unsigned lane)
    IS((unsigned)__builtin_popcount(((1u << lane) - 1) & lanes));

unsigned emu_group_rank(unsigned size, unsigned lanes)
{
    const struct emu_builtins *b = &emu_builtins;
    return size ? rank_of(emu_group_mask(size, lanes), (unsigned)emu_lane())
                : b->thread.x + b->block_dim.x * (b->thread.y + b->block_dim.y * b->thread.z);
}

void emu_group_sync(unsigned size, unsigned lanes)
{
    if (size)
        __syncwarp(emu_group_mask(size, lanes));
    else
        __syncthreads();
}

unsigned emu_lane_of(unsigned lanes, unsigned rank)
{
    EACH_LANE (lane, lanes)
        if (rank-- == 0)
            return lane;
    return (unsigned)emu_lane();
}

unsigned emu_ranks_of(unsigned lanes, unsigned some)
{
    unsigned ranks = 0;
    EACH_LANE (lane, some & lanes)
        ranks |= 1u << rank_of(lanes, lane);
    return ranks;
}

unsigned emu_lanes_of_tile(unsigned lanes, unsigned size)
{
    const unsigned rank = rank_of(lanes, (unsigned)emu_lane());
    return LANES_WHERE(lane, lanes, rank_of(lanes, lane) / size == rank / size);
}

int emu_grid_is_valid(const void *grid) IS(emu_launch_now->cooperative);

void emu_grid_sync(const void *grid)
{
    if (!emu_launch_now->cooperative) {
        emu_finding(EMU_BAD_LAUNCH, emu_host_place,
                    "the kernel waits for the whole grid at %s, but this launch is not "
                    "cooperative; start it with cudaLaunchCooperativeKernel",
                    line_name(CALLER));
        emu_abandon(cudaErrorLaunchFailure);
    }
    emu_barrier(EMU_SYNC_GRID, 0, CALLER);
}
