/* UTF-16 and Windows-1252, as Windows' editors and spreadsheets save them, to UTF-8. */
#include "encoding.h"

#include <iconv.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "unicode.h"

#define MARK "\xef\xbb\xbf"
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
    return size >= 3 && memcmp(text, MARK, 3) == 0         ? MARKED
           : size >= 2 && memcmp(text, "\xff\xfe", 2) == 0 ? LITTLE
           : size >= 2 && memcmp(text, "\xfe\xff", 2) == 0 ? BIG
                                                           : guess(text, size);
}

/* Half a pair, which stands for nothing alone, becomes U+FFFD; half a unit at the end, nothing. */
static char *from_utf16(const char *text, size_t size, int big, size_t *length)
{
    size_t left = size, room = size / 2 * 3 + 4;
    char *out = zeros(room, 1), *to = out, *from = (char *)(uintptr_t)text;
    iconv_t converter = iconv_open("UTF-8", big ? "UTF-16BE" : "UTF-16LE");
    if (converter == (iconv_t)-1)
        die("iconv knows no UTF-16");
    while (left >= 2 && iconv(converter, &from, &left, &to, &room) == (size_t)-1 && left >= 2) {
        to = stpcpy(to, "\xef\xbf\xbd");
        room -= 3;
        from += 2;
        left -= 2;
    }
    iconv_close(converter);
    *length = (size_t)(to - out);
    if (strncmp(out, MARK, 3) == 0)
        memmove(out, out + 3, (*length -= 3) + 1);
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
