/*
 * Events of documents, as text: what is told of elements, attributes and texts, also where libxml2 gets them
 * in several pieces.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"
#include "languages/xml/stream.h"

enum { TOLD_LIMIT = 4096, LARGE = 100 * 1000 };

static char told[TOLD_LIMIT];

static void tell(const char *text)
{
    ck_assert_uint_lt(strlen(told) + strlen(text), sizeof told);
    strcat(told, text);
}

static void tell_event(const xb_stream *stream, const xb_stream_event *event)
{
    char text[TOLD_LIMIT];
    if (event->kind == XB_STREAM_END)
        snprintf(text, sizeof text, "/ ");
    else if (event->kind == XB_STREAM_TEXT)
        snprintf(text, sizeof text, "%zu'%s' ", event->line, xb_stream_text(stream, event));
    else
        snprintf(text, sizeof text, "%zu%s%s%s ", event->line, event->space ? event->space : "",
                 event->space ? ":" : "", event->name);
    tell(text);
    const xb_stream_attribute *attributes = xb_stream_attributes(stream, event);
    ck_assert_int_eq(attributes == NULL, event->attribute_count == 0);
    for (size_t i = 0; i < event->attribute_count; i++) {
        const char *value = xb_stream_value(stream, &attributes[i]);
        ck_assert_uint_eq(attributes[i].length, strlen(value));
        snprintf(text, sizeof text, "%s=%.20s ", attributes[i].name, value);
        tell(text);
    }
}

/* Reads a document, tells its events, and how reading ended: "." or "!". */
static void read_document(const char *document)
{
    xb_source source = {0};
    xb_stream stream;
    xb_source_open_memory(&source, document, strlen(document));
    xb_stream_open(&stream, &source);
    told[0] = '\0';
    for (const xb_stream_event *event; (event = xb_stream_next(&stream));)
        tell_event(&stream, event);
    tell(xb_stream_is_broken(&stream) ? "!" : ".");
    xb_stream_close(&stream);
    xb_source_close(&source);
}

static void check_events(const char *document, const char *expected)
{
    read_document(document);
    ck_assert_str_eq(told, expected);
}

START_TEST(elements)
{
    check_events("<a/>", "1a / .");
    check_events("<a><b></b>\n<b\nc='1' d=\"\"/></a>", "1a 1b / 3b c=1 d= / / .");
    check_events("<p:a xmlns:p='u' p:b='1'><a xmlns='v'/></p:a>", "1u:a b=1 1v:a / / .");
    check_events("<a b='&lt;&amp;&#65;&quot;'/>", "1a b=<&A\" / .");
}
END_TEST

START_TEST(texts)
{
    check_events("<a>\n <!-- x -->\t<?x y?> </a>", "1a / .");
    check_events("<a>\n\n x y \n z <b/>w</a>", "1a 3'x y ' 4b / 4'w' / .");
    check_events("<a>x<!-- y -->z<![CDATA[ u ]]><![CDATA[ ]]>&amp;</a>", "1a 1'x' 1'z' 1'u ' 1'&' / .");
}
END_TEST

/* A text, an attribute and many elements, each larger than what the parser gets at once. */
START_TEST(large_documents)
{
    static char document[2 * LARGE];
    char *end = document + sprintf(document, "<a b='");
    memset(end, 'v', LARGE);
    end += LARGE;
    end += sprintf(end, "'>\n");
    memset(end, '\n', LARGE / 2);
    end += LARGE / 2;
    sprintf(end, "t\n</a>");
    check_events(document, "1a b=vvvvvvvvvvvvvvvvvvvv 50002't' / .");

    end = document + sprintf(document, "<a>");
    for (size_t i = 0; i < LARGE / 8; i++)
        end += sprintf(end, "<b c=''/>");
    sprintf(end, "</a>");
    xb_source source = {0};
    xb_stream stream;
    xb_source_open_memory(&source, document, strlen(document));
    xb_stream_open(&stream, &source);
    size_t count = 0;
    for (; xb_stream_next(&stream); count++)
        ;
    ck_assert_uint_eq(count, 2 + LARGE / 8 * 2);
    ck_assert(!xb_stream_is_broken(&stream));
    xb_stream_close(&stream);
    xb_source_close(&source);
}
END_TEST

/* What comes before is told, but not a tag that is cut off. */
START_TEST(broken_documents)
{
    check_events("", "!");
    check_events("<a><b/>", "1a 1b / !");
    check_events("<a><b/><c d='1'", "1a 1b / !");
    check_events("<a><b/>x</c>", "1a 1b / !");
    check_events("<a><b>&x;</b></a>", "1a 1b !");
    check_events("<a><p:b/></a>", "1a !");
    check_events("<!DOCTYPE a><a/>", "!");
}
END_TEST

START_TEST(depth)
{
    static char document[8 * XB_STREAM_DEPTH_LIMIT];
    for (size_t levels = XB_STREAM_DEPTH_LIMIT - 1; levels <= XB_STREAM_DEPTH_LIMIT + 1; levels++) {
        document[0] = '\0';
        for (size_t i = 0; i < levels; i++)
            strcat(document, "<a>");
        for (size_t i = 0; i < levels; i++)
            strcat(document, "</a>");
        read_document(document);
        ck_assert_str_eq(told + strlen(told) - 1, levels > XB_STREAM_DEPTH_LIMIT ? "!" : ".");
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("stream");
    TCase *all = tcase_create("stream");
    tcase_add_test(all, elements);
    tcase_add_test(all, texts);
    tcase_add_test(all, large_documents);
    tcase_add_test(all, broken_documents);
    tcase_add_test(all, depth);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
