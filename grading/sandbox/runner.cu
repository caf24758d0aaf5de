/* The process that holds a student's code (or the reference's), under the grader: it serves what it
 * is asked (engine/serve.h). Linked with one object compiled with -DLAB_STEPS. With
 * -DRUNNER_LIBRARY it can also run NVIDIA's own version of a problem. */
#include "engine/serve.h"
#ifdef RUNNER_LIBRARY
#include "lab/measure/library.h"
#endif

/* Every lab's table, made here: what a file's own table says does not matter. A step that a file
 * does not define is NULL. The row of a lab's name ends the table before it. */
#define LAB_LINKAGE extern "C"
#include "labs/entries_of.h"
LAB_EVERY_STEP(LAB_DECLARE)
static const struct lab_entry tables[] = {
#define LAB(id, track)                            {-1, 0, 0, 0, #id, LAB_PROBLEMS},
#define STEP(number, name, problem, prepare, ...) LAB_ENTRY(number, name, problem, prepare)
#include "labs/ladder.h"
    LAB_NO_ENTRY};

/* An exit, from wherever it comes, is told to whoever asked: even one before main. */
static struct server *own_server(void)
{
    static struct server server;
    server.ask = PROTOCOL_ASK;
    server.answer = PROTOCOL_ANSWER;
    return &server;
}

static const struct lab_entry *entries_of(const char *lab)
{
    for (const struct lab_entry *e = tables; e->step >= 0 || e->name; e++)
        if (e->step < 0 && strcmp(lab, e->name) == 0)
            return e + 1;
    return NULL;
}

#ifdef RUNNER_LIBRARY
static cudaError_t call_library(struct lab_device *d, const void *what, int set)
{
    return lab_library_call(d, set);
}
#endif

/* Every call of exit, the student's and the emulator's, comes here (--wrap in grading.mk): the
 * judge learns that the program was not killed, and what the emulator has against it. One that ends
 * before it is asked waits for the question. */
extern "C" void __real_exit(int status) __attribute__((noreturn));
extern "C" void __wrap_exit(int status)
{
    struct server *s = own_server();
    if (s->asked.id || serve_read(s)) {
        sprintf(s->line, "%llu gone", s->asked.id);
        protocol_add_number(s->line, "status", status & 255);
#ifdef LAB_EMULATOR
        const struct emu_finding_report *f;
        for (size_t i = 0; (f = emu_finding_at(i)); i++)
            if (strcmp(f->kind, "device_pointer_on_host") == 0) {
                serve_finding(s, f);
                break;
            }
#endif
        serve_send(s);
    }
    __real_exit(status);
}

int main(int argc, char **argv)
{
#ifdef LAB_EMULATOR
    emu_main_begins();
#endif
    struct server *s = own_server();
    s->entry = entries_of(argc > 1 ? argv[1] : "");
#ifdef RUNNER_LIBRARY
    s->timed.library = call_library;
#endif
    serve(s, PROTOCOL_MEMORY);
}
