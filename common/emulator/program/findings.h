/* Findings: what compute-sanitizer would say (findings.c). Every layer may make one. */
#pragma once

#include "basics.h"
#include "emulator.h"

/* Each with the name that reports have for it. */
#define EMU_KINDS(X)                                                                               \
    X(OUT_OF_BOUNDS, out_of_bounds)                                                                \
    X(USE_AFTER_FREE, use_after_free)                                                              \
    X(HOST_POINTER, host_pointer)                                                                  \
    X(DEVICE_POINTER_ON_HOST, device_pointer_on_host)                                              \
    X(MISALIGNED, misaligned)                                                                      \
    X(NULL_POINTER, null_pointer)                                                                  \
    X(RACE_SHARED, race_shared)                                                                    \
    X(RACE_GLOBAL, race_global)                                                                    \
    X(DIVERGENT_BARRIER, divergent_barrier)                                                        \
    X(MISSING_LANE, missing_lane)                                                                  \
    X(UNINITIALISED_SHARED, uninitialised_shared)                                                  \
    X(UNINITIALISED_GLOBAL, uninitialised_global)                                                  \
    X(UNINITIALISED_LOCAL, uninitialised_local)                                                    \
    X(WRITE_TO_CONSTANT, write_to_constant)                                                        \
    X(STACK_OVERFLOW, stack_overflow)                                                              \
    X(ENDLESS, endless)                                                                            \
    X(BAD_LAUNCH, bad_launch)                                                                      \
    X(BAD_COPY, bad_copy)                                                                          \
    X(LEAK, leak)                                                                                  \
    X(API_ERROR, api_error)                                                                        \
    X(UNSUPPORTED, unsupported)                                                                    \
    X(HOST_FUNCTION, host_function)                                                                \
    X(DIVISION_BY_ZERO, division_by_zero)                                                          \
    X(ASSERTION, assertion)                                                                        \
    X(READ_ONLY, read_only)
#define EMU_KIND(name, said) EMU_##name,
enum emu_finding_kind { EMU_KINDS(EMU_KIND) EMU_FINDING_KINDS };
/* Deduplicated by kind and line; the thread, block and kernel that it is about, and the file and
 * line behind `pc` are added. `pc` NULL: host code. */
__attribute__((format(printf, 3, 4))) void emu_finding(enum emu_finding_kind kind, const void *pc,
                                                       const char *format, ...);

/* A launch begins: findings are its own from now on. `whom` gives the block and the thread that the
 * next finding is about, or returns 0 where it is about none. NULL, NULL: it ends. */
typedef int finding_whom(struct emu_dim3 *block, struct emu_dim3 *thread);
void findings_begin_launch(const char *kernel, finding_whom *whom);

struct finding {
    enum emu_finding_kind kind;
    long launch; /* since findings_forget, from 0 on; -1: found in host code between launches */
    struct emu_finding_report report;
};
/* Of one kind and place; in host code it is another where it says something else: a call in a loop
 * may be wrong in several ways. */
int findings_alike(const struct finding *a, const struct finding *b);
extern struct finding *emu_findings;
extern size_t emu_finding_count;
void findings_forget(void); /* all of them, and how many launches there were */
/* From 1 to 0 nothing is found; returns whether something would have been. */
int findings_mute(int yes);
/* Takes back what the launch is said to have read of memory that nothing has written. */
void findings_take_back(void);
