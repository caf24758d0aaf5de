/* One device image on its way from clang's text of it to an object file: shared by the steps that
 * compile.c calls one after the other. LLVM 14 to 19; pointers may have types or not. */
#pragma once

#include "program/basics.h"
#include "program/device_image.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

struct unit {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTypeRef nothing, bit, i8, i32, i64, bytes; /* bytes: i8 * */
    const char *id;
    uint64_t dynamic_width; /* as in program/device_image.h */
    int takes_lambdas;      /* nvcc's --extended-lambda */
    int has_short_numbers;  /* the program has numbers of 16 bits (counters.c) */
    LLVMValueRef *kernels;
    uint32_t *most_threads; /* of each; 0: not said */
    unsigned kernel_count;
};

/* ---- walks: what is visited may be erased, and something be put before or behind it ---- */
#define EACH_FUNCTION(f, u)                                                                        \
    for (LLVMValueRef f = LLVMGetFirstFunction((u)->module); f; f = LLVMGetNextFunction(f))
#define EACH_VARIABLE(v, u)                                                                        \
    for (LLVMValueRef v = LLVMGetFirstGlobal((u)->module), v##_next;                               \
         v && (v##_next = LLVMGetNextGlobal(v), 1); v = v##_next)
#define EACH_BLOCK(b, function)                                                                    \
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
#define EACH_INSTRUCTION(i, block)                                                                 \
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), i##_next;                                \
         i && (i##_next = LLVMGetNextInstruction(i), 1); i = i##_next)
#define EACH_INSTRUCTION_OF(i, u)                                                                  \
    EACH_FUNCTION (i##_function, u)                                                                \
        EACH_BLOCK (i##_block, i##_function)                                                       \
            EACH_INSTRUCTION (i, i##_block)
#define EACH_SUCCESSOR(to, end)                                                                    \
    for (unsigned to##_way = 0; to##_way < LLVMGetNumSuccessors(end); to##_way++)                  \
        for (LLVMBasicBlockRef to = LLVMGetSuccessor(end, to##_way); to; to = NULL)
/* … that uses a value; not to be left by a break. */
#define EACH_USER(user, value)                                                                     \
    for (LLVMUseRef user##_at = LLVMGetFirstUse(value); user##_at;                                 \
         user##_at = LLVMGetNextUse(user##_at))                                                    \
        for (LLVMValueRef user = LLVMGetUser(user##_at); user; user = NULL)

/* ---- names (unit.c) ---- */
const char *name_of(LLVMValueRef value);
int is_named(LLVMValueRef value, const char *name);
int begins_with(LLVMValueRef value, const char *prefix);
/* The function of the runtime's, declared where it is not yet. `type` is its own. */
LLVMValueRef runtime_function(struct unit *u, const char *name, LLVMTypeRef type);
/* … called at the builder's place; its parameters are of the arguments' types. */
LLVMValueRef call_runtime(struct unit *u, const char *name, LLVMTypeRef result,
                          LLVMValueRef *argument, unsigned count);
LLVMValueRef number32(const struct unit *u, uint64_t value);
LLVMValueRef number64(const struct unit *u, uint64_t value);
int is_step(LLVMValueRef value); /* a cast, or one from an address to another */
/* What an address was made of, through casts and steps: an alloca, a variable, an argument, … */
LLVMValueRef base_of(LLVMValueRef address);
uint64_t size_of(const struct unit *u, LLVMTypeRef type); /* bytes */
unsigned attribute_kind(const char *name);
LLVMAttributeRef argument_attribute(LLVMValueRef function, unsigned argument, const char *name);
int is_by_value(LLVMValueRef argument);   /* a structure of the function's own */
int is_lifetime(LLVMValueRef i);          /* llvm.lifetime.start or .end */
uint64_t constant_of(LLVMValueRef value); /* 0: it is none */
/* The parts of a node of metadata, and how many: 0 of NULL, and where there are more than that. */
enum { MOST_PARTS = 32 };
unsigned parts_of(LLVMValueRef node, LLVMValueRef part[MOST_PARTS]);
const char *string_of(LLVMValueRef part);   /* NULL: it is none */
const char *file_of(LLVMMetadataRef scope); /* NULL: not known */
int is_kernel(const struct unit *u, LLVMValueRef function);
int is_of_emulator(LLVMValueRef function); /* of include/, or the compiler's own */
/* The program's __attribute__((annotate(word))) (refusals.c). */
int is_annotated(const struct unit *u, LLVMValueRef value, const char *word);
/* "file:line:column: error: …" at the instruction or function, and the end of the program. */
__attribute__((noreturn, format(printf, 2, 3))) void refuse(LLVMValueRef at, const char *format,
                                                            ...);
__attribute__((noreturn, format(printf, 1, 2))) void die(const char *format, ...);
/* `list`, of `count` elements of `size` bytes, with room for one more; that one. */
void *one_more(void *list, unsigned count, size_t size);
#define ONE_MORE(list, count)                                                                      \
    (*((list) = one_more(list, count, sizeof *(list)), &(list)[(count)++]))
/* The builder's place: before `next`, at the line of `like`; NULL: of none. */
void build_before(struct unit *u, LLVMValueRef next, LLVMValueRef like);

/* ---- lists of values, and who needs a value (unit.c) ---- */
enum { MOST_LISTED = 512 };
struct list {
    LLVMValueRef value[MOST_LISTED];
    unsigned count;
};

int list_has(const struct list *l, LLVMValueRef value);
int list_add(struct list *l, LLVMValueRef value); /* 0: it was there, or the list is full */
/* The instructions that need the value, through those that hand it on and own variables. */
void users_of(LLVMValueRef value, int (*hands_on)(LLVMValueRef), struct list *users);
/* A user that is not fine (user, the value that it uses, `of`), or NULL: all are. Those that hand
 * it on are followed. */
LLVMValueRef other_user(LLVMValueRef value, int (*hands_on)(LLVMValueRef),
                        int (*is_fine)(LLVMValueRef, LLVMValueRef, const void *), const void *of);

/* ---- the blocks of a function in order, and its loops (loops.c) ---- */
struct loop {
    unsigned first, count; /* its blocks, which follow each other; none: no loop */
};
void order_blocks(LLVMValueRef function); /* what follows is said of this one */
unsigned ordered_blocks(void);            /* that can be reached */
LLVMBasicBlockRef block_at(unsigned place);
LLVMValueRef first_in(LLVMBasicBlockRef block);   /* behind phis */
unsigned place_in_order(LLVMBasicBlockRef block); /* beyond the last: it cannot be reached */
int in_loop(struct loop l, LLVMBasicBlockRef block);
/* The smallest loop around the block that is larger than `inner`. */
struct loop loop_around(LLVMBasicBlockRef block, struct loop inner);
LLVMValueRef end_of_round(struct loop l); /* the branch back to its first block */
/* Each way from its blocks, in the loop or out of it: the branch, and where it leads to. */
#define EACH_WAY(end, to, l)                                                                       \
    for (unsigned to##_at = (l).first; to##_at < (l).first + (l).count; to##_at++)                 \
        for (LLVMValueRef end = LLVMGetBasicBlockTerminator(block_at(to##_at)); end; end = NULL)   \
            EACH_SUCCESSOR (to, end)

/* ---- the steps ---- */
#define MANAGED_SLOT "emu.managed."
void read_image(struct unit *u, const char *file);
/* Ends the program where one of the recording's own names is used (refusals.c). */
void check_names(const struct unit *u);
/* Before the optimizer: what is the GPU's becomes what the runtime has (prepare.c). */
void prepare(struct unit *u);
void check_as_nvcc(struct unit *u);                    /* refusals.c */
void translate_ptx(struct unit *u, LLVMValueRef call); /* assembly.c */
void keep_apart(struct unit *u, LLVMValueRef call);
unsigned argument_alignment(LLVMValueRef call, unsigned argument);
void build_check(struct unit *u, LLVMValueRef what, LLVMValueRef index, LLVMValueRef is_right,
                 enum check_kind kind); /* branches.c */
void check_in_line(struct unit *u, LLVMValueRef call);
void check_overflows(struct unit *u); /* overflow.c */
/* Of the function that was put in order last (unset.c, counters.c). */
void check_values(struct unit *u, LLVMValueRef function);
void check_counters(struct unit *u, LLVMValueRef function);
LLVMValueRef text(struct unit *u, const char *from); /* NULL: null (tables.c) */
void mark_returns(struct unit *u);
void optimize(struct unit *u, const char *passes);
void drop_reloads(struct unit *u); /* emit.c */
/* Events before accesses, at the start of blocks, around functions (instrument.c). */
void record(struct unit *u);
/* Where loaded values are needed; a load's site, else NULL (uses.c). `rounds`: loads ahead. */
void record_uses(struct unit *u, LLVMValueRef function);
LLVMValueRef site_of_use(LLVMValueRef load);
/* What `#pragma unroll` says: 0: nothing; 1: not to; more than a million: as far as it can be. */
unsigned pragma_of(LLVMValueRef end_of_round);
void record_use(struct unit *u, LLVMValueRef at, LLVMValueRef site, unsigned rounds);
/* The tables of device_image.h (tables.c). */
void write_tables(struct unit *u);
LLVMValueRef as_bytes(const struct unit *u, LLVMValueRef address);
LLVMValueRef array_of(struct unit *u, LLVMValueRef *value, unsigned count); /* 0: null */
void write_blocks(struct unit *u); /* of this function (site_table.c) */
LLVMValueRef site_at(struct unit *u, LLVMValueRef instruction);   /* a new one; its address */
LLVMValueRef host_site(struct unit *u, LLVMValueRef instruction); /* … of the host's side */
/* Has the file that it is from, or that it was put in line into, `folder` in its name? */
int is_from_folder(LLVMValueRef instruction, const char *folder);
void write_sites(struct unit *u);
void write_object(struct unit *u, const char *file); /* of the device's side */
void emit_object(struct unit *u, const char *file);

/* ---- what compile.c asks clang to do (clang.c) ---- */
enum { MOST_WORDS = 512 };
#define HEADERS_DEVICE "headers.device.pch"
#define HEADERS_HOST   "headers.host.pch"
#define HEADERS_NOTE   "headers.folder"

struct request {
    const char *source, *to;
    const char *preprocessed; /* only the text after the preprocessor, to this file */
    const char *headers;      /* only cuda_runtime.h, to this folder */
    int relaxed;              /* --expt-relaxed-constexpr */
    int takes_lambdas;        /* --extended-lambda */
    const char *options[MOST_WORDS / 4], *on_host[MOST_WORDS / 4]; /* end with NULL */
};

/* `id`: of the device's side, for the host's, or NULL. `said`: a file for messages, or NULL. */
enum side { HOST, DEVICE };
pid_t start_clang(const struct request *r, enum side side, const char *to, const char *id,
                  const char *said);
void say(const char *said); /* shows them (say.c) */
int status_of(pid_t child);
void make_host(const char *from, const char *to); /* LLVM's form of it becomes an object (host.c) */
int join(const char *host, const char *device, const char *to); /* ld -r */
const char *include_folder(void);                               /* unit.c */
char *joined(const char *a, const char *b);
