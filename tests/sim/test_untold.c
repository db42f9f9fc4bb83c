/* SPDX-License-Identifier: BSD-3-Clause */
/* test_untold.c - a creation in brief that is untold is its worker's
 * (src/stream/rider.h), and in the midst of a body that waits others of that
 * worker go on, and create: none is lost, and none is made twice.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/notes.h"
#include "tests/sim/one_job.h"

#include "extensions/ocr-pause.h"

#include "src/base/protocol.h"
#include "src/sched/wait.h"
#include "src/sched/worker.h"

#define SEEDS 10

enum { OF_PAUSED, OF_OTHER, AWAYS };

static ocrGuid_t of_away, of_paused;
static unsigned n_runs[AWAYS], n_stayed;
static uint64_t number; /* of what the other waits for */
static bool by_simulator;

TASK(away_edt)
{
	if (!paramc)
		return NULL_GUID;
	CHECK_EQ("runs", ++n_runs[paramv[0]], 1);
	if (n_runs[OF_PAUSED] && n_runs[OF_OTHER])
		ocrShutdown();
	return NULL_GUID;
}

/* Its template is remembered by then: a task was made of it. */
static ocrGuid_t
make_away(u64 which)
{
	ocrHint_t there = conf_edt_hint(1);
	ocrGuid_t away;

	OK(ocrEdtCreate(NULL, of_away, 0, NULL, 0, NULL, EDT_PROP_NONE, &there,
			NULL));
	OK(ocrEdtCreate(&away, of_away, 1, &which, 1, NULL, EDT_PROP_NONE,
			&there, NULL));
	return away;
}

static void
satisfy(ocrGuid_t away)
{
	OK(ocrAddDependence(NULL_GUID, away, 0, DB_DEFAULT_MODE));
}

/* The other's answer comes while this body runs, as if from another worker. */
TASK(paused_edt)
{
	ocrGuid_t away = make_away(OF_PAUSED);

	n_stayed += ocr_self->bearer.stays != NULL;
	CHECK(ocr_wait_answer(ocr_self->rt, number, NULL_GUID, NULL, 0),
	      "nobody waits");
	if (by_simulator) {
		sim_pause();
	} else {
		CHECK_EQ("paused", ocrPause(1), 1);
		ocrResume(0);
	}
	satisfy(away);
	return NULL_GUID;
}

TASK(other_edt)
{
	ocrHint_t here = conf_edt_hint(0);
	struct ocr_wait w;

	OK(ocrEdtCreate(NULL, of_paused, 0, NULL, 0, NULL, EDT_PROP_NONE, &here,
			NULL));
	CHECK(!ocr_wait_begin(&w, "a test", NULL_GUID, NULL, 0), "no stack");
	number = w.number;
	CHECK(!ocr_wait_for(&w), "it does not wait");
	satisfy(make_away(OF_OTHER));
	return NULL_GUID;
}

TASK(main_edt)
{
	ocrHint_t here = conf_edt_hint(0);
	ocrGuid_t of_other;

	OK(ocrEdtTemplateCreate(&of_away, away_edt, EDT_PARAM_UNK,
				EDT_PARAM_UNK));
	OK(ocrEdtTemplateCreate(&of_paused, paused_edt, 0, 0));
	OK(ocrEdtTemplateCreate(&of_other, other_edt, 0, 0));
	OK(ocrEdtCreate(NULL, of_other, 0, NULL, 0, NULL, EDT_PROP_NONE, &here,
			NULL));
	return NULL_GUID;
}

static void
run(uint64_t seed)
{
	struct sim_job_config c = {
		.unchecked = true,
		.n_nodes = 2,
		.protocol = OCR_PROTOCOL_RELAXED,
		.seed = seed,
		.pauses = by_simulator,
	};

	n_runs[OF_PAUSED] = n_runs[OF_OTHER] = 0;
	one_job_ends(c, main_edt);
	ck_assert_uint_eq(n_runs[OF_PAUSED], 1);
	ck_assert_uint_eq(n_runs[OF_OTHER], 1);
}

/* Some seeds want messages.  The simulator's own pause, of each second seed, is
 * as a wait. */
START_TEST(a_pause_is_asked_for_by_who_has_told_all)
{
	by_simulator = _i;
	n_stayed = 0;
	for (uint64_t seed = 1; seed <= SEEDS; seed++)
		run(seed);
	ck_assert_uint_gt(n_stayed, SEEDS / 2);
}
END_TEST

int
main(void)
{
	return one_job_suite("untold", a_pause_is_asked_for_by_who_has_told_all,
			     2);
}
