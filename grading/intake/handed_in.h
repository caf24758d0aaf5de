/* What each student handed in for each lab: which file, which others there are, when. Found once
 * (collect.c), before anything is graded. */
#ifndef HANDED_IN_H
#define HANDED_IN_H

#include <time.h>

#include "base/sha256.h"
#include "context/context.h"
#include "unused_files.h"

#define ONLINE_TEXT "An online text was handed in, and no file."
#define NOTHING     "Nothing was handed in."

struct handed_file {
    char *file;             /* what is graded: a copy, taken when its hash was */
    char *shown;            /* its path below SUBMISSIONS, "ann/hw.zip/naive_gemv.cu" */
    char sha256[HASH_TEXT]; /* of the file as it was handed in; "" */
    char commit[HASH_TEXT]; /* the last that touched it; "" */
    time_t when;            /* of submission; 0: unknown */
    const char *source;     /* what says so: "the roster", "its last commit"; NULL */
    int marked_late;        /* by the course system */
};

struct handed_in {
    struct handed_file *option; /* with COUNT=best all that differ; else at most one */
    int options, chosen;
    char *passed_over; /* the lab's other files, for a message; "" if there are none */
    char *others;      /* what is there for no lab; "" */
    char *conflict;    /* why no file could be chosen; NULL */
};

/* Fills c->handed for all students and labs. */
void collect_files(struct context *c);
void collect_forget(struct context *c);
/* NULL where a context has no collection (tests of parts). */
const struct handed_in *handed_in(const struct context *c, int student, int lab);
/* Of it the file that counts; all NULL and 0 where there is none. */
const struct handed_file *handed_file(const struct context *c, int student, int lab);
/* With COUNT=best, from here on. */
void handed_choose(const struct context *c, int student, int lab, int option);

/* Is there anything of this student's, of anybody's, to grade for that lab? What is graded without
 * a collection (the tree itself, a replay) counts as there. */
int is_handed_in(const struct context *c, int student, int lab);
int is_handed_in_by_any(const struct context *c, int lab);
/* Why nobody can grade it before the instructor has decided; NULL. */
const char *handed_conflict(const struct context *c, int student, int lab);

/* ---- search.c: the files in a student's folder and archives, and the loose ones */
struct candidate {
    const char *lab; /* the id */
    char *path, *shown;
    char *within; /* its path in the clone, or NULL */
    int depth;
    long order;      /* by the course system; 0 */
    int marked_late; /* likewise */
};

struct search {
    const struct context *c;
    struct candidate *candidate;
    int count, archives;   /* archives: opened so far */
    double left;           /* seconds that opening more of them may take */
    char *unreadable;      /* the first path that could not be read, or NULL */
    char *state;           /* the clone's files (git_state.c), or NULL */
    struct listing others; /* what is there for no lab */
};
struct search search_for(const struct context *c, const struct student *s);
void search_end(struct search *x);
/* Is there nothing in the file but blanks, or what the stub holds, blanks apart? */
int is_untouched(const struct context *c, const char *path, const char *lab);

/* ---- unpack.c */
/* Exit statuses of a script that take no words of its own; others have them in `reason`. */
enum {
    OPENING_FAILED = 1,
    OPENING_LASTED = 6,
    OPENING_LARGE,
    OPENING_UNREAD,
    OPENING_REASONS = 10
};
struct opening {
    const char *script;             /* no text from outside is in it */
    const char *visible, *argument; /* $1, which it may read, and $2 */
    const char *file;               /* NULL, or what it finds as "archive" */
    const char *const *reason;
    double *left; /* seconds that it may take, and takes */
};
/* The folder with what came out, made once for each key; NULL: `why` says why not. Free it. */
char *opened(const struct context *c, const struct opening *o, const char *shelf, struct hash *key,
             const char **why);

/* The folder with the .cu files of an archive, unpacked once for each OUT; NULL where that is
 * impossible: then `why` says so, in a word or two. Takes its time from the seconds that are
 * `left`, of UNPACK_SECONDS for all archives of a student: a class waits for it. Free it. */
enum { UNPACK_SECONDS = 5 };
char *unpack(const struct context *c, const char *archive, double *left, const char **why);
/* Was there no archive inside that stayed shut? Of a folder that unpack returned. */
int unpacked_all(const char *folder);

/* ---- git_state.c */
/* A folder with the .cu files of a clone as they were committed: at the deadline with AT=deadline,
 * else last. NULL: `why` says so. Free it. */
char *git_state(const struct context *c, const struct student *s, const char **why);
/* The last commit of such a state that touched this file, its time, and whether it is the clone's
 * last of all. */
int git_commit(const char *state, const char *within, char commit[HASH_TEXT], time_t *when);

/* ---- find.c */
void find_students(struct context *c);
struct student *add_student(struct context *c, const char *id, const char *folder);
void student_forget(struct student *s);
void find_forget(struct context *c);

/* ---- collect.c */
/* The lab's file of this student; NULL if there is none. Where a file or folder of theirs cannot be
 * read, that one: whoever reads it learns why. Free it. */
char *find_file(const struct context *c, const struct student *s, const char *lab);
/* What else lies in this student's folder, for a message: "main.cu, hw.zip (unpack it)"; "" if
 * there is nothing. Free it. */
char *find_others(const struct context *c, const struct student *s, const char *lab);

#endif
