#error "the emulator does not support cuda_bf16.h (bfloat16 arithmetic): run this file on a GPU"
