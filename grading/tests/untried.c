/* A pass of lab 08/hopper names the TODOs that the emulator does not compile, and is none
 * where they are empty. */
#include <jansson.h>

#include "tests.h"

#define FOLDER    "08_thread_tiled_gemm"
#define FILE_NAME "hopper.cu"

/* The solution without its code for TODOs first … last, as the stub has it. Free it. */
static char *emptied(const char *solution, int first, int last)
{
    char *text = text_of("%s", solution);
    for (int i = first; i <= last; i++) {
        OWNED char *mark = text_of("/*{ TODO %d", i);
        char *at = strstr(text, mark), *begin = at ? strstr(at, "*/") : NULL,
             *end = begin ? strstr(begin, "/*}*/") : NULL;
        expect(end != NULL, "untried: there is no TODO %d", i);
        if (end)
            memmove(begin + 2, end, strlen(end) + 1);
    }
    return text;
}

static void expect_step(json_t *results, const char *id, const char *verdict, double points,
                        const char *message)
{
    const json_t *step = step_of(results, id, 6);
    const char *got = json_text_in(step, "verdict"), *said = json_text_in(step, "message");
    double have = json_number_in(step, "points"), max = json_number_in(step, "max");
    expect(got && strcmp(got, verdict) == 0 && said && strstr(said, message) &&
               have > points * max - 1e-9 && have < points * max + 1e-9,
           "untried, %s: %s, %g points of %g, '%s'", id, got ? got : "nothing", have, max,
           said ? said : "");
}

void test_untried(void)
{
    OWNED char *class = scratch("untried");
    char *path = "solutions/" FOLDER "/" FILE_NAME;
    OWNED char *solution = read_file(path, 1 << 20, NULL);
    static const struct {
        const char *id;
        int first, last;
        const char *verdict;
        double points;
        const char *message;
    } files[] = {{"whole", 1, 0, "pass", 1, "TODO 14 to 15 were not tried"},
                 {"both_empty", 14, 15, "slow", 0.7, "2 of them are as they were in the stub"},
                 {"first_empty", 14, 14, "slow", 0.7, "1 of them"},
                 {"last_empty", 15, 15, "slow", 0.7, "1 of them"}};
    enum { FILES = sizeof files / sizeof *files };
    expect(solution != NULL, "untried: %s cannot be read", path);
    for (int i = 0; solution && i < FILES; i++) {
        OWNED char *folder = text_of("%s/%s", class, files[i].id),
                   *text = emptied(solution, files[i].first, files[i].last);
        hand_in_file(folder, FILE_NAME, text);
    }
    json_auto_t *results = solution ? grade_class("8/hopper", 6, class) : NULL;
    for (int i = 0; results && i < FILES; i++)
        expect_step(results, files[i].id, files[i].verdict, files[i].points, files[i].message);
}
