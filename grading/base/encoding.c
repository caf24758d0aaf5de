/* UTF-16 and Windows-1252, as Windows' editors and spreadsheets save them, to UTF-8. */
#include "encoding.h"

#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "unicode.h"

enum encoding { PLAIN, MARKED, LITTLE, BIG };

/* Which of its first bytes are zero tells; a text of a few characters says nothing. */
static enum encoding guess(const char *text, size_t size)
{
    size_t zeros[2] = {0, 0}, looked = size < 256 ? size / 2 * 2 : 256;
    for (size_t i = 0; i < looked; i++)
        zeros[i % 2] += text[i] == 0;
    if (looked < 8 || zeros[0] + zeros[1] < looked * 3 / 8)
        return PLAIN;
    return zeros[0] == 0 ? LITTLE : zeros[1] == 0 ? BIG : PLAIN;
}

static enum encoding encoding_of(const char *text, size_t size)
{
    return size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? MARKED
           : size >= 2 && memcmp(text, "\xff\xfe", 2) == 0   ? LITTLE
           : size >= 2 && memcmp(text, "\xfe\xff", 2) == 0   ? BIG
                                                             : guess(text, size);
}

static unsigned unit_at(const char *text, size_t at, int big)
{
    unsigned first = (unsigned char)text[at], second = (unsigned char)text[at + 1];
    return big ? first << 8 | second : second << 8 | first;
}

char *put_character(char *to, unsigned c)
{
    if (c > 0x10ffff)
        c = 0xfffd;
    if (c < 0x80) {
        *to++ = (char)c;
        return to;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    *to++ = (char)((0xff00u >> (more + 1) & 0xff) | c >> 6 * more);
    while (more--)
        *to++ = (char)(0x80 | (c >> 6 * more & 0x3f));
    return to;
}

/* Half a pair, which stands for nothing alone, becomes U+FFFD. */
static char *from_utf16(const char *text, size_t size, int big, size_t *length)
{
    char *out = zeros(size / 2 * 3 + 4, 1), *to = out;
    for (size_t i = 0; i + 1 < size; i += 2) {
        unsigned c = unit_at(text, i, big), next = i + 3 < size ? unit_at(text, i + 2, big) : 0;
        if (i == 0 && c == 0xfeff)
            continue;
        if (c >= 0xd800 && c < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
            c = 0x10000 + ((c - 0xd800) << 10) + (next - 0xdc00);
            i += 2;
        } else if (c >= 0xd800 && c < 0xe000) {
            c = 0xfffd;
        }
        to = put_character(to, c);
    }
    *to = 0;
    *length = (size_t)(to - out);
    return out;
}

char *utf8_text(char *text, size_t *size)
{
    enum encoding is = encoding_of(text, *size);
    if (is == PLAIN)
        return text;
    if (is == MARKED) {
        *size -= 3;
        memmove(text, text + 3, *size + 1);
        return text;
    }
    char *out = from_utf16(text, *size, is == BIG, size);
    free(text);
    return out;
}

char *read_source(const char *path, size_t limit, size_t *size)
{
    char *text = read_file(path, limit, size);
    return text ? utf8_text(text, size) : NULL;
}

int is_utf8(const char *text)
{
    for (unsigned c; *text;) {
        const char *next = next_character(text, &c);
        if (next == text + 1 && c >= 0x80)
            return 0;
        text = next;
    }
    return 1;
}
