/* A list of words to look others up in, in time that hardly grows with it. */
#ifndef WORDS_H
#define WORDS_H

struct words { /* {0} is empty */
    char **word;
    int count, room;
};

void words_add(struct words *w, const char *word);
/* Once, behind the last that is added. */
void words_sort(struct words *w);
int words_have(const struct words *w, const char *word);
void words_free(struct words *w);

#endif
