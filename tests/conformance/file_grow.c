/* SPDX-License-Identifier: BSD-3-Clause */
/* file_grow.c - a chunk that ends behind the end of the file enlarges it, also
 * if nobody uses it, if it can be written; if not, there is no such chunk. */
#include "tests/conformance/file.h"

#define WORDS 100 /* of the file */
#define MORE  5000

struct args {
	struct path path;
	ocrGuid_t end;
};

/* Slots: a chunk over the old end, one of no bytes behind the new one; one of
 * no bytes at the beginning, which takes nothing away. */
TASK(look)
{
	const struct args *a = PARAM(struct args);
	u64 *w = depv[0].ptr, size = 1;

	for (u64 i = 0; i < WORDS / 2; i++)
		CHECK_EQ("an old word", w[i], conf_word(2, WORDS / 2 + i));
	for (u64 i = WORDS / 2; i < MORE; i++)
		CHECK_EQ("a new word", w[i], 0);
	w[MORE - 1] = 77;
	CHECK(!depv[1].ptr, "a chunk of no bytes has some");
	CHECK_OK(ocrDbGetSize(depv[1].guid, &size));
	CHECK_EQ("size", size, 0);
	CHECK(!depv[2].ptr, "another chunk of no bytes has some");
	/* All are loaded, so they have enlarged it. */
	CHECK_EQ("the file", file_bytes(&a->path), 3 * MORE * sizeof(u64));
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrDbDestroy(depv[1].guid));
	CHECK_OK(ocrDbDestroy(depv[2].guid));
	return NULL_GUID;
}

/* Nobody uses it. */
TASK(grow_unused)
{
	const ocrGuid_t *file = PARAM(ocrGuid_t);

	CHECK_OK(ocrDbDestroy(file_chunk(*file, 3 * MORE, MORE)));
	return NULL_GUID;
}

struct last {
	struct args a;
	ocrGuid_t file;
};

TASK(judge)
{
	const struct last *l = PARAM(struct last);

	/* The range of all others, which are on the disk. */
	CHECK_EQ("the last word", ((const u64 *)depv[0].ptr)[4 * MORE - 1], 0);
	CHECK_EQ("the word that was written",
		 ((const u64 *)depv[0].ptr)[WORDS / 2 + MORE - 1], 77);
	CHECK_EQ("the file at the end", file_bytes(&l->a.path),
		 4 * MORE * sizeof(u64));
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	unlink(l->a.path.text);
	conf_start(l->a.end, 0);
	return NULL_GUID;
}

TASK(get_all)
{
	const struct last *l = PARAM(struct last);

	conf_link(file_chunk(l->file, 0, 4 * MORE),
		  conf_task(judge, 1, PARAMS(*l), 1, NULL), 0, DB_MODE_RO);
	CHECK_OK(ocrFileRelease(l->file));
	return NULL_GUID;
}

/* The file is open for reading: its bytes alone can be had. */
TASK(look_short)
{
	struct last l = {.a = *PARAM(struct args)};
	ocrGuid_t task, last, out[2];
	u64 size = 1;

	CHECK(!depv[0].ptr, "bytes behind the end of a file");
	CHECK_OK(ocrDbGetSize(depv[0].guid, &size));
	CHECK_EQ("size", size, 0);
	CHECK(depv[1].ptr, "the bytes up to the end are missing");
	CHECK_EQ("the last word", *(const u64 *)depv[1].ptr,
		 conf_word(2, WORDS - 1));
	CHECK_EQ("the file", file_bytes(&l.a.path), WORDS * sizeof(u64));
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrDbDestroy(depv[1].guid));

	CHECK_OK(ocrFileOpen(&l.file, l.a.path.text, "r+", NULL, 0));
	task = conf_task(look, 0, PARAMS(l.a), 3, &out[0]);
	last = conf_task(grow_unused, 2, PARAMS(l.file), 1, &out[1]);
	conf_link(out[0], last, 0, DB_MODE_NULL);
	last = conf_task(get_all, 0, PARAMS(l), 1, NULL);
	conf_link(out[1], last, 0, DB_MODE_NULL);
	conf_link(file_chunk(l.file, 3 * MORE, 0), task, 1, DB_MODE_RW);
	conf_link(file_chunk(l.file, WORDS / 2, MORE), task, 0, DB_MODE_RW);
	conf_link(file_chunk(l.file, 1, 0), task, 2, DB_MODE_RW);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.path = file_make(WORDS, 2), .end = conf_end(1)};
	ocrGuid_t file, task = conf_task(look_short, 1, PARAMS(a), 2, NULL);

	CHECK_OK(ocrFileOpen(&file, a.path.text, "r", NULL, 0));
	conf_link(file_chunk(file, WORDS, 1), task, 0, DB_MODE_RO);
	conf_link(file_chunk(file, WORDS - 1, 1), task, 1, DB_MODE_RW);
	CHECK_OK(ocrFileRelease(file));
	return NULL_GUID;
}
