/* Memory, and the end of a program that the machine has none for; what the environment says; whose
 * turn it is among host threads: every layer may need it. */
#include "basics.h"

#include <pthread.h>
#include <time.h>

int is_wished(const char *variable)
{
    const char *wish = getenv(variable);
    return wish && *wish && strcmp(wish, "0");
}

int same_text(const char *a, const char *b) IS(!a || !b ? a == b : strcmp(a, b) == 0);

double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void die_of_memory(const char *what)
{
    fprintf(stderr, "emulator: out of memory for %s\n", what);
    exit(2);
}

void *new_zeros(size_t count, size_t size, const char *what)
{
    void *p = calloc(count ? count : 1, size);
    if (!p)
        die_of_memory(what);
    return p;
}

void *more_zeros(void *list, size_t wanted, size_t *room, size_t size, const char *what)
{
    char *larger = realloc(list, wanted * size);
    if (!larger)
        die_of_memory(what);
    memset(larger + *room * size, 0, (wanted - *room) * size);
    *room = wanted;
    return larger;
}

/* ---- host threads: one of them at a time is inside the API or a launch, the others wait for their
 * turn. What hooks and the API keep of the thread that calls them is thread-local ---- */

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
unsigned lock_depth; /* of the thread that has it */

void lock_take(void)
{
    pthread_mutex_lock(&mutex);
    lock_depth++;
}

void lock_give(void)
{
    lock_depth--;
    pthread_mutex_unlock(&mutex);
}

int lock_take_soon(unsigned seconds)
{
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += (time_t)seconds;
    if (pthread_mutex_timedlock(&mutex, &end))
        return 0;
    lock_depth++;
    return 1;
}
