/* Which observers are on in this launch, and the lists of whom to tell. */
#include "observers.h"
#include "emulator.h"

#include <stdlib.h>
#include <string.h>

const struct observer *observers_on[MOST_OBSERVERS + 1];
observer_access *observers_request[MOST_OBSERVERS + 1];
observer_access *observers_access[EMU_HOST + 1][MOST_OBSERVERS + 1];
int observers_each_lane;
static int watched = EMU_WATCH_ALL;
static int silent;

int emu_watch(int what)
{
    const int before = watched;
    watched = what & EMU_WATCH_ALL;
    return before;
}

/* EMU_WATCH=races,uninitialised,caches: any of them, or none. */
static void watch_from_environment(void)
{
    static int done;
    const char *wish = getenv("EMU_WATCH");
    if (done++ || !wish)
        return;
    emu_watch((strstr(wish, "races") ? EMU_WATCH_RACES : 0) |
              (strstr(wish, "uninitialised") ? EMU_WATCH_UNINITIALISED : 0) |
              (strstr(wish, "caches") ? EMU_WATCH_CACHES : 0));
}

int observers_watched(int what)
{
    return (watched & what) != 0;
}

static int is_on(const struct observer *observer)
{
    if (observer->watch && !(observer->watch & watched))
        return 0;
    if (silent && !observer->hears_silent_runs)
        return 0;
    return !observer->wanted || observer->wanted();
}

static void add(observer_access **list, observer_access *one)
{
    while (*list)
        list++;
    *list = one;
}

static void choose(void)
{
    size_t on = 0;
    memset(observers_on, 0, sizeof observers_on);
    memset(observers_request, 0, sizeof observers_request);
    memset(observers_access, 0, sizeof observers_access);
    for (const struct observer *const *o = observer_table; *o && on < MOST_OBSERVERS; o++) {
        if (!is_on(*o))
            continue;
        observers_on[on++] = *o;
        if ((*o)->request)
            add(observers_request, (*o)->request);
        for (int space = 0; (*o)->access && space <= EMU_HOST; space++)
            if ((*o)->spaces >> space & 1)
                add(observers_access[space], (*o)->access);
    }
}

void observers_begin_launch(const struct emu_launch *launch)
{
    watch_from_environment();
    choose();
    TELL(begin_launch, launch);
}

void observers_begin_run(void)
{
    observers_each_lane = 0;
    TELL(begin_run);
}

void observers_end_launch(double seconds, int error)
{
    size_t count = 0;
    while (observers_on[count])
        count++;
    while (count-- > 0)
        if (observers_on[count] && observers_on[count]->end_launch)
            observers_on[count]->end_launch(seconds, error);
}

void observers_silence(int on)
{
    silent = on;
    choose();
}
