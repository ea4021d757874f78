/*
 * The document is streamed through libxml2's validator, with handlers of ours in front that keep track of the
 * path of open elements. While libxml2 works nothing may jump, so complaints are copied with their path and
 * reported when it has returned.
 */
#include "languages/xaif/validate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/xmlschemas.h>

#include "base/places.h"
#include "languages/xml/complaint.h"
#include "languages/xml/source.h"

enum { DEPTH_LIMIT = 256, LABEL_LIMIT = 60, COMPLAINT_LIMIT = XB_DIAGNOSTICS_LIMIT };

/* An element that is open. */
typedef struct step {
    const char *name; /* the parser's, valid as long as the parser */
    char label[LABEL_LIMIT + 1];
} step;

/* A complaint of libxml2. */
typedef struct complaint {
    xmlError error;
    char *path; /* on the heap; NULL if there is none */
} complaint;

/* A document that is being validated. */
typedef struct validation {
    xb_failure *failure;
    xb_arena *scratch;
    xb_diagnostics *diagnostics;
    const char *file;
    xb_schema kind;
    const char *folder;      /* where the schemas are, as the caller says */
    const char *schema_file; /* path of the schema */
    xb_source source;
    bool is_broken; /* whether it is no XML */
    size_t depth;   /* number of open elements; only the first DEPTH_LIMIT are in steps */
    step steps[DEPTH_LIMIT];
    size_t count;
    complaint complaints[COMPLAINT_LIMIT];
    size_t more; /* complaints that are only counted */
} validation;

const char *xb_schema_file(xb_schema schema)
{
    static const char *const files[] = {
        [XB_SCHEMA_PROGRAM] = "xaif.xsd",
        [XB_SCHEMA_OUTPUT] = "xaif_output.xsd",
        [XB_SCHEMA_INLINABLE] = "xaif_inlinable_intrinsics.xsd",
        [XB_SCHEMA_NONINLINABLE] = "xaif_noninlinable_intrinsics.xsd",
        [XB_SCHEMA_DERIVATIVE_PROPAGATOR] = "xaif_derivative_propagator.xsd",
    };
    return files[schema];
}

/* ---- the path of open elements -------------------------------------------------------------------- */

/* Lower is better; the number of names if the attribute tells nothing. */
static size_t label_rank(const char *attribute)
{
    static const char *const names[] = {"symbol_id", "statement_id", "vertex_id", "edge_id",
                                        "key",       "position",     "name",      "placeholder"};
    size_t count = sizeof names / sizeof names[0], i = 0;
    while (i < count && strcmp(names[i], attribute) != 0)
        i++;
    return i;
}

/* Attributes are given as five pointers each: name, prefix, namespace, begin and end of the value. */
enum { ATTRIBUTE_NAME = 0, ATTRIBUTE_VALUE = 3, ATTRIBUTE_END = 4, ATTRIBUTE_POINTERS = 5 };

static void start_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *space,
                          int space_count, const xmlChar **spaces, int count, int default_count,
                          const xmlChar **attributes)
{
    (void)prefix, (void)space, (void)space_count, (void)spaces, (void)default_count;
    validation *v = context;
    if (v->depth++ >= DEPTH_LIMIT)
        return;
    step *opened = &v->steps[v->depth - 1];
    opened->name = (const char *)name;
    opened->label[0] = '\0';
    size_t best = label_rank("");
    for (int i = 0; i < count; i++) {
        const char *const *attribute = (const char *const *)attributes + (ptrdiff_t)i * ATTRIBUTE_POINTERS;
        size_t rank = label_rank(attribute[ATTRIBUTE_NAME]);
        if (rank >= best)
            continue;
        best = rank;
        int length = (int)(attribute[ATTRIBUTE_END] - attribute[ATTRIBUTE_VALUE]);
        snprintf(opened->label, sizeof opened->label, "%.*s", length, attribute[ATTRIBUTE_VALUE]);
    }
}

static void end_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *space)
{
    (void)name, (void)prefix, (void)space;
    validation *v = context;
    v->depth--;
}

/* The path on the heap; NULL if there is no open element, or no memory. */
static char *copy_path(const validation *v)
{
    size_t depth = v->depth < DEPTH_LIMIT ? v->depth : DEPTH_LIMIT, size = 1;
    for (size_t i = 0; i < depth; i++)
        size += strlen(v->steps[i].name) + strlen(v->steps[i].label) + 3;
    char *path = depth > 0 ? malloc(size) : NULL;
    if (!path)
        return NULL;
    size_t used = 0;
    for (size_t i = 0; i < depth; i++) {
        const step *each = &v->steps[i];
        const char *format = each->label[0] ? "%s%s[%s]" : "%s%s%s";
        used += (size_t)snprintf(path + used, size - used, format, i > 0 ? "/" : "", each->name, each->label);
    }
    return path;
}

/* ---- complaints ----------------------------------------------------------------------------------- */

static void keep_complaint(void *context, xb_source_complaint *error)
{
    validation *v = context;
    if (error->level < XML_ERR_ERROR || v->is_broken)
        return;
    if (v->count == COMPLAINT_LIMIT) {
        v->more++;
        return;
    }
    v->is_broken = error->level == XML_ERR_FATAL; /* what follows are consequences */
    complaint *kept = &v->complaints[v->count];
    if (xmlCopyError(error, &kept->error) != 0)
        return;
    kept->path = copy_path(v);
    v->count++;
}

static void forget_complaints(validation *v)
{
    for (size_t i = 0; i < v->count; i++) {
        xmlResetError(&v->complaints[i].error);
        free(v->complaints[i].path);
    }
    v->count = v->more = 0;
    v->is_broken = false;
}

static const char no_root[] = "the document is one element, as CallGraph of a program";

static const char *without_newline(xb_arena *arena, const char *message)
{
    size_t length = message ? strlen(message) : 0;
    while (length > 0 && (message[length - 1] == '\n' || message[length - 1] == ' '))
        length--;
    return length > 0 ? xb_arena_copy_text(arena, message, length) : "not valid";
}

/* Text without the name of the namespace, which the validator repeats before each name. */
static const char *shortened(xb_arena *arena, const char *message)
{
    static const char space[] = "{http://www.mcs.anl.gov/XAIF}";
    char *text = xb_arena_copy_text(arena, message, strlen(message)), *to = text;
    for (const char *from = text; *from;) {
        if (strncmp(from, space, sizeof space - 1) == 0)
            from += sizeof space - 1;
        else
            *to++ = *from++;
    }
    *to = '\0';
    return text;
}

/* What to do about a violation: the schema processor says what is wrong only. */
static const char *violation_hint(int code)
{
    static const struct {
        int code;
        const char *hint;
    } hints[] = {
        {XML_SCHEMAV_CVC_COMPLEX_TYPE_3_2_1, "remove it, or correct its name"},
        {XML_SCHEMAV_CVC_COMPLEX_TYPE_3_2_2, "remove it, or correct its name"},
        {XML_SCHEMAV_CVC_COMPLEX_TYPE_4, "add it: it has no default"},
        {XML_SCHEMAV_CVC_COMPLEX_TYPE_2_3, "XAIF keeps all data in attributes"},
        {XML_SCHEMAV_CVC_IDC, "ids are unique, and what is referred to exists"},
        {XML_SCHEMAV_CVC_ELT_1, "a document begins with the element of its kind, in its namespace"},
    };
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (hints[i].code == code)
            return hints[i].hint;
    return "doc/format.md describes the format; the messages of reading, without --validate, may say more";
}

static void report_one(validation *v, const complaint *each)
{
    const xmlError *error = &each->error;
    if (error->domain != XML_FROM_SCHEMASV) {
        const xb_complaint why = xb_complaint_explain(v->scratch, &v->source, error, false, no_root);
        xb_error(v->diagnostics, XB_STATUS_INVALID,
                 (xb_place){.file = v->file, .line = why.line, .path = each->path}, why.hint, "%s",
                 why.message);
        return;
    }
    xb_place place = {.file = v->file, .path = each->path};
    place.line = error->line > 0 ? (size_t)error->line : 0;
    const char *message = without_newline(v->scratch, error->message);
    xb_error(v->diagnostics, XB_STATUS_INVALID, place, violation_hint(error->code), "%s",
             shortened(v->scratch, message));
}

static void report_complaints(void *argument)
{
    validation *v = argument;
    for (size_t i = 0; i < v->count; i++)
        report_one(v, &v->complaints[i]);
    for (size_t i = 0; i < v->more; i++)
        xb_error(v->diagnostics, XB_STATUS_INVALID, (xb_place){.file = v->file}, NULL, "there is more");
}

/* Reports what stopped the source: what libxml2 complains of are consequences. */
static void report_source(void *argument)
{
    validation *v = argument;
    const xb_complaint why = xb_complaint_explain(v->scratch, &v->source, NULL, false, no_root);
    xb_error(v->diagnostics, why.status, (xb_place){.file = v->file, .line = why.line}, why.hint, "%s",
             why.message);
}

static void report_schema(void *argument)
{
    validation *v = argument;
    xb_place place = {.file = v->schema_file};
    const xmlError *error = v->count > 0 ? &v->complaints[0].error : NULL;
    if (error && error->line > 0)
        place.line = (size_t)error->line;
    xb_error(v->diagnostics, XB_STATUS_FAILED, place,
             "is this the folder with the schemas of XAIF? --schemas=FOLDER names another one",
             "can't use the schema: %s",
             error ? without_newline(v->scratch, error->message) : strerror(ENOMEM));
}

/* ---- validation ----------------------------------------------------------------------------------- */

static void name_schema(void *argument)
{
    validation *v = argument;
    const char *folder = v->folder ? v->folder : getenv("XAIFBOOSTER_SCHEMA_DIR");
    if (!folder || !*folder)
        folder = XB_SCHEMA_DIR;
    v->schema_file = xb_arena_format(v->scratch, "%s/%s", folder, xb_schema_file(v->kind));
}

static xmlSchema *parse_schema(validation *v)
{
    xmlSchemaParserCtxt *context = xmlSchemaNewParserCtxt(v->schema_file);
    if (!context)
        return NULL;
    xmlSchemaSetParserStructuredErrors(context, keep_complaint, v);
    xmlSchema *schema = xmlSchemaParse(context);
    xmlSchemaFreeParserCtxt(context);
    return schema;
}

/* Lets libxml2 work. @return its verdict: 0 if the document is valid, negative if something failed */
static int stream(validation *v, xmlSchema *schema)
{
    xmlSAXHandler handlers = {
        .initialized = XML_SAX2_MAGIC,
        .startElementNs = start_element,
        .endElementNs = end_element,
    };
    xmlParserInputBuffer *input =
        xmlParserInputBufferCreateIO(xb_source_read, NULL, &v->source, XML_CHAR_ENCODING_NONE);
    xmlSchemaValidCtxt *context = xmlSchemaNewValidCtxt(schema);
    int verdict = -1;
    if (context && input) {
        xmlSchemaSetValidStructuredErrors(context, keep_complaint, v);
        verdict = xmlSchemaValidateStream(context, input, XML_CHAR_ENCODING_NONE, &handlers, v);
    } else if (input) {
        xmlFreeParserInputBuffer(input);
    }
    xmlSchemaFreeValidCtxt(context);
    return verdict;
}

static xb_status verdict_status(validation *v, int verdict)
{
    if (v->source.scan.stop)
        return xb_protect(v->failure, report_source, v) ? XB_STATUS_INVALID : XB_STATUS_FAILED;
    if (verdict < 0 && v->count == 0 && v->source.error_number == 0)
        v->source.error_number = ENOMEM;
    if (v->source.error_number != 0) {
        xb_protect(v->failure, report_source, v);
        return XB_STATUS_FAILED;
    }
    if (verdict == 0 && v->count == 0)
        return XB_STATUS_OK;
    return xb_protect(v->failure, report_complaints, v) ? XB_STATUS_INVALID : XB_STATUS_FAILED;
}

/* Validates the source, which is open. */
static xb_status validate_source(validation *v)
{
    if (!xb_protect(v->failure, name_schema, v))
        return XB_STATUS_FAILED;
    xb_source_handlers handlers = xb_source_listen(keep_complaint, v);
    xmlSchema *schema = parse_schema(v);
    xb_status status = XB_STATUS_FAILED;
    if (schema) {
        forget_complaints(v);
        status = verdict_status(v, stream(v, schema));
        xmlSchemaFree(schema);
    } else {
        xb_protect(v->failure, report_schema, v);
    }
    xb_source_unlisten(handlers);
    forget_complaints(v);
    return status;
}

xb_status xb_validate_memory(xb_failure *failure, xb_diagnostics *diagnostics, const char *name,
                             const char *text, size_t length, xb_schema schema, const char *folder)
{
    validation *v = calloc(1, sizeof *v);
    xb_arena *scratch = xb_arena_create(failure);
    xb_status status = XB_STATUS_FAILED;
    if (v && scratch) {
        v->failure = failure;
        v->scratch = scratch;
        v->diagnostics = diagnostics;
        v->file = name;
        v->kind = schema;
        v->folder = folder;
        xb_source_open_memory(&v->source, text, length);
        status = validate_source(v);
        xb_source_close(&v->source);
    }
    xb_arena_destroy(scratch);
    free(v);
    return status;
}
