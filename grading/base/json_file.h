/* What is written as JSON, whoever writes it. */
#ifndef JSON_FILE_H
#define JSON_FILE_H

#include <jansson.h>

enum { REPORT_DIGITS = 12 }; /* of a real number in a report */

/* null for what was not measured: NaN, infinite. */
json_t *json_figure(double value);
/* A text that may hold anything (a compiler's output, a folder's name), cleaned. */
json_t *json_text(const char *value);
/* A member's text, NULL where it is none; a member's number, 0 where it is none. */
const char *json_text_in(const json_t *object, const char *name);
double json_number_in(const json_t *object, const char *name);
/* Indented, members in order, reals with so many digits; whole or not at all. Gives root back; dies
 * of what fails. */
void json_to_file(json_t *root, const char *path, int digits);

#endif
