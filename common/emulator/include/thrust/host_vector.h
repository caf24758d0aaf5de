#error "the emulator does not support Thrust (<thrust/host_vector.h>): run this file on a GPU"
