/* SPDX-License-Identifier: BSD-3-Clause */
/* file_lazy.c - a chunk is read when it is acquired for the first time, and
 * written back only if somebody had it for writing. */
#include "tests/conformance/file.h"

#define WORDS 64

struct args {
	struct path path;
	ocrGuid_t end, file;
	ocrGuid_t chunks[3]; /* read, written, used by nobody */
};

/* Slot 0: all of it, so all is written back. */
TASK(judge)
{
	const struct args *a = PARAM(struct args);

	/* It was changed on disk when it had been read. */
	CHECK_EQ("what was read", file_word(&a->path, 0), 101);
	CHECK_EQ("what nobody used", file_word(&a->path, 2 * WORDS), 103);
	CHECK_EQ("what was written", file_word(&a->path, WORDS + 1), 9);
	CHECK_EQ("beside it", file_word(&a->path, WORDS), 12);
	CHECK_EQ("the same again", ((const u64 *)depv[0].ptr)[WORDS + 1], 9);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	unlink(a->path.text);
	conf_start(a->end, 0);
	return NULL_GUID;
}

TASK(get_all)
{
	const struct args *a = PARAM(struct args);

	conf_link(file_chunk(a->file, 0, 3 * WORDS),
		  conf_task(judge, 1, PARAMS(*a), 1, NULL), 0, DB_MODE_CONST);
	CHECK_OK(ocrFileRelease(a->file));
	return NULL_GUID;
}

TASK(use)
{
	const struct args *a = PARAM(struct args);
	const u64 *r = depv[0].ptr;
	u64 *w = depv[1].ptr;

	CHECK_EQ("the first word", r[0], 11);
	CHECK_EQ("the second", r[1], conf_word(6, 1));
	CHECK_EQ("the first word of the other", w[0], 12);
	file_set_word(&a->path, 0, 101);
	file_set_word(&a->path, 2 * WORDS, 103);
	w[1] = 9;
	for (u32 i = 0; i < 3; i++)
		CHECK_OK(ocrDbDestroy(a->chunks[i]));
	return NULL_GUID;
}

/* The chunks are there, and nobody has had them. */
TASK(change)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t out, task = conf_task(use, 2, PARAMS(*a), 2, &out);

	conf_link(out, conf_task(get_all, 0, PARAMS(*a), 1, NULL), 0,
		  DB_MODE_NULL);
	file_set_word(&a->path, 0, 11);
	file_set_word(&a->path, WORDS, 12);
	conf_link(a->chunks[0], task, 0, DB_MODE_CONST);
	conf_link(a->chunks[1], task, 1, DB_MODE_EW);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.path = file_make(3 * WORDS, 6), .end = conf_end(1)};

	CHECK_OK(ocrFileOpen(&a.file, a.path.text, "rb+", NULL, 0));
	for (u64 i = 0; i < 3; i++)
		a.chunks[i] = file_chunk(a.file, i * WORDS, WORDS);
	conf_start(conf_task(change, 1, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
