/* Memory that the device and the host both touch: what the device does there, the host must wait
 * for. Every piece of work (a launch, a copy) has a number. An area keeps the number of the last
 * one that read it, and of the last one that wrote it. */
#include "operands.h"
#include "program/findings.h"

unsigned long memory_issued, memory_waited;
int memory_host_sees;

void memory_device_touches(uintptr_t address, int writes)
{
    struct emu_area *area = emu_area_of(address);
    if (!area || !area->host_visible)
        return;
    if (writes)
        area->written_by = memory_issued + 1;
    else
        area->read_by = memory_issued + 1;
}

void memory_host_touches(uintptr_t address, int writes, const void *pc)
{
    struct emu_area *area = emu_area_of(address);
    char what[OPERAND_TEXT];
    const int written = area && area->written_by > memory_waited;
    if (!area || (!written && !(writes && area->read_by > memory_waited)))
        return;
    emu_finding(EMU_RACE_GLOBAL, pc,
                "host code %s %s, but it has not waited for the kernel or copy that %s it: call "
                "cudaDeviceSynchronize() in between",
                writes ? "writes" : "reads", operand_element(what, area, address, 4),
                written ? "writes" : "reads");
    area->written_by = area->read_by = 0; /* it is said once */
}
