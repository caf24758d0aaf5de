#error "the emulator does not support cuda_fp8.h (8-bit float arithmetic): run this file on a GPU"
