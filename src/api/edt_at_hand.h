/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_at_hand.h - ocrEdtCreate() as it is called most.
 *
 * Only for edt_calls.c.  Knows when a call needs nothing but what its worker
 * has at hand, and makes that task; does not know what else a call can ask for.
 * Threads: workers.
 */
#ifndef SRC_API_EDT_AT_HAND_H
#define SRC_API_EDT_AT_HAND_H

#include "src/api/api.h"
#include "src/stream/direct.h"
#include "src/task/edt_life.h"
#include "src/task/template.h"

/* No code of the API. */
#define OCR_API_NOT_AT_HAND 0xff

/* A flag besides EDT_PROP_FINISH: its hints say this node, and nothing else. */
#define OCR_API_HERE 0x20000u
/* Another: what is untold goes behind it. */
#define OCR_API_RIDES 0x40000u

/* Does what the caller says agree with the template?  Numbers that are none
 * are more than can be at hand. */
static inline bool
settle(u32 *count, u32 of_template)
{
	if (*count == EDT_PARAM_DEF)
		*count = of_template;
	return *count == of_template || of_template == EDT_PARAM_UNK;
}

/* What others did not know: a task of another node goes first, blocks make it
 * another call. */
static __attribute__((noinline)) bool
is_told(struct ocr_stream *s)
{
	ocr_stream_tell_task(s);
	return !s->untold;
}

/* The second half of create_at_hand(): `b` has the counts, `l` all else of the
 * template. */
static inline __attribute__((always_inline)) u8
make_at_hand(struct ocr_worker *w, ocrGuid_t *guid,
	     const struct ocr_last_template *l, struct ocr_edt_birth b,
	     const u64 *paramv, unsigned flags, ocrGuid_t *output, bool some,
	     bool watched)
{
	int err;

	if (watched) {
		b.tmpl = l->guid;
		b.code = l->code;
		b.hint = NULL;
	}
	b.func = l->func;
	b.paramv = paramv;
	b.flags = flags & EDT_PROP_FINISH ? OCR_EDT_FINISH : 0;
	b.hidden = !guid;
	err = ocr_edt_new_at_hand(w, &b,
				  flags & OCR_API_HERE ? OCR_GUID_PLACED : 0,
				  output, some, watched);
	if (err == OCR_EDT_NOT_AT_HAND)
		return OCR_API_NOT_AT_HAND;
	if (__builtin_expect(err, 0))
		return ocr_why_about(OCR_MSG_CREATE_EDT, b.guid, err);
	if (guid)
		*guid = b.guid;
	if (output)
		*output = b.output;
	return 0;
}

/* Of what has no room in a task itself. */
static __attribute__((noinline)) u8
make_some(struct ocr_worker *w, ocrGuid_t *guid,
	  const struct ocr_last_template *l, u32 paramc, const u64 *paramv,
	  u32 depc, unsigned flags, ocrGuid_t *output)
{
	struct ocr_edt_birth b;

	b.paramc = paramc;
	b.depc = depc;
	return make_at_hand(w, guid, l, b, paramv, flags, output, true, false);
}

/* Is it made as most are: by a task that owes nothing, from a template that has
 * been used just now, and with nothing that is not at hand? */
static inline __attribute__((always_inline)) u8
create_at_hand(struct ocr_worker *w, ocrGuid_t *guid, ocrGuid_t tmpl,
	       u32 paramc, const u64 *paramv, u32 depc, unsigned flags,
	       ocrGuid_t *output, bool some, bool watched)
{
	const struct ocr_last_template *l = ocr_template_last(w, tmpl);
	struct ocr_stream *s = &w->task->now->stream;
	struct ocr_edt_birth b;

	if (!ocr_template_is_last(w->rt, l, tmpl) ||
	    !settle(&paramc, l->paramc) || !settle(&depc, l->depc) ||
	    !paramc != !paramv || (!guid && depc) ||
	    (s->untold && !(flags & OCR_API_RIDES) && !is_told(s)) ||
	    !(watched ? ocr_direct_flows(s) : ocr_direct_is_clear(s)))
		return OCR_API_NOT_AT_HAND;
	b.paramc = paramc;
	b.depc = guid ? depc : 0;
	if (!some && !watched && __builtin_expect(!ocr_edt_is_near(&b), 0))
		return make_some(w, guid, l, paramc, paramv, b.depc, flags,
				 output);
	return make_at_hand(w, guid, l, b, paramv, flags, output, some,
			    watched);
}

static __attribute__((cold, noinline)) u8
create_watched(struct ocr_worker *w, ocrGuid_t *guid, ocrGuid_t tmpl,
	       u32 paramc, const u64 *paramv, u32 depc, unsigned flags,
	       ocrGuid_t *output)
{
	return create_at_hand(w, guid, tmpl, paramc, paramv, depc, flags,
			      output, false, true);
}

static __attribute__((noinline)) u8
create_more(struct ocr_worker *w, ocrGuid_t *guid, ocrGuid_t tmpl, u32 paramc,
	    const u64 *paramv, u32 depc, unsigned flags, ocrGuid_t *output)
{
	return create_at_hand(w, guid, tmpl, paramc, paramv, depc, flags,
			      output, false, false);
}

/* By a task that is not watched, or is. */
static inline __attribute__((always_inline)) u8
ocr_api_edt_at_hand(ocrGuid_t *guid, ocrGuid_t tmpl, u32 paramc,
		    const u64 *paramv, u32 depc, unsigned flags,
		    ocrGuid_t *output)
{
	struct ocr_worker *w = ocr_self;

	if (!w || !w->task || ocr_strict_on)
		return OCR_API_NOT_AT_HAND;
	if (__builtin_expect(w->rt->observer || w->rt->by_message, 0))
		return create_watched(w, guid, tmpl, paramc, paramv, depc,
				      flags, output);
	if (flags || output)
		return create_more(w, guid, tmpl, paramc, paramv, depc, flags,
				   output);
	if (!guid)
		return create_at_hand(w, NULL, tmpl, paramc, paramv, depc, 0,
				      NULL, false, false);
	return create_at_hand(w, guid, tmpl, paramc, paramv, depc, 0, NULL,
			      false, false);
}

#endif
