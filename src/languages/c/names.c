/*
 * Names that mean something in C: keywords, and those of the headers that programs include, or of what is
 * written beside the program.
 */
#include <stdlib.h>
#include <string.h>

#include "languages/c/c.h"

/* In order. */
static const char *const reserved[] = {
    "DOMAIN",   "EOF",       "HUGE_VAL", "I",        "INFINITY", "M_PI",     "NAN",       "NULL",
    "OVERFLOW", "abort",     "abs",      "acos",     "acosh",    "asin",     "asinh",     "asm",
    "atan",     "atan2",     "atanh",    "auto",     "bool",     "break",    "cabs",      "cacos",
    "cacosh",   "calloc",    "case",     "casin",    "casinh",   "catan",    "catanh",    "cbrt",
    "ccos",     "ccosh",     "ceil",     "cexp",     "char",     "cimag",    "clog",      "complex",
    "conj",     "const",     "continue", "copysign", "cos",      "cosh",     "cpow",      "creal",
    "csin",     "csinh",     "csqrt",    "ctan",     "ctanh",    "default",  "div",       "do",
    "double",   "else",      "enum",     "erf",      "erfc",     "errno",    "exit",      "exp",
    "exp2",     "expm1",     "extern",   "fabs",     "false",    "fdim",     "float",     "floor",
    "fma",      "fmax",      "fmin",     "fmod",     "for",      "fpos_t",   "fprintf",   "free",
    "frexp",    "goto",      "hypot",    "if",       "ilogb",    "inline",   "int",       "int16_t",
    "int32_t",  "int64_t",   "int8_t",   "j0",       "j1",       "jn",       "labs",      "ldexp",
    "ldiv",     "lgamma",    "llabs",    "log",      "log10",    "log1p",    "log2",      "logb",
    "long",     "lrint",     "lround",   "main",     "malloc",   "memcpy",   "modf",      "nearbyint",
    "pow",      "ptrdiff_t", "qsort",    "rand",     "realloc",  "register", "remainder", "restrict",
    "return",   "rint",      "room",     "round",    "short",    "signed",   "signgam",   "sin",
    "sinh",     "size_t",    "sizeof",   "sqrt",     "static",   "stderr",   "stdin",     "stdout",
    "struct",   "switch",    "system",   "tan",      "tanh",     "tape",     "tgamma",    "true",
    "trunc",    "typedef",   "uint16_t", "uint32_t", "uint64_t", "uint8_t",  "union",     "unsigned",
    "void",     "volatile",  "while",    "y0",       "y1",       "yn",
};

/* Of xaif_tape.h; a number at the end makes another name of it. */
static bool is_of_run_time(const char *name)
{
    const char *end = strrchr(name, '_');
    return strncmp(name, "xaif_", 5) == 0 && strspn(end + 1, "0123456789") < strlen(end + 1);
}

/* Such as allocate_r8_2. */
static bool is_allocator(const char *name)
{
    const char *kind = strncmp(name, "allocate_", 9) == 0 ? name + 9
                       : strncmp(name, "fit_", 4) == 0    ? name + 4
                                                          : "";
    size_t length = strcspn(kind, "_");
    return (length == 1 || length == 2) && kind[length] == '_' && strlen(kind) == length + 2;
}

static int compare(const void *a, const void *b)
{
    return strcmp(a, *(const char *const *)b);
}

bool xb_c_is_reserved(const char *name)
{
    return is_of_run_time(name) || is_allocator(name) || xb_c_is_helper(name) ||
           bsearch(name, reserved, sizeof reserved / sizeof *reserved, sizeof *reserved, compare);
}
