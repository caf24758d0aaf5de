/* A job is one process tree. It gets a session, descriptors and an environment of its own, limits
 * on processor time and file size from the kernel (setrlimit), and on wall clock, processes and
 * memory from us, who look every tenth of a second. (Never RLIMIT_AS: CUDA reserves far more
 * address space than it uses. RLIMIT_NPROC would count the user's other programs.)
 *
 * With bubblewrap it also gets its own process, mount, network and IPC namespaces: it sees the
 * system's libraries, the folders named in the job and an empty /tmp, and when its first process
 * dies the kernel kills all others. Without bubblewrap, we are the subreaper of every orphan, so
 * that each process it ever started is still our descendant when we kill them.
 *
 * Where no namespace can be made, as in most containers, root has jobs run as another user instead,
 * each process that starts jobs as one of its own: what only root may read, our processes and other
 * jobs are then out of reach. */
#include "sandbox.h"

#include <grp.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "base/base.h"
#include "lab/measure/timing.h"

enum { SCAN_MS = 100, FIRST_USER = 20000, USERS = 40000 };

static int bubblewrap; /* jobs run in it */
static int other_user; /* jobs run as another user */
static int lowered;    /* by so much are jobs less urgent than we are */

/* ---- start */

static void limit(int what, double most)
{
    struct rlimit l = {(rlim_t)most, (rlim_t)most};
    setrlimit(what, &l);
}

static void place_descriptors(const struct job *job, int output, int report)
{
    int nothing = open("/dev/null", O_RDONLY), high[3];
    for (int i = 0; i < 3; i++)
        high[i] = job->fd[i] >= 0 ? fcntl(job->fd[i], F_DUPFD, 20) : -1;
    report = report >= 0 ? fcntl(report, F_DUPFD, 20) : -1;
    dup2(nothing, 0);
    dup2(output, 1);
    dup2(output, 2);
    for (int i = 0; i < 3; i++) {
        close(3 + i);
        if (high[i] >= 0)
            dup2(high[i], 3 + i);
    }
    if (report >= 0)
        dup2(report, WALLS_REPORT);
    for (int fd = 6; fd < WALLS_REPORT + (report < 0); fd++)
        close(fd);
    closefrom(WALLS_REPORT + 1);             /* whoever called make may have left any number open */
    if (bubblewrap && job->processes == 1) { /* it reads the filter from here */
        struct sock_fprog filter = walls_no_processes();
        int rules = memfd_create("rules", 0);
        size_t bytes = filter.len * sizeof *filter.filter;
        if (rules < 0 || write(rules, filter.filter, bytes) != (ssize_t)bytes ||
            lseek(rules, 0, SEEK_SET) != 0)
            _exit(127);
        dup2(rules, WALLS_FILTER);
        close(rules);
    }
}

/* Whom the jobs of this process run as. */
static uid_t user_for(pid_t process)
{
    return FIRST_USER + (uid_t)process % USERS;
}

/* Nothing that it starts gets other rights, as sudo would. */
static void become_other_user(pid_t parent)
{
    const uid_t user = user_for(parent);
    if (setgroups(0, NULL) || setresgid(user, user, user) || setresuid(user, user, user) ||
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) {
        dprintf(2, "no other user: %s\n", strerror(errno));
        _exit(127);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* forgotten with the rights */
    if (getppid() != parent)
        _exit(1);
}

/* After vfork it shares our memory: it allocates nothing. */
static void child(const struct job *job, struct arguments *a, int output, int report, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    setsid();
    place_descriptors(job, output, report);
    limit(RLIMIT_CPU, job->seconds * 4 + 5); /* of each process; several threads add up */
    limit(RLIMIT_FSIZE, job->file_bytes);
    limit(RLIMIT_NOFILE, 1024);
    limit(RLIMIT_CORE, 0);
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + lowered);
    signal(SIGPIPE, SIG_DFL);
    int there = chdir(job->folder); /* as root, who may pass the folders above */
    if (other_user)
        become_other_user(parent);
    struct sock_fprog filter = walls_no_processes();
    if (job->processes == 1 && !bubblewrap && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
    if (there == 0)
        execvpe(a->item[0], (char *const *)a->item, (char *const *)job->env);
    dprintf(2, "%s: %s\n", a->item[0], strerror(errno));
    _exit(127);
}

/* A folder that was given before stays readable to the job; one that never was is left as it is. */
static void give_folder(const struct job *job, uid_t user)
{
    struct stat s;
    int failed = lstat(job->folder, &s);
    if (!failed && job->writable)
        failed = lchown(job->folder, user, user) || chmod(job->folder, 0700);
    else if (!failed && s.st_uid >= FIRST_USER && s.st_uid < FIRST_USER + USERS)
        failed = lchown(job->folder, 0, user) || chmod(job->folder, 0750);
    if (failed)
        die("%s cannot be given to another user: %s", job->folder, strerror(errno));
}

void sandbox_start(struct sandboxed *s, const struct job *job)
{
    struct arguments a = {{0}, 0, NULL};
    int pipes[2];
    pid_t parent = getpid();
    memset(s, 0, sizeof *s);
    s->job = *job;
    s->report = bubblewrap ? memfd_create("report", MFD_CLOEXEC) : -1;
    if (pipe2(pipes, O_CLOEXEC) || (bubblewrap && s->report < 0))
        die("no pipe: %s", strerror(errno));
    walls_no_processes();
    if (other_user)
        give_folder(job, user_for(parent));
    if (bubblewrap)
        walls_bubblewrap(&a, job);
    for (const char *const *argument = job->argv; *argument; argument++)
        walls_push(&a, *argument);
    a.item[a.count] = NULL;
    fflush(NULL);
    /* A fork would copy the tables of all memory that we hold. But it could give rights away. */
    s->pid = other_user ? fork() : vfork();
    if (s->pid < 0)
        die("no process: %s", strerror(errno));
    if (s->pid == 0)
        child(job, &a, pipes[1], s->report, parent);
    free(a.visible);
    close(pipes[1]);
    s->output = pipes[0];
    fcntl(s->output, F_SETFL, O_NONBLOCK);
    tree_replace(0, s->pid);
    s->deadline = lab_now_ms() + job->seconds * 1e3;
    s->next_scan = lab_now_ms() + SCAN_MS;
}

/* ---- watch */

/* Keeps the beginning, reads and forgets the rest. 0 at the end of it. */
static int drain(struct sandboxed *s)
{
    char buffer[65536];
    ssize_t got;
    for (int i = 0; i < 64 && (got = read(s->output, buffer, sizeof buffer)) != 0; i++) {
        size_t room = sizeof s->text - 1 - s->length, keep = got > 0 ? (size_t)got : 0;
        if (got < 0)
            return errno == EAGAIN || errno == EINTR;
        keep = keep < room ? keep : room;
        memcpy(s->text + s->length, buffer, keep);
        s->text[s->length += keep] = 0;
    }
    return got != 0;
}

/* Bubblewrap tells the exit status of what it began, and of nothing else; the job cannot write
 * there. */
static int never_began(const struct sandboxed *s)
{
    char text[1024] = "";
    return s->report >= 0 && WIFEXITED(s->status) &&
           (pread(s->report, text, sizeof text - 1, 0) < 0 || !strstr(text, "\"exit-code\""));
}

static void enforce(struct sandboxed *s)
{
    double now = lab_now_ms(), bytes = 0;
    if (s->ending == RUNNING && waitpid(s->pid, &s->status, WNOHANG) == s->pid) {
        s->ending = ENDED;
        tree_replace(s->pid, 0);
        s->never_began = never_began(s);
        if (bubblewrap && WIFEXITED(s->status) && WEXITSTATUS(s->status) > 128 &&
            WEXITSTATUS(s->status) <= 192)
            s->status = WEXITSTATUS(s->status) - 128; /* it reports the signal as a shell does */
    }
    if (s->ending == RUNNING && now > s->deadline)
        s->ending = OUT_OF_TIME;
    if (s->ending != RUNNING || now < s->next_scan)
        return;
    int count = tree_use(s->pid, &bytes);
    if (count > s->job.processes + (bubblewrap ? 2 : 0)) /* bubblewrap is two of them */
        s->ending = OUT_OF_PROCESSES;
    else if (bytes > s->job.memory)
        s->ending = OUT_OF_MEMORY;
    s->next_scan = lab_now_ms() + SCAN_MS;
}

int sandbox_wait(struct sandboxed *s, int fd, int ms)
{
    double until = lab_now_ms() + ms;
    for (double left = ms; s->ending == RUNNING && left >= 0; left = until - lab_now_ms()) {
        struct pollfd p[2] = {{s->output, POLLIN, 0}, {fd, POLLIN, 0}};
        poll(p, 2, left > 20 ? 20 : (int)left);
        if (p[0].revents && s->output >= 0 && !drain(s)) {
            close(s->output);
            s->output = -1;
        }
        if (p[1].revents)
            return 1;
        enforce(s);
    }
    if (s->ending != RUNNING) { /* it may have answered just before it ended */
        struct pollfd p = {fd, POLLIN, 0};
        if (s->output >= 0)
            drain(s);
        return fd >= 0 && poll(&p, 1, 0) == 1 && (p.revents & POLLIN);
    }
    return 0;
}

void sandbox_stop(struct sandboxed *s)
{
    if (tree_has(s->pid)) {
        kill(s->pid, SIGKILL);
        waitpid(s->pid, NULL, 0);
        tree_replace(s->pid, 0);
    }
    tree_kill_strays();
    if (s->output >= 0)
        close(s->output);
    s->output = -1;
    if (s->report >= 0)
        close(s->report);
    s->report = -1;
}

void sandbox_run(struct sandboxed *s, const struct job *job)
{
    sandbox_start(s, job);
    while (s->ending == RUNNING)
        sandbox_wait(s, -1, 1000);
    sandbox_stop(s);
}

int sandbox_signal(const struct sandboxed *s)
{
    return s->ending == ENDED && WIFSIGNALED(s->status) ? WTERMSIG(s->status) : 0;
}

void sandbox_describe(const struct sandboxed *s, char *text, size_t size)
{
    int number = sandbox_signal(s);
    if (s->ending == OUT_OF_TIME)
        snprintf(text, size, "gave no answer within %.0f s", s->job.seconds);
    else if (s->ending == OUT_OF_PROCESSES)
        snprintf(text, size, "started more than %d processes", s->job.processes);
    else if (s->ending == OUT_OF_MEMORY)
        snprintf(text, size, "used more than %.1f GB of memory", s->job.memory / 1e9);
    else if (number)
        snprintf(text, size, "was killed by SIG%s (%s)",
                 sigabbrev_np(number) ? sigabbrev_np(number) : "?", strsignal(number));
    else
        snprintf(text, size, "ended by itself, with exit status %d, before it answered",
                 WEXITSTATUS(s->status));
}

/* ---- is there bubblewrap? */

void sandbox_close(void)
{
    bubblewrap = other_user = 0;
}

void sandbox_step_back(int yes)
{
    lowered = yes ? 10 : 0;
}

void sandbox_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* a fork does not inherit it */
}

/* Runs `exit 7` in `folder`. */
static int trial_works(const char *folder, char *why, size_t size)
{
    const char *const nothing[] = {"/bin/sh", "-c", "exit 7", NULL};
    const char *libraries = getenv("LD_LIBRARY_PATH"); /* bubblewrap may need it itself */
    OWNED char *variable = text_of("LD_LIBRARY_PATH=%s", libraries ? libraries : "");
    const char *const environment[] = {variable, NULL};
    struct job trial = {nothing, environment, folder, "", 0, 0, {-1, -1, -1}, 10, 1, 1e9, 1e6};
    struct sandboxed s;
    sandbox_run(&s, &trial);
    snprintf(why, size, "%.*s", (int)size - 1, s.text);
    return s.ending == ENDED && WIFEXITED(s.status) && WEXITSTATUS(s.status) == 7;
}

enum sandbox_kind sandbox_open(const char *wanted)
{
    const int any = !*wanted, user = strcmp(wanted, "user") == 0;
    char why[300] = "";
    sandbox_adopt();
    sandbox_close();
    if (access("/proc/thread-self/children", R_OK))
        die("this kernel does not say which processes a process has started "
            "(CONFIG_PROC_CHILDREN)");
    bubblewrap = any || strcmp(wanted, "bwrap") == 0;
    if (bubblewrap && trial_works("/tmp", why, sizeof why))
        return SANDBOX_BUBBLEWRAP;
    if (strcmp(wanted, "bwrap") == 0)
        die("SANDBOX=bwrap, but its trial run fails here: %s", why);
    bubblewrap = 0;
    if (user && geteuid() != 0)
        die("SANDBOX=user: only root can run programs as another user; leave SANDBOX out");
    if (geteuid() != 0 || !(any || user))
        return SANDBOX_LIMITS;
    OWNED char *folder = text_of("%s/cuda-labs-trial-XXXXXX", sandbox_temporary());
    other_user = 1;
    if (!mkdtemp(folder) || !trial_works(folder, why, sizeof why))
        other_user = 0;
    rmdir(folder);
    if (user && !other_user)
        die("SANDBOX=user, but its trial run in %s fails here: %s", sandbox_temporary(), why);
    return other_user ? SANDBOX_USER : SANDBOX_LIMITS;
}

const char *sandbox_temporary(void)
{
    const char *set = getenv("TMPDIR");
    return set && set[0] == '/' ? set : "/var/tmp";
}
