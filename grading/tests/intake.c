/* What comes from outside, piece by piece: encodings, times, archives, clones, names that are
 * nearly right. */
#include <sys/stat.h>
#include <unistd.h>

#include "intake/intake.h"
#include "names/names.h"
#include "sandbox/sandbox.h"
#include "tests.h"

static void test_encodings(void)
{
    static const struct {
        const char *what, *text;
        size_t size;
        const char *is; /* NULL: as it was */
    } table[] = {
        {"plain", "abc\n", 4, NULL},
        {"a mark",
         "\xef\xbb\xbf"
         "abc",
         6, "abc"},
        {"little",
         "\xff\xfe"
         "a\0\xe9\0",
         6, "a\xc3\xa9"},
        {"big", "\xfe\xff\0a\x4e\x2d", 6, "a\xe4\xb8\xad"},
        {"a pair", "\xff\xfe\x3d\xd8\x00\xde", 6, "\xf0\x9f\x98\x80"},
        {"half a pair", "\xff\xfe\x3d\xd8\x61\0", 6, "\xef\xbf\xbd\x61"},
        {"an odd byte", "\xff\xfe\x61\0\x62", 5, "a"},
        {"no mark", "/\0/\0 \0a\0b\0c\0", 12, NULL},
        {"zeros alone", "\0\0\0\0\0\0\0\0\0\0\0\0", 12, NULL},
        {"two bytes", "a\0", 2, NULL},
        {"nothing", "", 0, NULL},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t size = table[i].size;
        char *copy = malloc(size + 1);
        memcpy(copy, table[i].text, size);
        copy[size] = 0;
        copy = utf8_text(copy, &size);
        expect(table[i].is ? size == strlen(table[i].is) && strcmp(copy, table[i].is) == 0
                           : size == table[i].size && memcmp(copy, table[i].text, size) == 0,
               "encoding: %s: '%s', %zu bytes", table[i].what, copy, size);
        free(copy);
    }
}

static void test_instants(void)
{
    static const struct {
        const char *text;
        long offset;
        long long when; /* 0: is none */
    } table[] = {{"2026-11-20T23:59+01:00", 0, 1795215540},
                 {"2026-11-20T22:59Z", 3600, 1795215540},
                 {"2026-11-20 23:59", 3600, 1795215540},
                 {"2026-11-20", 0, 1795132800},
                 {"2026-11-20T23:59:01.5 +0100", 0, 1795215541},
                 {"2026-11-20 13:45:01.123456789 Z", 0, 1795182301},
                 {" 2026-11-20 13:45:01 UTC ", 0, 1795182301},
                 {"Friday, 20 November 2026, 1:45 PM", 0, 1795182300},
                 {"20 November 2026, 13:45", 3600, 1795178700},
                 {"-", 0, 0},
                 {"", 0, 0},
                 {"tomorrow", 0, 0},
                 {"2026-13-20", 0, 0},
                 {"2026-11-20T25:00", 0, 0},
                 {"2026-11-20 now", 0, 0},
                 {"2026-11-20T10:00+99:00", 0, 0},
                 {"99999999-01-01", 0, 0}};
    static const struct {
        const char *text;
        double seconds;
    } spans[] = {{"15m", 900},   {"2h", 7200}, {"1d", 86400}, {"1.5", 129600},
                 {"0", 0},       {"-1", -1},   {"", -1},      {"2w", -1},
                 {"2hours", -1}, {"1e9d", -1}, {"nan", -1}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        time_t when = 0;
        int is = moodle_time(table[i].text, table[i].offset, &when);
        expect(is ? when == table[i].when : !table[i].when, "instants: '%s' is %lld", table[i].text,
               is ? (long long)when : 0);
    }
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++)
        expect(late_span(spans[i].text) == spans[i].seconds, "spans: '%s' is %g s", spans[i].text,
               late_span(spans[i].text));
}

/* ---- what lateness costs */

static void test_lateness(void)
{
    static const struct {
        const char *late, *grace;
        long seconds; /* after the deadline */
        int marked, days;
        double penalty; /* of 20 points */
    } table[] = {{"10%", NULL, -1, 0, 0, 0},         {"10%", NULL, 0, 0, 0, 0},
                 {"10%", NULL, 1, 0, 1, 2},          {"10%", NULL, 86400, 0, 1, 2},
                 {"10%", NULL, 86401, 0, 2, 4},      {"3", NULL, 86401, 0, 2, 6},
                 {"10%", "15m", 900, 0, 0, 0},       {"10%", "15m", 901, 0, 1, 2},
                 {"50%", NULL, 86400 * 9, 0, 9, 20}, {"0", NULL, 5, 0, 1, 0},
                 {NULL, NULL, 5, 0, 1, 0},           {NULL, "1h", 61, 0, 0, 0}};
    static struct student s = {.id = "ann"};
    static struct handed_in h;
    static struct context c = {.student = &s, .students = 1, .labs = 1, .handed = &h};
    struct handed_file *f = &h.file;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        late_read(&c, "2026-11-20T00:00Z", table[i].late, table[i].grace);
        f->file = (char *)"naive_gemv.cu";
        f->when = c.late->deadline + table[i].seconds;
        struct lateness l = lateness_of(&c, 0, 0, 20);
        expect(l.days == table[i].days && l.penalty == table[i].penalty,
               "late: %ld s, LATE=%s, GRACE=%s: %d days, %g points", table[i].seconds,
               table[i].late ? table[i].late : "", table[i].grace ? table[i].grace : "", l.days,
               l.penalty);
    }
    f->when = 0;
    f->marked_late = 1;
    late_read(&c, "2026-11-20T00:00Z", "10%", NULL);
    expect(lateness_of(&c, 0, 0, 20).penalty == 2, "late: what is only marked costs %g",
           lateness_of(&c, 0, 0, 20).penalty);
    c.late = NULL;
    expect(lateness_of(&c, 0, 0, 20).late && lateness_of(&c, 0, 0, 20).penalty == 0,
           "late: a mark without a deadline is lost, or costs points");
}

/* ---- archives, made by the system's own programs */

static void shell(const char *folder, const char *line)
{
    OWNED char *command = text_of("cd '%s' && { %s; } >/dev/null 2>&1", folder, line);
    if (system(command))
        expect(0, "archives: cannot make one: %s", line);
}

static int holds(const char *folder, const char *path)
{
    struct stat s;
    OWNED char *file = text_of("%s/%s", folder, path);
    int there = folder && lstat(file, &s) == 0 && S_ISREG(s.st_mode);
    return there;
}

/* `inside`: a file that must come out; NULL: none may, and `why` says so. */
static void test_archive(const struct context *c, const char *archive, const char *inside,
                         const char *why)
{
    char *said = NULL;
    double left = UNPACK_SECONDS;
    OWNED char *path = text_of("%s/%s", c->submissions, archive),
               *out = unpack(c, path, &left, &said), *again = unpack(c, path, &left, &said);
    expect(!!out == !!inside && (!inside || holds(out, inside)) &&
               (inside || strstr(said, why) != NULL),
           "archives: %s: %s", archive, out ? "unpacked" : said);
    expect(!!again == !!out && (!out || strcmp(again, out) == 0),
           "archives: %s differs the second time", archive);
    if (out) {
        OWNED char *links =
            text_of("test -z \"$(find '%s' ! -type f ! -type d -o -size +2M)\"", out);
        expect(system(links) == 0, "archives: %s left a link, or a large file", archive);
    }
}

/* Is it known of an archive that there is another one in it? */
static void test_shut(const struct context *c, const char *archive, int shut)
{
    char *said = NULL;
    double left = UNPACK_SECONDS;
    OWNED char *path = text_of("%s/%s", c->submissions, archive),
               *out = unpack(c, path, &left, &said);
    expect(out && unpacked_all(out) == !shut, "archives: %s holds %s other one", archive,
           shut ? "no" : "an");
}

/* Where the archives before it took all of a student's time, one stays shut, in every later run,
 * too: so that a row of bombs costs no more than one. */
static void test_archive_time(const struct context *c)
{
    char *said = NULL;
    OWNED char *path = text_of("%s/late.zip", c->submissions),
               *early = text_of("%s/early.zip", c->submissions);
    double left = UNPACK_SECONDS;
    shell(c->submissions, "cp no-bomb.zip late.zip; cp no-bomb.zip early.zip");
    for (int i = 0; i < 2; i++) {
        double little = i ? UNPACK_SECONDS : 0.5;
        OWNED char *out = unpack(c, path, &little, &said);
        expect(!out && strstr(said, "too long"), "archives: one without time is %s",
               out ? "unpacked" : said);
    }
    OWNED char *out = unpack(c, early, &left, &said);
    expect(out && left < UNPACK_SECONDS, "archives: %.1f s are left of %d", left, UNPACK_SECONDS);
}

static void test_archives(void)
{
    static const char make[] =
        "mkdir -p in/deep many; echo a >in/deep/naive_gemv.cu; echo b >evil.cu; "
        "mkdir in/text; echo c >in/text/a.cu.txt; echo d >in/x.rar; "
        "ln -s /etc/passwd in/link.cu; ln in/deep/naive_gemv.cu in/hard.cu; "
        "for i in $(seq 70); do echo $i >many/$i.cu; done; "
        "head -c 40000000 /dev/zero >in/bomb.cu; "
        "(cd in && zip -qry ../plain.zip . ../evil.cu && tar -czPf ../plain.tar.gz deep link.cu "
        "hard.cu ../evil.cu); "
        "(cd in && zip -qr ../no-bomb.zip deep && zip -qe -P x ../locked.zip deep/naive_gemv.cu); "
        "zip -qr many.zip many; echo x >x.txt; zip -q texts.zip x.txt; echo no >no.zip; : "
        ">empty.tar; "
        "zip -q nested.zip no-bomb.zip; (cd in && zip -q ../half.zip deep/naive_gemv.cu x.rar "
        "text/a.cu.txt); cp no-bomb.zip \"$(printf 'a$(touch ran)\\n;b.zip')\"; "
        "(cd in && tar -cf ../half.tar text x.rar); cp no-bomb.zip -- '-x.zip'; head -c 70000000 "
        "/dev/zero >large.zip";
    static struct context c;
    OWNED char *class = scratch("archives"), *out = scratch("archives-out");
    OWNED char *top = realpath(".", NULL);
    OWNED char *work = text_of("%s/%s/work", top, out);
    make_folders(work);
    sandbox_open("");
    c.submissions = class;
    c.out = out;
    c.work = work;
    shell(class, make);
    test_archive(&c, "no-bomb.zip", "deep/naive_gemv.cu", NULL);
    test_archive(&c, "plain.tar.gz", "deep/naive_gemv.cu", NULL);
    test_archive(&c, "plain.zip", NULL, "cannot be unpacked"); /* the bomb in it is too large */
    test_archive(&c, "many.zip", NULL, "more than 64");
    test_archive(&c, "locked.zip", NULL, "cannot be unpacked");
    test_archive(&c, "texts.zip", NULL, "no .cu file");
    test_archive(&c, "no.zip", NULL, "no .cu file");
    test_archive(&c, "empty.tar", NULL, "no .cu file");
    test_archive(&c, "nested.zip", NULL, "no .cu file");
    test_archive(&c, "large.zip", NULL, "64 MiB");
    test_archive(&c, "half.zip", "deep/naive_gemv.cu", NULL);
    test_archive(&c, "half.zip", "text/a.cu.txt", NULL);
    test_archive(&c, "half.tar", "text/a.cu.txt", NULL);
    test_shut(&c, "half.zip", 1);
    test_shut(&c, "half.tar", 1);
    test_shut(&c, "no-bomb.zip", 0);
    test_shut(&c, "plain.tar.gz", 0);
    test_archive(&c, "a$(touch ran)\n;b.zip", "deep/naive_gemv.cu", NULL);
    test_archive(&c, "-x.zip", "deep/naive_gemv.cu", NULL);
    test_archive_time(&c);
    expect(access("ran", F_OK) && !holds(class, "ran") && !holds(out, "evil.cu") &&
               !holds(out, "kept/evil.cu") && !holds(out, "kept/archives/evil.cu"),
           "archives: something was run, or left its folder");
    sandbox_close();
}

void test_intake(void)
{
    test_encodings();
    test_instants();
    test_lateness();
    test_archives();
}
