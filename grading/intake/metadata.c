/* submission_metadata.yml (metadata.h), read by libyaml:
 *
 *   submission_111:
 *     :submitters:
 *     - :name: Ann Lee
 *       :sid: '1234567'
 *       :email: ann@example.edu
 *     :created_at: 2026-11-20 13:45:01.123456789 Z
 */
#include "metadata.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/base.h"
#include "names/names.h"

enum { LARGEST = 64 << 20 };

struct reader {
    const char *file;
    yaml_document_t document;
    struct submitter *list;
    int count;
};

static void complain(const struct reader *r, const char *what)
{
    die("%s: %s: it is not as Gradescope writes it; download the export again", r->file, what);
}

static yaml_node_t *node(struct reader *r, int index)
{
    return yaml_document_get_node(&r->document, index);
}

static const char *scalar(const struct reader *r, const yaml_node_t *n)
{
    if (!n || n->type != YAML_SCALAR_NODE)
        complain(r, "a list or a table in place of a text");
    return (const char *)n->data.scalar.value;
}

/* The member of a table; NULL if it has none. Two of one name: which is right? */
static yaml_node_t *member(struct reader *r, const yaml_node_t *table, const char *name)
{
    yaml_node_t *found = NULL;
    if (!table || table->type != YAML_MAPPING_NODE)
        complain(r, "a text or a list in place of a table");
    for (yaml_node_pair_t *p = table->data.mapping.pairs.start; p < table->data.mapping.pairs.top;
         p++)
        if (strcmp(scalar(r, node(r, p->key)), name) == 0) {
            if (found)
                complain(r, "an entry that is there twice");
            found = node(r, p->value);
        }
    return found;
}

static char *text_in(struct reader *r, const yaml_node_t *table, const char *name)
{
    yaml_node_t *n = member(r, table, name);
    return clean_text(text_of("%.200s", n ? scalar(r, n) : ""));
}

static void read_submission(struct reader *r, const char *folder, const yaml_node_t *table)
{
    yaml_node_t *who = member(r, table, ":submitters"), *made = member(r, table, ":created_at");
    long offset = 0;
    time_t when = 0;
    if (made)
        instant_of(scalar(r, made), &offset, &when);
    for (int i = 0; i < r->count; i++)
        if (strcmp(r->list[i].folder, folder) == 0)
            complain(r, "a submission that is there twice");
    if (!who || who->type != YAML_SEQUENCE_NODE)
        complain(r, "a submission without submitters");
    for (yaml_node_item_t *item = who->data.sequence.items.start;
         item < who->data.sequence.items.top; item++) {
        yaml_node_t *one = node(r, *item);
        r->list = one_more(r->list, r->count, sizeof *r->list);
        r->list[r->count++] =
            (struct submitter){text_of("%s", folder), text_in(r, one, ":name"),
                               text_in(r, one, ":sid"), text_in(r, one, ":email"), when};
    }
}

int metadata_read(const char *file, struct submitter **list)
{
    struct reader r = {.file = file};
    yaml_parser_t parser;
    size_t size;
    OWNED char *text = read_file(file, LARGEST, &size);
    if (!text)
        complain(&r, "it cannot be read");
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    if (!yaml_parser_load(&parser, &r.document))
        complain(&r, parser.problem ? parser.problem : "no YAML");
    yaml_node_t *root = yaml_document_get_root_node(&r.document);
    if (!root || root->type != YAML_MAPPING_NODE)
        complain(&r, "no table of submissions");
    for (yaml_node_pair_t *p = root->data.mapping.pairs.start; p < root->data.mapping.pairs.top;
         p++)
        read_submission(&r, scalar(&r, node(&r, p->key)), node(&r, p->value));
    yaml_document_delete(&r.document);
    yaml_parser_delete(&parser);
    *list = r.list;
    return r.count;
}

void metadata_forget(struct submitter *list, int count)
{
    for (int i = 0; i < count; i++) {
        free(list[i].folder);
        free(list[i].name);
        free(list[i].sid);
        free(list[i].email);
    }
    free(list);
}
