/* The front end: turns a .cu file into C++ for g++. It works on the preprocessor's output, so that macros and headers
 * need no care and lines keep their numbers through line markers; it knows tokens, brackets and declarations, not types.
 *
 *   main.c     options, the preprocessor, output
 *   lex.c      text -> tokens of the user's own files (system headers are copied untouched)
 *   variants.c one text of the two that __CUDA_ARCH__ makes, for device and host
 *   declare.c  declarations: CUDA's keywords -> what C++ has; the table of functions
 *   body.c     function bodies: launches, shared memory, inline PTX
 *   locals.c   local variables: what they hold at first, subscripts of arrays
 *   check.c    calls that nvcc refuses: a host function from a kernel, a kernel without <<<>>>
 *   builtins.c what g++ would take, but nvcc has not, and touches memory unseen
 *   absent.c   what nvcc would take, but the emulator has not
 *   headers.c  the same of headers, in what the preprocessor says */
#ifndef FRONT_H
#define FRONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum token_kind { T_WORD, T_NUMBER, T_STRING, T_CHARACTER, T_MARK };

struct token {
    const char *text;
    int length;
    enum token_kind kind;
    int line, file; /* as the line markers say */
    int column;
    int partner; /* index of the matching bracket, -1 if none */
};

enum function_side { SIDE_HOST = 1, SIDE_DEVICE = 2, SIDE_GLOBAL = 4, SIDE_CONSTEXPR = 8 };

/* A function's definition or declaration at namespace or class scope; token indices. */
struct function {
    int name;       /* the token that names it */
    int head;       /* first token of the declaration */
    int body, end;  /* the braces of the body; both -1 in a declaration */
    unsigned sides; /* of enum function_side */
    bool is_member;
};

struct edit {
    const char *at; /* in the source text */
    int removed;    /* bytes */
    char *inserted; /* may be NULL */
    int order;
};

/* A subscript of a local array: its closing bracket, and in which column of the output that is. */
struct subscript {
    int token, column;
};

struct source {
    char *text;
    size_t length;
    struct token *tokens;
    int token_count;
    char **files;
    bool *file_is_system;
    int file_count;
    struct function *functions;
    int function_count;
    struct edit *edits;
    int edit_count;
    struct subscript *subscripts; /* in the order of the text */
    int subscript_count;
    int *thread_locals; /* names of variables of a host thread */
    int thread_local_count;
    int sections; /* numbered, so that const and other variables never share one */
    unsigned
        unit; /* a number for this object file: CUDA's limit on constant memory holds for each */
    int errors;
    bool late_unsupported; /* inline PTX is refused when a kernel reaches it, not here */
};

/* lex.c */
void lex(struct source *s);
bool token_is(const struct source *s, int i, const char *text);
bool tokens_are(const struct source *s, int i,
                const char *marks); /* one one-character token each */
bool is_word(const struct source *s, int i);
/* Text of tokens [from, to), blanks between words; to be freed. */
char *tokens_text(const struct source *s, int from, int to);
/* From a '>' back to the '<' that it closes, or from a '<' on to its '>'; -1 if there is none. */
int open_angle(const struct source *s, int close);
int close_angle(const struct source *s, int open);

/* main.c */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void report(struct source *s, int token, const char *format, ...);
void *grow(void *array, int count, size_t size); /* room for one more */
char *format_text(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;
/* Replaces tokens [from, to) by `inserted` (taken over; NULL: nothing), line breaks between them stay. */
void replace(struct source *s, int from, int to, char *inserted);
void insert_before(struct source *s, int token, char *inserted);
void insert_after(struct source *s, int token, char *inserted);

/* declare.c */
/* The token that names the function declared by [from, to), or -1 if it declares none. */
int function_name(const struct source *s, int from, int to);
unsigned sides_of(const struct source *s, int from, int to);
/* What the '{' behind the head [from, brace) opens. */
enum brace { BRACE_SCOPE, BRACE_CLASS, BRACE_BODY, BRACE_VALUE };
enum brace brace_kind(const struct source *s, int from, int brace);
void rewrite_declarations(struct source *s);
/* A declaration of variables [from, to) (`to` is its ';') that holds one of CUDA's memory keywords. */
void rewrite_variable(struct source *s, int from, int to, bool in_function);

/* body.c */
void rewrite_body(struct source *s, const struct function *f);

/* variants.c: makes edits of `device`, so that it holds what the host has, too; false: the two are alike */
bool merge_variants(struct source *device, struct source *host);

/* locals.c */
void rewrite_locals(struct source *s, const struct function *f);

/* check.c */
void check_calls(struct source *s);

/* absent.c: what CUDA has and the emulator has not */
void check_absent(struct source *s);
/* Token `i` of device code asks for a heap. */
bool check_heap(struct source *s, int i);

/* builtins.c: built-in functions of g++ */
void check_builtins(struct source *s);

/* headers.c: writes to standard error what the preprocessor said */
void pass_on(FILE *said);

#endif
