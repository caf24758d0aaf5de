/* The program's variables that are a GPU's memory: __device__, __constant__, __managed__,
 * __shared__ (variables.c). Loaded before main: host code is watched from its first line on. */
#ifndef EMU_VARIABLES_H
#define EMU_VARIABLES_H

#include "memory.h"

/* Where __device__, __managed__ and __constant__ variables lie. */
extern uintptr_t emu_variables_begin, emu_variables_size;
/* … and the shared variables. */
extern uintptr_t emu_shared_begin, emu_shared_size;

/* Before main, and from then on nothing; for a constructor that comes first. */
void variables_load(void);

/* Host code is about to touch an address there or in the arena: a finding unless it may. A device
 * pointer ends the program (it would fault next); a variable does not (CUDA would give its host
 * shadow). */
enum host_touch { TOUCHES_READS, TOUCHES_WRITES, TOUCHES_VOLATILE };
void emu_host_touches(uintptr_t address, enum host_touch how, const void *pc);

struct device_image;
/* The host's object of a device variable's name: what host code gives as a symbol. */
void variables_add_shadow(const struct device_image *image, void *shadow, size_t bytes,
                          const char *name);
/* The variable behind a symbol; the symbol itself where it is none of those. */
const void *variables_of_symbol(const void *symbol);

/* A launch begins: shared variables of other kernels become EMU_FOREIGN. */
void variables_enter_kernel(const void *function);
/* Bytes of static shared memory that a kernel uses. */
size_t variables_static_shared(const void *function);
/* The constant memory of the object file that has most. */
size_t variables_constant_bytes(void);
/* The elements of a variable that is an array, or of dynamic shared memory; NULL: not known. */
const struct device_variable *variables_shape(const struct emu_area *area);
/* The running kernel's shared variable that is nearest to an address among or near the shared
 * variables; NULL if there is none. */
const struct emu_area *variables_shared_near(uintptr_t address);

#endif
