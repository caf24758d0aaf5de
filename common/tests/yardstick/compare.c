/* Sets the emulator's counters beside those that Nsight Compute read on an H200.
 *
 * compare RECORDED COUNTERS [OUT.md]
 *
 * RECORDED holds NAME.csv (record.sh), COUNTERS the emulator's NAME.json of the same programs
 * with the same arguments. Asserted: global requests and sectors, loads, stores and atomics, of
 * every launch; shared wavefronts; the L1 hit rate of loads and the bytes of DRAM of the
 * matrix-vector products and transposes. Where nvcc does not compile the accesses that the source
 * makes, a table of exceptions says what the source amounts to, and that is asserted instead.
 * No launch may be faster than its floor, and in 90 % of those close to it the unit that sets it is
 * the one that ncu saw busiest. OUT.md has the tables. */
#define _GNU_SOURCE
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

/* A counter: the names under which ncu and the emulator have it; up to two of ncu's are added. How
 * the hardware splits an atomic in which some lanes meet is not documented; the rule that the
 * emulator follows is within 11 of 46262 sectors for a random histogram. */
static const struct counter {
    const char *title, *ncu[2], *emulator;
    double tolerance; /* relative */
} counters[] = {
#define GLOBAL(unit, op) "l1tex__t_" unit "_pipe_lsu_mem_global_op_" op ".sum"
#define WAVEFRONTS(op)   "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" op ".sum"
#define EXACT(op)        "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_" op ".sum"
    {"load requests", {GLOBAL("requests", "ld"), 0}, GLOBAL("requests", "ld"), 0},
    {"load sectors", {GLOBAL("sectors", "ld"), 0}, GLOBAL("sectors", "ld"), 0},
    {"store requests", {GLOBAL("requests", "st"), 0}, GLOBAL("requests", "st"), 0},
    {"store sectors", {GLOBAL("sectors", "st"), 0}, GLOBAL("sectors", "st"), 0},
    {"atomic requests",
     {GLOBAL("requests", "red"), GLOBAL("requests", "atom")},
     GLOBAL("requests", "red"),
     0},
    {"atomic sectors",
     {GLOBAL("sectors", "red"), GLOBAL("sectors", "atom")},
     GLOBAL("sectors", "red"),
     0.001},
    {"shared load wavefronts", {EXACT("ld"), 0}, WAVEFRONTS("ld"), 0},
    {"shared store wavefronts", {EXACT("st"), 0}, WAVEFRONTS("st"), 0},
    {"shared atomic wavefronts", {WAVEFRONTS("atom"), 0}, WAVEFRONTS("atom"), 0},
};
enum { COUNTERS = sizeof counters / sizeof *counters };

/* Where the hardware ran other accesses than the source has. `source` is what the source amounts
 * to, worked out by hand. */
static const struct exception {
    const char *kernel, *counter;
    double source;
    const char *reason;
} exceptions[] = {
    {"gemm_tiled<32>", "shared load wavefronts", 1048576,
     "ptxas reads four neighbors of a row of A with one 16-byte load"},
    {"gemm_thread_tiled<64, 8, 4>", "shared load wavefronts", 262144,
     "ptxas reads a thread's four values of A with one 16-byte load"},
    {"atomic_same_constant", "atomic sectors", 65536,
     "nvcc adds once a warp: the lanes' ones are counted first"},
    {"shared_atomic_same", "shared atomic wavefronts", 65536,
     "nvcc adds up a warp's values first (REDUX)"},
    {"shared_histogram", "shared atomic wavefronts", 7202,
     "adding one is an instruction of its own (POPC.INC), which serves equal addresses at once"},
    {"row_distance", "load requests", 4200,
     "nvcc unrolls the loop by four; lanes with one more round part from the others"},
    {"reread", "load requests", 65536,
     "nvcc finds that every fourth round reads the same, and keeps it in registers"},
    {"reread", "load sectors", 1081344, "as its requests"},
    {"tree_scan", "shared load wavefronts", 26368,
     "where a level's pairs are neighbors, nvcc reads both with one 8-byte load"},
    {"tree_scan", "shared store wavefronts", 20352, "… and stores both at once"},
    {"compact", "store sectors", 1880,
     "where a warp's elements come depends on the order of the warps; here they go one after "
     "another"},
    {"copy_async", "shared store wavefronts", 1024,
     "an asynchronous copy is no store: ncu counts it only in the sum of all wavefronts"},
};
enum { EXCEPTIONS = sizeof exceptions / sizeof *exceptions };

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

static const struct exception *exception_of(const char *kernel, const char *counter)
{
    for (const struct exception *e = exceptions; e < exceptions + EXCEPTIONS; e++)
        if (strcmp(e->kernel, kernel) == 0 && strcmp(e->counter, counter) == 0)
            return e;
    return NULL;
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

static void write_count(FILE *out, double ncu, double ours, const struct exception *exception,
                        int *note)
{
    if (ncu == 0 && ours == 0)
        fputs(" – |", out);
    else if (exception)
        fprintf(out, " %.0f / %.0f (%d) |", ncu, ours, ++*note);
    else if (ncu == ours)
        fprintf(out, " %.0f |", ncu);
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
            write_count(out, counted_by_ncu(&pairs[i], c),
                        number_of(pairs[i].emulator, c->emulator), exception_of(kernel, c->title),
                        &note);
    }
    fputs("\n\n", out);
    for (size_t i = 0; i < count; i++)
        for (const struct counter *c = counters; c < counters + COUNTERS; c++) {
            const struct exception *e = exception_of(text_of(pairs[i].ncu, "kernel"), c->title);
            if (e)
                fprintf(out, "(%d) %s.\n", ++notes, e->reason);
        }
}

static void write_caches(FILE *out, const struct pair *pairs, size_t count)
{
    fputs("\nL1 hit rate of loads in per cent, and millions of bytes between L2 and DRAM: Nsight "
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
        die("usage: compare RECORDED COUNTERS [OUT.md]");
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
    FILE *out = argc > 3 ? fopen(argv[3], "w") : NULL;
    if (argc > 3 && !out)
        die("%s: cannot be written", argv[3]);
    if (out) {
        write_counts(out, pairs, count);
        write_caches(out, pairs, count);
        write_floors(out, timed, count);
        fclose(out);
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
