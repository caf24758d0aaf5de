/* From a place in the program to the source line. A kernel's places are the compiler's own table;
 * for host code this reads the program's .debug_line (DWARF 2 to 4; it is compiled with -gdwarf-4).
 * No tool, no network, no other process is needed. */
#define _GNU_SOURCE
#include "lines.h"
#include "basics.h"
#include "device_image.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct line_row {
    uint64_t address;
    const char *file;
    unsigned line; /* 0: end of a sequence */
    unsigned column;
};
static struct line_row *rows;
static size_t row_count, row_room;
static uint64_t load_bias;
static int loaded;

/* ---- reading ---- */

struct cursor {
    const uint8_t *at, *end;
};

static uint64_t take(struct cursor *c, unsigned bytes)
{
    uint64_t value = 0;
    if ((size_t)(c->end - c->at) < bytes) {
        c->at = c->end;
        return 0;
    }
    memcpy(&value, c->at, bytes < 8 ? bytes : 8);
    c->at += bytes;
    return value;
}

static uint64_t leb(struct cursor *c)
{
    uint64_t value = 0;
    for (unsigned shift = 0; c->at < c->end; shift += 7) {
        const uint8_t byte = *c->at++;
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            break;
    }
    return value;
}

static int64_t sleb(struct cursor *r)
{
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte = 0;
    while (r->at < r->end) {
        byte = *r->at++;
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
        if (!(byte & 0x80))
            break;
    }
    if (shift < 64 && (byte & 0x40))
        value |= ~(uint64_t)0 << shift;
    return (int64_t)value;
}

static const char *text(struct cursor *r)
{
    const char *start = (const char *)r->at;
    while (r->at < r->end && *r->at)
        r->at++;
    if (r->at == r->end)
        return "";
    r->at++;
    return start;
}

/* ---- one line program ---- */

enum { MOST_FILES = 4096, MOST_FOLDERS = 1024 };

struct program {
    struct cursor code;
    unsigned minimum_length, line_range, opcode_base;
    int line_base;
    const uint8_t *operands; /* of standard opcodes, from opcode 1 */
    unsigned folders, files;
    const char *folder[MOST_FOLDERS], *file[MOST_FILES];
};

static void add_row(struct line_row row)
{
    rows = more_room(rows, row_count, &row_room, sizeof *rows, "source lines");
    rows[row_count++] = row;
}

/* A file of folder 0, or with an absolute name, is kept as it is; else the folder is put before
 * it. */
static const char *full_name(const struct program *p, const char *name, uint64_t folder)
{
    char *full;
    if (name[0] == '/' || !folder || folder > p->folders)
        return name;
    if (asprintf(&full, "%s/%s", p->folder[folder - 1], name) < 0)
        die_of_memory("source lines");
    return full;
}

/* Reads the header behind unit_length; 0 if it is of a version that is not ours. */
static int read_header(struct cursor *unit, unsigned offset_size, struct program *p)
{
    const unsigned version = (unsigned)take(unit, 2);
    if (version < 2 || version > 4)
        return 0;
    const uint64_t length = take(unit, offset_size);
    if (length > (uint64_t)(unit->end - unit->at))
        return 0;
    p->code = (struct cursor){unit->at + length, unit->end};
    struct cursor header = {unit->at, unit->at + length};
    p->minimum_length = (unsigned)take(&header, 1);
    if (version >= 4)
        take(&header, 1); /* operations an instruction: 1 */
    take(&header, 1);     /* default_is_stmt */
    p->line_base = (int8_t)take(&header, 1);
    p->line_range = (unsigned)take(&header, 1);
    p->opcode_base = (unsigned)take(&header, 1);
    p->operands = header.at;
    header.at += p->opcode_base - 1;
    p->folders = p->files = 0;
    for (const char *s; header.at < header.end && *(s = text(&header));)
        if (p->folders < MOST_FOLDERS)
            p->folder[p->folders++] = s;
    for (const char *s; header.at < header.end && *(s = text(&header));) {
        const uint64_t folder = leb(&header);
        leb(&header);
        leb(&header);
        if (p->files < MOST_FILES)
            p->file[p->files++] = full_name(p, s, folder);
    }
    return p->line_range != 0;
}

struct state {
    uint64_t address, file, column;
    int64_t line;
};

static void emit(const struct program *p, const struct state *s)
{
    const char *file = s->file && s->file <= p->files ? p->file[s->file - 1] : NULL;
    add_row((struct line_row){s->address, file, s->line > 0 ? (unsigned)s->line : 1,
                              (unsigned)s->column});
}

static void extended(struct program *p, struct state *s)
{
    const uint64_t length = leb(&p->code);
    if (!length || length > (uint64_t)(p->code.end - p->code.at))
        return;
    struct cursor body = {p->code.at, p->code.at + length};
    p->code.at += length;
    switch (take(&body, 1)) {
    case 1: /* end_sequence */
        add_row((struct line_row){s->address, NULL, 0, 0});
        *s = (struct state){0, 1, 0, 1};
        break;
    case 2: /* set_address */
        s->address = take(&body, 8);
        break;
    default:
        break;
    }
}

static void standard(struct program *p, struct state *s, unsigned opcode)
{
    switch (opcode) {
    case 1: /* copy */
        emit(p, s);
        break;
    case 2: /* advance_pc */
        s->address += leb(&p->code) * p->minimum_length;
        break;
    case 3: /* advance_line */
        s->line += sleb(&p->code);
        break;
    case 4: /* set_file */
        s->file = leb(&p->code);
        break;
    case 5: /* set_column */
        s->column = leb(&p->code);
        break;
    case 8: /* const_add_pc */
        s->address += (uint64_t)((255 - p->opcode_base) / p->line_range) * p->minimum_length;
        break;
    case 9: /* fixed_advance_pc */
        s->address += take(&p->code, 2);
        break;
    default:
        for (unsigned n = p->operands[opcode - 1]; n; n--)
            leb(&p->code);
        break;
    }
}

static void run_program(struct program *p)
{
    struct state s = {0, 1, 0, 1};
    while (p->code.at < p->code.end) {
        const unsigned opcode = (unsigned)take(&p->code, 1);
        if (opcode >= p->opcode_base) {
            const unsigned special = opcode - p->opcode_base;
            s.address += (uint64_t)(special / p->line_range) * p->minimum_length;
            s.line += p->line_base + (int)(special % p->line_range);
            emit(p, &s);
        } else if (opcode == 0) {
            extended(p, &s);
        } else {
            standard(p, &s, opcode);
        }
    }
}

/* ---- the table ---- */

static int by_address(const void *a, const void *b)
{
    const struct line_row *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (x->line != 0) -
           (y->line != 0); /* the end of one sequence before the start of the next */
}

static void read_section(const uint8_t *data, size_t size)
{
    static struct program program;
    struct cursor all = {data, data + size};
    while (all.end - all.at > 8) {
        unsigned offset_size = 4;
        uint64_t length = take(&all, 4);
        if (length == 0xffffffffu) {
            offset_size = 8;
            length = take(&all, 8);
        }
        if (length > (uint64_t)(all.end - all.at))
            break;
        struct cursor unit = {all.at, all.at + length};
        all.at += length;
        if (read_header(&unit, offset_size, &program))
            run_program(&program);
    }
}

static void read_elf(const uint8_t *image, size_t size)
{
    const Elf64_Ehdr *header = (const void *)image;
    if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 ||
        header->e_shoff + (uint64_t)header->e_shnum * sizeof(Elf64_Shdr) > size ||
        header->e_shstrndx >= header->e_shnum)
        return;
    const Elf64_Shdr *section = (const void *)(image + header->e_shoff);
    const char *names = (const char *)image + section[header->e_shstrndx].sh_offset;
    for (unsigned i = 0; i < header->e_shnum; i++) {
        const char *name = names + section[i].sh_name;
        const uint8_t *data = image + section[i].sh_offset;
        const size_t bytes = section[i].sh_size;
        if ((section[i].sh_flags & SHF_COMPRESSED) || section[i].sh_offset + bytes > size)
            continue;
        if (strcmp(name, ".debug_line") == 0)
            read_section(data, bytes);
    }
}

static int first_object(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    load_bias = info->dlpi_addr;
    return 1;
}

static void load(void)
{
    loaded = 1;
    struct stat status;
    const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    if (fstat(file, &status) == 0 && status.st_size > 0) {
        void *image = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (image != MAP_FAILED) /* stays mapped: file names point into it */
            read_elf(image, (size_t)status.st_size);
    }
    close(file);
    dl_iterate_phdr(first_object, NULL);
    qsort(rows, row_count, sizeof *rows, by_address);
}

static const struct line_row *row_of(const void *pc)
{
    static const struct line_row nothing;
    if (!pc)
        return &nothing;
    if (!loaded)
        load();
    const uint64_t address = (uint64_t)(uintptr_t)pc - 1 - load_bias; /* inside the call */
    size_t low = 0, high = row_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (rows[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return !low || !rows[low - 1].line ? &nothing : &rows[low - 1];
}

/* ---- what the compiler of the device's side has written down ---- */

extern const struct device_site __start_emu_sites[] __attribute__((weak));
extern const struct device_site __stop_emu_sites[] __attribute__((weak));

const struct device_site *device_site(const void *pc)
{
    const struct device_site *site = pc;
    return site >= __start_emu_sites && site < __stop_emu_sites ? site : NULL;
}

struct source_line line_of(const void *pc)
{
    const struct device_site *site = device_site(pc);
    if (site)
        return (struct source_line){site->file, site->line};
    const struct line_row *row = row_of(pc);
    return (struct source_line){row->file, row->line};
}

unsigned source_column(const void *pc)
{
    if (device_site(pc))
        return device_site(pc)->column;
    return row_of(pc)->column;
}

struct source_line caller_of(const void *pc, int up)
{
    const struct device_site *site = device_site(pc);
    for (site = site ? site->from : NULL; site && up > 0; up--)
        site = site->from;
    return site ? (struct source_line){site->file, site->line} : (struct source_line){NULL, 0};
}
