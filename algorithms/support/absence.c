#include "algorithms/support/absence.h"

#include "analysis/omission.h"

void xb_warn_of_passed_on(xb_run *run, const xb_symbol *symbol, const char *what)
{
    const xb_program *program = xb_run_program(run);
    if (!xb_is_passed_on(xb_run_analyses(run), symbol))
        return;
    xb_warning(
        program->diagnostics, xb_program_place(program, &symbol->node, NULL),
        "pass it wherever the routine is called from outside, or let the routine ask whether it is present",
        "'%s' %s, and must be present: nothing tells whether it is, since it is only passed on to a routine "
        "that asks",
        symbol->id->text, what);
}
