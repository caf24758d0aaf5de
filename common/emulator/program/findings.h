/* Findings: what compute-sanitizer would say (findings.c). Every layer may make one. */
#ifndef EMU_FINDINGS_H
#define EMU_FINDINGS_H

#include "basics.h"
#include "emulator.h"
#include "lines.h"

enum emu_finding_kind {
    EMU_OUT_OF_BOUNDS,
    EMU_USE_AFTER_FREE,
    EMU_HOST_POINTER,
    EMU_DEVICE_POINTER_ON_HOST,
    EMU_MISALIGNED,
    EMU_NULL_POINTER,
    EMU_RACE_SHARED,
    EMU_RACE_GLOBAL,
    EMU_DIVERGENT_BARRIER,
    EMU_MISSING_LANE,
    EMU_UNINITIALISED_SHARED,
    EMU_UNINITIALISED_GLOBAL,
    EMU_UNINITIALISED_LOCAL,
    EMU_WRITE_TO_CONSTANT,
    EMU_STACK_OVERFLOW,
    EMU_ENDLESS,
    EMU_BAD_LAUNCH,
    EMU_BAD_COPY,
    EMU_LEAK,
    EMU_API_ERROR,
    EMU_UNSUPPORTED,
    EMU_HOST_FUNCTION,
    EMU_DIVISION_BY_ZERO,
    EMU_ASSERTION,
    EMU_READ_ONLY,
    EMU_FINDING_KINDS
};
/* Deduplicated by kind and line; the thread, block and kernel that it is about, and the file and
 * line behind `pc` are added. `pc` NULL: host code. */
__attribute__((format(printf, 3, 4))) void emu_finding(enum emu_finding_kind kind, const void *pc,
                                                       const char *format, ...);

/* Where the API call stands in the program that is about to be made, until it is taken back with
 * NULL: for calls that go through the shim's inline functions, whose return address is the shim's
 * own. */
void emu_at(const char *file, unsigned line);
/* … that the program is in. */
struct source_line finding_host_place(void);

/* A launch begins: findings are its own from now on. `whom` gives the block and the thread that the
 * next finding is about, or returns 0 where it is about none. */
typedef int finding_whom(struct emu_dim3 *block, struct emu_dim3 *thread);
void findings_begin_launch(const char *kernel, finding_whom *whom);
void findings_end_launch(void);

struct finding {
    enum emu_finding_kind kind;
    long launch; /* since findings_forget, from 0 on; -1: found in host code between launches */
    struct emu_finding_report report;
};
size_t finding_count(void);
const struct finding *finding_at(size_t index);
void findings_forget(void); /* all of them, and how many launches there were */
/* From 1 to 0 nothing is found; returns whether something would have been. */
int findings_mute(int yes);
/* Takes back what the launch is said to have read of memory that nothing has written. */
void findings_take_back(void);

#endif
