/* The tables that the runtime reads (program/device_image.h): kernels, variables. */
#include "unit.h"

LLVMValueRef as_bytes(const struct unit *u, LLVMValueRef address)
    IS(LLVMConstBitCast(address, u->bytes));

static LLVMValueRef constant(struct unit *u, LLVMValueRef value)
{
    LLVMValueRef address = LLVMAddGlobal(u->module, LLVMTypeOf(value), "emu.table");
    LLVMSetInitializer(address, value);
    LLVMSetLinkage(address, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(address, 1);
    return as_bytes(u, address);
}

/* Each text once. */
LLVMValueRef text(struct unit *u, const char *from)
{
    static struct known {
        char *text;
        LLVMValueRef address;
    } * known;
    static unsigned count;
    if (!from)
        return LLVMConstNull(u->bytes);
    for (unsigned i = count; i-- > 0;)
        if (!strcmp(known[i].text, from))
            return known[i].address;
    const unsigned length = (unsigned)strlen(from);
    LLVMValueRef made = constant(u, LLVMConstStringInContext(u->context, from, length, 0));
    return (ONE_MORE(known, count) = (struct known){strdup(from), made}).address;
}

LLVMValueRef array_of(struct unit *u, LLVMValueRef *value, unsigned count)
{
    if (!count)
        return LLVMConstNull(u->bytes);
    return constant(u, LLVMConstArray(LLVMTypeOf(*value), value, count));
}

static LLVMValueRef *variables;
static unsigned variable_count;

/* Tables of constants, too: a kernel may have a pointer to one. */
static int is_listed(LLVMValueRef v)
{
    return !LLVMIsDeclaration(v) && *name_of(v) && !begins_with(v, "llvm.") &&
           !begins_with(v, "emu.") && !begins_with(v, ".");
}

static LLVMValueRef describe_variable(struct unit *u, LLVMValueRef v)
{
    /* clang has a const array in constant memory, nvcc in global memory */
    const unsigned space = LLVMIsGlobalConstant(v) ? 1 : LLVMGetPointerAddressSpace(LLVMTypeOf(v));
    LLVMTypeRef type = LLVMGlobalGetValueType(v);
    LLVMSetGlobalConstant(v, 0); /* it may be put back as it was */
    const uint64_t bytes = size_of(u, type);
    LLVMValueRef count[DEVICE_DIMENSIONS];
    unsigned dimensions = 0;
    for (unsigned i = 0; i < DEVICE_DIMENSIONS; i++) {
        const int is_array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
        count[i] = number32(u, is_array ? LLVMGetArrayLength(type) : 0);
        dimensions += is_array != 0;
        type = is_array ? LLVMGetElementType(type) : type;
    }
    const char *name = name_of(v);
    LLVMValueRef slot = LLVMGetNamedGlobal(u->module, joined(MANAGED_SLOT, name));
    if (slot)
        LLVMSetLinkage(slot, LLVMInternalLinkage);
    LLVMValueRef members[] = {
        text(u, name),
        LLVMConstBitCast(space ? LLVMConstAddrSpaceCast(v, u->bytes) : v, u->bytes),
        number64(u, bytes),
        number32(u, space == 3   ? EMU_SHARED
                    : space == 4 ? EMU_CONSTANT
                                 : EMU_GLOBAL),
        number32(u, dimensions ? size_of(u, type) : 0),
        number32(u, dimensions),
        LLVMConstArray(u->i32, count, DEVICE_DIMENSIONS),
        slot ? as_bytes(u, slot) : LLVMConstNull(u->bytes)};
    return LLVMConstStructInContext(u->context, members, sizeof members / sizeof *members, 0);
}

/* ---- which functions use a variable ---- */

static struct list reached;

/* The functions that use it, themselves or by another that they call. */
static void reach_users(LLVMValueRef value)
{
    EACH_USER (user, value) {
        if (LLVMIsAInstruction(user))
            list_add(&reached, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
        else if (LLVMIsAConstantExpr(user))
            reach_users(user);
    }
}

/* What the runtime calls for each thread: it unpacks the addresses of the arguments. */
static LLVMValueRef write_call(struct unit *u, LLVMValueRef kernel)
{
    char name[64];
    static unsigned number;
    snprintf(name, sizeof name, "emu.call%u", number++);
    LLVMTypeRef list = LLVMPointerType(u->bytes, 0);
    LLVMTypeRef type = LLVMFunctionType(u->nothing, &list, 1, 0);
    LLVMValueRef function = LLVMAddFunction(u->module, name, type);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(u->builder, LLVMAppendBasicBlockInContext(u->context, function, ""));
    LLVMSetCurrentDebugLocation2(u->builder, NULL);
    const unsigned count = LLVMCountParams(kernel);
    LLVMValueRef *argument = calloc(count + 1, sizeof *argument);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef index = number64(u, i);
        LLVMValueRef slot = LLVMBuildLoad2(
            u->builder, u->bytes,
            LLVMBuildGEP2(u->builder, u->bytes, LLVMGetParam(function, 0), &index, 1, ""), "");
        LLVMTypeRef wanted = LLVMTypeOf(LLVMGetParam(kernel, i));
        argument[i] =
            argument_attribute(kernel, i, "byval")
                ? LLVMBuildBitCast(u->builder, slot, wanted, "")
                : LLVMBuildLoad2(u->builder, wanted,
                                 LLVMBuildBitCast(u->builder, slot, LLVMPointerType(wanted, 0), ""),
                                 "");
    }
    LLVMValueRef made =
        LLVMBuildCall2(u->builder, LLVMGlobalGetValueType(kernel), kernel, argument, count, "");
    for (unsigned i = 0; i < count; i++) {
        LLVMAttributeRef copied = argument_attribute(kernel, i, "byval"),
                         aligned = argument_attribute(kernel, i, "align");
        if (copied)
            LLVMAddCallSiteAttribute(made, i + 1, copied);
        if (copied && aligned)
            LLVMAddCallSiteAttribute(made, i + 1, aligned);
    }
    LLVMBuildRetVoid(u->builder);
    free(argument);
    LLVMSetLinkage(kernel, LLVMInternalLinkage);
    LLVMSetComdat(kernel, NULL);
    return LLVMConstBitCast(function, u->bytes);
}

static int is_used_by(LLVMValueRef kernel, LLVMValueRef variable)
{
    reached.count = 0;
    reach_users(variable);
    for (unsigned i = 0; i < reached.count; i++)
        reach_users(reached.value[i]);
    if (reached.count == MOST_LISTED)
        die("too many functions use the shared variable %s", name_of(variable));
    return list_has(&reached, kernel);
}

static LLVMValueRef describe_kernel(struct unit *u, unsigned number)
{
    LLVMValueRef kernel = u->kernels[number], *shared = calloc(variable_count + 1, sizeof *shared);
    unsigned count = 0;
    for (unsigned v = 0; v < variable_count; v++)
        if (LLVMGetPointerAddressSpace(LLVMTypeOf(variables[v])) == 3 &&
            is_used_by(kernel, variables[v]))
            shared[count++] = number32(u, v);
    const unsigned arguments = LLVMCountParams(kernel);
    LLVMValueRef *bytes = calloc(arguments + 1, sizeof *bytes);
    for (unsigned i = 0; i < arguments; i++) {
        LLVMAttributeRef copied = argument_attribute(kernel, i, "byval");
        bytes[i] = number32(u, size_of(u, copied ? LLVMGetTypeAttributeValue(copied)
                                                 : LLVMTypeOf(LLVMGetParam(kernel, i))));
    }
    LLVMValueRef members[] = {text(u, name_of(kernel)),
                              write_call(u, kernel),
                              array_of(u, shared, count),
                              number32(u, count),
                              number32(u, u->most_threads[number]),
                              array_of(u, bytes, arguments),
                              number32(u, arguments)};
    free(shared);
    free(bytes);
    return LLVMConstStructInContext(u->context, members, sizeof members / sizeof *members, 0);
}

void write_tables(struct unit *u)
{
    EACH_VARIABLE (v, u)
        if (is_listed(v)) {
            ONE_MORE(variables, variable_count) = v;
            LLVMSetLinkage(v, LLVMInternalLinkage);
        }
    LLVMValueRef *row = calloc(u->kernel_count + variable_count + 1, sizeof *row);
    for (unsigned k = 0; k < u->kernel_count; k++)
        row[k] = describe_kernel(u, k);
    LLVMValueRef kernels = array_of(u, row, u->kernel_count);
    for (unsigned v = 0; v < variable_count; v++)
        row[v] = describe_variable(u, variables[v]);
    LLVMValueRef list = array_of(u, row, variable_count);
    LLVMValueRef members[] = {text(u, u->id),
                              kernels,
                              list,
                              number64(u, u->kernel_count),
                              number64(u, variable_count),
                              number64(u, u->dynamic_width),
                              number64(u, (uint64_t)u->has_short_numbers)};
    LLVMValueRef image = LLVMConstStructInContext(u->context, members, 7, 0);
    LLVMValueRef all = LLVMAddGlobal(u->module, LLVMTypeOf(image), "emu.image");
    LLVMSetInitializer(all, image);
    LLVMSetLinkage(all, LLVMInternalLinkage);
    LLVMSetSection(all, "emu_images");
    LLVMSetAlignment(all, 8);
    LLVMValueRef kept = as_bytes(u, all), used = LLVMConstArray(u->bytes, &kept, 1);
    LLVMValueRef list_used = LLVMAddGlobal(u->module, LLVMTypeOf(used), "llvm.used");
    LLVMSetInitializer(list_used, used);
    LLVMSetLinkage(list_used, LLVMAppendingLinkage);
    LLVMSetSection(list_used, "llvm.metadata");
    free(row);
}
