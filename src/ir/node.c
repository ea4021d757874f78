/*
 * The names of the kinds, one table entry each.
 */
#include "ir/node.h"

static const char *const names[XB_KIND_COUNT] = {
    [XB_KIND_PROGRAM] = "CallGraph",
    [XB_KIND_SCOPE] = "Scope",
    [XB_KIND_SYMBOL] = "Symbol",
    [XB_KIND_CALL_GRAPH_EDGE] = "CallGraphEdge",
    [XB_KIND_CONTROL_FLOW_GRAPH] = "ControlFlowGraph",
    [XB_KIND_REPLACEMENT_LIST] = "ReplacementList",
    [XB_KIND_REPLACEMENT] = "Replacement",
    [XB_KIND_FORMAL] = "ArgumentSymbolReference",
    [XB_KIND_ENTRY] = "Entry",
    [XB_KIND_EXIT] = "Exit",
    [XB_KIND_BASIC_BLOCK] = "BasicBlock",
    [XB_KIND_IF] = "If",
    [XB_KIND_BRANCH] = "Branch",
    [XB_KIND_END_BRANCH] = "EndBranch",
    [XB_KIND_FOR_LOOP] = "ForLoop",
    [XB_KIND_PRE_LOOP] = "PreLoop",
    [XB_KIND_POST_LOOP] = "PostLoop",
    [XB_KIND_END_LOOP] = "EndLoop",
    [XB_KIND_LABEL] = "Label",
    [XB_KIND_GOTO] = "Goto",
    [XB_KIND_CONTROL_FLOW_EDGE] = "ControlFlowEdge",
    [XB_KIND_ASSIGNMENT] = "Assignment",
    [XB_KIND_INITIALIZATION] = "Initialization",
    [XB_KIND_UPDATE] = "Update",
    [XB_KIND_SUBROUTINE_CALL] = "SubroutineCall",
    [XB_KIND_INLINABLE_CALL] = "InlinableSubroutineCall",
    [XB_KIND_MARKER] = "Marker",
    [XB_KIND_DERIVATIVE_PROPAGATOR] = "DerivativePropagator",
    [XB_KIND_ARGUMENT] = "Argument",
    [XB_KIND_SET_DERIV] = "SetDeriv",
    [XB_KIND_SET_NEG_DERIV] = "SetNegDeriv",
    [XB_KIND_INC_DERIV] = "IncDeriv",
    [XB_KIND_DEC_DERIV] = "DecDeriv",
    [XB_KIND_SAX] = "Sax",
    [XB_KIND_SAXPY] = "Saxpy",
    [XB_KIND_ZERO_DERIV] = "ZeroDeriv",
    [XB_KIND_EXPRESSION] = "Expression",
    [XB_KIND_VARIABLE_REFERENCE] = "VariableReference",
    [XB_KIND_CONSTANT] = "Constant",
    [XB_KIND_INTRINSIC] = "Intrinsic",
    [XB_KIND_BOOLEAN_OPERATION] = "BooleanOperation",
    [XB_KIND_FUNCTION_CALL] = "FunctionCall",
    [XB_KIND_ARGUMENT_REFERENCE] = "ArgumentReference",
    [XB_KIND_TRIPLET] = "IndexTriplet",
};

const char *xb_kind_name(xb_kind kind)
{
    return (unsigned)kind < XB_KIND_COUNT ? names[kind] : "?";
}
