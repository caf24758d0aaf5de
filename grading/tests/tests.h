/* The grader's tests: one program, in pieces. expect() counts; main prints the last line. */
#ifndef TESTS_H
#define TESTS_H

#include "judge.h"

void expect(int truth, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A scratch folder of this name, empty, below build/grading/tests. Free the path. */
char *scratch(const char *name);
void write_text(const char *path, const char *text);
/* The text with `from` replaced; NULL if it is not there exactly once. Free it. */
char *edited(const char *text, const char *from, const char *to);

void test_texts(void);     /* protocol, rubrics, source scan, symbols, points, files */
void test_processes(void); /* sandbox, runners that misbehave */
void test_reports(
    void); /* pages, gradebook, Gradescope, JUnit; written answers; files that are alike */
void test_gemv(void);  /* the whole judge on the mutants of labs 02 to 05 */
void test_class(void); /* the whole judge on mutants, unusual kernels, attacks */

#endif
