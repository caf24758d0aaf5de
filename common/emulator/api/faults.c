/* Faults. Inside a kernel a fault becomes a finding and the launch ends with an error; the program
 * goes on. Outside, touching device memory ends the program, after the findings have been written.
 * Above all layers, since a signal may come in any. */
#include "accesses/observers.h"
#include "report/launch_report.h"
#include "engine/engine.h"

#include <signal.h>
#include <unistd.h>

/* Where the running lane went last, has come to last, or stopped. */
static const void *last_access(void)
{
    const unsigned l = (unsigned)emu_lane();
    const int rows =
        (int)((size_t)(emu_cursor - (char *)&emu_trace[0].address[l]) / sizeof(struct row));
    for (int row = rows; row-- > 0;)
        if (event_type(emu_trace[row].word[l]) <= EV_ATOMIC)
            return event_pc(emu_trace[row].word[l]);
    return rows ? event_pc(emu_trace[rows - 1].word[l]) : emu_lane_now->pc;
}

/* An access that was recorded before it was made is told to observers as any other: bounds.c says
 * what is wrong with it. */
static void kernel_fault(int number, uintptr_t address)
{
    const void *pc = last_access() ? last_access() : emu_place;
    emu_stop = number == SIGFPE ? ERROR_LAUNCH_FAILURE : ERROR_ILLEGAL_ADDRESS;
    if (number == SIGFPE)
        emu_finding(EMU_DIVISION_BY_ZERO, pc, "divides an integer by zero (or overflows)");
    else if (fiber_guard_hit(address))
        warp_overflows(pc);
    else if (!warp_told_fault())
        emu_finding(EMU_OUT_OF_BOUNDS, pc,
                    "touches memory where there is none; check the index and the pointer");
    else
        emu_stop = access_fault;
    warp_give_up();
}

/* A signal ends the program. What it has printed and what was found must not be lost. */
static void on_end(int number, siginfo_t *info, void *context)
{
    signal(number, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    alarm(5); /* memory or a lock may be in any state: what follows may hang */
    report_last();
    alarm(0);
    if (number != SIGSEGV && number != SIGBUS && number != SIGFPE && number != SIGILL)
        raise(number); /* the others come again where they came from */
}

static void on_fault(int number, siginfo_t *info, void *context)
{
    const uintptr_t address = (uintptr_t)info->si_addr;
    if (emu_lane_now)
        kernel_fault(number, address);
    if (!emu_launch_now && number != SIGFPE && emu_in_arena(address)) {
        if (variables_open_for_thrust(address, emu_host_place))
            return;
        emu_finding(EMU_DEVICE_POINTER_ON_HOST, emu_host_place,
                    "host code touches device memory; copy it with cudaMemcpy first");
        exit(1); /* the exit handler writes what is known */
    }
    if (!emu_launch_now && number != SIGFPE && lock_depth) /* a call of the API is under way */
        emu_finding(EMU_BAD_COPY, emu_host_place,
                    "the call touches memory of the host's where there is none: is an array on the "
                    "host shorter than what is copied?");
    on_end(number, info, context); /* not ours: it happens again, for good */
}

void faults_install(void)
{
    watchdog_install();
    setvbuf(stdout, NULL, _IOLBF, 0); /* whole lines are out, however the program ends */
    enum { FAULTS = 3 };              /* the first of these */
    const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL, SIGTERM, SIGXCPU};
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) {
        action.sa_sigaction = i < FAULTS ? on_fault : on_end;
        sigaction(signals[i], &action, NULL);
    }
}
