/* SPDX-License-Identifier: BSD-3-Clause */
/* many_counts.c - thousands of parameters and slots: the most that a template
 * can fix, taken over with EDT_PARAM_DEF, and more with EDT_PARAM_UNK. */
#include "tests/conformance/conf.h"

#define MOST 65534 /* of a template */
#define MORE 70000

TASK(use)
{
	CHECK_EQ("good parameters", conf_match(paramv, paramc, depc), paramc);
	for (u32 i = 0; i < depc; i++)
		CHECK(ocrGuidIsNull(depv[i].guid) && !depv[i].ptr,
		      "slot %" PRIu32 " has a block", i);
	CHECK_EQ("parameters and slots", paramc + depc,
		 depc < 3      ? MORE + 2
		 : depc < MORE ? 2 * MOST
			       : MORE);
	return NULL_GUID;
}

/* Makes a task, every other one on another node. */
static void
create(ocrGuid_t tmpl, u64 *v, u32 paramc, u32 depc, u32 slots, ocrGuid_t end,
       u32 slot)
{
	ocrHint_t h = conf_edt_hint(slot % 2);
	ocrGuid_t t = NULL_GUID, out = NULL_GUID;

	OK(ocrEdtCreate(&t, tmpl, paramc, paramc ? v : NULL, depc, NULL,
			EDT_PROP_NONE, &h, &out));
	conf_link(out, end, slot, DB_DEFAULT_MODE);
	for (u32 i = 0; i < slots; i++)
		conf_start(t, i);
}

TASK(create_all)
{
	ocrGuid_t end = *PARAM(ocrGuid_t), fixed, open = conf_template(use);
	u64 *v = depv[0].ptr;

	CHECK_OK(ocrEdtTemplateCreate(&fixed, use, MOST, MOST));
	conf_fill(v, MOST, MOST);
	create(fixed, v, EDT_PARAM_DEF, EDT_PARAM_DEF, MOST, end, 0);
	conf_fill(v, MORE, 2);
	create(open, v, MORE, 2, 2, end, 1);
	create(open, v, 0, MORE, MORE, end, 2);
	CHECK_CODE(ocrEdtTemplateCreate(&fixed, use, MOST + 1, 0), OCR_EINVAL);
	CHECK_CODE(ocrEdtTemplateCreate(&fixed, use, 0, MOST + 1), OCR_EINVAL);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(3), db;
	ocrHint_t h = conf_db_hint(0);

	CHECK_OK(ocrDbCreate(&db, NULL, MORE * sizeof(u64), DB_PROP_NO_ACQUIRE,
			     &h, NO_ALLOC));
	conf_link(db, conf_task(create_all, 0, PARAMS(end), 1, NULL), 0,
		  DB_MODE_RW);
	return NULL_GUID;
}
