/*
 * Names. What is made of a symbol is its name in the source, as far as decoration can be undone, or the name
 * that an algorithm gave it without the program's prefix; then a number, if that name is taken. Global names
 * are given first, so that no local one hides them; what lies within a unit sees the names of that.
 */
#include "languages/code/maker.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "ir/declaration.h"
#include "ir/decoration.h"
#include "ir/tags.h"

/* Names that are taken: number of the unit, plus one, by index of the name; 0: global. */
typedef struct namer {
    xb_source_maker *maker;
    xb_names *names;
    xb_map taken; /* by index of the name and number of the unit plus 1, or 0 */
    xb_map next;  /* next number, by index of the stem */
} namer;

static const char *without_prefix(const xb_source_maker *maker, const char *id)
{
    const xb_name *prefix = maker->program->prefix;
    const char *text = prefix && prefix->length > 0 ? prefix->text : "OpenAD_";
    size_t length = strlen(text);
    return strncmp(id, text, length) == 0 && id[length] ? id + length : id;
}

static const char *base_of(const xb_source_maker *maker, const char *id)
{
    const char *plain = without_prefix(maker, id);
    return plain != id ? plain : xb_plain_text(maker->arena, id);
}

/* The name in the source of what a derivative is one of. */
static const char *stem_of_base(const xb_source_maker *maker, const xb_symbol *derivative, const char *of)
{
    const xb_name *id = xb_names_find(maker->program->names, of, strlen(of));
    const xb_symbol *base = id ? xb_symbol_find(derivative->scope, id) : NULL;
    const xb_declaration *facts = base ? base->declaration : NULL;
    return facts && facts->spelling && !facts->path ? facts->spelling->text : base_of(maker, of);
}

/* x_12_d is the derivative of x_12, which is called x. */
static const char *stem_of(const xb_source_maker *maker, const xb_symbol *symbol)
{
    xb_tag tag;
    const char *id = symbol->id->text;
    if (symbol->declaration && symbol->declaration->spelling)
        return symbol->declaration->spelling->text;
    if (!xb_tags_find(maker->program, &symbol->node, XB_TAG_DERIVATIVE, &tag))
        return base_of(maker, id);
    const char *of = xb_arena_copy_text(maker->arena, tag.value, tag.value_length);
    const char *suffix = strncmp(id, of, tag.value_length) == 0 ? id + tag.value_length : "_d";
    return xb_arena_format(maker->arena, "%s%s", stem_of_base(maker, symbol, of), suffix);
}

/* The name in the source of a version, whose id begins with that of the routine that it is made of; NULL: it
 * is none. */
static const char *stem_of_version(const xb_source_maker *maker, const xb_source_unit *unit)
{
    xb_tag of;
    const xb_symbol *symbol = unit->routine->symbol;
    const char *id = symbol->id->text, *plain = without_prefix(maker, id);
    const xb_node *node = &unit->routine->node;
    bool is_version = xb_tags_find(maker->program, node, XB_TAG_ROUTINE, &of) ||
                      xb_tags_find(maker->program, node, XB_TAG_PASSIVE, &of);
    if (!is_version || strlen(plain) <= of.value_length)
        return NULL;
    const char *original = xb_arena_copy_text(maker->arena, of.value, of.value_length);
    if (strncmp(plain, original, of.value_length) != 0)
        return NULL;
    const xb_name *spelling = symbol->declaration ? symbol->declaration->spelling : NULL;
    return xb_arena_format(maker->arena, "%s%s", spelling ? spelling->text : base_of(maker, original),
                           plain + of.value_length);
}

/* A version is called otherwise than what it is made of, whose spelling it shares. */
static const char *stem_of_unit(const xb_source_maker *maker, const xb_source_unit *unit)
{
    const xb_symbol *symbol = unit->routine->symbol;
    const char *version = stem_of_version(maker, unit);
    const xb_name *spelling = symbol->declaration && !symbol->overlay ? symbol->declaration->spelling : NULL;
    return version ? version : spelling ? spelling->text : base_of(maker, symbol->id->text);
}

/* The module of all procedures that have one; NULL: there is none, or there are several. */
static const xb_name *module_of(const xb_source *source)
{
    const xb_name *found = NULL;
    for (size_t i = 0; i < source->units.count; i++) {
        const xb_declaration *facts =
            ((const xb_source_unit *)source->units.items[i])->routine->symbol->declaration;
        const xb_name *module = facts ? facts->module : NULL;
        if (module && found && module != found)
            return NULL;
        found = module ? module : found;
    }
    return found;
}

/* Without what is around its letters and digits. */
static const char *bare(const xb_source_maker *maker, const char *name)
{
    const char *begin = name;
    while (*begin && !isalnum((unsigned char)*begin))
        begin++;
    size_t length = strlen(begin);
    while (length > 0 && !isalnum((unsigned char)begin[length - 1]))
        length--;
    return length > 0 ? xb_arena_copy_text(maker->arena, begin, length) : "program";
}

static const char *legal(const xb_source_maker *maker, const char *stem)
{
    size_t length = strlen(stem), limit = maker->language->name_limit - 8;
    bool starts = isalpha((unsigned char)stem[0]);
    if (length > limit)
        length = limit;
    char *name = starts ? xb_arena_copy_text(maker->arena, stem, length)
                        : xb_arena_format(maker->arena, "v_%.*s", (int)length, stem);
    for (char *c = name; *c; c++) {
        if (!isalnum((unsigned char)*c))
            *c = '_';
        else if (maker->language->ignores_case)
            *c = (char)tolower((unsigned char)*c);
    }
    return name;
}

static bool is_free(namer *n, const char *name, const xb_source_unit *unit)
{
    const xb_name *key = xb_names_get(n->names, name);
    const char *const *others = n->maker->language->tape_names;
    if (n->maker->language->is_reserved(name) || xb_map_get(&n->taken, key->index, 0))
        return false;
    for (; others && *others && n->maker->source->has_tape; others++)
        if (strcmp(*others, name) == 0)
            return false;
    for (; unit; unit = unit->host)
        if (xb_map_get(&n->taken, key->index, (uint64_t)unit->number + 1))
            return false;
    return true;
}

static const char *take(namer *n, const char *stem, const xb_source_unit *unit)
{
    const char *name = legal(n->maker, stem), *tried = NULL;
    uint64_t home = unit ? (uint64_t)unit->number + 1 : 0;
    uint32_t stem_index = xb_names_get(n->names, name)->index;
    uintptr_t number = (uintptr_t)xb_map_get(&n->next, stem_index, home);
    if (number == 0 && is_free(n, name, unit))
        tried = name;
    while (!tried || (tried != name && !is_free(n, tried, unit)))
        tried = xb_arena_format(n->maker->arena, "%s_%zu", name, (size_t)++number);
    xb_map_put(n->maker->arena, &n->next, stem_index, home, (void *)number);
    xb_map_put(n->maker->arena, &n->taken, xb_names_get(n->names, tried)->index, home, n);
    return tried;
}

static void name_variables(namer *n, const xb_list *variables, const xb_source_unit *unit)
{
    for (size_t i = 0; i < variables->count; i++) {
        xb_source_variable *variable = variables->items[i];
        if (variable->same)
            continue;
        if (!variable->name)
            variable->name =
                take(n, variable->stem ? variable->stem : stem_of(n->maker, variable->symbol), unit);
    }
}

/* Inner units come after those that they lie within. */
static void name_locals(namer *n, xb_source_unit *first)
{
    xb_list open = {0};
    xb_list_append(n->maker->arena, &open, first);
    while (open.count > 0) {
        xb_source_unit *unit = open.items[--open.count];
        name_variables(n, &unit->formals, unit);
        name_variables(n, &unit->locals, unit);
        xb_list_append_all(n->maker->arena, &open, &unit->inner);
    }
}

/* ---- texts ----------------------------------------------------------------------------------------------
 */

/* A text in the language of the source, as it is read. */
typedef struct text_scan {
    const char *at;
    char before;  /* the last character that is no blank; 0: there is none */
    size_t depth; /* parentheses that are open */
} text_scan;

static size_t length_of_word(const char *at)
{
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
        length++;
    return length;
}

/* Components, and keywords of arguments, are no variables. */
static bool is_variable(const namer *n, const text_scan *scan, size_t length)
{
    const char *after = scan->at + length;
    while (*after == ' ')
        after++;
    const bool is_fortran = n->maker->language->ignores_case;
    const bool is_component =
        scan->before == '%' || (!is_fortran && (scan->before == '.' || scan->before == '>'));
    const bool is_keyword = is_fortran && scan->depth > 0 && after[0] == '=' && after[1] != '=';
    return isalpha((unsigned char)*scan->at) && !is_component && !is_keyword;
}

/* What the variable that a text calls by a word is called now; NULL: it is none, or has that name. */
static const char *name_for_word(namer *n, const xb_source_statement *s, const char *word)
{
    for (size_t i = 0; i < s->count; i++) {
        const xb_source_variable *named = s->arguments[i]->variable;
        if (strcmp(legal(n->maker, stem_of(n->maker, named->symbol)), word) == 0)
            return named->name;
    }
    return NULL;
}

/* How far the text between quotes goes at which a scan is; 1 if it is at no quote. */
static size_t length_of_quoted(const char *at)
{
    const char *end = *at == '\'' || *at == '"' ? strchr(at + 1, *at) : NULL;
    return end ? (size_t)(end - at) + 1 : 1;
}

/* The text of a statement with the names that its variables have. */
static const char *text_with_names(namer *n, const xb_source_statement *s)
{
    xb_arena *arena = n->maker->arena;
    xb_text *made = xb_text_create(arena);
    xb_output *output = xb_text_output(made);
    text_scan scan = {.at = s->text};
    while (*scan.at) {
        size_t length = length_of_word(scan.at);
        const char *word = legal(n->maker, xb_arena_copy_text(arena, scan.at, length > 0 ? length : 1));
        const char *name = length > 0 && is_variable(n, &scan, length) ? name_for_word(n, s, word) : NULL;
        length = length > 0 ? length : length_of_quoted(scan.at);
        if (name)
            xb_output_put(output, name);
        else
            xb_output_bytes(output, scan.at, length);
        scan.depth += *scan.at == '(';
        scan.depth -= *scan.at == ')' && scan.depth > 0;
        scan.before = *scan.at == ' ' ? scan.before : scan.at[length - 1];
        scan.at += length;
    }
    return xb_text_join(made, NULL);
}

/* Texts in the language of the source name variables as the source does, which may be called otherwise here.
 */
static void settle_texts(namer *n, xb_source_unit *unit)
{
    xb_source_statement *statements = unit->statements.items;
    for (size_t s = 0; s < unit->statements.count; s++) {
        bool differs = false;
        for (size_t i = 0; statements[s].kind == XB_SOURCE_OPAQUE && i < statements[s].count; i++) {
            const xb_source_variable *named = statements[s].arguments[i]->variable;
            differs = differs || strcmp(named->name, legal(n->maker, stem_of(n->maker, named->symbol))) != 0;
        }
        if (differs)
            statements[s].text = text_with_names(n, &statements[s]);
    }
}

/* What has no body here keeps its name, whatever else that means. */
static void name_external(namer *n, xb_source_unit *unit)
{
    unit->name = legal(n->maker, stem_of_unit(n->maker, unit));
    xb_map_put(n->maker->arena, &n->taken, xb_names_get(n->names, unit->name)->index, 0, n);
}

/* Blocks of the source keep their names; those of saved variables, and those of derivatives, whose identities
 * go on after a quote, are called by them. */
static void name_commons(namer *n, const xb_list *commons, xb_map *names, bool of_derivatives)
{
    for (size_t i = 0; i < commons->count; i++) {
        xb_source_common *common = commons->items[i];
        const char *quote = strchr(common->block, '\'');
        const xb_name *key = xb_names_get(n->names, common->block);
        if ((quote != NULL) != of_derivatives)
            continue;
        common->name = xb_map_get(names, key->index, 0);
        if (!common->name && quote)
            common->name = take(
                n, xb_arena_format(n->maker->arena, "%.*s_d", (int)(quote - common->block), common->block),
                NULL);
        else if (!common->name && strcmp(common->block, XB_SOURCE_BLANK) == 0)
            common->name = XB_SOURCE_BLANK;
        else if (!common->name && strchr(common->block, XB_SAVED_BLOCK_MARK))
            common->name = take(n, common->block, NULL);
        else if (!common->name)
            common->name = legal(n->maker, common->block);
        xb_map_put(n->maker->arena, &n->taken, xb_names_get(n->names, common->name)->index, 0, n);
        xb_map_put(n->maker->arena, names, key->index, 0, common->name);
    }
}

static void name_all_commons(namer *n)
{
    const xb_source *source = n->maker->source;
    xb_map names = {0};
    for (int of_derivatives = 0; of_derivatives < 2; of_derivatives++) {
        name_commons(n, &source->commons, &names, of_derivatives);
        for (size_t i = 0; i < source->units.count; i++)
            name_commons(n, &((const xb_source_unit *)source->units.items[i])->commons, &names,
                         of_derivatives);
    }
}

void xb_source_name(xb_source_maker *maker)
{
    namer n = {.maker = maker, .names = xb_names_create(maker->arena)};
    xb_source *source = maker->source;
    for (size_t i = 0; i < source->externals.count; i++)
        name_external(&n, source->externals.items[i]);
    name_all_commons(&n);
    for (size_t i = 0; i < source->units.count; i++) {
        xb_source_unit *unit = source->units.items[i];
        unit->name = take(&n,
                          unit->whole ? xb_arena_format(maker->arena, "%s_part", unit->whole->name)
                                      : stem_of_unit(maker, unit),
                          NULL);
        if (!unit->whole)
            xb_map_put(maker->arena, &source->unit_names, unit->routine->symbol->id->index, 0, unit->name);
    }
    const xb_name *name = maker->program->program_name, *module = module_of(source);
    const char *usual =
        xb_arena_format(maker->arena, "%s_module", bare(maker, name && name->length ? name->text : ""));
    source->name = take(&n, module ? module->text : usual, NULL);
    name_variables(&n, &source->globals, NULL);
    for (size_t i = 0; i < source->externals.count; i++)
        name_locals(&n, source->externals.items[i]);
    for (size_t i = 0; i < source->units.count; i++) {
        xb_source_unit *unit = source->units.items[i];
        if (!unit->host)
            name_locals(&n, unit);
    }
    for (size_t i = 0; i < maker->all.count; i++) {
        xb_source_variable *variable = maker->all.items[i];
        if (variable->same)
            variable->name = variable->same->name;
    }
    for (size_t i = 0; i < source->units.count; i++)
        settle_texts(&n, source->units.items[i]);
}
