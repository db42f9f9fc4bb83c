/* SPDX-License-Identifier: BSD-3-Clause */
/* test_md.c - the domains of apps/md, without a runtime. */
#include "apps/md/domain.h"
#include "tests/suite.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEPS	    9
#define DT	    0.004
#define TEMPERATURE 1.44
#define MAX_DOMAINS 27

struct cut_case {
	u32 size, domains[AXES];
};

static const struct cut_case cases[] = {
	{5, {1, 1, 1}}, {7, {2, 1, 1}},	 {7, {2, 2, 2}},
	{9, {1, 3, 2}}, {10, {3, 3, 3}},
};
#define N_CASES ((int)(sizeof(cases) / sizeof(cases[0])))

static struct cuts cuts;
static struct domain *domain[MAX_DOMAINS];
static u32 domains;

static void
make_domains(const struct cut_case *c)
{
	cuts.box = box_of(c->size);
	memcpy(cuts.domains, c->domains, sizeof(cuts.domains));
	domains = c->domains[X] * c->domains[Y] * c->domains[Z];
	for (u32 i = 0; i < domains; i++) {
		domain[i] = malloc(domain_bytes(&cuts, i));
		ck_assert_ptr_nonnull(domain[i]);
		ck_assert_ptr_null(
			domain_init(domain[i], &cuts, i, TEMPERATURE));
	}
}

static void
free_domains(void)
{
	for (u32 i = 0; i < domains; i++)
		free(domain[i]);
}

/* All messages of a step: one is for domain i, from that direction. */
static struct message *
find_message(u32 i, u32 direction)
{
	const struct domain *from = domain[cuts_neighbour(&cuts, i, direction)];
	u32 way = opposite(direction);
	u64 bytes = domain_tell(from, way, NULL);
	struct message *m = malloc(bytes);

	ck_assert_ptr_nonnull(m);
	ck_assert_uint_eq(domain_tell(from, way, m), bytes);
	return m;
}

static void
run_step(bool is_first, bool is_last)
{
	struct message *m[MAX_DOMAINS][DIRECTIONS];

	for (u32 i = 0; i < domains; i++)
		for (u32 k = 0; k < DIRECTIONS; k++)
			m[i][k] = k == MIDDLE ? NULL : find_message(i, k);
	for (u32 i = 0; i < domains; i++) {
		ck_assert_ptr_null(domain_stay(domain[i]));
		for (u32 k = 0; k < DIRECTIONS; k++)
			if (k != MIDDLE)
				ck_assert_ptr_null(
					domain_take(domain[i], m[i][k]));
		ck_assert_ptr_null(domain_go(domain[i], DT, is_first, is_last));
	}
	for (u32 i = 0; i < domains; i++)
		for (u32 k = 0; k < DIRECTIONS; k++)
			free(m[i][k]);
}

START_TEST(domains_have_the_bits_of_the_serial_loop)
{
	struct atom *serial;
	struct energy e, sum = {0};
	u64 n = 0;

	make_domains(&cases[_i]);
	serial = malloc(box_atoms(&cuts.box) * sizeof(*serial));
	ck_assert_ptr_nonnull(serial);
	ck_assert(serial_run(&cuts.box, TEMPERATURE, DT, STEPS, serial, &e));
	for (int k = 0; k <= STEPS; k++)
		run_step(k == 0, k == STEPS);
	for (u32 i = 0; i < domains; i++) {
		sum.potential += domain[i]->energy.potential;
		sum.kinetic += domain[i]->energy.kinetic;
		for (u64 k = 0; k < domain[i]->n; k++, n++)
			ck_assert_mem_eq(&domain[i]->atom[k],
					 &serial[domain[i]->atom[k].id],
					 sizeof(*serial));
	}
	ck_assert_uint_eq(n, box_atoms(&cuts.box));
	ck_assert_double_eq_tol(sum.potential, e.potential,
				1e-10 * fabs(e.potential));
	ck_assert_double_eq_tol(sum.kinetic, e.kinetic, 1e-10 * e.kinetic);
	free(serial);
	free_domains();
}
END_TEST

/* The force is the slope of the energy, and as strong on both. */
START_TEST(a_force_is_the_slope_of_the_energy)
{
	const double at[AXES] = {0}, h = 1e-6;

	for (double r = 0.9; r < RANGE - h; r += 0.05) {
		struct pull one = {0}, other = {0}, near = {0}, far = {0};
		const double there[AXES] = {r, 0, 0};

		pull_add(&one, at, there);
		pull_add(&other, there, at);
		pull_add(&near, at, (const double[]){r - h, 0, 0});
		pull_add(&far, at, (const double[]){r + h, 0, 0});
		ck_assert_double_eq(one.f[X], -other.f[X]);
		/* Half of the energy each. */
		ck_assert_double_eq_tol((far.potential - near.potential) / h,
					one.f[X], 1e-4 * (1 + fabs(one.f[X])));
	}
}
END_TEST

START_TEST(there_is_no_force_beyond_the_range)
{
	const double at[AXES] = {0}, there[AXES] = {0, RANGE, 0};
	const double near[AXES] = {0, RANGE * (1 - 1e-12), 0};
	struct pull p = {0};

	pull_add(&p, at, there);
	ck_assert_double_eq(p.potential, 0);
	ck_assert_double_eq(p.f[Y], 0);
	pull_add(&p, at, near);
	ck_assert_double_eq_tol(p.potential, 0, 1e-12);
	ck_assert_double_gt(p.f[Y], 0);
}
END_TEST

START_TEST(the_crystal_rests_and_is_as_warm_as_was_asked)
{
	struct box b = box_of(10);
	double v[AXES] = {0}, kinetic = 0;
	u64 n = box_atoms(&b);

	for (u64 i = 0; i < n; i++) {
		struct atom a = atom_at(&b, i, TEMPERATURE);

		kinetic += atom_kinetic(&a);
		for (int k = 0; k < AXES; k++) {
			v[k] += a.v[k];
			ck_assert(a.r[k] >= 0 && a.r[k] < b.edge);
		}
	}
	for (int k = 0; k < AXES; k++)
		ck_assert_double_eq(v[k], 0);
	ck_assert_double_eq_tol(kinetic / (double)n * 2 / 3, TEMPERATURE, 0.05);
	ck_assert_double_eq_tol((double)n / (b.edge * b.edge * b.edge), DENSITY,
				1e-12);
}
END_TEST

START_TEST(who_is_too_fast_is_named)
{
	make_domains(&cases[1]);
	domain[0]->atom[0].v[Y] = 1e4;
	for (u32 i = 0; i < domains; i++)
		ck_assert_ptr_null(domain_stay(domain[i]));
	ck_assert_ptr_nonnull(domain_go(domain[0], DT, true, false));
	free_domains();
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("md");
	TCase *t = tcase_create("domains");

	tcase_set_timeout(t, 120);
	tcase_add_loop_test(t, domains_have_the_bits_of_the_serial_loop, 0,
			    N_CASES);
	tcase_add_test(t, a_force_is_the_slope_of_the_energy);
	tcase_add_test(t, there_is_no_force_beyond_the_range);
	tcase_add_test(t, the_crystal_rests_and_is_as_warm_as_was_asked);
	tcase_add_test(t, who_is_too_fast_is_named);
	suite_add_tcase(s, t);
	return run_suite(s);
}
