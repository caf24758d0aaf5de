/* The judge's own end, and texts from outside made fit for a terminal. */
#include <unistd.h>

#include "base.h"

/* Length of the UTF-8 character at `at`, or 0 where it is none that a text may hold: overlong
 * forms, surrogates, non-characters, controls, and what turns the text around or ends its
 * line. */
static int text_character(const unsigned char *at)
{
    unsigned value = *at;
    int length = value < 0x80 ? 1 : value < 0xc2 ? 0 : value < 0xe0 ? 2 : value < 0xf0 ? 3 : 4;
    if (length > 1)
        value &= 0x3fu >> (length - 1);
    for (int i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (at[i] & 0x3fu);
    }
    if ((length == 3 && value < 0x800) || (length == 4 && (value < 0x10000 || value > 0x10ffff)) ||
        (value >= 0xd800 && value < 0xe000) || (value & 0xfffe) == 0xfffe ||
        (value >= 0xfdd0 && value <= 0xfdef))
        return 0;
    if (value < ' ' || (value >= 127 && value < 0xa0))
        return 0;
    if (value == 0x61c || value == 0x200e || value == 0x200f ||
        (value >= 0x2028 && value <= 0x202e) || (value >= 0x2066 && value <= 0x2069))
        return 0;
    return length;
}

char *clean_text(char *text)
{
    for (unsigned char *at = (unsigned char *)text; *at;) {
        int length = text_character(at);
        if (length == 0)
            *at = strchr("\n\r\t", *at) ? ' ' : '?';
        at += length ? length : 1;
    }
    return text;
}

void say_line(FILE *to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    OWNED char *text = text_of_list(format, list);
    va_end(list);
    fprintf(to, "%s\n", clean_text(text));
}

void die(const char *format, ...)
{
    char text[8192]; /* two paths and a message */
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fprintf(stderr, "judge: %s\n", clean_text(text));
    fflush(NULL);
    _exit(2); /* also in a worker: no handlers of the parent's */
}
