/* SPDX-License-Identifier: BSD-3-Clause */
/* tool.h - other programs of ours that a node starts.
 *
 * Threads: any; not in handlers of signals.
 */
#ifndef SRC_BASE_TOOL_H
#define SRC_BASE_TOOL_H

#include <stdbool.h>
#include <stddef.h>

/* Where that program is: beside the other tools, in the tree in which the
 * library was built, or where it is installed.  False: it is not there. */
bool ocr_tool_find(const char *name, const char *installed, char *path,
		   size_t bytes);

/* Where they are installed; the build makes these. */
extern const char ocr_tool_lines[];
extern const char ocr_tool_trace[];

#endif
