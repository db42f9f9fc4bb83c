/* SPDX-License-Identifier: BSD-3-Clause */
/* constants.c - ocr.h alone gives a program all types, constants and macros of
 * section 2.1, with their values. */
#include "ocr.h"

#include <string.h>

static const u8 codes[] = {
	OCR_EPERM,   OCR_ENOENT,      OCR_EINTR,  OCR_EIO,    OCR_ENXIO,
	OCR_E2BIG,   OCR_ENOEXEC,     OCR_EAGAIN, OCR_ENOMEM, OCR_EACCES,
	OCR_EFAULT,  OCR_EBUSY,	      OCR_ENODEV, OCR_EINVAL, OCR_ENOSPC,
	OCR_ESPIPE,  OCR_EROFS,	      OCR_EDOM,	  OCR_ERANGE, OCR_ENOSYS,
	OCR_ENOTSUP, OCR_EGUIDEXISTS, OCR_EACQ,	  OCR_EPEND,  OCR_ECANCELED,
};

#define CODES (sizeof(codes) / sizeof(codes[0]))

/* 0: all is well. */
static const char *
wrong(void)
{
	static const char version[] = OCR_VERSION;
	const ocrHint_t *no_hint = NULL_HINT;
	ocrEdtDep_t d = {.guid = NULL_GUID, .ptr = NULL};

	if (sizeof(u64) != 8 || sizeof(u32) != 4 || sizeof(u16) != 2 ||
	    sizeof(u8) != 1 || sizeof(s64) != 8 || sizeof(s32) != 4 ||
	    sizeof(s8) != 1 || sizeof(bool) != 1)
		return "the width of a type";
	if ((u64)-1 < 1 || (u32)-1 < 1 || (u8)-1 < 1 || (s64)-1 > 0 ||
	    (s32)-1 > 0 || (s8)-1 > 0)
		return "the sign of a type";
	if (true != 1 || TRUE != 1 || false != 0 || FALSE != 0)
		return "a truth value";
	for (unsigned i = 0; i < CODES; i++)
		for (unsigned k = 0; k <= i; k++)
			if (!codes[i] || (k < i && codes[i] == codes[k]))
				return "an error code";
	if (OCR_VERSION_GET_MAJOR(version) != 1 ||
	    OCR_VERSION_GET_MINOR(version) != 1 ||
	    OCR_VERSION_GET_PATCH(version) != 0 ||
	    OCR_VERSION_GET_MAJOR("7.8.9") != 7 ||
	    OCR_VERSION_GET_MINOR("7.8.9") != 8 ||
	    OCR_VERSION_GET_PATCH("7.8.9") != 9 || strlen(version) != 5)
		return "the version";
	if (!(OCR_VERSION_EXTENSION_BITMAP & OCR_EXTENSION_AFFINITY) ||
	    !(OCR_VERSION_EXTENSION_BITMAP & OCR_EXTENSION_PARAMS_EVT) ||
	    !(OCR_VERSION_EXTENSION_BITMAP & OCR_EXTENSION_COUNTED_EVT) ||
	    !(OCR_VERSION_EXTENSION_BITMAP & OCR_EXTENSION_CHANNEL_EVT))
		return "the extensions";
	if (no_hint || !ocrGuidIsNull(d.guid) || d.ptr)
		return "a null value";
	if (EDT_PARAM_UNK == EDT_PARAM_DEF ||
	    EDT_PROP_NONE == EDT_PROP_FINISH ||
	    EVT_PROP_NONE == EVT_PROP_TAKES_ARG ||
	    DB_PROP_NONE == DB_PROP_NO_ACQUIRE ||
	    OCR_EVENT_LATCH_DECR_SLOT == OCR_EVENT_LATCH_INCR_SLOT)
		return "a constant that must differ from another";
	if (DB_DEFAULT_MODE != DB_MODE_RW || DB_MODE_RW == DB_MODE_EW ||
	    DB_MODE_RO == DB_MODE_CONST || DB_MODE_RW == DB_MODE_RO ||
	    DB_MODE_EW == DB_MODE_CONST)
		return "an access mode";
	return NULL;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const char *what = wrong();

	(void)paramc, (void)paramv, (void)depc, (void)depv;
	if (what) {
		PRINTF("FAILED: %s is wrong\n", what);
		ocrAbort(1);
	} else {
		ocrShutdown();
	}
	return NULL_GUID;
}
