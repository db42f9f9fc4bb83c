/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cache.c - one large block may drive out very many small ones: the cache
 * gives their memory back, all at once.  What was used again stays longer, and
 * what is used stays.
 *
 * A job of two simulated nodes; --wrap counts what blocks have.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "fabric/memory.h"
#include "src/boot/runtime.h"
#include "src/data/block.h"
#include "src/data/cache.h"
#include "src/data/data.h"

#include <check.h>

#define CACHED 200000

static long live; /* of the one thread that runs the job */

void *__real_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len,
				   enum ocr_memory_kind kind);
void __real_ocr_memory_free(struct ocr_memory *m, void *p);
void *__wrap_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len,
				   enum ocr_memory_kind kind);
void *__wrap_ocr_memory_alloc(struct ocr_memory *m, size_t len);
void __wrap_ocr_memory_free(struct ocr_memory *m, void *p);
void __wrap_ocr_memory_free_sized(struct ocr_memory *m, void *p, size_t len);

void *
__wrap_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len,
			     enum ocr_memory_kind kind)
{
	live++;
	return __real_ocr_memory_alloc_kind(m, len, kind);
}

void *
__wrap_ocr_memory_alloc(struct ocr_memory *m, size_t len)
{
	return __wrap_ocr_memory_alloc_kind(m, len, OCR_MEMORY_NEAR);
}

void
__wrap_ocr_memory_free(struct ocr_memory *m, void *p)
{
	live--;
	__real_ocr_memory_free(m, p);
}

void
__wrap_ocr_memory_free_sized(struct ocr_memory *m, void *p, size_t len)
{
	(void)len;
	__wrap_ocr_memory_free(m, p);
}

/* A block of another node that somebody here has read. */
static void
leave_in_cache(struct ocr_runtime *rt, u64 i)
{
	ocrGuid_t g = ocr_guid_make(OCR_GUID_DB, 0, 1, 0, i + 1);
	struct ocr_block *b = ocr_block_get(rt, g, 8, 0);
	struct ocr_copy *c = ocr_copy_add_locked(rt, b, 0);

	c->flags = OCR_COPY_READY;
	c->refs = 0;
	ocr_copy_settle_locked(rt, b, c);
	ocr_block_unlock(rt, b);
}

static struct ocr_block *
of_cache(struct ocr_runtime *rt, u64 i)
{
	ocrGuid_t g = ocr_guid_make(OCR_GUID_DB, 0, 1, 0, i + 1);

	return ocr_block_find(rt, g, 0);
}

static void
begin_to_use(struct ocr_runtime *rt, u64 i)
{
	struct ocr_block *b = of_cache(rt, i);

	ocr_copy_ref_locked(rt, b, &b->copy);
	ocr_block_unlock(rt, b);
}

static void
end_use(struct ocr_runtime *rt, u64 i)
{
	struct ocr_block *b = of_cache(rt, i);

	b->copy.refs--;
	ocr_copy_settle_locked(rt, b, &b->copy);
	ocr_block_unlock(rt, b);
}

static bool
is_here(struct ocr_runtime *rt, u64 i)
{
	struct ocr_block *b = of_cache(rt, i);

	if (b)
		ocr_block_unlock(rt, b);
	return b != NULL;
}

/* Of three, the oldest is used again, the next is in use, and all are asked for
 * their room once. */
static void
give_up_in_turn(struct ocr_runtime *rt)
{
	rt->data->cache.limit = 1 << 20;
	for (u64 i = 0; i < 3; i++)
		leave_in_cache(rt, i);
	begin_to_use(rt, 0);
	end_use(rt, 0);
	begin_to_use(rt, 1);
	ck_assert(ocr_cache_evict(rt));
	ck_assert(is_here(rt, 0) && is_here(rt, 1) && is_here(rt, 2));
	ck_assert(ocr_cache_evict(rt));
	ck_assert(is_here(rt, 0) && is_here(rt, 1) && !is_here(rt, 2));
	ck_assert_uint_eq(ocr_blocks_used(rt), 1);
	/* It comes in anew, as the newest. */
	end_use(rt, 1);
	ck_assert_uint_eq(ocr_blocks_used(rt), 0);
	ck_assert(ocr_cache_evict(rt));
	ck_assert(!is_here(rt, 0) && is_here(rt, 1));
	ck_assert(ocr_cache_evict(rt));
	ck_assert(!is_here(rt, 1));
	ck_assert(!ocr_cache_evict(rt));
}

TASK(turn_edt)
{
	give_up_in_turn(ocr_self->rt);
	ocrShutdown();
	return NULL_GUID;
}

TASK(cache_edt)
{
	struct ocr_runtime *rt = ocr_self->rt;
	long before = live;

	rt->data->cache.limit = CACHED * 256;
	for (u64 i = 0; i < CACHED; i++)
		leave_in_cache(rt, i);
	ck_assert_int_eq(live - before, CACHED);
	/* Eight bytes have a line and a record. */
	rt->data->cache.limit = CACHED * 8;
	ocr_cache_trim(rt);
	ck_assert_int_gt(live - before, 0);
	ck_assert_int_le(live - before, CACHED * 8 / 128);
	rt->data->cache.limit = 0;
	ocr_cache_trim(rt);
	ck_assert_int_eq(live - before, 0);
	ck_assert_uint_eq(ocr_blocks_used(rt), 0);
	ocrShutdown();
	return NULL_GUID;
}

START_TEST(the_cache_gives_up_all_at_once)
{
	struct sim_job_config c = {.n_nodes = 2, .n_workers = 2};

	one_job_ends(c, cache_edt);
}
END_TEST

START_TEST(what_is_used_or_was_used_again_stays_longer)
{
	struct sim_job_config c = {.n_nodes = 2, .n_workers = 2};

	one_job_ends(c, turn_edt);
}
END_TEST

int
main(void)
{
	int failed = one_job_suite("cache", the_cache_gives_up_all_at_once, 1);

	return failed |
	       one_job_suite("cache, in turn",
			     what_is_used_or_was_used_again_stays_longer, 1);
}
