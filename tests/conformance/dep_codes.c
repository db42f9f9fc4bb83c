/* SPDX-License-Identifier: BSD-3-Clause */
/* dep_codes.c - dependences that are refused at once, and a slot that can be
 * satisfied only once. */
#include "tests/conformance/conf.h"

/* Sums of modes are none. */
static const ocrDbAccessMode_t no_modes[] = {
	(ocrDbAccessMode_t)3,	 (ocrDbAccessMode_t)5,
	(ocrDbAccessMode_t)0x10, (ocrDbAccessMode_t)0x33,
	(ocrDbAccessMode_t)-1,	 (ocrDbAccessMode_t)0x100,
};

TASK(refuse)
{
	ocrGuid_t tmpl = conf_template(conf_nothing);
	ocrGuid_t db = conf_number(conf_here() + 1, 1);
	ocrGuid_t event = conf_event(OCR_EVENT_STICKY_T);
	ocrGuid_t latch = conf_event(OCR_EVENT_LATCH_T);
	ocrGuid_t far =
		conf_task(conf_nothing, conf_here() + 1, NO_PARAMS, 2, NULL);
	ocrGuid_t sources[] = {NULL_GUID, db, event};

	for (u32 i = 0; i < 3; i++) {
		/* Nothing goes into a block, a template, or nothing. */
		CHECK_CODE(ocrAddDependence(sources[i], db, 0, DB_MODE_RW),
			   OCR_EPERM);
		CHECK_CODE(ocrAddDependence(sources[i], tmpl, 0, DB_MODE_RW),
			   OCR_EPERM);
		CHECK_CODE(
			ocrAddDependence(sources[i], NULL_GUID, 0, DB_MODE_RW),
			OCR_EINVAL);
		CHECK_CODE(ocrAddDependence(sources[i], UNINITIALIZED_GUID, 0,
					    DB_MODE_RW),
			   OCR_EINVAL);
		CHECK_CODE(
			ocrAddDependence(sources[i], ERROR_GUID, 0, DB_MODE_RW),
			OCR_EINVAL);
		/* No such slot of an event, no such mode. */
		CHECK_CODE(ocrAddDependence(sources[i], event, 1, DB_MODE_RW),
			   OCR_EINVAL);
		CHECK_CODE(ocrAddDependence(sources[i], latch, 2, DB_MODE_RW),
			   OCR_EINVAL);
		for (u32 k = 0; k < sizeof(no_modes) / sizeof(*no_modes); k++)
			CHECK_CODE(ocrAddDependence(sources[i], far, 0,
						    no_modes[k]),
				   OCR_EINVAL);
	}
	/* Nothing comes out of a template, a task or nothing. */
	CHECK_CODE(ocrAddDependence(tmpl, far, 0, DB_MODE_RW), OCR_EPERM);
	CHECK_CODE(ocrAddDependence(far, far, 0, DB_MODE_RW), OCR_EPERM);
	CHECK_CODE(ocrAddDependence(far, event, 0, DB_MODE_RW), OCR_EPERM);
	CHECK_CODE(ocrAddDependence(UNINITIALIZED_GUID, far, 0, DB_MODE_RW),
		   OCR_EINVAL);
	CHECK_CODE(ocrAddDependence(ERROR_GUID, event, 0, DB_MODE_RW),
		   OCR_EINVAL);
	CHECK_OK(ocrEdtDestroy(far));
	CHECK_OK(ocrEventDestroy(event));
	CHECK_OK(ocrEventDestroy(latch));
	CHECK_OK(ocrDbDestroy(db));
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t db = conf_number(0, 1), near, end, t, out;

	/* With nothing under way, this node tells its own tasks' errors. */
	near = conf_task(conf_nothing, 0, NO_PARAMS, 2, NULL);
	CHECK_CODE(ocrAddDependence(NULL_GUID, near, 2, DB_MODE_RW),
		   OCR_EINVAL);
	CHECK_CODE(ocrAddDependence(db, near, UINT32_MAX, DB_MODE_RW),
		   OCR_EINVAL);
	CHECK_OK(ocrAddDependence(db, near, 0, DB_MODE_CONST));
	CHECK_CODE(ocrAddDependence(NULL_GUID, near, 0, DB_MODE_RW), OCR_EPERM);
	CHECK_OK(ocrEdtDestroy(near));

	end = conf_end(3);
	for (u32 i = 0; i < 3; i++) {
		t = conf_task(refuse, i, NO_PARAMS, 1, &out);
		conf_link(out, end, i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
