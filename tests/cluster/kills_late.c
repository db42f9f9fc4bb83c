/* SPDX-License-Identifier: BSD-3-Clause */
/* kills_late.c - see kills_late.h. */
#include "tests/cluster/kills_late.h"

#include <stdio.h>

/* In time: it is late whenever it ends. */
#define NEVER (-1)

static struct {
	const char *name;
	long late_ms;
	unsigned jobs, late;
	long slowest_ms;
	uint64_t seed;
} kinds[KILLS_KINDS] = {
	[KILLS_KILLED] = {"killed", 2100, 0, 0, 0, 0},
	[KILLS_STOPPED] = {"stopped for good", 2000 + 3000 + 2000, 0, 0, 0, 0},
	[KILLS_STARVED] = {"given up before anybody was hit", NEVER, 0, 0, 0,
			   0},
	[KILLS_HUNG] = {"killed, and the launcher hangs", 2100, 0, 0, 0, 0},
	[KILLS_HANDLES] = {"hit, and hangs in the launcher's handler",
			   2000 + 2100, 0, 0, 0, 0},
};

bool
kills_is_late(enum kills_kind kind, uint64_t seed, long took_ms)
{
	bool is_late = took_ms > kinds[kind].late_ms;

	kinds[kind].jobs++;
	kinds[kind].late += is_late;
	if (took_ms >= kinds[kind].slowest_ms) {
		kinds[kind].slowest_ms = took_ms;
		kinds[kind].seed = seed;
	}
	return is_late;
}

static void
print_kind(enum kills_kind i)
{
	printf("%s: %u jobs, the slowest ended after %ld ms (seed %ju), ",
	       kinds[i].name, kinds[i].jobs, kinds[i].slowest_ms,
	       (uintmax_t)kinds[i].seed);
	if (kinds[i].late_ms == NEVER)
		printf("and there should be none\n");
	else
		printf("%u after more than %ld ms\n", kinds[i].late,
		       kinds[i].late_ms);
}

void
kills_late_print(void)
{
	for (enum kills_kind i = 0; i < KILLS_KINDS; i++)
		if (kinds[i].jobs != 0)
			print_kind(i);
}
