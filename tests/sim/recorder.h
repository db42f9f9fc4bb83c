/* SPDX-License-Identifier: BSD-3-Clause */
/* recorder.h - follows every op of a simulated job from the task to the object,
 * and checks the object model.
 *
 * Definition 1 of "Consistency model for runtime objects in the Open Community
 * Runtime": two operations of which one happens before the other, and which
 * change the same object, change it in that order.  Happens-before is built
 * from the rules of its appendix C, out of what tasks asked for and what events
 * did, and not from what the runtime believes:
 *
 *   - a task's ops follow its beginning and each other; its beginning follows
 *     its creation and the satisfaction of all its slots (rules 6 and 1);
 *   - what an event satisfies follows all satisfactions of the event, and the
 *     dependence (rules 2 to 5); of a channel event, those of that generation;
 *   - what a finish task does after its body follows the last op of all tasks
 *     inside.
 *
 * Pairs whose order nobody can tell are exempt (commute() in recorder.c), as
 * the text allows: an implementation has "to guarantee providing equivalent
 * results".  Reported as well: a finish task that goes on before a task inside
 * has ended; an op that is lost, where all that was under way at the end is
 * delivered (--strict).  One that takes effect twice ends the run at once.
 * Not followed: creations, which come first because everything else is parked,
 * and the acquisition of blocks.
 *
 * What tasks read and write in blocks is checked against the memory model
 * (memory.h), if the program says what it does (notes.h).
 */
#ifndef TESTS_SIM_RECORDER_H
#define TESTS_SIM_RECORDER_H

#include "src/base/observer.h"
#include "tests/sim/memory.h"

#include <stdbool.h>
#include <stdio.h>

struct recorder;

/* Violations are written to `out`. */
struct recorder *recorder_open(enum ocr_protocol protocol, FILE *out);
/* What the nodes of the job are given as their observer. */
struct ocr_observer *recorder_observer(struct recorder *r);
/* What blocks hold; and the task that runs now, with its last operation. */
struct memory *recorder_memory(struct recorder *r, ocrGuid_t *task,
			       uint32_t *op);
/* Of what all ops have done, in which order: that of two runs is the same if
 * those are, however each op came to its object. */
uint64_t recorder_digest(const struct recorder *r);
/* How often the model was violated; closes.  If all that was under way has been
 * delivered, an op that has not taken effect is lost, and that counts too. */
uint64_t recorder_close(struct recorder *r, bool delivered);

#endif
