/* The texts of FEEDBACK=1, one for each student:
 *
 *   feedback/ID.txt             a mail; To: is the roster's or the metadata's address
 *   canvas/NAME_USER_UPLOAD_feedback.txt
 *                               for "Upload Submissions": Canvas reads the two numbers of the name,
 *                               as it gave them, and adds the file as a comment
 *                               (infer_comment_context_from_filename of canvas-lms)
 *   github/REPOSITORY.md        an issue's text, and post.sh, which opens the issues with gh */
#include "hand_back.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/sha256.h"
#include "intake/systems.h"
#include "pages/pages.h"

enum { LONGEST_NAME = 255 };

char *mail_file(const char *id)
{
    enum { ENDS = 40 }; /* ".txt", and what atomic_open puts behind it */
    struct hash h;
    char key[HASH_TEXT];
    if (strlen(id) + ENDS <= LONGEST_NAME)
        return text_of("%s.txt", id);
    hash_begin(&h);
    hash_add_text(&h, id);
    hash_end(&h, key);
    return text_of("%.100s~%.16s.txt", id, key);
}

/* What an earlier run wrote there; whatever else lies in the folder stays. */
static void clear(const struct context *c, const char *name)
{
    OWNED char *folder = text_of("%s/%s", c->out, name);
    DIR *d = opendir(folder);
    struct dirent *e;
    while (d && (e = readdir(d))) {
        OWNED char *path = text_of("%s/%s", folder, e->d_name),
                   *text = read_file(path, 1 << 26, NULL);
        if (text && strstr(text, MAIL_MARK))
            unlink(path);
    }
    if (d)
        closedir(d);
    rmdir(folder); /* if nothing is in it */
}

static FILE *begin(const struct context *c, const char *folder, const char *name, char **path)
{
    OWNED char *top = text_of("%s/%s", c->out, folder);
    make_folders(top);
    *path = text_of("%s/%s", top, name);
    return atomic_open(*path);
}

/* One address and nothing else: it goes into a head. */
static int is_address(const char *text)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.!#$%&'*+-/=?^_{|}~";
    size_t front = text ? strspn(text, letters) : 0;
    return front && text[front] == '@' && text[front + 1] &&
           !text[front + 1 + strspn(text + front + 1, letters)];
}

static void write_mail(const struct context *c, int student)
{
    char *path;
    const struct student *s = &c->student[student];
    OWNED char *name = mail_file(s->id);
    FILE *f = begin(c, "feedback", name, &path);
    if (is_address(s->email))
        fprintf(f, "To: %s\n", s->email);
    put_mail(f, c, student);
    atomic_close(f, path);
    free(path);
}

/* Beside the newest upload, whose numbers Canvas knows. */
static void write_canvas_comment(const struct context *c, int student)
{
    const struct loose_file *newest = NULL;
    char *path;
    for (int i = 0; i < c->loose; i++) {
        const struct loose_file *l = &c->loose_file[i];
        if (strcmp(l->id, c->student[student].id) == 0 && (!newest || l->order > newest->order))
            newest = l;
    }
    if (!newest)
        return;
    OWNED char *name = text_of("%.*sfeedback.txt", newest->own, newest->name);
    FILE *f = begin(c, "canvas", name, &path);
    put_mail(f, c, student);
    atomic_close(f, path);
    free(path);
}

static int is_repository(const char *name)
{
    return *name && *name != '-' &&
           !name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")];
}

/* In a <pre>: what a message says mentions and links nobody. */
static void write_issue(const struct context *c, int student, FILE *script)
{
    const char *folder = c->student[student].folder, *name = folder ? strrchr(folder, '/') + 1 : "";
    char *path, *text = NULL;
    size_t size = 0;
    if (!is_repository(name))
        return;
    OWNED char *file = text_of("%s.md", name);
    FILE *f = begin(c, "github", file, &path), *memory = open_memstream(&text, &size);
    put_mail(memory, c, student);
    fclose(memory);
    OWNED char *escape = escaped(text);
    fprintf(f, "<pre>\n%s</pre>\n", escape);
    atomic_close(f, path);
    fprintf(script, "gh issue create --repo \"$1/%s\" --title Grades --body-file %s.md\n", name,
            name);
    free(path);
    free(text);
}

void hand_back_texts(const struct context *c)
{
    static const char *const folders[] = {"feedback", "canvas", "github"};
    char *path = NULL;
    FILE *script = NULL;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        clear(c, folders[i]);
    if (!c->feedback)
        return;
    if (system_is(c, "github")) {
        script = begin(c, "github", "post.sh", &path);
        fputs("#!/bin/sh\n# sh post.sh ORGANIZATION: an issue in each repository. " MAIL_MARK
              "a run.\nset -eu\n: \"${1:?give the organization that the repositories are in}\"\n"
              "cd \"$(dirname \"$0\")\"\n",
              script);
    }
    for (int s = 0; s < c->students; s++) {
        write_mail(c, s);
        if (system_is(c, "canvas"))
            write_canvas_comment(c, s);
        if (script)
            write_issue(c, s, script);
    }
    if (script)
        atomic_close(script, path);
    free(path);
}
