/* SPDX-License-Identifier: BSD-3-Clause */
/* say.c - one line for each refusal. */
#include "src/dri/handle/say.h"

#include "dri.h"
#include "fabric/log.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

/* The longest text; the log cuts longer lines as well. */
#define TEXT_BYTES 512

static _Atomic ocr_node_t speaker = OCR_LOG_NOBODY;

void
ocr_dri_say_self(ocr_node_t self)
{
	atomic_store_explicit(&speaker, self, memory_order_relaxed);
}

static bool
is_mistake(int status)
{
	switch (status) {
	case DRI_ERR_NULL:
	case DRI_ERR_HANDLE:
	case DRI_ERR_NDIMS:
	case DRI_ERR_SIZE:
	case DRI_ERR_NAME:
	case DRI_ERR_RANK:
	case DRI_ERR_OVERLAP:
	case DRI_ERR_PARTITION:
	case DRI_ERR_GROUP_DIMS:
	case DRI_ERR_LAYOUT:
	case DRI_ERR_BLOCK:
	case DRI_ERR_DATASPEC:
	case DRI_ERR_BUFFER_SIZE:
	case DRI_ERR_SIDE:
		return true;
	default:
		return false;
	}
}

static void
tell(bool always, int status, const char *fmt, va_list ap)
{
	ocr_node_t self = atomic_load_explicit(&speaker, memory_order_relaxed);
	char text[TEXT_BYTES];

	vsnprintf(text, sizeof(text), fmt, ap);
	if (always)
		ocr_log_error(self, "%s: %s", text, DRI_strerror(status));
	else
		ocr_log_info(self, "%s: %s", text, DRI_strerror(status));
}

int
ocr_dri_refuse(int status, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	tell(is_mistake(status), status, fmt, ap);
	va_end(ap);
	return status;
}

int
ocr_dri_pass_on(int status, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	tell(false, status, fmt, ap);
	va_end(ap);
	return status;
}
