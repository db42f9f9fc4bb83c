/* SPDX-License-Identifier: BSD-3-Clause */
/* file_queue.c - a chunk waits for two that are on their way out, and is itself
 * destroyed meanwhile.  Who comes after that, for a range that only the second of
 * the two had, waits as well: no chunk is overtaken by a later one. */
#include "tests/conformance/file.h"

#define WORDS 90

struct args {
	struct path path;
	ocrGuid_t file, look;
};

/* Slots: the last chunk; the end of hold(). */
TASK(look)
{
	const struct args *a = PARAM(struct args);
	const u64 *w = depv[0].ptr;

	CHECK(w, "the last chunk has no bytes");
	for (u64 i = 0; i < 10; i++)
		CHECK_EQ("a word", w[i], conf_word(4, 65 + i));
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrFileRelease(a->file));
	unlink(a->path.text);
	ocrShutdown();
	return NULL_GUID;
}

/* Slots: the first and the last words.  Both go, the first when they are written
 * back, the last at once. */
TASK(hold)
{
	const struct args *a = PARAM(struct args);

	CHECK(depv[0].ptr && depv[1].ptr, "no bytes");
	((u64 *)depv[0].ptr)[0] = 1;
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrDbDestroy(depv[1].guid));
	/* With some words of both. */
	CHECK_OK(ocrDbDestroy(file_chunk(a->file, 20, 50)));
	conf_link(file_chunk(a->file, 65, 10), a->look, 0, DB_MODE_RO);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.path = file_make(WORDS, 4)};
	ocrGuid_t task, out;

	CHECK_OK(ocrFileOpen(&a.file, a.path.text, "r+", NULL, 0));
	a.look = conf_task(look, 1, PARAMS(a), 2, NULL);
	task = conf_task(hold, 1, PARAMS(a), 2, &out);
	conf_link(out, a.look, 1, DB_DEFAULT_MODE);
	conf_link(file_chunk(a.file, 0, 30), task, 0, DB_MODE_EW);
	conf_link(file_chunk(a.file, 60, 30), task, 1, DB_MODE_CONST);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}
