/* SPDX-License-Identifier: BSD-3-Clause */
/* part_tree.c - parts of parts: a block is halved until the parts are small,
 * each is written by a task on some node, and comes back through all levels. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define DEPTH 4
#define LEAF  37 /* words */
#define WORDS (LEAF << DEPTH)

struct args {
	u64 depth, at, node; /* at: the part's place in the whole, in words */
};

TASK(leaf)
{
	const struct args *a = PARAM(struct args);
	u64 *p = depv[0].ptr;

	for (u64 i = 0; i < LEAF; i++) {
		CHECK_EQ("a word of a leaf", p[i], conf_word(1, a->at + i));
		p[i] = conf_word(2, a->at + i);
	}
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

/* Goes when its parts have gone. */
TASK(done)
{
	const struct args *a = PARAM(struct args);
	const u64 *p = depv[0].ptr;
	u64 n = LEAF << a->depth;

	for (u64 i = 0; i < n; i++)
		CHECK_EQ("a word of a whole", p[i], conf_word(2, a->at + i));
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

/* Does not acquire what it cuts. */
TASK(cut)
{
	struct args a = *PARAM(struct args), half = a;
	u64 bytes = (LEAF << (a.depth - 1)) * sizeof(u64);
	ocrDbPart_t parts[2] = {{bytes, bytes, NULL_GUID},
				{0, bytes, NULL_GUID}};
	ocrGuid_t t;

	CHECK_OK(ocrDbPartition(depv[0].guid, 2, parts, 0));
	t = conf_task(done, a.node * 3, PARAMS(a), 1, NULL);
	conf_link(depv[0].guid, t, 0, a.depth % 2 ? DB_MODE_EW : DB_MODE_RO);
	half.depth--;
	for (u32 i = 0; i < 2; i++) {
		half.node = 2 * a.node + i;
		half.at = a.at + (i ? 0 : LEAF << half.depth);
		t = conf_task(half.depth ? cut : leaf, half.node, PARAMS(half),
			      1, NULL);
		conf_link(parts[i].guid, t, 0,
			  half.depth ? DB_MODE_NULL : DB_MODE_EW);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.depth = DEPTH, .node = 1};
	ocrGuid_t db, t, out;
	u64 *p = conf_block(&db, 1, WORDS * sizeof(*p));

	conf_fill(p, WORDS, 1);
	t = conf_finish_task(cut, 1, PARAMS(a), 1, &out);
	conf_link(out, conf_end(1), 0, DB_MODE_NULL);
	CHECK_OK(ocrDbRelease(db));
	conf_link(db, t, 0, DB_MODE_NULL);
	return NULL_GUID;
}
