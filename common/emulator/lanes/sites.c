/* The places of the program that lanes have been to, by event word. Apart from access.c, since
 * hooks mark what they know of one. */
#include "sites.h"

static struct site **sites;
static size_t site_count, site_room;

struct site *site_of(uint32_t word)
{
    static struct device_site unknown;
    const struct device_site *known = device_site(event_pc(word));
    struct device_site *place = known ? (struct device_site *)known : &unknown;
    for (struct site *site = place->sites; site; site = site->next)
        if (LIKELY(site->word == word))
            return site;
    const unsigned code = word >> SIZE_SHIFT & 7;
    sites = more_room(sites, site_count, &site_room, sizeof *sites, "places in the program");
    struct site *site = new_zeros(1, sizeof *site, "places in the program");
    site->word = word;
    site->number = (unsigned)site_count;
    site->ranged = event_type(word) <= EV_ATOMIC && code == EXTENT_CODE;
    site->bytes = site->ranged ? 0 : 1u << code;
    site->block = place->block;
    site->next = place->sites;
    place->sites = sites[site_count++] = site;
    return site;
}

size_t site_total(void)
{
    return site_count;
}

struct site *site_at(size_t index)
{
    return sites[index];
}

void sites_begin_run(void)
{
    for (size_t i = 0; i < site_count; i++) {
        sites[i]->regular = 0;
        memset(sites[i]->said, 0, sizeof sites[i]->said);
        sites[i]->begin = sites[i]->end = 0;
        sites[i]->area = NULL; /* another array may have its place by now */
    }
}
