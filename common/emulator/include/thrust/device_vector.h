#error "the emulator does not support Thrust (<thrust/device_vector.h>): run this file on a GPU"
