/* The host's side, after clang has optimized it. Before each access it asks whether that is the
 * device's memory, and before each call notes the place (engine/hooks.c). */
#include "unit.h"

/* x += 1 asks once, before it reads: the other half in this block, without a call between. */
static int has_half(LLVMValueRef i, LLVMValueRef (*step)(LLVMValueRef))
{
    const int is_store = LLVMIsAStoreInst(i) != NULL;
    for (LLVMValueRef at = step(i); at; at = step(at)) {
        if (LLVMIsACallInst(at) && !is_named(LLVMGetCalledValue(at), "emu_host_touch"))
            return 0;
        if ((is_store ? LLVMIsALoadInst(at) : LLVMIsAStoreInst(at)) &&
            LLVMGetOperand(at, !is_store) == LLVMGetOperand(i, is_store))
            return !LLVMGetVolatile(at) && !LLVMGetVolatile(i);
    }
    return 0;
}

static void ask(struct unit *u, LLVMValueRef i, LLVMValueRef address)
{
    LLVMValueRef base = base_of(address);
    if (LLVMIsAAllocaInst(base) || (LLVMIsAGlobalVariable(base) && LLVMIsGlobalConstant(base)) ||
        (LLVMIsAStoreInst(i) && has_half(i, LLVMGetPreviousInstruction)))
        return;
    LLVMPositionBuilderBefore(u->builder, i);
    const int writes = LLVMIsAStoreInst(i) || has_half(i, LLVMGetNextInstruction);
    const enum host_touch how = is_from_folder(i, "/thrust/") ? TOUCHES_BY_THRUST
                                : LLVMGetVolatile(i)          ? TOUCHES_VOLATILE
                                : writes                      ? TOUCHES_WRITES
                                                              : TOUCHES_READS;
    LLVMValueRef arguments[] = {LLVMBuildBitCast(u->builder, address, u->bytes, ""),
                                host_site(u, i), number32(u, (uint64_t)how)};
    call_runtime(u, "emu_host_touch", u->nothing, arguments, 3);
}

static void look_at(struct unit *u, LLVMValueRef i)
{
    const int is_load = LLVMIsALoadInst(i) != NULL, is_store = LLVMIsAStoreInst(i) != NULL;
    if ((is_load || is_store) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic)
        ask(u, i, LLVMGetOperand(i, is_store));
    const int is_call = LLVMIsACallInst(i) || LLVMIsAInvokeInst(i);
    LLVMValueRef callee = is_call ? LLVMGetCalledValue(i) : NULL;
    if (!LLVMIsAReturnInst(i) && (!is_call || begins_with(callee, "llvm.") ||
                                  (LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee))))
        return;
    LLVMValueRef slot = LLVMGetNamedGlobal(u->module, "emu_host_place");
    if (!slot)
        slot = LLVMAddGlobal(u->module, u->bytes, "emu_host_place");
    LLVMSetThreadLocalMode(slot, LLVMLocalExecTLSModel);
    LLVMPositionBuilderBefore(u->builder, i);
    LLVMBuildStore(u->builder, is_call ? host_site(u, i) : LLVMConstNull(u->bytes), slot);
}

void make_host(const char *from, const char *to)
{
    struct unit u = {.id = to};
    read_image(&u, from);
    EACH_INSTRUCTION_OF (i, &u)
        look_at(&u, i);
    write_sites(&u);
    LLVMStripModuleDebugInfo(u.module);
    emit_object(&u, to);
}
