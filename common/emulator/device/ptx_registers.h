/* Special registers of PTX that a kernel may read: name, and what it holds. One list for the
 * compiler (compiler/assembly.c), which knows them by number, and for the runtime (misc.c). */
#pragma once

#define EMU_PTX_REGISTERS(X)                                                                       \
    X("laneid", lane)                                                                              \
    X("warpid", thread / 32)                                                                       \
    X("nwarpid", 64)                                                                               \
    X("smid", emu_processor())                                                                     \
    X("tid.x", b->thread.x)                                                                        \
    X("tid.y", b->thread.y)                                                                        \
    X("tid.z", b->thread.z)                                                                        \
    X("ntid.x", b->block_dim.x)                                                                    \
    X("ntid.y", b->block_dim.y)                                                                    \
    X("ntid.z", b->block_dim.z)                                                                    \
    X("ctaid.x", b->block.x)                                                                       \
    X("ctaid.y", b->block.y)                                                                       \
    X("ctaid.z", b->block.z)                                                                       \
    X("nctaid.x", b->grid_dim.x)                                                                   \
    X("nctaid.y", b->grid_dim.y)                                                                   \
    X("nctaid.z", b->grid_dim.z)                                                                   \
    X("lanemask_eq", 1u << lane)                                                                   \
    X("lanemask_lt", (1u << lane) - 1)                                                             \
    X("lanemask_le", (2u << lane) - 1)                                                             \
    X("lanemask_gt", -2u << lane)                                                                  \
    X("lanemask_ge", -1u << lane)                                                                  \
    X("clock", emu_clock64())                                                                      \
    X("clock64", emu_clock64())                                                                    \
    X("globaltimer", emu_clock64())
