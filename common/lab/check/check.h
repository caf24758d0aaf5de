/* One step against all its cases, in a process of its own: a crash, a wild pointer or an endless
 * loop costs that step alone, and the CUDA context that it ruined dies with the process. The parent
 * never touches CUDA before it forks. */
#ifndef LAB_CHECK_H
#define LAB_CHECK_H

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "repeated_arrays.h"
#include "cases.h"
#include "execute.h"
#ifdef LAB_EMULATOR
#include "emulator/emulator.h"
#endif

enum lab_state { LAB_PASS, LAB_WRONG, LAB_NOT_ATTEMPTED, LAB_CRASH, LAB_TIMEOUT, LAB_SKIPPED };

struct lab_result {
    enum lab_state state;
    int cases;          /* cases that passed before the first failure, or all */
    int left_out;       /* cases for which the device has no memory */
    int explained;      /* the message says what kind of mistake it may be */
    char message[1200]; /* of the first case that failed */
};

static inline const char *lab_state_name(enum lab_state s)
{
    static const char *const names[] = {"pass",  "wrong",   "not attempted",
                                        "crash", "timeout", "skipped"};
    return names[s];
}

#ifdef LAB_EMULATOR
/* Who it was: the kernel, the first thread seen, how often; empty for host code. */
static inline void lab_finding_where(const struct emu_finding_report *f, char *text, size_t size)
{
    text[0] = 0;
    if (f->kernel)
        snprintf(text, size,
                 "\n        (%s, first seen in thread (%u,%u,%u) of block (%u,%u,%u); %llu time%s)",
                 f->kernel, f->thread[0], f->thread[1], f->thread[2], f->block[0], f->block[1],
                 f->block[2], f->times, f->times == 1 ? "" : "s");
}
#endif

/* What the emulator found wrong since the last call: file, line, what, and which thread; empty if
 * nothing or on a GPU. */
static inline void lab_finding(char *text, size_t size)
{
    text[0] = 0;
#ifdef LAB_EMULATOR
    const struct emu_finding_report *f = emu_finding_at(0);
    char where[200];
    if (f) {
        int used = f->file ? snprintf(text, size, "%s:%u: ", f->file, f->line) : 0;
        lab_finding_where(f, where, sizeof where);
        snprintf(text + used, size - (size_t)used, "%s.%s", f->text, where);
    }
    emu_begin();
#else
    (void)size;
#endif
}

/* Why a case failed: what was found or broken, and on a line below it what that did to the output,
 * or at least the size. */
static inline void lab_say_why(const struct lab_case *c, const char *finding, const char *damage,
                               const struct lab_verdict *v, struct lab_result *r)
{
    char size[60], text[LAB_VERDICT_TEXT];
    const char *broken = finding[0] ? finding : damage;
    int used = 0;
    r->explained = broken[0] || v->guess[0];
    if (broken[0])
        used = snprintf(r->message, sizeof r->message, "%s\n        ", broken);
    if (lab_verdict_text(v, !finding[0], text)[0])
        snprintf(r->message + used, sizeof r->message - (size_t)used, "%s", text);
    else
        snprintf(r->message + used, sizeof r->message - (size_t)used, "This was at %s, %s.",
                 lab_size_text(c, size, sizeof size), lab_data_name(c->data));
}

/* The case was wrong with blocks and warps in another order: 1 if it is right in ascending
 * order. */
static inline int lab_order_matters(struct lab_device *d, const struct lab_entry *e,
                                    const struct lab_reference *ref, float *out)
{
    char damage[400], finding[700];
    lab_next_order(1, 0);
    int status = lab_run_once(d, e, out, damage, sizeof damage);
    lab_finding(finding, sizeof finding);
    return !status && !finding[0] && d->error == cudaSuccess && lab_verify(ref, out).ok;
}

/* Is the device itself too small for a case? If not, somebody kept what they allocated. */
static inline int lab_is_too_large(const struct lab_case *c)
{
    char why[200];
    size_t available, total;
    return cudaMemGetInfo(&available, &total) == cudaSuccess &&
           lab_check_size(c, (double)total / 2, why, sizeof why) != 0;
}

/* Runs one case in the arrays of the one before, if they fit (*d, all zeros at first); `again`:
 * that one was right, at the same sizes. Adds to *r. Returns 1 while the step is still passing. */
static inline int lab_check_case(const struct lab_entry *e, const struct lab_case *c, int again,
                                 struct lab_device *d, struct lab_result *r, int *untouched)
{
    struct lab_reference ref;
    char damage[400], finding[700];
    cudaError_t error = cudaSuccess;
    if (!lab_reopen_device(d, c)) {
        lab_close_device(d);
        error = lab_open_device(d, c, 1);
    }
    if (error == cudaErrorMemoryAllocation && r->cases > 0 &&
        (lab_is_huge(c) || lab_is_too_large(c))) {
        cudaGetLastError();
        r->left_out++;
        return 1; /* the others have said enough */
    }
    float *out = (float *)malloc(d->out_bytes + 1);
    int ready = lab_reference_of(c, &ref) == 0;
    if (error != cudaSuccess || !out || !ready) {
        r->state = LAB_WRONG;
        snprintf(r->message, sizeof r->message, "Cannot set up %dx%d: %s.", c->m, c->n,
                 error == cudaErrorMemoryAllocation && r->cases > 0
                     ? "no device memory is left; what a launch allocates must be freed before it "
                       "returns"
                 : error != cudaSuccess ? cudaGetErrorString(error)
                                        : "no memory left on the host");
    } else {
        lab_finding(finding, sizeof finding);
        const enum lab_order order = lab_next_order(0, c->seed);
        int status = lab_run_once(d, e, out, damage, sizeof damage);
        lab_finding(finding, sizeof finding);
        if (c->data == LAB_STARVED)
            finding[0] = 0; /* that an allocation fails is the point */
        struct lab_verdict v;
        memset(&v, 0, sizeof v);
        v.ok = c->data == LAB_STARVED || d->left_out;
        r->left_out += d->left_out;
        if (!v.ok && d->error == cudaSuccess)
            v = lab_verify(&ref, out);
        if (v.untouched && lab_is(c->problem, LAB_WHOLE_PROGRAM) && d->step_ms > 0) {
            v.untouched = 0; /* somebody launched it and asked for its time */
            snprintf(damage, sizeof damage,
                     "The array came back as it was: is the result copied back to the host?");
        }
        *untouched += v.untouched;
        if (status || !v.ok || finding[0]) {
            r->state = v.untouched && *untouched == r->cases + 1 && !finding[0] ? LAB_NOT_ATTEMPTED
                                                                                : LAB_WRONG;
            if (order != LAB_ASCENDING && !status && !v.untouched && !finding[0] &&
                d->error == cudaSuccess && lab_order_matters(d, e, &ref, out))
                snprintf(damage, sizeof damage, "%s",
                         order == LAB_DESCENDING
                             ? "The result depends on the order of blocks or warps: it is right "
                               "with the first one first, wrong with the last one first. Which of "
                               "them clears, adds or sums last must not matter."
                             : "The result depends on the order of blocks or warps: it is right "
                               "one after the other, wrong when several run at once. What one "
                               "thread reads, another may change before the first writes: use one "
                               "atomic, or try again.");
            if (again && ref.count >= LAB_AGAIN_TELLS && !status && !v.ok && !v.untouched &&
                !finding[0] && !damage[0])
                snprintf(damage, sizeof damage, "%s", LAB_AGAIN_WHY);
            lab_say_why(c, finding, v.untouched ? "" : damage, &v, r);
        }
        lab_next_order(1, 0);
    }
    r->cases++;
    lab_reference_free(&ref);
    free(out);
    return r->state == LAB_PASS || r->state == LAB_NOT_ATTEMPTED;
}

/* All cases of one step, in this process. A step is not attempted only if no case saw it write
 * anything. */
static inline void lab_check_here(const struct lab_entry *e, enum lab_problem problem, int gpu,
                                  uint64_t seed, struct lab_result *r)
{
    struct lab_case c, again;
    struct lab_device d;
    int untouched = 0;
    memset(r, 0, sizeof *r);
    memset(&d, 0, sizeof d);
    if (!e->launch) {
        r->state = LAB_NOT_ATTEMPTED;
        snprintf(r->message, sizeof r->message,
                 "The file does not define this step's launch function.");
        return;
    }
    for (int i = 0; lab_case_at(problem, gpu, i, seed, &c); i++) {
        if (r->state == LAB_NOT_ATTEMPTED && c.data == LAB_STARVED)
            break;
        if (e->aligned && lab_shifted(&c) >= 0)
            continue;
        if (!lab_check_case(e, &c, 0, &d, r, &untouched) ||
            (r->state == LAB_PASS && lab_again(&c, i, seed, &again) &&
             !lab_check_case(e, &again, 1, &d, r, &untouched)))
            break;
    }
    lab_close_device(&d);
    size_t used = strlen(r->message);
    if (r->state == LAB_WRONG && !r->explained && c.data == LAB_REAL)
        r->explained = snprintf(r->message + used, sizeof r->message - used,
                                " With integers it was right: is something an int, or does the sum "
                                "start from what was there?") > 0;
    if (r->state == LAB_NOT_ATTEMPTED && untouched < r->cases)
        r->state = LAB_WRONG;
    if (r->state == LAB_NOT_ATTEMPTED)
        snprintf(r->message, sizeof r->message,
                 "Nothing was written: the TODOs are still to do, or the result is never stored.");
}

enum { LAB_LOOK_ON = 6, LAB_LOOK_ON_SECONDS = 20 };

/* The first case that failed may be too small to show what kind of mistake it is: looks at the next
 * few for one that does. */
static inline void lab_look_on(const struct lab_entry *e, enum lab_problem problem, int gpu,
                               uint64_t seed, int from, struct lab_result *r)
{
    struct lab_case c;
    struct lab_device d;
    memset(r, 0, sizeof *r);
    memset(&d, 0, sizeof d);
    for (int i = from; i < from + LAB_LOOK_ON && !r->explained; i++) {
        int untouched = 0;
        memset(r, 0, sizeof *r);
        if (!lab_case_at(problem, gpu, i, seed, &c) || c.data == LAB_STARVED ||
            c.memory != LAB_SNUG)
            break;
        lab_check_case(e, &c, 0, &d, r, &untouched);
    }
    lab_close_device(&d);
}

/* Waits for `bytes` from a child for at most `seconds`. 1 if they came whole, 0 if it ended early,
 * -1 if time ran out. */
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

/* Adds what lab_look_on found, if it comes in time. */
static inline void lab_add_second_look(int fd, struct lab_result *r)
{
    struct lab_result second;
    size_t used = strlen(r->message);
    if (lab_await(fd, &second, sizeof second, LAB_LOOK_ON_SECONDS) == 1 && second.explained)
        snprintf(r->message + used, sizeof r->message - used, "\n        %.*s",
                 (int)(sizeof r->message - used), second.message);
}

/* lab_check_here in a child; `seconds` bounds it. */
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
        fflush(stdout); /* what a kernel printed */
        ssize_t put = write(pipes[1], &r, sizeof r);
        if (put == (ssize_t)sizeof r && r.state == LAB_WRONG && !r.explained) {
            lab_look_on(e, problem, gpu, seed, r.cases, &r);
            put = write(pipes[1], &r, sizeof r);
        }
        _exit(put == (ssize_t)sizeof r ? 0 : 2);
    }
    close(pipes[1]);
    int came = child > 0 ? lab_await(pipes[0], &r, sizeof r, seconds) : 0;
    if (came > 0 && r.state == LAB_WRONG && !r.explained)
        lab_add_second_look(pipes[0], &r);
    if (child > 0) {
        if (came < 0 || r.state == LAB_WRONG)
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
            snprintf(r.message, sizeof r.message, "The host program died: %s%s",
                     strsignal(WTERMSIG(status)),
                     WTERMSIG(status) == SIGFPE ? ". Does host code divide by 0?"
                                                : ". Is a device pointer used in host code?");
        else
            snprintf(
                r.message, sizeof r.message,
                "The program ended by itself (exit status %d) before it answered. If it said why, "
                "that stands above.",
                WEXITSTATUS(status));
    }
    return r;
}

#endif
