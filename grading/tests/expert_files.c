/* A lab's expert files: what they are called, which handed-in file is whose, and points that are a
 * bonus. */
#include <jansson.h>
#include <math.h>

#include "intake/intake.h"
#include "names/names.h"
#include "tests.h"
#include "report/report.h"

#define CORE   "08_thread_tiled_gemm"
#define HOPPER "08_thread_tiled_gemm_hopper"
#define OTHER  "09_binary_xnor_gemm_hopper"

static void test_list(void)
{
    const struct lab_file *files, *core = NULL;
    const struct lab_step *steps;
    int count = lab_files(&files), experts = 0;
    for (int i = 0; i < count; i++) {
        const struct lab_file *f = &files[i];
        core = f->track == LAB_CORE ? f : core;
        size_t length = core ? strlen(core->lab) : 0;
        expect(
            core && strcmp(f->folder, core->lab) == 0 && strncmp(f->lab, core->lab, length) == 0 &&
                (f == core || (f->lab[length] == '_' && strcmp(f->lab + length + 1, f->name) == 0)),
            "experts: %s does not begin with the id of the core above it", f->lab);
        expect(lab_steps_of(f->lab, &steps) > 0 && (f == core || steps->step == 1),
               "experts: %s has no step 1", f->lab);
        experts += f != core;
    }
    expect(experts >= 4, "experts: only %d files", experts);
}

static void test_called(void)
{
    static const struct {
        const char *said, *lab;
        int is;
    } table[] = {{"08", CORE, 1},
                 {"8", CORE, 1},
                 {CORE, CORE, 1},
                 {"08", HOPPER, 0},
                 {CORE, HOPPER, 0},
                 {"8/hopper", HOPPER, 1},
                 {"08/hopper", HOPPER, 1},
                 {CORE "/hopper", HOPPER, 1},
                 {CORE "/hopper", CORE, 0},
                 {HOPPER, HOPPER, 1},
                 {"08/hopper", CORE, 0},
                 {"09/hopper", HOPPER, 0},
                 {"08/", HOPPER, 0},
                 {"/hopper", HOPPER, 0},
                 {"08/hopper.cu", HOPPER, 0},
                 {"08/thread_tiled_gemm", CORE, 0},
                 {"", CORE, 0},
                 {"8x", CORE, 0}};
    static const struct {
        const char *lab, *before, *called;
    } order[] = {{"01_naive_gemv", NULL, "01"},
                 {CORE, "07_tiled_gemm", "08"},
                 {HOPPER, CORE, "08/hopper"},
                 {OTHER, "09_binary_xnor_gemm_tensor_cores", "09/hopper"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        expect(lab_is_called(table[i].said, table[i].lab) == table[i].is, "experts: LAB=%s %s %s",
               table[i].said, table[i].is ? "is not" : "is", table[i].lab);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const struct lab_file *before = lab_file_before(order[i].lab);
        expect(before && order[i].before ? strcmp(before->lab, order[i].before) == 0
                                         : !before && !order[i].before,
               "experts: before %s comes %s", order[i].lab, before ? before->lab : "nothing");
        expect(strcmp(lab_file_of(order[i].lab)->called, order[i].called) == 0,
               "experts: %s is called %s", order[i].lab, lab_file_of(order[i].lab)->called);
    }
}

/* By its place, or by what LAB_MAIN says where two labs have a file of its name. */
static void test_found(void)
{
    static const struct {
        const char *path, *text;
    } files[] = {{"ann/labs/" CORE "/hopper.cu", "LAB_MAIN(" HOPPER ")\n"},
                 {"ann/labs/" CORE "/thread_tiled_gemm.cu", "LAB_MAIN(" CORE ")\n"},
                 {"ann/labs/09_binary_xnor_gemm/hopper.cu", "LAB_MAIN(" OTHER ")\n"},
                 {"bob/hopper.cu", "/* not LAB_MAIN(" HOPPER ") */\nLAB_MAIN(" OTHER ")\n"},
                 {"cyd/" CORE "/hopper.cu", "nothing of the kind\n"},
                 {"dan/x.cu", "LAB_MAIN(" OTHER ")\n"},
                 {"eve/lab08/mine.cu", "LAB_MAIN(" HOPPER ")\n"},
                 {"fay/hopper.cu", "nothing of the kind\n"},
                 {"gil/09_binary_xnor_gemm/hopper.cu", "nothing of the kind\n"},
                 {"hal/hopper.cu", "LAB_MAIN(" OTHER ")\n"}}; /* in UTF-16 */
    static const struct {
        const char *who, *core, *hopper, *other; /* "": none */
    } want[] = {{"ann", "ann/labs/" CORE "/thread_tiled_gemm.cu", "ann/labs/" CORE "/hopper.cu",
                 "ann/labs/09_binary_xnor_gemm/hopper.cu"},
                {"bob", "", "", "bob/hopper.cu"},
                {"cyd", "", "cyd/" CORE "/hopper.cu", ""},
                {"dan", "", "", "dan/x.cu"},
                {"eve", "", "eve/lab08/mine.cu", ""},
                {"fay", "", "fay/hopper.cu", ""},
                {"gil", "", "", "gil/09_binary_xnor_gemm/hopper.cu"},
                {"hal", "", "", "hal/hopper.cu"}};
    static struct context c;
    enum { STUDENTS = sizeof want / sizeof *want };
    OWNED char *folder = scratch("expert-files");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        OWNED char *path = text_of("%s/%s", folder, files[i].path);
        OWNED char *above = text_of("%.*s", (int)(strrchr(path, '/') - path), path);
        make_folders(above);
        (strncmp(files[i].path, "hal/", 4) ? write_text : write_wide)(path, files[i].text);
    }
    c.submissions = folder;
    c.lab[c.labs++] = CORE;
    c.lab[c.labs++] = HOPPER;
    c.lab[c.labs++] = OTHER;
    find_students(&c);
    collect_files(&c);
    expect(c.students == STUDENTS, "experts: %d students", c.students);
    for (int i = 0; i < c.students && i < STUDENTS; i++) {
        const char *files_of[] = {want[i].core, want[i].hopper, want[i].other};
        for (int l = 0; l < 3; l++) {
            OWNED char *found = find_file(&c, i, l);
            const char *file = found ? found + strlen(folder) + 1 : "";
            expect(strcmp(c.student[i].id, want[i].who) == 0 && strcmp(file, files_of[l]) == 0,
                   "experts: %s has '%s' for %s", c.student[i].id, file, c.lab[l]);
        }
    }
}

/* Whether the declaration's track makes it a bonus, and what a rubric says instead. */
static void test_rubric(void)
{
    static const struct {
        const char *lab, *text;
        int bonus; /* -1: a mistake */
    } table[] = {{CORE, NULL, 0},
                 {HOPPER, NULL, 1},
                 {CORE, "{\"bonus\": true}", 1},
                 {HOPPER, "{\"bonus\": false}", 0},
                 {HOPPER, "{\"steps\": [{\"step\": 1, \"points\": 3}]}", 1},
                 {HOPPER, "{\"bonus\": 1}", -1}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        OWNED char *folder = scratch("expert-rubrics");
        char why[400];
        OWNED char *file = text_of("%s/%s.json", folder, table[i].lab);
        struct lab_rubric r;
        if (table[i].text)
            write_text(file, table[i].text);
        int bad = bad_rubric(table[i].lab, folder, &r, why, sizeof why);
        expect(table[i].bonus < 0 ? bad && strstr(why, "bonus: must be true or false")
                                  : !bad && r.bonus == table[i].bonus,
               "experts: rubric %zu: %s", i, bad ? why : "the other way round");
    }
}

/* A bonus counts for the student and is not asked of anybody; results.json says which lab it is. */
static void test_bonus(void)
{
    static struct context c;
    OWNED char *out = scratch("expert-bonus");
    double all, without, have, of_lab;
    size_t i;
    json_t *student, *labs;
    make_class(&c, 45, EMULATOR, out);
    have = points_found(&c, 40, -1, &all);
    points_found(&c, 40, 2, &of_lab);
    c.rubric[2].bonus = 1;
    free(reported(&c));
    without = number_at(out, c.student[40].id, -1, "max");
    expect(fabs(number_at(out, c.student[40].id, -1, "points") - have) < 1e-9 && of_lab > 0 &&
               fabs(without - (all - of_lab)) < 1e-9,
           "experts: %g of %g points, and with a bonus of %g", have, all, without);
    OWNED char *text = contents(out, "results.json"), *page = page_data(out, "report.html");
    json_auto_t *root = json_loads(text, 0, NULL);
    json_array_foreach(json_object_get(root, "students"), i, student)
    {
        labs = json_object_get(student, "labs");
        expect(json_is_false(json_object_get(json_array_get(labs, 0), "bonus")) &&
                   json_is_true(json_object_get(json_array_get(labs, 2), "bonus")),
               "experts: results.json does not say what is a bonus, student %zu", i);
        if (i >= 2)
            break;
    }
    expect(i == 2, "experts: results.json has no students");
    expect(times_in(page, "\"bonus\":true") == c.students,
           "experts: the page does not say what is a bonus");
}

void test_experts(void)
{
    expect_solution("experts", "09/tensor_cores");
    test_list();
    test_called();
    test_found();
    test_rubric();
    test_bonus();
}
