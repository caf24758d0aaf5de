/* Who is graded, and which file is theirs (search.c). SUBMISSIONS may hold, side by side,
 *
 *   STUDENT/…/FILE.cu          a folder for each student, the lab's file anywhere below it
 *                                ("naive_gemv.cu" for lab 01);
 *   STUDENT/…/NAME_FILE_1.cu   or, where there is none, one with that name and more:
 *                                ann_naive_gemv.cu, naive_gemv_1.cu,
 *                              "naive_gemv - Copy (2).cu";
 *   STUDENT/…/LAB/any.cu       or one in a folder named after the lab (03, lab03,
 *                                03_constant_gemv),
 *   STUDENT/…/LAB.cu           or named after it itself;
 *   STUDENT_LAB[_TIME].cu      loose files (ann_03.cu, ann_lab03_20261120T134500.cu);
 *   STUDENT_[…_]FILE[-2].cu    loose files with the lab's own file name at the end
 *                                (ann_naive_gemv.cu, "Ann Lee naive_gemv.cu",
 *                              1234567_naive_gemv.cu), as course systems export them, too: of
 *                              Canvas's two numbers the first is the
 *                              user's and the second the upload's, so
 *                              smithjohn_LATE_111_801_naive_gemv-2.cu is smithjohn_111's.
 *
 * FILE may have times and numbers in front, and the number of a repeated upload behind, or .txt:
 * 12345_naive_gemv.cu, naive_gemv-2.cu, "naive_gemv (2).cu", naive_gemv.cu.txt; capital letters
 * are as good as small ones. A name that ends in several labs' files is for the longest:
 * ann_thread_tiled_gemm.cu is no tiled_gemm.cu of ann_thread's. A folder and loose files of one
 * name belong to one student.
 *
 * Nobody's are: what is hidden (.git, ._naive_gemv.cu) and __MACOSX; links, which are not followed;
 * and in a student's clone of this project, which is a folder that holds one called "labs", the
 * folders "solutions", "grading" and "build" beside it.
 *
 * Blanks and hyphens may stand for the underscores of FILE. Archives (zip, tar, tar.gz) are opened
 * (unpack.c) as if they were folders, also loose ones that name a student. Moodle's folders
 * NAME_123_assignsubmission_file_ are one student's each; an ..._onlinetext_ is nobody's, but who
 * has nothing else gets a row that says so.
 *
 * The file of a lab's expert part is beside the core: labs/NN_name/hopper.cu. Where several labs
 * have a file of one name, LAB_MAIN(…) in it tells whose it is, else the folder that it lies in.
 *
 * Of several files one with something in it beside the stub wins, then the best name, then the
 * canonical place, labs/NN_name/FILE.cu or NN_name/FILE.cu, then the shallowest; of equals the
 * newest by the time that its name says, or that of the nearest folder which says one, then the
 * highest number of a copy, of an upload, then the first in the alphabet. Times of modification
 * decide nothing: unpacking and cloning set them. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "handed_in.h"
#include "names/names.h"
#include "roster.h"
#include "late.h"

enum { NAMED = 8 };

static int by_id(const void *a, const void *b)
{
    return strcmp(((const struct student *)a)->id, ((const struct student *)b)->id);
}

static int by_owner(const void *a, const void *b)
{
    const struct loose_file *x = a, *y = b;
    int order = strcmp(x->id, y->id);
    return order ? order : strcmp(x->name, y->name);
}

struct student *add_student(struct context *c, const char *id, const char *folder)
{
    c->student = resized(c->student, c->students + 1, sizeof *c->student);
    struct student *s = &c->student[c->students++];
    memset(s, 0, sizeof *s);
    snprintf(s->id, sizeof s->id, "%s", id);
    s->folder = folder ? text_of("%s", folder) : NULL;
    return s;
}

void student_forget(struct student *s)
{
    free(s->folder);
    free(s->name);
    free(s->sid);
    free(s->email);
    free(s->note);
}

void find_forget(struct context *c)
{
    collect_forget(c);
    for (int s = 0; s < c->students; s++)
        student_forget(&c->student[s]);
    for (int i = 0; i < c->loose; i++) {
        free(c->loose_file[i].id);
        free(c->loose_file[i].name);
    }
    free(c->student);
    free(c->loose_file);
    free(c->unused);
    free(c->alike);
    free(c->strangers);
    free(c->doubles);
    roster_forget(c);
    late_forget(c);
}

static void add_loose(struct context *c, const char *id, const char *name, const char *lab)
{
    c->loose_file = resized(c->loose_file, c->loose + 1, sizeof *c->loose_file);
    c->loose_file[c->loose++] = (struct loose_file){text_of("%s", id), text_of("%s", name), lab};
}

/* A loose file or archive of a student's, for whichever lab. 1 if it is one. */
static int take_loose(struct context *c, const char *name)
{
    char id[sizeof c->student->id];
    int labs = 0;
    for (int l = 0; l < c->labs; l++)
        if (name_split(name, c->lab[l], id, sizeof id) && ++labs)
            add_loose(c, id, name, c->lab[l]);
    if (!labs && c->out && name_archive(name, id, sizeof id) && ++labs)
        add_loose(c, id, name, NULL);
    return labs;
}

/* Is it a file for a lab, and for none of those that are graded? */
static int is_for_another(const struct context *c, const char *name)
{
    const char *lab = name_lab(name);
    const struct lab_step *fact;
    char id[sizeof c->student->id];
    for (int l = 0; l < c->labs && lab; l++)
        if (strcmp(c->lab[l], lab) == 0)
            return 0;
    for (int i = lab_all_steps(&fact) - 1; i >= 0 && !lab; i--)
        lab = name_split(name, fact[i].lab, id, sizeof id) ? fact[i].lab : NULL;
    return lab != NULL;
}

/* What lies in SUBMISSIONS and is no student's work, and whose it could be. */
struct rest {
    struct listing unused;
    struct words strays; /* files among them */
    struct words texts;  /* Moodle's folders of online texts */
};

static void take_folder(struct context *c, const char *name, const char *path, struct rest *rest)
{
    char participant[32];
    if (name_moodle(name, participant, sizeof participant) == 2)
        words_add(&rest->texts, name);
    else
        add_student(c, name, path);
}

/* One thing that lies in SUBMISSIONS. */
static void take(struct context *c, const char *name, struct rest *rest)
{
    struct stat s;
    OWNED char *path = text_of("%s/%s", c->submissions, name);
    if (lstat(path, &s))
        die("%s: %s", path, strerror(errno));
    if (S_ISDIR(s.st_mode)) {
        take_folder(c, name, path, rest);
    } else if (S_ISREG(s.st_mode) && strcmp(name, METADATA) == 0) {
        c->metadata = 1;
    } else if (!S_ISREG(s.st_mode) || (!take_loose(c, name) && !is_for_another(c, name))) {
        listing_add(&rest->unused, name, s.st_mode);
        if (S_ISREG(s.st_mode))
            words_add(&rest->strays, name);
    }
}

int has_student(const struct context *c, int known, const char *id)
{
    struct student key;
    snprintf(key.id, sizeof key.id, "%s", id);
    return known && bsearch(&key, c->student, (size_t)known, sizeof key, by_id) != NULL;
}

static void sort_students(struct context *c)
{
    if (c->students)
        qsort(c->student, (size_t)c->students, sizeof *c->student, by_id);
}

/* Those who have loose files and no folder. */
static void add_owners(struct context *c)
{
    int known = c->students;
    if (c->loose)
        qsort(c->loose_file, (size_t)c->loose, sizeof *c->loose_file, by_owner);
    for (int i = 0; i < c->loose; i++)
        if ((i == 0 || strcmp(c->loose_file[i].id, c->loose_file[i - 1].id) != 0) &&
            !has_student(c, known, c->loose_file[i].id))
            add_student(c, c->loose_file[i].id, NULL);
    sort_students(c);
}

/* Who has an online text and no file, under the name that their folder of files would have. */
static void add_writers(struct context *c, struct words *texts)
{
    int known = c->students;
    for (int i = 0; i < texts->count; i++) {
        char participant[32], id[sizeof c->student->id];
        const char *name = texts->word[i], *mark = strstr(name, MOODLE_MARK);
        int length = (int)(mark - name);
        snprintf(id, sizeof id, "%.*s_assignsubmission_file", length, name);
        int there =
            !name_moodle(name, participant, sizeof participant) || has_student(c, known, id);
        strncat(id, "_", sizeof id - strlen(id) - 1);
        if (!there && !has_student(c, known, id))
            add_student(c, id, NULL)->note = text_of("%s", ONLINE_TEXT);
    }
    sort_students(c);
}

static void read_folder(struct context *c, struct rest *rest)
{
    DIR *d = opendir(c->submissions);
    struct dirent *e;
    if (!d)
        die("SUBMISSIONS=%s: %s%s", c->submissions, strerror(errno),
            errno != ENOTDIR                  ? ""
            : name_is_archive(c->submissions) ? "; unpack it"
                                              : "; give the folder that the submissions are in");
    while ((e = readdir(d)))
        if (!name_is_ignored(e->d_name))
            take(c, e->d_name, rest);
    closedir(d);
}

void find_students(struct context *c)
{
    struct rest rest = {0};
    if (!c->submissions) {
        add_student(c, c->tree, NULL);
        return;
    }
    read_folder(c, &rest);
    sort_students(c);
    add_owners(c);
    add_writers(c, &rest.texts);
    if (c->metadata) {
        OWNED char *file = text_of("%s/" METADATA, c->submissions);
        metadata_read(c, file);
        sort_students(c);
    }
    c->unused = listing_end(&rest.unused, NAMED);
    if (!c->students)
        die("SUBMISSIONS=%s has no folders: it needs one for each student%s%s%s", c->submissions,
            *c->unused ? " (not used: " : "", c->unused, *c->unused ? ")" : "");
    if (c->roster_file)
        roster_join(c, &rest.strays);
    words_free(&rest.strays);
    words_free(&rest.texts);
    sort_students(c);
    c->alike = alike_names(c);
}
