/* A job is one process tree. It gets a session, descriptors and an environment of its own, limits on processor time and file
 * size from the kernel (setrlimit), and on wall clock, processes and memory from us, who look every tenth of a second. (Never
 * RLIMIT_AS: CUDA reserves far more address space than it uses. RLIMIT_NPROC would count the user's other programs.)
 *
 * With bubblewrap it also gets its own process, mount, network and IPC namespaces: it sees the system's libraries, the folders
 * named in the job and an empty /tmp, and when its first process dies the kernel kills all others. Without bubblewrap, we are
 * the subreaper of every orphan, so that each process it ever started is still our descendant when we kill them. */
#include "sandbox.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "judge.h"
#include "timing.h"

enum { MAX_ARGS = 256, MAX_TREE = 8192, SCAN_MS = 100 };

static const char *bubblewrap; /* its path, once it is known to work */

/* ---- the process tree */

struct process {
    pid_t pid, parent;
    double bytes;
    int ours;
};

/* The descendants of `root`, itself included; their number. A process that vanishes meanwhile is no longer there. */
static int descendants(pid_t root, struct process *list)
{
    DIR *d = opendir("/proc");
    struct dirent *e;
    int count = 0, ours = 0, more = 1;
    static const long page = 4096;
    while (d && count < MAX_TREE && (e = readdir(d))) {
        char path[300], line[1024], state;
        int parent = 0;
        long resident = 0;
        if (!isdigit((unsigned char)e->d_name[0]))
            continue;
        snprintf(path, sizeof path, "/proc/%s/stat", e->d_name);
        FILE *f = fopen(path, "re");
        size_t got = f ? fread(line, 1, sizeof line - 1, f) : 0;
        if (f)
            fclose(f);
        line[got] = 0;
        char *name_end = strrchr(line, ')');
        if (!name_end || sscanf(name_end + 1, " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %*u %*u %ld",
                                &state, &parent, &resident) < 3 || state == 'Z')
            continue;
        pid_t pid = (pid_t)atol(e->d_name);
        list[count++] = (struct process){pid, parent, (double)resident * page, pid == root};
    }
    if (d)
        closedir(d);
    while (more) {
        more = 0;
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count && !list[i].ours; j++)
                if (list[j].ours && list[i].parent == list[j].pid)
                    list[i].ours = more = 1;
    }
    for (int i = 0; i < count; i++)
        if (list[i].ours)
            list[ours++] = list[i];
    return ours;
}

/* Orphans of a job without a namespace are our children now; the jobs that still run are too, and stay. */
static pid_t running[8];

static int is_running(pid_t pid)
{
    for (size_t i = 0; i < sizeof running / sizeof *running; i++)
        if (running[i] == pid)
            return 1;
    return 0;
}

static void set_running(pid_t from, pid_t to)
{
    for (size_t i = 0; i < sizeof running / sizeof *running; i++)
        if (running[i] == from) {
            running[i] = to;
            return;
        }
    die("too many jobs at a time");
}

static int below_running(const struct process *list, int count, const struct process *p)
{
    for (int depth = 0; p && depth < 1000; depth++) {
        if (is_running(p->pid))
            return 1;
        const struct process *parent = NULL;
        for (int i = 0; i < count; i++)
            if (list[i].pid == p->parent)
                parent = &list[i];
        p = parent;
    }
    return 0;
}

/* Stops all strays before it kills any, so that none can fork in between. */
static void kill_strays(void)
{
    struct process *list = calloc(MAX_TREE, sizeof *list);
    if (!list)
        die("no memory left");
    for (int round = 0, found = 1, before = 0; round < 200 && found; round++) {
        int count = descendants(getpid(), list);
        found = 0;
        for (int i = 0; i < count; i++)
            if (list[i].pid != getpid() && !below_running(list, count, &list[i])) {
                kill(list[i].pid, SIGSTOP);
                found++;
            }
        for (int i = 0; i < count && found && found <= before; i++)
            if (list[i].pid != getpid() && !below_running(list, count, &list[i]))
                kill(list[i].pid, SIGKILL);
        before = found;
        for (int i = 0; i < count && found; i++)
            if (list[i].parent == getpid() && !is_running(list[i].pid))
                waitpid(list[i].pid, NULL, WNOHANG);
        if (found && round > 1)
            usleep(1000);
    }
    free(list);
}

/* ---- one process and no more */

/* A filter in the kernel that lets threads start but no process: the only limit on their number that also holds for root. */
static struct sock_fprog no_processes(void)
{
#if defined(__x86_64__)
    const unsigned here = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
    const unsigned here = AUDIT_ARCH_AARCH64;
#else
    const unsigned here = 0;
#endif
    enum { CLONE_THREAD_FLAG = 0x10000 };
#define WHEN(value, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, otherwise)
#define FAIL(number) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (number))
    static struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, here, 1, 0),
        FAIL(EPERM), /* another architecture's calls have other numbers */
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        WHEN(435, 1), FAIL(ENOSYS), /* clone3 hides its flags in memory: the C library then takes clone */
#ifdef __NR_fork
        WHEN(__NR_fork, 1), FAIL(EPERM), WHEN(__NR_vfork, 1), FAIL(EPERM),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), FAIL(EPERM), /* the x32 variants */
#endif
        WHEN(__NR_clone, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD_FLAG, 1, 0), FAIL(EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    return (struct sock_fprog){here ? sizeof rules / sizeof *rules : 0, rules};
}

/* ---- what bubblewrap is told */

struct arguments {
    const char *item[MAX_ARGS];
    int count;
};

static void push(struct arguments *a, const char *item)
{
    if (a->count + 1 >= MAX_ARGS)
        die("too many folders to make visible");
    a->item[a->count++] = item;
}

static void push_bind(struct arguments *a, const char *how, const char *path)
{
    push(a, how);
    push(a, path);
    push(a, path);
}

/* Runs in the child: what it allocates dies with it. */
static void push_visible(struct arguments *a, const char *list)
{
    char *copy = text_of("%s", list ? list : ""), *rest = copy;
    for (char *path; (path = strsep(&rest, ":"));)
        if (*path)
            push_bind(a, "--ro-bind-try", path);
}

static void push_devices(struct arguments *a)
{
    static glob_t devices;
    push_bind(a, "--ro-bind-try", "/sys");
    glob("/dev/nvidia*", 0, NULL, &devices);
    glob("/dev/dxg", GLOB_APPEND, NULL, &devices);
    for (size_t i = 0; i < devices.gl_pathc; i++)
        push_bind(a, "--dev-bind-try", devices.gl_pathv[i]);
}

static void wrap(struct arguments *a, const struct job *job)
{
    static const char *const system_paths[] = {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives",
                                               "/etc/ld.so.cache"};
    static const char *const isolation[] = {"--unshare-all", "--die-with-parent", "--new-session", "--uid", "65534", "--gid",
                                            "65534", "--hostname", "grader", "--cap-drop", "ALL", "--proc", "/proc",
                                            "--dev", "/dev", "--size", "268435456", "--tmpfs", "/tmp"};
    push(a, bubblewrap);
    for (size_t i = 0; i < sizeof isolation / sizeof *isolation; i++)
        push(a, isolation[i]);
    for (size_t i = 0; i < sizeof system_paths / sizeof *system_paths; i++)
        push_bind(a, "--ro-bind-try", system_paths[i]);
    if (job->gpu)
        push_devices(a);
    push_visible(a, job->visible);
    push_bind(a, job->writable ? "--bind" : "--ro-bind", job->folder);
    if (job->processes == 1) {
        push(a, "--seccomp");
        push(a, "10");
    }
    push(a, "--chdir");
    push(a, job->folder);
    push(a, "--");
}

/* ---- start */

static void limit(int what, double most)
{
    struct rlimit l = {(rlim_t)most, (rlim_t)most};
    setrlimit(what, &l);
}

static void place_descriptors(const struct job *job, int output)
{
    int nothing = open("/dev/null", O_RDONLY), high[3];
    for (int i = 0; i < 3; i++)
        high[i] = job->fd[i] >= 0 ? fcntl(job->fd[i], F_DUPFD, 20) : -1;
    dup2(nothing, 0);
    dup2(output, 1);
    dup2(output, 2);
    for (int i = 0; i < 3; i++) {
        close(3 + i);
        if (high[i] >= 0)
            dup2(high[i], 3 + i);
    }
    for (int fd = 6; fd < 1024; fd++)
        close(fd);
    if (bubblewrap && job->processes == 1) { /* it reads the filter from here */
        struct sock_fprog filter = no_processes();
        int rules = memfd_create("rules", 0);
        size_t bytes = filter.len * sizeof *filter.filter;
        if (rules < 0 || write(rules, filter.filter, bytes) != (ssize_t)bytes || lseek(rules, 0, SEEK_SET) != 0)
            _exit(127);
        dup2(rules, 10);
        close(rules);
    }
}

static void child(const struct job *job, int output, pid_t parent)
{
    struct arguments a = {{0}, 0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    if (bubblewrap)
        wrap(&a, job);
    for (const char *const *argument = job->argv; *argument; argument++)
        push(&a, *argument);
    a.item[a.count] = NULL;
    setsid();
    place_descriptors(job, output);
    limit(RLIMIT_CPU, job->seconds * 4 + 5); /* of each process; several threads add up */
    limit(RLIMIT_FSIZE, job->file_bytes);
    limit(RLIMIT_NOFILE, 1024);
    limit(RLIMIT_CORE, 0);
    signal(SIGPIPE, SIG_DFL);
    struct sock_fprog filter = no_processes();
    if (job->processes == 1 && !bubblewrap && filter.len && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
    if (chdir(job->folder) == 0)
        execve(a.item[0], (char *const *)a.item, (char *const *)job->env);
    dprintf(2, "%s: %s\n", a.item[0], strerror(errno));
    _exit(127);
}

void sandbox_start(struct sandboxed *s, const struct job *job)
{
    int pipes[2];
    pid_t parent = getpid();
    memset(s, 0, sizeof *s);
    s->job = job;
    if (pipe2(pipes, O_CLOEXEC))
        die("no pipe: %s", strerror(errno));
    fflush(NULL);
    s->pid = fork();
    if (s->pid < 0)
        die("no process: %s", strerror(errno));
    if (s->pid == 0)
        child(job, pipes[1], parent);
    close(pipes[1]);
    s->output = pipes[0];
    fcntl(s->output, F_SETFL, O_NONBLOCK);
    set_running(0, s->pid);
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

static void enforce(struct sandboxed *s)
{
    double now = lab_now_ms(), bytes = 0;
    if (s->ending == RUNNING && waitpid(s->pid, &s->status, WNOHANG) == s->pid) {
        s->ending = ENDED;
        set_running(s->pid, 0);
        if (bubblewrap && WIFEXITED(s->status) && WEXITSTATUS(s->status) > 128 && WEXITSTATUS(s->status) <= 192)
            s->status = WEXITSTATUS(s->status) - 128; /* it reports the signal as a shell does */
    }
    if (s->ending == RUNNING && now > s->deadline)
        s->ending = OUT_OF_TIME;
    if (s->ending != RUNNING || now < s->next_scan)
        return;
    struct process *list = calloc(MAX_TREE, sizeof *list);
    int count = list ? descendants(s->pid, list) : 0;
    for (int i = 0; i < count; i++)
        bytes += list[i].bytes;
    free(list);
    if (count > s->job->processes + (bubblewrap ? 2 : 0)) /* bubblewrap is two of them */
        s->ending = OUT_OF_PROCESSES;
    else if (bytes > s->job->memory)
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
    if (is_running(s->pid)) {
        kill(s->pid, SIGKILL);
        waitpid(s->pid, NULL, 0);
        set_running(s->pid, 0);
    }
    kill_strays();
    if (s->output >= 0)
        close(s->output);
    s->output = -1;
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
        snprintf(text, size, "gave no answer within %.0f s", s->job->seconds);
    else if (s->ending == OUT_OF_PROCESSES)
        snprintf(text, size, "started more than %d processes", s->job->processes);
    else if (s->ending == OUT_OF_MEMORY)
        snprintf(text, size, "used more than %.1f GB of memory", s->job->memory / 1e9);
    else if (number)
        snprintf(text, size, "was killed by SIG%s (%s)", sigabbrev_np(number) ? sigabbrev_np(number) : "?", strsignal(number));
    else
        snprintf(text, size, "ended by itself, with exit status %d, before it answered", WEXITSTATUS(s->status));
}

/* ---- is there bubblewrap? */

static const char *search_path(const char *program)
{
    char *path = text_of("%s", getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin"), *rest = path, *found = NULL;
    for (char *folder; !found && (folder = strsep(&rest, ":"));) {
        found = text_of("%s/%s", folder, program);
        if (access(found, X_OK)) {
            free(found);
            found = NULL;
        }
    }
    free(path);
    return found;
}

void sandbox_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* a fork does not inherit it */
}

int sandbox_open(const char *wanted)
{
    static const char *const nothing[] = {"/bin/sh", "-c", "exit 7", NULL}, *const empty[] = {NULL};
    struct job trial = {nothing, empty, "/tmp", "", 0, 0, {-1, -1, -1}, 10, 16, 1e9, 1e6};
    struct sandboxed s;
    sandbox_adopt();
    if (strcmp(wanted, "none") == 0)
        return 0;
    bubblewrap = search_path("bwrap");
    if (bubblewrap) {
        sandbox_run(&s, &trial);
        if (s.ending == ENDED && WIFEXITED(s.status) && WEXITSTATUS(s.status) == 7)
            return 1;
    }
    if (strcmp(wanted, "bwrap") == 0)
        die("SANDBOX=bwrap, but %s%s", bubblewrap ? "its trial run fails here: " : "there is no bwrap on PATH", bubblewrap ? s.text : "");
    free((char *)bubblewrap);
    bubblewrap = NULL;
    return 0;
}
