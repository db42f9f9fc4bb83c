/* SPDX-License-Identifier: BSD-3-Clause */
/* await.c - see await.h; PROTOCOL.md, 4.14. */
#include "src/task/await.h"

#include "src/base/code.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/names/mapped.h"
#include "src/sched/wait.h"
#include "src/sched/worker.h"
#include "src/stream/stream.h"
#include "src/task/edt.h"
#include "src/task/edt_whole.h"

#include <errno.h>
#include <string.h>

/* Parameters of the task that waits. */
enum { NUMBER, UPPER, LOWER, BY_UPPER, BY_LOWER, BY_GUEST, BY_CALL, PARAMS };

/* It keeps nothing that somebody takes. */
static ocrGuid_t
wait_in_place(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	struct ocr_held *h = &ocr_self->task->held;
	ocrGuid_t event = {paramv[UPPER], paramv[LOWER]};
	struct ocr_awaited r = {
		.guid = depv[0].guid,
		.ptr = depv[0].ptr,
	};

	(void)paramc, (void)depc;
	if (h->n) {
		r.got = h->blocks[0];
		r.size = r.got.block->size;
	}
	if (ocr_wait_answer(ocr_self->rt, paramv[NUMBER], event, &r,
			    sizeof(r)) &&
	    h->n)
		h->blocks[0].released = true;
	return NULL_GUID;
}

bool
ocr_await_view(const struct ocr_edt *t, struct ocr_await_view *v)
{
	if (ocr_edt_func(t) != wait_in_place)
		return false;
	*v = (struct ocr_await_view){
		.edt = {t->words[BY_UPPER], t->words[BY_LOWER]},
		.guest = t->words[BY_GUEST],
		.call = t->words[BY_CALL] ? OCR_AWAIT_BLOCK : OCR_AWAIT_WAIT,
	};
	return true;
}

static int
submit(struct ocr_edt *t, ocrGuid_t object, struct ocr_op *op)
{
	return ocr_stream_submit(&t->now->stream, ocr_owner_of(t->rt, object),
				 op);
}

static int
create_task(struct ocr_edt *t, const struct ocr_wait *w, ocrGuid_t *edt)
{
	_Alignas(8) unsigned char bytes[sizeof(struct ocr_msg_create_edt) +
					PARAMS * sizeof(uint64_t)] = {0};
	struct ocr_msg_create_edt *m = (void *)bytes;
	int err;

	m->op.type = OCR_MSG_CREATE_EDT;
	m->op.len_bytes = sizeof(bytes);
	m->edt = *edt =
		ocr_guid_new(ocr_self->guids, OCR_GUID_EDT, 0, t->rt->self);
	m->flags = OCR_RUN_PASSES;
	m->paramc = PARAMS;
	m->depc = 1;
	m->paramv[NUMBER] = w->number;
	m->paramv[UPPER] = w->object.upper;
	m->paramv[LOWER] = w->object.lower;
	m->paramv[BY_UPPER] = ocr_edt_guid(t).upper;
	m->paramv[BY_LOWER] = ocr_edt_guid(t).lower;
	m->paramv[BY_GUEST] = ocr_wait_is_guest(w);
	m->paramv[BY_CALL] = strcmp(w->call, "ocrWait") != 0;
	if (ocr_guid_is_null(*edt))
		return -ENOMEM;
	err = ocr_code_of(wait_in_place, &m->code);
	return err ? err : submit(t, *edt, &m->op);
}

static void
destroy_task(struct ocr_edt *t, ocrGuid_t edt)
{
	struct ocr_msg_destroy d = OCR_DESTROY(edt);

	submit(t, edt, &d.op);
}

/* What the task has handed over becomes t's. */
static int
keep_block(struct ocr_edt *t, struct ocr_awaited *r)
{
	struct ocr_held_block *b = ocr_held_find(&t->held, r->got.db);

	if (b && !b->released)
		ocr_edt_release(t, b);
	if (!b && ocr_held_add(&t->held, r->got.db, r->got.mode, r->got.block,
			       r->got.data)) {
		ocr_edt_release(t, &r->got);
		return -ENOMEM;
	}
	*ocr_held_find(&t->held, r->got.db) = r->got;
	return 0;
}

/* From here on an answer is on its way; or -errno. */
static int
begin(struct ocr_edt *t, const struct ocr_wait *w, bool acquire, ocrGuid_t *edt)
{
	struct ocr_msg_await m = {
		.dep = {.op = OCR_OP(OCR_MSG_ADD_DEP, struct ocr_msg_await),
			.event = w->object,
			.mode = acquire ? DB_MODE_CONST : DB_MODE_NULL},
		.number = w->number,
		.by = t->rt->self,
	};
	int err = create_task(t, w, edt);

	if (err)
		return err;
	m.dep.dest = *edt;
	err = submit(t, w->object, &m.dep.op);
	if (err)
		destroy_task(t, *edt);
	return err;
}

int
ocr_await(struct ocr_edt *t, const char *call, ocrGuid_t event, bool acquire,
	  struct ocr_awaited *r)
{
	struct ocr_wait w;
	ocrGuid_t edt;
	int err;

	*r = (struct ocr_awaited){.guid = NULL_GUID};
	ocr_edt_be_found(t);
	err = ocr_wait_begin(&w, call, ocr_mapped_shown(event), r, sizeof(*r));
	if (err)
		return err;
	err = begin(t, &w, acquire, &edt);
	if (err) {
		ocr_wait_cancel(&w);
		return err;
	}
	err = ocr_wait_for(&w);
	if (!err && r->answer.err) {
		destroy_task(t, edt);
		err = r->answer.err;
	}
	return err || !r->got.block ? err : keep_block(t, r);
}
