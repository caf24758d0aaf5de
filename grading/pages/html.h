/* What every page of the reports is made of. html_pages.c says which pages there are. */
#ifndef HTML_H
#define HTML_H

#include "totals/totals.h"

/* fprintf for markup: what a %s brings is escaped, always, since ids and messages come from
 * students. Knows %s, %d, %zu, and f, e and g with a precision; markup itself belongs into the
 * format. */
void html(FILE *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Head and first heading. The class page has a script (sorting, search), and where a picture is to
 * be drawn a page has `make view`'s; a policy in the page forbids every other script and every
 * request. `scripts`: which of these. */
enum { PAGE_TABLES = 1, PAGE_PICTURES = 2, PAGE_REVIEW = 4 };
void page_begin(FILE *f, const char *title, int scripts);
/* Search and buttons, which the script needs. */
void tool_bar(FILE *f);
void page_end(FILE *f, int scripts);
/* "7", "7.5": points without noise. Good until four more are asked for. */
const char *points(double value);

/* ---- plots.c: drawings, inline SVG */
/* How many of `count` shares, each from 0 to 1, fall into each tenth. */
void plot_histogram(FILE *f, const double *share, int count, const char *label);
/* Labs from left to right: the median of the class and its middle half. share[lab * room + i], of
 * which count[lab] are there and are sorted here. */
void plot_progress(FILE *f, const char *const *lab, double *share, const int *count, int labs,
                   int room);
/* A student's steps of one lab against the reference: times where they were measured, else
 * counters. Nothing where neither is. */
void plot_ladder(FILE *f, const struct context *c, int student, int lab);

/* Room for the picture of a step's dearest access, which drawing.js draws; nothing where there is
 * none. */
void plot_access(FILE *f, const struct drawing *d);
/* PAGE_PICTURES if one of this student's steps has one; student -1: one of anybody's. */
int pictures_of(const struct context *c, int student);

/* ---- student_page.c */
void student_section(FILE *f, const struct context *c, int student);
/* The page to hand back. */
void student_page(const struct context *c, int student, const char *path);
const char *verdict_words(enum verdict v); /* "not attempted" */
/* "wrong" as a coloured word. */
void verdict_word(FILE *f, enum verdict v);

/* ---- class_page.c */
void class_overview(FILE *f, const struct context *c);
/* A lab in a student's row: points and a bar; or a word, where a 0 would not say what was handed
 * in. */
void state_cell(FILE *f, enum lab_state state, const char *lab, double have, double max);
void student_link(FILE *f, const struct context *c, int student);

/* ---- needs_you.c */
void needs_you(FILE *f, const struct context *c);
/* Those of whom there is at least one lab's file. */
int students_graded(const struct context *c);

/* ---- leaderboard.c */
/* A student's name on the leaderboard: the same as long as the seed is, and nobody can tell from it
 * who that is. */
const char *board_name(const struct context *c, int student);
/* Only those with a right step are on the leaderboard. */
int is_on_board(const struct context *c, int student);
void board_page(const struct context *c, const char *path);

/* ---- review_page.c */
void review_page(const struct context *c, const char *path);

/* ---- html_pages.c */
void report_html(const struct context *c, const char *path);
/* The pages to hand back, and the leaderboard if it was asked for. */
void report_pages(const struct context *c);

#endif
