/* Distances between names: letters added, left out, changed or
 * swapped (nearest.h). */
#include "nearest.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 64 }; /* more is not looked at */

static int is_same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static int distance_of(const char *a, const char *b)
{
    int row[LONGEST + 1] = {0}, above[LONGEST + 1] = {0}, m = (int)strnlen(a, LONGEST),
                      n = (int)strnlen(b, LONGEST);
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; i <= m; i++) {
        int before = row[0], last[LONGEST + 1];
        memcpy(last, row, sizeof last);
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int change = before + !is_same(a[i - 1], b[j - 1]);
            if (i > 1 && j > 1 && is_same(a[i - 1], b[j - 2]) && is_same(a[i - 2], b[j - 1]) &&
                above[j - 2] + 1 < change)
                change = above[j - 2] + 1;
            before = row[j];
            row[j] = row[j] + 1 < row[j - 1] + 1 ? row[j] + 1 : row[j - 1] + 1;
            row[j] = change < row[j] ? change : row[j];
        }
        memcpy(above, last, sizeof above);
    }
    return row[n];
}

struct nearest nearest_to(const char *word)
{
    return (struct nearest){word, 0, (int)(strnlen(word, LONGEST) + 2) / 3 + 1};
}

void nearest_try(struct nearest *n, const char *name)
{
    int distance = distance_of(n->word, name);
    if (distance < n->distance) {
        n->distance = distance;
        n->best = name;
    }
}
