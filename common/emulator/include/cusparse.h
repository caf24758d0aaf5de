#error "the emulator does not support cuSPARSE (<cusparse.h>): run this file on a GPU"
