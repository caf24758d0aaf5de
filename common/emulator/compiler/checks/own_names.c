/* What the recording itself uses, in line in every kernel: a program that names one of these could
 * record what it likes. By whatever name it was declared (asm labels): the compiled program is
 * asked. */
#include "compiler/unit.h"

static int is_own(const char *name)
{
    static const char *const begins[] = {
        "emu_cursor",        "emu_word_at",  "emu_arena_",          "emu_place",
        "emu_column_full",   "emu_pieces",   "emu_stray_store",     "emu_bad_subscript",
        "emu_short_counter", "emu_overflow", "emu_before_volatile", "emu_inline_"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        const size_t length = strlen(begins[i]);
        if (!strncmp(name, begins[i], length) && (!name[length] || begins[i][length - 1] == '_'))
            return 1;
    }
    return 0;
}

static void check(const char *name)
{
    if (!is_own(name))
        return;
    fprintf(stderr, "error: %s belongs to the emulator: a program has no use for it\n", name);
    exit(1);
}

void check_names(const struct unit *u)
{
    EACH_FUNCTION (f, u)
        check(name_of(f));
    EACH_VARIABLE (v, u)
        check(name_of(v));
}
