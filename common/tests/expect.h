/* Tests in C: CHECK(condition, format, …) counts; finish() prints `N passed, N failed` and gives
 * main its exit status. */
#pragma once

#include <stdio.h>

static int passed, failed;

#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (condition) {                                                                           \
            passed++;                                                                              \
        } else {                                                                                   \
            failed++;                                                                              \
            printf("%s:%d: failed: %s: ", __FILE__, __LINE__, #condition);                         \
            printf(__VA_ARGS__);                                                                   \
            printf("\n");                                                                          \
        }                                                                                          \
    } while (0)

static int finish(void)
{
    printf("%d passed, %d failed\n", passed, failed);
    return failed ? 1 : 0;
}
