/* What the API's files ask of memory.c and symbols.c, beyond emu.h. */
#ifndef EMU_MEMORY_H
#define EMU_MEMORY_H

#include "emu.h"

/* Where the host may read and write the bytes, too: pinned and managed memory. */
enum memory_kind { MEMORY_DEVICE, MEMORY_PINNED, MEMORY_MANAGED };

/* A new area of `bytes` (> 0), 256-byte aligned, zeros, nothing initialised. NULL: out of
 * memory. */
const struct emu_area *memory_allocate(size_t bytes, enum memory_kind kind, const char *name);
enum memory_free_result {
    MEMORY_OK,
    MEMORY_NOT_BEGIN,
    MEMORY_FREED_TWICE,
    MEMORY_UNKNOWN,
    MEMORY_OTHER_KIND
};
enum memory_free_result memory_free(void *pointer, int pinned);
void memory_free_all(void); /* cudaDeviceReset */

/* An area that the emulator did not allocate: a symbol, shared memory, registered host memory. The
 * name is not copied. */
struct emu_area *memory_add_area(uintptr_t begin, uintptr_t end, enum emu_space space,
                                 int host_visible, const char *name);
int memory_remove_area(uintptr_t begin,
                       const char *name); /* 0 if there is none of this begin and name */

/* ---- writes.c: the host writes these rows, or frees the area: a finding where a rule forbids
 * it */
void writes_by_host(uintptr_t begin, size_t width, size_t rows, size_t pitch, const void *pc);
void writes_freed(const struct emu_area *area, const void *pc);

/* vast.c: of the part for emu_vast; there only if the program calls emu_vast. */
extern const size_t memory_vast_bytes __attribute__((weak));
extern int memory_vast; /* cudaMalloc takes it from there */

size_t memory_limit(void); /* bytes of device memory a program may have */
size_t memory_in_use(void);
enum memory_kind memory_kind_of(const struct emu_area *area);
/* memset; in vast memory whole pages of zeros cost nothing. */
void memory_fill(uintptr_t begin, int value, size_t bytes);
void memory_set_initialised(uintptr_t begin, size_t bytes);
void memory_copy_initialised(uintptr_t to, uintptr_t from, size_t bytes);
/* How many of these bytes of one area come before the first 4-byte word that nothing has written;
 * `bytes` if there is none. */
size_t memory_unwritten(uintptr_t begin, size_t bytes);
/* A launch begins whose stores are not noted. */
void memory_unwatched_launch(void);

/* Opens only the pages of [begin, end) for an API call (cheaper than the arena); nothing happens
 * outside the arena. */
void memory_open_range(uintptr_t begin, uintptr_t end);
void memory_close_range(uintptr_t begin, uintptr_t end);

/* For each live area, whatever its space. */
void memory_for_each(void (*visit)(const struct emu_area *area, void *with), void *with);
/* For each live allocation of cudaMalloc and its kin. */
void memory_for_each_live(void (*visit)(const struct emu_area *area, void *with), void *with);
/* … and for each device or managed variable and registered host array. */
void memory_for_each_global(void (*visit)(const struct emu_area *area, void *with), void *with);

/* ---- symbols.c: the executable's own symbol table ---- */
struct symbol {
    const char *name; /* mangled */
    char *readable;   /* demangled, without parameters */
    uintptr_t address, size;
    struct emu_area *area; /* of a shared variable, in the thread that launches */
    int own;               /* … the running kernel declares it */
};
void symbols_load(void); /* registers variables' areas; once */
void symbols_follow_thread(
    void); /* shared memory is thread-local: the areas move with the calling thread */
const struct symbol *symbols_function(const void *address); /* that starts there; NULL if unknown */
/* Bytes of static shared memory that a kernel declares (not what the device functions that it calls
 * declare). */
size_t symbols_static_shared(const void *function);
size_t symbols_constant_bytes(void); /* the constant memory of the object file that has most */
/* A launch begins: shared variables of other kernels become EMU_FOREIGN. `function` NULL: only its
 * name is known. */
void symbols_enter_kernel(const void *function, const char *name);
/* The running kernel's shared variable that is nearest to an address among or near the shared
 * variables; NULL if there is none. */
const struct emu_area *symbols_shared_near(uintptr_t address);

/* ---- owners.c: of a shared variable, by its mangled name ---- */
int owner_is_host_thread(const char *variable); /* thread-local, but no shared memory */
int owner_is_kernel(const char *variable);      /* it belongs to a kernel: no other may touch it */
int owner_is_function(const char *variable, const char *mangled);
/* d, m, c: a template's variable in device, managed or constant memory; 0: no such. */
char owner_of_static(const char *variable);
int owner_is_named(const char *variable, const char *kernel); /* as a launch writes it */

#endif
