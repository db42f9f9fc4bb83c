/* SPDX-License-Identifier: BSD-3-Clause */
/* stays.c - blocks of 64 KiB that tasks read in the packets that brought them.
 *
 *   node 0: fill 160 blocks -----------------------> the next round
 *   node 1:    \--> ask, read all --> write one, read all again --/
 *
 * More than stay at a time, and than there are packets to receive with: who
 * loses one stands still, and who receives into one that is read reads something
 * else.  One block is read with all the others of its kind, and
 * written afterwards: by then its bytes have left their packet.
 */
#include "tests/conformance/conf.h"

#define BLOCKS 160
#define WORDS  8192
#define ROUNDS 6
#define LINE   64

struct round {
	u64 n;
	ocrGuid_t end;
	ocrGuid_t block[BLOCKS];
};

static void
start_on(ocrEdt_t func, u64 node, struct round *r, ocrDbAccessMode_t first)
{
	ocrGuid_t t = conf_task(func, node, PARAMS(*r), BLOCKS, NULL);

	for (u32 i = 0; i < BLOCKS; i++)
		conf_link(r->block[i], t, i, i ? DB_MODE_CONST : first);
}

/* How many of them, from that one on, are as they were written, and begin a
 * line. */
static u64
good(const struct round *r, const ocrEdtDep_t *depv, u32 from)
{
	u64 n = 0;

	for (u32 i = from; i < BLOCKS; i++)
		n += (uintptr_t)depv[i].ptr % LINE == 0 &&
		     conf_match(depv[i].ptr, WORDS, r->n * BLOCKS + i) == WORDS;
	return n;
}

TASK(fill);

/* On node 0, where the blocks are. */
TASK(look)
{
	struct round r = *PARAM(struct round);
	ocrGuid_t t;

	CHECK_EQ("words written by node 1", conf_match(depv[0].ptr, WORDS, r.n),
		 WORDS);
	CHECK_EQ("good blocks", good(&r, depv, 1), BLOCKS - 1);
	for (u32 i = 0; i < BLOCKS; i++)
		CHECK_OK(ocrDbDestroy(r.block[i]));
	if (++r.n == ROUNDS) {
		PRINTF("all blocks were as they were written\n");
		conf_start(r.end, 0);
		return NULL_GUID;
	}
	t = conf_task(fill, 0, PARAMS(r), 1, NULL);
	conf_start(t, 0);
	return NULL_GUID;
}

/* On node 1, with all but the first from what is kept there. */
TASK(write_one)
{
	struct round r = *PARAM(struct round);

	CHECK_EQ("good blocks", good(&r, depv, 0), BLOCKS);
	conf_fill(depv[0].ptr, WORDS, r.n);
	CHECK_OK(ocrDbRelease(depv[0].guid));
	start_on(look, 0, &r, DB_MODE_CONST);
	return NULL_GUID;
}

/* How many of them an address sanitizer sees alone: those in their packets.  In
 * the window there is another behind most of them. */
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>

static u64
guarded(const ocrEdtDep_t *depv)
{
	u64 n = 0;

	for (u32 i = 0; i < BLOCKS; i++) {
		const char *p = depv[i].ptr;

		n += __asan_address_is_poisoned(p - 1) &&
		     __asan_address_is_poisoned(p + WORDS * sizeof(u64));
	}
	return n;
}
#else
static u64
guarded(const ocrEdtDep_t *depv)
{
	(void)depv;
	return 0;
}
#endif

TASK(read_all)
{
	struct round r = *PARAM(struct round);
	static u64 n_guarded;

	n_guarded += guarded(depv);
	if (r.n == ROUNDS - 1)
		PRINTF("%u blocks were guarded\n", (unsigned)n_guarded);
	CHECK_EQ("good blocks", good(&r, depv, 0), BLOCKS);
	start_on(write_one, 1, &r, DB_MODE_RW);
	return NULL_GUID;
}

/* What is asked for from here comes with a grant, not with a satisfaction. */
TASK(ask)
{
	struct round r = *PARAM(struct round);

	start_on(read_all, 1, &r, DB_MODE_CONST);
	return NULL_GUID;
}

TASK(fill)
{
	struct round r = *PARAM(struct round);

	for (u32 i = 0; i < BLOCKS; i++) {
		conf_fill(conf_block(&r.block[i], 0, WORDS * sizeof(u64)),
			  WORDS, r.n * BLOCKS + i);
		CHECK_OK(ocrDbRelease(r.block[i]));
	}
	conf_start(conf_task(ask, 1, PARAMS(r), 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	struct round r = {.end = conf_end(1)};

	CHECK(conf_nodes() == 2, "this needs two nodes");
	conf_start(conf_task(fill, 0, PARAMS(r), 1, NULL), 0);
	return NULL_GUID;
}
