/* SPDX-License-Identifier: BSD-3-Clause */
/* copy_partition.c - the second example of "OCR extensions", 6.3: a block is
 * split by copies, worked on by two tasks, and put together by copies back. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

TASK(finish)
{
	const u32 *data = depv[0].ptr;
	u64 sum = 0;

	CHECK_OK(ocrDbDestroy(depv[3].guid)); /* the "params" data block */
	for (u32 i = 0; i < 1024; ++i)
		sum += data[i];
	CHECK_EQ("the sum", sum, 512 * 2 + 512 * 6);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	ocrShutdown();
	return NULL_GUID;
}

TASK(work)
{
	u32 *data = depv[0].ptr;
	ocrGuid_t *guids = depv[1].ptr, event;

	for (u32 i = 0; i < 512; ++i) {
		CHECK_EQ("an item", data[i], 1);
		data[i] *= (u32)paramv[0];
	}
	CHECK_OK(ocrDbRelease(depv[0].guid));
	CHECK_OK(ocrDbCopy(guids[1], paramv[2] * sizeof(u32), depv[0].guid, 0,
			   512 * sizeof(u32), DB_COPY_PARTITION_BACK, &event));
	CHECK_OK(ocrAddDependence(event, guids[0], (u32)paramv[1],
				  DB_MODE_NULL));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t block, params, worker_template, worker1, worker2,
		finish_template, finish_task, chunk1, chunk2, chunk1_copied,
		chunk2_copied;
	ocrHint_t h1 = conf_edt_hint(1), h2 = conf_edt_hint(2);
	u64 params1[] = {2, 1, 0}, params2[] = {6, 2, 512};
	void *ptr, *params_ptr;
	u32 *data;

	CHECK_OK(ocrDbCreate(&block, &ptr, 1024 * sizeof(u32), 0, NULL_HINT,
			     NO_ALLOC));
	data = ptr;
	for (u32 i = 0; i < 1024; ++i)
		data[i] = 1;
	CHECK_OK(ocrDbRelease(block));
	CHECK_OK(ocrDbCreate(&params, &params_ptr, 2 * sizeof(ocrGuid_t), 0,
			     NULL_HINT, NO_ALLOC));
	CHECK_OK(ocrDbCreate(&chunk1, &ptr, 512 * sizeof(u32),
			     DB_PROP_NO_ACQUIRE, NULL_HINT, NO_ALLOC));
	CHECK_OK(ocrDbCreate(&chunk2, &ptr, 512 * sizeof(u32),
			     DB_PROP_NO_ACQUIRE, NULL_HINT, NO_ALLOC));
	CHECK_OK(ocrDbCopy(chunk1, 0, block, 0, 512 * sizeof(u32),
			   DB_COPY_PARTITION, &chunk1_copied));
	CHECK_OK(ocrDbCopy(chunk2, 0, block, 512 * sizeof(u32),
			   512 * sizeof(u32), DB_COPY_PARTITION,
			   &chunk2_copied));
	CHECK_OK(ocrEdtTemplateCreate(&worker_template, work, 3, 2));
	CHECK_OK(ocrEdtTemplateCreate(&finish_template, finish, 0, 4));
	CHECK_OK(ocrEdtCreate(&finish_task, finish_template, EDT_PARAM_DEF, 0,
			      EDT_PARAM_DEF, 0, 0, NULL_HINT, 0));
	CHECK_OK(ocrEdtCreate(&worker1, worker_template, EDT_PARAM_DEF, params1,
			      EDT_PARAM_DEF, 0, 0, &h1, 0));
	CHECK_OK(ocrEdtCreate(&worker2, worker_template, EDT_PARAM_DEF, params2,
			      EDT_PARAM_DEF, 0, 0, &h2, 0));
	((ocrGuid_t *)params_ptr)[0] = finish_task;
	((ocrGuid_t *)params_ptr)[1] = block;
	CHECK_OK(ocrDbRelease(params));
	CHECK_OK(ocrEdtTemplateDestroy(worker_template));
	CHECK_OK(ocrEdtTemplateDestroy(finish_template));
	CHECK_OK(ocrAddDependence(block, finish_task, 0, DB_MODE_RO));
	CHECK_OK(ocrAddDependence(params, finish_task, 3, DB_MODE_RO));
	CHECK_OK(ocrAddDependence(chunk1_copied, worker1, 0, DB_MODE_EW));
	CHECK_OK(ocrAddDependence(chunk2_copied, worker2, 0, DB_MODE_EW));
	CHECK_OK(ocrAddDependence(params, worker1, 1, DB_MODE_CONST));
	CHECK_OK(ocrAddDependence(params, worker2, 1, DB_MODE_CONST));
	return NULL_GUID;
}
