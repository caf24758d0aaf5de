/* Memory: device allocations with red zones, and which space an address is in (memory.c, areas.c);
 * dynamic shared memory; the program's variables; copies of global memory. */
#pragma once

#include "program/basics.h"
#include "program/device_image.h"

enum emu_area_state { EMU_LIVE, EMU_FREED, EMU_FOREIGN /* another kernel's shared variable */ };

struct emu_area {
    uintptr_t begin, end; /* [begin, end): the bytes the program asked for */
    enum emu_space space;
    enum emu_area_state state;
    int host_visible; /* an enum memory_kind: pinned and managed memory the host may touch, too */
    /* "cudaMalloc", "cudaMallocPitch", the symbol, "static shared" … for messages */
    const char *name;
    uint8_t *initialised; /* one bit a byte, NULL where not tracked */
    int complete;         /* all of them are known to be set */
    int unknown;          /* a launch that was not watched for it may have written anywhere in it */
    const struct emu_operand *rule;    /* says which bytes may be written; NULL: all */
    size_t pitch;                      /* of rows, in bytes, where cudaMallocPitch has set one */
    const void *caller;                /* who allocated it, for line_of; NULL: not known */
    unsigned long serial;              /* a later allocation has a higher one */
    unsigned long read_by, written_by; /* the last work of the device's there */
    uint64_t hash;                     /* api/repeats.c; 0: what it holds may have changed since */
    int filled;                        /* all bytes are this value less 1; 0: not known */
};

/* All device memory lives in one arena [emu_arena_begin, emu_arena_end) unreadable to host code
 * outside API calls (mprotect), as a real device pointer is. */
extern uintptr_t emu_arena_begin, emu_arena_end;
static inline int emu_in_arena(uintptr_t address)
    IS(address >= emu_arena_begin && address < emu_arena_end);
void emu_arena_open(int on); /* a launch may touch device memory, or no longer; calls nest */
/* The area, live or freed, that holds `address`; NULL if none (a wild or a host address). */
struct emu_area *emu_area_of(uintptr_t address);
/* The area whose red zone (or near neighbourhood) holds `address`, or NULL. */
const struct emu_area *emu_area_near(uintptr_t address);

/* Where the host may read and write the bytes, too: pinned and managed memory. */
enum memory_kind { MEMORY_DEVICE, MEMORY_PINNED, MEMORY_MANAGED };

/* A new area of `bytes` (> 0), 256-byte aligned, zeros, nothing written. NULL: no memory. */
struct emu_area *memory_allocate(size_t bytes, enum memory_kind kind, const char *name,
                                 const void *caller);
/* NULL, or what is wrong with the pointer. */
const char *memory_free(void *pointer, int pinned);

/* An area that was not allocated: a symbol, shared or registered memory. `name` stays. */
struct emu_area *memory_add_area(uintptr_t begin, uintptr_t end, enum emu_space space,
                                 int host_visible, const char *name);
/* 0 if there is none of this begin and name. */
int memory_remove_area(uintptr_t begin, const char *name);

/* vast.c: of the part for emu_vast; there only if the program calls emu_vast. */
extern const size_t emu_vast_bytes __attribute__((weak));
extern int emu_vast_now; /* cudaMalloc takes it from there */

/* variables.c: pieces of work that the device was given, and as far as the host has waited. */
extern unsigned long memory_issued, memory_waited;
extern int memory_host_sees; /* there is memory that both touch */
/* The piece that runs touches the area (NULL: nothing). */
void memory_device_touches(const struct emu_area *area, int writes);
/* Host code touches one that it may: a finding if it should have waited first. */
void memory_host_touches(uintptr_t address, int writes, const void *pc);

size_t memory_limit(void); /* bytes of device memory a program may have */
size_t memory_in_use(void);
/* memset; in vast memory whole pages of zeros cost nothing. */
void memory_fill(uintptr_t begin, int value, size_t bytes);
void memory_move(uintptr_t to, uintptr_t from, size_t bytes); /* likewise memmove */
void bits_set(uint8_t *bits, size_t first, size_t count);
void memory_set_initialised(uintptr_t begin, size_t bytes);
void memory_copy_initialised(uintptr_t to, uintptr_t from, size_t bytes);
int memory_all_written(uintptr_t begin); /* of the area that begins here */
/* How many of these bytes come before the first 4-byte word that nothing has written. */
size_t memory_unwritten(uintptr_t begin, size_t bytes);

/* Only the pages of these bytes, for an API call (cheaper), as far as in the arena. */
void memory_open(uintptr_t begin, size_t bytes, int on);

enum { RED_ZONE_MIN = 4096, RED_ZONE_MAX = 1 << 20 };
/* The freed areas that begin in [begin, end): they are not known any more. */
void memory_forget_freed(uintptr_t begin, uintptr_t end);
/* All areas, ascending; and each live one, whatever its space. */
extern struct emu_area **memory_areas;
extern size_t memory_area_count;
#define EACH_AREA(area)                                                                            \
    for (struct emu_area **area##_at = memory_areas, *area;                                        \
         area##_at < memory_areas + memory_area_count && (area = *area##_at, 1); area##_at++)      \
        if (area->state == EMU_LIVE)
/* … that cudaMalloc or one of its kin has made. */
#define EACH_ALLOCATION(area)                                                                      \
    EACH_AREA (area)                                                                               \
        if (emu_in_arena(area->begin))

/* ---- dynamic shared memory: one buffer, of which a launch may use as much as it asked for ---- */

enum { DYNAMIC_ROOM = 256 << 10 };
/* All extern __shared__ arrays are compiled to this one. */
extern char emu_dynamic_shared_array[DYNAMIC_ROOM];

void dynamic_begin_launch(size_t bytes);
extern struct emu_area dynamic_area;
/* As emu_area_of, dynamic shared memory too. */
const struct emu_area *dynamic_area_of(uintptr_t address);

/* ---- variables.c: the program's variables that are a GPU's memory (__device__, __constant__,
 * __managed__, __shared__). Loaded before main: host code is watched from its first line on ---- */

/* Where __device__, __managed__ and __constant__ variables lie. */
extern uintptr_t emu_variables_begin, emu_variables_size;
/* … and the shared variables. */
extern uintptr_t emu_shared_begin, emu_shared_size;

/* Before main, and from then on nothing; for a constructor that comes first. */
void variables_load(void);

/* Host code is about to touch an address there or in the arena: a finding unless it may. A device
 * pointer ends the program; a variable does not (CUDA gives its host shadow). */
void emu_host_touches(uintptr_t address, enum host_touch how, const void *pc);
/* The host has met a page that is closed to it. 1: in Thrust, whose algorithms run on the host here
 * and are not checked; `place` is its last call. The area is open now, and has been written. */
int variables_open_for_thrust(uintptr_t address, const void *place);

/* The host's object of a device variable's name: what host code gives as a symbol. */
void variables_add_shadow(const struct device_image *image, void *shadow, size_t bytes,
                          const char *name);
/* The variable behind a symbol; the symbol itself where it is none of those. */
const void *variables_of_symbol(const void *symbol);

/* A launch begins: shared variables of other kernels become EMU_FOREIGN. */
void variables_enter_kernel(const struct host_kernel *kernel);
/* The constant memory of the object file that has most. */
size_t variables_constant_bytes(void);
/* The elements of a variable that is an array, or of dynamic shared memory; NULL: not known. */
const struct device_variable *variables_shape(const struct emu_area *area);
/* The running kernel's shared variable that is nearest to an address near some; or NULL. */
const struct emu_area *variables_shared_near(uintptr_t address);

/* ---- snapshot.c: copies of global memory, made while a kernel may touch it ---- */

/* Areas of memory, and where each lies in a copy. */
struct copied {
    struct copied_area {
        const struct emu_area *area;
        size_t at, bytes;
    } * part;
    size_t count, room, bytes; /* bytes: of all of them */
};
extern struct copied snapshot_parts; /* those that this launch began with */

struct snapshot {
    unsigned char *bytes;
    size_t room;
};
extern struct snapshot snapshot_before; /* as the launch began, once it was asked for */

/* Lists the parts; there is no copy yet. */
void snapshot_begin_launch(void);
/* Makes snapshot_before, unless it is there. Before the kernel runs. */
void snapshot_keep_before(void);
void snapshot_list_shared(struct copied *parts); /* the running kernel's shared memory */
void snapshot_take(const struct copied *parts, struct snapshot *to);
void snapshot_put_back(const struct copied *parts, const struct snapshot *from);

/* ---- records that are found by an address, and whose memory it is where several have the same
 * (blocks, of shared memory). Each begins with a struct by_address, and stays where it is ---- */

struct by_address {
    uintptr_t begin;
    uint64_t owner;
};
struct address_table { /* {0} is empty */
    struct by_address **at;
    size_t room, used;
};

/* NULL where there is none. */
void *by_address_find(const struct address_table *t, uintptr_t begin, uint64_t owner);
/* The same, or a new one: `bytes` bytes, zeros but for the key. `what`: for die_of_memory. */
void *by_address_get(struct address_table *t, uintptr_t begin, uint64_t owner, size_t bytes,
                     const char *what);
/* Frees all records; `drop`, if not NULL, is called with each before. */
void by_address_clear(struct address_table *t, void (*drop)(void *record));
