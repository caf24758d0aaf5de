/* What goes back to each student as a text, with FEEDBACK=1 (hand_back.c). */
#ifndef HAND_BACK_H
#define HAND_BACK_H

#include "context/context.h"

#define MAIL_MARK "Subject: Grades of " /* what each has in it */
/* Writes the texts of this run, and takes away those of an earlier one: feedback/ID.txt, and for a
 * class of Canvas's or GitHub's canvas/ and github/. */
void hand_back_texts(const struct context *c);
/* The name of a student's text in feedback/: "ID.txt", or the begin of a long one and a hash. */
char *mail_file(const char *id);
/* ---- mail.c */
/* Free it. */
char *mail_of(const struct context *c, int student);

#endif
