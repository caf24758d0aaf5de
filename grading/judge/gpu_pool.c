/* The GPUs of this machine. Which there are, a runner with the reference solution says, since the
 * judge itself holds no CUDA. A lock for each keeps every two gradings apart that time on it, also
 * those of another judge on this machine. */
#include <sys/file.h>
#include <sys/wait.h>

#include "intake/intake.h"
#include "judge.h"
#include "lab/measure/timing.h"

enum { NAP_MS = 10 };
#define CONTEXT_BYTES 0.5e9

static int lock = -1; /* on the GPU in use */
static double taken_ms;

static void ask_device(struct context *c, const char *program, struct lab_gpu *g)
{
    char why[MESSAGE];
    struct runner r;
    c->device = *g;
    runner_start(&r, c, GPU, c->lab[0], program, 4096, MEASURE_SECONDS);
    if (runner_ask(&r, "device", 0, NULL, NULL) != TALK_ANSWERED)
        die("no usable GPU%s%s: %s (BACKEND=emulator needs none)", g->visible[0] ? " " : "",
            g->visible, protocol_get(r.talk.line, "cuda", why, sizeof why) ? why : r.box.text);
    talk_hear_gpu(&r.talk, g);
    /* The reference of each lab stays there (references.c), and needs memory of its own. */
    g->free_bytes = fmax(g->free_bytes / 4, g->free_bytes - c->labs * CONTEXT_BYTES);
    runner_stop(&r);
}

/* Compilers for all labs that were handed in at once; each leaves its program where build_reference
 * finds it. The first of these labs; 0 if there is none. */
static int build_references(struct context *c)
{
    pid_t pid[MAX_LABS];
    int first = -1;
    fflush(NULL);
    for (int l = 0; l < c->labs; l++) {
        pid[l] = 0;
        if (is_handed_in_by_any(c, l) && (pid[l] = fork()) == 0) {
            sandbox_adopt();
            free(build_reference(c, l));
            _exit(0);
        }
        first = first < 0 && pid[l] ? l : first;
    }
    for (int l = 0; l < c->labs; l++) {
        int status;
        if (pid[l] < 0 || (pid[l] && (waitpid(pid[l], &status, 0) != pid[l] || status)))
            die("the reference solution of %s is not there", c->lab[l]);
    }
    return first < 0 ? 0 : first;
}

/* GPUS, else what the caller's CUDA_VISIBLE_DEVICES leaves, else as many as there are. */
static void list_gpus(struct context *c, const char *program)
{
    const char *list = getenv("GPUS"), *visible = getenv("CUDA_VISIBLE_DEVICES");
    struct lab_gpu first = {.visible = ""};
    list = list && *list ? list : visible;
    OWNED char *copy = text_of("%s", list ? list : "");
    char *rest;
    if (!*copy)
        ask_device(c, program, &first);
    for (int i = 0; i < first.count; i++)
        text_add(&copy, "%d,", i);
    rest = copy;
    for (char *item; (item = strsep(&rest, ", ")) && c->gpus < MAX_GPUS;)
        if (*item)
            snprintf(c->gpu[c->gpus++].visible, sizeof first.visible, "%s", item);
    if (!c->gpus)
        die("GPUS=%s: it is a list like 0,1", list ? list : "");
}

void gpus_find(struct context *c)
{
    OWNED char *program = build_reference(c, build_references(c));
    setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 1); /* numbers as nvidia-smi has them */
    list_gpus(c, program);
    for (int i = 0; i < c->gpus; i++)
        ask_device(c, program, &c->gpu[i]);
    for (int i = 0; i < c->gpus; i++)
        for (int j = 0; j < i; j++)
            if (strcmp(c->gpu[i].visible, c->gpu[j].visible) == 0)
                die("GPUS names %s twice", c->gpu[i].visible);
    c->device = c->gpu[0];
    snprintf(c->machine, sizeof c->machine, "%s", c->gpu[0].name);
    for (int i = 1; i < c->gpus; i++) /* the names of all, each once */
        if (!strstr(c->machine, c->gpu[i].name)) {
            size_t used = strlen(c->machine);
            snprintf(c->machine + used, sizeof c->machine - used, ", %s", c->gpu[i].name);
        }
    snprintf(c->device.name, sizeof c->device.name, "%s", c->machine);
    c->use = mmap(NULL, sizeof *c->use * MAX_GPUS, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (c->use == MAP_FAILED)
        die("no memory left");
}

/* A file that every user of this machine can lock; without O_CREAT first, since a sticky folder
 * forbids that on others' files. */
static int open_lock(const struct lab_gpu *g)
{
    OWNED char *path = text_of("/tmp/cuda-labs-gpu-%s.lock", g->bus);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0 && errno == ENOENT)
        fd = open(path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (fd < 0)
        die("cannot open %s, which keeps gradings on one GPU apart: %s", path, strerror(errno));
    return fd;
}

void gpu_take(struct context *c)
{
    for (int first = getpid(), i = 0;; i++) {
        c->taken = (int)((unsigned)(first + i) % (unsigned)c->gpus);
        struct lab_gpu *g = &c->gpu[c->taken];
        int fd = open_lock(g);
        if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
            lock = fd;
            c->device = *g;
            *c->stage = STAGE_GPU;
            taken_ms = lab_now_ms();
            sandbox_step_back(0);
            return;
        }
        close(fd);
        if (i % c->gpus == c->gpus - 1)
            usleep(NAP_MS * 1000);
    }
}

void gpu_release(struct context *c)
{
    if (lock < 0)
        return;
    struct gpu_use *use = &c->use[c->taken];
    use->first = use->first > 0 ? use->first : taken_ms;
    use->last = lab_now_ms();
    use->busy += use->last - taken_ms;
    close(lock);
    lock = -1;
    *c->stage = STAGE_WAIT;
}

void gpu_report(const struct context *c)
{
    double first = 0, last = 0, busy = 0;
    int used = 0;
    for (int i = 0; i < c->gpus; i++) {
        const struct gpu_use *use = &c->use[i];
        if (use->first <= 0)
            continue;
        used++;
        first = first > 0 && first < use->first ? first : use->first;
        last = use->last > last ? use->last : last;
        busy += use->busy;
    }
    if (last > first)
        printf("GPUs: %d in use over %.1f s, busy %.0f %% of it.\n", used, (last - first) / 1e3,
               100 * busy / (last - first) / used);
}
