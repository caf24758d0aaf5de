/* Names for a message: "a.cu, b.zip (unpack it) and 5 more" (unused_files.c). */
#ifndef UNUSED_FILES_H
#define UNUSED_FILES_H

#include <sys/stat.h>

struct listing {
    char **name;
    int count;
};

/* What is worth knowing of what has this name: an archive is to be unpacked, a link is not
 * followed, a pipe is no file. Control characters do not get through. */
void listing_add(struct listing *l, const char *name, mode_t mode);
/* In order, sources and archives first, at most so many; and lets them go. "" if there are none.
 * Free it. */
char *listing_end(struct listing *l, int most);

#endif
