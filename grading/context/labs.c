/* Labs by name, their steps, and the verdicts; which labs are graded, with their rubrics, and which
 * counters these ask for. */
#include "context.h"

const char *backend_name(int backend)
{
    return backend == GPU ? "gpu" : "emulator";
}

const char *tool(int backend, const char *part)
{
    OWNED char *name = text_of("GRADE_%s_%s", backend == GPU ? "GPU" : "EMU", part);
    return getenv(name) ? getenv(name) : "";
}

char *lab_path(const char *root, const char *tree, const char *lab)
{
    const struct lab_file *f = lab_file_of(lab);
    return text_of("%s/%s/%s/%s.cu", root, tree, f->folder, f->name);
}

const struct lab_step *fact_of(const struct context *c, int lab, int i)
{
    return &c->rubric[lab].declared[i];
}

const struct lab_lesson *rubric_of(const struct context *c, int lab, int i)
{
    return &c->rubric[lab].step[i];
}

const char *verdict_name(enum verdict v)
{
    static const char *const names[VERDICTS] = {
        "pass",  "wrong",   "slow",    "not_attempted", "compile_error",
        "crash", "timeout", "refused", "skipped",       "grader_error"};
    return names[v];
}

int err(struct ruling *r, enum verdict v, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    r->verdict = v;
    r->nothing = NULL;
    vsnprintf(r->message, sizeof r->message, format, list);
    va_end(list);
    clean_text(r->message); /* a terminal obeys what a compiler may quote */
    return 1;
}

void err_add(struct ruling *r, const char *format, ...)
{
    const size_t used = strlen(r->message);
    va_list list;
    va_start(list, format);
    OWNED char *text = text_of_list(format, list);
    va_end(list);
    snprintf(r->message + used, MESSAGE - used, "%s%s", used ? " " : "", text);
}

int lab_matches(const char *wanted, const char *lab)
{
    OWNED char *copy = text_of("%s", wanted);
    char *rest = copy;
    int matches = 0;
    for (char *item; (item = strsep(&rest, ", "));)
        matches |= lab_is_called(item, lab);
    return matches;
}

/* ---- what is graded */

/* A lab's counters do not depend on which others are graded. */
static void add_metric(struct context *c, int lab, const char *name)
{
    char *all = c->metrics[lab];
    const size_t used = strlen(all), room = sizeof c->metrics[lab] - used;
    OWNED char *both = text_of(",%s,", all), *item = text_of(",%s,", name);
    if (!strstr(both, item) &&
        (size_t)snprintf(all + used, room, "%s%s", used ? "," : "", name) >= room)
        die("the rubric of %s names too many counters", c->lab[lab]);
}

/* Counted for every step, since an instructor asks for them; and whatever the lab's rubric
 * names. */
static void choose_metrics(struct context *c)
{
    static const char *const always[] = {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                                         "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                                         "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
                                         "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
                                         "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
                                         "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                                         "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
                                         "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"};
    for (int l = 0; l < c->labs; l++) {
        for (size_t i = 0; i < sizeof always / sizeof *always; i++)
            add_metric(c, l, always[i]);
        for (int s = 0; s < c->rubric[l].steps; s++)
            for (int r = 0; r < c->rubric[l].step[s].rules; r++)
                add_metric(c, l, c->rubric[l].step[s].rule[r].metric);
    }
}

void labs_choose(struct context *c)
{
    const char *wanted = c->asked_lab;
    const struct lab_file *files;
    const int count = lab_files(&files);
    for (const struct lab_file *f = files; f < files + count; f++) {
        if (*wanted && !lab_matches(wanted, f->lab))
            continue;
        c->lab[c->labs] = f->lab;
        rubric_read(f->lab, c->rubrics, &c->rubric[c->labs]);
        c->steps[c->labs] = c->rubric[c->labs].steps;
        c->labs++;
    }
    OWNED char *copy = text_of("%s", wanted);
    char *rest = copy;
    for (char *item; (item = strsep(&rest, ", "));) {
        int there = !*item;
        for (int l = 0; l < c->labs; l++)
            there |= lab_is_called(item, c->lab[l]);
        if (!there)
            die("LAB=%s: there is no lab %s", wanted, item);
    }
    rubrics_check(c);
    choose_metrics(c);
}
