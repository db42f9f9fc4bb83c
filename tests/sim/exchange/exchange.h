/* SPDX-License-Identifier: BSD-3-Clause */
/* exchange.h - a random program that is made for the short ways between nodes
 * (PROTOCOL.md, 4.17): tiles give each other's borders back with their own, and
 * send errands, tasks that are created in brief.
 *
 * What is done in which step is a function of the seed, so each task knows it,
 * and how many slots the last one has.  None is in a finish scope, which would
 * keep it from being brief.
 */
#ifndef TESTS_SIM_EXCHANGE_EXCHANGE_H
#define TESTS_SIM_EXCHANGE_EXCHANGE_H

#include "tests/conformance/conf.h"

#define TILES_MOST 4
#define WAITERS	   3   /* for an errand, at most */
#define FAR_SLOT   256 /* has no room in a creation in brief */

/* What all know. */
struct job {
	ocrGuid_t step, late, look, away, home, rest; /* templates */
	ocrGuid_t channels, end;
	u64 seed, tiles, steps;
};

/* What may be in a step of a tile, beside its borders: each of them meets a
 * slot of the last task. */
enum thing { LATE, LOOK, AWAY, HOME, THINGS = HOME + WAITERS };

/* Below n, of that step. */
u64 exchange_pick(const struct job *j, u64 tile, u64 step, u64 what, u64 n);
/* The slot of the last task. */
u32 exchange_slot(const struct job *j, u64 tile, u64 step, unsigned thing);

/* Is there an errand, and has it that thing? */
bool exchange_has_errand(const struct job *j, u64 tile, u64 step,
			 unsigned thing);
void exchange_errand(const struct job *j, u64 tile, u64 step);
/* Its bodies. */
ocrGuid_t exchange_away(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);
ocrGuid_t exchange_home(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);
ocrGuid_t exchange_rest(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);

#endif
