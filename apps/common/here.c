/* SPDX-License-Identifier: BSD-3-Clause */
/* here.c - see here.h. */
#include "apps/common/here.h"

#include "extensions/ocr-affinity.h"

u8
here_hint(ocrHint_t *hint)
{
	ocrGuid_t here;
	u8 err = ocrAffinityGetCurrent(&here);

	if (!err)
		err = ocrHintInit(hint, OCR_HINT_EDT_T);
	if (!err)
		err = ocrSetHintValue(hint, OCR_HINT_EDT_AFFINITY,
				      ocrAffinityToHintValue(here));
	return err;
}

u8
here_create(ocrGuid_t *task, ocrEdt_t body, u32 depc, ocrGuid_t *output)
{
	ocrGuid_t template;
	ocrHint_t hint;
	u8 err = here_hint(&hint);

	if (!err)
		err = ocrEdtTemplateCreate(&template, body, 0, depc);
	if (!err)
		err = ocrEdtCreate(task, template, EDT_PARAM_DEF, NULL,
				   EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &hint,
				   output);
	if (!err)
		err = ocrEdtTemplateDestroy(template);
	return err;
}
