/* SPDX-License-Identifier: BSD-3-Clause */
/* own.c - see own.h. */
#include "tests/sim/own.h"

#include "fabric/log.h"

#include <stdlib.h>

/* Outside of jobs nobody is a node. */
_Thread_local volatile unsigned sim_own_depth = 1;

static void *
is_there(void *p)
{
	sim_own_depth--;
	if (!p)
		ocr_bug("the simulation is out of memory");
	return p;
}

void *
sim_own_calloc(size_t n, size_t size)
{
	sim_own_depth++;
	return is_there(calloc(n ? n : 1, size));
}

void *
sim_own_realloc(void *p, size_t n, size_t size)
{
	sim_own_depth++;
	return is_there(realloc(p, n * size));
}
