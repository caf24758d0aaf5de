/* One step against all its cases, in a process of its own: a crash, a wild pointer or an endless loop costs that step alone, and
 * the CUDA context that it ruined dies with the process. The parent never touches CUDA before it forks. */
#ifndef LAB_CHECK_H
#define LAB_CHECK_H

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cases.h"
#include "execute.h"
#include "verify.h"
#ifdef LAB_EMULATOR
#include "emulator/emulator.h"
#endif

enum lab_state { LAB_PASS, LAB_WRONG, LAB_NOT_ATTEMPTED, LAB_CRASH, LAB_TIMEOUT, LAB_SKIPPED };

struct lab_result {
    enum lab_state state;
    int cases;         /* cases that passed before the first failure, or all */
    char message[900]; /* of the first case that failed */
};

static inline const char *lab_state_name(enum lab_state s)
{
    static const char *const names[] = {"pass",  "wrong",   "not attempted",
                                        "crash", "timeout", "skipped"};
    return names[s];
}

/* What the emulator found wrong since the last call, as one sentence with file and line; empty if nothing or on a GPU. */
static inline void lab_finding(char *text, size_t size)
{
    text[0] = 0;
#ifdef LAB_EMULATOR
    const struct emu_finding_report *f = emu_finding_at(0);
    if (f && f->file)
        snprintf(text, size, "%s:%u: %s", f->file, f->line, f->text);
    else if (f)
        snprintf(text, size, "%s", f->text);
    emu_begin();
#else
    (void)size;
#endif
}

/* Runs one case; adds to *r. Returns 1 while the step is still passing. */
static inline int lab_check_case(const struct lab_entry *e, const struct lab_case *c,
                                 struct lab_result *r, int *untouched)
{
    struct lab_device d;
    struct lab_reference ref;
    char damage[400], finding[500];
    cudaError_t error = lab_open_device(&d, c, 1);
    if (error == cudaErrorMemoryAllocation && r->cases > 0) {
        cudaGetLastError();
        return 1; /* a large case on a small GPU: the others have said enough */
    }
    float *out = (float *)malloc(lab_bytes(&d.shape.out) + 1);
    int ready = lab_reference_of(c, &ref) == 0;
    if (error != cudaSuccess || !out || !ready) {
        r->state = LAB_WRONG;
        snprintf(r->message, sizeof r->message, "Cannot set up %dx%d: %s.", c->m, c->n,
                 error != cudaSuccess ? cudaGetErrorString(error) : "no memory left on the host");
    } else {
        lab_finding(finding, sizeof finding);
        int status = lab_run_once(&d, e, out, damage, sizeof damage);
        lab_finding(finding, sizeof finding);
        if (c->data == LAB_STARVED)
            finding[0] = 0; /* that an allocation fails is the point */
        struct lab_verdict v;
        memset(&v, 0, sizeof v);
        v.ok = c->data == LAB_STARVED;
        if (c->data != LAB_STARVED && (status == 0 || !d.returned))
            v = lab_verify(&ref, out);
        *untouched += v.untouched;
        if (status || !v.ok || finding[0]) {
            r->state = v.untouched && *untouched == r->cases + 1 && !finding[0] ? LAB_NOT_ATTEMPTED
                                                                                : LAB_WRONG;
            const char *why = finding[0] ? finding : damage[0] && !v.untouched ? damage : v.message;
            snprintf(r->message, sizeof r->message, "%s%s%s", why,
                     finding[0] && v.message[0] ? " " : "", finding[0] ? v.message : "");
        }
    }
    r->cases++;
    lab_reference_free(&ref);
    free(out);
    lab_close_device(&d);
    return r->state == LAB_PASS || r->state == LAB_NOT_ATTEMPTED;
}

/* All cases of one step, in this process. A step is not attempted only if no case saw it write anything. */
static inline void lab_check_here(const struct lab_entry *e, enum lab_problem problem, int gpu,
                                  uint64_t seed, struct lab_result *r)
{
    struct lab_case c;
    int untouched = 0;
    memset(r, 0, sizeof *r);
    if (!e->launch) {
        r->state = LAB_NOT_ATTEMPTED;
        snprintf(r->message, sizeof r->message,
                 "The file does not define this step's launch function.");
        return;
    }
    for (int i = 0; lab_case_at(problem, gpu, i, seed, &c); i++) {
        if (r->state == LAB_NOT_ATTEMPTED && c.data == LAB_STARVED)
            break;
        if (!lab_check_case(e, &c, r, &untouched))
            break;
    }
    if (r->state == LAB_NOT_ATTEMPTED && untouched < r->cases)
        r->state = LAB_WRONG;
    if (r->state == LAB_NOT_ATTEMPTED)
        snprintf(r->message, sizeof r->message, "Nothing was written: the TODOs are still to do.");
}

/* Waits for `bytes` from a child for at most `seconds`. 1 if they came whole, 0 if it ended early, -1 if time ran out. */
static inline int lab_await(int fd, void *to, size_t bytes, int seconds)
{
    size_t have = 0;
    while (have < bytes) {
        struct pollfd p = {fd, POLLIN, 0};
        int ready = poll(&p, 1, seconds * 1000);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return -1;
        ssize_t got = read(fd, (char *)to + have, bytes - have);
        if (got <= 0)
            return 0;
        have += (size_t)got;
    }
    return 1;
}

/* The same in a child; `seconds` bounds it. */
static inline struct lab_result lab_check(const struct lab_entry *e, enum lab_problem problem,
                                          int gpu, uint64_t seed, int seconds)
{
    struct lab_result r;
    int pipes[2], status = 0;
    memset(&r, 0, sizeof r);
    fflush(NULL);
    if (pipe(pipes)) {
        perror("pipe");
        exit(2);
    }
    pid_t child = fork();
    if (child == 0) {
        close(pipes[0]);
        lab_check_here(e, problem, gpu, seed, &r);
        ssize_t put = write(pipes[1], &r, sizeof r);
        _exit(put == (ssize_t)sizeof r ? 0 : 2);
    }
    close(pipes[1]);
    int came = child > 0 ? lab_await(pipes[0], &r, sizeof r, seconds) : 0;
    if (child > 0) {
        if (came < 0)
            kill(child, SIGKILL);
        waitpid(child, &status, 0);
    }
    close(pipes[0]);
    if (came < 0) {
        r.state = LAB_TIMEOUT;
        snprintf(r.message, sizeof r.message,
                 "No answer within %d s: is there a loop that never ends?", seconds);
    } else if (came == 0) {
        r.state = LAB_CRASH;
        if (WIFSIGNALED(status))
            snprintf(r.message, sizeof r.message,
                     "The host program died: %s. Is a device pointer used in host code?",
                     strsignal(WTERMSIG(status)));
        else
            snprintf(r.message, sizeof r.message,
                     "The program ended by itself (exit status %d) before it answered.",
                     WEXITSTATUS(status));
    }
    return r;
}

#endif
