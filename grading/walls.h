/* Walls around a job (walls.c). */
#ifndef WALLS_H
#define WALLS_H

#include <linux/filter.h>

#include "sandbox.h"

enum { MAX_ARGS = 256, WALLS_FILTER = 10 /* descriptor from which bubblewrap reads the filter */ };
#define WALLS_FILTER_TEXT "10"

struct arguments {
    const char *item[MAX_ARGS];
    int count;
};

void walls_push(struct arguments *a, const char *item);
/* Everything up to the job's own command. */
void walls_bubblewrap(struct arguments *a, const char *bubblewrap, const struct job *job);
/* A filter in the kernel that lets threads start but no process; of length 0 on an architecture that it does not know. */
struct sock_fprog walls_no_processes(void);

#endif
