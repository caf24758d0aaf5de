#error "the emulator does not support Thrust (<thrust/transform.h>): run this file on a GPU"
