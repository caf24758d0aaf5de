/* Special registers of PTX that a kernel may read: name, and what it holds. One list for the
 * compiler (compiler/assembly.c), which knows them by number, and for the runtime (misc.c). */
#pragma once

#define EMU_PTX_PARTS(X, name, of) X(name ".x", of.x) X(name ".y", of.y) X(name ".z", of.z)
#define EMU_PTX_REGISTERS(X)                                                                       \
    X("laneid", lane)                                                                              \
    X("warpid", thread / 32)                                                                       \
    X("nwarpid", 64)                                                                               \
    X("smid", emu_processor())                                                                     \
    EMU_PTX_PARTS(X, "tid", b->thread)                                                             \
    EMU_PTX_PARTS(X, "ntid", b->block_dim)                                                         \
    EMU_PTX_PARTS(X, "ctaid", b->block)                                                            \
    EMU_PTX_PARTS(X, "nctaid", b->grid_dim)                                                        \
    X("lanemask_eq", 1u << lane)                                                                   \
    X("lanemask_lt", (1u << lane) - 1)                                                             \
    X("lanemask_le", (2u << lane) - 1)                                                             \
    X("lanemask_gt", -2u << lane)                                                                  \
    X("lanemask_ge", -1u << lane)                                                                  \
    X("clock", emu_clock64())                                                                      \
    X("clock64", emu_clock64())                                                                    \
    X("globaltimer", emu_clock64())
