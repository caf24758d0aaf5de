/* A runner's side of the conversation: requests read, answers sent (protocol.h). */
#ifndef RUNNER_LINES_H
#define RUNNER_LINES_H

#include <errno.h>
#include <unistd.h>

#include "lab/problem.h"
#include "protocol.h"

struct request {
    unsigned long long id; /* 0: none is to be answered */
    int step, count;       /* count: sets of inputs (open) or launches (batch) */
    char verb[16], metrics[PROTOCOL_LINE];
    struct lab_case question;
};

static struct request asked; /* what the judge waits for */

/* 1 if there was a request, 0 at the end of them. */
static int read_request(struct request *r)
{
    static char line[PROTOCOL_LINE];
    size_t used = 0;
    unsigned problem = 0, data = 0, memory = 0;
    unsigned long long seed = 0;
    char last[PROTOCOL_LINE] = "";
    while (used + 1 < sizeof line) {
        ssize_t got = read(PROTOCOL_ASK, line + used, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return 0;
        if (line[used] == '\n')
            break;
        used++;
    }
    line[used] = 0;
    memset(r, 0, sizeof *r);
    struct lab_case *c = &r->question;
    if (sscanf(line, "%llu %15s %d %u %u %u %d %d %d %llu %4095s", &r->id, r->verb, &r->step,
               &problem, &data, &memory, &c->m, &c->n, &c->k, &seed, last) < 2)
        return 0;
    c->problem = (enum lab_problem)problem;
    c->data = (enum lab_data)data;
    c->memory = (int)memory;
    c->seed = seed;
    r->count = atoi(last);
    snprintf(r->metrics, sizeof r->metrics, "%s", last);
    return 1;
}

static void send(char *line)
{
    size_t length = strlen(line), sent = 0;
    line[length++] = '\n';
    asked.id = 0;
    while (sent < length) {
        ssize_t put = write(PROTOCOL_ANSWER, line + sent, length - sent);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            _exit(3);
        sent += (size_t)put;
    }
}

static void add_error(char *line, cudaError_t error)
{
    char text[300];
    if (error == cudaSuccess)
        return;
    snprintf(text, sizeof text, "%s (%s)", cudaGetErrorName(error), cudaGetErrorString(error));
    protocol_add(line, "cuda", text);
}

#endif
