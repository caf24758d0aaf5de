#error "the emulator does not support Thrust (<thrust/device_ptr.h>): run this file on a GPU"
