/* What the files behind the device functions share. Their names and types are what include/
 * declares for C++ (overloads reach C names through asm labels), so that prototypes stand here only
 * to keep the compiler quiet. Each is called from a kernel directly. */
#ifndef EMU_DEVICE_CALLS_H
#define EMU_DEVICE_CALLS_H

#include "lanes/running.h"

#define CALLER place_now()

#define IS_FLOAT(value) _Generic(value, float : 1, double : 1, default : 0)

/* Defines a device function, declaring it first. */
#define DEVICE_FUNCTION(type, name, parameters)                                                    \
    type name parameters;                                                                          \
    type name parameters

#endif
