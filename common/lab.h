/* All that a lab's .cu file includes. It declares the function that each step must define, so that a wrong signature is an
 * error at compile time, and LAB_MAIN(lab), the file's last line, lists them in a table.
 *
 * Three ways to compile a lab:
 *   plain            `nvcc -I common labs/…/x.cu -lcublas`: header-only, a whole program with inputs, checks and timing
 *   -DLAB_STEPS      only the steps and their table: what `make run` and the grader link with their own main
 *   -DLAB_REFERENCE  the same, inside a namespace, so that a solution can stand beside a student's file in one program
 * -DLAB_ONLY=n leaves one step, so that an error in another one does not cost it. */
#ifndef LAB_H
#define LAB_H

#include <cuda_runtime.h>
#include "branches.h"
#include "steps.h"

#ifndef LAB_ONLY
#define LAB_ONLY -1
#endif
#define LAB_STEP(n) (LAB_ONLY < 0 || LAB_ONLY == (n))

#ifdef LAB_REFERENCE
namespace reference
{
LAB_ALL(LAB_DECLARE_REFERENCE)
#define LAB_MAIN(lab)                                                                              \
    } /* namespace reference */                                                                    \
    using namespace reference;                                                                     \
    extern "C" const struct lab_entry lab_reference_##lab[] = {                                    \
        LAB_STEPS_##lab(LAB_ENTRY){-1, 0, 0}};
#else
LAB_ALL(LAB_DECLARE)
#define LAB_TABLE(lab)                                                                             \
    extern "C" const struct lab_entry lab_entries[] = {LAB_STEPS_##lab(LAB_ENTRY){-1, 0, 0}};
#ifdef LAB_STEPS
#define LAB_MAIN(lab) LAB_TABLE(lab)
#else
#include "lab_main.h"
#define LAB_MAIN(lab)                                                                              \
    LAB_TABLE(lab)                                                                                 \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        return lab_main(argc, argv, #lab);                                                         \
    }
#endif
#endif

#endif
