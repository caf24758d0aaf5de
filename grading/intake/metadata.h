/* Gradescope's submission_metadata.yml: for each folder its submitters, and when (metadata.c). */
#ifndef METADATA_H
#define METADATA_H

#include <time.h>

struct submitter {
    char *folder, *name, *sid, *email; /* "" where it says nothing */
    time_t when;                       /* 0 */
};

/* All submitters of all folders; dies of a file that is not of that form. */
int metadata_read(const char *file, struct submitter **list);
void metadata_forget(struct submitter *list, int count);

#endif
