#error "the emulator does not support cuRAND (<curand.h>): run this file on a GPU"
