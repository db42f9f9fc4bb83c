/* SPDX-License-Identifier: BSD-3-Clause */
/* who.c - see who.h. */
#include "src/task/who.h"

#include "guidmap/guid.h"
#include "src/base/runtime.h"
#include "src/base/symbol.h"
#include "src/sched/sched.h"
#include "src/sched/worker.h"
#include "src/task/edt.h"

#include <stdio.h>
#include <string.h>

struct ocr_who
ocr_who_calls(void)
{
	const struct ocr_edt *t = ocr_self ? ocr_self->task : NULL;

	if (!t)
		return (struct ocr_who){.edt = NULL_GUID};
	/* The task of the guest never runs: so it has no body. */
	return (struct ocr_who){
		.edt = ocr_edt_guid(t),
		.func = ocr_edt_func(t),
		.guest = ocr_self->id > ocr_self->rt->sched->n_workers,
	};
}

char *
ocr_who_guid_text(ocrGuid_t g, char *buf)
{
	if (ocr_guid_is_null(g))
		snprintf(buf, OCR_WHO_GUID_TEXT, "NULL_GUID");
	else if (ocrGuidIsUninitialized(g))
		snprintf(buf, OCR_WHO_GUID_TEXT, "UNINITIALIZED_GUID");
	else if (ocrGuidIsError(g))
		snprintf(buf, OCR_WHO_GUID_TEXT, "ERROR_GUID");
	else if (ocr_guid_kind(g) >= OCR_GUID_KINDS)
		snprintf(buf, OCR_WHO_GUID_TEXT, GUIDF " (no GUID)", GUIDA(g));
	else
		ocr_guid_text(g, buf);
	return buf;
}

/* What comes behind the kind. */
static const char *
number_of(ocrGuid_t g, char *text)
{
	size_t kind = strlen(ocr_guid_kind_name(ocr_guid_kind(g)));

	ocr_guid_text(g, text);
	return strlen(text) > kind ? text + kind + 1 : text;
}

char *
ocr_who_text(const struct ocr_who *w, char *buf)
{
	char text[OCR_GUID_TEXT], func[OCR_SYMBOL_TEXT];

	if (w->guest)
		snprintf(buf, OCR_WHO_TEXT, "main()");
	else if (ocr_guid_is_null(w->edt))
		snprintf(buf, OCR_WHO_TEXT, "a thread that runs no task");
	else if (!w->func)
		snprintf(buf, OCR_WHO_TEXT, "task %s", number_of(w->edt, text));
	else
		snprintf(
			buf, OCR_WHO_TEXT, "task \"%s\" %s",
			ocr_symbol_text((const void *)(uintptr_t)w->func, func),
			number_of(w->edt, text));
	return buf;
}
