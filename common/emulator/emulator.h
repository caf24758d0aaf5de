/* What a program may ask of the emulator that it runs in. C11 and C++. Nothing here needs a launch
 * to have happened. docs/emulator.md lists the environment's variables. */
#pragma once

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Forgets all launches and findings so far, but for those before emu_main_begins: what a program's
 * static variables did is wrong in whatever comes. */
void emu_begin(void);
void emu_main_begins(void);
/* Blocks and threads of the last launch since emu_begin, as x, y, z; zeros if there is none. */
struct emu_grid {
    unsigned grid[3], block[3];
};
struct emu_grid emu_last_launch(void);
/* A metric under Nsight Compute's name ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"; ".sum"
 * may be left out), of all launches since emu_begin: sums are added, ratios and percentages formed
 * from the sums. NaN if there is none of that name. */
double emu_metric(const char *name);

/* What the launches are to compute together: so many operations, of this kind. */
enum emu_work_kind { EMU_WORK_FLOAT, EMU_WORK_DOUBLE, EMU_WORK_BITS };
struct emu_work {
    enum emu_work_kind kind;
    double operations; /* a multiplication and an addition are two */
};
/* The floor: microseconds that all launches since emu_begin take together at least on the GPU that
 * was chosen, with caches empty at first, for the accesses that were counted and for `work` (NULL:
 * not known). *unit is what needs that long: "DRAM", "L2", "L1", "shared memory", "constant cache",
 * "issue", "arithmetic". `remark`: what keeps the longest of them from using the whole GPU ("16
 * blocks for 132 SMs"), or "". NaN where the caches were not watched. */
enum { EMU_REMARK = 80 };
double emu_floor(const struct emu_work *work, const char **unit, char remark[EMU_REMARK]);

enum { EMU_CALLS_SAID = 2, EMU_MOST_TIMES = 100 /* that a place counts in one launch */ };
struct emu_finding_report {
    const char *kind; /* "out_of_bounds", "race_shared", … */
    const char *text;
    const char *kernel; /* NULL: found in host code */
    const char *file;   /* NULL: unknown */
    unsigned line;
    unsigned called[EMU_CALLS_SAID]; /* lines of `file` from which that function was called; 0: no
                                        more, or not known */
    unsigned block[3], thread[3];    /* where it was seen first */
    unsigned long long times;        /* how often it was seen on that line in that launch */
};
/* The findings since emu_begin, each kind once a line and launch, in order. NULL past the last. */
const struct emu_finding_report *emu_finding_at(size_t index);

/* The first sum, product or shift of an int since emu_begin that was too large for one and may be
 * part of an address: "46517 * 46517 in line 12"; "": there was none. */
const char *emu_overflowed(void);

/* What a line of source asks of one kind of memory in one direction. */
struct emu_line_report {
    char where[80];  /* "file.cu:12" */
    char access[32]; /* "shared load" */
    char unit[12];   /* that a request costs: "sectors", "wavefronts", "words" */
    unsigned long long requests;
    double lanes, cost, ideal; /* a request */
    char text[200];            /* of the line; "" where the file is not there */
};
/* Of all launches since emu_begin the lines that add most to a metric (NULL: that move most bytes),
 * the dearest first, at most `most`. Returns how many there are. */
size_t emu_dearest_lines(const char *metric, struct emu_line_report *to, size_t most);

/* The tables that EMU_REPORT=1 prints. */
void emu_write_report(FILE *out);

/* What to watch beside the counters, from the next launch on; all are on at first. Switching one
 * off makes launches faster. Returns what was watched before. */
enum { EMU_WATCH_RACES = 1, EMU_WATCH_UNINITIALISED = 2, EMU_WATCH_CACHES = 4, EMU_WATCH_ALL = 7 };
int emu_watch(int what);

/* In which order the blocks of a launch and the warps of a block run, from the next launch on. What
 * is right in one order only is wrong; counters belong to the first. Interleaved: several blocks at
 * once, which take turns by chance before each atomic, fence and volatile access. A launch whose
 * blocks wait for lower ones, or with more than 64 MB of device memory, runs in ascending order
 * nevertheless. EMU_ORDER=descending or interleaved[:seed] says the same. */
enum emu_order { EMU_ASCENDING, EMU_DESCENDING, EMU_INTERLEAVED };
void emu_order(enum emu_order order);
/* Chance in interleaved order: the same seed, the same turns. */
void emu_order_seed(unsigned long long seed);

/* How many multiprocessors programs are told that the GPU has, from now on; 0: as many as it has. A
 * kernel with a block for each has several tiles a block only where these are few. */
void emu_processors(int count);

/* What the program holds: allocations of any kind and their bytes, events, streams. */
struct emu_held {
    size_t bytes;
    unsigned allocations, events, streams;
};
struct emu_held emu_held(void);
/* Where the newest of its allocations was made: file (NULL: not known) and line. */
const char *emu_newest(unsigned *line);

/* All launches so far, and those that touched no global memory. Of the last cudaEventElapsedTime:
 * the copies and fills between its two events, the launches that it timed, and its answer. */
struct emu_timed {
    unsigned launches, idle, copies, between;
    float milliseconds;
};
struct emu_timed emu_timed(void);

/* The `number`-th call or launch from now on fails with this cudaError_t and does nothing; a call
 * that frees, destroys or asks for an error does not count. `late`: the `number`-th launch runs,
 * and what comes after it reports the error. 0, 0: none fails, and errors so far are forgotten. */
void emu_fail(int number, int error, int late);
/* The name of the call that has failed so; NULL: none yet. *then: of a copy or launch after it. */
const char *emu_failed(const char **then);

/* From now on, of an array of the host's: is what is copied from it to the device what it holds
 * now, and does it hold in the end what was copied to it? emu_host_array_end says where not, and
 * ends this. Parts that are not copied at all are looked at only if nothing has been copied to the
 * host and the device has reached no memory of the host's. */
void emu_host_array_begin(const void *begin, size_t bytes);
int emu_host_array_end(size_t *at); /* the first byte that has been changed */

/* From now on, until emu_name_none, findings call this array's elements by its name: "y[8]",
 * "A[3][5]". The name is not copied. `apart`: elements from one row to the next, or where
 * by_columns is set from one column to the next. A vector has one row or one column. Of an input a
 * kernel or a call may write nothing, of an output its elements alone; else it is a finding, as is
 * freeing one. */
enum emu_rule { EMU_ANY_WRITE, EMU_INPUT, EMU_OUTPUT };
struct emu_operand {
    const char *name;
    const void *begin;
    unsigned width; /* bytes of an element */
    size_t rows, cols, apart;
    int by_columns;
    enum emu_rule rule;
};
void emu_name(const struct emu_operand *operand);
void emu_name_none(void);
/* While on: cudaMalloc hands out zeros, as if written, and takes address space alone, of which
 * there is 1 TiB. For shapes whose indices exceed an int: what no kernel touches costs nothing. */
void emu_vast(int on);
/* The same for one array of the host's, whose pages hold zeros until they are touched, when it is
 * copied to such memory or back. 0 bytes: there is none. */
void emu_vast_host(const void *begin, size_t bytes);
/* How much of each launch runs, from the next one on: all of it; the last block of its grid; in
 * each direction the first blocks and the last, 8 to 64 (hurry.c); all blocks; the first block. But
 * for all of it, up to so many events of a warp, of which a million take a tenth of a second or so;
 * where some blocks run, up to 4 GiB of memory that nothing has touched before, too. What is cut
 * short is no error; emu_unfinished: what was, since it was last asked. */
enum emu_haste { EMU_UNHURRIED, EMU_LAST_BLOCK, EMU_CORNERS, EMU_HURRIED, EMU_FIRST_BLOCK };
void emu_hurry(enum emu_haste how, unsigned long long warp_events);
enum { EMU_BLOCKS_LEFT = 1, EMU_CUT_SHORT };
int emu_unfinished(void);
/* How many times as many blocks as have run a launch had, at most, since this was last asked. */
double emu_left_out(void);
/* 1 if one of the program's own .cu files has numbers of 16 bits, or says 2 to the 15th or 16th: an
 * index of that many bits shows only where a loop comes so far. */
int emu_has_short_numbers(void);
/* Copies the program's __device__ variables; puts them back as they were. A kernel that counts its
 * blocks in one would find another count after a launch of which only a part ran. */
void emu_keep_variables(void);
void emu_put_variables_back(void);
/* The next allocation on the device begins so many bytes after a multiple of 256. */
void emu_offset(size_t bytes);

#ifdef __cplusplus
}
#endif
