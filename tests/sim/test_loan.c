/* SPDX-License-Identifier: BSD-3-Clause */
/* test_loan.c - of several versions of a block that are lent to a node, each
 * task gives back the one that it has.
 *
 * A task of a simulated job makes the grants by hand; where the bytes lie, and
 * what is said of them, is the test's.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "fabric/fabric.h"
#include "src/boot/runtime.h"
#include "src/data/block.h"
#include "src/data/data.h"
#include "src/data/fetch.h"
#include "src/data/loan.h"

#include <check.h>

#define LOANS 3

/* Of the one thread that runs the job: */
static uint64_t lies[LOANS];
static unsigned n_lent, n_answered;
static uint64_t answered; /* the version of the last answer */

void *__wrap_ocr_fabric_view(const struct ocr_fabric *f, ocr_node_t node,
			     uint64_t offset, size_t len_bytes);
void __wrap_ocr_fetch_answer(struct ocr_runtime *rt, ocrGuid_t db,
			     uint64_t version, ocr_node_t holder,
			     uint32_t count);

void *
__wrap_ocr_fabric_view(const struct ocr_fabric *f, ocr_node_t node,
		       uint64_t offset, size_t len_bytes)
{
	(void)f, (void)node, (void)offset;
	ck_assert_uint_eq(len_bytes, sizeof(lies[0]));
	ck_assert_uint_lt(n_lent, LOANS);
	return &lies[n_lent++];
}

void
__wrap_ocr_fetch_answer(struct ocr_runtime *rt, ocrGuid_t db, uint64_t version,
			ocr_node_t holder, uint32_t count)
{
	(void)rt, (void)db, (void)holder, (void)count;
	answered = version;
	n_answered++;
}

static struct ocr_msg_grant
lending(ocrGuid_t db, uint64_t version)
{
	return (struct ocr_msg_grant){
		.op = OCR_OP(OCR_MSG_GRANT, struct ocr_msg_grant),
		.db = db,
		.edt = ocr_guid_make(OCR_GUID_EDT, 0, 0, 0, version),
		.index = OCR_INDEX_ALONE,
		.size = sizeof(lies[0]),
		.version = version,
		.holder = 1,
		.flags = OCR_GRANT_FETCH,
	};
}

TASK(main_edt)
{
	/* The first, the last, and one between. */
	static const unsigned order[][LOANS] = {
		{0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
	struct ocr_runtime *rt = ocr_self->rt;
	ocrGuid_t g = ocr_guid_make(OCR_GUID_DB, 0, 1, 1, 1);
	struct ocr_block *b = ocr_block_get(rt, g, sizeof(lies[0]), 0);

	rt->data->loans.min_bytes = sizeof(lies[0]);
	for (unsigned round = 0; round < LOANS; round++) {
		n_lent = n_answered = 0;
		for (unsigned i = 0; i < LOANS; i++) {
			struct ocr_msg_grant m =
				lending(g, 1 + round * LOANS + i);

			ck_assert_ptr_eq(ocr_loan_begin_locked(rt, b, &m),
					 &lies[i]);
		}
		ck_assert(!ocr_loan_end_locked(rt, b, &answered));
		for (unsigned i = 0; i < LOANS; i++) {
			unsigned k = order[round][i];

			ck_assert(ocr_loan_end_locked(rt, b, &lies[k]));
			ck_assert_uint_eq(answered, 1 + round * LOANS + k);
		}
		ck_assert_uint_eq(n_answered, LOANS);
	}
	ocr_block_unlock(rt, b);
	ocrShutdown();
	return NULL_GUID;
}

START_TEST(each_gives_back_what_it_was_lent)
{
	one_job_ends((struct sim_job_config){.n_nodes = 2}, main_edt);
}
END_TEST

int
main(void)
{
	return one_job_suite("loan", each_gives_back_what_it_was_lent, 1);
}
