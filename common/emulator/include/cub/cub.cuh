#error "the emulator does not support CUB (<cub/cub.cuh>): run this file on a GPU"
