/* SPDX-License-Identifier: BSD-3-Clause */
/* shorts.c - see shorts.h. */
#include "tests/sim/shorts.h"

#include "fabric/fabric.h"
#include "src/data/home.h"
#include "src/stream/rider.h"
#include "src/task/edt_whole.h"

#include <inttypes.h>

static struct {
	uint64_t briefs, amended, too_late, whole; /* creations in brief */
	uint64_t back, ended; /* what is given back, with bytes */
} n;

#define WRAP(type, name, parameters)                                           \
	type __real_##name parameters;                                         \
	type __wrap_##name parameters;                                         \
	type __wrap_##name parameters

WRAP(void, ocr_rider_create_brief,
     (struct ocr_stream * s, ocr_node_t to,
      const struct ocr_msg_create_brief *m))
{
	n.briefs++;
	__real_ocr_rider_create_brief(s, to, m);
}

WRAP(bool, ocr_fabric_amend,
     (struct ocr_fabric * f, ocr_node_t to, uint64_t seq, uint32_t at,
      const uint64_t *bits, uint32_t words))
{
	bool may = __real_ocr_fabric_amend(f, to, seq, at, bits, words);

	n.amended += may;
	n.too_late += !may;
	return may;
}

WRAP(int, ocr_edt_whole_make_for,
     (struct ocr_runtime * rt, struct ocr_edt_birth *b,
      struct ocr_waiter waits))
{
	n.whole++;
	return __real_ocr_edt_whole_make_for(rt, b, waits);
}

/* In the look of who wants the block. */
WRAP(bool, ocr_home_is_back_locked, (struct ocr_block * b))
{
	bool is = __real_ocr_home_is_back_locked(b);

	n.back += is;
	n.ended += is;
	return is;
}

/* In the usual way. */
WRAP(int, ocr_home_take_back, (struct ocr_runtime * rt))
{
	n.back++;
	return __real_ocr_home_take_back(rt);
}

void
sim_shorts_report(FILE *out)
{
	fprintf(out,
		", %" PRIu64 " tasks created in brief, %" PRIu64
		" ops said in that, %" PRIu64 " too late, %" PRIu64
		" of them made whole of it, %" PRIu64
		" blocks back with bytes, %" PRIu64 " of them as it was wanted",
		n.briefs, n.amended, n.too_late, n.whole, n.back, n.ended);
}
