/* What the files of the emulator's core share; the shim and the programs that run in the emulator
 * never see it.
 *
 * Theory of operation. A launch runs block after block on one CPU thread. Every GPU thread is a
 * fiber. The kernel was compiled with -fsanitize=thread and -fsanitize-coverage=trace-pc, and
 * hooks.c stands where those runtimes would: each memory access, each basic block entered, each
 * call and return becomes one event in the lane's column of a window of ROWS rows. A lane runs
 * until its column is full, or until it stops at a barrier, at a warp-wide exchange, or for good.
 * Then merge.c walks the 32 columns at once and tells the observers of each warp-level access:
 * which lanes, which addresses. Only merge.c decides what belongs together; only the observers
 * count and check. */
#ifndef EMU_CORE_H
#define EMU_CORE_H

#include "emu.h"
#include "emulator.h"
#include "engine/fiber.h"

enum { DYNAMIC_ROOM = 256 << 10 };
extern char emu_dynamic_shared_array[DYNAMIC_ROOM];

#define LIKELY(x)   __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define EMU_ALL     0xffffffffu
/* Each host thread has its own. Its name begins with emu_ (lock.c). */
#define HOST_THREAD __thread __attribute__((tls_model("local-exec")))

/* ---- the window of events (hooks.c) ----
 * An event is a word: its type, the size of its access, and where in the program it happened
 * (return address, counted from the start of the executable). Event r of lane l is row[r].word[l];
 * the address is row[r].address[l]. */
enum { ROWS = 128 };
enum event_type {
    EV_READ,
    EV_WRITE,
    EV_ATOMIC,
    EV_BLOCK,  /* a basic block begins */
    EV_CALL,   /* a function that was not inlined begins */
    EV_RETURN, /* … ends */
    /* __threadfence; its size: FENCE_BLOCK, FENCE_DEVICE, or that of the bytes that an
     * asynchronous copy brings */
    EV_FENCE,
    EV_EXTENT /* second row of an access of EXTENT_CODE: address holds its size in bytes */
};
enum { FENCE_BLOCK, FENCE_DEVICE };
/* As the size of an extent: 16 bytes that are aligned to 8. */
#define EXTENT_16 ((uint64_t)1 << 32)
enum { OFFSET_BITS = 26, SIZE_SHIFT = OFFSET_BITS, TYPE_SHIFT = 29, EXTENT_CODE = 7 };

struct row {
    uint64_t address[EMU_WARP];
    uint64_t old[EMU_WARP]; /* writes only: what the first (at most 8) bytes held before */
    uint32_t word[EMU_WARP];
    uint64_t
        unused[8]; /* an odd number of cache lines a row: a column spreads over all cache sets */
};
struct trace {
    struct row row[ROWS];
};
extern struct trace emu_trace;
/* Where the running lane's next address goes; both NULL in host code. Its word goes emu_word_at
 * bytes behind. */
extern HOST_THREAD char *emu_cursor, *emu_cursor_end;
extern HOST_THREAD ptrdiff_t emu_word_at;

static inline enum event_type event_type(uint32_t word)
{
    return (enum event_type)(word >> TYPE_SHIFT);
}
static inline uint32_t event_offset(uint32_t word)
{
    return word & ((1u << OFFSET_BITS) - 1);
}
extern char __executable_start[];
static inline const void *event_pc(uint32_t word)
{
    return __executable_start + event_offset(word);
}

/* ---- warps and lanes (warp.c) ---- */
enum lane_state { LANE_READY, LANE_FULL, LANE_EXCHANGE, LANE_ACTIVE, LANE_BARRIER, LANE_DONE };

enum { LOOP_DEPTH = 8, CALL_DEPTH = 16, KEYS = CALL_DEPTH * (2 * LOOP_DEPTH + 2) };
/* Where a lane is inside one function: in which basic block, how many events into it, and in which
 * round of each loop around it (a loop that is not listed is in its first round). */
struct frame {
    int node; /* -1 before the first block */
    unsigned index;
    unsigned loops;
    struct {
        int head;
        unsigned round;
    } loop[LOOP_DEPTH];
};
struct position {
    unsigned depth;   /* frames in use, at least 1 */
    unsigned unknown; /* calls beyond CALL_DEPTH, not followed */
    /* The same as numbers to compare from the first to the last; valid while generation is
     * flow.c's. Of each frame: for every loop around the block its place in the order and the
     * round, then the block's place and the index. */
    unsigned generation, keys, top; /* top: where the last frame's begin */
    uint32_t key[KEYS];
    struct frame frame[CALL_DEPTH];
};

struct lane {
    struct fiber fiber;
    enum lane_state state;
    struct emu_dim3 thread;
    void *pc;           /* where it waits */
    unsigned row, rows; /* events [row, rows) of its column are not merged yet */
    struct {
        const char *what;
        const void *value;
        unsigned bytes, mask, arrived;
        uint32_t undefined; /* of those that arrived: whose values are not defined */
        int orders_memory;
        const void *table;
    } exchange;
    struct undefined {
        const void *pc; /* of the shuffle */
        unsigned lane, source;
        const char *what;
        int as_float, as_integer; /* the poisons that it was given */
    } undefined;                  /* why, where warp.undefined names the lane */
    struct {
        enum emu_barrier_kind kind;
        int predicate, result;
    } barrier;
    int comparing; /* it waits just before a compare-and-swap of what exchange.value points to */
};

struct warp {
    unsigned id, lanes; /* number in the block; threads it has, 1..32 */
    uint32_t ready, full, waiting_exchange, waiting_active, waiting_barrier,
        done;           /* one bit a lane */
    uint32_t together;  /* these lanes are at the same place in the same round: `at` says where */
    uint64_t events;    /* merged rows in this block */
    unsigned unclean;   /* steps in a row that left events unmerged */
    struct position at; /* of the lanes that are together */
    struct position *lane_at; /* of each other one; allocated on first divergence */
    uint32_t synced;          /* races.c: when it last synchronised */
    struct thread_past *past; /* knowledge.c, by lane; NULL until it is needed */
    unsigned char *tables;    /* results of exchanges, one of 32 x 64 bytes for each lowest lane */
    uint32_t undefined;       /* lanes that a shuffle gave what nobody had handed in (poison.c) */
    struct lane lane[EMU_WARP];
};

static inline uint32_t all_lanes(const struct warp *warp)
{
    return warp->lanes == EMU_WARP ? EMU_ALL : (1u << warp->lanes) - 1;
}

struct block {
    unsigned warps, threads;
    unsigned slot;   /* among the blocks that are there at once (resident.c) */
    uint64_t number; /* within the grid */
    uint64_t unique; /* of all blocks of all launches */
    struct emu_dim3 index;
    struct warp *warp[EMU_WARP];
    /* races.c: its number in the order in which blocks began; stamps: when it began (of several at
     * once: all are later than the launch), the same for good, its last barrier */
    uint32_t serial, began, first, interval;
    struct knowledge *knowledge;
};
extern struct block emu_block; /* the block that runs */
extern struct warp *emu_warp;  /* the warp that runs, or whose events are merged */
extern HOST_THREAD struct lane
    *emu_lane_now;   /* the lane that runs; NULL in host code and while merging */
extern int emu_stop; /* a cudaError_t: the launch is to end early (time limit) */
extern const struct emu_launch *emu_launch_now; /* NULL outside a launch */

/* Before a launch's first block: room for so many blocks at once. */
void warp_reserve(const struct emu_launch *launch, size_t blocks);
void warp_prepare_block(const struct emu_launch *launch, unsigned slot, uint64_t number);
enum block_state { BLOCK_DONE, BLOCK_PAUSES, BLOCK_AT_GRID };
/* Until it has ended, waits for the whole grid or, of several at once, has had its turn. */
enum block_state warp_run_block(void);
void warp_say_missing_blocks(uint64_t blocks); /* … all that are left: so many have returned */
void warp_release_grid(void); /* all blocks have come to the grid's barrier: this one goes on */
void warp_stop_lane(enum lane_state state,
                    void *pc); /* on the lane's stack: back to the scheduler */
__attribute__((noreturn)) void warp_give_up(
    void); /* on a lane's stack or in a signal handler: abandons the launch; does not return */

/* ---- exchange.c; each 1 if it let any lane go on ---- */
int exchange_complete(struct warp *warp, int same_pc); /* groups whose lanes have all arrived */
/* poison.c. These lanes have stored something, or changed a word by an atomic: a finding for those
 * whose value is not defined. */
void exchange_stored(struct warp *warp, uint32_t lanes, const uint64_t *address, unsigned bytes,
                     const void *pc);
int exchange_active(struct warp *warp); /* __activemask, when nobody else can move */
int exchange_force(
    struct warp
        *warp); /* nobody can move: a finding, and those who wait go on without the others */

/* ---- control flow (flow.c): the graph of basic blocks, as far as it has been seen ---- */
int flow_node(uint32_t word);     /* the node of a block, made when first asked for */
void flow_edge(int from, int to); /* from -1: `to` is a function's first block */
void flow_refresh(void);          /* brings order and loops up to date if the graph has grown */
void flow_enter(struct position *at, int node); /* the lane goes on to `node`: rounds are counted */
void flow_access(struct position *at);          /* … to its next access */
void flow_call(struct position *at);
void flow_return(struct position *at);
/* <0: a runs first; 0: same place, same round */
int flow_compare(struct position *a, struct position *b);
int flow_self_loop(int node); /* the block is a loop of its own, which compilers unroll */

/* ---- merge.c ---- */
void merge_begin(struct warp *warp); /* all lanes are at the kernel's entry */
int merge_window(struct warp *warp,
                 uint32_t ran); /* 1 if events are left that must wait for other lanes */
void merge_released(struct warp *warp, uint32_t lanes); /* these lanes go on from one stop */
void merge_flush(struct warp *warp); /* merge what is there, whoever is still to come */

/* ---- sites and accesses (access.c) ---- */
struct counts {
    uint64_t requests, lanes, bytes;
    uint64_t units;   /* global: sectors; shared: wavefronts; constant: distinct words */
    uint64_t ideal;   /* units that the same bytes would need at least */
    uint64_t hits;    /* global, with caches: sectors found in L1 */
    uint64_t lines;   /* global, with caches: 128-byte lines that requests touch */
    uint64_t l2_hits; /* … sectors missing in L1 that L2 has */
};
enum { SPACES = 3 }; /* EMU_GLOBAL, EMU_SHARED, EMU_CONSTANT are counted */

enum { SAID_BOUNDS, SAID_MISALIGNED, SAID_RACE, SAID_UNINITIALISED, SAID_RULE, SAID };

/* One place in the program that accesses memory, or one basic block. */
struct site {
    uint32_t word;
    unsigned bytes; /* of one access; 0: varies (EXTENT_CODE) */
    /* the basic block, in flow.c's graph, that this is or that it was seen in first; -1: none */
    int node;
    int ranged;
    /* the pattern of the last access: addresses relative to the first lane's */
    uint32_t mask;
    unsigned lanes;
    int64_t low, high;
    uint64_t odd; /* all offsets or-ed: their common alignment */
    uint64_t offset[EMU_WARP];
    uint8_t units[32]; /* by the phase of the first address; 0: not known yet */
    uint8_t least;     /* shared memory: without bank conflicts */
    /* the area of the last access */
    enum emu_space space;
    uintptr_t begin, end;
    const struct emu_area *area;
    struct counts count[SPACES];
    uint64_t base, step, regular; /* first address; its change; how often that was the same */
    /* of a basic block: how often a warp has entered it whole; how often a lane of a warp that has
     * parted has (how many of these go together is not known) */
    uint64_t entered, entered_apart;
    uint8_t said[SAID];           /* how often it was reported in this launch */
    /* races.c: this is a compare-and-swap; its lanes had read the word plainly, in another place;
     * this is such a place; how often that was looked into */
    uint8_t compares, verifies, verified, looked;
    uint8_t is_volatile, block_scope; /* an access, an atomic of these kinds */
    uint8_t arrives_later;            /* an asynchronous copy begins here */
    uint8_t own_stacks; /* with the last pattern each lane was in its own local memory */
};
/* A place reports each of these at most so often in a launch: what it says is the same, and saying
 * it is slow. */
enum { MOST_SAID = 100 };
static inline int may_say(struct site *site, unsigned what)
{
    return site->said[what] < MOST_SAID && ++site->said[what];
}
struct site *site_of(uint32_t word);
size_t site_total(void);
struct site *site_at(size_t index);
void sites_new_launch(void); /* counters to zero, areas forgotten */

/* One warp-level access of one kind, all lanes in one space. Addresses of lanes outside `mask` are
 * meaningless. */
struct access {
    struct site *site;
    struct warp *warp;
    enum event_type type;
    enum emu_space space;
    uint32_t mask;
    unsigned lanes, bytes; /* bytes of each lane: 1, 2, 4, 8, 16 */
    int uniform;           /* all lanes have one address */
    uint64_t low, span;    /* all bytes touched lie in [low, low + span); span 0: not known */
    const struct emu_area *area;
    const uint64_t *address; /* by lane */
    const uint64_t *old;     /* by lane, writes only, else NULL */
};
/* A warp-level access as merged; `address` and `old` by lane. */
void access_merged(struct warp *warp, struct site *site, uint32_t mask, const uint64_t *address,
                   const uint64_t *old);
/* … of `extent` bytes a lane, which the GPU does in pieces. */
void access_merged_extent(struct warp *warp, struct site *site, uint32_t mask,
                          const uint64_t *address, uint64_t extent);

/* The asynchronous copies of these lanes that began at one place have arrived; `word` and the rest
 * as their event has them. */
void access_arrived(struct warp *warp, uint32_t mask, uint32_t word, const uint64_t *address,
                    const uint64_t *old);

/* ---- rules of the memory units (units.c); addresses by lane, lanes in mask ---- */
unsigned units_sectors(const uint64_t *address, uint32_t mask, unsigned bytes);
/* *least: the wavefronts that no arrangement of these lanes could do without. */
unsigned units_wavefronts(const uint64_t *address, uint32_t mask, unsigned bytes,
                          enum event_type type, unsigned *least);
unsigned units_atomic_sectors(const uint64_t *address, uint32_t mask);
unsigned units_words(const uint64_t *address, uint32_t mask);

/* ---- observers: told of every warp-level access in global, shared or constant memory ---- */
extern struct checks {
    int races, uninitialised, caches;
} emu_checks;
extern int checks_any; /* any of them is on in this launch */
void observers_access(const struct access *access);
void observers_begin_block(void);
void observers_end_block(void);

/* A thread's own memory: its stack, the kernel's parameters. */
int access_is_local(uint64_t address);

/* bounds.c: the live area that holds these bytes, or NULL after a finding. */
const struct emu_area *bounds_area(const struct warp *warp, unsigned lane, struct site *site,
                                   uint64_t address, unsigned bytes);
/* The area that the program meant, perhaps, with an address that lies in none; or NULL. */
const struct emu_area *bounds_near(uint64_t address);
/* The running thread is about to store outside its stack, device memory and shared variables:
 * returns where that is some other memory of a kernel. What lies elsewhere is the emulator's or the
 * host's, and must stay whole: a finding, and the launch ends. */
void bounds_stray_store(uintptr_t address, uint32_t word, unsigned bytes);
/* A thread's local memory that another thread touches. */
void bounds_others_stack(const struct warp *warp, unsigned lane, struct site *site,
                         uint64_t address, unsigned bytes);
void bounds_misaligned(const struct warp *warp, struct site *site, uint32_t mask,
                       const uint64_t *address, unsigned bytes);
/* The finding, of the running thread or of whom finding_blame named. */
void bounds_say_misaligned(uint32_t word, uint64_t address, unsigned bytes);

/* writes.c: a store or an atomic in site->area, which has a rule, at [low, end); begin … end of
 * the site become the row that it is in. */
void writes_look(const struct warp *warp, struct site *site, uint32_t mask, const uint64_t *address,
                 unsigned bytes, uint64_t low, uint64_t end);
/* … of one lane, in an area with a rule. */
void writes_lane(const struct warp *warp, unsigned lane, struct site *site,
                 const struct emu_area *area, uint64_t address, unsigned bytes);

/* races.c */
void races_begin_launch(void);
void races_begin_block(void);
void races_end_block(void);
void races_end_launch(void);
void races_warp_turn(
    struct warp *warp); /* the warp has its turn: what it does now comes after what was */
/* These lanes have made an exchange; __syncwarp orders memory. */
void races_exchange(struct warp *warp, uint32_t lanes, int orders_memory);
void races_barrier(void);
void races_grid_barrier(void);
void races_access(const struct access *access);
/* A fence or a volatile access in this launch: from now on lanes are looked at one by one, as soon
 * as they have stopped. */
extern int races_by_lane;
void races_watch_lanes(void);
void races_lane(struct warp *warp, unsigned lane);

/* compares.c: a compare-and-swap; notes the place that has read the words for it */
void compares_look(const struct access *access);
/* … in what a lane has recorded */
void compares_ahead(const struct lane *lane, unsigned number);

/* uninit.c */
void uninit_begin_launch(void);
void uninit_access(const struct access *access);
void uninit_arrived(const struct access *access);

int uninit_any(void); /* such a read was found in this launch */

/* garbage.c */
void garbage_begin_launch(int watched);
void garbage_begin_block(void);
void garbage_touched(
    const struct emu_area *area); /* shared memory, for the first time in this block */
void garbage_until_it_arrives(void *to, size_t bytes); /* an asynchronous copy goes there */
/* 1 unless the launch that has just run has the same results with other garbage; `run` runs its
 * blocks. */
int garbage_matters(void (*run)(void));

/* caches.c */
struct launch_record;
void caches_begin_launch(void);
void caches_begin_block(void);
void caches_access(const struct access *access);
void caches_end_launch(struct launch_record *record);

/* addresses.c: 1 if EMU_ADDRESSES asks for them */
int addresses_begin_launch(void);
void addresses_access(const struct access *access);

/* watchdog.c */
extern volatile unsigned long watchdog_progress; /* blocks finished */
void watchdog_start(int hasty); /* soon, and without a finding: the launch may be tried again */
void watchdog_stop(void);
void watchdog_say(const void *pc); /* the finding, once, if the launch is stopped for its time */

/* ---- launch.c ---- */
extern int launch_fault; /* bounds.c: the first illegal access as a cudaError_t, else 0 */
const struct emu_area *launch_dynamic_area(void);
const struct emu_area *
launch_area_of(uintptr_t address);   /* as emu_area_of, dynamic shared memory too */
int warp_guarded(void (*run)(void)); /* 0, or why warp_give_up was called */
/* What warps have done since the launch began: exchanges of any kind; those that are shuffles, or
 * matrix instructions; and the events of the warp that had most. */
enum {
    WARP_EXCHANGES,
    WARP_SHUFFLES,
    WARP_MATRIX,
    WARP_LONGEST,
    WARP_EVENTS
};
extern uint64_t warp_events[WARP_EVENTS], warp_barriers;
extern unsigned warp_rows; /* rows merged in this turn of the warp */

/* ---- findings.c ---- */
/* Who is to blame for the next finding, while merging; warp NULL: the thread that runs. */
void finding_blame(const struct warp *warp, unsigned lane);

/* ---- lines.c: source lines; pc is a return address ---- */
struct source_line {
    const char *file; /* as the compiler was given it; NULL: unknown */
    unsigned line;
};
struct source_line line_of(const void *pc);
int same_line(const void *a, const void *b);
const char *line_name(const void *pc); /* "file.cu:12", in a static buffer of a few */

/* Where the API call stands that the program is in (emu_at). */
struct source_line finding_host_place(void);

__attribute__((noreturn)) void die_of_memory(const char *what);

#endif
