/* What clang has written in branches and the runtime wants as calls: the checks of subscripts, and
 * the returns of kernels. */
#include "unit.h"

#include <string.h>

/* clang's check of a subscript is a branch around a call. A call that does the comparing keeps the
 * code around it in one block; instrument.c puts it in line:
 * emu_inline_check(what, index, is in the array, of a local array, site). */
/* Of several subscripts the first: a tile may be gone through as one row. */
static int is_local(LLVMBasicBlockRef block)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAGetElementPtrInst(i))
            return LLVMIsAAllocaInst(LLVMGetOperand(i, 0)) != NULL;
    return 0;
}

void check_in_line(struct unit *u, LLVMValueRef call)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
    LLVMValueRef branch = use ? LLVMGetUser(use) : NULL, index = LLVMGetOperand(call, 1);
    LLVMTypeRef bit = LLVMInt1TypeInContext(u->context);
    LLVMTypeRef parameters[] = {u->bytes, u->i64, bit, u->i32, u->bytes};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(u->context), parameters, 5, 0);
    if (!branch || LLVMGetNextUse(use) || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return;
    LLVMBasicBlockRef next = LLVMGetSuccessor(branch, 0);
    LLVMPositionBuilderBefore(u->builder, branch);
    LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(call));
    if (LLVMIsAInstruction(index) && LLVMGetInstructionParent(index) == block) {
        LLVMInstructionRemoveFromParent(index);
        LLVMInsertIntoBuilder(u->builder, index);
    }
    LLVMValueRef check = LLVMGetNamedFunction(u->module, "emu_inline_check");
    if (!check) {
        static const char *const says[] = {"inaccessiblememonly", "nounwind", "willreturn"};
        check = LLVMAddFunction(u->module, "emu_inline_check", type);
        for (size_t i = 0; i < sizeof says / sizeof *says; i++) {
            const unsigned kind = LLVMGetEnumAttributeKindForName(says[i], strlen(says[i]));
            if (kind)
                LLVMAddAttributeAtIndex(check, LLVMAttributeFunctionIndex,
                                        LLVMCreateEnumAttribute(u->context, kind, 0));
        }
    }
    LLVMValueRef arguments[] = {LLVMBuildBitCast(u->builder, LLVMGetOperand(call, 0), u->bytes, ""),
                                index, LLVMGetCondition(branch), number32(u, is_local(next)),
                                LLVMConstNull(u->bytes)};
    LLVMBuildCall2(u->builder, type, check, arguments, 5, "");
    LLVMBuildBr(u->builder, next);
    LLVMInstructionEraseFromParent(branch);
}

/* ---- a kernel's returns: which of its lanes have left it (engine/passed_by.c) ---- */

static int has_exchanges(const struct unit *u)
{
    static const char *const begins[] = {"emu_shfl",   "__ballot_sync", "__any_sync", "__all_sync",
                                         "__uni_sync", "emu_match",     "emu_reduce", "emu_mma",
                                         "emu_group",  "__syncwarp"};
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
        for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
            if (LLVMIsDeclaration(f) && begins_with(f, begins[i]))
                return 1;
    return 0;
}

/* `return` is a branch to the last block, or says 1 to the cleanups on the way there. */
static int is_return(LLVMBasicBlockRef block, LLVMBasicBlockRef last)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    LLVMValueRef before = end ? LLVMGetPreviousInstruction(end) : NULL;
    if (!end || !LLVMIsABranchInst(end) || LLVMIsConditional(end) ||
        !LLVMInstructionGetDebugLoc(end))
        return 0;
    if (LLVMGetSuccessor(end, 0) == last)
        return LLVMGetNextBasicBlock(block) != last;
    return before && LLVMIsAStoreInst(before) && !LLVMInstructionGetDebugLoc(before) &&
           constant_of(LLVMGetOperand(before, 0)) == 1;
}

static void mark_returns_of(struct unit *u, LLVMValueRef kernel)
{
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(u->context), NULL, 0, 0);
    LLVMValueRef returns = runtime_function(u, "emu_returns", type);
    LLVMBasicBlockRef last = LLVMGetLastBasicBlock(kernel);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (!is_return(b, last))
            continue;
        LLVMPositionBuilderBefore(u->builder, end);
        LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(end));
        keep_apart(u, LLVMBuildCall2(u->builder, type, returns, NULL, 0, ""));
    }
}

void mark_returns(struct unit *u)
{
    for (unsigned i = 0; i < u->kernel_count && has_exchanges(u); i++)
        mark_returns_of(u, u->kernels[i]);
}
