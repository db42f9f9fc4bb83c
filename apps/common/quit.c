/* SPDX-License-Identifier: BSD-3-Clause */
/* quit.c - see quit.h. */
#include "apps/common/quit.h"

#include <stdio.h>

static ocrGuid_t
quit_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	ocrShutdown();
	return NULL_GUID;
}

u8
quit_after_all(void)
{
	ocrGuid_t quit_template, task;
	u8 err = ocrEdtTemplateCreate(&quit_template, quit_edt, 0, 1);

	if (!err)
		err = ocrEdtCreate(&task, quit_template, EDT_PARAM_DEF, NULL,
				   EDT_PARAM_DEF, NULL, EDT_PROP_NONE,
				   NULL_HINT, NULL);
	if (!err)
		err = ocrEdtTemplateDestroy(quit_template);
	/* What satisfies a slot waits for what was done before. */
	if (!err)
		err = ocrAddDependence(NULL_GUID, task, 0, DB_MODE_CONST);
	return err;
}

void
quit_failed(const char *program, u8 err)
{
	fprintf(stderr, "%s: %s (error %u of the runtime)\n", program,
		err == OCR_ENOMEM ? "out of memory" : "cannot go on", err);
	ocrAbort(1);
}
