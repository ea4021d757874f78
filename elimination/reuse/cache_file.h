/**
 * @file
 * Cache files: what was solved, kept from run to run.
 *
 * The first line is "xaifbooster elimination cache 1". Each other line is an entry of seven words, separated
 * by blanks, sorted: what was asked for; what was spent (- for nothing, else
 * method:seed:chains:steps:milliseconds:states, * being no limit); what it costs, the five numbers that are
 * compared; the order that was chosen; the two words of part_key.h; and the eliminations, - for none: vJ
 * (vertex), fI>J (front), bI>J (back), pI>J:K (pre-routing by way of K), qI>J:K (post-routing), separated by
 * commas. Eliminations of a line graph follow a colon: vJ, fI>J, bJ>K, xI>J>K (face).
 */
#ifndef XB_ELIMINATION_REUSE_CACHE_FILE_H
#define XB_ELIMINATION_REUSE_CACHE_FILE_H

#include "elimination/reuse/reuse.h"

/**
 * Reads a cache file. One that doesn't exist, or is empty, has no entries. Entries that are damaged are left
 * out, with a warning.
 * @param reuse receives the entries, and the name of the file
 * @return XB_STATUS_OK; XB_STATUS_INVALID if the file is no cache, which must not be overwritten then;
 * XB_STATUS_FAILED if it can't be read
 */
xb_status xb_cache_file_read(xb_reuse *reuse, const char *file);

/** Reads what was in a file, as xb_cache_file_read(). @param text length bytes; may be NULL if there are none
 */
xb_status xb_cache_file_parse(xb_reuse *reuse, const char *file, const char *text, size_t length);

/** Takes up what other processes have written to the file since it was read, before its text is made. */
void xb_cache_file_take_up(xb_reuse *reuse);

/**
 * The text of the file.
 * @param arena where it is allocated
 * @param length receives its length
 */
const char *xb_cache_file_text(const xb_reuse *reuse, xb_arena *arena, size_t *length);

#endif
