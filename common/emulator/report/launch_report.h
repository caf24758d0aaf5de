/* What a launch's record says: to people, to programs, as a bound of time. */
#pragma once

#include "program/findings.h"

struct launch_record;

/* ---- launch_report.c ---- */

/* One row for each line, space and direction of a launch (line_costs.c). */
void line_costs_table(FILE *out, const struct launch_record *record);

/* It is written when the program exits, and what else `also` writes. */
void report_register(void (*also)(void));
/* A signal is ending the program: the report, if it has not been written. */
void report_last(void);

/* ---- floor.c: the least time that what a launch was counted to do can take on a GPU ---- */

enum floor_unit {
    FLOOR_DRAM,
    FLOOR_L2,
    FLOOR_L1, /* and shared memory: one pipe, one name or the other */
    FLOOR_CONSTANT,
    FLOOR_ISSUE,
    FLOOR_UNITS
};

/* Microseconds that each unit needs, the largest of them, and the name of that unit. */
struct floor_times {
    double part[FLOOR_UNITS], total;
    enum floor_unit most;
    const char *unit;
};

/* `first`: no launch went before that may have left data in L2. */
struct floor_times floor_of(const struct launch_record *record, int first);
/* What keeps the launch from using the whole GPU ("16 blocks for 132 SMs"); empty if nothing. */
const char *floor_remark(const struct launch_record *record, char text[EMU_REMARK]);

/* ---- json.c: the file for programs, and the pieces that the view's file has, too ---- */

/* Behind the label, in quotes; NULL: null. */
void json_text(FILE *out, const char *label, const char *text);
/* "kernel": …, "grid": …, "block": …, "error": … */
void json_head(FILE *out, const struct launch_record *record);
/* {"gpu": …, …}, or null where it is not known. */
void json_floor(FILE *out, const struct launch_record *record);
/* "kind": …, "text": …, "file": …, "line": …, "block": …, "thread": …, "times": … */
void json_finding(FILE *out, const struct emu_finding_report *finding);
void json_write(FILE *out);
