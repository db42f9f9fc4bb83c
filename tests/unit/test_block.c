/* SPDX-License-Identifier: BSD-3-Clause */
/* test_block.c - blocks whose end is seen by those that had found them before.
 *
 * A worker finds a block by its GUID and locks it; in between another may
 * destroy it.  Whatever they do then, a block is one block.  Nor does its end
 * take it from those that read it.
 */
#include "src/data/block.h"

#include "guidmap/guid_counter.h"
#include "guidmap/guidmap.h"
#include "src/base/msg.h"
#include "src/boot/runtime.h"
#include "src/data/cache.h"
#include "src/data/data.h"
#include "src/data/home.h"
#include "src/sched/worker.h"
#include "src/stream/direct.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

#define WORKERS 2
#define ROUNDS	500
#define COPIES	20000

static struct ocr_memory *memory;
static struct ocr_runtime *rt;
/* The block that both of them have found. */
static ocrGuid_t shared;
static pthread_barrier_t together;
static atomic_bool dropped;

struct finder {
	struct ocr_worker *w;
	int code;   /* of its destruction */
	void *mine; /* the block that it has made afterwards */
};

static void *
find(ocrGuid_t g)
{
	void *obj;

	ck_assert_int_eq(ocr_guidmap_find(rt->guids, g, &obj), OCR_SLOT_LIVE);
	return obj;
}

static ocrGuid_t
create(void)
{
	struct ocr_msg_create_db m = {
		.op = OCR_OP(OCR_MSG_CREATE_DB, struct ocr_msg_create_db),
		.db = ocr_guid_new(ocr_self->guids, OCR_GUID_DB, 0, rt->self),
		.size = 64,
		.flags = OCR_DB_NO_ACQUIRE,
	};

	ck_assert_int_eq(ocr_home_create(rt, rt->self, &m, NULL), 0);
	return m.db;
}

static int
destroy(struct ocr_block *b, ocrGuid_t g)
{
	int err;

	ocr_self->depth++;
	err = ocr_home_destroy_at(rt, b, g);
	ocr_direct_end(rt);
	return err;
}

static void
setup(void)
{
	struct ocr_runtime_config c = {
		.size = 1,
		.sched.n_workers = WORKERS,
		.sched.n_domains = 1,
		.sched.stack_bytes = 65536,
		.files = OCR_ENGINE_MANUAL,
	};

	ck_assert_int_eq(ocr_memory_open_plain(&memory), 0);
	c.memory = memory;
	ck_assert_int_eq(ocr_runtime_open(&rt, &c), 0);
	ocr_self = &rt->sched->workers[0];
	pthread_barrier_init(&together, NULL, WORKERS);
}

static void
teardown(void)
{
	pthread_barrier_destroy(&together);
	ocr_runtime_close(rt);
	ocr_self = NULL;
	ocr_memory_close(memory);
}

START_TEST(a_block_destroyed_twice_is_free_once)
{
	ocrGuid_t g = create();
	struct ocr_block *b = find(g);

	ck_assert_int_eq(destroy(b, g), 0);
	ck_assert_int_eq(destroy(b, g), -EPERM);

	ck_assert_ptr_ne(find(create()), find(create()));
}
END_TEST

START_TEST(who_releases_a_block_that_is_gone_does_not_free_it_again)
{
	ocrGuid_t g = create();
	struct ocr_block *b = find(g);
	const struct ocr_msg_release m = {
		.op = OCR_OP(OCR_MSG_RELEASE, struct ocr_msg_release),
		.db = g,
	};

	ck_assert_int_eq(destroy(b, g), 0);
	ck_assert_int_ne(ocr_home_release_at(rt, b, rt->self, &m), 0);

	ck_assert_ptr_ne(find(create()), find(create()));
}
END_TEST

/* A block with bytes that two tasks of this node read; *data: where. */
static struct ocr_block *
create_read(ocrGuid_t *g, void **data)
{
	static const char bytes[64] = "read by two";
	struct ocr_msg_acquire m = {
		.op = OCR_OP(OCR_MSG_ACQUIRE, struct ocr_msg_acquire),
		.mode = DB_MODE_CONST,
		.have = OCR_HAVE_NONE,
	};
	struct ocr_block *b;

	*g = ocr_guid_new(ocr_self->guids, OCR_GUID_DB, 0, rt->self);
	b = ocr_block_create_full(rt, *g, bytes, sizeof(bytes));
	ck_assert_int_eq(ocr_home_publish(rt, b), 0);
	m.db = *g;
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(ocr_home_acquire_at(rt, b, rt->self, &m, data),
				 0);
		ck_assert_ptr_nonnull(*data);
	}
	return b;
}

/* One of them gives it back, and the other. */
static void
check_goes_with_the_last(struct ocr_block *b, ocrGuid_t g, const void *data)
{
	void *obj;

	ck_assert_str_eq(data, "read by two");
	ocr_block_put(rt, b, data);
	ck_assert_ptr_eq(find(g), b);
	ck_assert_str_eq(data, "read by two");
	ocr_block_put(rt, b, data);
	ck_assert_int_eq(ocr_guidmap_find(rt->guids, g, &obj), OCR_SLOT_DEAD);
	ck_assert_ptr_ne(find(create()), find(create()));
}

START_TEST(a_block_destroyed_while_it_is_read_goes_with_its_last_reader)
{
	ocrGuid_t g;
	void *data;
	struct ocr_block *b = create_read(&g, &data);

	ck_assert_int_eq(destroy(b, g), 0);
	ck_assert(!ocr_home_is_there(rt, b, g));
	ck_assert_int_eq(destroy(b, g), -EPERM);

	check_goes_with_the_last(b, g, data);
}
END_TEST

START_TEST(and_nobody_gets_it_any_more)
{
	ocrGuid_t g;
	void *data, *more;
	struct ocr_block *b = create_read(&g, &data);
	struct ocr_msg_acquire m = {
		.op = OCR_OP(OCR_MSG_ACQUIRE, struct ocr_msg_acquire),
		.db = g,
		.mode = DB_MODE_CONST,
		.have = OCR_HAVE_NONE,
	};

	ck_assert_int_eq(destroy(b, g), 0);
	/* The job ends: the program is wrong. */
	ck_assert_int_eq(ocr_home_acquire_at(rt, b, rt->self, &m, &more), 0);
	ck_assert_ptr_null(more);

	check_goes_with_the_last(b, g, data);
}
END_TEST

START_TEST(also_when_it_gets_a_directory_meanwhile)
{
	ocrGuid_t g;
	void *data;
	struct ocr_block *b = create_read(&g, &data);

	ck_assert_int_eq(destroy(b, g), 0);
	ocr_block_lock(b);
	ck_assert_ptr_nonnull(ocr_block_busy_locked(rt, b));
	ocr_block_unlock(rt, b);
	ck_assert(!ocr_home_is_there(rt, b, g));

	check_goes_with_the_last(b, g, data);
}
END_TEST

/* Both have found it before either destroys it, and both are through before
 * either makes another. */
static void *
destroy_and_make(void *arg)
{
	struct finder *f = arg;
	struct ocr_block *b;

	ocr_self = f->w;
	b = find(shared);
	pthread_barrier_wait(&together);
	f->code = destroy(b, shared);
	pthread_barrier_wait(&together);
	f->mine = find(create());
	return NULL;
}

START_TEST(of_two_workers_that_destroy_a_block_one_does)
{
	struct finder f[WORKERS] = {{.w = &rt->sched->workers[0]},
				    {.w = &rt->sched->workers[1]}};
	pthread_t other;

	for (int i = 0; i < ROUNDS; i++) {
		shared = create();
		pthread_create(&other, NULL, destroy_and_make, &f[1]);
		destroy_and_make(&f[0]);
		pthread_join(other, NULL);

		ck_assert_int_eq(f[0].code + f[1].code, -EPERM);
		ck_assert_ptr_ne(f[0].mine, f[1].mine);
	}
}
END_TEST

/* A copy of a block of another node, which nobody uses any more. */
static void
leave_in_cache(uint64_t i)
{
	ocrGuid_t g = ocr_guid_make(OCR_GUID_DB, 0, 1, 0, i + 1);
	struct ocr_block *b = ocr_block_get(rt, g, i % 2 ? 8 : 2048, 0);
	struct ocr_copy *c = ocr_copy_add_locked(rt, b, 0);

	c->flags = OCR_COPY_READY;
	c->refs = 0;
	ocr_copy_settle_locked(rt, b, c);
	ocr_block_unlock(rt, b);
}

/* Another drops it: its record may be that of another block at once. */
static void
drop_from_cache(uint64_t i)
{
	ocrGuid_t g = ocr_guid_make(OCR_GUID_DB, 0, 1, 0, i + 1);
	struct ocr_block *b = ocr_block_find(rt, g, 0);

	if (!b)
		return;
	if (b->copy.data) {
		b->copy.flags |= OCR_COPY_STALE;
		ocr_copy_settle_locked(rt, b, &b->copy);
	}
	ocr_block_unlock(rt, b);
}

static void *
leave_and_drop(void *arg)
{
	ocr_self = arg;
	for (uint64_t i = 0; i < COPIES; i++) {
		leave_in_cache(i);
		drop_from_cache(i);
	}
	atomic_store(&dropped, true);
	return NULL;
}

/* Thread sanitizers see it sooner than the sum does. */
START_TEST(the_cache_counts_out_what_it_has_counted_in)
{
	pthread_t other;

	rt->data->cache.limit = 1 << 20;
	pthread_create(&other, NULL, leave_and_drop, &rt->sched->workers[1]);
	while (!atomic_load(&dropped))
		ocr_cache_evict(rt);
	pthread_join(other, NULL);

	while (ocr_cache_evict(rt))
		;
	ck_assert_uint_eq(atomic_load(&rt->data->cache.bytes), 0);
	ck_assert_uint_eq(ocr_blocks_used(rt), 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("block");
	TCase *tcase = tcase_create("block");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_block_destroyed_twice_is_free_once);
	tcase_add_test(
		tcase,
		who_releases_a_block_that_is_gone_does_not_free_it_again);
	tcase_add_test(tcase, of_two_workers_that_destroy_a_block_one_does);
	tcase_add_test(
		tcase,
		a_block_destroyed_while_it_is_read_goes_with_its_last_reader);
	tcase_add_test(tcase, and_nobody_gets_it_any_more);
	tcase_add_test(tcase, also_when_it_gets_a_directory_meanwhile);
	tcase_add_test(tcase, the_cache_counts_out_what_it_has_counted_in);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
