/* Before the optimizer: what is the GPU's own becomes what the runtime has, and what the optimizer
 * would take apart, though a GPU moves it at once, is kept whole. */
#include "unit.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>
#include <llvm/Config/llvm-config.h>

/* What a linker says of too much is long, and names no limit. */
static void check_room(const struct unit *u)
{
    enum { MOST_MEGABYTES = 2000 };
    uint64_t bytes = 0;
    EACH_VARIABLE (v, u)
        if (!LLVMIsDeclaration(v))
            bytes += size_of(u, LLVMGlobalGetValueType(v));
    if (bytes >> 20 > MOST_MEGABYTES)
        refuse(NULL,
               "the program's variables have %llu MB, and the emulator has room for %d MB of "
               "them: take cudaMalloc, or new, for large arrays",
               (unsigned long long)(bytes >> 20), MOST_MEGABYTES);
}

void read_image(struct unit *u, const char *file)
{
    LLVMMemoryBufferRef text;
    char *error = NULL;
    u->context = LLVMGetGlobalContext();
    if (LLVMCreateMemoryBufferWithContentsOfFile(file, &text, &error) ||
        LLVMParseIRInContext(u->context, text, &u->module, &error))
        die("%s: %s", file, error);
#if LLVM_VERSION_MAJOR >= 19
    LLVMSetIsNewDbgInfoFormat(u->module, 0); /* unset.c looks for llvm.dbg.declare */
#endif
    u->builder = LLVMCreateBuilderInContext(u->context);
    u->nothing = LLVMVoidTypeInContext(u->context);
    u->bit = LLVMInt1TypeInContext(u->context);
    u->i8 = LLVMInt8TypeInContext(u->context);
    u->i32 = LLVMInt32TypeInContext(u->context);
    u->i64 = LLVMInt64TypeInContext(u->context);
    u->bytes = LLVMPointerType(u->i8, 0);
    check_room(u);
    check_names(u);
}

/* ---- kernels: !{function, !"kernel", i32 1} and !{function, !"maxntidx", i32 256} ---- */

static void add_kernel(struct unit *u, LLVMValueRef function)
{
    unsigned number = u->kernel_count;
    if (is_kernel(u, function))
        return;
    ONE_MORE(u->most_threads, number) = 0;
    ONE_MORE(u->kernels, u->kernel_count) = function;
    LLVMSetFunctionCallConv(function, LLVMCCallConv);
}

static void find_kernels(struct unit *u)
{
    static const char list[] = "nvvm.annotations";
    const unsigned count = LLVMGetNamedMetadataNumOperands(u->module, list);
    LLVMValueRef *notes = calloc(count + 1, sizeof *notes), part[MOST_PARTS];
    LLVMGetNamedMetadataOperands(u->module, list, notes);
    for (unsigned i = 0; i < count; i++)
        if (parts_of(notes[i], part) && part[0] && !strcmp(string_of(part[1]), "kernel"))
            add_kernel(u, part[0]);
    EACH_FUNCTION (f, u)
        if (LLVMGetFunctionCallConv(f) == 71 && !LLVMIsDeclaration(f)) /* PTX kernel: LLVM 19 */
            add_kernel(u, f);
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < u->kernel_count && parts_of(notes[i], part); k++)
            if (part[0] == u->kernels[k] && !strcmp(string_of(part[1]), "maxntidx"))
                u->most_threads[k] = (uint32_t)LLVMConstIntGetZExtValue(part[2]);
    free(notes);
}

/* ---- functions: none is a GPU's any more, and only kernels are asked for by name ---- */

static void become_host_code(struct unit *u)
{
    static const char *const gone[] = {"target-cpu", "target-features", "frame-pointer",
                                       "stack-protector-buffer-size"};
    EACH_FUNCTION (f, u) {
        for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
            LLVMRemoveStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, gone[i],
                                             (unsigned)strlen(gone[i]));
        if (!LLVMIsDeclaration(f) && !is_kernel(u, f)) {
            LLVMSetLinkage(f, LLVMInternalLinkage);
            LLVMSetComdat(f, NULL);
        }
    }
}

/* The bytes of an element, where all such arrays of the file have elements of as many. */
static void note_dynamic(struct unit *u, LLVMValueRef array)
{
    static int several;
    const LLVMTypeRef type = LLVMGlobalGetValueType(array);
    const int is_array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
    const uint64_t width = size_of(u, is_array ? LLVMGetElementType(type) : type);
    several |= u->dynamic_width && u->dynamic_width != width;
    u->dynamic_width = several ? 0 : width;
}

static void prepare_variables(struct unit *u)
{
    static const char dynamic[] = "emu_dynamic_shared_array", shared[] = ".bss.emu_shared";
    EACH_VARIABLE (v, u) {
        const int is_external = LLVMIsDeclaration(v),
                  is_own = !is_external && !begins_with(v, "llvm.") && !begins_with(v, "emu.");
        if (is_external && LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == 3 &&
            !is_named(v, dynamic)) {
            note_dynamic(u, v);
            LLVMValueRef one = LLVMGetNamedGlobal(u->module, dynamic);
            one = one ? one : LLVMAddGlobalInAddressSpace(u->module, u->i8, dynamic, 3);
            LLVMReplaceAllUsesWith(v, LLVMConstBitCast(one, LLVMTypeOf(v)));
        } else if (is_external && is_named(v, "emu_builtins"))
            LLVMSetGlobalConstant(v, 1);
        else if (is_own) {
            /* what the host can ask for by name stays, whether or not a kernel uses it */
            const int is_asked_for = LLVMIsExternallyInitialized(v) && !LLVMIsGlobalConstant(v);
            LLVMSetLinkage(v, is_asked_for ? LLVMExternalLinkage : LLVMInternalLinkage);
            LLVMSetComdat(v, NULL);
        }
        if (is_own && LLVMGetAlignment(v) < 256)
            LLVMSetAlignment(v, 256); /* as memory of a GPU begins */
        if (!is_external && LLVMIsUndef(LLVMGetInitializer(v)))
            LLVMSetInitializer(v, LLVMConstNull(LLVMGlobalGetValueType(v)));
        if (is_own && LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == 3)
            LLVMSetSection(v, shared);
    }
    /* Stores past the last are made before they are found. Weak: else it would be left out. */
    LLVMValueRef end = LLVMAddGlobal(u->module, LLVMArrayType(u->i8, 1 << 16), "emu.shared_end");
    LLVMSetInitializer(end, LLVMConstNull(LLVMGlobalGetValueType(end)));
    LLVMSetLinkage(end, LLVMWeakAnyLinkage);
    LLVMSetSection(end, shared);
    static const char *const lists[] = {"llvm.compiler.used", "llvm.used",
                                        "llvm.global.annotations"};
    LLVMValueRef list;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if ((list = LLVMGetNamedGlobal(u->module, lists[i])))
            LLVMDeleteGlobal(list);
}

/* ---- __managed__ variables: kernels use the host's. Each has a slot that holds its address, which
 * the host's program writes where it registers the variable (memory/variables.c). Until then, and
 * where no host code names it, the slot holds the device's own, which has the first value ---- */

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

static void use_managed(struct unit *u)
{
    EACH_VARIABLE (v, u) {
        if (LLVMIsDeclaration(v) || !is_annotated(u, v, "managed"))
            continue;
        LLVMValueRef slot =
            LLVMAddGlobal(u->module, LLVMTypeOf(v), joined(MANAGED_SLOT, name_of(v)));
        LLVMSetInitializer(slot, v); /* it stays, whether or not a kernel uses it */
        EACH_INSTRUCTION_OF (i, u)
            load_in(u, i, v, slot);
    }
}

static void rename_call(struct unit *u, const char *name, const char *instead)
{
    LLVMValueRef old = LLVMGetNamedFunction(u->module, name);
    if (!old)
        return;
    LLVMValueRef new = runtime_function(u, instead, LLVMGlobalGetValueType(old));
    LLVMReplaceAllUsesWith(old, LLVMConstBitCast(new, LLVMTypeOf(old)));
    LLVMDeleteFunction(old);
}

unsigned argument_alignment(LLVMValueRef call, unsigned argument)
{
    LLVMAttributeRef known =
        LLVMGetCallSiteEnumAttribute(call, argument + 1, attribute_kind("align"));
    return known ? (unsigned)LLVMGetEnumAttributeValue(known) : 1;
}

/* An array of numbers: what reads more than one of them at once was told so by a cast, as in
 * *(float4 *)&tile[row][4 * x]. clang goes by the array's alignment, nvcc by the cast. */
static int is_array_of_numbers(LLVMValueRef address)
{
    LLVMValueRef base = base_of(address);
    LLVMTypeRef type = LLVMIsAGlobalVariable(base) ? LLVMGlobalGetValueType(base)
                       : LLVMIsAAllocaInst(base)   ? LLVMGetAllocatedType(base)
                                                   : NULL;
    if (!type || LLVMGetTypeKind(type) != LLVMArrayTypeKind)
        return 0;
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    return LLVMGetTypeKind(type) != LLVMStructTypeKind;
}

/* … and reads or writes a number of another size. */
static void trust_cast(struct unit *u, LLVMValueRef i)
{
    const int is_store = LLVMIsAStoreInst(i) != NULL;
    LLVMTypeRef type = LLVMTypeOf(is_store ? LLVMGetOperand(i, 0) : i);
    const LLVMTargetDataRef layout = LLVMGetModuleDataLayout(u->module);
    const unsigned natural = LLVMABIAlignmentOfType(layout, type);
    if (LLVMGetAlignment(i) < natural && is_array_of_numbers(LLVMGetOperand(i, is_store ? 1 : 0)))
        LLVMSetAlignment(i, natural);
}

/* A copy of 4, 8 or 16 bytes of a type that is aligned to that: one load and one store. Both sides
 * are of one type, of which either side may know the alignment. */
static void copy_at_once(struct unit *u, LLVMValueRef call)
{
    const uint64_t size = constant_of(LLVMGetOperand(call, 2));
    const unsigned to = argument_alignment(call, 0), from = argument_alignment(call, 1);
    LLVMValueRef target = LLVMGetOperand(call, 0), source = LLVMGetOperand(call, 1);
    if ((size != 4 && size != 8 && size != 16) || constant_of(LLVMGetOperand(call, 3)))
        return;
    if (to < size && from < size && !is_array_of_numbers(target) && !is_array_of_numbers(source))
        return;
    LLVMTypeRef type = size == 4 ? u->i32 : LLVMVectorType(u->i32, (unsigned)size / 4);
    build_before(u, call, call);
    const unsigned to_space = LLVMGetPointerAddressSpace(LLVMTypeOf(target)),
                   from_space = LLVMGetPointerAddressSpace(LLVMTypeOf(source));
    LLVMValueRef value = LLVMBuildLoad2(
        u->builder, type,
        LLVMBuildBitCast(u->builder, source, LLVMPointerType(type, from_space), ""), "");
    LLVMSetAlignment(value, size == 4 ? 4 : from);
    LLVMValueRef store =
        LLVMBuildStore(u->builder, value,
                       LLVMBuildBitCast(u->builder, target, LLVMPointerType(type, to_space), ""));
    LLVMSetAlignment(store, size == 4 ? 4 : to);
    LLVMInstructionEraseFromParent(call);
}

/* A variable that comes to life holds what a register may hold: all bits set, not a number, -1. */
static void spoil(struct unit *u, LLVMValueRef call)
{
    LLVMValueRef variable = base_of(LLVMGetOperand(call, 1));
    if (!LLVMIsAAllocaInst(variable))
        return;
    build_before(u, LLVMGetNextInstruction(call), NULL);
    LLVMBuildMemSet(u->builder, LLVMGetOperand(call, 1), LLVMConstInt(u->i8, 255, 0),
                    number64(u, size_of(u, LLVMGetAllocatedType(variable))),
                    LLVMGetAlignment(variable));
}

/* Two calls in the arms of a branch are two places. A macro's get two columns. */
void keep_apart(struct unit *u, LLVMValueRef call)
{
    static LLVMMetadataRef last;
    const LLVMMetadataRef place = LLVMInstructionGetDebugLoc(call);
    if (place && last && LLVMDILocationGetLine(place) == LLVMDILocationGetLine(last) &&
        LLVMDILocationGetColumn(place) == LLVMDILocationGetColumn(last))
        LLVMInstructionSetDebugLoc(
            call, LLVMDIBuilderCreateDebugLocation(
                      u->context, LLVMDILocationGetLine(place), LLVMDILocationGetColumn(place) + 1,
                      LLVMDILocationGetScope(place), LLVMDILocationGetInlinedAt(place)));
    last = place;
    LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                             LLVMCreateEnumAttribute(u->context, attribute_kind("nomerge"), 0));
}

static void prepare_instruction(struct unit *u, LLVMValueRef i)
{
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i))
        trust_cast(u, i);
    else if (callee && LLVMIsAInlineAsm(callee))
        translate_ptx(u, i);
    else if (!callee || !LLVMIsAFunction(callee))
        return;
    else if (begins_with(callee, "llvm.memcpy.p"))
        copy_at_once(u, i);
    else if (begins_with(callee, "llvm.lifetime.start"))
        spoil(u, i);
    else if (is_named(callee, "__ubsan_handle_out_of_bounds"))
        check_in_line(u, i);
    else if (LLVMIsDeclaration(callee) && !begins_with(callee, "llvm."))
        keep_apart(u, i);
}

void prepare(struct unit *u)
{
    find_kernels(u);
    check_as_nvcc(u);
    rename_call(u, "llvm.nvvm.barrier0", "__syncthreads");
    rename_call(u, "llvm.nvvm.barrier.cta.sync.aligned.all", "__syncthreads");
    become_host_code(u);
    use_managed(u);
    prepare_variables(u);
    check_overflows(u);
    EACH_FUNCTION (f, u)
        if (!LLVMIsDeclaration(f) && !is_of_emulator(f)) {
            order_blocks(f);
            check_values(u, f);
            check_counters(u, f);
        }
    EACH_INSTRUCTION_OF (i, u)
        prepare_instruction(u, i);
    mark_returns(u);
}
