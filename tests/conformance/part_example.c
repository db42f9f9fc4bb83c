/* SPDX-License-Identifier: BSD-3-Clause */
/* part_example.c - the first example of "OCR extensions", 6.2: a block, a part
 * for each of two tasks, and the block again. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

TASK(finish)
{
	const u32 *data = depv[0].ptr;
	u64 sum = 0;

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

	for (u32 i = 0; i < 512; ++i)
		data[i] *= (u32)paramv[0];
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t block, worker_template, worker1, worker2, worker1_event,
		worker2_event, finish_template, finish_task;
	ocrHint_t h1 = conf_edt_hint(1), h2 = conf_edt_hint(2);
	u64 params1[] = {2}, params2[] = {6};
	ocrDbPart_t parts[2];
	void *ptr;
	u32 *data;

	CHECK_OK(ocrDbCreate(&block, &ptr, 1024 * sizeof(u32), 0, NULL_HINT,
			     NO_ALLOC));
	data = ptr;
	for (u32 i = 0; i < 1024; ++i)
		data[i] = 1;
	parts[0].offset = 0;
	parts[0].size = 512 * sizeof(u32);
	parts[1].offset = 512 * sizeof(u32);
	parts[1].size = 512 * sizeof(u32);
	/* Could also come later, but the data is no longer needed. */
	CHECK_OK(ocrDbRelease(block));
	CHECK_OK(ocrDbPartition(block, 2, parts, 0));
	CHECK_OK(ocrEdtTemplateCreate(&worker_template, work, 1, 1));
	CHECK_OK(ocrEdtTemplateCreate(&finish_template, finish, 0, 3));
	CHECK_OK(ocrEdtCreate(&finish_task, finish_template, EDT_PARAM_DEF, 0,
			      EDT_PARAM_DEF, 0, 0, NULL_HINT, 0));
	CHECK_OK(ocrEdtCreate(&worker1, worker_template, EDT_PARAM_DEF, params1,
			      EDT_PARAM_DEF, 0, 0, &h1, &worker1_event));
	CHECK_OK(ocrEdtCreate(&worker2, worker_template, EDT_PARAM_DEF, params2,
			      EDT_PARAM_DEF, 0, 0, &h2, &worker2_event));
	CHECK_OK(ocrEdtTemplateDestroy(worker_template));
	CHECK_OK(ocrEdtTemplateDestroy(finish_template));
	CHECK_OK(ocrAddDependence(block, finish_task, 0, DB_MODE_RO));
	CHECK_OK(ocrAddDependence(worker1_event, finish_task, 1,
				  DB_DEFAULT_MODE));
	CHECK_OK(ocrAddDependence(worker2_event, finish_task, 2,
				  DB_DEFAULT_MODE));
	CHECK_OK(ocrAddDependence(parts[0].guid, worker1, 0, DB_MODE_EW));
	CHECK_OK(ocrAddDependence(parts[1].guid, worker2, 0, DB_MODE_EW));
	return NULL_GUID;
}
