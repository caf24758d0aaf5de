/* Ranges and marks for a profiler's time line, of which there is none here. */
#pragma once

#include "../../host_defines.h"

static inline int nvtxRangePushA(const char *name) EMU_IS((void)name, 0);
static inline int nvtxRangePop(void) EMU_IS(0);
static inline void nvtxMarkA(const char *name) EMU_IS((void)name);
#define nvtxRangePush nvtxRangePushA
#define nvtxMark      nvtxMarkA
