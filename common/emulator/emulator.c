/* The emulator put together: which observers there are, and what begins before main. Above all
 * layers: nothing else names them all. */
#include "api/faults.h"
#include "checks/bounds.h"
#include "checks/concurrent.h"
#include "checks/garbage.h"
#include "checks/poison.h"
#include "checks/uninit.h"
#include "checks/unwaited_work.h"
#include "checks/writes.h"
#include "counters/caches.h"
#include "counters/counts.h"
#include "report/launch_report.h"
#include "report/launch_progress.h"
#include "counters/record.h"
#include "counters/waits.h"
#include "accesses/observers.h"
#include "races/races.h"
#include "view/view.h"

/* The first hears of a launch's end last: garbage.c may run it again then. An access is counted
 * before it is checked, and recorded for the view after. */
const struct observer *const observer_table[] = {
    &garbage_observer,    &record_observer,   &counts_observer,
    &bounds_observer,     &writes_observer,   &poison_observer,
    &concurrent_observer, &unwaited_observer, &uninit_observer,
    &races_observer,      &caches_observer,   &waits_observer,
    &view_observer,       &progress_observer, NULL};

_Static_assert(sizeof observer_table / sizeof *observer_table <= MOST_OBSERVERS + 1,
               "raise MOST_OBSERVERS (accesses/observers.h)");

static __attribute__((constructor)) void install(void)
{
    report_also(view_write);
    report_register();
    faults_install();
}
