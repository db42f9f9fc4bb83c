/* SPDX-License-Identifier: BSD-3-Clause */
/* copy_file.c - pieces of a chunk of a file, taken with DB_COPY_PARTITION and
 * brought back: when that is done and the chunk is destroyed they are
 * written. */
#include "tests/conformance/file.h"

#include "extensions/ocr-db-partitioning.h"

#define WORDS 512
#define HALF  (WORDS / 2 * sizeof(u64))

struct args {
	struct path path;
	ocrGuid_t file, chunk, next;
	u64 i;
};

TASK(judge)
{
	const struct args *a = PARAM(struct args);
	const u64 *w = depv[0].ptr;
	u64 *disk = file_words(&a->path, WORDS);

	CHECK(w, "there are no bytes");
	for (u64 i = 0; i < WORDS; i++) {
		CHECK_EQ("a word at the end", w[i], conf_word(9, i) + 1);
		CHECK_EQ("on disk", disk[i], w[i]);
	}
	free(disk);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrFileRelease(a->file));
	unlink(a->path.text);
	ocrShutdown();
	return NULL_GUID;
}

TASK(destroy)
{
	const struct args *a = PARAM(struct args);

	CHECK_OK(ocrDbDestroy(a->chunk));
	conf_link(file_chunk(a->file, 0, WORDS),
		  conf_task(judge, 1, PARAMS(*a), 1, NULL), 0, DB_MODE_CONST);
	return NULL_GUID;
}

TASK(change)
{
	const struct args *a = PARAM(struct args);
	u64 *w = depv[0].ptr;
	ocrGuid_t done;

	for (u64 i = 0; i < WORDS / 2; i++) {
		CHECK_EQ("a word", w[i], conf_word(9, a->i * (WORDS / 2) + i));
		w[i]++;
	}
	CHECK_OK(ocrDbRelease(depv[0].guid));
	CHECK_OK(ocrDbCopy(a->chunk, a->i * HALF, depv[0].guid, 0, HALF,
			   DB_COPY_PARTITION_BACK, &done));
	conf_link(done, a->next, (u32)a->i, DB_MODE_NULL);
	return NULL_GUID;
}

TASK(split)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t db, done;

	a.chunk = file_chunk(a.file, 0, WORDS);
	a.next = conf_task(destroy, 1, PARAMS(a), 2, NULL);
	for (; a.i < 2; a.i++) {
		CHECK_OK(ocrDbCreate(&db, NULL, HALF, DB_PROP_NO_ACQUIRE,
				     NULL_HINT, NO_ALLOC));
		CHECK_OK(ocrDbCopy(db, 0, a.chunk, a.i * HALF, HALF,
				   DB_COPY_PARTITION, &done));
		conf_link(done, conf_task(change, a.i, PARAMS(a), 1, NULL), 0,
			  DB_MODE_EW);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.path = file_make(WORDS, 9)};

	CHECK_OK(ocrFileOpen(&a.file, a.path.text, "r+", NULL, 0));
	conf_start(conf_task(split, 0, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
