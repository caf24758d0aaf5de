#error "the emulator does not support Thrust (<thrust/reduce.h>): run this file on a GPU"
