/* The executable's symbol table: which variables are constant, device or shared memory, and which
 * kernel starts where. The front end puts constant and device variables into sections of their own
 * (emu_constant_UNIT_1, …; UNIT tells object files apart); __shared__ variables are thread-local.
 * Names and exact sizes come from the table, so that a finding can say "shared array tile". */
#define _GNU_SOURCE
#include "engine/lock.h"
#include "memory/memory.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

char *__cxa_demangle(const char *mangled, char *buffer, size_t *length,
                     int *status); /* libstdc++ */

static struct symbol *functions,
    *shared; /* shared: `address` is the offset in the thread's block */
static size_t function_count, shared_count;
static uintptr_t tls_block; /* of the thread whose shared areas are registered */
/* Bytes of constant memory by object file; sections are called emu_constant_UNIT_NUMBER. */
enum { MOST_UNITS = 64 };
static struct {
    char name[9];
    size_t bytes;
} units[MOST_UNITS];
uintptr_t emu_variables_begin, emu_variables_size;
uintptr_t emu_shared_begin, emu_shared_size;
static int loaded;

static void add(struct symbol **list, size_t *count, struct symbol s)
{
    if ((*count & (*count - 1)) == 0) {
        *list = realloc(*list, (*count ? 2 * *count : 1) * sizeof **list);
        if (!*list)
            exit(3);
    }
    (*list)[(*count)++] = s;
}

/* "void ns::kernel<float>(float*, int)" -> "ns::kernel<float>" (templates' names start with their
 * return type). */
static char *without_types(char *name)
{
    int depth = 0;
    char *end = name, *begin = name;
    for (char *p = name; *p; p++) {
        depth += *p == '<';
        depth -= *p == '>' && p > name && p[-1] != '-';
        if (!depth && *p == '(' && strncmp(p, "(anonymous", 10)) {
            end = p;
            break;
        }
        end = p + 1;
    }
    char *tail = end;
    if (*end == '(') { /* a variable inside the function: …(…)::name */
        for (char *p = end; *p; p++) {
            depth += *p == '(' || *p == '<';
            depth -= *p == ')' || *p == '>';
            if (!depth && *p == ':')
                tail = p;
        }
    }
    depth = 0;
    for (char *p = name; p < end; p++) {
        depth += *p == '<' || *p == '(';
        depth -= *p == '>' || *p == ')';
        if (!depth && *p == ' ')
            begin = p + 1;
    }
    char *text;
    if (tail > end ? asprintf(&text, "%s", tail + 1) < 0
                   : asprintf(&text, "%.*s", (int)(end - begin), begin) < 0)
        exit(3);
    return text;
}

static char *readable(const char *mangled)
{
    int status;
    char *name = NULL;
    if (!strncmp(mangled, "_Z", 2)) /* else "c" would be the type char */
        name = __cxa_demangle(mangled, NULL, NULL, &status);
    if (!name)
        return strdup(mangled);
    char *text = without_types(name);
    free(name);
    return text;
}

static const char *area_name(const char *kind, const char *mangled)
{
    char *name = readable(mangled), *text;
    if (asprintf(&text, "%s %s", kind, name) < 0)
        exit(3);
    free(name);
    return text;
}

static void note_variable(uintptr_t begin, uintptr_t end)
{
    uintptr_t last = emu_variables_begin + emu_variables_size;
    if (!emu_variables_size || begin < emu_variables_begin)
        emu_variables_begin = begin;
    if (!emu_variables_size || end > last)
        last = end;
    emu_variables_size = last - emu_variables_begin;
}

static void host_touches(uintptr_t address, const void *pc)
{
    const struct emu_area *area = emu_area_of(address);
    if (!area || area->host_visible || area->space == EMU_SHARED)
        return;
    if (!emu_in_arena(address)) {
        emu_finding(EMU_DEVICE_POINTER_ON_HOST, pc,
                    "host code touches %s directly; use cudaMemcpyToSymbol or "
                    "cudaMemcpyFromSymbol",
                    area->name);
        return;
    }
    emu_finding(EMU_DEVICE_POINTER_ON_HOST, pc,
                "host code touches device memory (byte %zu of %s); copy it with cudaMemcpy first",
                (size_t)(address - area->begin), area->name);
    exit(1);
}

void emu_host_touches(uintptr_t address, const void *pc)
{
    lock_take();
    host_touches(address, pc);
    lock_give();
}

static void add_constant(const char *unit, size_t bytes)
{
    int i = 0;
    while (i < MOST_UNITS - 1 && units[i].bytes && strncmp(units[i].name, unit, 8))
        i++;
    memcpy(units[i].name, unit, strnlen(unit, 8));
    units[i].bytes = (units[i].bytes + 7) / 8 * 8 + bytes;
}

static void add_variable(const char *section, const Elf64_Sym *s, const char *name)
{
    if (!strncmp(name, "_ZTV",
                 4)) /* a class's table of virtual functions: a GPU has one of its own */
        memory_add_area(s->st_value, s->st_value + s->st_size, EMU_GLOBAL, 1,
                        area_name("virtual functions,", name));
    static const struct {
        const char *prefix, *kind;
        enum emu_space space;
        int host_visible;
    } kinds[] = {{"emu_constant_", "__constant__", EMU_CONSTANT, 0},
                 {"emu_device_", "__device__", EMU_GLOBAL, 0},
                 {"emu_managed_", "__managed__", EMU_GLOBAL, 1}};
    if (!strncmp(section, ".data", 5) || !strncmp(section, ".bss", 4)) { /* of a template? */
        const char kind = owner_of_static(name);
        section = kind == 'd'   ? "emu_device_"
                  : kind == 'm' ? "emu_managed_"
                  : kind == 'c' ? "emu_constant_template"
                                : section;
    }
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (!strncmp(section, kinds[k].prefix, strlen(kinds[k].prefix))) {
            memory_add_area(s->st_value, s->st_value + s->st_size, kinds[k].space,
                            kinds[k].host_visible, area_name(kinds[k].kind, name));
            if (!kinds[k].host_visible)
                note_variable(s->st_value, s->st_value + s->st_size);
            if (kinds[k].space == EMU_CONSTANT)
                add_constant(section + strlen(kinds[k].prefix), s->st_size);
        }
}

static void read_table(const char *image, const Elf64_Ehdr *header, const Elf64_Shdr *sections,
                       const Elf64_Shdr *table)
{
    const char *section_names = image + sections[header->e_shstrndx].sh_offset;
    const char *names = image + sections[table->sh_link].sh_offset;
    const Elf64_Sym *s = (const Elf64_Sym *)(image + table->sh_offset);
    const Elf64_Sym *end = s + table->sh_size / sizeof *s;
    for (; s < end; s++) {
        const char *name = names + s->st_name;
        const int type = ELF64_ST_TYPE(s->st_info);
        if (type == STT_OBJECT && s->st_size && s->st_shndx > 0 && s->st_shndx < header->e_shnum)
            add_variable(section_names + sections[s->st_shndx].sh_name, s, name);
        const struct symbol symbol = {.name = name, .address = s->st_value, .size = s->st_size};
        if (type == STT_FUNC && s->st_size)
            add(&functions, &function_count, symbol);
        if (type == STT_TLS && s->st_size && !owner_is_host_thread(name))
            add(&shared, &shared_count, symbol);
    }
}

static int by_address(const void *a, const void *b)
{
    const struct symbol *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

/* The file stays mapped: names point into it. */
static void read_executable(void)
{
    int file = open("/proc/self/exe", O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status))
        return;
    const char *image = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)image;
    if (image == MAP_FAILED || memcmp(header->e_ident, ELFMAG, SELFMAG) ||
        header->e_ident[EI_CLASS] != ELFCLASS64)
        return;
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(image + header->e_shoff);
    for (int i = 0; i < header->e_shnum; i++)
        if (sections[i].sh_type == SHT_SYMTAB)
            read_table(image, header, sections, &sections[i]);
    if (function_count)
        qsort(functions, function_count, sizeof *functions, by_address);
}

static int find_tls(struct dl_phdr_info *info, size_t size, void *result)
{
    (void)size;
    *(uintptr_t *)result = (uintptr_t)info->dlpi_tls_data;
    return 1; /* the first entry is the executable */
}

void symbols_follow_thread(void)
{
    uintptr_t block = 0, first = UINTPTR_MAX, last = 0;
    symbols_load();
    dl_iterate_phdr(find_tls, &block);
    if (block == tls_block)
        return;
    for (size_t i = 0; i < shared_count; i++) {
        if (!shared[i].readable)
            shared[i].readable = (char *)area_name("__shared__", shared[i].name);
        if (tls_block)
            memory_remove_area(tls_block + shared[i].address, shared[i].readable);
        const uintptr_t begin = block + shared[i].address, end = begin + shared[i].size;
        shared[i].area = memory_add_area(begin, end, EMU_SHARED, 0, shared[i].readable);
        first = begin < first ? begin : first;
        last = end > last ? end : last;
    }
    tls_block = block;
    emu_shared_begin = first;
    emu_shared_size = last > first ? last - first : 0;
}

void symbols_enter_kernel(const void *function, const char *name)
{
    const struct symbol *f = function ? symbols_function(function) : NULL;
    for (size_t i = 0; i < shared_count; i++) {
        const char *variable = shared[i].name;
        shared[i].own = f ? owner_is_function(variable, f->name) : owner_is_named(variable, name);
        shared[i].area->state =
            shared[i].own || !owner_is_kernel(variable) ? EMU_LIVE : EMU_FOREIGN;
    }
}

/* Bytes between an address and a shared variable. A helper's variable is meant only where it is hit
 * or nearly hit. */
static uintptr_t away_from(const struct symbol *variable, uintptr_t address)
{
    const struct emu_area *area = variable->area;
    const uintptr_t nearly = 64, far_off = 1 << 20;
    const uintptr_t bytes = address < area->begin  ? area->begin - address
                            : address >= area->end ? address - area->end
                                                   : 0;
    return variable->own || bytes <= nearly ? bytes : bytes + far_off;
}

const struct emu_area *symbols_shared_near(uintptr_t address)
{
    const uintptr_t before = 4096, behind = 64 << 10;
    const struct emu_area *best = NULL;
    uintptr_t least = 0;
    if (address + before - emu_shared_begin >= before + emu_shared_size + behind)
        return NULL;
    for (size_t i = 0; i < shared_count; i++) {
        const struct emu_area *area = shared[i].area;
        const uintptr_t away = away_from(&shared[i], address);
        if (area->state != EMU_LIVE || (best && away > least) ||
            (best && away == least && area->begin > address)) /* more run over than under */
            continue;
        best = area;
        least = away;
    }
    return best;
}

/* Before main: host code is watched from its first line on. */
__attribute__((constructor)) void symbols_load(void)
{
    if (loaded++)
        return;
    read_executable();
}

const struct symbol *symbols_function(const void *address)
{
    symbols_load();
    struct symbol wanted = {.address = (uintptr_t)address};
    struct symbol *found =
        function_count ? bsearch(&wanted, functions, function_count, sizeof *functions, by_address)
                       : NULL;
    if (found && !found->readable)
        found->readable = readable(found->name);
    return found;
}

/* Arrays at file scope count for every kernel. */
size_t symbols_static_shared(const void *function)
{
    const struct symbol *f = symbols_function(function);
    size_t bytes = 0;
    for (size_t i = 0; i < shared_count; i++) {
        const char *name = shared[i].name;
        const int is_local = !strncmp(name, "_ZZ", 3);
        if (!is_local || (f && owner_is_function(name, f->name)))
            bytes = (bytes + 15) / 16 * 16 + shared[i].size;
    }
    return bytes;
}

size_t symbols_constant_bytes(void)
{
    size_t most = 0;
    symbols_load();
    for (int i = 0; i < MOST_UNITS; i++)
        most = units[i].bytes > most ? units[i].bytes : most;
    return most;
}
