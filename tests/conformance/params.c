/* SPDX-License-Identifier: BSD-3-Clause */
/* params.c - parameters are copied when the task is created, few or
 * thousands of them. */
#include "tests/conformance/conf.h"

#define MANY 5000

TASK(use)
{
	CHECK(paramc > 0, "there are no parameters");
	CHECK_EQ("good parameters", conf_match(paramv, paramc, paramc), paramc);
	/* The copy is the task's own. */
	for (u32 i = 0; i < paramc; i++)
		paramv[i] = 0;
	return NULL_GUID;
}

/* A block serves as memory for the caller's array. */
TASK(create)
{
	static const u32 counts[] = {1, 2, 17, 300, MANY};
	u64 *v = depv[0].ptr;
	ocrGuid_t end = *PARAM(ocrGuid_t), tmpl = conf_template(use), t, out;

	for (u32 i = 0; i < 10; i++) {
		u32 n = counts[i / 2];

		conf_fill(v, n, n);
		t = conf_spawn(tmpl, i, n, v, 1, EDT_PROP_NONE, &out);
		for (u32 k = 0; k < n; k++)
			v[k] = ~v[k];
		conf_link(out, end, i, DB_MODE_CONST);
		conf_start(t, 0);
	}
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrHint_t h = conf_db_hint(0);
	ocrGuid_t end = conf_end(10), db;

	CHECK_OK(ocrDbCreate(&db, NULL, MANY * sizeof(u64), DB_PROP_NO_ACQUIRE,
			     &h, NO_ALLOC));
	conf_link(db, conf_task(create, 1, PARAMS(end), 1, NULL), 0,
		  DB_MODE_RW);
	return NULL_GUID;
}
