/* SPDX-License-Identifier: BSD-3-Clause */
/* refuse.c - what happens when a call returns an error. */
#include "src/api/api.h"

#include "src/observe/refused.h"

void
ocr_api_enter(const struct ocr_call *c, uint16_t type)
{
	ocr_self_call = c;
	if (type && ocr_api_is_strict())
		ocr_strict_enter(ocr_self->task, c, type);
}

bool
ocr_api_left(void)
{
	ocr_self_call = NULL;
	return ocr_strict_on;
}

u8
ocr_api_refused(const struct ocr_call *c, uint16_t type, u8 code)
{
	struct ocr_runtime *rt = ocr_self ? ocr_self->rt : NULL;
	struct ocr_refusal r = {
		.call = c->name,
		.site = c->site,
		.code = code,
		.who = ocr_who_calls(),
	};

	ocr_reason_take(&r.reason, code);
	if (!ocr_reason_is_refusal(&r.reason, code))
		return code;
	ocr_refused_note(rt, &r);
	if (rt ? rt->strict != NULL : ocr_strict_on)
		ocr_strict_refused(rt, c, type, &r);
	return code;
}

void
ocr_api_created(const struct ocr_call *c, const ocrGuid_t *out)
{
	struct ocr_call made = *c;

	if (!out || !ocr_api_is_strict())
		return;
	made.object = *out;
	ocr_strict_created(ocr_self->task, &made);
}
