/* SPDX-License-Identifier: BSD-3-Clause */
/* legacy.c - calls of a program with a main of its own: OCR 1.2. */
/* Else it is not the bool of the headers (ocr-types.h). */
#include <stdbool.h>

#include "include/extensions/ocr-legacy.h"

#include "fabric/log.h"
#include "src/api/api.h"
#include "src/boot/legacy.h"
#include "src/object/ask.h"
#include "src/object/await.h"

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

/* A reduction event is asked for by slots. */
static bool
can_be_waited_for(ocrGuid_t g)
{
	return ocr_api_is_event(ocr_self->rt, g) &&
	       ocr_guid_kind(g) != OCR_GUID_EVENT_COLLECTIVE;
}

static struct ocr_legacy *
guest(void)
{
	struct ocr_legacy *l = ocr_legacy_current();

	return l && ocr_legacy_is_guest(l) ? l : NULL;
}

static int
ask(const char *call, ocrGuid_t handle, uint32_t *state)
{
	struct ocr_legacy *l = guest();
	struct ocr_answer a;
	int err;

	if (l)
		return ocr_legacy_ask(l, handle, state);
	err = ocr_ask(ocr_self->task, call, handle, OCR_ASK_EVENT, &a);
	if (!err)
		*state = a.value;
	return err;
}

static u8
await(const char *call, ocrGuid_t event, bool acquire, struct ocr_awaited *r)
{
	struct ocr_legacy *l = guest();
	int err = l ? ocr_legacy_block(l, call, event, acquire, r)
		    : ocr_await(ocr_self->task, call, event, acquire, r);

	return err == -ENOENT ? OCR_EINVAL : ocr_api_code(err);
}

/* What the caller wants to know before it waits. */
static u8
look(const char *call, ocrGuid_t handle, u16 properties)
{
	uint32_t state;
	int err;

	/* What is no label is there, on its way, or gone for ever: the wait
	 * itself finds out. */
	if (properties == LEGACY_PROP_WAIT_FOR_CREATE ||
	    (properties != LEGACY_PROP_CHECK && !ocr_label_is(handle)))
		return 0;
	err = ask(call, handle, &state);
	if (err)
		return ocr_api_code(err);
	if (properties == LEGACY_PROP_CHECK)
		return state == OCR_EVENT_SATISFIED ? 0 : OCR_EAGAIN;
	return state == OCR_EVENT_ABSENT ? OCR_EINVAL : 0;
}

static u8
block(const char *call, ocrGuid_t handle, ocrGuid_t *guid, void **result,
      u64 *size, u16 properties)
{
	struct ocr_awaited r = {.guid = NULL_GUID};
	u8 code;

	/* Whatever goes wrong, the caller finds nothing there. */
	if (guid)
		*guid = NULL_GUID;
	if (result)
		*result = NULL;
	if (size)
		*size = 0;
	if (!ocr_api_task()) {
		guest_of(call);
		return OCR_EPERM;
	}
	if (!can_be_waited_for(handle) ||
	    (properties != LEGACY_PROP_NONE &&
	     properties != LEGACY_PROP_WAIT_FOR_CREATE &&
	     properties != LEGACY_PROP_WAIT_IF_CREATED &&
	     properties != LEGACY_PROP_CHECK))
		return OCR_EINVAL;
	code = look(call, handle, properties);
	if (!code)
		code = await(call, handle, result || size, &r);
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
		     block(__func__, handle, guid, result, size, properties));
}

bool
ocrLegacyIsChannelReady(ocrGuid_t channelGuid)
{
	uint32_t state;

	if (!ocr_api_task()) {
		guest_of(__func__);
		return false;
	}
	return can_be_waited_for(channelGuid) &&
	       ocr_guid_kind(channelGuid) == OCR_GUID_EVENT_CHANNEL &&
	       !ask(__func__, channelGuid, &state) &&
	       state == OCR_EVENT_SATISFIED;
}

/* The event may have been satisfied, or be gone, or come later. */
static u8
wait(ocrGuid_t event, ocrGuid_t *guid)
{
	return block("ocrWait", event, guid, NULL, NULL,
		     LEGACY_PROP_WAIT_FOR_CREATE);
}

ocrGuid_t
ocrWait(ocrGuid_t event)
{
	ocrGuid_t guid;

	wait(event, &guid);
	return guid;
}

u8
ocrLegacyFinalize(ocrGuid_t context, bool runUntilShutdown)
{
	struct ocr_legacy *l = guest_of("ocrLegacyFinalize");

	if (!l)
		return OCR_EPERM;
	if (!ocr_guid_eq(context, ocr_legacy_context(l)))
		return OCR_EINVAL;
	if (ocr_pause_end(ocr_self->task))
		ocr_log_error(ocr_self->rt->self,
			      "ocrLegacyFinalize() is called after ocrPause() "
			      "without ocrResume(): the node goes on");
	return (u8)ocr_legacy_close(l, runUntilShutdown);
}
