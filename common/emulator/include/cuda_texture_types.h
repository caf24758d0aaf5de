#error "the emulator does not support textures (<cuda_texture_types.h>): run this file on a GPU"
