/* SPDX-License-Identifier: BSD-3-Clause */
/* calls.c - one process may be lost, if the script says so. */
#include "tests/dri/sim/calls.h"

static bool is_lossy;

void
calls_begin(const struct script *s)
{
	is_lossy = s->is_lossy;
}

bool
calls_is_lost(int status)
{
	return status == DRI_ERR_SYSTEM && is_lossy;
}

bool
calls_ok(struct end *e, int status)
{
	if (status == DRI_SUCCESS)
		return true;
	if (!calls_is_lost(status))
		worlds_fail("%s, %s rank %d: %s", e->course->name,
			    e->side == DRI_SEND ? "send" : "receive", e->rank,
			    DRI_strerror(status));
	e->is_lost = true;
	return false;
}

void
calls_refused(struct end *e, int want, int status)
{
	if (calls_is_lost(status))
		e->is_lost = true;
	else if (status != want)
		worlds_fail("%s, %s rank %d: \"%s\", not \"%s\"",
			    e->course->name,
			    e->side == DRI_SEND ? "send" : "receive", e->rank,
			    DRI_strerror(status), DRI_strerror(want));
}
