/* Which .cu files there are, and how each is called. A lab's core is labs/08_thread_tiled_gemm/
 * thread_tiled_gemm.cu: its id is 08_thread_tiled_gemm, and LAB=08 names it. A folder may hold
 * expert files beside it: hopper.cu has the id 08_thread_tiled_gemm_hopper, and LAB=08/hopper names
 * it. Declarations, pages, records and results are called by the id. Plain C. */
#ifndef LAB_FILES_H
#define LAB_FILES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/steps.h"

enum lab_track { LAB_CORE, LAB_EXPERT /* its points are a bonus */ };

struct lab_file {
    const char *lab; /* the id */
    enum lab_track track;
    const char *folder; /* the id of the core that it lies beside, or is */
    const char *name;   /* without ".cu" */
};

#define LAB_FILE_ROW(id, of_track) {#id, LAB_##of_track, NULL, NULL},

/* All files, in order: each core, and after it its expert files. Their number. The first call is to
 * be made by one thread. */
static inline int lab_files(const struct lab_file **files)
{
    static struct lab_file table[] = {LAB_LIST(LAB_FILE_ROW)};
    enum { COUNT = sizeof table / sizeof *table };
    for (int i = 0; i < COUNT && !table[COUNT - 1].name; i++) {
        struct lab_file *f = &table[i];
        int core = f->track == LAB_CORE;
        const char *line = strchr(f->lab, '_');
        f->folder = core ? f->lab : f[-1].folder;
        f->name = core ? (line ? line + 1 : f->lab) : f->lab + strlen(f->folder) + 1;
    }
    *files = table;
    return COUNT;
}

/* NULL if there is no lab of this id. */
static inline const struct lab_file *lab_file_of(const char *lab)
{
    const struct lab_file *files;
    int count = lab_files(&files);
    for (int i = 0; i < count; i++)
        if (strcmp(files[i].lab, lab) == 0)
            return &files[i];
    return NULL;
}

/* The lab that the first step of this one is compared with: the core before a core, and what is
 * listed before an expert file. NULL: there is none. */
static inline const struct lab_file *lab_file_before(const char *lab)
{
    const struct lab_file *files, *f = lab_file_of(lab), *at = f;
    lab_files(&files);
    while (f && at > files)
        if (f->track == LAB_EXPERT || at[-1].track == LAB_CORE)
            return at - 1;
        else
            at--;
    return NULL;
}

/* Does LAB=said mean this lab: its id, a core's number (8, 08), or for an expert file its core in
 * either way and its name (08/hopper, 08_thread_tiled_gemm/hopper)? */
static inline int lab_is_called(const char *said, const char *lab)
{
    const struct lab_file *f = lab_file_of(lab);
    const char *slash = strchr(said, '/');
    size_t length = slash ? (size_t)(slash - said) : strlen(said),
           digits = strspn(said, "0123456789");
    if (strcmp(said, lab) == 0)
        return 1;
    if (!f || !slash == (f->track == LAB_EXPERT) || (slash && strcmp(slash + 1, f->name) != 0))
        return 0;
    if (digits == length)
        return length > 0 && length < 9 && atoi(said) == atoi(lab);
    return slash && strlen(f->folder) == length && strncmp(said, f->folder, length) == 0;
}

/* What LAB= calls it, at its shortest: "08", "08/hopper". Returns `text`. */
static inline const char *lab_called(const char *lab, char *text, size_t size)
{
    const struct lab_file *f = lab_file_of(lab);
    int expert = f && f->track == LAB_EXPERT;
    snprintf(text, size, "%.*s%s%s", (int)strcspn(lab, "_"), lab, expert ? "/" : "",
             expert ? f->name : "");
    return text;
}

#endif
