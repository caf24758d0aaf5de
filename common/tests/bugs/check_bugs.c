/* Runs every specimen of expected.txt in the emulator: each planted bug must be found, with its
 * kind, its file and its line, and the clean look-alikes must pass without a word.
 *
 * check_bugs SOURCES PROGRAMS SCRATCH [ID]
 *
 * SOURCES holds expected.txt and the .cu files, PROGRAMS is what the paths of their programs begin
 * with (…/bugs_); SCRATCH is a folder for what the emulator writes. With ID only that one runs,
 * and what was found is shown. */
#define _GNU_SOURCE
#include "../yardstick/records.h"

#include <sys/stat.h>

enum { MARKS = 8, SECONDS = 30 };

struct specimen {
    char id[64], kind[64], file[64];
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
static int run(const struct specimen *s, const char *programs, const char *json)
{
    char command[4096];
    remove(json);
    snprintf(command, sizeof command,
             "EMU_REPORT=0 EMU_TIMEOUT=2 EMU_COUNTERS='%s' timeout %d '%s%.*s' %s >/dev/null 2>&1",
             json, SECONDS, programs, (int)strcspn(s->file, "."), s->file, s->id);
    return WEXITSTATUS(system(command)) == 124 ? -1 : 0;
}

/* The finding at `index` of a launch: its kind, and where it is ("file:line"); 0 past the last. */
static int finding_at(const struct launch *launch, int index, const char **kind, const char **file,
                      long *line)
{
    char name[64];
    snprintf(name, sizeof name, "findings.%d.kind", index);
    *kind = text_of(launch, name);
    snprintf(name, sizeof name, "findings.%d.file", index);
    *file = text_of(launch, name);
    if (strrchr(*file, '/'))
        *file = strrchr(*file, '/') + 1;
    snprintf(name, sizeof name, "findings.%d.line", index);
    *line = atol(text_of(launch, name));
    return **kind != '\0';
}

static int is_marked(const struct specimen *s, const char *file, long line)
{
    for (int i = 0; i < s->marks; i++)
        if (strcmp(file, s->file) == 0 && line == s->lines[i])
            return 1;
    return 0;
}

static void check(const struct specimen *s, const struct record *record, int show)
{
    const char *kind, *file;
    char all[2048] = "";
    long line;
    int found = 0, astray = 0, count = 0;
    for (size_t i = 0; i < record->count; i++)
        for (int j = 0; finding_at(&record->launches[i], j, &kind, &file, &line); j++) {
            found |= strcmp(kind, s->kind) == 0 && is_marked(s, file, line);
            astray |= !is_marked(s, file, line);
            const size_t used = strlen(all);
            snprintf(all + used, sizeof all - used, "%s%s at %s:%ld", count++ ? ", " : "", kind,
                     file, line);
        }
    if (show)
        printf("%s: %s\n", s->id, count ? all : "nothing");
    if (strcmp(s->kind, "clean") == 0)
        verdict(count == 0, s, "nothing is wrong with it, but the emulator says %s", all);
    else
        verdict(found && !astray, s, "%s at line %ld expected, and nothing elsewhere; found: %s",
                s->kind, s->lines[0], count ? all : "nothing");
}

static void examine(struct specimen *s, char **argv, int show)
{
    char json[1024];
    find_marks(s, argv[1]);
    if (strcmp(s->kind, "clean") != 0 && !s->marks) {
        verdict(0, s, "no line is marked");
        return;
    }
    snprintf(json, sizeof json, "%s/%s.json", argv[3], s->id);
    if (run(s, argv[2], json)) {
        verdict(0, s, "the emulator did not end it within %d s", SECONDS);
        return;
    }
    struct stat written;
    if (stat(json, &written)) {
        verdict(0, s, "the emulator left no report");
        return;
    }
    struct record record = read_json(json);
    check(s, &record, show);
    free_record(&record);
}

int main(int argc, char **argv)
{
    char path[1024], text[1024];
    if (argc < 4)
        die("usage: check_bugs SOURCES PROGRAMS SCRATCH [ID]");
    mkdir(argv[3], 0777);
    snprintf(path, sizeof path, "%s/expected.txt", argv[1]);
    FILE *table = fopen(path, "r");
    if (!table)
        die("%s: cannot be opened", path);
    while (fgets(text, sizeof text, table)) {
        struct specimen s = {0};
        if (*text == '#' || sscanf(text, "%63s %63s %63s", s.id, s.kind, s.file) != 3)
            continue;
        if (argc < 5 || strcmp(argv[4], s.id) == 0)
            examine(&s, argv, argc > 4);
    }
    fclose(table);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
