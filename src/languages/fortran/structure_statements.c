#include "languages/fortran/fortran.h"
void xb_fortran_settle_statements(xb_fortran *f, xb_source_unit *unit) { (void)f; (void)unit; }
