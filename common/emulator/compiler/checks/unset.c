/* Variables that are read before they have a value. Where a path leads from a variable's beginning
 * to a read of it without a write, the kernel itself keeps whether it was written; all others cost
 * nothing. Of numbers and pointers whose address stays here. */
#include "compiler/unit.h"

enum { MOST_READS = 256 };

struct paths {
    LLVMValueRef variable, begin, read[MOST_READS];
    unsigned char *seen; /* the blocks that were, by their place in the order */
    unsigned reads;
};

static int is_plain(LLVMTypeRef type)
{
    const LLVMTypeKind kind = LLVMGetTypeKind(type);
    return (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) >= 16 &&
            LLVMGetIntTypeWidth(type) <= 64) ||
           kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMPointerTypeKind;
}

static int is_bitcast(LLVMValueRef user) IS(LLVMIsABitCastInst(user) != NULL);

/* Nothing but a read or a write of the whole. */
static int is_whole(LLVMValueRef user, LLVMValueRef address, const void *variable)
{
    return is_lifetime(user) ||
           (address == variable && (LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) &&
                                                              LLVMGetOperand(user, 0) != address)));
}

/* From `i` on, to where the variable has a value or is another. */
static void find_reads(struct paths *p, LLVMValueRef i)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(i));
    for (; i; i = LLVMGetNextInstruction(i)) {
        if ((is_lifetime(i) && base_of(LLVMGetOperand(i, 1)) == p->variable) ||
            (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == p->variable))
            return;
        if (LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == p->variable && p->reads < MOST_READS)
            p->read[p->reads++] = i;
    }
    EACH_SUCCESSOR (to, end)
        if (!p->seen[place_in_order(to)]++)
            find_reads(p, LLVMGetFirstInstruction(to));
}

/* llvm.dbg.declare(variable, !DILocalVariable(scope, name, …)) knows its name. */
static LLVMValueRef name_in_source(struct unit *u, LLVMValueRef variable)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(variable));
    EACH_BLOCK (b, function)
        EACH_INSTRUCTION (i, b) {
            LLVMValueRef of = NULL, part[MOST_PARTS];
            if (!LLVMIsACallInst(i) || !begins_with(LLVMGetCalledValue(i), "llvm.dbg.declare"))
                continue;
            LLVMGetMDNodeOperands(LLVMGetOperand(i, 0), &of);
            if (of == variable && parts_of(LLVMGetOperand(i, 1), part) && string_of(part[1]))
                return text(u, string_of(part[1]));
        }
    return NULL;
}

static void write_flag(struct unit *u, LLVMValueRef behind, LLVMValueRef flag, int value)
{
    build_before(u, LLVMGetNextInstruction(behind), NULL);
    LLVMBuildStore(u->builder, LLVMConstInt(u->bit, value, 0), flag);
}

static void keep_flag(struct unit *u, struct paths *p, LLVMValueRef name)
{
    LLVMPositionBuilderBefore(u->builder, p->variable);
    LLVMValueRef flag = LLVMBuildAlloca(u->builder, u->bit, "");
    EACH_USER (user, p->variable)
        if (LLVMIsAStoreInst(user))
            write_flag(u, user, flag, 1);
    write_flag(u, p->begin, flag, 0);
    /* What a register may hold: the runtime runs a launch again with other bits, to see whether the
     * variable matters (checks/garbage.c). */
    const uint64_t bytes = size_of(u, LLVMGetAllocatedType(p->variable));
    LLVMTypeRef word = LLVMIntTypeInContext(u->context, 8 * (unsigned)bytes);
    LLVMValueRef from = LLVMGetNamedGlobal(u->module, "emu_unset_bits");
    build_before(u, LLVMGetNextInstruction(p->begin), NULL);
    if (!from)
        from = LLVMAddGlobal(u->module, u->i64, "emu_unset_bits");
    LLVMValueRef bits = LLVMBuildLoad2(u->builder, u->i64, from, "");
    LLVMBuildStore(u->builder, LLVMBuildTruncOrBitCast(u->builder, bits, word, ""),
                   LLVMBuildBitCast(u->builder, p->variable, LLVMPointerType(word, 0), ""));
    for (unsigned i = 0; i < p->reads; i++) {
        build_before(u, p->read[i], p->read[i]);
        build_check(u, name, number64(u, 0), LLVMBuildLoad2(u->builder, u->bit, flag, ""),
                    NO_VALUE);
    }
}

/* `begin`: its llvm.lifetime.start. */
static void look_at_variable(struct unit *u, LLVMValueRef begin)
{
    struct paths p = {.begin = begin, .variable = base_of(LLVMGetOperand(begin, 1))};
    if (!LLVMIsAAllocaInst(p.variable) || !is_plain(LLVMGetAllocatedType(p.variable)) ||
        place_in_order(LLVMGetInstructionParent(begin)) >= ordered_blocks() ||
        other_user(p.variable, is_bitcast, is_whole, p.variable))
        return;
    p.seen = calloc(ordered_blocks(), 1);
    find_reads(&p, LLVMGetNextInstruction(begin));
    LLVMValueRef name = p.reads ? name_in_source(u, p.variable) : NULL;
    if (name)
        keep_flag(u, &p, name);
    free(p.seen);
}

void check_values(struct unit *u, LLVMValueRef function)
{
    EACH_BLOCK (b, function)
        EACH_INSTRUCTION (i, b)
            if (is_lifetime(i) && begins_with(LLVMGetCalledValue(i), "llvm.lifetime.start"))
                look_at_variable(u, i);
}
