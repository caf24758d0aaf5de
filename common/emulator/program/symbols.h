/* Names as the source has them (symbols.c). */
#ifndef EMU_SYMBOLS_H
#define EMU_SYMBOLS_H

/* The mangled name demangled, without return type and parameters; to be freed. */
char *symbols_readable(const char *mangled);

#endif
