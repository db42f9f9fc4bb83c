/* SPDX-License-Identifier: BSD-3-Clause */
/* test_turn.c - which grants a node gives back when there is no memory for
 * their bytes: those of tasks that read, which ask again; the turn of a file's
 * range cannot be asked for again, and waits.
 *
 * A job of two simulated nodes; what is answered, and what waits, is noted.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "fabric/memory.h"
#include "src/boot/runtime.h"
#include "src/data/acquire.h"
#include "src/data/block.h"
#include "src/data/fetch.h"
#include "src/data/starved.h"

#include <check.h>

#define BYTES 64

/* Of the one thread that runs the job: */
static bool is_full;
static unsigned n_answers, n_waits;
static uint32_t waits; /* flags of the last */

void *__real_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len,
				   enum ocr_memory_kind kind);
void *__wrap_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len,
				   enum ocr_memory_kind kind);
void __wrap_ocr_fetch_answer(struct ocr_runtime *rt, ocrGuid_t db,
			     uint64_t version, ocr_node_t holder,
			     uint32_t count);
void __wrap_ocr_starved_add(struct ocr_runtime *rt,
			    const struct ocr_msg_grant *m);

void *
__wrap_ocr_memory_alloc_kind(struct ocr_memory *m, size_t len,
			     enum ocr_memory_kind kind)
{
	return is_full ? NULL : __real_ocr_memory_alloc_kind(m, len, kind);
}

void
__wrap_ocr_fetch_answer(struct ocr_runtime *rt, ocrGuid_t db, uint64_t version,
			ocr_node_t holder, uint32_t count)
{
	(void)rt, (void)db, (void)version, (void)holder;
	n_answers += count;
}

void
__wrap_ocr_starved_add(struct ocr_runtime *rt, const struct ocr_msg_grant *m)
{
	(void)rt;
	waits = m->flags;
	n_waits++;
}

/* Is the grant for `by` given back? */
static bool
gives_back(struct ocr_block *b, ocrGuid_t by, uint32_t flags)
{
	struct ocr_msg_grant m = {
		.op = OCR_OP(OCR_MSG_GRANT, struct ocr_msg_grant),
		.db = b->guid,
		.edt = by,
		.size = BYTES,
		.version = 5,
		.holder = 1,
		.flags = flags,
	};

	n_answers = n_waits = 0;
	is_full = true;
	ocr_acquire_grant_locked(ocr_self->rt, b, &m);
	is_full = false;
	ck_assert_uint_eq(n_waits, 1);
	ck_assert_uint_eq(waits, n_answers ? OCR_GRANT_AGAIN : flags);
	return n_answers;
}

TASK(main_edt)
{
	struct ocr_runtime *rt = ocr_self->rt;
	ocrGuid_t db = ocr_guid_make(OCR_GUID_DB, 0, 1, 0, 1);
	ocrGuid_t edt = ocr_guid_make(OCR_GUID_EDT, 0, 0, 0, 1);
	struct ocr_block *b = ocr_block_get(rt, db, BYTES, 0);

	ck_assert(gives_back(b, edt, OCR_GRANT_FETCH));
	ck_assert(!gives_back(b, edt, OCR_GRANT_FETCH | OCR_GRANT_WRITE));
	ck_assert(!gives_back(b, db, OCR_GRANT_FETCH));
	ocr_block_unlock(rt, b);
	ocrShutdown();
	return NULL_GUID;
}

START_TEST(the_turn_of_a_file_waits_for_memory)
{
	one_job_ends((struct sim_job_config){.n_nodes = 2}, main_edt);
}
END_TEST

int
main(void)
{
	return one_job_suite("turn", the_turn_of_a_file_waits_for_memory, 1);
}
