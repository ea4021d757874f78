/*
 * What is found in the bytes of a document before libxml2 sees them: what looks like a flood of attributes, a
 * DOCTYPE or an encoding must be one, wherever the bytes are divided.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"
#include "languages/xml/scan.h"

enum { TEXT_LIMIT = 4096 };

/* Scans a text in pieces of so many bytes. */
static xb_scan scan_pieces(const char *bytes, size_t count, size_t piece)
{
    xb_scan scan = {0};
    for (size_t i = 0; i < count && !scan.stop; i += piece)
        xb_scan_bytes(&scan, bytes + i, count - i < piece ? count - i : piece);
    xb_scan_end(&scan);
    return scan;
}

/* How a text of ASCII is coded. */
typedef struct coding {
    const char *mark;
    size_t mark_length, width;
    bool is_big_endian;
} coding;

static const coding codings[] = {{"", 0, 1, false},         {"\xef\xbb\xbf", 3, 1, false},
                                 {"\xff\xfe", 2, 2, false}, {"\xfe\xff", 2, 2, true},
                                 {"", 0, 2, false},         {"", 0, 2, true}};

/* Those that are not read. */
static const coding refused[] = {
    {"", 0, 4, false}, {"", 0, 4, true}, {"\xff\xfe\0\0", 4, 4, false}, {"\0\0\xfe\xff", 4, 4, true}};

static size_t encode(char *to, const char *text, const coding *how)
{
    memcpy(to, how->mark, how->mark_length);
    size_t count = how->mark_length;
    for (; *text; text++) {
        memset(to + count, 0, how->width);
        to[count + (how->is_big_endian ? how->width - 1 : 0)] = *text;
        count += how->width;
    }
    return count;
}

static void check_scan(const char *text, const coding *how, xb_scan_stop stop, size_t line)
{
    static const size_t pieces[] = {1, 2, 3, 5, 64, 8 * TEXT_LIMIT};
    static char bytes[8 * TEXT_LIMIT];
    size_t count = encode(bytes, text, how);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        xb_scan scan = scan_pieces(bytes, count, pieces[i]);
        ck_assert_msg(scan.stop == stop, "stop %d in pieces of %zu, width %zu: %.60s", (int)scan.stop,
                      pieces[i], how->width, text);
        if (stop)
            ck_assert_uint_eq(scan.line, line);
    }
}

/* A text in which @ stands for the beginnings of so many attributes. */
static const char *with_attributes(const char *pattern, size_t count)
{
    static char text[TEXT_LIMIT];
    size_t used = 0;
    for (; *pattern; pattern++) {
        if (*pattern != '@')
            text[used++] = *pattern;
        for (size_t i = 0; *pattern == '@' && i < count; i++) {
            memcpy(text + used, "a='' ", 5);
            used += 5;
        }
    }
    text[used] = '\0';
    return text;
}

/* Documents, and where one of more attributes than there may be is stopped: 0 where these are none. */
static const struct {
    const char *pattern;
    size_t line;
} attributes[] = {
    {"<a @>", 1},
    {"<a @/>", 1},
    {"<?xml version='1.0'?>\n<!-- <b -->\n<a\n@>", 4},
    {"<a><b @></b></a>", 1},
    {"<!-- <a> --><b @>", 1},
    {"<!--><b>--><c @>", 1},
    {"<a>]]><b @>", 1},
    {"<a><![CDATA[ ]] ]>\n> ]]><b @>", 2},
    {"<?p ? >\n> ?><b @>", 2},
    {"<a b='>' @>", 1},
    {"<a b=\"'>\" @>", 1},
    {"<!-- <a @> -->", 0},
    {"<!-- - -- > <a @> -->", 0},
    {"<!--\n--><a><![CDATA[ <b @> ]]></a>", 0},
    {"<a><![CDATA[ > ]] > ]> <b @ ]]></a>", 0},
    {"<?p > <b @ ?>", 0},
    {"<?xml version='1.0'?><?p > <b @ ?>", 0},
    {"<a> > @ </a>", 0},
    {"<a b=\"@\">", 0},
};

START_TEST(floods)
{
    for (size_t c = 0; c < sizeof codings / sizeof *codings; c++)
        for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
            const char *text = with_attributes(attributes[i].pattern, XB_SCAN_ATTRIBUTE_LIMIT + 1);
            xb_scan_stop stop = attributes[i].line ? XB_SCAN_FLOOD : XB_SCAN_ON;
            check_scan(text, &codings[c], stop, attributes[i].line);
        }
    check_scan(with_attributes("<a @><b @>", XB_SCAN_ATTRIBUTE_LIMIT), &codings[0], XB_SCAN_ON, 0);
}
END_TEST

START_TEST(document_types)
{
    static const struct {
        const char *text;
        size_t line;
    } documents[] = {
        {"<!DOCTYPE a><a/>", 1},
        {"<?xml version='1.0'?>\n\n<!DOCTYPE a [ <!ENTITY b 'c'> ]><a/>", 3},
        {"<!-- <!DOCTYPE a> -->\n<!DOCTYPE a SYSTEM 'b'>", 2},
        {"<a/><!DOCTYPE a>", 1},
        {"<!-- <!DOCTYPE a> --><a/>", 0},
        {"<?p <!DOCTYPE a> ?><a/>", 0},
        {"<a><![CDATA[<!DOCTYPE a>]]></a>", 0},
        {"<a b='<!DOCTYPE a>'/>", 0},
        {"<!DOC><a/>", 0},
    };
    for (size_t c = 0; c < sizeof codings / sizeof *codings; c++)
        for (size_t i = 0; i < sizeof documents / sizeof *documents; i++)
            check_scan(documents[i].text, &codings[c], documents[i].line ? XB_SCAN_DOCTYPE : XB_SCAN_ON,
                       documents[i].line);
}
END_TEST

START_TEST(encodings)
{
    static const struct {
        const char *text;
        xb_scan_stop narrow, wide;
    } documents[] = {
        {"<?xml version='1.0' encoding='UTF-8'?><a/>", XB_SCAN_ON, XB_SCAN_ON},
        {"<?xml version='1.0'?><a/>", XB_SCAN_ON, XB_SCAN_ON},
        {"<?xml version='1.0' encoding='iso-8859-15' ?><a/>", XB_SCAN_ON, XB_SCAN_LABEL},
        {"<?xml version='1.0' encoding='UTF-16'?><a/>", XB_SCAN_LABEL, XB_SCAN_ON},
        {"<?xml version = \"1.0\"\nencoding = \"UTF-7\"?><a/>", XB_SCAN_ENCODING, XB_SCAN_ENCODING},
        {"<?xml version='1.0' encoding='IBM037'?><a/>", XB_SCAN_ENCODING, XB_SCAN_ENCODING},
        {"<?xml version='1.0' encoding='ISO-2022-JP'?><a/>", XB_SCAN_ENCODING, XB_SCAN_ENCODING},
        {"<?p version='1.0' encoding='UTF-7'?><a/>", XB_SCAN_ON, XB_SCAN_ON},
        {"<a/><?xml version='1.0' encoding='UTF-7'?>", XB_SCAN_ON, XB_SCAN_ON},
    };
    for (size_t c = 0; c < sizeof codings / sizeof *codings; c++)
        for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
            xb_scan_stop stop = codings[c].width > 1 ? documents[i].wide : documents[i].narrow;
            size_t line = strchr(documents[i].text, '\n') ? 2 : 1;
            check_scan(documents[i].text, &codings[c], stop, line);
        }
    for (size_t c = 0; c < sizeof refused / sizeof *refused; c++)
        check_scan("<?xml version='1.0'?><a/>", &refused[c], XB_SCAN_ENCODING, 1);
    xb_scan scan = scan_pieces("\x4c\x6f\xa7\x94\x93", 5, 5);
    ck_assert_int_eq(scan.stop, XB_SCAN_ENCODING);
    ck_assert_str_eq(scan.encoding, "EBCDIC");
}
END_TEST

/* A declaration that goes on for ever must not hide its encoding. */
START_TEST(long_declaration)
{
    char text[TEXT_LIMIT] = "<?xml version='1.0'";
    memset(text + strlen(text), ' ', 1000);
    strcat(text, " encoding='UTF-7'?><a/>");
    check_scan(text, &codings[0], XB_SCAN_ENCODING, 1);
    memset(text + 19, 'x', 1000);
    check_scan(text, &codings[0], XB_SCAN_ENCODING, 1);
}
END_TEST

/* Bytes of characters that are none of ASCII, in each half of a code unit. */
START_TEST(foreign_characters)
{
    char text[TEXT_LIMIT] = {'\xff', '\xfe', '<', 0, 'a', 0, '>', 0};
    size_t count = 8;
    for (; count < TEXT_LIMIT - 2; count += 2)
        memcpy(text + count, count % 4 ? "=\x3c" : "\x3c=", 2); /* U+3C3D, U+3D3C */
    xb_scan scan = scan_pieces(text, count, 7);
    ck_assert_int_eq(scan.stop, XB_SCAN_ON);
}
END_TEST

START_TEST(packed)
{
    static const struct {
        const char *bytes, *packer;
    } beginnings[] = {{"\x1f\x8b\x08\x01", "gzip"},
                      {"BZh9", "bzip2"},
                      {"\xfd"
                       "7zX",
                       "xz"},
                      {"PK\x03\x04", "zip"},
                      {"\x1f\x8b", "gzip"},
                      {"\x28\xb5\x2f\xfd", "zstd"}};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        xb_scan scan = scan_pieces(beginnings[i].bytes, strlen(beginnings[i].bytes), 1);
        ck_assert_int_eq(scan.stop, XB_SCAN_PACKED);
        ck_assert_str_eq(scan.packer, beginnings[i].packer);
    }
    xb_scan scan = scan_pieces("PK", 2, 1);
    ck_assert_int_eq(scan.stop, XB_SCAN_ON);
    ck_assert(!scan.has_markup);
    scan = scan_pieces("<a", 2, 1);
    ck_assert(scan.has_markup);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scan");
    TCase *all = tcase_create("scan");
    tcase_add_test(all, floods);
    tcase_add_test(all, document_types);
    tcase_add_test(all, encodings);
    tcase_add_test(all, long_declaration);
    tcase_add_test(all, foreign_characters);
    tcase_add_test(all, packed);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
