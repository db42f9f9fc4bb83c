/* SPDX-License-Identifier: BSD-3-Clause */
/* test_drive.c - who drives sleeps when there is nothing to do. */
#include "fabric/memory.h"
#include "fabric/transport.h"
#include "src/dri/world/world.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>

/* A network on which nothing ever arrives, and others seem to be at work on this
 * process's memory for ever. */
static struct ocr_transport net;
static sem_t asleep, interrupted;
static struct dri_world *w;

static void
wait_for(sem_t *s)
{
	while (sem_wait(s) != 0)
		ck_assert_int_eq(errno, EINTR);
}

static void
net_attach(struct ocr_transport *t, const struct ocr_transport_up *up)
{
	(void)t;
	(void)up;
}

static int
net_poll(struct ocr_transport *t)
{
	(void)t;
	return 0;
}

static void
net_wait(struct ocr_transport *t, int timeout_ms)
{
	(void)t;
	(void)timeout_ms;
	sem_post(&asleep);
	wait_for(&interrupted);
}

static bool
net_is_serving(const struct ocr_transport *t)
{
	(void)t;
	return true;
}

static void
net_interrupt(struct ocr_transport *t)
{
	(void)t;
	sem_post(&interrupted);
}

static void
net_close(struct ocr_transport *t)
{
	(void)t;
}

static const struct ocr_transport_ops net_ops = {
	.name = "nothing",
	.attach = net_attach,
	.poll = net_poll,
	.wait = net_wait,
	.is_serving = net_is_serving,
	.interrupt = net_interrupt,
	.close = net_close,
};

/* -- The world ------------------------------------------------------------- */

static int
open_nothing(struct dri_world *world)
{
	(void)world;
	return 0;
}

static void
do_nothing(struct dri_world *world)
{
	(void)world;
}

static void
pause_not(struct dri_world *world, bool waits)
{
	(void)world;
	(void)waits;
}

static const struct dri_above above = {
	.open = open_nothing,
	.leave = do_nothing,
	.close = do_nothing,
};

/* In the place of a job's end. */
static const struct dri_hooks hooks = {
	.pause = pause_not,
	.meet = do_nothing,
};

static void
setup(void)
{
	struct ocr_memory_config c = {.limit_bytes = 1 << 20, .n_local = 1};
	struct dri_ground g = {.above = &above, .size = 2, .transport = &net};

	net = (struct ocr_transport){
		.ops = &net_ops,
		.mtu_bytes = 4096,
		.piece_bytes = 4096,
		.others = {{.fd = -1}, {.fd = -1}},
	};
	ck_assert_int_eq(sem_init(&asleep, 0, 0), 0);
	ck_assert_int_eq(sem_init(&interrupted, 0, 0), 0);
	ck_assert_int_eq(ocr_memory_open(&g.memory, &c), 0);
	ck_assert_int_eq(ocr_dri_world_open_on(&w, &g), 0);
}

static void
teardown(void)
{
	w->hooks = &hooks;
	ocr_dri_world_close(w);
	sem_destroy(&asleep);
	sem_destroy(&interrupted);
}

/* Who looks without end, and yields the core to others each time, may not get it
 * back for seconds on a crowded host; then others take the process for dead. */
START_TEST(who_drives_sleeps_although_bytes_seem_to_move)
{
	w->spin_ns = 1000;
	ck_assert_int_eq(ocr_dri_world_start(w), 0);
	wait_for(&asleep);
	ocr_dri_world_stop(w);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("drive");
	TCase *tc = tcase_create("drive");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, who_drives_sleeps_although_bytes_seem_to_move);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
