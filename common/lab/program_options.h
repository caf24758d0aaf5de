/* The options of a lab's program: --step, --size (several times: at several), --check (does not
 * measure), --brief, --seed, --once, --print (and --once), --repeat, --predict, --json, --progress,
 * --who, --emulated. */
#ifndef LAB_PROGRAM_OPTIONS_H
#define LAB_PROGRAM_OPTIONS_H

#include "lab/lesson.h"

enum { LAB_MAX_STEPS = LAB_MOST_STEPS, LAB_MAX_SIZES = 12 };

struct lab_options {
    uint64_t steps;                  /* that are asked for, by bits; 0: all that there are */
    uint64_t seed;                   /* of the checks' data */
    int timing, once, print, brief;  /* brief: one message, of the first step that is not right */
    double predicted[LAB_MAX_STEPS]; /* of the steps that run, in order; 0: none */
    int predictions;                 /* so many */
    const char *json, *progress, *who;
    const char *emulated; /* the emulator's program of this file, or the folder/ of its steps' */
    int repeat, sizes;    /* launches of each case: 0 unless that is asked for; sizes given */
    struct lab_size size[LAB_MAX_SIZES]; /* k is 0 where it was left out */
};

/* A whole positive number, or -1. */
static inline int lab_whole(const char *text, const char **end)
{
    char *stop;
    errno = 0;
    long value = strtol(text, &stop, 10);
    *end = stop;
    return stop == text || errno || value < 0 || value > INT_MAX ? -1 : (int)value;
}

/* "5", "5,6", "5-8": the steps asked for. 0, or -1. */
static inline int lab_parse_steps(const char *text, struct lab_options *o)
{
    for (const char *at = text;; at++) {
        int first = lab_whole(at, &at), last = first;
        if (*at == '-')
            last = lab_whole(at + 1, &at);
        if (first < 0 || last < first || last > 63)
            return -1;
        for (int step = first; step <= last; step++)
            o->steps |= 1ull << step;
        if (!*at)
            return 0;
        if (*at != ',')
            return -1;
    }
}

static inline int lab_parse_size(const char *text, struct lab_options *o)
{
    const char *at = text;
    struct lab_size size = {0, 0, 0};
    int *const to[] = {&size.m, &size.n, &size.k};
    int got = 0;
    while (got < 3) {
        *to[got] = lab_whole(at, &at);
        if (*to[got++] < 1)
            return -1;
        if (*at != 'x')
            break;
        at++;
    }
    if (*at || got < 2 || o->sizes == LAB_MAX_SIZES)
        return -1;
    o->size[o->sizes++] = size;
    return 0;
}

/* Positive numbers with commas between them. 0, or -1. */
static inline int lab_parse_predictions(const char *text, struct lab_options *o)
{
    for (int i = 0; i < LAB_MAX_STEPS; i++) {
        char *stop;
        o->predictions = i + 1;
        o->predicted[i] = strtod(text, &stop);
        if (stop == text || !(o->predicted[i] > 0) || o->predicted[i] > 1e6)
            return -1;
        if (!*stop)
            return 0;
        if (*stop != ',')
            return -1;
        text = stop + 1;
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
    const char *end;
    o->repeat = lab_whole(text, &end);
    return o->repeat < 1 || *end ? -1 : 0;
}

/* An option with a value. 0, 2 after one line about the value, or -1: there is no such option. */
static inline int lab_parse_value(const char *option, const char *value, struct lab_options *o)
{
    const struct {
        const char *option, **to;
    } texts[] = {{"--json", &o->json},
                 {"--progress", &o->progress},
                 {"--emulated", &o->emulated},
                 {"--who", &o->who}};
    static const struct {
        const char *option, *what, *give;
        int (*parse)(const char *text, struct lab_options *o);
    } others[] = {
        {"--size", "size", "two whole numbers of at least 1, like 4096x4096", lab_parse_size},
        {"--step", "step", "a step's number, or several like 5,6 or 5-8", lab_parse_steps},
        {"--seed", "seed", "a whole number, like 1", lab_parse_seed},
        {"--repeat", "repeat", "a number of launches of at least 1, like 1000", lab_parse_repeat},
        {"--predict", "prediction", "a speedup for each step, like 1.5,4", lab_parse_predictions}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(option, texts[i].option) == 0) {
            *texts[i].to = value;
            return 0;
        }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcmp(option, others[i].option) != 0)
            continue;
        if (!others[i].parse(value, o))
            return 0;
        fprintf(stderr, "%s '%s': give %s\n", others[i].what, value, others[i].give);
        return 2;
    }
    return -1;
}

/* 0, or 2 after one line about what is wrong. */
static inline int lab_parse(int argc, char **argv, struct lab_options *o)
{
    memset(o, 0, sizeof *o);
    o->timing = 1;
    o->who = "yours";
    o->seed = (uint64_t)time(NULL);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--check") == 0) {
            o->timing = 0;
        } else if (strcmp(argv[i], "--brief") == 0) {
            o->brief = 1;
        } else if (strcmp(argv[i], "--once") == 0) {
            o->once = 1;
        } else if (strcmp(argv[i], "--print") == 0) {
            o->once = o->print = 1;
        } else {
            int status = i + 1 < argc ? lab_parse_value(argv[i], argv[i + 1], o) : -1;
            if (status < 0)
                fprintf(stderr, "%s: there is no option '%s', or it lacks its value\n", argv[0],
                        argv[i]);
            if (status)
                return 2;
            i++;
        }
    }
    return 0;
}

#endif
