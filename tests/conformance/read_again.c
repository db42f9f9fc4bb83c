/* SPDX-License-Identifier: BSD-3-Clause */
/* read_again.c - tasks of all nodes read two blocks again and again, so that
 * the nodes keep copies; then somebody writes, and all read the new bytes. */
#include "tests/conformance/conf.h"

#define ROUNDS 4
#define READS  5
#define SMALL  60
#define LARGE  700

struct args {
	ocrGuid_t reader, writer; /* templates */
	ocrGuid_t then;		  /* the task that writes next */
	u64 round, turn, node;
};

static const ocrDbAccessMode_t read_modes[] = {DB_MODE_CONST, DB_MODE_RO};

static void
begin_reading(const struct args *from, ocrGuid_t small, ocrGuid_t large)
{
	struct args a = *from;
	ocrDbAccessMode_t mode = read_modes[(a.turn + a.node) % 2];
	ocrGuid_t t =
		conf_spawn(a.reader, a.node, PARAMS(a), 2, EDT_PROP_NONE, NULL);

	conf_link(small, t, 0, mode);
	conf_link(large, t, 1, mode);
}

static u64
count_wrong(const u64 *p, u64 n, u64 round)
{
	u64 wrong = 0;

	for (u64 i = 0; i < n; i++)
		wrong += p[i] != conf_word(n, i) + round;
	return wrong;
}

TASK(read)
{
	struct args a = *PARAM(struct args);

	CHECK_EQ("wrong words of the small block",
		 count_wrong(depv[0].ptr, SMALL, a.round), 0);
	CHECK_EQ("wrong words of the large block",
		 count_wrong(depv[1].ptr, LARGE, a.round), 0);
	if (++a.turn < READS)
		begin_reading(&a, depv[0].guid, depv[1].guid);
	else
		conf_link(NULL_GUID, a.then, (u32)a.node, DB_MODE_NULL);
	return NULL_GUID;
}

/* One round: a chain of readers on each node, and who writes after them. */
static void
begin_round(struct args *a, ocrGuid_t small, ocrGuid_t large)
{
	u32 n = (u32)conf_nodes();

	a->then = conf_spawn(a->writer, a->round + 1, PARAMS(*a), n + 2,
			     EDT_PROP_NONE, NULL);
	conf_link(small, a->then, n, a->round % 2 ? DB_MODE_RW : DB_MODE_EW);
	conf_link(large, a->then, n + 1, DB_MODE_EW);
	a->turn = 0;
	for (a->node = 0; a->node < n; a->node++)
		begin_reading(a, small, large);
}

TASK(write)
{
	struct args a = *PARAM(struct args);
	u64 *small = depv[depc - 2].ptr, *large = depv[depc - 1].ptr;

	for (u64 i = 0; i < SMALL; i++)
		small[i]++;
	for (u64 i = 0; i < LARGE; i++)
		large[i]++;
	CHECK_OK(ocrDbRelease(depv[depc - 2].guid));
	CHECK_OK(ocrDbRelease(depv[depc - 1].guid));
	if (++a.round < ROUNDS) {
		begin_round(&a, depv[depc - 2].guid, depv[depc - 1].guid);
		return NULL_GUID;
	}
	CHECK_OK(ocrDbDestroy(depv[depc - 2].guid));
	CHECK_OK(ocrDbDestroy(depv[depc - 1].guid));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.reader = conf_template(read),
			 .writer = conf_template(write)};
	ocrGuid_t small, large;

	conf_fill(conf_block(&small, 1, SMALL * sizeof(u64)), SMALL, SMALL);
	conf_fill(conf_block(&large, 2, LARGE * sizeof(u64)), LARGE, LARGE);
	CHECK_OK(ocrDbRelease(small));
	CHECK_OK(ocrDbRelease(large));
	begin_round(&a, small, large);
	return NULL_GUID;
}
