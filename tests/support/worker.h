/*
 * The programs, as functions: what their main() does, under other names.
 */
#ifndef XB_TESTS_SUPPORT_WORKER_H
#define XB_TESTS_SUPPORT_WORKER_H

int xaifbooster_main(int count, char **words);
int xaif_run_main(int count, char **words);

#endif
