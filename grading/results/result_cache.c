/* Results that outlive the judge. OUT/kept/students/ID/LAB/ holds the file that was graded and
 * result.json, which says what came of it and under which key: a hash of everything that the result
 * depends on (the file, the lab's declaration and rubric, common/, the grader's own sources, the
 * commands that compile, backend, limits). A later run takes a result whose key, device and
 * isolation are still the same, and grades the rest. A result appears whole or not at
 * all, so a run that was killed goes on where it was.
 *
 * The next run goes on with the seed of the last one (judge/options.c), so that an interrupted
 * class is asked the same questions as an uninterrupted one, and who hands in late the same as the
 * others. */
#include <sys/file.h>
#include <time.h>

#include "result_cache.h"
#include "engine/attainment.h"
#include "intake/intake.h"
#include "names/names.h"

enum { LARGEST_KEPT = 1 << 20 };

/* ---- the key */

/* What all results of a run depend on: the sources, by name and content, but for what no result
 * depends on, and for common/labs/NN_….h, of which only the lab's own counts. */
static void hash_tools(struct context *c)
{
    static const char sources[] =
        "cd \"$GRADE_ROOT\" && find common grading \\( -name tests -o -name tools -o -name report "
        "-o -name handout -o -name '.*' \\) -prune -o -type f \\( -name '*.[chS]' -o -name '*.cu' "
        "-o -name '*.mk' -o ! -name '*.*' \\) ! -name '[0-9]*' -print0 | LC_ALL=C sort -z | "
        "xargs -0 sha256sum";
    struct sha256_ctx h;
    char part[4096];
    sha256_init(&h);
    setenv("GRADE_ROOT", c->root, 1);
    fflush(NULL);
    FILE *f = popen(sources, "r");
    for (size_t got; f && (got = fread(part, 1, sizeof part, f)) > 0;)
        hash_add(&h, part, got);
    if (!f || pclose(f))
        die("the grader's sources in %s cannot be read", c->root);
    for (int b = 0; b < BACKENDS; b++) {
        hash_add_text(&h, b == c->backend ? "graded" : "");
        hash_add_text(&h, tool(b, "PREPROCESS"));
        hash_add_text(&h, tool(b, "COMPILE"));
        hash_add_text(&h, tool(b, "LINK"));
    }
    OWNED char *limits = text_of("%d %d %d", c->seconds, c->compile_seconds, c->only_step);
    hash_add_text(&h, limits);
    hash_end(&h, c->tools_hash);
}

void keep_lab_key(const struct context *c, int lab, char key[HASH_TEXT])
{
    struct sha256_ctx h;
    OWNED char *declared = text_of("%s/common/labs/%s.h", c->root, c->lab[lab]),
               *changed = text_of("%s/%s.json", c->rubrics ? c->rubrics : "", c->lab[lab]),
               *solution = lab_path(c->root, "solutions", c->lab[lab]);
    sha256_init(&h);
    hash_add_text(&h, c->tools_hash);
    hash_add_text(&h, c->lab[lab]);
    hash_add_file(&h, declared);
    if (c->rubrics)
        hash_add_file(&h, changed);
    if (c->backend == GPU) /* times are compared with it */
        hash_add_file(&h, solution);
    hash_end(&h, key);
}

/* The key of a result: `file` is the submission, or NULL; then the message depends on what is there
 * in its place. */
static void result_key(const struct context *c, int student, int lab, const char *file,
                       char key[HASH_TEXT])
{
    struct sha256_ctx h;
    struct stat s = {0};
    keep_lab_key(c, lab, key);
    sha256_init(&h);
    hash_add_text(&h, key);
    hash_add_text(&h, !file ? "none" : lstat(file, &s) ? strerror(errno) : "one");
    if (file && s.st_size <= LARGEST_KEPT)
        hash_add_file(&h, file);
    if (!file)
        hash_add_text(&h, handed_in(c, student, lab)->others);
    if (!file && c->student[student].note)
        hash_add_text(&h, c->student[student].note);
    hash_end(&h, key);
}

/* ---- where */

static char *kept_folder(const struct context *c, int student, int lab)
{
    return text_of("%s/kept/students/%s/%s", c->out, c->student[student].id, c->lab[lab]);
}

static char *kept_result(const struct context *c, int student, int lab)
{
    OWNED char *folder = kept_folder(c, student, lab);
    return text_of("%s/result.json", folder);
}

char *keep_file(const struct context *c, int student, int lab)
{
    char name[128];
    OWNED char *folder = kept_folder(c, student, lab);
    lab_file_name(c->lab[lab], name, sizeof name);
    return text_of("%s/%s", folder, name);
}

char *keep_copy(const struct context *c, int student, int lab, const char *file)
{
    size_t size;
    char *text = read_file(file, LARGEST_KEPT, &size), *path = keep_file(c, student, lab);
    OWNED char *folder = kept_folder(c, student, lab);
    make_folders(folder);
    if (!text) { /* building it will say what is the matter */
        free(path);
        return text_of("%s", file);
    }
    text = utf8_text(text, &size);
    FILE *f = atomic_open(path);
    if (fwrite(text, 1, size, f) != size)
        die("cannot write %s: %s", path, strerror(errno));
    atomic_close(f, path);
    free(text);
    return path;
}

/* ---- one result */

static json_t *step_json(const char *metrics, int step, const struct step_result *r)
{
    const struct figures *f = &r->figures;
    json_t *counters = json_object();
    OWNED char *names = text_of("%s", metrics);
    char *rest = names;
    for (char *name; (name = strsep(&rest, ","));) {
        const double count = lab_answered_count(r->answer, name);
        if (!isnan(count))
            json_object_set_new(counters, name, json_figure(count));
    }
    return json_pack(
        "{s:i, s:s, s:o, s:s*, s:f, s:f, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
        "s:o}",
        "step", step, "verdict", verdict_name(r->ruling.verdict), "message",
        json_text(r->ruling.message), "nothing", r->ruling.nothing, "points", r->points, "max",
        r->max, "ms", json_figure(f->ms), "spread", json_figure(f->spread), "gbytes_per_s",
        json_figure(f->gbytes_per_s), "gflops", json_figure(f->gflops), "percent_of_peak",
        json_figure(f->percent_of_peak), "speedup_over_previous",
        json_figure(f->speedup_over_previous), "speedup_over_reference",
        json_figure(f->speedup_over_reference), "library_ratio", json_figure(f->library_ratio),
        "reference_over_previous", json_figure(f->reference_over_previous), "floor_ms",
        json_figure(f->floor_ms), "floor_unit",
        *r->floor_unit ? json_text(r->floor_unit) : json_null(), "counters", counters);
}

void keep_save(const struct context *c, int student, int lab, const char *file,
               const struct step_result *results)
{
    char key[HASH_TEXT];
    OWNED char *folder = kept_folder(c, student, lab), *path = kept_result(c, student, lab);
    OWNED char *seed = text_of("0x%016llx", (unsigned long long)c->seed);
    json_t *steps = json_array();
    result_key(c, student, lab, file, key);
    for (int i = 0; i < c->steps[lab]; i++)
        json_array_append_new(steps,
                              step_json(c->metrics[lab], fact_of(c, lab, i)->step, &results[i]));
    make_folders(folder);
    json_to_file(json_pack("{s:s, s:o, s:b, s:s, s:I, s:o}", "key", key, "device",
                           json_text(c->machine), "isolated", c->isolated, "seed", seed, "graded",
                           (json_int_t)time(NULL), "steps", steps),
                 path, 17); /* every digit */
}

static int is_wanted(const struct context *c, int student, int lab, const json_t *root, int how)
{
    char key[HASH_TEXT];
    const char *had = json_text_in(root, "key"), *device = json_text_in(root, "device"),
               *seed = json_text_in(root, "seed");
    const json_t *steps = json_object_get(root, "steps"), *step;
    size_t i;
    if (!had || !device || !seed || json_array_size(steps) != (size_t)c->steps[lab])
        return 0;
    json_array_foreach(steps, i, step)
    {
        const char *verdict = json_text_in(step, "verdict");
        if (!verdict || (!(how & KEEP_FAULTS) && strcmp(verdict, verdict_name(GRADER_ERROR)) == 0))
            return 0;
    }
    if (how & KEEP_ANY_KEY)
        return 1;
    OWNED char *file = find_file(c, student, lab);
    result_key(c, student, lab, file, key);
    return strcmp(key, had) == 0 &&
           (how & KEEP_ANY_MACHINE ||
            (strcmp(device, c->machine) == 0 &&
             json_is_true(json_object_get(root, "isolated")) == c->isolated)) &&
           (!c->seed_given || c->regrade || strtoull(seed, NULL, 0) == c->seed);
}

json_t *keep_load(const struct context *c, int student, int lab, int how)
{
    OWNED char *path = kept_result(c, student, lab);
    json_auto_t *root = json_load_file(path, 0, NULL);
    return is_wanted(c, student, lab, root, how) ? json_incref(root) : NULL;
}

static void add_machine(struct context *c, const json_t *kept)
{
    const char *device = json_text_in(kept, "device");
    const size_t used = strlen(c->machine);
    c->isolated &= json_is_true(json_object_get(kept, "isolated"));
    if (!strstr(c->machine, device))
        snprintf(c->machine + used, sizeof c->machine - used, "%s%s", used ? ", " : "", device);
}

void keep_take(struct context *c, unsigned char *done, int how)
{
    for (int i = 0; i < c->students * c->labs; i++) {
        const int s = i / c->labs, l = i % c->labs,
                  dropped = c->fresh ||
                            (c->regrade &&
                             (!*c->student_id || strcmp(c->student_id, c->student[s].id) == 0) &&
                             (!*c->regrade_lab || lab_matches(c->regrade_lab, c->lab[l])));
        OWNED char *path = kept_result(c, s, l);
        if (dropped && unlink(path) && errno != ENOENT)
            die("cannot remove %s: %s", path, strerror(errno));
        json_auto_t *kept = dropped ? NULL : keep_load(c, s, l, how);
        done[i] = kept != NULL;
        if (kept && how & KEEP_ANY_MACHINE)
            add_machine(c, kept);
    }
}

int keep_count(const struct context *c, const unsigned char *done, int *all)
{
    int kept = 0;
    *all = 0;
    for (int i = 0; i < c->students * c->labs; i++) {
        int there = is_handed_in(c, i / c->labs, i % c->labs);
        *all += there;
        kept += there && done[i];
    }
    if (kept && !c->quiet)
        printf("Kept from earlier runs: %d of %d gradings.\n", kept, *all);
    return kept;
}

/* ---- the run */

void keep_open(struct context *c)
{
    hash_tools(c);
    if (c->task) /* of a Slurm job: whoever submitted it holds the lock */
        return;
    /* one judge at a time works on OUT: held until the process and its workers have ended */
    OWNED char *path = text_of("%s/lock", c->out);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0)
        die("cannot open %s: %s", path, strerror(errno));
    if (flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
        say_line(stderr, "Waiting for another judge that works on %s.", c->out);
    while (flock(fd, LOCK_EX))
        if (errno != EINTR)
            die("cannot lock %s: %s", path, strerror(errno));
    remove_tree(c->work);
    make_folders(c->work);
}
