#error "the emulator does not support Thrust (<thrust/scan.h>): run this file on a GPU"
