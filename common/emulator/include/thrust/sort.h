#error "the emulator does not support Thrust (<thrust/sort.h>): run this file on a GPU"
