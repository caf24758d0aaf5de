/* __managed__ variables: kernels use the host's. Each has a slot that holds its address; the host's
 * program writes the slot where it registers the variable (memory/variables.c). Until then, and
 * where no host code names it, the slot holds the device's own, which has the first value. */
#include "unit.h"

/* The constant `value`, which is made of `variable`, as code before the builder's place. */
static LLVMValueRef rebuild(struct unit *u, LLVMValueRef value, LLVMValueRef variable,
                            LLVMValueRef address)
{
    if (value == variable)
        return address;
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMValueRef from = rebuild(u, LLVMGetOperand(value, 0), variable, address), index[8];
    const unsigned count = (unsigned)LLVMGetNumOperands(value) - 1;
    if (LLVMGetConstOpcode(value) == LLVMAddrSpaceCast)
        return LLVMBuildAddrSpaceCast(u->builder, from, type, "");
    if (LLVMGetConstOpcode(value) != LLVMGetElementPtr || count > 8)
        return LLVMBuildBitCast(u->builder, from, type, "");
    for (unsigned i = 0; i < count; i++)
        index[i] = LLVMGetOperand(value, i + 1);
    return LLVMBuildGEP2(u->builder, LLVMGetGEPSourceElementType(value), from, index, count, "");
}

/* Where the instruction needs something that is made of the variable. */
static void load_in(struct unit *u, LLVMValueRef i, LLVMValueRef variable, LLVMValueRef slot)
{
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef value = LLVMGetOperand(i, (unsigned)k);
        if (!LLVMIsConstant(value) || base_of(value) != variable)
            continue;
        build_before(u,
                     LLVMIsAPHINode(i)
                         ? LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(i, (unsigned)k))
                         : i,
                     NULL);
        LLVMValueRef address = LLVMBuildLoad2(u->builder, LLVMTypeOf(variable), slot, "");
        LLVMSetOperand(i, (unsigned)k, rebuild(u, value, variable, address));
    }
}

void use_managed(struct unit *u)
{
    char name[300];
    EACH_VARIABLE (v, u) {
        if (LLVMIsDeclaration(v) || !is_annotated(u, v, "managed"))
            continue;
        snprintf(name, sizeof name, "%s%s", MANAGED_SLOT, name_of(v));
        LLVMValueRef slot = LLVMAddGlobal(u->module, LLVMTypeOf(v), name);
        LLVMSetInitializer(slot, v); /* it stays, whether or not a kernel uses it */
        EACH_INSTRUCTION_OF (i, u)
            load_in(u, i, v, slot);
    }
}
