/* SPDX-License-Identifier: BSD-3-Clause */
/* test_stays.c - a block that was read in the packet that brought it, when its
 * reader has ended, and when a home is wrong about it.
 *
 * Node 0 of two has copies of blocks of node 1 that are in no packet of the
 * simulated net: what is let go of them is counted, and memory is there if the
 * test says so.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "fabric/fabric.h"
#include "fabric/memory.h"
#include "src/base/fail.h"
#include "src/boot/runtime.h"
#include "src/data/acquire.h"
#include "src/data/block.h"
#include "src/data/cache.h"
#include "src/data/data.h"

#include <check.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define BYTES 64

static _Alignas(64) char packet[BYTES];
static unsigned n_let_go;
static bool is_full;
static char failure[512];

void __wrap_ocr_fabric_let_go(struct ocr_fabric *f, const void *bytes);
void *__real_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len,
				   enum ocr_memory_kind kind);
void *__wrap_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len,
				   enum ocr_memory_kind kind);
void __wrap_ocr_fail(struct ocr_runtime *rt, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

void
__wrap_ocr_fabric_let_go(struct ocr_fabric *f, const void *bytes)
{
	(void)f;
	ck_assert_ptr_eq(bytes, packet);
	n_let_go++;
}

void *
__wrap_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len,
			     enum ocr_memory_kind kind)
{
	return is_full ? NULL : __real_ocr_memory_alloc_kind(m, len, kind);
}

void
__wrap_ocr_fail(struct ocr_runtime *rt, const char *fmt, ...)
{
	va_list ap;

	(void)rt;
	va_start(ap, fmt);
	vsnprintf(failure, sizeof(failure), fmt, ap);
	va_end(ap);
}

/* Version 6 of a block, which one task reads in its packet; locked. */
static struct ocr_block *
read_in_packet(void)
{
	struct ocr_runtime *rt = ocr_self->rt;
	struct ocr_block *b = ocr_block_get(
		rt, ocr_guid_make(OCR_GUID_DB, 0, 1, 0, 1), BYTES, 0);

	rt->data->cache.limit = 64 * BYTES;
	n_let_go = 0;
	memset(packet, 7, sizeof(packet));
	b->copy = (struct ocr_copy){
		.data = packet,
		.version = 6,
		.refs = 1,
		.flags = OCR_COPY_READY | OCR_COPY_RELEASED | OCR_COPY_STAYS,
	};
	return b;
}

/* Its last reader ends. */
static void
end_reader_locked(struct ocr_block *b)
{
	b->copy.refs = 0;
	ocr_copy_settle_locked(ocr_self->rt, b, &b->copy);
}

static void
leave(struct ocr_block *b)
{
	struct ocr_runtime *rt = ocr_self->rt;

	is_full = false;
	ocr_block_unlock(rt, b);
	rt->data->cache.limit = 0;
	ocr_cache_trim(rt);
	ck_assert_uint_eq(ocr_blocks_used(rt), 0);
	ocrShutdown();
}

TASK(moves)
{
	struct ocr_block *b = read_in_packet();

	end_reader_locked(b);
	ck_assert_uint_eq(n_let_go, 1);
	ck_assert_ptr_nonnull(b->copy.data);
	ck_assert_ptr_ne(b->copy.data, packet);
	ck_assert_mem_eq(b->copy.data, packet, BYTES);
	ck_assert(!(b->copy.flags & OCR_COPY_STAYS));
	leave(b);
	return NULL_GUID;
}

TASK(goes)
{
	struct ocr_block *b = read_in_packet();

	is_full = true;
	end_reader_locked(b);
	ck_assert_uint_eq(n_let_go, 1);
	ck_assert_ptr_null(b->copy.data);
	leave(b);
	return NULL_GUID;
}

TASK(is_claimed)
{
	struct ocr_block *b = read_in_packet();

	is_full = true;
	ocr_block_foreign(b)->claims = 1;
	end_reader_locked(b);
	ck_assert_uint_eq(n_let_go, 0);
	ck_assert_ptr_eq(b->copy.data, packet);
	ocr_block_foreign(b)->claims = 0;
	ocr_copy_answered_locked(ocr_self->rt, b);
	ocr_copy_settle_locked(ocr_self->rt, b, &b->copy);
	ck_assert_uint_eq(n_let_go, 1);
	ck_assert_ptr_null(b->copy.data);
	leave(b);
	return NULL_GUID;
}

TASK(is_refused)
{
	struct ocr_block *b = read_in_packet();
	struct ocr_msg_grant m = {
		.op = OCR_OP(OCR_MSG_GRANT, struct ocr_msg_grant),
		.db = b->guid,
		.size = BYTES,
		.version = 5,
		.flags = OCR_GRANT_WRITE,
	};

	ocr_self->depth++; /* as in a handler */
	ocr_acquire_grant_locked(ocr_self->rt, b, &m);
	ocr_self->depth--;
	ck_assert_ptr_nonnull(strstr(failure, strerror(EPROTO)));
	ck_assert_uint_eq(b->copy.refs, 1);
	ck_assert_uint_eq(n_let_go, 0);
	end_reader_locked(b);
	leave(b);
	return NULL_GUID;
}

static void
run(ocrEdt_t body)
{
	one_job_ends((struct sim_job_config){.n_nodes = 2}, body);
}

START_TEST(with_memory_its_bytes_leave_the_packet)
{
	run(moves);
}
END_TEST

START_TEST(without_memory_it_holds_up_no_packet)
{
	run(goes);
}
END_TEST

START_TEST(what_the_home_counts_on_stays_until_it_has_answered)
{
	run(is_claimed);
}
END_TEST

START_TEST(nobody_is_let_write_there)
{
	run(is_refused);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("stays");
	TCase *t = tcase_create("stays");

	tcase_add_test(t, with_memory_its_bytes_leave_the_packet);
	tcase_add_test(t, without_memory_it_holds_up_no_packet);
	tcase_add_test(t, what_the_home_counts_on_stays_until_it_has_answered);
	tcase_add_test(t, nobody_is_let_write_there);
	suite_add_tcase(s, t);
	return run_suite(s);
}
