/* What the names of handed-in files and folders say. find.c has the conventions; here they are
 * taken apart. */
#include "names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/base.h"
#include "lab/lesson.h"
#include "lab/problem.h"
#include "lab/steps.h"

static int ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), more = strlen(end);
    return length >= more && strcasecmp(text + length - more, end) == 0;
}

int name_is_lab(const char *text, const char *lab)
{
    if (strcmp(text, lab) == 0)
        return 1;
    if (strncasecmp(text, "lab", 3) == 0)
        text += 3 + (text[3] == '_' || text[3] == '-' || text[3] == ' ');
    const struct lab_file *f = lab_file_of(lab);
    size_t digits = strspn(text, "0123456789"), core = strlen(f->folder);
    if (f->track == LAB_CORE)
        return digits && digits <= 2 && !text[digits] && atoi(text) == atoi(lab);
    const char *name = strncmp(text, f->folder, core) == 0 ? text + core : text + digits;
    return name > text && *name && strchr("_- /", *name) && strcmp(name + 1, f->name) == 0 &&
           (name != text + digits || (digits <= 2 && atoi(text) == atoi(lab)));
}

/* Where the copy's number begins in a text: "-2" or " (2)"; its length if there is none. */
static size_t copy_at(const char *text, size_t length, int *number)
{
    size_t end = length, begin;
    int round = end && text[end - 1] == ')';
    *number = 0;
    end -= (size_t)round;
    for (begin = end; begin && isdigit((unsigned char)text[begin - 1]); begin--)
        ;
    if (begin == end || end - begin > 3 || !begin || text[begin - 1] != (round ? '(' : '-'))
        return length;
    *number = atoi(text + begin);
    begin--;
    while (round && begin && (text[begin - 1] == ' ' || text[begin - 1] == '_'))
        begin--;
    return begin;
}

size_t name_stem(const char *name)
{
    static const char *const ends[] = {".cu", ".cu.txt"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends_in(name, ends[i]))
            return strlen(name) - strlen(ends[i]);
    return 0;
}

/* The name without ".cu", or NULL if it is no .cu file. Free it. */
static char *stem_of(const char *name)
{
    size_t length = name_stem(name);
    return length ? text_of("%.*s", (int)length, name) : NULL;
}

int name_is_ignored(const char *name)
{
    return name[0] == '.' || strcmp(name, "__MACOSX") == 0;
}

int name_is_archive(const char *name)
{
    static const char *const ends[] = {".zip", ".tar", ".tgz", ".gz", ".bz2",
                                       ".xz",  ".7z",  ".rar", ".zst"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends_in(name, ends[i]))
            return 1;
    return 0;
}

int name_is_unpackable(const char *name)
{
    static const char *const ends[] = {".zip", ".tar", ".tgz", ".tar.gz"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends_in(name, ends[i]))
            return 1;
    return 0;
}

/* ---- labs */

struct known {
    const char *lab;
    char file[64];
    size_t length; /* without ".cu" */
};

/* All labs; the last has none. */
static const struct known *known_labs(void)
{
    static struct known table[MAX_LABS + 1], *end = table;
    const struct lab_step *fact = NULL;
    int count = end > table ? 0 : lab_all_steps(&fact);
    for (int i = 0; i < count; i++)
        if (i == 0 || strcmp(fact[i].lab, fact[i - 1].lab) != 0) {
            end->lab = fact[i].lab;
            lab_file_name(end->lab, end->file, sizeof end->file);
            end->length = strlen(end->file) - 3;
            end++;
        }
    return table;
}

/* Are these so many characters the file's name, no matter whether letters are capital, and blanks
 * or hyphens stand for underscores? */
static int is_like(const char *text, const char *file, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (tolower((unsigned char)text[i]) != file[i] &&
            !(file[i] == '_' && strchr(" -", text[i])))
            return 0;
    return 1;
}

/* The lab whose file name, without ".cu", a text ends in: the longest of all labs', since
 * "ann_thread_tiled_gemm" is no file of ann_thread's; of several files of one name the first.
 * `front`: the length of what is before it. NULL if there is none. */
static const char *lab_at_end(const char *text, size_t length, size_t *front)
{
    const struct known *known = known_labs(), *best = NULL;
    for (; known->lab; known++)
        if (known->length <= length && (!best || known->length > best->length) &&
            is_like(text + length - known->length, known->file, known->length) &&
            (known->length == length || strchr("_- ", text[length - known->length - 1])))
            best = known;
    if (!best)
        return NULL;
    *front = length - best->length;
    *front -= *front > 0; /* the separator */
    return best->lab;
}

/* A part between underscores that says nothing about who or which: a number, a time, LATE. */
static int is_filler(const char *part)
{
    return !*part || strcasecmp(part, "late") == 0 || strcasecmp(part, "copy of") == 0 ||
           (strpbrk(part, "0123456789") && part[strspn(part, "0123456789-:.Th")] == 0);
}

int name_is_version(const char *name, size_t length)
{
    static const char *const words[] = {"old",   "new",  "backup", "bak",     "final",   "copy",
                                        "draft", "test", "try",    "attempt", "version", "v"};
    time_t when;
    OWNED char *text = text_of("%.*s", (int)length, name);
    int is = name_time(text, &when);
    for (size_t i = 0; i < sizeof words / sizeof *words && !is; i++) {
        size_t word = strlen(words[i]);
        is = strncasecmp(text, words[i], word) == 0 &&
             !text[word + strspn(text + word, " _-0123456789")];
    }
    return is;
}

/* What the text is without the last thing that copying, or a course system, put behind a file's
 * name: "-2", " (2)", "_1", " 2", "_20261120", " copy", " - Copy", "_v2", "_final". Its
 * length, or the same if there is nothing of the kind. */
static size_t cut_behind(const char *text, size_t length)
{
    int number;
    size_t end = copy_at(text, length, &number), part = length;
    if (end < length)
        return end;
    while (part && text[part - 1] != '_' && text[part - 1] != ' ')
        part--;
    OWNED char *last = text_of("%.*s", (int)(length - part), text + part);
    int cut = part && *last && (is_filler(last) || name_is_version(last, strlen(last)));
    while (cut && part && strchr("_- ", text[part - 1]))
        part--;
    return cut ? part : length;
}

/* The lab whose file a name without ".cu" is for, whatever is behind; NULL if it names none. */
static const char *lab_of(const char *stem, size_t *front)
{
    const char *lab;
    for (size_t length = strlen(stem), less;; length = less) {
        lab = lab_at_end(stem, length, front);
        less = cut_behind(stem, length);
        if (lab || less == length)
            return lab;
    }
}

const char *name_lab(const char *name)
{
    size_t front;
    OWNED char *stem = stem_of(name);
    const char *lab = stem ? lab_of(stem, &front) : NULL;
    return lab;
}

const char *name_misnamed(const char *name)
{
    static const char *const ends[] = {".txt", ".c", ".cc", ".cpp", ".cxx", ".cuh"};
    size_t length = strlen(name), front;
    const char *lab = NULL;
    for (size_t i = 0; i < sizeof ends / sizeof *ends && !name_stem(name); i++)
        if (ends_in(name, ends[i])) {
            OWNED char *stem = text_of("%.*s", (int)(length - strlen(ends[i])), name);
            lab = lab_of(stem, &front);
        }
    return lab;
}

int name_is_shared(const char *lab, const char *other)
{
    return strcmp(lab_file_of(lab)->name, lab_file_of(other)->name) == 0;
}

int name_copy(const char *name)
{
    int number = 0;
    OWNED char *stem = stem_of(name);
    size_t length = stem ? strlen(stem) : 0, digits = length, front;
    if (stem && copy_at(stem, length, &number) == length) {
        while (digits && isdigit((unsigned char)stem[digits - 1]))
            digits--;
        if (length - digits > 0 && length - digits <= 3 && digits && stem[digits - 1] == '_' &&
            lab_at_end(stem, digits - 1, &front))
            number = atoi(stem + digits);
    }
    return number;
}

int name_is_file(const char *name, const char *lab)
{
    int number, is = 0;
    OWNED char *stem = stem_of(name);
    size_t front = 0;
    const char *its = stem ? lab_of(stem, &front) : NULL;
    if (its && name_is_shared(its, lab)) {
        is = lab_at_end(stem, copy_at(stem, strlen(stem), &number), &front) ? 2 : 1;
        if (strpbrk(stem + front + (front > 0), "_") == NULL || !ends_in(name, ".cu"))
            is = 1; /* blanks in place of underscores; naive_gemv.cu.txt */
        stem[front] = 0;
        for (char *line; is == 2 && (line = strrchr(stem, '_')) && is_filler(line + 1);)
            *line = 0;
        is = is_filler(stem) ? is : 1;
    }
    return is;
}

/* ---- students */

struct fillers {
    int numbers, ids; /* numbers that may be Canvas's, and a student's own; the first of each: */
    const char *user, *id;
    int user_length, id_length;
};

/* What is in a row of fillers. Times are no numbers, 01 is a lab's, and a student's own has so many
 * digits at least. */
static struct fillers read_fillers(const char *at, size_t least)
{
    struct fillers f = {0, 0, NULL, NULL, 0, 0};
    const char *end;
    for (time_t when; *at; at = *end ? end + 1 : end) {
        const char *after = date_end(at, &when);
        end = after ? after + strcspn(after, "_") : at + strcspn(at, "_");
        size_t length = strspn(at, "0123456789");
        if (after || !length || at + length != end || is_seconds(at, length))
            continue;
        if (length >= least && !f.ids++) {
            f.id = at;
            f.id_length = (int)length;
        }
        if (*at != '0' && !f.numbers++) {
            f.user = at;
            f.user_length = (int)length;
        }
    }
    return f;
}

/* Where the fillers at the end of a text begin. */
static char *row_of_fillers(char *text)
{
    char *row = text + strlen(text), *at = row;
    while (at > text) {
        while (at > text && at[-1] != '_')
            at--;
        OWNED char *part = text_of("%.*s", (int)strcspn(at, "_"), at);
        int filler = is_filler(part);
        if (!filler)
            break;
        row = at;
        at -= at > text;
    }
    return row;
}

/* The student of what stands in front of a lab's file name, or of a lab, in its place. Of two
 * numbers and more the first is Canvas's, of a user who may be one of several of that name, and the
 * second that of the upload. A number alone is a student's, but in front of a file name one of less
 * than three digits is a lab's. 0 if it says nobody. */
static int take_student(char *text, int before_file)
{
    size_t length = strlen(text);
    while (length && strchr("_- ", text[length - 1]))
        text[--length] = 0;
    if (strncmp(text, "LATE_", 5) == 0) { /* of somebody anonymous */
        memmove(text, text + 5, length - 4);
        length -= 5;
    }
    char *row = row_of_fillers(text), *id;
    int name = (int)(row - text) - (row > text && *row);
    struct fillers f = read_fillers(row, before_file ? 3 : 1);
    if (row == text)
        id = text_of("%.*s", f.ids == 1 ? f.id_length : 0, f.ids == 1 ? f.id : "");
    else if (f.numbers >= 2)
        id = text_of("%.*s_%.*s", name, text, f.user_length, f.user);
    else
        id = text_of("%.*s", before_file ? name : (int)length, text);
    strcpy(text, id); /* never longer */
    free(id);
    return *text != 0;
}

/* "ann_03", "ann_lab_03", "ann_03_constant_gemv": the student's part as a length, or -1. */
static int before_lab(const char *stem, const char *lab)
{
    for (const char *line = stem; (line = strchr(line, '_')); line++)
        if (line > stem && name_is_lab(line + 1, lab))
            return (int)(line - stem);
    return -1;
}

/* The same with a time behind the lab, which is cut off. */
static int before_lab_and_time(char *stem, const char *lab)
{
    int front = before_lab(stem, lab);
    for (char *line; front < 0 && (line = strrchr(stem, '_')) && is_filler(line + 1);) {
        *line = 0;
        front = before_lab(stem, lab);
    }
    return front;
}

int name_split(const char *name, const char *lab, char *student, size_t size)
{
    int number, found = 0, front;
    size_t length = 0;
    OWNED char *stem = name_is_ignored(name) ? NULL : stem_of(name);
    const char *its = stem ? lab_of(stem, &length) : NULL;
    int shared = its && name_is_shared(its, lab);
    if (shared && strstr(name, MOODLE_MARK)) {
        found = name_owner(name, student, size);
        return found;
    }
    if (shared) {
        stem[length] = 0;
        found = take_student(stem, 1);
    } else if (stem && !its) {
        stem[copy_at(stem, strlen(stem), &number)] = 0;
        front = before_lab_and_time(stem, lab);
        stem[front > 0 ? front : 0] = 0;
        found = front > 0 && take_student(stem, 0);
    }
    if (found)
        snprintf(student, size, "%s", stem);
    return found;
}

void lab_file_name(const char *lab, char *name, size_t size)
{
    const struct lab_file *f = lab_file_of(lab);
    snprintf(name, size, "%s.cu", f ? f->name : lab);
}
