/* Loops that 8 or 16 bits, or a float, cannot count. Where a loop has one way out, which compares
 * such a variable with a number that the loop does not change, the kernel compares that number with
 * what the variable can hold: no round need run to show that there is no last one. */
#include "compiler/unit.h"

/* What a conditional branch asks: whether the counter is less than the bound. */
struct question {
    LLVMValueRef counter, bound; /* a variable; an integer */
    unsigned bits;
    int is_float, is_signed; /* the counter */
    int by_sign, with_equal; /* how they are compared */
};

static int is_in(struct loop l, LLVMValueRef instruction)
    IS(in_loop(l, LLVMGetInstructionParent(instruction)));

static unsigned ways_out(struct loop l)
{
    unsigned count = 0;
    EACH_WAY (end, to, l)
        count += !in_loop(l, to) && !LLVMIsAUnreachableInst(LLVMGetFirstInstruction(to));
    return count;
}

/* ---- what the loop does not change ---- */

static int changes_nothing(LLVMValueRef user, LLVMValueRef address, const void *loop)
{
    const struct loop *l = loop;
    if (LLVMIsAStoreInst(user))
        return LLVMGetOperand(user, 0) != address && !is_in(*l, user);
    return LLVMIsALoadInst(user) || !is_in(*l, user) || is_lifetime(user);
}

/* Of a variable: nothing in the loop writes to it, and nobody keeps its address. */
static int stays(struct loop l, LLVMValueRef address)
    IS(!other_user(address, is_step, changes_nothing, &l));

static int is_fixed(struct loop l, LLVMValueRef value)
{
    if (LLVMIsAConstantInt(value))
        return 1;
    if (LLVMIsALoadInst(value)) {
        LLVMValueRef from = base_of(LLVMGetOperand(value, 0));
        return !LLVMGetVolatile(value) &&
               (LLVMIsAGlobalVariable(from) ? LLVMIsGlobalConstant(from)
                : LLVMIsAArgument(from)     ? is_by_value(from) && stays(l, from)
                                            : LLVMIsAAllocaInst(from) && stays(l, from));
    }
    const int is_own = LLVMIsACallInst(value) && LLVMIsAFunction(LLVMGetCalledValue(value)) &&
                       is_of_emulator(LLVMGetCalledValue(value)); /* blockDim.x and its kin */
    if (!is_own && !LLVMIsACastInst(value) && !LLVMIsABinaryOperator(value))
        return 0;
    const int count = is_own ? (int)LLVMGetNumArgOperands(value) : LLVMGetNumOperands(value);
    for (int i = 0; i < count; i++)
        if (!is_fixed(l, LLVMGetOperand(value, (unsigned)i)))
            return 0;
    return 1;
}

/* Goes on by addition: what is doubled counts further. */
static int is_added_to(struct loop l, LLVMValueRef variable)
{
    EACH_USER (user, variable) {
        if (LLVMIsAStoreInst(user) && is_in(l, user)) {
            LLVMValueRef sum = LLVMGetOperand(user, 0);
            if (!LLVMIsABinaryOperator(sum) || LLVMGetInstructionOpcode(sum) != LLVMFAdd)
                return 0;
        }
    }
    return 1;
}

/* ---- what is compared ---- */

/* The variable that a value was read from, or has just been written to. */
static LLVMValueRef variable_of(LLVMValueRef value)
{
    LLVMValueRef at = LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use && !at; use = LLVMGetNextUse(use))
        if (LLVMIsAStoreInst(LLVMGetUser(use)))
            at = LLVMGetOperand(LLVMGetUser(use), 1);
    return at && LLVMIsAAllocaInst(at) ? at : NULL;
}

static int is_counter(struct question *q, LLVMValueRef value)
{
    for (q->is_signed = 0;
         LLVMIsASExtInst(value) || LLVMIsAZExtInst(value) || LLVMIsAFPExtInst(value);
         value = LLVMGetOperand(value, 0))
        q->is_signed = LLVMIsASExtInst(value) != NULL;
    const LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    q->bits = kind == LLVMFloatTypeKind     ? 24
              : kind == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(LLVMTypeOf(value))
                                            : 0;
    q->is_float = kind == LLVMFloatTypeKind;
    q->counter = q->is_float || q->bits == 8 || q->bits == 16 ? variable_of(value) : NULL;
    return q->counter != NULL;
}

/* `a` and `b` are compared. 0: that is no such question. */
static int is_asked(struct question *q, struct loop l, LLVMValueRef a, LLVMValueRef b)
{
    if (!is_counter(q, a))
        return 0;
    q->bound = b;
    if (q->is_float) {
        if (!LLVMIsASIToFPInst(b) && !LLVMIsAUIToFPInst(b))
            return 0;
        q->bound = LLVMGetOperand(b, 0);
        q->by_sign = LLVMIsASIToFPInst(b) != NULL;
        if (!is_added_to(l, q->counter))
            return 0;
    } else if (q->is_signed && !q->by_sign) {
        return 0; /* below 0 it is more than the bound */
    }
    return !stays(l, q->counter) && is_fixed(l, q->bound);
}

/* The comparison's sense, as if the counter were on its left and the loop went on if it is true:
 * -1, unless it goes on while the counter is less (0), not more (1), or not the same (0). */
static int sense_of(LLVMValueRef compare, int is_right, int is_inverted, int *by_sign)
{
    enum { EQUAL = 1, MORE = 2, LESS = 4, ALL = 7 }; /* as LLVM counts its LLVMRealPredicate */
    static const int of_integers[] = {EQUAL, MORE | LESS, MORE, MORE | EQUAL, LESS, LESS | EQUAL};
    int sense;
    *by_sign = 1;
    if (LLVMIsAICmpInst(compare)) { /* EQ, NE, then four without a sign, four with one */
        const unsigned is = LLVMGetICmpPredicate(compare) - LLVMIntEQ;
        *by_sign = is < 2 || is >= 6;
        sense = of_integers[is < 6 ? is : is - 4];
    } else {
        const LLVMRealPredicate is = LLVMGetFCmpPredicate(compare);
        if (is != LLVMRealUNE && (is < LLVMRealOEQ || is > LLVMRealOLE))
            return -1;
        sense = is & ALL;
    }
    sense ^= is_inverted ? ALL : 0;
    if (is_right)
        sense = (sense & EQUAL) | (sense & MORE ? LESS : 0) | (sense & LESS ? MORE : 0);
    return sense == LESS || sense == (MORE | LESS) ? 0 : sense == (LESS | EQUAL) ? 1 : -1;
}

static void write_check(struct unit *u, const struct question *q, LLVMValueRef branch, int inverted)
{
    static const char *const names[2][2] = {{"unsigned char", "char"}, {"unsigned short", "short"}};
    const unsigned bits = q->bits - (unsigned)q->is_signed;
    const char *name = q->is_float ? "float" : names[bits > 8][q->is_signed];
    const uint64_t most = (UINT64_C(1) << bits) - !q->is_float - (uint64_t)q->with_equal;
    build_before(u, branch, LLVMGetCondition(branch));
    LLVMValueRef bound = LLVMBuildIntCast2(u->builder, q->bound, u->i64, q->by_sign, "");
    LLVMValueRef right = LLVMBuildICmp(u->builder, q->by_sign ? LLVMIntSLE : LLVMIntULE, bound,
                                       number64(u, most), "");
    LLVMValueRef goes_on = LLVMGetCondition(branch);
    if (q->is_float) /* it may begin behind the bound */
        right = LLVMBuildOr(u->builder, right,
                            inverted ? goes_on : LLVMBuildNot(u->builder, goes_on, ""), "");
    build_check(u, text(u, name), bound, right, TOO_SHORT);
    u->has_short_numbers |= q->is_float;
}

/* Of the innermost loop that it leaves. */
static void look_at_branch(struct unit *u, LLVMValueRef branch)
{
    LLVMValueRef compare = LLVMGetCondition(branch);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(branch);
    struct loop l = loop_around(block, (struct loop){0, 0});
    while (l.count &&
           in_loop(l, LLVMGetSuccessor(branch, 0)) == in_loop(l, LLVMGetSuccessor(branch, 1)))
        l = loop_around(block, l);
    const int goes_on = in_loop(l, LLVMGetSuccessor(branch, 0));
    for (unsigned side = 0; side < 2; side++) {
        struct question q = {.counter = NULL};
        q.with_equal = sense_of(compare, (int)side, !goes_on, &q.by_sign);
        if (q.with_equal >= 0 &&
            is_asked(&q, l, LLVMGetOperand(compare, side), LLVMGetOperand(compare, 1 - side)) &&
            ways_out(l) == 1) {
            write_check(u, &q, branch, !goes_on);
            return;
        }
    }
}

/* 16 bits, or what leaves so many of a number. */
static int is_short(LLVMValueRef i)
{
    LLVMTypeRef type = LLVMIsAAllocaInst(i) ? LLVMGetAllocatedType(i) : LLVMTypeOf(i);
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 16)
        return 1;
    if (!LLVMIsABinaryOperator(i))
        return 0;
    const uint64_t with = constant_of(LLVMGetOperand(i, 1));
    return with == 0x7fff || with == 0x8000 || with == 0xffff || with == 0x10000;
}

void check_counters(struct unit *u, LLVMValueRef function)
{
    EACH_BLOCK (b, function) {
        EACH_INSTRUCTION (i, b)
            u->has_short_numbers |= is_short(i);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end))
            continue;
        if (LLVMIsAICmpInst(LLVMGetCondition(end)) || LLVMIsAFCmpInst(LLVMGetCondition(end)))
            look_at_branch(u, end);
    }
}
