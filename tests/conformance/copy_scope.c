/* SPDX-License-Identifier: BSD-3-Clause */
/* copy_scope.c - a finish task does not end before the copies that were asked
 * for inside it are made, with or without an event, wherever they are made. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define N     9
#define WORDS 300

struct args {
	ocrGuid_t dest[N], source[N];
};

TASK(copy_one)
{
	const struct args *a = PARAM(struct args);
	u64 i = paramv[sizeof(*a) / sizeof(u64)];

	CHECK_OK(ocrDbCopy(a->dest[i], 0, a->source[i], 8, WORDS * sizeof(u64),
			   DB_COPY_DEFAULT, NULL));
	return NULL_GUID;
}

TASK(copy_all)
{
	struct {
		struct args a;
		u64 i;
	} p = {.a = *PARAM(struct args)};

	for (p.i = 0; p.i < N; p.i++)
		conf_start(conf_task(copy_one, p.i + 1, PARAMS(p), 1, NULL), 0);
	return NULL_GUID;
}

TASK(check)
{
	for (u32 i = 0; i < N; i++) {
		CHECK_EQ("copied words",
			 conf_match(depv[1 + i].ptr, WORDS, 5 + i), WORDS);
		CHECK_OK(ocrDbDestroy(depv[1 + i].guid));
	}
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a;
	ocrGuid_t t, out, last = conf_task(check, 1, NO_PARAMS, N + 1, NULL);

	for (u64 i = 0; i < N; i++) {
		u64 *p = conf_block(&a.source[i], i, (WORDS + 1) * sizeof(*p));
		ocrHint_t h = conf_db_hint(i / 2);

		p[0] = 0;
		conf_fill(p + 1, WORDS, 5 + i);
		CHECK_OK(ocrDbRelease(a.source[i]));
		CHECK_OK(ocrDbCreate(&a.dest[i], NULL, WORDS * sizeof(u64),
				     DB_PROP_NO_ACQUIRE, &h, NO_ALLOC));
	}
	t = conf_finish_task(copy_all, 2, PARAMS(a), 1, &out);
	/* The blocks are asked for when the last slot is satisfied. */
	for (u32 i = 0; i < N; i++)
		conf_link(a.dest[i], last, 1 + i, DB_MODE_CONST);
	conf_link(out, last, 0, DB_MODE_NULL);
	conf_start(t, 0);
	return NULL_GUID;
}
