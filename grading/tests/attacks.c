/* Attacks that need another lab than the class's: what prepare_… may not do. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "edits.h"
#include "tests.h"
#include "lab/measure/timing.h"

static void submit(const char *class, const struct submission *s, const char *solution)
{
    char *text = edited_by(s, solution), *folder = text_of("%s/%s", class, s->name);
    if (text)
        hand_in_file(folder, "constant_gemv.cu", text);
    free(folder);
    free(text);
}

static void expect_attack(json_t *student, const struct submission *s)
{
    json_t *lab = json_array_get(json_object_get(student, "labs"), 0), *step;
    size_t i;
    json_array_foreach(json_object_get(lab, "steps"), i, step)
    {
        int hit = json_integer_value(json_object_get(step, "step")) == s->step;
        const char *want = verdict_name(hit ? s->verdict : PASS),
                   *got = json_string_value(json_object_get(step, "verdict")),
                   *said = json_string_value(json_object_get(step, "message"));
        expect(got && strcmp(got, want) == 0 && (!hit || !s->message || strstr(said, s->message)),
               "%s, step %zu: %s '%s' instead of %s", s->name, i + 1, got ? got : "missing",
               said ? said : "", want);
    }
    expect(i == 2, "%s: %zu steps", s->name, i);
}

/* ---- bombs for the compiler: all that they cost is one budget for the file, and nobody else
 * pays */

static const struct {
    const char *name, *text;
} bombs[] = {
    {"templates",
     "template <int D, class T> struct t { typedef typename t<D - 1, t<D, T>>::x a; typedef "
     "typename t<D - 1, t<D, T *>>::x b; typedef a x; };\n"
     "template <class T> struct t<0, T> { typedef int x; };\nt<28, int>::x big;\n"},
    {"text", /* 10 GB of it */
     "#define A(x) x x x x x x x x x x\n#define B(x) A(A(A(x)))\n"
     "const char *t = B(B(B(\"0123456789\")));\n"},
    {"constants",
     "#define F(n) constexpr long f##n() { long s = 0; for (long i = 0; i < 8000000; i++) s += i ^ "
     "n; return s; } static_assert(f##n() != 1);\n"
     "#define G(n) F(n##0) F(n##1) F(n##2) F(n##3) F(n##4) F(n##5) F(n##6) F(n##7)\n"
     "G(1) G(2) G(3) G(4) G(5) G(6) G(7) G(8)\n"},
    {"array", "unsigned char big[3000000000u] = {1, 2, 3};\n"},
};

enum { BOMBS = sizeof bombs / sizeof *bombs };

/* So many of them, and a solution beside them; COMPILE_LIMIT in seconds. */
static void test_bombs(const char *solution, int count)
{
    enum { BUDGET = 20 };
    char *class = scratch("bombs"), *out = scratch("bombs-grades"),
         *path = text_of("%s/results.json", out),
         *command = text_of("SUBMISSIONS=%s OUT=%s LAB=5 LIMIT=60 COMPILE_LIMIT=%d JOBS=%d QUIET=1 "
                            "build/grading/judge > %s.log",
                            class, out, BUDGET, count + 1, out);
    for (int i = 0; i < count; i++) {
        char *text = text_of("#include \"lab.h\"\n%sLAB_MAIN(05_shuffle_gemv)\n", bombs[i].text),
             *folder = text_of("%s/%s", class, bombs[i].name);
        hand_in_file(folder, "shuffle_gemv.cu", text);
        free(folder);
        free(text);
    }
    char *folder = text_of("%s/solution", class);
    hand_in_file(folder, "shuffle_gemv.cu", solution);
    double begin = lab_now_ms();
    int status = system(command);
    double took = (lab_now_ms() - begin) / 1e3;
    json_t *results = json_load_file(path, 0, NULL), *student, *step;
    size_t k, i;
    expect(WIFEXITED(status) && WEXITSTATUS(status) == 0 && results,
           "bombs: the judge did not come to its end: see %s.log", out);
    expect(took < 3 * BUDGET, "bombs: they took %.0f s", took);
    json_array_foreach(json_object_get(results, "students"), k, student)
    {
        const char *id = json_string_value(json_object_get(student, "id"));
        json_t *lab = json_array_get(json_object_get(student, "labs"), 0);
        json_array_foreach(json_object_get(lab, "steps"), i, step)
        {
            const char *got = json_string_value(json_object_get(step, "verdict")),
                       *said = json_string_value(json_object_get(step, "message"));
            expect(strcmp(got, strcmp(id, "solution") == 0 ? "pass" : "compile_error") == 0,
                   "bombs: %s, step %zu: %s '%s'", id, i + 1, got, said);
        }
        expect(i == 4, "bombs: %s has %zu steps", id, i);
    }
    expect(k == (size_t)count + 1, "bombs: %zu students", k);
    printf("grader, attacks: %d bombs for the compiler, of %d s each, in %.0f s\n", count, BUDGET,
           took);
    json_decref(results);
    free(folder);
    free(command);
    free(path);
    free(out);
    free(class);
}

static void drop_bombs(int count)
{
    char *solution = read_file("solutions/05_shuffle_gemv/shuffle_gemv.cu", 1 << 20, NULL);
    if (solution && !on_gpu())
        test_bombs(solution, count);
    free(solution);
}

void test_all_bombs(void)
{
    drop_bombs(BOMBS);
}

void test_attacks(void)
{
    char *class = scratch("attacks"), *out = scratch("attacks-grades"),
         *solution = read_file("solutions/03_constant_gemv/constant_gemv.cu", 1 << 20, NULL),
         *command = text_of("SUBMISSIONS=%s OUT=%s LAB=3 LIMIT=7 QUIET=1 build/grading/judge > "
                            "%s.log",
                            class, out, out),
         *path = text_of("%s/results.json", out);
    const struct submissions attacks = submissions_of("attacks/03_prepare");
    for (int i = 0; i < attacks.count && solution; i++)
        submit(class, &attacks.list[i], solution);
    int status = system(command);
    json_t *results = json_load_file(path, 0, NULL), *student;
    size_t k;
    expect(solution && WIFEXITED(status) && WEXITSTATUS(status) == 0 && results,
           "the judge did not come to its end: see %s.log", out);
    json_array_foreach(json_object_get(results, "students"), k, student)
    {
        for (int i = 0; i < attacks.count; i++)
            if (strcmp(attacks.list[i].name, json_string_value(json_object_get(student, "id"))) ==
                0)
                expect_attack(student, &attacks.list[i]);
    }
    expect(attacks.count && k == (size_t)attacks.count, "attacks: %zu students of %d", k,
           attacks.count);
    printf("grader, attacks: %d on what is prepared\n", attacks.count);
    drop_bombs(2); /* one that takes time, one that takes memory */
    json_decref(results);
    free(path);
    free(command);
    free(solution);
    free(out);
    free(class);
}
