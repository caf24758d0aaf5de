/* What may be written of an allocation (writes.c; emu_protect). */
#ifndef EMU_WRITES_H
#define EMU_WRITES_H

#include <stddef.h>
#include <stdint.h>

struct emu_area;
/* The host writes these rows, or frees the area: a finding where a rule forbids it. */
void writes_by_host(uintptr_t begin, size_t width, size_t rows, size_t pitch);
void writes_freed(const struct emu_area *area);
/* The output beside this area, if that is an input and the output has a name: a store there must
 * have meant it. Else NULL. */
const struct emu_area *writes_output_for(const struct emu_area *input);

/* May a store be meant for it? Not where it is an input. */
int writes_may(const struct emu_area *area);

#endif
