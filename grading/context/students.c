/* The results of all students' steps, and their names. The results are a file without a name,
 * mapped by judge and workers. What was looked at is let go now and then, so that the judge's
 * memory does not grow with the class. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

#include "context.h"

enum { STUDENTS_IN_MEMORY = 16 };

static size_t results_bytes(const struct context *c)
{
    return (size_t)c->students * c->slots * sizeof *c->result;
}

struct step_result *result_of(const struct context *c, int student, int lab, int i)
{
    static int last = -1, seen;
    size_t at = (size_t)student * c->slots + i;
    for (int l = 0; l < lab; l++)
        at += c->steps[l];
    if (student != last && ++seen % STUDENTS_IN_MEMORY == 0)
        madvise(c->result, results_bytes(c), MADV_DONTNEED);
    last = student;
    return &c->result[at];
}

void result_reset(const struct context *c, int lab, int i, struct step_result *r)
{
    memset(r, 0, sizeof *r);
    r->max = rubric_of(c, lab, i)->points;
    r->figures = (struct figures){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    for (int m = 0; m < MAX_METRICS; m++)
        r->counter[m] = NAN;
    err(&r->ruling, GRADER_ERROR, "The grader did not come to this step.");
}

void results_open(struct context *c)
{
    OWNED char *path = text_of("%s/results-XXXXXX", c->work);
    int fd = mkostemp(path, O_CLOEXEC);
    if (fd < 0 || unlink(path) || ftruncate(fd, (off_t)results_bytes(c)))
        die("no room for the results of %d students in %s: %s", c->students, c->work,
            strerror(errno));
    c->result = mmap(NULL, results_bytes(c), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (c->result == MAP_FAILED)
        die("no memory left for the results of %d students", c->students);
    close(fd);
    for (int s = 0; s < c->students; s++)
        for (int l = 0; l < c->labs; l++)
            for (int i = 0; i < c->steps[l]; i++)
                result_reset(c, l, i, result_of(c, s, l, i));
}

/* ---- what reports call a student */

enum { NAME_LENGTH = sizeof((struct student *)0)->id + 24 };
#define NUMBER " ~"

static void put_name(char *name, const char *id)
{
    snprintf(name, NAME_LENGTH, "%s", id);
    clean_text(name);
}

static int is_taken(const struct context *c, int student, const char *name)
{
    char other[NAME_LENGTH];
    for (int s = 0; s < c->students; s++) {
        put_name(other, c->student[s].id);
        if (s != student && strcmp(other, name) == 0)
            return 1;
    }
    return 0;
}

unsigned long long number_of_id(const char *id)
{
    uint64_t number = 0;
    for (; *id; id++)
        number = lab_mix(number ^ (unsigned char)*id);
    return number;
}

/* The number is of all bytes of the id; a name that looks as if it had one gets its own. */
const char *student_name(const struct context *c, int student)
{
    static char name[NAME_LENGTH];
    const char *id = c->student[student].id;
    put_name(name, id);
    if (!strstr(id, NUMBER) && strcmp(name, id) == 0)
        return id;
    if (strstr(id, NUMBER) || is_taken(c, student, name))
        snprintf(name + strlen(name), NAME_LENGTH - strlen(name), NUMBER "%016llx",
                 number_of_id(id));
    return name;
}
