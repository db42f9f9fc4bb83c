/* SPDX-License-Identifier: BSD-3-Clause */
/* read_modes.c - many tasks on all nodes read one block, in CONST and in RO,
 * small and large. */
#include "tests/conformance/conf.h"

#define READERS 12

static const u64 words[] = {1, 512, 20000};

TASK(read)
{
	u64 n = *PARAM(u64);

	CHECK(depv[0].ptr, "there is no block");
	CHECK_EQ("good words", conf_match(depv[0].ptr, n, n), n);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(3 * READERS), db, out, t;

	for (u32 b = 0; b < 3; b++) {
		conf_fill(conf_block(&db, b, words[b] * sizeof(u64)), words[b],
			  words[b]);
		CHECK_OK(ocrDbRelease(db));
		for (u32 i = 0; i < READERS; i++) {
			t = conf_task(read, i, PARAMS(words[b]), 1, &out);
			conf_link(out, end, b * READERS + i, DB_DEFAULT_MODE);
			conf_link(db, t, 0,
				  i % 4 > 1 ? DB_MODE_RO : DB_MODE_CONST);
		}
	}
	return NULL_GUID;
}
