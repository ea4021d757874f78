/*
 * Letters of OpenAD's engine that mean the same have options of their own. doc/algorithms/openad.md lists all
 * of them.
 */
#include "driver/synonyms.h"

#include <stddef.h>
#include <string.h>

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

/* ---- letters for sources ------------------------------------------------------------------------------ */

static const char tapenade[] = "Tapenade", openad[] = "OpenAD";

const word_synonym source_synonyms[] = {
    {'d', NULL, "--mode=tangent", tapenade},
    {'b', NULL, "--mode=adjoint", tapenade},
    {'m', "f", "--mode=tangent", openad},
    {'m', "rs", "--mode=adjoint --reversal=split", openad},
    {'m', "rj", "--mode=adjoint --reversal=joint", openad},
    {'m', "t", "--algorithm=tracediff", openad},
    {'m', "fv", NULL, "write --mode=tangent --directions=N, which takes N directions at once"},
    {.letter = '\0'}};

/* ---- words -------------------------------------------------------------------------------------------- */

typedef struct synonym {
    const char *word, *meant;
} synonym;

/* Of modes: as options, as values of --mode, and in the place of algorithms. */
static const synonym modes[] = {
    {"forward", "tangent"},  {"forward-mode", "tangent"},   {"jvp", "tangent"},
    {"tangent", "tangent"},  {"tangent-linear", "tangent"}, {"tlm", "tangent"},
    {"adjoint", "adjoint"},  {"backward", "adjoint"},       {"grad", "adjoint"},
    {"gradient", "adjoint"}, {"reverse", "adjoint"},        {"reverse-mode", "adjoint"},
    {"vjp", "adjoint"},      {"jacobian", "jacobian"},      {"hessian", "hessian"},
    {"hvp", "hessian"},      {"second-order", "hessian"},   {.word = NULL}};

/* OpenAD's engine has numbers for what is minimized. */
static const synonym objectives[] = {{"0", "operations"}, {"1", "scarcity"}, {.word = NULL}};

static const char *meant_by(const synonym *synonyms, const char *word)
{
    while (synonyms->word && strcmp(synonyms->word, word) != 0)
        synonyms++;
    return synonyms->meant;
}

const char *synonym_hint(xb_arena *arena, const char *option, const char *value)
{
    if (value && strcmp(option, "objective") == 0) {
        const char *meant = meant_by(objectives, value);
        return meant ? xb_arena_format(arena, "write -M %s, which is -M %s of OpenAD's engine", meant, value)
                     : NULL;
    }
    if (value && strcmp(option, "mode") != 0 && strcmp(option, "algorithm") != 0)
        return NULL;
    const char *meant = meant_by(modes, value ? value : option);
    return meant ? xb_arena_format(arena, "write --mode=%s", meant) : NULL;
}

const char *synonym_hint_of_run(xb_arena *arena, const char *option, const char *value)
{
    const char *meant = value ? NULL : meant_by(modes, option);
    if (!meant)
        return NULL;
    if (strcmp(meant, "hessian") == 0)
        return "xaifbooster --mode=hessian makes a program that computes second derivatives";
    return xb_arena_format(arena,
                           "--jacobian prints all derivatives; xaifbooster --mode=%s makes a program that "
                           "computes them",
                           meant);
}
