/* Plain reads that a compare-and-swap verifies. */
#include "races.h"

/* The usual loop around atomicCAS begins with a plain read of the word: if the word has changed by
 * then, the compare-and-swap fails. Such a read is found by what the places in the program did
 * last: all lanes of the compare-and-swap have read there just the word that they now compare. */
enum { MOST_LOOKS = 200 };

struct compare_notes *compare_notes; /* by the site's number */
size_t compare_room;

static int was_read_at(const struct site *read, const struct access *access)
{
    if (event_type(read->word) != EV_READ || !read->lanes || read->space != access->space ||
        read->bytes != access->bytes || (access->mask & ~read->mask))
        return 0;
    EACH_LANE (lane, access->mask)
        if (read->base + read->offset[lane] != access->address[lane])
            return 0;
    return 1;
}

void compares_look(const struct access *access)
{
    if (compares_of(access->site)->looked == MOST_LOOKS)
        return;
    compares_of(access->site)->looked++;
    for (size_t i = 0; i < emu_site_count; i++)
        if (was_read_at(emu_sites[i], access))
            compares_of(emu_sites[i])->verified = compares_of(access->site)->verifies = 1;
}

/* The lane's reads since it ran, against its compare-and-swaps and the next one. */
static void mark_reads(const struct warp *warp, unsigned number, unsigned rows, uint64_t address)
{
    for (unsigned r = warp->row[number]; r < rows; r++)
        if (event_type(emu_trace.row[r].word[number]) == EV_READ &&
            emu_trace.row[r].address[number] == address)
            compares_of(site_of(emu_trace.row[r].word[number]))->verified = 1;
}

void compares_ahead(const struct warp *warp, unsigned number)
{
    const struct lane *lane = &warp->lane[number];
    for (unsigned r = warp->row[number]; r < warp->rows[number]; r++) {
        const uint32_t word = emu_trace.row[r].word[number];
        if (event_type(word) != EV_ATOMIC || !site_of(word)->compares)
            continue;
        compares_of(site_of(word))->verifies = 1;
        mark_reads(warp, number, r, emu_trace.row[r].address[number]);
    }
    if (lane->comparing)
        mark_reads(warp, number, warp->rows[number], (uintptr_t)lane->exchange.value);
}
