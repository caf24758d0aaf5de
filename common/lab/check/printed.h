/* What a step prints while it is checked. There are dozens of cases, and one of them is shown: the
 * one that fails, or else the first one that prints. The child's stdout is a file that both
 * processes hold: the first such case's text, then the present one's. */
#ifndef LAB_PRINTED_H
#define LAB_PRINTED_H

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "harness.h"

enum { LAB_PRINTED_MOST = 16384 /* bytes that are shown */ };

/* Is a step's output kept back in this process? */
static inline int *lab_keeps_back(void)
{
    static int keeps;
    return &keeps;
}

struct lab_printed {
    FILE *file; /* NULL: nothing is kept back */
    long first; /* where the first case's text ends; 0: none has printed */
};

/* Until lab_unmute: nothing that is printed is seen. Returns what lab_unmute takes. */
static inline int lab_mute(void)
{
    fflush(stdout);
    int kept = dup(STDOUT_FILENO), null = open("/dev/null", O_WRONLY);
    if (kept >= 0 && null >= 0)
        dup2(null, STDOUT_FILENO);
    if (null >= 0)
        close(null);
    return kept;
}

static inline void lab_unmute(int kept)
{
    fflush(stdout);
    if (kept < 0)
        return;
    dup2(kept, STDOUT_FILENO);
    close(kept);
}

/* In the parent, before there are two processes. */
static inline void lab_printed_open(struct lab_printed *p)
{
    p->file = tmpfile();
    p->first = 0;
}

/* In the child: from now on stdout is the file. Line by line, so that a crash loses little. */
static inline void lab_printed_begin(struct lab_printed *p)
{
    if (!p->file || dup2(fileno(p->file), STDOUT_FILENO) < 0)
        return;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    *lab_keeps_back() = 1;
}

/* In the child, before each case: forgets the text of the case before, unless it is the first. */
static inline void lab_printed_next(struct lab_printed *p)
{
    if (!p->file)
        return;
    fflush(stdout);
    if (!p->first)
        p->first = (long)lseek(STDOUT_FILENO, 0, SEEK_CUR);
    else if (ftruncate(STDOUT_FILENO, p->first) || lseek(STDOUT_FILENO, p->first, SEEK_SET) < 0)
        p->file = NULL;
}

/* In the child: has a case printed? */
static inline int lab_printed_any(const struct lab_printed *p)
{
    fflush(stdout);
    return !p->file || p->first || lseek(STDOUT_FILENO, 0, SEEK_CUR) > 0;
}

/* In the child, when a step has been judged: leaves the text that is to be shown. */
static inline void lab_printed_end(struct lab_printed *p, enum lab_state state)
{
    if (!p->file)
        return;
    fflush(stdout);
    const int right = state == LAB_PASS || state == LAB_BUT || state == LAB_NOT_ATTEMPTED;
    const long end = (long)lseek(STDOUT_FILENO, 0, SEEK_CUR);
    if (right && p->first && ftruncate(STDOUT_FILENO, p->first))
        p->file = NULL;
    if (!right && end > p->first) /* a mark: what is before it belongs to another case */
        lseek(STDOUT_FILENO, p->first, SEEK_SET);
    else
        lseek(STDOUT_FILENO, 0, SEEK_SET);
    lab_mute(); /* nothing more is kept */
}

/* In the parent, when the child has ended: shows it. The two share the place in the file: where the
 * child has left it, or, of one that crashed, at its end. */
static inline void lab_printed_show(struct lab_printed *p, int crashed)
{
    static char text[LAB_PRINTED_MOST];
    if (!p->file)
        return;
    const int fd = fileno(p->file);
    const long from = crashed ? 0 : (long)lseek(fd, 0, SEEK_CUR);
    const long size = (long)lseek(fd, 0, SEEK_END);
    const ssize_t got = pread(fd, text, sizeof text, from < 0 ? 0 : from);
    if (got > 0) {
        printf("printed in one of the cases:\n%.*s", (int)got, text);
        printf("%s%s", text[got - 1] == '\n' ? "" : "\n",
               size - from > got ? "… (the rest is left out)\n" : "");
    }
    fclose(p->file);
    p->file = NULL;
}

#endif
