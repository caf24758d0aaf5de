/* The processes below us: who they are, how much they use, and how to end those of a job that is
 * over. */
#include "sandbox.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>

#include "base/base.h"

enum { MAX_TREE = 8192 };

struct process {
    pid_t pid;
    double bytes; /* resident */
};

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

/* 0 where there is no such process any more. */
static int look_at(pid_t pid, struct process *p)
{
    char path[60];
    long pages = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    FILE *f = fopen(path, "re");
    const int read = f && fscanf(f, "%*d %ld", &pages) == 1;
    if (f)
        fclose(f);
    *p = (struct process){pid, (double)pages * (double)sysconf(_SC_PAGESIZE)};
    return read && pages > 0;
}

/* Adds the children of one thread that are no job which still runs. */
static void add_children(pid_t pid, const char *thread, struct process *list, int *count)
{
    char path[300];
    int child;
    snprintf(path, sizeof path, "/proc/%d/task/%s/children", (int)pid, thread);
    FILE *f = fopen(path, "re");
    while (f && *count < MAX_TREE && fscanf(f, "%d", &child) == 1)
        *count += !tree_has(child) && look_at((pid_t)child, &list[*count]);
    if (f)
        fclose(f);
}

/* The descendants of `root`, itself first; their number. Without those of jobs that still run, but
 * for a root that is one. */
static int descendants(pid_t root, struct process *list)
{
    int count = look_at(root, &list[0]);
    for (int i = 0; i < count; i++) {
        char path[60];
        snprintf(path, sizeof path, "/proc/%d/task", (int)list[i].pid);
        DIR *d = opendir(path);
        for (struct dirent *e; d && (e = readdir(d));)
            if (isdigit((unsigned char)e->d_name[0]))
                add_children(list[i].pid, e->d_name, list, &count);
        if (d)
            closedir(d);
    }
    return count;
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
    OWNED struct process *list = zeros(MAX_TREE, sizeof *list);
    for (int round = 0, count = 2, before = 0; round < 200 && count > 1; round++) {
        count = descendants(getpid(), list);
        for (int i = 1; i < count; i++)
            kill(list[i].pid, SIGSTOP);
        for (int i = 1; i < count && count <= before; i++)
            kill(list[i].pid, SIGKILL);
        before = count;
        for (int i = 1; i < count; i++)
            waitpid(list[i].pid, NULL, WNOHANG);
        if (count > 1 && round > 1)
            usleep(1000);
    }
}

int tree_use(pid_t root, double *bytes)
{
    OWNED struct process *list = zeros(MAX_TREE, sizeof *list);
    const int count = descendants(root, list);
    *bytes = 0;
    for (int i = 0; i < count; i++)
        *bytes += list[i].bytes;
    return count;
}
