/* What each student handed in for each lab: which file, which others there are, when. Found once
 * (collect.c), before anything is graded. */
#ifndef HANDED_IN_H
#define HANDED_IN_H

#include <time.h>

#include "base/sha256.h"
#include "context/context.h"
#include "unused_files.h"

struct handed_in {
    char *file;        /* what is graded; NULL: there is none */
    char *shown;       /* its path below SUBMISSIONS, "ann/hw.zip/naive_gemv.cu"; NULL as above */
    char *passed_over; /* the lab's other files, for a message; "" if there are none */
    char sha256[HASH_TEXT]; /* of the file as it was handed in; "" */
    char commit[HASH_TEXT]; /* of the clone that it lies in; "" */
    time_t when;            /* of submission; 0: unknown */
    const char *source;     /* what says so: "the file's name", "the last commit"; NULL */
    int marked_late;        /* by the course system */
};

/* Fills c->handed for all students and labs. */
void collect_files(struct context *c);
void collect_forget(struct context *c);
/* NULL where a context has no collection (tests of parts). */
const struct handed_in *handed_in(const struct context *c, int student, int lab);

/* Is there anything of this student's, of anybody's, to grade for that lab? What is graded without
 * a collection (the tree itself, a replay) counts as there. */
int is_handed_in(const struct context *c, int student, int lab);
int is_handed_in_by_any(const struct context *c, int lab);

/* ---- search.c: the files in a student's folder and archives, and the loose ones */
struct search {
    const struct context *c;
    const char *lab;
    struct candidate {
        char *path, *shown;
        int rank, canonical, depth, copy;
        long upload;       /* Canvas's number of it */
        time_t said;       /* by its name or a folder's; 0: by none */
        int marked_late;   /* in its name */
    } * candidate;         /* [0] is the best, once it is over */
    int count, archives;   /* archives: opened so far */
    double left;           /* seconds that opening more of them may take */
    char *unreadable;      /* the first path that could not be read, or NULL */
    struct listing others; /* what is there for no lab */
};
struct search search_for(const struct context *c, const struct student *s, const char *lab);
void search_end(struct search *x);

/* ---- unpack.c */
/* The folder with the .cu files of an archive, unpacked once for each OUT; NULL where that is
 * impossible: then `why` says so, in a word or two. Takes its time from the seconds that are
 * `left`, of UNPACK_SECONDS for all archives of a student: a class waits for it. Free it. */
enum { UNPACK_SECONDS = 10 };
char *unpack(const struct context *c, const char *archive, double *left, const char **why);
/* Was there no archive inside that stayed shut? Of a folder that unpack returned. */
int unpacked_all(const char *folder);

/* ---- commits.c */
/* The last commit of the clone that `file` lies in, not above `top`: its hash, and its time or 0.
 * "" if it lies in none. */
void commit_of(const char *top, const char *file, char commit[HASH_TEXT], time_t *when);

/* ---- metadata.c: Gradescope's */
#define METADATA "submission_metadata.yml"
/* Names, times and numbers of the students whose folders it tells of; a group's further members
 * become students of their own, with the same folder. */
void metadata_read(struct context *c, const char *file);

/* ---- folder_level.c */
/* Dies where SUBMISSIONS is a folder too high, or too deep. After collect's search. */
void check_levels(const struct context *c);

/* ---- find.c, search.c, lookalike.c */
void find_students(struct context *c);
/* The lab's file of this student, by the conventions of find.c; NULL if there is none. Where
 * a file or folder of theirs cannot be read, that one: whoever reads it learns why. Free it. */
char *find_file(const struct context *c, const struct student *s, const char *lab);
/* Students whose names look alike, for a message: "ann = ann (U+0430), Bob = bob"; "" if there are
 * none. Free it. */
char *alike_names(const struct context *c);
/* What else lies in this student's folder, for a message: "main.cu, hw.zip (unpack it)"; "" if
 * there is nothing. Free it. */
char *find_others(const struct context *c, const struct student *s, const char *lab);
struct student *add_student(struct context *c, const char *id, const char *folder);
/* Is there one of this id among the first `known`, which are in order? */
int has_student(const struct context *c, int known, const char *id);
void student_forget(struct student *s);
void find_forget(struct context *c);

#endif
