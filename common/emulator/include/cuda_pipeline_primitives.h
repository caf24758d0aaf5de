/* Asynchronous copies from global to shared memory (cp.async). Defined in pipeline.c: the bytes
 * arrive at the wait, not before, so that a forgotten wait shows. */
#pragma once

#include <stddef.h>
#include "host_defines.h"

/* Copies size bytes (4, 8 or 16), the last zfill of them as zeros. */
EMU_DEVICE void __pipeline_memcpy_async(void *shared_to, const void *global_from, size_t size,
                                        size_t zfill = 0) EMU_CALLS(emu_pipeline_copy);
EMU_DEVICE void __pipeline_commit() EMU_CALLS(emu_pipeline_commit);
/* Until all but the last `batches` commits of this thread have arrived. */
EMU_DEVICE void __pipeline_wait_prior(size_t batches) EMU_CALLS(emu_pipeline_wait);
