/* What clang writes in branches and the runtime wants as calls: subscripts, kernels' returns. */
#include "unit.h"

/* emu_inline_check(what, index, is all right, kind, site), at the builder's place. */
void build_check(struct unit *u, LLVMValueRef what, LLVMValueRef index, LLVMValueRef is_right,
                 enum check_kind kind)
{
    LLVMTypeRef parameters[] = {u->bytes, u->i64, u->bit, u->i32, u->bytes};
    LLVMTypeRef type = LLVMFunctionType(u->nothing, parameters, 5, 0);
    LLVMValueRef check = LLVMGetNamedFunction(u->module, "emu_inline_check");
    if (!check) {
        static const char *const says[] = {"inaccessiblememonly", "nounwind", "willreturn"};
        check = LLVMAddFunction(u->module, "emu_inline_check", type);
        for (size_t i = 0; i < sizeof says / sizeof *says; i++)
            if (attribute_kind(says[i]))
                LLVMAddAttributeAtIndex(
                    check, LLVMAttributeFunctionIndex,
                    LLVMCreateEnumAttribute(u->context, attribute_kind(says[i]), 0));
    }
    LLVMValueRef arguments[] = {what, index, is_right, number32(u, kind), LLVMConstNull(u->bytes)};
    LLVMBuildCall2(u->builder, type, check, arguments, 5, "");
}

/* clang's check of a subscript is a branch around a call. A call that does the comparing keeps the
 * code around it in one block; instrument.c puts it in line. */
static LLVMValueRef element_in(LLVMBasicBlockRef block)
{
    EACH_INSTRUCTION (i, block)
        if (LLVMIsAGetElementPtrInst(i))
            return i;
    return NULL;
}

static int is_local(LLVMValueRef element)
{
    return element && LLVMIsAAllocaInst(base_of(LLVMGetOperand(element, 0)));
}

static LLVMTypeRef row_type(LLVMValueRef element)
{
    LLVMTypeRef type =
        LLVMIsAGetElementPtrInst(element) ? LLVMGetGEPSourceElementType(element) : NULL;
    return type && LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMGetNumOperands(element) == 3
               ? type
               : NULL;
}

/* A local tile may be gone through as one row: its last subscript is compared together with those
 * before it, with the number of all elements. `is_inside`: the compare of the last one alone. */
static LLVMValueRef inside_tile(struct unit *u, LLVMValueRef element, LLVMValueRef is_inside)
{
    LLVMValueRef row = LLVMGetOperand(element, 0);
    if (!is_local(element) || !row_type(element) || !row_type(row) || !LLVMIsAICmpInst(is_inside))
        return is_inside;
    LLVMValueRef index = LLVMGetOperand(is_inside, 0);
    uint64_t stride = LLVMGetArrayLength(row_type(element));
    for (; row_type(row); row = LLVMGetOperand(row, 0)) {
        LLVMValueRef before =
            LLVMBuildMul(u->builder, LLVMGetOperand(row, 2), number64(u, stride), "");
        index = LLVMBuildAdd(u->builder, before, index, "");
        stride *= LLVMGetArrayLength(row_type(row));
    }
    return LLVMBuildICmp(u->builder, LLVMIntULT, index, number64(u, stride), "");
}

void check_in_line(struct unit *u, LLVMValueRef call)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
    LLVMValueRef branch = use ? LLVMGetUser(use) : NULL, index = LLVMGetOperand(call, 1);
    if (!branch || LLVMGetNextUse(use) || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return;
    LLVMBasicBlockRef next = LLVMGetSuccessor(branch, 0);
    build_before(u, branch, call);
    if (LLVMIsAInstruction(index) && LLVMGetInstructionParent(index) == block) {
        LLVMInstructionRemoveFromParent(index);
        LLVMInsertIntoBuilder(u->builder, index);
    }
    LLVMValueRef element = element_in(next), is_inside = LLVMGetCondition(branch);
    if (element)
        is_inside = inside_tile(u, element, is_inside);
    build_check(u, LLVMBuildBitCast(u->builder, LLVMGetOperand(call, 0), u->bytes, ""), index,
                is_inside, is_local(element) ? OF_LOCAL : OF_SHARED);
    LLVMBuildBr(u->builder, next);
    LLVMInstructionEraseFromParent(branch);
}

/* ---- a kernel's returns: which of its lanes have left it (engine/exchange.c) ---- */

static int has_exchanges(const struct unit *u)
{
    static const char *const begins[] = {
        "emu_shfl",  "__ballot_sync", "__any_sync", "__all_sync",     "__uni_sync",
        "emu_match", "emu_reduce",    "emu_mma",    "emu_group_sync", "__syncwarp"};
    EACH_FUNCTION (f, u)
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

void mark_returns(struct unit *u)
{
    for (unsigned i = 0; i < u->kernel_count && has_exchanges(u); i++) {
        LLVMBasicBlockRef last = LLVMGetLastBasicBlock(u->kernels[i]);
        EACH_BLOCK (b, u->kernels[i]) {
            LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
            if (!is_return(b, last))
                continue;
            build_before(u, end, end);
            keep_apart(u, call_runtime(u, "emu_returns", u->nothing, NULL, 0));
        }
    }
}
