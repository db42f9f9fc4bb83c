/* SPDX-License-Identifier: BSD-3-Clause */
/* test_tag.c - packets leave with tags, each time with another number, and are
 * known by them.
 *
 * Node 0 has all of this, but for libfabric's endpoint: what is handed to that
 * is noted, and refused when the test says so.  Node 1 is its peer. */
#include "fabric/job.h"
#include "fabric/ofi_ep.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define BYTES	80
#define LONG	600 /* more than `control` covers */
#define MOST	2000
#define THREADS 4

static struct ofi *here, *there; /* nodes 0 and 1 */
static struct ocr_card card;	 /* of node 1 */
static struct {
	uint8_t bytes[LONG + OCR_OFI_TAIL_BYTES];
	size_t n;
} left[MOST];
static unsigned n_left, n_came, n_failed, refuses;
static size_t came_bytes; /* of the last */

/* -- Instead of libfabric -------------------------------------------------- */

static ssize_t
note_send(struct fid_ep *ep, const void *buf, size_t len, void *desc,
	  fi_addr_t to, void *ctx)
{
	(void)ep, (void)desc, (void)to, (void)ctx;
	ck_assert(atomic_load(&here->lock.held));
	ck_assert_uint_lt(n_left, MOST);
	ck_assert_uint_le(len, sizeof(left[0].bytes));
	memcpy(left[n_left].bytes, buf, len);
	left[n_left++].n = len;
	if (refuses == 0)
		return 0;
	refuses--;
	return -FI_EAGAIN;
}

static int
take_address(struct fid_av *av, const void *addr, size_t count, fi_addr_t *at,
	     uint64_t flags, void *ctx)
{
	(void)av, (void)addr, (void)flags, (void)ctx;
	*at = 1;
	return (int)count;
}

static struct fi_ops_msg msg_ops = {.size = sizeof(msg_ops), .send = note_send};
static struct fid_ep ep = {.msg = &msg_ops};
static struct fi_ops_av av_ops = {
	.size = sizeof(av_ops),
	.insert = take_address,
};
static struct fid_av av = {.ops = &av_ops};
static struct fi_domain_attr domain_attr;
static struct fi_info info = {.domain_attr = &domain_attr};

/* -- Two nodes ------------------------------------------------------------- */

static void
on_received(void *ctx, ocr_node_t from, const void *data, size_t len_bytes)
{
	(void)ctx, (void)data;
	ck_assert_uint_eq(from, 0);
	came_bytes = len_bytes;
	n_came++;
}

static void
on_failed(void *ctx, ocr_node_t node, const char *why)
{
	(void)ctx, (void)why;
	ck_assert_uint_eq(node, 1);
	n_failed++;
}

static struct ofi *
make_node(ocr_node_t self, enum ocr_tag how)
{
	struct ofi *o = calloc(1, sizeof(*o) + 2 * sizeof(o->peers[0]));
	struct ocr_seal *seal;

	ck_assert_int_eq(ocr_seal_open(&seal, how), 0);
	o->c.seal = seal;
	o->job_number = 77;
	o->self = self;
	o->size = 2;
	o->ep = &ep;
	o->av = &av;
	o->info = &info;
	o->wire_bytes = 4096;
	o->card = calloc(1, sizeof(*o->card));
	o->card->addr_bytes = 16;
	o->up.received = on_received;
	o->up.failed = on_failed;
	/* A stranger is no reason to close a port that there is not. */
	o->sieve.state = OCR_OFI_SIEVE_DONE;
	ocr_lock_init(&o->lock);
	pthread_mutex_init(&o->slabs_lock, NULL);
	return o;
}

static void
meet(struct ofi *o, const struct ofi *other)
{
	memset(&card, 0, sizeof(card));
	card.ofi = *other->card;
	memcpy(card.public_key, ocr_seal_public(other->c.seal),
	       sizeof(card.public_key));
	ck_assert_ptr_null(ocr_ofi_meet(&o->t, other->self, &card));
}

static void
open_nodes(enum ocr_tag how)
{
	n_left = n_came = n_failed = refuses = 0;
	here = make_node(0, how);
	there = make_node(1, how);
	meet(there, here);
	meet(here, there);
}

static void
open_control(void)
{
	open_nodes(OCR_TAG_CONTROL);
}

static void
open_none(void)
{
	open_nodes(OCR_TAG_NONE);
}

static void
close_node(struct ofi *o)
{
	ocr_ofi_slabs_close(o);
	ocr_ofi_tags_close(o);
	ocr_ofi_peers_free(o);
	ocr_seal_close((struct ocr_seal *)(uintptr_t)o->c.seal);
	pthread_mutex_destroy(&o->slabs_lock);
	free(o->card);
	free(o);
}

static void
close_nodes(void)
{
	close_node(here);
	close_node(there);
}

static struct ocr_packet
make_packet_of(uint32_t len_bytes)
{
	struct ocr_packet p = {.to = 1, .len_bytes = len_bytes};

	ck_assert_int_eq(ocr_ofi_packet_alloc(&here->t, &p), 0);
	memset(p.data, 7, len_bytes);
	return p;
}

static struct ocr_packet
make_packet(void)
{
	return make_packet_of(BYTES);
}

/* What has left comes. */
static void
come(unsigned i)
{
	ocr_ofi_received(there, left[i].bytes, left[i].n);
}

static uint64_t
number_of(unsigned i)
{
	uint64_t number;

	memcpy(&number,
	       left[i].bytes + BYTES + OCR_SEAL_MARK_BYTES - sizeof(number),
	       sizeof(number));
	return number;
}

static const struct ocr_seal_key *
expected(void)
{
	return &atomic_load(&there->peers[0])->pair.in;
}

static const struct ocr_seal_key *
given(void)
{
	return &atomic_load(&here->peers[1])->pair.out;
}

/* -- What holds ------------------------------------------------------------ */

/* Refused, for want of room, or because a connection has broken: the same bytes
 * or others, the number is never the same. */
START_TEST(each_time_it_leaves_it_has_another_number)
{
	struct ocr_packet p = make_packet();
	unsigned i, came = 0;

	for (i = 0; i < 30; i++) {
		refuses = i % 3 == 1;
		ck_assert_int_eq(ocr_ofi_send(&here->t, &p),
				 i % 3 == 1 ? -EAGAIN : 0);
		ck_assert_uint_eq(number_of(i), i);
		p.data[3] += i % 2;
	}
	/* Whichever of them has come after all. */
	for (i = 0; i < 30; i += 1 + i % 2, came++)
		come(i);
	ck_assert_uint_eq(n_came, came);
	ck_assert_uint_eq(came_bytes, BYTES);
	ck_assert_uint_eq(there->strange_packets, 0);
	ocr_ofi_packet_free(&here->t, &p);
}
END_TEST

static void *
send_many(void *ctx)
{
	struct ocr_packet *p = ctx;
	unsigned i;

	for (i = 0; i < MOST / THREADS; i++)
		ck_assert_int_eq(ocr_ofi_send(&here->t, p), 0);
	return NULL;
}

START_TEST(threads_do_not_share_a_number)
{
	struct ocr_packet p[THREADS];
	bool was_given[MOST] = {false};
	pthread_t threads[THREADS];
	unsigned i;

	for (i = 0; i < THREADS; i++) {
		p[i] = make_packet();
		pthread_create(&threads[i], NULL, send_many, &p[i]);
	}
	for (i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		ocr_ofi_packet_free(&here->t, &p[i]);
	}
	ck_assert_uint_eq(n_left, MOST);
	for (i = 0; i < MOST; i++) {
		ck_assert_uint_lt(number_of(i), MOST);
		ck_assert(!was_given[number_of(i)]);
		was_given[number_of(i)] = true;
		come(i);
	}
	ck_assert_uint_eq(n_came, MOST);
}
END_TEST

static void *
send_one(void *ctx)
{
	ck_assert_int_eq(ocr_ofi_send(&here->t, ctx), 0);
	return NULL;
}

/* Which is held here, until somebody waits for it. */
START_TEST(a_number_is_taken_under_the_lock)
{
	struct ocr_packet p = make_packet();
	pthread_t thread;
	uint64_t next;

	ocr_lock(&here->lock, OCR_LOCK_EP);
	pthread_create(&thread, NULL, send_one, &p);
	while (atomic_load(&here->lock.sleepers) == 0)
		sched_yield();
	next = given()->next;
	ocr_unlock(&here->lock, OCR_LOCK_EP);
	pthread_join(thread, NULL);
	ck_assert_uint_eq(next, 0);
	ck_assert_uint_eq(given()->next, 1);
	come(0);
	ck_assert_uint_eq(n_came, 1);
	ocr_ofi_packet_free(&here->t, &p);
}
END_TEST

START_TEST(the_next_tag_is_made_ready_behind_the_packet)
{
	struct ocr_packet p = make_packet();
	unsigned i;

	for (i = 0; i < 5; i++) {
		ck_assert_int_eq(ocr_ofi_send(&here->t, &p), 0);
		ck_assert_uint_eq(given()->pad_of, i + 1);
		ck_assert_uint_eq(expected()->pad_of, i);
		come(i);
		ck_assert_uint_eq(n_came, i + 1);
		ck_assert_uint_eq(expected()->pad_of, i);
		ck_assert_ptr_nonnull(there->heard);
		ocr_ofi_tags_ready(there);
		ck_assert_ptr_null(there->heard);
		ck_assert_uint_eq(expected()->pad_of, i + 1);
	}
	ocr_ofi_packet_free(&here->t, &p);
}
END_TEST

/* Who knows which number comes next makes nobody wait for it, nor does who
 * sends again what was heard. */
START_TEST(strangers_do_not_change_what_is_expected)
{
	struct ocr_packet p = make_packet();
	uint64_t number;
	unsigned i, bit;

	for (i = 0; i < 3; i++) {
		ck_assert_int_eq(ocr_ofi_send(&here->t, &p), 0);
		come(i);
		ocr_ofi_tags_ready(there);
	}
	left[MOST - 1] = left[2];
	for (number = 0; number < 6; number++) {
		memcpy(left[MOST - 1].bytes + BYTES + 16, &number,
		       sizeof(number));
		come(MOST - 1);
	}
	/* The one that is right is the last again. */
	ck_assert_uint_eq(there->strange_packets, 5);
	for (bit = 0; bit < 8 * left[1].n; bit++) {
		left[MOST - 1] = left[1];
		left[MOST - 1].bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
		come(MOST - 1);
	}
	ck_assert_uint_eq(there->strange_packets, 5 + bit);
	come(0);
	come(1);
	ck_assert_uint_eq(n_came, 6);
	if (there->heard != NULL)
		ocr_ofi_tags_ready(there);
	ck_assert_uint_eq(expected()->next, 3);
	ck_assert_uint_eq(expected()->pad_of, 3);
	ocr_ofi_packet_free(&here->t, &p);
}
END_TEST

/* The tail of what was sent first, behind so many of its bytes, and right but
 * for the tag. */
static void
cut_to(uint32_t len_bytes)
{
	uint8_t *tail = left[0].bytes + len_bytes;

	memmove(tail, left[0].bytes + left[0].n - OCR_OFI_TAIL_BYTES,
		OCR_OFI_TAIL_BYTES);
	left[0].n = len_bytes + OCR_OFI_TAIL_BYTES;
	memcpy(left[0].bytes + left[0].n - sizeof(len_bytes), &len_bytes,
	       sizeof(len_bytes));
}

/* All that is covered of its bytes is the same; its length is not. */
START_TEST(what_is_cut_behind_the_bytes_that_are_covered_is_refused)
{
	struct ocr_packet p = make_packet_of(LONG);

	ck_assert_int_eq(ocr_ofi_send(&here->t, &p), 0);
	come(0);
	ck_assert_uint_eq(n_came, 1);
	ck_assert_uint_eq(came_bytes, LONG);
	cut_to(520);
	come(0);
	ck_assert_uint_eq(there->strange_packets, 1);
	ck_assert_uint_eq(n_came, 1);
	ocr_ofi_packet_free(&here->t, &p);
}
END_TEST

/* Its numbers would begin anew, under the same keys. */
START_TEST(a_node_is_met_once)
{
	const struct ofi_peer *first = atomic_load(&here->peers[1]);

	ck_assert_ptr_nonnull(ocr_ofi_meet(&here->t, 1, &card));
	ck_assert_ptr_eq(atomic_load(&here->peers[1]), first);
}
END_TEST

START_TEST(a_node_that_has_failed_is_not_met_again)
{
	const struct ofi_peer *first = atomic_load(&here->peers[1]);

	/* Who is asked on which host it was. */
	ck_assert_int_eq(ocr_job_open(&here->c.job), 0);
	ocr_ofi_fail(&here->t, 1, "it was told so");
	ck_assert_uint_eq(n_failed, 1);
	ck_assert_ptr_nonnull(ocr_ofi_meet(&here->t, 1, &card));
	ck_assert_ptr_eq(atomic_load(&here->peers[1]), first);
	ocr_job_close(here->c.job);
}
END_TEST

START_TEST(without_tags_the_job_is_named)
{
	struct ocr_packet p = make_packet();
	unsigned i;

	for (i = 0; i < 3; i++) {
		ck_assert_int_eq(ocr_ofi_send(&here->t, &p), 0);
		come(i);
	}
	ck_assert_uint_eq(n_came, 3);
	ck_assert_mem_eq(left[0].bytes, left[2].bytes, left[0].n);
	left[0].bytes[BYTES] ^= 1;
	come(0);
	ck_assert_uint_eq(there->strange_packets, 1);
	ocr_ofi_packet_free(&here->t, &p);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("tag");
	TCase *t = tcase_create("control");

	tcase_add_checked_fixture(t, open_control, close_nodes);
	tcase_add_test(t, each_time_it_leaves_it_has_another_number);
	tcase_add_test(t, threads_do_not_share_a_number);
	tcase_add_test(t, a_number_is_taken_under_the_lock);
	tcase_add_test(t, the_next_tag_is_made_ready_behind_the_packet);
	tcase_add_test(t, strangers_do_not_change_what_is_expected);
	tcase_add_test(
		t, what_is_cut_behind_the_bytes_that_are_covered_is_refused);
	tcase_add_test(t, a_node_is_met_once);
	tcase_add_test(t, a_node_that_has_failed_is_not_met_again);
	suite_add_tcase(s, t);
	t = tcase_create("none");
	tcase_add_checked_fixture(t, open_none, close_nodes);
	tcase_add_test(t, without_tags_the_job_is_named);
	suite_add_tcase(s, t);
	return run_suite(s);
}
