/* SPDX-License-Identifier: BSD-3-Clause */
/* file_example.c - the example of section 5: two tasks double the numbers of a
 * file, which is released before they begin.  The text gives them the chunks to
 * read, and says elsewhere that those need not be written: here they get them
 * for writing. */
#include "tests/conformance/file.h"

#define NUMBERS 6000 /* of 32 bits */

struct args {
	struct path path;
	ocrGuid_t end;
};

TASK(work)
{
	u32 *data = depv[0].ptr;

	for (u64 i = 0; i < paramv[0]; i++)
		data[i] *= 2;
	ocrDbDestroy(depv[0].guid);
	return NULL_GUID;
}

/* Somebody else opens it; all is there when the chunks are written back, which
 * one who gets them again waits for. */
TASK(judge)
{
	const struct args *a = PARAM(struct args);
	const u32 *half[2] = {depv[2].ptr, depv[3].ptr};
	u64 *disk = file_words(&a->path, NUMBERS / 2);

	for (u64 i = 0; i < NUMBERS; i++) {
		u64 was = conf_word(5, i / 2);

		CHECK_EQ("a number", half[i / (NUMBERS / 2)][i % (NUMBERS / 2)],
			 (u32)((u32)(i % 2 ? was >> 32 : was) * 2));
	}
	for (u64 i = 0; i < NUMBERS / 2; i++)
		CHECK_EQ("a word on disk", disk[i],
			 (u64)(u32)((u32)conf_word(5, i) * 2) |
				 (u64)(u32)((u32)(conf_word(5, i) >> 32) * 2)
					 << 32);
	free(disk);
	CHECK_OK(ocrDbDestroy(depv[2].guid));
	CHECK_OK(ocrDbDestroy(depv[3].guid));
	unlink(a->path.text);
	conf_start(a->end, 0);
	return NULL_GUID;
}

TASK(again)
{
	ocrGuid_t file = *PARAM(ocrGuid_t), judge_task = PARAM(ocrGuid_t)[1];
	u64 half = NUMBERS / 4;

	conf_link(file_chunk(file, 0, half), judge_task, 2, DB_MODE_CONST);
	conf_link(file_chunk(file, half, half), judge_task, 3, DB_MODE_CONST);
	CHECK_OK(ocrFileRelease(file));
	return NULL_GUID;
}

TASK(check)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t chunk1, chunk2, worker1, worker2, event1, event2, last;
	u64 size = ocrFileGetSize(depv[0].ptr);
	u64 params[] = {size / sizeof(u32) / 2};
	ocrGuid_t more[2] = {ocrFileGetGuid(depv[0].ptr)};

	CHECK_EQ("size", size, NUMBERS * sizeof(u32));
	ocrFileGetChunk(&chunk1, ocrFileGetGuid(depv[0].ptr), 0, size / 2);
	ocrFileGetChunk(&chunk2, ocrFileGetGuid(depv[0].ptr), size / 2,
			size / 2);
	ocrDbDestroy(depv[0].guid);
	more[1] = conf_task(judge, 1, PARAMS(*a), 4, NULL);
	conf_start(more[1], 0);
	conf_start(more[1], 1);
	last = conf_task(again, 2, PARAMS(more), 2, NULL);
	worker1 = conf_task(work, 1, 1, params, 1, &event1);
	worker2 = conf_task(work, 2, 1, params, 1, &event2);
	conf_link(event1, last, 0, DB_MODE_NULL);
	conf_link(event2, last, 1, DB_MODE_NULL);
	ocrAddDependence(chunk1, worker1, 0, DB_MODE_EW);
	ocrAddDependence(chunk2, worker2, 0, DB_DEFAULT_MODE);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.path = file_make(NUMBERS / 2, 5)};
	ocrGuid_t info, file, task;

	a.end = conf_end(1);
	ocrFileOpen(&file, a.path.text, "rb+", &info, 0);
	task = conf_task(check, 0, PARAMS(a), 1, NULL);
	conf_link(info, task, 0, DB_MODE_CONST);
	return NULL_GUID;
}
