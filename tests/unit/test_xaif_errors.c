/*
 * What the reader says of documents that are wrong in one place each. The cases change one part of a small
 * document.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "documents.h"
#include "suite.h"
#include "xaif/reader.h"

typedef struct error_case {
    const char *part, *by; /* the change */
    const char *reported;  /* everything that is reported */
} error_case;

static xb_failure *failure;
static xb_arena *arena;

static void set_up(void)
{
    failure = xb_failure_create();
    arena = xb_arena_create(failure);
}

static void tear_down(void)
{
    documents_forget();
    xb_arena_destroy(arena);
    xb_failure_destroy(failure);
}

/* clang-format off */
static const error_case cases[] = {
    /* XML */
    {"</xaif:CallGraph>",
     "",
     "in.xaif:42: error: the document ends before its elements do, or goes on after them\n"
     "  hint: the document must be well-formed XML\n"},
    {"</xaif:BasicBlock>",
     "</xaif:Assignment>",
     "in.xaif:36: error: Opening and ending tag mismatch: BasicBlock line 21 and Assignment\n"
     "  hint: the document must be well-formed XML\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:Entry vertex_id=1/>",
     "in.xaif:20: error: AttValue: \" or ' expected\n"
     "  hint: the document must be well-formed XML\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:Entry vertex_id=\"1\" vertex_id=\"1\"/>",
     "in.xaif:20: error: Attribute vertex_id redefined\n"
     "  hint: the document must be well-formed XML\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:Entry vertex_id=\"a<b\"/>",
     "in.xaif:20: error: Unescaped '<' not allowed in attributes values\n"
     "  hint: the document must be well-formed XML\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:Entry vertex_id=\"&none;\"/>",
     "in.xaif:20: error: Entity 'none' not defined\n"
     "  hint: the document must be well-formed XML\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:Entry vertex_id=\"&#0;\"/>",
     "in.xaif:20: error: xmlParseCharRef: invalid xmlChar value 0\n"
     "  hint: the document must be well-formed XML\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:Entry vertex_id=\"\xff\"/>",
     "in.xaif:20: error: Input is not proper UTF-8, indicate encoding ! Bytes: 0xFF 0x22 0x2F 0x3E\n"
     "  hint: the document must be well-formed XML\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "&none;",
     "in.xaif:20: error: Entity 'none' not defined\n"
     "  hint: the document must be well-formed XML\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:Entry vertex_id=\"1\"",
     "in.xaif:21: error: error parsing attribute name\n"
     "  hint: the document must be well-formed XML\n"},
    {"</xaif:CallGraph>",
     "</xaif:CallGraph><more/>",
     "in.xaif:41: error: the document ends before its elements do, or goes on after them\n"
     "  hint: the document must be well-formed XML\n"},
    {"<xaif:CallGraph",
     "<!DOCTYPE xaif:CallGraph>\n<xaif:CallGraph",
     "in.xaif:2: error: a document type declaration (DOCTYPE) is not allowed\n"
     "  hint: remove the DOCTYPE: XAIF documents are described by XML schemas\n"},
    {"<xaif:CallGraph",
     "<!DOCTYPE xaif:CallGraph [<!ENTITY e \"x\">]>\n<xaif:CallGraph",
     "in.xaif:2: error: a document type declaration (DOCTYPE) is not allowed\n"
     "  hint: remove the DOCTYPE: XAIF documents are described by XML schemas\n"},
    {"<xaif:CallGraph",
     "<!DOCTYPE xaif:CallGraph SYSTEM \"xaif.dtd\">\n<xaif:CallGraph",
     "in.xaif:2: error: a document type declaration (DOCTYPE) is not allowed\n"
     "  hint: remove the DOCTYPE: XAIF documents are described by XML schemas\n"},
    {"encoding=\"UTF-8\"",
     "encoding=\"KLINGON\"",
     "in.xaif:1: error: Unsupported encoding KLINGON\n"
     "  hint: the document must be well-formed XML\n"},
    {"encoding=\"UTF-8\"",
     "encoding=\"UTF-16\"",
     "in.xaif:1: error: Document labelled UTF-16 but has UTF-8 content\n"
     "  hint: the document must be well-formed XML\n"},
    /* text */
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:Entry vertex_id=\"1\"/>begin",
     "in.xaif:20: error: text 'begin' is not allowed here\n"
     "  in CallGraph/ControlFlowGraph[head]\n"
     "  hint: XAIF keeps all data in attributes\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:Entry vertex_id=\"1\">begin\nhere</xaif:Entry>",
     "in.xaif:20: error: text 'begin' is not allowed here\n"
     "  in CallGraph/ControlFlowGraph[head]/Entry[1]\n"
     "  hint: XAIF keeps all data in attributes\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<![CDATA[begin]]>",
     "in.xaif:20: error: text 'begin' is not allowed here\n"
     "  in CallGraph/ControlFlowGraph[head]\n"
     "  hint: XAIF keeps all data in attributes\n"
     "in.xaif:38: error: source '1' is not a vertex of this graph\n"
     "  in CallGraph/ControlFlowGraph[head]/ControlFlowEdge[1]\n"},
    /* namespace */
    {"http://www.mcs.anl.gov/XAIF",
     "http://www.mcs.anl.gov/xaif",
     "in.xaif:2: error: element 'CallGraph' is not in XAIF's namespace\n"
     "  hint: elements belong to the namespace http://www.mcs.anl.gov/XAIF\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<Entry vertex_id=\"1\"/>",
     "in.xaif:20: error: element 'Entry' is not in XAIF's namespace\n"
     "  in CallGraph/ControlFlowGraph[head]\n"
     "  hint: elements belong to the namespace http://www.mcs.anl.gov/XAIF\n"
     "in.xaif:38: error: source '1' is not a vertex of this graph\n"
     "  in CallGraph/ControlFlowGraph[head]/ControlFlowEdge[1]\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:Entry xmlns:xaif=\"urn:else\" vertex_id=\"1\"/>",
     "in.xaif:20: error: element 'Entry' is not in XAIF's namespace\n"
     "  in CallGraph/ControlFlowGraph[head]\n"
     "  hint: elements belong to the namespace http://www.mcs.anl.gov/XAIF\n"
     "in.xaif:38: error: source '1' is not a vertex of this graph\n"
     "  in CallGraph/ControlFlowGraph[head]/ControlFlowEdge[1]\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<other:Entry vertex_id=\"1\"/>",
     "in.xaif:20: error: Namespace prefix other on Entry is not defined\n"
     "  hint: the document must be well-formed XML\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:Entry xaif:vertex_id=\"1\"/>",
     "in.xaif:20: error: unknown attribute 'vertex_id' of another namespace\n"
     "  in CallGraph/ControlFlowGraph[head]/Entry\n"
     "  hint: XAIF's attributes have no prefix\n"},
    /* elements */
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:entry vertex_id=\"1\"/>",
     "in.xaif:20: error: unknown element 'entry'\n"
     "  in CallGraph/ControlFlowGraph[head]\n"
     "  hint: did you mean 'Entry'?\n"
     "in.xaif:38: error: source '1' is not a vertex of this graph\n"
     "  in CallGraph/ControlFlowGraph[head]/ControlFlowEdge[1]\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:Something><xaif:Else><xaif:More/></xaif:Else></xaif:Something>",
     "in.xaif:20: error: unknown element 'Something'\n"
     "  in CallGraph/ControlFlowGraph[head]\n"
     "in.xaif:38: error: source '1' is not a vertex of this graph\n"
     "  in CallGraph/ControlFlowGraph[head]/ControlFlowEdge[1]\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:Assignment statement_id=\"t\"/>",
     "in.xaif:20: error: element 'Assignment' is not allowed here\n"
     "  in CallGraph/ControlFlowGraph[head]\n"
     "in.xaif:38: error: source '1' is not a vertex of this graph\n"
     "  in CallGraph/ControlFlowGraph[head]/ControlFlowEdge[1]\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:Entry vertex_id=\"1\"><xaif:Condition/></xaif:Entry>",
     "in.xaif:20: error: element 'Condition' is not allowed here\n"
     "  in CallGraph/ControlFlowGraph[head]/Entry[1]\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:Entry vertex_id=\"1\"/><xaif:ArgumentList/>",
     "in.xaif:20: error: element 'ArgumentList' comes too late: it must stand before what precedes it\n"
     "  in CallGraph/ControlFlowGraph[head]\n"},
    {"</xaif:ArgumentList>",
     "</xaif:ArgumentList><xaif:ArgumentList/>",
     "in.xaif:19: error: second element 'ArgumentList'; only one is allowed\n"
     "  in CallGraph/ControlFlowGraph[head]\n"},
    {"</xaif:ArgumentList>",
     "</xaif:ArgumentList><xaif:Read/><xaif:Mod/>",
     "in.xaif:19: error: element 'Mod' comes too late: it must stand before what precedes it\n"
     "  in CallGraph/ControlFlowGraph[head]\n"},
    {"<xaif:DOSetMap><xaif:StmtIdSet key=\"0\"/></xaif:DOSetMap>",
     "",
     "in.xaif:2: error: element 'DOSetMap' is missing\n"
     "  in CallGraph\n"},
    {"<xaif:AliasSetMap><xaif:AliasSet key=\"0\"/></xaif:AliasSetMap>",
     "",
     "in.xaif:2: error: element 'AliasSetMap' is missing\n"
     "  in CallGraph\n"},
    {"<xaif:SymbolTable>\n<xaif:Symbol symbol_id=\"x\"/>",
     "<xaif:SymbolTable/><xaif:SymbolTable>\n<xaif:Symbol symbol_id=\"x\"/>",
     "in.xaif:7: error: second element 'SymbolTable'; only one is allowed\n"
     "  in CallGraph/ScopeHierarchy/Scope[2]\n"},
    {"<xaif:AssignmentLHS><xaif:SymbolReference symbol_id=\"x\" scope_id=\"2\"/></xaif:AssignmentLHS>",
     "",
     "in.xaif:22: error: element 'AssignmentLHS' is missing\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]\n"},
    {"<xaif:AssignmentLHS><xaif:SymbolReference symbol_id=\"x\" scope_id=\"2\"/></xaif:AssignmentLHS>",
     "<xaif:AssignmentLHS/>",
     "in.xaif:23: error: element 'SymbolReference' is missing\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentLHS\n"},
    {"<xaif:SymbolReference symbol_id=\"x\" scope_id=\"2\"/></xaif:AssignmentLHS>",
     "<xaif:SymbolReference symbol_id=\"x\" scope_id=\"2\"/><xaif:SymbolReference symbol_id=\"x\" scope_id=\"2\"/></xaif:AssignmentLHS>",
     "in.xaif:23: error: second element 'SymbolReference'; only one is allowed\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentLHS\n"},
    {"<xaif:IndexTriplet><xaif:Index>\n<xaif:Constant type=\"integer\" value=\"1\"/>\n</xaif:Index></xaif:IndexTriplet>",
     "",
     "in.xaif:28: error: element 'IndexTriplet' is missing\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentRHS/VariableReference[2]/ArrayElementReference\n"
     "in.xaif:29: error: target '2' is not the ArrayElementReference\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentRHS/VariableReference[2]/VariableReferenceEdge[1]\n"
     "  hint: the edge leads from the SymbolReference to the ArrayElementReference\n"},
    {"<xaif:Index>",
     "<xaif:Stride/><xaif:Index>",
     "in.xaif:28: error: element 'Index' comes too late: it must stand before what precedes it\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentRHS/VariableReference[2]/ArrayElementReference/IndexTriplet\n"},
    {"</xaif:BasicBlock>",
     "<xaif:SubroutineCall statement_id=\"c\" symbol_id=\"head\" scope_id=\"1\" formalArgCount=\"1\"><xaif:Argument position=\"1\"/></xaif:SubroutineCall></xaif:BasicBlock>",
     "in.xaif:36: error: an argument has exactly one VariableReference or Constant\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/SubroutineCall[c]/Argument[1]\n"},
    {"</xaif:BasicBlock>",
     "<xaif:SubroutineCall statement_id=\"c\" symbol_id=\"head\" scope_id=\"1\" formalArgCount=\"1\"><xaif:Argument position=\"1\"><xaif:Constant type=\"real\" value=\"1\"/><xaif:VariableReference><xaif:SymbolReference symbol_id=\"x\" scope_id=\"2\"/></xaif:VariableReference></xaif:Argument></xaif:SubroutineCall></xaif:BasicBlock>",
     "in.xaif:36: error: an argument has exactly one VariableReference or Constant\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/SubroutineCall[c]/Argument[1]\n"},
    {"</xaif:BasicBlock>",
     "<xaif:DerivativePropagator><xaif:Sax><xaif:Y><xaif:SymbolReference symbol_id=\"x\" scope_id=\"2\"/></xaif:Y></xaif:Sax></xaif:DerivativePropagator></xaif:BasicBlock>",
     "in.xaif:36: error: element 'AX' is missing\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/DerivativePropagator/Sax\n"},
    {"</xaif:BasicBlock>",
     "<xaif:DerivativePropagator><xaif:SetDeriv><xaif:Tgt><xaif:SymbolReference symbol_id=\"x\" scope_id=\"2\"/></xaif:Tgt></xaif:SetDeriv></xaif:DerivativePropagator></xaif:BasicBlock>",
     "in.xaif:36: error: element 'Src' is missing\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/DerivativePropagator/SetDeriv\n"},
    /* attributes */
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:Entry vertexid=\"1\"/>",
     "in.xaif:20: error: unknown attribute 'vertexid'\n"
     "  in CallGraph/ControlFlowGraph[head]/Entry\n"
     "  hint: did you mean 'vertex_id'?\n"},
    {"<xaif:Entry vertex_id=\"1\"/>",
     "<xaif:Entry vertex_id=\"1\" colour=\"red\"/>",
     "in.xaif:20: error: unknown attribute 'colour'\n"
     "  in CallGraph/ControlFlowGraph[head]/Entry[1]\n"},
    {"symbol_id=\"x\"/>\n",
     "symbol_id=\"x\" kind=\"Variable\"/>\n",
     "in.xaif:8: error: attribute kind has the wrong value 'Variable'\n"
     "  in CallGraph/ScopeHierarchy/Scope[2]/SymbolTable/Symbol[x]\n"
     "  hint: did you mean 'variable'?\n"},
    {"symbol_id=\"x\"/>\n",
     "symbol_id=\"x\" type=\"float\"/>\n",
     "in.xaif:8: error: attribute type has the wrong value 'float'\n"
     "  in CallGraph/ScopeHierarchy/Scope[2]/SymbolTable/Symbol[x]\n"
     "  hint: expected one of: void, integer, real, complex, bool, char, string, opaque\n"},
    {"symbol_id=\"x\"/>\n",
     "symbol_id=\"x\" type=\"double\"/>\n",
     "in.xaif:8: error: attribute type has the wrong value 'double'\n"
     "  in CallGraph/ScopeHierarchy/Scope[2]/SymbolTable/Symbol[x]\n"
     "  hint: expected one of: void, integer, real, complex, bool, char, string, opaque\n"},
    {"symbol_id=\"x\"/>\n",
     "symbol_id=\"x\" shape=\"vektor\"/>\n",
     "in.xaif:8: error: attribute shape has the wrong value 'vektor'\n"
     "  in CallGraph/ScopeHierarchy/Scope[2]/SymbolTable/Symbol[x]\n"
     "  hint: did you mean 'vector'?\n"},
    {"symbol_id=\"x\"/>\n",
     "symbol_id=\"x\" active=\"yes\"/>\n",
     "in.xaif:8: error: attribute active has the wrong value 'yes'\n"
     "  in CallGraph/ScopeHierarchy/Scope[2]/SymbolTable/Symbol[x]\n"
     "  hint: expected true, false, 1 or 0\n"},
    {"symbol_id=\"x\"/>\n",
     "symbol_id=\"x\" active=\"true false\"/>\n",
     "in.xaif:8: error: attribute active has the wrong value 'true false'\n"
     "  in CallGraph/ScopeHierarchy/Scope[2]/SymbolTable/Symbol[x]\n"
     "  hint: expected true, false, 1 or 0\n"},
    {"symbol_id=\"x\"/>\n",
     "symbol_id=\"x\" active=\"\"/>\n",
     "in.xaif:8: error: attribute active has the wrong value ''\n"
     "  in CallGraph/ScopeHierarchy/Scope[2]/SymbolTable/Symbol[x]\n"
     "  hint: expected true, false, 1 or 0\n"},
    {"symbol_id=\"x\"/>\n",
     "/>\n",
     "in.xaif:8: error: attribute symbol_id is missing\n"
     "  in CallGraph/ScopeHierarchy/Scope[2]/SymbolTable/Symbol\n"
     "in.xaif:18: error: scope '2' has no symbol 'x'\n"
     "  in CallGraph/ControlFlowGraph[head]/ArgumentList/ArgumentSymbolReference[1]\n"
     "in.xaif:23: error: scope '2' has no symbol 'x'\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentLHS/SymbolReference\n"},
    {"<xaif:Constant type=\"integer\"",
     "<xaif:Constant type=\"complex\"",
     "in.xaif:29: error: attribute type has the wrong value 'complex'\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentRHS/VariableReference[2]/ArrayElementReference/IndexTriplet/Index/Constant\n"
     "  hint: expected one of: integer, real, bool, char, string, double\n"},
    {"<xaif:Constant type=\"integer\"",
     "<xaif:Constant",
     "in.xaif:29: error: attribute type is missing\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentRHS/VariableReference[2]/ArrayElementReference/IndexTriplet/Index/Constant\n"},
    {"<xaif:Intrinsic vertex_id=\"1\" name=\"sin_scal\"/>",
     "<xaif:Intrinsic vertex_id=\"1\"/>",
     "in.xaif:25: error: attribute name is missing\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentRHS/Intrinsic[1]\n"},
    {"<xaif:Intrinsic vertex_id=\"1\" name=\"sin_scal\"/>",
     "<xaif:BooleanOperation vertex_id=\"1\" name=\"less\"/>",
     "in.xaif:25: error: attribute name has the wrong value 'less'\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentRHS/BooleanOperation[1]\n"
     "  hint: expected one of: less_than, less_or_equal, greater_than, greater_or_equal, equal, not_equal, and, or, not, xor\n"},
    {"position=\"1\" symbol_id=\"x\"",
     "position=\"0\" symbol_id=\"x\"",
     "in.xaif:18: error: attribute position has the wrong value '0'\n"
     "  in CallGraph/ControlFlowGraph[head]/ArgumentList/ArgumentSymbolReference\n"
     "  hint: expected an integer from 1 to 2147483647\n"},
    {"position=\"1\" symbol_id=\"x\"",
     "position=\"2147483648\" symbol_id=\"x\"",
     "in.xaif:18: error: attribute position has the wrong value '2147483648'\n"
     "  in CallGraph/ControlFlowGraph[head]/ArgumentList/ArgumentSymbolReference\n"
     "  hint: expected an integer from 1 to 2147483647\n"},
    {"position=\"1\" symbol_id=\"x\"",
     "position=\"one\" symbol_id=\"x\"",
     "in.xaif:18: error: attribute position has the wrong value 'one'\n"
     "  in CallGraph/ControlFlowGraph[head]/ArgumentList/ArgumentSymbolReference\n"
     "  hint: expected an integer from 1 to 2147483647\n"},
    {"position=\"1\" symbol_id=\"x\"",
     "position=\"1.0\" symbol_id=\"x\"",
     "in.xaif:18: error: attribute position has the wrong value '1.0'\n"
     "  in CallGraph/ControlFlowGraph[head]/ArgumentList/ArgumentSymbolReference\n"
     "  hint: expected an integer from 1 to 2147483647\n"},
    {"position=\"1\" symbol_id=\"x\"",
     "position=\"-1\" symbol_id=\"x\"",
     "in.xaif:18: error: attribute position has the wrong value '-1'\n"
     "  in CallGraph/ControlFlowGraph[head]/ArgumentList/ArgumentSymbolReference\n"
     "  hint: expected an integer from 1 to 2147483647\n"},
    {"position=\"1\" symbol_id=\"x\"",
     "position=\"\" symbol_id=\"x\"",
     "in.xaif:18: error: attribute position has the wrong value ''\n"
     "  in CallGraph/ControlFlowGraph[head]/ArgumentList/ArgumentSymbolReference\n"
     "  hint: expected an integer from 1 to 2147483647\n"},
    {"<xaif:AliasSet key=\"0\"/>",
     "<xaif:AliasSet key=\"-1\"/>",
     "in.xaif:13: error: attribute key has the wrong value '-1'\n"
     "  in CallGraph/AliasSetMap/AliasSet\n"
     "  hint: expected an integer from 0 to 9223372036854775807\n"},
    {"<xaif:AliasSet key=\"0\"/>",
     "<xaif:AliasSet key=\"9223372036854775808\"/>",
     "in.xaif:13: error: attribute key has the wrong value '9223372036854775808'\n"
     "  in CallGraph/AliasSetMap/AliasSet\n"
     "  hint: expected an integer from 0 to 9223372036854775807\n"},
    {"<xaif:AliasSet key=\"0\"/>",
     "<xaif:AliasSet/>",
     "in.xaif:13: error: attribute key is missing\n"
     "  in CallGraph/AliasSetMap/AliasSet\n"},
    {"<xaif:AliasSet key=\"0\"/>",
     "<xaif:AliasSet key=\"0\"/><xaif:AliasSet key=\"00\"/>",
     "in.xaif:13: error: second set with the key 0\n"
     "  in CallGraph/AliasSetMap/AliasSet[0]\n"
     "  hint: keys must be unique within their map\n"},
    {"<xaif:AliasSet key=\"0\"/>",
     "<xaif:AliasSet key=\"1\"><xaif:AliasRange from_virtual_address=\"0\" to_virtual_address=\"5\"/></xaif:AliasSet>",
     "in.xaif:13: error: from 0 to 5 is not a range of addresses\n"
     "  in CallGraph/AliasSetMap/AliasSet[1]/AliasRange\n"
     "  hint: virtual addresses begin at 1\n"},
    {"<xaif:AliasSet key=\"0\"/>",
     "<xaif:AliasSet key=\"1\"><xaif:AliasRange from_virtual_address=\"6\" to_virtual_address=\"5\"/></xaif:AliasSet>",
     "in.xaif:13: error: from 6 to 5 is not a range of addresses\n"
     "  in CallGraph/AliasSetMap/AliasSet[1]/AliasRange\n"
     "  hint: virtual addresses begin at 1\n"},
    {"<xaif:DUUDSetMap><xaif:StmtIdSet key=\"0\"/>",
     "<xaif:DUUDSetMap><xaif:StmtIdSet key=\"3\"/><xaif:StmtIdSet key=\"3\"><xaif:StatementId idRef=\"s\"/></xaif:StmtIdSet>",
     "in.xaif:14: error: second set with the key 3\n"
     "  in CallGraph/DUUDSetMap/StmtIdSet[3]\n"
     "  hint: keys must be unique within their map\n"},
    /* scopes and symbols */
    {"<xaif:Scope vertex_id=\"2\">",
     "<xaif:Scope vertex_id=\"1\">",
     "in.xaif:7: error: second scope with the id '1'\n"
     "  in CallGraph/ScopeHierarchy/Scope[1]\n"
     "  hint: vertex_id must be unique among scopes\n"
     "in.xaif:11: error: source '2' is not a scope\n"
     "  in CallGraph/ScopeHierarchy/ScopeEdge[1]\n"
     "in.xaif:16: error: controlflowgraph_scope_id '2' is not a scope of the ScopeHierarchy\n"
     "  in CallGraph/ControlFlowGraph[head]\n"
     "in.xaif:18: error: scope_id '2' is not a scope of the ScopeHierarchy\n"
     "  in CallGraph/ControlFlowGraph[head]/ArgumentList/ArgumentSymbolReference[1]\n"
     "in.xaif:21: error: scope_id '2' is not a scope of the ScopeHierarchy\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]\n"
     "in.xaif:23: error: scope_id '2' is not a scope of the ScopeHierarchy\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentLHS/SymbolReference\n"
     "in.xaif:27: error: scope_id '2' is not a scope of the ScopeHierarchy\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentRHS/VariableReference[2]/SymbolReference\n"},
    {"<xaif:Symbol symbol_id=\"x\"/>\n",
     "<xaif:Symbol symbol_id=\"x\"/><xaif:Symbol symbol_id=\"x\"/>\n",
     "in.xaif:8: error: second symbol with the id 'x'\n"
     "  in CallGraph/ScopeHierarchy/Scope[2]/SymbolTable/Symbol[x]\n"
     "  hint: symbol_id must be unique within its symbol table\n"},
    {"<xaif:ScopeEdge edge_id=\"1\" source=\"2\" target=\"1\"/>",
     "<xaif:ScopeEdge edge_id=\"1\" source=\"2\" target=\"7\"/>",
     "in.xaif:11: error: target '7' is not a scope\n"
     "  in CallGraph/ScopeHierarchy/ScopeEdge[1]\n"},
    {"<xaif:ScopeEdge edge_id=\"1\" source=\"2\" target=\"1\"/>",
     "<xaif:ScopeEdge edge_id=\"1\" source=\"2\" target=\"1\"/><xaif:ScopeEdge edge_id=\"2\" source=\"2\" target=\"1\"/>",
     "in.xaif:11: error: second edge from scope '2'\n"
     "  in CallGraph/ScopeHierarchy/ScopeEdge[2]\n"
     "  hint: a scope has at most one edge to the scope around it\n"},
    {"<xaif:ScopeEdge edge_id=\"1\" source=\"2\" target=\"1\"/>",
     "<xaif:ScopeEdge source=\"2\" target=\"1\"/>",
     "in.xaif:11: error: attribute edge_id is missing\n"
     "  in CallGraph/ScopeHierarchy/ScopeEdge\n"},
    {"<xaif:AssignmentLHS><xaif:SymbolReference symbol_id=\"x\"",
     "<xaif:AssignmentLHS><xaif:SymbolReference symbol_id=\"xx\"",
     "in.xaif:23: error: scope '2' has no symbol 'xx'\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentLHS/SymbolReference\n"
     "  hint: did you mean 'x'?\n"},
    {"<xaif:AssignmentLHS><xaif:SymbolReference symbol_id=\"x\" scope_id=\"2\"",
     "<xaif:AssignmentLHS><xaif:SymbolReference symbol_id=\"x\" scope_id=\"1\"",
     "in.xaif:23: error: scope '1' has no symbol 'x'\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentLHS/SymbolReference\n"},
    {"<xaif:AssignmentLHS><xaif:SymbolReference symbol_id=\"x\" scope_id=\"2\"",
     "<xaif:AssignmentLHS><xaif:SymbolReference symbol_id=\"x\" scope_id=\"3\"",
     "in.xaif:23: error: scope_id '3' is not a scope of the ScopeHierarchy\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentLHS/SymbolReference\n"},
    {"<xaif:AssignmentLHS><xaif:SymbolReference symbol_id=\"x\" scope_id=\"2\"",
     "<xaif:AssignmentLHS><xaif:SymbolReference symbol_id=\"x\"",
     "in.xaif:23: error: attribute scope_id is missing\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentLHS/SymbolReference\n"},
    {"symbol_id=\"head\" scope_id=\"1\"",
     "symbol_id=\"haed\" scope_id=\"1\"",
     "in.xaif:16: error: scope '1' has no symbol 'haed'\n"
     "  in CallGraph/ControlFlowGraph[haed]\n"
     "  hint: did you mean 'head'?\n"},
    {"<xaif:BasicBlock vertex_id=\"2\" scope_id=\"2\">",
     "<xaif:BasicBlock vertex_id=\"2\" scope_id=\"two\">",
     "in.xaif:21: error: scope_id 'two' is not a scope of the ScopeHierarchy\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]\n"},
    {"<xaif:Symbol symbol_id=\"a\" shape=\"vector\"/>",
     "<xaif:Symbol symbol_id=\"a\" shape=\"seven_tensor\"><xaif:DimensionBounds lower=\"1\" upper=\"1\"/><xaif:DimensionBounds lower=\"1\" upper=\"1\"/><xaif:DimensionBounds lower=\"1\" upper=\"1\"/><xaif:DimensionBounds lower=\"1\" upper=\"1\"/><xaif:DimensionBounds lower=\"1\" upper=\"1\"/><xaif:DimensionBounds lower=\"1\" upper=\"1\"/><xaif:DimensionBounds lower=\"1\" upper=\"1\"/><xaif:DimensionBounds lower=\"1\" upper=\"1\"/></xaif:Symbol>",
     "in.xaif:9: error: more than 7 DimensionBounds\n"
     "  in CallGraph/ScopeHierarchy/Scope[2]/SymbolTable/Symbol[a]/DimensionBounds\n"},
    /* graphs */
    {"<xaif:Exit vertex_id=\"3\"/>",
     "<xaif:Exit vertex_id=\"2\"/>",
     "in.xaif:37: error: second vertex with the id '2'\n"
     "  in CallGraph/ControlFlowGraph[head]/Exit[2]\n"
     "  hint: vertex_id must be unique within its graph\n"
     "in.xaif:39: error: target '3' is not a vertex of this graph\n"
     "  in CallGraph/ControlFlowGraph[head]/ControlFlowEdge[2]\n"},
    {"source=\"2\" target=\"3\"/>",
     "source=\"2\" target=\"4\"/>",
     "in.xaif:39: error: target '4' is not a vertex of this graph\n"
     "  in CallGraph/ControlFlowGraph[head]/ControlFlowEdge[2]\n"},
    {"source=\"2\" target=\"3\"/>",
     "source=\"02\" target=\"3\"/>",
     "in.xaif:39: error: source '02' is not a vertex of this graph\n"
     "  in CallGraph/ControlFlowGraph[head]/ControlFlowEdge[2]\n"},
    {"<xaif:ControlFlowEdge edge_id=\"2\" source=\"2\" target=\"3\"/>",
     "<xaif:ControlFlowEdge edge_id=\"2\" source=\"2\"/>",
     "in.xaif:39: error: attribute target is missing\n"
     "  in CallGraph/ControlFlowGraph[head]/ControlFlowEdge[2]\n"},
    {"<xaif:Intrinsic vertex_id=\"1\"",
     "<xaif:Intrinsic vertex_id=\"2\"",
     "in.xaif:26: error: second vertex with the id '2'\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentRHS/VariableReference[2]\n"
     "  hint: vertex_id must be unique within its expression\n"
     "in.xaif:33: error: target '1' is not a vertex of this graph\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentRHS/ExpressionEdge[1]\n"},
    {"<xaif:ExpressionEdge edge_id=\"1\" source=\"2\"",
     "<xaif:ExpressionEdge edge_id=\"1\" source=\"3\"",
     "in.xaif:33: error: source '3' is not a vertex of this graph\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentRHS/ExpressionEdge[1]\n"},
    {"<xaif:ExpressionEdge edge_id=\"1\" source=\"2\" target=\"1\"",
     "<xaif:ExpressionEdge edge_id=\"1\" source=\"2\" target=\"x\"",
     "in.xaif:33: error: target 'x' is not a vertex of this graph\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentRHS/ExpressionEdge[1]\n"},
    {"<xaif:VariableReferenceEdge edge_id=\"1\" source=\"1\" target=\"2\"/>",
     "",
     "in.xaif:26: error: element 'VariableReferenceEdge' is missing\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentRHS/VariableReference[2]\n"
     "  hint: an edge leads from the SymbolReference to the ArrayElementReference\n"},
    {"<xaif:VariableReferenceEdge edge_id=\"1\" source=\"1\" target=\"2\"/>",
     "<xaif:VariableReferenceEdge edge_id=\"1\" source=\"2\" target=\"1\"/>",
     "in.xaif:31: error: source '2' is not the SymbolReference\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentRHS/VariableReference[2]/VariableReferenceEdge[1]\n"
     "  hint: the edge leads from the SymbolReference to the ArrayElementReference\n"},
    {"<xaif:VariableReferenceEdge edge_id=\"1\" source=\"1\" target=\"2\"/>",
     "<xaif:VariableReferenceEdge edge_id=\"1\" source=\"1\" target=\"3\"/>",
     "in.xaif:31: error: target '3' is not the ArrayElementReference\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentRHS/VariableReference[2]/VariableReferenceEdge[1]\n"
     "  hint: the edge leads from the SymbolReference to the ArrayElementReference\n"},
    {"<xaif:ArrayElementReference vertex_id=\"2\">",
     "<xaif:ArrayElementReference>",
     "in.xaif:31: error: target '2' is not the ArrayElementReference\n"
     "  in CallGraph/ControlFlowGraph[head]/BasicBlock[2]/Assignment[s]/AssignmentRHS/VariableReference[2]/VariableReferenceEdge[1]\n"
     "  hint: the edge leads from the SymbolReference to the ArrayElementReference\n"},
    {"</xaif:ControlFlowGraph>",
     "</xaif:ControlFlowGraph><xaif:CallGraphEdge edge_id=\"1\" source=\"1\" target=\"2\"/>",
     "in.xaif:40: error: target '2' is not a vertex of this graph\n"
     "  in CallGraph/CallGraphEdge[1]\n"},
    {"</xaif:ControlFlowGraph>",
     "</xaif:ControlFlowGraph><xaif:ControlFlowGraph vertex_id=\"1\" symbol_id=\"head\" scope_id=\"1\" controlflowgraph_scope_id=\"1\"/>",
     "in.xaif:40: error: second routine with the id '1'\n"
     "  in CallGraph/ControlFlowGraph[head]\n"
     "  hint: vertex_id must be unique within the call graph\n"},
};
/* clang-format on */

static const error_case *current;

static void run_case(void *argument)
{
    (void)argument;
    const char *reported;
    const char *text = documents_replace(arena, documents_small, current->part, current->by);
    ck_assert_ptr_null(documents_read(arena, text, strlen(text), &reported));
    ck_assert_str_eq(reported, current->reported);
}

START_TEST(wrong_documents_are_refused)
{
    current = &cases[_i];
    ck_assert(xb_protect(failure, run_case, NULL));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("xaif errors");
    TCase *wrong = tcase_create("wrong");
    tcase_add_checked_fixture(wrong, set_up, tear_down);
    tcase_add_loop_test(wrong, wrong_documents_are_refused, 0, (int)(sizeof cases / sizeof *cases));
    suite_add_tcase(suite, wrong);
    return suite_run(suite);
}
