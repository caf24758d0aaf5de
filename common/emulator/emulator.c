/* The emulator put together: which observers there are, and what begins before main. Above all
 * layers: nothing else names them all. */
#include "report/launch_report.h"
#include "view/view_data.h"

/* The first hears of a launch's end last: garbage.c may run it again then. An access is counted
 * before it is checked, and recorded for the view after. */
#define OBSERVERS(X)                                                                               \
    X(garbage)                                                                                     \
    X(record)                                                                                      \
    X(counts)                                                                                      \
    X(bounds)                                                                                      \
    X(writes)                                                                                      \
    X(poison)                                                                                      \
    X(concurrent)                                                                                  \
    X(unwaited)                                                                                    \
    X(uninit)                                                                                      \
    X(races)                                                                                       \
    X(caches)                                                                                      \
    X(waits)                                                                                       \
    X(view)                                                                                        \
    X(progress)
#define DECLARE(name) extern const struct observer name##_observer;
OBSERVERS(DECLARE)
#define ADDRESS(name) &name##_observer,
const struct observer *const observer_table[] = {OBSERVERS(ADDRESS) NULL};

_Static_assert(sizeof observer_table / sizeof *observer_table <= MOST_OBSERVERS + 1,
               "raise MOST_OBSERVERS (accesses/observers.h)");

void faults_install(void); /* api/faults.c */

static __attribute__((constructor)) void install(void)
{
    report_register(view_write);
    faults_install();
}
