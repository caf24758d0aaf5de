/* What is recorded of launches for the view: a sample of accesses with each lane's address, what
 * the lanes of some warps did one after the other, and who met in a cell of memory. */
#pragma once

#include "counters/record.h"
#include "program/findings.h"

/* The limits of the sample; view_json.c writes them into the file, too. */
enum {
    VIEW_LAUNCHES = 24,    /* launches of one program */
    VIEW_PER_KERNEL = 2,   /* … of one kernel */
    VIEW_ALL_BLOCKS = 8,   /* a grid of at most so many blocks: all; else first, middle, last */
    VIEW_BLOCK_WARPS = 32, /* a block has no more warps */
    VIEW_ACCESSES = 64,    /* of one place by one warp: the first */
    VIEW_EVENTS = 512,     /* of the life of one warp: the first */
    VIEW_CELLS = 4096,     /* words of one shared array */
    VIEW_BYTES = 1200000,  /* of the file, roughly: half to the first launch, and so on */
    VIEW_SLOTS = 64 /* warps of the blocks chosen: all if there are no more, else four a block */
};

struct view_pattern { /* addresses relative to that of the first lane in mask */
    uint32_t mask;
    int64_t offset[EMU_WARP];
};

struct view_access {
    uint32_t word; /* the place in the program (lanes/events.h) */
    enum emu_space space;
    uint64_t block;
    unsigned warp, time; /* time: its place in the warp's life; 0: not followed */
    unsigned ordinal;    /* among those of this place by this warp, from 0 on */
    unsigned pattern, bytes, units, ideal;
    int area;       /* of the first lane; -1: none */
    int64_t offset; /* of the first lane, in that area */
};

struct view_area {
    char name[80];
    enum emu_space space;
    uintptr_t begin, end;
};

enum view_event_kind { VIEW_ACCESS, VIEW_BARRIER, VIEW_EXCHANGE };
struct view_event {
    enum view_event_kind kind;
    const void *pc;
    uint32_t mask;
};

enum view_way_kind { VIEW_LOAD, VIEW_COPY, VIEW_WAIT };
struct view_way { /* what comes under way, or a wait */
    enum view_way_kind kind;
    unsigned time; /* events before it */
    struct wait wait;
};

struct view_life {      /* of one warp of a sampled block */
    unsigned count, of; /* of: events there were */
    struct view_event event[VIEW_EVENTS];
    unsigned ways;
    struct view_way way[VIEW_EVENTS];
};

struct view_touch { /* of a word of memory */
    uint32_t word;  /* the place; 0: none yet */
    uint64_t block;
    unsigned thread, interval; /* in the block; how many barriers it had met before */
};

struct view_cell {
    uint64_t key, owner;            /* address / 4; of shared memory: the block */
    struct view_touch write, other; /* the last store, the last load or atomic */
};

/* A finding, the access at which it was made, and who had been at the cell before. */
struct view_meeting {
    enum emu_finding_kind kind;
    unsigned line, lane;
    size_t access;
    int64_t offset;
    struct view_cell before;
};

struct view_map { /* who wrote and read the words of one shared array in one block */
    int area;
    uint64_t block;
    size_t words, count; /* count: of them that are here */
    struct view_cell *cell;
};

enum { VIEW_MEETINGS = 32, VIEW_AREAS = 64, VIEW_MAPS = 16 };
struct view_launch {
    size_t record; /* index in emu_records */
    uint64_t blocks, sampled[VIEW_ALL_BLOCKS], followed[VIEW_BLOCK_WARPS];
    unsigned sampled_blocks, warps, followed_warps;
    struct view_access *access;
    size_t accesses, access_room, bytes, budget;
    uint64_t left_out; /* accesses that are not in the sample */
    struct view_pattern *pattern;
    size_t patterns, pattern_room;
    struct view_area area[VIEW_AREAS];
    int areas;
    struct view_life *life[VIEW_SLOTS];
    struct view_meeting meeting[VIEW_MEETINGS];
    unsigned meetings;
    struct view_map map[VIEW_MAPS];
    unsigned maps;
};

extern struct view_launch view_launches[VIEW_LAUNCHES];
extern size_t view_launch_count;
extern struct view_launch *view_now; /* NULL: the launch that runs is not recorded */

/* ---- recorder.c ---- */
void view_forget_earlier(void); /* all launches, where the program has begun anew (emu_begin) */
int view_area_index(const struct emu_area *area); /* -1: none, or too many */
/* Adds it, whatever the sample's rules; its index. */
size_t view_keep(const struct access *access, unsigned time, unsigned ordinal);

/* ---- meetings.c ---- */
void view_meetings_begin(void);
void view_meetings_check(const struct access *access);
void view_touch(const struct access *access);
void view_first_interval(void); /* emu_block begins */
void view_next_interval(void);  /* … meets at a barrier */
void view_keep_maps(void);      /* of emu_block, if it is to be kept */

/* ---- view_json.c ---- */
void view_write(void); /* the file that EMU_VIEW names; once, when the program ends */
