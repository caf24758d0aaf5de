/* The access that a picture shows, as numbers alone: nothing else gets into a page. */
#include <stdlib.h>
#include <string.h>

#include "context.h"

enum {
    LANES = 32,
    MOST_UNITS = 1024 /* sectors, wavefronts or words of one access */
};
static const long long most_bytes = 1ll << 48;

/* The next number of a text, if it is from `least` to `most`; moves on behind it. */
static int next_number(const char **at, long long least, long long most, long long *value)
{
    char *end;
    if (**at != '-' && (**at < '0' || **at > '9'))
        return 0;
    *value = strtoll(*at, &end, 10);
    if (*value < least || *value > most || (*end && *end != ' '))
        return 0;
    *at = *end ? end + 1 : end;
    return 1;
}

int drawing_is_sound(const char *text)
{
    const struct {
        long long least, most;
    } field[] = {{0, 2},          {0, 2},          {1, 16},  {0, MOST_UNITS},
                 {0, MOST_UNITS}, {0, most_bytes}, {0, 127}, {1, 0xffffffffll}};
    enum { FIELDS = sizeof field / sizeof *field };
    long long value = 0, unused;
    if (strlen(text) >= sizeof((struct drawing *)0)->access || !*text ||
        text[strlen(text) - 1] == ' ')
        return 0;
    for (int i = 0; i < FIELDS; i++)
        if (!next_number(&text, field[i].least, field[i].most, &value))
            return 0;
    for (int lane = 0; lane < LANES; lane++) /* the last field is the mask */
        if (value >> lane & 1 && !next_number(&text, -most_bytes, most_bytes, &unused))
            return 0;
    return !*text;
}
