/* SPDX-License-Identifier: BSD-3-Clause */
/* end.h - the last task: prints what was found, and ends the job. */
#ifndef APPS_WORDHIST_END_H
#define APPS_WORDHIST_END_H

#include "apps/wordhist/plan.h"

/* Its pre-slots: the plan; what was found, words or a state or nothing; and
 * that nothing else runs. */
enum { END_PLAN, END_RESULT, END_DONE, END_SLOTS };

/* Creates it on this node.  0, or an error of the runtime. */
u8 end_create(ocrGuid_t *task);

#endif
