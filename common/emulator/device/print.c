/* printf in a kernel: clang hands on the format and a packed structure of the arguments. */
#include "device_calls.h"

#include <stdio.h>
#include <string.h>

struct arguments {
    const char *next;
    int taken;
};

static void take(struct arguments *a, void *to, size_t bytes)
{
    const uintptr_t at = ((uintptr_t)a->next + bytes - 1) / bytes * bytes;
    memcpy(to, (const void *)at, bytes);
    a->next = (const char *)at + bytes;
    a->taken++;
}

/* One conversion, from its % to its letter; its `*` have been replaced by numbers. */
static void print_one(const char *format, struct arguments *a)
{
    const char letter = format[strlen(format) - 1];
    const int is_long = strpbrk(format, "ljzt") != NULL;
    double real;
    long whole;
    int small;
    void *pointer;
    switch (letter) {
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        take(a, &real, sizeof real);
        printf(format, real);
        return;
    case 's':
    case 'p':
        take(a, &pointer, sizeof pointer);
        printf(format, pointer);
        return;
    default:
        if (is_long) {
            take(a, &whole, sizeof whole);
            printf(format, whole);
            return;
        }
        take(a, &small, sizeof small);
        printf(format, small);
    }
}

/* It returns the number of its arguments. */
int emu_vprintf(const char *format, const void *packed)
{
    struct arguments a = {packed, 0};
    while (*format) {
        char one[128];
        size_t length = 0;
        const char *end = format + 1;
        if (*format != '%' || format[1] == '%') {
            putchar(*format);
            format += 1 + (*format == '%');
            continue;
        }
        end += strspn(end, "-+ #0123456789.*hlLjzt");
        for (const char *p = format; p <= end && length < sizeof one - 16; p++) {
            int number;
            if (*p == '*') {
                take(&a, &number, sizeof number);
                length += (size_t)snprintf(one + length, 14, "%d", number);
            } else {
                one[length++] = *p;
            }
        }
        one[length] = 0;
        print_one(one, &a);
        format = end + (*end != 0);
    }
    return a.taken;
}
