/* Gradescope's submission_metadata.yml: for each folder its submitters, and when (metadata.c). */
#ifndef METADATA_H
#define METADATA_H

#include <jansson.h>

/* The file as JSON: of each folder an object with a list of objects, ":submitters". Dies of a file
 * that is not of that form. Give it back. */
json_t *metadata_read(const char *file);

#endif
