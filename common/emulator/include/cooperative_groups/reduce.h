#error                                                                                             \
    "the emulator does not support <cooperative_groups/reduce.h>: reduce with shuffles, or run this file on a GPU"
