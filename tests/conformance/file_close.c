/* SPDX-License-Identifier: BSD-3-Clause */
/* file_close.c - ocrFileClose() returns when what was written is in the file:
 * for who reads it there, and who opens it again, on another node. */
#include "tests/conformance/file.h"

#define WORDS 600

struct args {
	struct path path;
	ocrGuid_t end, file;
	u64 turn;
};

enum { TURNS = 4 };

TASK(begin);

/* Of a later opening. */
TASK(check)
{
	struct args a = *PARAM(struct args);

	CHECK_EQ("words", conf_match(depv[0].ptr, WORDS, a.turn), WORDS);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrFileClose(a.file));
	if (a.turn < TURNS) {
		conf_start(conf_task(begin, a.turn, PARAMS(a), 1, NULL), 0);
		return NULL_GUID;
	}
	unlink(a.path.text);
	conf_start(a.end, 0);
	return NULL_GUID;
}

/* On another node than the file's. */
TASK(change)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t t, old = a.file;

	a.turn++;
	conf_fill(depv[0].ptr, WORDS, a.turn);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrFileClose(a.file));
	CHECK_EQ("the last word on disk", file_word(&a.path, WORDS - 1),
		 conf_word(a.turn, WORDS - 1));
	CHECK_CODE(ocrFileClose(old), OCR_EPERM);
	CHECK_OK(ocrFileOpen(&a.file, a.path.text, "rb", NULL, 0));
	t = conf_task(check, a.turn + 1, PARAMS(a), 1, NULL);
	conf_link(file_chunk(a.file, 0, WORDS), t, 0, DB_MODE_RO);
	return NULL_GUID;
}

TASK(begin)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t t, none;

	CHECK_OK(ocrFileOpen(&none, "/no such folder/file", "rb", NULL, 0));
	CHECK_OK(ocrFileClose(none));
	CHECK_OK(ocrFileOpen(&a.file, a.path.text, "rb+", NULL, 0));
	t = conf_task(change, a.turn + 1, PARAMS(a), 1, NULL);
	conf_link(file_chunk(a.file, 0, WORDS), t, 0, DB_MODE_EW);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.path = file_make(WORDS, 0), .end = conf_end(1)};

	CHECK_CODE(ocrFileClose(NULL_GUID), OCR_EINVAL);
	CHECK_CODE(ocrFileClose(a.end), OCR_EINVAL);
	conf_start(conf_task(begin, 0, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
