/* Where a warp needs what it has loaded: the first instruction, in the order of the program, that
 * computes with a load's value or stores it. Registers only hand it on: so do phis, elements of
 * vectors, and the thread's own variables.
 *
 * What is assumed of nvcc, which orders instructions: a load comes before what its address and
 * stores do not depend on, so that in one block a value is needed behind the loads that follow. A
 * loop without a store to global memory or a barrier, whose addresses do not depend on
 * what it loads, is unrolled: as `#pragma unroll` says; wholly if its count is known and small, and
 * it is left at its end alone; partly if the count is large; four times if it is one block. Its
 * loads come before the first of these rounds' values is needed. */
#include "unit.h"

enum { WHOLLY = 1 << 20, USUALLY = 4, MOST_WHOLLY = 64, PARTLY = 16 };

static int has_operand_in(LLVMValueRef i, const struct list *l)
{
    for (int o = LLVMGetNumOperands(i); o-- > 0;)
        if (list_has(l, LLVMGetOperand(i, (unsigned)o)))
            return 1;
    return 0;
}

/* ---- memory: the thread's own, shared, the runtime's, and the rest, which may be far ---- */

static int is_near(LLVMValueRef address)
{
    LLVMValueRef base = base_of(address);
    return LLVMIsAAllocaInst(base) ||
           (LLVMIsAGlobalVariable(base) &&
            (LLVMIsDeclaration(base) || LLVMGetPointerAddressSpace(LLVMTypeOf(base)) >= 3));
}

static int is_far_load(LLVMValueRef i)
    IS(LLVMIsALoadInst(i) && !LLVMGetVolatile(i) && !is_near(LLVMGetOperand(i, 0)));

/* No later load moves before it: a store, an atomic, a barrier; no shuffle or vote. */
static int stops_loads(LLVMValueRef i)
{
    if (LLVMIsAStoreInst(i))
        return !is_near(LLVMGetOperand(i, 1));
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    if (!callee || begins_with(callee, "llvm.") || begins_with(callee, "emu_inline_"))
        return 0;
    for (unsigned a = 0; a < LLVMGetNumArgOperands(i); a++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, a))) == LLVMPointerTypeKind)
            return 1;
    return LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind ||
           begins_with(callee, "__syncthreads");
}

/* ---- who needs the value ---- */

static int hands_on(LLVMValueRef user)
{
    return LLVMIsAPHINode(user) || LLVMIsABitCastInst(user) || LLVMIsAExtractElementInst(user) ||
           LLVMIsAInsertElementInst(user) || LLVMIsAShuffleVectorInst(user) ||
           LLVMIsAExtractValueInst(user) || LLVMIsAInsertValueInst(user);
}

/* Before which the value is needed: behind the loads that can come before `user`. */
static LLVMValueRef needed_at(LLVMValueRef user)
{
    struct list late = {.count = 0};
    LLVMValueRef at = user;
    list_add(&late, user);
    for (LLVMValueRef i = LLVMIsATerminatorInst(user) ? NULL : LLVMGetNextInstruction(user);
         i && !stops_loads(i) && !stops_loads(user); i = LLVMGetNextInstruction(i)) {
        const int is_late = has_operand_in(i, &late), is_far = is_far_load(i);
        if (is_late && (is_far || !list_add(&late, i)))
            break;
        if (is_far)
            at = LLVMGetNextInstruction(i);
    }
    return at;
}

unsigned pragma_of(LLVMValueRef end)
{
    LLVMValueRef part[MOST_PARTS], said[MOST_PARTS];
    const unsigned count = parts_of(LLVMGetMetadata(end, LLVMGetMDKindID("llvm.loop", 9)), part);
    for (unsigned i = 1; i < count; i++) {
        const char *name = parts_of(part[i], said) ? string_of(said[0]) : NULL;
        if (!name)
            continue;
        if (!strcmp(name, "llvm.loop.unroll.count"))
            return (unsigned)constant_of(said[1]);
        if (!strcmp(name, "llvm.loop.unroll.disable"))
            return 1;
        if (!strcmp(name, "llvm.loop.unroll.enable") || !strcmp(name, "llvm.loop.unroll.full"))
            return WHOLLY;
    }
    return 0;
}

/* From a constant to a constant in steps of one: how many; 0: not so. */
static unsigned known_count(LLVMValueRef end)
{
    LLVMValueRef test = LLVMIsConditional(end) ? LLVMGetCondition(end) : NULL;
    LLVMValueRef now = test && LLVMIsAICmpInst(test) ? LLVMGetOperand(test, 0) : NULL;
    if (!now || !LLVMIsAConstantInt(LLVMGetOperand(test, 1)))
        return 0;
    if (LLVMIsABinaryOperator(now))
        now = LLVMGetOperand(now, 0);
    for (unsigned i = 0; LLVMIsAPHINode(now) && i < LLVMCountIncoming(now); i++)
        if (LLVMIsAConstantInt(LLVMGetIncomingValue(now, i)))
            return (unsigned)llabs(LLVMConstIntGetSExtValue(LLVMGetOperand(test, 1)) -
                                   LLVMConstIntGetSExtValue(LLVMGetIncomingValue(now, i)));
    return 0;
}

/* Ways from within a round: out of the loop (`break`), or past the block (`if`). */
static void find_side_ways(struct loop l, LLVMBasicBlockRef block, LLVMValueRef last, int *out,
                           int *past)
{
    const unsigned here = place_in_order(block);
    *out = *past = 0;
    EACH_WAY (end, to, l) {
        const int is_side = end != last;
        *out |= is_side && !in_loop(l, to);
        *past |= is_side && place_in_order(LLVMGetInstructionParent(end)) < here &&
                 place_in_order(to) > here;
    }
}

/* Rounds whose loads come before their first value is needed; each has its loads `inner` times. */
static unsigned rounds_of(struct loop l, LLVMValueRef load, LLVMValueRef user, unsigned inner)
{
    struct list late = {.count = 0};
    unsigned loads = 0;
    if (!in_loop(l, LLVMGetInstructionParent(user)))
        return 1;
    list_add(&late, user);
    for (unsigned grown = 1; grown;) {
        grown = loads = 0;
        for (unsigned b = 0; b < l.count; b++)
            EACH_INSTRUCTION (i, block_at(l.first + b)) {
                if (stops_loads(i))
                    return 1;
                loads += (unsigned)is_far_load(i) * inner;
                if (has_operand_in(i, &late))
                    grown |= (unsigned)list_add(&late, i);
            }
    }
    if (list_has(&late, load) || late.count == MOST_LISTED)
        return 1;
    LLVMValueRef end = end_of_round(l);
    const unsigned said = pragma_of(end), known = known_count(end);
    int out, past;
    find_side_ways(l, LLVMGetInstructionParent(load), end, &out, &past);
    if (list_has(&late, end))
        return 1;
    if (said && said != WHOLLY)
        return said;
    if (out)
        return 1;
    if (past)
        loads *= 2; /* as long as two */
    if (known && (said || known * loads <= MOST_WHOLLY))
        return WHOLLY;
    if (known)
        return loads < PARTLY ? PARTLY / loads : 1;
    return said || l.count == 1 ? USUALLY : 1;
}

static struct use {
    LLVMValueRef load, site, at;
} * uses;
static unsigned use_count, use_asked;

static void use_at(struct unit *u, LLVMValueRef load, LLVMValueRef site, LLVMValueRef at,
                   unsigned rounds)
{
    for (unsigned i = use_count; i-- > 0;)
        if (uses[i].at == at &&
            LLVMGetInstructionParent(uses[i].load) == LLVMGetInstructionParent(load))
            return; /* where one of them is needed, so is the other */
    ONE_MORE(uses, use_count) = (struct use){load, site, at};
    record_use(u, at, site, rounds);
}

static void find_uses(struct unit *u, LLVMValueRef load)
{
    struct list users = {.count = 0};
    LLVMBasicBlockRef block = LLVMGetInstructionParent(load);
    LLVMValueRef site = site_at(u, load);
    users_of(load, hands_on, &users);
    for (unsigned i = 0; i < users.count; i++) {
        struct loop l = loop_around(block, (struct loop){0, 0}), outer;
        unsigned inner = 1, more, rounds = rounds_of(l, load, users.value[i], inner);
        for (; rounds == WHOLLY && (outer = loop_around(block, l)).count; l = outer) {
            inner *= known_count(end_of_round(l));
            more = rounds_of(outer, load, users.value[i], inner);
            if (more == 1)
                break;
            rounds = more == WHOLLY ? WHOLLY : more * inner;
        }
        use_at(u, load, site, needed_at(users.value[i]), rounds);
        EACH_WAY (end, to, l)
            if (rounds > 1 && !in_loop(l, to)) /* whatever is under way is needed */
                use_at(u, load, site, first_in(to), 1);
    }
}

void record_uses(struct unit *u, LLVMValueRef function)
{
    use_count = use_asked = 0;
    EACH_BLOCK (b, function)
        EACH_INSTRUCTION (i, b)
            if (is_far_load(i))
                find_uses(u, i);
}

LLVMValueRef site_of_use(LLVMValueRef load)
{
    for (unsigned i = use_asked; i < use_count; i++) /* they are asked for in their order */
        if (uses[i].load == load)
            return uses[use_asked = i].site;
    return NULL;
}
