/* SPDX-License-Identifier: BSD-3-Clause */
/* refuse.c - what happens when a call returns an error. */
#include "src/api/api.h"

#include "src/observe/refused.h"

/* Where the program has called: a call that the runtime makes within another
 * one is made there, too. */
static const void *
site_of(const struct ocr_call *c)
{
	return ocr_self_call ? ocr_self_call->site : c->site;
}

void
ocr_api_enter(struct ocr_call *c, uint16_t type)
{
	c->site = site_of(c);
	c->outer = ocr_self_call;
	ocr_self_call = c;
	if (type && ocr_api_is_strict())
		ocr_strict_enter(ocr_self->task, c, type);
}

bool
ocr_api_left(void)
{
	if (ocr_self_call)
		ocr_self_call = ocr_self_call->outer;
	return ocr_strict_on;
}

u8
ocr_api_refused(const struct ocr_call *c, uint16_t type, u8 code)
{
	struct ocr_runtime *rt = ocr_self ? ocr_self->rt : NULL;
	struct ocr_call made = *c;
	struct ocr_refusal r = {
		.call = c->name,
		.site = site_of(c),
		.code = code,
		.who = ocr_who_calls(),
	};

	ocr_reason_take(&r.reason, code);
	if (!ocr_reason_is_refusal(&r.reason, code))
		return code;
	ocr_refused_note(rt, &r);
	made.site = r.site;
	if (rt ? rt->strict != NULL : ocr_strict_on)
		ocr_strict_refused(rt, &made, type, &r);
	return code;
}

void
ocr_api_created(const struct ocr_call *c, const ocrGuid_t *out)
{
	struct ocr_call made = *c;

	if (!out || !ocr_api_is_strict())
		return;
	made.object = *out;
	made.site = site_of(c);
	ocr_strict_created(ocr_self->task, &made);
}
