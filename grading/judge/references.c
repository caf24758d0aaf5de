/* The reference solution's runners: one for each lab and GPU, started by the judge before the
 * workers that need them, so that CUDA begins once for each of them and not once for each student:
 * it takes as long as a step to be timed, and the driver lets one process at a time begin, for
 * whatever GPU. A runner touches CUDA only when it is first asked. The worker that has the GPU
 * talks to it, nobody else does. */

#include "results/result_cache.h"
#include "judge.h"

enum { FOR_GOOD = 1000000 /* s of processor time */ };

static struct runner *runners; /* [gpu * labs + lab]; a worker has its own copy */
static char *started;          /* the same */

void references_need(struct context *c, int lab)
{
    const struct lab_gpu device = c->device;
    if (!runners) {
        runners = zeros((size_t)c->gpus * c->labs, sizeof *runners);
        started = zeros((size_t)c->gpus * c->labs, 1);
    }
    if (started[lab])
        return;
    OWNED char *program = build_reference(c, lab);
    for (int g = 0; g < c->gpus; g++) {
        const int i = g * c->labs + lab;
        c->device = c->gpu[g];
        runner_start(&runners[i], c, GPU, c->lab[lab], program, output_bytes(c, GPU, lab),
                     FOR_GOOD);
        started[i] = 1;
    }
    c->device = device;
}

struct runner *reference_borrow(const struct context *c, int lab)
{
    int i = c->taken * c->labs + lab;
    return runners && started[i] ? &runners[i] : NULL;
}

void reference_return(const struct context *c, int lab)
{
    if (c->labs > 1) /* others need the memory */
        runner_ask(&runners[c->taken * c->labs + lab], "rest", 0, NULL, NULL);
}

void references_stop(const struct context *c)
{
    for (int i = 0; runners && i < c->gpus * c->labs; i++)
        if (started[i])
            talk_dismiss(&runners[i].talk);
    for (int i = 0; runners && i < c->gpus * c->labs; i++)
        if (started[i])
            runner_stop(&runners[i]);
}

char *build_reference(struct context *c, int lab)
{
    struct built steps[MAX_STEPS];
    char why[MESSAGE] = "", key[HASH_TEXT];
    keep_lab_key(c, lab, key); /* the same as long as the solution and the tools are */
    OWNED char *folder = text_of("%s/reference-%s", c->work, c->lab[lab]);
    OWNED char *shelf = text_of("%s/kept/reference", c->out),
               *place = c->as_user ? text_of("%s", folder)
                                   : text_of("%s/%s-%.16s", shelf, c->lab[lab], key);
    char *program = text_of("%s/step-1", place);
    OWNED char *file = lab_path(c->root, "solutions", c->lab[lab]);
    if (access(program, X_OK)) {
        make_folders(shelf);
        build_file(c, GPU, lab, file, folder, 1, steps);
        if (!steps[0].program)
            snprintf(why, sizeof why, "%s", steps[0].ruling.message);
        else if (c->as_user && (lchown(folder, 0, 0) || chmod(folder, 0755))) /* for all workers */
            snprintf(why, sizeof why, "cannot open %s", folder);
        else if (!c->as_user && rename(folder, place) &&
                 access(program, X_OK)) /* another judge was first: good */
            snprintf(why, sizeof why, "cannot make %s", place);
        built_free(steps, c->steps[lab]);
        if (access(program, X_OK))
            die("the reference solution of %s does not build: %s", c->lab[lab], why);
    }
    return program;
}
