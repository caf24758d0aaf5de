/* The cases of one step in several processes, in the emulator: one for each core. Each is a copy of
 * the process that has judged the first cases; the first begins with the launch that is counted;
 * they take the other cases in turn. The answer is the one that a single process gives. Where that
 * is not certain (a process printed, kept memory or died) their work counts for nothing. Included
 * by check.h. */
#ifndef LAB_SHARED_CASES_H
#define LAB_SHARED_CASES_H

/* Cases in turn that stay together: of equal size, where the second may come in the first's arrays.
 */
enum { LAB_UNIT = 2 };

#ifdef LAB_EMULATOR
#include <limits.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>

enum { LAB_SHARERS = 4 };

/* What one process has found. */
struct lab_found {
    int certain;
    int failed; /* number of the case that is not right, from 1; 0: all are */
    struct lab_result r;
};

struct lab_share {
    int next_unit;
    int failed;   /* the first case that is known to fail; INT_MAX: none */
    int counting; /* the first process takes no cases yet */
    struct lab_result counted;
    struct lab_found found[LAB_SHARERS];
};

/* Is the case that was drawn this process's? It takes another unit when its last one is over. */
static inline int lab_is_mine(struct lab_local *l)
{
    const int unit = (l->index - 1) / LAB_UNIT;
    while (l->unit < unit)
        l->unit = __atomic_fetch_add(&l->share->next_unit, 1, __ATOMIC_RELAXED);
    return l->unit == unit;
}

/* Draws the next case that is this process's; 0: there are no more, or one before it has failed. */
static inline int lab_draw_mine(struct lab_local *l)
{
    while (lab_draw(l) && l->drawn <= __atomic_load_n(&l->share->failed, __ATOMIC_RELAXED)) {
        if (lab_is_mine(l))
            return 1;
        l->skipped++;
        ++*lab_orders();
    }
    return 0;
}

static inline void lab_tell_failed(struct lab_share *share, int drawn)
{
    int first = __atomic_load_n(&share->failed, __ATOMIC_RELAXED);
    while (drawn < first && !__atomic_compare_exchange_n(&share->failed, &first, drawn, 0,
                                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}

/* The counted launch, before the first process takes cases. */
static inline void lab_count_first(struct lab_local *l, const struct lab_runner *runner,
                                   const struct lab_lesson *lesson, const struct lab_result *r)
{
    const struct lab_asked last = l->last;
    l->share->counted = *r;
    lab_check_lesson(l, runner, lesson, &l->share->counted);
    l->last = last;
    __atomic_store_n(&l->share->counting, 0, __ATOMIC_RELEASE);
}

/* What a process does that shares: it ends here. */
static inline void lab_take_share(struct lab_local *l, const struct lab_runner *runner,
                                  const struct lab_lesson *lesson, int place, struct lab_result *r)
{
    struct lab_found *found = &l->share->found[place];
    const int rises = *lab_rises();
    FILE *said = tmpfile();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!said || dup2(fileno(said), STDOUT_FILENO) < 0 || dup2(fileno(said), STDERR_FILENO) < 0)
        _exit(2);
    l->printed.file = NULL;
    if (place == 0)
        lab_count_first(l, runner, lesson, r);
    lab_ask_on(runner, r);
    if (r->state != LAB_PASS) {
        found->failed = l->drawn;
        r->cases += l->skipped;
        lab_tell_failed(l->share, l->drawn);
    }
    fflush(NULL);
    found->r = *r;
    found->certain = *lab_rises() == rises && lseek(STDOUT_FILENO, 0, SEEK_END) == 0;
    _exit(0);
}

/* Starts the processes. 0, or -1 where one could not be. */
static inline int lab_start_sharing(struct lab_local *l, const struct lab_runner *runner,
                                    const struct lab_lesson *lesson, int cores,
                                    struct lab_result *r, pid_t *sharer)
{
    fflush(NULL);
    for (int place = 0; place < cores; place++) {
        sharer[place] = fork();
        if (sharer[place] == 0)
            lab_take_share(l, runner, lesson, place, r);
        if (sharer[place] < 0)
            return -1;
    }
    return 0;
}

/* A case has failed, and the first process has not taken any before it: none of its own matters. */
static inline int lab_counts_in_vain(const struct lab_share *share)
{
    return __atomic_load_n(&share->failed, __ATOMIC_RELAXED) < INT_MAX &&
           __atomic_load_n(&share->counting, __ATOMIC_ACQUIRE);
}

/* Waits for the processes, and ends those that are not needed any more. 1 if what they found is
 * certain. */
static inline int lab_await_sharers(struct lab_share *share, pid_t *sharer, int certain)
{
    pid_t ended = 1;
    while (ended > 0) {
        const int in_vain = lab_counts_in_vain(share);
        for (int i = 0; i < LAB_SHARERS; i++)
            if (sharer[i] > 0 && (!certain || (i == 0 && in_vain)))
                kill(sharer[i], SIGKILL);
        do
            ended = waitpid(-1, NULL, 0);
        while (ended < 0 && errno == EINTR);
        for (int i = 0; i < LAB_SHARERS; i++)
            if (ended > 0 && sharer[i] == ended) {
                sharer[i] = 0;
                certain &= share->found[i].certain || (i == 0 && in_vain);
            }
    }
    return certain;
}

/* Puts together what they found. */
static inline void lab_add_found(struct lab_local *l, int cores, struct lab_result *r)
{
    const struct lab_found *found = l->share->found;
    struct lab_result all = l->share->counted;
    all.cases = r->cases;
    all.left_out = r->left_out;
    for (int i = 0; i < cores; i++) {
        if (found[i].failed && found[i].failed == l->share->failed) {
            *r = found[i].r;
            while (l->drawn < found[i].failed && lab_draw(l))
                ++*lab_orders();
            return;
        }
        all.cases += found[i].r.cases - r->cases;
        all.left_out += found[i].r.left_out - r->left_out;
    }
    *r = all;
}

static inline int lab_cores(void)
{
    cpu_set_t set;
    const int cores = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return cores < LAB_SHARERS ? cores : LAB_SHARERS;
}

/* The cases after the first ones, which are right, and the counted launch. 1 if *r is the answer;
 * else nothing has happened. */
static inline int lab_share_cases(struct lab_local *l, const struct lab_runner *runner,
                                  const struct lab_lesson *lesson, struct lab_result *r)
{
    const int cores = lab_cores();
    pid_t sharer[LAB_SHARERS] = {0};
    if (cores < 2 || lab_printed_any(&l->printed))
        return 0;
    void *page =
        mmap(NULL, sizeof *l->share, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return 0;
    l->share = (struct lab_share *)page;
    l->share->next_unit = 1;
    l->share->failed = INT_MAX;
    l->share->counting = 1;
    const int started = lab_start_sharing(l, runner, lesson, cores, r, sharer) == 0,
              certain = lab_await_sharers(l->share, sharer, started);
    if (certain)
        lab_add_found(l, cores, r);
    munmap(page, sizeof *l->share);
    l->share = NULL;
    return certain;
}
#else
static inline int lab_draw_mine(struct lab_local *l)
{
    return lab_draw(l);
}

static inline int lab_share_cases(struct lab_local *l, const struct lab_runner *runner,
                                  const struct lab_lesson *lesson, struct lab_result *r)
{
    (void)l, (void)runner, (void)lesson, (void)r;
    return 0;
}
#endif

#endif
