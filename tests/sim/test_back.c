/* SPDX-License-Identifier: BSD-3-Clause */
/* test_back.c - what a node gives back with the bytes that go the other way
 * ends one lease: of that block, that version and that node. */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "src/boot/runtime.h"
#include "src/data/block.h"
#include "src/names/names.h"

#include <check.h>

#define READER 1u /* who has the lease */

/* Is the lease that node READER has of b over, once that is back? */
static bool
ends(struct ocr_block *b, ocrGuid_t db, uint64_t version, ocr_node_t from,
     bool has)
{
	bool is_back;

	b->flags |= OCR_BLOCK_LENT;
	b->copy.flags |= READER * OCR_COPY_LENT;
	ocr_self->back.db = db;
	ocr_self->back.version = version;
	ocr_self->back.from = from;
	ocr_self->back.has = has;
	is_back = ocr_home_is_back_locked(b);
	ck_assert_uint_eq(is_back, !(b->flags & OCR_BLOCK_LENT));
	ck_assert_uint_eq(b->copy.flags / OCR_COPY_LENT, is_back ? 0 : READER);
	ck_assert_uint_eq(ocr_self->back.has, has && !is_back);
	b->flags &= ~(uint32_t)OCR_BLOCK_LENT;
	b->copy.flags %= OCR_COPY_LENT;
	ocr_self->back.has = false;
	return is_back;
}

TASK(main_edt)
{
	ocrGuid_t db = conf_number(0, 5), other = conf_number(0, 6);
	struct ocr_block *b = ocr_names_live(ocr_self->rt, db);
	uint64_t version;

	ocr_block_lock(b);
	version = b->copy.version;
	ck_assert(ends(b, db, version, READER, true));
	ck_assert(!ends(b, db, version, READER, false));
	ck_assert(!ends(b, other, version, READER, true));
	ck_assert(!ends(b, db, version - 1, READER, true));
	ck_assert(!ends(b, db, version, READER + 1, true));
	ck_assert(ends(b, db, version, READER, true));
	ocr_block_unlock(ocr_self->rt, b);
	OK(ocrDbDestroy(db));
	OK(ocrDbDestroy(other));
	OK(ocrDbDestroy(depv[0].guid));
	ocrShutdown();
	return NULL_GUID;
}

START_TEST(one_lease_ends)
{
	one_job_ends((struct sim_job_config){.n_nodes = 3, .leaks = true},
		     main_edt);
}
END_TEST

int
main(void)
{
	return one_job_suite("back", one_lease_ends, 1);
}
