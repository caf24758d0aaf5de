/* Two tables for the runtime (program/device_image.h): places in the source; basic blocks. */
#include "unit.h"

enum { NO_BLOCK = ~0u };

static LLVMValueRef *blocks;
static unsigned block_count, first_block; /* first_block: of this function */

static LLVMValueRef describe_block(struct unit *u, unsigned place)
{
    LLVMBasicBlockRef block = block_at(place);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block), back[DEVICE_LOOPS];
    const unsigned ways = LLVMGetNumSuccessors(end);
    LLVMValueRef *ahead = calloc(ways + 1, sizeof *ahead);
    unsigned depth = 0, loops;
    for (struct loop l = {0, 0}; (l = loop_around(block, l)).count;)
        depth++;
    loops = depth < DEVICE_LOOPS ? depth : DEVICE_LOOPS;
    for (unsigned i = 0; i < DEVICE_LOOPS; i++)
        back[i] = number32(u, 0);
    for (struct loop l = {0, 0}; (l = loop_around(block, l)).count;)
        if (--depth < loops)
            back[depth] = number32(u, place - l.first);
    for (unsigned k = 0; k < ways; k++)
        ahead[k] = number32(u, place_in_order(LLVMGetSuccessor(end, k)) - place);
    LLVMValueRef members[] = {number32(u, ways), number32(u, loops),
                              LLVMConstArray(u->i32, back, DEVICE_LOOPS), array_of(u, ahead, ways)};
    free(ahead);
    return LLVMConstStructInContext(u->context, members, 4, 0);
}

void write_blocks(struct unit *u)
{
    first_block = block_count;
    for (unsigned i = 0; i < ordered_blocks(); i++)
        ONE_MORE(blocks, block_count) = describe_block(u, i);
}

static struct made {
    LLVMMetadataRef place;
    LLVMValueRef address; /* until all are known, a variable of its own */
    unsigned block;       /* of the table; NO_BLOCK: not known */
} * sites;
static unsigned site_count;

static LLVMValueRef new_site(struct unit *u, LLVMMetadataRef place, unsigned block)
{
    LLVMTypeRef members[] = {u->bytes, u->i32, u->i32, u->bytes, u->bytes, u->bytes},
                type = LLVMStructTypeInContext(u->context, members, 6, 0);
    LLVMValueRef address = LLVMAddGlobal(u->module, type, "emu.site");
    LLVMSetLinkage(address, LLVMInternalLinkage);
    LLVMSetSection(address, "emu_sites");
    LLVMSetAlignment(address, 8);
    return (ONE_MORE(sites, site_count) = (struct made){place, address, block}).address;
}

static LLVMMetadataRef own_place(LLVMValueRef instruction)
{
    LLVMMetadataRef place =
        LLVMIsAInstruction(instruction) ? LLVMInstructionGetDebugLoc(instruction) : NULL;
    return place && LLVMDILocationGetLine(place) ? place : NULL;
}

/* What the optimizer moves loses its line: then that of who uses it, so many steps away. */
static LLVMMetadataRef place_of_user(LLVMValueRef instruction, int steps)
{
    LLVMMetadataRef place = own_place(instruction);
    for (LLVMUseRef use = LLVMGetFirstUse(instruction); !place && steps && use;
         use = LLVMGetNextUse(use))
        place = place_of_user(LLVMGetUser(use), steps - 1);
    return place;
}

static LLVMMetadataRef place_of(LLVMValueRef instruction)
{
    LLVMMetadataRef place = own_place(instruction);
    for (int i = LLVMGetNumOperands(instruction); !place && i-- > 0;)
        place = own_place(LLVMGetOperand(instruction, (unsigned)i));
    place = place ? place : place_of_user(instruction, 3);
    if (!place && LLVMIsATerminatorInst(instruction)) /* a block that is empty: the way to it */
        place = place_of_user(LLVMBasicBlockAsValue(LLVMGetInstructionParent(instruction)), 1);
    return place ? place : LLVMInstructionGetDebugLoc(instruction);
}

LLVMValueRef site_at(struct unit *u, LLVMValueRef instruction)
{
    const unsigned place = place_in_order(LLVMGetInstructionParent(instruction));
    return as_bytes(u, new_site(u, place_of(instruction),
                                place < ordered_blocks() ? first_block + place : NO_BLOCK));
}

/* The site from which the code at `place` was called, where that was put in line. */
static LLVMValueRef caller_site(struct unit *u, LLVMMetadataRef place)
{
    static struct known {
        LLVMMetadataRef place;
        LLVMValueRef address;
    } * known;
    static unsigned count;
    LLVMMetadataRef from = place ? LLVMDILocationGetInlinedAt(place) : NULL;
    if (!from)
        return LLVMConstNull(u->bytes);
    for (unsigned i = count; i-- > 0;)
        if (known[i].place == from)
            return known[i].address;
    LLVMValueRef address = as_bytes(u, new_site(u, from, NO_BLOCK));
    return (ONE_MORE(known, count) = (struct known){from, address}).address;
}

LLVMValueRef host_site(struct unit *u, LLVMValueRef instruction)
    IS(as_bytes(u, new_site(u, place_of(instruction), NO_BLOCK)));

int is_from_folder(LLVMValueRef instruction, const char *folder)
{
    for (LLVMMetadataRef place = place_of(instruction); place;
         place = LLVMDILocationGetInlinedAt(place)) {
        const char *name = file_of(LLVMDILocationGetScope(place));
        if (name && strstr(name, folder))
            return 1;
    }
    return 0;
}

void write_sites(struct unit *u)
{
    LLVMValueRef table = array_of(u, blocks, block_count);
    const uint64_t size = block_count ? size_of(u, LLVMTypeOf(*blocks)) : 0;
    for (unsigned i = 0; i < site_count; i++) { /* it grows */
        LLVMMetadataRef place = sites[i].place;
        const char *name = place ? file_of(LLVMDILocationGetScope(place)) : NULL;
        LLVMValueRef from = caller_site(u, place), offset = number64(u, sites[i].block * size);
        LLVMValueRef block = sites[i].block == NO_BLOCK ? LLVMConstNull(u->bytes)
                                                        : LLVMConstGEP2(u->i8, table, &offset, 1);
        LLVMValueRef members[] = {text(u, name),
                                  number32(u, place ? LLVMDILocationGetLine(place) : 0),
                                  number32(u, place ? LLVMDILocationGetColumn(place) : 0),
                                  from,
                                  block,
                                  LLVMConstNull(u->bytes)};
        LLVMSetInitializer(sites[i].address, LLVMConstStructInContext(u->context, members, 6, 0));
    }
}
