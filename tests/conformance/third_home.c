/* SPDX-License-Identifier: BSD-3-Clause */
/* third_home.c - a block is created on one node, at home on a second, used on a
 * third, and comes back: for all choices of the three. */
#include "tests/conformance/conf.h"

#define WORDS 1100

struct args {
	ocrGuid_t end;
	u64 creator, home, user;
};

TASK(back)
{
	const struct args *a = PARAM(struct args);

	CHECK_EQ("good words at the creator",
		 conf_match(depv[0].ptr, WORDS, a->user + 100), WORDS);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

TASK(use)
{
	const struct args *a = PARAM(struct args);

	CHECK_EQ("good words at the user",
		 conf_match(depv[0].ptr, WORDS, a->home), WORDS);
	conf_fill(depv[0].ptr, WORDS, a->user + 100);
	return depv[0].guid;
}

TASK(create)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t db, t, b, out;
	u64 *p = conf_block(&db, a.home, WORDS * sizeof(*p));

	t = conf_task(use, a.user, PARAMS(a), 1, &out);
	b = conf_task(back, a.creator, PARAMS(a), 1, NULL);
	conf_link(out, b, 0, DB_MODE_CONST);
	/* The user waits until this task releases the block at its end. */
	conf_link(db, t, 0, DB_MODE_EW);
	conf_fill(p, WORDS, a.home);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.end = conf_end(27)};
	ocrGuid_t t, out;

	for (a.creator = 0; a.creator < 3; a.creator++)
		for (a.home = 0; a.home < 3; a.home++)
			for (a.user = 0; a.user < 3; a.user++) {
				t = conf_finish_task(create, a.creator,
						     PARAMS(a), 1, &out);
				conf_link(out, a.end,
					  (u32)(a.creator * 9 + a.home * 3 +
						a.user),
					  DB_DEFAULT_MODE);
				conf_start(t, 0);
			}
	return NULL_GUID;
}
