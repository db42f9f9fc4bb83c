/* SPDX-License-Identifier: BSD-3-Clause */
/* legacy.c - calls of a program with a main of its own: OCR 1.2. */
/* Else it is not the bool of the headers (ocr-types.h). */
#include <stdbool.h>

#include "include/extensions/ocr-legacy.h"

#include "fabric/log.h"
#include "src/api/api.h"
#include "src/boot/legacy.h"

/* The job whose guest calls, or NULL, with the reason on standard error. */
static struct ocr_legacy *
guest_of(const char *call)
{
	struct ocr_legacy *l = ocr_legacy_current();
	ocr_node_t self = ocr_self ? ocr_self->rt->self : OCR_LOG_NOBODY;

	if (l && ocr_legacy_is_guest(l))
		return l;
	if (ocr_self)
		ocr_log_error(self, "%s() is called in a task", call);
	else if (l)
		ocr_log_error(self,
			      "%s() is called by another thread than "
			      "ocrLegacyInit()",
			      call);
	else
		ocr_log_error(self, "%s() is called before ocrLegacyInit()",
			      call);
	return NULL;
}

void
ocrParseArgs(int argc, const char *argv[], ocrConfig_t *config)
{
	if (!config)
		return;
	config->userArgc = argc;
	config->userArgv = (char **)(uintptr_t)argv;
	config->iniFile = NULL;
}

static u8
init_code(int err)
{
	switch (err) {
	case 0:
	case -ENOMEM:
		return ocr_api_code(err);
	case -EBUSY:
		ocr_log_error(OCR_LOG_NOBODY,
			      "ocrLegacyInit() is called again without "
			      "ocrLegacyFinalize()");
		return OCR_EPERM;
	default:
		return OCR_EIO;
	}
}

u8
ocrLegacyInit(ocrGuid_t *context, ocrConfig_t *config)
{
	struct ocr_legacy *l;
	int err;

	(void)config;
	if (!context)
		return OCR_EINVAL;
	l = ocr_legacy_current();
	if (ocr_self && !(l && ocr_legacy_is_guest(l))) {
		ocr_log_error(ocr_self->rt->self,
			      "ocrLegacyInit() is called in a task");
		return OCR_EPERM;
	}
	err = ocr_legacy_open(&l);
	if (!err)
		*context = ocr_legacy_context(l);
	return init_code(err);
}

static u8
spawn(ocrGuid_t *handle, ocrGuid_t template, u64 paramc, const u64 *paramv,
      u64 depc, const ocrGuid_t *depv, ocrGuid_t context)
{
	struct ocr_legacy *l = guest_of("ocrLegacySpawnOCR");

	if (!l)
		return OCR_EPERM;
	if (!handle || !ocr_guid_eq(context, ocr_legacy_context(l)) ||
	    paramc > UINT32_MAX || depc > UINT32_MAX)
		return OCR_EINVAL;
	return ocr_api_spawn(handle, template, (u32)paramc, paramv, (u32)depc,
			     depv);
}

u8
ocrLegacySpawnOCR(ocrGuid_t *handle, ocrGuid_t finishEdtTemplate, u64 paramc,
		  const u64 *paramv, u64 depc, const ocrGuid_t *depv,
		  ocrGuid_t context)
{
	OCR_API_CREATE(handle, spawn(handle, finishEdtTemplate, paramc, paramv,
				     depc, depv, context));
}

/* Events that are there until somebody destroys them. */
static bool
can_be_waited_for(ocrGuid_t g)
{
	enum ocr_guid_kind k = ocr_guid_kind(g);

	return ocr_api_is_event(ocr_self->rt, g) && k != OCR_GUID_EVENT_ONCE &&
	       k != OCR_GUID_EVENT_LATCH && k != OCR_GUID_EVENT_COLLECTIVE;
}

/* What the caller wants to know before it waits. */
static u8
look(struct ocr_legacy *l, ocrGuid_t handle, u16 properties)
{
	uint32_t state;
	int err;

	if (properties == LEGACY_PROP_WAIT_FOR_CREATE)
		return 0;
	err = ocr_legacy_ask(l, handle, &state);
	if (err)
		return ocr_api_code(err);
	if (properties == LEGACY_PROP_CHECK)
		return state == OCR_EVENT_SATISFIED ? 0 : OCR_EAGAIN;
	return state == OCR_EVENT_ABSENT ? OCR_EINVAL : 0;
}

static u8
block(ocrGuid_t handle, ocrGuid_t *guid, void **result, u64 *size,
      u16 properties)
{
	struct ocr_legacy *l = guest_of("ocrLegacyBlockProgress");
	struct ocr_legacy_result r;
	u8 code;

	if (!l)
		return OCR_EPERM;
	if (!can_be_waited_for(handle) ||
	    (properties != LEGACY_PROP_NONE &&
	     properties != LEGACY_PROP_WAIT_FOR_CREATE &&
	     properties != LEGACY_PROP_WAIT_IF_CREATED &&
	     properties != LEGACY_PROP_CHECK))
		return OCR_EINVAL;
	code = look(l, handle, properties);
	if (!code)
		code = ocr_api_code(
			ocr_legacy_block(l, handle, result || size, &r));
	if (code)
		return code;
	if (guid)
		*guid = r.guid;
	if (result)
		*result = r.ptr;
	if (size)
		*size = r.size;
	return 0;
}

u8
ocrLegacyBlockProgress(ocrGuid_t handle, ocrGuid_t *guid, void **result,
		       u64 *size, u16 properties)
{
	OCR_API_CALL(OCR_MSG_ADD_DEP, handle,
		     block(handle, guid, result, size, properties));
}

ocrGuid_t
ocrWait(ocrGuid_t event)
{
	ocrGuid_t guid;

	return block(event, &guid, NULL, NULL, LEGACY_PROP_NONE) ? ERROR_GUID
								 : guid;
}

u8
ocrLegacyFinalize(ocrGuid_t context, bool runUntilShutdown)
{
	struct ocr_legacy *l = guest_of("ocrLegacyFinalize");

	if (!l)
		return OCR_EPERM;
	if (!ocr_guid_eq(context, ocr_legacy_context(l)))
		return OCR_EINVAL;
	return (u8)ocr_legacy_close(l, runUntilShutdown);
}
