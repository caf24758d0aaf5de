/* The program of `make sweep`: one lab's steps, compiled with one constant at a time set to
 * something else, all in one process and interleaved. settings.cu has the list of those that are
 * linked in; the first is the file as it is. Each is checked first: what is wrong is not worth its
 * figures. Several sizes give a table of growth, too. */
#include "lab/program.h"

enum { MAX = LAB_MAX_CONTENDERS };

/* Every setting of every step asked for, a step's settings together; their number. The name of each
 * is its setting. */
static int list_settings(const struct lab_step *facts, int steps, int only,
                         struct lab_contender *list)
{
    int count = 0;
    for (int i = 0; i < steps; i++)
        for (const struct lab_setting *s = lab_settings; s->label && count < MAX; s++) {
            const struct lab_entry *entry = lab_entry_of(s->steps, facts[i].step);
            if ((only < 0 || facts[i].step == only) && entry->launch && facts[i].step >= s->first &&
                facts[i].step <= s->last)
                list[count++] = lab_contender_of(s->label, facts[i].name, facts[i].step,
                                                 facts[i].problem, entry, LAB_MINE);
        }
    return count;
}

/* Checks every setting, and bars what cannot be measured: what the GPU lacks, what crashes, what
 * nobody has written yet. A GPU is not trusted with a wrong one, either; the emulator counts it,
 * and says so. 1 if any is wrong. */
static int check_settings(struct lab_contender *list, int count, const struct lab_gpu *g)
{
    int gpu = strcmp(LAB_BACKEND, "gpu") == 0, status = 0;
    for (int i = 0; i < count; i++) {
        struct lab_contender *x = &list[i];
        struct lab_result r;
        struct lab_step step;
        memset(&step, 0, sizeof step); /* no lesson: a setting is right or wrong */
        step.name = x->name;
        step.problem = x->problem;
        const struct lab_trial trial = {x->entry, NULL, NULL,     !gpu,
                                        0,        60,   INFINITY, (uint64_t)time(NULL)};
        if (lab_unsupported(x->problem, g->major, g->minor, !gpu, r.message, sizeof r.message))
            r.state = LAB_SKIPPED;
        else /* the emulator's cases on a GPU, too: they are the smaller ones */
            r = lab_check(&step, &trial);
        x->check = r.state == LAB_PASS ? "right" : lab_state_name(r.state);
        if (r.state == LAB_PASS)
            continue;
        x->verdict.ok = r.state == LAB_NOT_ATTEMPTED || r.state == LAB_SKIPPED;
        status |= !x->verdict.ok;
        snprintf(x->verdict.guess, sizeof x->verdict.guess, "%s: %.250s", x->check, r.message);
        if (gpu || r.state != LAB_WRONG)
            lab_fail(x, LAB_BARRED, x->check, r.message);
    }
    return status;
}

enum { SIZES = 12 };

struct sweep {
    struct lab_contender *list;
    int count, sizes;
    struct lab_size size[SIZES]; /* m = 0: the lab's own */
    const char *lab;
    const struct lab_machine *machine;
    double ms[SIZES][MAX], cpu_ms[SIZES]; /* 0: not measured */
};

#ifndef LAB_EMULATOR
static void print_times(const struct sweep *s, const struct lab_case *c, double cpu_ms)
{
    double as_it_is = 0;
    struct lab_shape shape = lab_shape_of(c);
    int arithmetic = shape.flops > 16 * shape.bytes, step = -1;
    char size[60];
    printf("\n%s, %s\n%4s  %-22s %-18s %-6s %10s %7s %9s %10s\n",
           lab_size_text(c, size, sizeof size), lab_data_name(c->data), "step", "kernel", "setting",
           "check", "ms", "spread", arithmetic ? "GFLOP/s" : "GB/s", "x as it is");
    if (cpu_ms > 0)
        printf("%4s  %-22s %-18s %-6s %10.4f\n", "", "one CPU core", "", "", cpu_ms);
    for (int i = 0; i < s->count; i++) {
        const struct lab_contender *x = &s->list[i];
        double ms = lab_median(&x->times.ms);
        if (lab_family(x->problem) != c->problem)
            continue;
        if (x->step != step)
            as_it_is = ms;
        step = x->step;
        if (x->failed)
            printf("%4d  %-22s %-18s %s\n", x->step, x->who, x->name, x->why);
        else if (x->skipped_ms > 0)
            printf("%4d  %-22s %-18s left out, about %.0f s a launch\n", x->step, x->who, x->name,
                   x->skipped_ms / 1e3);
        else
            printf("%4d  %-22s %-18s %-6s %10.4f %6.1f%% %9.1f %9.2fx\n", x->step, x->who, x->name,
                   x->verdict.ok ? "right" : "WRONG", ms, 100 * lab_spread(&x->times.ms),
                   (arithmetic ? shape.flops : shape.bytes) / ms / 1e6, as_it_is / ms);
        char text[LAB_VERDICT_TEXT];
        if (!x->failed && !x->verdict.ok)
            printf("      %s\n", lab_verdict_text(&x->verdict, 1, text));
    }
}

/* One size of one family. */
static int measure_size(struct sweep *s, const struct lab_case *c, int at)
{
    struct lab_bench bench;
    int sets = lab_sets(c, s->machine->gpu.l2_bytes, s->machine->free_bytes);
    double cpu_ms = lab_cpu_ms(c);
    lab_forget(s->list, s->count, c);
    cudaError_t error = lab_bench_open(&bench, s->list, s->count, c, sets);
    if (error != cudaSuccess) {
        fprintf(stderr, "size %dx%d: %s\n", c->m, c->n, cudaGetErrorString(error));
        return -1;
    }
    int status = lab_interleave(&bench, s->list, s->count, c);
    lab_bench_close(&bench);
    if (status)
        return status;
    print_times(s, c, cpu_ms);
    s->cpu_ms[at] = cpu_ms;
    for (int i = 0; i < s->count; i++)
        if (lab_family(s->list[i].problem) == c->problem)
            s->ms[at][i] = lab_median(&s->list[i].times.ms);
    return 0;
}

/* How the time of each kernel grows from one size to the next. */
static void print_growth(const struct sweep *s, enum lab_problem family)
{
    printf("\nTime at one size over the time at the size before it\n%-42s", "");
    for (int at = 1; at < s->sizes; at++)
        printf(" %8d", s->size[at].m);
    for (int i = -1; i < s->count; i++) {
        const struct lab_contender *x = &s->list[i < 0 ? 0 : i];
        if (i >= 0 && lab_family(x->problem) != family)
            continue;
        printf("\n%-22s %-19s", i < 0 ? "one CPU core" : x->who, i < 0 ? "" : x->name);
        for (int at = 1; at < s->sizes; at++) {
            double now = i < 0 ? s->cpu_ms[at] : s->ms[at][i],
                   before = i < 0 ? s->cpu_ms[at - 1] : s->ms[at - 1][i];
            if (now > 0 && before > 0)
                printf(" %8.2f", now / before);
            else
                printf(" %8s", "");
        }
    }
    printf("\n");
}
#endif

static int measure(void *argument)
{
    struct sweep *s = (struct sweep *)argument;
    int gpu = strcmp(LAB_BACKEND, "gpu") == 0, status = 0, failed = 0;
    for (int family = 0; family < LAB_PROBLEMS && !status; family++) {
        int used = 0;
        for (int i = 0; i < s->count; i++)
            used += (int)lab_family(s->list[i].problem) == family;
        for (int at = 0; used && at < s->sizes && !status; at++) {
            struct lab_case c = lab_headline((enum lab_problem)family, gpu, 1);
            struct lab_size size = s->size[at];
            lab_fit(&c, s->machine->free_bytes, size.m, size.n, size.k);
#ifdef LAB_EMULATOR
            static struct lab_counted_list rows;
            struct lab_table t;
            memset(&t, 0, sizeof t);
            t.gpu = &s->machine->gpu;
            t.lab = s->lab;
            rows.count = 0;
            rows.settings = 1;
            status = lab_count_family(s->list, s->count, &c, NULL, &rows);
            lab_show_counted(&rows, &t);
#else
            status = measure_size(s, &c, at);
#endif
            for (int i = 0; i < s->count; i++)
                failed |= s->list[i].failed == LAB_FAILED;
        }
#ifndef LAB_EMULATOR
        if (used && !status && s->sizes > 1)
            print_growth(s, (enum lab_problem)family);
#endif
    }
    return status || failed;
}

/* "128 256x512 …": sizes, a number alone being all dimensions. How many, or -1. */
static int parse_sizes(const char *text, struct lab_size *size)
{
    int count = 0;
    while (*text) {
        struct lab_options o;
        char word[60];
        int length = (int)strcspn(text, " ");
        memset(&o, 0, sizeof o);
        if (length > 0 && (count == SIZES || length >= (int)sizeof word))
            return -1;
        snprintf(word, sizeof word, "%.*s", length, text);
        if (length > 0 && !strchr(word, 'x'))
            snprintf(word, sizeof word, "%.*sx%.*s", length, text, length, text);
        if (length > 0 && lab_parse_size(word, &o))
            return -1;
        if (length > 0)
            size[count++] = (struct lab_size){o.m, o.n, o.k};
        text += length + (text[length] == ' ');
    }
    return count;
}

int main(int argc, char **argv)
{
    struct lab_options o;
    const struct lab_step *facts = NULL;
    const struct lab_entry *reference = NULL;
    struct lab_contender list[MAX];
    int steps = argc > 1 ? lab_facts(argv[1], &facts, &reference) : 0;
    const char *sizes = NULL;
    if (argc > 3 && strcmp(argv[argc - 2], "--sizes") == 0) {
        sizes = argv[argc - 1];
        argc -= 2;
    }
    if (!steps || lab_parse(argc - 1, argv + 1, &o) || lab_no_step(facts, steps, o.steps))
        return 2;
    struct lab_machine machine = lab_probe();
    if (machine.error != cudaSuccess) {
        fprintf(stderr, "no usable GPU: %s\n", machine.error_text);
        return 2;
    }
    static struct sweep s;
    s.sizes = sizes ? parse_sizes(sizes, s.size) : 0;
    if (s.sizes < 0) {
        fprintf(stderr, "sizes '%s': give up to %d like 128 or 256x512 or 128x256x512\n", sizes,
                SIZES);
        return 2;
    }
    s.sizes = s.sizes ? s.sizes : 1;
    for (int at = 0; at < s.sizes; at++) {
        o.m = s.size[at].m;
        o.n = s.size[at].n;
        o.k = s.size[at].k;
        if (lab_check_sizes(&o, facts, steps, machine.free_bytes))
            return 2;
    }
    s.list = list;
    s.count = list_settings(facts, steps, o.step, list);
    s.machine = &machine;
    s.lab = argv[1];
    if (!s.count) {
        fprintf(stderr, "lab %s: no constant has an effect on step %d\n", argv[1], o.step);
        return 2;
    }
    printf("Lab %s, a sweep over its constants, backend %s: %s\n", argv[1], LAB_BACKEND,
           machine.gpu.name);
    int wrong = check_settings(list, s.count, &machine.gpu);
    return lab_apart(measure, &s) ? 2 : wrong;
}
