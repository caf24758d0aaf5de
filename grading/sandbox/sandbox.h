/* Running what a student wrote, or what a compiler makes of it. */
#pragma once

#include <linux/filter.h>
#include <stddef.h>
#include <sys/types.h>

struct job {
    const char *const *argv; /* argv[0] is a path */
    const char *const *env;  /* "NAME=value", NULL at the end; nothing else is passed on */
    const char *folder;      /* current directory, visible; the only writable place if `writable` */
    const char *visible;     /* more read-only paths, colon-separated */
    int writable, gpu;
    int fd[3];                 /* become descriptors 3, 4, 5; -1: none */
    double seconds;            /* wall clock */
    int processes;             /* at a time, threads not counted; 1: it may not start any */
    double memory, file_bytes; /* resident bytes of the whole tree; largest file */
};

enum ending { RUNNING, ENDED, OUT_OF_TIME, OUT_OF_PROCESSES, OUT_OF_MEMORY };

struct sandboxed {
    struct job job; /* its limits hold as long as this does; what it points to, until it began */
    pid_t pid;
    int output, report; /* report: where bubblewrap says what it did (-1: there is none) */
    int never_began;    /* bubblewrap ended before the job's command began: no fault of the job's */
    int status;         /* as waitpid gives it, a sandbox's own wrapping undone */
    enum ending ending;
    double deadline, next_scan; /* ms, by lab_now_ms */
    char text[8192];            /* the first of what it printed, NUL-terminated */
    size_t length;
};

/* Finds out what works here; `wanted`: "bwrap", "user", "none", or "" for the first of these that
 * does. Of SANDBOX_USER: whatever jobs need must be readable to any user, by a path that any user
 * may pass; their own folder is given to them. Dies if what was asked for does not work. */
enum sandbox_kind { SANDBOX_LIMITS, SANDBOX_BUBBLEWRAP, SANDBOX_USER };
enum sandbox_kind sandbox_open(const char *wanted);
void sandbox_close(void);
/* Where such a path may begin: TMPDIR, else /var/tmp. */
const char *sandbox_temporary(void);

/* Jobs started from here on give way to others (1) or not (0): for builds beside a GPU that is
 * being timed. */
void sandbox_step_back(int yes);

/* To be called in each new process that starts jobs: orphans of a job become its children. */
void sandbox_adopt(void);

/* Starts a job. Dies where the system gives no process. */
void sandbox_start(struct sandboxed *s, const struct job *job);

/* Waits at most `ms` for `fd` (-1: none) to become readable, collecting output and enforcing limits
 * meanwhile. 1 if it is readable; else 0, and s->ending says whether the job still runs. */
int sandbox_wait(struct sandboxed *s, int fd, int ms);

/* Kills what is left of the job, every process of it, and releases s. */
void sandbox_stop(struct sandboxed *s);

/* Runs a job to its end. */
void sandbox_run(struct sandboxed *s, const struct job *job);

/* "was killed by SIGSEGV (Segmentation fault)", "ended by itself, with exit status 0, …". */
void sandbox_describe(const struct sandboxed *s, char *text, size_t size);
int sandbox_signal(const struct sandboxed *s); /* the signal that ended it, or 0 */

/* ---- process_tree.c */
/* The jobs that still run: `from` is replaced by `to`; 0 stands for a free place. */
void tree_replace(pid_t from, pid_t to);
int tree_has(pid_t pid);
/* Kills every descendant of ours that belongs to no job that still runs. */
void tree_kill_strays(void);
/* Number of processes from `root` down, and the memory that they occupy. */
int tree_use(pid_t root, double *bytes);

/* ---- bubblewrap.c: walls around a job */
/* Descriptors: bubblewrap reads the filter from the first, and says what became of the job on the
 * second. */
enum { MAX_ARGS = 512, WALLS_FILTER = 10, WALLS_REPORT = 11 };
#define WALLS_FILTER_TEXT "10"
#define WALLS_REPORT_TEXT "11"

struct arguments {
    const char *item[MAX_ARGS];
    int count;
    char *visible; /* what some of them point into, to be freed */
};

void walls_push(struct arguments *a, const char *item);
/* Everything up to the job's own command. */
void walls_bubblewrap(struct arguments *a, const struct job *job);
/* A filter in the kernel that lets threads start but no process, and opens no socket. Made by the
 * first call. */
struct sock_fprog walls_no_processes(void);
