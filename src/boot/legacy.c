/* SPDX-License-Identifier: BSD-3-Clause */
/* legacy.c - see legacy.h.
 *
 * What the guest waits for is one word:
 *
 *   WAITING  the guest's, who then sleeps (sched/idle.c)
 *   DONE     by a body or a handler, after it has written what it brings
 *
 * A process joins its job once, and leaves it at its exit: launchers take a
 * process that has left for one that ends.
 */
#include "src/boot/legacy.h"

#include "fabric/job.h"
#include "fabric/log.h"
#include "include/extensions/ocr-legacy.h"
#include "src/boot/boot.h"
#include "src/boot/runtime.h"
#include "src/data/block.h"
#include "src/object/code.h"
#include "src/object/edt.h"
#include "src/observe/view.h"
#include "src/sched/sched.h"
#include "src/stream/dispatch.h"
#include "src/stream/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* So many released blocks are worth a search. */
#define MANY_HELD 64

enum { WAITING, DONE };

struct ocr_legacy {
	/* Fixed while it is open: */
	struct ocr_boot *boot;
	struct ocr_runtime *rt;
	struct ocr_worker *worker;

	/* The guest only: */
	struct ocr_edt edt; /* never runs, and nobody can find it */
	uint64_t number;    /* of the last question */

	_Atomic uint32_t state;
	_Atomic uint64_t asked; /* the question without an answer, or 0 */

	/* Of whoever says DONE, then of the guest: */
	struct ocr_held_block got; /* block NULL: none */
	struct ocr_legacy_result came;
	uint32_t answer;
};

/* Of the process: */
static atomic_flag is_taken = ATOMIC_FLAG_INIT;
static _Atomic(struct ocr_legacy *) current;
/* Guarded by is_taken: */
static struct ocr_job *joined;

struct ocr_legacy *
ocr_legacy_current(void)
{
	return atomic_load_explicit(&current, memory_order_acquire);
}

bool
ocr_legacy_is_guest(const struct ocr_legacy *l)
{
	return ocr_self && ocr_self->task == &l->edt;
}

ocrGuid_t
ocr_legacy_context(const struct ocr_legacy *l)
{
	return l->edt.guid;
}

static bool
is_over(const struct ocr_legacy *l)
{
	return atomic_load_explicit(&l->rt->ending, memory_order_acquire);
}

/* -- Opening ----------------------------------------------------------------
 */

/* A process that ends with its job still open does not come here: exit.c. */
static void
leave_job(void)
{
	ocr_job_close(joined);
}

static int
join_job(void)
{
	int err;

	if (joined) {
		ocr_job_renew(joined);
		return 0;
	}
	err = ocr_job_open(&joined);
	if (!err && atexit(leave_job)) {
		ocr_job_close(joined);
		joined = NULL;
		err = -ENOMEM;
	}
	return err;
}

/* The task that the guest's calls seem to come from: named after the call that
 * began it. */
static int
open_task(struct ocr_legacy *l)
{
	struct ocr_edt *t = &l->edt;

	t->rt = l->rt;
	t->func = (ocrEdt_t)(uintptr_t)ocrLegacyInit;
	t->output = NULL_GUID;
	atomic_init(&t->state, OCR_EDT_RUNNING);
	ocr_stream_init(&t->stream, l->rt);
	t->stream.eager = true;
	t->guid = ocr_guid_new(l->worker->guids, OCR_GUID_EDT, 0, l->rt->self);
	return ocr_guid_is_null(t->guid) ? -ENOMEM : 0;
}

static int
open_node(struct ocr_legacy *l)
{
	int err = join_job();

	if (!err)
		err = ocr_boot_open(&l->boot, joined);
	if (err)
		return err;
	l->rt = ocr_boot_runtime(l->boot);
	l->worker = &l->rt->sched.workers[l->rt->sched.n_slots - 1];
	err = open_task(l);
	if (err) {
		ocr_boot_close(l->boot);
		return err;
	}
	l->rt->legacy = l;
	l->worker->task = &l->edt;
	ocr_boot_start(l->boot);
	return 0;
}

int
ocr_legacy_open(struct ocr_legacy **out)
{
	struct ocr_legacy *l;
	int err;

	if (atomic_flag_test_and_set_explicit(&is_taken, memory_order_acquire))
		return -EBUSY;
	l = calloc(1, sizeof(*l));
	err = l ? open_node(l) : -ENOMEM;
	if (err) {
		free(l);
		atomic_flag_clear_explicit(&is_taken, memory_order_release);
		return err;
	}
	atomic_store_explicit(&current, l, memory_order_release);
	*out = l;
	return 0;
}

/* -- Waiting ----------------------------------------------------------------
 */

static void
done(struct ocr_legacy *l)
{
	/* pairs with ocr_idle_until() */
	atomic_store_explicit(&l->state, DONE, memory_order_release);
	ocr_idle_wake(l->worker);
}

/* 0, or -ECANCELED: nothing comes any more. */
static int
wait(struct ocr_legacy *l)
{
	ocr_idle_until(l->worker, &l->state, DONE);
	return atomic_load_explicit(&l->state, memory_order_acquire) == DONE
		       ? 0
		       : -ECANCELED;
}

int
ocr_legacy_on_tell(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op)
{
	const struct ocr_msg_event_tell *m = (const void *)op;
	struct ocr_legacy *l = rt->legacy;
	uint64_t number = m->number;

	if (!l || !number || ocr_owner_of(rt, m->event) != from ||
	    !atomic_compare_exchange_strong_explicit(&l->asked, &number, 0,
						     memory_order_acq_rel,
						     memory_order_relaxed))
		return -EINVAL;
	l->answer = m->state;
	done(l);
	return 0;
}

int
ocr_legacy_ask(struct ocr_legacy *l, ocrGuid_t event, uint32_t *state)
{
	struct ocr_msg_event_ask m = {
		.op = OCR_OP(OCR_MSG_EVENT_ASK, struct ocr_msg_event_ask),
		.event = event,
		.number = ++l->number,
	};
	int err;

	if (is_over(l))
		return -ECANCELED;
	atomic_store_explicit(&l->state, WAITING, memory_order_relaxed);
	atomic_store_explicit(&l->asked, m.number, memory_order_release);
	err = ocr_stream_submit(&l->edt.stream, ocr_owner_of(l->rt, event),
				&m.op);
	if (!err)
		err = wait(l);
	if (!err)
		*state = l->answer;
	return err;
}

/* The body of the task that waits in the guest's place; lists of what waits
 * show its name.  It keeps nothing. */
static ocrGuid_t
thread_in_ocrLegacyBlockProgress(u32 paramc, u64 *paramv, u32 depc,
				 ocrEdtDep_t depv[])
{
	struct ocr_legacy *l = ocr_self->rt->legacy;
	struct ocr_held *h = &ocr_self->task->held;

	(void)paramc, (void)paramv, (void)depc;
	l->came = (struct ocr_legacy_result){depv[0].guid, depv[0].ptr, 0};
	l->got.block = NULL;
	if (h->n) {
		l->got = h->blocks[0];
		l->came.size = l->got.block->size;
		h->blocks[0].released = true;
	}
	done(l);
	return NULL_GUID;
}

static int
submit(struct ocr_legacy *l, ocrGuid_t object, struct ocr_op *op)
{
	return ocr_stream_submit(&l->edt.stream, ocr_owner_of(l->rt, object),
				 op);
}

static int
wait_for(struct ocr_legacy *l, ocrGuid_t event, ocrDbAccessMode_t mode)
{
	struct ocr_msg_create_edt c = {
		.op = OCR_OP(OCR_MSG_CREATE_EDT, struct ocr_msg_create_edt),
		.edt = ocr_guid_new(l->worker->guids, OCR_GUID_EDT, 0,
				    l->rt->self),
		.depc = 1,
	};
	struct ocr_msg_add_dep a = {
		.op = OCR_OP(OCR_MSG_ADD_DEP, struct ocr_msg_add_dep),
		.event = event,
		.dest = c.edt,
		.mode = mode,
	};
	struct ocr_msg_destroy d = {
		.op = OCR_OP(OCR_MSG_DESTROY, struct ocr_msg_destroy),
		.guid = c.edt,
	};
	int err;

	if (ocr_guid_is_null(c.edt))
		return -ENOMEM;
	err = ocr_code_of(thread_in_ocrLegacyBlockProgress, &c.code);
	if (!err)
		err = submit(l, c.edt, &c.op);
	if (err)
		return err;
	err = submit(l, event, &a.op);
	if (err) {
		submit(l, c.edt, &d.op);
		return err;
	}
	return wait(l);
}

/* -- The guest's blocks -----------------------------------------------------
 */

static bool
is_read(const struct ocr_held_block *b)
{
	return b->mode == DB_MODE_CONST || b->mode == DB_MODE_RO;
}

static void
release(struct ocr_legacy *l, bool readings_too)
{
	struct ocr_held *h = &l->edt.held;

	for (uint32_t i = 0; i < h->n; i++)
		if (!h->blocks[i].released &&
		    (readings_too || !is_read(&h->blocks[i])))
			ocr_edt_release(&l->edt, &h->blocks[i]);
}

/* A task lives shortly; a guest would gather what it has released. */
static void
forget_released(struct ocr_held *h)
{
	struct ocr_held fresh = {.n = 0};
	uint32_t n = 0;

	for (uint32_t i = 0; i < h->n; i++)
		n += h->blocks[i].released;
	if (n < MANY_HELD || 2 * n < h->n)
		return;
	for (uint32_t i = 0; i < h->n; i++) {
		struct ocr_held_block *b = &h->blocks[i];

		if (b->released)
			continue;
		if (ocr_held_add(&fresh, b->db, b->mode, b->block, b->data)) {
			ocr_held_fini(&fresh);
			return;
		}
		fresh.blocks[fresh.n - 1].view = b->view;
	}
	ocr_held_fini(h);
	*h = fresh;
}

/* What the body has handed over becomes the guest's. */
static int
keep_block(struct ocr_legacy *l)
{
	struct ocr_held *h = &l->edt.held;
	struct ocr_held_block *b = ocr_held_find(h, l->got.db);

	if (b && !b->released)
		ocr_edt_release(&l->edt, b);
	if (!b && ocr_held_add(h, l->got.db, l->got.mode, l->got.block,
			       l->got.data)) {
		ocr_edt_release(&l->edt, &l->got);
		return -ENOMEM;
	}
	*ocr_held_find(h, l->got.db) = l->got;
	return 0;
}

int
ocr_legacy_block(struct ocr_legacy *l, ocrGuid_t event, bool acquire,
		 struct ocr_legacy_result *r)
{
	int err;

	if (is_over(l))
		return -ECANCELED;
	release(l, false);
	forget_released(&l->edt.held);
	atomic_store_explicit(&l->state, WAITING, memory_order_relaxed);
	err = wait_for(l, event, acquire ? DB_MODE_CONST : DB_MODE_NULL);
	if (!err && l->got.block)
		err = keep_block(l);
	if (!err)
		*r = l->came;
	return err;
}

/* -- Closing ----------------------------------------------------------------
 */

unsigned
ocr_legacy_close(struct ocr_legacy *l, bool until_shutdown)
{
	unsigned status;

	release(l, true);
	if (!until_shutdown)
		ocr_runtime_done(l->rt);
	ocr_idle_until(l->worker, NULL, 0);
	status = ocr_boot_stop(l->boot);
	ocr_edt_abandon(NULL, &l->edt);
	ocr_boot_close(l->boot);
	atomic_store_explicit(&current, NULL, memory_order_release);
	free(l);
	atomic_flag_clear_explicit(&is_taken, memory_order_release);
	return status;
}
