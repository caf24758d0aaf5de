#error "the emulator does not support cuFFT (<cufft.h>): run this file on a GPU"
