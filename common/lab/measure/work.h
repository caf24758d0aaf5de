/* The operations of a case, as the emulator's floor wants them. Emulator only. */
#ifndef LAB_WORK_H
#define LAB_WORK_H

#include "emulator/emulator.h"
#include "lab/problem.h"

static inline struct emu_work lab_work_of(const struct lab_case *c)
{
    const enum lab_peak peak = lab_problem_of(c->problem)->peak;
    struct emu_work work = {peak == LAB_PEAK_FLOAT    ? EMU_WORK_FLOAT
                            : peak == LAB_PEAK_DOUBLE ? EMU_WORK_DOUBLE
                                                      : EMU_WORK_BITS,
                            lab_shape_of(c).flops};
    return work;
}

#endif
