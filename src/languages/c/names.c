/*
 * Names that mean something in C: keywords, and those of the headers that programs include, or of what is
 * written beside the program.
 */
#include <stdlib.h>
#include <string.h>

#include "languages/c/c.h"

/* In order. */
static const char *const reserved[] = {
    "DOMAIN",     "EOF",          "HUGE_VAL",    "I",           "INFINITY",  "M_PI",      "NAN",
    "NULL",       "OVERFLOW",     "abort",       "abs",         "acos",      "acosh",     "alloca",
    "asin",       "asinh",        "asm",         "atan",        "atan2",     "atanh",     "atexit",
    "atof",       "atoi",         "atol",        "atoll",       "auto",      "bcmp",      "bcopy",
    "bool",       "break",        "bsearch",     "bzero",       "cabs",      "cacos",     "cacosh",
    "calloc",     "carg",         "case",        "casin",       "casinh",    "catan",     "catanh",
    "cbrt",       "ccos",         "ccosh",       "ceil",        "cexp",      "char",      "cimag",
    "clearenv",   "clearerr",     "clog",        "complex",     "conj",      "const",     "continue",
    "copysign",   "cos",          "cosh",        "cpow",        "cproj",     "creal",     "csin",
    "csinh",      "csqrt",        "ctan",        "ctanh",       "ctermid",   "default",   "div",
    "do",         "double",       "dprintf",     "drem",        "ecvt",      "else",      "enum",
    "erf",        "erfc",         "errno",       "exit",        "exp",       "exp2",      "expm1",
    "extern",     "fabs",         "false",       "fclose",      "fcvt",      "fdim",      "fdopen",
    "feof",       "ferror",       "fflush",      "ffs",         "ffsl",      "ffsll",     "fgetc",
    "fgetpos",    "fgets",        "fileno",      "finite",      "float",     "flockfile", "floor",
    "fma",        "fmax",         "fmemopen",    "fmin",        "fmod",      "fopen",     "for",
    "fpclassify", "fpos_t",       "fprintf",     "fputc",       "fputs",     "fread",     "free",
    "freopen",    "frexp",        "fscanf",      "fseek",       "fseeko",    "fsetpos",   "ftell",
    "ftello",     "ftrylockfile", "funlockfile", "fwrite",      "gamma",     "gcvt",      "getc",
    "getchar",    "getdelim",     "getenv",      "getline",     "getw",      "goto",      "hypot",
    "if",         "ilogb",        "index",       "initstate",   "inline",    "int",       "int16_t",
    "int32_t",    "int64_t",      "int8_t",      "isfinite",    "isgreater", "isinf",     "isless",
    "isnan",      "isnormal",     "isunordered", "j0",          "j1",        "jn",        "labs",
    "ldexp",      "ldiv",         "lgamma",      "linux",       "llabs",     "lldiv",     "llrint",
    "llround",    "log",          "log10",       "log1p",       "log2",      "logb",      "long",
    "lrint",      "lround",       "main",        "malloc",      "mblen",     "mbstowcs",  "mbtowc",
    "memccpy",    "memchr",       "memcmp",      "memcpy",      "memmove",   "memset",    "mkdtemp",
    "mkstemp",    "mkstemps",     "modf",        "nan",         "nearbyint", "nextafter", "nexttoward",
    "offsetof",   "pclose",       "perror",      "popen",       "pow",       "printf",    "pselect",
    "ptrdiff_t",  "putc",         "putchar",     "putenv",      "puts",      "putw",      "qsort",
    "rand",       "random",       "realloc",     "register",    "remainder", "remove",    "remquo",
    "rename",     "renameat",     "restrict",    "return",      "rewind",    "rindex",    "rint",
    "room",       "round",        "scalb",       "scalbln",     "scalbn",    "scanf",     "select",
    "setbuf",     "setbuffer",    "setenv",      "setlinebuf",  "setstate",  "setvbuf",   "short",
    "signbit",    "signed",       "signgam",     "significand", "sin",       "sinh",      "size_t",
    "sizeof",     "snprintf",     "sprintf",     "sqrt",        "srand",     "srandom",   "sscanf",
    "static",     "stderr",       "stdin",       "stdout",      "stpcpy",    "stpncpy",   "strcasecmp",
    "strcat",     "strchr",       "strcmp",      "strcoll",     "strcpy",    "strcspn",   "strdup",
    "strerror",   "strlen",       "strncasecmp", "strncat",     "strncmp",   "strncpy",   "strndup",
    "strnlen",    "strpbrk",      "strrchr",     "strsep",      "strsignal", "strspn",    "strstr",
    "strtod",     "strtof",       "strtok",      "strtol",      "strtold",   "strtoll",   "strtoul",
    "strtoull",   "struct",       "strxfrm",     "switch",      "system",    "tan",       "tanh",
    "tape",       "tempnam",      "tgamma",      "true",        "trunc",     "typedef",   "uint16_t",
    "uint32_t",   "uint64_t",     "uint8_t",     "ungetc",      "union",     "unix",      "unsetenv",
    "unsigned",   "valloc",       "vdprintf",    "vfprintf",    "vfscanf",   "void",      "volatile",
    "vprintf",    "vscanf",       "vsnprintf",   "vsprintf",    "vsscanf",   "wcstombs",  "wctomb",
    "while",      "y0",           "y1",          "yn",
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

static bool is_listed(const char *name)
{
    return bsearch(name, reserved, sizeof reserved / sizeof *reserved, sizeof *reserved, compare);
}

/* Functions of numbers of single and of extended precision are called as those of double precision, with a
 * letter more, such as expl. */
static bool is_of_other_precision(const char *name)
{
    char stem[16];
    const size_t length = strlen(name);
    if (length < 2 || length > sizeof stem || !strchr("fl", name[length - 1]))
        return false;
    memcpy(stem, name, length - 1);
    stem[length - 1] = '\0';
    return is_listed(stem);
}

bool xb_c_is_reserved(const char *name)
{
    return is_of_run_time(name) || is_allocator(name) || xb_c_is_helper(name) || is_listed(name) ||
           is_of_other_precision(name);
}
