/* SPDX-License-Identifier: BSD-3-Clause */
/* file_parts.c - a chunk of a file is cut into parts that tasks on two nodes
 * write; it is written back when they are gone and it is destroyed. */
#include "tests/conformance/file.h"

#include "extensions/ocr-db-partitioning.h"

#define WORDS 600

struct args {
	struct path path;
	ocrGuid_t file, chunk;
};

TASK(change)
{
	u64 *w = depv[0].ptr;

	for (u64 i = 0; i < WORDS / 2; i++) {
		CHECK_EQ("a word", w[i],
			 conf_word(9, paramv[0] * (WORDS / 2) + i));
		w[i] += 1 + paramv[0];
	}
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

TASK(judge)
{
	const struct args *a = PARAM(struct args);
	const u64 *w = depv[0].ptr;
	u64 *disk = file_words(&a->path, WORDS);

	CHECK(w, "there are no bytes");
	for (u64 i = 0; i < WORDS; i++) {
		CHECK_EQ("a word at the end", w[i],
			 conf_word(9, i) + 1 + i / (WORDS / 2));
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

TASK(cut)
{
	struct args a = *PARAM(struct args);
	ocrDbPart_t parts[2] = {
		{.offset = 0, .size = WORDS / 2 * sizeof(u64)},
		{.offset = WORDS / 2 * sizeof(u64),
		 .size = WORDS / 2 * sizeof(u64)},
	};
	ocrGuid_t end, out;

	a.chunk = file_chunk(a.file, 0, WORDS);
	end = conf_task(destroy, 1, PARAMS(a), 2, NULL);
	CHECK_OK(ocrDbPartition(a.chunk, 2, parts, 0));
	for (u64 i = 0; i < 2; i++) {
		ocrGuid_t task = conf_task(change, i, 1, &i, 1, &out);

		conf_link(out, end, (u32)i, DB_MODE_NULL);
		conf_link(parts[i].guid, task, 0, DB_MODE_EW);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.path = file_make(WORDS, 9)};

	CHECK_OK(ocrFileOpen(&a.file, a.path.text, "r+", NULL, 0));
	conf_task(cut, 2, PARAMS(a), 0, NULL);
	return NULL_GUID;
}
