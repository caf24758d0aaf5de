/* The ladder of one family: the reference steps of all its labs in one process, interleaved, so
 * that one run shows whether each lab's best step beats the best of the lab before. `make bench`
 * and `make ladder` run it. */
#include "lab/program.h"

enum { MAX_SIZES = 16 };

/* Every step whose reference is linked in and whose problem belongs to `family`, in order; their
 * number. */
static int list_family(enum lab_problem family, struct lab_contender *list, int most)
{
#define ID(lab, track) #lab,
    static const char *const ids[] = {LAB_LIST(ID)};
    int count = 0;
    for (size_t lab = 0; lab < sizeof ids / sizeof *ids; lab++) {
        const struct lab_step *facts;
        const struct lab_entry *reference;
        int steps = lab_facts(ids[lab], &facts, &reference);
        for (int i = 0; i < steps && count < most; i++) {
            const struct lab_entry *entry = lab_entry_of(reference, facts[i].step);
            if (!entry->launch || lab_family(facts[i].problem) != family)
                continue;
            list[count] = lab_contender_of(facts[i].name, "", facts[i].step, facts[i].problem,
                                           entry, LAB_MINE);
            list[count++].lab = facts[i].lab;
        }
    }
    return count;
}

/* Leaves out the steps that cannot have this size; the number of those that can. */
static int keep_possible(struct lab_contender *list, int count, const struct lab_case *c)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (c->n <= lab_problem_of(list[i].problem)->most[1])
            list[kept++] = list[i];
    return kept;
}

#ifndef LAB_EMULATOR
/* One line for each lab: its best step against the best of the lab before, and whether it is faster
 * by more than both scatter. */
static void judge(const struct lab_contender *list, int count)
{
    const struct lab_contender *before = NULL;
    int monotone = 1;
    for (int i = 0; i < count && list[i].kind == LAB_MINE;) {
        const struct lab_contender *best = &list[i];
        for (const char *lab = list[i].lab; i < count && list[i].lab && !strcmp(list[i].lab, lab);
             i++)
            if (list[i].times.ms.count &&
                (!best->times.ms.count ||
                 lab_median(&list[i].times.ms) < lab_median(&best->times.ms)))
                best = &list[i];
        if (!best->times.ms.count) { /* none of its steps could be timed */
            monotone = 0;
            continue;
        }
        double ms = lab_median(&best->times.ms), old = before ? lab_median(&before->times.ms) : 0;
        printf("%-20s best: %-22s %9.4f ms", best->lab, best->name, ms);
        if (before) {
            int faster = ms * (1 + lab_spread(&best->times.ms) / 2) <
                         old * (1 - lab_spread(&before->times.ms) / 2);
            printf("  %6.3fx the best before%s", old / ms,
                   faster ? "" : "  NOT faster beyond the spread");
            monotone &= faster;
        }
        printf("\n");
        before = best;
    }
    printf("The ladder is %s.\n", monotone ? "monotone" : "NOT monotone");
}
#endif

struct ladder {
    const char *json;
    struct lab_machine machine;
    int sizes, size[MAX_SIZES][2];
};

static int climb(void *argument)
{
    const struct ladder *ladder = (const struct ladder *)argument;
    struct lab_contender list[LAB_MAX_CONTENDERS];
    struct lab_table t;
    int status = 0;
    memset(&t, 0, sizeof t);
    t.lab = "gemv_ladder";
    t.gpu = &ladder->machine.gpu;
    t.json_file = ladder->json;
#ifndef LAB_EMULATOR
    t.copy_gbytes = lab_copy_gbytes(t.gpu);
#endif
    lab_table_open(&t);
    for (int i = 0; i < ladder->sizes && !status; i++) {
        struct lab_case c = lab_headline(LAB_GEMV_ROW, 1, 1);
        c.m = ladder->size[i][0];
        c.n = ladder->size[i][1];
        c.data = c.m > 16384 || c.n > 16384 ? LAB_REAL : c.data;
        int count = list_family(LAB_GEMV_ROW, list, LAB_MAX_CONTENDERS - LAB_PROBLEMS - 1);
        count = keep_possible(list, count, &c);
#ifdef LAB_EMULATOR
        static struct lab_counted_list rows;
        rows.count = 0;
        status = lab_count_family(list, count, &c, NULL, &rows);
        lab_show_counted(&rows, &t);
#else
        count = lab_add_yardsticks(list, count);
        status = lab_measure_family(list, count, &c, &t, ladder->machine.free_bytes);
        if (!status)
            judge(list, count);
#endif
    }
    lab_table_close(&t);
    return status;
}

int main(int argc, char **argv)
{
    struct ladder ladder;
    memset(&ladder, 0, sizeof ladder);
    for (int i = 1; i < argc; i += 2) {
        struct lab_options o;
        if (i + 1 < argc && strcmp(argv[i], "--json") == 0) {
            ladder.json = argv[i + 1];
        } else if (i + 1 < argc && strcmp(argv[i], "--size") == 0 && ladder.sizes < MAX_SIZES &&
                   lab_parse_size(argv[i + 1], &o) == 0) {
            ladder.size[ladder.sizes][0] = o.m;
            ladder.size[ladder.sizes++][1] = o.n;
        } else {
            fprintf(stderr, "usage: %s [--json FILE] [--size MxN] [--size MxN] ...\n", argv[0]);
            return 2;
        }
    }
    if (!ladder.sizes) {
        ladder.sizes = 1;
        ladder.size[0][0] = ladder.size[0][1] = strcmp(LAB_BACKEND, "gpu") == 0 ? 1 << 14 : 1 << 10;
    }
    ladder.machine = lab_probe();
    if (ladder.machine.error != cudaSuccess) {
        fprintf(stderr, "no usable GPU: %s\n", ladder.machine.error_text);
        return 2;
    }
    printf("The GEMV ladder, backend %s: %s\n", LAB_BACKEND, ladder.machine.gpu.name);
    return lab_apart(climb, &ladder) ? 2 : 0;
}
