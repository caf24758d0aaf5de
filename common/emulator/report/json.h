/* The files for programs: EMU_COUNTERS' (json.c), and the pieces that the view's file has, too. */
#ifndef EMU_JSON_H
#define EMU_JSON_H

#include "program/findings.h"

#include <stdio.h>

struct launch_record;
/* Whether '<' is written \u003c, so that the text can stand in a page. */
extern int json_in_page;
/* In quotes; NULL: null. */
void json_text(FILE *out, const char *text);
/* "kernel": …, "grid": …, "block": …, "error": … */
void json_head(FILE *out, const struct launch_record *record);
/* {"gpu": …, …}, or null where it is not known. */
void json_floor(FILE *out, const struct launch_record *record);
/* "kind": …, "text": …, "file": …, "line": …, "block": …, "thread": …, "times": … */
void json_finding(FILE *out, const struct emu_finding_report *finding);
void json_write(FILE *out);

#endif
