/* Host threads. One of them at a time is inside the API or a launch, the others wait for their
 * turn. What hooks and the API keep of the thread that calls them is thread-local. */
#include "basics.h"

#include <pthread.h>
#include <time.h>

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

void lock_give_down_to(unsigned before)
{
    while (lock_depth > before)
        lock_give();
}
