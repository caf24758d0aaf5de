/* What was found: each kind once a source line and launch, with a count. In the lowest layer, since
 * every other one finds something; whom a finding is about, the launch that runs says. */
#include "findings.h"

#include <stdarg.h>

#define NAME(name, said) #said,
static const char *const kind_name[] = {EMU_KINDS(NAME)};

struct finding *emu_findings;
size_t emu_finding_count;
static size_t room, kept; /* kept: those that were made before main */
static int muted, unsaid;
static const char *kernel;     /* that runs; NULL outside a launch */
static finding_whom *whom_now; /* … */
static long launches;

void findings_begin_launch(const char *name, finding_whom *whom)
{
    kernel = name;
    whom_now = whom;
    launches += name != NULL;
}

const struct emu_finding_report *emu_finding_at(size_t index)
    IS(index < emu_finding_count ? &emu_findings[index].report : NULL);

static void forget(struct finding *finding)
{
    free((char *)finding->report.text);
    free((char *)finding->report.kernel);
}

void emu_main_begins(void)
{
    kept = emu_finding_count;
}

void findings_forget(void)
{
    while (emu_finding_count > kept)
        forget(&emu_findings[--emu_finding_count]);
    launches = 0;
}

int findings_mute(int yes)
{
    const int any = unsaid;
    muted = yes;
    unsaid = 0;
    return any;
}

void findings_take_back(void)
{
    const long launch = launches - 1;
    size_t left = kept;
    for (size_t i = kept; i < emu_finding_count; i++) {
        const enum emu_finding_kind kind = emu_findings[i].kind;
        if (emu_findings[i].launch == launch &&
            (kind == EMU_UNINITIALISED_SHARED || kind == EMU_UNINITIALISED_GLOBAL ||
             kind == EMU_UNINITIALISED_LOCAL))
            forget(&emu_findings[i]);
        else
            emu_findings[left++] = emu_findings[i];
    }
    emu_finding_count = left;
}

int findings_alike(const struct finding *a, const struct finding *b)
{
    const struct emu_finding_report *x = &a->report, *y = &b->report;
    return a->kind == b->kind && x->line == y->line && same_text(x->file, y->file) &&
           same_text(x->kernel, y->kernel) &&
           ((x->kernel && x->file) || same_text(x->text, y->text));
}

/* From where the function around the place was called, as far as that is the same file. */
static void add_calls(struct emu_finding_report *report, const void *pc)
{
    int count = 0;
    for (int up = 0; report->file && up < EMU_CALLS_SAID; up++) {
        const struct source_line call = caller_of(pc, up);
        if (!call.file)
            return;
        if (strcmp(call.file, report->file) == 0 && call.line != report->line)
            report->called[count++] = call.line;
    }
}

static void note(enum emu_finding_kind kind, const void *pc, const char *said)
{
    const struct source_line line = learners_line(pc);
    struct finding new = {.kind = kind,
                          .launch = kernel ? launches - 1 : -1,
                          .report = {.kind = kind_name[kind],
                                     .text = said,
                                     .kernel = kernel,
                                     .file = line.file,
                                     .line = line.line,
                                     .times = 1}};
    for (size_t i = emu_finding_count; i-- > 0 && emu_findings[i].launch == new.launch;)
        if (findings_alike(&emu_findings[i], &new)) {
            emu_findings[i].report.times++;
            return;
        }
    new.report.text = strdup(said);
    new.report.kernel = kernel ? strdup(kernel) : NULL;
    add_calls(&new.report, pc);
    struct emu_dim3 block, thread;
    if (kernel && whom_now(&block, &thread)) {
        memcpy(new.report.thread, &thread, sizeof thread);
        memcpy(new.report.block, &block, sizeof block);
    }
    ADDED(emu_findings, emu_finding_count, room, "findings") = new;
}

void emu_finding(enum emu_finding_kind kind, const void *pc, const char *format, ...)
{
    char said[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    lock_take();
    if (muted)
        unsaid = 1;
    else
        note(kind, pc, said);
    lock_give();
}
