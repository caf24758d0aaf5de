/* A runner's answers about one launch: what it did, and what the emulator saw of it. Included by
 * serve.h. */
#ifndef ENGINE_SERVE_CHECK_H
#define ENGINE_SERVE_CHECK_H

#ifdef LAB_EMULATOR
#include "lab/check/finding.h"
#endif

#ifdef LAB_EMULATOR
static inline void serve_finding(const struct server *s, char *line,
                                 const struct emu_finding_report *f)
{
    char text[900];
    protocol_add(line, "kind", f->kind);
    if (s->learner) {
        lab_finding_text(f, text, sizeof text);
        protocol_add(line, "said", text);
        return;
    }
    protocol_add_number(line, "line", f->line);
    protocol_add(line, "file", f->file ? f->file : "");
    protocol_add(line, "finding", f->text);
}

static inline void serve_counters(char *line, char *metrics, const struct lab_case *question)
{
    const struct emu_work work = lab_work_of(question);
    const char *unit = "";
    char *rest = metrics, remark[80];
    protocol_add_number(line, "floor_ms", emu_floor(&work, &unit) / 1e3);
    protocol_add(line, "floor_unit", unit);
    protocol_add(line, "floor_remark", emu_floor_remark(remark, sizeof remark));
    for (char *name; (name = strsep(&rest, ",")) && *name;)
        protocol_add_number(line, name, emu_metric(name));
}

/* What the emulator saw: the order, the launch, the counters that were asked for, a finding. */
static inline void serve_observed(struct server *s, char *line, enum lab_order order)
{
    struct request *r = &s->asked;
    char text[80];
    const struct emu_grid last = emu_last_launch();
    const unsigned *g = last.grid, *b = last.block;
    protocol_add_number(line, "order", order);
    snprintf(text, sizeof text, "%u %u %u %u %u %u", g[0], g[1], g[2], b[0], b[1], b[2]);
    protocol_add(line, "launch", text);
    if (emu_overflowed()[0])
        protocol_add(line, "overflow", emu_overflowed());
    if (lab_first_finding())
        serve_finding(s, line, lab_first_finding());
    if (strcmp(r->metrics, "-") != 0)
        serve_counters(line, r->metrics, &r->question);
}

/* The lines that add most to a metric of the last launch, as where0, access0 and so on. */
static inline void serve_lines(struct server *s)
{
    enum { MOST = 3 };
    struct emu_line_report at[MOST];
    char line[PROTOCOL_LINE], key[20], numbers[120];
    const int any = strcmp(s->asked.metrics, "-") == 0;
    const size_t count = emu_dearest_lines(any ? NULL : s->asked.metrics, at, MOST);
    serve_begin(s, line, 1, cudaSuccess);
    for (size_t i = 0; i < count; i++) {
        const struct emu_line_report *l = &at[i];
        const char *const texts[][2] = {
            {"where", l->where}, {"access", l->access}, {"unit", l->unit}, {"text", l->text}};
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
            snprintf(key, sizeof key, "%s%zu", texts[t][0], i);
            snprintf(numbers, sizeof numbers, "%.80s", texts[t][1]);
            protocol_add(line, key, numbers);
        }
        snprintf(key, sizeof key, "numbers%zu", i);
        snprintf(numbers, sizeof numbers, "%llu %.17g %.17g %.17g", l->requests, l->lanes, l->cost,
                 l->ideal);
        protocol_add(line, key, numbers);
    }
    serve_send(s, line);
}

/* Counters need all that the emulator can watch; checks do without its caches, which are slow to
 * follow, and a kernel that is asked why it is wrong without the rest. */
static inline enum lab_order serve_watch(const struct server *s)
{
    const struct request *r = &s->asked;
    const int counting = strcmp(r->metrics, "-") != 0, asking = strcmp(r->verb, "probe") == 0;
    emu_watch(asking ? 0 : counting ? EMU_WATCH_ALL : EMU_WATCH_RACES | EMU_WATCH_UNINITIALISED);
    emu_begin();
    return lab_choose_order(counting || asking ? -1 : (int)r->number,
                            s->repeats ? lab_mix(r->question.seed + r->number) : r->question.seed);
}
#endif

/* The arrays of a case to be checked: those of the last one, if they fit. */
static inline cudaError_t serve_open(struct server *s)
{
    const struct request *r = &s->asked;
    struct lab_device *d = &s->checked;
    cudaError_t error = cudaSuccess;
    lab_timed_close(&s->timed);
    if (s->last_step != r->step || !lab_reopen_device(d, &r->question)) {
        lab_close_device(d);
        error = lab_open_device(d, &r->question, 1);
    }
    if (s->last_step != r->step)
        *lab_slowest_pace() = 0;
    s->last_step = r->step;
    d->left_out = 0;
    d->quiet = s->learner;
    d->shared = s->repeats;
    d->first = r->number == 0 && !s->repeats && strcmp(r->verb, "check") == 0 &&
               strcmp(r->metrics, "-") == 0;
    return error;
}

static inline void serve_check(struct server *s)
{
    char line[PROTOCOL_LINE], damage[500] = "";
    struct lab_device *d = &s->checked;
    struct request *r = &s->asked;
    const struct lab_entry *e = serve_entry(s, r->step);
    if (e && e->aligned && lab_shifted(&r->question) >= 0)
        r->question.memory = LAB_SNUG;
    cudaError_t error = serve_open(s);
    if (error != cudaSuccess || d->out_bytes > s->memory_bytes || !e || !e->launch) {
        serve_begin(s, line, 0, error);
        protocol_add(line, "missing", e && e->launch ? "0" : "1");
        serve_send(s, line);
        lab_close_device(d);
        cudaGetLastError();
        return;
    }
#ifdef LAB_EMULATOR
    const enum lab_order order = serve_watch(s);
#endif
    lab_run_once(d, e, s->memory, damage, sizeof damage);
    serve_begin(s, line, 1, d->error);
    protocol_add_number(line, "ms", d->step_ms);
    if (d->left_out)
        protocol_add(line, "left_out", "1");
    if (damage[0] && d->error == cudaSuccess)
        protocol_add(line, "damage", damage);
#ifdef LAB_EMULATOR
    lab_choose_order(-1, 0);
    serve_observed(s, line, order);
#endif
    serve_send(s, line);
}

#endif
