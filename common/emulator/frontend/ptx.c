/* Inline PTX: the few instructions that people write in kernels and that CUDA has a function for,
 * or a variable. The rest is refused by name. include/emu_ptx.h has what they become. */
#include "front.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPERANDS = 8, MOST_WORDS = 12 };

struct statement {
    int open, close;              /* its parentheses */
    char *text;                   /* what its strings say, without quotes */
    char *operand[MOST_OPERANDS]; /* the expressions */
    int operands;
};

/* "a\n" "b" -> a b: the strings of tokens [from, to), escapes as blanks, %% as %. */
static char *said(const struct source *s, int from, int to)
{
    size_t length = 1;
    for (int i = from; i < to; i++)
        length += (size_t)s->tokens[i].length + 1;
    char *text = malloc(length), *out = text;
    for (int i = from; i < to; i++) {
        const char *p = s->tokens[i].text + 1, *end = s->tokens[i].text + s->tokens[i].length - 1;
        for (; p < end; p++) {
            if (*p == '\\' && p + 1 < end) {
                p++;
                *out++ = ' ';
            } else if (*p == '%' && p[1] == '%') {
                continue;
            } else {
                *out++ = *p;
            }
        }
    }
    *out = 0;
    return text;
}

/* The operands behind the text: "r"(x), "=r"(y); up to the clobbers. */
static void read_operands(const struct source *s, struct statement *a, int i)
{
    int section = 0;
    for (; i < a->close && section < 3; i++) {
        if (tokens_are(s, i, ":")) {
            section++;
        } else if (s->tokens[i].kind == T_STRING && tokens_are(s, i + 1, "(") && section < 3) {
            const int close = s->tokens[i + 1].partner;
            if (a->operands < MOST_OPERANDS)
                a->operand[a->operands++] = tokens_text(s, i + 2, close);
            i = close;
        }
    }
}

/* One instruction as words: "mov.u32 %0, %laneid" -> mov.u32 | %0 | %laneid. */
static int split(char *instruction, char **word)
{
    int count = 0;
    for (char *p = strtok(instruction, " \t,"); p && count < MOST_WORDS; p = strtok(NULL, " \t,"))
        word[count++] = p;
    return count;
}

/* %0 or [%0] -> the expression; a number -> itself; else NULL. */
static const char *value(const struct statement *a, const char *word)
{
    word += *word == '[';
    if (*word == '%' && isdigit((unsigned char)word[1])) {
        const int number = atoi(word + 1);
        return number < a->operands ? a->operand[number] : NULL;
    }
    return isdigit((unsigned char)*word) ? word : NULL;
}

static char *special_register(const struct statement *a, char **word, int count)
{
    static const struct {
        const char *name, *is;
    } known[] = {{"%laneid", "::emu::ptx_lane()"},
                 {"%warpid", "::emu::ptx_warp()"},
                 {"%nwarpid", "64u"},
                 {"%smid", "::emu::ptx_processor()"},
                 {"%tid.x", "threadIdx.x"},
                 {"%tid.y", "threadIdx.y"},
                 {"%tid.z", "threadIdx.z"},
                 {"%ntid.x", "blockDim.x"},
                 {"%ntid.y", "blockDim.y"},
                 {"%ntid.z", "blockDim.z"},
                 {"%ctaid.x", "blockIdx.x"},
                 {"%ctaid.y", "blockIdx.y"},
                 {"%ctaid.z", "blockIdx.z"},
                 {"%nctaid.x", "gridDim.x"},
                 {"%nctaid.y", "gridDim.y"},
                 {"%nctaid.z", "gridDim.z"},
                 {"%lanemask_eq", "(1u << ::emu::ptx_lane())"},
                 {"%lanemask_lt", "((1u << ::emu::ptx_lane()) - 1)"},
                 {"%lanemask_le", "((2u << ::emu::ptx_lane()) - 1)"},
                 {"%lanemask_gt", "(-2u << ::emu::ptx_lane())"},
                 {"%lanemask_ge", "(-1u << ::emu::ptx_lane())"},
                 {"%clock", "(unsigned)clock64()"},
                 {"%clock64", "clock64()"},
                 {"%globaltimer", "clock64()"}};
    const char *to = count == 3 ? value(a, word[1]) : NULL;
    if (!to || strncmp(word[0], "mov.", 4))
        return NULL;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (!strcmp(word[2], known[k].name))
            return format_text("((%s) = (%s))", to, known[k].is);
    return NULL;
}

static char *asynchronous_copy(const struct statement *a, char **word, int count)
{
    if (!strncmp(word[0], "cp.async.commit_group", 22))
        return strdup("__pipeline_commit()");
    if (!strcmp(word[0], "cp.async.wait_all"))
        return strdup("(__pipeline_commit(), __pipeline_wait_prior(0))");
    if (!strcmp(word[0], "cp.async.wait_group") && count == 2 && value(a, word[1]))
        return format_text("__pipeline_wait_prior(%s)", value(a, word[1]));
    const bool is_copy =
        !strncmp(word[0], "cp.async.ca.shared", 18) || !strncmp(word[0], "cp.async.cg.shared", 18);
    if (!is_copy || count < 4 || count > 5 || !strstr(word[0], ".global"))
        return NULL;
    const char *to = value(a, word[1]), *from = value(a, word[2]), *bytes = value(a, word[3]),
               *used = count == 5 ? value(a, word[4]) : bytes;
    return to && from && bytes && used
               ? format_text("::emu::ptx_copy(%s, %s, %s, %s)", to, from, bytes, used)
               : NULL;
}

static char *barrier_or_fence(char **word, int count)
{
    static const struct {
        const char *begin, *is;
    } fences[] = {
        {"membar.cta", "__threadfence_block()"},  {"membar.gl", "__threadfence()"},
        {"membar.sys", "__threadfence_system()"}, {"fence.acq_rel.cta", "__threadfence_block()"},
        {"fence.acq_rel.gpu", "__threadfence()"}, {"fence.acq_rel.sys", "__threadfence_system()"},
        {"fence.sc.gpu", "__threadfence()"}};
    if ((!strcmp(word[0], "bar.sync") || !strcmp(word[0], "barrier.sync")) && count == 2 &&
        !strcmp(word[1], "0"))
        return strdup("__syncthreads()");
    for (size_t k = 0; k < sizeof fences / sizeof *fences; k++)
        if (count == 1 && !strcmp(word[0], fences[k].begin))
            return strdup(fences[k].is);
    return NULL;
}

/* What the asm's text becomes; NULL: it is not supported. */
static char *translate(const struct statement *a)
{
    char *result = strdup("((void)0"), *rest = strdup(a->text);
    while (result && rest[strspn(rest, " \t;")]) {
        rest += strspn(rest, " \t;");
        char *end = strchr(rest, ';'), *word[MOST_WORDS] = {""}, *is = NULL;
        if (end) { /* PTX ends every instruction with one */
            *end = 0;
            const int count = split(rest, word);
            is = special_register(a, word, count);
            is = is ? is : asynchronous_copy(a, word, count);
            is = is ? is : barrier_or_fence(word, count);
        }
        char *longer = is ? format_text("%s, %s", result, is) : NULL;
        result = longer;
        rest = end ? end + 1 : rest;
    }
    if (result)
        result = format_text("%s)", result);
    return result;
}

int rewrite_asm(struct source *s, int word)
{
    struct statement a = {.open = word + 1};
    while (is_word(s, a.open))
        a.open++;
    if (!tokens_are(s, a.open, "("))
        return word;
    a.close = s->tokens[a.open].partner;
    int stop = a.open + 1;
    while (stop < a.close && s->tokens[stop].kind == T_STRING)
        stop++;
    a.text = said(s, a.open + 1, stop);
    read_operands(s, &a, stop);
    if (!a.text[strspn(a.text, " ")] && !a.operands) { /* asm volatile("" ::: "memory") */
        return a.close;
    }
    char *instead = stop > a.open + 1 ? translate(&a) : NULL;
    if (instead)
        replace(s, word, a.close + 1, instead);
    else
        report(s, word, "inline PTX is not supported by the emulator: %s",
               tokens_text(s, a.open + 1, stop));
    return a.close;
}
