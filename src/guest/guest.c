/* SPDX-License-Identifier: BSD-3-Clause */
/* guest.c - see guest.h.
 *
 * A process joins its job once, and leaves it at its exit: launchers take a
 * process that has left for one that ends.
 */
#include "src/guest/guest.h"

#include "fabric/job.h"
#include "fabric/log.h"
#include "include/extensions/ocr-legacy.h"
#include "src/boot/boot.h"
#include "src/boot/runtime.h"
#include "src/sched/sched.h"
#include "src/stream/stream.h"
#include "src/task/ask.h"
#include "src/task/await.h"
#include "src/task/edt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* So many released blocks are worth a search. */
#define MANY_HELD 64

struct ocr_guest {
	/* Fixed while it is open: */
	struct ocr_boot *boot;
	struct ocr_runtime *rt;
	struct ocr_worker *worker;

	/* The guest only: */
	struct ocr_edt edt; /* never runs, and nobody can find it */
	struct ocr_edt_now now;
};

/* Of the process: */
static atomic_flag is_taken = ATOMIC_FLAG_INIT;
static _Atomic(struct ocr_guest *) current;
/* Guarded by is_taken: */
static struct ocr_job *joined;

struct ocr_guest *
ocr_guest_current(void)
{
	return atomic_load_explicit(&current, memory_order_acquire);
}

bool
ocr_guest_is_caller(const struct ocr_guest *l)
{
	return ocr_self && ocr_self->task == &l->edt;
}

ocrGuid_t
ocr_guest_context(const struct ocr_guest *l)
{
	return ocr_edt_guid(&l->edt);
}

static bool
is_over(const struct ocr_guest *l)
{
	return atomic_load_explicit(&l->rt->ending, memory_order_acquire);
}

/* -- Opening -------------------------------------------------------------- */

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
open_task(struct ocr_guest *l)
{
	struct ocr_edt *t = &l->edt;

	t->rt = l->rt;
	atomic_init(&t->func, (ocrEdt_t)(uintptr_t)ocrLegacyInit);
	t->output = NULL_GUID;
	atomic_init(&t->state, OCR_EDT_RUNNING);
	ocr_stream_init(&l->now.stream, l->rt);
	l->now.stream.ways = OCR_STREAM_EAGER;
	l->now.edt = t;
	t->now = &l->now;
	ocr_guid_cell_set(&t->name, ocr_guid_new(l->worker->guids, OCR_GUID_EDT,
						 0, l->rt->self));
	return ocr_guid_is_null(ocr_edt_guid(t)) ? -ENOMEM : 0;
}

static int
open_node(struct ocr_guest *l)
{
	int err = join_job();

	if (!err)
		err = ocr_boot_open(&l->boot, joined);
	if (err)
		return err;
	l->rt = ocr_boot_runtime(l->boot);
	l->worker = &l->rt->sched->workers[l->rt->sched->n_slots - 1];
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
ocr_guest_open(struct ocr_guest **out)
{
	struct ocr_guest *l;
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

/* -- The guest's blocks --------------------------------------------------- */

static bool
is_read(const struct ocr_held_block *b)
{
	return b->mode == DB_MODE_CONST || b->mode == DB_MODE_RO;
}

static void
release(struct ocr_guest *l, bool readings_too)
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

int
ocr_guest_ask(struct ocr_guest *l, ocrGuid_t event, uint32_t *state)
{
	struct ocr_answer a;
	int err = is_over(l) ? -ECANCELED
			     : ocr_ask(&l->edt, "ocrLegacyBlockProgress", event,
				       OCR_ASK_EVENT, &a);

	if (!err)
		*state = a.value;
	return err;
}

int
ocr_guest_block(struct ocr_guest *l, const char *call, ocrGuid_t event,
		bool acquire, struct ocr_awaited *r)
{
	if (is_over(l))
		return -ECANCELED;
	release(l, false);
	forget_released(&l->edt.held);
	return ocr_await(&l->edt, call, event, acquire, r);
}

/* -- Closing -------------------------------------------------------------- */

unsigned
ocr_guest_close(struct ocr_guest *l, bool until_shutdown)
{
	unsigned status;

	release(l, true);
	if (!until_shutdown)
		ocr_runtime_done(l->rt);
	ocr_idle_until(l->worker, NULL, 0);
	status = ocr_boot_stop(l->boot);
	ocr_edt_now_abandon(NULL, &l->now);
	ocr_edt_abandon(NULL, &l->edt);
	ocr_boot_close(l->boot);
	atomic_store_explicit(&current, NULL, memory_order_release);
	free(l);
	atomic_flag_clear_explicit(&is_taken, memory_order_release);
	return status;
}
