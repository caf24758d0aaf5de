/* What compile.c asks clang to do. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

enum { MOST_WORDS = 512 };
#define HEADERS_DEVICE "headers.device.pch"
#define HEADERS_HOST   "headers.host.pch"
#define HEADERS_NOTE   "headers.folder"

struct request {
    const char *source, *to;
    const char *preprocessed; /* only the text after the preprocessor, to this file */
    const char *headers;      /* only cuda_runtime.h, to this folder */
    int relaxed;              /* --expt-relaxed-constexpr */
    int takes_lambdas;        /* --extended-lambda */
    const char *options[MOST_WORDS / 4], *on_host[MOST_WORDS / 4]; /* end with NULL */
};

/* `id`: of the device's side, for the host's, or NULL. `said`: a file for messages, or NULL. */
enum side { HOST, DEVICE };
pid_t start_clang(const struct request *r, enum side side, const char *to, const char *id,
                  const char *said);
void say(const char *said); /* shows them (say.c) */
int status_of(pid_t child);
void make_host(const char *from, const char *to); /* LLVM's form of it becomes an object (host.c) */
int join(const char *host, const char *device, const char *to); /* ld -r */
const char *include_folder(void);                               /* unit.c */
char *joined(const char *a, const char *b);
