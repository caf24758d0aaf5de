/* What a judgement asks (lab/check/runner.h), of one runner or of several: cases in turn, each to
 * the runner whose turn it is. Answers are judged in the order of the cases, however early they
 * come, so what is found of a step that keeps nothing does not depend on how many runners there
 * are. Plain C, no CUDA. */
#ifndef ENGINE_ASKER_H
#define ENGINE_ASKER_H

#include <poll.h>

#include "engine/talk.h"
#include "lab/check/harness.h"

enum {
    ASKER_RUNNERS = 4,
    ASKER_MOST = 48, /* under way: while a runner has a case of a second, the others go on */
    /* Cases in turn that stay together: of equal size, where the second may come in the first's
     * arrays. */
    ASKER_UNIT = 2
};

enum asker_state { ASKER_DRAWN, ASKER_SENT, ASKER_HEARD };

struct asker_question {
    struct lab_asked asked;
    struct lab_reference own; /* where whoever drew it gave none */
    int own_fails;
    int unit;
    unsigned number;
    enum asker_state state;
    int runner;
    enum talk_answer how;
    char line[PROTOCOL_LINE];
    void *out;     /* a copy, which the runner can no longer write to */
    char *printed; /* what the step printed; NULL: nothing */
};

/* The next case into `asked`, its reference where that is known, and `unit`. 0: no more. */
typedef int asker_draw(void *source, struct asker_question *q);

struct asker {
    struct talk *runner[ASKER_RUNNERS];
    int runners, busy[ASKER_RUNNERS], dead[ASKER_RUNNERS];
    int ahead; /* while one answer is judged, runners work on the next ones */
    int step;
    const char *metrics; /* that the answers are to hold; NULL: none */
    asker_draw *draw;
    void *source;
    char *(*printed)(struct talk *t); /* takes what the step printed; NULL: nobody asks */
    char *first_text, *last_text;     /* of the first case that printed; of the last one judged */
    struct asker_question at[ASKER_MOST];
    int first, count, judging;
    unsigned drawn;
    enum talk_answer how; /* the last one */
    void *probed;
};

static inline struct asker_question *asker_at(struct asker *a, int i)
{
    return &a->at[(a->first + i) % ASKER_MOST];
}

static inline void asker_drop_first(struct asker *a)
{
    struct asker_question *q = asker_at(a, 0);
    lab_reference_free(&q->own);
    free(q->out);
    free(q->printed);
    memset(q, 0, sizeof *q);
    a->first = (a->first + 1) % ASKER_MOST;
    a->count--;
}

static inline int asker_draw_one(struct asker *a)
{
    struct asker_question *q = asker_at(a, a->count);
    memset(q, 0, sizeof *q);
    if (!a->draw(a->source, q))
        return 0;
    q->runner = q->unit % a->runners;
    q->number = a->drawn++;
    if (!q->asked.ref)
        q->asked.ref = &q->own;
    a->count++;
    return 1;
}

/* The bytes that come back of a case: of a huge one its corners. */
static inline size_t asker_bytes(const struct lab_case *c)
{
    const struct lab_operand out = lab_shape_of(c).out,
                             corners = lab_is_huge(c) ? lab_corners_of(&out) : out;
    return lab_bytes(&corners);
}

static inline void *asker_copy(const struct talk *t, const struct lab_case *c)
{
    const size_t all = asker_bytes(c), bytes = all < t->bytes ? all : t->bytes;
    void *copy = malloc(all + 1);
    return copy ? memcpy(copy, t->memory, bytes) : NULL;
}

/* Hears the answer to a question that was sent. */
static inline void asker_take(struct asker *a, struct asker_question *q)
{
    struct talk *t = a->runner[q->runner];
    q->how = talk_hear(t);
    q->state = ASKER_HEARD;
    a->busy[q->runner] = 0;
    a->dead[q->runner] = q->how == TALK_GONE || q->how == TALK_NONSENSE;
    memcpy(q->line, t->line, sizeof q->line);
    if (q->how == TALK_ANSWERED)
        q->out = asker_copy(t, &q->asked.c);
    if (a->printed)
        q->printed = a->printed(t);
}

/* Draws as many as are to be under way, and sends what its runner is free for. */
static inline void asker_top_up(struct asker *a)
{
    const int most = !a->ahead ? 1 : a->runners > 1 ? ASKER_MOST : 2;
    while (a->count < most && asker_draw_one(a))
        ;
    for (int i = 0; i < a->count; i++) {
        struct asker_question *q = asker_at(a, i);
        if (q->state != ASKER_DRAWN || a->busy[q->runner])
            continue;
        if (a->dead[q->runner] ||
            talk_send(a->runner[q->runner], "check", a->step, &q->asked.c, q->number, a->metrics)) {
            q->how = TALK_GONE;
            q->state = ASKER_HEARD;
            continue;
        }
        q->state = ASKER_SENT;
        a->busy[q->runner] = 1;
    }
}

/* Hears whichever answers come next; of a single runner the one. */
static inline void asker_hear(struct asker *a)
{
    struct pollfd fd[ASKER_MOST];
    struct asker_question *sent[ASKER_MOST];
    int count = 0;
    for (int i = 0; i < a->count; i++) {
        struct asker_question *q = asker_at(a, i);
        if (q->state != ASKER_SENT)
            continue;
        fd[count].fd = a->runner[q->runner]->answer;
        fd[count].events = POLLIN;
        fd[count].revents = 0;
        sent[count++] = q;
    }
    if (count > 1)
        poll(fd, (nfds_t)count, 1000);
    for (int i = 0; i < count; i++) {
        const struct talk *t = a->runner[sent[i]->runner];
        if (count == 1 || fd[i].revents || t->wait(t->holder, -1, 0) < 0)
            asker_take(a, sent[i]);
    }
}

static inline int asker_next(void *self, struct lab_asked *asked)
{
    struct asker *a = (struct asker *)self;
    if (a->judging)
        asker_drop_first(a);
    a->judging = a->count > 0 || asker_draw_one(a);
    if (a->judging)
        *asked = asker_at(a, 0)->asked;
    return a->judging;
}

/* The emulator's finding in an answer, file and line in front, as a judge may show it: without
 * folders, which the runner's word is not taken for. 1 if there is one. */
static inline int asker_finding(const char *line, char kind[40], char *text, size_t size)
{
    char file[200], what[600];
    double number = 0;
    if (protocol_get(line, "said", text, size)) {
        protocol_get(line, "kind", kind, 40);
        return 1;
    }
    if (!protocol_get(line, "finding", what, sizeof what))
        return 0;
    protocol_get(line, "kind", kind, 40);
    protocol_get(line, "file", file, sizeof file);
    protocol_get_number(line, "line", &number);
    const char *slash = strrchr(file, '/');
    if (file[0])
        snprintf(text, size, "%s:%.0f: %s.", slash ? slash + 1 : file, number, what);
    else
        snprintf(text, size, "%s.", what);
    return 1;
}

/* What an answer says; see talk.h. */
static inline void asker_read(const char *line, struct lab_seen *seen)
{
    char cuda[400], left_out[8];
    double order = LAB_ASCENDING;
    asker_finding(line, seen->kind, seen->finding, sizeof seen->finding);
    protocol_get(line, "overflow", seen->overflow, sizeof seen->overflow);
    protocol_get(line, "damage", seen->damage, sizeof seen->damage);
    seen->failed = protocol_get(line, "cuda", cuda, sizeof cuda);
    if (seen->failed)
        snprintf(seen->damage, sizeof seen->damage, "CUDA reports %s.%s", cuda,
                 lab_cuda_advice(cuda));
    seen->left_out = protocol_get(line, "left_out", left_out, sizeof left_out);
    seen->ms = -1;
    protocol_get_number(line, "ms", &seen->ms);
    protocol_get_number(line, "order", &order);
    unsigned *g = seen->launched.grid, *b = seen->launched.block;
    if (protocol_get(line, "launch", cuda, sizeof cuda)) /* blocks and threads, if it says so */
        sscanf(cuda, "%u %u %u %u %u %u", g, g + 1, g + 2, b, b + 1, b + 2);
    seen->order =
        order == LAB_DESCENDING || order == LAB_INTERLEAVED ? (enum lab_order)order : LAB_ASCENDING;
}

/* How a runner answered, and what it says of the case. */
static inline void asker_see(struct asker *a, enum talk_answer how, const char *line,
                             const void *out, struct lab_seen *seen)
{
    double missing = 0;
    a->how = how;
    seen->how = LAB_GONE;
    if (how == TALK_ANSWERED) {
        asker_read(line, seen);
        seen->out = out;
        seen->how = out ? LAB_ANSWERED : LAB_NOT_READY;
    } else if (how == TALK_FAILED) {
        protocol_get_number(line, "missing", &missing);
        protocol_get(line, "cuda", seen->damage, sizeof seen->damage);
        seen->how = missing != 0 ? LAB_NO_STEP : LAB_NOT_READY;
        seen->no_memory = strstr(seen->damage, "cudaErrorMemoryAllocation") != NULL;
    }
}

/* A kernel that is wrong is asked why: by the runner that gave the last answer, since what it keeps
 * of earlier launches may be the reason. */
static inline void asker_probe(struct asker *a, const struct lab_case *c, struct lab_seen *seen)
{
    const int runner = asker_at(a, 0)->runner;
    struct talk *t = a->runner[runner];
    enum talk_answer how = TALK_GONE;
    for (int i = 0; i < a->count; i++)
        if (asker_at(a, i)->state == ASKER_SENT && asker_at(a, i)->runner == runner)
            asker_take(a, asker_at(a, i));
    free(a->probed);
    a->probed = NULL;
    if (!a->dead[runner] && !talk_send(t, "probe", a->step, c, 0, NULL)) {
        how = talk_hear(t);
        a->dead[runner] = how == TALK_GONE || how == TALK_NONSENSE;
    }
    if (how == TALK_ANSWERED)
        a->probed = asker_copy(t, c);
    if (a->printed)
        free(a->printed(t));
    asker_see(a, how, t->line, a->probed, seen);
}

static inline void asker_check(void *self, const struct lab_case *c, int ascending,
                               struct lab_seen *seen)
{
    struct asker *a = (struct asker *)self;
    struct asker_question *q = asker_at(a, 0);
    memset(seen, 0, sizeof *seen);
    if (ascending) {
        asker_probe(a, c, seen);
        return;
    }
    asker_top_up(a);
    if (!q->asked.ref->count && !q->own_fails) /* meanwhile */
        q->own_fails = lab_reference_of(&q->asked.c, &q->own);
    while (q->state != ASKER_HEARD) {
        asker_hear(a);
        if (q->state != ASKER_HEARD)
            asker_top_up(a);
    }
    free(a->last_text);
    a->last_text = q->printed ? strdup(q->printed) : NULL;
    if (!a->first_text && q->printed)
        a->first_text = strdup(q->printed);
    asker_see(a, q->how, q->line, q->out, seen);
    if (q->own_fails || (seen->how == LAB_NOT_READY && q->how == TALK_ANSWERED)) {
        seen->how = LAB_NOT_READY;
        snprintf(seen->damage, sizeof seen->damage, "no memory left on the host");
    }
    if (a->ahead && q->how == TALK_ANSWERED && !seen->finding[0] && !seen->damage[0])
        asker_top_up(a);
}

/* What was sent ahead is heard, and nobody waits for it any more. */
static inline void asker_hear_out(struct asker *a)
{
    for (int i = 0; i < a->count; i++)
        if (asker_at(a, i)->state == ASKER_SENT)
            asker_take(a, asker_at(a, i));
}

static inline void asker_close(struct asker *a)
{
    while (a->count > 0)
        asker_drop_first(a);
    a->judging = 0;
    free(a->probed);
    free(a->first_text);
    free(a->last_text);
    a->probed = a->first_text = a->last_text = NULL;
}

#endif
