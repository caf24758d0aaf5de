/* Asynchronous copies (cp.async). The bytes are read when the copy is issued and arrive when its
 * batch is waited for, garbage before. Recorded are both accesses, and the arrival. */
#include "checks/checks.h"
#include "engine/engine.h"
#include "program/findings.h"

struct pending {
    void *to, *pc;
    unsigned size;
    unsigned batch;
    unsigned char bytes[16];
};
/* The copies of one thread of a block that is there. */
static struct queue {
    struct pending *copy;
    size_t room;
    unsigned count;
    unsigned batch;   /* the batch that the next copy belongs to */
    unsigned arrived; /* batches that it has waited for */
    uint64_t block;   /* that this is about */
} * queues;
static size_t threads;

static struct queue *my_queue(void)
{
    const size_t thread =
        ((size_t)emu_block.slot * EMU_WARP + emu_warp->id) * EMU_WARP + (size_t)emu_lane();
    struct queue *q = &GROWN(queues, thread, threads, "asynchronous copies");
    if (q->block != emu_block.unique) {
        q->count = q->batch = q->arrived = 0;
        q->block = emu_block.unique;
    }
    return q;
}

void emu_pipeline_copy(void *to, const void *from, size_t size, size_t zfill)
{
    if ((size != 4 && size != 8 && size != 16) || zfill > size) {
        emu_finding(EMU_UNSUPPORTED, CALLER,
                    "__pipeline_memcpy_async copies 4, 8 or 16 bytes, not %zu (%zu of zeros)", size,
                    zfill);
        return;
    }
    if ((uintptr_t)to % size || (uintptr_t)from % size) {
        emu_finding(EMU_MISALIGNED, CALLER,
                    "__pipeline_memcpy_async of %zu bytes: %s %p is not aligned to them", size,
                    (uintptr_t)to % size ? "destination" : "source",
                    (uintptr_t)to % size ? to : from);
        return;
    }
    struct queue *q = my_queue();
    struct pending p = {to, CALLER, (unsigned)size, q->batch, {0}};
    emu_copy_begins(to, size, CALLER); /* all lanes do; who only fills in zeros reads nothing */
    if (size > zfill) {
        emu_access(from, size - zfill, 0, CALLER);
        memcpy(p.bytes, from, size - zfill);
    }
    q = my_queue(); /* others have run */
    ADDED(q->copy, q->count, q->room, "asynchronous copies") = p;
}

void emu_pipeline_commit(void)
{
    my_queue()->batch++;
}

/* For who reads too early. */
static struct uninit_wait last_wait;
static uint64_t waited_in; /* that block */

/* The copy to `address` is not `thread`'s, which has waited for its own of that batch. */
static int is_anothers(unsigned thread, uint64_t address)
{
    const size_t first = (size_t)emu_block.slot * EMU_WARP * EMU_WARP, reader = first + thread;
    for (size_t t = first; t < first + emu_block.threads && t < threads; t++) {
        const struct queue *q = &queues[t];
        for (unsigned i = 0; q->block == emu_block.unique && i < q->count; i++)
            if (address - (uintptr_t)q->copy[i].to < q->copy[i].size)
                return t != reader && reader < threads &&
                       queues[reader].block == emu_block.unique &&
                       q->copy[i].batch < queues[reader].arrived;
    }
    return 0;
}

static const struct uninit_wait *last_wait_of_block(unsigned thread, uint64_t address)
{
    if (waited_in != emu_block.unique)
        return NULL;
    last_wait.another = is_anothers(thread, address);
    return &last_wait;
}

void emu_pipeline_wait(size_t batches)
{
    struct queue *q = my_queue();
    last_wait = (struct uninit_wait){CALLER, batches, 0};
    waited_in = emu_block.unique;
    uninit_last_wait = last_wait_of_block;
    unsigned kept = 0;
    if (q->batch > q->arrived + batches)
        q->arrived = q->batch - (unsigned)batches;
    for (unsigned i = 0; i < q->count; i++) {
        const struct pending p = q->copy[i];
        if (p.batch < q->arrived) {
            emu_copy_arrives(p.to, p.size, p.pc);
            memcpy(p.to, p.bytes, p.size);
            q = my_queue(); /* others have run */
        } else {
            q->copy[kept++] = p;
        }
    }
    q->count = kept;
}
