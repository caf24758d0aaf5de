/* All that a lab's .cu file includes. It declares the function that each step must define, so that
 * a wrong signature is an error at compile time, and LAB_MAIN(lab), the file's last line, lists
 * them in a table.
 *
 * Ways to compile a lab:
 *   plain            `nvcc -I common labs/…/x.cu -lcublas`: a whole program that checks the steps
 *                    and times them (lab/plain.h)
 *   -DLAB_STEPS      only the steps and their table: what `make run` and the grader link with their
 *                    own main
 *   -DLAB_REFERENCE  the same, inside a namespace, so that a solution can stand beside a student's
 *                    file in one program
 *   -DLAB_VARIANT=v  the same again, in namespace v: one of several settings of a file's constants
 *                    in one program (make sweep)
 * -DLAB_ONLY=n leaves one step, so that an error in another one does not cost it. */
#pragma once

#include <cuda_runtime.h>
#include "lab/branches.h"
#include "lab/contracts.h"
#include "labs/entries_of.h"

#ifndef LAB_ONLY
#define LAB_ONLY -1
#endif
#define LAB_STEP(n)    (LAB_ONLY < 0 || LAB_ONLY == (n))
#define LAB_TABLE(lab) LAB_STEPS_OF_##lab(LAB_ENTRY) LAB_NO_ENTRY

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
LAB_EVERY_STEP(LAB_DECLARE)
#define LAB_MAIN(lab)                                                                              \
    }                                                                                              \
    using namespace LAB_NAMESPACE;                                                                 \
    extern "C" const struct lab_entry LAB_TABLE_NAME(lab)[] = {LAB_TABLE(lab)};
#else
#define LAB_LINKAGE extern "C"
LAB_EVERY_STEP(LAB_DECLARE)
#ifdef LAB_STEPS
#define LAB_MAIN(lab) extern "C" const struct lab_entry lab_entries[] = {LAB_TABLE(lab)};
#else
#define LAB_ALONE
#include "lab/plain.h"
#define LAB_MAIN(lab)                                                                              \
    static const struct lab_entry lab_entries[] = {LAB_TABLE(lab)};                                \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        return plain_main(argc, argv, #lab, lab_entries);                                          \
    }
#endif
#endif
