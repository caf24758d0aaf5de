/* All that a lab's .cu file includes. It declares the function that each step must define, so that
 * a wrong signature is an error at compile time, and LAB_MAIN(lab), the file's last line, lists
 * them in a table.
 *
 * Three ways to compile a lab:
 *   plain            `nvcc -I common labs/…/x.cu -lcublas`: header-only, a whole program with
 *                    inputs, checks and timing
 *   -DLAB_STEPS      only the steps and their table: what `make run` and the grader link with their
 *                    own main
 *   -DLAB_REFERENCE  the same, inside a namespace, so that a solution can stand beside a student's
 *                    file in one program
 *   -DLAB_VARIANT=v  the same again, in namespace v: one of several settings of a file's constants
 *                    in one program (make sweep)
 * -DLAB_ONLY=n leaves one step, so that an error in another one does not cost it. */
#ifndef LAB_H
#define LAB_H

#include <cuda_runtime.h>
#include "lab/branches.h"
#include "lab/steps.h"

#ifndef LAB_ONLY
#define LAB_ONLY -1
#endif
#define LAB_STEP(n) (LAB_ONLY < 0 || LAB_ONLY == (n))

#if defined(LAB_REFERENCE) || defined(LAB_VARIANT)
#ifdef LAB_REFERENCE
#define LAB_NAMESPACE       reference
#define LAB_TABLE_NAME(lab) lab_reference_##lab
#else
#define LAB_NAMESPACE       LAB_VARIANT
#define LAB_PASTE_(a, b)    a##b
#define LAB_PASTE(a, b)     LAB_PASTE_(a, b)
#define LAB_TABLE_NAME(lab) LAB_PASTE(lab_variant_, LAB_VARIANT)
#endif
#define LAB_LINKAGE
namespace LAB_NAMESPACE
{
#include "labs/declare.h"
#define LAB_MAIN(lab)                                                                              \
    }                                                                                              \
    using namespace LAB_NAMESPACE;                                                                 \
    extern "C" const struct lab_entry LAB_TABLE_NAME(lab)[] = {LAB_ENTRIES_##lab{-1, 0, 0, 0}};
#else
#define LAB_LINKAGE extern "C"
#include "labs/declare.h"
#define LAB_TABLE(lab)                                                                             \
    extern "C" const struct lab_entry lab_entries[] = {LAB_ENTRIES_##lab{-1, 0, 0, 0}};
#ifdef LAB_STEPS
#define LAB_MAIN(lab) LAB_TABLE(lab)
#else
#include "lab/program.h"
#include "labs/labs.c"
#define LAB_MAIN(lab)                                                                              \
    LAB_TABLE(lab)                                                                                 \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        return lab_main(argc, argv, #lab);                                                         \
    }
#endif
#endif

#endif
