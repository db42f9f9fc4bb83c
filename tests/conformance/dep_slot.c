/* SPDX-License-Identifier: BSD-3-Clause */
/* dep_slot.c - ocrAddDependenceSlot is ocrAddDependence from the one post-slot
 * that there is, number 0; any other is refused and changes nothing. */
#include "tests/conformance/conf.h"

TASK(use)
{
	CHECK_EQ("a block", conf_value(&depv[0]), 1);
	CHECK_EQ("an event", conf_value(&depv[1]), 2);
	CHECK(ocrGuidIsNull(depv[2].guid), "NULL_GUID brought a block");
	CHECK(!depv[2].ptr, "NULL_GUID brought a pointer");
	return NULL_GUID;
}

TASK(link)
{
	ocrGuid_t end = *PARAM(ocrGuid_t), e = conf_event(OCR_EVENT_ONCE_T);
	ocrGuid_t db = conf_number(conf_here() + 1, 1), out, t;

	t = conf_task(use, conf_here() + 1, NO_PARAMS, 3, &out);
	CHECK_OK(ocrAddDependenceSlot(out, 0, end, (u32)paramv[2],
				      DB_DEFAULT_MODE));
	CHECK_CODE(ocrAddDependenceSlot(NULL_GUID, 1, t, 0, DB_MODE_RW),
		   OCR_EINVAL);
	CHECK_CODE(ocrAddDependenceSlot(db, 1, t, 0, DB_MODE_RW), OCR_EINVAL);
	CHECK_CODE(ocrAddDependenceSlot(e, 1, t, 1, DB_MODE_RW), OCR_EINVAL);
	CHECK_CODE(ocrAddDependenceSlot(e, 0, t, 1, (ocrDbAccessMode_t)77),
		   OCR_EINVAL);
	CHECK_OK(ocrAddDependenceSlot(e, 0, t, 1, DB_MODE_RO));
	CHECK_OK(ocrAddDependenceSlot(db, 0, t, 0, DB_MODE_EW));
	CHECK_OK(ocrAddDependenceSlot(NULL_GUID, 0, t, 2, DB_DEFAULT_MODE));
	CHECK_OK(ocrAddDependenceSlot(conf_number(0, 2), 0, e, 0,
				      DB_DEFAULT_MODE));
	return NULL_GUID;
}

MAIN_TASK
{
	struct {
		ocrGuid_t end;
		u64 slot;
	} a = {.end = conf_end(3)};

	for (a.slot = 0; a.slot < 3; a.slot++)
		conf_start(conf_task(link, a.slot, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
