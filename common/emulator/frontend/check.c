/* Calls that nvcc refuses although C++ would not: a host function from device code, a kernel without a configuration.
 * By name only: where the name may mean something else (a member, a local, a parameter), nothing is said. */
#include "front.h"

#include <stdlib.h>
#include <string.h>

/* Host functions of the C and C++ libraries that people call in kernels by mistake. */
static const char *const host_names[] = {
    "rand",     "srand",  "random",       "drand48",       "fopen",  "fclose", "fprintf",
    "fputs",    "puts",   "fflush",       "putchar",       "scanf",  "getenv", "exit",
    "abort",    "time",   "gettimeofday", "clock_gettime", "usleep", "sleep",  "sprintf",
    "snprintf", "strdup", "atoi",         "atof",          "qsort"};
static const char *const host_std_names[] = {
    "cout",  "cerr", "clog",       "vector",     "string",    "map", "sort",
    "swap",  "fill", "copy",       "accumulate", "to_string", "min", "max",
    "clamp", "rand", "unique_ptr", "thread",     "function"};

#define IN(list, s, i) is_one_of(s, i, list, sizeof list / sizeof *list)

static bool is_one_of(const struct source *s, int i, const char *const *names, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (token_is(s, i, names[k]))
            return true;
    return false;
}

static bool same_text(const struct source *s, int a, int b)
{
    return s->tokens[a].length == s->tokens[b].length &&
           !memcmp(s->tokens[a].text, s->tokens[b].text, (size_t)s->tokens[a].length);
}

/* The union of the sides of all namespace-scope functions with this name; 0 if there is none. */
static unsigned sides_of_name(const struct source *s, int name)
{
    unsigned sides = 0;
    for (int i = 0; i < s->function_count; i++)
        if (same_text(s, s->functions[i].name, name))
            sides |= s->functions[i].is_member ? SIDE_DEVICE : s->functions[i].sides;
    return sides;
}

static bool is_keyword_before_call(const struct source *s, int i)
{
    static const char *const words[] = {"return", "else", "do",  "case", "throw",
                                        "and",    "or",   "not", "goto"};
    return IN(words, s, i);
}

/* A parameter of this name, a lambda or variable of this name, or a declaration: not a call of the function. */
static bool means_something_else(const struct source *s, const struct function *f, int i)
{
    for (int k = f->head; k < f->body; k++)
        if (k != f->name && same_text(s, k, i))
            return true;
    for (int k = f->body; k < i; k++)
        if (same_text(s, k, i) && (tokens_are(s, k + 1, "=") || token_is(s, k - 1, "auto")))
            return true;
    int before = i - 1;
    if (tokens_are(s, before, ".") || tokens_are(s, before - 1, "->"))
        return true;
    return is_word(s, before) && !is_keyword_before_call(s, before);
}

static bool is_called(const struct source *s, int i)
{
    if (tokens_are(s, i + 1, "("))
        return true;
    if (!tokens_are(s, i + 1, "<") || tokens_are(s, i + 1, "<<"))
        return false;
    int close = close_angle(s, i + 1);
    return close > 0 && close < i + 64 && tokens_are(s, close + 1, "(");
}

static void refuse_host_call(struct source *s, const struct function *f, int i, const char *prefix)
{
    char *callee = tokens_text(s, i, i + 1), *caller = tokens_text(s, f->name, f->name + 1);
    report(s, i, "calling a __host__ function(\"%s%s\") from a %s function(\"%s\") is not allowed",
           prefix, callee, f->sides & SIDE_GLOBAL ? "__global__" : "__device__", caller);
    free(callee);
    free(caller);
}

static void check_device_word(struct source *s, const struct function *f, int i)
{
    if (tokens_are(s, i - 2, "::") && token_is(s, i - 3, "std")) {
        if (IN(host_std_names, s, i))
            refuse_host_call(s, f, i, "std::");
        return;
    }
    if (!is_called(s, i) || means_something_else(s, f, i))
        return;
    unsigned sides = sides_of_name(s, i);
    if (sides ? !(sides & ~(unsigned)SIDE_HOST) : IN(host_names, s, i))
        refuse_host_call(s, f, i, "");
}

static void check_kernel_call(struct source *s, const struct function *f, int i)
{
    unsigned sides = sides_of_name(s, i);
    if (!(sides & SIDE_GLOBAL) || (sides & SIDE_DEVICE) || !is_called(s, i) ||
        means_something_else(s, f, i))
        return;
    char *name = tokens_text(s, i, i + 1);
    report(s, i, "a __global__ function call must be configured: %s<<<grid, block>>>(...)", name);
    free(name);
}

void check_calls(struct source *s)
{
    for (int k = 0; k < s->function_count; k++) {
        const struct function f = s->functions[k];
        if (f.body < 0)
            continue;
        bool on_device = (f.sides & (SIDE_DEVICE | SIDE_GLOBAL)) && !(f.sides & SIDE_HOST);
        for (int i = f.body + 1; i < f.end; i++) {
            if (!is_word(s, i))
                continue;
            if (on_device && !check_heap(s, i))
                check_device_word(s, &f, i);
            check_kernel_call(s, &f, i);
        }
    }
}
