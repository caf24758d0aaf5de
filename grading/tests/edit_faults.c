/* The texts of submissions: what is wrong with one is said with its file and line; those that are
 * here can be read, and all their edits apply to the solutions of today. */
#include <glob.h>

#include "edits.h"
#include "tests.h"

#define LAB  "lab 01_naive_gemv\n"
#define HEAD LAB "== step 1: a, wrong\n"

/* The faults of one text: when it is read, or applied to lab 01's solution. NULL: none. */
static char *fault_of(const char *path, const char *solution)
{
    struct submissions all;
    char *fault = read_submissions(path, &all);
    for (int i = 0; i < all.count && !fault; i++)
        free(apply_edits(&all.list[i], solution, &fault));
    free_submissions(&all);
    return fault;
}

static void test_faults(const char *solution)
{
    static const struct {
        const char *text, *says; /* behind the file's name */
    } table[] = {
        {"", ":1: there is no submission"},
        {"lab 77_nothing\n", ":1: there is no lab '77_nothing'"},
        {LAB "lab 01_naive_gemv\n", ":2: the file is for lab 01_naive_gemv"},
        {"== step 1: a, wrong\n", ":1: the file must name its lab first"},
        {LAB "-x\n", ":2: '-x' stands before the first"},
        {LAB "\n== step 4: a, wrong\n", ":3: lab 01_naive_gemv has no step 4"},
        {LAB "== step 1: a, fine\n", ":2: 'fine' is no verdict"},
        {LAB "== step 1: a\n", ":2: '== step 1: a' is not '== step N: name, verdict'"},
        {LAB "== step 1: a b, wrong\n", ":2: '== step 1: a b, wrong' is not"},
        {LAB "== step 1: a, wrong  x\n", ":2: '== step 1: a, wrong  x' is not"},
        {HEAD, ":2: a has no edit"},
        {HEAD "-x\nsays what\n", ":4: 'says what' is not"},
        {HEAD "says what\nsays who\n", ":4: 'says who' is not"},
        {HEAD "\tx\n", ":3: '\tx' is not"},
        {HEAD " x\n", ":3: this edit of a changes nothing"},
        {HEAD "-x\n+x\n", ":3: this edit of a changes nothing"},
        {HEAD "-x\n\n== step 1: a, wrong\n-x\n", ":5: line 2 has a submission a, too"},
        {HEAD "-x\n\n== all steps: a, wrong\n-x\n", ":5: line 2 has a submission a, too"},
        {HEAD "-    float product = 0;\n+\n", "there they stand 0 times, outside 0 times"},
        {HEAD "-    float product = 0;\n+\n", ":3: these lines of a must stand once"},
        {HEAD "-}\n", "there they stand 2 times"},
        {HEAD "+x\n", ":3: these lines of a must stand once"},
        {HEAD "-    cudaFree(device);\n", ":3: these lines of a"}, /* step 2's */
        {HEAD "-    y[row] = sum;\n+\n@@\n-    float sum = 0;\n+\n",
         ":6: this edit of a stands before the one above it"},
    };
    OWNED char *folder = scratch("edits");
    OWNED char *path = text_of("%s/a.txt", folder), *missing = text_of("%s/missing.txt", folder);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        write_text(path, table[i].text);
        OWNED char *fault = fault_of(path, solution);
        expect(fault && strncmp(fault, path, strlen(path)) == 0 && strstr(fault, table[i].says),
               "edits: '%s': '%s' instead of '%s'", table[i].text, fault ? fault : "no fault",
               table[i].says);
    }
    OWNED char *fault = fault_of(missing, solution);
    expect(fault && strstr(fault, "missing.txt:0: it cannot be read"), "edits: missing: %s",
           fault ? fault : "no fault");
}

/* Context, an empty line within an edit, a blank at a line's end, two edits, another's lines left
 * alone. */
static void test_applying(void)
{
    static const char text[] = "lab 02_coalesced_gemv\n# A comment.\n\n== step 2: a_1, lucky\n"
                               "# Another.\nsays x, y\n one\n+two\\x20\n\n-three\n@@\n-end\n+END\n"
                               "\n# ----\n\n== all steps: a_2, elusive\n-top\n",
                      solution[] = "top\n#if LAB_STEP(1)\none\n\nthree\n#endif\n#if LAB_STEP(2) || "
                                   "\\\n    LAB_STEP(3)\none\n\nthree\n#endif\nend\n",
                      wanted[] = "top\n#if LAB_STEP(1)\none\n\nthree\n#endif\n#if LAB_STEP(2) || "
                                 "\\\n    LAB_STEP(3)\none\ntwo \n\n#endif\nEND\n";
    OWNED char *folder = scratch("edits"), *path = text_of("%s/b.txt", folder);
    write_text(path, text);
    struct submissions all;
    char *fault = read_submissions(path, &all), *got = NULL, *second = NULL;
    expect(!fault && all.count == 2, "edits: %d submissions: %s", all.count, fault ? fault : "");
    if (!fault && all.count == 2) {
        const struct submission *s = all.list;
        expect(s[0].step == 2 && s[0].verdict == LUCKY && strcmp(s[0].name, "a_1") == 0 &&
                   strcmp(s[0].message, "x, y") == 0 && s[0].edits == 2 && s[0].line == 4,
               "edits: the first is not as it stands there");
        expect(s[1].step == -1 && s[1].verdict == ELUSIVE && !s[1].message && s[1].edits == 1,
               "edits: the second is not as it stands there");
        got = apply_edits(&s[0], solution, &fault);
        expect(got && strcmp(got, wanted) == 0, "edits: '%s' instead of '%s'", got ? got : fault,
               wanted);
        second = apply_edits(&s[1], solution, &fault);
        expect(second && strcmp(second, solution + strlen("top\n")) == 0, "edits: '%s'", second);
    }
    free(second);
    free(got);
    free(fault);
    free_submissions(&all);
}

/* One expectation for each file; what is wrong with it is printed edit by edit. */
static void test_file(const char *path)
{
    struct submissions all;
    char *fault = read_submissions(path, &all);
    int applied = 0;
    if (fault)
        printf("%s\n", fault);
    free(fault);
    OWNED char *at = all.lab && lab_file_of(all.lab) ? lab_path(".", "solutions", all.lab) : NULL,
               *solution = at ? read_file(at, 1 << 20, NULL) : NULL;
    for (int i = 0; i < all.count && solution; i++) {
        fault = NULL;
        OWNED char *text = apply_edits(&all.list[i], solution, &fault);
        applied += text != NULL;
        if (fault)
            printf("%s\n", fault);
        free(fault);
    }
    expect(all.count && applied == all.count, "%s: %d of %d submissions can be made", path, applied,
           all.count);
    free_submissions(&all);
}

void test_edits(void)
{
    OWNED char *solution = read_file("solutions/01_naive_gemv/naive_gemv.cu", 1 << 20, NULL);
    glob_t files;
    test_applying();
    test_faults(solution ? solution : "");
    int found = glob("grading/tests/mutants/*.txt", 0, NULL, &files) == 0 &&
                glob("grading/tests/attacks/*.txt", GLOB_APPEND, NULL, &files) == 0;
    expect(found, "there are no texts of submissions");
    for (size_t i = 0; i < files.gl_pathc; i++)
        test_file(files.gl_pathv[i]);
    globfree(&files);
}
