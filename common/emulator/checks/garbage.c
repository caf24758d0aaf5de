/* What memory holds that nobody has written, and whether anybody used it. Shared memory is filled
 * with a conspicuous byte before every block, never with zeros. To read such memory is common and
 * harmless in right kernels: threads beyond the edge add up what they never store. So a launch that
 * read some runs again, unwatched, with other garbage: only other results matter. */
#include "checks.h"
#include "accesses/observers.h"
#include "engine/engine.h"
#include "program/findings.h"

/* In the upper half of each word. As float, int and double: large; large and negative; no number,
 * and -1; zero. So sums, products with zero, least and greatest values and tests all show it. */
enum { FIRST = 0x7f, SECOND = 0xfe, THIRD = 0xff, FOURTH = 0 };
/* Bytes of global memory that are kept, and the most for each thread where it is more: to copy them
 * takes no longer than the launch. Where there is more than that, every read is a finding. */
enum { KEPT = 128 << 20, KEPT_BY_THREAD = 32, MOST_KEPT = 1 << 30, PAGE = 4096 };
int garbage_again;
static int on;
/* In variables without a value: no number, -1 (compiler/checks/unset.c). */
uint64_t emu_unset_bits = UINT64_MAX;
/* By the address's last bits: the others change from run to run. */
static unsigned char garbage[PAGE];

static struct copied shared; /* the kernel's */

/* The lower half of each word differs from place to place: no difference or xor may be 0. */
static void choose(unsigned char byte)
{
    const unsigned char of_local = byte == FIRST ? THIRD : byte == THIRD ? FIRST : byte;
    memset(&emu_unset_bits, of_local, sizeof emu_unset_bits);
    for (unsigned at = 0; at < PAGE; at++)
        garbage[at] = (unsigned char)(at % 4 < 2 && byte ? byte ^ (at * 0x9e3779b9u >> 16) : byte);
}

static void fill(uintptr_t begin, uintptr_t end)
{
    for (size_t bytes; begin < end; begin += bytes) {
        bytes = PAGE - begin % PAGE < end - begin ? PAGE - begin % PAGE : end - begin;
        memcpy((void *)begin, garbage + begin % PAGE, bytes);
    }
}

static void begin_block(void)
{
    for (size_t i = 0; i < shared.count; i++)
        fill(shared.part[i].area->begin, shared.part[i].area->end);
}

static void copy_begins(void *to, size_t bytes)
{
    if (on)
        fill((uintptr_t)to, (uintptr_t)to + bytes);
}

/* ---- global memory as it was when the launch began ---- */

/* Which bytes had been written: a bit each, part after part. */
static uint8_t *written;
static size_t written_room;
static struct snapshot after;

static size_t bits_of(const struct copied_area *p)
    IS(p->area->initialised ? (p->bytes + 7) / 8 : 0);

static size_t bits_in_all(void)
{
    size_t all = 0;
    for (size_t i = 0; i < snapshot_parts.count; i++)
        all += bits_of(&snapshot_parts.part[i]);
    return all;
}

static int is_too_much(void)
{
    const size_t bytes = snapshot_parts.bytes + bits_in_all(),
                 threads = number_in(emu_launch_now->grid) * number_in(emu_launch_now->block);
    return bytes > MOST_KEPT || (bytes > KEPT && bytes > KEPT_BY_THREAD * threads);
}

static void begin_run(void)
{
    shared.count = 0;
    on = observers_watched & EMU_WATCH_UNINITIALISED;
    for (size_t i = 0; i < memory_area_count && !on; i++)
        memory_areas[i]->unknown = 1;
    if (!on)
        return;
    choose(FIRST);
    snapshot_list_shared(&shared);
    if (is_too_much())
        return;
    snapshot_keep_before();
    const size_t all = bits_in_all();
    if (all > written_room) {
        free(written);
        written = new_zeros(1, written_room = all, "the record of what was written");
    }
    uint8_t *to = written;
    for (size_t i = 0; i < snapshot_parts.count; i++) {
        const struct copied_area *p = &snapshot_parts.part[i];
        if (p->area->initialised)
            memcpy(to, p->area->initialised, bits_of(p));
        to += bits_of(p);
    }
}

/* ---- again, with other garbage ---- */

static int bit(const uint8_t *bits, size_t i) IS(bits[i / 8] >> i % 8 & 1);

/* `had`: its bits of what had been written. */
static void spoil(const struct copied_area *p, const uint8_t *had)
{
    unsigned char *bytes = (unsigned char *)p->area->begin;
    for (size_t i = 0; p->area->initialised && i < p->bytes;)
        if (i % 8 == 0 && had[i / 8] == 0xff) {
            i += 8;
        } else {
            if (!bit(had, i))
                bytes[i] = garbage[(uintptr_t)&bytes[i] % PAGE];
            i++;
        }
}

/* Bytes that nobody has written to this day hold the garbage itself. */
static int same(const struct copied_area *p)
{
    const unsigned char *a = after.bytes + p->at, *b = (const unsigned char *)p->area->begin;
    if (!memcmp(a, b, p->bytes))
        return 1;
    for (size_t i = 0; i < p->bytes; i++)
        if (a[i] != b[i] && (!p->area->initialised || bit(p->area->initialised, i)))
            return 0;
    return 1;
}

static int differs(unsigned char other)
{
    int different;
    const uint8_t *had = written;
    choose(other);
    snapshot_put_back(&snapshot_parts, &snapshot_before);
    for (size_t i = 0; i < snapshot_parts.count; had += bits_of(&snapshot_parts.part[i++]))
        spoil(&snapshot_parts.part[i], had);
    findings_mute(1);
    garbage_again = 1;
    different = warp_guarded(resident_run_grid) != 0;
    different |= findings_mute(0);
    for (size_t i = 0; i < snapshot_parts.count && !different; i++)
        different = !same(&snapshot_parts.part[i]);
    garbage_again = 0;
    choose(FIRST);
    emu_stop = access_fault = 0;
    return different;
}

static ssize_t swallow(void *with, const char *text, size_t size) IS((ssize_t)size);

/* 1 unless the launch that has just run has the same results with other garbage. */
static int matters(void)
{
    FILE *const out = stdout, *const err = stderr;
    FILE *nowhere = fopencookie(NULL, "w", (cookie_io_functions_t){.write = swallow});
    if (is_too_much() || !nowhere)
        return 1;
    snapshot_take(&snapshot_parts, &after);
    observers_silence(1);
    stdout = stderr = nowhere; /* what the kernel prints has been printed */
    const int different = differs(SECOND) || differs(THIRD) || differs(FOURTH);
    stdout = out;
    stderr = err;
    fclose(nowhere);
    observers_silence(0);
    snapshot_put_back(&snapshot_parts, &after);
    return different;
}

static void end_launch(double seconds, int error)
{
    if (on && !error && uninit_any && !matters())
        findings_take_back();
}

OBSERVER(garbage, .hears_silent_runs = 1, .begin_run = begin_run, .begin_block = begin_block,
         .copy_begins = copy_begins, .end_launch = end_launch);
