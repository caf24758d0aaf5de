/* The nearest of several names to one that is none of them: "did you mean …?" */
#ifndef NEAREST_H
#define NEAREST_H

struct nearest {
    const char *word, *best; /* best: NULL where none is near */
    int distance;
};

struct nearest nearest_to(const char *word);
/* Takes the name if it differs by fewer letters than all before, and by no more than a third. */
void nearest_try(struct nearest *n, const char *name);

#endif
