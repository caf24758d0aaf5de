/* Attacks that need another lab than the class's: what prepare_… may not do. */
#include <jansson.h>

#include "edits.h"
#include "tests.h"
#include "lab/measure/timing.h"

static void submit(const char *class, const struct submission *s, const char *solution)
{
    OWNED char *text = edited_by(s, solution), *folder = text_of("%s/%s", class, s->name);
    if (text)
        hand_in_file(folder, "constant_gemv.cu", text);
}

static void expect_verdict(const json_t *results, const char *id, int step, enum verdict want,
                           const char *says)
{
    const json_t *got = step_of(results, id, step);
    const char *verdict = json_text_in(got, "verdict"), *said = json_text_in(got, "message");
    expect(verdict && strcmp(verdict, verdict_name(want)) == 0 && (!says || strstr(said, says)),
           "%s, step %d: %s '%s' instead of %s", id, step, verdict ? verdict : "missing",
           said ? said : "", verdict_name(want));
}

static void expect_students(const json_t *results, int students)
{
    size_t found = json_array_size(json_object_get(results, "students"));
    expect(students && found == (size_t)students, "attacks: %zu students of %d", found, students);
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
    enum { BUDGET = 15, STEPS = 4 /* of lab 05 */ };
    OWNED char *class = scratch("bombs"), *out = scratch("bombs-grades"),
               *folder = text_of("%s/solution", class),
               *more = text_of("LAB=5 LIMIT=60 COMPILE_LIMIT=%d JOBS=%d", BUDGET, count + 1);
    for (int i = 0; i < count; i++) {
        OWNED char *text =
                       text_of("#include \"lab.h\"\n%sLAB_MAIN(05_shuffle_gemv)\n", bombs[i].text),
                   *bomb = text_of("%s/%s", class, bombs[i].name);
        hand_in_file(bomb, "shuffle_gemv.cu", text);
    }
    hand_in_file(folder, "shuffle_gemv.cu", solution);
    double begin = lab_now_ms();
    json_auto_t *results = run_judge(class, out, more);
    double took = (lab_now_ms() - begin) / 1e3;
    expect(took < 3 * BUDGET, "bombs: they took %.0f s", took);
    expect_students(results, count + 1);
    for (int step = 1; step <= STEPS; step++) {
        expect_verdict(results, "solution", step, PASS, NULL);
        for (int i = 0; i < count; i++)
            expect_verdict(results, bombs[i].name, step, COMPILE_ERROR, NULL);
    }
    printf("grader, attacks: %d bombs for the compiler, of %d s each, in %.0f s\n", count, BUDGET,
           took);
}

static void drop_bombs(int count)
{
    OWNED char *solution = read_file("solutions/05_shuffle_gemv/shuffle_gemv.cu", 1 << 20, NULL);
    if (solution && !on_gpu())
        test_bombs(solution, count);
}

void test_all_bombs(void)
{
    drop_bombs(BOMBS);
}

void test_attacks(void)
{
    OWNED char *class = scratch("attacks"), *out = scratch("attacks-grades"),
               *solution = read_file("solutions/03_constant_gemv/constant_gemv.cu", 1 << 20, NULL);
    const struct submissions attacks = submissions_of("attacks/03_prepare");
    for (int i = 0; i < attacks.count && solution; i++)
        submit(class, &attacks.list[i], solution);
    json_auto_t *results = run_judge(class, out, "LAB=3 LIMIT=7");
    expect_students(results, attacks.count);
    for (int i = 0; i < attacks.count; i++)
        for (int step = 1; step <= 2; step++) {
            const struct submission *s = &attacks.list[i];
            int hit = step == s->step;
            expect_verdict(results, s->name, step, hit ? s->verdict : PASS,
                           hit ? s->message : NULL);
        }
    printf("grader, attacks: %d on what is prepared\n", attacks.count);
    drop_bombs(2); /* one that takes time, one that takes memory */
}
