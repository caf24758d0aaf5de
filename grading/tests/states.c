/* Which state counts: of a clone, at a time; and of a file that changes, or opens for ever. */
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "intake/intake.h"
#include "lab/measure/timing.h"
#include "sandbox/sandbox.h"
#include "tests.h"

static void shell(const char *folder, const char *line)
{
    OWNED char *command = text_of("cd '%s' && { %s; } >/dev/null 2>&1", folder, line);
    expect(system(command) == 0, "states: cannot make one: %s", line);
}

/* Commits file `a` at 10:00, the lab's file at 11:00, again at 13:00, README at 15:00; then changes
 * the file without a commit. The deadline is noon. */
static const char history[] =
    "mkdir -p ann && cd ann && git init -q . && "
    "at() { GIT_AUTHOR_DATE=\"2026-11-20T$1:00Z\" GIT_COMMITTER_DATE=\"2026-11-20T$1:00Z\" "
    "git -c user.name=a -c user.email=a commit -qm work; }; "
    "echo a >a && git add -A && at 10:00 && echo one >naive_gemv.cu && git add -A && at 11:00 && "
    "echo two >naive_gemv.cu && git add -A && at 13:00 && echo r >README && git add -A && at 15:00 "
    "&& echo three >naive_gemv.cu && echo never >unrolled_gemv.cu && "
    "echo '*.cu filter=x export-ignore' >.git/info/attributes && "
    "git config filter.x.smudge 'echo smudged' && git config core.fsmonitor 'touch ran; false'";

static const char top[] = "states-submissions";
static char *as_user; /* where another user may reach what git needs; NULL: none has to */

static struct context *context_of(const char *class, const char *at, const char *deadline)
{
    static struct context c;
    static char *work;
    c = (struct context){.submissions = class,
                         .asked_from = "github",
                         .at = at,
                         .root = ".",
                         .out = class,
                         .labs = 2,
                         .jobs = 2,
                         .as_user = as_user != NULL};
    c.lab[0] = "01_naive_gemv";
    c.lab[1] = "02_coalesced_gemv";
    free(work);
    work = as_user ? text_of("%s/work", as_user) : text_of("%s.work", class);
    remove_tree(work);
    make_folders(work);
    c.work = work;
    late_read(&c, deadline, NULL, NULL);
    c.roster_file = NULL;
    OWNED char *roster = text_of("%s.csv", class);
    write_text(roster, "github_username,student_repository_name\nann,ann\nbob,bob\n");
    c.roster_file = roster;
    find_students(&c);
    c.roster_file = "";
    collect_files(&c);
    return &c;
}

/* Of ann: her text, the hour of its commit, and days late. */
static void expect_state(const char *class, const char *at, const char *deadline, const char *text,
                         int hour, int days)
{
    struct context *c = context_of(class, at, deadline);
    const struct handed_file *f = &handed_in(c, 0, 0)->file;
    OWNED char *is = f->file ? read_file(f->file, 100, NULL) : NULL;
    expect(text ? is && strcmp(is, text) == 0 && (f->when - 1795132800) / 3600 == hour : !is,
           "states: AT=%s, %s: '%s' of %ld", at, deadline, is ? is : "nothing",
           (long)(f->when - 1795132800) / 3600);
    expect(!text || lateness_of(c, 0, 0, 20).days == days, "states: AT=%s: %d days late", at,
           lateness_of(c, 0, 0, 20).days);
    expect(!text || strlen(f->commit) == 40, "states: AT=%s: commit '%s'", at, f->commit);
    expect(!handed_in(c, 0, 1)->file.file, "states: a file that was never committed is graded");
}

static void test_commits(const char *class)
{
    shell(class, history);
    expect_state(class, "", "2026-11-20T15:00Z", "two\n", 13, 0);
    expect_state(class, "", "2026-11-20T12:00Z", "two\n", 13, 1);
    expect_state(class, "deadline", "2026-11-20T12:00Z", "one\n", 11, 0);
    expect_state(class, "deadline", "2026-11-20T11:00Z", "one\n", 11, 0);
    expect_state(class, "deadline", "2026-11-20T10:59Z", NULL, 0, 0);
    expect_state(class, "deadline", "2026-11-20T09:00Z", NULL, 0, 0);
    OWNED char *ran = text_of("%s/ann/ran", class);
    expect(access(ran, F_OK) != 0, "states: a program of the clone's was run");
}

/* What is no file in .git: nothing of it is opened, so that nothing waits. */
static void test_pipes(const char *class)
{
    static const char *const pipes[] = {"HEAD", "config", "refs/heads/main", "objects/aa"};
    for (size_t i = 0; i < sizeof pipes / sizeof *pipes; i++) {
        OWNED char *line = text_of("rm -rf bob && cp -r ann bob && cd bob/.git && rm -rf '%s' && "
                                   "mkfifo '%s'",
                                   pipes[i], pipes[i]);
        shell(class, line);
        double begin = lab_now_ms();
        struct context *c = context_of(class, "", NULL);
        const char *others = handed_in(c, 1, 0)->others;
        double seconds = (lab_now_ms() - begin) / 1e3;
        expect(!handed_in(c, 1, 0)->file.file && strstr(others, "holds what is no file"),
               "states: a pipe as .git/%s: %s", pipes[i], others);
        expect(handed_in(c, 0, 0)->file.file && seconds < 5, "states: a pipe as .git/%s: %.1f s",
               pipes[i], seconds);
    }
}

/* A file that changes once it was collected: what is graded has the recorded hash. */
static void test_exchanged(const char *class)
{
    OWNED char *file = text_of("%s/ann/naive_gemv.cu", class);
    struct context *c = context_of(class, "", NULL);
    remove_tree(class);
    place_file(class, "ann/naive_gemv.cu", "right\n");
    c->asked_from = "folders";
    c->at = "";
    c->roster_file = NULL;
    c->students = 0;
    c->student = NULL;
    c->unused = c->strangers = c->from = NULL;
    find_students(c);
    collect_files(c);
    write_text(file, "wrong\n");
    OWNED char *found = find_file(c, 0, 0), *text = read_file(found, 100, NULL);
    struct sha256_ctx h;
    char hash[HASH_TEXT];
    sha256_init(&h);
    hash_add(&h, "right\n", 6);
    hash_end(&h, hash);
    expect(text && strcmp(text, "right\n") == 0 &&
               strcmp(handed_in(c, 0, 0)->file.sha256, hash) == 0,
           "states: graded is '%s', recorded is %s", text ? text : "nothing",
           handed_in(c, 0, 0)->file.sha256);
}

/* Bombs of one student hold up nobody else for long: four cost their own seconds, several
 * students' at a time. */
static void test_bombs_at_the_door(const char *class)
{
    static const char make[] =
        "mkdir -p a b c d in && echo x >in/naive_gemv.cu && head -c 400000000 /dev/zero >in/z.bin "
        "&& "
        "tar -cf - -C in z.bin naive_gemv.cu | gzip -1 >a/1.tar.gz; rm in/z.bin; "
        "for i in 2 3 4; do cp a/1.tar.gz a/$i.tar.gz; done; for s in b c d; do cp a/*.gz $s/; "
        "done; rm -r in";
    static struct context c;
    OWNED char *work = text_of("%s.work", class), *out = text_of("%s.out", class);
    remove_tree(class);
    remove_tree(out);
    make_folders(class);
    make_folders(work);
    shell(class, make);
    c = (struct context){.submissions = class,
                         .asked_from = "folders",
                         .at = "",
                         .root = ".",
                         .out = out,
                         .work = work,
                         .labs = 1,
                         .jobs = 4};
    c.lab[0] = "01_naive_gemv";
    find_students(&c);
    /* an orphan that ends meanwhile is no student who has been seen to */
    sandbox_adopt();
    expect(system("setsid sleep 1 &") == 0, "states: there is no orphan");
    double begin = lab_now_ms();
    collect_files(&c);
    double seconds = (lab_now_ms() - begin) / 1e3;
    expect(c.students == 4 && seconds < 2 * UNPACK_SECONDS,
           "states: bombs of four students take %.1f s", seconds);
}

/* The same where git runs as another user, who may not pass the folder that the clones lie in. */
static void test_as_user(const char *class)
{
    as_user = text_of("%s/cuda-labs-test-XXXXXX", sandbox_temporary());
    remove_tree(class);
    make_folders(class);
    expect(mkdtemp(as_user) && chmod(as_user, 0711) == 0 && chmod(class, 0700) == 0,
           "states: cannot make %s", as_user);
    test_commits(class);
    test_pipes(class);
    remove_tree(as_user);
    free(as_user);
    as_user = NULL;
}

void test_states(void)
{
    expect_solution("states", "01");
    OWNED char *folder = scratch("states"), *here = realpath(folder, NULL),
               *class = text_of("%s/%s", here, top);
    make_folders(class);
    if (sandbox_open("") == SANDBOX_BUBBLEWRAP) {
        test_commits(class);
        test_pipes(class);
    }
    if (geteuid() == 0 && sandbox_open("user") == SANDBOX_USER)
        test_as_user(class);
    sandbox_open("");
    test_exchanged(class);
    test_bombs_at_the_door(class);
    sandbox_close();
}
