/* SPDX-License-Identifier: BSD-3-Clause */
/* end.h - what happens when all parts are done. */
#ifndef APPS_CG_END_H
#define APPS_CG_END_H

#include "apps/cg/plan.h"

/* Creates the task that judges: p->end.  Its last slots are for the matrix and
 * the plan. */
u8 end_create(struct plan *p);

#endif
