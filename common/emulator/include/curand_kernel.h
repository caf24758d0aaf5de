#error                                                                                             \
    "the emulator does not support cuRAND's device functions (<curand_kernel.h>): run this file on a GPU"
