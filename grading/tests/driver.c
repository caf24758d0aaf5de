/* Runs the grader's everyday tests, or only those named; run from the project's top folder. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests.h"
#include "lab/measure/timing.h"

static int passed, failed;

void expect(int truth, const char *format, ...)
{
    va_list list;
    passed += truth != 0;
    failed += truth == 0;
    if (truth)
        return;
    va_start(list, format);
    fputs("FAILED: ", stdout);
    vprintf(format, list);
    putchar('\n');
    va_end(list);
    fflush(stdout);
}

char *scratch(const char *name)
{
    char *path = text_of("build/grading/tests/%s", name);
    remove_tree(path);
    make_folders(path);
    return path;
}

void write_text(const char *path, const char *text)
{
    FILE *f = atomic_open(path);
    fputs(text, f);
    atomic_close(f, path);
}

int on_gpu(void)
{
    const char *backend = getenv("BACKEND");
    return backend && strcmp(backend, "gpu") == 0;
}

/* Seconds of processors that this process and those that it waited for have used. */
static double processors(void)
{
    static const int whose[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
    double seconds = 0;
    for (int i = 0; i < 2; i++) {
        struct rusage use;
        getrusage(whose[i], &use);
        seconds += (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
                   1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
    }
    return seconds;
}

/* First those that keep one core busy run beside those that mostly wait, some of them for times
 * that must not be disturbed; then those that use all cores, alone. */
enum lane { ALONE, BUSY, WAITING };

static const struct part {
    const char *name;
    enum lane lane;
    void (*run)(void);
} parts[] = {{"edits", BUSY, test_edits},
             {"texts", BUSY, test_texts},
             {"reports", BUSY, test_reports},
             {"hand_back", BUSY, test_hand_back},
             {"costs", BUSY, test_costs},
             {"resume", BUSY, test_resume},
             {"processes", WAITING, test_processes},
             {"fake_gpus", WAITING, test_fake_gpus},
             {"untried", ALONE, test_untried},
             {"few_sweeps", ALONE, test_few_sweeps},
             {"attacks", ALONE, test_attacks},
             {"class", ALONE, test_class},
             {"whole_class", ALONE, test_whole_class},
             {"gemv", ALONE, test_gemv},
             {"sweeps", ALONE, test_sweeps},
             {"gpus", ALONE, test_gpus},
             {"many", ALONE, test_many}};
enum { PARTS = sizeof parts / sizeof *parts, EVERYDAY = 12 };

static int is_wanted(int part, int argc, char **argv)
{
    int wanted = argc < 2 && part < EVERYDAY;
    for (int a = 1; a < argc; a++)
        wanted |= strcmp(argv[a], parts[part].name) == 0;
    return wanted;
}

static void run_part(const struct part *part)
{
    int before = passed, begun = failed;
    double start = lab_now_ms(), used = processors();
    part->run();
    printf("grader, %s: %d passed, %d failed, %.1f s (%.1f s of processors)\n", part->name,
           passed - before, failed - begun, (lab_now_ms() - start) / 1e3, processors() - used);
    fflush(stdout);
}

/* The parts of one lane, one after the other. */
static void run_lane(enum lane lane, int argc, char **argv)
{
    for (int i = 0; i < PARTS; i++)
        if (parts[i].lane == lane && is_wanted(i, argc, argv))
            run_part(&parts[i]);
}

/* Starts those that wait, as a process of its own, which writes to `out` and at last its counts to
 * *counts. */
static pid_t begin_beside(const char *out, int *counts, int argc, char **argv)
{
    int ends[2];
    fflush(stdout);
    if (pipe2(ends, O_CLOEXEC))
        die("no pipe for the tests");
    pid_t pid = fork();
    if (pid == 0) {
        if (!freopen(out, "w", stdout))
            _exit(9);
        run_lane(WAITING, argc, argv);
        int sums[2] = {passed, failed};
        _exit(write(ends[1], sums, sizeof sums) != sizeof sums);
    }
    close(ends[1]);
    *counts = ends[0];
    return pid;
}

/* A lane that dies is one failure. */
static void end_beside(pid_t pid, const char *out, int counts)
{
    int sums[2] = {0, 0}, status = -1;
    if (pid < 0 || read(counts, sums, sizeof sums) != sizeof sums)
        sums[1] = 1;
    if (pid > 0 && waitpid(pid, &status, 0) != pid)
        status = 0; /* another test's wait has taken it; its counts are here */
    char *text = read_file(out, 1 << 24, NULL);
    fputs(text ? text : "", stdout);
    if (status)
        printf("FAILED: the tests in %s ended with status %x\n", out, (unsigned)status);
    passed += sums[0];
    failed += sums[1];
    free(text);
    close(counts);
}

int main(int argc, char **argv)
{
    static const char out[] = "build/grading/tests/waiting.log";
    int counts;
    pid_t pid = begin_beside(out, &counts, argc, argv);
    run_lane(BUSY, argc, argv);
    end_beside(pid, out, counts);
    run_lane(ALONE, argc, argv);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0 || passed == 0;
}
