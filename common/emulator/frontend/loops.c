/* Loops that 16 bits, or a float, cannot count. Where a file has such numbers, the counter in a
 * loop's condition is looked at when it is compared (include/emu_loops.h): a loop of 65,536 rounds
 * need not run to its end to show that it has none. */
#include "front.h"

#include <stdlib.h>
#include <string.h>

static bool is_in_cu_file(const struct source *s, int i)
{
    const char *name = s->files[s->tokens[i].file], *dot = strrchr(name, '.');
    return dot && !strncmp(dot, ".cu", 3);
}

/* 65535 and 65536, 32767 and 32768, in any base: a mask or a divisor. */
static bool is_short_limit(const struct source *s, int i)
{
    const unsigned long n = s->tokens[i].kind == T_NUMBER ? strtoul(s->tokens[i].text, NULL, 0) : 0;
    return n == 0xffff || n == 0x10000 || n == 0x7fff || n == 0x8000;
}

bool has_short_numbers(const struct source *s)
{
    for (int i = 0; i < s->token_count; i++)
        if ((is_short_limit(s, i) || (token_is(s, i, "for") && token_is(s, i + 2, "float")) ||
             is_among(s, i, "short ushort short* ushort* int16_t uint16_t int_*16_t uint_*16_t")) &&
            is_in_cu_file(s, i))
            return true;
    return false;
}

/* Can the loop be left in another way? Its condition ends at the bracket `close`. */
static bool has_way_out(const struct source *s, const struct function *f, int loop, int close)
{
    int from = close + 1, to;
    if (tokens_are(s, from, ";") && tokens_are(s, loop - 1, "}")) { /* do { … } while (…); */
        from = s->tokens[loop - 1].partner;
        to = loop;
    } else {
        for (to = from; to < f->end && !is_any(s, to, ";{"); to++)
            to = s->tokens[to].partner > to ? s->tokens[to].partner : to;
        to = tokens_are(s, to, "{") ? s->tokens[to].partner : to;
    }
    return has_word(s, from, to, "break") || has_word(s, from, to, "return") ||
           has_word(s, from, to, "goto");
}

/* The one comparison in [from, to), or -1: what else is there may end the loop, too. *after: behind
 * it. */
static int comparison(const struct source *s, int from, int to, int *after)
{
    int found = -1;
    for (int i = from; i < to; i++) {
        const bool with_equal = tokens_are(s, i + 1, "=");
        if (s->tokens[i].partner > i) {
            i = s->tokens[i].partner;
        } else if (is_any(s, i, "?,&|=") || is_among(s, i, "and or") ||
                   (is_any(s, i, "<>") && is_any(s, i + 1, "<>"))) {
            return -1;
        } else if ((is_any(s, i, "<>") && !tokens_are(s, i - 1, "-")) ||
                   (tokens_are(s, i, "!") && with_equal)) {
            if (found >= 0)
                return -1;
            found = i;
            i += with_equal;
            *after = i + 1;
        }
    }
    return found;
}

void check_loop(struct source *s, const struct function *f, int loop)
{
    const int open = loop + 1, close = s->tokens[open].partner;
    if (!tokens_are(s, open, "(") || close < 0 || !is_in_cu_file(s, loop))
        return;
    int from = open + 1, to = close;
    if (token_is(s, loop, "for")) {
        const int first = find_flat(s, from, close, ";");
        from = first + 1;
        to = first > 0 ? find_flat(s, from, close, ";") : -1;
    }
    int after = 0;
    const int at = to > 0 ? comparison(s, from, to, &after) : -1;
    if (at < 0 || has_way_out(s, f, loop, close))
        return;
    const int side[] = {at == from + 1 ? from : -1, after == to - 1 ? after : -1};
    for (int k = 0; k < 2; k++)
        if (side[k] > 0 && is_word(s, side[k])) {
            insert_before(s, side[k], strdup("::emu::counter("));
            insert_after(s, side[k], strdup(")"));
        }
}
