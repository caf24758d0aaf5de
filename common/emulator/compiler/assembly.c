/* Inline PTX: what people write in kernels becomes calls of the runtime; the rest is refused. */
#include "unit.h"

#include "device/ptx_registers.h"

#include <ctype.h>

enum { MOST_OPERANDS = 16, MOST_PIECES = 12 };

struct statement {
    struct unit *u;
    LLVMValueRef call;
    LLVMValueRef operand[MOST_OPERANDS]; /* what $0, $1, … hold now: outputs, then inputs */
    unsigned outputs, operands;
};

static LLVMValueRef call(const struct statement *s, const char *name, LLVMTypeRef result,
                         LLVMValueRef *argument, unsigned count)
{
    LLVMValueRef made = call_runtime(s->u, name, result, argument, count);
    keep_apart(s->u, made);
    return made;
}

static int does(const struct statement *s, const char *name, LLVMValueRef *argument, unsigned count)
    IS(call(s, name, s->u->nothing, argument, count) != NULL);

/* $0 or [$0], or a number; NULL: neither. */
static LLVMValueRef value(const struct statement *s, const char *word)
{
    word += *word == '[';
    if (*word == '$' && isdigit((unsigned char)word[1])) {
        const unsigned long number = strtoul(word + 1, NULL, 10);
        return number < s->operands ? s->operand[number] : NULL;
    }
    return isdigit((unsigned char)*word) ? number64(s->u, strtoull(word, NULL, 0)) : NULL;
}

static LLVMValueRef as(const struct statement *s, LLVMValueRef number, LLVMTypeRef type)
{
    if (number && LLVMGetTypeKind(LLVMTypeOf(number)) == LLVMPointerTypeKind)
        return LLVMBuildPtrToInt(s->u->builder, number, type, "");
    return number && LLVMGetTypeKind(LLVMTypeOf(number)) == LLVMIntegerTypeKind
               ? LLVMBuildIntCast2(s->u->builder, number, type, 0, "")
               : NULL;
}

static int read_register(struct statement *s, char **word, unsigned count)
{
#define NAME(name, is) name,
    static const char *const names[] = {EMU_PTX_REGISTERS(NAME)};
    if (count != 3 || strncmp(word[0], "mov.", 4) || word[1][0] != '$' || word[2][0] != '%')
        return 0;
    const unsigned long to = strtoul(word[1] + 1, NULL, 10);
    for (unsigned k = 0; k < sizeof names / sizeof *names && to < s->outputs; k++)
        if (!strcmp(word[2] + 1, names[k])) {
            LLVMValueRef which = number32(s->u, k);
            s->operand[to] = call(s, "emu_ptx_register", s->u->i64, &which, 1);
            return 1;
        }
    return 0;
}

static int copy_asynchronously(const struct statement *s, char **word, unsigned count)
{
    struct unit *u = s->u;
    LLVMValueRef groups = number64(u, 0);
    if (!strncmp(word[0], "cp.async.commit_group", 22))
        return does(s, "emu_pipeline_commit", NULL, 0);
    if (!strcmp(word[0], "cp.async.wait_all"))
        return does(s, "emu_pipeline_commit", NULL, 0) && does(s, "emu_pipeline_wait", &groups, 1);
    if (!strcmp(word[0], "cp.async.wait_group") && count == 2) {
        groups = as(s, value(s, word[1]), u->i64);
        return groups && does(s, "emu_pipeline_wait", &groups, 1);
    }
    if ((strncmp(word[0], "cp.async.ca.shared", 18) &&
         strncmp(word[0], "cp.async.cg.shared", 18)) ||
        count < 4 || count > 5 || !strstr(word[0], ".global"))
        return 0;
    LLVMValueRef to = as(s, value(s, word[1]), u->i32), from = as(s, value(s, word[2]), u->i64),
                 bytes = as(s, value(s, word[3]), u->i64),
                 used = count == 5 ? as(s, value(s, word[4]), u->i64) : bytes;
    if (!to || !from || !bytes || !used)
        return 0;
    LLVMValueRef argument[] = {call(s, "emu_shared_pointer", u->bytes, &to, 1),
                               LLVMBuildIntToPtr(u->builder, from, u->bytes, ""), bytes,
                               LLVMBuildSub(u->builder, bytes, used, "")};
    return does(s, "emu_pipeline_copy", argument, 4);
}

static int wait_or_fence(const struct statement *s, char **word, unsigned count)
{
    static const char *const fences[][2] = {
        {"membar.cta", "__threadfence_block"},  {"membar.gl", "__threadfence"},
        {"membar.sys", "__threadfence_system"}, {"fence.acq_rel.cta", "__threadfence_block"},
        {"fence.acq_rel.gpu", "__threadfence"}, {"fence.acq_rel.sys", "__threadfence_system"},
        {"fence.sc.gpu", "__threadfence"}};
    if ((!strcmp(word[0], "bar.sync") || !strcmp(word[0], "barrier.sync")) && count == 2 &&
        !strcmp(word[1], "0"))
        return does(s, "__syncthreads", NULL, 0);
    for (size_t k = 0; k < sizeof fences / sizeof *fences; k++)
        if (count == 1 && !strcmp(word[0], fences[k][0]))
            return does(s, fences[k][1], NULL, 0);
    return 0;
}

/* asm "TEXT", "CONSTRAINTS", as LLVM prints it: \0A is a line's end. The text; NULL: no more. */
static char *next_string(char **from)
{
    char *begin = strchr(*from, '"'), *out = begin;
    if (!begin)
        return NULL;
    for (char *p = begin + 1;; p++) {
        if (*p == '\\' && isxdigit((unsigned char)p[1]) && isxdigit((unsigned char)p[2])) {
            const char digits[] = {p[1], p[2], 0};
            *out++ = (char)strtoul(digits, NULL, 16);
            p += 2;
        } else if (*p == '"' || !*p) {
            *from = p + (*p == '"');
            *out = 0;
            return begin;
        } else
            *out++ = *p;
    }
}

static void read_operands(struct statement *s, char *constraints)
{
    unsigned given = 0;
    for (char *rest, *one = strtok_r(constraints, ",", &rest); one && s->operands < MOST_OPERANDS;
         one = strtok_r(NULL, ",", &rest))
        if (*one == '=')
            s->operand[s->operands++] = NULL, s->outputs++;
        else if (*one != '~') {
            LLVMValueRef argument = LLVMGetOperand(s->call, given++);
            if (isdigit((unsigned char)*one) && strtoul(one, NULL, 10) < s->outputs)
                s->operand[strtoul(one, NULL, 10)] = argument;
            s->operand[s->operands++] = argument;
        }
}

static void write_instruction(struct statement *s, char *instruction)
{
    char *word[MOST_PIECES] = {""}, *rest;
    char *whole = strdup(instruction);
    unsigned count = 0;
    for (char *p = strtok_r(instruction, " \t\n,", &rest); p && count < MOST_PIECES;
         p = strtok_r(NULL, " \t\n,", &rest))
        word[count++] = p;
    if (count && !read_register(s, word, count) && !copy_asynchronously(s, word, count) &&
        !wait_or_fence(s, word, count))
        refuse(s->call, "inline PTX is not supported by the emulator: %.60s",
               whole + strspn(whole, " \t\n"));
    free(whole);
}

static LLVMValueRef output(const struct statement *s, unsigned i, LLVMTypeRef type)
{
    LLVMValueRef value = s->operand[i];
    if (value && LLVMTypeOf(value) != type)
        value = as(s, value, type);
    return value ? value : LLVMConstNull(type);
}

/* Also asm volatile("" ::: "memory"), which holds nothing. */
void translate_ptx(struct unit *u, LLVMValueRef call)
{
    struct statement s = {.u = u, .call = call};
    char *printed = LLVMPrintValueToString(LLVMGetCalledValue(call)), *from = printed, *rest;
    char *text = next_string(&from), *constraints = next_string(&from);
    LLVMTypeRef type = LLVMTypeOf(call);
    if (constraints)
        read_operands(&s, constraints);
    build_before(u, call, call);
    for (char *one = strtok_r(text, ";", &rest); one; one = strtok_r(NULL, ";", &rest))
        write_instruction(&s, one);
    if (s.outputs == 1)
        LLVMReplaceAllUsesWith(call, output(&s, 0, type));
    else if (s.outputs) {
        LLVMValueRef all = LLVMGetUndef(type);
        for (unsigned i = 0; i < s.outputs; i++)
            all = LLVMBuildInsertValue(u->builder, all,
                                       output(&s, i, LLVMStructGetTypeAtIndex(type, i)), i, "");
        LLVMReplaceAllUsesWith(call, all);
    }
    LLVMDisposeMessage(printed);
    LLVMInstructionEraseFromParent(call);
}
