/* make test-class: 200 generated submissions over labs 01, 02 and 06 whose verdicts are known;
 * classes of 25, 50, 100 and 200 of them, for the time that grading takes and the memory that the
 * judge needs. In the emulator. */
#include <jansson.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "edits.h"
#include "tests.h"
#include "lab/measure/timing.h"

enum { STUDENTS = 200, RUNS = 4, TABLES = 3 };

struct course {
    const char *lab, *file;
    int share;                 /* so many of ten students hand it in */
    const char *table[TABLES]; /* texts of submissions */
};

static const struct course courses[] = {
    {"01_naive_gemv",
     "naive_gemv",
     5,
     {"mutants/01_wrong", "mutants/01_right", "attacks/01_attacks"}},
    {"02_coalesced_gemv", "coalesced_gemv", 3, {"mutants/02_wrong", "mutants/02_right", NULL}},
    {"06_tiled_transpose", "tiled_transpose", 2, {"mutants/06_wrong", "mutants/06_right", NULL}},
};
enum { COURSES = sizeof courses / sizeof *courses };

struct one {
    const struct course *course;
    const struct submission *submission; /* NULL: the solution */
};

/* Every fourth hands in the solution; the others, in turn, what the tables hold. The same for every
 * size of class. */
static struct one student_at(int i)
{
    int digit = i % 10, next = i / 10 * 3 + digit % 5, kind = i % 4;
    struct one one = {courses, NULL};
    for (digit -= one.course->share; digit >= 0; digit -= one.course->share)
        one.course++;
    for (int t = 0; kind; t = (t + 1) % TABLES, kind--)
        if (one.course->table[t]) {
            const struct submissions table = submissions_of(one.course->table[t]);
            one.submission = table.count ? &table.list[next * 7 % table.count] : NULL;
        }
    return one;
}

static void hand_in_one(const char *class, int i, char *const solution[])
{
    struct one one = student_at(i);
    const char *right = solution[one.course - courses];
    OWNED char *folder = text_of("%s/student%03d", class, i),
               *file = text_of("%s.cu", one.course->file),
               *text = one.submission ? edited_by(one.submission, right) : text_of("%s", right);
    if (text)
        hand_in_file(folder, file, text);
}

struct cost {
    double wall, cpu,
        megabytes; /* s; s of all processes together; the judge's own largest resident memory */
};

static struct cost grade(const char *class, const char *out)
{
    struct cost cost = {0, 0, 0};
    struct rusage use;
    OWNED char *log = text_of("%s.log", out);
    char line[200];
    double begin = lab_now_ms();
    pid_t pid = begin_judge(class, out, "BACKEND=emulator LAB=1,2,6 LIMIT=15 SEED=3 QUIET=");
    int status = 0;
    OWNED char *path = text_of("/proc/%d/status", (int)pid);
    for (; wait4(pid, &status, WNOHANG, &use) == 0; usleep(20000)) {
        FILE *f = fopen(path, "r");
        double kilobytes;
        while (f && fgets(line, sizeof line, f))
            if (sscanf(line, "VmHWM: %lf", &kilobytes) == 1)
                cost.megabytes = kilobytes / 1024;
        if (f)
            fclose(f);
    }
    expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "many: the judge ends with %x: see %s",
           (unsigned)status, log);
    cost.wall = (lab_now_ms() - begin) / 1e3;
    cost.cpu = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
               1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
    return cost;
}

static void expect_step(const struct one *one, int student, const json_t *step)
{
    int number = (int)json_number_in(step, "step");
    const char *got = json_text_in(step, "verdict"), *said = json_text_in(step, "message");
    const struct submission *s = one->submission;
    int hit = s && (s->step < 0 || s->step == number);
    enum verdict want = hit ? verdict_emulated(s) : PASS;
    if (!hit && s && got && strcmp(got, verdict_name(verdict_emulated(s))) == 0)
        want = verdict_emulated(s); /* steps can share a kernel, and its mistakes */
    expect(got && strcmp(got, verdict_name(want)) == 0,
           "many: student %d, lab %s, %s, step %d: %s '%s' instead of %s", student,
           one->course->lab, s ? s->name : "solution", number, got ? got : "nothing",
           said ? said : "", verdict_name(want));
}

static void expect_all(const char *out, int count)
{
    OWNED char *path = text_of("%s/results.json", out);
    char id[20];
    json_auto_t *root = json_load_file(path, 0, NULL);
    json_t *students = json_object_get(root, "students");
    expect(json_array_size(students) == (size_t)count, "many: %zu students instead of %d",
           json_array_size(students), count);
    for (int i = 0; i < count; i++) {
        struct one one = student_at(i);
        json_t *student = json_array_get(students, (size_t)i), *lab, *step;
        const char *name = json_text_in(student, "id");
        size_t l, k;
        snprintf(id, sizeof id, "student%03d", i);
        expect(name && strcmp(name, id) == 0, "many: %s is lost", id);
        json_array_foreach(json_object_get(student, "labs"), l, lab)
        {
            const char *of = json_text_in(lab, "lab");
            json_array_foreach(json_object_get(lab, "steps"), k, step)
            {
                if (strcmp(of, one.course->lab) == 0)
                    expect_step(&one, i, step);
                else
                    expect(strcmp(json_text_in(step, "verdict"), "not_attempted") == 0,
                           "many: %s has something for lab %s", id, of);
            }
        }
    }
}

void test_many(void)
{
    char *solution[COURSES];
    struct cost cost[RUNS];
    for (int i = 0; i < COURSES; i++) {
        OWNED char *path = text_of("solutions/%s/%s.cu", courses[i].lab, courses[i].file);
        solution[i] = read_file(path, 1 << 20, NULL);
        if (!solution[i])
            die("%s is missing", path);
    }
    for (int r = 0; r < RUNS; r++) {
        int count = STUDENTS >> (RUNS - 1 - r);
        OWNED char *name = text_of("many-%d", count), *class = scratch(name),
                   *out = text_of("%s-grades", class);
        remove_tree(out);
        for (int i = 0; i < count; i++)
            hand_in_one(class, i, solution);
        cost[r] = grade(class, out);
        expect_all(out, count);
        printf(
            "grader, class of %d: %.0f s, %.2f s a submission (%.2f s of processors); the judge's "
            "peak memory %.1f MB\n",
            count, cost[r].wall, cost[r].wall / count, cost[r].cpu / count, cost[r].megabytes);
        fflush(stdout);
    }
    const struct cost *least = &cost[0],
                      *most = &cost[RUNS - 1]; /* wall time tells of neighbours */
    expect(most->cpu / least->cpu < 1.3 * (1 << (RUNS - 1)), "many: time does not grow linearly");
    expect(most->megabytes < least->megabytes + 3, "many: memory grows with the class");
    for (int i = 0; i < COURSES; i++)
        free(solution[i]);
}
