/* What clang takes and nvcc refuses, asked of the code before anything is done with it. */
#include "compiler/unit.h"

char *__cxa_demangle(const char *, char *, size_t *, int *); /* of the C++ library */

static char *readable(LLVMValueRef value)
{
    char *text = begins_with(value, "_Z") ? __cxa_demangle(name_of(value), NULL, NULL, NULL) : NULL;
    return text ? text : strdup(name_of(value));
}

/* ---- what the program's own __device__ and __constant__ have marked (host_defines.h) ---- */

int is_annotated(const struct unit *u, LLVMValueRef value, const char *word)
{
    LLVMValueRef all = LLVMGetNamedGlobal(u->module, "llvm.global.annotations");
    LLVMValueRef list = all ? LLVMGetInitializer(all) : NULL;
    for (int i = 0; list && i < LLVMGetNumOperands(list); i++) {
        LLVMValueRef note = LLVMGetOperand(list, (unsigned)i);
        LLVMValueRef text = base_of(LLVMGetOperand(note, 1));
        size_t length;
        if (base_of(LLVMGetOperand(note, 0)) == value && LLVMIsAGlobalVariable(text) &&
            !strcmp(LLVMGetAsString(LLVMGetInitializer(text), &length), word))
            return 1;
    }
    return 0;
}

/* ---- kernels and lambdas ---- */

static int is_member_of_class(LLVMValueRef function, const char *name)
{
    const size_t plain = strcspn(name, "(<");
    if (!memmem(name, plain, "::", 2))
        return 0;
    LLVMMetadataRef place = LLVMGetSubprogram(function);
    LLVMValueRef part[MOST_PARTS]; /* 1: the scope */
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
    return place && parts_of(LLVMMetadataAsValue(context, place), part) && part[1] &&
           LLVMGetMetadataKind(LLVMValueAsMetadata(part[1])) != LLVMDINamespaceMetadataKind;
}

static int has_lambda(const char *name)
{
    return strstr(name, "{lambda(") || strstr(name, "$_");
}

static int is_lambda(LLVMValueRef function)
{
    char *name = readable(function);
    const char *call = strstr(name, "::operator()");
    const int is =
        call && has_lambda(name) && (call[-1] == '}' || call[-1] == ' ' || strstr(name, "$_"));
    free(name);
    return is;
}

static void check_lambdas(const struct unit *u)
{
    LLVMValueRef plain = NULL, marked = NULL;
    EACH_FUNCTION (f, u)
        if (!LLVMIsDeclaration(f) && is_lambda(f)) {
            if (is_annotated(u, f, "device"))
                marked = marked ? marked : f;
            else
                plain = plain ? plain : f;
        }
    if (marked && !u->takes_lambdas)
        refuse(marked, "a lambda with __host__ or __device__ needs nvcc's option "
                       "--extended-lambda: write a struct with a __device__ operator() instead");
    for (unsigned i = 0; i < u->kernel_count && !marked; i++) {
        char *name = readable(u->kernels[i]);
        if (has_lambda(name))
            refuse(plain ? plain : u->kernels[i], "a kernel cannot take a lambda of host code: "
                                                  "write a struct with a __device__ operator()");
        free(name);
    }
}

static void check_kernel(LLVMValueRef kernel)
{
    char *name = readable(kernel);
    const size_t length = strlen(name);
    if (is_member_of_class(kernel, name))
        refuse(kernel,
               "\"%s\": a __global__ function cannot be a member of a class; write it outside",
               name);
    for (size_t i = 2; i < length; i++)
        if (!strncmp(name + i - 2, "&&", 2) && (name[i] == ',' || name[i] == ')'))
            refuse(kernel, "\"%s\": a __global__ function cannot have a parameter with &&", name);
    free(name);
}

/* ---- the host's variables: a kernel may read a constant, and nothing else of them ---- */

static int is_known_step(LLVMValueRef user)
{
    int is = LLVMIsAConstantExpr(user) || is_step(user);
    for (int i = 1; is && LLVMIsAGetElementPtrInst(user) && i < LLVMGetNumOperands(user); i++)
        is = LLVMIsConstant(LLVMGetOperand(user, (unsigned)i));
    return is;
}

static int is_load(LLVMValueRef user, LLVMValueRef value, const void *of)
    IS(!LLVMIsAInstruction(user) || LLVMIsALoadInst(user));

static int is_constant(LLVMValueRef user) IS(!LLVMIsAInstruction(user));

static int is_none(LLVMValueRef user, LLVMValueRef value, const void *of) IS(0);

static int is_of_host(const struct unit *u, LLVMValueRef v)
{
    return LLVMIsGlobalConstant(v) && !LLVMIsDeclaration(v) && begins_with(v, "_Z") &&
           !begins_with(v, "_ZZ") && !begins_with(v, "_ZT") && !begins_with(v, "_ZG") &&
           LLVMGetLinkage(v) != LLVMPrivateLinkage && !is_annotated(u, v, "device");
}

static const char no_code[] = "%s: nvcc has no device code for this function of the compiler: use "
                              "CUDA's own, or plain C";

/* Of the C library, by its name with __builtin_: no hook sees what it reads and writes. */
static int is_of_library(LLVMValueRef callee, LLVMValueRef call)
{
    return LLVMIsDeclaration(callee) && *name_of(callee) != '_' && !begins_with(callee, "llvm.") &&
           !begins_with(callee, "emu_") && !is_named(callee, "memcpy") &&
           !is_named(callee, "memset") && LLVMGetNumArgOperands(call) &&
           LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 0))) == LLVMPointerTypeKind;
}

static void check_call(LLVMValueRef call)
{
    static const char *const builtins[][2] = {{"llvm.bswap.", "__builtin_bswap"},
                                              {"llvm.is.constant.", "__builtin_constant_p"},
                                              {"llvm.bitreverse.", "__builtin_bitreverse"}};
    LLVMValueRef callee = LLVMGetCalledValue(call), next = LLVMGetNextInstruction(call);
    if (!LLVMIsAFunction(callee))
        return;
    if (is_named(callee, "__dynamic_cast"))
        refuse(call, "dynamic_cast in device code: there are no run-time types in device code");
    if (is_of_library(callee, call))
        refuse(call, no_code, joined("__builtin_", name_of(callee)));
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        if (begins_with(callee, builtins[i][0]))
            refuse(call, no_code, builtins[i][1]);
    /* __builtin_ffs adds 1 to it */
    if (begins_with(callee, "llvm.cttz.") && next && !LLVMIsABinaryOperator(next))
        refuse(call, no_code, "__builtin_ctz");
}

/* A macro in a `#pragma unroll`, which clang expands. It stands above the loop that it is for. */
static void check_pragma(LLVMValueRef end)
{
    LLVMValueRef part[MOST_PARTS];
    char line[500], said[100] = "", macro[100];
    unsigned number = 0, at = 0;
    if (!pragma_of(end))
        return;
    parts_of(LLVMGetMetadata(end, LLVMGetMDKindID("llvm.loop", 9)), part);
    const LLVMMetadataRef place = LLVMValueAsMetadata(part[1]); /* where the loop begins */
    if (LLVMGetMetadataKind(place) != LLVMDILocationMetadataKind)
        return;
    const char *name = file_of(LLVMDILocationGetScope(place));
    FILE *text = fopen(name, "r");
    while (text && ++number < LLVMDILocationGetLine(place) && fgets(line, sizeof line, text))
        if (sscanf(line, " # pragma unroll%*[ (]%99[A-Za-z_0-9]", said) == 1)
            at = number;
    if (at)
        rewind(text);
    while (at && fgets(line, sizeof line, text))
        if (sscanf(line, " # define %99[A-Za-z_0-9]", macro) == 1 && !strcmp(macro, said)) {
            fprintf(stderr, "%s:%u:1: ", name, at);
            refuse(NULL,
                   "nvcc expands no macro in a #pragma: write enum { at_once = %s }; and #pragma "
                   "unroll at_once",
                   said);
        }
    if (text)
        fclose(text);
}

static void check_instruction(LLVMValueRef i)
{
    LLVMValueRef to = LLVMIsAStoreInst(i) ? base_of(LLVMGetOperand(i, 1)) : NULL;
    if (to && LLVMIsAGlobalVariable(to) && LLVMGetPointerAddressSpace(LLVMTypeOf(to)) == 4)
        refuse(i,
               "a kernel cannot write the __constant__ variable \"%s\": the host does, with "
               "cudaMemcpyToSymbol",
               readable(to));
    if (LLVMIsACallInst(i))
        check_call(i);
    else if (LLVMIsABranchInst(i))
        check_pragma(i);
    else if (LLVMIsAFCmpInst(i) && LLVMGetFCmpPredicate(i) == LLVMRealUNO &&
             LLVMGetOperand(i, 0) != LLVMGetOperand(i, 1) && !LLVMIsConstant(LLVMGetOperand(i, 1)))
        refuse(i, no_code, "__builtin_isunordered");
}

void check_as_nvcc(struct unit *u)
{
    check_lambdas(u);
    for (unsigned i = 0; i < u->kernel_count; i++)
        check_kernel(u->kernels[i]);
    EACH_VARIABLE (v, u) {
        if (LLVMIsThreadLocal(v))
            refuse(other_user(v, is_constant, is_none, NULL),
                   "thread_local: device code has no variables of a host thread: "
                   "use a local or a __shared__ one");
        LLVMValueRef where = is_of_host(u, v) ? other_user(v, is_known_step, is_load, NULL) : NULL;
        if (where)
            refuse(where,
                   "the host variable \"%s\" is not known in device code: pass it as an "
                   "argument, or make it a __constant__ variable",
                   readable(v));
    }
    EACH_FUNCTION (f, u)
        if (!is_of_emulator(f))
            EACH_BLOCK (b, f)
                EACH_INSTRUCTION (i, b)
                    check_instruction(i);
}

/* ---- what the recording itself uses, in line in every kernel: a program that names one of these
 * could record what it likes. By whatever name it was declared (asm labels) ---- */

static void check(const char *name)
{
    static const char *const begins[] = {
        "emu_cursor",        "emu_word_at",  "emu_arena_",          "emu_place",
        "emu_yield",         "emu_pieces",   "emu_stray_store",     "emu_bad_subscript",
        "emu_short_counter", "emu_overflow", "emu_before_volatile", "emu_inline_"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        const size_t length = strlen(begins[i]);
        if (strncmp(name, begins[i], length) || (name[length] && begins[i][length - 1] != '_'))
            continue;
        fprintf(stderr, "error: %s belongs to the emulator: a program has no use for it\n", name);
        exit(1);
    }
}

void check_names(const struct unit *u)
{
    EACH_FUNCTION (f, u)
        check(name_of(f));
    EACH_VARIABLE (v, u)
        check(name_of(v));
}
