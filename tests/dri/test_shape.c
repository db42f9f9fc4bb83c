/* SPDX-License-Identifier: BSD-3-Clause */
/* test_shape.c - all dimensions together: who stores what, where. */
#include "src/dri/shape/shape.h"

#include "dri.h"
#include "tests/dri/must.h"
#include "tests/suite.h"

#include <check.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void
make(struct dri_shape *s, const struct dri_shape_spec *spec)
{
	const char *why = "";
	int rc = ocr_dri_shape_make(s, spec, &why);

	if (rc != DRI_SUCCESS)
		ck_abort_msg("%d: %s", rc, why);
}

/* ndims packed dimensions of 12 elements each, in blocks over one process. */
static struct dri_shape_spec
plain(int ndims)
{
	struct dri_shape_spec spec = {.ndims = ndims};

	for (int d = 0; d < ndims; d++) {
		spec.dim[d].split.size = 12;
		spec.dim[d].split.mod = 1;
		spec.dim[d].split.kind = DRI_SPLIT_BLOCK;
		spec.dim[d].split.procs = 1;
		spec.dim[d].order = d;
		spec.dim[d].spacing = 1;
	}
	return spec;
}

/* -- Storage -- */

static void
random_dim(struct dri_shape_dim *dim)
{
	struct dri_split_spec *p = &dim->split;

	p->kind = (int32_t)random_below(3);
	p->size = 1 + random_below(9);
	p->procs = (int32_t)(1 + random_below(3));
	dim->uniform = (int32_t)random_below(2);
	dim->spacing = random_below(4) ? 1 : 1 + random_below(3);
	if (p->kind == DRI_SPLIT_WHOLE)
		return;
	p->mod = 1;
	p->blksz = 1 + random_below(4);
	p->left_type = (int32_t)(1 + random_below(4));
	p->right_type = (int32_t)(1 + random_below(4));
	p->left = random_below(2) ? 0 : random_below(4);
	p->right = random_below(2) ? 0 : random_below(4);
}

static void
random_spec(struct dri_shape_spec *spec, int ndims)
{
	memset(spec, 0, sizeof(*spec));
	spec->ndims = ndims;
	for (int d = 0; d < ndims; d++) {
		int other = (int)random_below(d + 1);

		random_dim(&spec->dim[d]);
		spec->dim[d].order = spec->dim[other].order;
		spec->dim[other].order = d;
	}
}

/* Marks the place of every stored element, dimension by dimension. */
static void
mark(const struct dri_shape *s, const int coord[], const int64_t stride[],
     int d, int64_t at, int64_t n, unsigned char *places)
{
	int64_t blocks;

	if (d == s->ndims) {
		MUST(at >= 0 && at < n);
		MUST(places[at] == 0);
		places[at] = 1;
		return;
	}
	blocks = ocr_dri_split_local_blocks(&s->split[d], coord[d]);
	for (int64_t i = 0; i < blocks; i++) {
		struct dri_block b;

		ocr_dri_split_block(&s->split[d], coord[d], i, &b);
		for (int64_t k = 0; k < b.left + b.len + b.right; k++)
			mark(s, coord, stride, d + 1,
			     at + (b.pos + k) * stride[d], n, places);
	}
}

static int64_t
buffers_hold_all(const struct dri_shape *s, int rank)
{
	int coord[DRI_MAX_DIMS];
	int64_t stride[DRI_MAX_DIMS], stored = 1, places = 1;
	int64_t n = ocr_dri_shape_strides(s, rank, stride);
	unsigned char *marks = calloc(1, (size_t)n + 1);

	MUST(marks != NULL);
	ocr_dri_shape_coords(s, rank, coord);
	MUST(ocr_dri_shape_rank(s, coord) == rank);
	for (int d = 0; d < s->ndims; d++) {
		int64_t extent = ocr_dri_split_extent(&s->split[d], coord[d]);

		MUST(coord[d] >= 0 && coord[d] < s->split[d].spec.procs);
		stored *= extent;
		if (s->uniform[d])
			extent = ocr_dri_split_max_extent(&s->split[d]);
		places *= extent * s->spacing[d];
	}
	MUST(n == places);
	mark(s, coord, stride, 0, 0, n, marks);
	for (int64_t i = 0; i < n; i++)
		stored -= marks[i];
	MUST(stored == 0);
	free(marks);
	return n;
}

START_TEST(all_that_is_stored_has_a_place_of_its_own)
{
	random_state = (uint64_t)_i;
	for (int k = 0; k < 100; k++) {
		struct dri_shape_spec spec;
		struct dri_shape s;

		random_spec(&spec, 1 + (int)random_below(4));
		make(&s, &spec);
		for (int rank = 0; rank < s.group_size; rank++)
			buffers_hold_all(&s, rank);
	}
}
END_TEST

START_TEST(eight_dimensions_are_stored_too)
{
	struct dri_shape_spec spec = plain(8);
	struct dri_shape s;
	int64_t sum = 0;

	for (int d = 0; d < 8; d++) {
		spec.dim[d].order = (d + 3) % 8;
		spec.dim[d].split.size = 3;
		spec.dim[d].split.procs = d % 2 + 1;
	}
	make(&s, &spec);

	ck_assert_int_eq(s.group_size, 16);
	for (int rank = 0; rank < s.group_size; rank++)
		sum += buffers_hold_all(&s, rank);
	ck_assert_int_eq(sum, 6561);
}
END_TEST

/* 5 x 3 x 4 elements, in the order 1, 2, 0; dimension 2 with empty places. */
START_TEST(strides_follow_orders_and_spacings)
{
	struct dri_shape_spec spec = plain(3);
	struct dri_shape s;
	int64_t stride[DRI_MAX_DIMS];

	spec.dim[0].split.size = 5;
	spec.dim[1].split.size = 3;
	spec.dim[2].split.size = 4;
	spec.dim[0].order = 2;
	spec.dim[1].order = 0;
	spec.dim[2].order = 1;
	spec.dim[2].spacing = 7;
	make(&s, &spec);

	ck_assert_int_eq(ocr_dri_shape_strides(&s, 0, stride), 3 * 28 * 5);
	ck_assert_int_eq(stride[1], 1);
	ck_assert_int_eq(stride[2], 3 * 7);
	ck_assert_int_eq(stride[0], 3 * 28);
}
END_TEST

/* 5 elements over 4 processes: 2, 1, 1 and 1; of at least 2: 3, 2, 0 and 0. */
START_TEST(uniform_buffers_are_as_large_as_the_largest)
{
	struct dri_shape_spec spec = plain(1);
	struct dri_shape s;
	int64_t stride[DRI_MAX_DIMS];

	spec.dim[0].split.size = 5;
	spec.dim[0].split.procs = 4;
	make(&s, &spec);
	ck_assert_int_eq(ocr_dri_shape_strides(&s, 3, stride), 1);
	spec.dim[0].split.minsz = 2;
	make(&s, &spec);
	ck_assert_int_eq(ocr_dri_shape_strides(&s, 3, stride), 0);
	spec.dim[0].uniform = 1;
	make(&s, &spec);
	for (int rank = 0; rank < 4; rank++)
		ck_assert_int_eq(ocr_dri_shape_strides(&s, rank, stride), 3);
}
END_TEST

START_TEST(ranks_count_along_the_first_dimension_first)
{
	struct dri_shape_spec spec = plain(3);
	struct dri_shape s;
	int coord[DRI_MAX_DIMS];

	spec.dim[0].split.procs = 2;
	spec.dim[1].split.procs = 3;
	spec.dim[2].split.procs = 4;
	make(&s, &spec);

	ocr_dri_shape_coords(&s, 1 + 2 * (2 + 3 * 3), coord);
	ck_assert_int_eq(coord[0], 1);
	ck_assert_int_eq(coord[1], 2);
	ck_assert_int_eq(coord[2], 3);
	ck_assert_int_eq(ocr_dri_shape_rank(&s, coord), 23);
}
END_TEST

/* -- Choosing -- */

static int64_t
owners(const struct dri_shape_spec *spec)
{
	struct dri_shape s;
	int64_t n = 1;

	make(&s, spec);
	for (int d = 0; d < s.ndims; d++) {
		int64_t here = 0;

		for (int c = 0; c < s.split[d].spec.procs; c++)
			here += ocr_dri_split_local_blocks(&s.split[d], c) > 0;
		n *= here;
	}
	return n;
}

/* The most processes with elements, over all ways to fill the zeros from
 * dimension d on. */
static int64_t
most_owners(const struct dri_shape_spec *spec, int d, int rest)
{
	struct dri_shape_spec s = *spec;
	int64_t most = 0;

	if (d == spec->ndims)
		return rest == 1 ? owners(spec) : 0;
	if (spec->dim[d].split.procs > 0) {
		int procs = spec->dim[d].split.procs;

		return rest % procs ? 0
				    : most_owners(spec, d + 1, rest / procs);
	}
	for (int p = 1; p <= rest; p++) {
		int64_t n;

		if (rest % p != 0 ||
		    (p > 1 && spec->dim[d].split.kind == DRI_SPLIT_WHOLE))
			continue;
		s.dim[d].split.procs = p;
		n = most_owners(&s, d + 1, rest / p);
		most = n > most ? n : most;
	}
	return most;
}

START_TEST(chosen_dims_leave_as_few_processes_idle_as_can_be)
{
	random_state = 77 + (uint64_t)_i;
	for (int k = 0; k < 100; k++) {
		struct dri_shape_spec spec, before, again;
		int ndims = 1 + (int)random_below(3);
		int group = 1 + (int)random_below(30), product = 1, rc;

		random_spec(&spec, ndims);
		/* One that can be divided, at least. */
		spec.dim[0].split.kind = DRI_SPLIT_BLOCK;
		spec.dim[0].split.mod = 1;
		spec.dim[0].split.procs = 0;
		for (int d = 1; d < ndims; d++)
			spec.dim[d].split.procs = (int32_t)random_below(3);
		before = again = spec;
		rc = ocr_dri_shape_choose(&spec, group);
		if (rc != DRI_SUCCESS) {
			MUST(rc == DRI_ERR_GROUP_DIMS);
			MUST(most_owners(&before, 0, group) == 0);
			continue;
		}
		for (int d = 0; d < ndims; d++) {
			int was = before.dim[d].split.procs;

			product *= spec.dim[d].split.procs;
			MUST(was == 0 || spec.dim[d].split.procs == was);
		}
		MUST(product == group);
		MUST(owners(&spec) == most_owners(&before, 0, group));
		MUST(ocr_dri_shape_choose(&again, group) == DRI_SUCCESS);
		MUST(memcmp(&again, &spec, sizeof(spec)) == 0);
	}
}
END_TEST

static const struct {
	int64_t size[3];
	int kind[3], given[3], group, want[3];
} choices[] = {
	/* Compact blocks; of equals, the last dimension is divided. */
	{{100, 100, 100}, {1, 1, 1}, {0, 0, 0}, 8, {2, 2, 2}},
	{{100, 100, 100}, {1, 1, 1}, {0, 0, 0}, 2, {1, 1, 2}},
	{{400, 100, 100}, {1, 1, 1}, {0, 0, 0}, 4, {4, 1, 1}},
	{{100, 100, 100}, {1, 1, 1}, {0, 0, 0}, 1, {1, 1, 1}},
	/* What is given stays. */
	{{100, 100, 100}, {1, 1, 1}, {6, 0, 0}, 12, {6, 1, 2}},
	{{100, 100, 100}, {1, 1, 1}, {3, 2, 2}, 12, {3, 2, 2}},
	/* 12 processes on 4 x 3 elements: 3 x 4 would leave some idle. */
	{{4, 3, 1}, {1, 1, 1}, {0, 0, 0}, 12, {4, 3, 1}},
	{{4, 3, 1}, {1, 1, 1}, {0, 0, 0}, 7, {7, 1, 1}},
	/* Whole dimensions are spread if they must. */
	{{100, 2, 9}, {0, 2, 1}, {0, 0, 0}, 4, {1, 1, 4}},
	{{100, 2, 9}, {0, 0, 0}, {0, 0, 1}, 4, {4, 1, 1}},
	{{100, 2, 9}, {0, 1, 1}, {0, 1, 2}, 6, {3, 1, 2}},
};

START_TEST(group_dims_are_chosen_by_size)
{
	struct dri_shape_spec spec = plain(3);

	for (int d = 0; d < 3; d++) {
		spec.dim[d].split.size = choices[_i].size[d];
		spec.dim[d].split.kind = choices[_i].kind[d];
		spec.dim[d].split.procs = choices[_i].given[d];
		spec.dim[d].split.blksz = 1;
	}
	ck_assert_int_eq(ocr_dri_shape_choose(&spec, choices[_i].group),
			 DRI_SUCCESS);

	for (int d = 0; d < 3; d++)
		ck_assert_int_eq(spec.dim[d].split.procs, choices[_i].want[d]);
}
END_TEST

START_TEST(group_dims_whose_product_is_wrong_are_refused)
{
	struct dri_shape_spec spec = plain(2);

	ck_assert_int_eq(ocr_dri_shape_choose(&spec, 2), DRI_ERR_GROUP_DIMS);
	ck_assert_int_eq(ocr_dri_shape_choose(&spec, 0), DRI_ERR_GROUP_DIMS);
	ck_assert_int_eq(ocr_dri_shape_choose(&spec, -1), DRI_ERR_GROUP_DIMS);
	spec.dim[0].split.procs = 5;
	spec.dim[1].split.procs = 0;
	ck_assert_int_eq(ocr_dri_shape_choose(&spec, 12), DRI_ERR_GROUP_DIMS);
	spec.dim[0].split.procs = -1;
	ck_assert_int_eq(ocr_dri_shape_choose(&spec, 12), DRI_ERR_GROUP_DIMS);
}
END_TEST

START_TEST(groups_of_any_size_are_divided_at_once)
{
	/* The int with the most divisors, a prime, and a power of two. */
	static const int groups[] = {2095133040, INT_MAX, 1 << 30};
	struct dri_shape_spec spec = plain(8);
	int64_t product = 1;

	for (int d = 0; d < 8; d++) {
		spec.dim[d].split.size = 100;
		spec.dim[d].split.procs = 0;
	}
	ck_assert_int_eq(ocr_dri_shape_choose(&spec, groups[_i]), DRI_SUCCESS);

	for (int d = 0; d < 8; d++)
		product *= spec.dim[d].split.procs;
	ck_assert_int_eq(product, groups[_i]);
}
END_TEST

/* -- Refusals -- */

enum wrong {
	NO_DIMS,
	MANY_DIMS,
	HOLE,
	UNUSED,
	ORDER_TWICE,
	ORDER_NEGATIVE,
	ORDER_HIGH,
	SPACING,
	UNIFORM,
	SIZE,
	PARTITION,
	OVERLAP,
	GROUP,
	ARRAY,
	STORAGE,
	PLACES,
	WRONGS
};

static int
spoil(struct dri_shape_spec *spec, int wrong)
{
	switch (wrong) {
	case NO_DIMS:
		spec->ndims = 0;
		return DRI_ERR_NDIMS;
	case MANY_DIMS:
		spec->ndims = DRI_MAX_DIMS + 1;
		return DRI_ERR_NDIMS;
	case HOLE:
		spec->zero = 1;
		return DRI_ERR_NDIMS;
	case UNUSED:
		spec->dim[DRI_MAX_DIMS - 1].spacing = 1;
		return DRI_ERR_NDIMS;
	case ORDER_TWICE:
		spec->dim[1].order = 0;
		return DRI_ERR_LAYOUT;
	case ORDER_NEGATIVE:
		spec->dim[1].order = -1;
		return DRI_ERR_LAYOUT;
	case ORDER_HIGH:
		spec->dim[2].order = 3;
		return DRI_ERR_LAYOUT;
	case SPACING:
		spec->dim[0].spacing = 0;
		return DRI_ERR_LAYOUT;
	case UNIFORM:
		spec->dim[0].uniform = 2;
		return DRI_ERR_LAYOUT;
	case SIZE:
		spec->dim[1].split.size = 0;
		return DRI_ERR_SIZE;
	case PARTITION:
		spec->dim[1].split.minsz = 13;
		return DRI_ERR_PARTITION;
	case OVERLAP:
		spec->dim[1].split.left_type = 9;
		return DRI_ERR_OVERLAP;
	case GROUP:
		spec->dim[1].split.procs = 1 << 20;
		spec->dim[2].split.procs = 1 << 12;
		return DRI_ERR_GROUP_DIMS;
	case ARRAY:
		for (int d = 0; d < 3; d++) {
			spec->dim[d].split.size = 1 << 22;
			spec->dim[d].split.procs = 1 << 10;
		}
		return DRI_ERR_SIZE;
	case STORAGE:
		spec->dim[0].split.size = 1LL << 50;
		spec->dim[1].split.size = 1LL << 9;
		return DRI_ERR_SIZE;
	default:
		spec->dim[0].spacing = INT64_MAX;
		return DRI_ERR_SIZE;
	}
}

START_TEST(what_cannot_be_is_refused_with_its_cause)
{
	struct dri_shape_spec spec = plain(3);
	struct dri_shape s, before;
	const char *why = NULL;
	int status;

	make(&s, &spec);
	before = s;
	status = spoil(&spec, _i);
	ck_assert_int_eq(ocr_dri_shape_make(&s, &spec, &why), status);

	ck_assert_ptr_nonnull(why);
	ck_assert_mem_eq(&s, &before, sizeof(s));
}
END_TEST

START_TEST(hostile_bytes_are_refused_or_right)
{
	int made = 0;

	random_state = 5000 + (uint64_t)_i;
	for (int n = 0; n < 20000; n++) {
		struct dri_shape_spec spec;
		unsigned char *bytes = (unsigned char *)&spec;
		int64_t stride[DRI_MAX_DIMS], count;
		struct dri_shape s;
		const char *why = NULL;

		random_spec(&spec, 1 + (int)random_below(8));
		for (int64_t k = random_below(3); k > 0; k--) {
			int64_t at = random_below(8)
					     ? random_below(300)
					     : random_below(sizeof(spec));

			bytes[at] = (unsigned char)random_below(256);
		}
		if (ocr_dri_shape_make(&s, &spec, &why) != DRI_SUCCESS) {
			MUST(why);
			continue;
		}
		made++;
		count = ocr_dri_shape_strides(
			&s, (int)random_below(s.group_size), stride);
		MUST(count >= 0 && count <= INT64_MAX / 64);
	}
	ck_assert_int_gt(made, 2000);
	ck_assert_int_lt(made, 19000);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("shape");
	TCase *tc = tcase_create("shape");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, all_that_is_stored_has_a_place_of_its_own, 0,
			    5);
	tcase_add_test(tc, eight_dimensions_are_stored_too);
	tcase_add_test(tc, strides_follow_orders_and_spacings);
	tcase_add_test(tc, uniform_buffers_are_as_large_as_the_largest);
	tcase_add_test(tc, ranks_count_along_the_first_dimension_first);
	tcase_add_loop_test(
		tc, chosen_dims_leave_as_few_processes_idle_as_can_be, 0, 5);
	tcase_add_loop_test(tc, group_dims_are_chosen_by_size, 0,
			    sizeof(choices) / sizeof(choices[0]));
	tcase_add_test(tc, group_dims_whose_product_is_wrong_are_refused);
	tcase_add_loop_test(tc, groups_of_any_size_are_divided_at_once, 0, 3);
	tcase_add_loop_test(tc, what_cannot_be_is_refused_with_its_cause, 0,
			    WRONGS);
	tcase_add_loop_test(tc, hostile_bytes_are_refused_or_right, 0, 3);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
