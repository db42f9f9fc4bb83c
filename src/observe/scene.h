/* SPDX-License-Identifier: BSD-3-Clause */
/* scene.h - what a task had, and how it came there, when a signal stopped it.
 *
 * Knows the task that the calling thread runs; does not know why it was
 * stopped (fault.h).
 * Promise: no lock is waited for, no memory allocated, and each line is one
 * write(2).  What the task has written over may make it fault.
 * Threads: that of the task, in a handler of signals.
 */
#ifndef SRC_OBSERVE_SCENE_H
#define SRC_OBSERVE_SCENE_H

#include "src/data/view.h"

#include <stdbool.h>
#include <stdint.h>

/* The block of the task in which that address lies, or just beside. */
bool ocr_scene_find(uintptr_t at, struct ocr_view_info *info);

/* The lines below the one that says what has happened: where that was, the
 * task's slots and blocks, and the calls.  `context`: the handler's. */
void ocr_scene_tell(const void *context);

#endif
