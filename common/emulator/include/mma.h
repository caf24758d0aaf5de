#error                                                                                             \
    "the emulator does not support tensor-core fragments (nvcuda::wmma) (<mma.h>): run this file on a GPU"
