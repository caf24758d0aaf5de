/* The address space for shapes that no memory holds. It is apart from memory.c so that only a
 * program that calls emu_vast reserves it: for the others, this file is not linked. */
#include "emulator.h"
#include "memory.h"

const size_t emu_vast_bytes = (size_t)1 << 40;

void emu_vast(int on)
{
    emu_vast_now = on;
}
