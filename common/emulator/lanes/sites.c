/* The places of the program that lanes have been to, by event word. Apart from access.c, since
 * hooks mark what they know of one. */
#include "sites.h"

#include <stdlib.h>
#include <string.h>

static struct site **sites, **table;
static size_t site_count, site_room, table_size;

static size_t slot_of(uint32_t word)
{
    return (size_t)(word * 2654435761u) >> 7 & (table_size - 1);
}

static void insert(struct site *site)
{
    size_t slot = slot_of(site->word);
    while (table[slot])
        slot = (slot + 1) & (table_size - 1);
    table[slot] = site;
}

static struct site *make_site(uint32_t word)
{
    const unsigned code = word >> SIZE_SHIFT & 7;
    if (2 * site_count >= table_size) {
        free(table);
        table_size = table_size ? 2 * table_size : 1024;
        table = new_zeros(table_size, sizeof *table, "places in the program");
        for (size_t i = 0; i < site_count; i++)
            insert(sites[i]);
    }
    sites = more_room(sites, site_count, &site_room, sizeof *sites, "places in the program");
    struct site *site = new_zeros(1, sizeof *site, "places in the program");
    site->word = word;
    site->number = (unsigned)site_count;
    site->ranged = event_type(word) <= EV_ATOMIC && code == EXTENT_CODE;
    site->bytes = site->ranged ? 0 : 1u << code;
    const struct device_site *place = device_site(event_pc(word));
    site->block = place ? place->block : NULL;
    sites[site_count++] = site;
    insert(site);
    return site;
}

struct site *site_of(uint32_t word)
{
    if (LIKELY(table_size)) {
        for (size_t slot = slot_of(word); table[slot]; slot = (slot + 1) & (table_size - 1))
            if (table[slot]->word == word)
                return table[slot];
    }
    return make_site(word);
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
    }
}
