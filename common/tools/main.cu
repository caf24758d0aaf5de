/* The program of `make run`: the lab's steps come from another object file (-DLAB_STEPS), its name
 * from the command line. */
#include "lab/program.h"

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s LAB [options]\n", argv[0]);
        return 2;
    }
    return lab_main(argc - 1, argv + 1, argv[1]);
}
