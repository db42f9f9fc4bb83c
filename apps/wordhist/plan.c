/* SPDX-License-Identifier: BSD-3-Clause */
/* plan.c - see plan.h. */
#include "apps/wordhist/plan.h"

#include "ocr.h"
#include "extensions/ocr-affinity.h"

#include <stdarg.h>
#include <stdio.h>

u8
plan_create_task(ocrGuid_t *task, ocrGuid_t template, u64 node, u32 paramc,
		 const void *params, u32 slots)
{
	ocrGuid_t at;
	ocrHint_t hint;
	u8 err = ocrAffinityGetAt(AFFINITY_PD, node, &at);

	ocrHintInit(&hint, OCR_HINT_EDT_T);
	ocrSetHintValue(&hint, OCR_HINT_EDT_AFFINITY,
			ocrAffinityToHintValue(at));
	return err ? err
		   : ocrEdtCreate(task, template, paramc, params, slots, NULL,
				  EDT_PROP_NONE, &hint, NULL);
}

void
plan_fail(const struct plan *p, const char *fmt, ...)
{
	const char *rest = options_change_file(&p->options)
				   ? "; it may have been changed in part"
				   : "";
	char text[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	fprintf(stderr, "wordhist: %s: %s%s\n", p->options.file, text, rest);
	ocrAbort(1);
}

void
plan_give_up(const struct plan *p, u8 err)
{
	plan_fail(p, "%s (error %u of the runtime)",
		  err == OCR_ENOMEM ? "out of memory" : "cannot go on", err);
}
