/* SPDX-License-Identifier: BSD-3-Clause */
/* look.c - see look.h. */
#include "src/observe/look.h"

#include "fabric/clock.h"
#include "fabric/log.h"
#include "guidmap/guid.h"
#include "src/base/runtime.h"
#include "src/observe/naming.h"
#include "src/observe/survey.h"
#include "src/observe/verdict.h"
#include "src/observe/watch.h"
#include "src/observe/words.h"
#include "src/sched/sched.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Who has not told all by then is named. */
#define ANSWER_MS 5000

/* Nodes that are told of in a line each, or named. */
#define MOST_LINES 20
#define MOST_NAMED 8

/* -- The signal -------------------------------------------------------------
 */

/* From the process that has started this one, which may have sent it to all
 * nodes; from any other. */
enum { PASSED_ON = 1, SENT_HERE = 2 };

/* Of the process: a handler knows no node, and finds this for ever. */
static struct {
	_Atomic uint32_t signals;
	pid_t pid;
	int fd; /* what the thread sleeps on; -1: there is none */
} bell = {.fd = -1};

static void
ring(void)
{
	const uint64_t one = 1;

	/* It is full only if it rings already. */
	while (write(bell.fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
}

static void
on_signal(int signal, siginfo_t *info, void *context)
{
	int saved = errno;

	(void)signal;
	(void)context;
	/* A child that has become no other program shares the bell. */
	if (getpid() == bell.pid && bell.fd >= 0) {
		atomic_fetch_or_explicit(&bell.signals,
					 info->si_pid == getppid() ? PASSED_ON
								   : SENT_HERE,
					 memory_order_release);
		ring();
	}
	errno = saved;
}

void
ocr_look_catch(int signal)
{
	struct sigaction a = {
		.sa_sigaction = on_signal,
		.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK,
	};
	struct sigaction now;
	int err;

	bell.pid = getpid();
	err = ocr_door_build();
	if (err)
		ocr_log_info(OCR_LOG_NOBODY, "ocrtop cannot see this node: %s",
			     strerror(-err));
	if (bell.fd < 0)
		bell.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	/* What is ignored stays so. */
	if (signal && !sigaction(signal, NULL, &now) &&
	    !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL)
		sigaction(signal, &a, NULL);
}

/* -- What a node tells ------------------------------------------------------
 */

void
ocr_look_call(struct ocr_look *l, enum ocr_look_call what)
{
	atomic_fetch_or_explicit(&l->calls, what, memory_order_release);
	if (bell.fd >= 0)
		ring();
}

/* Node 0. */
static void
note_told_locked(struct ocr_look *l, ocr_node_t from)
{
	uint8_t bit = (uint8_t)(1u << from % 8);

	if (l->heard[from / 8] & bit)
		return;
	l->heard[from / 8] |= bit;
	l->missing--;
}

static void
add(struct ocr_runtime *rt, ocr_node_t from, uint64_t number,
    const struct ocr_msg_stuck_fact *f)
{
	struct ocr_look *l = &rt->watch->look;
	bool all = false;

	ocr_lock(&l->lock, OCR_LOCK_LOOK);
	/* What comes too late is not told. */
	if (l->open && l->number == number) {
		ocr_facts_add(f->kind == OCR_FACT_SLOT &&
					      ocr_owner_of(rt, f->object) !=
						      from
				      ? &l->far
				      : &l->all,
			      from, f);
		if (f->kind == OCR_FACT_LOAD)
			note_told_locked(l, from);
		all = !l->missing;
	}
	ocr_unlock(&l->lock, OCR_LOCK_LOOK);
	if (all)
		ocr_look_call(l, OCR_LOOK_TOLD);
}

static void
pass(struct ocr_runtime *rt, uint64_t number,
     const struct ocr_msg_stuck_fact *f)
{
	struct ocr_msg_look_fact m = {.is = *f, .look = number};

	if (!rt->self) {
		add(rt, rt->self, number, f);
		return;
	}
	m.is.op = OCR_OP(OCR_MSG_LOOK_FACT, struct ocr_msg_look_fact);
	ocr_fabric_send(rt->fabric, 0, &m.is.op);
}

struct telling {
	struct ocr_survey survey; /* first */
	uint64_t number;
};

static void
tell(struct ocr_survey *s, const struct ocr_msg_stuck_fact *f)
{
	pass(s->rt, ((struct telling *)(void *)s)->number, f);
}

struct calling {
	struct ocr_naming naming; /* first */
	uint64_t number, n_far;
};

/* To a task of another node by node 0, which knows what that waits for. */
static void
name_far(struct calling *c, const struct ocr_msg_stuck_wait *m)
{
	struct ocr_msg_stuck_fact f = {
		.object = m->edt,
		.other = m->event,
		.kind = OCR_FACT_SLOT,
		.slot = m->slot,
		.n = {m->fate},
	};

	if (c->n_far++ < ocr_survey_most(c->naming.rt))
		pass(c->naming.rt, c->number, &f);
}

static void
name(struct ocr_naming *n, const struct ocr_msg_stuck_wait *m, void *task)
{
	if (task)
		ocr_naming_note_at(task, m);
	else if (ocr_owner_of(n->rt, m->edt) == n->rt->self)
		ocr_naming_note(n->rt, m);
	else
		name_far((struct calling *)(void *)n, m);
}

static unsigned
count_busy(const struct ocr_sched *s)
{
	unsigned n = 0;

	for (unsigned i = 0; i < s->n_workers; i++)
		n += atomic_load_explicit(&s->workers[i].runs,
					  memory_order_relaxed) > 1;
	return n;
}

/* The numbers are last, and say that all is told. */
static void
tell_all(struct ocr_runtime *rt, uint64_t number)
{
	struct calling c = {
		.naming = {.rt = rt, .tell = name, .moves = true},
		.number = number,
	};
	struct telling t = {
		.survey = {.rt = rt, .tell = tell, .moves = true},
		.number = number,
	};
	struct ocr_msg_stuck_fact load = {.kind = OCR_FACT_LOAD};

	ocr_naming_make(&c.naming);
	ocr_survey_make(&t.survey);
	load.n[0] = rt->sched->n_workers;
	load.n[1] = count_busy(rt->sched);
	load.n[2] = t.survey.n_ready;
	load.n[3] = t.survey.n_waiting;
	pass(rt, number, &load);
	if (rt->self)
		ocr_fabric_flush(rt->fabric);
}

/* -- Messages ---------------------------------------------------------------
 */

/* Of any thread, so no observer hears of it. */
static void
send(struct ocr_runtime *rt, ocr_node_t to, uint16_t type, uint64_t number)
{
	struct ocr_msg_look m = {
		.op = OCR_OP(type, struct ocr_msg_look),
		.none = NULL_GUID,
		.look = number,
	};

	ocr_fabric_send_now(rt->fabric, to, &m.op);
}

int
ocr_look_on_want(struct ocr_runtime *rt, ocr_node_t from,
		 const struct ocr_op *op)
{
	const struct ocr_msg_look *m = (const void *)op;
	struct ocr_look *l = &rt->watch->look;
	bool is_new;

	(void)from;
	if (rt->self)
		return -EINVAL;
	/* Who has not heard of the last one gets that. */
	ocr_lock(&l->lock, OCR_LOCK_LOOK);
	is_new = m->look == l->number;
	ocr_unlock(&l->lock, OCR_LOCK_LOOK);
	if (is_new)
		ocr_look_call(l, OCR_LOOK_WANTED);
	return 0;
}

int
ocr_look_on_ask(struct ocr_runtime *rt, ocr_node_t from,
		const struct ocr_op *op)
{
	const struct ocr_msg_look *m = (const void *)op;
	struct ocr_look *l = &rt->watch->look;

	if (!rt->self || from != rt->tree.parent)
		return -EINVAL;
	ocr_lock(&l->lock, OCR_LOCK_LOOK);
	l->number = m->look;
	ocr_unlock(&l->lock, OCR_LOCK_LOOK);
	for (uint32_t i = 0; i < rt->tree.n; i++)
		ocr_dispatch_send(rt, ocr_tree_child(&rt->tree, i), op);
	ocr_look_call(l, OCR_LOOK_ASKED);
	return 0;
}

int
ocr_look_on_fact(struct ocr_runtime *rt, ocr_node_t from,
		 const struct ocr_op *op)
{
	const struct ocr_msg_look_fact *m = (const void *)op;

	if (rt->self || from >= rt->size || m->is.kind >= OCR_FACT_KINDS)
		return -EINVAL;
	add(rt, from, m->look, &m->is);
	return 0;
}

/* -- Node 0 says it ---------------------------------------------------------
 */

static void
say_loads(const struct ocr_runtime *rt, const struct ocr_facts *f)
{
	uint64_t rest[4] = {0}, n_rest = 0;

	for (size_t i = 0; i < f->n; i++) {
		const uint64_t *n = f->facts[i].is.n;

		if (f->facts[i].is.kind != OCR_FACT_LOAD)
			continue;
		if (f->facts[i].from < MOST_LINES) {
			ocr_log_note(rt->self,
				     "  node %u: workers that run a task: "
				     "%" PRIu64 " of %" PRIu64
				     "; tasks: %" PRIu64 " ready, %" PRIu64
				     " waiting",
				     f->facts[i].from, n[1], n[0], n[2], n[3]);
			continue;
		}
		n_rest++;
		for (unsigned k = 0; k < 4; k++)
			rest[k] += n[k];
	}
	if (n_rest)
		ocr_log_note(rt->self,
			     "  %" PRIu64
			     " more nodes: workers that run a task: %" PRIu64
			     " of %" PRIu64 "; tasks: %" PRIu64
			     " ready, %" PRIu64 " waiting",
			     n_rest, rest[1], rest[0], rest[2], rest[3]);
}

static void
say_missing(const struct ocr_runtime *rt, const uint8_t *heard,
	    uint32_t missing)
{
	struct ocr_words w = {.n = 0};
	uint32_t named = 0;

	for (ocr_node_t i = 0; i < rt->size && named < MOST_NAMED; i++)
		if (!(heard[i / 8] >> i % 8 & 1))
			ocr_words_add(&w, "%s%u", named++ ? ", " : "", i);
	if (missing > named)
		ocr_words_add(&w, " and %u more", missing - named);
	ocr_log_note(rt->self,
		     "  no answer from node%s %s: what follows may not be all",
		     missing > 1 ? "s" : "", w.s);
}

static void
say(struct ocr_runtime *rt)
{
	struct ocr_look *l = &rt->watch->look;
	struct ocr_tale tale = {.rt = rt, .moves = true};
	struct ocr_facts all, far;
	uint32_t missing;
	uint8_t *heard;

	ocr_lock(&l->lock, OCR_LOCK_LOOK);
	all = l->all;
	far = l->far;
	heard = l->heard;
	missing = l->missing;
	l->all = l->far = (struct ocr_facts){.n = 0};
	l->heard = NULL;
	l->open = false;
	ocr_unlock(&l->lock, OCR_LOCK_LOOK);
	ocr_log_note(rt->self,
		     "a look at the job, which goes on, and may have moved "
		     "meanwhile; what waits, as if nothing more happened:");
	/* By node, too, from here on. */
	ocr_facts_join(&all, &far);
	say_loads(rt, &all);
	if (missing)
		say_missing(rt, heard, missing);
	tale.facts = &all;
	ocr_verdict_say(&tale, &all);
	ocr_log_note(rt->self, "the end of the look");
	ocr_facts_fini(&all);
	ocr_facts_fini(&far);
	free(heard);
}

/* 0: one is under way, or there is no memory. */
static uint64_t
open_look(struct ocr_runtime *rt)
{
	struct ocr_look *l = &rt->watch->look;
	uint8_t *heard = calloc(rt->size / 8 + 1, 1);
	uint64_t number = 0;

	ocr_lock(&l->lock, OCR_LOCK_LOOK);
	if (!l->open && heard) {
		l->open = true;
		l->heard = heard;
		l->missing = rt->size;
		number = ++l->number;
		heard = NULL;
	}
	ocr_unlock(&l->lock, OCR_LOCK_LOOK);
	free(heard);
	return number;
}

static void
begin(struct ocr_runtime *rt)
{
	uint64_t number = open_look(rt);

	if (!number)
		return;
	rt->watch->look.due_ms = ocr_clock_ms() + ANSWER_MS;
	for (uint32_t i = 0; rt->fabric && i < rt->tree.n; i++)
		send(rt, ocr_tree_child(&rt->tree, i), OCR_MSG_LOOK_ASK,
		     number);
	tell_all(rt, number);
}

/* -- The thread -------------------------------------------------------------
 */

static uint64_t
number_of(struct ocr_look *l, bool *open, uint32_t *missing)
{
	uint64_t number;

	ocr_lock(&l->lock, OCR_LOCK_LOOK);
	number = l->number;
	*open = l->open;
	*missing = l->missing;
	ocr_unlock(&l->lock, OCR_LOCK_LOOK);
	return number;
}

static int
patience_ms(struct ocr_look *l)
{
	bool open;
	uint32_t missing;
	int64_t left = l->due_ms - ocr_clock_ms();

	number_of(l, &open, &missing);
	return !open ? -1 : !missing || left < 0 ? 0 : (int)left;
}

static void
heed(struct ocr_runtime *rt, uint32_t signals, uint32_t calls)
{
	struct ocr_look *l = &rt->watch->look;
	bool open;
	uint32_t missing;
	uint64_t number = number_of(l, &open, &missing);

	if (!rt->self && (signals || calls & OCR_LOOK_WANTED))
		begin(rt);
	else if (rt->self && signals & SENT_HERE)
		send(rt, 0, OCR_MSG_LOOK_WANT, number);
	if (calls & OCR_LOOK_ASKED)
		tell_all(rt, number);
	if (!patience_ms(l))
		say(rt);
}

/* What two wait for, the shorter of both. */
static int
shorter(int a_ms, int b_ms)
{
	return a_ms < 0 || (b_ms >= 0 && b_ms < a_ms) ? b_ms : a_ms;
}

/* False: it is over. */
static bool
watch_once(struct ocr_runtime *rt)
{
	struct ocr_look *l = &rt->watch->look;
	struct pollfd fds[1 + OCR_DOOR_FDS] = {
		{.fd = bell.fd, .events = POLLIN}};
	unsigned n = ocr_top_fds(rt, fds + 1);
	uint32_t calls, signals;
	uint64_t rung;

	if (poll(fds, 1 + n,
		 shorter(patience_ms(l), ocr_top_patience_ms(rt))) <= 0)
		n = 0;
	while (read(bell.fd, &rung, sizeof(rung)) < 0 && errno == EINTR)
		;
	calls = atomic_exchange_explicit(&l->calls, 0, memory_order_acquire);
	if (calls & OCR_LOOK_STOP)
		return false;
	signals = atomic_exchange_explicit(&bell.signals, 0,
					   memory_order_acquire);
	heed(rt, signals, calls);
	ocr_top_heed(rt, fds + 1, n, calls & OCR_LOOK_TOP_ASKED);
	return true;
}

void
ocr_look_watch(struct ocr_runtime *rt)
{
	/* Nothing could end its sleep. */
	if (bell.fd < 0)
		return;
	ocr_top_begin(rt);
	while (watch_once(rt))
		;
	ocr_top_end(rt);
}

void
ocr_look_stop(struct ocr_look *l)
{
	ocr_look_call(l, OCR_LOOK_STOP);
}

void
ocr_look_fini(struct ocr_look *l)
{
	ocr_facts_fini(&l->all);
	ocr_facts_fini(&l->far);
	free(l->heard);
}
