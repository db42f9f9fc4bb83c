/* SPDX-License-Identifier: BSD-3-Clause */
/* test_races.c - what ocrtrace --races finds among the uses of blocks, against
 * a look at all pairs: of random graphs, modes and words. */
#include "src/tools/races.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define TASKS  40
#define BLOCKS 16
#define WORDS  32
#define EACH   2 /* uses of a task, at most */
#define ROUNDS 300
/* Between two moments of a task: more than a search looks at. */
#define LONG   1500

static struct races r;
static struct ocr_trace_stripe stripes[TASKS * EACH][2];
static uint64_t seed;

static uint64_t
dice(uint64_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed % n;
}

/* -- A run ----------------------------------------------------------------- */

static void
add_use(uint32_t task)
{
	static const uint32_t modes[] = {DB_MODE_RW, DB_MODE_EW, DB_MODE_RO,
					 DB_MODE_CONST};
	struct race_thing *t = &r.things[task];
	struct ocr_trace_stripe *s = stripes[r.n_uses];
	struct race_use *u = &r.uses[r.n_uses++];

	*u = (struct race_use){
		.block = TASKS + (uint32_t)dice(BLOCKS),
		.task = task,
		.begin = t->began,
		.mode = modes[dice(4)],
		.size = 8 * WORDS,
		.stripes = (const void *)s,
	};
	u->reads = u->mode == DB_MODE_RO || u->mode == DB_MODE_CONST;
	u->end = u->begin;
	if (u->reads)
		return;
	u->end = t->now = race_order_add(&r.order, t->now);
	u->n = 1 + (uint32_t)dice(2);
	for (uint32_t i = 0; i < u->n; i++) {
		s[i] = (struct ocr_trace_stripe){
			.first = 16 * i + dice(4),
			.n = 1 + (uint32_t)dice(3),
			.count = 1 + (uint32_t)dice(3),
			.distance = 3 + dice(2),
		};
		if (dice(8) == 0)
			s[i] = (struct ocr_trace_stripe){0, WORDS, 1, 0};
	}
}

/* Each task after some of those before; `far`: by long ways. */
static void
begin_run(uint64_t round, bool far)
{
	r = (struct races){.cap_things = TASKS + BLOCKS};
	seed = 88172645463325252 + round;
	r.things = calloc(r.cap_things, sizeof(*r.things));
	r.uses = calloc(TASKS * EACH, sizeof(*r.uses));
	ck_assert(r.things && r.uses);
	for (uint32_t i = 0; i < TASKS; i++) {
		struct race_thing *t = &r.things[i];

		t->func = i;
		t->began = t->now = race_order_add(&r.order, RACE_NEVER);
		for (uint64_t n = i ? 1 + dice(4) : 0; n; n--)
			race_order_edge(&r.order, r.things[dice(i)].now,
					t->began);
		for (uint64_t n = dice(EACH + 1); n; n--)
			add_use(i);
		for (uint64_t n = far && !dice(4) ? LONG : 0; n; n--)
			t->now = race_order_add(&r.order, t->now);
	}
	for (uint32_t i = 0; i < BLOCKS; i++)
		r.things[TASKS + i].place = i;
	ck_assert_int_eq(race_order_seal(&r.order), 0);
}

static void
end_run(void)
{
	free(r.things);
	free(r.uses);
	race_order_fini(&r.order);
}

/* -- A look at all pairs --------------------------------------------------- */

static uint64_t
bits_of(const struct race_use *u)
{
	uint64_t bits = 0;

	if (u->reads)
		return UINT32_MAX;
	for (uint32_t i = 0; i < u->n; i++) {
		struct ocr_trace_stripe s;

		memcpy(&s, (const char *)u->stripes + i * sizeof(s), sizeof(s));
		for (uint32_t k = 0; k < s.count; k++)
			for (uint32_t w = 0; w < s.n; w++)
				bits |= UINT64_C(1)
					<< (s.first + k * s.distance + w);
	}
	return bits;
}

static bool
may_conflict(const struct race_use *a, const struct race_use *b)
{
	if (a->task == b->task || a->block != b->block ||
	    (a->reads && b->reads))
		return false;
	if (!a->reads && !b->reads &&
	    (a->mode == DB_MODE_EW || b->mode == DB_MODE_EW))
		return false;
	return bits_of(a) & bits_of(b);
}

/* By the shortest of programs. */
static bool
is_before(uint32_t earlier, uint32_t later)
{
	bool *after = calloc((size_t)r.order.n + 1, sizeof(*after)), is;

	ck_assert_ptr_nonnull(after);
	after[earlier] = true;
	for (uint32_t i = earlier + 1; i <= later; i++) {
		uint32_t before = r.order.before[i], e = r.order.edges[i];

		after[i] = before != RACE_NEVER && after[before];
		for (; e != RACE_NEVER; e = r.order.all[e].next)
			after[i] |= after[r.order.all[e].from];
	}
	is = earlier < later && after[later];
	free(after);
	return is;
}

static bool
is_race(const struct race_use *a, const struct race_use *b)
{
	return may_conflict(a, b) && !is_before(a->end, b->begin) &&
	       !is_before(b->end, a->begin);
}

/* Does a block have any? */
static bool
has_race(uint32_t block)
{
	for (size_t i = 0; i < r.n_uses; i++)
		for (size_t j = 0; j < i; j++)
			if (r.uses[i].block == block &&
			    is_race(&r.uses[i], &r.uses[j]))
				return true;
	return false;
}

static void
compare(unsigned *with, unsigned *without)
{
	bool found[BLOCKS] = {false};
	struct race *races;
	size_t n;

	races = races_find(&r, &n);
	ck_assert(!r.failed);
	for (size_t i = 0; i < n; i++) {
		ck_assert(is_race(races[i].a, races[i].b));
		found[races[i].a->block - TASKS] = true;
	}
	for (uint32_t i = 0; i < BLOCKS; i++) {
		ck_assert_int_eq(found[i], has_race(TASKS + i));
		*(found[i] ? with : without) += 1;
	}
	free(races);
}

START_TEST(a_block_has_a_race_if_two_of_its_uses_are_one)
{
	unsigned with = 0, without = 0;

	for (uint64_t round = 0; round < ROUNDS / (_i ? 10 : 1); round++) {
		begin_run(round, _i);
		compare(&with, &without);
		end_run();
	}
	/* Both have been tried. */
	ck_assert_uint_gt(with, 15);
	ck_assert_uint_gt(without, 15);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("races");
	TCase *tc = tcase_create("pairs");

	tcase_add_loop_test(tc, a_block_has_a_race_if_two_of_its_uses_are_one,
			    0, 2);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
