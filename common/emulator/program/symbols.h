/* The executable's own symbol table (symbols.c). */
#ifndef EMU_SYMBOLS_H
#define EMU_SYMBOLS_H

#include "basics.h"

struct symbol {
    const char *name; /* mangled */
    const char *section;
    uintptr_t address, size;
};
struct symbol_list {
    struct symbol *symbol;
    size_t count, room;
};

/* The program's variables; the table is read when it is first needed. */
const struct symbol_list *symbols_variables(void);
/* The mangled name demangled, without return type and parameters; to be freed. */
char *symbols_readable(const char *mangled);

#endif
