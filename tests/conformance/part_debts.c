/* SPDX-License-Identifier: BSD-3-Clause */
/* part_debts.c - a task sets a hint of a block of each node, and cuts another
 * block of each node at once.  Who comes behind that finds all of it, however
 * many nodes there are.
 */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define ROUNDS 4
#define MOST   8 /* nodes that have blocks */
#define WORDS  64

struct args {
	ocrGuid_t hinted[MOST], cut[MOST];
	u64 round;
};

static u32
owners(void)
{
	u64 n = conf_nodes();

	return (u32)(n < MOST ? n : MOST);
}

static void
give(ocrGuid_t db, s64 value)
{
	ocrHint_t h;

	OK(ocrHintInit(&h, OCR_HINT_DB_T));
	OK(ocrSetHintValue(&h, OCR_HINT_DB_LAZY, (u64)value));
	OK(ocrSetHint(db, &h));
}

static s64
hint_of(ocrGuid_t db)
{
	ocrHint_t h;
	s64 value = -1;

	OK(ocrHintInit(&h, OCR_HINT_DB_T));
	OK(ocrGetHint(db, &h));
	OK(ocrGetHintValue(&h, OCR_HINT_DB_LAZY, &value));
	return value;
}

/* Slot: a part. */
TASK(write_part)
{
	u64 *p = depv[0].ptr;

	CHECK(p, "there is no part");
	for (u64 i = 0; i < WORDS; i++)
		p[i]++;
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

/* Slots: each block that was cut. */
TASK(turn)
{
	struct args a = *PARAM(struct args);
	ocrDbPart_t parts[MOST];
	u32 n = owners();
	ocrGuid_t next;

	for (u32 i = 0; i < n; i++) {
		const u64 *p = depv[i].ptr;

		CHECK(p, "there is no block");
		for (u64 k = 0; k < WORDS; k++)
			CHECK_EQ("a word", p[k], a.round);
		CHECK_EQ("a hint", hint_of(a.hinted[i]), a.round);
		CHECK_OK(ocrDbRelease(a.cut[i]));
	}
	if (a.round == ROUNDS) {
		ocrShutdown();
		return NULL_GUID;
	}
	a.round++;
	next = conf_task(turn, a.round, PARAMS(a), n, NULL);
	for (u32 i = 0; i < n; i++) {
		parts[i] = (ocrDbPart_t){0, WORDS * sizeof(u64), NULL_GUID};
		give(a.hinted[i], (s64)a.round);
	}
	for (u32 i = n; i-- > 0;)
		CHECK_OK(ocrDbPartition(a.cut[i], 1, &parts[i], 0));
	for (u32 i = 0; i < n; i++) {
		conf_link(parts[i].guid,
			  conf_task(write_part, i + 1, NO_PARAMS, 1, NULL), 0,
			  DB_MODE_EW);
		conf_link(a.cut[i], next, i, DB_MODE_RO);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.round = 0};
	u32 n = owners();
	ocrGuid_t first;

	for (u32 i = 0; i < n; i++) {
		u64 *p = conf_block(&a.cut[i], i, WORDS * sizeof(u64));

		CHECK(p, "there is no block");
		memset(p, 0, WORDS * sizeof(u64));
		CHECK_OK(ocrDbRelease(a.cut[i]));
		a.hinted[i] = conf_number(i, 0);
		give(a.hinted[i], 0);
	}
	first = conf_task(turn, 0, PARAMS(a), n, NULL);
	for (u32 i = 0; i < n; i++)
		conf_link(a.cut[i], first, i, DB_MODE_RO);
	return NULL_GUID;
}
