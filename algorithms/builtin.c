/*
 * The one table of algorithms. An algorithm joins the program by a line in here.
 */
#include "algorithm/builtin.h"

#include "algorithms/associationbyname/associationbyname.h"
#include "algorithms/basicblockpreaccumulation/basicblockpreaccumulation.h"
#include "algorithms/basicblockpreaccumulationreverse/basicblockpreaccumulationreverse.h"
#include "algorithms/basicblockpreaccumulationtape/basicblockpreaccumulationtape.h"
#include "algorithms/basicblockpreaccumulationtapeadjoint/basicblockpreaccumulationtapeadjoint.h"
#include "algorithms/canonicalization/canonicalization.h"
#include "algorithms/conditionhoisting/conditionhoisting.h"
#include "algorithms/constantfolding/constantfolding.h"
#include "algorithms/controlflowreversal/controlflowreversal.h"
#include "algorithms/flattening/flattening.h"
#include "algorithms/linearization/linearization.h"
#include "algorithms/loopcheckpointing/loopcheckpointing.h"
#include "algorithms/memopstradeoffpreaccumulation/memopstradeoffpreaccumulation.h"
#include "algorithms/preaccumulation/preaccumulation.h"
#include "algorithms/roundtrip/roundtrip.h"
#include "algorithms/scopemerging/scopemerging.h"
#include "algorithms/structure/structure.h"
#include "algorithms/tangent/tangent.h"
#include "algorithms/tracediff/tracediff.h"
#include "algorithms/typechange/typechange.h"

const xb_algorithm *const xb_builtin_algorithms[] = {
    &xb_algorithm_roundtrip,
    &xb_algorithm_structure,
    &xb_algorithm_scopemerging,
    &xb_algorithm_conditionhoisting,
    &xb_algorithm_canonicalization,
    &xb_algorithm_typechange,
    &xb_algorithm_flattening,
    &xb_algorithm_linearization,
    &xb_algorithm_constantfolding,
    &xb_algorithm_preaccumulation,
    &xb_algorithm_tangent,
    &xb_algorithm_basicblockpreaccumulation,
    &xb_algorithm_memopstradeoffpreaccumulation,
    &xb_algorithm_loopcheckpointing,
    &xb_algorithm_controlflowreversal,
    &xb_algorithm_basicblockpreaccumulationtape,
    &xb_algorithm_basicblockpreaccumulationtapeadjoint,
    &xb_algorithm_basicblockpreaccumulationreverse,
    &xb_algorithm_associationbyname,
    &xb_algorithm_tracediff,
    NULL,
};
