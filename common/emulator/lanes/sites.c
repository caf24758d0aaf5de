/* The places of the program that lanes have been to, by event word. */
#include "sites.h"

struct site **emu_sites;
size_t emu_site_count;
static size_t site_room;

struct site *site_of(uint32_t word)
{
    static struct device_site unknown;
    const struct device_site *known = device_site(event_pc(word));
    struct device_site *place = known ? (struct device_site *)known : &unknown;
    for (struct site *site = place->sites; site; site = site->next)
        if (LIKELY(site->word == word))
            return site;
    const unsigned code = word >> SIZE_SHIFT & 7;
    struct site *site = new_zeros(1, sizeof *site, "places in the program");
    site->word = word;
    site->number = (unsigned)emu_site_count;
    site->ranged = event_type(word) <= EV_ATOMIC && code == EXTENT_CODE;
    site->bytes = site->ranged ? 0 : 1u << code;
    site->block = place->block;
    site->next = place->sites;
    place->sites = site;
    return ADDED(emu_sites, emu_site_count, site_room, "places in the program") = site;
}

void sites_begin_run(void)
{
    for (size_t i = 0; i < emu_site_count; i++) {
        emu_sites[i]->regular = 0;
        memset(emu_sites[i]->said, 0, sizeof emu_sites[i]->said);
        emu_sites[i]->begin = emu_sites[i]->end = 0;
        emu_sites[i]->area = NULL; /* another array may have its place by now */
    }
}
