/* SPDX-License-Identifier: BSD-3-Clause */
/* test_host.c - several nodes of one host in this process: each maps the
 * others' memory as if it were another process's. */
#include "fabric/host.h"

#include "fabric/card.h"
#include "fabric/host_link.h"
#include "fabric/memory.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define MANY (OCR_PLACES_FEW + 4)

static struct node {
	struct ocr_transport *t;
	struct ocr_memory *memory;
	struct ocr_card card;
	uint32_t n_received, n_called, n_failed;
	void (*when_called)(void);
	uint64_t next; /* number of the next packet, see send_number() */
	char why[256];
} nodes[MANY];
static uint32_t n_nodes;

static void
received(void *ctx, ocr_node_t from, const void *data, size_t len)
{
	struct node *n = ctx;
	uint64_t number;

	ck_assert_uint_lt(from, n_nodes);
	ck_assert_ptr_ne(&nodes[from], n);
	ck_assert_uint_ge(len, sizeof(number));
	memcpy(&number, data, sizeof(number));
	ck_assert_uint_eq(number, n->next);
	n->next++;
	n->n_received++;
}

static void
failed(void *ctx, ocr_node_t peer, const char *why)
{
	struct node *n = ctx;

	(void)peer;
	n->n_failed++;
	strncpy(n->why, why, sizeof(n->why) - 1);
}

static void
called(void *ctx, ocr_node_t node)
{
	struct node *n = ctx;

	(void)node;
	n->n_called++;
	if (n->n_called == 1 && n->when_called != NULL)
		n->when_called();
}

static void
start(uint32_t n)
{
	ocr_node_t all[MANY];

	n_nodes = n;
	memset(nodes, 0, sizeof(nodes));
	for (uint32_t i = 0; i < n; i++)
		all[i] = i;
	for (uint32_t i = 0; i < n; i++) {
		struct node *own = &nodes[i];
		struct ocr_memory_config m = {.limit_bytes = (uint64_t)16 << 20,
					      .n_local = n};
		struct ocr_host_config c = {
			.self = i,
			.nodes = all,
			.n_nodes = n,
			.size = n + 1,
			.host_name = "here",
			.called = called,
			.ctx = own,
			.card = &own->card.host,
		};
		struct ocr_transport_up up = {
			.ctx = own, .received = received, .failed = failed};

		ck_assert_int_eq(ocr_memory_open(&own->memory, &m), 0);
		c.memory = own->memory;
		ocr_card_init(&own->card);
		ck_assert_int_eq(ocr_host_open(&own->t, &c), 0);
		own->t->ops->attach(own->t, &up);
	}
}

static void
stop(void)
{
	for (uint32_t i = 0; i < n_nodes; i++) {
		nodes[i].t->ops->close(nodes[i].t);
		ocr_memory_close(nodes[i].memory);
	}
}

static void
meet(uint32_t a, uint32_t b)
{
	ck_assert_ptr_null(
		nodes[a].t->ops->meet(nodes[a].t, b, &nodes[b].card));
}

static int
poll_node(uint32_t i)
{
	return nodes[i].t->ops->poll(nodes[i].t);
}

static int
send_number(uint32_t from, uint32_t to, uint64_t number, uint32_t len)
{
	struct ocr_transport *t = nodes[from].t;
	struct ocr_packet p = {.to = to, .len_bytes = len};
	int err;

	ck_assert_int_eq(t->ops->packet_alloc(t, &p), 0);
	memset(p.data, (int)(number & 0xff), len);
	memcpy(p.data, &number, sizeof(number));
	err = t->ops->send(t, &p);
	t->ops->packet_free(t, &p);
	return err;
}

START_TEST(who_was_not_met_cannot_be_reached)
{
	struct ocr_transfer *x = NULL;
	char byte;

	start(2);
	ck_assert_int_eq(send_number(0, 1, 0, 64), -EHOSTUNREACH);
	ck_assert_int_eq(send_number(0, 2, 0, 64), -EHOSTUNREACH);
	ck_assert_int_eq(nodes[0].t->ops->read(nodes[0].t, 1, 0, &byte, 1, x),
			 -EHOSTUNREACH);
	stop();
}
END_TEST

START_TEST(packets_come_whole_and_in_order)
{
	uint32_t n = (uint32_t)_i, sent = 0;

	start(n);
	meet(0, n - 1);
	while (sent < 5000) {
		uint32_t len = 8 + sent * 37 % 9 * 512;

		if (len > nodes[0].t->mtu_bytes)
			len = (uint32_t)nodes[0].t->mtu_bytes;
		if (send_number(0, n - 1, sent, len) == 1)
			sent++;
		else
			ck_assert_int_gt(poll_node(n - 1), 0);
		nodes[n - 1].t->is_idle = sent % 2;
	}
	while (poll_node(n - 1) > 0)
		;
	ck_assert_uint_eq(nodes[n - 1].n_received, 5000);
	ck_assert_uint_eq(nodes[n - 1].n_called, 1);
	ck_assert_uint_eq(nodes[0].n_received, 0);
	stop();
}
END_TEST

START_TEST(who_calls_is_told_once_though_nothing_has_come)
{
	start(3);
	meet(0, 1);
	meet(2, 1);
	poll_node(1);
	poll_node(1);

	ck_assert_uint_eq(nodes[1].n_called, 2);
	ck_assert_uint_eq(nodes[1].n_received, 0);
	stop();
}
END_TEST

static void
call_and_write(void)
{
	meet(0, 1);
	ck_assert_int_eq(send_number(0, 1, 0, 64), 1);
}

/* Somebody begins to write between two looks of the owner: has anybody opened a
 * ring, and who has written? */
START_TEST(what_is_written_before_a_ring_is_known_is_not_forgotten)
{
	start(MANY);
	meet(2, 1);
	nodes[1].when_called = call_and_write;
	while (poll_node(1) > 0)
		;

	ck_assert_uint_eq(nodes[1].n_called, 2);
	ck_assert_uint_eq(nodes[1].n_received, 1);
	ck_assert(ocr_host_lie_down(nodes[1].t));
	ocr_host_stand_up(nodes[1].t, false);
	stop();
}
END_TEST

static bool
is_rung(uint32_t i)
{
	struct pollfd p = {.fd = ocr_host_fd(nodes[i].t), .events = POLLIN};

	return poll(&p, 1, 0) == 1;
}

START_TEST(who_sleeps_is_woken_once_by_each)
{
	uint32_t n = (uint32_t)_i;

	start(n);
	meet(0, 1);
	poll_node(1);
	ck_assert_int_eq(send_number(0, 1, 0, 64), 1);
	ck_assert(!is_rung(1));
	ck_assert(!ocr_host_lie_down(nodes[1].t));
	ck_assert_int_eq(poll_node(1), 1);

	ck_assert(ocr_host_lie_down(nodes[1].t));
	ck_assert(!is_rung(1));
	ck_assert_int_eq(send_number(0, 1, 1, 64), 1);
	ck_assert(is_rung(1));
	ocr_host_stand_up(nodes[1].t, true);
	ck_assert(!is_rung(1));
	ck_assert_int_eq(send_number(0, 1, 2, 64), 1);
	ck_assert(!is_rung(1));
	ck_assert_int_eq(poll_node(1), 2);
	stop();
}
END_TEST

/* Its card comes when its ring is read already, and it waits for room. */
START_TEST(who_waits_for_room_is_woken_though_he_was_not_met_yet)
{
	uint64_t sent = 0;

	start(2);
	meet(0, 1);
	while (send_number(0, 1, sent, 4096) == 1)
		sent++;
	ck_assert(ocr_host_lie_down(nodes[0].t));
	while (poll_node(1) > 0)
		;
	ck_assert_uint_eq(nodes[1].n_received, sent);
	ck_assert(!is_rung(0));

	meet(1, 0);

	ck_assert(is_rung(0));
	ocr_host_stand_up(nodes[0].t, true);
	ck_assert_int_eq(send_number(0, 1, sent, 4096), 1);
	stop();
}
END_TEST

START_TEST(an_interrupt_ends_the_sleep_that_comes)
{
	start(2);
	nodes[0].t->ops->interrupt(nodes[0].t);
	/* For ever, if it were forgotten. */
	nodes[0].t->ops->wait(nodes[0].t, -1);
	stop();
}
END_TEST

/* Nothing can be opened; the sleeper is woken by a poll, once it can. */
START_TEST(without_descriptors_a_ring_is_owed)
{
	struct rlimit all, none;

	start(2);
	meet(0, 1);
	poll_node(1);
	ck_assert(ocr_host_lie_down(nodes[1].t));
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &all), 0);
	none = all;
	none.rlim_cur = 3;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
	ck_assert_int_eq(send_number(0, 1, 0, 64), 1);
	poll_node(0);
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &all), 0);

	ck_assert(!is_rung(1));
	ck_assert(!ocr_host_lie_down(nodes[0].t));
	poll_node(0);
	ck_assert(is_rung(1));
	ck_assert(ocr_host_lie_down(nodes[0].t));
	stop();
}
END_TEST

START_TEST(a_dead_neighbour_is_heard_to_the_end_and_told_once)
{
	uint32_t n = (uint32_t)_i;
	const char *why;

	start(n);
	meet(0, 1);
	meet(1, 0);
	for (uint64_t i = 0; i < 100; i++)
		ck_assert_int_eq(send_number(0, 1, i, 64), 1);
	ocr_host_fail(nodes[1].t, 0, "it died");
	ocr_host_fail(nodes[1].t, 0, "it died");

	ck_assert_uint_eq(nodes[1].n_received, 100);
	ck_assert_uint_eq(nodes[1].n_failed, 1);
	ck_assert_ptr_nonnull(strstr(nodes[1].why, "host here, pid "));
	ck_assert_int_eq(send_number(1, 0, 0, 64), -EHOSTDOWN);
	ck_assert_int_eq(send_number(0, 1, 100, 64), 1);
	poll_node(1);
	ck_assert_uint_eq(nodes[1].n_received, 100);
	why = nodes[1].t->ops->meet(nodes[1].t, 0, &nodes[0].card);
	ck_assert_ptr_nonnull(why);
	stop();
}
END_TEST

START_TEST(a_neighbour_that_writes_nonsense_is_given_up)
{
	struct host *h;
	uint64_t word = UINT64_MAX;

	start(2);
	meet(0, 1);
	ck_assert_int_eq(send_number(0, 1, 0, 64), 1);
	h = ocr_host_of(nodes[1].t);
	memcpy(ocr_segment_ring(&h->segment, 0)->bytes + 128, &word,
	       sizeof(word));
	poll_node(1);
	poll_node(1);

	ck_assert_uint_eq(nodes[1].n_received, 1);
	ck_assert_uint_eq(nodes[1].n_failed, 1);
	stop();
}
END_TEST

START_TEST(blocks_are_read_and_written_within_the_window_alone)
{
	struct ocr_transfer *x = NULL;
	uint64_t offset, end;
	char *block, text[8];
	struct ocr_transport *t;

	start(2);
	meet(0, 1);
	t = nodes[0].t;
	block = ocr_memory_alloc(nodes[1].memory, 64);
	ck_assert_ptr_nonnull(block);
	strcpy(block, "before");
	offset = ocr_memory_offset(nodes[1].memory, block);
	end = ocr_memory_len(nodes[1].memory);

	ck_assert_int_eq(t->ops->read(t, 1, offset, text, 7, x), 1);
	ck_assert_str_eq(text, "before");
	ck_assert_int_eq(t->ops->write(t, 1, offset, "after", 6, x), 1);
	ck_assert_str_eq(block, "after");
	ck_assert_int_eq(t->ops->read(t, 1, end, text, 1, x), -EINVAL);
	ck_assert_int_eq(t->ops->write(t, 1, end - 3, text, 4, x), -EINVAL);
	ck_assert_int_eq(t->ops->read(t, 1, UINT64_MAX, text, 2, x), -EINVAL);
	ck_assert_int_eq(t->ops->read(t, 1, 2, text, SIZE_MAX, x), -EINVAL);
	ocr_memory_free(nodes[1].memory, block);
	stop();
}
END_TEST

/* -- Two that send to each other as fast as they can, and sleep ------------ */

#define EACH 20000

static void *
talk(void *arg)
{
	struct node *n = arg;
	uint32_t self = (uint32_t)(n - nodes);
	uint32_t other = self == 0 ? n_nodes - 1 : 0;
	uint64_t sent = 0;

	/* Each waits for what the other has sent, now and then, so that both
	 * sleep often. */
	while (sent < EACH || n->next < EACH) {
		bool may = sent < EACH && sent < n->next + 1 + sent % 300;

		if (may && send_number(self, other, sent, 8 + sent % 2000) == 1)
			sent++;
		else if (n->t->ops->poll(n->t) == 0)
			n->t->ops->wait(n->t, may ? 1 : -1);
	}
	return NULL;
}

START_TEST(two_that_talk_miss_nothing)
{
	uint32_t n = (uint32_t)_i;
	pthread_t thread;

	start(n);
	meet(0, n - 1);
	meet(n - 1, 0);
	ck_assert_int_eq(pthread_create(&thread, NULL, talk, &nodes[n - 1]), 0);
	talk(&nodes[0]);
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
	ck_assert_uint_eq(nodes[0].n_received, EACH);
	ck_assert_uint_eq(nodes[n - 1].n_received, EACH);
	stop();
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("host");
	TCase *t = tcase_create("host");

	tcase_add_test(t, who_was_not_met_cannot_be_reached);
	tcase_add_loop_test(t, packets_come_whole_and_in_order, 2, 4);
	tcase_add_loop_test(t, packets_come_whole_and_in_order, MANY, MANY + 1);
	tcase_add_test(t, who_calls_is_told_once_though_nothing_has_come);
	tcase_add_test(t,
		       what_is_written_before_a_ring_is_known_is_not_forgotten);
	tcase_add_loop_test(t, who_sleeps_is_woken_once_by_each, 2, 3);
	tcase_add_loop_test(t, who_sleeps_is_woken_once_by_each, MANY,
			    MANY + 1);
	tcase_add_test(t,
		       who_waits_for_room_is_woken_though_he_was_not_met_yet);
	tcase_add_test(t, an_interrupt_ends_the_sleep_that_comes);
	tcase_add_test(t, without_descriptors_a_ring_is_owed);
	tcase_add_loop_test(
		t, a_dead_neighbour_is_heard_to_the_end_and_told_once, 2, 3);
	tcase_add_loop_test(t,
			    a_dead_neighbour_is_heard_to_the_end_and_told_once,
			    MANY, MANY + 1);
	tcase_add_test(t, a_neighbour_that_writes_nonsense_is_given_up);
	tcase_add_test(t, blocks_are_read_and_written_within_the_window_alone);
	tcase_add_loop_test(t, two_that_talk_miss_nothing, 2, 3);
	tcase_add_loop_test(t, two_that_talk_miss_nothing, MANY, MANY + 1);
	suite_add_tcase(s, t);
	return run_suite(s);
}
