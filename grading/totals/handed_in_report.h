/* What was handed in, for all outputs. */
#ifndef HANDED_IN_REPORT_H
#define HANDED_IN_REPORT_H

#include "base/json_file.h"
#include "intake/late.h"

/* Which file, its hash, time and commit, what was passed over; null where nothing was handed in. */
json_t *handed_in_json(const struct context *c, int student, int lab);
/* "ann/naive_gemv.cu (sha256 0123456789ab…), handed in …", or "no file". Free it. */
char *handed_in_text(const struct context *c, int student, int lab);

/* Of a student's lab, from the points before anything was taken off. */
struct lateness lateness_at(const struct context *c, int student, int lab);
/* "2 days late: 3.60 points off", "late"; "". Free it. */
char *lateness_text(const struct lateness *l);

#endif
