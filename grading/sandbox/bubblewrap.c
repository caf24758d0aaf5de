/* What a job is told that it may see and do: bubblewrap's arguments, and a filter of system
 * calls. */

#include "sandbox.h"

#include <glob.h>
#include <sched.h>
#include <seccomp.h>

#include "base/base.h"

/* The only limit on the number of processes that also holds for root; and no network where there
 * are no namespaces. clone3 hides its flags in
 * memory: refused as unknown, the C library then takes clone. */
static int forbid_processes(scmp_filter_ctx rules)
{
    const struct scmp_arg_cmp no_thread = SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0);
    const unsigned refuse = SCMP_ACT_ERRNO(EPERM);
    return !rules || seccomp_attr_set(rules, SCMP_FLTATR_ACT_BADARCH, refuse) ||
           seccomp_rule_add(rules, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) ||
           seccomp_rule_add(rules, refuse, SCMP_SYS(fork), 0) ||
           seccomp_rule_add(rules, refuse, SCMP_SYS(vfork), 0) ||
           seccomp_rule_add(rules, refuse, SCMP_SYS(socket), 0) ||
           seccomp_rule_add(rules, refuse, SCMP_SYS(io_uring_setup), 0) ||
           seccomp_rule_add_array(rules, refuse, SCMP_SYS(clone), 1, &no_thread);
}

struct sock_fprog walls_no_processes(void)
{
    enum { MOST = 128 };
    static struct sock_filter filter[MOST];
    static unsigned short count;
    if (!count) {
        scmp_filter_ctx rules = seccomp_init(SCMP_ACT_ALLOW);
        int file = memfd_create("rules", MFD_CLOEXEC);
        if (forbid_processes(rules) || file < 0 || seccomp_export_bpf(rules, file))
            die("no filter of system calls could be made");
        const ssize_t size = pread(file, filter, sizeof filter, 0);
        if (size <= 0 || size == sizeof filter)
            die("the filter of system calls is too long");
        count = (unsigned short)((size_t)size / sizeof *filter);
        close(file);
        seccomp_release(rules);
    }
    return (struct sock_fprog){count, filter};
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

static void push_devices(struct arguments *a)
{
    static glob_t devices;
    push_bind(a, "--ro-bind-try", "/sys");
    if (devices.gl_pathv)
        globfree(&devices);
    glob("/dev/nvidia*", 0, NULL, &devices);
    glob("/dev/dxg", GLOB_APPEND, NULL, &devices);
    for (size_t i = 0; i < devices.gl_pathc; i++)
        push_bind(a, "--dev-bind-try", devices.gl_pathv[i]);
}

#define NOBODY        "65534"
#define SCRATCH_BYTES "268435456"

void walls_bubblewrap(struct arguments *a, const struct job *job)
{
    /* each with a zero byte behind it */
    static const char paths[] = "/usr\0/bin\0/sbin\0/lib\0/lib32\0/lib64\0/etc/alternatives\0"
                                "/etc/ld.so.cache\0",
                      isolation[] =
                          "--json-status-fd\0" WALLS_REPORT_TEXT "\0--unshare-all\0"
                          "--die-with-parent\0--new-session\0--uid\0" NOBODY "\0--gid\0" NOBODY "\0"
                          "--hostname\0grader\0--cap-drop\0ALL\0--proc\0/proc\0--dev\0/dev\0"
                          "--size\0" SCRATCH_BYTES "\0--tmpfs\0/tmp\0";
    walls_push(a, "bwrap");
    for (const char *word = isolation; *word; word += strlen(word) + 1)
        walls_push(a, word);
    for (const char *path = paths; *path; path += strlen(path) + 1)
        push_bind(a, "--ro-bind-try", path);
    if (job->gpu)
        push_devices(a);
    char *rest = a->visible = text_of("%s", job->visible ? job->visible : "");
    for (char *path; (path = strsep(&rest, ":"));)
        if (*path)
            push_bind(a, "--ro-bind-try", path);
    push_bind(a, job->writable ? "--bind" : "--ro-bind", job->folder);
    if (job->processes == 1) {
        walls_push(a, "--seccomp");
        walls_push(a, WALLS_FILTER_TEXT);
    }
    walls_push(a, "--chdir");
    walls_push(a, job->folder);
    walls_push(a, "--");
}
