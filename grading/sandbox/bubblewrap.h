/* Walls around a job (bubblewrap.c). */
#ifndef BUBBLEWRAP_H
#define BUBBLEWRAP_H

#include <linux/filter.h>

#include "sandbox.h"

/* Descriptors: bubblewrap reads the filter from the first, and says what became of the job on the
 * second. */
enum { MAX_ARGS = 512, WALLS_FILTER = 10, WALLS_REPORT = 11 };
#define WALLS_FILTER_TEXT "10"
#define WALLS_REPORT_TEXT "11"

struct arguments {
    const char *item[MAX_ARGS];
    int count;
    char *visible; /* what some of them point into, to be freed */
};

void walls_push(struct arguments *a, const char *item);
/* Everything up to the job's own command. */
void walls_bubblewrap(struct arguments *a, const struct job *job);
/* A filter in the kernel that lets threads start but no process, and opens no socket. Made by the
 * first call. */
struct sock_fprog walls_no_processes(void);

#endif
