/* SPDX-License-Identifier: BSD-3-Clause */
/* legacy.c - calls of a program with a main of its own: OCR 1.2. */
/* Else it is not the bool of the headers (ocr-types.h). */
#include <stdbool.h>

#include "include/extensions/ocr-legacy.h"

#include "fabric/log.h"
#include "src/api/api.h"
#include "src/guest/guest.h"
#include "src/task/pause.h"
#include "src/task/ask.h"
#include "src/task/await.h"

/* The call is refused.  Strict mode says so; else this does. */
static u8
refuse(const char *call, const char *why)
{
	if (!ocr_strict_on)
		ocr_log_error(ocr_self ? ocr_self->rt->self : OCR_LOG_NOBODY,
			      "%s() is called %s", call, why);
	return ocr_refuse(OCR_EPERM, "it is called %s", why);
}

/* The job whose guest calls, or NULL, and that is refused. */
static struct ocr_guest *
guest_of(const char *call)
{
	struct ocr_guest *l = ocr_guest_current();

	if (l && ocr_guest_is_caller(l))
		return l;
	refuse(call, ocr_self ? "in a task"
		     : l      ? "by another thread than ocrLegacyInit()"
			      : "before ocrLegacyInit()");
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
		return ocr_err_code(err);
	case -EBUSY:
		return refuse("ocrLegacyInit",
			      "again without ocrLegacyFinalize()");
	default:
		return OCR_EIO;
	}
}

static u8
init(ocrGuid_t *context)
{
	struct ocr_guest *l;
	int err;

	if (!context)
		return ocr_why_null("context");
	l = ocr_guest_current();
	if (ocr_self && !(l && ocr_guest_is_caller(l)))
		return refuse("ocrLegacyInit", "in a task");
	err = ocr_guest_open(&l);
	if (!err)
		*context = ocr_guest_context(l);
	return init_code(err);
}

u8
ocrLegacyInit(ocrGuid_t *context, ocrConfig_t *config)
{
	(void)config;
	OCR_API_CALL(0, NULL_GUID, init(context));
}

static u8
why_context(ocrGuid_t context)
{
	return ocr_refuse(OCR_EINVAL,
			  "context=%s|what ocrLegacyInit() has given is "
			  "expected",
			  ocr_refuse_guid(context));
}

static u8
spawn(ocrGuid_t *handle, ocrGuid_t template, u64 paramc, const u64 *paramv,
      u64 depc, const ocrGuid_t *depv, ocrGuid_t context)
{
	struct ocr_guest *l = guest_of("ocrLegacySpawnOCR");

	if (!l)
		return OCR_EPERM;
	if (!handle)
		return ocr_why_null("handle");
	if (!ocr_guid_eq(context, ocr_guest_context(l)))
		return why_context(context);
	if (paramc > UINT32_MAX || depc > UINT32_MAX)
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

static struct ocr_guest *
guest(void)
{
	struct ocr_guest *l = ocr_guest_current();

	return l && ocr_guest_is_caller(l) ? l : NULL;
}

static int
ask(const char *call, ocrGuid_t handle, uint32_t *state)
{
	struct ocr_guest *l = guest();
	struct ocr_answer a;
	int err;

	if (l)
		return ocr_guest_ask(l, handle, state);
	err = ocr_ask(ocr_self->task, call, handle, OCR_ASK_EVENT, &a);
	if (!err)
		*state = a.value;
	return err;
}

static u8
await(const char *call, ocrGuid_t event, bool acquire, struct ocr_awaited *r)
{
	struct ocr_guest *l = guest();
	int err = l ? ocr_guest_block(l, call, event, acquire, r)
		    : ocr_await(ocr_self->task, call, event, acquire, r);

	return err == -ENOENT ? OCR_EINVAL : ocr_err_code(err);
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
		return ocr_err_code(err);
	if (properties == LEGACY_PROP_CHECK)
		return state == OCR_EVENT_SATISFIED ? 0 : OCR_EAGAIN;
	return state == OCR_EVENT_ABSENT ? OCR_EINVAL : 0;
}

static u8
why_wait(const char *arg, ocrGuid_t g)
{
	return ocr_why_kind(OCR_EINVAL, arg, g,
			    "an event other than a reduction event");
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
	if (!can_be_waited_for(handle))
		return why_wait("handle", handle);
	if (properties != LEGACY_PROP_NONE &&
	    properties != LEGACY_PROP_WAIT_FOR_CREATE &&
	    properties != LEGACY_PROP_WAIT_IF_CREATED &&
	    properties != LEGACY_PROP_CHECK)
		return ocr_refuse(OCR_EINVAL,
				  "properties=0x%x|one of LEGACY_PROP_NONE, "
				  "_WAIT_FOR_CREATE, _WAIT_IF_CREATED and "
				  "_CHECK is expected",
				  properties);
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

static u8
look_at_channel(const char *call, ocrGuid_t channel, bool *is_ready)
{
	uint32_t state;

	if (!ocr_api_task()) {
		guest_of(call);
		return OCR_EPERM;
	}
	*is_ready = can_be_waited_for(channel) &&
		    ocr_guid_kind(channel) == OCR_GUID_EVENT_CHANNEL &&
		    !ask(call, channel, &state) && state == OCR_EVENT_SATISFIED;
	return 0;
}

bool
ocrLegacyIsChannelReady(ocrGuid_t channelGuid)
{
	bool is_ready = false;
	u8 code;

	OCR_API_MAKE(code, 0, channelGuid,
		     look_at_channel(__func__, channelGuid, &is_ready));
	return is_ready;
}

/* The event may have been satisfied, or be gone, or come later. */
static u8
wait(ocrGuid_t event, ocrGuid_t *guid)
{
	*guid = NULL_GUID;
	if (ocr_api_task() && !can_be_waited_for(event))
		return why_wait("event", event);
	return block("ocrWait", event, guid, NULL, NULL,
		     LEGACY_PROP_WAIT_FOR_CREATE);
}

ocrGuid_t
ocrWait(ocrGuid_t event)
{
	ocrGuid_t guid;
	u8 code;

	OCR_API_MAKE(code, OCR_MSG_ADD_DEP, event, wait(event, &guid));
	return guid;
}

/* The job may end with any status, also with that of a refusal. */
static u8
may_end(ocrGuid_t context, struct ocr_guest **l)
{
	*l = guest_of("ocrLegacyFinalize");
	if (!*l)
		return OCR_EPERM;
	if (!ocr_guid_eq(context, ocr_guest_context(*l)))
		return why_context(context);
	return 0;
}

u8
ocrLegacyFinalize(ocrGuid_t context, bool runUntilShutdown)
{
	struct ocr_guest *l;
	u8 code;

	OCR_API_MAKE(code, 0, NULL_GUID, may_end(context, &l));
	if (code)
		return code;
	if (ocr_pause_end(ocr_self->task))
		ocr_log_error(ocr_self->rt->self,
			      "ocrLegacyFinalize() is called after ocrPause() "
			      "without ocrResume(): the node goes on");
	return (u8)ocr_guest_close(l, runUntilShutdown);
}
