/* Sums, differences, products and shifts of an int that overflow. clang knows which are signed and
 * puts a branch around each (-fsanitize); here they become what a GPU does, which wraps, without a
 * branch. Where the value may reach an address, wrapped operands are noted (overruns.c). */
#include "compiler/unit.h"

static int hands_on(LLVMValueRef user)
{
    return LLVMIsACastInst(user) || LLVMIsABinaryOperator(user) || LLVMIsAPHINode(user) ||
           LLVMIsASelectInst(user) || LLVMIsAExtractValueInst(user) ||
           (LLVMIsACallInst(user) && begins_with(LLVMGetCalledValue(user), "llvm.s"));
}

/* An address, or a function that may compute one. */
static int is_address(LLVMValueRef user)
{
    return LLVMIsAGetElementPtrInst(user) || LLVMIsAReturnInst(user) ||
           (LLVMIsACallInst(user) && !begins_with(LLVMGetCalledValue(user), "llvm.") &&
            !begins_with(LLVMGetCalledValue(user), "__ubsan_"));
}

static int reaches_address(LLVMValueRef value)
{
    struct list users = {.count = 0};
    users_of(value, hands_on, &users);
    for (unsigned i = 0; i < users.count; i++)
        if (is_address(users.value[i]))
            return 1;
    return users.count == MOST_LISTED;
}

/* Not `i + 1`, `i--`, `-i`, which no kernel brings to overflow. */
static int may_overflow(LLVMOpcode op, LLVMValueRef a, LLVMValueRef b)
{
    const int is_step = LLVMIsAConstantInt(b) && llabs(LLVMConstIntGetSExtValue(b)) <= 1;
    return op == LLVMMul || (!is_step && !LLVMIsAConstantInt(a));
}

static void note(struct unit *u, LLVMValueRef handler, LLVMValueRef a, LLVMValueRef b,
                 LLVMValueRef is_right, enum check_kind kind)
{
    LLVMValueRef both = LLVMBuildOr(
        u->builder,
        LLVMBuildShl(u->builder, LLVMBuildZExt(u->builder, a, u->i64, ""), number64(u, 32), ""),
        LLVMBuildZExt(u->builder, b, u->i64, ""), "");
    LLVMSetCurrentDebugLocation2(u->builder, LLVMInstructionGetDebugLoc(handler));
    build_check(u, LLVMBuildBitCast(u->builder, LLVMGetOperand(handler, 0), u->bytes, ""), both,
                is_right, kind);
}

/* value = part 0 of llvm.smul.with.overflow(a, b) and its kin; part 1, negated, is asked. */
static void make_plain(struct unit *u, LLVMValueRef handler, LLVMValueRef is_right, int is_checked)
{
    LLVMValueRef flag = LLVMGetOperand(is_right, 0), both = LLVMGetOperand(flag, 0);
    LLVMValueRef a = LLVMGetOperand(both, 0), b = LLVMGetOperand(both, 1), value = NULL;
    const char *name = name_of(LLVMGetCalledValue(both));
    const LLVMOpcode op = name[6] == 'm' ? LLVMMul : name[6] == 'a' ? LLVMAdd : LLVMSub;
    EACH_USER (user, both)
        value = user == flag ? value : user;
    build_before(u, both, both);
    if (value) {
        LLVMValueRef plain = LLVMBuildBinOp(u->builder, op, a, b, "");
        LLVMReplaceAllUsesWith(value, plain);
        LLVMInstructionEraseFromParent(value);
        value = plain;
    }
    if (value && is_checked && LLVMTypeOf(a) == u->i32 && may_overflow(op, a, b) &&
        reaches_address(value)) {
        LLVMPositionBuilderBefore(u->builder, LLVMGetNextInstruction(is_right));
        note(u, handler, a, b, is_right,
             op == LLVMMul   ? OF_PRODUCT
             : op == LLVMAdd ? OF_SUM
                             : OF_DIFFERENCE);
    }
}

/* value = shl a, b, behind the branch: clang asks for less, whether bits are lost. */
static void check_shift(struct unit *u, LLVMValueRef handler, LLVMBasicBlockRef next)
{
    LLVMValueRef i = LLVMGetFirstInstruction(next);
    while (i && !(LLVMIsABinaryOperator(i) && LLVMGetInstructionOpcode(i) == LLVMShl))
        i = LLVMGetNextInstruction(i);
    if (!i || LLVMTypeOf(i) != u->i32 || !reaches_address(i))
        return;
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    build_before(u, LLVMGetNextInstruction(i), handler);
    LLVMValueRef back = LLVMBuildAShr(u->builder, i, b, "");
    note(u, handler, a, b, LLVMBuildICmp(u->builder, LLVMIntEQ, back, a, ""), OF_SHIFT);
}

static void unfold(struct unit *u, LLVMValueRef handler)
{
    LLVMBasicBlockRef aside = LLVMGetInstructionParent(handler);
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(aside));
    LLVMValueRef branch = use ? LLVMGetUser(use) : NULL;
    if (!branch || LLVMGetNextUse(use) || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        die("a check of clang's that is not known");
    LLVMBasicBlockRef block = LLVMGetInstructionParent(branch), next = LLVMGetSuccessor(branch, 0);
    LLVMValueRef is_right = LLVMGetCondition(branch);
    const char *name = name_of(LLVMGetCalledValue(handler));
    const int is_checked = !is_of_emulator(LLVMGetBasicBlockParent(block));
    if (strstr(name, "_shift_")) {
        if (is_checked)
            check_shift(u, handler, next);
    } else if (!strstr(name, "_divrem_")) {
        make_plain(u, handler, is_right, is_checked);
    }
    build_before(u, branch, NULL);
    LLVMBuildBr(u->builder, next);
    LLVMInstructionEraseFromParent(branch);
    LLVMDeleteBasicBlock(aside);
}

void check_overflows(struct unit *u)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (!begins_with(f, "__ubsan_handle_") || is_named(f, "__ubsan_handle_out_of_bounds"))
            continue;
        for (LLVMUseRef use; (use = LLVMGetFirstUse(f));)
            unfold(u, LLVMGetUser(use));
        LLVMDeleteFunction(f);
    }
}
