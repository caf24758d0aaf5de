/* Earlier results: OUT/kept/students/ID/LAB/history.jsonl holds a line for each result that another
 * one replaced, oldest first. A line that a killed judge cut off is passed over. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "result_cache.h"

enum { LARGEST_HISTORY = 8 << 20 };

/* What the page shows of a step; counters and times are in no history. */
static json_t *step_line(const json_t *step)
{
    static const char *const kept[] = {"step", "verdict", "message", "points", "max"};
    json_t *line = json_object();
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        json_object_set(line, kept[i], json_object_get(step, kept[i]));
    return line;
}

/* NULL where the grader failed at a step: that is no result. */
static json_t *line_of(const json_t *result)
{
    json_t *line = json_object(), *steps = json_array(), *step;
    size_t i;
    int faults = 0;
    json_array_foreach(json_object_get(result, "steps"), i, step)
    {
        const char *verdict = json_text_in(step, "verdict");
        faults += !verdict || strcmp(verdict, verdict_name(GRADER_ERROR)) == 0;
        json_array_append_new(steps, step_line(step));
    }
    json_object_set(line, "graded", json_object_get(result, "graded"));
    json_object_set_new(line, "steps", steps);
    if (!faults && i)
        return line;
    json_decref(line);
    return NULL;
}

void history_add(const char *result, const char *history)
{
    json_auto_t *root = json_load_file(result, 0, NULL), *line = line_of(root);
    OWNED char *text = line ? json_dumps(line, JSON_COMPACT) : NULL;
    if (text) {
        FILE *f = fopen(history, "ae");
        if (!f || fprintf(f, "%s\n", text) < 0 || fclose(f))
            die("cannot write %s: %s", history, strerror(errno));
    }
}

json_t *history_read(const char *history)
{
    json_t *list = json_array();
    OWNED char *text = read_file(history, LARGEST_HISTORY, NULL);
    char *rest = text;
    for (char *line; text && (line = strsep(&rest, "\n"));) {
        json_auto_t *one = json_loads(line, 0, NULL);
        if (json_is_object(one))
            json_array_append(list, one);
    }
    return list;
}
