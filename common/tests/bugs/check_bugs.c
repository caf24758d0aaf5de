/* Runs every specimen of expected.txt in the emulator: each planted bug must be found, with its
 * kind, its file and its line, and the clean look-alikes must pass without a word.
 *
 * check_bugs SOURCES PROGRAMS SCRATCH [ID]
 *
 * SOURCES holds expected.txt and the .cu files, PROGRAMS is what the paths of their programs begin
 * with (…/bugs_); SCRATCH is a folder for what the emulator writes. With ID only that one runs,
 * and what was found is shown. SCRATCH/table.md sets it beside what compute-sanitizer said on an
 * H200 (record_sanitizer.sh); where that is silent, expected.txt must say why. */
#define _GNU_SOURCE
#include "../yardstick/records.h"

#include <sys/stat.h>
#include <unistd.h>

enum { MARKS = 8, SECONDS = 30 };

struct specimen {
    char id[64], kind[64], file[64], tool[64], remark[128];
    long lines[MARKS]; /* where the file says "BUG: kind id" */
    int marks;
};

static int passed, failed;

static void verdict(int condition, const struct specimen *s, const char *format, ...)
{
    va_list arguments;
    if (condition) {
        passed++;
        return;
    }
    failed++;
    printf("%s: %s: ", s->file, s->id);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

static void find_marks(struct specimen *s, const char *sources)
{
    char path[1024], mark[256], text[1024];
    snprintf(path, sizeof path, "%s/%s", sources, s->file);
    snprintf(mark, sizeof mark, "BUG: %s %s ", s->kind, s->id);
    FILE *file = fopen(path, "r");
    if (!file)
        die("%s: cannot be opened", path);
    for (long line = 1; fgets(text, sizeof text, file); line++)
        if (strstr(text, mark) && s->marks < MARKS)
            s->lines[s->marks++] = line;
    fclose(file);
}

/* Its exit status does not matter: some bugs end the program. -1 if it had to be stopped. */
static int run(const struct specimen *s, const char *programs, const char *json, const char *order)
{
    char command[4096];
    remove(json);
    snprintf(command, sizeof command,
             "EMU_REPORT=0 EMU_TIMEOUT=2 EMU_ORDER=%s EMU_COUNTERS='%s' timeout %d '%s%.*s' %s "
             ">/dev/null 2>&1",
             order, json, SECONDS, programs, (int)strcspn(s->file, "."), s->file, s->id);
    return WEXITSTATUS(system(command)) == 124 ? -1 : 0;
}

static int is_marked(const struct specimen *s, const char *file, long line)
{
    for (int i = 0; i < s->marks; i++)
        if (strcmp(file, s->file) == 0 && line == s->lines[i])
            return 1;
    return 0;
}

/* Is what the emulator found right? Says so where it is not. */
static int check(const struct specimen *s, const json_t *record, int show)
{
    const json_t *launch, *finding;
    char all[2048] = "";
    size_t i, j;
    int found = 0, astray = 0, count = 0;
    json_array_foreach(record, i, launch)
    {
        json_array_foreach(json_object_get(launch, "findings"), j, finding)
        {
            const char *kind = text_of(finding, "kind"), *file = text_of(finding, "file"),
                       *slash = strrchr(file, '/');
            const long line = (long)number_of(finding, "line");
            file = slash ? slash + 1 : file;
            found |= strcmp(kind, s->kind) == 0 && is_marked(s, file, line);
            astray |= !is_marked(s, file, line);
            const size_t used = strlen(all);
            snprintf(all + used, sizeof all - used, "%s%s at %s:%ld", count++ ? ", " : "", kind,
                     file, line);
        }
    }
    if (show)
        printf("%s: %s\n", s->id, count ? all : "nothing");
    const int is_clean = strcmp(s->kind, "clean") == 0;
    if (is_clean)
        verdict(count == 0, s, "nothing is wrong with it, but the emulator says %s", all);
    else
        verdict(found && !astray, s, "%s at line %ld expected, and nothing elsewhere; found: %s",
                s->kind, s->lines[0], count ? all : "nothing");
    return is_clean ? count == 0 : found && !astray;
}

static int examine_in(const char *order, const struct specimen *s, char **argv, int show)
{
    char json[1024];
    snprintf(json, sizeof json, "%s/%s%s.json", argv[3], s->id, order);
    if (run(s, argv[2], json, order)) {
        verdict(0, s, "the emulator did not end it within %d s", SECONDS);
        return 0;
    }
    struct stat written;
    if (stat(json, &written)) {
        verdict(0, s, "the emulator left no report");
        return 0;
    }
    json_t *record = read_json(json);
    const int right = check(s, record, show);
    json_decref(record);
    return right;
}

/* What is right, and what blocks leave for each other, is looked at in other orders, too. */
static int examine(struct specimen *s, char **argv, int show)
{
    static const char *const orders[] = {"descending", "interleaved:1", "interleaved:2"};
    const int clean = strcmp(s->kind, "clean") == 0;
    find_marks(s, argv[1]);
    if (!clean && !s->marks) {
        verdict(0, s, "no line is marked");
        return 0;
    }
    int right = examine_in("", s, argv, show);
    for (int i = 0; i < 3 && (clean || strcmp(s->file, "blocks.cu") == 0); i++)
        right &= examine_in(orders[i], s, argv, show);
    return right;
}

/* ---- compute-sanitizer's record (record_sanitizer.sh) */

static const json_t *recorded_of(const json_t *record, const char *id)
{
    const json_t *row;
    size_t i;
    json_array_foreach(record, i, row) if (strcmp(text_of(row, "id"), id) == 0) return row;
    return NULL;
}

/* Where its tool says nothing of a bug, or something of a kernel that is right, expected.txt must
 * say why, and nowhere else. */
static void check_recorded(const struct specimen *s, const json_t *recorded)
{
    const char *agree = text_of(recorded, "agree");
    if (strcmp(s->tool, "none") != 0 || strcmp(s->kind, "clean") == 0)
        verdict((strcmp(agree, "no") == 0) == (*s->remark != '\0'), s,
                "compute-sanitizer agrees: %s, but the remark is \"%s\"", agree, s->remark);
    else
        verdict(strcmp(agree, "no") != 0, s, "compute-sanitizer complains");
}

static void write_row(FILE *out, const struct specimen *s, int right, const json_t *recorded)
{
    const int is_clean = strcmp(s->kind, "clean") == 0;
    fprintf(out, "| %s | %s | %s", s->id, s->kind, s->file);
    if (s->marks)
        fprintf(out, ":%ld", s->lines[0]);
    fprintf(out, " | %s | ", right ? is_clean ? "silent" : "found" : "**no**");
    if (!recorded)
        fputs("not recorded", out);
    else if (strcmp(text_of(recorded, "agree"), "yes") == 0)
        fputs(is_clean ? "silent" : s->tool, out);
    else
        fprintf(out, "– (%s%s%s)", strcmp(s->tool, "none") ? s->tool : "",
                strcmp(s->tool, "none") ? ": " : "", s->remark);
    fputs(" |\n", out);
}

/* One line of expected.txt; 0 for a comment. */
static int read_specimen(struct specimen *s, const char *text)
{
    memset(s, 0, sizeof *s);
    return *text != '#' && sscanf(text, "%63s %63s %63s %63s %127[^\n]", s->id, s->kind, s->file,
                                  s->tool, s->remark) >= 4;
}

static FILE *opened(const char *folder, const char *name, const char *mode)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, mode);
    if (!file)
        die("%s: cannot be opened", path);
    return file;
}

int main(int argc, char **argv)
{
    char path[1024], text[1024];
    if (argc < 4)
        die("usage: check_bugs SOURCES PROGRAMS SCRATCH [ID]");
    mkdir(argv[3], 0777);
    snprintf(path, sizeof path, "%s/recorded/sanitizer.csv", argv[1]);
    json_t *recorded = NULL;
    if (access(path, R_OK))
        puts("skipped: compute-sanitizer has not been recorded");
    else
        recorded = read_csv(path);
    FILE *table = opened(argv[1], "expected.txt", "r"), *out = opened(argv[3], "table.md", "w");
    fputs("| id | kind | line | emulator | compute-sanitizer |\n|---|---|---|---|---|\n", out);
    while (fgets(text, sizeof text, table)) {
        struct specimen s;
        if (!read_specimen(&s, text) || (argc > 4 && strcmp(argv[4], s.id) != 0))
            continue;
        const int right = examine(&s, argv, argc > 4);
        const json_t *row = recorded_of(recorded, s.id);
        if (row)
            check_recorded(&s, row);
        write_row(out, &s, right, row);
    }
    fclose(table);
    fclose(out);
    json_decref(recorded);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
