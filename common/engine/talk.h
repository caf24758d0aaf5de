/* What judge and runner say to each other: one line of text either way, never more than
 * PROTOCOL_LINE bytes, so that a write to a pipe is atomic. Outputs do not travel here but through
 * a memory file that both have mapped.
 *
 * ID is drawn for each question, so that whoever writes on the answers' descriptor without having
 * read the question is found out.
 *
 * judge -> runner, on descriptor PROTOCOL_ASK:
 *   ID device               facts about the device: struct lab_gpu in the memory file
 *   ID check CASE METRICS   one poisoned, guarded launch; the output goes to the memory file
 *   ID lines CASE METRIC    the lines that add most to this metric of that launch; of all ("-"): to
 *                           the memory file
 *   ID probe CASE -         the same launch, of the first block and warp first
 *   ID open CASE SETS       inputs for timing, poison; in the arrays of the last open if they fit
 *   ID batch CASE LAUNCHES  so many launches between two events; answers at once
 *   ID fetch CASE LAUNCHES  the batch's output to the memory file
 *   ID close
 *   ID rest                 gives back device memory that it keeps for later
 * CASE: STEP PROBLEM DATA MEMORY M N K SEED NUMBER. NUMBER: of a step's checks, from 0; the order
 * of blocks in the emulator depends on it.
 * METRICS: names separated by commas, or "-". STEP -1 is the library's version (open, batch).
 *
 * runner -> judge, on descriptor PROTOCOL_ANSWER: the ID again, "ok" or "error", then key=value
 * pairs; values are escaped so that they hold no blank. The runner reports and decides nothing; the
 * judge believes nothing that it can check. */
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#include "lab/measure/peaks.h"
#include "lab/question.h"

enum {
    PROTOCOL_ASK = 3, /* descriptors in the runner */
    PROTOCOL_ANSWER = 4,
    PROTOCOL_MEMORY = 5, /* the memory file for outputs */
    PROTOCOL_LINE = 4096 /* PIPE_BUF on Linux */
};

/* Appends " key=value" with the value escaped; silently stops at the end of the line, which its
 * reader will notice. */
static inline void protocol_add(char *line, const char *key, const char *value)
{
    size_t used = strlen(line), room = PROTOCOL_LINE - 2; /* a newline and a NUL to come */
    if (used + strlen(key) + 3 > room)
        return;
    used += (size_t)sprintf(line + used, " %s=", key);
    for (; *value && used + 3 < room; value++) {
        unsigned char c = (unsigned char)*value;
        if (c > ' ' && c < 127 && c != '%')
            line[used++] = (char)c;
        else
            used += (size_t)sprintf(line + used, "%%%02x", c);
    }
    line[used] = 0;
}

static inline void protocol_add_number(char *line, const char *key, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.17g", value);
    protocol_add(line, key, text);
}

/* Unescapes the value of `key` in a line into `value`. 1 if it is there and well formed, else 0. */
static inline int protocol_get(const char *line, const char *key, char *value, size_t size)
{
    size_t length = strlen(key), used = 0;
    const char *at = line;
    unsigned byte;
    value[0] = 0;
    while ((at = strchr(at, ' ')) && (strncmp(at + 1, key, length) != 0 || at[1 + length] != '='))
        at++;
    if (!at)
        return 0;
    for (at += length + 2; *at && *at != ' ' && *at != '\n'; at++) {
        int c = (unsigned char)*at;
        if (c == '%') {
            if (strspn(at + 1, "0123456789abcdef") < 2 || sscanf(at + 1, "%2x", &byte) != 1)
                return 0;
            c = (int)byte;
            at += 2;
        }
        if (used + 1 < size)
            value[used++] = (char)c;
    }
    value[used] = 0;
    return 1;
}

/* The same for a number; 1 if it is there and a number. */
static inline int protocol_get_number(const char *line, const char *key, double *value)
{
    char text[64], *end;
    if (!protocol_get(line, key, text, sizeof text) || !text[0])
        return 0;
    *value = strtod(text, &end);
    return *end == 0;
}

/* ---- the judge's side of one conversation: whatever the runner does, an answer comes back in
 * time: an answer, the news that it is gone, or that it talks nonsense */

enum talk_answer { TALK_ANSWERED, TALK_FAILED /* it answered "error" */, TALK_GONE, TALK_NONSENSE };

/* Waits at most `ms` for `fd` (-1: none) to become readable. 1: it is; 0: not yet; -1: the runner
 * has ended. `holder` keeps its process. */
typedef int talk_wait(void *holder, int fd, int ms);

struct talk {
    talk_wait *wait;
    void *holder;
    int ask, answer; /* our ends of the pipes; ask -1: closed */
    char *memory;    /* where the runner's outputs appear */
    size_t bytes;
    char line[PROTOCOL_LINE]; /* its last answer, without the newline */
    size_t pending;
    uint64_t id; /* of the last question; its answer begins with it */
    int deaf;    /* that question could not be sent */
    int gone;    /* that answer was its last: it ends by itself */
};

/* A file without a name that the runner maps, too. Sealed, so that it cannot shrink under our
 * hands. Returns a descriptor, or -1. */
static inline int talk_memory(size_t bytes)
{
    int fd = memfd_create("outputs", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd >= 0 && !ftruncate(fd, (off_t)bytes) &&
        !fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Makes what two processes need to talk, with room for outputs of `bytes`. theirs: the runner's
 * descriptors, which the caller passes on and then closes. 0, or -1 with errno. */
static inline int talk_open(struct talk *t, talk_wait *wait, void *holder, size_t bytes,
                            int theirs[3])
{
    int to[2], from[2], memory = talk_memory(bytes);
    memset(t, 0, sizeof *t);
    if (memory < 0 || pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC))
        return -1;
    t->wait = wait;
    t->holder = holder;
    t->bytes = bytes;
    t->memory = (char *)mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (t->memory == (char *)MAP_FAILED)
        return -1;
    t->ask = to[1];
    t->answer = from[0];
    fcntl(t->ask, F_SETFL, O_NONBLOCK);
    theirs[0] = to[0];
    theirs[1] = from[1];
    theirs[2] = memory;
    return 0;
}

/* No more questions: the runner may begin to end. */
static inline void talk_dismiss(struct talk *t)
{
    if (t->ask >= 0)
        close(t->ask);
    t->ask = -1;
}

static inline void talk_close(struct talk *t)
{
    talk_dismiss(t);
    close(t->answer);
    munmap(t->memory, t->bytes);
}

/* The runner has closed a pipe: it is about to end, or pretends to. */
static inline enum talk_answer talk_ended(struct talk *t, int ms)
{
    return t->wait(t->holder, -1, ms) < 0 ? TALK_GONE : TALK_NONSENSE;
}

static inline enum talk_answer talk_read(struct talk *t)
{
    t->pending = 0;
    while (t->pending + 1 < sizeof t->line) {
        const int ready = t->wait(t->holder, t->answer, 1000);
        if (ready < 0)
            return TALK_GONE;
        if (ready == 0)
            continue;
        ssize_t got = read(t->answer, t->line + t->pending, sizeof t->line - 1 - t->pending);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return talk_ended(t, 500);
        t->pending += (size_t)got;
        t->line[t->pending] = 0;
        char *newline = strchr(t->line, '\n');
        if (!newline && strlen(t->line) == t->pending)
            continue;
        if (!newline || newline != t->line + t->pending - 1)
            return TALK_NONSENSE; /* a zero byte, or more than was asked for */
        *newline = 0;
        return TALK_ANSWERED;
    }
    return TALK_NONSENSE;
}

/* Sends one question; its answer is heard before the next one is sent. `number`: of a check, from 0
 * (above). 0, or -1 where it cannot be put. */
static inline int talk_send(struct talk *t, const char *verb, int step, const struct lab_case *q,
                            unsigned number, const char *last)
{
    static const struct lab_case none = {};
    char line[PROTOCOL_LINE];
    if (!q)
        q = &none;
    if (getrandom(&t->id, sizeof t->id, 0) != sizeof t->id)
        return -1;
    const int used = snprintf(line, sizeof line, "%llu %s %d %u %u %u %d %d %d %llu %u %s\n",
                              (unsigned long long)t->id, verb, step, (unsigned)q->problem,
                              (unsigned)q->data, (unsigned)q->memory, q->m, q->n, q->k,
                              (unsigned long long)q->seed, number, last && *last ? last : "-");
    if (used >= (int)sizeof line)
        return -1;
    t->deaf = write(t->ask, line, (size_t)used) != used;
    return 0;
}

/* The answer to the question that was sent. */
static inline enum talk_answer talk_hear(struct talk *t)
{
    char word[8] = "", *rest;
    if (t->deaf) /* it has closed its end, or does not read */
        return talk_ended(t, 2000);
    enum talk_answer how = talk_read(t);
    if (how != TALK_ANSWERED)
        return how;
    if (strtoull(t->line, &rest, 10) != t->id || sscanf(rest, " %7s", word) != 1)
        return TALK_NONSENSE;
    if (strcmp(word, "gone") == 0) { /* its last word: it ends by itself */
        t->gone = 1;
        t->wait(t->holder, -1, 2000);
        return TALK_GONE;
    }
    return strcmp(word, "ok") == 0      ? TALK_ANSWERED
           : strcmp(word, "error") == 0 ? TALK_FAILED
                                        : TALK_NONSENSE;
}

/* The facts about a device, of a runner that has answered; but which GPU this is meant to be. */
static inline void talk_hear_gpu(const struct talk *t, struct lab_gpu *g)
{
    struct lab_gpu said;
    memcpy(&said, t->memory, sizeof said);
    memcpy(said.visible, g->visible, sizeof said.visible);
    *g = said;
}
