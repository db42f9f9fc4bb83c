/* SPDX-License-Identifier: BSD-3-Clause */
/* test_put_off_watch.c - what is put off is not held while a task runs long.
 *
 * The network is this file's: it knows whether something waits to be sent.  Who
 * sleeps on it never wakes by itself, so whatever waits then would wait until
 * the worker's next task has ended.  All is one thread, which is each of those
 * that meet in turn, at the moments that matter; tests/model/put_off.pml has
 * their stores and loads in every order.
 */
#include "src/sched/sched.h"

#include "src/base/runtime.h"
#include "tests/suite.h"

#include <check.h>

#define WORKERS 2
#define MOST	(WORKERS + 1) /* and the progress thread */
#define TASKS	4

static struct ocr_runtime *rt;
static struct ocr_worker workers[MOST];
static struct ocr_sched sched;
static struct ocr_runnable tasks[TASKS];
static bool waits;		/* something, to be sent */
static void (*meanwhile)(void); /* somebody sleeps on the network */
static void (*before)(void);	/* a worker has looked, and lies down next */
static void (*body)(void);	/* of a task */
static unsigned slept;		/* on the network */

/* -- The network --------------------------------------------------------- */

bool __wrap_ocr_fabric_dirty(const struct ocr_fabric *f);
void __wrap_ocr_fabric_flush(struct ocr_fabric *f);
int __wrap_ocr_fabric_poll(struct ocr_fabric *f);
int __wrap_ocr_fabric_poll_idle(struct ocr_fabric *f);
void __wrap_ocr_fabric_wait(struct ocr_fabric *f, int timeout_ms);
bool __wrap_ocr_fabric_is_polled(const struct ocr_fabric *f);
uint64_t __wrap_ocr_fabric_patience_ns(const struct ocr_fabric *f,
				       uint64_t spin_ns);
uint64_t __wrap_ocr_memory_mapped(const struct ocr_memory *m);

bool
__wrap_ocr_fabric_dirty(const struct ocr_fabric *f)
{
	(void)f;
	return waits;
}

void
__wrap_ocr_fabric_flush(struct ocr_fabric *f)
{
	(void)f;
	waits = false;
}

int
__wrap_ocr_fabric_poll(struct ocr_fabric *f)
{
	(void)f;
	return 0;
}

int
__wrap_ocr_fabric_poll_idle(struct ocr_fabric *f)
{
	return __wrap_ocr_fabric_poll(f);
}

bool
__wrap_ocr_fabric_is_polled(const struct ocr_fabric *f)
{
	(void)f;
	return false;
}

uint64_t
__wrap_ocr_fabric_patience_ns(const struct ocr_fabric *f, uint64_t spin_ns)
{
	(void)f;
	return spin_ns;
}

/* Whoever watches lies here once, and the node ends then. */
void
__wrap_ocr_fabric_wait(struct ocr_fabric *f, int timeout_ms)
{
	struct ocr_worker *watcher = ocr_self;

	(void)f;
	(void)timeout_ms;
	ck_assert_msg(!waits, "who sleeps has not sent what waits");
	slept++;
	if (meanwhile)
		meanwhile();
	ocr_self = watcher;
	atomic_store_explicit(&sched.stop, 1, memory_order_relaxed);
}

/* There is none that could be given back. */
uint64_t
__wrap_ocr_memory_mapped(const struct ocr_memory *m)
{
	(void)m;
	return 0;
}

/* -- The node ------------------------------------------------------------ */

static void
nothing(struct ocr_runtime *of)
{
	ck_assert_ptr_eq(of, rt);
}

static int
look(struct ocr_runtime *of, bool has_slept)
{
	ck_assert_ptr_eq(of, rt);
	(void)has_slept;
	return -1;
}

static void
ask(struct ocr_runtime *of, bool again)
{
	struct ocr_worker *self = ocr_self;

	ck_assert_ptr_eq(of, rt);
	(void)again;
	if (before)
		before();
	ocr_self = self;
}

static void
run(struct ocr_worker *w, struct ocr_runnable *t)
{
	ck_assert_ptr_eq(w, ocr_self);
	ck_assert_ptr_nonnull(t);
	if (body)
		body();
}

static bool
settle(struct ocr_worker *w)
{
	ck_assert_ptr_eq(w, ocr_self);
	return false;
}

/* Worker 0 has TASKS tasks more. */
static void
make_tasks(void)
{
	for (unsigned i = 0; i < TASKS; i++)
		ocr_deque_push(&workers[0].deque, &tasks[i]);
}

static void
take_tasks(void)
{
	while (ocr_deque_pop(&workers[0].deque))
		;
}

static void
open_node(void)
{
	static const struct ocr_sched_ops ops = {
		.risen = nothing,
		.last = nothing,
		.look = look,
		.ask = ask,
		.run = run,
		.settle = settle,
	};
	static struct ocr_runtime node;

	rt = &node;
	rt->sched = &sched;
	rt->fabric = (void *)&node; /* nobody looks into it */
	sched.ops = &ops;
	sched.n_workers = WORKERS;
	sched.n_slots = MOST;
	sched.n_resting = WORKERS;
	sched.workers = workers;
	sched.puts_off = true;
	sched.has_heirs = true;
	atomic_store_explicit(&sched.n_left, WORKERS, memory_order_relaxed);
	for (unsigned i = 0; i < MOST; i++) {
		workers[i].rt = rt;
		workers[i].id = i;
		ck_assert_int_eq(ocr_deque_init(&workers[i].deque), 0);
	}
	make_tasks();
}

static void
step(void)
{
	ocr_self = &workers[0];
	ck_assert(ocr_worker_step(&workers[0]));
}

static void
send(void)
{
	waits = true;
}

/* As a body does that ends in several steps. */
static void
send_and_end(void)
{
	send();
	ocr_worker_send_off(&workers[0]);
}

/* The progress thread, which begins to watch when nobody has polled. */
static void
progress(void)
{
	struct ocr_worker *self = ocr_self;

	ocr_self = &workers[WORKERS];
	ocr_sched_progress(ocr_self);
	ocr_self = self;
	ck_assert_uint_eq(slept, 1);
}

/* -- Tests --------------------------------------------------------------- */

START_TEST(what_is_sent_waits_for_the_end_of_the_next_task)
{
	open_node();
	body = send;

	step();
	ck_assert(waits);
	body = NULL;
	step();

	ck_assert(!waits);
}
END_TEST

START_TEST(it_does_not_wait_if_no_task_is_at_hand)
{
	open_node();
	body = send;

	for (unsigned i = 0; i < TASKS; i++)
		step();

	ck_assert(!waits);
}
END_TEST

START_TEST(who_begins_to_watch_sends_it)
{
	open_node();
	body = send;
	step();
	ck_assert(waits);

	/* It would tell who sleeps beside it. */
	progress();

	ck_assert(!waits);
}
END_TEST

static void
send_while_watched(void)
{
	step();
	ck_assert(!waits);
}

START_TEST(while_somebody_watches_nothing_is_put_off)
{
	open_node();
	body = send;
	meanwhile = send_while_watched;

	progress();
}
END_TEST

static void
send_again(void)
{
	ocr_self = &workers[0];
	send_and_end();
	ck_assert(!waits);
}

static void
send_beside_a_watcher(void)
{
	send_and_end();
	ck_assert(waits);
	meanwhile = send_again;
	progress();
}

START_TEST(nor_by_a_task_that_has_put_something_off_before)
{
	open_node();
	body = send_beside_a_watcher;

	step();
}
END_TEST

/* Worker 0 is in the last of its tasks then. */
static void
send_before_it_sleeps(void)
{
	make_tasks();
	step();
	ck_assert(waits);
	take_tasks();
}

/* Worker 1 has polled by then, and sent all there was. */
START_TEST(a_worker_that_lies_down_sends_it)
{
	open_node();
	take_tasks();
	body = send;
	before = send_before_it_sleeps;

	ocr_self = &workers[1];
	ocr_idle(ocr_self);

	ck_assert_uint_eq(slept, 1);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("put_off_watch");
	TCase *t = tcase_create("put_off_watch");

	tcase_add_test(t, what_is_sent_waits_for_the_end_of_the_next_task);
	tcase_add_test(t, it_does_not_wait_if_no_task_is_at_hand);
	tcase_add_test(t, who_begins_to_watch_sends_it);
	tcase_add_test(t, while_somebody_watches_nothing_is_put_off);
	tcase_add_test(t, nor_by_a_task_that_has_put_something_off_before);
	tcase_add_test(t, a_worker_that_lies_down_sends_it);
	suite_add_tcase(s, t);
	return run_suite_apart(s);
}
