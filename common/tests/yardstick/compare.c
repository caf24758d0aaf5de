/* Sets the emulator's counters beside those that Nsight Compute read on an H200.
 *
 * compare RECORDED COUNTERS [FOLDER]
 *
 * RECORDED holds NAME.csv (record.sh), COUNTERS the emulator's NAME.json of the same programs
 * with the same arguments. Asserted: global requests and sectors, loads, stores and atomics, of
 * every launch; shared wavefronts; the L1 hit rate of loads and the bytes of DRAM of the
 * matrix-vector products and transposes. Where nvcc does not compile the accesses that the source
 * makes, a table of exceptions says what the source amounts to, and that is asserted instead.
 * No launch may be faster than its floor, and in 90 % of those close to it the unit that sets it is
 * the one that ncu saw busiest. FOLDER gets the tables. */
#define _GNU_SOURCE
#include "compared.h"
#include "floors.h"
#include "records.h"

#include <unistd.h>

static int passed, failed;

static const char *const programs[] = {"ladder_1024", "ladder_4096", "global",   "shared",
                                       "control",     "atomics",     "patterns", "special",
                                       "typical",     "traffic"};
enum { PROGRAMS = sizeof programs / sizeof *programs };

struct pair { /* one launch, as counted by both */
    const char *program;
    const json_t *ncu, *emulator;
};

static void check(int condition, const char *format, ...)
{
    va_list arguments;
    if (condition) {
        passed++;
        return;
    }
    failed++;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

static double counted_by_ncu(const struct pair *pair, const struct counter *counter)
{
    double sum = number_of(pair->ncu, counter->ncu[0]);
    return counter->ncu[1] ? sum + number_of(pair->ncu, counter->ncu[1]) : sum;
}

/* [128, 1, 1] here, "128x1x1" there. */
static int same_extent(const struct pair *pair, const char *what)
{
    int size[3];
    char extent[64];
    if (json_unpack((json_t *)value_of(pair->emulator, what), "[iii]", size, size + 1, size + 2))
        return 0;
    snprintf(extent, sizeof extent, "%dx%dx%d", size[0], size[1], size[2]);
    return strcmp(extent, text_of(pair->ncu, what)) == 0;
}

/* Same launch: the same name before any "<", and the same grid and block. */
static int same_launch(const struct pair *pair)
{
    const char *recorded = text_of(pair->ncu, "kernel"), *ours = text_of(pair->emulator, "kernel");
    const size_t length = strcspn(recorded, "<");
    if (strncmp(recorded, ours, length) != 0 || strcspn(ours, "<(") != length)
        return 0;
    return same_extent(pair, "grid") && same_extent(pair, "block");
}

static void check_counters(const struct pair *pair)
{
    const char *kernel = text_of(pair->ncu, "kernel");
    int differ = 0;
    for (const struct counter *c = counters; c < counters + COUNTERS; c++) {
        const double ours = number_of(pair->emulator, c->emulator);
        const struct exception *e = exception_of(kernel, c->title);
        const double expected = e ? e->source : counted_by_ncu(pair, c);
        if (!(fabs(ours - expected) <= c->tolerance * expected) && ++differ)
            printf("%s: %s: %s: emulator %.0f, %s %.0f\n", pair->program, kernel, c->title, ours,
                   e ? "by hand" : "ncu", expected);
    }
    check(!differ, "%s: %s: %d counters differ", pair->program, kernel, differ);
}

static double percent(double part, double whole)
{
    return whole == 0 ? 0 : 100 * part / whole;
}

static double load_hits(const json_t *launch)
{
    return percent(number_of(launch, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum"),
                   number_of(launch, GLOBAL("sectors", "ld")));
}

/* Writes in pieces smaller than a sector, for which L2 is modelled more roughly: the transposes
 * within 10 %, the rest is only shown. */
static int is_in_pieces(const struct pair *pair)
{
    return strcmp(pair->program, "traffic") == 0;
}

static int has_cache_check(const struct pair *pair)
{
    if (is_in_pieces(pair))
        return 1;
    const char *kernel = text_of(pair->ncu, "kernel");
    return strncmp(pair->program, "ladder", 6) == 0 &&
           (strncmp(kernel, "gemv", 4) == 0 || strncmp(kernel, "transpose", 9) == 0);
}

static void check_caches(const struct pair *pair)
{
    static const char *const bytes[] = {"dram__bytes_read.sum", "dram__bytes_write.sum"};
    const char *kernel = text_of(pair->ncu, "kernel");
    const double measured = load_hits(pair->ncu), modelled = load_hits(pair->emulator);
    check(fabs(measured - modelled) <= 5,
          "%s: %s: L1 hit rate of loads: emulator %.1f %%, ncu %.1f %%", pair->program, kernel,
          modelled, measured);
    const double read = number_of(pair->ncu, bytes[0]), ours = number_of(pair->emulator, bytes[0]);
    const double all = read + number_of(pair->ncu, bytes[1]);
    const double our_all = ours + number_of(pair->emulator, bytes[1]);
    if (is_in_pieces(pair)) {
        check(fabs(our_all - all) <= 0.1 * all || strncmp(kernel, "transpose", 9) != 0,
              "%s: %s: DRAM bytes read and written: emulator %.0f, ncu %.0f", pair->program, kernel,
              our_all, all);
        return;
    }
    check(fabs(ours - read) <= 0.05 * read, "%s: %s: DRAM bytes read: emulator %.0f, ncu %.0f",
          pair->program, kernel, ours, read);
    check(fabs(our_all - all) <= 0.05 * all,
          "%s: %s: DRAM bytes read and written: emulator %.0f, ncu %.0f", pair->program, kernel,
          our_all, all);
}

/* ---- what is written for the docs */

/* Of a figure of both. */
enum likeness { NO_FIGURE, EQUAL, OTHER_ACCESSES, CLOSE, LIKENESSES };

static enum likeness likeness_of(const struct pair *pair, const struct counter *counter)
{
    const double ncu = counted_by_ncu(pair, counter),
                 ours = number_of(pair->emulator, counter->emulator);
    if (ncu == 0 && ours == 0)
        return NO_FIGURE;
    if (exception_of(text_of(pair->ncu, "kernel"), counter->title))
        return OTHER_ACCESSES;
    return ncu == ours ? EQUAL : CLOSE;
}

static void write_count(FILE *out, const struct pair *pair, const struct counter *counter,
                        int *note)
{
    const double ncu = counted_by_ncu(pair, counter),
                 ours = number_of(pair->emulator, counter->emulator);
    const enum likeness is = likeness_of(pair, counter);
    if (is == NO_FIGURE)
        fputs(" – |", out);
    else if (is == EQUAL)
        fprintf(out, " %.0f |", ncu);
    else if (is == OTHER_ACCESSES)
        fprintf(out, " %.0f / %.0f (%d) |", ncu, ours, ++*note);
    else
        fprintf(out, " **%.0f / %.0f** |", ncu, ours);
}

static void write_counts(FILE *out, const struct pair *pairs, size_t count)
{
    int note = 0, notes = 0;
    fputs("One number: Nsight Compute and the emulator agree. Two: Nsight Compute / emulator.\n\n",
          out);
    fputs("| program | kernel |", out);
    for (const struct counter *c = counters; c < counters + COUNTERS; c++)
        fprintf(out, " %s |", c->title);
    fputs("\n|---|---|", out);
    for (int i = 0; i < COUNTERS; i++)
        fputs("---:|", out);
    for (size_t i = 0; i < count; i++) {
        const char *kernel = text_of(pairs[i].ncu, "kernel");
        fprintf(out, "\n| %s | `%s` |", pairs[i].program, kernel);
        for (const struct counter *c = counters; c < counters + COUNTERS; c++)
            write_count(out, &pairs[i], c, &note);
    }
    fputs("\n\n", out);
    for (size_t i = 0; i < count; i++)
        for (const struct counter *c = counters; c < counters + COUNTERS; c++) {
            const struct exception *e = exception_of(text_of(pairs[i].ncu, "kernel"), c->title);
            if (e)
                fprintf(out, "(%d) %s.\n", ++notes, e->reason);
        }
}

static void write_summary_row(FILE *out, const char *program, int launches, const int *figures)
{
    fprintf(out, "| %s | %d | %d | %d | %d | %d |\n", program, launches,
            figures[EQUAL] + figures[OTHER_ACCESSES] + figures[CLOSE], figures[EQUAL],
            figures[OTHER_ACCESSES], figures[CLOSE]);
}

/* How many figures of each program were compared, and how many are equal. */
static void write_summary(FILE *out, const struct pair *pairs, size_t count)
{
    int all[LIKENESSES] = {0};
    fputs("| program | launches | figures compared | equal | the GPU ran other accesses than the "
          "source has | within 0.1 % |\n|---|---:|---:|---:|---:|---:|\n",
          out);
    for (size_t i = 0, first; i < count;) {
        int figures[LIKENESSES] = {0};
        for (first = i; i < count && pairs[i].program == pairs[first].program; i++)
            for (int c = 0; c < COUNTERS; c++)
                figures[likeness_of(&pairs[i], &counters[c])]++;
        write_summary_row(out, pairs[first].program, (int)(i - first), figures);
        for (int k = 0; k < LIKENESSES; k++)
            all[k] += figures[k];
    }
    write_summary_row(out, "**all**", (int)count, all);
}

/* Every figure that is not equal, once, with the reason. */
static void write_exceptions(FILE *out, const struct pair *pairs, size_t count)
{
    json_t *rows = json_object(), *reason;
    const char *row;
    for (size_t i = 0; i < count; i++)
        for (const struct counter *c = counters; c < counters + COUNTERS; c++) {
            const char *kernel = text_of(pairs[i].ncu, "kernel");
            const struct exception *e = exception_of(kernel, c->title);
            char cells[512];
            snprintf(cells, sizeof cells, "`%s` | %s | %.0f | %.0f", kernel, c->title,
                     counted_by_ncu(&pairs[i], c), number_of(pairs[i].emulator, c->emulator));
            if (likeness_of(&pairs[i], c) > EQUAL)
                json_object_set_new(rows, cells,
                                    json_string(e ? e->reason
                                                  : "the rule for atomics some of whose lanes meet "
                                                    "is close, not exact"));
        }
    fputs("| kernel | counter | Nsight Compute | emulator | because |\n"
          "|---|---|---:|---:|---|\n",
          out);
    json_object_foreach(rows, row, reason)
        fprintf(out, "| %s | %s |\n", row, json_string_value(reason));
    json_decref(rows);
}

static void write_caches(FILE *out, const struct pair *pairs, size_t count)
{
    fputs("L1 hit rate of loads in per cent, and millions of bytes between L2 and DRAM: Nsight "
          "Compute / emulator.\n\n| program | kernel | L1 hits | read | written "
          "|\n|---|---|---:|---:|---:|\n",
          out);
    for (size_t i = 0; i < count; i++) {
        const json_t *ncu = pairs[i].ncu, *ours = pairs[i].emulator;
        if (!has_cache_check(&pairs[i]))
            continue;
        fprintf(out, "| %s | `%s` | %.1f / %.1f | %.2f / %.2f | %.2f / %.2f |\n", pairs[i].program,
                text_of(ncu, "kernel"), load_hits(ncu), load_hits(ours),
                number_of(ncu, "dram__bytes_read.sum") / 1e6,
                number_of(ours, "dram__bytes_read.sum") / 1e6,
                number_of(ncu, "dram__bytes_write.sum") / 1e6,
                number_of(ours, "dram__bytes_write.sum") / 1e6);
    }
}

/* ---- the run */

/* The parts of pages (page_tables.sh): FOLDER/NAME.md. */
static const struct {
    const char *name;
    void (*write)(FILE *out, const struct pair *pairs, size_t count);
} parts[] = {{"counts", write_counts},
             {"summary", write_summary},
             {"exceptions", write_exceptions},
             {"caches", write_caches}};

static FILE *part_of(const char *folder, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.md", folder, name);
    FILE *out = fopen(path, "w");
    if (!out)
        die("%s: cannot be written", path);
    return out;
}

static size_t pair_up(const char *program, const json_t *ncu, const json_t *emulator,
                      struct pair *pairs)
{
    const size_t theirs = json_array_size(ncu), ours = json_array_size(emulator),
                 count = theirs < ours ? theirs : ours;
    check(theirs == ours, "%s: ncu saw %zu launches, the emulator %zu", program, theirs, ours);
    for (size_t i = 0; i < count; i++) {
        pairs[i] = (struct pair){program, json_array_get(ncu, i), json_array_get(emulator, i)};
        if (!same_launch(&pairs[i])) {
            check(0, "%s: launch %zu is %s for ncu, %s for the emulator", program, i,
                  text_of(pairs[i].ncu, "kernel"), text_of(pairs[i].emulator, "kernel"));
            return i;
        }
    }
    return count;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        die("usage: compare RECORDED COUNTERS [FOLDER]");
    json_t *ncu[PROGRAMS] = {NULL}, *emulator[PROGRAMS] = {NULL};
    struct pair *pairs = NULL;
    size_t count = 0;
    for (int i = 0; i < PROGRAMS; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s.csv", argv[1], programs[i]);
        if (access(path, R_OK)) {
            printf("skipped: %s has not been recorded\n", programs[i]);
            continue;
        }
        ncu[i] = read_csv(path);
        snprintf(path, sizeof path, "%s/%s.json", argv[2], programs[i]);
        emulator[i] = read_json(path);
        pairs = realloc(pairs, (count + json_array_size(ncu[i]) + 1) * sizeof *pairs);
        if (!pairs)
            die("no memory");
        count += pair_up(programs[i], ncu[i], emulator[i], pairs + count);
    }
    struct timed *timed = calloc(count + 1, sizeof *timed);
    if (!timed)
        die("no memory");
    for (size_t i = 0; i < count; i++) {
        check_counters(&pairs[i]);
        if (has_cache_check(&pairs[i]))
            check_caches(&pairs[i]);
        timed[i] = timed_launch(pairs[i].program, pairs[i].ncu, pairs[i].emulator);
        check(is_bound(&timed[i]), "%s: %s has a floor of %.2f us, and took %.2f us",
              timed[i].program, timed[i].kernel, timed[i].floor, timed[i].measured);
    }
    const struct floor_sums sums = floor_sums_of(timed, count);
    check(10 * sums.alike >= 9 * sums.near,
          "the unit that sets the floor is ncu's busiest for %zu of %zu launches only", sums.alike,
          sums.near);
    for (size_t i = 0; argc > 3 && i < sizeof parts / sizeof *parts; i++) {
        FILE *out = part_of(argv[3], parts[i].name);
        parts[i].write(out, pairs, count);
        fclose(out);
    }
    if (argc > 3) {
        FILE *times = part_of(argv[3], "times"), *floors = part_of(argv[3], "floors");
        write_times(times, timed, count);
        write_floors(floors, timed, count);
        fclose(times);
        fclose(floors);
    }
    free(timed);
    free(pairs);
    for (int i = 0; i < PROGRAMS; i++) {
        json_decref(ncu[i]);
        json_decref(emulator[i]);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
