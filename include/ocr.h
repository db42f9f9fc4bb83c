/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr.h - the Open Community Runtime, version 1.1.0: all that chapter 2 of
 * its specification describes.
 *
 * Further parts are included by name:
 *
 *   extensions/ocr-hints.h      B.1, included here: creation calls take hints
 *   extensions/ocr-labeling.h   B.2
 *   extensions/ocr-affinity.h   the nodes of the job, for hints
 *   extensions/ocr-runtime-itf.h  who runs where; storage of a task
 *   extensions/ocr-db-info.h    the size of a block
 *   extensions/ocr-legacy.h     a program with a main of its own
 *   extensions/ocr-pause.h      holding a node still, to look at it
 *   extensions/ocr-file.h, -map-creator.h, -db-partitioning.h
 *
 * Names that are out of date are in ocr-guid-functions.h, and beside the new
 * ones.
 *
 * What holds for every call:
 *
 * - Calls are made by the body of a task, on the thread that runs it.  Made
 *   elsewhere, those that return a code return OCR_EPERM; hint variables,
 *   GUIDs and PRINTF need no task.
 * - A call may take effect after it has returned, in the order of the task's
 *   calls; the GUIDs and pointers it returns are valid at once.
 * - A call returns 0 or a code of ocr-errors.h.  A code other than 0 is what
 *   could be told at once on this node, and means that nothing was done.
 *   Errors that only the owner of an object can see are reported by the
 *   runtime, not returned.
 * - Arrays and structs that are passed in stay the caller's and may be
 *   changed after the call.
 * - A hint that makes no sense is ignored.
 * - "out" pointers are written on success only, unless the comment says
 *   otherwise.
 */
#ifndef OCR_H
#define OCR_H

#include "ocr-types.h"
#include "ocr-errors.h"
#include "ocr-version.h"
#include "ocr-std.h"
#include "ocr-guid.h"
#include "ocr-guid-functions.h"
#include "ocr-db.h"
#include "ocr-edt.h"
#include "extensions/ocr-hints.h"

#endif
