/*
 * Options of the engine that this one takes the place of, for those who know them.
 */
#ifndef XB_DRIVER_FORMER_H
#define XB_DRIVER_FORMER_H

/* What to do instead of giving an option of that engine which there is not here; NULL: it had none. */
const char *former_option_hint(char letter);

#endif
