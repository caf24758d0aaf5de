/* The methods of cooperative groups (include/cooperative_groups.h): a group is a mask of lanes and
 * an order among them. */
#include "checks/poison.h"
#include "device_calls.h"
#include "engine/barrier.h"
#include "engine/exchange.h"
#include "engine/launch.h"
#include "include/driver_types.h"
#include "program/findings.h"

#include <string.h>

struct group {
    unsigned size;  /* of a tile */
    unsigned lanes; /* of a coalesced group; 0: a tile */
};

/* The lanes of the calling thread's group. */
static unsigned mask_of(const struct group *g)
{
    if (g->lanes)
        return g->lanes;
    const unsigned lane = (unsigned)emu_lane();
    const unsigned tile = g->size >= EMU_WARP ? 0xffffffffu : (1u << g->size) - 1;
    return tile << (lane & ~(g->size - 1));
}

static unsigned rank_of(unsigned mask, unsigned lane)
{
    return (unsigned)__builtin_popcount(mask & ((1u << lane) - 1));
}

/* The lane of the group's member `rank`; 32 if there is none. */
static unsigned lane_of(unsigned mask, unsigned rank)
{
    EACH_LANE (lane, mask)
        if (rank-- == 0)
            return lane;
    return EMU_WARP;
}

void emu_block_sync(const void *block)
{
    emu_barrier(EMU_SYNC, 0, CALLER);
}

int emu_grid_is_valid(const void *grid) IS(emu_is_cooperative());

void emu_grid_sync(const void *grid)
{
    (void)grid;
    if (emu_in_kernel() && !emu_is_cooperative()) {
        emu_finding(EMU_BAD_LAUNCH, emu_host_place,
                    "the kernel waits for the whole grid at %s, but this launch is not "
                    "cooperative; start it with cudaLaunchCooperativeKernel",
                    line_name(CALLER));
        emu_abandon(cudaErrorLaunchFailure);
    }
    emu_barrier(EMU_SYNC_GRID, 0, CALLER);
}

void emu_group_sync(const struct group *g)
{
    unsigned arrived;
    emu_exchange("sync() of a group", mask_of(g), NULL, 0, 1, &arrived, CALLER);
}

unsigned emu_group_rank(const struct group *g) IS(rank_of(mask_of(g), (unsigned)emu_lane()));

/* Of a thread_group, where size 0 stands for the block. */
void emu_any_group_sync(const struct group *g)
{
    if (g->size == 0)
        emu_block_sync(g);
    else
        emu_group_sync(g);
}

unsigned emu_any_group_rank(const struct group *g)
{
    const struct emu_builtins *b = &emu_builtins;
    return g->size ? rank_of(mask_of(g), (unsigned)emu_lane())
                   : b->thread.x + b->block_dim.x * (b->thread.y + b->block_dim.y * b->thread.z);
}

/* The lanes that give the same value. */
unsigned emu_group_match(const struct group *g, long long value)
{
    unsigned arrived;
    return lanes_alike("a partition of a group", mask_of(g), &value, sizeof value, &arrived,
                       CALLER);
}

/* The lanes whose ranks lie in the same `size` as the caller's. */
unsigned emu_group_tile(const struct group *g, unsigned size)
{
    const unsigned mask = mask_of(g), rank = rank_of(mask, (unsigned)emu_lane());
    unsigned lanes = 0;
    EACH_LANE (l, mask)
        lanes |= (unsigned)(rank_of(mask, l) / size == rank / size) << l;
    return lanes;
}

/* By rank in the group, not by lane. */
static unsigned votes(const struct group *g, int predicate, const char *what, void *pc)
{
    const unsigned mask = mask_of(g);
    unsigned arrived, result = 0;
    EACH_LANE (l, lanes_that_vote(what, mask, predicate, &arrived, pc))
        result |= 1u << rank_of(mask, l);
    return result;
}

unsigned emu_group_ballot(const struct group *g, int predicate)
    IS(votes(g, predicate, "ballot() of a group", CALLER));
int emu_group_any(const struct group *g, int predicate)
    IS(votes(g, predicate, "any() of a group", CALLER) != 0);
int emu_group_all(const struct group *g, int predicate)
    IS(!votes(g, !predicate, "all() of a group", CALLER));

/* ---- shuffles: ranks outside the group leave the value as it is ---- */
static void shuffle(const struct group *g, void *value, size_t bytes, int is_float, unsigned rank,
                    void *pc)
{
    const unsigned mask = mask_of(g);
    unsigned arrived, source = lane_of(mask, rank);
    const char *values = emu_exchange("a shuffle of a group", mask, value, bytes, 0, &arrived, pc);
    if (source >= EMU_WARP)
        return;
    if (emu_exchange_reads(source, 0, pc))
        memcpy(value, values + source * bytes, bytes);
    else
        emu_exchange_poison(value, bytes, is_float);
}

#define DEFINE_GROUP_SHUFFLE(name, suffix, type, source)                                           \
    type emu_group_shfl##name##suffix(const struct group *g, type value, unsigned operand)         \
    {                                                                                              \
        const unsigned rank = rank_of(mask_of(g), (unsigned)emu_lane());                           \
        (void)rank; /* an index does not ask */                                                    \
        shuffle(g, &value, sizeof value, IS_FLOAT(value), source, CALLER);                         \
        return value;                                                                              \
    }
#define DEFINE_GROUP_SHUFFLES(suffix, type)                                                        \
    DEFINE_GROUP_SHUFFLE(_, suffix, type, operand % g->size)                                       \
    DEFINE_GROUP_SHUFFLE(_up_, suffix, type, operand > rank ? rank : rank - operand)               \
    DEFINE_GROUP_SHUFFLE(_down_, suffix, type, rank + operand < g->size ? rank + operand : rank)   \
    DEFINE_GROUP_SHUFFLE(_xor_, suffix, type, (rank ^ operand) < g->size ? rank ^ operand : rank)
DEFINE_GROUP_SHUFFLES(i32, uint32_t)
DEFINE_GROUP_SHUFFLES(i64, uint64_t)
DEFINE_GROUP_SHUFFLES(f32, float)
DEFINE_GROUP_SHUFFLES(f64, double)

/* ---- for reduce(): `value` becomes that of a member `distance` further on, if there is one
 * ---- */
int emu_group_fetch(const struct group *g, void *value, size_t bytes, int is_float,
                    unsigned distance)
{
    const unsigned rank = rank_of(mask_of(g), (unsigned)emu_lane());
    const int there = rank + distance < g->size;
    shuffle(g, value, bytes, is_float, there ? rank + distance : rank, CALLER);
    return there;
}

void emu_group_first(const struct group *g, void *value, size_t bytes, int is_float)
    IS(shuffle(g, value, bytes, is_float, 0, CALLER));
