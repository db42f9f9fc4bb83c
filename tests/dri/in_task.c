/* SPDX-License-Identifier: BSD-3-Clause */
/* in_task.c - what is local of the Data Reorganization Interface works in OCR
 * tasks, many at a time, without DRI_Init: each task splits an array as its
 * group would, and finds all elements again. */
#include "dri.h"
#include "tests/conformance/conf.h"

#define TASKS 200
#define GROUP 6

/* Owned elements of all processes of the group; 0: a call failed. */
static u64
count_elements(DRI_Global_Data g, const DRI_Partition *parts)
{
	u64 n = 0;

	for (int rank = 0; rank < GROUP; rank++) {
		DRI_Distribution d;
		DRI_Blockinfo info;
		int blocks;

		if (DRI_Distribution_create_simple(g, GROUP, rank, NULL, parts,
						   &d) ||
		    DRI_Distribution_get_numblocks(d, &blocks))
			return 0;
		for (int b = 0; b < blocks; b++) {
			if (DRI_Distribution_get_blockinfo(d, b, &info))
				return 0;
			n += (u64)(info.dims[0].length * info.dims[1].length);
		}
		if (DRI_Distribution_destroy(&d))
			return 0;
	}
	return n;
}

TASK(split)
{
	int64_t size[2] = {10 + (int64_t)*PARAM(u64), 17};
	DRI_Overlap halo;
	DRI_Partition parts[2], copy;
	DRI_Global_Data g;

	CHECK_OK((u8)DRI_Global_Data_create(2, size, "image", &g));
	CHECK_OK((u8)DRI_Overlap_create(DRI_OVERLAP_PAD_TOROIDAL, 2, &halo));
	CHECK_OK((u8)DRI_Partition_create_block(1, 1, halo, halo, &parts[0]));
	CHECK_OK((u8)DRI_Partition_create_blockcyclic(0, 1, DRI_NO_OVERLAP,
						      halo, 3, &parts[1]));
	CHECK_OK((u8)DRI_Overlap_destroy(&halo));
	copy = parts[0];

	CHECK_EQ("elements", count_elements(g, parts), size[0] * size[1]);
	CHECK_OK((u8)DRI_Partition_destroy(&parts[0]));
	CHECK_OK((u8)DRI_Partition_destroy(&parts[1]));
	CHECK_EQ("a second destroy", DRI_Partition_destroy(&copy),
		 DRI_ERR_HANDLE);
	CHECK_OK((u8)DRI_Global_Data_destroy(&g));
	return NULL_GUID;
}

TASK(end)
{
	PRINTF("all tasks found all elements\n");
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t last = conf_task(end, 1, NO_PARAMS, TASKS, NULL);
	ocrGuid_t tmpl = conf_template(split), t, out;

	for (u64 i = 0; i < TASKS; i++) {
		t = conf_spawn(tmpl, i, PARAMS(i), 1, EDT_PROP_NONE, &out);
		conf_link(out, last, (u32)i, DB_MODE_CONST);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
