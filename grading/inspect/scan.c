/* Refuses in a .cu what the sandbox and the counters cannot answer for; twice: in the text as it
 * was handed in, and in what the preprocessor made of it, where macros have become what they stand
 * for and pasted words are whole. It is a first net, not the last: counts below compulsory traffic
 * and the object's symbols are checked as well. */
#include <ctype.h>

#include "inspect.h"

enum { DEEPEST = 1000, MOST_OWN = 6 << 20 /* of a file, preprocessed */ };

struct scan {
    const char *text, *name;
    int preprocessed;
    /* line of a #define that could turn a header's words into anything; 0: none so far */
    int early;
    struct ruling *r;
    int depth, bracket, wanted; /* brackets open; the last was a '['; '(' that must follow */
    int section;                /* tokens behind the word that are checked */
    unsigned char attribute[DEEPEST + 1]; /* at this depth one began that has not ended */
    json_t *hiding;                       /* its macros that hide words, once an #if was read */
};

/* ---- macros that could put together words that are read nowhere */

/* written by grading.mk */
#include "reserved.h"

/* Is it a name of CUDA's or of the compiler's that our headers use? */
static int is_reserved(const char *word)
{
    return name_in(word, reserved_names, sizeof reserved_names / sizeof *reserved_names, 0) != NULL;
}

/* A macro that pastes, that uses other macros of the system's, or has half of an attribute could
 * hide a forbidden word in the lines of a header that comes later, where nobody looks for one. The
 * rest of its line. */
static int hides_words(struct reader at)
{
    static const char plain[] = "__FILE__ __LINE__ __func__ __FUNCTION__ __PRETTY_FUNCTION__ "
                                "__VA_ARGS__ __restrict__ __inline__";
    int hash = 0;
    for (struct token t = read_token(&at); t.kind != END && !t.first; t = read_token(&at)) {
        int is_hash = t.kind == OTHER && t.text[0] == '#';
        if ((is_hash && hash) || matches(t.text, "gnu __attribute*") ||
            (t.kind == WORD && t.text[0] == '_' &&
             (t.text[1] == '_' || isupper((unsigned char)t.text[1])) && !matches(t.text, plain) &&
             !is_reserved(t.text)))
            return 1;
        hash = is_hash;
    }
    return 0;
}

/* Does the rest of the line hold one of these words, or call a macro of the system's, as __CONCAT,
 * which pastes? */
static int line_has(struct reader at, const json_t *words)
{
    static const char plain[] = "__has_* __GNUC_PREREQ __GLIBC_PREREQ";
    int is_system = 0;
    for (struct token t = read_token(&at); t.kind != END && !t.first; t = read_token(&at)) {
        if ((is_system && t.text[0] == '(') ||
            (t.kind == WORD &&
             (json_object_get(words, t.text) || matches(t.text, "THRUST_PP_CAT*"))))
            return 1;
        is_system = t.kind == WORD && matches(t.text, "_*") && !is_reserved(t.text) &&
                    !matches(t.text, plain);
    }
    return 0;
}

/* Adds the file's macros that hide words, or use one that is known to. How many. */
static size_t add_hiding(json_t *hiding, const char *text)
{
    json_auto_t *more = json_object();
    struct reader at = reader_of(text, NULL);
    for (struct token t = read_token(&at); t.kind != END; t = read_token(&at)) {
        struct reader inside = at;
        if (t.kind != OTHER || t.text[0] != '#' || !t.first ||
            strcmp(read_token(&inside).text, "define") != 0)
            continue;
        struct token name = read_token(&inside);
        if (!json_object_get(hiding, name.text) &&
            (hides_words(inside) || line_has(inside, hiding)))
            json_object_set_new_nocheck(more, name.text, json_true());
    }
    json_object_update(hiding, more);
    return json_object_size(more);
}

/* An #if with a macro that hides words, or uses one that does, may ask what is read nowhere:
 * __has_include in pieces. 0 if the rest of its line has none. */
static int check_condition(struct scan *s, struct reader at, int line)
{
    enum { DEEP = 8 };
    int round = 0;
    if (!s->hiding)
        for (s->hiding = json_object(); add_hiding(s->hiding, s->text);)
            if (++round == DEEP)
                return err(s->r, REFUSED, "%s: macros use macros that paste, %d deep.", s->name,
                           DEEP);
    if (line_has(at, s->hiding))
        return err(s->r, REFUSED,
                   "%s:%d: this #if uses a macro that pastes: write what it stands for.", s->name,
                   line);
    return 0;
}

/* ---- the text, word by word */

/* "__x__" and "x" are the same attribute. */
static const char *bare(const char *word, char *buffer, size_t size)
{
    word += strspn(word, "_");
    size_t length = strnlen(word, size - 1);
    while (length && word[length - 1] == '_')
        length--;
    memcpy(buffer, word, length);
    buffer[length] = 0;
    return buffer;
}

static int starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* A header that a lab may include: by its name, since ours lie in the same folders. */
static int is_known_header(const char *path)
{
    static const char with_ending[] =
        "lab.h gemm/register_tiles.h gemm/tensor.h hopper/hopper.h hopper/hopper_gemm.h "
        "hopper/hopper_stream.h binary/binary_hopper.h binary/binary_mma.h binary/binary_ring.h "
        "binary/binary_tiles.h binary/binary_turns.h assert.h complex.h ctype.h errno.h fenv.h "
        "float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h stdalign.h "
        "stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h "
        "tgmath.h threads.h time.h uchar.h wchar.h wctype.h alloca.h dlfcn.h fcntl.h features.h "
        "getopt.h malloc.h memory.h omp.h pthread.h sched.h strings.h unistd.h values.h sys/* "
        "bits/stdc++.h cuda* cub/* thrust/* nv/* crt/* cooperative_groups* cublas* cufft* curand* "
        "cusolver* cusparse* nvtx* nvToolsExt* builtin_types.h channel_descriptor.h "
        "common_functions.h cuComplex.h device_* driver_* helper_* host_defines.h host_config.h "
        "library_types.h math_constants.h math_functions.h mma.h sm_* surface_* texture_* "
        "vector_functions.h vector_types.h";
    static const char cpp[] = "abcdefghijklmnopqrstuvwxyz_"; /* <vector>; step0 is a program */
    return !path[strspn(path, cpp)] || matches(path, with_ending);
}

static int check_include(struct scan *s, struct reader *at, int line)
{
    char text[256];
    rest_of_line(at, text, sizeof text);
    char close = text[0] == '<' ? '>' : '"', *end = text[0] ? strchr(text + 1, close) : NULL;
    if ((text[0] != '<' && text[0] != '"') || !end)
        return err(s->r, REFUSED, "%s:%d: #include must name its file between quotes or < >.",
                   s->name, line);
    *end = 0;
    const char *path = text + 1;
    while (starts(path, "./"))
        path += 2 + strspn(path + 2, "/");
    if (strstr(path, "..") || strstr(path, "/.") || strstr(path, "//") || !is_known_header(path))
        return err(s->r, REFUSED,
                   "%s:%d: #include of %s: a lab includes lab.h and the standard headers.", s->name,
                   line, path);
    if (s->early)
        return err(s->r, REFUSED,
                   "%s:%d: #include behind the #define in line %d, which could change what the "
                   "header says: put every #include before it.",
                   s->name, line, s->early);
    return 0;
}

static int check_pragma(struct scan *s, const char *text, int line)
{
    static const char *const fine[] = {
        "unroll",     "nounroll",        "once",    "nv_diag",   "nv_exec", "hd_warning_disable",
        "GCC unroll", "GCC diagnostic",  "diag_",   "pack(",     "pack (",  "GCC ivdep",
        "ivdep",      "region",          "message", "endregion", "warning", "clang loop",
        "omp",        "clang diagnostic"};
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        if (starts(text, fine[i]))
            return 0;
    return err(s->r, REFUSED, "%s:%d: #pragma %.60s is not accepted in a lab; #pragma unroll is.",
               s->name, line, text);
}

static int check_define(struct scan *s, const struct reader *at, int line, const char *directive)
{
    struct reader rest = *at;
    struct token name = read_token(&rest);
    if (matches(name.text, "LAB_* lab_* __builtin_* __has_* __attribute* __asm*") ||
        is_reserved(name.text))
        return err(s->r, REFUSED, "%s:%d: #%s %.40s: that name belongs to the lab or to CUDA.",
                   s->name, line, directive, name.text);
    if (!s->early && hides_words(rest))
        s->early = line;
    return 0;
}

static int check_directive(struct scan *s, struct reader *at, int line)
{
    static const char odd[] = "include_next import embed line ident sccs assert";
    struct reader inside = *at;
    struct token t = read_token(&inside);
    char text[256];
    if (t.first) /* "#" alone; what follows is the next line's */
        return 0;
    *at = inside;
    if (strcmp(t.text, "include") == 0)
        return check_include(s, at, line);
    rest_of_line(at, text, sizeof text);
    if (strcmp(t.text, "pragma") == 0)
        return check_pragma(s, text, line);
    if (matches(t.text, odd) || t.kind == NUMBER) /* # 1 "x.h": a line of another file's */
        return err(s->r, REFUSED, "%s:%d: #%s is not accepted in a lab.", s->name, line, t.text);
    if (strcmp(t.text, "if") == 0 || strcmp(t.text, "elif") == 0)
        return !s->preprocessed && check_condition(s, *at, line);
    if (strcmp(t.text, "define") == 0 || strcmp(t.text, "undef") == 0)
        return check_define(s, at, line, t.text);
    return 0;
}

static int check_attribute_word(struct scan *s, const struct token *t)
{
    static const char fine[] =
        "aligned packed unused used noinline always_inline const pure format printf may_alias "
        "maybe_unused nodiscard noreturn likely unlikely gnu fallthrough hot cold inline "
        "deprecated nothrow no_unique_address nonnull flatten assume unavailable returns_nonnull "
        "aligned_storage warn_unused_result carries_dependency";
    /* what LAB_MAIN and CUDA's own words come to */
    static const char ours[] =
        "weak host device global shared constant managed launch_bounds cluster_dims maxnreg "
        "grid_constant annotate section";
    char word[256];
    bare(t->text, word, sizeof word);
    if (!matches(word, fine) && !(s->preprocessed && matches(word, ours)))
        return err(s->r, REFUSED, "%s:%d: the attribute '%s' is not accepted in a lab.", s->name,
                   t->line, t->text);
    s->section = strcmp(word, "section") == 0 ? 2 : 0;
    return 0;
}

/* The section that __managed__ comes to, and no other: its name follows the word and a bracket. */
static int check_section(struct scan *s, const struct token *t)
{
    const int left = s->section--;
    if (left == 2 ? t->text[0] == '(' : t->kind == STRING && !strcmp(t->text, "emu_managed_1"))
        return 0;
    return err(s->r, REFUSED, "%s:%d: the attribute 'section' is not accepted in a lab.", s->name,
               t->line);
}

/* Follows brackets, and checks the words of __attribute__((…)) and [[…]]: those two brackets
 * deeper than where it begins. */
static int check_attributes(struct scan *s, const struct token *t)
{
    int opens = t->kind == OTHER && (t->text[0] == '(' || t->text[0] == '['),
        closes = t->kind == OTHER && (t->text[0] == ')' || t->text[0] == ']'),
        pair = opens && t->text[0] == '[' && s->bracket;
    s->bracket = opens && t->text[0] == '[';
    if (s->section && check_section(s, t))
        return 1;
    if (s->wanted && !(opens && t->text[0] == '('))
        return err(s->r, REFUSED, "%s:%d: write __attribute__((…)) without macros.", s->name,
                   t->line);
    s->wanted -= s->wanted > 0;
    if (opens && s->depth + 1 >= DEEPEST)
        return err(s->r, REFUSED, "%s:%d: brackets are nested more than %d deep.", s->name, t->line,
                   DEEPEST);
    if (opens)
        s->attribute[++s->depth] = 0;
    if (pair) /* it began before the first of the two */
        s->attribute[s->depth - 2] = 1;
    if (closes && s->depth)
        s->attribute[--s->depth] = 0;
    if (t->kind != WORD)
        return 0;
    if (starts(t->text, "__attribute") && matches(t->text, "__attribute __attribute__")) {
        s->attribute[s->depth] = 1;
        s->wanted = 2;
    }
    return s->depth >= 2 && s->attribute[s->depth - 2] && check_attribute_word(s, t);
}

static int check_banned(struct scan *s, const struct token *t)
{
    static const struct {
        const char *words, *why; /* without underscores around */
    } banned[] = {
        {"asm", ": inline assembly is not accepted in this lab: nothing can check what it does"},
        {"HOPPER_ASM HOPPER_WGMMA WARPGROUP_ASM",
         ": that is inline assembly: the functions of common/ are yours, their insides are not"},
        {"has_include has_include_next has_embed", ": a lab does not look for other files"},
        {"declspec builtin_ia32_*", ": this is not accepted in a lab"},
        {"LAB_EMULATOR CUDA_EMULATOR", ": a step must not tell the emulator from a GPU"},
        {"lab_entries", ": LAB_MAIN makes the table of the steps"},
        {"cudaGetDriverEntryPoint*", /* binary_hopper.h may, for its tensor maps */
         ": a lab asks the driver for nothing by name"},
        {"emu emu_* EMU_* tsan_* ubsan_* sanitizer_* asan_* no_sanitize* no_instrument*",
         " belongs to the emulator: a lab has no use for it"}};
    static const char inside_file[] =
        "_IO_* _fileno _flags _flags2 _chain _markers _wide_data _codecvt _vtable_offset";
    /* what LAB_MAIN and, by the front end, CUDA's own words come to */
    static const char ours[] =
        "lab_entries emu_host emu_device emu_global emu_shared emu_constant emu_managed "
        "emu_launch_bounds emu_alignment";
    char word[256];
    bare(t->text, word, sizeof word);
    if (s->preprocessed && matches(word, ours))
        return 0;
    if (matches(t->text, inside_file))
        return err(s->r, REFUSED, "%s:%d: '%s': a lab does not look inside a FILE.", s->name,
                   t->line, t->text);
    for (size_t i = 0; i < sizeof banned / sizeof *banned; i++)
        if (matches(word, banned[i].words))
            return err(s->r, REFUSED, "%s:%d: '%s'%s.", s->name, t->line, t->text, banned[i].why);
    return 0;
}

static int check_word(struct scan *s, const struct reader *at, const struct token *t)
{
    if (strcmp(t->text, "_Pragma") == 0) {
        struct reader inside = *at;
        read_token(&inside); /* the parenthesis */
        struct token what = read_token(&inside);
        /* a macro's _Pragma(#x): what the preprocessor makes of it is a #pragma */
        return (what.kind == STRING || s->preprocessed) && check_pragma(s, what.text, t->line);
    }
    return check_banned(s, t);
}

static int scan_tokens(struct scan *s)
{
    struct reader at = reader_of(s->text, s->preprocessed ? s->name : NULL);
    int bad = 0;
    for (struct token t = read_token(&at); t.kind != END && !bad; t = read_token(&at)) {
        if (t.raw)
            bad = err(s->r, REFUSED, "%s:%d: a raw string: put it between plain quotes.", s->name,
                      t.line);
        else if (t.kind == OTHER && t.text[0] == '#' && t.first)
            bad = check_directive(s, &at, t.line);
        else if ((size_t)(at.at - at.begin) - at.skipped > MOST_OWN)
            bad = err(s->r, REFUSED, "%s: its macros make more than %d MB of text.", s->name,
                      MOST_OWN >> 20);
        else
            bad = check_attributes(s, &t) || (t.kind == WORD && check_word(s, &at, &t));
    }
    json_decref(s->hiding);
    return bad;
}

int scan_source(const char *text, const char *name, struct ruling *r)
{
    return scan_tokens(&(struct scan){.text = text, .name = name, .r = r});
}

int scan_preprocessed(const char *text, const char *name, struct ruling *r)
{
    return scan_tokens(&(struct scan){.text = text, .name = name, .preprocessed = 1, .r = r});
}
