/* Memory that the device and the host both touch: what the device does there, the host must wait
 * for. Every piece of work (a launch, a copy) has a number. An area keeps the number of the last
 * one that read it, and of the last one that wrote it. */
#include "memory.h"
#include "operands.h"
#include "program/findings.h"

unsigned long memory_issued, memory_waited;
int memory_host_sees;

void memory_device_touches(const struct emu_area *area, int writes)
{
    struct emu_area *mine = (struct emu_area *)area;
    if (!area->host_visible)
        return;
    if (writes)
        mine->written_by = memory_issued + 1;
    else
        mine->read_by = memory_issued + 1;
}

void memory_host_touches(const struct emu_area *area, uintptr_t address, int writes, const void *pc)
{
    struct emu_area *mine = (struct emu_area *)area;
    char what[OPERAND_TEXT];
    const int written = mine->written_by > memory_waited;
    if (!written && !(writes && mine->read_by > memory_waited))
        return;
    emu_finding(EMU_RACE_GLOBAL, pc,
                "host code %s %s, but it has not waited for the kernel or copy that %s it: call "
                "cudaDeviceSynchronize() in between",
                writes ? "writes" : "reads", operand_element(what, area, address, 4),
                written ? "writes" : "reads");
    mine->written_by = mine->read_by = 0; /* it is said once */
}
