/* Attacks that need another lab than the class's: what prepare_… may not do. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "03_constant_gemv/attacks.h"
#include "tests.h"

enum { ATTACKS = sizeof attacks_03 / sizeof *attacks_03 };

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

void test_attacks(void)
{
    char *class = scratch("attacks"), *out = scratch("attacks-grades"),
         *solution = read_file("solutions/03_constant_gemv/constant_gemv.cu", 1 << 20, NULL),
         *command = text_of("SUBMISSIONS=%s OUT=%s LAB=3 LIMIT=7 QUIET=1 build/grading/judge > "
                            "%s.log",
                            class, out, out),
         *path = text_of("%s/results.json", out);
    for (int i = 0; i < ATTACKS && solution; i++)
        submit(class, &attacks_03[i], solution);
    int status = system(command);
    json_t *results = json_load_file(path, 0, NULL), *student;
    size_t k;
    expect(solution && WIFEXITED(status) && WEXITSTATUS(status) == 0 && results,
           "the judge did not come to its end: see %s.log", out);
    json_array_foreach(json_object_get(results, "students"), k, student)
    {
        for (int i = 0; i < ATTACKS; i++)
            if (strcmp(attacks_03[i].name, json_string_value(json_object_get(student, "id"))) == 0)
                expect_attack(student, &attacks_03[i]);
    }
    expect(k == ATTACKS, "attacks: %zu students of %d", k, ATTACKS);
    printf("grader, attacks: %d on what is prepared\n", ATTACKS);
    json_decref(results);
    free(path);
    free(command);
    free(solution);
    free(out);
    free(class);
}
