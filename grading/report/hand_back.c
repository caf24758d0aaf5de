/* The texts of FEEDBACK=1, one for each student:
 *
 *   feedback/ID.txt             a mail; To: is the roster's or the metadata's address
 *   canvas/NAME_USER_UPLOAD_feedback.txt
 *                               for "Upload Submissions": Canvas reads the two numbers of the name,
 *                               as it gave them, and adds the file as a comment
 *                               (infer_comment_context_from_filename of canvas-lms)
 *   github/REPOSITORY.md        an issue's text, and post.sh, which opens the issues with gh */
#include "report.h"

#include "base/sha256.h"
#include "intake/intake.h"
#include "pages/pages.h"

enum { LONGEST_NAME = 255, WIDTH = 76 };

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

static void put(const struct context *c, const char *folder, const char *name, const char *before,
                const char *text, const char *after)
{
    OWNED char *top = text_of("%s/%s", c->out, folder), *path = text_of("%s/%s", top, name);
    make_folders(top);
    FILE *f = atomic_open(path);
    fprintf(f, "%s%s%s", before, text, after);
    atomic_close(f, path);
}

/* Beside the newest upload, whose numbers Canvas knows. */
static void put_canvas_comment(const struct context *c, const struct student *s, const char *mail)
{
    const struct arrival *newest = s->file;
    for (int i = 1; i < s->files; i++)
        newest = s->file[i].order > newest->order ? &s->file[i] : newest;
    if (!newest)
        return;
    OWNED char *name = text_of("%.*sfeedback.txt", newest->own, newest->name);
    put(c, "canvas", name, mail, "", "");
}

static int is_repository(const char *name)
{
    return *name && *name != '-' &&
           !name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")];
}

/* In a <pre>: what a message says mentions and links nobody. */
static void put_issue(const struct context *c, int student, const char *mail, char **script)
{
    const char *folder = c->student[student].folder, *name = folder ? strrchr(folder, '/') + 1 : "";
    if (!is_repository(name))
        return;
    OWNED char *file = text_of("%s.md", name), *text = escaped(mail);
    put(c, "github", file, "<pre>\n", text, "</pre>\n");
    text_add(script, "gh issue create --repo \"$1/%s\" --title Grades --body-file %s\n", name,
             file);
}

/* The lines of mail.jq, each wrapped as deep as it begins. */
static void put_lines(FILE *f, json_t *made)
{
    OWNED char *copy = text_of("%s", json_string_value(json_array_get(made, 0)));
    char *rest = copy;
    for (char *line; (line = strsep(&rest, "\n")) && rest;)
        if (*line)
            put_wrapped(f, (int)strspn(line, " "), WIDTH, line);
        else
            fputc('\n', f);
}

static void put_on_file(void *f, json_t *made)
{
    put_lines(f, made);
}

void put_results(FILE *f, const struct context *c, int student)
{
    model_run(model_of(c, student, student + 1), "mail", put_on_file, f);
}

struct mails {
    const struct context *c;
    int student; /* the next */
    char *script;
};

static void put_mail(void *owner, json_t *made)
{
    struct mails *m = owner;
    const struct context *c = m->c;
    const int number = m->student++;
    const struct student *s = &c->student[number];
    OWNED char *name = mail_file(s->id), *mail = NULL,
               *course = clean_text(text_of("%s", *c->course ? c->course : "CUDA labs"));
    size_t size;
    FILE *f = open_memstream(&mail, &size);
    fprintf(f, MAIL_MARK "%s\n\n", course);
    put_lines(f, made);
    fclose(f);
    put(c, "feedback", name, json_string_value(json_array_get(made, 1)), mail, "");
    if (system_is(c, "canvas"))
        put_canvas_comment(c, s, mail);
    if (system_is(c, "github"))
        put_issue(c, number, mail, &m->script);
}

void hand_back_texts(const struct context *c)
{
    struct mails m = {.c = c};
    if (!c->feedback)
        return;
    m.script =
        text_of("#!/bin/sh\n# sh post.sh ORGANIZATION: an issue in each repository. " MAIL_MARK
                "a run.\nset -eu\n: \"${1:?give the organization that the repositories are in}\"\n"
                "cd \"$(dirname \"$0\")\"\n");
    model_run(model_of(c, 0, c->students), "mail", put_mail, &m);
    if (system_is(c, "github"))
        put(c, "github", "post.sh", m.script, "", "");
    free(m.script);
}
