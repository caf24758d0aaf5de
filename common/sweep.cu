/* The program of `make sweep`: one lab's steps, compiled with one constant at a time set to something else, all in one process and
 * interleaved. scripts/sweep.sh writes SWEEP_LIST, a line SETTING(id, "NAME=value", first step, last step) for each object that is
 * linked in; the first is the file as it is. */
#include "lab_main.h"

struct setting {
    const char *label;
    const struct lab_entry *steps;
    int first, last; /* the steps that the constant has an effect on */
};

#define SETTING(id, label, first, last) extern "C" const struct lab_entry lab_variant_##id[];
#include SWEEP_LIST
#undef SETTING
#define SETTING(id, label, first, last) {label, lab_variant_##id, first, last},
static const struct setting settings[] = {
#include SWEEP_LIST
};

enum { SETTINGS = sizeof settings / sizeof *settings, MAX = LAB_MAX_CONTENDERS };

/* Every setting of every step asked for, a step's settings together; their number. The name of each is its setting. */
static int list_settings(const struct lab_step_fact *facts, int steps, int only,
                         struct lab_contender *list)
{
    int count = 0;
    for (int i = 0; i < steps; i++)
        for (int j = 0; j < SETTINGS && count < MAX; j++) {
            const struct lab_entry *entry = lab_entry_of(settings[j].steps, facts[i].step);
            if ((only < 0 || facts[i].step == only) && entry->launch &&
                facts[i].step >= settings[j].first && facts[i].step <= settings[j].last)
                list[count++] = lab_contender_of(settings[j].label, facts[i].name, facts[i].step,
                                                 facts[i].problem, entry, LAB_MINE);
        }
    return count;
}

#ifndef LAB_EMULATOR
static void print_times(const struct lab_contender *list, int count, const struct lab_case *c)
{
    double as_it_is = 0;
    printf("\n%d x %d, %s\n%4s  %-22s %-18s %-6s %10s %7s %9s %10s\n", c->m, c->n,
           lab_data_name(c->data), "step", "kernel", "setting", "check", "ms", "spread", "GB/s",
           "x as it is");
    for (int i = 0; i < count; i++) {
        const struct lab_contender *x = &list[i];
        double ms = lab_median(&x->series);
        if (i == 0 || x->step != list[i - 1].step)
            as_it_is = ms;
        printf("%4d  %-22s %-18s %-6s %10.4f %6.1f%% %9.1f %9.2fx\n", x->step, x->who, x->name,
               x->verdict.ok ? "pass" : "WRONG", ms, 100 * lab_spread(&x->series),
               lab_shape_of(c).bytes / ms / 1e6, as_it_is / ms);
        if (!x->verdict.ok)
            printf("      %s\n", x->verdict.message);
    }
}
#endif

struct sweep {
    struct lab_contender *list;
    int count;
    struct lab_case question;
    const struct lab_machine *machine;
};

static int measure(void *argument)
{
    struct sweep *s = (struct sweep *)argument;
#ifdef LAB_EMULATOR
    struct lab_table t;
    memset(&t, 0, sizeof t);
    t.gpu = &s->machine->gpu;
    return lab_count_family(s->list, s->count, &s->question, &t);
#else
    struct lab_bench bench;
    int sets = lab_sets(&s->question, &s->machine->gpu, s->machine->free_bytes);
    cudaError_t error = lab_bench_open(&bench, s->list, s->count, &s->question, sets);
    if (error != cudaSuccess) {
        fprintf(stderr, "size %dx%d: %s\n", s->question.m, s->question.n,
                cudaGetErrorString(error));
        return -1;
    }
    int status = lab_interleave(&bench, s->list, s->count, &s->question);
    lab_bench_close(&bench);
    if (!status)
        print_times(s->list, s->count, &s->question);
    return status;
#endif
}

int main(int argc, char **argv)
{
    struct lab_options o;
    const struct lab_step_fact *facts = NULL;
    const struct lab_entry *reference = NULL;
    struct lab_contender list[MAX];
    int steps = argc > 1 ? lab_facts(argv[1], &facts, &reference) : 0;
    if (!steps || lab_parse(argc - 1, argv + 1, &o))
        return 2;
    struct lab_machine machine = lab_probe();
    if (machine.error != cudaSuccess) {
        fprintf(stderr, "no usable GPU: %s\n", machine.error_text);
        return 2;
    }
    if (lab_check_sizes(&o, facts, steps, machine.free_bytes))
        return 2;
    int count = list_settings(facts, steps, o.step, list);
    if (!count) {
        fprintf(stderr, "lab %s: no constant has an effect on step %d\n", argv[1], o.step);
        return 2;
    }
    struct sweep s = {
        list, count,
        lab_headline(lab_family(facts[steps - 1].problem), strcmp(LAB_BACKEND, "gpu") == 0, 1),
        &machine};
    if (o.m) {
        s.question.m = o.m;
        s.question.n = o.n;
        s.question.data = o.m > 16384 || o.n > 16384 ? LAB_REAL : s.question.data;
    }
    printf("Lab %s, a sweep over its constants, backend %s: %s\n", argv[1], LAB_BACKEND,
           machine.gpu.name);
    return lab_apart(measure, &s) ? 2 : 0;
}
