/* Sorted lists of words (words.h). */
#include "words.h"

#include <stdlib.h>
#include <string.h>

#include "base.h"

void words_add(struct words *w, const char *word)
{
    w->word = one_more(w->word, w->count, &w->room, sizeof *w->word);
    w->word[w->count++] = text_of("%s", word);
}

static int by_word(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void words_sort(struct words *w)
{
    if (w->count)
        qsort(w->word, (size_t)w->count, sizeof *w->word, by_word);
}

int words_have(const struct words *w, const char *word)
{
    return w->count && bsearch(&word, w->word, (size_t)w->count, sizeof *w->word, by_word) != NULL;
}

void words_free(struct words *w)
{
    for (int i = 0; i < w->count; i++)
        free(w->word[i]);
    free(w->word);
    *w = (struct words){0};
}
