/* Variables that are read before they have a value. Where a path leads from a variable's beginning
 * to a read of it without a write, the kernel itself keeps whether it was written; all others cost
 * nothing. Of numbers and pointers whose address stays here. */
#include "unit.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_READS = 256 };

struct paths {
    LLVMValueRef variable, begin, read[MOST_READS];
    LLVMBasicBlockRef *seen;
    unsigned reads, seen_count, seen_room;
};

/* Is `i` llvm.lifetime.start or .end of the variable? */
static int is_lifetime(LLVMValueRef i, LLVMValueRef variable, const char *name)
{
    if (!LLVMIsACallInst(i) || !LLVMIsAFunction(LLVMGetCalledValue(i)) ||
        !begins_with(LLVMGetCalledValue(i), name))
        return 0;
    return !variable || base_of(LLVMGetOperand(i, 1)) == variable;
}

static int is_plain(LLVMTypeRef type)
{
    const LLVMTypeKind kind = LLVMGetTypeKind(type);
    return (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) >= 16 &&
            LLVMGetIntTypeWidth(type) <= 64) ||
           kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMPointerTypeKind;
}

/* Nothing but reads and writes of the whole. */
static int stays_here(LLVMValueRef address)
{
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        const int is_whole =
            LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address);
        if (!is_whole && !is_lifetime(user, NULL, "llvm.lifetime.") &&
            !(LLVMIsABitCastInst(user) && stays_here(user)))
            return 0;
        if (is_whole && LLVMIsABitCastInst(address))
            return 0;
    }
    return 1;
}

static int is_new(struct paths *p, LLVMBasicBlockRef block)
{
    for (unsigned i = 0; i < p->seen_count; i++)
        if (p->seen[i] == block)
            return 0;
    if (p->seen_count == p->seen_room) {
        p->seen_room = p->seen_room ? 2 * p->seen_room : 64;
        p->seen = realloc(p->seen, p->seen_room * sizeof *p->seen);
        if (!p->seen)
            die("no memory");
    }
    p->seen[p->seen_count++] = block;
    return 1;
}

/* From `i` to the block's end. 1: it goes on behind it. */
static int walk(struct paths *p, LLVMValueRef i)
{
    for (; i; i = LLVMGetNextInstruction(i)) {
        if (is_lifetime(i, p->variable, "llvm.lifetime.") ||
            (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == p->variable))
            return 0;
        if (LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == p->variable && p->reads < MOST_READS)
            p->read[p->reads++] = i;
    }
    return 1;
}

static void find_reads(struct paths *p)
{
    p->reads = p->seen_count = 0;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(p->begin);
    int goes_on = walk(p, LLVMGetNextInstruction(p->begin));
    for (unsigned next = 0;;) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        for (unsigned k = 0; goes_on && k < LLVMGetNumSuccessors(end); k++)
            is_new(p, LLVMGetSuccessor(end, k));
        if (next == p->seen_count)
            return;
        block = p->seen[next++];
        goes_on = walk(p, LLVMGetFirstInstruction(block));
    }
}

/* llvm.dbg.declare(variable, !DILocalVariable(scope, name, …)) knows its name. */
static LLVMValueRef name_in_source(struct unit *u, LLVMValueRef variable)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(variable));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef of = NULL, part[16];
            unsigned length;
            if (!LLVMIsACallInst(i) || !begins_with(LLVMGetCalledValue(i), "llvm.dbg.declare"))
                continue;
            LLVMGetMDNodeOperands(LLVMGetOperand(i, 0), &of);
            if (of != variable || LLVMGetMDNodeNumOperands(LLVMGetOperand(i, 1)) > 16)
                continue;
            LLVMGetMDNodeOperands(LLVMGetOperand(i, 1), part);
            const char *name = part[1] ? LLVMGetMDString(part[1], &length) : NULL;
            return name ? text(u, name, length) : NULL;
        }
    return NULL;
}

static void write_flag(struct unit *u, LLVMValueRef behind, LLVMValueRef flag, int value)
{
    LLVMPositionBuilderBefore(u->builder, LLVMGetNextInstruction(behind));
    LLVMSetCurrentDebugLocation2(u->builder, NULL);
    LLVMBuildStore(u->builder, LLVMConstInt(LLVMInt1TypeInContext(u->context), value, 0), flag);
}

/* What a register may hold: the runtime runs a launch again with other bits, to see whether the
 * variable matters (checks/garbage.c). */
static void write_garbage(struct unit *u, struct paths *p)
{
    LLVMTypeRef type = LLVMGetAllocatedType(p->variable);
    LLVMValueRef from = LLVMGetNamedGlobal(u->module, "emu_unset_bits");
    LLVMPositionBuilderBefore(u->builder, LLVMGetNextInstruction(p->begin));
    LLVMSetCurrentDebugLocation2(u->builder, NULL);
    if (!from)
        from = LLVMAddGlobal(u->module, u->i64, "emu_unset_bits");
    LLVMValueRef bits = LLVMBuildLoad2(u->builder, u->i64, from, "");
    if (LLVMGetTypeKind(type) == LLVMFloatTypeKind)
        bits = LLVMBuildTrunc(u->builder, bits, u->i32, "");
    bits = LLVMGetTypeKind(type) == LLVMIntegerTypeKind
               ? LLVMBuildTruncOrBitCast(u->builder, bits, type, "")
           : LLVMGetTypeKind(type) == LLVMPointerTypeKind
               ? LLVMBuildIntToPtr(u->builder, bits, type, "")
               : LLVMBuildBitCast(u->builder, bits, type, "");
    LLVMBuildStore(u->builder, bits, p->variable);
}

static void keep_flag(struct unit *u, struct paths *p, LLVMValueRef name)
{
    LLVMTypeRef bit = LLVMInt1TypeInContext(u->context);
    LLVMPositionBuilderBefore(u->builder, p->variable);
    LLVMValueRef flag = LLVMBuildAlloca(u->builder, bit, "");
    for (LLVMUseRef use = LLVMGetFirstUse(p->variable); use; use = LLVMGetNextUse(use))
        if (LLVMIsAStoreInst(LLVMGetUser(use)))
            write_flag(u, LLVMGetUser(use), flag, 1);
    write_flag(u, p->begin, flag, 0);
    write_garbage(u, p);
    for (unsigned i = 0; i < p->reads; i++) {
        LLVMPositionBuilderBefore(u->builder, p->read[i]);
        LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(p->read[i]));
        build_check(u, name, number64(u, 0), LLVMBuildLoad2(u->builder, bit, flag, ""), NO_VALUE);
    }
}

static void look_for_unset(struct unit *u, LLVMValueRef function)
{
    struct paths p = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!is_lifetime(i, NULL, "llvm.lifetime.start"))
                continue;
            p.begin = i;
            p.variable = base_of(LLVMGetOperand(i, 1));
            if (!LLVMIsAAllocaInst(p.variable) || !is_plain(LLVMGetAllocatedType(p.variable)) ||
                !stays_here(p.variable))
                continue;
            find_reads(&p);
            LLVMValueRef name = p.reads ? name_in_source(u, p.variable) : NULL;
            if (name)
                keep_flag(u, &p, name);
        }
    free(p.seen);
}

void check_values(struct unit *u)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && !is_of_emulator(f))
            look_for_unset(u, f);
}
