/* The executable's own symbol table (symbols.c). */
#ifndef EMU_SYMBOLS_H
#define EMU_SYMBOLS_H

#include "basics.h"

struct symbol {
    const char *name; /* mangled */
    char *readable;   /* of a function: demangled, without parameters */
    const char *section;
    uintptr_t address, size; /* thread-local: the offset in a thread's block */
};
struct symbol_list {
    struct symbol *symbol;
    size_t count, room;
};

/* Each reads the table when it is first needed. */
const struct symbol_list *symbols_variables(void);     /* of the whole program */
const struct symbol_list *symbols_thread_locals(void); /* of each thread */
/* The function that starts there; NULL if unknown. */
const struct symbol *symbols_function(const void *address);
/* The mangled name demangled, without return type and parameters; to be freed. */
char *symbols_readable(const char *mangled);

#endif
