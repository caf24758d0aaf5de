/* The tables of labs and steps, made of the data beside this file, and what is asked of them. */

#include "lab/lesson.h"
#include "lab/problems/problems.h"

int lab_files(const struct lab_file **files)
{
#define LAB(id, of_track) {#id, LAB_##of_track, NULL, NULL, ""},
#define STEP(...)
    static struct lab_file table[] = {
#include "labs/ladder.h"
    };
    enum { COUNT = sizeof table / sizeof *table };
    for (int i = 0; i < COUNT && !table[COUNT - 1].name; i++) {
        struct lab_file *f = &table[i];
        int core = f->track == LAB_CORE;
        const char *line = strchr(f->lab, '_');
        f->folder = core ? f->lab : f[-1].folder;
        f->name = core ? (line ? line + 1 : f->lab) : f->lab + strlen(f->folder) + 1;
        snprintf(f->called, sizeof f->called, "%.*s%s%s", (int)strcspn(f->lab, "_"), f->lab,
                 core ? "" : "/", core ? "" : f->name);
    }
    *files = table;
    return COUNT;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
int lab_all_steps(const struct lab_step **steps)
{
#define LAB(id, track) {.lab = #id}, /* before its steps, and of no name */
#define STEP(number, launch, of_problem, preparation, ...)                                         \
    {.name = #launch,                                                                              \
     .prepare = #preparation,                                                                      \
     .step = number,                                                                               \
     .problem = LAB_##of_problem,                                                                  \
     .lesson = {.problem = LAB_##of_problem, __VA_ARGS__}},
    static struct lab_step table[] = {
#include "labs/ladder.h"
    };
    static int count;
    static const struct lab_lesson usual = {.correctness = 0.7,
                                            .time = {.share = 0.5, .full_at = 1.2, .none_at = 4}};
    const char *lab = NULL;
    for (size_t i = count ? sizeof table / sizeof *table : 0; i < sizeof table / sizeof *table;
         i++) {
        struct lab_step step = table[i];
        struct lab_lesson *l = &step.lesson;
        lab = step.lab ? step.lab : lab;
        step.lab = lab;
        if (l->correctness <= 0)
            l->correctness = usual.correctness;
        if (l->correctness < 1 && l->time.share <= 0)
            memcpy(&l->time, &usual.time, sizeof usual.time);
        while (l->rules < LAB_RULES && l->rule[l->rules].metric)
            l->rules++;
        if (step.name)
            table[count++] = step;
    }
    *steps = table;
    return count;
}
#pragma GCC diagnostic pop

const struct lab_file *lab_file_of(const char *lab)
{
    const struct lab_file *files;
    int count = lab_files(&files);
    for (int i = 0; i < count; i++)
        if (strcmp(files[i].lab, lab) == 0)
            return &files[i];
    return NULL;
}

const struct lab_file *lab_file_before(const char *lab)
{
    const struct lab_file *files, *f = lab_file_of(lab), *at = f;
    lab_files(&files);
    while (f && at > files)
        if (f->track == LAB_EXPERT || at[-1].track == LAB_CORE)
            return at - 1;
        else
            at--;
    return NULL;
}

int lab_is_called(const char *said, const char *lab)
{
    const struct lab_file *f = lab_file_of(lab);
    const size_t folder = f ? strlen(f->folder) : 0;
    if (!f || strcmp(said, lab) == 0)
        return f != NULL;
    if (strncmp(said, f->folder, folder) == 0 && said[folder] == '/')
        return strcmp(said + folder + 1, f->name) == 0;
    return strcmp(said + (*said == '0'), f->called + (*f->called == '0')) == 0;
}

int lab_steps_of(const char *id, const struct lab_step **steps)
{
    const struct lab_step *all;
    int count = lab_all_steps(&all), first = 0, last;
    while (first < count && strcmp(all[first].lab, id) != 0)
        first++;
    for (last = first; last < count && strcmp(all[last].lab, id) == 0;)
        last++;
    *steps = all + first;
    return last - first;
}

const struct lab_lesson *lab_lesson_of(const char *lab, int step)
{
    const struct lab_step *steps;
    for (int count = lab_steps_of(lab, &steps); count > 0; count--, steps++)
        if (steps->step == step)
            return &steps->lesson;
    return NULL;
}

const char *lab_untried(const char *lab, int step, int major, int minor, int emulator, char *text,
                        size_t size)
{
    const struct lab_lesson *lesson = lab_lesson_of(lab, step);
    text[0] = 0;
    if (lesson && lesson->untried[0] && (emulator || major * 10 + minor != 90))
        snprintf(text, size, LAB_UNTRIED, lesson->untried[0], lesson->untried[1]);
    return text;
}
