/*
 * What stopped the source comes first: what libxml2 says after that are consequences. Its own words are kept
 * unless they speak of its limits or don't say what to do.
 */
#include "languages/xml/complaint.h"

#include <string.h>

#include "base/document.h"

/* What libxml2 says: of limits and ends in our words, else in its own, with what to do. */
static const struct known {
    const char *part, *better, *hint;
} known_complaints[] = {
    {"Excessive depth", "elements are nested too deeply", "at most 256 elements may be open at a time"},
    {"Huge input lookup", "a name, an attribute or a comment is too long",
     "names have at most 50000 bytes, attributes a mebibyte, comments ten"},
    {"Name too long", "a name is too long", "names of elements and attributes have at most 50000 bytes"},
    {"AttValue length too long", "an attribute is too long", "an attribute has at most a mebibyte"},
    {"huge text node", "a text is too long", "XAIF keeps all data in attributes"},
    {"Comment too big", "a comment is too long", "a comment has at most ten mebibytes"},
    {"Extra content at the end", "the document goes on after its root element, or is cut off",
     "is the file complete? a document is one element with all that it holds"},
    {"input conversion failed", "there are bytes that are no characters of the encoding",
     "is the document in the encoding that its first line names? that is UTF-8 if it names none"},
    {"Specification mandates value", "an attribute has no value",
     "values stand in quotes, as in name=\"value\""},
    {"Couldn't find end of Start Tag", "a tag has no end", "is there a > missing, or a quote?"},
    {"expected '>'", "a tag has no end", "is there a > missing, or a quote?"},
    {"attributes construct error", "an attribute does not begin with its name",
     "attributes are separated by blanks, as in a=\"1\" b=\"2\""},
    {"invalid element name", "a < is not followed by the name of an element", "write &lt; for <"},
    {"EntityRef: expecting ';'", "a & is not followed by a name and ;", "write &amp; for &"},
    {"EntityRef: no name", "a & is not followed by a name and ;", "write &amp; for &"},
    {"internal error", "this is no well-formed XML", "the document must be well-formed XML"},
    {"Premature end of data", "the document ends before its elements do",
     "is the file complete? each element needs its end tag"},
    {"Opening and ending tag mismatch", NULL, "elements end in the reverse order of their beginnings"},
    {"Entity '", NULL, "write the text itself: only &amp; &lt; &gt; &quot; and &apos; are known"},
    {"Input is not proper UTF-8", NULL,
     "name the encoding in the first line, as in <?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"},
    {"out of allowed range", NULL, "remove the character: XML has no control characters"},
    {"PCDATA invalid Char", NULL, "remove the character: XML has no control characters"},
    {"invalid character in attribute value", NULL, "remove the character: XML has no control characters"},
    {"redefined", NULL, "remove one of the two"},
    {"Namespace prefix", NULL,
     "declare it in the root element, as in xmlns:xaif=\"http://www.mcs.anl.gov/XAIF\""},
    {"AttValue: ", NULL, "values stand in quotes, as in name=\"value\""},
    {"Unescaped '<'", NULL, "write &lt; for <"},
    {"XML declaration allowed only at the start", NULL, "nothing may stand before <?xml, not even a blank"},
};

static const struct known *find_known(const char *message)
{
    for (size_t i = 0; message && i < sizeof known_complaints / sizeof *known_complaints; i++)
        if (strstr(message, known_complaints[i].part))
            return &known_complaints[i];
    return NULL;
}

/* The words of libxml2 in one line. */
static const char *one_line(xb_arena *arena, const char *message)
{
    size_t length = message ? strlen(message) : 0;
    while (length > 0 && (message[length - 1] == '\n' || message[length - 1] == ' '))
        length--;
    if (length == 0)
        return "malformed XML";
    char *text = xb_arena_copy_text(arena, message, length);
    for (char *newline = text; (newline = strchr(newline, '\n'));)
        *newline = ' ';
    return text;
}

/* What stopped the source itself. */
static xb_complaint explain_stop(xb_arena *arena, const xb_scan *scan)
{
    xb_complaint all = {.status = XB_STATUS_INVALID, .line = scan->line};
    switch (scan->stop) {
    case XB_SCAN_PACKED:
        all.line = 0;
        all.message = xb_arena_format(arena, "the document is packed by %s", scan->packer);
        all.hint = xb_document_unpack;
        return all;
    case XB_SCAN_ENCODING:
        all.message = xb_arena_format(arena, "the encoding %s is not read", scan->encoding);
        all.hint = "convert the document to UTF-8, as iconv does, and write so in its first line";
        return all;
    case XB_SCAN_LABEL:
        all.message = xb_arena_format(arena, "the document declares the encoding %s, and is in another one",
                                      scan->encoding);
        all.hint = "write the right one in the first line, as in <?xml version=\"1.0\" encoding=\"UTF-8\"?>";
        return all;
    case XB_SCAN_DOCTYPE:
        all.message = "a document type declaration (DOCTYPE) is not allowed";
        all.hint = "remove the DOCTYPE: documents are described by XML schemas";
        return all;
    default:
        all.message =
            xb_arena_format(arena, "an element has more than %d attributes", XB_SCAN_ATTRIBUTE_LIMIT);
        all.hint = "elements have at most a dozen";
        return all;
    }
}

/* libxml2 has several codes for that, depending on what there is instead of an element. */
static bool is_without_root(const xb_source *source, const xmlError *error)
{
    return !source->scan.has_markup || (error && error->code == XML_ERR_DOCUMENT_EMPTY);
}

xb_complaint xb_complaint_explain(xb_arena *arena, const xb_source *source, const xmlError *error,
                                  bool is_cut, const char *root)
{
    xb_complaint all = {.status = XB_STATUS_INVALID, .hint = "the document must be well-formed XML"};
    if (source->scan.stop)
        return explain_stop(arena, &source->scan);
    if (source->error_number != 0)
        return (xb_complaint){.status = XB_STATUS_FAILED,
                              .message =
                                  xb_arena_format(arena, "can't read: %s", strerror(source->error_number)),
                              .hint = xb_document_hint(source->error_number)};
    all.line = error && error->line > 0 ? (size_t)error->line : 0;
    const struct known *known = find_known(error ? error->message : NULL);
    all.has_no_root = is_without_root(source, error);
    if (all.has_no_root) {
        all.message = "the document has no XML element";
        all.hint = root;
    } else if (is_cut) {
        all.message = "the document ends here";
        all.hint = "is the file complete? each element needs its end tag";
    } else if (known) {
        all.message = known->better ? known->better : one_line(arena, error->message);
        all.hint = known->hint;
    } else {
        all.message = error ? one_line(arena, error->message) : "the XML parser gave up";
    }
    return all;
}
