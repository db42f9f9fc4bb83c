/* SPDX-License-Identifier: BSD-3-Clause */
/* say.c - one line for each refusal. */
#include "src/dri/handle/say.h"

#include "dri.h"
#include "fabric/log.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>

/* The longest text; the log cuts longer lines as well. */
#define TEXT_BYTES 512

static _Atomic ocr_node_t speaker = OCR_LOG_NOBODY;

void
ocr_dri_say_self(ocr_node_t self)
{
	atomic_store_explicit(&speaker, self, memory_order_relaxed);
}

int
ocr_dri_refuse(int status, const char *fmt, ...)
{
	char text[TEXT_BYTES];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	ocr_log_info(atomic_load_explicit(&speaker, memory_order_relaxed),
		     "%s: %s", text, DRI_strerror(status));
	return status;
}
