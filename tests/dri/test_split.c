/* SPDX-License-Identifier: BSD-3-Clause */
/* test_split.c - the arithmetic of one dimension, against a list of blocks that
 * is made one element at a time. */
#include "src/dri/shape/split.h"

#include "dri.h"
#include "tests/dri/must.h"
#include "tests/suite.h"

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MOST 80 /* elements and blocks */

/* -- The reference -- */

struct reference {
	int64_t blocks, len[MOST];
};

/* Sizes of the blocks of `k` processes: units are dealt out one by one. */
static bool
deal(struct reference *r, const struct dri_split_spec *p, int64_t k)
{
	memset(r, 0, sizeof(*r));
	r->blocks = k;
	for (int64_t u = 0; u < p->size / p->mod; u++)
		r->len[u % k] += p->mod;
	for (int64_t b = 0; b < k; b++) {
		if (r->len[b] == 0 || r->len[b] < p->minsz)
			return false;
	}
	return true;
}

static bool
refer_block(struct reference *r, const struct dri_split_spec *p)
{
	if (p->size % p->mod != 0)
		return false;
	for (int64_t k = p->procs; k > 0; k--) {
		if (deal(r, p, k))
			return true;
	}
	return false;
}

/* Blocks are cut off from the left; then the last one is given, mod by mod,
 * what the nearest block before can spare. */
static bool
refer_cyclic(struct reference *r, const struct dri_split_spec *p)
{
	int64_t last;

	memset(r, 0, sizeof(*r));
	if (p->size % p->mod != 0 || p->blksz % p->mod != 0 ||
	    p->minsz > p->blksz)
		return false;
	for (int64_t i = 0; i < p->size; i++)
		r->len[i / p->blksz]++;
	while (r->len[r->blocks] > 0)
		r->blocks++;
	last = r->blocks - 1;
	while (r->len[last] < p->minsz) {
		int64_t from = last - 1;

		while (from >= 0 && r->len[from] - p->mod < p->minsz)
			from--;
		if (from < 0)
			return false;
		r->len[from] -= p->mod;
		r->len[last] += p->mod;
	}
	return true;
}

static bool
refer(struct reference *r, const struct dri_split_spec *p)
{
	if (p->kind == DRI_SPLIT_BLOCK)
		return refer_block(r, p);
	if (p->kind == DRI_SPLIT_CYCLIC)
		return refer_cyclic(r, p);
	memset(r, 0, sizeof(*r));
	r->blocks = 1;
	r->len[0] = p->size;
	return true;
}

/* Stored elements beyond one end of a block: as many steps of num_pos as stay
 * in the array, or all. */
static int64_t
refer_stored(const struct dri_split_spec *p, int32_t type, int64_t num_pos,
	     int64_t from, int step)
{
	int64_t n = 0;

	while (n < num_pos) {
		from += step;
		if (type == DRI_OVERLAP_PAD_TRUNCATE &&
		    (from < 0 || from >= p->size))
			break;
		n++;
	}
	return n;
}

/* -- Comparison -- */

static void
find_inverts(const struct dri_split *s, int coord, int64_t i,
	     const struct dri_block *b)
{
	for (int64_t x = b->begin; x < b->begin + b->len; x++) {
		int found = -1;
		int64_t number = -1;

		ocr_dri_split_find(s, x, &found, &number);
		MUST(number == i);
		MUST(found == (s->spec.kind == DRI_SPLIT_WHOLE ? 0 : coord));
	}
}

/* Walks over the reference's blocks of a process; returns its extent. */
static int64_t
coordinate_agrees(const struct dri_split *s, const struct reference *r,
		  int coord)
{
	const struct dri_split_spec *p = &s->spec;
	int64_t begin = 0, pos = 0, i = 0;

	for (int64_t b = 0; b < r->blocks; begin += r->len[b], b++) {
		struct dri_block got;
		int64_t left, right;

		if (p->kind != DRI_SPLIT_WHOLE && b % p->procs != coord)
			continue;
		left = refer_stored(p, p->left_type, p->left, begin, -1);
		right = refer_stored(p, p->right_type, p->right,
				     begin + r->len[b] - 1, 1);
		ocr_dri_split_block(s, coord, i, &got);
		MUST(got.begin == begin);
		MUST(got.len == r->len[b]);
		MUST(got.left == left);
		MUST(got.right == right);
		MUST(got.pos == pos);
		find_inverts(s, coord, i, &got);
		pos += left + got.len + right;
		i++;
	}
	MUST(ocr_dri_split_local_blocks(s, coord) == i);
	MUST(ocr_dri_split_extent(s, coord) == pos);
	return pos;
}

/* What the header promises, without regard to how the reference gets there. */
static void
promises_hold(const struct dri_split *s)
{
	const struct dri_split_spec *p = &s->spec;
	int owners[MOST] = {0};
	int64_t shortest = INT64_MAX, longest = 0;

	for (int c = 0; c < p->procs; c++) {
		int64_t n = ocr_dri_split_local_blocks(s, c);

		for (int64_t i = 0; i < n; i++) {
			struct dri_block b;

			ocr_dri_split_block(s, c, i, &b);
			MUST(b.len > 0);
			for (int64_t x = 0; x < b.len; x++)
				owners[b.begin + x]++;
			if (b.len < shortest)
				shortest = b.len;
			if (b.len > longest)
				longest = b.len;
			if (p->kind == DRI_SPLIT_WHOLE)
				continue;
			MUST(b.len >= p->minsz);
			MUST(b.len % p->mod == 0);
		}
	}
	for (int64_t x = 0; x < p->size; x++)
		MUST(owners[x] == (p->kind == DRI_SPLIT_WHOLE ? p->procs : 1));
	if (p->kind == DRI_SPLIT_BLOCK)
		MUST(longest - shortest <= p->mod);
	if (p->kind == DRI_SPLIT_CYCLIC)
		MUST(longest <= p->blksz);
}

static bool
agrees(const struct dri_split_spec *p)
{
	struct reference r;
	struct dri_split s;
	const char *why = NULL;
	int64_t most = 0;
	int rc = ocr_dri_split_make(&s, p, &why);

	if (!refer(&r, p)) {
		MUST(rc == DRI_ERR_PARTITION);
		MUST(why);
		return false;
	}
	if (rc != DRI_SUCCESS)
		ck_abort_msg("%d: %s", rc, why ? why : "");
	MUST(s.blocks == r.blocks);
	for (int c = 0; c < p->procs; c++) {
		int64_t extent = coordinate_agrees(&s, &r, c);

		most = extent > most ? extent : most;
	}
	MUST(ocr_dri_split_max_extent(&s) == most);
	promises_hold(&s);
	return true;
}

/* -- Tests -- */

static void
random_overlap(int64_t *num_pos, int32_t *type)
{
	*type = (int32_t)(1 + random_below(4));
	*num_pos = random_below(3) == 0	  ? 0
		   : random_below(3) == 0 ? random_below(2 * MOST)
					  : random_below(6);
}

START_TEST(random_splits_agree_with_the_reference)
{
	int made = 0;

	random_state = (uint64_t)_i;
	for (int n = 0; n < 8000; n++) {
		struct dri_split_spec p = {0};

		/* Most of it is about cyclic ones. */
		p.kind = (int32_t)random_below(8);
		if (p.kind > DRI_SPLIT_CYCLIC)
			p.kind = DRI_SPLIT_CYCLIC;
		p.mod = random_below(2) ? 1 : 1 + random_below(5);
		p.size = 1 + random_below(random_below(2) ? MOST - 1 : 12);
		if (random_below(4))
			p.size = (p.size + p.mod - 1) / p.mod * p.mod;
		p.procs = (int32_t)(1 + random_below(random_below(4) ? 7 : 90));
		p.minsz = random_below(2) ? 0 : random_below(9);
		p.blksz = p.mod * (1 + random_below(9));
		if (random_below(16) == 0)
			p.blksz++;
		if (p.kind != DRI_SPLIT_WHOLE) {
			random_overlap(&p.left, &p.left_type);
			random_overlap(&p.right, &p.right_type);
		}
		if (p.size < MOST)
			made += agrees(&p);
	}
	ck_assert_int_gt(made, 1000);
}
END_TEST

START_TEST(every_small_cyclic_split_agrees)
{
	struct dri_split_spec p = {.kind = DRI_SPLIT_CYCLIC,
				   .procs = 3,
				   .left = 3,
				   .left_type = DRI_OVERLAP_PAD_TRUNCATE,
				   .right = 4,
				   .right_type = DRI_OVERLAP_PAD_TRUNCATE};
	int made = 0;

	for (p.size = 1; p.size < 30; p.size++)
		for (p.blksz = 1; p.blksz < 12; p.blksz++)
			for (p.minsz = 0; p.minsz <= p.blksz; p.minsz++)
				for (p.mod = 1; p.mod <= p.blksz; p.mod++)
					made += agrees(&p);
	ck_assert_int_gt(made, 1000);
}
END_TEST

START_TEST(block_sizes_are_those_of_the_documentation)
{
	struct dri_split_spec p = {.kind = DRI_SPLIT_BLOCK,
				   .size = 10,
				   .minsz = 3,
				   .mod = 1,
				   .procs = 4};
	int64_t want[] = {4, 3, 3, 0};
	struct dri_split s;
	const char *why;

	ck_assert_int_eq(ocr_dri_split_make(&s, &p, &why), DRI_SUCCESS);

	for (int c = 0; c < 4; c++)
		ck_assert_int_eq(ocr_dri_split_extent(&s, c), want[c]);
	ck_assert_int_eq(ocr_dri_split_max_extent(&s), 4);
}
END_TEST

/* 21 in blocks of 8, of at least 6: the last has 5, and the one before it gives
 * one. */
START_TEST(a_short_block_is_filled_from_the_one_before)
{
	struct dri_split_spec p = {.kind = DRI_SPLIT_CYCLIC,
				   .size = 21,
				   .minsz = 6,
				   .mod = 1,
				   .blksz = 8,
				   .procs = 3};
	int64_t want[] = {8, 7, 6};
	struct dri_split s;
	const char *why;

	ck_assert_int_eq(ocr_dri_split_make(&s, &p, &why), DRI_SUCCESS);

	for (int c = 0; c < 3; c++)
		ck_assert_int_eq(ocr_dri_split_extent(&s, c), want[c]);
}
END_TEST

static const struct {
	struct dri_split_spec spec;
	int status;
} refused[] = {
	{{.size = 0, .procs = 1}, DRI_ERR_SIZE},
	{{.size = -1, .procs = 1}, DRI_ERR_SIZE},
	{{.size = INT64_MAX, .procs = 1}, DRI_ERR_SIZE},
	{{.size = 1, .procs = 0}, DRI_ERR_SIZE},
	{{.size = 1, .procs = 1, .kind = 3}, DRI_ERR_PARTITION},
	{{.size = 1, .procs = 1, .kind = -1}, DRI_ERR_PARTITION},
	{{.size = 1, .procs = 1, .left = 1, .left_type = 1}, DRI_ERR_OVERLAP},
	{{.size = 1, .procs = 1, .kind = 1, .mod = 0}, DRI_ERR_PARTITION},
	{{.size = 1, .procs = 1, .kind = 1, .mod = 1, .minsz = -1},
	 DRI_ERR_PARTITION},
	{{.size = 5, .procs = 1, .kind = 1, .mod = 1, .minsz = 6},
	 DRI_ERR_PARTITION},
	{{.size = 5, .procs = 1, .kind = 1, .mod = 2}, DRI_ERR_PARTITION},
	{{.size = 5,
	  .procs = 1,
	  .kind = 1,
	  .mod = 1,
	  .left = -1,
	  .left_type = 1},
	 DRI_ERR_OVERLAP},
	{{.size = 5, .procs = 1, .kind = 1, .mod = 1, .left = 1},
	 DRI_ERR_OVERLAP},
	{{.size = 5,
	  .procs = 1,
	  .kind = 1,
	  .mod = 1,
	  .right = 1,
	  .right_type = 5},
	 DRI_ERR_OVERLAP},
	{{.size = 5,
	  .procs = 1,
	  .kind = 1,
	  .mod = 1,
	  .right = INT64_MAX,
	  .right_type = DRI_OVERLAP_PAD_ZEROS},
	 DRI_ERR_SIZE},
	{{.size = 5, .procs = 1, .kind = 2, .mod = 1, .blksz = 0},
	 DRI_ERR_PARTITION},
	{{.size = 6, .procs = 1, .kind = 2, .mod = 2, .blksz = 3},
	 DRI_ERR_PARTITION},
	{{.size = 5, .procs = 1, .kind = 2, .mod = 2, .blksz = 4},
	 DRI_ERR_PARTITION},
	{{.size = 6, .procs = 1, .kind = 2, .mod = 1, .blksz = 2, .minsz = 3},
	 DRI_ERR_PARTITION},
	{{.size = 9, .procs = 1, .kind = 2, .mod = 1, .blksz = 4, .minsz = 4},
	 DRI_ERR_PARTITION},
};

START_TEST(what_cannot_be_is_refused_with_its_cause)
{
	struct dri_split s, before;
	const char *why = NULL;

	memset(&s, 0x5a, sizeof(s));
	before = s;
	ck_assert_int_eq(ocr_dri_split_make(&s, &refused[_i].spec, &why),
			 refused[_i].status);

	ck_assert_ptr_nonnull(why);
	ck_assert_mem_eq(&s, &before, sizeof(s));
}
END_TEST

/* -- Hostile numbers -- */

static int64_t
hostile(void)
{
	static const int64_t edges[] = {
		0,
		1,
		2,
		3,
		-1,
		INT64_MAX,
		INT64_MIN,
		INT64_MAX / 64,
		INT32_MAX,
		(1LL << 57),
		(1LL << 57) - 1,
		(1LL << 56) + 1,
		7,
		(1LL << 32),
		(1LL << 31),
		INT64_MAX / 64 - 1,
	};
	int64_t n = edges[random_below(sizeof(edges) / sizeof(edges[0]))];

	if (random_below(2))
		n >>= random_below(60);
	return n;
}

static void
hostile_spec(struct dri_split_spec *p)
{
	memset(p, 0, sizeof(*p));
	p->size = hostile();
	p->minsz = random_below(2) ? 0 : hostile();
	p->mod = random_below(2) ? 1 : hostile();
	p->blksz = hostile();
	p->procs = (int32_t)hostile();
	p->kind = (int32_t)random_below(4);
	if (p->kind == DRI_SPLIT_WHOLE)
		return;
	p->left = random_below(2) ? 0 : hostile();
	p->right = random_below(2) ? 0 : hostile();
	p->left_type = (int32_t)random_below(6);
	p->right_type = (int32_t)random_below(6);
}

/* A block of a process, and the next one: neighbours in memory. */
static void
check_somewhere(const struct dri_split *s)
{
	int coord = (int)random_below(s->spec.procs);
	int64_t n = ocr_dri_split_local_blocks(s, coord), i, number = -1;
	int64_t extent = ocr_dri_split_extent(s, coord);
	struct dri_block b;
	int found = -1;

	MUST(extent >= 0);
	MUST(extent <= INT64_MAX / 64);
	MUST(extent <= ocr_dri_split_max_extent(s));
	if (n == 0)
		return;
	i = random_below(2) ? n - 1 : random_below(n);
	ocr_dri_split_block(s, coord, i, &b);
	MUST(b.begin >= 0);
	MUST(b.len > 0);
	MUST(b.len <= s->spec.size - b.begin);
	MUST(b.left >= 0 && b.left <= s->spec.left);
	MUST(b.right >= 0 && b.right <= s->spec.right);
	if (i == n - 1) {
		MUST(b.pos + b.left + b.len + b.right == extent);
	} else {
		struct dri_block next;

		ocr_dri_split_block(s, coord, i + 1, &next);
		MUST(b.pos + b.left + b.len + b.right == next.pos);
	}
	ocr_dri_split_find(s, b.begin + random_below(b.len), &found, &number);
	MUST(number == i);
	if (s->spec.kind != DRI_SPLIT_WHOLE)
		MUST(found == coord);
}

START_TEST(hostile_numbers_are_refused_or_right)
{
	int made = 0;

	random_state = 1000 + (uint64_t)_i;
	for (int n = 0; n < 20000; n++) {
		struct dri_split_spec p;
		struct dri_split s;
		const char *why = NULL;

		hostile_spec(&p);
		if (ocr_dri_split_make(&s, &p, &why) != DRI_SUCCESS) {
			MUST(why);
			continue;
		}
		made++;
		for (int k = 0; k < 4; k++)
			check_somewhere(&s);
	}
	ck_assert_int_gt(made, 500);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("split");
	TCase *tc = tcase_create("split");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, random_splits_agree_with_the_reference, 0, 10);
	tcase_add_test(tc, every_small_cyclic_split_agrees);
	tcase_add_test(tc, block_sizes_are_those_of_the_documentation);
	tcase_add_test(tc, a_short_block_is_filled_from_the_one_before);
	tcase_add_loop_test(tc, what_cannot_be_is_refused_with_its_cause, 0,
			    sizeof(refused) / sizeof(refused[0]));
	tcase_add_loop_test(tc, hostile_numbers_are_refused_or_right, 0, 5);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
