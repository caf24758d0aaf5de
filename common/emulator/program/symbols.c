/* The executable's symbol table: its variables, and names as C++ writes them. Which variables are a
 * GPU's memory: memory/variables.c. */
#define _GNU_SOURCE
#include "symbols.h"
#include "device_image.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

char *__cxa_demangle(const char *mangled, char *buffer, size_t *length,
                     int *status); /* libstdc++ */

static struct symbol_list variables;

static void add(struct symbol_list *list, struct symbol s)
{
    list->symbol = more_room(list->symbol, list->count, &list->room, sizeof *list->symbol,
                             "the program's symbols");
    list->symbol[list->count++] = s;
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

char *symbols_readable(const char *mangled)
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
        const int is_defined = s->st_shndx > 0 && s->st_shndx < header->e_shnum;
        const struct symbol symbol = {
            .name = name,
            .section = is_defined ? section_names + sections[s->st_shndx].sh_name : "",
            .address = s->st_value,
            .size = s->st_size};
        if (type == STT_OBJECT && s->st_size && is_defined)
            add(&variables, symbol);
    }
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
}

const struct symbol_list *symbols_variables(void)
{
    static int loaded;
    if (!loaded++)
        read_executable();
    return &variables;
}

/* ---- images: kernels by the address that host code has of them ---- */

extern const struct device_image __start_emu_images[] __attribute__((weak));
extern const struct device_image __stop_emu_images[] __attribute__((weak));

static struct host_kernel *kernels;
static size_t kernel_count, kernel_room;

const struct device_image *images_begin(const struct device_image **end)
{
    *end = __stop_emu_images;
    return __start_emu_images;
}

const struct device_image *image_named(const char *id)
{
    for (const struct device_image *i = __start_emu_images; i < __stop_emu_images; i++)
        if (strcmp(i->id, id) == 0)
            return i;
    return NULL;
}

void image_add_kernel(const struct device_image *image, const void *stub, const char *name)
{
    for (uint64_t k = 0; k < image->kernels; k++) {
        if (strcmp(image->kernel[k].name, name))
            continue;
        kernels = more_room(kernels, kernel_count, &kernel_room, sizeof *kernels, "kernels");
        kernels[kernel_count++] =
            (struct host_kernel){stub, image, &image->kernel[k], symbols_readable(name)};
        return;
    }
}

const struct host_kernel *image_kernel(const void *stub)
{
    for (size_t i = 0; i < kernel_count; i++)
        if (kernels[i].stub == stub)
            return &kernels[i];
    return NULL;
}
