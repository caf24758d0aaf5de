/* The picture of the line that lost points: what the judge takes of a runner's word for it and what
 * it keeps, a real kernel's, and what stands in the pages. browser_test.sh looks at the drawing. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "results/result_cache.h"
#include "tests.h"

static const char four_lanes[] = "0 0 4 8 4 1024 0 15 0 128 256 384";

static void test_numbers(void)
{
    static const char *const unsound[] = {
        "",
        " ",
        "0 0 4 8 4 1024 0 15 0 128 256",         /* a lane is missing */
        "0 0 4 8 4 1024 0 15 0 128 256 384 512", /* one too many */
        "0 0 4 8 4 1024 0 15 0 128 256 384 ",
        " 0 0 4 8 4 1024 0 15 0 128 256 384",
        "0  0 4 8 4 1024 0 15 0 128 256 384",
        "3 0 4 8 4 1024 0 15 0 128 256 384", /* no such space */
        "0 -1 4 8 4 1024 0 15 0 128 256 384",
        "0 0 17 8 4 1024 0 15 0 128 256 384",
        "0 0 0 8 4 1024 0 15 0 128 256 384",
        "0 0 4 9999 4 1024 0 15 0 128 256 384",
        "0 0 4 8 4 1024 128 15 0 128 256 384",
        "0 0 4 8 4 1024 0 0", /* no lane */
        "0 0 4 8 4 1024 0 4294967296",
        "0 0 4 8 4 99999999999999999999 0 15 0 128 256 384",
        "0 0 4 8 4 1024 0 15 0 128 256 0x180",
        "0 0 4 8 4 1024 0 15 0 128 256 1e9",
        "0 0 4 8 4 1024 0 15 0 128 256 nan",
        "0 0 4 8 4 1024 0 15 0 128 256 +384",
        "0 0 4 8 4 1024 0 15 0 128 256 --384",
        "0 0 4 8 4 1024 0 15 0\n128 256 384",
        "0 0 4 8 4 1024 0 15 0 128 256 \"><script>",
        "0 0 4 8 4 1024 0 15 0 128 256 384<",
    };
    char long_one[2000] = "0 0 4 8 4 1024 0 4294967295";
    expect(drawing_is_sound(four_lanes), "drawings: four lanes are refused");
    expect(drawing_is_sound("1 2 16 0 0 0 127 2147483648 -4"), "drawings: lane 31 is refused");
    for (size_t i = 0; i < sizeof unsound / sizeof *unsound; i++)
        expect(!drawing_is_sound(unsound[i]), "drawings: '%s' is taken", unsound[i]);
    for (int lane = 0; lane < 32; lane++)
        strcat(long_one, " 000000000000000000000000000000000000000000000001");
    expect(!drawing_is_sound(long_one), "drawings: one that is too long is taken");
}

/* What is kept of a step comes back; what was put in its place since does not. */
static void test_kept(void)
{
    static struct step_result before, after;
    const struct context c = {.metrics = 0};
    before.ruling.verdict = SLOW;
    before.drawing.line = 12;
    snprintf(before.drawing.source, sizeof before.drawing.source, "sum += A[<script>\"&];");
    snprintf(before.drawing.access, sizeof before.drawing.access, "%s", four_lanes);
    json_auto_t *object = keep_step_json(&c, 1, &before);
    json_t *kept = json_object_get(object, "drawing");
    expect(keep_step_from(&c, 1, object, &after) &&
               memcmp(&before.drawing, &after.drawing, sizeof before.drawing) == 0,
           "drawings: '%s' comes back as '%s'", before.drawing.source, after.drawing.source);
    json_object_set_new(kept, "access", json_string("0 0 4 8 4 1024 0 15 0 128 256 <img>"));
    expect(keep_step_from(&c, 1, object, &after) && after.drawing.line == 0,
           "drawings: markup is read back");
}

/* A student's page has a picture, or none, and nobody's markup; nor has the class's. */
static void expect_picture(const char *out, const char *who, int wanted)
{
    OWNED char *name = text_of("students/%s/feedback.html", who), *page = page_data(out, name);
    const int there = times_in(page, "\"access\":");
    expect(there == wanted, "drawings: %s has %d pictures instead of %d", who, there, wanted);
    check_page(out, name);
}

/* Programs that answer the judge themselves. */
static void test_answers(void)
{
    static const char *const mode[] = {"good", "markup", "more", "file", "line"};
    OWNED char *class = scratch("drawings"), *out = scratch("drawings-grades");
    for (size_t i = 0; i < sizeof mode / sizeof *mode; i++) {
        OWNED char *text =
            text_of("#include \"lab.h\"\n/* <b onclick='x'>\"&\x01</script> fake: draws-%s "
                    "*/\nLAB_MAIN(01_naive_gemv)\n",
                    mode[i]);
        hand_in(class, mode[i], text);
    }
    fake_tools(1);
    json_decref(run_judge(class, out, "LAB=1 STEP=1 SEED=7 BACKEND=emulator"));
    fake_tools(0);
    for (size_t i = 0; i < sizeof mode / sizeof *mode; i++)
        expect_picture(out, mode[i], i == 0);
    check_page(out, "report.html");
    OWNED char *page = page_data(out, "students/good/feedback.html"),
               *results = contents(out, "results.json");
    expect(strstr(page, "\"access\":\"0 0 4 8 4 1024 0 15 0 128 256 384\"") &&
               strstr(page, "\"source\":\"/* \\u003cb onclick='x'>\\\"&?\\u003c/script>"),
           "drawings: the line of source is not as it was written");
    expect(!strstr(results, "drawing"), "drawings: results.json has a new field");
}

/* A tile without padding, in the emulator: a column of it lies in one bank. And the solution. */
static void test_kernel(void)
{
    OWNED char *class = scratch("drawings-tile"), *out = scratch("drawings-tile-grades"),
               *folder = text_of("%s/narrow", class), *right = text_of("%s/right", class),
               *solution =
                   read_file("solutions/06_tiled_transpose/tiled_transpose.cu", 1 << 20, NULL);
    OWNED char *text = text_of("%s", solution ? solution : "");
    char *tile = strstr(text, "float tile[K][K + 1];");
    expect(tile != NULL, "drawings: step 5 of lab 06 has another tile");
    if (tile)
        memcpy(tile, "float tile[K][K    ];", strlen("float tile[K][K    ];"));
    hand_in_file(folder, "tiled_transpose.cu", text);
    hand_in_file(right, "tiled_transpose.cu", solution ? solution : "");
    json_decref(run_judge(class, out, "LAB=6 STEP=5 SEED=7 BACKEND=emulator"));
    expect_picture(out, "narrow", 1);
    expect_picture(out, "right", 0);
    OWNED char *page = page_data(out, "students/narrow/feedback.html");
    expect(strstr(page, "\"access\":\"1 0 4 32 1 4096 0 4294967295 0 128 256 384 ") &&
               strstr(page, "= tile[threadIdx.x][threadIdx.y];\""),
           "drawings: not a column of the tile");
}

void test_drawings(void)
{
    test_numbers();
    test_kept();
    test_answers();
    test_kernel();
}
