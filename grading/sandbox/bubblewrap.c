/* What a job is told that it may see and do: bubblewrap's arguments, and a filter of system
 * calls. */
#include "bubblewrap.h"

#include <errno.h>
#include <glob.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "judge/judge.h"

/* A filter in the kernel that lets threads start but no process: the only limit on their number
 * that also holds for root. */
struct sock_fprog walls_no_processes(void)
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
#define FAIL(number)           BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (number))
    static struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, here, 1, 0),
        FAIL(EPERM), /* another architecture's calls have other numbers */
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        WHEN(435, 1),
        FAIL(ENOSYS), /* clone3 hides its flags in memory: the C library then takes clone */
#ifdef __NR_fork
        WHEN(__NR_fork, 1),
        FAIL(EPERM),
        WHEN(__NR_vfork, 1),
        FAIL(EPERM),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        FAIL(EPERM), /* the x32 variants */
#endif
        WHEN(__NR_clone, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD_FLAG, 1, 0),
        FAIL(EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    return (struct sock_fprog){here ? sizeof rules / sizeof *rules : 0, rules};
}
void walls_push(struct arguments *a, const char *item)
{
    if (a->count + 1 >= MAX_ARGS)
        die("too many folders to make visible");
    a->item[a->count++] = item;
}

static void push_bind(struct arguments *a, const char *how, const char *path)
{
    walls_push(a, how);
    walls_push(a, path);
    walls_push(a, path);
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

static const char *const *hidden;

void walls_hide(const char *const *folders)
{
    hidden = folders;
}

/* A project, its submissions or its reports may lie below /usr. What a job may see of them comes
 * after this. */
static void push_hidden(struct arguments *a, const char *system)
{
    size_t length = strlen(system);
    for (const char *const *folder = hidden; folder && *folder; folder++)
        if (strncmp(*folder, system, length) == 0 && (*folder)[length] == '/') {
            walls_push(a, "--tmpfs");
            walls_push(a, *folder);
        }
}

void walls_bubblewrap(struct arguments *a, const char *bubblewrap, const struct job *job)
{
    static const char *const system_paths[] = {"/usr",
                                               "/bin",
                                               "/sbin",
                                               "/lib",
                                               "/lib32",
                                               "/lib64",
                                               "/etc/alternatives",
                                               "/etc/ld.so.cache"};
    static const char *const isolation[] = {"--json-status-fd",
                                            WALLS_REPORT_TEXT,
                                            "--unshare-all",
                                            "--die-with-parent",
                                            "--new-session",
                                            "--uid",
                                            "65534",
                                            "--gid",
                                            "65534",
                                            "--hostname",
                                            "grader",
                                            "--cap-drop",
                                            "ALL",
                                            "--proc",
                                            "/proc",
                                            "--dev",
                                            "/dev",
                                            "--size",
                                            "268435456",
                                            "--tmpfs",
                                            "/tmp"};
    walls_push(a, bubblewrap);
    for (size_t i = 0; i < sizeof isolation / sizeof *isolation; i++)
        walls_push(a, isolation[i]);
    for (size_t i = 0; i < sizeof system_paths / sizeof *system_paths; i++)
        push_bind(a, "--ro-bind-try", system_paths[i]);
    for (size_t i = 0; i < sizeof system_paths / sizeof *system_paths; i++)
        push_hidden(a, system_paths[i]);
    if (job->gpu)
        push_devices(a);
    push_visible(a, job->visible);
    push_bind(a, job->writable ? "--bind" : "--ro-bind", job->folder);
    if (job->processes == 1 && walls_no_processes().len) {
        walls_push(a, "--seccomp");
        walls_push(a, WALLS_FILTER_TEXT);
    }
    walls_push(a, "--chdir");
    walls_push(a, job->folder);
    walls_push(a, "--");
}
