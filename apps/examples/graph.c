/* SPDX-License-Identifier: BSD-3-Clause */
/* graph.c - A.3: a graph without a pattern, and three ways to satisfy a slot.
 *
 *	       mainEdt
 *	       /     \
 *	  stage1a   stage1b
 *	    |    \     |
 *	  stage2a  stage2b
 *	       \     /
 *	       the end
 *
 * stage2a gets its block when it is created, stage2b from output events, and
 * the end gets one block from an event that stage2a satisfies itself.
 */
#include "apps/examples/example.h"

static ocrGuid_t
block_of(u64 value)
{
	ocrGuid_t db = NULL_GUID;
	u64 *p;

	if (!ocrDbCreate(&db, (void **)&p, sizeof(*p), DB_PROP_NONE, NULL_HINT,
			 NO_ALLOC))
		*p = value;
	return db;
}

EDT(the_end)
{
	const u64 *a = depv[0].ptr, *b = depv[1].ptr;

	PRINTF("the end received %" PRIu64 " and %" PRIu64 "\n", *a, *b);
	EXPECT(*a == 3 && *b == 4);
	ocrDbDestroy(depv[0].guid);
	ocrDbDestroy(depv[1].guid);
	ocrShutdown();
	return NULL_GUID;
}

EDT(stage2a)
{
	const ocrGuid_t *done = (const ocrGuid_t *)(const void *)paramv;
	u64 *p = depv[0].ptr;

	EXPECT(*p == 1);
	*p = 3;
	/* Others may look at the block only once it is released. */
	ocrDbRelease(depv[0].guid);
	ocrEventSatisfy(*done, depv[0].guid);
	return NULL_GUID;
}

EDT(stage2b)
{
	const u64 *seen = depv[0].ptr;
	u64 *p = depv[1].ptr;

	/* stage2a may have changed it by now, or not. */
	EXPECT(*seen == 1 || *seen == 3);
	EXPECT(*p == 2);
	*p = 4;
	return depv[1].guid;
}

EDT(stage1a)
{
	ocrHint_t hint = place_edt(2);
	ocrGuid_t db = block_of(1), tmpl;

	/* stage2a needs the bytes, so they are released before it is told. */
	ocrDbRelease(db);
	ocrEdtTemplateCreate(&tmpl, stage2a, PARAMC(ocrGuid_t), 1);
	ocrEdtCreate(NULL, tmpl, EDT_PARAM_DEF, paramv, EDT_PARAM_DEF, &db,
		     EDT_PROP_NONE, &hint, NULL);
	ocrEdtTemplateDestroy(tmpl);
	return db;
}

EDT(stage1b)
{
	return block_of(2);
}

EDT(mainEdt)
{
	ocrGuid_t done, last, a, b, both, out_a, out_b, out_both;

	last = start_edt(the_end, 0, 0, NULL, 2, EDT_PROP_NONE, NULL);
	ocrEventCreate(&done, OCR_EVENT_ONCE_T, EVT_PROP_TAKES_ARG);
	a = start_edt(stage1a, 1, PARAMC(ocrGuid_t), &done, 1, EDT_PROP_NONE,
		      &out_a);
	b = start_edt(stage1b, 2, 0, NULL, 1, EDT_PROP_NONE, &out_b);
	both = start_edt(stage2b, 3, 0, NULL, 2, EDT_PROP_NONE, &out_both);

	ocrAddDependence(out_a, both, 0, DB_MODE_CONST);
	ocrAddDependence(out_b, both, 1, DB_DEFAULT_MODE);
	ocrAddDependence(done, last, 0, DB_MODE_CONST);
	ocrAddDependence(out_both, last, 1, DB_MODE_CONST);

	ocrAddDependence(NULL_GUID, a, 0, DB_DEFAULT_MODE);
	ocrAddDependence(NULL_GUID, b, 0, DB_DEFAULT_MODE);
	return NULL_GUID;
}
