/* The front end: turns a .cu file into C++ for g++. It works on the preprocessor's output, so that
 * macros and headers need no care and lines keep their numbers through line markers; it knows
 * tokens, brackets and declarations, not types. It frees no memory: it ends as soon as its text is
 * written.
 *
 *   main.c     options, the preprocessor, output
 *   lex.c      text -> tokens of the user's own files (system headers are copied untouched)
 *   variants.c one text of the two that __CUDA_ARCH__ makes, for device and host
 *   declare.c  declarations: CUDA's keywords -> what C++ has; the table of functions
 *   body.c     function bodies: shared memory, static locals
 *   launches.c kernel<<<grid, block>>>(arguments)
 *   arguments.c whether a kernel takes the arguments of a launch
 *   ptx.c      inline PTX
 *   scopes.c   which variables there are, and what a word in a function's body means
 *   locals.c   local variables: what they hold at first, subscripts of arrays
 *   loops.c    loops whose counter has 16 bits
 *   builtins.c what g++ would take, but nvcc has not, and touches memory unseen
 *   call_checks.c  calls that nvcc refuses: a host function from a kernel, a kernel without <<<>>>
 *   operators.c the same of operators
 *   library.c  the same of the C and C++ libraries' names and of CUDA's own
 *   refuse.c   other words that nvcc refuses: exceptions in a kernel, a host variable, a constant
 *              that is written
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

/* A #pragma unroll, which g++ does not get to see. */
struct pragma {
    char *text; /* of the line, a copy */
    int line, file;
    int next; /* the token behind it */
};

enum function_side { SIDE_HOST = 1, SIDE_DEVICE = 2, SIDE_GLOBAL = 4, SIDE_CONSTEXPR = 8 };

/* A function's definition or declaration at namespace or class scope; token indices. */
struct function {
    int name;       /* the token that names it */
    int head;       /* first token of the declaration */
    int body, end;  /* the braces of the body; both -1 in a declaration */
    unsigned sides; /* of enum function_side */
    int owner;      /* the token that names the class of a member; -1: no member */
};

/* A variable at namespace or class scope. */
struct variable {
    int name;      /* the token that names it */
    int from, end; /* its declaration */
    int owner;     /* as a function's */
    char kind;     /* of memory, in the list of statics: d, m, c */
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
    struct variable *variables;
    int variable_count;
    struct variable *
        /* static locals of device code and templates of variables; owner: the function, -1 */
        statics;
    int static_count;
    struct pragma *pragmas;
    int pragma_count;
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
    bool relaxed_constexpr, extended_lambda; /* nvcc's options of these names */
    bool short_numbers;                      /* the program has numbers of 16 bits */
};

/* lex.c */
void lex(struct source *s);
bool token_is(const struct source *s, int i, const char *text);
bool tokens_are(const struct source *s, int i,
                const char *marks); /* one one-character token each */
bool is_word(const struct source *s, int i);
/* Text of tokens [from, to), blanks between words; of one token. */
char *tokens_text(const struct source *s, int from, int to);
char *word_text(const struct source *s, int i);
/* From a '>' back to the '<' that it closes, or from a '<' on to its '>'; -1 if there is none. */
int open_angle(const struct source *s, int close);
int close_angle(const struct source *s, int open);

/* main.c */
__attribute__((format(printf, 3, 4))) void report(struct source *s, int token, const char *format,
                                                  ...);
/* The same of a place that no token has. */
__attribute__((format(printf, 4, 5))) void report_line(struct source *s, int file, int line,
                                                       const char *format, ...);
void *grow(void *array, int count, size_t size); /* room for one more */
char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* edits.c */
/* Replaces tokens [from, to) by `inserted` (taken over; NULL: nothing), line breaks between them
 * stay. */
void replace(struct source *s, int from, int to, char *inserted);
void insert_before(struct source *s, int token, char *inserted);
void insert_after(struct source *s, int token, char *inserted);
/* The text with all of these, and the columns where subscripts stand in it. */
void write_edited(struct source *s, FILE *out);

/* declare.c */
/* The token that names the function declared by [from, to), or -1 if it declares none. */
int function_name(const struct source *s, int from, int to);
unsigned sides_of(const struct source *s, int from, int to);
/* What the '{' behind the head [from, brace) opens. */
enum brace { BRACE_SCOPE, BRACE_CLASS, BRACE_BODY, BRACE_VALUE };
enum brace brace_kind(const struct source *s, int from, int brace);
void rewrite_declarations(struct source *s);
/* A declaration of variables [from, to) (`to` is its ';') that holds one of CUDA's memory
 * keywords. */
void rewrite_variable(struct source *s, int from, int to, bool in_function);

/* body.c */
void rewrite_body(struct source *s, const struct function *f);

/* launches.c: the launch whose <<< is at `open`; returns the last token looked at */
int rewrite_launch(struct source *s, const struct function *f, int open);
/* What is known of the kernel that a launch names. */
struct kernel {
    const struct function *declared; /* NULL: nothing, a pointer perhaps */
    int required, most;              /* arguments */
    bool is_template, is_alone;      /* alone: no other function has its name */
    int explicit_arguments;          /* of the template, as the launch gives them: k<float> */
};
enum { MOST_ARGUMENTS = 64 };
/* arguments.c */
/* The begins of the things between the bracket `open` and its partner; begin[count] is one past the
 * last one's end. */
int items(const struct source *s, int open, int *begin);
/* Token `name` of a kernel's expression: the last word outside template arguments; -1 where there
 * is none. */
int kernel_word(const struct source *s, int start, int open);
/* False, and said, where the name means no kernel. */
bool find_kernel(struct source *s, const struct function *f, int word, int open, struct kernel *k);
/* Too few or too many; false where that is said. */
bool check_count(struct source *s, const struct kernel *k, int word, int open, int count,
                 const int *begin);
void refuse_lambdas(struct source *s, const struct function *f, const int *begin, int count);
/* Questions about the arguments' types, "({ static_assert(…); … }), ", in front of the launch,
 * or NULL where nothing can be asked; *all: every argument is asked about. To be freed. */
char *ask(struct source *s, const struct function *f, const struct kernel *k, int start, int open,
          const int *begin, int count, bool *all);
char *escaped(const char *text); /* as C++ writes it between quotes */

/* A line marker and blanks that put what follows where token `i` stood, so that the compiler's
 * carets are right. */
char *at_place_of(const struct source *s, int i);

/* ptx.c: the asm at `word`; returns its last token */
int rewrite_asm(struct source *s, int word);

/* scopes.c */
/* Is it one of these words, with blanks between them? A * in a word stands for any characters. */
bool is_among(const struct source *s, int i, const char *words);
/* Is it a mark that is one of these characters? */
bool is_any(const struct source *s, int i, const char *marks);
bool same_text(const struct source *s, int a, int b);
/* Past `template <...>` heads. */
int after_templates(const struct source *s, int i, int to);
/* The token `text` outside brackets in [from, to), or -1. */
int find_flat(const struct source *s, int from, int to, const char *text);
/* Is it one of the tokens [from, to), within brackets or not? */
bool has_word(const struct source *s, int from, int to, const char *word);
/* Notes the variables that the declaration [from, to) makes. */
void note_variables(struct source *s, int from, int to, int owner);
/* Notes a variable whose section g++ forgets if it belongs to a template. */
void note_static(struct source *s, int name, int owner, char kind);
/* The word at `i` is a parameter, a local or, in a member function, may be a member: nothing that
 * stands outside `f`. */
bool is_local(const struct source *s, const struct function *f, int i);
/* Where the local or parameter of the name at `i` is declared, or -1. */
int local_declaration(const struct source *s, const struct function *f, int i);
/* The token of the type that the local or parameter at `i` was declared with (S of `const S *x`),
 * or -1; *depth (may be NULL): of how many dimensions and pointers. */
int type_of_local(const struct source *s, const struct function *f, int i, int *depth);
/* Inside sizeof, decltype and the like, where nothing is called. */
bool is_unevaluated(const struct source *s, int from, int i);

/* variants.c: makes edits of `device`, so that it holds what the host has, too; false: the two are
 * alike */
bool merge_variants(struct source *device, struct source *host);

/* locals.c */
void rewrite_locals(struct source *s, const struct function *f);

/* loops.c */
/* One of the program's own .cu files has a number of 16 bits, or 2 to the 15th or 16th. */
bool has_short_numbers(const struct source *s);
/* The loop whose for or while is at `loop`, in such a program. */
void check_loop(struct source *s, const struct function *f, int loop);

/* call_checks.c */
void check_calls(struct source *s);
/* The end of the lambda, or of the local class's member, whose __device__ stands at `i`, or -1. */
int end_of_device_lambda(const struct source *s, int i, int limit);
bool is_called(const struct source *s, int i);
/* How many things stand between the bracket at `open` and its partner; *required (may be NULL):
 * without those that have a default. A ... counts as any number. */
int count_items(const struct source *s, int open, int *required);
void refuse_call(struct source *s, const struct function *f, int i, const char *prefix);
/* "calling a __host__ function("x") from a …" on the device, or the other way round. */
void refuse_side(struct source *s, const struct function *f, int i, const char *callee,
                 bool on_device, bool is_constexpr, const char *hint);
/* Says so if functions of these sides cannot be called here; `owner`: the class's token or -1. */
bool judge(struct source *s, const struct function *f, int i, int name, int owner, unsigned sides,
           bool on_device);

/* operators.c */
bool is_library_object(const struct source *s, const struct function *f, int i);
void refuse_library_operator(struct source *s, const struct function *f, int i);
void check_operator(struct source *s, const struct function *f, int i, bool on_device);
void check_functor(struct source *s, const struct function *f, int i, bool on_device);

/* library.c: token `i` of a body is none of the program's own names */
bool check_library_on_device(struct source *s, const struct function *f, int i);
void check_library_on_host(struct source *s, const struct function *f, int i);

/* refuse.c */
void check_device_variable(struct source *s, const struct function *f, int i);
bool check_device_keyword(struct source *s, int i);
void check_no_initialiser(struct source *s, int from, int to);
/* No array of device code has a length that is known at run time only: the compiler says which. */
void refuse_lengths(struct source *s, const struct function *f);
/* A host function that a kernel reaches all the same, through a template say, is a finding. */
void watch_host_function(struct source *s, const struct function *f);
/* The #pragma unroll before token `i`, if there is one. */
void check_unroll(struct source *s, int i);
void check_kernel_head(struct source *s, const struct function *f, int to);

/* absent.c: what CUDA has and the emulator has not */
void check_absent(struct source *s);
/* Token `i` of device code asks for a heap. */
bool check_heap(struct source *s, int i);

/* builtins.c: built-in functions of g++ */
void check_builtins(struct source *s);

/* headers.c: writes to standard error what the preprocessor said */
void pass_on(FILE *said);

#endif
