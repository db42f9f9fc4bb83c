/* SPDX-License-Identifier: BSD-3-Clause */
/* here.h - tasks that run on the node of the task that creates them. */
#ifndef APPS_COMMON_HERE_H
#define APPS_COMMON_HERE_H

#include "ocr.h"

/* The hint to run on this node.  An error of the runtime, or 0. */
u8 here_hint(ocrHint_t *hint);

/* Creates a task of this node without parameters, with `depc` slots that are
 * open, from a template of its own, which is gone afterwards.  *output is its
 * output event, if it is not NULL.  An error of the runtime, or 0. */
u8 here_create(ocrGuid_t *task, ocrEdt_t body, u32 depc, ocrGuid_t *output);

#endif
