/*
 * Catalogue documents that are wrong: each diagnostic exactly, with line, element path and hint, and the
 * state of the catalogue after it, which is as before.
 */
#include <stdio.h>
#include <string.h>

#include "catalogue_fixture.h"

/* A document and the diagnostics that it leads to, each as printed, without the name of the file. */
typedef struct wrong {
    const char *text, *diagnostics;
} wrong;

#define FUNCTION "<ii:Function type='builtin' builtin_name='f'/>"
#define ITEM(content) \
    INLINABLE("<ii:InlinableIntrinsic name='f' nr_arguments='2'>" content "</ii:InlinableIntrinsic>")
#define OTHER               "<ii:Partial partial_id='2' partial_type='passive'/>\n"
#define PARTIAL(content)    ITEM(FUNCTION OTHER "<ii:Partial partial_id='1'>\n" content "</ii:Partial>")
#define INTRINSIC(id, name) "<x:Intrinsic vertex_id='" id "' name='" name "'/>\n"
#define REFERENCE(id)       "<ii:ArgumentReference vertex_id='" id "' argument='1'/>\n"
#define EDGE(source, target, position) \
    "<x:ExpressionEdge edge_id='1' source='" source "' target='" target "' position='" position "'/>\n"
#define JACOBIAN(content) \
    NONINLINABLE("<n:ExplicitJacobian name='f' jacobian='fj'>\n" content "</n:ExplicitJacobian>")

#define IN         "  in InlinableIntrinsicDefinitions"
#define IN_ITEM    IN "/InlinableIntrinsic[f]"
#define IN_PARTIAL IN_ITEM "/Partial[1]"
#define IN_NON     "  in NonInlinableIntrinsicDefinitions"

static const wrong wrongs[] = {
    /* the document as a whole */
    {"", ":1: error: the document has no XML element\n"},
    {"<xaif/>", ":1: error: unknown element xaif in namespace ''\n"
                "  hint: a catalogue begins with InlinableIntrinsicDefinitions or "
                "NonInlinableIntrinsicDefinitions in its namespace\n"},
    {"<InlinableIntrinsicDefinitions language='F90'/>",
     ":1: error: unknown element InlinableIntrinsicDefinitions in namespace ''\n"
     "  hint: a catalogue begins with InlinableIntrinsicDefinitions or NonInlinableIntrinsicDefinitions in "
     "its namespace\n"},
    {"<a:InlinableIntrinsicDefinitions xmlns:a='http://www.mcs.anl.gov/XAIF' language='F90'/>",
     ":1: error: unknown element InlinableIntrinsicDefinitions in namespace 'http://www.mcs.anl.gov/XAIF'\n"
     "  hint: a catalogue begins with InlinableIntrinsicDefinitions or NonInlinableIntrinsicDefinitions in "
     "its namespace\n"},
    {"<i:InlinableIntrinsicDefinitions xmlns:i='http://www.mcs.anl.gov/XAIFInlinableIntrinsics'/>",
     ":1: error: InlinableIntrinsicDefinitions needs the attribute language\n" IN "\n"},
    {"<i:InlinableIntrinsicDefinitions xmlns:i='http://www.mcs.anl.gov/XAIFInlinableIntrinsics' "
     "language='Algol'/>",
     ":1: error: unknown language 'Algol'\n" IN "\n"
     "  hint: one of: C CPP F77 F90 F95\n"},
    {INLINABLE("<ii:InlinableIntrinsic"), ":2: error: error parsing attribute name\n"},
    {INLINABLE("<ii:InlinableIntrinsic name='f' nr_arguments='1'>\n<ii:Function>"),
     ":3: error: Opening and ending tag mismatch: Function line 3 and InlinableIntrinsicDefinitions\n"},
    {INLINABLE("</ii:Function>"),
     ":2: error: Opening and ending tag mismatch: InlinableIntrinsicDefinitions line 1 and Function\n"},
    {INLINABLE("\n&unknown;"), ":3: error: Entity 'unknown' not defined\n"},
    {"<!DOCTYPE a [<!ENTITY e 'f'>]>\n" INLINABLE(""),
     ":1: error: a document type declaration (DOCTYPE) is not allowed\n"
     "  hint: remove the DOCTYPE: documents are described by XML schemas\n"},
    {INLINABLE("\n\nstray text"), ":4: error: text is not allowed here\n" IN "\n"},
    {INLINABLE("<![CDATA[stray text]]>"), ":2: error: text is not allowed here\n" IN "\n"},
    {INLINABLE("\xff\xfe"),
     ":2: error: Input is not proper UTF-8, indicate encoding ! Bytes: 0xFF 0xFE 0x3C 0x2F\n"},
    {INLINABLE("") "<again/>", ":2: error: the document goes on after its root element, or is cut off\n"},
    /* elements and attributes */
    {INLINABLE("<ii:Outlinable/>"), ":2: error: unknown element Outlinable in namespace "
                                    "'http://www.mcs.anl.gov/XAIFInlinableIntrinsics'\n" IN "\n"},
    {INLINABLE("<ii:Outlinable><ii:InlinableIntrinsic/></ii:Outlinable>\n<ii:Function/>"),
     ":2: error: unknown element Outlinable in namespace "
     "'http://www.mcs.anl.gov/XAIFInlinableIntrinsics'\n" IN "\n"
     ":3: error: element Function is not allowed here\n" IN "\n"},
    {INLINABLE("<ii:Outlinable><open></ii:Outlinable>"),
     ":2: error: Opening and ending tag mismatch: open line 2 and ii:Outlinable\n"},
    {INLINABLE("<ii:DirectAction name='f' derivAction='g'/>"),
     ":2: error: unknown element DirectAction in namespace "
     "'http://www.mcs.anl.gov/XAIFInlinableIntrinsics'\n" IN "\n"},
    {NONINLINABLE("<ii:InlinableIntrinsic xmlns:ii='http://www.mcs.anl.gov/XAIFInlinableIntrinsics'/>"),
     ":2: error: element InlinableIntrinsic is not allowed here\n" IN_NON "\n"},
    {ITEM(FUNCTION "<ii:ArgumentReference argument='1'/>"),
     ":2: error: element ArgumentReference is not allowed here\n" IN_ITEM "\n"},
    {INLINABLE("<ii:InlinableIntrinsic nr_arguments='1'/>"),
     ":2: error: InlinableIntrinsic needs the attribute name\n" IN "/InlinableIntrinsic\n"},
    {INLINABLE("<ii:InlinableIntrinsic name='f'/>"),
     ":2: error: InlinableIntrinsic needs the attribute nr_arguments\n" IN_ITEM "\n"},
    {INLINABLE("<ii:InlinableIntrinsic name='' nr_arguments='1'/>"),
     ":2: error: attribute name is empty\n" IN "/InlinableIntrinsic[]\n"},
    {INLINABLE("<ii:InlinableIntrinsic name='f' nr_arguments='0'/>"),
     ":2: error: nr_arguments=\"0\" is not a number from 1 to 100\n" IN_ITEM "\n"},
    {INLINABLE("<ii:InlinableIntrinsic name='f' nr_arguments='99999999999999999999'/>"),
     ":2: error: nr_arguments=\"99999999999999999999\" is not a number from 1 to 100\n" IN_ITEM "\n"},
    {INLINABLE("<ii:InlinableIntrinsic name='f' nr_arguments='one'/>"),
     ":2: error: nr_arguments=\"one\" is not a number from 1 to 100\n" IN_ITEM "\n"},
    {INLINABLE("<ii:InlinableIntrinsic name='f' nr_arguments='-1'/>"),
     ":2: error: nr_arguments=\"-1\" is not a number from 1 to 100\n" IN_ITEM "\n"},
    {INLINABLE("<ii:InlinableIntrinsic name='f' nr_arguments='1' return_type='float'/>"),
     ":2: error: unknown return_type 'float'\n" IN_ITEM "\n"
     "  hint: one of: void integer real complex bool char string opaque\n"},
    {INLINABLE("<ii:InlinableIntrinsic name='f' nr_arguments='1' nonSmooth='maybe'/>"),
     ":2: error: unknown nonSmooth 'maybe'\n" IN_ITEM "\n"
     "  hint: one of: false true 0 1\n"},
    {INLINABLE("<ii:InlinableIntrinsic name='f' nr_arguments='1' shapeChange='vector'/>"),
     ":2: error: unknown shapeChange 'vector'\n" IN_ITEM "\n"
     "  hint: one of: no_change scalar rank\n"},
    {INLINABLE("<ii:InlinableIntrinsic name='f' nr_arguments='1' colour='red'/>"),
     ":2: error: InlinableIntrinsic has no attribute colour\n" IN "/InlinableIntrinsic\n"
     ":2: error: Function is missing\n" IN_ITEM "\n"},
    /* the parts of an intrinsic */
    {ITEM("<ii:Partial partial_id='1' partial_type='passive'/>" OTHER),
     ":2: error: Function must come before the Partials\n" IN_PARTIAL "\n"
     ":2: error: Function must come before the Partials\n" IN_ITEM "/Partial[2]\n"},
    {ITEM(OTHER "<ii:Partial partial_id='1' partial_type='passive'/>" FUNCTION),
     ":2: error: Function must come before the Partials\n" IN_ITEM "/Partial[2]\n"
     ":3: error: Function must come before the Partials\n" IN_PARTIAL "\n"},
    {ITEM(FUNCTION FUNCTION OTHER "<ii:Partial partial_id='1' partial_type='passive'/>"),
     ":2: error: a second Function\n" IN_ITEM "/Function\n"},
    {ITEM("<ii:Function type='magic'/>" OTHER "<ii:Partial partial_id='1' partial_type='passive'/>"),
     ":2: error: unknown type 'magic'\n" IN_ITEM "/Function\n"
     "  hint: one of: builtin user_defined\n"},
    {ITEM(FUNCTION OTHER), ":2: error: Partial 1 of 2 is missing\n" IN_ITEM "\n"
                           "  hint: each operand needs one, be it partial_type=\"passive\"\n"},
    {ITEM(FUNCTION OTHER "<ii:Partial partial_id='2' partial_type='passive'/>"),
     ":3: error: a second Partial for operand 2\n" IN_ITEM "/Partial[2]\n"},
    {ITEM(FUNCTION OTHER "<ii:Partial partial_id='3' partial_type='passive'/>"),
     ":3: error: partial_id=\"3\" is not a number from 1 to 2\n" IN_ITEM "/Partial[3]\n"},
    {ITEM(FUNCTION OTHER "<ii:Partial partial_id='1' partial_type='nice'/>"),
     ":3: error: unknown partial_type 'nice'\n" IN_PARTIAL "\n"
     "  hint: one of: passive linear_one linear_minus_one linear nonlinear\n"},
    {ITEM(FUNCTION OTHER "<ii:Partial partial_id='1' nonValueInquiry='2'/>"),
     ":3: error: unknown nonValueInquiry '2'\n" IN_PARTIAL "\n"
     "  hint: one of: false true 0 1\n"},
    {ITEM(FUNCTION OTHER "<ii:Partial partial_type='passive'/>"),
     ":3: error: Partial needs the attribute partial_id\n" IN_ITEM "/Partial\n"},
    {INLINABLE("<ii:InlinableIntrinsic name='f' nr_arguments='1'>" FUNCTION
               "<ii:Partial partial_id='1' partial_type='passive'/>"
               "</ii:InlinableIntrinsic>\n<ii:InlinableIntrinsic name='f' nr_arguments='1'>" FUNCTION
               "<ii:Partial partial_id='1' partial_type='passive'/></ii:InlinableIntrinsic>"),
     ":3: error: intrinsic 'f' is defined twice; the first one is on line 2\n" IN_ITEM "\n"
     "  hint: names are unique within a catalogue\n"},
    /* formulas */
    {PARTIAL(INTRINSIC("1", "cos_skal") REFERENCE("2") EDGE("2", "1", "1")),
     ":4: error: unknown intrinsic 'cos_skal'\n" IN_PARTIAL "/Intrinsic(cos_skal)\n"
     "  hint: formulas use inlinable intrinsics of this catalogue or of one read before\n"},
    {PARTIAL(INTRINSIC("1", "transpose_arr") REFERENCE("2") EDGE("2", "1", "1")),
     ":4: error: unknown intrinsic 'transpose_arr'\n" IN_PARTIAL "/Intrinsic(transpose_arr)\n"
     "  hint: formulas use inlinable intrinsics of this catalogue or of one read before\n"},
    {PARTIAL(INTRINSIC("1", "") REFERENCE("2") EDGE("2", "1", "1")),
     ":4: error: attribute name is empty\n" IN_PARTIAL "/Intrinsic[1]\n"},
    {PARTIAL("<x:Intrinsic vertex_id='1' name='cos_scal' type='noninlinable'/>" REFERENCE("2")
                 EDGE("2", "1", "1")),
     ":4: error: unknown type 'noninlinable'\n" IN_PARTIAL "/Intrinsic[1]\n"
     "  hint: one of: inlinable\n"},
    {PARTIAL(INTRINSIC("1", "cos_scal") REFERENCE("2") EDGE("2", "1", "1") EDGE("2", "1", "2")),
     ":4: error: 'cos_scal' with 2 operands, where nr_arguments is 1\n" IN_PARTIAL "/Intrinsic(cos_scal)\n"},
    {PARTIAL("<ii:ArgumentReference argument='3'/>"),
     ":4: error: argument=\"3\" is not a number from 0 to 2\n" IN_PARTIAL "/ArgumentReference\n"},
    {PARTIAL("<ii:ArgumentReference argument='-1'/>"),
     ":4: error: argument=\"-1\" is not a number from 0 to 2\n" IN_PARTIAL "/ArgumentReference\n"},
    {PARTIAL("<ii:ArgumentReference/>"),
     ":4: error: ArgumentReference needs the attribute argument\n" IN_PARTIAL "/ArgumentReference\n"},
    {PARTIAL(REFERENCE("1") REFERENCE("1")),
     ":5: error: a second vertex '1'\n" IN_PARTIAL "/ArgumentReference[1]\n"
     "  hint: without a vertex_id, it is \"1\"\n"},
    {PARTIAL("<ii:ArgumentReference argument='1'/><ii:ArgumentReference argument='2'/>"),
     ":4: error: a second vertex '1'\n" IN_PARTIAL "/ArgumentReference\n"
     "  hint: without a vertex_id, it is \"1\"\n"},
    {PARTIAL(REFERENCE("1") REFERENCE("2")),
     ":5: error: the formula has several results: vertices '1' and '2' are operands of nothing\n" IN_PARTIAL
     "\n"},
    {PARTIAL(INTRINSIC("1", "cos_scal") EDGE("2", "1", "1")),
     ":5: error: there is no vertex '2'\n" IN_PARTIAL "\n"
     "  hint: source and target are values of vertex_id within the same formula\n"},
    {PARTIAL(REFERENCE("1") EDGE("1", "2", "1")),
     ":5: error: there is no vertex '2'\n" IN_PARTIAL "\n"
     "  hint: source and target are values of vertex_id within the same formula\n"},
    {PARTIAL(REFERENCE("1") REFERENCE("2") EDGE("2", "1", "1")),
     ":6: error: vertex '1' can't have operands\n" IN_PARTIAL "\n"
     "  hint: edges lead from operands to operators\n"},
    {PARTIAL(INTRINSIC("1", "cos_scal") INTRINSIC("2", "sin_scal") EDGE("2", "1", "1") EDGE("1", "2", "1")),
     ":4: error: vertex '1' is an operand of itself\n" IN_PARTIAL "\n"
     "  hint: edges must not form a cycle\n"},
    {PARTIAL(INTRINSIC("1", "cos_scal") EDGE("1", "1", "1")),
     ":4: error: vertex '1' is an operand of itself\n" IN_PARTIAL "\n"
     "  hint: edges must not form a cycle\n"},
    {PARTIAL(INTRINSIC("1", "cos_scal")), ":4: error: vertex '1' has no operands\n" IN_PARTIAL "\n"},
    {PARTIAL(INTRINSIC("1", "mul_scal_scal") REFERENCE("2") EDGE("2", "1", "1") EDGE("2", "1", "3")),
     ":7: error: operand 3 of vertex '1', which has 2\n" IN_PARTIAL "\n"
     "  hint: positions count from 1 without gaps\n"},
    {PARTIAL(INTRINSIC("1", "mul_scal_scal") REFERENCE("2") EDGE("2", "1", "1") EDGE("2", "1", "1")),
     ":7: error: a second operand 1 of vertex '1'\n" IN_PARTIAL "\n"},
    {PARTIAL(INTRINSIC("1", "cos_scal") REFERENCE("2") EDGE("2", "1", "0")),
     ":6: error: position=\"0\" is not a number from 1 to 100\n" IN_PARTIAL "/ExpressionEdge[1]\n"},
    {PARTIAL(INTRINSIC("1", "cos_scal")
                 REFERENCE("2") "<x:ExpressionEdge edge_id='1' source='2' target='1'/>"),
     ":6: error: ExpressionEdge needs the attribute position\n" IN_PARTIAL "/ExpressionEdge[1]\n"},
    {PARTIAL("<x:Constant type='complex' value='1'/>"),
     ":4: error: unknown type 'complex'\n" IN_PARTIAL "/Constant\n"
     "  hint: one of: real double integer bool char string\n"},
    {PARTIAL("<x:Constant type='real'/>"),
     ":4: error: Constant needs the attribute value\n" IN_PARTIAL "/Constant\n"},
    {PARTIAL("<x:BooleanOperation vertex_id='1' name='nand'/>" REFERENCE("2") EDGE("2", "1", "1")
                 EDGE("2", "1", "2")),
     ":4: error: unknown name 'nand'\n" IN_PARTIAL "/BooleanOperation[1]\n"
     "  hint: one of: less_than less_or_equal greater_than greater_or_equal equal not_equal and or not "
     "xor\n"},
    {PARTIAL("<x:BooleanOperation vertex_id='1' name='not'/>\n" REFERENCE("2") EDGE("2", "1", "1")
                 EDGE("2", "1", "2")),
     ":4: error: 'not' with 2 operands, it takes 1\n" IN_PARTIAL "\n"},
    {PARTIAL("<x:BooleanOperation vertex_id='1' name='and'/>\n" REFERENCE("2") EDGE("2", "1", "1")),
     ":4: error: 'and' with 1 operand, it takes 2\n" IN_PARTIAL "\n"},
    {PARTIAL("<x:VariableReference/>"),
     ":4: error: unknown element VariableReference in namespace 'http://www.mcs.anl.gov/XAIF'\n" IN_PARTIAL
     "\n"},
    {ITEM(FUNCTION OTHER "<ii:Partial partial_id='1' partial_type='linear'/>"),
     ":3: error: a linear partial needs a formula for its constant value\n" IN_PARTIAL "\n"},
    {ITEM(FUNCTION OTHER "<ii:Partial partial_id='1' partial_type='linear'>" REFERENCE("1") "</ii:Partial>"),
     ":3: error: a linear partial refers to an operand\n" IN_PARTIAL "\n"
     "  hint: a value that depends on operands is nonlinear\n"},
    {ITEM("<ii:Function>" INTRINSIC("1", "cos_scal") "</ii:Function>" OTHER "<ii:Partial partial_id='1'/>"),
     ":2: error: vertex '1' has no operands\n" IN_ITEM "/Function\n"},
    /* non-inlinable intrinsics */
    {NONINLINABLE("<n:DirectAction name='f'/>"),
     ":2: error: DirectAction needs the attribute derivAction\n" IN_NON "/DirectAction[f]\n"},
    {NONINLINABLE("<n:DirectAction name='f' derivAction=''/>"),
     ":2: error: attribute derivAction is empty\n" IN_NON "/DirectAction[f]\n"},
    {NONINLINABLE("<n:DirectAction name='f' derivAction='f'/>\n<n:DirectAction name='f' derivAction='f'/>"),
     ":3: error: intrinsic 'f' is defined twice; the first one is on line 2\n" IN_NON "/DirectAction[f]\n"
     "  hint: names are unique within a catalogue\n"},
    {NONINLINABLE("<n:DirectAction name='f' derivAction='f'>text</n:DirectAction>"),
     ":2: error: text is not allowed here\n" IN_NON "/DirectAction[f]\n"},
    {NONINLINABLE("<n:ExplicitJacobian name='f'/>"),
     ":2: error: ExplicitJacobian needs the attribute jacobian\n" IN_NON "/ExplicitJacobian[f]\n"},
    {JACOBIAN(""), ":2: error: ExplicitJacobian without Partial\n" IN_NON "/ExplicitJacobian[f]\n"},
    {JACOBIAN("<n:Partial dep='0' indep='2' partial='3'/>"),
     ":3: error: dep=\"0\" is not a number from 1 to 10000\n" IN_NON "/ExplicitJacobian[f]/Partial\n"},
    {JACOBIAN("<n:Partial dep='1' indep='2'/>"),
     ":3: error: Partial needs the attribute partial\n" IN_NON "/ExplicitJacobian[f]/Partial\n"},
    {JACOBIAN("<n:Partial dep='1' indep='2' partial='3'/>\n<n:Partial dep='1' indep='2' partial='4'/>"),
     ":4: error: a second Partial of dep=\"1\" by indep=\"2\"\n" IN_NON "/ExplicitJacobian[f]/Partial\n"},
    {JACOBIAN("<n:Partial dep='1' indep='2' partial='3'/>\n<n:Partial dep='1' indep='3' partial='3'/>"),
     ":4: error: a second Partial in argument 3 of 'fj'\n" IN_NON "/ExplicitJacobian[f]/Partial\n"},
    {JACOBIAN("<n:Partial dep='1' indep='2' partial='1'/>"),
     ":2: error: argument 1 of 'fj' can't receive a partial derivative\n" IN_NON "/ExplicitJacobian[f]\n"
     "  hint: it comes after the arguments of the function\n"},
    {JACOBIAN("<n:Partial dep='2' indep='1' partial='2'/>"),
     ":2: error: argument 2 of 'fj' can't receive a partial derivative\n" IN_NON "/ExplicitJacobian[f]\n"
     "  hint: it comes after the arguments of the function\n"},
    /* several errors of one document */
    {INLINABLE("<ii:InlinableIntrinsic name='f' nr_arguments='x'/>\n<ii:InlinableIntrinsic "
               "nr_arguments='1'/>\n<ii:Lost/>"),
     ":2: error: nr_arguments=\"x\" is not a number from 1 to 100\n" IN_ITEM "\n"
     ":3: error: InlinableIntrinsic needs the attribute name\n" IN "/InlinableIntrinsic\n"
     ":4: error: unknown element Lost in namespace 'http://www.mcs.anl.gov/XAIFInlinableIntrinsics'\n" IN
     "\n"},
};

/* All diagnostics as printed, without the name of the file that each begins with. */
static const char *printed(void)
{
    const char *text = "";
    for (size_t i = 0; i < xb_diagnostics_count(fixture.diagnostics); i++) {
        const char *one = xb_diagnostic_text(fixture.arena, xb_diagnostics_at(fixture.diagnostics, i));
        ck_assert_int_eq(strncmp(one, document_name, strlen(document_name)), 0);
        text = xb_arena_format(fixture.arena, "%s%s", text, one + strlen(document_name));
    }
    return text;
}

/* Hints are those of tests/data/malformed. */
static const char *without_hints(const char *text)
{
    char *rest = xb_arena_copy_text(fixture.arena, text, strlen(text));
    for (char *hint = rest; (hint = strstr(hint, "  hint: "));)
        memmove(hint, strchr(hint, '\n') + 1, strlen(strchr(hint, '\n')));
    return rest;
}

START_TEST(wrong_documents)
{
    write_document(wrongs[_i].text);
    ck_assert_int_eq(read_file(document_name), XB_STATUS_INVALID);
    ck_assert_str_eq(without_hints(printed()), without_hints(wrongs[_i].diagnostics));
    ck_assert_ptr_null(inlinable("f"));
    ck_assert_ptr_null(noninlinable("f"));
}
END_TEST

/* What is right in a document with an error is not taken either, and replaces nothing. */
START_TEST(all_or_nothing)
{
    write_document(INLINABLE("<ii:InlinableIntrinsic name='f' nr_arguments='1'>" FUNCTION
                             "<ii:Partial partial_id='1' partial_type='passive'/></ii:InlinableIntrinsic>"
                             "<ii:InlinableIntrinsic name='sin_scal' nr_arguments='1'>" FUNCTION
                             "<ii:Partial partial_id='1' partial_type='passive'/></ii:InlinableIntrinsic>"
                             "<ii:InlinableIntrinsic name='g' nr_arguments='1'/>"));
    ck_assert_int_eq(read_file(document_name), XB_STATUS_INVALID);
    ck_assert_ptr_null(inlinable("f"));
    ck_assert_int_eq(xb_inlinable_partial(inlinable("sin_scal"), 1)->kind, XB_PARTIAL_NONLINEAR);
}
END_TEST

/* The document breaks off while an element that is not known is skipped. */
START_TEST(broken_within_unknown_element)
{
    FILE *file = fopen(document_name, "w");
    ck_assert_ptr_nonnull(file);
    fputs("<unknown>\n", file);
    for (int i = 0; i < 1000; i++)
        fputs("<a/>", file);
    fputs("<open>", file);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(read_file(document_name), XB_STATUS_INVALID);
    ck_assert_uint_eq(xb_diagnostics_count(fixture.diagnostics), 2);
    ck_assert_str_eq(xb_diagnostics_at(fixture.diagnostics, 0)->message,
                     "unknown element unknown in namespace ''");
    ck_assert_uint_eq(xb_diagnostics_at(fixture.diagnostics, 1)->place.line, 2);
}
END_TEST

START_TEST(name_with_zero_byte)
{
    static const char text[] = INLINABLE("<ii:InlinableIntrinsic name='f\0g' nr_arguments='1'/>");
    write_bytes(text, sizeof text - 1);
    ck_assert_int_eq(read_file(document_name), XB_STATUS_INVALID);
}
END_TEST

static void check_environment(const char *file, const char *message)
{
    ck_assert_int_eq(read_file(file), XB_STATUS_FAILED);
    ck_assert_uint_eq(xb_diagnostics_count(fixture.diagnostics), 1);
    const xb_diagnostic *diagnostic = xb_diagnostics_at(fixture.diagnostics, 0);
    ck_assert_str_eq(diagnostic->message, message);
    ck_assert_str_eq(diagnostic->place.file, file);
    ck_assert_uint_eq(diagnostic->place.line, 0);
}

START_TEST(unreadable_files)
{
    check_environment("no-such-folder/catalogue.xaif", "can't read: No such file or directory");
    check_environment(".", "can't read: Is a directory");
}
END_TEST

/* A formula of this many vertices, and as many items, cost linear time and no stack. */
START_TEST(large_documents)
{
    enum { COUNT = 20000 };
    FILE *file = fopen(document_name, "w");
    ck_assert_ptr_nonnull(file);
    fputs("<ii:InlinableIntrinsicDefinitions xmlns:ii='http://www.mcs.anl.gov/XAIFInlinableIntrinsics' "
          "xmlns:x='http://www.mcs.anl.gov/XAIF' language='F90'>"
          "<ii:InlinableIntrinsic name='f' nr_arguments='1'><ii:Function/><ii:Partial partial_id='1'>"
          "<ii:ArgumentReference vertex_id='0' argument='1'/>",
          file);
    for (int i = 1; i <= COUNT; i++)
        fprintf(file, "<x:Intrinsic vertex_id='%d' name='sin_scal'/>", i);
    for (int i = 1; i <= COUNT; i++)
        fprintf(file, "<x:ExpressionEdge edge_id='1' source='%d' target='%d' position='1'/>", i - 1, i);
    fputs("</ii:Partial></ii:InlinableIntrinsic>", file);
    for (int i = 1; i <= COUNT; i++)
        fprintf(file,
                "<ii:InlinableIntrinsic name='f%d' nr_arguments='1'><ii:Function/>"
                "<ii:Partial partial_id='1' partial_type='passive'/></ii:InlinableIntrinsic>",
                i);
    fputs("</ii:InlinableIntrinsicDefinitions>", file);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(read_file(document_name), XB_STATUS_OK);
    ck_assert_uint_eq(xb_inlinable_partial(inlinable("f"), 1)->vertex_count, COUNT + 1);
    ck_assert_ptr_nonnull(inlinable("f20000"));
}
END_TEST

TCase *catalogue_error_tests(void)
{
    TCase *tests = tcase_create("errors");
    tcase_add_checked_fixture(tests, catalogue_set_up, catalogue_tear_down);
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, wrong_documents, 0, (int)(sizeof wrongs / sizeof *wrongs));
    tcase_add_test(tests, all_or_nothing);
    tcase_add_test(tests, broken_within_unknown_element);
    tcase_add_test(tests, name_with_zero_byte);
    tcase_add_test(tests, unreadable_files);
    tcase_add_test(tests, large_documents);
    return tests;
}
