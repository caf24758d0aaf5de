/* The reference solution's runners: one for each lab and GPU, started by the judge before the workers that need them, so that CUDA
 * begins once for each of them and not once for each student: it takes as long as a step to be timed, and the driver lets one
 * process at a time begin, for whatever GPU. A runner touches CUDA only when it is first asked. The worker that has the GPU talks
 * to it, nobody else does. */
#include <stdlib.h>
#include <sys/mman.h>

#include "stage.h"

enum { FOR_GOOD = 1000000 /* s of processor time */, MANY = 1 << 16 /* questions of one lab */ };

static struct runner *runners; /* [gpu * labs + lab]; a worker has its own copy */
static int *last_id;           /* the same, shared: of the last question; 0: there is no runner */

static size_t ids_bytes(const struct context *c)
{
    return (size_t)c->gpus * c->labs * sizeof *last_id;
}

static void open_all(const struct context *c)
{
    runners = calloc((size_t)c->gpus * c->labs, sizeof *runners);
    last_id = mmap(NULL, ids_bytes(c), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!runners || last_id == MAP_FAILED)
        die("no memory left");
}

static void start(struct context *c, int gpu, int lab, const char *program)
{
    int i = gpu * c->labs + lab;
    c->device = c->gpu[gpu];
    runner_start(&runners[i], c, GPU, program, measure_bytes(c, lab), FOR_GOOD);
    last_id[i] = runners[i].id = 1;
}

void references_need(struct context *c, int lab)
{
    char *program, *visible;
    struct gpu_facts device = c->device;
    if (!runners)
        open_all(c);
    if (last_id[lab])
        return;
    program = build_reference(c, lab);
    visible = getenv("CUDA_VISIBLE_DEVICES") ? text_of("%s", getenv("CUDA_VISIBLE_DEVICES")) : NULL;
    for (int g = 0; g < c->gpus; g++) {
        setenv("CUDA_VISIBLE_DEVICES", c->gpu[g].visible, 1);
        start(c, g, lab, program);
    }
    if (visible)
        setenv("CUDA_VISIBLE_DEVICES", visible, 1);
    else
        unsetenv("CUDA_VISIBLE_DEVICES");
    c->device = device;
    free(visible);
    free(program);
}

struct runner *reference_borrow(const struct context *c, int lab)
{
    int i = c->taken * c->labs + lab;
    if (!runners || !last_id[i])
        return NULL;
    runners[i].id = last_id[i];
    last_id[i] += MANY; /* should this worker die, the next takes no answer to it for its own */
    return &runners[i];
}

void reference_return(const struct context *c, int lab)
{
    int i = c->taken * c->labs + lab;
    if (c->labs > 1) /* others need the memory */
        runner_ask(&runners[i], "rest", 0, NULL, NULL);
    last_id[i] = runners[i].id;
}

void references_forget(const struct context *c)
{
    free(runners);
    if (runners)
        munmap(last_id, ids_bytes(c));
    runners = NULL;
}

void references_stop(const struct context *c)
{
    for (int i = 0; runners && i < c->gpus * c->labs; i++)
        if (last_id[i])
            runner_dismiss(&runners[i]);
    for (int i = 0; runners && i < c->gpus * c->labs; i++)
        if (last_id[i])
            runner_stop(&runners[i]);
    references_forget(c);
}
