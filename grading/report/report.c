/* The reports, and what goes of earlier ones. */
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report.h"
#include "pages/pages.h"

/* ---- what an earlier run wrote for people who are not in this one: only what looks exactly as we
 * write it is taken away */

static const struct page {
    const char *folder, *file, *mark; /* OUT/folder/ID/file, with this text in it */
} pages[] = {{"students", "feedback.html", "<title>Grades of "},
             {"gradescope", "results.json", "\"stdout_visibility\": \"hidden\""}};

static int is_ours(const char *file, const char *mark)
{
    OWNED char *text = read_file(file, 1 << 26, NULL);
    return text && strstr(text, mark);
}

static int is_student(const struct context *c, const char *id)
{
    for (int s = 0; s < c->students; s++)
        if (strcmp(c->student[s].id, id) == 0)
            return 1;
    return 0;
}

/* A folder in which there is anything else stays as it is. */
static int remove_page(const char *folder, const struct page *page)
{
    struct dirent **list;
    struct stat s;
    OWNED char *file = text_of("%s/%s", folder, page->file);
    int is_folder = lstat(folder, &s) == 0 && S_ISDIR(s.st_mode),
        count = is_folder ? scandir(folder, &list, NULL, NULL) : -1;
    for (int i = 0; i < count; i++)
        free(list[i]);
    if (count >= 0)
        free(list);
    return count == 3 && is_ours(file, page->mark) && unlink(file) == 0 && rmdir(folder) == 0;
}

static int remove_pages(const struct context *c, const struct page *page)
{
    struct dirent **list;
    OWNED char *top = text_of("%s/%s", c->out, page->folder);
    int count = scandir(top, &list, NULL, NULL), removed = 0;
    for (int i = 0; i < count; i++) {
        const char *id = list[i]->d_name;
        OWNED char *folder = text_of("%s/%s", top, id);
        if (strcmp(id, ".") != 0 && strcmp(id, "..") != 0 && !is_student(c, id))
            removed += remove_page(folder, page);
        free(list[i]);
    }
    if (count >= 0)
        free(list);
    return removed;
}

static void remove_stale(const struct context *c)
{
    OWNED char *board = text_of("%s/leaderboard.html", c->out);
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        int removed = remove_pages(c, &pages[i]);
        if (removed)
            say_line(stdout,
                     "Removed from %s/%s: what an earlier run wrote for %d who %s not graded now.",
                     c->out, pages[i].folder, removed, removed == 1 ? "is" : "are");
    }
    if (!c->leaderboard && is_ours(board, "<title>Leaderboard</title>"))
        unlink(board);
}

/* No report shows where an array happened to lie. */
static void hide_all_addresses(const struct context *c)
{
    for (int s = 0; s < c->students; s++)
        for (int i = 0; i < c->slots; i++)
            hide_addresses(result_of(c, s, 0, i)->ruling.message);
}

void report_files(const struct context *c)
{
    hide_all_addresses(c);
    write_exports(c);
    report_pages(c);
    hand_back_texts(c);
    remove_stale(c);
}
