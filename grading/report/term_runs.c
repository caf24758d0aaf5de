/* Reading the results of a term's runs. */
#include "term_runs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *text_in(const json_t *object, const char *name)
{
    const char *text = json_text_in(object, name);
    return text ? text : "";
}

static int new_student(struct term *t, const char *id, const char *name)
{
    t->person = one_more(t->person, t->students, sizeof *t->person);
    t->person[t->students] = (struct person){.id = text_of("%s", id), .name = text_of("%s", name)};
    return t->students++;
}

/* By what the roster knows them by in every week, else by the id; never by a name. */
static int student_number(struct term *t, const char *id, const char *name)
{
    const json_t *known = json_object_get(t->number, id);
    const int number = known ? (int)json_integer_value(known) : new_student(t, id, name);
    json_object_set_new(t->number, id, json_integer(number));
    return number;
}

static int lab_number(struct term *t, const char *lab)
{
    for (int l = 0; l < t->labs; l++)
        if (strcmp(t->lab[l], lab) == 0)
            return l;
    if (t->labs == MOST_LABS)
        die("OUTS: there are more than %d labs in these runs", MOST_LABS);
    t->lab[t->labs] = text_of("%s", lab);
    return t->labs++;
}

static enum lab_state state_in(const json_t *lab)
{
    const json_t *step;
    size_t i;
    enum lab_state state = LAB_UNTOUCHED;
    if (strcmp(text_in(lab, "absent"), "excused") == 0)
        return LAB_EXCUSED;
    json_array_foreach(json_object_get(lab, "steps"), i, step)
    {
        const char *nothing = text_in(step, "nothing");
        if (strcmp(text_in(step, "verdict"), "not_attempted") != 0 &&
            json_number_in(step, "max") > 0)
            return LAB_GRADED;
        state = strcmp(nothing, "no file") == 0      ? LAB_NO_FILE
                : strcmp(nothing, "empty file") == 0 ? LAB_EMPTY_FILE
                                                     : state;
    }
    return state;
}

static double written_in(const json_t *lab)
{
    const json_t *one;
    double sum = 0;
    size_t i;
    json_array_foreach(json_object_get(lab, "written"), i, one) sum +=
        json_number_in(one, "points");
    return sum;
}

static void read_student(struct term *t, struct term_run *run, const json_t *student)
{
    const char *person = json_text_in(student, "person");
    int number =
            student_number(t, person ? person : text_in(student, "id"), text_in(student, "name")),
        files = 0;
    const json_t *lab;
    double have = 0, max = 0;
    size_t i;
    json_array_foreach(json_object_get(student, "labs"), i, lab)
    {
        int l = lab_number(t, text_in(lab, "lab"));
        struct cell *cell = &t->person[number].cell[l],
                    now = {state_in(lab), 1, json_number_in(lab, "points"), written_in(lab)};
        t->max[l] = fmax(t->max[l], json_number_in(lab, "max"));
        t->written |= now.written != 0;
        files += now.state < LAB_NO_FILE;
        have += now.points;
        t->bonus[l] = json_is_true(json_object_get(lab, "bonus"));
        max += t->bonus[l] ? 0 : json_number_in(lab, "max");
        if (!cell->there || now.state != LAB_NO_FILE || now.points != 0)
            *cell = now;
    }
    run->students++;
    run->graded += files > 0;
    run->mean += max > 0 ? have / max : 0;
}

static void read_run(struct term *t, const char *folder)
{
    struct term_run *run = &t->run[t->runs];
    OWNED char *path = text_of("%s/results.json", folder);
    OWNED char *beside = text_of("%s/run.json", folder);
    json_error_t error;
    json_auto_t *root = json_load_file(path, 0, &error), *about = json_load_file(beside, 0, NULL);
    json_t *students = json_object_get(root, "students"), *student;
    size_t i;
    if (!root && access(path, R_OK))
        die("OUTS: %s: %s; give folders that `make grade OUT=…` has filled, with blanks between "
            "them",
            path, strerror(errno));
    if (!root || json_number_in(root, "schema") != 1 || !json_is_array(students))
        die("OUTS: %s holds no results of this version (%s): grade into that folder again", path,
            root ? "another schema" : error.text);
    run->folder = text_of("%s", folder);
    run->backend = text_of("%s", text_in(root, "backend"));
    run->date = text_of("%.10s", text_in(about, "finished"));
    json_array_foreach(students, i, student) read_student(t, run, student);
    run->mean /= run->students ? run->students : 1;
    t->runs++;
}

void term_read(struct term *t, const char *outs)
{
    OWNED char *copy = text_of("%s", outs);
    char *rest = copy;
    t->number = json_object();
    for (char *folder; (folder = strsep(&rest, " \t\n"));) {
        if (!*folder)
            continue;
        if (t->runs == MOST_RUNS)
            die("OUTS: there are more than %d folders", MOST_RUNS);
        read_run(t, folder);
    }
    if (!t->runs)
        die("OUTS is empty: give the OUT folders of your runs, with blanks between them, like "
            "OUTS=\"week1 week2\"");
}

void term_forget(struct term *t)
{
    for (int i = 0; i < t->runs; i++) {
        free(t->run[i].folder);
        free(t->run[i].backend);
        free(t->run[i].date);
    }
    for (int l = 0; l < t->labs; l++)
        free(t->lab[l]);
    for (int s = 0; s < t->students; s++) {
        free(t->person[s].id);
        free(t->person[s].name);
    }
    free(t->person);
    json_decref(t->number);
}
