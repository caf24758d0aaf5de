/* From a place in the program to the source line, as the compiler has written it down. */
#include "lines.h"
#include "device_image.h"

#include <stddef.h>

struct source_line line_of(const void *pc)
{
    const struct device_site *site = device_site(pc);
    return site ? (struct source_line){site->file, site->line} : (struct source_line){NULL, 0};
}

unsigned source_column(const void *pc)
{
    return device_site(pc) ? device_site(pc)->column : 0;
}

struct source_line caller_of(const void *pc, int up)
{
    const struct device_site *site = device_site(pc);
    for (site = site ? site->from : NULL; site && up > 0; up--)
        site = site->from;
    return site ? (struct source_line){site->file, site->line} : (struct source_line){NULL, 0};
}
