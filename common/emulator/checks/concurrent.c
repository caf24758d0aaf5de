/* Everything runs at once here, in the order of the program. On a GPU work of two streams may run
 * at the same time, or in the other order, unless an event, the legacy stream or the host's waiting
 * comes between. Each stream has a clock that says which pieces of work of every other stream are
 * done before its next one; a piece that is not among them and touches the same bytes is a race.
 * Only looked into once a program has made a stream; what the host has waited for is forgotten. */
#include "checks.h"
#include "accesses/observers.h"
#include "memory/operands.h"
#include "program/findings.h"

enum { MOST_PIECES = 512 };
enum { READ, WRITTEN, UPDATED, WAYS };

/* Bytes of one area: a bit each, but for those that one copy or fill touches. */
struct touched {
    uintptr_t begin, end;
    uintptr_t low, high; /* all of them are in [low, high) */
    uintptr_t from[WAYS], to[WAYS];
    uint8_t *bits[WAYS];
};

struct piece {
    unsigned stream, number;
    char name[64];
    struct source_line place;
    struct touched *touched;
    size_t count, room;
};

static int on; /* the running piece's accesses are asked for */
static unsigned streams = FIRST_STREAM, issued[MOST_STREAMS];
static int blocking[MOST_STREAMS] = {1, 1};
static struct stream_clock host, before[MOST_STREAMS]; /* before: what its next piece waits for */
static struct piece *pieces, now;
static size_t piece_count;

static void join(struct stream_clock *to, const struct stream_clock *from)
{
    for (unsigned i = 0; i < streams; i++)
        if (from->done[i] > to->done[i])
            to->done[i] = from->done[i];
}

unsigned concurrent_new_stream(int is_blocking)
{
    if (streams == MOST_STREAMS) /* more than are told apart: as what waits for all */
        return STREAM_LEGACY;
    blocking[streams] = is_blocking;
    return streams++;
}

struct stream_clock concurrent_clock(unsigned stream)
{
    struct stream_clock clock = before[stream];
    join(&clock, &host);
    for (unsigned i = 0; i < streams && blocking[stream]; i++) {
        if (i != stream && (!blocking[i] || (stream != STREAM_LEGACY && i != STREAM_LEGACY)))
            continue;
        join(&clock, &before[i]);
        clock.done[i] = issued[i];
    }
    clock.done[stream] = issued[stream];
    return clock;
}

void concurrent_stream_waits(unsigned stream, const struct stream_clock *clock)
{
    join(&before[stream], clock);
}

static void release(struct piece *p)
{
    for (size_t i = 0; i < p->count; i++)
        for (int way = 0; way < WAYS; way++)
            free(p->touched[i].bits[way]);
    free(p->touched);
}

/* What is done before everything that is to come cannot race. */
static void forget(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < piece_count; i++)
        if (pieces[i].number <= host.done[pieces[i].stream])
            release(&pieces[i]);
        else
            pieces[kept++] = pieces[i];
    piece_count = kept;
}

void concurrent_host_waits(const struct stream_clock *clock)
{
    if (clock)
        join(&host, clock);
    else
        memcpy(host.done, issued, sizeof issued);
    forget();
}

void concurrent_begin(unsigned stream, const char *name, struct source_line place)
{
    if (streams == FIRST_STREAM && stream != STREAM_PER_THREAD && !issued[STREAM_PER_THREAD])
        return; /* there is one stream */
    before[stream] = concurrent_clock(stream);
    now = (struct piece){.stream = stream, .number = ++issued[stream], .place = place};
    snprintf(now.name, sizeof now.name, "%s", name);
    on = observers_watched & EMU_WATCH_RACES;
}

static struct touched *touch_within(const struct emu_area *area, uintptr_t at, size_t bytes)
{
    static size_t last;
    if (last >= now.count || now.touched[last].begin != area->begin)
        for (last = 0; last < now.count && now.touched[last].begin != area->begin;)
            last++;
    if (last == now.count)
        ADDED(now.touched, now.count, now.room, "what a stream's work touches") =
            (struct touched){area->begin, area->end, .low = area->end, .high = area->begin};
    struct touched *t = &now.touched[last];
    t->low = at < t->low ? at : t->low;
    t->high = at + bytes > t->high ? at + bytes : t->high;
    return t;
}

static void touch(const struct emu_area *area, uintptr_t at, size_t bytes, int way)
{
    struct touched *t = touch_within(area, at, bytes);
    if (!t->bits[way])
        t->bits[way] =
            new_zeros((area->end - area->begin) / 8 + 1, 1, "what a stream's work touches");
    bits_set(t->bits[way], at - area->begin, bytes);
}

static int is_on(void) IS(on);

static void note_access(const struct access *access)
{
    const int way = access->type == EV_READ ? READ : access->type == EV_WRITE ? WRITTEN : UPDATED;
    EACH_LANE (l, access->mask)
        touch(access->area, access->address[l], access->bytes, way);
}

OBSERVER(concurrent, .watch = EMU_WATCH_RACES, .wanted = is_on, .access = note_access,
         .spaces = 1u << EMU_GLOBAL | 1u << EMU_CONSTANT);

void concurrent_range(uintptr_t begin, size_t bytes, int writes)
{
    const struct emu_area *area = on ? emu_area_of(begin) : NULL;
    const int way = writes ? WRITTEN : READ;
    if (!area || !bytes || bytes > area->end - begin)
        return;
    struct touched *t = touch_within(area, begin, bytes);
    if (t->to[way]) { /* further rows */
        touch(area, begin, bytes, way);
        return;
    }
    t->from[way] = begin;
    t->to[way] = begin + bytes;
}

struct concurrent_piece concurrent_newest(void)
{
    const struct piece *newest = piece_count ? &pieces[piece_count - 1] : &now;
    return (struct concurrent_piece){newest->stream, newest->number};
}

int concurrent_repeats(struct concurrent_piece *piece)
{
    for (size_t i = 0; on && i < piece_count; i++) {
        struct piece *p = &pieces[i];
        if (p->stream != piece->stream || p->number != piece->number || p->stream != now.stream)
            continue;
        now.touched = p->touched;
        now.count = p->count;
        now.room = p->room;
        piece->number = now.number;
        memmove(p, p + 1, (--piece_count - i) * sizeof *p);
        return 1;
    }
    return !on;
}

/* Which of the eight bytes from `at` on are touched that way. */
static uint8_t eight(const struct touched *t, int way, uintptr_t at)
{
    const uintptr_t from = t->from[way], to = t->to[way];
    unsigned bits = t->bits[way] ? t->bits[way][(at - t->begin) / 8] : 0;
    if (from < at + 8 && at < to)
        bits |= (from > at ? 0xffu << (from - at) : 0xffu) &
                (to < at + 8 ? 0xffu >> (at + 8 - to) : 0xffu);
    return (uint8_t)bits;
}

/* The first byte that both touch, one by more than a read, not both by atomics; 0: none. */
static uintptr_t meeting(const struct touched *a, const struct touched *b)
{
    const uintptr_t low = a->low > b->low ? a->low : b->low,
                    high = a->high < b->high ? a->high : b->high;
    for (uintptr_t at = low - (low - a->begin) % 8; at < high; at += 8) {
        uint8_t x[WAYS], y[WAYS];
        for (int way = 0; way < WAYS; way++) {
            x[way] = eight(a, way, at);
            y[way] = eight(b, way, at);
        }
        const unsigned meet = (x[WRITTEN] & (y[READ] | y[WRITTEN] | y[UPDATED])) |
                              (x[UPDATED] & (y[READ] | y[WRITTEN])) |
                              (x[READ] & (y[WRITTEN] | y[UPDATED]));
        if (meet)
            return at + (unsigned)__builtin_ctz(meet);
    }
    return 0;
}

static int compare(const struct piece *other)
{
    for (size_t i = 0; i < now.count; i++)
        for (size_t k = 0; k < other->count; k++) {
            const struct touched *a = &now.touched[i], *b = &other->touched[k];
            const uintptr_t at = a->begin == b->begin && a->end == b->end ? meeting(a, b) : 0;
            const struct emu_area *area = at ? emu_area_of(at) : NULL;
            if (!area)
                continue;
            char where[160] = "", what[OPERAND_TEXT];
            if (other->place.file)
                snprintf(where, sizeof where, " at %s:%u", other->place.file, other->place.line);
            emu_finding(EMU_RACE_GLOBAL, place_now(),
                        "%s touches %s, and so does %s%s in another stream; one of "
                        "them writes, and nothing orders the two: cudaStreamWaitEvent between "
                        "them, or one stream for both",
                        now.name, operand_element(what, area, at, 4), other->name, where);
            return 1;
        }
    return 0;
}

void concurrent_end(void)
{
    if (!on)
        return;
    on = 0;
    for (size_t i = 0; i < piece_count; i++)
        if (before[now.stream].done[pieces[i].stream] < pieces[i].number && compare(&pieces[i]))
            break;
    if (piece_count == MOST_PIECES) {
        release(&pieces[0]);
        memmove(pieces, pieces + 1, --piece_count * sizeof *pieces);
    }
    if (!pieces)
        pieces = new_zeros(1, MOST_PIECES * sizeof *pieces, "the streams' work");
    pieces[piece_count++] = now;
    now = (struct piece){0};
}
