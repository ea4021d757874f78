/*
 * Reading and writing are what every run does, so there is nothing left to do here.
 */
#include "algorithms/roundtrip/roundtrip.h"

const xb_algorithm xb_algorithm_roundtrip = {
    .name = "roundtrip",
    .summary = "read and write the program without changing it",
};
