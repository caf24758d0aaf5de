/* Tests of what runs other programs: the sandbox, with bubblewrap where it works and without, and
 * runners that misbehave. */
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests.h"
#include "judge/judge.h"
#include "lab/measure/timing.h"

static const char *const environment[] = {"PATH=/usr/bin:/bin", NULL};

static struct sandboxed run_shell(const char *line, const char *folder, double seconds)
{
    const char *argv[] = {"/bin/sh", "-c", line, NULL};
    struct job job = {argv, environment, folder, "", 1, 0, {-1, -1, -1}, seconds, 40, 100e6, 1e6};
    struct sandboxed s;
    sandbox_run(&s, &job);
    return s;
}

/* How many processes on this machine have `word` in their command line. */
int processes_with(const char *word)
{
    OWNED char *command =
        text_of("grep -lsa '%.1s[%c]%s' /proc/[0-9]*/cmdline | wc -l", word, word[1], word + 2);
    FILE *f = popen(command, "r");
    int count = -1;
    if (!f || fscanf(f, "%d", &count) != 1)
        count = -1;
    if (f)
        pclose(f);
    return count;
}

static void test_endings(const char *mode, const char *folder)
{
    static const struct {
        const char *line;
        enum ending ending;
        int signal, status;
        const char *printed;
    } table[] = {
        {"exit 0", ENDED, 0, 0, ""},
        {"echo out; echo err >&2; exit 3", ENDED, 0, 3, "out\nerr\n"},
        {"kill -SEGV $$", ENDED, SIGSEGV, -1, ""},
        {"kill -KILL $$", ENDED, SIGKILL, -1, ""},
        {"sleep 864060", OUT_OF_TIME, 0, -1, ""},
        {"trap '' TERM INT HUP; (setsid sleep 864061 &) ; (nohup sleep 864062 >/dev/null 2>&1 &); "
         "sleep 864063",
         OUT_OF_TIME, 0, -1, ""},
        {"(setsid sleep 864064 >/dev/null 2>&1 &) ; exit 5", ENDED, 0, 5, ""},
        {"for i in $(seq 60); do sleep 864065 & done; wait", OUT_OF_PROCESSES, 0, -1, ""},
        {"head -c 400000000 /dev/zero | tail -c 390000000 > /dev/null; sleep 9", OUT_OF_MEMORY, 0,
         -1, ""},
        {"head -c 2000000 /dev/zero > big; test $(wc -c < big) -le 1000000", ENDED, 0, 0, NULL},
        {"yes | head -c 50000000; exit 6", ENDED, 0, 6, "y\ny\n"},
        {"read x; echo \"<$x>\"", ENDED, 0, 0, "<>\n"},
        {"echo $HOME$SECRET", ENDED, 0, 0, "\n"},
    };
    setenv("SECRET", "leaked", 1);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        double begin = lab_now_ms();
        struct sandboxed s =
            run_shell(table[i].line, folder, table[i].ending == OUT_OF_TIME ? 1 : 20);
        expect(s.ending == table[i].ending, "sandbox (%s): '%s' ends as %d instead of %d: %s", mode,
               table[i].line, s.ending, table[i].ending, s.text);
        expect(sandbox_signal(&s) == table[i].signal, "sandbox (%s): '%s': signal %d", mode,
               table[i].line, sandbox_signal(&s));
        if (table[i].status >= 0 && s.ending == ENDED)
            expect(WIFEXITED(s.status) && WEXITSTATUS(s.status) == table[i].status,
                   "sandbox (%s): '%s': status %x", mode, table[i].line, (unsigned)s.status);
        if (table[i].printed)
            expect(strncmp(s.text, table[i].printed, strlen(table[i].printed)) == 0,
                   "sandbox (%s): '%s' printed '%s'", mode, table[i].line, s.text);
        expect(lab_now_ms() - begin < 12000, "sandbox (%s): '%s' took %.1f s", mode, table[i].line,
               (lab_now_ms() - begin) / 1e3);
    }
    for (int i = 864060; i <= 864065; i++) {
        char word[20];
        snprintf(word, sizeof word, "sleep.%d", i);
        expect(processes_with(word) == 0, "sandbox (%s): sleep %d outlives its job", mode, i);
    }
}

/* A job that may start no process: neither a bomb nor a single one, and still threads. */
static void test_alone(const char *mode, const char *folder)
{
    static const char *const lines[] = {"b() { b | b & }; b; sleep 864066",
                                        "while :; do (setsid sleep 864066 &); done"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *argv[] = {"/bin/sh", "-c", lines[i], NULL};
        struct job job = {argv, environment, folder, "", 1, 0, {-1, -1, -1}, 5, 1, 500e6, 1e6};
        struct sandboxed s;
        double begin = lab_now_ms();
        sandbox_run(&s, &job);
        expect(s.ending == OUT_OF_PROCESSES || (s.ending == ENDED && s.status),
               "sandbox (%s): '%s' ends as %d, %x: %s", mode, lines[i], s.ending,
               (unsigned)s.status, s.text);
        expect(processes_with("sleep.864066") == 0 && lab_now_ms() - begin < 20000,
               "sandbox (%s): '%s' leaves processes", mode, lines[i]);
    }
}

/* What compilers are shown of this project: no text of a solution's, and nothing of build/ but
 * their own parts. And no descriptor that we have open, whatever its number. */
static void test_sight(const char *top, const char *folder)
{
    static const char planted[] = "build/emulator/planted.lab.o.bc";
    const char *visible = getenv("GRADE_EMU_VISIBLE");
    OWNED char *line =
        text_of("cd '%s' || exit 9; find . -type f | grep -vE "
                "'^./common/(lab[.]h|(binary|gemm|hopper|lab)/.*[.](h|jq)|labs/.*[.][ch]|emulator/"
                "include/.*)$' | "
                "grep -vxE -e './build/emulator/(compile|libemulator.a|headers.*)' -e "
                "./build/grading/runner.emulator.o -e './build/grading/tests/processes.*'",
                top);
    const char *argv[] = {"/bin/sh", "-c", line, NULL};
    struct job job = {argv, environment, folder, visible, 1, 0, {-1, -1, -1}, 20, 40, 100e6, 1e6};
    struct sandboxed s;
    write_text(planted, "int solution;");
    int high = dup2(1, 1500);
    sandbox_run(&s, &job);
    expect(visible && s.ending == ENDED && WEXITSTATUS(s.status) == 1,
           "isolation: compilers see more than they need, status %x: %.300s", (unsigned)s.status,
           s.text);
    s = run_shell("ls /proc/self/fd /proc/$$/fd | grep -x '[0-9]*' | sort -u | xargs", folder, 5);
    expect(strncmp(s.text, "0 1 10 2 3", 10) != 0 && !strstr(s.text, "1500") && s.length < 16,
           "isolation: a job sees the descriptors %s", s.text);
    close(high);
    unlink(planted);
}

/* Only under bubblewrap: what must not be in sight. */
static void test_isolation(const char *folder)
{
    static const char *const must_fail[] = {"cat /etc/passwd",
                                            "ls -d /root/.[!.]*",
                                            "ls /home",
                                            "cat solutions/*/*.cu",
                                            "touch /usr/x",
                                            "ls /proc/$PPID/fd 2>/dev/null | grep -q 30",
                                            "test $(ls -d /proc/[0-9]* | wc -l) -gt 6",
                                            "test $(grep -c : /proc/net/dev) -gt 1"};
    OWNED char *top = realpath(".", NULL);
    OWNED char *line = text_of("ls %s/solutions", top);
    for (size_t i = 0; i < sizeof must_fail / sizeof *must_fail; i++) {
        struct sandboxed s = run_shell(must_fail[i], folder, 5);
        expect(s.ending == ENDED && WEXITSTATUS(s.status) != 0, "isolation: '%s' works: %s",
               must_fail[i], s.text);
    }
    struct sandboxed s = run_shell(line, folder, 5);
    expect(s.ending == ENDED && WEXITSTATUS(s.status) != 0, "isolation: '%s' works: %s", line,
           s.text);
    test_sight(top, folder);
    s = run_shell("echo x > here && cat here && echo y > /tmp/z", folder, 5);
    expect(s.ending == ENDED && s.status == 0,
           "isolation: its own folder and /tmp are not writable: %s", s.text);
}

/* Only for root, with SANDBOX=user: what another user must not do. */
static void test_other_user(const char *folder)
{
    const char *secret = "build/grading/tests/secret";
    OWNED char *path = realpath("build/grading/tests", NULL);
    char *const must_fail[] = {text_of("cat %s/secret", path),
                               text_of("kill -0 %d", getpid()),
                               text_of("cat /proc/%d/environ | grep -q .", getpid()),
                               text_of("cat /etc/shadow"),
                               text_of("test $(id -u) = 0"),
                               text_of("test \"$(id -G)\" != \"$(id -u)\""),
                               text_of("grep -q 'NoNewPrivs:.*0' /proc/self/status")};
    write_text(secret, "solution");
    chmod(secret, 0600);
    for (size_t i = 0; i < sizeof must_fail / sizeof *must_fail; i++) {
        struct sandboxed s = run_shell(must_fail[i], folder, 5);
        expect(s.ending == ENDED && WEXITSTATUS(s.status) != 0, "other user: '%s' works: %s",
               must_fail[i], s.text);
        free(must_fail[i]);
    }
    struct sandboxed s = run_shell("echo x > mine && cat mine", folder, 5);
    expect(s.ending == ENDED && s.status == 0, "other user: its folder is not writable: %s",
           s.text);
    const char *argv[] = {"/bin/sh", "-c", "cat mine && ! touch there", NULL};
    struct job job = {argv, environment, folder, "", 0, 0, {-1, -1, -1}, 5, 40, 100e6, 1e6};
    sandbox_run(&s, &job);
    expect(s.ending == ENDED && s.status == 0, "other user: its program's folder is writable: %s",
           s.text);
    unlink(secret);
}

/* ---- compilers that fail, by the file's fault or by this machine's */

/* `trial`: how the compiler ends for a file without mistakes. */
static int exit_of_build(const char *folder, const char *file, const char *says, int trial)
{
    static struct context c;
    pid_t child;
    int status = -1;
    memset(&c, 0, sizeof c);
    c.root = "/";
    c.steps[0] = lab_all_steps(&c.rubric[0].declared) > 0;
    OWNED char *compile =
        text_of("test $SOURCE = trial.cu && : >$OBJECT.i && : >$OBJECT.names && exit %d; "
                "echo '%s' >&2; exit 1",
                trial, says);
    c.compile_seconds = 20;
    fflush(NULL);
    if ((child = fork()) == 0) {
        static struct built steps[MAX_STEPS];
        for (const char *const *part =
                 (const char *const[]){"PREPROCESS", "LINK", "RUNNER", "VISIBLE", NULL};
             *part; part++) {
            OWNED char *name = text_of("GRADE_EMU_%s", *part);
            unsetenv(name);
        }
        setenv("GRADE_EMU_COMPILE", compile, 1);
        if (!freopen("/dev/null", "w", stderr))
            _exit(9);
        build_file(&c, EMULATOR, 0, file, folder, 0, steps);
        _exit(steps[0].ruling.verdict == COMPILE_ERROR ? 0 : 8);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* A full disk must not become a student's compile error, nor a student's words a full disk: whether
 * a file without mistakes compiles decides. */
static void test_blame(const char *folder)
{
    static const struct {
        const char *says;
        int trial, exits;
    } table[] = {{"x.cu:1: error: expected a semicolon", 0, 0},
                 {"x.cu:1: error: expected a semicolon", 1, 0}, /* there is no trial */
                 {"x.cu:1: error: static assertion failed: No space left on device", 0, 0},
                 {"fatal error: error writing to ./a.s: Disk quota exceeded", 1, 2},
                 {"fatal error: error writing to ./a.s: Disk quota exceeded", 0, 0},
                 {"sh: 1: Cannot fork", 1, 2},
                 {"bwrap: something new", 0, 0},
                 {"", 1, 2},
                 {"g++: fatal error: Killed signal terminated program cc1plus", 1, 2},
                 {"g++: fatal error: Killed signal terminated program cc1plus", 0, 0},
                 {"nvcc error : cicc died due to signal 9 (Kill signal)", 1, 2}};
    OWNED char *file = text_of("%s/x.cu", folder), *work = text_of("%s/x", folder);
    FILE *f = fopen(file, "w");
    if (!f || fputs("int x\n", f) < 0 || fclose(f))
        die("cannot write %s", file);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        int exits = exit_of_build(work, file, table[i].says, table[i].trial);
        expect(
            exits == table[i].exits,
            "a compiler that says '%s', and ends a trial with %d: the judge ends with %d, not %d",
            table[i].says, table[i].trial, exits, table[i].exits);
    }
}

/* What cannot be read, and no chmod helps. */
static void test_no_file(const char *folder)
{
    static const struct {
        const char *name, *says;
    } table[] = {{"link.cu", "link.cu is a symbolic link: put the file itself"},
                 {"folder.cu", "folder.cu is a folder, a pipe or a device: put the file"},
                 {"pipe.cu", "pipe.cu is a folder, a pipe or a device: put the file"}};
    static struct context c;
    static struct built steps[MAX_STEPS];
    OWNED char *work = text_of("%s/work", folder);
    char *file[3];
    c.root = folder;
    c.steps[0] = 1;
    for (int i = 0; i < 3; i++)
        file[i] = text_of("%s/%s", folder, table[i].name);
    expect(symlink("/etc/passwd", file[0]) == 0 && mkdir(file[1], 0700) == 0 &&
               mkfifo(file[2], 0600) == 0,
           "no file: cannot make them");
    for (int i = 0; i < 3; i++) {
        build_file(&c, EMULATOR, 0, file[i], work, 0, steps);
        expect(steps[0].ruling.verdict == GRADER_ERROR &&
                   strncmp(steps[0].ruling.message, table[i].says, strlen(table[i].says)) == 0,
               "no file: %s", steps[0].ruling.message);
        free(file[i]);
    }
}

void test_processes(void)
{
    expect_solution("processes", "01");
    OWNED char *relative = scratch("processes"), *folder = realpath(relative, NULL);
    signal(SIGPIPE, SIG_IGN);
    sandbox_open("none");
    test_blame(folder);
    test_no_file(folder);
    test_endings("limits only", folder);
    test_alone("limits only", folder);
    test_runners("limits only", folder);
    test_measuring(folder);
    if (sandbox_open("") == SANDBOX_BUBBLEWRAP) {
        test_endings("bubblewrap", folder);
        test_alone("bubblewrap", folder);
        test_runners("bubblewrap", folder);
        test_isolation(folder);
    } else {
        printf("skipped: bubblewrap is missing or may make no namespaces here: isolation is not "
               "tested\n");
    }
    if (geteuid() == 0) {
        OWNED char *place = text_of("%s/cuda-labs-test-XXXXXX", sandbox_temporary());
        sandbox_open("user");
        expect(mkdtemp(place) && chmod(place, 0711) == 0, "cannot make %s", place);
        OWNED char *below = text_of("%s/below", place);
        make_folders(below);
        test_endings("another user", below);
        test_alone("another user", below);
        test_runners("another user", below);
        test_other_user(below);
        remove_tree(place);
    } else {
        printf("skipped: only root can run programs as another user\n");
    }
    sandbox_close();
}
