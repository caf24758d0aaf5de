/* Whose a __shared__ variable is. Those of a function are its static locals, and their mangled name
 * begins with the function's: _ZZ <function> E <name>, with a Z more for each function between (a
 * lambda in a kernel). The front end leaves the names of all kernels in a section, so that a
 * variable of one kernel can be kept from another. */
#include "owners.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *__cxa_demangle(const char *mangled, char *buffer, size_t *length,
                     int *status); /* libstdc++ */

extern const char __start_emu_kernels[] __attribute__((weak));
extern const char __stop_emu_kernels[] __attribute__((weak));
extern const char __start_emu_statics[] __attribute__((weak));
extern const char __stop_emu_statics[] __attribute__((weak));

/* The mangled outermost function, without its _Z; NULL where the variable is no function's. */
static const char *outermost(const char *variable)
{
    if (strncmp(variable, "_ZZ", 3))
        return NULL;
    const char *p = variable + 2;
    while (*p == 'Z')
        p++;
    return p;
}

/* A function's name without namespaces and template arguments: its length, and *name where it
 * begins. 0: not such a name. */
static size_t base_name(const char *function, const char **name)
{
    size_t length = 0;
    const int nested = *function == 'N';
    const char *p = function + nested;
    for (;;) {
        p += *p == 'L'; /* internal linkage */
        if (!isdigit((unsigned char)*p))
            return length;
        char *end;
        length = strtoul(p, &end, 10);
        if (strlen(end) < length)
            return 0;
        *name = end;
        p = end + length;
        if (!nested)
            return length;
    }
}

extern const char __start_emu_thread_locals[] __attribute__((weak));
extern const char __stop_emu_thread_locals[] __attribute__((weak));

/* Variables of the emulator (HOST_THREAD), of the compiler and its library, and those that the front
 * end has listed. */
int owner_is_host_thread(const char *variable)
{
    if (!strncmp(variable, "emu_", 4) || !strncmp(variable, "_ZGV", 4) ||
        !strcmp(variable, "__tls_guard") || !strncmp(variable, "_ZSt", 4) ||
        !strcmp(variable, "_ZZN12_GLOBAL__N_110get_globalEvE6global")) /* exceptions */
        return 1;
    for (const char *k = __start_emu_thread_locals; k < __stop_emu_thread_locals;
         k += strlen(k) + 1) {
        if (!*k) /* the end of an object file's list */
            continue;
        char encoded[256];
        const int length = snprintf(encoded, sizeof encoded, "%zu%s", strlen(k), k);
        const char *at = strstr(variable, encoded);
        if (!strcmp(variable, k) || (at && !strncmp(variable, "_Z", 2) &&
                                     !at[length + (int)strspn(at + length, "E_0123456789")]))
            return 1;
    }
    return 0;
}

int owner_is_kernel(const char *variable)
{
    const char *function = outermost(variable), *name = NULL;
    const size_t length = function ? base_name(function, &name) : 0;
    if (!length)
        return 0;
    for (const char *k = __start_emu_kernels; k < __stop_emu_kernels; k += strlen(k) + 1)
        if (strlen(k) == length && !memcmp(k, name, length))
            return 1;
    return 0;
}

int owner_is_function(const char *variable, const char *mangled)
{
    char encoded[1024];
    const char *function = outermost(variable);
    if (!strncmp(mangled, "_Z", 2))
        snprintf(encoded, sizeof encoded, "%sE", mangled + 2);
    else /* extern "C" */
        snprintf(encoded, sizeof encoded, "%zu%sE", strlen(mangled), mangled);
    return function && !strncmp(function, encoded, strlen(encoded));
}

int owner_is_named(const char *variable, const char *kernel)
{
    const char *function = outermost(variable), *name = NULL;
    const size_t length = function ? base_name(function, &name) : 0;
    const size_t whole = strcspn(kernel, "<(");
    return length && whole >= length && !memcmp(kernel + whole - length, name, length) &&
           (whole == length || kernel[whole - length - 1] == ':');
}

/* Is this variable of a template, as C++ writes it, of this name? "space::generic<int>" is. */
static int is_of_template(const char *whole, const char *name)
{
    const size_t head = strcspn(whole, "<"), tail = strlen(name);
    return whole[head] && head >= tail && !memcmp(whole + head - tail, name, tail) &&
           (head == tail || whole[head - tail - 1] == ':');
}

/* Is this, as C++ writes it, the variable? "int next<1>()::n" of function next and name n;
 * "generic<int>" of name generic alone. */
static int is_static(const char *whole, const char *function, const char *name)
{
    const size_t length = strlen(whole), tail = strlen(name);
    if (!*function)
        return is_of_template(whole, name);
    if (length < tail + 2 || strcmp(whole + length - tail, name) ||
        strncmp(whole + length - tail - 2, "::", 2))
        return 0;
    for (const char *at = whole; (at = strstr(at, function)); at++) {
        const char before = at > whole ? at[-1] : ' ', after = at[strlen(function)];
        if (!isalnum((unsigned char)before) && before != '_' && (after == '<' || after == '('))
            return 1;
    }
    return 0;
}

char owner_of_static(const char *variable)
{
    char *whole = NULL, found = 0;
    if (&__start_emu_statics[0] == &__stop_emu_statics[0] || strncmp(variable, "_Z", 2) ||
        !(whole = __cxa_demangle(variable, NULL, NULL, &(int){0})))
        return 0;
    for (const char *p = __start_emu_statics; p < __stop_emu_statics && !found;) {
        const char *function = p + 1, *name = function + strlen(function) + 1;
        if (is_static(whole, function, name))
            found = *p;
        p = name + strlen(name) + 1;
        while (p < __stop_emu_statics && !*p) /* the end of an object file's list */
            p++;
    }
    free(whole);
    return found;
}
