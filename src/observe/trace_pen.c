/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_pen.c - see trace_pen.h. */
#include "src/observe/trace_pen.h"

#include "guidmap/guid.h"
#include "src/base/symbol.h"
#include "src/stream/stream.h"
#include "src/task/edt.h"

#include <string.h>

void
ocr_trace_pen_write(struct ocr_trace_pen *l, enum ocr_trace_type type,
		    const uint64_t *words)
{
	unsigned n = ocr_trace_words(type);
	uint64_t *at = ocr_trace_room(&l->lane, n);

	if (!at)
		return;
	for (unsigned i = 0; i < n; i++)
		at[1 + i] = words[i];
	ocr_trace_done(&l->lane, type, n);
}

void
ocr_trace_pen_text(struct ocr_trace_pen *l, enum ocr_trace_type type,
		   const void *code, const char *text)
{
	size_t bytes = strlen(text);
	size_t words = 2 + (bytes + 7) / 8;
	uint64_t *at = ocr_trace_room(&l->lane, words);

	if (!at)
		return;
	at[1] = (uintptr_t)code;
	at[2] = bytes;
	memcpy(&at[3], text, bytes);
	ocr_trace_done(&l->lane, type, words);
}

const char ocr_trace_goes[] = "(to another node)";

void
ocr_trace_pen_name(struct ocr_trace_pen *l, const void *code)
{
	unsigned at =
		(uint32_t)((uintptr_t)code * 2654435761u) % OCR_TRACE_NAMES;
	char text[OCR_SYMBOL_TEXT];

	if (!code)
		return;
	while (l->names[at] && l->names[at] != code)
		at = (at + 1) % OCR_TRACE_NAMES;
	/* One place stays free, for the loop. */
	if (l->names[at] || l->n_names == OCR_TRACE_NAMES - 1)
		return;
	l->names[at] = code;
	l->n_names++;
	ocr_trace_pen_text(l, OCR_TRACE_NAME, code,
			   code == ocr_trace_goes
				   ? ocr_trace_goes
				   : ocr_symbol_text(code, text));
}

ocrGuid_t
ocr_trace_pen_whose(const struct ocr_stream *s)
{
	const struct ocr_edt *t =
		((const struct ocr_edt_now *)(const void *)s)->edt;

	return t ? ocr_edt_guid(t) : NULL_GUID;
}

void
ocr_trace_pen_turn(struct ocr_trace_pen *l, const struct ocr_stream *s)
{
	ocrGuid_t g = ocr_trace_pen_whose(s);

	if (ocr_guid_eq(g, l->task))
		return;
	OCR_TRACE_WRITE(l, OCR_TRACE_FOR, OCR_TRACE_GUID(g));
}
