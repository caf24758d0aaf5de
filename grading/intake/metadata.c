/* submission_metadata.yml (intake.h), read by libyaml:
 *
 *   submission_111:
 *     :submitters:
 *     - :name: Ann Lee
 *       :sid: '1234567'
 *       :email: ann@example.edu
 *     :created_at: 2026-11-20 13:45:01.123456789 Z
 */
#include "intake.h"

#include <yaml.h>

#include "base/base.h"

enum { LARGEST = 64 << 20, DEEPEST = 32 };

static void complain(const char *file, const char *what)
{
    die("%s: %s: it is not as Gradescope writes it; download the export again", file, what);
}

static json_t *json_of(yaml_document_t *d, int index, const char *file, int depth)
{
    if (depth > DEEPEST)
        complain(file, "parts within parts");
    const yaml_node_t *node = yaml_document_get_node(d, index);
    if (node->type == YAML_SCALAR_NODE)
        return json_text((const char *)node->data.scalar.value);
    json_t *whole = node->type == YAML_SEQUENCE_NODE ? json_array() : json_object();
    if (json_is_array(whole))
        for (yaml_node_item_t *item = node->data.sequence.items.start;
             item < node->data.sequence.items.top; item++)
            json_array_append_new(whole, json_of(d, *item, file, depth + 1));
    else
        for (yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top;
             p++) {
            json_auto_t *key = json_of(d, p->key, file, depth + 1);
            if (!json_is_string(key) || json_object_get(whole, json_string_value(key)))
                complain(file, "an entry that is no text, or is there twice");
            json_object_set_new(whole, json_string_value(key),
                                json_of(d, p->value, file, depth + 1));
        }
    return whole;
}

json_t *metadata_read(const char *file)
{
    yaml_parser_t parser;
    yaml_document_t document;
    size_t size, i;
    OWNED char *text = read_file(file, LARGEST, &size);
    if (!text)
        complain(file, "it cannot be read");
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    if (!yaml_parser_load(&parser, &document))
        complain(file, parser.problem ? parser.problem : "no YAML");
    json_t *all = yaml_document_get_root_node(&document) ? json_of(&document, 1, file, 0) : NULL,
           *one, *who;
    const char *folder;
    if (!json_is_object(all))
        complain(file, "no table of submissions");
    json_object_foreach(all, folder, one)
    {
        if (!json_is_array(json_object_get(one, ":submitters")))
            complain(file, "a submission without submitters");
        json_array_foreach(json_object_get(one, ":submitters"), i, who)
        {
            if (!json_is_object(who))
                complain(file, "a text or a list in place of a table");
        }
    }
    yaml_document_delete(&document);
    yaml_parser_delete(&parser);
    return all;
}
