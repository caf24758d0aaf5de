/* Which observers are on in this launch, and the lists of whom to tell. */
#include "observers.h"

const struct observer *observers_of[OBSERVER_WORDS][MOST_OBSERVERS + 1];
observer_access *observers_request[MOST_OBSERVERS + 1];
observer_access *observers_access[EMU_HOST + 1][MOST_OBSERVERS + 1];
int observers_each_lane;
int observers_watched = EMU_WATCH_ALL;
static int silent;

int emu_watch(int what)
{
    const int before = observers_watched;
    observers_watched = what & EMU_WATCH_ALL;
    return before;
}

static int is_on(const struct observer *observer)
{
    if (observer->watch && !(observer->watch & observers_watched))
        return 0;
    if (silent && !observer->hears_silent_runs)
        return 0;
    return !observer->wanted || observer->wanted();
}

/* By each of its words that is not zero. Most are callbacks; the other lists nothing asks for. */
static void add_events(const struct observer *observer, size_t on)
{
    static size_t count[OBSERVER_WORDS];
    for (size_t i = 0; i < OBSERVER_WORDS; i++) {
        uintptr_t word;
        memcpy(&word, (const char *)observer + i * sizeof word, sizeof word);
        count[i] = on ? count[i] : 0;
        if (word)
            observers_of[i][count[i]++] = observer;
    }
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
    memset(observers_of, 0, sizeof observers_of);
    memset(observers_request, 0, sizeof observers_request);
    memset(observers_access, 0, sizeof observers_access);
    for (const struct observer *const *o = observer_table; *o; o++) {
        if (!is_on(*o))
            continue;
        add_events(*o, on++);
        if ((*o)->request)
            add(observers_request, (*o)->request);
        for (int space = 0; (*o)->access && space <= EMU_HOST; space++)
            if ((*o)->spaces >> space & 1)
                add(observers_access[space], (*o)->access);
    }
}

void observers_begin_launch(const struct emu_launch *launch)
{
    static int launches;
    const char *wish = getenv("EMU_WATCH"); /* races,uninitialised,caches: any of them, or none */
    if (!launches++ && wish)
        emu_watch((strstr(wish, "races") ? EMU_WATCH_RACES : 0) |
                  (strstr(wish, "uninitialised") ? EMU_WATCH_UNINITIALISED : 0) |
                  (strstr(wish, "caches") ? EMU_WATCH_CACHES : 0));
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
    const struct observer *const *list =
        observers_of[offsetof(struct observer, end_launch) / sizeof(void *)];
    size_t count = 0;
    while (list[count])
        count++;
    while (count-- > 0)
        list[count]->end_launch(seconds, error);
}

void observers_silence(int on)
{
    silent = on;
    choose();
}
