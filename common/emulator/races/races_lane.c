/* The events of one lane, as soon as it has stopped: fences and atomics order by time. */
#include "races.h"

static void touch(struct warp *warp, unsigned lane, struct site *site, enum event_type type,
                  const uint64_t *old, uint64_t address, unsigned bytes)
{
    uint64_t at[EMU_WARP]; /* by lane; only this one's is set */
    const struct emu_area *area = dynamic_area_of(address);
    if (access_is_local(address) || !area || area->state != EMU_LIVE || area->space > EMU_SHARED ||
        address + bytes > area->end || (address & (bytes - 1) & 3))
        return; /* merge.c's observers say what is wrong */
    at[lane] = address;
    struct access access =
        access_of_lane(warp, lane, site, area, at, bytes, type == EV_WRITE ? old : NULL);
    access.type = type;
    const int flag = type == EV_ATOMIC || site->is_volatile;
    const int signal = site->is_volatile && knowledge_is_signal(warp, lane);
    if (flag && type != EV_WRITE)
        knowledge_acquire(warp, lane, &access);
    races_access(&access);
    if (flag && type != EV_READ)
        knowledge_release(warp, lane, &access);
    if (type == EV_WRITE && !signal)
        knowledge_wrote(warp, lane);
}

/* An object of any size and alignment, in pieces that lie in one word. */
static void touch_range(struct warp *warp, unsigned lane, struct site *site, uint64_t at,
                        uint64_t extent)
{
    for (const uint64_t end = at + extent_bytes(extent); at < end;) {
        const unsigned piece = at % 4 == 0 && end - at >= 4   ? 4
                               : at % 2 == 0 && end - at >= 2 ? 2
                                                              : 1;
        touch(warp, lane, site, event_type(site->word), NULL, at, piece);
        at += piece;
    }
}

void races_lane(struct warp *warp, unsigned l)
{
    compares_ahead(warp, l);
    for (unsigned r = warp->row[l]; r < warp->rows[l]; r++) {
        const struct row *row = &emu_trace.row[r];
        const uint32_t word = row->word[l], code = word >> SIZE_SHIFT & 7;
        const enum event_type type = event_type(word);
        if (type == EV_FENCE && code <= FENCE_DEVICE) {
            knowledge_fence(warp, l, code == FENCE_DEVICE);
        } else if (type == EV_FENCE && code != FENCE_USE) { /* an asynchronous copy arrives */
            touch(warp, l, site_of(event_as_write(word)), EV_WRITE, row->old, row->address[l],
                  1u << code);
        } else if (type <= EV_ATOMIC) {
            struct site *site = site_of(word);
            if (site->ranged)
                touch_range(warp, l, site, row->address[l], emu_trace.row[++r].address[l]);
            else
                touch(warp, l, site, type, row->old, row->address[l], site->bytes);
        }
    }
}
