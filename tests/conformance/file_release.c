/* SPDX-License-Identifier: BSD-3-Clause */
/* file_release.c - a file is released while its chunks live; after that it has
 * no more, and a second release is reported.  Chunks of a file that is only
 * read can be changed, and are not written back. */
#include "tests/conformance/file.h"

#define WORDS 50

struct args {
	struct path path;
	ocrGuid_t end, file;
};

TASK(change)
{
	const struct args *a = PARAM(struct args);
	u64 *w = depv[0].ptr;

	CHECK_EQ("words", conf_match(w, WORDS, 8), WORDS);
	w[0] = 1;
	CHECK(!depv[1].ptr, "a chunk of a released file");
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrDbDestroy(depv[1].guid));
	CHECK_EQ("on disk", file_word(&a->path, 0), conf_word(8, 0));
	unlink(a->path.text);
	conf_start(a->end, 0);
	return NULL_GUID;
}

TASK(get)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t task = conf_task(change, 0, PARAMS(*a), 2, NULL);
	u8 code;

	conf_link(file_chunk(a->file, 0, WORDS), task, 0, DB_MODE_EW);
	CHECK_OK(ocrFileRelease(a->file));
	/* Told now or later. */
	code = ocrFileRelease(a->file);
	CHECK(!code || code == OCR_EPERM, "code %u", (unsigned)code);
	conf_link(file_chunk(a->file, WORDS, 0), task, 1, DB_MODE_RO);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.path = file_make(WORDS, 8), .end = conf_end(1)};

	CHECK_OK(ocrFileOpen(&a.file, a.path.text, "rb", NULL, 0));
	conf_start(conf_task(get, 1, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
