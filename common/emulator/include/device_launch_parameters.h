/* threadIdx and its kin. */
#ifndef EMU_DEVICE_LAUNCH_PARAMETERS_H
#define EMU_DEVICE_LAUNCH_PARAMETERS_H

#include "vector_types.h"

#ifdef __cplusplus
#ifdef __CUDA__
#include "emu_builtins.h"
#endif
#endif

#endif
