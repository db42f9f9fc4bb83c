/* SPDX-License-Identifier: BSD-3-Clause */
/* part_file.c - parts of a chunk of a file: the chunk is read when they need
 * it, and written back when they are gone and it is destroyed. */
#include "tests/conformance/file.h"

#include "extensions/ocr-db-partitioning.h"

#define N     3
#define WORDS 600 /* of a part */

struct args {
	struct path path;
	ocrGuid_t file, end;
	u64 i;
};

TASK(change)
{
	const struct args *a = PARAM(struct args);
	u64 *w = depv[0].ptr;

	for (u64 k = 0; k < WORDS; k++) {
		CHECK_EQ("a word", w[k], conf_word(7, a->i * WORDS + k));
		w[k]++;
	}
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

/* It waits until the other chunk is written back. */
TASK(judge)
{
	const struct args *a = PARAM(struct args);
	const u64 *w = depv[0].ptr;
	u64 *disk = file_words(&a->path, N * WORDS);

	for (u64 k = 0; k < N * WORDS; k++) {
		CHECK_EQ("a word at the end", w[k], conf_word(7, k) + 1);
		CHECK_EQ("on disk", disk[k], conf_word(7, k) + 1);
	}
	free(disk);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	unlink(a->path.text);
	conf_start(a->end, 0);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.path = file_make(N * WORDS, 7), .end = conf_end(1)};
	ocrDbPart_t parts[N];
	ocrGuid_t chunk, t;

	CHECK_OK(ocrFileOpen(&a.file, a.path.text, "r+", NULL, 0));
	chunk = file_chunk(a.file, 0, N * WORDS);
	for (u64 i = 0; i < N; i++) {
		parts[i].offset = i * WORDS * sizeof(u64);
		parts[i].size = WORDS * sizeof(u64);
	}
	CHECK_OK(ocrDbPartition(chunk, N, parts, 0));
	for (a.i = 0; a.i < N; a.i++) {
		t = conf_task(change, a.i, PARAMS(a), 1, NULL);
		conf_link(parts[a.i].guid, t, 0, DB_MODE_EW);
	}
	/* Both when the parts are gone. */
	CHECK_OK(ocrDbDestroy(chunk));
	t = conf_task(judge, 1, PARAMS(a), 1, NULL);
	conf_link(file_chunk(a.file, 0, N * WORDS), t, 0, DB_MODE_CONST);
	CHECK_OK(ocrFileRelease(a.file));
	return NULL_GUID;
}
