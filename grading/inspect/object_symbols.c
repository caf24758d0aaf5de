/* What a student's object file may ask for and define, as nm lists it: "NAME TYPE VALUE SIZE". */
#include <ctype.h>

#include "inspect.h"
/* written by grading.mk: what the emulator and the runner define and call, and the C++ library */
#include "taken.h"

enum { ANY = -1, LARGEST_LIST = 64 << 20, MOST_SYMBOLS = 50000 };

/* Undefined symbols that are fine; a trailing * stands for any ending, a trailing ~ for none, f and
 * l. */
static const struct {
    int backend;
    const char *names;
} allowed[] = {
    {ANY,
     "cudaMalloc cudaMallocHost cudaMallocManaged cudaMallocPitch cudaMallocAsync cudaFree "
     "cudaFreeHost cudaFreeAsync cudaHostAlloc cudaMemcpy cudaMemcpyAsync cudaMemcpy2D "
     "cudaMemcpy2DAsync cudaMemcpyToSymbol cudaMemcpyToSymbolAsync cudaMemcpyFromSymbol "
     "cudaMemcpyFromSymbolAsync cudaMemset cudaMemsetAsync cudaMemset2D cudaGetSymbolAddress "
     "cudaGetSymbolSize cudaEvent* cudaStream* cudaGetLastError cudaPeekAtLastError "
     "cudaGetErrorString cudaGetErrorName cudaDeviceSynchronize cudaGetDevice cudaSetDevice "
     "cudaGetDeviceCount cudaGetDeviceProperties* cudaDeviceGetAttribute cudaFunc* cudaOccupancy* "
     "cudaLaunchKernel* cudaMemGetInfo cudaCtxResetPersistingL2Cache cudaMemset2DAsync "
     "cudaMemset3D* cudaMemcpy3D cudaMemcpy3DAsync cudaMalloc3D cudaMemPrefetchAsync* "
     "cudaMemAdvise* cudaHostRegister cudaHostUnregister cudaHostGetDevicePointer "
     "cudaDeviceSetCacheConfig cudaDeviceSetSharedMemConfig cudaDeviceGetLimit "
     "cudaDeviceGetStreamPriorityRange cudaDeviceCanAccessPeer cudaPointerGetAttributes "
     "cudaDriverGetVersion cudaRuntimeGetVersion cudaInitDevice cudaProfilerStart cudaProfilerStop "
     "cudaThreadSynchronize cudaLaunchCooperativeKernel"},
    {ANY,
     "malloc calloc realloc free aligned_alloc posix_memalign memcpy memmove memset memcmp memchr "
     "strlen strcmp strncmp strcpy strncpy strcat strchr strrchr strstr strerror strtol strtoul "
     "strtoll strtod atoi atof atol abs labs qsort rand srand rand_r exit abort __assert_fail "
     "__stack_chk_fail bzero bcopy bcmp isalnum isalpha isdigit isspace isupper islower isxdigit "
     "ispunct toupper tolower __errno_location __ctype_*"},
    {ANY, "printf fprintf snprintf sprintf vprintf vfprintf vsnprintf puts putchar fputs fputc "
          "putc fwrite fflush stdout stderr"},
    {ANY,
     "sin~ sinh~ sincos~ cos~ cosh~ tan~ tanh~ asin~ asinh~ acos~ acosh~ atan~ atan2~ atanh~ exp~ "
     "exp2~ exp10~ expm1~ log~ log10~ log1p~ log2~ logb~ pow~ pow10~ sqrt~ cbrt~ fabs~ cabs~ "
     "floor~ ceil~ round~ roundeven~ lround~ llround~ rint~ lrint~ llrint~ nearbyint~ trunc~ fmod~ "
     "fmin~ fmax~ fma~ fdim~ hypot~ ldexp~ frexp~ modf~ erf~ erfc~ tgamma~ lgamma~ lgamma_r "
     "lgammaf_r copysign~ nan~ remainder~ remquo~ scalbn~ scalbln~ ilogb~ nextafter~ nexttoward~ "
     "isnan~ isinf~ __signbit~ __isnan~ __isinf~ __finite~"},
    {ANY, "_GLOBAL_OFFSET_TABLE_ __dso_handle __gxx_personality_v0 __cxa_atexit __cxa_guard_* "
          "__cxa_begin_catch __cxa_end_catch __cxa_throw* __cxa_pure_virtual __cxa_rethrow "
          "__cxa_allocate_exception __cxa_free_exception __cxa_init_primary_exception "
          "__cxa_get_exception_ptr __cxa_bad_* __dynamic_cast __libc_single_threaded "
          "__stack_chk_guard __tls_get_addr _Unwind_Resume __popcount* __udivti3 __umodti3 "
          "__divti3 __modti3 __mulsc3 __muldc3 __divsc3 __divdc3 atexit"},
    /* Strings, containers, streams in memory and exceptions: whatever of the C++ library opens
     * nothing; std:: as readable() has it. */
    {ANY,
     "_Znwm _Znam _ZdlPv _ZdlPvm _ZdaPv _ZdaPvm _ZnwmRKSt9nothrow_t _ZnamRKSt9nothrow_t "
     "_ZdlPvRKSt9nothrow_t _ZnwmSt11align_val_t _ZdlPvSt11align_val_t _ZdlPvmSt11align_val_t "
     "_ZStls* _ZStrs* _ZNSo* _ZNKSo* _ZNSi* _ZNKSi* _ZNSd* _ZNSs* _ZTV* _ZTI* _ZTT* _ZTS* "
     "_ZNSt6localeC1Ev _ZNSt6localeD1Ev _ZNSt6localeC1ERKS_ std::terminate std::cout std::cerr "
     "std::clog std::endl std::getline std::nothrow std::__throw_* std::__ostream_insert "
     "std::__glibcxx_assert_fail std::_Hash_bytes std::_Rb_tree_* "
     "std::__detail::_Prime_rehash_policy* std::__detail::_List_node_base* "
     "std::__cxx11::basic_string* std::__cxx11::basic_ostringstream* "
     "std::__cxx11::basic_istringstream* std::ios_base* std::basic_ios* std::basic_streambuf* "
     "std::ctype std::exception* std::bad_alloc* std::logic_error* std::runtime_error* "
     "std::out_of_range* std::length_error* std::domain_error* std::range_error* "
     "std::overflow_error* std::underflow_error* std::invalid_argument* std::__exception_ptr* "
     "std::current_exception std::rethrow_exception std::uncaught_exception*"},
    {GPU, "__cuda* __nv_* __fatbinwrap* _ZN4cuda* _Z22cudaOccupancy* cudaGetParameterBuffer* "
          /* the last: binary_hopper.h; scan.c refuses it elsewhere */
          "cudaRegister* cudaGetDriverEntryPoint*"},
    {EMULATOR, "__ubsan_handle_* emu_* _ZN3emu* _ZNK3emu* __cudaP* __cudaRegister* "
               "__cudaUnregister* __gcc_personality_v0 __syncthreads* __syncwarp __activemask "
               "__ballot_sync __any_sync __all_sync __uni_sync __threadfence* __nanosleep __trap "
               "__brkpt __cosf __sinf __tanf __expf __exp10f __logf __log2f __log10f __powf "
               "__tanhf"},
};

/* What the message says of a call that is not on the list. */
static const struct {
    const char *names, *why;
} known[] = {
    {"fopen* open* openat* creat freopen* fdopen opendir tmpfile* mkstemp* fread fgets fscanf "
     "__isoc99_fscanf __isoc23_fscanf getline",
     "a lab opens and reads no files"},
    {"read write pread* pwrite* readv writev dup* fcntl* ioctl* lseek* ftruncate* truncate*",
     "a lab does not touch descriptors"},
    {"fork vfork clone* exec* posix_spawn* system popen wait* kill raise tgkill _exit _Exit "
     "quick_exit signal sigaction ptrace prctl setsid daemon",
     "a lab starts, stops and signals no processes"},
    {"pthread_* thrd_* sem_* std::thread* std::async*", "a lab starts no host threads"},
    {"socket* connect* bind listen accept* send* recv* getaddrinfo gethostbyname*",
     "a lab uses no network"},
    {"clock* time gettimeofday times ftime std::chrono*",
     "the grader does the timing; use events where a step asks for a time"},
    {"sleep usleep nanosleep sched_*", "a lab does not wait"},
    {"dlopen dlsym dlvsym dl_iterate_phdr dladdr", "a lab loads no libraries"},
    {"syscall", "a lab makes no system calls of its own"},
    {"mmap* munmap mprotect mremap shm_* shmget brk sbrk memfd_create",
     "a lab does not map memory"},
    {"cublas* cusparse* cutlass* nvml* cuLaunch* cuMem* cuModule*",
     "the step is to be written, not called"},
    {"getenv secure_getenv setenv putenv environ __environ", "a lab reads no environment"},
    {"emu_* __tsan_* __ubsan_* __sanitizer_*", "that belongs to the emulator"},
    {"scanf __isoc99_scanf __isoc23_scanf getchar fgetc getc stdin", "a lab reads no input"},
};

const char *name_in(const char *name, const char *const *table, size_t count, int behind)
{
    for (size_t low = 0, high = count; low < high;) {
        const size_t middle = (low + high) / 2;
        const int order = strcmp(name, table[middle] + behind);
        if (order == 0)
            return table[middle];
        low = order > 0 ? middle + 1 : low;
        high = order > 0 ? high : middle;
    }
    return NULL;
}

int matches(const char *name, const char *names)
{
    for (; *names; names += strspn(names, " ")) {
        const char *end = strchrnul(names, ' ');
        size_t length = (size_t)(end - names);
        if (*names == *name) {
            char ending = names[length - 1];
            size_t compare = length - (ending == '*' || ending == '~');
            const char *rest = name + compare;
            if (strncmp(name, names, compare) == 0 &&
                (!*rest || ending == '*' || (ending == '~' && strchr("fl", *rest) && !rest[1])))
                return 1;
        }
        names = end;
    }
    return 0;
}

/* "_ZN3foo3barEi" -> "foo::bar"; other names as they are. Enough to name a call in a message, and
 * in time that is linear: what a library makes of a name may be as long as 2 to its length. */
static void readable(const char *symbol, char *name, size_t size)
{
    const char *at = symbol;
    snprintf(name, size, "%s", symbol);
    if (strncmp(at, "_Z", 2) != 0)
        return;
    at += 2;
    at += strncmp(at, "L", 1) == 0;
    int nested = *at == 'N';
    at += nested;
    at += nested ? strspn(at, "rVK") : 0;
    char text[256] = "";
    if (strncmp(at, "St", 2) == 0) {
        strcpy(text, "std");
        at += 2;
        nested = 1;
    }
    while (isdigit((unsigned char)*at)) {
        char *end;
        long length = strtol(at, &end, 10);
        if (length < 1 || (size_t)length > strlen(end))
            break;
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%.*s", used ? "::" : "", (int)length, end);
        at = end + length;
        if (!nested)
            break;
    }
    if (text[0])
        snprintf(name, size, "%s", text);
}

static const char *last_part(const char *name)
{
    const char *colon = strrchr(name, ':');
    return colon ? colon + 1 : name;
}

static int refuse_call(const char *symbol, const char *text, const char *file, struct ruling *r)
{
    char name[256], place[320];
    readable(symbol, name, sizeof name);
    int line = scan_line_of(text, last_part(name)),
        ours = strncmp(symbol, "_Z", 2) == 0 && strncmp(name, "std", 3) != 0;
    snprintf(place, sizeof place, line ? "%s:%d: " : "%s: ", file, line);
    if (ours)
        return err(r, COMPILE_ERROR, "%s%s is declared but never defined.", place, name);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (matches(name, known[i].names))
            return err(r, REFUSED, "%scalls %s: %s.", place, name, known[i].why);
    return err(r, REFUSED, "%scalls %s, which is not on the list of what a lab may call.", place,
               name);
}

/* How a name is taken: 'c' by a function or variable with a C name that the emulator, the runner or
 * a library defines or calls; 'T' by a function of the C++ library; 'W' by what its headers define
 * as well; 0: it is free. */
static char taken_as(const char *symbol)
{
    const char *found = name_in(symbol, taken_names, sizeof taken_names / sizeof *taken_names, 1);
    return found ? *found : 0;
}

static const char reserved[] = "emu_* lab_* cuda* __* environ stdin stdout stderr";

/* A kernel with a C name. clang calls what launches it __device_stub__NAME, nvcc leaves it NAME and
 * adds a stub that says how long the name is. */
static int is_c_kernel(const char *symbol, const char *list, size_t size)
{
    static const char stub[] = "__device_stub__";
    const char *name = symbol;
    char of_nvcc[300];
    int length = snprintf(of_nvcc, sizeof of_nvcc, "%sZ%zu%.200s", stub, strlen(symbol), symbol);
    if (strncmp(symbol, stub, strlen(stub)) == 0)
        name += strlen(stub);
    else if (!memmem(list, size, of_nvcc, (size_t)length))
        return 0;
    return name[0] != '_' && !taken_as(name) && !matches(name, reserved);
}

/* Functions with plain C names could replace the grader's, the emulator's or the system's own, and
 * so could the operators that allocate. The name need not be in the text: ## puts names
 * together. */
static int check_definition(const char *symbol, char type, const char *list, size_t size,
                            const char *text, const char *file, struct ruling *r)
{
    const int is_code = type == 'T' || type == 'W', weak = strchr("WVu", type) != NULL;
    const char taken = taken_as(symbol);
    char what[400], name[256], place[320];
    readable(symbol, name, sizeof name);
    if (type == 'i')
        snprintf(what, sizeof what, "%.200s by a function that chooses it: that is not accepted.",
                 symbol);
    else if (matches(symbol, "_Znw* _Zna* _Zdl* _Zda*"))
        snprintf(what, sizeof what,
                 "operator new or delete for the whole program: a lab uses the library's.");
    else if (taken == 'T' || (taken == 'W' && !weak))
        snprintf(what, sizeof what, "%.200s, which is the C++ library's.", name);
    else if (strncmp(symbol, "_Z", 2) == 0 || is_c_kernel(symbol, list, size) ||
             matches(symbol, "lab_entries launch_* prepare_* DW.ref* __clang_call_terminate"))
        return 0;
    else if (strcmp(symbol, "main") == 0)
        snprintf(what, sizeof what,
                 "main: the grader brings its own; LAB_MAIN is all that a lab needs.");
    else if (is_code)
        snprintf(what, sizeof what,
                 "the C function %.200s: leave out extern \"C\", so that it cannot replace "
                 "another.",
                 symbol);
    else if (matches(symbol, reserved) || (symbol[0] == '_' && isupper((unsigned char)symbol[1])) ||
             taken)
        snprintf(what, sizeof what, "%.200s, which is not the lab's: give it another name.",
                 symbol);
    else
        return 0;
    int line = scan_line_of(text, last_part(name));
    snprintf(place, sizeof place, line ? "%s:%d: " : "%s: ", file, line);
    return err(r, REFUSED, "%sdefines %s", place, what);
}

/* What the runner asks of the emulator; the headers that a step includes never do. The recording's
 * own names, which every kernel has in line, the compiler refuses (compiler/checks/refusals.c). */
static const char emulator_own[] =
    "emu_begin emu_metric emu_floor* emu_finding* emu_write_* emu_dearest_* "
    "emu_watch emu_vast emu_hurry emu_unfinished emu_offset emu_area_* emu_launch emu_abandon "
    "emu_checks emu_stop emu_trace emu_gpu_*";

static int is_allowed(const char *symbol, int backend)
{
    size_t length = strlen(symbol);
    char plain[64], name[256];
    if (matches(symbol, emulator_own))
        return 0;
    /* Where _FORTIFY_SOURCE is on, as Ubuntu's g++ has it, printf is called __printf_chk. */
    if (length > 6 && length < sizeof plain && strncmp(symbol, "__", 2) == 0 &&
        strcmp(symbol + length - 4, "_chk") == 0) {
        snprintf(plain, sizeof plain, "%.*s", (int)(length - 6), symbol + 2);
        return is_allowed(plain, backend);
    }
    if (strncmp(symbol, "__isoc", 6) == 0 && strchr(symbol + 6, '_')) /* … and __isoc23_strtol */
        return is_allowed(strchr(symbol + 6, '_') + 1, backend);
    readable(symbol, name, sizeof name);
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if ((allowed[i].backend == ANY || allowed[i].backend == backend) &&
            (matches(symbol, allowed[i].names) ||
             (strncmp(name, "std::", 5) == 0 && matches(name, allowed[i].names))))
            return 1;
    return 0;
}

int check_symbols(const char *names, int backend, const char *text, const char *file,
                  struct ruling *r)
{
    size_t size = 0;
    OWNED char *list = read_file(names, LARGEST_LIST, &size);
    const char *stub = list ? memmem(list, size, "__device_stub__", 15) : NULL;
    int count = 0, whole = list != NULL;
    if (!list && errno == EFBIG)
        return err(r, REFUSED, "%s defines and calls too much.", file);
    for (char *line = list, *end; whole && *line; line = end + 1) {
        char *blank = strchr(line, ' ');
        end = strchr(line, '\n');
        whole = blank && blank < end && isalpha((unsigned char)blank[1]) && blank[2] == ' ';
        if (!whole)
            break;
        const char type = blank[1];
        *blank = 0;
        if (++count > MOST_SYMBOLS)
            return err(r, REFUSED, "%s defines and calls more than %d functions and variables.",
                       file, MOST_SYMBOLS);
        if (!strchr("Uwv", type)) {
            if (check_definition(line, type, stub, stub ? size - (stub - list) : 0, text, file, r))
                return 1;
        } else if (!matches(line, "launch_* prepare_*") && !is_allowed(line, backend)) {
            return refuse_call(line, text, file, r);
        }
    }
    return whole ? 0 : err(r, GRADER_ERROR, "The symbols of the compiled %s cannot be read.", file);
}
