/* threadIdx and its kin. */
#pragma once

#include "vector_types.h"

#ifdef __cplusplus
#ifdef __CUDA__
#include "emu_builtins.h"
#endif
#endif
