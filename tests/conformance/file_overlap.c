/* SPDX-License-Identifier: BSD-3-Clause */
/* file_overlap.c - a chunk that overlaps another is refused, until that is
 * destroyed; neighbours, and chunks without bytes, overlap nothing. */
#include "tests/conformance/file.h"

#define WORDS 90

struct args {
	struct path path;
	ocrGuid_t file, end, first;
};

TASK(judge)
{
	const struct args *a = PARAM(struct args);
	const u64 *w = depv[0].ptr;

	CHECK_EQ("words", conf_match(w, WORDS, 4), 35);
	CHECK_EQ("a word that was changed", w[35], 1);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrFileRelease(a->file));
	unlink(a->path.text);
	conf_start(a->end, 0);
	return NULL_GUID;
}

TASK(get_all)
{
	const struct args *a = PARAM(struct args);

	conf_link(file_chunk(a->file, 0, WORDS),
		  conf_task(judge, 1, PARAMS(*a), 1, NULL), 0, DB_MODE_CONST);
	return NULL_GUID;
}

/* Slots: one in the middle; refused ones; its neighbours; two of no bytes. */
TASK(look)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t again, task, out;

	CHECK(depv[0].ptr, "the first chunk is missing");
	for (u32 i = 1; i < 5; i++)
		CHECK(!depv[i].ptr, "chunk %" PRIu32 " overlaps", i);
	CHECK_EQ("left", conf_match(depv[5].ptr, 30, 4), 30);
	CHECK_EQ("right", *(const u64 *)depv[6].ptr, conf_word(4, 60));
	((u64 *)depv[0].ptr)[5] = 1;
	for (u32 i = 0; i < depc; i++)
		CHECK_OK(ocrDbDestroy(depv[i].guid));
	/* Now they are free, as soon as they are written back. */
	task = conf_task(get_all, 1, PARAMS(*a), 1, &out);
	again = file_chunk(a->file, 20, 50);
	CHECK_OK(ocrDbDestroy(again));
	conf_start(task, 0);
	return NULL_GUID;
}

/* In another task than the first chunk, so it comes later. */
TASK(get_more)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t task = conf_task(look, 0, PARAMS(*a), 9, NULL);
	ocrGuid_t f = a->file;

	conf_link(a->first, task, 0, DB_MODE_EW);
	conf_link(file_chunk(f, 30, 30), task, 1, DB_MODE_EW);
	conf_link(file_chunk(f, 0, 31), task, 2, DB_MODE_RO);
	conf_link(file_chunk(f, 59, 2), task, 3, DB_MODE_RO);
	conf_link(file_chunk(f, 40, 1), task, 4, DB_MODE_EW);
	conf_link(file_chunk(f, 0, 30), task, 5, DB_MODE_RO);
	conf_link(file_chunk(f, 60, 30), task, 6, DB_MODE_RO);
	conf_link(file_chunk(f, 45, 0), task, 7, DB_MODE_RW);
	conf_link(file_chunk(f, 45, 0), task, 8, DB_MODE_RW);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.path = file_make(WORDS, 4), .end = conf_end(1)};

	CHECK_OK(ocrFileOpen(&a.file, a.path.text, "r+", NULL, 0));
	a.first = file_chunk(a.file, 30, 30);
	conf_start(conf_task(get_more, 1, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
