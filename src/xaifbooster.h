/**
 * @file
 * The whole public interface of libxaifbooster in one include.
 */
#ifndef XAIFBOOSTER_H
#define XAIFBOOSTER_H

#include "algorithm/algorithm.h"
#include "algorithm/builtin.h"
#include "algorithm/metrics.h"
#include "algorithm/notation.h"
#include "algorithm/passivation.h"
#include "algorithm/picture.h"
#include "algorithm/pipeline.h"
#include "algorithm/plugin.h"
#include "algorithm/registry.h"
#include "algorithm/run.h"
#include "algorithm/transform.h"
#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/failure.h"
#include "base/file_output.h"
#include "base/map.h"
#include "base/names.h"
#include "base/output.h"
#include "base/text.h"
#include "base/vector.h"
#include "catalogue/catalogue.h"
#include "graph/analysis.h"
#include "graph/dot.h"
#include "graph/graph.h"
#include "ir/alias.h"
#include "ir/build.h"
#include "ir/chains.h"
#include "ir/expression.h"
#include "ir/flow.h"
#include "ir/node.h"
#include "ir/program.h"
#include "ir/statement.h"
#include "ir/symbol.h"
#include "ir/verify.h"
#include "traverse/traverse.h"
#include "xaif/reader.h"
#include "xaif/validate.h"
#include "xaif/writer.h"

#endif
