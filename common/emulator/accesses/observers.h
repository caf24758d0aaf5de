/* The one table of callbacks. The engine runs a launch and tells observers what happens in it;
 * whatever counts, checks or records is an observer, and the engine names none of them.
 *
 * To add one: say OBSERVER(name, its callbacks) (one that is NULL costs nothing), and name it in
 * emulator.c. An example: unwaited_work.c. What an observer may ask while it is told:
 * emu_launch_now, emu_block (the block), and of an access its warp, its lanes' addresses, and by
 * line_of(event_pc(access->site->word)) its source line. */
#pragma once

#include "lanes/sites.h"
#include "lanes/running.h"

struct emu_launch;

/* Against the access before it of the same place; of use to those that hear silent runs, too. */
enum pattern {
    PATTERN_SAME, /* mask, space, and addresses relative to the first lane's are the same */
    PATTERN_NEW,  /* not so */
    PATTERN_APART /* a part of what the warp does there: its lanes are in several memories */
};

/* One warp-level access of one kind and space. Addresses of lanes outside `mask` mean nothing. */
struct access {
    struct site *site;
    struct warp *warp;
    enum event_type type; /* EV_READ, EV_WRITE, EV_ATOMIC */
    enum emu_space space;
    uint32_t mask;
    unsigned lanes, bytes; /* bytes of each lane: 1, 2, 4, 8, 16 */
    enum pattern pattern;
    int uniform;        /* all lanes have one address */
    uint64_t low, span; /* all bytes touched lie in [low, low + span); span 0: not known */
    const struct emu_area *area;
    const uint64_t *address; /* by lane */
    const uint64_t *old;     /* by lane, writes only, else NULL */
};
typedef void observer_access(const struct access *access);
/* What messages and reports call its type and its space. */
extern const char *const access_verbs[], *const access_types[], *const access_spaces[];

struct observer {
    /* Is it on? Both are asked when a launch begins to run. */
    int watch;           /* the EMU_WATCH_… that it belongs to; 0: on whatever is watched */
    int (*wanted)(void); /* NULL: yes */
    /* It hears of runs, too, that only see whether garbage matters (observers_silence). */
    int hears_silent_runs;

    /* ---- a launch ---- */
    void (*begin_launch)(const struct emu_launch *launch);
    /* Blocks are about to run: once a launch, and again where it runs in another order. */
    void (*begin_run)(void);
    /* Seconds of the emulator's own time; a cudaError_t or 0. Told in the table's reverse order. */
    void (*end_launch)(double seconds, int error);

    /* ---- emu_block, of which there may be several at once (resident.c) ---- */
    void (*begin_block)(void);
    void (*resume_block)(void);   /* it goes on after another had its turn */
    void (*several_blocks)(void); /* from now on others have turns before it has ended */
    void (*end_block)(void);

    /* ---- what orders threads ---- */
    void (*warp_turn)(struct warp *warp); /* what it does now comes after what was */
    void (*barrier)(void);                /* of emu_block: its threads go on */
    void (*grid_barrier)(void);
    /* These lanes have made an exchange; __syncwarp orders memory. */
    void (*exchange)(struct warp *warp, uint32_t lanes, int orders_memory);
    void (*fence)(void); /* the running thread is about to fence, or to touch a volatile variable */
    /* A lane has run; its events since then are [row, rows) of its column (lanes/events.h), not
     * merged yet. Told of every lane while observers_each_lane is set, else before compares. */
    void (*lane_stopped)(struct warp *warp, unsigned lane);

    /* ---- accesses ---- */
    /* What a warp asks of one space at once. In EMU_HOST: of no memory that it may touch. `area` is
     * NULL where the lanes are in several. Nothing is told of local memory. */
    observer_access *request;
    /* The same for each area that the lanes are in; only in these spaces (bits 1 << space). */
    observer_access *access;
    unsigned spaces;
    /* Asynchronous copies: one begins (on the running thread); one lane's has arrived, a write. */
    void (*copy_begins)(void *to, size_t bytes);
    observer_access *copy_arrived;
    /* The warp needs what it has loaded at `pc` so many rounds before. While emu_uses is set. */
    void (*used)(const struct warp *warp, const void *pc, uint64_t rounds);
    /* Lanes that hold what a shuffle got from no lane (warp->undefined) have stored something. */
    observer_access *undefined_stored;
    /* A store or an atomic in an area with a rule (emu_protect), new to this place in the program;
     * span 0: by one lane. It may set begin … end of the site. */
    observer_access *ruled_store;

    /* ---- faults, after access_fault is set: each before the access is told, or instead ---- */
    observer_access *bad_address; /* one lane; area: where it is nevertheless, or NULL */
    observer_access *misaligned;
    observer_access *others_stack; /* one lane is in another thread's local memory; no error */
};

#define OBSERVER(name, ...) const struct observer name##_observer = {__VA_ARGS__}

/* All observers, in the order in which they are told, then NULL (emulator.c). */
extern const struct observer *const observer_table[];

/* ---- for the engine ---- */
void observers_begin_launch(const struct emu_launch *launch);
void observers_begin_run(void);
void observers_end_launch(double seconds, int error);

enum { MOST_OBSERVERS = 16 };
/* Of those that are on: who hears an event, by the place of its callback in struct observer; and
 * for the two events that come most, the callbacks themselves. Each list ends with NULL. */
enum { OBSERVER_WORDS = sizeof(struct observer) / sizeof(void *) };
extern const struct observer *observers_of[OBSERVER_WORDS][MOST_OBSERVERS + 1];
extern observer_access *observers_request[MOST_OBSERVERS + 1];
extern observer_access *observers_access[EMU_HOST + 1][MOST_OBSERVERS + 1];

#define TELL(event, ...)                                                                           \
    do {                                                                                           \
        for (const struct observer *const *o_ =                                                    \
                 observers_of[offsetof(struct observer, event) / sizeof(void *)];                  \
             *o_; o_++)                                                                            \
            (*o_)->event(__VA_ARGS__);                                                             \
    } while (0)

/* ---- for observers ---- */
extern int observers_watched; /* EMU_WATCH_… that are on */
/* While on: only those that hear silent runs are told anything. */
void observers_silence(int on);
extern int observers_each_lane; /* an observer may set it; cleared when a launch begins to run */

/* One lane's access in one area; `old` as in struct access. */
struct access access_of_lane(struct warp *warp, unsigned lane, struct site *site,
                             const struct emu_area *area, const uint64_t *address, unsigned bytes,
                             const uint64_t *old);

/* ---- access.c: warp-level accesses, as merged. Addresses and old values are by lane ---- */

void access_merged(struct warp *warp, struct site *site, uint32_t mask, const uint64_t *address,
                   const uint64_t *old);
/* … of `extent` bytes a lane, which the GPU does in pieces. */
void access_merged_extent(struct warp *warp, struct site *site, uint32_t mask,
                          const uint64_t *address, uint64_t extent);
/* The asynchronous copies of these lanes have arrived; `word` and the rest: of their event. */
void access_arrived(struct warp *warp, uint32_t mask, uint32_t word, const uint64_t *address,
                    const uint64_t *old);
/* The running thread is about to store outside its stack, device memory and shared variables:
 * returns where that is some other memory of a kernel. What lies elsewhere is the emulator's or the
 * host's, and must stay whole: observers are told, and the launch ends. */
void access_stray_store(uintptr_t address, uint32_t word, unsigned bytes);

/* A thread's own memory: its stack, the kernel's parameters. */
int access_is_local(uint64_t address);
extern int access_fault; /* the first illegal access of this launch as a cudaError_t, else 0 */

/* ---- merge.c: from columns of events to the accesses of a warp ---- */

void merge_begin(struct warp *warp); /* all lanes are at the kernel's entry */
/* 1 if events are left that must wait for other lanes. */
int merge_window(struct warp *warp, uint32_t ran);
/* These lanes go on from one stop: from one place in the program? */
void merge_released(struct warp *warp, uint32_t lanes, int one_place);
int merge_one_place(const struct warp *warp, uint32_t lanes); /* looks at where each waits */
void merge_flush(struct warp *warp); /* merge what is there, whoever is still to come */
extern unsigned warp_rows;           /* rows merged in this turn of the warp */
/* Events of parted lanes that were no access; basic blocks among those of this run. */
extern uint64_t merge_apart, blocks_apart;
