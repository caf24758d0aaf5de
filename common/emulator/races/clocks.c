/* Clocks: which parts of other threads' pasts come before what a thread does. Ordered lists. */
#include "races.h"

enum { MOST_PASTS = 1024 }; /* beyond: everything before the latest of them counts as known */

struct clock {
    unsigned users, count;
    uint32_t all; /* stamps below it are known, whose they may be */
    struct past past[];
};

struct clock *clock_keep(struct clock *clock)
{
    if (clock)
        clock->users++;
    return clock;
}

void clock_drop(struct clock **clock)
{
    if (*clock && !--(*clock)->users)
        free(*clock);
    *clock = NULL;
}

static struct clock *make(unsigned room)
{
    struct clock *clock =
        new_zeros(1, sizeof *clock + room * sizeof *clock->past, "what threads know of each other");
    *clock = (struct clock){.users = 1};
    return clock;
}

static int compare(const struct past *a, const struct past *b)
{
    if (a->block != b->block)
        return a->block < b->block ? -1 : 1;
    if (a->warp != b->warp)
        return a->warp < b->warp ? -1 : 1;
    return a->lanes == b->lanes ? 0 : a->lanes < b->lanes ? -1 : 1;
}

/* Appends what is not known by a past of the whole block, which comes first. */
static void append(struct clock *to, unsigned *whole, const struct past *past)
{
    const struct past *block = &to->past[*whole];
    if (to->count && block->block == past->block && block->warp == WHOLE_BLOCK &&
        past->before <= block->before)
        return;
    if (past->warp == WHOLE_BLOCK)
        *whole = to->count;
    to->past[to->count++] = *past;
}

static struct clock *merged(const struct clock *a, const struct clock *b)
{
    struct clock *clock = make(a->count + b->count);
    unsigned i = 0, j = 0, whole = 0;
    clock->all = a->all > b->all ? a->all : b->all;
    while (i < a->count || j < b->count) {
        const int order = i == a->count   ? 1
                          : j == b->count ? -1
                                          : compare(&a->past[i], &b->past[j]);
        struct past past = order <= 0 ? a->past[i] : b->past[j];
        if (!order && b->past[j].before > past.before)
            past.before = b->past[j].before;
        i += order <= 0;
        j += order >= 0;
        if (past.before > clock->all)
            append(clock, &whole, &past);
    }
    if (clock->count <= MOST_PASTS)
        return clock;
    for (i = 0; i < clock->count; i++)
        if (clock->past[i].before > clock->all)
            clock->all = clock->past[i].before;
    clock->count = 0;
    return clock;
}

static int same(const struct clock *a, const struct clock *b)
{
    return a->all == b->all && a->count == b->count &&
           !memcmp(a->past, b->past, a->count * sizeof *a->past);
}

void clock_join(struct clock **to, struct clock *more)
{
    if (!more || *to == more)
        return;
    if (!*to) {
        *to = clock_keep(more);
        return;
    }
    struct clock *both = merged(*to, more);
    if (same(both, *to)) { /* then who looks again sees the same clock */
        free(both);
        return;
    }
    clock_drop(to);
    *to = both;
}

void clock_add(struct clock **to, struct past past)
{
    struct clock *one = make(1);
    one->past[one->count++] = past;
    clock_join(to, one);
    clock_drop(&one);
}

int clock_knows(const struct clock *clock, struct owner owner, unsigned lane, uint32_t stamp)
{
    if (!clock)
        return 0;
    if (stamp < clock->all)
        return 1;
    unsigned low = 0, high = clock->count;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        if (clock->past[middle].block < owner.block)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < clock->count && clock->past[low].block == owner.block; low++) {
        const struct past *past = &clock->past[low];
        if (stamp < past->before && (past->warp == WHOLE_BLOCK ||
                                     (past->warp == owner.warp + 1 && past->lanes >> lane & 1)))
            return 1;
    }
    return 0;
}
