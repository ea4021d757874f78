#!/usr/bin/env bash
# Random programs, plain, tangent-linear and adjoint, are those of the evaluator as compilers take them.

set -euo pipefail

count=60
[ -z "${XB_FEWER_RUNS-}" ] || count=10
XB_TOP_SRCDIR=${XB_TOP_SRCDIR:?} exec "${XB_TOP_BUILDDIR:?}/tests/generate/native" --seed 1 --count "$count" --verbose yes
