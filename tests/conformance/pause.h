/* SPDX-License-Identifier: BSD-3-Clause */
/* pause.h - for programs whose bodies stop in the middle, so that others have
 * their turn there; in the simulator too (tests/sim/notes.h). */
#ifndef TESTS_CONFORMANCE_PAUSE_H
#define TESTS_CONFORMANCE_PAUSE_H

#include "tests/conformance/conf.h"
#include "tests/sim/notes.h"

#include <sched.h>

extern const char sim_pauses;
__attribute__((visibility("default"))) const char sim_pauses = 1;

static inline void
conf_pause(void)
{
	if (sim_pause)
		sim_pause();
	else
		sched_yield();
}

#endif
