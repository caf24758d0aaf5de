/* Faults. Inside a kernel a fault becomes a finding and the launch ends with an error; the program
 * goes on. Outside, touching device memory ends the program, after the findings have been written.
 * Above all layers, since a signal may come in any. */
#include "checks/checks.h"
#include "report/launch_report.h"
#include "engine/engine.h"
#include "lanes/sites.h"

#include <signal.h>
#include <unistd.h>

/* The running lane's last access before row `rows` of the window; -1: there is none. */
static int access_before(size_t rows)
{
    const unsigned l = (unsigned)emu_lane();
    while (rows--)
        if (event_type(emu_trace.row[rows].word[l]) <= EV_ATOMIC)
            return (int)rows;
    return -1;
}

static int last_row(void)
{
    const char *column = (char *)&emu_trace.row[0].address[emu_lane()];
    return access_before((size_t)(emu_cursor - column) / sizeof(struct row));
}

/* Where it went last; where it has gone nowhere, what it has come to last, or where it stopped. */
static const void *last_access(void)
{
    const char *column = (char *)&emu_trace.row[0].address[emu_lane()];
    int row = last_row();
    if (row < 0)
        row = (int)((size_t)(emu_cursor - column) / sizeof(struct row)) - 1;
    return row < 0 ? emu_lane_now->pc : event_pc(emu_trace.row[row].word[emu_lane()]);
}

/* x86's 16-byte moves fault where the address is no multiple of 16, and the signal does not say
 * which it was: that of the last access, or (a copy has two) of the one before. */
static int describe_misaligned(void)
{
    const unsigned l = (unsigned)emu_lane();
    int row = last_row();
    for (int looked = 0; row >= 0 && looked < 2; looked++, row = access_before((size_t)row)) {
        const uint32_t word = emu_trace.row[row].word[l];
        const uint64_t address = emu_trace.row[row].address[l];
        const unsigned code = word >> SIZE_SHIFT & 7, bytes = 1u << code;
        if (code == EXTENT_CODE || !(address & (bytes - 1)))
            continue;
        bounds_say_misaligned(word, address, bytes);
        return 1;
    }
    return 0;
}

static int is_array(const struct emu_area *area)
{
    return area && area->state == EMU_LIVE && emu_in_arena(area->begin);
}

/* The array that a place in the program means, by where it went before, or its other lanes. */
static const struct emu_area *meant_by(uint32_t word)
{
    const struct site *site = site_of(word);
    if (is_array(site->area))
        return site->area;
    for (unsigned l = 0; l < emu_warp->lanes; l++) {
        const int mine = l == (unsigned)emu_lane();
        const int rows = mine ? last_row() : emu_warp->rows[l];
        for (int row = 0; row < rows; row++) {
            const struct emu_area *area = emu_area_of(emu_trace.row[row].address[l]);
            if (emu_trace.row[row].word[l] == word && is_array(area))
                return area;
        }
    }
    return NULL;
}

static int is_outside(const struct emu_area *area, uint64_t address, unsigned bytes)
{
    return address < area->begin || address + bytes > area->end;
}

/* The first lane that has gone outside of the area there and in no array, and where; or else the
 * running one, which went to *went. (Which lane faults first is chance.) */
static unsigned first_outside(const struct emu_area *area, uint32_t word, unsigned bytes,
                              uint64_t *went)
{
    const unsigned running = (unsigned)emu_lane();
    for (unsigned l = 0; l <= running; l++) {
        const int rows = l == running ? last_row() : emu_warp->rows[l];
        for (int row = l == running ? 0 : emu_warp->row[l]; row < rows; row++) {
            const uint64_t address = emu_trace.row[row].address[l];
            if (emu_trace.row[row].word[l] == word && is_outside(area, address, bytes) &&
                !is_array(emu_area_of(address))) {
                *went = address;
                return l;
            }
        }
    }
    return running;
}

/* Outside of an array that is known, or by an index that overflowed: 1 if it has been said. */
static int describe_outside(uintptr_t address)
{
    struct lane *const running = emu_lane_now;
    const int row = last_row(), lane = emu_lane();
    if (row < 0)
        return 0;
    const uint32_t word = emu_trace.row[row].word[lane];
    uint64_t went = emu_trace.row[row].address[lane];
    const unsigned code = word >> SIZE_SHIFT & 7, bytes = code == EXTENT_CODE ? 4 : 1u << code;
    const struct emu_area *area = meant_by(word);
    if (address - went >= 16)
        return 0;
    const int known = area != NULL;
    area = area ? area : bounds_near(went, word);
    if (!is_array(area) || !is_outside(area, went, bytes))
        return bounds_say_overflow(word, went, bytes, running);
    emu_lane_now = &emu_warp->lane[first_outside(area, word, bytes, &went)]; /* it is blamed */
    bounds_say(area, known, word, went, bytes);
    emu_lane_now = running;
    return 1;
}

static void kernel_fault(int number, siginfo_t *info)
{
    const void *pc = last_access() ? last_access() : emu_place;
    /* a fault of protection, not of a page (a misaligned 16-byte move, an address that no memory
     * can have), comes without one: then it is where the lane's last access went */
    const int has_address = info->si_code != SI_KERNEL, row = has_address ? -1 : last_row();
    const uintptr_t address =
        row < 0 ? (uintptr_t)info->si_addr : emu_trace.row[row].address[emu_lane()];
    emu_stop = number == SIGFPE ? ERROR_LAUNCH_FAILURE : ERROR_ILLEGAL_ADDRESS;
    if (number == SIGSEGV && !has_address && describe_misaligned())
        emu_stop = ERROR_MISALIGNED;
    else if (number == SIGFPE)
        emu_finding(EMU_DIVISION_BY_ZERO, pc, "divides an integer by zero (or overflows)");
    else if (fiber_guard_hit(address))
        warp_overflows(pc);
    else if (address < 4096)
        emu_finding(EMU_NULL_POINTER, pc, "touches address 0x%llx: a null pointer",
                    (unsigned long long)address);
    else if (!describe_outside(address))
        emu_finding(EMU_OUT_OF_BOUNDS, pc,
                    "touches memory where there is none; check the index and the pointer");
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
        kernel_fault(number, info);
    if (!emu_launch_now && number != SIGFPE && emu_in_arena(address)) {
        if (variables_open_for_thrust(address, emu_host_place))
            return;
        emu_finding(EMU_DEVICE_POINTER_ON_HOST, emu_host_place,
                    "host code touches device memory; copy it with cudaMemcpy first");
        exit(1); /* the exit handler writes what is known */
    }
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
