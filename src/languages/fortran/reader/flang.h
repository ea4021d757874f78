/**
 * @file
 * What the reader takes from flang: parser, semantics, typed expressions. Its headers take a compiler longer
 * than all else.
 */
#ifndef XB_FORTRAN_READER_FLANG_H
#define XB_FORTRAN_READER_FLANG_H

#include "flang/Common/default-kinds.h"
#include "flang/Evaluate/expression.h"
#include "flang/Evaluate/initial-image.h"
#include "flang/Evaluate/shape.h"
#include "flang/Evaluate/tools.h"
#include "flang/Parser/parse-tree.h"
#include "flang/Parser/parsing.h"
#include "flang/Parser/provenance.h"
#include "flang/Parser/tools.h"
#include "flang/Semantics/expression.h"
#include "flang/Semantics/scope.h"
#include "flang/Semantics/semantics.h"
#include "flang/Semantics/symbol.h"
#include "flang/Semantics/tools.h"
#include "llvm/Support/raw_ostream.h"

#endif
