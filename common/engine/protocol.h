/* What judge and runner say to each other: one line of text either way, never more than
 * PROTOCOL_LINE bytes, so that a write to a pipe is atomic. Outputs do not travel here but through
 * a memory file that both have mapped.
 *
 * ID is drawn for each question, so that whoever writes on the answers' descriptor without having
 * read the question is found out.
 *
 * judge -> runner, on descriptor PROTOCOL_ASK:
 *   ID device               facts about the device
 *   ID check CASE METRICS   one poisoned, guarded launch; the output goes to the memory file
 *   ID lines CASE METRIC    the lines that add most to this metric of that launch; of all ("-")
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
#ifndef ENGINE_PROTOCOL_H
#define ENGINE_PROTOCOL_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROTOCOL_ASK = 3, /* descriptors in the runner */
    PROTOCOL_ANSWER = 4,
    PROTOCOL_MEMORY = 5,  /* the memory file for outputs */
    PROTOCOL_LINE = 4096, /* PIPE_BUF on Linux */
    PROTOCOL_METRICS = 24
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

static inline int protocol_hex(char c)
{
    const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* Finds the value of `key` in a line and unescapes it into `value`. 1 if it is there and well
 * formed, else 0. */
static inline int protocol_get(const char *line, const char *key, char *value, size_t size)
{
    size_t length = strlen(key), used = 0;
    const char *at = line;
    value[0] = 0;
    while ((at = strchr(at, ' ')) && (strncmp(at + 1, key, length) != 0 || at[1 + length] != '='))
        at++;
    if (!at)
        return 0;
    for (at += length + 2; *at && *at != ' ' && *at != '\n'; at++) {
        int c = (unsigned char)*at;
        if (c == '%') {
            int high = protocol_hex(at[1]), low = high < 0 ? -1 : protocol_hex(at[2]);
            if (low < 0)
                return 0;
            c = high * 16 + low;
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

#endif
