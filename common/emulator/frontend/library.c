/* Names of the C and C++ libraries that have no version for the GPU, and CUDA's own that have none
 * for the host. Both by name, as nvcc was asked (version 13): what is not listed is left to the
 * compiler. */
#include "front.h"

#include <stdlib.h>
#include <string.h>

/* The C library's: nvcc has versions of printf, vprintf, malloc, free, memcpy, memset, assert,
 * clock, abs and <math.h> alone. */
static const char host_names[] =
    "rand srand rand_r random drand48 lrand48 fopen fclose fprintf fputs fputc fwrite fread "
    "fgets fscanf puts putc putchar getchar getline fflush scanf sscanf sprintf snprintf "
    "vsprintf perror getenv system exit abort atexit time ctime difftime strftime sleep "
    "usleep nanosleep gettimeofday clock_gettime strcmp strncmp strlen strcpy strncpy strcat "
    "strncat strchr strrchr strstr strtok strdup strerror strspn memmove memcmp memchr bcopy "
    "bzero atoi atof atol atoll strtol strtoul strtoll strtod strtof qsort bsearch realloc "
    "isalpha isdigit isalnum isspace isupper islower toupper tolower isprint isxdigit write "
    "read getpid raise signal setjmp longjmp ffs ffsl ffsll sqrtl sinl cosl expl logl powl "
    "fabsl pthread_create strnlen stpcpy stpncpy strcasecmp strncasecmp strchrnul strcspn "
    "strpbrk memrchr rawmemchr memccpy mempcpy memmem bcmp explicit_bzero swab wmem* __mem* "
    "__str* __builtin_trap div ldiv lldiv errno __errno_location htonl htons ntohl ntohs "
    "__bswap_*";
/* The C++ library's that people write without std:: behind `using namespace std`. */
static const char host_std_names[] =
    "cout cerr clog endl cin vector string sort swap fill copy accumulate to_string transform "
    "reduce find count clamp iota reverse unique_ptr make_pair pair tuple map set array for_each "
    "function make_unique complex";
/* What stands before another :: and holds nothing for a kernel. */
static const char host_std_spaces[] = "chrono this_thread filesystem ranges views execution";
/* What of std:: a kernel may name: types, constants of types, and functions that CUDA has versions
 * of. */
static const char device_std_names[] =
    "move forward initializer_list integral_constant bool_constant true_type false_type rank "
    "extent alignment_of conjunction disjunction negation declval conditional enable_if decay "
    "common_type underlying_type make_signed make_unsigned result_of invoke_result "
    "aligned_storage byte index_sequence make_index_sequence integer_sequence "
    "make_integer_sequence index_sequence_for tuple_size tuple_element numeric_limits "
    "align_val_t nothrow ratio memcpy memset malloc free printf clock labs llabs abs fabs sqrt "
    "cbrt pow exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan atan2 sinh cosh "
    "tanh asinh acosh atanh hypot floor ceil round lround llround rint lrint llrint nearbyint "
    "trunc fmod remainder remquo fmin fmax fma fdim ldexp frexp modf scalbn scalbln ilogb logb "
    "nextafter nan erf erfc tgamma lgamma copysign isnan isinf isfinite signbit array is_* has_* "
    "add_* remove_* atomic* memory_order* cyl_bessel_i* *_t *_v";
/* Of these, the ones that CUDA has for float and double, and the host's C++ for integers, too. */
static const char real_std_names[] =
    "fabs sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh "
    "asinh acosh atanh floor ceil round lround llround rint lrint llrint nearbyint trunc ilogb "
    "logb erf erfc tgamma lgamma";
/* CUDA's functions and variables that exist in kernels only. */
static const char device_names[] =
    "threadIdx blockIdx blockDim gridDim clock64 globaltimer warpSize __clz __clzll __brev "
    "__brevll __ffs __ffsll __sad __usad __hadd __rhadd __dp4a __saturatef __nanosleep __trap "
    "__brkpt __expf __exp10f __logf __log2f __log10f __sinf __cosf __tanf __sincosf __powf "
    "__fdividef __byte_perm __mul24 __umul24 __mulhi __umulhi __mul64hi __umul64hi "
    "__prof_trigger __activemask __syncthreads* __syncwarp* __shfl_* __ballot_sync* __any_sync* "
    "__all_sync* __uni_sync* __match_* __reduce_* __threadfence* __ldg* __ldca* __ldcg* __ldcs* "
    "__ldlu* __ldcv* __stwb* __stcg* __stcs* __stwt* __popc* __funnelshift_* __float_as_* "
    "__int_as_* __uint_as_* __double_as_* __double2* __longlong_as_* __hiloint2double* __float2* "
    "__int2float* __uint2float* __fadd_* __fsub_* __fmul_* __fmaf_* __fdiv_* __fsqrt_* __frcp_* "
    "__frsqrt_* __dadd_* __dsub_* __dmul_* __ddiv_* __dsqrt_* __drcp_* __isGlobal* __isShared* "
    "__isLocal* __isConstant* __cvta_generic_to_* __pipeline_* atomicAdd* atomicSub* atomicExch* "
    "atomicMin* atomicMax* atomicInc* atomicDec* atomicCAS* atomicAnd* atomicOr* atomicXor*";

/* Past the template arguments behind token `i`. */
static int behind_name(const struct source *s, int i)
{
    int close =
        tokens_are(s, i + 1, "<") && !tokens_are(s, i + 1, "<<") ? close_angle(s, i + 1) : -1;
    return close > 0 ? close + 1 : i + 1;
}

/* std::sqrt(i) and its like: the compiler is asked whether i is an integer, but not in a constant
 * expression. */
static void check_real(struct source *s, const struct function *f, int i)
{
    const int open = i + 1, close = tokens_are(s, open, "(") ? s->tokens[open].partner : -1;
    if (close < 0 || f->sides & SIDE_HOST || s->relaxed_constexpr ||
        !is_among(s, i, real_std_names) || count_items(s, open, NULL) != 1)
        return;
    for (int k = i; k > f->body && !tokens_are(s, k, ";") && !tokens_are(s, k, "}"); k--)
        if (token_is(s, k, "constexpr") || token_is(s, k, "static_assert"))
            return;
    char *argument = tokens_text(s, open + 1, close), *name = tokens_text(s, i, i + 1);
    insert_after(s, open,
                 format_text("({ static_assert(!std::is_integral<std::decay_t<decltype(%s)>>::"
                             "value, \"std::%s of an integer has no version for the GPU: convert "
                             "it, std::%s((double)i)\"); ",
                             argument, name, name));
    insert_before(s, close, strdup("; })"));
}

/* std::X in device code. */
static void check_std(struct source *s, const struct function *f, int i)
{
    const int next = behind_name(s, i);
    if (token_is(s, i, "numeric_limits") && tokens_are(s, next, "::") &&
        tokens_are(s, next + 3, "(")) {
        if (!s->relaxed_constexpr)
            refuse_call(s, f, next + 2, "std::numeric_limits::");
        return;
    }
    const bool is_fine = is_among(s, i, device_std_names) || is_any(s, next, "*&>") ||
                         tokens_are(s, next, "::") || is_unevaluated(s, f->body, i);
    if (is_among(s, i, host_std_spaces)) {
        refuse_call(s, f, i, "std::");
        return;
    }
    if (!is_fine && !s->relaxed_constexpr)
        refuse_call(s, f, i, "std::");
    else
        check_real(s, f, i);
}

/* The file says the word outside functions, too: a variable, an enumerator, a type of its own. */
static bool is_own_word(const struct source *s, int i)
{
    int within = 0; /* functions come in the order of the text */
    for (int k = 0; k < s->token_count; k++) {
        while (within < s->function_count && s->functions[within].end < k)
            within++;
        const bool inside = within < s->function_count && s->functions[within].head <= k;
        if (!inside && same_text(s, k, i))
            return true;
    }
    return false;
}

/* The function at `i` is no callee, but a value: its address. */
static bool is_value(const struct source *s, int i)
{
    static const char before[] = "=&(,?:{", behind[] = ";,):}";
    const int first = tokens_are(s, i - 2, "::") ? i - 2 : i;
    bool begins = token_is(s, first - 1, "return"), ends = false;
    for (const char *c = before; *c; c++)
        begins |= tokens_are(s, first - 1, (char[]){*c, 0});
    for (const char *c = behind; *c; c++)
        ends |= tokens_are(s, i + 1, (char[]){*c, 0});
    return begins && ends;
}

static void refuse_address(struct source *s, const struct function *f, int i)
{
    char *name = tokens_text(s, i, i + 1), *where = tokens_text(s, f->name, f->name + 1);
    report(s, i,
           "taking the address of a __host__ function(\"%s\") in a __%s__ function(\"%s\"): it has "
           "no version for the GPU",
           name, f->sides & SIDE_GLOBAL ? "global" : "device", where);
}

/* Does the program say `using namespace std` or `using std::X`? */
static bool is_used_from_std(const struct source *s, int i)
{
    for (int k = 0; k < i; k++)
        if (token_is(s, k, "using") &&
            ((token_is(s, k + 1, "namespace") && token_is(s, k + 2, "std")) ||
             (token_is(s, k + 1, "std") && tokens_are(s, k + 2, "::") && same_text(s, k + 4, i))))
            return true;
    return false;
}

bool check_library_on_device(struct source *s, const struct function *f, int i)
{
    const int next = behind_name(s, i);
    if (tokens_are(s, i - 2, "::") && token_is(s, i - 3, "std")) {
        check_std(s, f, i);
        return true;
    }
    if (tokens_are(s, next, "::"))
        return false;
    const bool is_called = tokens_are(s, next, "(");
    if (is_called && !strncmp(s->tokens[i].text, "cuda", 4)) {
        report(s, i, "%s: the emulator has no runtime API in kernels; call it on the host",
               word_text(s, i));
        return true;
    }
    if (is_called && is_among(s, i, host_names) && !is_unevaluated(s, f->body, i)) {
        refuse_call(s, f, i, "");
        return true;
    }
    if (is_value(s, i) && is_among(s, i, host_names) && !is_unevaluated(s, f->body, i) &&
        !is_own_word(s, i)) {
        refuse_address(s, f, i);
        return true;
    }
    const bool is_stream = is_among(s, i, "cout cerr");
    if ((is_called || is_stream || is_word(s, next)) && is_among(s, i, host_std_names) &&
        is_used_from_std(s, i)) {
        refuse_call(s, f, i, "std::");
        return true;
    }
    if (is_called && !tokens_are(s, i - 1, ".") && !tokens_are(s, i - 2, "->") &&
        !tokens_are(s, i - 2, "::") && is_used_from_std(s, i) && !is_own_word(s, i))
        check_real(s, f, i);
    return false;
}

void check_library_on_host(struct source *s, const struct function *f, int i)
{
    if (!is_among(s, i, device_names) || is_unevaluated(s, f->body, i) ||
        tokens_are(s, i + 1, "::"))
        return;
    char *name = word_text(s, i), *caller = word_text(s, f->name);
    if (strstr(name, "Idx") || strstr(name, "Dim") || strstr(name, "Size"))
        report(s, i, "%s is known in kernels only, and \"%s\" is a __host__ function", name,
               caller);
    else if (tokens_are(s, i + 1, "("))
        report(s, i,
               "calling a __device__ function(\"%s\") from a __host__ function(\"%s\") is not "
               "allowed: call it in a kernel",
               name, caller);
}
