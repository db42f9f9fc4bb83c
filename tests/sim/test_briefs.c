/* SPDX-License-Identifier: BSD-3-Clause */
/* test_briefs.c - random tasks of other nodes, most of them created in brief
 * (src/stream/brief.h): each runs once, with its parameters and slots, and who
 * waits for it runs behind it, whatever else is said in between.
 *
 * Here all is known of each, in one process; exchange.so makes such tasks in
 * programs that tell nodes from each other (tests/sim/exchange/). */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "src/base/protocol.h"
#include "src/sched/worker.h"
#include "src/task/edt.h"

#include <check.h>

/* A task that owes nothing yet makes one in brief, as a rule. */
#define DRIVERS	   40
#define ROUNDS	   2
#define TASKS	   (DRIVERS * ROUNDS)
#define WAITERS	   3
#define WORDS_MOST 9
#define SLOTS_MOST 9
#define FAR_SLOT   256 /* has no room in it */
#define SEEDS	   40

/* What others of this process know of each: the nodes share a thread. */
static struct away {
	unsigned runs, waiters; /* so many have run */
	unsigned expected;	/* of these */
	u32 params, slots;
	u64 blocks; /* these slots have one */
	bool doomed;
} aways[TASKS];
static unsigned n_left, n_drivers, n_brief, n_whole;
static ocrGuid_t of_away, of_home, of_late;
static u64 seed;

static u64
draw(u64 *r, u64 below)
{
	*r = *r * 6364136223846793005u + 1442695040888963407u;
	return (*r >> 33) % below;
}

static void
one_less(void)
{
	if (!--n_left && n_drivers == DRIVERS)
		ocrShutdown();
}

TASK(away_edt)
{
	struct away *a;

	CHECK(paramc && paramv[0] < TASKS, "a task from nowhere");
	a = &aways[paramv[0]];
	CHECK(!a->doomed, "a task was destroyed, and runs");
	CHECK_EQ("runs before", a->runs, 0);
	CHECK_EQ("waiters before", a->waiters, 0);
	CHECK_EQ("slots", depc, a->slots);
	CHECK_EQ("parameters", paramc, a->params);
	for (u32 i = 1; i < paramc; i++)
		CHECK_EQ("parameter", paramv[i], 100 * paramv[0] + i);
	for (u32 i = 0; i < depc; i++) {
		CHECK_EQ("a block", depv[i].ptr != NULL, a->blocks >> i & 1);
		if (depv[i].ptr)
			CHECK_EQ("its word", *(u64 *)depv[i].ptr, i);
	}
	a->runs++;
	n_whole += ocr_self->task->whole;
	one_less();
	return NULL_GUID;
}

TASK(home_edt)
{
	struct away *a = &aways[paramv[0]];

	CHECK_EQ("runs", a->runs, 1);
	CHECK(a->waiters < a->expected, "who waits runs twice");
	a->waiters++;
	one_less();
	return NULL_GUID;
}

/* -- How one comes into being ------------------------------------------- */

struct plan {
	u64 r, nr;
	ocrGuid_t away, output;
	ocrGuid_t early; /* who waits, and was there before; or NULL_GUID */
	bool late;	 /* another task meets its last slot */
	unsigned here;	 /* so many who wait are told by this one */
};

/* One more waits, on some node. */
static void
follow(u64 nr, ocrGuid_t output, u64 *r)
{
	ocrHint_t where = conf_edt_hint(draw(r, 8));
	u32 slots = draw(r, 12) ? (u32)draw(r, 4) + 1 : FAR_SLOT + 1;
	u64 way = draw(r, 8);
	ocrGuid_t home;

	if (way < 3) {
		OK(ocrEdtCreate(&home, of_home, 1, &nr, 1, &output,
				EDT_PROP_NONE, way ? &where : NULL_HINT, NULL));
		return;
	}
	OK(ocrEdtCreate(&home, of_home, 1, &nr, slots, NULL, EDT_PROP_NONE,
			way < 5 ? &where : NULL_HINT, NULL));
	OK(ocrAddDependence(output, home, slots - 1,
			    way == 7 ? DB_MODE_CONST : DB_DEFAULT_MODE));
	for (u32 i = 0; i + 1 < slots; i++)
		OK(ocrAddDependence(NULL_GUID, home, i, DB_DEFAULT_MODE));
}

static void
make_early(struct plan *p)
{
	ocrHint_t where = conf_edt_hint(draw(&p->r, 8));

	if (!p->here || draw(&p->r, 2))
		return;
	OK(ocrEdtCreate(&p->early, of_home, 1, &p->nr, 1, NULL, EDT_PROP_NONE,
			draw(&p->r, 4) ? &where : NULL_HINT, NULL));
}

static void
follow_here(struct plan *p)
{
	if (ocrGuidIsNull(p->early)) {
		follow(p->nr, p->output, &p->r);
		return;
	}
	OK(ocrAddDependence(p->output, p->early, 0, DB_DEFAULT_MODE));
	p->early = NULL_GUID;
}

static ocrGuid_t
word(u64 value, u64 node)
{
	ocrHint_t there = conf_db_hint(node);
	ocrGuid_t db;
	u64 *at;

	OK(ocrDbCreate(&db, (void **)&at, sizeof(*at), DB_PROP_NONE, &there,
		       NO_ALLOC));
	*at = value;
	OK(ocrDbRelease(db));
	return db;
}

struct late {
	u64 nr, slot, r, follows;
	ocrGuid_t away, output;
};

/* The last slot, and one more that waits, from some node. */
TASK(late_edt)
{
	struct late l = *PARAM(struct late);

	if (l.follows)
		follow(l.nr, l.output, &l.r);
	OK(ocrAddDependence(NULL_GUID, l.away, (u32)l.slot, DB_DEFAULT_MODE));
	return NULL_GUID;
}

static void
meet(struct plan *p, u32 slot)
{
	ocrDbAccessMode_t mode =
		draw(&p->r, 12) ? DB_DEFAULT_MODE : DB_MODE_CONST;
	ocrGuid_t source = NULL_GUID, event;

	if (!draw(&p->r, 20)) {
		source = word(slot, draw(&p->r, 8));
		aways[p->nr].blocks |= UINT64_C(1) << slot;
	}
	/* What an event tells comes whenever it comes: too late for who is
	 * destroyed. */
	if (draw(&p->r, 16) || aways[p->nr].doomed) {
		OK(ocrAddDependence(source, p->away, slot, mode));
		return;
	}
	OK(ocrEventCreate(&event, OCR_EVENT_ONCE_T, EVT_PROP_TAKES_ARG));
	OK(ocrAddDependence(event, p->away, slot, mode));
	OK(ocrEventSatisfy(event, source));
}

/* Something else, to some node. */
static void
chat(struct plan *p)
{
	ocrGuid_t db;

	if (draw(&p->r, 12))
		return;
	db = word(7, draw(&p->r, 8));
	OK(ocrDbDestroy(db));
}

static void
make(struct plan *p, struct away *a)
{
	ocrHint_t there = conf_edt_hint(draw(&p->r, 8));
	u64 params[WORDS_MOST] = {p->nr};
	bool silent = !a->slots && draw(&p->r, 2);
	bool says_none = a->slots == 1 && draw(&p->r, 2);
	bool has_output = a->expected || draw(&p->r, 2);
	ocrGuid_t none = UNINITIALIZED_GUID;

	for (u32 i = 1; i < a->params; i++)
		params[i] = 100 * p->nr + i;
	OK(ocrEdtCreate(silent ? NULL : &p->away, of_away, a->params, params,
			a->slots, says_none ? &none : NULL, EDT_PROP_NONE,
			&there, has_output ? &p->output : NULL));
	n_brief += !silent && ocr_self->bearer.brief &&
		   ocrGuidIsEq(ocr_self->bearer.edt, p->away);
}

static void
leave_last(struct plan *p, struct away *a, bool follows)
{
	struct late l = {.nr = p->nr,
			 .slot = a->slots - 1,
			 .r = p->r,
			 .follows = follows,
			 .away = p->away,
			 .output = p->output};
	ocrHint_t where = conf_edt_hint(draw(&p->r, 8));

	OK(ocrEdtCreate(NULL, of_late, PARAMV(l), 0, NULL, EDT_PROP_NONE,
			&where, NULL));
}

static void
choose(struct plan *p, struct away *a)
{
	for (int i = 0; i < 4; i++)
		draw(&p->r, 2);
	a->params = 1 + (u32)draw(&p->r, draw(&p->r, 3) ? 3 : WORDS_MOST);
	a->slots = (u32)draw(&p->r, draw(&p->r, 3) ? 3 : SLOTS_MOST + 1);
	a->doomed = a->slots && !draw(&p->r, 12);
	/* Without slots it may have ended before anybody waits for it. */
	if (a->slots && !a->doomed)
		a->expected = (unsigned)draw(&p->r, WAITERS + 1);
	p->late = a->slots && !draw(&p->r, 4);
	p->here = a->expected;
	if (p->late && a->expected && draw(&p->r, 2))
		p->here--;
}

/* Who waits has to be told before the last slot is. */
static void
one(u64 nr)
{
	struct plan p = {
		.r = seed * 1000003 + nr, .nr = nr, .early = NULL_GUID};
	struct away *a = &aways[nr];
	unsigned waiters = 0, met = 0;

	choose(&p, a);
	n_left += a->doomed ? 0 : 1 + a->expected;
	make_early(&p);
	make(&p, a);
	while (waiters < p.here || met + 1 < a->slots) {
		chat(&p);
		if (waiters < p.here &&
		    (met + 1 >= a->slots || draw(&p.r, 2))) {
			follow_here(&p);
			waiters++;
		} else {
			meet(&p, met++);
		}
	}
	chat(&p);
	if (a->doomed)
		OK(ocrEdtDestroy(p.away));
	else if (p.late)
		leave_last(&p, a, p.here < a->expected);
	else if (a->slots)
		meet(&p, met);
}

TASK(driver_edt)
{
	for (u64 i = 0; i < ROUNDS; i++)
		one(paramv[0] * ROUNDS + i);
	n_drivers++;
	one_less();
	return NULL_GUID;
}

TASK(main_edt)
{
	ocrGuid_t of_driver;
	ocrHint_t there;

	memset(aways, 0, sizeof(aways));
	n_left = DRIVERS;
	n_drivers = n_brief = n_whole = 0;
	OK(ocrEdtTemplateCreate(&of_away, away_edt, EDT_PARAM_UNK,
				EDT_PARAM_UNK));
	OK(ocrEdtTemplateCreate(&of_home, home_edt, 1, EDT_PARAM_UNK));
	OK(ocrEdtTemplateCreate(&of_late, late_edt,
				sizeof(struct late) / sizeof(u64), 0));
	OK(ocrEdtTemplateCreate(&of_driver, driver_edt, 1, 0));
	for (u64 i = 0; i < DRIVERS; i++) {
		there = conf_edt_hint(i);
		OK(ocrEdtCreate(NULL, of_driver, 1, &i, 0, NULL, EDT_PROP_NONE,
				&there, NULL));
	}
	return NULL_GUID;
}

static void
run(struct sim_job_config c)
{
	struct sim_result r;

	seed = c.seed;
	r = one_job_run(c, main_edt);
	ck_assert_msg(r.outcome == SIM_ENDED && !r.status && !r.errors &&
			      !r.violations && !n_left,
		      "seed %u: outcome %d, status %u, %u errors, %u left",
		      (unsigned)seed, r.outcome, r.status, (unsigned)r.errors,
		      n_left);
	for (unsigned i = 0; i < TASKS; i++) {
		ck_assert_uint_eq(aways[i].runs, !aways[i].doomed);
		ck_assert_uint_eq(aways[i].waiters, aways[i].expected);
	}
}

/* Others with another number in OCR_BRIEFS. */
static uint64_t
first_seed(void)
{
	const char *s = getenv("OCR_BRIEFS");

	return s ? strtoull(s, NULL, 10) * SEEDS : 0;
}

START_TEST(what_is_said_of_random_tasks_is_so)
{
	unsigned briefs = 0, wholes = 0;

	for (unsigned i = 0; i < SEEDS; i++) {
		struct sim_job_config c = {
			.unchecked = i % 4 != 0, /* looked at, none is whole */
			.n_nodes = 2 + i % 3,
			.n_workers = 1 + i / 3 % 2,
			.protocol = (uint32_t)_i % OCR_PROTOCOLS,
			.pauses = i / 6 % 2,
			.breaks = i / 12 % 2,
			.seed = first_seed() + i + 1,
		};

		run(c);
		briefs += n_brief;
		wholes += n_whole;
	}
	/* Else each op waits for the one before. */
	if (!ocr_protocol_is_relaxed((uint32_t)_i))
		return;
	ck_assert_uint_gt(briefs, SEEDS);
	ck_assert_uint_gt(wholes, SEEDS);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("briefs");
	TCase *t = tcase_create("briefs");

	tcase_set_timeout(t, 120);
	tcase_add_loop_test(t, what_is_said_of_random_tasks_is_so, 0,
			    OCR_PROTOCOLS);
	suite_add_tcase(s, t);
	return run_suite(s);
}
