/* SPDX-License-Identifier: BSD-3-Clause */
/* calls.h - makes the public calls of dri.h for an end, and judges what comes
 * of them.
 */
#ifndef TESTS_DRI_SIM_CALLS_H
#define TESTS_DRI_SIM_CALLS_H

#include "tests/dri/sim/script.h"
#include "tests/dri/sim/task.h"

/* From now on they are that script's. */
void calls_begin(const struct script *s);

/* Is it the answer in a job that has lost a process, as this script wants? */
bool calls_is_lost(int status);
/* A call that must be well; false: somebody is lost. */
bool calls_ok(struct end *e, int status);
/* A call that is to be refused, and is. */
void calls_refused(struct end *e, int want, int status);

/* For messages, what the task is about to call. */
#define DO(call)    (task_doing(#call), (call))
#define OK(e, call) calls_ok((e), DO(call))

#endif
