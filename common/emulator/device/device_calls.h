/* What the files behind the device functions share. Their names and types are what include/
 * declares for C++; overloads reach C names through asm labels. Each is called from a kernel. */
#pragma once

#include "include/host_defines.h"
#include "lanes/running.h"

#define CALLER ((void *)(uintptr_t)emu_place)

#define IS_FLOAT(value) _Generic(value, float : 1, double : 1, default : 0)

#define IS EMU_IS
