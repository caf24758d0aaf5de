/* Small questions about LLVM's values, and how the compiler ends where it cannot go on. */
#include "unit.h"

#include <limits.h>
#include <stdarg.h>

const char *name_of(LLVMValueRef value)
{
    size_t length;
    return LLVMGetValueName2(value, &length);
}

int is_named(LLVMValueRef value, const char *name) IS(strcmp(name_of(value), name) == 0);

int begins_with(LLVMValueRef value, const char *prefix)
    IS(strncmp(name_of(value), prefix, strlen(prefix)) == 0);

LLVMValueRef runtime_function(struct unit *u, const char *name, LLVMTypeRef type)
{
    LLVMValueRef known = LLVMGetNamedFunction(u->module, name);
    return known ? known : LLVMAddFunction(u->module, name, type);
}

LLVMValueRef call_runtime(struct unit *u, const char *name, LLVMTypeRef result,
                          LLVMValueRef *argument, unsigned count)
{
    LLVMTypeRef types[8];
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(argument[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, count, 0);
    return LLVMBuildCall2(u->builder, type, runtime_function(u, name, type), argument, count, "");
}

LLVMValueRef number32(const struct unit *u, uint64_t value) IS(LLVMConstInt(u->i32, value, 0));

LLVMValueRef number64(const struct unit *u, uint64_t value) IS(LLVMConstInt(u->i64, value, 0));

int is_step(LLVMValueRef value)
{
    if (LLVMIsAConstantExpr(value)) {
        const LLVMOpcode op = LLVMGetConstOpcode(value);
        return op == LLVMGetElementPtr || op == LLVMBitCast || op == LLVMAddrSpaceCast;
    }
    return LLVMIsAGetElementPtrInst(value) || LLVMIsABitCastInst(value) ||
           LLVMIsAAddrSpaceCastInst(value);
}

LLVMValueRef base_of(LLVMValueRef address)
{
    while (is_step(address))
        address = LLVMGetOperand(address, 0);
    return address;
}

uint64_t size_of(const struct unit *u, LLVMTypeRef type)
    IS(LLVMABISizeOfType(LLVMGetModuleDataLayout(u->module), type));

unsigned attribute_kind(const char *name) IS(LLVMGetEnumAttributeKindForName(name, strlen(name)));

LLVMAttributeRef argument_attribute(LLVMValueRef function, unsigned argument, const char *name)
    IS(LLVMGetEnumAttributeAtIndex(function, argument + 1, attribute_kind(name)));

int is_by_value(LLVMValueRef argument)
{
    LLVMValueRef function = LLVMGetParamParent(argument);
    unsigned i = 0;
    while (LLVMGetParam(function, i) != argument)
        i++;
    return argument_attribute(function, i, "byval") != NULL;
}

int is_lifetime(LLVMValueRef i)
    IS(LLVMIsACallInst(i) && begins_with(LLVMGetCalledValue(i), "llvm.lifetime."));

uint64_t constant_of(LLVMValueRef value)
    IS(LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) : 0);

unsigned parts_of(LLVMValueRef node, LLVMValueRef part[MOST_PARTS])
{
    const unsigned count = node ? LLVMGetMDNodeNumOperands(node) : 0;
    if (count > MOST_PARTS)
        return 0;
    if (count)
        LLVMGetMDNodeOperands(node, part);
    return count;
}

const char *string_of(LLVMValueRef part)
{
    unsigned length;
    return part ? LLVMGetMDString(part, &length) : NULL;
}

/* ---- who needs a value ---- */

int list_has(const struct list *l, LLVMValueRef value)
{
    for (unsigned i = 0; i < l->count; i++)
        if (l->value[i] == value)
            return 1;
    return 0;
}

int list_add(struct list *l, LLVMValueRef value)
{
    if (l->count == MOST_LISTED || list_has(l, value))
        return 0;
    l->value[l->count++] = value;
    return 1;
}

struct walk {
    int (*hands_on)(LLVMValueRef);
    struct list seen, *users;
};

static int is_own(LLVMValueRef address) IS(LLVMIsAAllocaInst(base_of(address)) != NULL);

static void follow(struct walk *w, LLVMValueRef value);

/* Loads of the thread's own variable. */
static void follow_loads(struct walk *w, LLVMValueRef address)
{
    EACH_USER (user, address) {
        if (base_of(user) != user) {
            if (list_add(&w->seen, user))
                follow_loads(w, user);
        } else if (LLVMIsALoadInst(user)) {
            if (list_add(&w->seen, user))
                follow(w, user);
        } else if (LLVMIsAMemCpyInst(user) && LLVMGetOperand(user, 1) == address) {
            LLVMValueRef to = base_of(LLVMGetOperand(user, 0));
            if (is_own(to) && list_add(&w->seen, to))
                follow_loads(w, to);
            else
                list_add(w->users, user);
        }
    }
}

static void follow(struct walk *w, LLVMValueRef value)
{
    EACH_USER (user, value) {
        if (w->hands_on(user)) {
            if (list_add(&w->seen, user))
                follow(w, user);
        } else if (LLVMIsAStoreInst(user) && is_own(LLVMGetOperand(user, 1))) {
            LLVMValueRef to = base_of(LLVMGetOperand(user, 1));
            if (list_add(&w->seen, to))
                follow_loads(w, to);
        } else {
            list_add(w->users, user);
        }
    }
}

void users_of(LLVMValueRef value, int (*hands_on)(LLVMValueRef), struct list *users)
{
    struct walk w = {hands_on, {.count = 0}, users};
    follow(&w, value);
}

LLVMValueRef other_user(LLVMValueRef value, int (*hands_on)(LLVMValueRef),
                        int (*is_fine)(LLVMValueRef, LLVMValueRef, const void *), const void *of)
{
    EACH_USER (user, value) {
        LLVMValueRef other = hands_on(user)             ? other_user(user, hands_on, is_fine, of)
                             : is_fine(user, value, of) ? NULL
                                                        : user;
        if (other)
            return other;
    }
    return NULL;
}

/* ---- where code comes from ---- */

int is_kernel(const struct unit *u, LLVMValueRef function)
{
    for (unsigned i = 0; i < u->kernel_count; i++)
        if (u->kernels[i] == function)
            return 1;
    return 0;
}

const char *include_folder(void)
{
    const char *said = getenv("EMU_INCLUDE");
    return said ? said : EMU_INCLUDE_DIR;
}

const char *file_of(LLVMMetadataRef scope)
{
    unsigned length;
    const LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
    return file ? LLVMDIFileGetFilename(file, &length) : NULL;
}

/* Headers that were read before have their whole path. */
int is_of_emulator(LLVMValueRef function)
{
    static char whole[PATH_MAX];
    const char *name = file_of(LLVMGetSubprogram(function));
    if (!*whole && !realpath(include_folder(), whole))
        die("there is no folder %s", include_folder());
    return !name || !strncmp(name, include_folder(), strlen(include_folder())) ||
           !strncmp(name, whole, strlen(whole));
}

__attribute__((noreturn)) static void leave(int status, const char *what, const char *format,
                                            va_list arguments)
{
    fprintf(stderr, "%s: ", what);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(status);
}

void refuse(LLVMValueRef at, const char *format, ...)
{
    const LLVMMetadataRef function = at && LLVMIsAFunction(at) ? LLVMGetSubprogram(at) : NULL,
                          place =
                              at && LLVMIsAInstruction(at) ? LLVMInstructionGetDebugLoc(at) : NULL,
                          scope = place ? LLVMDILocationGetScope(place) : function;
    if (file_of(scope))
        fprintf(stderr, "%s:%u:%u: ", file_of(scope),
                place ? LLVMDILocationGetLine(place) : LLVMDISubprogramGetLine(function),
                place ? LLVMDILocationGetColumn(place) : 1);
    va_list arguments;
    va_start(arguments, format);
    leave(1, "error", format, arguments);
}

void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    leave(2, "emulator's compiler", format, arguments);
}

void *one_more(void *list, unsigned count, size_t size)
{
    if (!(count & (count - 1))) /* 0, or a power of two: twice the room */
        list = realloc(list, (count ? 2 * (size_t)count : 1) * size);
    if (!list)
        die("no memory");
    return list;
}

void build_before(struct unit *u, LLVMValueRef next, LLVMValueRef like)
{
    LLVMPositionBuilderBefore(u->builder, next);
    LLVMSetCurrentDebugLocation2(u->builder, like ? LLVMInstructionGetDebugLoc(like) : NULL);
}
