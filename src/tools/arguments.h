/* SPDX-License-Identifier: BSD-3-Clause */
/* arguments.h - what the tools are called with. */
#ifndef SRC_TOOLS_ARGUMENTS_H
#define SRC_TOOLS_ARGUMENTS_H

/* The arguments, with --OPTION=VALUE as two of them for each of these options;
 * the list ends with NULL.  To be freed, but for the words; NULL: no memory. */
char **ocr_arguments_split(int *argc, char **argv,
			   const char *const *with_value);

#endif
