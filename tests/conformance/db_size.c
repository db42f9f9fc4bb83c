/* SPDX-License-Identifier: BSD-3-Clause */
/* db_size.c - the size of a block, for a task that has it. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-info.h"

static const u64 sizes[] = {0, 1, 8, 4096, 4097, 100001};
#define N ((u32)(sizeof(sizes) / sizeof(*sizes)))

TASK(look)
{
	u64 n = 3;

	for (u32 i = 0; i < N; i++) {
		CHECK_OK(ocrDbGetSize(depv[i].guid, &n));
		CHECK_EQ("size", n, sizes[i]);
	}
	CHECK_OK(ocrDbRelease(depv[1].guid));
	CHECK_CODE(ocrDbGetSize(depv[1].guid, &n), OCR_EACCES);
	CHECK_CODE(ocrDbGetSize(depv[N].guid, &n), OCR_EACCES);
	CHECK_CODE(ocrDbGetSize(depv[0].guid, NULL), OCR_EINVAL);
	CHECK_CODE(ocrDbGetSize(NULL_GUID, &n), OCR_EINVAL);
	CHECK_EQ("size after an error", n, sizes[N - 1]);
	return NULL_GUID;
}

MAIN_TASK
{
	u64 nodes = conf_nodes(), n = 0;
	ocrGuid_t end = conf_end((u32)nodes), db[N + 1], t, out;

	for (u32 i = 0; i < N; i++) {
		conf_block(&db[i], i, sizes[i]);
		CHECK_OK(ocrDbGetSize(db[i], &n));
		CHECK_EQ("size for the creator", n, sizes[i]);
		CHECK_OK(ocrDbRelease(db[i]));
		CHECK_CODE(ocrDbGetSize(db[i], &n), OCR_EACCES);
	}
	db[N] = conf_number(0, 0);
	for (u64 k = 0; k < nodes; k++) {
		t = conf_task(look, k, NO_PARAMS, N + 1, &out);
		conf_link(out, end, (u32)k, DB_MODE_NULL);
		for (u32 i = 0; i < N; i++)
			conf_link(db[i], t, i,
				  k % 2 ? DB_MODE_CONST : DB_MODE_RW);
		conf_link(db[N], t, N, DB_MODE_NULL);
	}
	return NULL_GUID;
}
