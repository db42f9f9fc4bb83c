/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_json.h - what is written for viewers, as JSON.
 *
 * Threads: none.
 */
#ifndef SRC_TOOLS_TRACE_JSON_H
#define SRC_TOOLS_TRACE_JSON_H

#include <stdio.h>

/* In quotes; inside of a page, too. */
void ocr_trace_put_text(const char *s, FILE *out);

#endif
