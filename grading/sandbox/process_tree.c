/* The processes below us: who they are, how much they use, and how to end those of a job that is
 * over. */
#include "sandbox.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"

enum { MAX_TREE = 8192 };

struct process {
    pid_t pid, parent;
    double bytes;
    int ours;
};

/* 0 where there is no such process any more. */
static int look_at(pid_t pid, struct process *p)
{
    char path[60], line[1024], state;
    int parent = 0;
    long resident = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "re");
    size_t got = f ? fread(line, 1, sizeof line - 1, f) : 0;
    if (f)
        fclose(f);
    line[got] = 0;
    char *name_end = strrchr(line, ')');
    if (!name_end ||
        sscanf(name_end + 1,
               " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %*u "
               "%*u %ld",
               &state, &parent, &resident) < 3 ||
        state == 'Z')
        return 0;
    *p = (struct process){pid, parent, (double)resident * (double)sysconf(_SC_PAGESIZE), 0};
    return 1;
}

/* The descendants of `root`, itself included; their number. A process that vanishes meanwhile is no
 * longer there. */
static int descendants(pid_t root, struct process *list)
{
    DIR *d = opendir("/proc");
    struct dirent *e;
    int count = 0, ours = 0, more = 1;
    while (d && count < MAX_TREE && (e = readdir(d))) {
        const pid_t pid = (pid_t)atol(e->d_name);
        if (pid > 0 && look_at(pid, &list[count]))
            list[count++].ours = pid == root;
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

/* Adds the children of one thread. 0 where the kernel has no list of them. */
static int add_children(pid_t pid, const char *thread, struct process *list, int *count)
{
    char path[300];
    int child;
    snprintf(path, sizeof path, "/proc/%d/task/%s/children", (int)pid, thread);
    FILE *f = fopen(path, "re");
    if (!f)
        return 0;
    while (*count < MAX_TREE && fscanf(f, "%d", &child) == 1)
        *count += look_at((pid_t)child, &list[*count]);
    fclose(f);
    return 1;
}

/* The same as descendants, without a look at all processes of the machine. 0 where that is not
 * possible. */
static int known_descendants(pid_t root, struct process *list)
{
    int count = look_at(root, &list[0]), listed = 0;
    for (int i = 0; i < count; i++) {
        char path[60];
        snprintf(path, sizeof path, "/proc/%d/task", (int)list[i].pid);
        DIR *d = opendir(path);
        for (struct dirent *e; d && (e = readdir(d));)
            if (isdigit((unsigned char)e->d_name[0]))
                listed |= add_children(list[i].pid, e->d_name, list, &count);
        if (d)
            closedir(d);
    }
    return listed ? count : 0;
}

/* Orphans of a job without a namespace are our children now; the jobs that still run are too, and
 * stay. */
static pid_t running[MAX_GPUS * MAX_LABS + 40];

int tree_has(pid_t pid)
{
    for (size_t i = 0; i < sizeof running / sizeof *running; i++)
        if (running[i] == pid)
            return 1;
    return 0;
}

void tree_replace(pid_t from, pid_t to)
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
        if (tree_has(p->pid))
            return 1;
        const struct process *parent = NULL;
        for (int i = 0; i < count; i++)
            if (list[i].pid == p->parent)
                parent = &list[i];
        p = parent;
    }
    return 0;
}

/* Every orphan below us becomes our child: without a child there is no stray. */
static int has_children(void)
{
    siginfo_t ended = {0};
    while (waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0) {
        if (!ended.si_pid || tree_has(ended.si_pid))
            return 1;
        waitpid(ended.si_pid, NULL, WNOHANG);
        ended.si_pid = 0;
    }
    return errno != ECHILD;
}

/* Stops all strays before it kills any, so that none can fork in between. */
void tree_kill_strays(void)
{
    if (!has_children())
        return;
    struct process *list = zeros(MAX_TREE, sizeof *list);
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
            if (list[i].parent == getpid() && !tree_has(list[i].pid))
                waitpid(list[i].pid, NULL, WNOHANG);
        if (found && round > 1)
            usleep(1000);
    }
    free(list);
}

int tree_use(pid_t root, double *bytes)
{
    struct process *list = calloc(MAX_TREE, sizeof *list);
    int count = list ? known_descendants(root, list) : 0;
    if (list && !count)
        count = descendants(root, list);
    *bytes = 0;
    for (int i = 0; i < count; i++)
        *bytes += list[i].bytes;
    free(list);
    return count;
}
