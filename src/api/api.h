/* SPDX-License-Identifier: BSD-3-Clause */
/* api.h - what the files of the API share: who calls, and error codes.
 *
 * The API checks arguments and turns a call into ops of the calling task's
 * stream.  It has no state, and is the one place where -errno becomes an OCR
 * code.
 */
#ifndef SRC_API_API_H
#define SRC_API_API_H

#include "include/extensions/ocr-labeling.h"
#include "include/extensions/ocr-map-creator.h"
#include "include/ocr.h"
#include "src/api/why.h"
#include "src/base/err.h"
#include "src/base/runtime.h"
#include "src/event/event.h"
#include "src/names/mapped.h"
#include "src/names/names.h"
#include "src/observe/fault.h"
#include "src/observe/reason.h"
#include "src/observe/strict.h"
#include "src/sched/worker.h"
#include "src/task/edt.h"

#include <errno.h>

/* The task whose body calls, or NULL outside one. */
static inline struct ocr_edt *
ocr_api_task(void)
{
	return ocr_self ? ocr_self->task : NULL;
}

/* What hints say about an object that is to be created: hints.c. */
struct ocr_advice {
	ocr_node_t node;
	unsigned flags; /* of its GUID: what that says is not in hint */
	ocrHint_t hint; /* to be kept */
	/* For a task: */
	struct ocr_code code; /* of its template, or all 0: not known yet */
	ocrEdt_t func;	      /* which that is here, or NULL */
};

/* The hint is the program's, and may be NULL.  `props` of the call: a label
 * says the place itself. */
void ocr_api_advise_db(struct ocr_runtime *rt, const ocrHint_t *hint, u16 props,
		       struct ocr_advice *a);
/* The same for a task, which inherits the hints of its template. */
void ocr_api_advise_edt(struct ocr_edt *t, ocrGuid_t tmpl,
			const ocrHint_t *hint, u16 props, u32 depc,
			const ocrGuid_t *depv, struct ocr_advice *a);
/* The same of one whose template has none.  The code is left as it is. */
void ocr_api_advise_own(struct ocr_runtime *rt, const ocrHint_t *hint,
			u16 props, u32 depc, const ocrGuid_t *depv,
			struct ocr_advice *a);

/* g as the GUID of an object of this kind, if it may be one. */
static inline ocrGuid_t
ocr_api_as(ocrGuid_t g, enum ocr_guid_kind kind)
{
	return ocr_guid_kind(g) == OCR_GUID_MAPPED ? ocr_mapped_as(g, kind) : g;
}

/* Tells the caller the GUID.  A label the caller knows: it may be in a block
 * that the task only reads, so it is not written once more. */
static inline void
ocr_api_tell(ocrGuid_t *to, ocrGuid_t g, bool is_label)
{
	if (!is_label || !ocr_guid_eq(*to, g))
		*to = g;
}

/* Is g a data block or NULL_GUID: something that a slot can carry?  It may not
 * exist yet, or not any more, or be forged. */
static inline bool
ocr_api_is_data(struct ocr_runtime *rt, ocrGuid_t g)
{
	return ocr_guid_is_null(g) || (ocr_guid_kind(g) == OCR_GUID_DB &&
				       ocr_owner_of(rt, g) < rt->size);
}

/* Submits `op` of a call; what its object refuses at once is refused. */
static inline u8
ocr_api_submit(struct ocr_edt *t, ocr_node_t to, struct ocr_op *op)
{
	int err = ocr_stream_submit(&t->now->stream, to, op);

	return __builtin_expect(err, 0) ? ocr_why_op(op, err) : 0;
}

/* The same; but not forged, if this node knows that. */
static inline bool
ocr_api_is_source(struct ocr_runtime *rt, ocrGuid_t g)
{
	return ocr_guid_is_null(g) ||
	       (ocr_api_is_data(rt, g) && !ocr_names_is_forged(rt, g));
}

static inline bool
ocr_api_is_template(struct ocr_runtime *rt, ocrGuid_t g)
{
	return ocr_guid_kind(g) == OCR_GUID_TEMPLATE &&
	       ocr_owner_of(rt, g) < rt->size;
}

/* The name that a creation call gives its object. */
struct ocr_new {
	ocrGuid_t guid;
	ocrGuid_t shown; /* what the program gets: as ocr_mapped_shown() */
	ocr_node_t owner;
	u16 how; /* GUID_PROP_* or *_PROP_MAPPED, or 0: a new GUID */
};

#define OCR_API_NAMED (GUID_PROP_BLOCK | GUID_PROP_CHECK | EDT_PROP_MAPPED)

/* The label that the caller gives; see ocr_api_name(). */
u8 ocr_api_name_label(struct ocr_edt *t, struct ocr_new *n,
		      enum ocr_guid_kind kind, unsigned flags, ocrGuid_t label);

/* A name for an object of this kind, with these flags in its GUID, at `place`;
 * if `props` of the call have GUID_PROP_* or *_PROP_MAPPED, `label` is it, and
 * says the place.  0, OCR_EINVAL (not the label of such an object),
 * OCR_ENOMEM. */
static inline u8
ocr_api_name(struct ocr_edt *t, struct ocr_new *n, enum ocr_guid_kind kind,
	     unsigned flags, ocr_node_t place, ocrGuid_t label, u16 props)
{
	n->how = props & OCR_API_NAMED;
	if (n->how)
		return ocr_api_name_label(t, n, kind, flags, label);
	n->owner = place;
	n->guid = n->shown = ocr_guid_new(ocr_self->guids, kind, flags, place);
	return ocr_guid_is_null(n->guid) ? ocr_why_no_guid() : 0;
}

/* ocr_api_create() of what may exist. */
int ocr_api_create_label(struct ocr_edt *t, const struct ocr_new *n,
			 struct ocr_op *op, uint32_t skip);

/* Submits the creation `op` of n->guid.  If it turns out later that the object
 * exists, the `skip` ops that the caller submits next are dropped.  As
 * ocr_stream_submit(); -EEXIST if it exists. */
static inline int
ocr_api_create(struct ocr_edt *t, const struct ocr_new *n, struct ocr_op *op,
	       uint32_t skip)
{
	if (n->how & ~(GUID_PROP_IS_LABELED | EDT_PROP_MAPPED))
		return ocr_api_create_label(t, n, op, skip);
	return ocr_stream_submit(&t->now->stream, n->owner, op);
}

/* The code of a call that has created n by `op` with the result `err`.  With
 * GUID_PROP_CHECK, that the object exists is an answer. */
static inline u8
ocr_api_made(const struct ocr_new *n, const struct ocr_op *op, int err)
{
	if (__builtin_expect(!err, 1))
		return 0;
	return err == -EEXIST && n->how == GUID_PROP_CHECK
		       ? OCR_EGUIDEXISTS
		       : ocr_why_op(op, err);
}

/* The GUID of a new map of `n` elements; and element i of a map. */
u8 ocr_api_new_map(struct ocr_runtime *rt, enum ocr_guid_kind kind, u64 n,
		   ocrGuid_t *map);
ocrGuid_t ocr_api_element(ocrGuid_t map, u64 i);
u64 ocr_api_count(ocrGuid_t map);
bool ocr_api_is_creator_map(ocrGuid_t g);
/* OCR_GUID_NULL: there is no such kind. */
enum ocr_guid_kind ocr_api_kind(ocrGuidUserKind kind);

/* For strict mode: a call of a task, around what it does.  `object` is a GUID,
 * `type` that of the op that it asks for.  One test when the mode is off: of a
 * flag of the process, because the thread's own data are further away. */
static inline bool
ocr_api_is_strict(void)
{
	return __builtin_expect(ocr_strict_on, 0) && ocr_api_task() &&
	       ocr_self->rt->strict;
}

/* In strict mode: the thread is in the call `c` from here on. */
void ocr_api_enter(struct ocr_call *c, uint16_t type)
	__attribute__((cold, noinline));

/* It has left it.  False: the mode is off, and nobody has entered. */
bool ocr_api_left(void) __attribute__((cold, noinline));

/* A call that returns an error goes into the ledger, and in strict mode is
 * reported; returns `code`. */
u8 ocr_api_refused(const struct ocr_call *c, uint16_t type, u8 code)
	__attribute__((cold, noinline));

#define OCR_API_SITE ((const char *)__builtin_return_address(0) - 1)
/* The call that this function is. */
#define OCR_API_AT(object_)                                                    \
	((struct ocr_call){                                                    \
		.name = __func__, .site = OCR_API_SITE, .object = object_})

/* Makes `call`, and puts what it returns into `code`.  What is needed after it
 * is made there, and not kept over it. */
#define OCR_API_MAKE(code, type, object_, call)                                \
	do {                                                                   \
		struct ocr_call c_;                                            \
                                                                               \
		if (__builtin_expect(ocr_strict_on, 0)) {                      \
			c_ = OCR_API_AT(object_);                              \
			ocr_api_enter(&c_, type);                              \
		}                                                              \
		(code) = call;                                                 \
		if (__builtin_expect((code) || ocr_strict_on, 0)) {            \
			if (!ocr_api_left())                                   \
				c_ = OCR_API_AT(NULL_GUID);                    \
			if (code)                                              \
				(code) = ocr_api_refused(&c_, type, code);     \
		}                                                              \
	} while (0)

/* The whole of a function that returns the code. */
#define OCR_API_CALL(type, object_, call)                                      \
	do {                                                                   \
		u8 code_;                                                      \
                                                                               \
		OCR_API_MAKE(code_, type, object_, call);                      \
		return code_;                                                  \
	} while (0)

/* The same for a call that creates, and puts the GUID at `out`. */
#define OCR_API_CREATE(out, call)                                              \
	do {                                                                   \
		struct ocr_call c_;                                            \
		u8 code_;                                                      \
                                                                               \
		if (__builtin_expect(ocr_strict_on, 0)) {                      \
			c_ = OCR_API_AT(NULL_GUID);                            \
			ocr_api_enter(&c_, 0);                                 \
		}                                                              \
		code_ = call;                                                  \
		if (__builtin_expect(code_ || ocr_strict_on, 0)) {             \
			ocr_api_left();                                        \
			c_ = OCR_API_AT(NULL_GUID);                            \
			if (code_)                                             \
				return ocr_api_refused(&c_, 0, code_);         \
			ocr_api_created(&c_, out);                             \
		}                                                              \
		return 0;                                                      \
	} while (0)

/* In strict mode: `c` has put the GUID of a new object at `out`, or nothing at
 * NULL. */
void ocr_api_created(const struct ocr_call *c, const ocrGuid_t *out)
	__attribute__((cold, noinline));

/* OCR_GUID_NULL: there is no such type. */
enum ocr_guid_kind ocr_api_event_kind(ocrEventTypes_t type);

/* What ocrEventSatisfySlot() and ocrAddDependence() do, for other calls. */
u8 ocr_api_satisfy(ocrGuid_t event, ocrGuid_t data, u32 slot)
	__attribute__((noinline));
/* ocrEdtCreate() of a finish task on this node, whose output event is sticky
 * and gets the block that the task returns. */
u8 ocr_api_spawn(ocrGuid_t *output, ocrGuid_t tmpl, u32 paramc,
		 const u64 *paramv, u32 depc, const ocrGuid_t *depv);

/* A task whose body is a function of the runtime, so it needs no template. */
struct ocr_api_task_args {
	ocrEdt_t body;
	ocr_node_t node;
	u32 paramc; /* OCR_API_TASK_PARAMS at most */
	u32 depc;
	const u64 *paramv;
	ocrGuid_t output; /* the event that is its output event, or NULL_GUID */
};
#define OCR_API_TASK_PARAMS 12

/* Creates it, with open slots, in the finish scope of the caller's children. */
u8 ocr_api_launch(const struct ocr_api_task_args *a, ocrGuid_t *guid);
u8 ocr_api_add_dependence(ocrGuid_t source, ocrGuid_t destination, u32 slot,
			  ocrDbAccessMode_t mode);
/* The same of a source that can be one, and a task that t has made. */
u8 ocr_api_connect(struct ocr_edt *t, ocrGuid_t source, ocrGuid_t edt,
		   u32 slot);

/* edt_sources.c: sources given with the creation of a task; depv may be NULL.
 * Are there none that cannot be one?  0, or the code, and why. */
u8 ocr_api_check_sources(struct ocr_runtime *rt, u32 n, const ocrGuid_t *depv);
uint32_t ocr_api_count_sources(u32 n, const ocrGuid_t *depv);
/* Connects the new task; if one is refused, nothing stays of it. */
u8 ocr_api_connect_all(struct ocr_edt *t, const struct ocr_new *n, u32 depc,
		       const ocrGuid_t *depv);
/* Are they few, and data, or events of this node that live?  Those are found,
 * and the others NULL. */
#define OCR_API_NEAR_SOURCES 6
bool ocr_api_find_some_near(struct ocr_runtime *rt, u32 n,
			    const ocrGuid_t *depv, void **events);
static inline bool
ocr_api_find_near(struct ocr_runtime *rt, u32 n, const ocrGuid_t *depv,
		  void **events)
{
	if (n != 1 || !ocr_guid_is_single_event(*depv) || ocr_label_is(*depv))
		return ocr_api_find_some_near(rt, n, depv, events);
	*events = ocr_guidmap_live(rt->guids, *depv);
	return *events != NULL;
}
/* The same as above with those, of a task that has been made by a call; and of
 * a hidden one with its only source. */
u8 ocr_api_connect_near(struct ocr_edt *t, ocrGuid_t edt, u32 depc,
			const ocrGuid_t *depv, void *const *events);
u8 ocr_api_not_connected(struct ocr_edt *t, const struct ocr_edt_birth *b,
			 ocrGuid_t source, int err)
	__attribute__((cold, noinline));
static inline u8
ocr_api_connect_hidden(struct ocr_edt *t, const struct ocr_edt_birth *b,
		       ocrGuid_t source, void *event)
{
	struct ocr_waiter w = ocr_waiter_hidden(b->guid, b->edt);
	int err = ocr_event_follow(&t->now->stream, event, source, &w);

	return __builtin_expect(err, 0)
		       ? ocr_api_not_connected(t, b, source, err)
		       : 0;
}

/* The same calls for a reduction event. */
u8 ocr_api_collective_create(ocrGuid_t *guid, u16 flags,
			     const ocrEventParams_t *params);
u8 ocr_api_collective_destroy(ocrGuid_t guid);
/* Can a dependence come from its post-slot `sslot` on this node?  0, or why
 * not. */
u8 ocr_api_collective_is_source(struct ocr_runtime *rt, ocrGuid_t event,
				u32 sslot);
u8 ocr_api_collective_follow(ocrGuid_t event, u32 sslot, ocrGuid_t dest,
			     u32 slot, ocrDbAccessMode_t mode);

/* An event, or what may be one. */
static inline bool
ocr_api_is_event(struct ocr_runtime *rt, ocrGuid_t g)
{
	return (ocr_guid_is_event(g) || ocr_guid_kind(g) == OCR_GUID_MAPPED) &&
	       ocr_owner_of(rt, g) < rt->size;
}

#endif
