/* Every value that `make sweep` offers for a constant of a solution is right, and has full marks,
 * in each step that the constant has an effect on: whoever tries what the lab invites them to loses
 * nothing. Only a value that undoes the step's idea is `right, but …`. */
#include <jansson.h>

#include "tests.h"

enum { MOST_CONSTANTS = 16, MOST_VALUES = 16 };

struct constant { /* a line of lookup/constants.sh */
    char name[40];
    int value, first, last, values, offered[MOST_VALUES];
};

static int read_constants(const char *file, struct constant *list)
{
    char line[1000];
    OWNED char *command = text_of("common/tools/lookup/constants.sh '%s'", file);
    FILE *from = popen(command, "r");
    int count = 0;
    while (from && count < MOST_CONSTANTS && fgets(line, sizeof line, from)) {
        struct constant *c = &list[count];
        char *rest = line;
        int used = 0;
        if (sscanf(line, "%39s %d %d %d%n", c->name, &c->value, &c->first, &c->last, &used) != 4)
            continue;
        rest += used;
        for (c->values = 0; c->values < MOST_VALUES; c->values++, rest += used)
            if (sscanf(rest, "%d%n", &c->offered[c->values], &used) != 1)
                break;
        count++;
    }
    expect(from && pclose(from) == 0, "%s fails", command);
    return count;
}

/* One folder for each value of a constant that this step knows, in `class`; how many. */
static int hand_in_values(const struct constant *list, int constants, int step,
                          const char *solution, const char *class, const char *file)
{
    int count = 0;
    for (const struct constant *c = list; c < list + constants; c++)
        for (int i = 0; i < c->values && c->first <= step && step <= c->last; i++) {
            OWNED char *folder = text_of("%s/%s_%d", class, c->name, c->offered[i]),
                       *from = text_of("#define %s %d ", c->name, c->value);
            OWNED char *to = text_of("#define %s %d ", c->name, c->offered[i]);
            const char *at = strstr(solution, from);
            expect(at != NULL, "%s: there is no %s", file, from);
            if (at && c->offered[i] != c->value) {
                OWNED char *text =
                    text_of("%.*s%s%s", (int)(at - solution), solution, to, at + strlen(from));
                hand_in_file(folder, file, text);
                count++;
            }
        }
    return count;
}

/* Settings whose constant switches the step's idea off, as hand_in_values calls them. */
static int undoes(const char *lab, int step, const char *setting)
{
    static const struct {
        const char *lab, *setting;
        int step;
    } list[] = {
        {"09", "CONSTANT_TABLE_1", 3}, {"09", "ROW_SHARED_0", 4}, {"09", "ROWS_ALONG_X_1", 6},
        {"02", "UNROLL_1", 2},         {"02", "UNROLL_2", 2},     {"02", "UNROLL_4", 2},
        {"04", "UNROLL_1", 1},         {"04", "UNROLL_4", 1},     {"03", "UNROLL_1", 1},
        {"03", "UNROLL_4", 1},         {"03", "UNROLL_8", 1},     {"03", "UNROLL_1", 2},
        {"03", "UNROLL_4", 2},         {"03", "UNROLL_8", 2},     {"04", "PART_UNROLL_1", 2},
        {"05", "UNROLL_1", 2},         {"05", "UNROLL_1", 3}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strncmp(lab, list[i].lab, 2) == 0 && strcmp(setting, list[i].setting) == 0 &&
            list[i].step == step)
            return 1;
    return 0;
}

static void expect_full_marks(const char *lab, int step, json_t *results)
{
    size_t i, j, k;
    json_t *student, *graded, *s;
    json_array_foreach(json_object_get(results, "students"), i, student)
    {
        json_array_foreach(json_object_get(student, "labs"), j, graded)
        {
            json_array_foreach(json_object_get(graded, "steps"), k, s)
            {
                if (json_number_in(s, "step") != step)
                    continue;
                double points = json_number_in(s, "points"), max = json_number_in(s, "max");
                const char *setting = json_text_in(student, "id"),
                           *verdict = json_text_in(s, "verdict");
                expect(undoes(lab, step, setting) ? strcmp(verdict, "slow") == 0
                                                  : points == max && max > 0,
                       "lab %s, step %d, %s: %s, %g points of %g: %s", lab, step, setting, verdict,
                       points, max, json_text_in(s, "message"));
            }
        }
    }
}

static void sweep_step(const char *lab, const char *file, int step)
{
    OWNED char *name = text_of("sweep-%.2s.%d", lab, step), *class = scratch(name),
               *path = text_of("solutions/%s/%s", lab, file),
               *solution = read_file(path, 1 << 20, NULL);
    struct constant list[MOST_CONSTANTS];
    int constants = read_constants(path, list), count = 0;
    if (solution)
        count = hand_in_values(list, constants, step, solution, class, file);
    if (count) {
        char number[] = {lab[0], lab[1], 0};
        json_auto_t *results = grade_class(number, step, class);
        expect_full_marks(lab, step, results);
        printf("sweep: lab %s, step %d: %d values\n", lab, step, count);
    }
}

void test_sweeps(void)
{
    const struct lab_step *facts;
    int count = lab_all_steps(&facts);
    for (int i = 0; i < count; i++) {
        OWNED char *file = text_of("%s.cu", &facts[i].lab[3]);
        if (emulated(&facts[i]))
            sweep_step(facts[i].lab, file, facts[i].step);
    }
}
