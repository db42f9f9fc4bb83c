/* SPDX-License-Identifier: BSD-3-Clause */
/* args.c - the block of arguments is a block like others: a task on any node
 * reads it with getArgc() and getArgv(), and finds what mainEdt found. */
#include "tests/conformance/conf.h"

#include <string.h>

/* A number for all arguments, their order and their ends. */
static u64
digest(const void *words)
{
	u64 sum = getArgc(words);

	for (u64 i = 0; i < getArgc(words); i++) {
		const char *s = getArgv(words, i);

		for (size_t k = 0; k <= strlen(s); k++)
			sum = sum * 31 + (u8)s[k];
	}
	return sum;
}

TASK(read)
{
	CHECK(depv[0].ptr, "there is no block");
	CHECK_EQ("the arguments", digest(depv[0].ptr), *PARAM(u64));
	return NULL_GUID;
}

/* A block that the program makes in that layout is read the same way. */
TASK(made)
{
	static const char text[] = "abc\0\0x y";
	const u64 layout[4] = {3, 4 * 8, 4 * 8 + 4, 4 * 8 + 5};
	ocrGuid_t db = NULL_GUID;
	char *p = conf_block(&db, 1, sizeof(layout) + sizeof(text));

	memcpy(p, layout, sizeof(layout));
	memcpy(p + sizeof(layout), text, sizeof(text));
	CHECK_EQ("argc", getArgc(p), 3);
	CHECK(!strcmp(getArgv(p, 0), "abc"), "it is %s", getArgv(p, 0));
	CHECK(!strcmp(getArgv(p, 1), ""), "it is %s", getArgv(p, 1));
	CHECK(!strcmp(getArgv(p, 2), "x y"), "it is %s", getArgv(p, 2));
	CHECK(!getArgv(p, 3), "there is one more");
	CHECK_OK(ocrDbDestroy(db));
	/* A slot without a block: told, and nothing is read. */
	CHECK_EQ("argc of nothing", getArgc(NULL), 0);
	CHECK(!getArgv(NULL, 0), "there is an argument");
	return NULL_GUID;
}

MAIN_TASK
{
	u64 want = digest(depv[0].ptr), n = conf_nodes();
	ocrGuid_t words = depv[0].guid, t, out;
	ocrGuid_t end = conf_end((u32)n + 1);

	for (u64 i = 0; i < n; i++) {
		t = conf_task(read, i, PARAMS(want), 1, &out);
		conf_link(out, end, (u32)i, DB_DEFAULT_MODE);
		conf_link(words, t, 0, DB_MODE_CONST);
	}
	t = conf_task(made, n - 1, NO_PARAMS, 1, &out);
	conf_link(out, end, (u32)n, DB_DEFAULT_MODE);
	conf_start(t, 0);
	return NULL_GUID;
}
