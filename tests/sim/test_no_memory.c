/* SPDX-License-Identifier: BSD-3-Clause */
/* test_no_memory.c - a call that needs memory says OCR_ENOMEM when there is
 * none, has done nothing then, and works again when there is some.
 *
 * A job of one simulated node (for reductions, of eight), in which a task
 * denies all allocators memory while it calls.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "extensions/ocr-file.h"
#include "extensions/ocr-labeling.h"
#include "labeled/labels.h"
#include "src/boot/runtime.h"
#include "src/file/files.h"
#include "src/task/tasks.h"

#include <check.h>
#include <stdlib.h>

#define MANY  100000 /* more than all pools and magazines have in stock */
#define SLOTS 500
#define FILES 4500 /* more names than one piece of memory has */
#define ODD   523  /* slots of a task: nothing else needs so many bytes */

/* Of the one thread that runs the job: */
static bool denied;
static long fail_at = -1; /* so many succeed, one fails; -1: none fails */
static size_t fail_bytes; /* so many at once fail; 0: they do not */

static bool
fails(size_t bytes)
{
	return denied || (fail_bytes && bytes == fail_bytes) ||
	       (fail_at >= 0 && fail_at-- == 0);
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
int __real_posix_memalign(void **p, size_t alignment, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
int __wrap_posix_memalign(void **p, size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *
__wrap_malloc(size_t size)
{
	return fails(size) ? NULL : __real_malloc(size);
}

void *
__wrap_calloc(size_t n, size_t size)
{
	return fails(n * size) ? NULL : __real_calloc(n, size);
}

void *
__wrap_realloc(void *p, size_t size)
{
	return fails(size) ? NULL : __real_realloc(p, size);
}

int
__wrap_posix_memalign(void **p, size_t alignment, size_t size)
{
	return fails(size) ? 12 : __real_posix_memalign(p, alignment, size);
}

void *
__wrap_aligned_alloc(size_t alignment, size_t size)
{
	return fails(size) ? NULL : __real_aligned_alloc(alignment, size);
}

/* Calls `try` without memory until it fails.  How often it did not. */
static u32
exhaust(u8 (*try)(u32 i, void *ctx), void *ctx)
{
	u32 n = 0;
	u8 err = 0;

	denied = true;
	while (n < MANY && !(err = try(n, ctx)))
		n++;
	denied = false;
	ck_assert_uint_eq(err, OCR_ENOMEM);
	ck_assert_uint_eq(try(n, ctx), 0);
	return n + 1;
}

static u8
create_event(u32 i, void *ctx)
{
	ocrGuid_t *made = ctx;

	return ocrEventCreate(&made[i], OCR_EVENT_STICKY_T, EVT_PROP_NONE);
}

static u8
create_channel(u32 i, void *ctx)
{
	ocrEventParams_t p = {.EVENT_CHANNEL = {1, 1, 1}};
	ocrGuid_t *made = ctx;

	return ocrEventCreateParams(&made[i], OCR_EVENT_CHANNEL_T,
				    EVT_PROP_NONE, &p);
}

static u8
create_template(u32 i, void *ctx)
{
	ocrGuid_t *made = ctx;

	return ocrEdtTemplateCreate(&made[i], conf_nothing, 0, 1);
}

static u8
create_block(u32 i, void *ctx)
{
	ocrGuid_t *made = ctx;
	void *p;

	return ocrDbCreate(&made[i], &p, 64, DB_PROP_NONE, NULL_HINT, NO_ALLOC);
}

struct tasks {
	ocrGuid_t *made, tmpl;
	u64 *params;
	u32 paramc, depc;
	bool output;
};

static u8
create_task(u32 i, void *ctx)
{
	const struct tasks *t = ctx;
	ocrGuid_t out;

	return ocrEdtCreate(&t->made[i], t->tmpl, t->paramc, t->params, t->depc,
			    NULL, EDT_PROP_NONE, NULL_HINT,
			    t->output ? &out : NULL);
}

struct links {
	ocrGuid_t event, task;
};

static u8
add_link(u32 i, void *ctx)
{
	const struct links *l = ctx;

	return ocrAddDependence(l->event, l->task, i, DB_MODE_CONST);
}

static u8
satisfy_channel(u32 i, void *ctx)
{
	(void)i;
	return ocrEventSatisfy(*(const ocrGuid_t *)ctx, NULL_GUID);
}

/* What a channel holds back needs memory, and so does what it lets go. */
static void
fill_channels(void)
{
	ocrGuid_t g = conf_channel(EVENT_CHANNEL_UNBOUNDED, 1, 1);
	struct links l = {.event = conf_channel(1, 1, SLOTS)};
	u32 n;
	u8 err;

	ck_assert_uint_eq(satisfy_channel(0, &g), 0);
	n = exhaust(satisfy_channel, &g);
	ck_assert_uint_gt(n, 1);
	ck_assert_uint_eq(ocrEventDestroy(g), 0);
	l.task = conf_task(conf_nothing, 0, NO_PARAMS, SLOTS, NULL);
	n = exhaust(add_link, &l);
	while (n < SLOTS)
		ck_assert_uint_eq(add_link(n++, &l), 0);
	denied = true;
	err = ocrEventSatisfy(l.event, NULL_GUID);
	denied = false;
	ck_assert_uint_eq(err, OCR_ENOMEM);
	ck_assert_uint_eq(ocrEventSatisfy(l.event, NULL_GUID), 0);
	ck_assert_uint_eq(ocrEventDestroy(l.event), 0);
}

/* All that it creates it destroys, so that its scope can end. */
TASK(create_all)
{
	static u64 params[SLOTS];
	struct tasks t[] = {
		{.paramc = 0, .depc = 1},
		{.paramc = 0, .depc = 1, .output = true},
		{.paramc = SLOTS, .params = params, .depc = 1},
		{.paramc = 0, .depc = SLOTS},
	};
	ocrGuid_t *made = __real_malloc((MANY + 1) * sizeof(*made));
	struct links l;
	u32 n;

	n = exhaust(create_event, made);
	while (n)
		ck_assert_uint_eq(ocrEventDestroy(made[--n]), 0);
	n = exhaust(create_channel, made);
	while (n)
		ck_assert_uint_eq(ocrEventDestroy(made[--n]), 0);
	fill_channels();
	n = exhaust(create_block, made);
	while (n)
		ck_assert_uint_eq(ocrDbDestroy(made[--n]), 0);
	for (u32 i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		t[i].made = made;
		t[i].tmpl = conf_template(conf_nothing);
		n = exhaust(create_task, &t[i]);
		while (n)
			ck_assert_uint_eq(ocrEdtDestroy(made[--n]), 0);
	}
	n = exhaust(create_template, made);
	while (n)
		ck_assert_uint_eq(ocrEdtTemplateDestroy(made[--n]), 0);

	l.event = conf_event(OCR_EVENT_STICKY_T);
	l.task = conf_task(conf_nothing, 0, NO_PARAMS, SLOTS, NULL);
	n = exhaust(add_link, &l);
	ck_assert_uint_gt(n, 1);
	/* Those that were added are there: with the rest the task is ready. */
	while (n < SLOTS)
		ck_assert_uint_eq(add_link(n++, &l), 0);
	ck_assert_uint_eq(ocrEventSatisfy(l.event, NULL_GUID), 0);
	free(made);
	return NULL_GUID;
}

TASK(main_edt)
{
	ocrGuid_t out;
	ocrGuid_t t = conf_finish_task(create_all, 0, NO_PARAMS, 1, &out);

	conf_link(out, conf_end(1), 0, DB_DEFAULT_MODE);
	conf_start(t, 0);
	return NULL_GUID;
}

/* The last slot makes the task runnable, and a list of its blocks is due. */
TASK(end_edt)
{
	ocrGuid_t t = conf_task(conf_shutdown, 0, NO_PARAMS, SLOTS, NULL);
	ocrGuid_t db = conf_number(0, 0);
	u8 err;

	for (u32 i = 1; i < SLOTS; i++)
		conf_link(conf_number(0, i), t, i, DB_MODE_CONST);
	fail_at = 0;
	err = ocrAddDependence(db, t, 0, DB_MODE_CONST);
	ck_assert_int_eq(fail_at, -1);
	ck_assert_uint_eq(err, 0);
	return NULL_GUID;
}

static void
count_one(void *n, ocrGuid_t g, void *obj)
{
	(void)g, (void)obj;
	++*(u64 *)n;
}

static u64
count_objects(void)
{
	u64 n = 0;

	ocr_guidmap_each(ocr_self->rt->guids, count_one, &n);
	return n;
}

/* Fails each single allocation of each creation, over the edges of all pools
 * and tables: neither a task that was not created exists, nor its output
 * event, which nobody has the GUID of. */
TASK(sweep_edt)
{
	ocrGuid_t tmpl = conf_template(conf_nothing), out = ERROR_GUID;
	static ocrGuid_t made[SLOTS];
	u32 failed = 0;
	u64 before;
	u8 err;

	for (u32 i = 0; i < SLOTS; i++) {
		before = count_objects();
		for (long k = 0;; k++) {
			out = ERROR_GUID;
			fail_at = k;
			err = ocrEdtCreate(&made[i], tmpl, NO_PARAMS, 1, NULL,
					   EDT_PROP_NONE, NULL_HINT, &out);
			fail_at = -1;
			if (!err)
				break;
			ck_assert_uint_eq(err, OCR_ENOMEM);
			ck_assert(ocrGuidIsError(out));
			ck_assert_uint_eq(count_objects(), before);
			failed++;
		}
		ck_assert_uint_eq(count_objects(), before + 2);
	}
	ck_assert_uint_gt(failed, 0);
	for (u32 i = 0; i < SLOTS; i++)
		ck_assert_uint_eq(ocrEdtDestroy(made[i]), 0);
	ocrShutdown();
	return NULL_GUID;
}

/* Its owner has no memory for the slots of a task with a label.  What its
 * creation says of them is dropped, and nothing of it waits for the next task
 * of that label: events do not know it, and no slot is satisfied. */
TASK(refused_edt)
{
	ocrGuid_t tmpl = conf_template(conf_nothing), from[ODD], range, label;
	ocrGuid_t event = conf_event(OCR_EVENT_STICKY_T);
	struct ocr_labels *labels = ocr_self->rt->labels;
	void *obj;
	u8 err;

	ck_assert_uint_eq(ocrGuidRangeCreate(&range, 1, GUID_USER_EDT), 0);
	ck_assert_uint_eq(ocrGuidFromIndex(&label, range, 0), 0);
	for (u32 i = 0; i < ODD; i++)
		from[i] = UNINITIALIZED_GUID;
	from[1] = from[ODD - 1] = event;
	from[2] = conf_number(0, 1);
	from[ODD / 2] = NULL_GUID;
	fail_bytes = ODD * sizeof(ocrEdtDep_t);
	err = ocrEdtCreate(&label, tmpl, NO_PARAMS, ODD, from, GUID_PROP_BLOCK,
			   NULL_HINT, NULL);
	fail_bytes = 0;
	ck_assert_uint_eq(err, 0);
	ck_assert_int_ne(ocr_labels_find(labels, label, &obj), OCR_SLOT_LIVE);

	ck_assert_uint_eq(ocrEventSatisfy(event, NULL_GUID), 0);

	ck_assert_uint_eq(ocr_labels_parked(labels), 0);
	return NULL_GUID;
}

/* All that tasks need to run in, of this worker and of its pool, and no more
 * memory for that. */
static void *taken[MANY];
static u32
take_all(void)
{
	struct ocr_pool *nows = &ocr_self->rt->tasks->nows;
	u32 n = 0;

	fail_bytes = nows->size * 128; /* objects of a slab */
	while ((taken[n] = ocr_pool_get(nows, &ocr_self->nows)))
		n++;
	return n;
}

/* What could not run is not created. */
TASK(no_way_edt)
{
	ocrGuid_t tmpl = conf_template(conf_nothing), g = ERROR_GUID;
	u32 n;

	/* The worker remembers the template. */
	ck_assert_uint_eq(ocrEdtCreate(NULL, tmpl, NO_PARAMS, 0, NULL,
				       EDT_PROP_NONE, NULL_HINT, NULL),
			  0);
	n = take_all();

	for (int named = 0; named < 2; named++) {
		u64 before = count_objects();
		u8 err = ocrEdtCreate(named ? &g : NULL, tmpl, NO_PARAMS, 0,
				      NULL, EDT_PROP_NONE, NULL_HINT, NULL);

		ck_assert_uint_eq(err, OCR_ENOMEM);
		ck_assert(ocrGuidIsError(g));
		ck_assert_uint_eq(count_objects(), before);
	}
	while (n > 0)
		ocr_pool_put(&ocr_self->rt->tasks->nows, &ocr_self->nows,
			     taken[--n]);
	ck_assert_uint_eq(ocrEdtCreate(&g, tmpl, NO_PARAMS, 0, NULL,
				       EDT_PROP_NONE, NULL_HINT, NULL),
			  0);
	fail_bytes = 0;
	ocrShutdown();
	return NULL_GUID;
}

/* It keeps its own until its child has ended. */
TASK(last_edt)
{
	ocrGuid_t tmpl = conf_template(conf_nothing);

	ck_assert_uint_eq(ocrEdtCreate(NULL, tmpl, NO_PARAMS, 0, NULL,
				       EDT_PROP_NONE, NULL_HINT, NULL),
			  0);
	take_all();
	return NULL_GUID;
}

TASK(starved_edt)
{
	ocrGuid_t tmpl = conf_template(last_edt), out;

	ck_assert_uint_eq(ocrEdtCreate(NULL, tmpl, NO_PARAMS, 0, NULL,
				       EDT_PROP_FINISH, NULL_HINT, &out),
			  0);
	return NULL_GUID;
}

/* Fails each single allocation of the creation of a reduction, which is tried
 * again each time, as if it had not been. */
TASK(reduction_edt)
{
	ocrEventParams_t p = {.EVENT_COLLECTIVE = {.maxGen = 1,
						   .nbContribs = 8,
						   .nbContribsPd = 1,
						   .nbDatum = 1,
						   .arity = 2,
						   .op = REDOP_U8_ADD,
						   .type = COL_ALLREDUCE}};
	ocrGuid_t range, g[SLOTS];
	u32 failed = 0;
	u8 err;

	ck_assert_uint_eq(
		ocrGuidRangeCreate(&range, SLOTS, GUID_USER_EVENT_COLLECTIVE),
		0);
	for (u32 i = 0; i < SLOTS; i++) {
		ck_assert_uint_eq(ocrGuidFromIndex(&g[i], range, i), 0);
		for (long k = 0;; k++) {
			fail_at = k;
			err = ocrEventCreateParams(&g[i],
						   OCR_EVENT_COLLECTIVE_T,
						   GUID_PROP_CHECK, &p);
			fail_at = -1;
			if (!err)
				break;
			ck_assert_uint_eq(err, OCR_ENOMEM);
			failed++;
		}
	}
	/* Each has a record, and as a root a list of the nodes. */
	ck_assert_uint_gt(failed, SLOTS);
	ocrShutdown();
	return NULL_GUID;
}

/* Fails each single allocation of each ocrFileOpen(): what was not opened is
 * not there, and nobody waits for it. */
TASK(file_edt)
{
	const struct ocr_file *first;
	ocrGuid_t file;
	u64 before;
	u8 err;

	for (u32 i = 0; i < FILES; i++) {
		before = count_objects();
		first = ocr_self->rt->files->list;
		for (long k = 0;; k++) {
			fail_at = k;
			err = ocrFileOpen(&file, "/dev/null", "r", NULL, 0);
			fail_at = -1;
			if (!err)
				break;
			ck_assert_uint_eq(err, OCR_ENOMEM);
			ck_assert_uint_eq(count_objects(), before);
			ck_assert_ptr_eq(ocr_self->rt->files->list, first);
		}
		ck_assert_uint_eq(count_objects(), before + 1);
		ck_assert_uint_eq(ocrFileRelease(file), 0);
	}
	ocrShutdown();
	return NULL_GUID;
}

static struct sim_result
run_on(uint32_t n_nodes, uint64_t seed, ocrEdt_t body)
{
	struct sim_job_config c = {
		.unchecked = true, /* the recorder needs memory */
		.n_nodes = n_nodes,
		.seed = seed,
	};

	return one_job_run(c, body);
}

static struct sim_result
run(uint64_t seed, ocrEdt_t body)
{
	return run_on(1, seed, body);
}

START_TEST(calls_without_memory_say_so_and_do_nothing)
{
	struct sim_result r = run((uint64_t)_i + 1, main_edt);

	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_eq(r.status, 0);
}
END_TEST

START_TEST(a_task_that_cannot_have_its_blocks_ends_the_job)
{
	struct sim_result r = run(1, end_edt);

	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_ne(r.status, 0);
}
END_TEST

START_TEST(a_task_that_is_not_created_leaves_no_output_event)
{
	struct sim_result r = run(1, sweep_edt);

	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_eq(r.status, 0);
}
END_TEST

START_TEST(nothing_is_done_to_a_task_that_its_label_cannot_have)
{
	struct sim_result r = run((uint64_t)_i + 1, refused_edt);

	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_ne(r.status, 0);
}
END_TEST

START_TEST(a_task_is_not_created_that_could_not_run)
{
	struct sim_result r = run((uint64_t)_i + 1, no_way_edt);

	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_eq(r.status, 0);
}
END_TEST

START_TEST(a_task_that_cannot_run_any_more_ends_the_job)
{
	struct sim_result r = run(1, starved_edt);

	fail_bytes = 0;
	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_ne(r.status, 0);
}
END_TEST

START_TEST(a_reduction_that_was_not_created_can_be)
{
	/* All tell the root, which has a list of them. */
	struct sim_result r = run_on(8, 8 + (uint64_t)_i, reduction_edt);

	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_eq(r.status, 0);
}
END_TEST

START_TEST(a_file_that_is_not_opened_is_not_there)
{
	struct sim_result r = run((uint64_t)_i + 1, file_edt);

	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_eq(r.status, 0);
	ck_assert_uint_eq(r.leaks, 0);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("no_memory");
	TCase *t = tcase_create("no_memory");

	tcase_add_loop_test(t, calls_without_memory_say_so_and_do_nothing, 0,
			    4);
	tcase_add_test(t, a_task_that_cannot_have_its_blocks_ends_the_job);
	tcase_add_test(t, a_task_that_is_not_created_leaves_no_output_event);
	tcase_add_loop_test(
		t, nothing_is_done_to_a_task_that_its_label_cannot_have, 0, 16);
	tcase_add_loop_test(t, a_task_is_not_created_that_could_not_run, 0, 16);
	tcase_add_test(t, a_task_that_cannot_run_any_more_ends_the_job);
	tcase_add_loop_test(t, a_reduction_that_was_not_created_can_be, 0, 4);
	tcase_add_loop_test(t, a_file_that_is_not_opened_is_not_there, 0, 4);
	suite_add_tcase(s, t);
	return run_suite(s);
}
