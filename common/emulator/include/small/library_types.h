/* Its part that the emulator has is in cuda_runtime.h, which every .cu file has included. */
