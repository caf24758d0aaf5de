/* What a step is worth, and whether its idea has been reached: counters of one launch with their
 * limits and the words for them, and the time that full points ask for. labs/ has one file of data
 * for each .cu file; lessons.c, compiled once, makes the tables of them that all programs ask. */
#pragma once

#include "lab/question.h"

enum { LAB_RULES = 8, LAB_MOST_STEPS = 32 /* of one lab */, LAB_ALL_STEPS = 128 };
enum { LAB_COUNTED = 2 /* launches of a step whose counters are taken, at most */ };

/* One counter of one launch. A rule that asks for nothing has zeros. */
struct lab_rule {
    const char *metric, *what;
    /* Full marks up to at_most, none from none_at on, linear between; none_at 0: no such bound. */
    double at_most, none_at;
    double wanted;   /* use of what the step teaches: full marks from here, in proportion below */
    double at_least; /* compulsory: what no honest launch can stay below */
    double also;     /* at_most, where the lesson counts once more; 0: no limit there */
    const char *hint;
};

struct lab_lesson {
    enum lab_problem problem;
    /* correctness: its share of the points, 0.7 where it is left out; the rest: efficiency */
    double points, correctness;
    struct lab_size size;  /* near which counters are taken (lab_lesson_at) */
    struct lab_size also;  /* and once more, for the rules' limits `also`; zeros: nowhere */
    struct lab_size timed; /* where times are, on a large GPU; zeros: where the problem's are */
    /* Of the efficiency points, on a GPU, this share goes to the time over the reference's. Left
     * out: a half, all of it at 1.2 times, none at 4. */
    struct {
        double share, full_at, none_at;
    } time;
    struct lab_rule rule[LAB_RULES]; /* as far as there is a metric */
    int rules;                       /* so many; lessons.c counts */
    int optional;                    /* nobody is led to it */
    int untried[2]; /* TODOs, first to last, that only compute capability 9.0 tries; 0: none */
};

/* What a launch has reached of a lesson (engine/attainment.h). */
enum lab_reached {
    LAB_REACHED,
    LAB_NOT_REACHED,  /* right, but …: `rule` says what costs most */
    LAB_NOT_COMPUTED, /* fewer than any honest launch has of what `rule` counts */
    LAB_NOT_COUNTED   /* nothing is known of what `rule` counts */
};

struct lab_attainment {
    enum lab_reached how;
    const struct lab_rule *rule; /* NULL: the lesson is reached */
    double count, limit;         /* of that rule */
    double share;                /* of the points that the counters give: 0 to 1 */
};

enum lab_track { LAB_CORE, LAB_EXPERT /* its points are a bonus */ };

/* A lab's core is labs/08_thread_tiled_gemm/thread_tiled_gemm.cu: its id is 08_thread_tiled_gemm,
 * and LAB=08 names it. An expert file beside it, hopper.cu, has the id
 * 08_thread_tiled_gemm_hopper, and LAB=08/hopper names it. Tables, pages, records and results are
 * called by the id. */
struct lab_file {
    const char *lab; /* the id */
    enum lab_track track;
    const char *folder; /* the id of the core that it lies beside, or is */
    const char *name;   /* without ".cu" */
    char called[48];    /* by LAB=: "08", "08/hopper" */
};

struct lab_step {
    const char *lab, *name;
    const char *prepare; /* as the data have it: "NONE" */
    int step;            /* its number */
    enum lab_problem problem;
    struct lab_lesson lesson;
};

/* Counters, and how a message calls them: the first two fields of a rule. */
#define LAB_SECTORS_LOADED                                                                         \
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "32-byte sectors loaded from global memory"
#define LAB_SECTORS_STORED                                                                         \
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "32-byte sectors stored to global memory"
#define LAB_SECTORS_OF_ATOMICS                                                                     \
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", "32-byte sectors of atomics"
#define LAB_LOAD_REQUESTS                                                                          \
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "load requests to global memory"
#define LAB_STORE_REQUESTS                                                                         \
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "store requests to global memory"
#define LAB_CONSTANT_READS "idc__requests.sum", "reads of constant memory"
#define LAB_SHARED_WAVEFRONTS                                                                      \
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "shared-memory wavefronts of loads"
#define LAB_LOAD_CONFLICTS                                                                         \
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",                                    \
        "bank conflicts of loads from shared memory"
#define LAB_STORE_CONFLICTS                                                                        \
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",                                    \
        "bank conflicts of stores to shared memory"
#define LAB_SHARED_LOADS                                                                           \
    "smsp__inst_executed_op_shared_ld.sum", "load instructions on shared memory"
#define LAB_BUSIEST_WARP "emu__longest_warp.sum", "accesses and branches of the busiest warp"
#define LAB_ACCESSES     "emu__accesses.sum", "accesses of threads to memory"
#define LAB_SHUFFLES     "emu__shuffles.sum", "shuffles"
#define LAB_BARRIERS     "emu__barriers.sum", "barriers of blocks"
#define LAB_BLOCKS_APART                                                                           \
    "emu__blocks_apart.sum", "basic blocks entered by lanes whose warp has diverged"
#define LAB_MATRIX_INSTRUCTIONS "emu__matrix_instructions.sum", "matrix instructions of a warp"
#define LAB_POPCS               "emu__popcs.sum", "POPC instructions of threads"
#define LAB_ASYNC_COPIES        "emu__async_copies.sum", "asynchronous copies of a warp"
#define LAB_LOADS_UNDER_WAY                                                                        \
    "emu__loads_under_way.ratio", "loads of a warp under way when the first is needed"
#define LAB_BEFORE_USE                                                                             \
    "emu__accesses_before_use.ratio",                                                              \
        "other accesses of a warp between a load and the use of its value"
#define LAB_THREADS "launch__thread_count", "threads"
/* of an idea that only a clock sees */
#define LAB_TIMED_STRICTLY .time = {.share = 0.5, .full_at = 1.2, .none_at = 2}
#define LAB_TIMED_ALONE    .time = {.share = 1, .full_at = 1.2, .none_at = 2}

/* What the emulator makes of a float4's members, for a hint. */
#define LAB_READ_WHOLE                                                                             \
    "Members read one by one straight from memory count as four accesses in the emulator: copy "   \
    "the float4 into a variable first."
#define LAB_WRITE_WHOLE                                                                            \
    "Members written one by one to memory count as four accesses in the emulator: write the "      \
    "whole float4."

#ifdef __cplusplus
extern "C" {
#endif
/* All files, in order: each core, and after it its expert files. Their number. The first call of
 * each of these two is to be made by one thread. */
int lab_files(const struct lab_file **files);
/* All steps of all labs, in order; their number. */
int lab_all_steps(const struct lab_step **steps);
/* NULL if there is no lab of this id. */
const struct lab_file *lab_file_of(const char *lab);
/* The lab that the first step of this one is compared with: the core before a core, and what is
 * listed before an expert file. NULL: there is none. */
const struct lab_file *lab_file_before(const char *lab);
/* Does LAB=said mean this lab: its id, what it is called, with a zero in front or not (8/hopper),
 * or its folder and its name (08_thread_tiled_gemm/hopper)? */
int lab_is_called(const char *said, const char *lab);
/* The steps of the lab called `id`, in order; their number, 0 if there is no such lab. */
int lab_steps_of(const char *id, const struct lab_step **steps);
/* The lesson of one step; NULL if there is no such step. */
const struct lab_lesson *lab_lesson_of(const char *lab, int step);
/* What of a step that passes was not tried, but on a GPU of compute capability 9.0: the TODOs
 * between #if HOPPER_KNOWN and #endif, which a test finds in the text. Empty if there are none. */
#define LAB_UNTRIED                                                                                \
    "TODO %d to %d were not tried: they need a GPU of compute capability 9.0 (BACKEND=gpu)."
const char *lab_untried(const char *lab, int step, int major, int minor, int emulator, char *text,
                        size_t size);
#ifdef __cplusplus
}
#endif
