/* A runner that needs no device and misbehaves on request: the tests' stand-in for a student's
 * program. argv[0]'s last part says how: "fake-MODE". It computes the right answer itself, with the
 * judge's own functions. */
#include <glob.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/talk.h"
#include "lab/problem.h"

static void reply(const char *text)
{
    if (write(PROTOCOL_ANSWER, text, strlen(text)) < 0)
        _exit(9);
}

/* 1: it has answered already. */
static int misbehave(const char *mode, unsigned long long id)
{
    char line[PROTOCOL_LINE];
    if (strcmp(mode, "silent") == 0)
        for (;;)
            pause();
    if (strcmp(mode, "exit") == 0)
        _exit(0);
    if (strcmp(mode, "crash") == 0)
        raise(SIGSEGV);
    if (strcmp(mode, "abort") == 0) {
        fprintf(stderr, "first line\nAssertion failed: \001 m > 0\n");
        raise(SIGABRT);
    }
    if (strcmp(mode, "close") == 0) {
        close(PROTOCOL_ANSWER);
        for (;;)
            pause();
    }
    if (strcmp(mode, "garbage") == 0)
        reply("hello, judge\n");
    if (strcmp(mode, "partial") == 0) {
        reply("1 ok ms=1");
        for (;;)
            pause();
    }
    if (strcmp(mode, "zero") == 0 && write(PROTOCOL_ANSWER, "1 ok\0 ms=1\n", 11) < 0)
        _exit(9);
    if (strcmp(mode, "twice") == 0)
        reply("1 ok ms=1\n1 ok ms=2\n");
    if (strcmp(mode, "endless") == 0)
        for (memset(line, 'x', sizeof line);;)
            if (write(PROTOCOL_ANSWER, line, sizeof line) < 0)
                _exit(9);
    if (strcmp(mode, "prefix") == 0) /* without a newline: our own line becomes its end */
        reply("1 ok finding=%zz l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum=8 ");
    if (strcmp(mode, "oldid") == 0) {
        snprintf(line, sizeof line, "%llu ok ms=1\n", id - 1);
        reply(line);
    }
    if (strcmp(mode, "percent") == 0) {
        snprintf(line, sizeof line, "%llu ok ms=%%zz damage=%%4\n", id);
        reply(line);
        return 1;
    }
    if (strcmp(mode, "shrink") == 0 && ftruncate(PROTOCOL_MEMORY, 0) == 0)
        _exit(8); /* the judge would die of SIGBUS: the seal must forbid it */
    if (strcmp(mode, "loud") == 0) {
        memset(line, 'y', sizeof line);
        for (int i = 0; i < 2000; i++)
            if (write(1, line, sizeof line) < 0)
                _exit(9);
    }
    return 0;
}

/* The right corners of an output that is too large to be looked at whole (corners.h). */
static void compute_corners(const struct lab_reference *ref, float *out)
{
    const struct lab_shape whole = lab_shape_of(&ref->question);
    const struct lab_ends rows = lab_row_ends(&whole.out), cols = lab_col_ends(&whole.out);
    for (int i = 0; i < ref->shape.out.rows; i++)
        for (int j = 0; j < ref->shape.out.cols; j++)
            lab_put(ref->shape.out.type, out, (size_t)i * (size_t)ref->shape.out.ld + (size_t)j,
                    lab_huge_right(ref, lab_from_corner(rows, i, whole.out.rows),
                                   lab_from_corner(cols, j, whole.out.cols)));
}

/* The right output, but for what the mode wants wrong. */
static void compute(const struct lab_case *c, const char *mode, float *out)
{
    struct lab_reference ref;
    if (lab_reference_of(c, &ref))
        _exit(9);
    if (!ref.right && strcmp(mode, "untouched") == 0)
        memset(out, lab_poison_byte(c), lab_bytes(&ref.shape.out));
    else if (!ref.right)
        compute_corners(&ref, out);
    for (size_t i = 0; ref.right && i < ref.count; i++) {
        out[i] = (float)ref.right[i].value;
        if (strcmp(mode, "untouched") == 0)
            out[i] = ref.shape.in_place ? ((const float *)ref.matrix[0])[i]
                                        : (float)lab_poison_value(c, LAB_F32);
    }
    if (strcmp(mode, "wrong") == 0)
        out[ref.count / 2] += 1000;
    if (strcmp(mode, "nan") == 0)
        out[ref.count - 1] = NAN;
    if (strcmp(mode, "late") == 0 && c->m > 5 && ref.count > 1)
        out[0] = (float)lab_poison_value(c, LAB_F32);
    lab_reference_free(&ref);
}

/* Timing: a launch takes 2 ms (8 in mode "slow"), and its events say so, but for what the mode
 * wants wrong. 1 if it was asked. */
static int time_it(const char *verb, const char *mode, unsigned long long id,
                   const struct lab_case *c, int launches, float *memory)
{
    static struct lab_case first, opened;
    static int batches;
    char line[200];
    double ms = strcmp(mode, "slow") == 0 ? 8 : 2, says = ms;
    int timing = strcmp(verb, "open") == 0 || strcmp(verb, "batch") == 0 ||
                 strcmp(verb, "fetch") == 0 || strcmp(verb, "close") == 0;
    if (strcmp(verb, "open") == 0)
        opened = *c;
    if (first.m == 0)
        first = opened;
    if (strcmp(verb, "batch") == 0) {
        batches++;
        if (strcmp(mode, "impossible") == 0)
            ms = says = 1e-6;
        if (strcmp(mode, "liar") == 0)
            says = 0.1;
        if (strcmp(mode, "tires") == 0 && batches == 5)
            raise(SIGSEGV);
        usleep((useconds_t)(ms * 1000 * launches));
    }
    if (strcmp(verb, "fetch") == 0)
        compute(strcmp(mode, "stale") == 0 ? &first : &opened, "good", memory);
    if (strcmp(verb, "fetch") == 0 && strcmp(mode, "sometimes") == 0 && batches == 6)
        memory[0] += 1000;
    snprintf(line, sizeof line, "%llu ok ms=%g\n", id, says);
    if (strcmp(verb, "batch") == 0 && strcmp(mode, "fails") == 0)
        snprintf(line, sizeof line, "%llu error cuda=cudaErrorIllegalAddress\n", id);
    if (timing)
        reply(line);
    return timing;
}

/* A small GPU, of which this machine seems to have two. */
static int is_device(const char *verb, unsigned long long id, void *memory)
{
    struct lab_gpu gpu = {.name = "fake", .count = 2, .free_bytes = 1 << 20, .l2_bytes = 1000};
    char line[PROTOCOL_LINE];
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    if (strcmp(verb, "device") != 0 && strcmp(verb, "rest") != 0)
        return 0;
    snprintf(gpu.bus, sizeof gpu.bus, "%s", visible ? visible : "none");
    memcpy(memory, &gpu, sizeof gpu);
    snprintf(line, sizeof line, "%llu ok\n", id);
    reply(line);
    return 1;
}

/* Two that know that the steps of a lab share a process. "copies": step 2 answers a question with
 * what step 1 answered to the same size and kind; "spoils": once step 1 was asked, step 2 is wrong.
 * Step 2 of neither is at fault alone, or of both. */
static void remember(const char *mode, int step, struct lab_case *c)
{
    static struct lab_case asked[64];
    static int count;
    if (step == 1 && count < 64)
        asked[count++] = *c;
    if (step == 1)
        return;
    if (strcmp(mode, "copies") == 0 && count == 0)
        c->seed++;
    for (int i = 0; i < count; i++)
        if (strcmp(mode, "spoils") == 0 || (strcmp(mode, "copies") == 0 && asked[i].m == c->m &&
                                            asked[i].n == c->n && asked[i].data == c->data)) {
            c->seed = asked[i].seed;
            return;
        }
}

/* "fake: WORD" in the student's file, where the judge starts us under a name of its own. */
static const char *written_mode(void)
{
    static char text[1 << 16], word[40];
    glob_t files;
    FILE *f = glob("*.cu", 0, NULL, &files) == 0 ? fopen(files.gl_pathv[0], "r") : NULL;
    size_t got = f ? fread(text, 1, sizeof text - 1, f) : 0;
    const char *at = got ? strstr(text, "fake: ") : NULL;
    if (f)
        fclose(f);
    return at && sscanf(at, "fake: %39s", word) == 1 ? word : "good";
}

/* In place of an emulator: what the judge asks to be counted, as many sectors as hold each element
 * once, and 1 of all else. */
static void count(char *line, const struct lab_case *c, char *metrics)
{
    double sectors = ceil((double)c->m * c->n / 8);
    if (!*metrics || strcmp(metrics, "-") == 0)
        return;
    for (char *name; (name = strsep(&metrics, ","));)
        protocol_add_number(line, name,
                            strstr(name, "sectors") && strstr(name, "_ld") ? sectors : 1);
}

/* All that the judge shares with us. */
static float *shared_memory(void)
{
    struct stat s;
    void *memory =
        fstat(PROTOCOL_MEMORY, &s)
            ? MAP_FAILED
            : mmap(NULL, (size_t)s.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, PROTOCOL_MEMORY, 0);
    if (memory == MAP_FAILED)
        _exit(6);
    return memory;
}

int main(int argc, char **argv)
{
    char line[PROTOCOL_LINE], asked[PROTOCOL_LINE], verb[16];
    const char *name = argc > 0 ? strrchr(argv[0], '/') : NULL,
               *mode = name && strncmp(name, "/fake-", 6) == 0 ? name + 6 : written_mode();
    float *memory = shared_memory();
    FILE *in = fdopen(PROTOCOL_ASK, "r");
    while (in && fgets(line, sizeof line, in)) {
        struct lab_case c;
        int step, number = 0, metrics = 0;
        unsigned long long id = 0;
        unsigned problem, data, unusual;
        unsigned long long seed;
        if (sscanf(line, "%llu %15s %d %u %u %u %d %d %d %llu %*u %n%d", &id, verb, &step, &problem,
                   &data, &unusual, &c.m, &c.n, &c.k, &seed, &metrics, &number) < 10)
            return 7;
        if (is_device(verb, id, memory))
            continue;
        c.problem = (enum lab_problem)problem;
        c.data = (enum lab_data)data;
        c.seed = seed;
        c.memory = (int)unusual;
        if (strcmp(verb, "check") == 0)
            remember(mode, step, &c);
        if (time_it(verb, mode, id, &c, number, memory))
            continue;
        compute(&c, mode, memory);
        if (misbehave(mode, id))
            continue;
        snprintf(asked, sizeof asked, "%.*s", (int)strcspn(line + metrics, "\n"), line + metrics);
        snprintf(line, sizeof line, "%llu ok", id);
        protocol_add_number(line, "ms", strcmp(mode, "untouched") == 0 ? -1 : 0.5);
        if (strcmp(mode, "race") == 0) {
            protocol_add(line, "kind", "race_global");
            protocol_add(line, "file", "some/where/x.cu");
            protocol_add_number(line, "line", 12);
            protocol_add(line, "finding", "two threads write y[3]");
        }
        count(line, &c, asked);
        strcat(line, "\n");
        reply(line);
    }
    return 0;
}
