/* LLVM's own work: the optimizer, and the object file. */
#include "unit.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

/* inline.c, as LLVM has it. */
__asm__(".section .rodata\n.globl inline_begin\ninline_begin: .incbin \"" INLINE_CODE "\"\n"
        ".globl inline_end\ninline_end: .byte 0\n.previous");
extern const char inline_begin[], inline_end[];

static LLVMTargetMachineRef machine(void)
{
    static LLVMTargetMachineRef made;
    char *error = NULL, *triple = LLVMGetDefaultTargetTriple();
    LLVMTargetRef target;
    if (made)
        return made;
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    LLVMInitializeNativeAsmParser(); /* host code has its own */
    if (LLVMGetTargetFromTriple(triple, &target, &error))
        die("%s: %s", triple, error);
    const char *processor = strncmp(triple, "x86_64", 6) ? "generic" : "x86-64";
    made = LLVMCreateTargetMachine(target, triple, processor, "", LLVMCodeGenLevelDefault,
                                   LLVMRelocStatic, LLVMCodeModelSmall);
    return made;
}

void optimize(struct unit *u, const char *passes)
{
    /* nvcc puts in line what is far larger than clang does for a CPU */
    static const char *const arguments[] = {"emulator's compiler", "-disable-loop-idiom-all",
                                            "-inline-threshold=10000"};
    static int once;
    if (!once++)
        LLVMParseCommandLineOptions(3, arguments, NULL);
    char *triple = LLVMGetDefaultTargetTriple(), *error = NULL;
    LLVMSetTarget(u->module, triple);
    LLVMSetModuleDataLayout(u->module, LLVMCreateTargetDataLayout(machine()));
    if (LLVMVerifyModule(u->module, LLVMReturnStatusAction, &error))
        die("before %s: %s", passes, error);
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failed = LLVMRunPasses(u->module, passes, NULL, options);
    if (failed)
        die("%s: %s", passes, LLVMGetErrorMessage(failed));
    LLVMDisposePassBuilderOptions(options);
}

/* x = *p; *q = x; y = *p: whether or not q is p, y is x, and nvcc does not read again. LLVM has no
 * such rule. Within one block: the load before this one that has its value, or NULL. */
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
    EACH_INSTRUCTION_OF (i, u) {
        LLVMValueRef known = LLVMIsALoadInst(i) && !LLVMGetVolatile(i) ? known_as(i) : NULL;
        if (known) {
            LLVMReplaceAllUsesWith(i, known);
            LLVMInstructionEraseFromParent(i);
        }
    }
}

void write_object(struct unit *u, const char *file)
{
    LLVMModuleRef code;
    LLVMMemoryBufferRef text = LLVMCreateMemoryBufferWithMemoryRangeCopy(
        inline_begin, (size_t)(inline_end - inline_begin), "inline.c");
    if (LLVMParseBitcodeInContext2(u->context, text, &code))
        die("inline.c is not what it was");
    LLVMSetTarget(code, LLVMGetTarget(u->module));
    LLVMSetModuleDataLayout(code, LLVMGetModuleDataLayout(u->module));
    if (LLVMLinkModules2(u->module, code))
        die("inline.c does not fit");
    EACH_FUNCTION (f, u)
        if (!LLVMIsDeclaration(f) && begins_with(f, "emu_inline_"))
            LLVMSetLinkage(f, LLVMInternalLinkage);
    LLVMStripModuleDebugInfo(u->module);
    optimize(u, "always-inline,function(early-cse),globaldce");
    emit_object(u, file);
}

void emit_object(struct unit *u, const char *file)
{
    char *error = NULL;
    if (LLVMTargetMachineEmitToFile(machine(), u->module, (char *)file, LLVMObjectFile, &error))
        die("%s: %s", file, error);
}
