#error "the emulator does not support cuBLAS (<cublas_v2.h>): run this file on a GPU"
