/*
 * What written code says of where it comes from.
 */
#ifndef XB_DRIVER_ORIGIN_H
#define XB_DRIVER_ORIGIN_H

#include "driver/command_line.h"

/* One line: program and version, the name of the document without its folders, and the options that decide
 * what is written. It lives in the arena of the command line. */
const char *origin_of(const command_line *line);

#endif
