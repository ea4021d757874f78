/*
 * An automaton goes over the characters, as far as it needs to tell tags from values, comments, CDATA
 * sections, processing instructions and declarations. In documents of one byte a character, what can't
 * matter to its state is passed over at once. Of UTF-16 the code units are put together; what is not ASCII
 * matters nowhere. UTF-32, which libxml2 reads in one of its forms only, is refused in all of them.
 */
#include "languages/xml/scan.h"

#include <limits.h>
#include <string.h>
#include <strings.h>

#include "base/document.h"

enum { OUTSIDE, OPENED, TAG, QUOTED, OPENING, DECLARATION, COMMENT, CDATA, INSTRUCTION };

enum { NOT_ASCII = 0x7f };

static void stop(xb_scan *scan, xb_scan_stop why)
{
    if (!scan->stop)
        scan->stop = why;
}

/* ---- encodings ------------------------------------------------------------------------------------ */

/* Beginnings of names of encodings in which the characters of markup are the bytes of ASCII and no other
 * character has these bytes. */
static const char *const narrow[] = {"UTF-8",    "UTF8",      "US-ASCII",   "ASCII",     "ISO-8859-",
                                     "ISO8859-", "ISO_8859-", "ISO-LATIN-", "LATIN",     "WINDOWS-",
                                     "CP125",    "KOI8-",     "SHIFT_JIS",  "SHIFT-JIS", "EUC-",
                                     "GB2312",   "GBK",       "BIG5",       "MACINTOSH", NULL};

/* Names that documents of wide code units have: tools that convert a document leave the old name in it. */
static const char *const wide[] = {"UTF-16", "UTF-32", "UCS-2", "UCS-4", "ISO-10646-UCS-", "UTF-8", NULL};

static bool begins_as(const char *name, const char *const *beginnings)
{
    for (; *beginnings; beginnings++)
        if (strncasecmp(name, *beginnings, strlen(*beginnings)) == 0)
            return true;
    return false;
}

/* Takes the encoding out of <?xml version="1.0" encoding="NAME"?>, of which blanks are left out. */
static void judge_declaration(xb_scan *scan)
{
    char *text = scan->declaration;
    if (!scan->is_declaration)
        return;
    if (scan->declaration_count == XB_SCAN_DECLARATION_LIMIT) {
        scan->encoding = "of an XML declaration without end";
        stop(scan, XB_SCAN_ENCODING);
        return;
    }
    text[scan->declaration_count] = '\0';
    char *found = strstr(text, "encoding=");
    if (!found || (found[9] != '"' && found[9] != '\''))
        return;
    char *name = found + 10;
    name[strcspn(name, "\"'")] = '\0';
    bool is_wide = scan->width > 1;
    if (begins_as(name, is_wide ? wide : narrow))
        return;
    scan->encoding = name;
    stop(scan, begins_as(name, is_wide ? narrow : wide) ? XB_SCAN_LABEL : XB_SCAN_ENCODING);
}

static void keep_declaration(xb_scan *scan, char c)
{
    bool is_blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (is_blank && scan->declaration_count == 3)
        scan->is_declaration = strncmp(scan->declaration, "xml", 3) == 0;
    if (!is_blank && scan->declaration_count < XB_SCAN_DECLARATION_LIMIT)
        scan->declaration[scan->declaration_count++] = c;
}

/* Four bytes, with which documents of one width begin. */
static const struct {
    unsigned char bytes[4], mask[4];
    unsigned width; /* 0: that encoding is not read */
    bool is_big_endian;
    const char *encoding;
} heads[] = {
    {{0x00, 0x00, 0xfe, 0xff}, {0xff, 0xff, 0xff, 0xff}, 0, false, "UTF-32"},
    {{0xff, 0xfe, 0x00, 0x00}, {0xff, 0xff, 0xff, 0xff}, 0, false, "UTF-32"},
    {{0x00, 0x00, 0x00, '<'}, {0xff, 0xff, 0xff, 0xff}, 0, false, "UTF-32"},
    {{'<', 0x00, 0x00, 0x00}, {0xff, 0xff, 0xff, 0xff}, 0, false, "UTF-32"},
    {{0xfe, 0xff}, {0xff, 0xff, 0, 0}, 2, true, NULL},
    {{0xff, 0xfe}, {0xff, 0xff, 0, 0}, 2, false, NULL},
    {{0x00, '<', 0x00, 0x00}, {0xff, 0xff, 0xff, 0}, 2, true, NULL},
    {{'<', 0x00, 0x00, 0x00}, {0xff, 0xff, 0, 0xff}, 2, false, NULL},
    {{0x4c, 0x6f, 0xa7, 0x94}, {0xff, 0xff, 0xff, 0xff}, 0, false, "EBCDIC"},
};

static bool has_head(const xb_scan *scan, size_t which)
{
    for (size_t i = 0; i < scan->head_count; i++) {
        unsigned char byte = (unsigned char)scan->head[i], mask = heads[which].mask[i];
        if ((byte & mask) != heads[which].bytes[i])
            return false;
    }
    return scan->head_count == sizeof scan->head;
}

static void judge_head(xb_scan *scan)
{
    scan->width = 1;
    scan->packer = xb_document_packer(scan->head, scan->head_count);
    if (scan->packer)
        stop(scan, XB_SCAN_PACKED);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        if (!has_head(scan, i))
            continue;
        scan->width = heads[i].width;
        scan->is_big_endian = heads[i].is_big_endian;
        scan->encoding = heads[i].encoding;
        break;
    }
    if (scan->encoding)
        stop(scan, XB_SCAN_ENCODING);
}

/* ---- markup --------------------------------------------------------------------------------------- */

static void enter(xb_scan *scan, int state)
{
    scan->state = state;
    scan->tail = 0;
}

static void enter_markup(xb_scan *scan, char c)
{
    scan->attributes = 0;
    scan->opening_count = 0;
    enter(scan, c == '!' ? OPENING : c == '?' ? INSTRUCTION : c == '>' ? OUTSIDE : TAG);
    if (scan->state != INSTRUCTION)
        scan->is_late = true;
}

/* What follows "<!" says what it is. */
static void look_at_opening(xb_scan *scan, char c)
{
    static const struct {
        const char *text;
        int state;
    } openings[] = {{"--", COMMENT}, {"[CDATA[", CDATA}, {"DOCTYPE", DECLARATION}};
    scan->opening[scan->opening_count++] = c;
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        if (strncmp(openings[i].text, scan->opening, scan->opening_count) != 0)
            continue;
        if (openings[i].text[scan->opening_count] != '\0')
            return;
        enter(scan, openings[i].state);
        if (scan->state == DECLARATION)
            stop(scan, XB_SCAN_DOCTYPE);
        return;
    }
    enter(scan, c == '>' ? OUTSIDE : DECLARATION);
}

static void look_at_tag(xb_scan *scan, char c)
{
    if (c == '"' || c == '\'') {
        scan->quote = c;
        enter(scan, QUOTED);
    } else if (c == '>') {
        enter(scan, OUTSIDE);
    } else if (c == '=' && ++scan->attributes > XB_SCAN_ATTRIBUTE_LIMIT) {
        stop(scan, XB_SCAN_FLOOD);
    }
}

/* Goes to the text outside if the latest characters are an end. */
static bool leave_at(xb_scan *scan, char c, uint32_t mask, const char *end)
{
    uint32_t wanted = 0;
    for (; *end; end++)
        wanted = wanted << 8 | (unsigned char)*end;
    scan->tail = (scan->tail << 8 | (unsigned char)c) & 0xffffff;
    if ((scan->tail & mask) != wanted)
        return false;
    enter(scan, OUTSIDE);
    return true;
}

static void look_at_instruction(xb_scan *scan, char c)
{
    if (!scan->is_late)
        keep_declaration(scan, c);
    if (!leave_at(scan, c, 0xffff, "?>"))
        return;
    if (!scan->is_late)
        judge_declaration(scan);
    scan->is_late = true;
}

static void look_at(xb_scan *scan, char c)
{
    switch (scan->state) {
    case OUTSIDE:
        if (c == '<')
            enter(scan, OPENED);
        scan->has_markup |= c == '<';
        return;
    case OPENED: enter_markup(scan, c); return;
    case TAG: look_at_tag(scan, c); return;
    case QUOTED:
        if (c == scan->quote)
            enter(scan, TAG);
        return;
    case OPENING: look_at_opening(scan, c); return;
    case DECLARATION: leave_at(scan, c, 0xff, ">"); return;
    case COMMENT: leave_at(scan, c, 0xffffff, "-->"); return;
    case CDATA: leave_at(scan, c, 0xffffff, "]]>"); return;
    default: look_at_instruction(scan, c); return;
    }
}

/* ---- bytes ---------------------------------------------------------------------------------------- */

static size_t newlines(const char *bytes, size_t count)
{
    size_t lines = 0;
    const char *end = bytes + count, *next;
    for (; bytes < end && (next = memchr(bytes, '\n', (size_t)(end - bytes))); bytes = next + 1)
        lines++;
    return lines;
}

/* Number of bytes of a tag before the next one that look_at_tag() looks at. */
static size_t within_tag(const char *bytes, size_t count)
{
    static const bool matters[UCHAR_MAX + 1] = {['"'] = true, ['\''] = true, ['>'] = true, ['='] = true};
    size_t i = 0;
    while (i < count && !matters[(unsigned char)bytes[i]])
        i++;
    return i;
}

/* Number of bytes before the next one that is this character: values are short. */
static size_t within_value(const char *bytes, size_t count, char quote)
{
    size_t i = 0;
    while (i < count && bytes[i] != quote)
        i++;
    return i;
}

static size_t within_text(const char *bytes, size_t count)
{
    const char *next = memchr(bytes, '<', count);
    return next ? (size_t)(next - bytes) : count;
}

/* Number of bytes from here that leave the state as it is. */
static size_t indifferent(const xb_scan *scan, const char *bytes, size_t count)
{
    switch (scan->state) {
    case OUTSIDE: return within_text(bytes, count);
    case TAG: return within_tag(bytes, count);
    case QUOTED: return within_value(bytes, count, scan->quote);
    default: return 0;
    }
}

static void scan_narrow(xb_scan *scan, const char *bytes, size_t count)
{
    size_t i = 0;
    while (i < count && !scan->stop) {
        i += indifferent(scan, bytes + i, count - i);
        if (i < count)
            look_at(scan, bytes[i++]);
    }
    scan->newlines += newlines(bytes, i);
}

static void scan_wide(xb_scan *scan, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count && !scan->stop; i++) {
        uint32_t byte = (unsigned char)bytes[i];
        scan->unit = scan->is_big_endian ? scan->unit << 8 | byte : scan->unit | byte << 8 * scan->unit_count;
        if (++scan->unit_count < scan->width)
            continue;
        scan->newlines += scan->unit == '\n';
        look_at(scan, scan->unit < NOT_ASCII ? (char)scan->unit : (char)NOT_ASCII);
        scan->unit = scan->unit_count = 0;
    }
}

static void scan_units(xb_scan *scan, const char *bytes, size_t count)
{
    if (scan->width == 1)
        scan_narrow(scan, bytes, count);
    else
        scan_wide(scan, bytes, count);
    scan->line = scan->newlines + 1;
}

bool xb_scan_end(xb_scan *scan)
{
    if (scan->width == 0) {
        judge_head(scan);
        scan_units(scan, scan->head, scan->head_count);
    }
    return !scan->stop;
}

static void keep_beginning(xb_scan *scan, const char *bytes, size_t count)
{
    const size_t room = XB_SCAN_BEGINNING - scan->beginning_count, more = count < room ? count : room;
    if (more > 0)
        memcpy(scan->beginning + scan->beginning_count, bytes, more);
    scan->beginning_count += more;
}

bool xb_scan_bytes(xb_scan *scan, const char *bytes, size_t count)
{
    keep_beginning(scan, bytes, count);
    while (scan->width == 0 && count > 0 && !scan->stop) {
        scan->head[scan->head_count++] = *bytes++;
        count--;
        if (scan->head_count == sizeof scan->head)
            xb_scan_end(scan);
    }
    if (count > 0 && !scan->stop)
        scan_units(scan, bytes, count);
    return !scan->stop;
}
