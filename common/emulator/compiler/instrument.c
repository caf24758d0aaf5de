/* After the optimizer: what is left of loads, stores and blocks is what a GPU would do, and becomes
 * events. The code that is put in line is inline.c's. */
#include "unit.h"

#include "lanes/events.h"

enum { MOST_PIECE = 16 };

/* ---- the words of events: where, and what ---- */

static LLVMValueRef word_at(struct unit *u, LLVMValueRef site, enum event_type type, unsigned code)
{
    LLVMValueRef low =
        LLVMBuildTrunc(u->builder, LLVMBuildPtrToInt(u->builder, site, u->i64, ""), u->i32, "");
    const uint32_t tag = (uint32_t)type << TYPE_SHIFT | (uint32_t)code << SIZE_SHIFT;
    return tag ? LLVMBuildAdd(u->builder, low, number32(u, tag), "") : low;
}

static LLVMValueRef as_number(struct unit *u, LLVMValueRef address)
    IS(LLVMBuildPtrToInt(u->builder, address, u->i64, ""));

static void call_access(struct unit *u, const char *name, LLVMValueRef address, LLVMValueRef word)
{
    LLVMValueRef arguments[] = {as_number(u, address), word};
    call_runtime(u, name, u->nothing, arguments, 2);
}

/* Does it hang on data, or on the thread? What only loops count nvcc knows: it unrolls them. */
static int is_of_data(LLVMValueRef value, int deep)
{
    int is = LLVMIsALoadInst(value) || LLVMIsACallInst(value),
        left = LLVMIsAInstruction(value) && deep > 0 ? LLVMGetNumOperands(value) : 0;
    while (!is && left > 0)
        is = is_of_data(LLVMGetOperand(value, (unsigned)--left), deep - 1);
    return is;
}

/* The thread's own, what the compiler made for itself, and of a constant table what nvcc knows. */
static int is_unseen(LLVMValueRef address)
{
    static const char *const made[] = {MANAGED_SLOT, "emu_unset_bits", "__const.", "switch.", "."};
    LLVMValueRef base = base_of(address);
    if (!LLVMIsAGlobalVariable(base))
        return LLVMIsAAllocaInst(base) || (LLVMIsAArgument(base) && is_by_value(base));
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        if (begins_with(base, made[i]))
            return 1;
    return LLVMIsGlobalConstant(base) && !LLVMIsExternallyInitialized(base) &&
           !is_of_data(address, 8);
}

static void record_pieces(struct unit *u, LLVMValueRef at, LLVMValueRef address,
                          enum event_type type, LLVMValueRef bytes, unsigned alignment)
{
    const unsigned piece = alignment < MOST_PIECE ? alignment : MOST_PIECE;
    LLVMValueRef arguments[] = {as_number(u, address),
                                word_at(u, site_at(u, at), type, EXTENT_CODE), bytes,
                                number32(u, piece)};
    call_runtime(u, "emu_pieces", u->nothing, arguments, 4);
}

static void record_access(struct unit *u, LLVMValueRef i)
{
    const int is_store = LLVMIsAStoreInst(i) != NULL;
    LLVMValueRef address = LLVMGetOperand(i, is_store ? 1 : 0);
    LLVMTypeRef type = LLVMTypeOf(is_store ? LLVMGetOperand(i, 0) : i);
    const uint64_t bytes = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(u->module), type);
    const unsigned alignment = LLVMGetAlignment(i);
    if (is_unseen(address))
        return;
    build_before(u, i, i);
    const int is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind; /* prepare.c */
    const int is_whole =
        bytes && bytes <= 16 && !(bytes & (bytes - 1)) && (is_vector || alignment >= bytes);
    const enum event_type event = is_store ? EV_WRITE : EV_READ;
    const unsigned code = is_whole ? (unsigned)__builtin_ctzll(bytes) : EXTENT_CODE;
    LLVMValueRef site = is_store ? NULL : site_of_use(i);
    LLVMValueRef word = word_at(u, site ? site : site_at(u, i), event, code);
    if (LLVMGetVolatile(i))
        call_access(u, "emu_before_volatile", address, word);
    if (!is_whole) {
        record_pieces(u, i, address, event, number64(u, bytes), alignment);
        return;
    }
    char name[32];
    snprintf(name, sizeof name, is_store ? "emu_inline_write%u" : "emu_inline_read",
             (unsigned)bytes);
    call_access(u, name, address, word);
}

/* What is left of memcpy, memmove and memset, as the compiler knows them. A GPU does in pieces of
 * its alignment what has a constant length, and the rest byte by byte. */
static void record_copy(struct unit *u, LLVMValueRef i, int reads)
{
    build_before(u, i, i);
    LLVMValueRef bytes = LLVMGetOperand(i, 2);
    bytes = LLVMBuildZExtOrBitCast(u->builder, bytes, u->i64, "");
    const int is_constant = LLVMIsAConstantInt(bytes) != NULL;
    unsigned to = argument_alignment(i, 0), from = reads ? argument_alignment(i, 1) : to;
    const unsigned both = !is_constant ? 1 : to < from ? to : from;
    if (reads && !is_unseen(LLVMGetOperand(i, 1)))
        record_pieces(u, i, LLVMGetOperand(i, 1), EV_READ, bytes, both);
    if (!is_unseen(LLVMGetOperand(i, 0)))
        record_pieces(u, i, LLVMGetOperand(i, 0), EV_WRITE, bytes, both);
}

/* What the runtime's functions say of their place, and the watchdog of a loop's. */
static void record_place(struct unit *u, LLVMValueRef i)
{
    build_before(u, i, i);
    LLVMValueRef site = site_at(u, i);
    call_runtime(u, "emu_inline_place", u->nothing, &site, 1);
}

/* A GPU counts the ones of 32 bits at a time. */
static void record_popc(struct unit *u, LLVMValueRef i)
{
    const uint64_t bytes = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(u->module), LLVMTypeOf(i));
    LLVMValueRef words = number64(u, (bytes + 3) / 4);
    build_before(u, i, i);
    call_runtime(u, "emu_inline_popc", u->nothing, &words, 1);
}

/* Nothing in it is recorded but uses, which have no order, and no other code entered. */
static int is_silent(LLVMBasicBlockRef block)
{
    EACH_INSTRUCTION (i, block) {
        const int is_call = LLVMIsACallInst(i) != NULL;
        LLVMValueRef callee = is_call ? LLVMGetCalledValue(i) : NULL;
        if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) {
            if (!is_unseen(LLVMGetOperand(i, LLVMIsAStoreInst(i) ? 1 : 0)))
                return 0;
        } else if (is_call && !begins_with(callee, "emu_inline_") &&
                   (!begins_with(callee, "llvm.") || begins_with(callee, "llvm.mem"))) {
            return 0;
        }
    }
    return 1;
}

static int is_silent_loop(struct loop l)
{
    unsigned i = l.first;
    while (i < l.first + l.count && is_silent(block_at(i)))
        i++;
    return i == l.first + l.count;
}

/* The largest loop around the block in which nothing is recorded. */
static struct loop silent_around(LLVMBasicBlockRef block)
{
    struct loop l = {0, 0}, wider;
    while ((wider = loop_around(block, l)).count && is_silent_loop(wider))
        l = wider;
    return l;
}

/* Is it the first round of the loop? Asked in its head. Without a loop: yes. */
static LLVMValueRef is_first_round(struct unit *u, struct loop l)
{
    if (!l.count)
        return LLVMConstInt(u->bit, 1, 0);
    LLVMBasicBlockRef head = block_at(l.first);
    LLVMPositionBuilderBefore(u->builder, LLVMGetFirstInstruction(head));
    LLVMValueRef first = LLVMBuildPhi(u->builder, u->bit, "");
    EACH_USER (branch, LLVMBasicBlockAsValue(head)) {
        LLVMBasicBlockRef from = LLVMGetInstructionParent(branch);
        LLVMValueRef value = LLVMConstInt(u->bit, !in_loop(l, from), 0);
        LLVMAddIncoming(first, &value, &from, 1);
    }
    return first;
}

/* What it needs is there after the first round of a silent loop. */
void record_use(struct unit *u, LLVMValueRef at, LLVMValueRef site, unsigned rounds)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(at);
    const struct loop l = silent_around(block), none = {0, 0};
    LLVMValueRef is_first = is_first_round(u, l.count && block == block_at(l.first) ? l : none);
    build_before(u, at, at);
    LLVMValueRef arguments[] = {number64(u, rounds), word_at(u, site, EV_FENCE, FENCE_USE),
                                is_first};
    call_runtime(u, "emu_inline_use", u->nothing, arguments, 3);
}

static void look_at(struct unit *u, LLVMValueRef i)
{
    const int is_access = LLVMIsALoadInst(i) || LLVMIsAStoreInst(i);
    if (is_access && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic) {
        record_access(u, i);
        return;
    }
    if (is_access || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i))
        refuse(i, "an atomic of C++ or of the compiler (std::atomic, __atomic_..., __sync_...), "
                  "for which nvcc has no device code: use atomicAdd, atomicCAS, atomicExch and "
                  "their like, and __threadfence()");
    if (!LLVMIsACallInst(i))
        return;
    LLVMValueRef callee = LLVMGetCalledValue(i);
    if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee))
        return;
    if (begins_with(callee, "llvm.memcpy.") || begins_with(callee, "llvm.memmove."))
        record_copy(u, i, 1);
    else if (begins_with(callee, "llvm.memset."))
        record_copy(u, i, 0);
    else if (begins_with(callee, "llvm.ctpop."))
        record_popc(u, i);
    else if (begins_with(callee, "llvm.nvvm."))
        refuse(i, "%s is not supported by the emulator", name_of(callee));
    else if (is_named(callee, "emu_inline_check"))
        LLVMSetOperand(i, 4, site_at(u, i));
    else if (is_named(callee, "emu_inline_use"))
        return;
    else if (!begins_with(callee, "llvm."))
        record_place(u, i);
}

/* ---- control flow ---- */

/* A block is known by the line of its first access or, without one, the first there is. */
static LLVMValueRef first_access(LLVMValueRef from)
{
    LLVMValueRef placed = NULL;
    for (LLVMValueRef i = from; i; i = LLVMGetNextInstruction(i))
        if (LLVMGetDebugLocLine(i)) {
            if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i))
                return i;
            placed = placed ? placed : i;
        }
    return placed ? placed : from;
}

/* `l`: told in its first round alone. */
static void flow(struct unit *u, LLVMValueRef at, enum event_type type, struct loop l)
{
    LLVMValueRef is_told = is_first_round(u, l);
    build_before(u, at, at);
    LLVMValueRef shown = type == EV_BLOCK ? first_access(at) : at;
    LLVMValueRef arguments[] = {word_at(u, site_at(u, shown), type, 0), is_told};
    call_runtime(u, "emu_inline_flow", u->nothing, arguments, 2);
}

/* Lanes are held against each other at what is recorded (lanes/flow.c), so a loop in which nothing
 * is counts as one block. Its head says where the lane is, should it never end. */
static void enter(struct unit *u, LLVMBasicBlockRef block, LLVMValueRef first)
{
    const struct loop l = silent_around(block);
    if (!l.count || block == block_at(l.first))
        flow(u, first, EV_BLOCK, l);
    if (l.count && block == block_at(l.first))
        record_place(u, first_access(first));
}

static void record_function(struct unit *u, LLVMValueRef function)
{
    const struct loop no_loop = {0, 0};
    const int is_called = !is_kernel(u, function);
    order_blocks(function);
    write_blocks(u);
    record_uses(u, function);
    EACH_BLOCK (b, function) {
        LLVMValueRef first = first_in(b), end = LLVMGetBasicBlockTerminator(b);
        if (b == LLVMGetEntryBasicBlock(function)) {
            while (LLVMIsAAllocaInst(first))
                first = LLVMGetNextInstruction(first);
            if (is_called)
                flow(u, first, EV_CALL, no_loop);
        }
        enter(u, b, first);
        for (LLVMValueRef i = first, next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            look_at(u, i);
        }
        if (is_called && LLVMIsAReturnInst(end))
            flow(u, end, EV_RETURN, no_loop);
    }
}

void record(struct unit *u)
{
    EACH_FUNCTION (f, u)
        if (!LLVMIsDeclaration(f))
            record_function(u, f);
    write_sites(u);
}
