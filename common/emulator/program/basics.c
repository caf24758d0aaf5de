/* The end of a program that the machine has no memory for: every layer may need it. */
#include "basics.h"

#include <stdio.h>
#include <stdlib.h>

void die_of_memory(const char *what)
{
    fprintf(stderr, "emulator: out of memory for %s\n", what);
    exit(2);
}
