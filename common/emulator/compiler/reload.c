/* x = *p; *q = x; y = *p: whether or not q is p, y is x, and nvcc does not read again. LLVM has no
 * such rule; nvcc comes to it by unrolling. Within one block. */
#include "unit.h"

#include <stddef.h>

/* The load before this one that has its value; NULL: there is none. */
static LLVMValueRef known_as(LLVMValueRef load)
{
    LLVMValueRef stored = NULL;
    for (LLVMValueRef i = LLVMGetPreviousInstruction(load); i; i = LLVMGetPreviousInstruction(i)) {
        if (LLVMIsAStoreInst(i)) {
            if (LLVMGetVolatile(i) || (stored && LLVMGetOperand(i, 0) != stored))
                return NULL;
            stored = LLVMGetOperand(i, 0);
        } else if (LLVMIsALoadInst(i)) {
            if (LLVMGetVolatile(i))
                return NULL;
            if (LLVMGetOperand(i, 0) == LLVMGetOperand(load, 0) &&
                LLVMTypeOf(i) == LLVMTypeOf(load))
                return !stored || stored == i ? i : NULL;
        } else if ((LLVMIsACallInst(i) && !is_named(LLVMGetCalledValue(i), "emu_inline_check")) ||
                   LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i))
            return NULL;
    }
    return NULL;
}

void drop_reloads(struct unit *u)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                LLVMValueRef known = LLVMIsALoadInst(i) && !LLVMGetVolatile(i) ? known_as(i) : NULL;
                if (known) {
                    LLVMReplaceAllUsesWith(i, known);
                    LLVMInstructionEraseFromParent(i);
                }
            }
}
