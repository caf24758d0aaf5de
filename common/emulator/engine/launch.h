/* A launch (launch.c). */
#ifndef EMU_LAUNCH_H
#define EMU_LAUNCH_H

#include "lanes/running.h"

struct emu_launch {
    const char *kernel; /* its name as written, with template arguments */
    struct emu_dim3 grid, block;
    size_t static_shared, dynamic_shared;
    int cooperative;        /* all blocks are there at once, and may wait for each other */
    void (*entry)(void **); /* runs the kernel once for the running thread */
    void **arguments;
};

/* Runs it to the end. 0, or a cudaError_t value (cudaErrorInvalidConfiguration,
 * cudaErrorIllegalAddress, cudaErrorLaunchTimeout, …) after the findings have been recorded; the
 * API makes it stick as CUDA does. */
int emu_launch(const struct emu_launch *launch);
int emu_is_cooperative(void); /* the running launch */

#endif
