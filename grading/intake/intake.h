/* Who is graded, what each handed in for each lab and when, and what an instructor gives for it. */
#pragma once

#include <time.h>

#include "context/context.h"

/* ---- unused_files.c: names for a message: "a.cu, b.zip (unpack it) and 5 more" */
struct listing {
    char **name;
    int count;
};

/* What is worth knowing of what has this name: an archive is to be unpacked, a link is not
 * followed, a pipe is no file. Control characters do not get through. */
void listing_add(struct listing *l, const char *name, mode_t mode);
/* In order, sources and archives first, at most so many; and lets them go. "" if there are none.
 * Free it. */
char *listing_end(struct listing *l, int most);

/* ---- What was handed in: found once (collect.c), before anything is graded */
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
    struct handed_file file; /* that counts; all NULL and 0 where there is none */
    char *passed_over;       /* the lab's other files, for a message; "" if there are none */
    char *others;            /* what is there for no lab: "main.cu, hw.zip (unpack it)"; "" */
    char *conflict;          /* why the instructor must decide before it is graded; NULL */
};

/* Fills c->handed for all students and labs. */
void collect_files(struct context *c);
/* Nothing where there was no collection. */
const struct handed_in *handed_in(const struct context *c, int student, int lab);

/* Is there anything of this student's, of anybody's, to grade for that lab? What is graded without
 * a collection (the tree itself, a replay) counts as there. */
int is_handed_in(const struct context *c, int student, int lab);
int is_handed_in_by_any(const struct context *c, int lab);

/* ---- search.c: the files in a student's folder and archives, and the loose ones */
struct candidate {
    const char *lab; /* the id */
    char *path, *shown;
    char *within; /* its path in the clone, or NULL */
    int depth;
    long order;      /* by the course system; 0 */
    int marked_late; /* likewise */
    int untouched;   /* the stub, or empty; with its hash, by collect.c */
    char sha256[HASH_TEXT];
};

struct search {
    const struct context *c;
    struct candidate *candidate;
    int count, archives;   /* archives: opened so far */
    double left;           /* seconds that opening more of them may take */
    char *unreadable;      /* the first path that could not be read, or NULL */
    char *state;           /* the clone's files (unpack.c), or NULL */
    struct listing others; /* what is there for no lab */
};
struct search search_for(const struct context *c, const struct student *s);
void search_end(struct search *x);
/* Is there nothing in the file but blanks, or what the stub holds, blanks apart? */
int is_untouched(const struct context *c, const char *path, const char *lab);

/* ---- unpack.c */
/* The folder with the .cu files of an archive, unpacked once for each OUT; NULL where that is
 * impossible: then `why` says so, to be freed. Takes its time from the seconds that are
 * `left`, of UNPACK_SECONDS for all archives of a student: a class waits for it. Free it. */
enum { UNPACK_SECONDS = 5 };
char *unpack(const struct context *c, const char *archive, double *left, char **why);
/* Was there no archive inside that stayed shut? Of a folder that unpack returned. */
int unpacked_all(const char *folder);

/* A folder with the .cu files of a clone as they were committed: at the deadline with AT=deadline,
 * else last. NULL: `why` says so. Free both. */
char *git_state(const struct context *c, const struct student *s, char **why);
/* The last commit of such a state that touched this file, its time, and whether it is the clone's
 * last of all. */
int git_commit(const char *state, const char *within, char commit[HASH_TEXT], time_t *when);

/* ---- find.c */
void find_students(struct context *c);
struct student *add_student(struct context *c, const char *id);

/* ---- collect.c */
/* The lab's file of this student; NULL if there is none. Where a file or folder of theirs cannot be
 * read, that one: whoever reads it learns why. Free it. */
char *find_file(const struct context *c, int student, int lab);

/* ---- systems.c: what of a name in SUBMISSIONS the course system wrote. Who somebody is, which
 * upload is the later one and what is late, only that part says; all else is the student's */
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
    const char *folder, *file; /* what it calls them, as a regular expression; NULL: it has none */
    struct {                   /* which group is what of an arrival; 0: none is */
        unsigned char whose, key, second, order, own, late, text;
    } part;
    const char *once;   /* what may not be there twice; NULL */
    const char *behind; /* `whose`, in the id of a file; NULL: the key */
};

/* Takes one name apart. 1, or 0 where the system writes no such name. */
int system_read(const struct context *c, const struct course_system *s, const char *name,
                int is_folder, struct arrival *a);

/* Of FROM, else by the roster's first line, else plain folders; c->from becomes the words for the
 * first line. */
const struct course_system *system_of(struct context *c);
/* Is the class read as this one's? */
int system_is(const struct context *c, const char *name);

/* ---- roster.c: who belongs to the class: Canvas's exported gradebook, Moodle's worksheet, lists
 * of GitHub Classroom and Gradescope, or any CSV file whose first line names columns, in capital
 * letters or not */
struct roster_row {
    char **field; /* as many as there are columns */
    int person;   /* 0: a row that the system needs, like Canvas's points possible */
    int student;  /* of the context, whose results are this person's; -1 */
};

struct roster {
    const char *system; /* that writes such a first line, or NULL */
    int columns, rows;
    char **header;
    struct roster_row *row;
    /* columns; -1: there is none; number: the one that ends with Moodle's number of a person */
    int id, number, name, first, last, extension, excused, submitted, role, mail;
};

/* Columns that can tell who somebody is, in a class of plain folders. */
extern const char *const roster_ids[];

/* Reads c->roster_file; dies where that is impossible. */
void roster_read(struct context *c);
/* Everybody on it becomes a student, whose folder is not known yet. */
void roster_enlist(struct context *c);
/* The first of these columns, by its place; -1. Here and below, NULL is no columns. */
int roster_column(const struct roster *r, const char *const *names);
/* The row, from 1, that has this value in one of these columns: 0 if none has, -1 if several. */
int roster_find(const struct roster *r, const char *const *columns, const char *value);
/* The field of a student's row in this column; "" without row or column. */
const char *roster_field(const struct context *c, const struct student *s, int column);

/* ---- late.c: DEADLINE, what a day costs, and exceptions */
struct late_policy {
    time_t deadline;
    long offset;    /* of its zone, seconds east: names' times are in it */
    int local;      /* it names no zone: this machine's, summer or winter time by the day */
    double per_day; /* taken off for each day begun: points, or per cent of the lab's points */
    int percent;
    double grace; /* seconds that cost nothing */
};

struct lateness {
    int late;
    int days;       /* begun days that count; 0: within the grace */
    double penalty; /* points taken off */
};

/* DEADLINE, LATE and GRACE from `c`'s texts. Dies of a mistake. */
void late_read(struct context *c, const char *deadline, const char *late, const char *grace);
/* "15m", "2h", "1d", "2" (days): seconds; -1: it is none. */
double late_span(const char *text);
/* The last second that is on time for this student: with their extension, and GRACE. Dies of a
 * roster's extension that cannot be read. */
time_t late_due(const struct context *c, const struct student *s);
/* Of what a student with so many points for a lab handed in. */
struct lateness lateness_of(const struct context *c, int student, int lab, double points);
/* Seconds east of Greenwich of a time that names no zone, on about this day. */
long late_offset(const struct context *c, time_t about);

/* ---- marks.c: points for written answers (ANSWERS=file.csv), and by hand (ADJUST=file.csv);
 * OUT/review.csv, which review.html saves, has both */
enum mark_file { ANSWERS_FILE, ADJUST_FILE, REVIEW_FILE };
struct mark {
    int student, lab;  /* of the context */
    int step;          /* its number; -1: the lab as a whole, or a question */
    char question[24]; /* "": points by hand, which may be below 0 */
    double points;
    char *who, *why; /* why: of a question, the comment */
    enum mark_file file;
};

/* Whom STUDENT= means, whose value becomes the folder's name; dies where it is nobody. */
int whom_asked(struct context *c);
/* Reads the file into the context; dies of a mistake, with its line. A row of a lab or a step that
 * is not graded in this run is passed over. */
void marks_read(struct context *c, enum mark_file kind, const char *file);
/* The question's text from the lab's page, NULL if the page has none of that number. Free it. */
char *answers_question(const struct context *c, int lab, const char *question);
