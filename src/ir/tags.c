/*
 * A map from the index of a node to its list, which is kept as it was read: an interned text. An empty name
 * says that a node had tags and has them no more.
 */
#include "ir/tags.h"

#include <string.h>

static const char blanks[] = " \t\r\n";

bool xb_kind_has_tags(xb_kind kind)
{
    switch (kind) {
    case XB_KIND_SYMBOL:
    case XB_KIND_CONTROL_FLOW_GRAPH:
    case XB_KIND_REPLACEMENT_LIST:
    case XB_KIND_IF:
    case XB_KIND_BRANCH:
    case XB_KIND_FOR_LOOP:
    case XB_KIND_PRE_LOOP:
    case XB_KIND_POST_LOOP: return true;
    default: return kind >= XB_KIND_ASSIGNMENT && kind <= XB_KIND_DERIVATIVE_PROPAGATOR;
    }
}

/* ---- lists ---------------------------------------------------------------------------------------- */

static size_t length_of_name(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    static const char others[] = "0123456789-.:";
    size_t length = strspn(text, letters);
    for (size_t more = length; more > 0;) {
        more = strspn(text + length, letters) + strspn(text + length, others);
        length += more;
    }
    return length;
}

bool xb_tag_next(const char **rest, xb_tag *tag)
{
    const char *at = *rest += strspn(*rest, blanks);
    *tag = (xb_tag){.name = at, .name_length = length_of_name(at)};
    at += tag->name_length;
    if (tag->name_length > 0 && *at == '=') {
        tag->value = at + 1;
        tag->value_length = strcspn(tag->value, blanks);
        at = tag->value + tag->value_length;
    }
    if (tag->name_length == 0 || (*at && !strchr(blanks, *at)))
        return false;
    *rest = at;
    return true;
}

/* ---- tags of nodes -------------------------------------------------------------------------------- */

const xb_name *xb_tags_get(const xb_program *program, const xb_node *node)
{
    const xb_name *tags = xb_node_map_get(&program->tags, node);
    return tags && tags->length > 0 ? tags : NULL;
}

bool xb_tags_find(const xb_program *program, const xb_node *node, const char *name, xb_tag *tag)
{
    const xb_name *tags = xb_tags_get(program, node);
    const char *rest = tags ? tags->text : "";
    size_t length = strlen(name);
    while (xb_tag_next(&rest, tag))
        if (tag->name_length == length && memcmp(tag->name, name, length) == 0)
            return true;
    return false;
}

void xb_tags_set(xb_program *program, const xb_node *node, const xb_name *tags)
{
    if (!tags && !xb_tags_get(program, node))
        return;
    xb_node_map_put(program->arena, &program->tags, node, tags ? tags : xb_names_empty(program->names));
}

void xb_tags_add(xb_program *program, const xb_node *node, const char *name, const char *value)
{
    const xb_name *before = xb_tags_get(program, node);
    const char *text = xb_arena_format(program->arena, "%s%s%s%s%s", before ? before->text : "",
                                       before ? " " : "", name, value ? "=" : "", value ? value : "");
    xb_tags_set(program, node, xb_program_name(program, text));
}

void xb_tags_remove(xb_program *program, const xb_node *node, const char *name)
{
    const xb_name *before = xb_tags_get(program, node);
    const char *rest = before ? before->text : "", *text = "";
    size_t length = strlen(name);
    xb_tag tag;
    if (!xb_tags_find(program, node, name, &tag))
        return;
    while (xb_tag_next(&rest, &tag))
        if (tag.name_length != length || memcmp(tag.name, name, length) != 0)
            text = xb_arena_format(program->arena, "%s%s%.*s", text, *text ? " " : "", (int)(rest - tag.name),
                                   tag.name);
    xb_tags_set(program, node, xb_program_name(program, text));
}

void xb_tags_copy(xb_program *program, const xb_node *to, const xb_node *from)
{
    if (xb_kind_has_tags(from->kind))
        xb_tags_set(program, to, xb_tags_get(program, from));
}
