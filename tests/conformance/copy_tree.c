/* SPDX-License-Identifier: BSD-3-Clause */
/* copy_tree.c - DB_COPY_PARTITION of what is itself a part of another block, by
 * a copy or by ocrDbPartition(); what is written on one node after the other
 * comes back level by level. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define WORDS  96 /* of a leaf */
#define BYTES  (WORDS * sizeof(u64))
#define LEVELS 3
#define LEAVES (1 << LEVELS)
#define ROUNDS 4
#define VISITS 4

/* A range of leaves, which is block `db`, or will be. */
struct args {
	ocrGuid_t db, up; /* where it is brought back */
	ocrGuid_t next;	  /* is told, in this slot: */
	u64 slot;
	u64 first, level, round, visits;
};

TASK(split);

TASK(bring)
{
	const struct args *a = PARAM(struct args);
	u64 offset = a->first % (2u << a->level) ? BYTES << a->level : 0;
	ocrGuid_t done;

	CHECK_OK(ocrDbCopy(a->up, offset, a->db, 0, BYTES << a->level,
			   DB_COPY_PARTITION_BACK, &done));
	conf_link(done, a->next, (u32)a->slot, DB_MODE_NULL);
	return NULL_GUID;
}

TASK(visit)
{
	struct args a = *PARAM(struct args);
	u64 seed = a.first + 100 * a.visits;
	ocrGuid_t t;

	CHECK_EQ("words of a leaf", conf_match(depv[0].ptr, WORDS, seed),
		 WORDS);
	conf_fill(depv[0].ptr, WORDS, seed + 100);
	if (++a.visits < VISITS) {
		t = conf_task(visit, a.first + a.visits, PARAMS(a), 1, NULL);
		conf_link(a.db, t, 0, DB_MODE_EW);
		return NULL_GUID;
	}
	conf_start(conf_task(bring, a.first, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

/* Half of a block, as a block. */
static void
take_half(const struct args *of, u64 half, ocrGuid_t next)
{
	struct args a = *of;
	u64 bytes;
	ocrHint_t h = conf_db_hint(a.round);
	ocrDbPart_t part;
	ocrGuid_t t, done;

	a.level--;
	bytes = BYTES << a.level;
	part = (ocrDbPart_t){half * bytes, bytes, NULL_GUID};
	a.first += half << a.level;
	a.up = of->db;
	a.next = next;
	a.slot = half;
	if ((a.round + a.level) % 4 == 3) {
		OK(ocrDbPartition(a.up, 1, &part, 0));
		done = a.db = part.guid;
	} else {
		OK(ocrDbCreate(&a.db, NULL, bytes, DB_PROP_NO_ACQUIRE, &h,
			       NO_ALLOC));
		OK(ocrDbCopy(a.db, 0, a.up, half * bytes, bytes,
			     DB_COPY_PARTITION, &done));
	}
	t = conf_task(a.level ? split : visit, a.first, PARAMS(a), 1, NULL);
	conf_link(done, t, 0, a.level ? DB_MODE_NULL : DB_MODE_EW);
}

TASK(split)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t t = conf_task(bring, a->first, PARAMS(*a), 2, NULL);

	take_half(a, 0, t);
	take_half(a, 1, t);
	return NULL_GUID;
}

TASK(judge)
{
	const struct args *a = PARAM(struct args);

	for (u64 i = 0; i < LEAVES; i++)
		CHECK_EQ("words at the end",
			 conf_match((u64 *)depv[2].ptr + i * WORDS, WORDS,
				    i + 100 * VISITS),
			 WORDS);
	CHECK_OK(ocrDbDestroy(a->db));
	conf_start(a->next, (u32)a->slot);
	return NULL_GUID;
}

TASK(start)
{
	struct args a = *PARAM(struct args);
	u64 *p = conf_block(&a.db, a.round, LEAVES * BYTES);
	ocrGuid_t t = conf_task(judge, a.round, PARAMS(a), 3, NULL);

	for (u64 i = 0; i < LEAVES; i++)
		conf_fill(p + i * WORDS, WORDS, i);
	CHECK_OK(ocrDbRelease(a.db));
	conf_link(a.db, t, 2, DB_MODE_RO);
	a.level = LEVELS;
	take_half(&a, 0, t);
	take_half(&a, 1, t);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.next = conf_end(ROUNDS)};

	for (; a.round < ROUNDS; a.round++) {
		a.slot = a.round;
		conf_start(conf_task(start, a.round / 2, PARAMS(a), 1, NULL),
			   0);
	}
	return NULL_GUID;
}
