/* Course systems: what of a name in SUBMISSIONS the system wrote. Who somebody is, which upload is
 * the later one and what is late, only that part says; all else in a name is the student's. */
#ifndef SYSTEMS_H
#define SYSTEMS_H

#include "context/context.h"

#define METADATA "submission_metadata.yml"

struct arrival { /* one thing that lies in SUBMISSIONS, of one person */
    char name[256];
    char id[256];               /* what reports call the person where no roster does */
    char key[256], second[256]; /* what the system's columns of a roster hold; "" */
    const char *person;         /* the person's name by metadata, or NULL */
    int is_folder;
    int own;     /* a file: where in `name` the student's own name of it begins */
    int whose;   /* and how much of `name`, from its begin, says whose it is */
    long order;  /* of uploads: the higher, the later; 0: not known */
    int is_late; /* by the system's own mark */
    int is_text; /* an online text, and no file */
    time_t when; /* by metadata; 0 */
};

struct course_system {
    const char *name;                       /* FROM=name */
    const char *title;                      /* "Canvas" */
    const char *form;                       /* what it calls what it exports, for messages */
    const char *const *key, *const *second; /* columns of a roster, that know people by these */
    /* Takes one name apart. 1, or 0 where the system writes no such name. */
    int (*read)(const struct context *c, const char *name, int is_folder, struct arrival *a);
};

/* Of FROM, else by the roster's first line, else where all names in SUBMISSIONS are of one system's
 * form; c->from becomes the words for the first line. `names`: of files; folders end in a slash. */
const struct course_system *system_of(struct context *c, char *const *names, int count);
/* The title of the system whose form all of these names have, or NULL. */
const char *system_by_form(const struct context *c, char *const *names, int count);
/* Is the class read as this one's? */
int system_is(const struct context *c, const char *name);

#endif
