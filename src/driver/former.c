/*
 * Letters that mean the same have options of their own. doc/algorithms/openad.md lists all of them.
 */
#include "driver/former.h"

#include <stddef.h>

typedef struct former_option {
    char letter;
    const char *hint;
} former_option;

static const former_option former_options[] = {
    {'B', "leave it out: --dot writes pictures, as text, for any program that shows them"},
    {'G', "leave it out: --dot writes pictures as Graphviz text"},
    {'R', "write --rerouting"},
    {'T', "leave it out: --dot=KIND:DETAIL says what is drawn"},
    {'U', "leave it out: what the adjoint sweep knows anyway is not pushed (--record=needed)"},
    {'d',
     "leave it out: --dump-after writes the program after an algorithm, --metrics-output what is counted"},
    {'f', "leave it out: checkpoints are stacks, so that they are restored in reverse order"},
    {'g', "leave it out: --metrics counts, --time measures, --dot draws, --dump-after writes the program"},
    {'t', "leave it out: what a routine does not change is pushed once when it returns, whichever is called "
          "first; --entry names the routine for --verify"},
    {'u', "leave it out: nothing is asked; what may change is pushed"}};

const char *former_option_hint(char letter)
{
    for (size_t i = 0; i < sizeof former_options / sizeof *former_options; i++)
        if (former_options[i].letter == letter)
            return former_options[i].hint;
    return NULL;
}
