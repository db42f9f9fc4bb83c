/* SPDX-License-Identifier: BSD-3-Clause */
/* finish_tree.c - divide and conquer on one block with finish tasks, as A.4
 * does: prefix sums, each half by a task of its own.
 */
#include "tests/conformance/conf.h"

#define N    64
#define LEAF 8

struct args {
	ocrGuid_t divide, combine; /* templates */
	u64 first, n;
};

TASK(combine)
{
	const struct args *a = PARAM(struct args);
	u64 *x = depv[0].ptr, half = a->first + a->n / 2;

	CHECK(ocrGuidIsNull(depv[1].guid) && ocrGuidIsNull(depv[2].guid),
	      "a finish task passed a block on");
	for (u64 i = half; i < a->first + a->n; i++)
		x[i] += x[half - 1];
	return NULL_GUID;
}

TASK(divide)
{
	struct args a = *PARAM(struct args), part = a;
	ocrGuid_t db = depv[0].guid, child[2], out[2], last;
	u64 *x = depv[0].ptr;

	if (a.n <= LEAF) {
		for (u64 i = a.first + 1; i < a.first + a.n; i++)
			x[i] += x[i - 1];
		return NULL_GUID;
	}
	last = conf_spawn(a.combine, a.first / LEAF + 1, PARAMS(a), 3,
			  EDT_PROP_NONE, NULL);
	part.n = a.n / 2;
	for (u64 i = 0; i < 2; i++) {
		part.first = a.first + i * part.n;
		child[i] = conf_spawn(a.divide, part.first / LEAF, PARAMS(part),
				      1, EDT_PROP_FINISH, &out[i]);
		conf_link(out[i], last, 1 + (u32)i, DB_DEFAULT_MODE);
	}
	for (u64 i = 0; i < 2; i++)
		conf_link(db, child[i], 0, DB_MODE_RW);
	conf_link(db, last, 0, DB_MODE_RW);
	return NULL_GUID;
}

TASK(end)
{
	const u64 *x = depv[1].ptr;

	CHECK(ocrGuidIsNull(depv[0].guid), "a finish task passed a block on");
	for (u64 i = 0, sum = 0; i < N; i++) {
		sum += i;
		CHECK_EQ("a sum", x[i], sum);
	}
	CHECK_OK(ocrDbDestroy(depv[1].guid));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {conf_template(divide), conf_template(combine), 0, N};
	ocrGuid_t db = NULL_GUID, out, last, root;
	u64 *x = conf_block(&db, 1, N * sizeof(*x));

	for (u64 i = 0; i < N; i++)
		x[i] = i;
	CHECK_OK(ocrDbRelease(db));
	last = conf_task(end, 0, NO_PARAMS, 2, NULL);
	root = conf_spawn(a.divide, 0, PARAMS(a), 1, EDT_PROP_FINISH, &out);
	conf_link(out, last, 0, DB_DEFAULT_MODE);
	conf_link(db, last, 1, DB_MODE_CONST);
	conf_link(db, root, 0, DB_MODE_RW);
	return NULL_GUID;
}
