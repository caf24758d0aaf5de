/* What the preprocessor says, with CUDA's headers that the emulator has not in better words: at the
 * line that includes them, and with what to use instead. */
#include "front.h"

#include <stdlib.h>
#include <string.h>

static const char libcu[] = "libcu++ is not supported by the emulator: use plain C or C++, "
                            "cuda_pipeline_primitives.h, the atomic... functions",
                  library[] = "this library is not supported by the emulator: write it by hand, or "
                              "run this file on a GPU",
                  driver[] = "the driver's API is not supported by the emulator: use the "
                             "runtime's, cuda_runtime.h",
                  profiler[] = "the emulator has no such API of the profiler's: leave it out";

/* Those whose names begin so; the first that fits. Some others are in the folder include: each says
 * itself what it is. */
static const struct header {
    const char *begin, *why;
} headers[] = {
    {"cooperative_groups/scan.h", "not supported by the emulator: scan with shfl_up()"},
    {"cooperative_groups/", "not supported by the emulator: cooperative_groups.h, reduce.h and "
                            "memcpy_async.h are"},
    {"cuda/", libcu},
    {"cuda_awbarrier", libcu},
    {"cub/", library},
    {"thrust/", library},
    {"cublas", library},
    {"cusolver", library},
    {"cudnn", library},
    {"cutlass/", library},
    {"cute/", library},
    {"nccl", library},
    {"cudaTypedefs.h", driver},
    {"nvrtc.h", driver},
    {"nvtx3/", profiler},
    {"cuda_fp", "not supported by the emulator: use float"},
};

/* "FILE:LINE:COLUMN: fatal error: NAME: No such file or directory", where NAME is one of those. */
static bool is_absent_header(const char *line)
{
    static const char sign[] = ": fatal error: ";
    const char *at = strstr(line, sign);
    if (!at)
        return false;
    const char *name = at + strlen(sign);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (!strncmp(name, headers[i].begin, strlen(headers[i].begin))) {
            fprintf(stderr, "%.*s: error: <%.*s>: %s\n", (int)(at - line), line,
                    (int)strcspn(name, ":\n"), name, headers[i].why);
            return true;
        }
    return false;
}

/* The #error of a header in the folder include, which `from` includes: "In file included from
 * FILE:LINE:". */
static bool is_refusal(const char *line, const char *from)
{
    static const char sign[] = ": error: #error \"", included[] = "In file included from ";
    const char *at = strstr(line, sign);
    if (!at || !from || strncmp(from, included, strlen(included)) ||
        strncmp(at + strlen(sign), "the emulator ", strlen("the emulator ")))
        return false;
    from += strlen(included);
    at += strlen(sign);
    size_t place = strcspn(from, ",\n");
    place -= from[place - 1] == ':';
    fprintf(stderr, "%.*s: error: %.*s\n", (int)place, from, (int)strcspn(at, "\"\n"), at);
    return true;
}

void pass_on(FILE *said)
{
    char *line = NULL, *from = NULL;
    size_t room = 0;
    bool excerpt = false;
    /* lines that say from where a header is included are kept until it is known what for */
    while (getline(&line, &room, said) > 0) {
        const bool first = !strncmp(line, "In file included", strlen("In file included"));
        if (first || (from && !strncmp(line, "      ", 6) && strstr(line, " from "))) {
            char *kept = first ? strdup(line) : format_text("%s%s", from, line);
            from = kept;
            continue;
        }
        excerpt = excerpt && line[0] == ' '; /* of a header that is not the learner's: left out */
        if (is_refusal(line, from))
            excerpt = true;
        else if (!excerpt && !is_absent_header(line))
            fprintf(stderr, "%s%s", from ? from : "", line);
        from = NULL;
    }
}
