/* SPDX-License-Identifier: BSD-3-Clause */
/* reason.c - see reason.h.
 *
 * The reason is the thread's and not the task's: between the refusal and the
 * return of the call no other task runs on it.
 */
#include "src/observe/reason.h"

#include "include/ocr.h"
#include "src/base/code.h"
#include "src/base/msg.h"
#include "src/base/runtime.h"
#include "src/base/symbol.h"
#include "src/task/who.h"
#include "src/sched/worker.h"
#include "src/task/template.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* GUIDs that one text can show. */
#define SHOWN 4

/* A name of a function costs a look into the program's file, and a program may
 * be refused the same thing for ever. */
#define MOST_NAMES 64

static _Thread_local struct {
	u8 code; /* 0: none */
	unsigned hand;
	char text[2 * OCR_REASON_TEXT];
	char shown[SHOWN][OCR_SYMBOL_TEXT + 32];
} last;

u8
ocr_refuse(u8 code, const char *fmt, ...)
{
	va_list ap;

	last.code = code;
	va_start(ap, fmt);
	vsnprintf(last.text, sizeof(last.text), fmt, ap);
	va_end(ap);
	return code;
}

const char *
ocr_refuse_guid(ocrGuid_t g)
{
	return ocr_who_guid_text(g, last.shown[last.hand++ % SHOWN]);
}

const char *
ocr_refuse_template(ocrGuid_t g)
{
	static _Atomic unsigned names;
	char *buf = last.shown[last.hand % SHOWN];
	char text[OCR_SYMBOL_TEXT];
	struct ocr_code code;
	ocrEdt_t func;

	/* Relaxed: only a bound. */
	if (!ocr_self ||
	    (!ocr_self->rt->strict &&
	     atomic_fetch_add_explicit(&names, 1, memory_order_relaxed) >=
		     MOST_NAMES) ||
	    ocr_template_peek(ocr_self->rt, g, &code))
		return ocr_refuse_guid(g);
	func = ocr_code_function(&code);
	if (!func)
		return ocr_refuse_guid(g);
	last.hand++;
	snprintf(buf, sizeof(last.shown[0]), "template \"%s\"",
		 ocr_symbol_text((const void *)(uintptr_t)func, text));
	return buf;
}

void
ocr_reason_take(struct ocr_reason *r, u8 code)
{
	const char *why = last.text, *bar;

	r->args[0] = r->why[0] = 0;
	if (last.code != code) {
		last.code = 0;
		return;
	}
	last.code = 0;
	bar = strchr(why, '|');
	if (bar) {
		snprintf(r->args, sizeof(r->args), "%.*s", (int)(bar - why),
			 why);
		why = bar + 1;
	}
	snprintf(r->why, sizeof(r->why), "%.*s", OCR_REASON_TEXT - 1, why);
}

bool
ocr_reason_is_refusal(const struct ocr_reason *r, u8 code)
{
	switch (code) {
	case 0:
		return false;
	case OCR_EGUIDEXISTS:
	case OCR_EAGAIN:
	case OCR_ECANCELED:
	case OCR_ENOENT:
		return *r->why;
	default:
		return true;
	}
}

/* -- What an object says ----------------------------------------------------
 */

static const char *
why_gone(ocrGuid_t g)
{
	if (ocr_guid_late(g))
		return "the event is gone: it has fired, or was destroyed";
	if (ocr_guid_kind(g) == OCR_GUID_EDT)
		return "the task is gone: it has run, or was destroyed";
	return "it has been destroyed";
}

static const char *
why_not_allowed(const struct ocr_op *op, ocrGuid_t g)
{
	switch (op->type) {
	case OCR_MSG_SATISFY:
		return "the event has been satisfied already, and can be once";
	case OCR_MSG_SATISFY_EDT:
		return "the slot has got its dependence already";
	case OCR_MSG_ADD_DEP:
		return "the event has as many dependences as it was created "
		       "for";
	case OCR_MSG_COLLECTIVE_DESTROY:
		return "contributions of this node are missing";
	case OCR_MSG_PARTITION:
		return "the block has a static partition";
	case OCR_MSG_DESTROY:
		return ocr_guid_kind(g) == OCR_GUID_EDT
			       ? "the task can run already, or runs"
			       : "it has been destroyed already";
	default:
		return "not allowed in its state";
	}
}

static const char *
why_invalid(const struct ocr_op *op)
{
	switch (op->type) {
	case OCR_MSG_SATISFY:
		return "the event has no such slot";
	case OCR_MSG_SATISFY_EDT:
		return "the task has no such slot (they are counted from 0)";
	case OCR_MSG_CREATE_EDT:
	case OCR_MSG_CREATE_BRIEF:
		return "the template does not exist, or its counts are others";
	case OCR_MSG_CONTRIBUTE:
		return "this slot does not contribute on this node";
	default:
		return "the GUID or an argument is invalid";
	}
}

const char *
ocr_reason_of_op(const struct ocr_op *op, int err)
{
	/* The object is the first field of every message. */
	ocrGuid_t g = ((const struct ocr_msg_destroy *)(const void *)op)->guid;

	switch (err) {
	case -ENOENT:
		return why_gone(g);
	case -EPERM:
		return why_not_allowed(op, g);
	case -EEXIST:
		return "an object with this label exists already";
	case -ENOSPC:
		return ocr_guid_kind(g) == OCR_GUID_EVENT_CHANNEL
			       ? "the channel is full"
			       : "it is full";
	case -EINVAL:
		return why_invalid(op);
	default:
		return strerror(-err);
	}
}

/* -- Codes ------------------------------------------------------------------
 */

static const struct {
	u8 code;
	const char *name, *usual;
} codes[] = {
	{OCR_EPERM, "OCR_EPERM", "this is not allowed here, or now"},
	{OCR_ENOENT, "OCR_ENOENT", "there is no such thing"},
	{OCR_EIO, "OCR_EIO", "input or output has failed"},
	{OCR_ENOMEM, "OCR_ENOMEM", "there is not enough memory"},
	{OCR_EACCES, "OCR_EACCES", "the task does not have this block"},
	{OCR_EFAULT, "OCR_EFAULT", "a value makes no sense"},
	{OCR_EBUSY, "OCR_EBUSY", "it is in use"},
	{OCR_EINVAL, "OCR_EINVAL", "an argument is invalid"},
	{OCR_ENOSPC, "OCR_ENOSPC", "there is no room for it"},
	{OCR_ENOSYS, "OCR_ENOSYS", "this does not exist here"},
	{OCR_EGUIDEXISTS, "OCR_EGUIDEXISTS", "the object exists already"},
};

#define CODES (sizeof(codes) / sizeof(codes[0]))

const char *
ocr_reason_code(u8 code)
{
	for (size_t i = 0; i < CODES; i++)
		if (codes[i].code == code)
			return codes[i].name;
	return "an error";
}

const char *
ocr_reason_usual(u8 code)
{
	for (size_t i = 0; i < CODES; i++)
		if (codes[i].code == code)
			return codes[i].usual;
	return "no reason is known";
}
