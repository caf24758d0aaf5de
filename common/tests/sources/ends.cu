#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
__global__ void k(int *p)
{
    p[3] = 1;
}
int main(int, char **argv)
{
    int *device;
    volatile int *nothing = nullptr;
    cudaMalloc(&device, 12);
    k<<<1, 1>>>(device);
    cudaDeviceSynchronize();
    printf("a line\nand a half");
    switch (*argv[1]) {
    case 'f':
        *nothing = 1;
        break;
    case 'a':
        abort();
    case 'x':
        throw 1;
    case 't':
        raise(SIGTERM);
        break;
    case 'i':
        __builtin_trap();
    case 'd':
        device[0] = 1;
        break;
    case 'q':
        quick_exit(4);
    case '_':
        puts("");
        _exit(3);
    case 'k':
        puts("");
        raise(SIGKILL);
    }
}
