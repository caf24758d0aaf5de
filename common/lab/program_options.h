/* What is asked of a lab's program: options, steps, sizes. --step, --size (several times: at
 * several), --check (does not measure), --brief, --seed, --once, --print, --repeat, --predict,
 * --json, --progress, --who, --emulated. */
#pragma once

#include "engine/check.h"
#include "lab/linked.h"

enum { LAB_MAX_STEPS = LAB_MOST_STEPS, LAB_MAX_SIZES = 12 };

struct lab_options {
    uint64_t steps;                  /* that are asked for, by bits; 0: all that there are */
    uint64_t seed;                   /* of the checks' data */
    int check, once, print, brief;   /* brief: one message, of the first step that is not right */
    double predicted[LAB_MAX_STEPS]; /* of the steps that run, in order; 0: none */
    int predictions;                 /* so many */
    const char *json, *progress, *who;
    const char *emulated; /* the emulator's program of this file, or the folder/ of its steps' */
    int repeat, sizes;    /* launches of each case: 0 unless that is asked for; sizes given */
    struct lab_size size[LAB_MAX_SIZES]; /* k is 0 where it was left out */
};

/* Whole numbers of at least `least`, with `apart` between them: how many, or -1. */
static inline int lab_whole_numbers(const char *text, char apart, int least, int *to, int room)
{
    for (int count = 0; count < room; text++) {
        char *stop;
        const long value = strtol(text, &stop, 10);
        if (stop == text || value < least || value > INT_MAX || (*stop && *stop != apart))
            return -1;
        to[count++] = (int)value;
        if (!*stop)
            return count;
        text = stop;
    }
    return -1;
}

/* "5" or "5,6": the steps asked for. 0, or -1. */
static inline int lab_parse_steps(const char *text, struct lab_options *o)
{
    int step[LAB_ALL_STEPS];
    const int count = lab_whole_numbers(text, ',', 0, step, LAB_ALL_STEPS);
    for (int i = 0; i < count; i++) {
        if (step[i] >= 64)
            return -1;
        o->steps |= 1ull << step[i];
    }
    return count > 0 ? 0 : -1;
}

static inline int lab_parse_size(const char *text, struct lab_options *o)
{
    int side[3] = {0, 0, 0};
    const int count = lab_whole_numbers(text, 'x', 1, side, 3);
    if (count < 2 || o->sizes == LAB_MAX_SIZES)
        return -1;
    o->size[o->sizes++] = {side[0], side[1], side[2]};
    return 0;
}

/* Positive numbers with commas between them. 0, or -1. */
static inline int lab_parse_predictions(const char *text, struct lab_options *o)
{
    for (o->predictions = 0; o->predictions < LAB_MAX_STEPS; text++) {
        char *stop;
        double *const to = &o->predicted[o->predictions++];
        *to = strtod(text, &stop);
        if (stop == text || !(*to > 0) || *to > 1e6 || (*stop && *stop != ','))
            return -1;
        if (!*stop)
            return 0;
        text = stop;
    }
    return -1;
}

static inline int lab_parse_seed(const char *text, struct lab_options *o)
{
    char *stop;
    o->seed = strtoull(text, &stop, 10);
    return *stop || stop == text || *text == '-' ? -1 : 0;
}

static inline int lab_parse_repeat(const char *text, struct lab_options *o)
{
    return lab_whole_numbers(text, 0, 1, &o->repeat, 1) - 1;
}

/* 0, or 2 after one line about what is wrong. */
static inline int lab_parse(int argc, char **argv, struct lab_options *o)
{
    const struct {
        const char *option;
        int *flag;         /* set to 1, or NULL: the option has a value, */
        const char **text; /* which is kept, or NULL: */
        int (*parse)(const char *text, struct lab_options *o);
        const char *what, *give;
    } all[] = {
        {"--check", &o->check, NULL, NULL, NULL, NULL},
        {"--brief", &o->brief, NULL, NULL, NULL, NULL},
        {"--once", &o->once, NULL, NULL, NULL, NULL},
        {"--print", &o->print, NULL, NULL, NULL, NULL},
        {"--json", NULL, &o->json, NULL, NULL, NULL},
        {"--progress", NULL, &o->progress, NULL, NULL, NULL},
        {"--emulated", NULL, &o->emulated, NULL, NULL, NULL},
        {"--who", NULL, &o->who, NULL, NULL, NULL},
        {"--step", NULL, NULL, lab_parse_steps, "step", "a step's number, or several like 5,6"},
        {"--size", NULL, NULL, lab_parse_size, "size",
         "two whole numbers of at least 1, like 4096x4096"},
        {"--seed", NULL, NULL, lab_parse_seed, "seed", "a whole number, like 1"},
        {"--repeat", NULL, NULL, lab_parse_repeat, "repeat",
         "a number of launches of at least 1, like 1000"},
        {"--predict", NULL, NULL, lab_parse_predictions, "prediction",
         "a speedup for each step, like 1.5,4"}};
    const int count = (int)(sizeof all / sizeof *all);
    memset(o, 0, sizeof *o);
    o->who = "yours";
    o->seed = (uint64_t)time(NULL);
    for (int i = 1, at; i < argc; i++) {
        for (at = 0; at < count && strcmp(argv[i], all[at].option) != 0;)
            at++;
        if (at == count || (!all[at].flag && ++i == argc)) {
            fprintf(stderr, "there is no option '%s', or it lacks its value\n",
                    argv[i - (i == argc)]);
            return 2;
        }
        if (all[at].flag)
            *all[at].flag = 1;
        else if (all[at].text)
            *all[at].text = argv[i];
        else if (all[at].parse(argv[i], o)) {
            fprintf(stderr, "%s '%s': give %s\n", all[at].what, argv[i], all[at].give);
            return 2;
        }
    }
    return 0;
}

/* ---- the run ---- */

/* What is asked for, and what has come of it. */
struct lab_run {
    struct lab_options o;
    const struct lab_step *facts, *asked[LAB_MAX_STEPS]; /* the lab's steps; those asked for */
    int steps, count;                                    /* so many */
    const struct lab_entry *reference;
    struct lab_gpu gpu;
    int came[LAB_STATES]; /* so many of them are in each state */
    struct lab_contender list[3 * LAB_MAX_STEPS + LAB_MAX_CONTENDERS];
    struct lab_table table; /* of the list */
};

/* Steps that are neither right nor still to be written nor skipped. */
static inline int lab_failed(const struct lab_run *run)
{
    const int *came = run->came;
    return came[LAB_BUT] + came[LAB_WRONG] + came[LAB_CRASH] + came[LAB_TIMEOUT] +
           came[LAB_REFUSED] + came[LAB_LOST];
}

/* Which steps are asked for? -1 after one line where there are more predictions than those. */
static inline int lab_choose_steps(struct lab_run *run, const char *lab)
{
    run->table.lab = lab;
    run->steps = lab_facts(lab, &run->facts, &run->reference);
    for (const struct lab_step *f = run->facts; f < run->facts + run->steps; f++)
        if (!run->o.steps || (run->o.steps >> f->step & 1))
            run->asked[run->count++] = f;
    if (run->o.predictions <= run->count)
        return 0;
    fprintf(stderr, "PREDICT: %d numbers for %d step%s: give one for each step that runs\n",
            run->o.predictions, run->count, run->count == 1 ? "" : "s");
    return -1;
}

/* 0, or -1 after one line about the first size that a step which is asked for cannot have. */
static inline int lab_check_sizes(const struct lab_run *run)
{
    char why[200];
    int depth = 0;
    for (int i = 0; i < run->steps; i++)
        depth |= lab_has_depth(run->facts[i].problem);
    for (const struct lab_size *s = run->o.size; s < run->o.size + run->o.sizes; s++) {
        if (s->k && !depth) {
            fprintf(stderr, "size %dx%dx%d: lab %s has no third dimension: give two, like %dx%d\n",
                    s->m, s->n, s->k, run->table.lab, s->m, s->n);
            return -1;
        }
        for (int i = 0; i < run->count; i++) {
            struct lab_case c = lab_headline(run->asked[i]->problem, 0, 1);
            lab_resize(&c, s->m, s->n, s->k);
            if (lab_check_size(&c, run->gpu.free_bytes, why, sizeof why)) {
                fprintf(stderr, "%s\n", why);
                return -1;
            }
        }
    }
    return 0;
}
