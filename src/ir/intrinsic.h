/**
 * @file
 * Intrinsics and boolean operations: the one table of what is known of them by name.
 *
 * Reader, verifier, analyses, generators, evaluator and pictures ask here how many operands there may be, and
 * of what type and rank the result is. What an intrinsic computes is the evaluator's; what its derivative is,
 * and whether it is smooth, is said by catalogues, which know further intrinsics, too.
 */
#ifndef XB_IR_INTRINSIC_H
#define XB_IR_INTRINSIC_H

#include "base/names.h"
#include "ir/symbol.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Intrinsics and boolean operations that are known, in order of names. */
typedef enum xb_intrinsic_code {
    XB_INTRINSIC_NONE, /**< not known */
    XB_INTRINSIC_ABS,
    XB_INTRINSIC_ACHAR,
    XB_INTRINSIC_ADD,
    XB_INTRINSIC_ADJUSTL,
    XB_INTRINSIC_ADJUSTR,
    XB_INTRINSIC_AINT,
    XB_INTRINSIC_ALL,
    XB_INTRINSIC_ALLOCATED,
    XB_INTRINSIC_AND,
    XB_INTRINSIC_ANINT,
    XB_INTRINSIC_ANY,
    XB_INTRINSIC_ARCCOS,
    XB_INTRINSIC_ARCCOSD,
    XB_INTRINSIC_ARCCOSH,
    XB_INTRINSIC_ARCCOSPI,
    XB_INTRINSIC_ARCSIN,
    XB_INTRINSIC_ARCSIND,
    XB_INTRINSIC_ARCSINH,
    XB_INTRINSIC_ARCSINPI,
    XB_INTRINSIC_ARCTAN2,
    XB_INTRINSIC_ARCTAN,
    XB_INTRINSIC_ARCTAN_SCAL_SCAL,
    XB_INTRINSIC_ARCTAND,
    XB_INTRINSIC_ARCTAND_SCAL_SCAL,
    XB_INTRINSIC_ARCTANH,
    XB_INTRINSIC_ARCTANPI,
    XB_INTRINSIC_ARCTANPI_SCAL_SCAL,
    XB_INTRINSIC_ASSOCIATED,
    XB_INTRINSIC_BESSEL_J0,
    XB_INTRINSIC_BESSEL_J1,
    XB_INTRINSIC_BESSEL_JN,
    XB_INTRINSIC_BESSEL_Y0,
    XB_INTRINSIC_BESSEL_Y1,
    XB_INTRINSIC_BESSEL_YN,
    XB_INTRINSIC_BIT_SIZE,
    XB_INTRINSIC_BOGUS_CEIL,
    XB_INTRINSIC_BOGUS_FLOOR,
    XB_INTRINSIC_BOGUS_MODULO,
    XB_INTRINSIC_BOGUS_ROUND,
    XB_INTRINSIC_BTEST,
    XB_INTRINSIC_CBRT,
    XB_INTRINSIC_CEILING,
    XB_INTRINSIC_CHAR,
    XB_INTRINSIC_COMPLEX,
    XB_INTRINSIC_CONCAT,
    XB_INTRINSIC_CONJ,
    XB_INTRINSIC_COPYSIGN,
    XB_INTRINSIC_COS,
    XB_INTRINSIC_COSD,
    XB_INTRINSIC_COSH,
    XB_INTRINSIC_COSPI,
    XB_INTRINSIC_COUNT_TRUE,
    XB_INTRINSIC_CSHIFT,
    XB_INTRINSIC_DBLE,
    XB_INTRINSIC_DIGITS,
    XB_INTRINSIC_DIM,
    XB_INTRINSIC_DIV,
    XB_INTRINSIC_DOT_PRODUCT,
    XB_INTRINSIC_DPROD,
    XB_INTRINSIC_EOSHIFT,
    XB_INTRINSIC_EPSILON,
    XB_INTRINSIC_EQUAL,
    XB_INTRINSIC_ERF,
    XB_INTRINSIC_ERFC,
    XB_INTRINSIC_ERFC_SCALED,
    XB_INTRINSIC_EXP2,
    XB_INTRINSIC_EXP,
    XB_INTRINSIC_EXPM1,
    XB_INTRINSIC_EXPONENT,
    XB_INTRINSIC_FDIM,
    XB_INTRINSIC_FLOOR,
    XB_INTRINSIC_FMA,
    XB_INTRINSIC_FMAX,
    XB_INTRINSIC_FMIN,
    XB_INTRINSIC_FMOD,
    XB_INTRINSIC_FRACTION,
    XB_INTRINSIC_GAMMA,
    XB_INTRINSIC_GREATER_OR_EQUAL,
    XB_INTRINSIC_GREATER_THAN,
    XB_INTRINSIC_HUGE,
    XB_INTRINSIC_HYPOT,
    XB_INTRINSIC_IABS,
    XB_INTRINSIC_IACHAR,
    XB_INTRINSIC_IAND,
    XB_INTRINSIC_IBCLR,
    XB_INTRINSIC_IBSET,
    XB_INTRINSIC_ICHAR,
    XB_INTRINSIC_IEOR,
    XB_INTRINSIC_ILOGB,
    XB_INTRINSIC_IMAG,
    XB_INTRINSIC_INDEX,
    XB_INTRINSIC_INT,
    XB_INTRINSIC_IOR,
    XB_INTRINSIC_IS_CONTIGUOUS,
    XB_INTRINSIC_ISHFT,
    XB_INTRINSIC_KIND,
    XB_INTRINSIC_LBOUND,
    XB_INTRINSIC_LDEXP,
    XB_INTRINSIC_LEN,
    XB_INTRINSIC_LEN_TRIM,
    XB_INTRINSIC_LESS_OR_EQUAL,
    XB_INTRINSIC_LESS_THAN,
    XB_INTRINSIC_LGAMMA,
    XB_INTRINSIC_LN,
    XB_INTRINSIC_LOG10,
    XB_INTRINSIC_LOG1P,
    XB_INTRINSIC_LOG2,
    XB_INTRINSIC_LOGB,
    XB_INTRINSIC_LRINT,
    XB_INTRINSIC_LROUND,
    XB_INTRINSIC_MATMUL,
    XB_INTRINSIC_MAXEXPONENT,
    XB_INTRINSIC_MAXLOC,
    XB_INTRINSIC_MERGE,
    XB_INTRINSIC_MINEXPONENT,
    XB_INTRINSIC_MINLOC,
    XB_INTRINSIC_MINUS,
    XB_INTRINSIC_MOD,
    XB_INTRINSIC_MODULO,
    XB_INTRINSIC_MUL,
    XB_INTRINSIC_NC_MAX,
    XB_INTRINSIC_NC_MAXVAL,
    XB_INTRINSIC_NC_MIN,
    XB_INTRINSIC_NC_MINVAL,
    XB_INTRINSIC_NEARBYINT,
    XB_INTRINSIC_NEAREST,
    XB_INTRINSIC_NEXTAFTER,
    XB_INTRINSIC_NINT,
    XB_INTRINSIC_NORM2,
    XB_INTRINSIC_NOT,
    XB_INTRINSIC_NOT_EQUAL,
    XB_INTRINSIC_NOT_SCAL,
    XB_INTRINSIC_OAD_TAN,
    XB_INTRINSIC_OR,
    XB_INTRINSIC_OVERLAY,
    XB_INTRINSIC_PACK,
    XB_INTRINSIC_POW,
    XB_INTRINSIC_PRECISION,
    XB_INTRINSIC_PRESENT,
    XB_INTRINSIC_PRODUCT,
    XB_INTRINSIC_RADIX,
    XB_INTRINSIC_RANGE,
    XB_INTRINSIC_RANK,
    XB_INTRINSIC_REAL,
    XB_INTRINSIC_REMAINDER,
    XB_INTRINSIC_REPEAT,
    XB_INTRINSIC_RESHAPE,
    XB_INTRINSIC_RINT,
    XB_INTRINSIC_ROUND,
    XB_INTRINSIC_RRSPACING,
    XB_INTRINSIC_SCALBN,
    XB_INTRINSIC_SCALE,
    XB_INTRINSIC_SCAN,
    XB_INTRINSIC_SET_EXPONENT,
    XB_INTRINSIC_SHAPE,
    XB_INTRINSIC_SIGN,
    XB_INTRINSIC_SIN,
    XB_INTRINSIC_SIND,
    XB_INTRINSIC_SINH,
    XB_INTRINSIC_SINPI,
    XB_INTRINSIC_SIZE,
    XB_INTRINSIC_SPACING,
    XB_INTRINSIC_SPREAD,
    XB_INTRINSIC_SQRT,
    XB_INTRINSIC_STRING_EQ,
    XB_INTRINSIC_STRING_GE,
    XB_INTRINSIC_STRING_GT,
    XB_INTRINSIC_STRING_LE,
    XB_INTRINSIC_STRING_LT,
    XB_INTRINSIC_STRING_NE,
    XB_INTRINSIC_SUB,
    XB_INTRINSIC_SUBSTRING,
    XB_INTRINSIC_SUM,
    XB_INTRINSIC_TAN,
    XB_INTRINSIC_TAND,
    XB_INTRINSIC_TANH,
    XB_INTRINSIC_TANPI,
    XB_INTRINSIC_TINY,
    XB_INTRINSIC_TRANSFER,
    XB_INTRINSIC_TRANSPOSE,
    XB_INTRINSIC_TRIM,
    XB_INTRINSIC_TRUNC,
    XB_INTRINSIC_UBOUND,
    XB_INTRINSIC_UNPACK,
    XB_INTRINSIC_VERIFY,
    XB_INTRINSIC_XOR,
    XB_INTRINSIC_COUNT
} xb_intrinsic_code;

/** How the rank of the result follows from the operands. */
typedef enum xb_intrinsic_form {
    XB_FORM_UNKNOWN,
    XB_FORM_ELEMENTAL,  /**< applied element by element: the greatest rank of the operands */
    XB_FORM_SAME,       /**< that of operand 1 */
    XB_FORM_SCALAR,     /**< 0 */
    XB_FORM_VECTOR,     /**< 1 */
    XB_FORM_BOUNDS,     /**< 1; 0 with a dimension */
    XB_FORM_REDUCTION,  /**< 0; one less along a dimension */
    XB_FORM_LOCATION,   /**< 1; one less along a dimension */
    XB_FORM_TRANSPOSED, /**< 2, dimensions exchanged */
    XB_FORM_MULTIPLIED, /**< that of a product of matrices and vectors */
    XB_FORM_SPREAD,     /**< one more */
    XB_FORM_RESHAPED,   /**< the number of elements of operand 2 */
    XB_FORM_OTHER       /**< decided by values */
} xb_intrinsic_form;

/** How the type of the result follows from the widest of the operands. */
typedef enum xb_intrinsic_result {
    XB_RESULT_UNKNOWN,
    XB_RESULT_NUMERIC,   /**< the same */
    XB_RESULT_MAGNITUDE, /**< the same; real of complex operands */
    XB_RESULT_FLOATING,  /**< complex of complex operands, else real */
    XB_RESULT_ANY,       /**< that of operand 1, be it no number */
    XB_RESULT_MOULD,     /**< that of operand 2, be it no number */
    XB_RESULT_INTEGER,
    XB_RESULT_REAL,
    XB_RESULT_DOUBLE, /**< real, of double precision */
    XB_RESULT_COMPLEX,
    XB_RESULT_BOOL,
    XB_RESULT_CHAR,
    XB_RESULT_STRING
} xb_intrinsic_result;

/** What is known of an intrinsic. None of them has side effects. */
typedef struct xb_intrinsic_facts {
    const char *name;     /**< as in catalogues, such as "add_scal_scal" */
    unsigned least, most; /**< numbers of operands */
    xb_intrinsic_form form;
    xb_intrinsic_result result;
    const char *sign; /**< what people write between two operands, with its blanks; NULL: it is written as a
                         function */
    unsigned
        padding; /**< operand (from 1) whose elements are in the result beside those of operand 1; 0: none */
    unsigned kind;     /**< operand (from 1) that is the kind of the result, in bytes; 0: there is none */
    bool inquiry;      /**< reads no values of operand 1 */
    bool is_operation; /**< a boolean operation */
} xb_intrinsic_facts;

/** What is known of an intrinsic. Of XB_INTRINSIC_NONE it is a row without a name where all is unknown. */
const xb_intrinsic_facts *xb_intrinsic_facts_of(xb_intrinsic_code code);

/**
 * Whether equal operands give equal results each time, and nothing else happens: of all intrinsics that are
 * known. Of one that is not known it is not assumed.
 */
bool xb_intrinsic_is_pure(xb_intrinsic_code code);

enum { XB_BOOLEAN_OPERATIONS = 10 };

/** The names of boolean operations in the order of the format, then NULL. */
extern const char *const xb_boolean_operations[XB_BOOLEAN_OPERATIONS + 1];

/** The intrinsic of a name of a program, which may be in the spelling of a front end, such as "sum" for
 * "sum_arr". Takes constant time. */
xb_intrinsic_code xb_intrinsic_named(const xb_name *name);

/** What the name of an intrinsic begins with that writes to the trace of a run what it decides. */
#define XB_INTRINSIC_TRACED "oad_"

/** The name under which an intrinsic that is not smooth computes the same, and writes to the trace of a run
 * what it decides: its own if it does already; NULL if it has none. Takes time for the length of the name. */
const char *xb_intrinsic_traced_name(const char *name);

/** Whether a name is one of an intrinsic that writes to the trace of a run. */
bool xb_intrinsic_is_traced(const xb_name *name);

/** The intrinsic of this very name. */
xb_intrinsic_code xb_intrinsic_find(const char *name);

/** The type of the result. @param operands the widest type of the operands; XB_TYPE_VOID, which is not known,
 * counts as real */
xb_type xb_intrinsic_result_type(xb_intrinsic_code code, xb_type operands);

/** Enters the names of intrinsics into the table of names of a program, which must be new:
 * xb_intrinsic_named() knows them by their places. */
void xb_intrinsic_enter_names(xb_names *names);

#ifdef __cplusplus
}
#endif

#endif
