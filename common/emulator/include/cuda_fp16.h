#error                                                                                             \
    "the emulator does not support cuda_fp16.h (half-precision arithmetic): run this file on a GPU"
