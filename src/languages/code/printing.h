/**
 * @file
 * What printers of languages share: lines, constants, and where statements begin and end a construct. Not
 * installed.
 */
#ifndef XB_LANGUAGES_CODE_PRINTING_H
#define XB_LANGUAGES_CODE_PRINTING_H

#include "base/text.h"
#include "languages/code/source.h"

/* ---- lines ----------------------------------------------------------------------------------------------
 */

/** How a language breaks lines. */
typedef struct xb_line_style {
    size_t columns;        /**< the longest line */
    size_t margin;         /**< columns on the left that only labels stand in */
    const char *again;     /**< begins a line that goes on, in that margin; NULL: blanks */
    size_t indent;         /**< of what is within a construct */
    size_t more;           /**< of what goes on, beside that of its line */
    const char *continued; /**< ends a line that goes on */
    const char *in_text;   /**< ends one that goes on within a text in quotes, and begins the next; NULL: so
                              does   `continued`, and nothing begins */
    /** Where a line may be broken at the latest, so that it has room for limit characters; length if nowhere.
     */
    size_t (*break_at)(const char *text, size_t length, size_t limit);
    bool (*is_outside)(const char *text); /**< whether a line stands at the margin; NULL: none does */
} xb_line_style;

/** A text that is written line by line. */
typedef struct xb_lines {
    const xb_line_style *style;
    xb_output *out;      /**< where lines go */
    xb_arena *arena;     /**< for the line at hand: what it has made is freed with it */
    xb_text *text;       /**< the line at hand */
    xb_output *line;     /**< where it is written to */
    xb_arena_mark begin; /**< what the arena has before the line */
    size_t depth;        /**< how many constructs are open */
    uint64_t count;      /**< lines so far */
} xb_lines;

/** Begins the first line. @param arena for nothing else but what a line needs */
xb_lines xb_lines_begin(const xb_line_style *style, xb_arena *arena, xb_output *out);

/** Adds to the line at hand. */
void xb_lines_put(xb_lines *lines, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Ends the line at hand, which is broken where it is too long, and begins the next one. What was made in its
 * arena is gone. @return how many lines it became */
size_t xb_lines_end(xb_lines *lines);

/** Adds what a format says, as a line of its own. */
#define xb_lines_say(lines, ...) (xb_lines_put(lines, __VA_ARGS__), (void)xb_lines_end(lines))

/** An empty line. */
void xb_lines_skip(xb_lines *lines);

/* ---- statements -----------------------------------------------------------------------------------------
 */

/** Whether a unit was derived of one of the source: it is a version, or has the Jacobian of one. */
bool xb_source_is_derived(const xb_source *source, const xb_source_unit *unit);

/** Whether what follows a statement stands within its construct, as after IF or CASE. */
bool xb_source_opens(xb_source_statement_kind kind);

/** Whether a statement ends what stands within a construct, as ELSE and END_IF do. Arms of a select stand as
 * far to the left as its head: there is none before the first one. */
bool xb_source_closes(xb_source_statement_kind kind);

/** Which IFs are all of an ELSE, and go on after it, with their ends: by statement. */
bool *xb_source_chained(xb_arena *arena, const xb_source_unit *unit);

/** What a comment of one line in the source says, in whatever language it is; NULL: a statement is none. */
const char *xb_source_remark(xb_arena *arena, const xb_source_statement *statement);

/** Why a text can't stand in a language, for a message; NULL: it can. */
const char *xb_source_foreign(const xb_source_statement *statement, xb_text_language language);

/* ---- comments (comments.c) ------------------------------------------------------------------------------
 */

/** What is to be said at the beginning of a file, in one line without end; NULL: nothing. */
const char *xb_source_origin(const xb_source *source);

/** What is to be said of a unit and its arguments, line by line, each ended; NULL: nothing. */
const char *xb_source_unit_comment(xb_arena *arena, const xb_source *source, const xb_source_unit *unit);

/** What is to be said of a statement, in one line without end; NULL: nothing. */
const char *xb_source_statement_comment(xb_arena *arena, const xb_source *source,
                                        const xb_source_statement *statement);

/* ---- constants, as documents spell them -----------------------------------------------------------------
 */

/** Whether a boolean constant is true. */
bool xb_constant_is_true(const char *text);

/** The value of a number, whose exponent may begin with a d. */
double xb_constant_real(const char *text);

/** The shortest digits that mean the same number. @param single of single precision */
void xb_constant_shortest(double value, bool single, char *text, size_t room);

#endif
