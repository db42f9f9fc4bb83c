/* SPDX-License-Identifier: BSD-3-Clause */
/* script.c - random scripts, and the model's word on them. */
#include "tests/dri/sim/script.h"

#include "tests/dri/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Values ---------------------------------------------------------------- */

void
script_value(const struct course *c, int round, int64_t number, int part,
	     unsigned char *bytes)
{
	struct dice d =
		dice(c->key * 1000003 + (uint64_t)round, (uint64_t)number);
	uint64_t v = dice_next(&d);
	size_t first = (size_t)part * c->r.part_bytes;

	/* The same whether the element has parts or not. */
	for (size_t i = first; i < first + c->r.part_bytes; i++)
		bytes[i - first] = (unsigned char)(v >> (i % 8 * 8)) ^
				   (unsigned char)(i / 8 * 0x55);
}

/* -- Places ---------------------------------------------------------------- */

static void *
must(void *p)
{
	if (!p)
		worlds_fail("out of memory");
	return p;
}

/* Whose copy a receiver gets, where several have it: that of its own process,
 * or of the rank that it has itself. */
static int
near_of(const struct course *c, int receiver)
{
	for (int i = 0; c->clique && i < c->n[DRI_SEND]; i++)
		if (c->end[DRI_SEND][i].process ==
		    c->end[DRI_RECEIVE][receiver].process)
			return i;
	return receiver % c->n[DRI_SEND];
}

static int
sender_of(const struct course *c, const struct model *src, int receiver,
	  const int64_t index[])
{
	int near[DRI_MAX_DIMS], rank = 0;

	model_coords(src, near_of(c, receiver), near);
	for (int d = c->r.src.spec.ndims - 1; d >= 0; d--) {
		int owner = src->dim[d].owner[index[d]];

		rank = rank * src->dim[d].procs +
		       (owner >= 0 ? owner : near[d]);
	}
	return rank;
}

static void
add_place(struct end *e, const struct model *m, const struct model *src,
	  const int64_t at[])
{
	int64_t index[DRI_MAX_DIMS], number = 0, offset;
	int coord[DRI_MAX_DIMS];
	bool owned = true, zero = false;

	model_coords(m, e->rank, coord);
	for (int d = m->side->spec.ndims - 1; d >= 0; d--) {
		const struct model_axis *a = &m->dim[d].axis[coord[d]];

		index[d] = a->from[at[d]];
		owned = owned && a->owned[at[d]];
		zero = zero || index[d] == MODEL_ZEROS;
		number = number * m->side->spec.dim[d].split.size + index[d];
	}
	if (e->side == DRI_SEND && !owned)
		return;
	offset = model_offset(m, e->rank, at);
	e->places.offset[e->places.n] = offset;
	e->places.number[e->places.n++] = zero ? -1 : number;
	e->places.is_used[offset] = true;
	if (e->side == DRI_RECEIVE && !zero)
		e->places.senders |=
			1u << sender_of(e->course, src, e->rank, index);
}

static void
find_places(struct end *e, const struct model *m, const struct model *src)
{
	struct places *p = &e->places;
	int64_t at[DRI_MAX_DIMS], stride[DRI_MAX_DIMS];
	size_t n;

	p->count = ocr_dri_shape_strides(&m->side->shape, e->rank, stride);
	n = (size_t)p->count + 1;
	p->offset = must(calloc(n, sizeof(*p->offset)));
	p->number = must(calloc(n, sizeof(*p->number)));
	p->is_used = must(calloc(n, sizeof(*p->is_used)));
	for (bool more = model_first(m, e->rank, at); more;
	     more = model_next(m, e->rank, at))
		add_place(e, m, src, at);
}

static void
find_all_places(struct course *c)
{
	struct model m[2];

	model_make(&m[DRI_SEND], &c->r.src);
	model_make(&m[DRI_RECEIVE], &c->r.dst);
	for (int s = 0; s < 2; s++)
		for (int i = 0; i < c->n[s]; i++)
			find_places(&c->end[s][i], &m[s], &m[DRI_SEND]);
	model_free(&m[DRI_SEND]);
	model_free(&m[DRI_RECEIVE]);
}

/* How much comes to each receiver: all that its senders send. */
static void
find_avail(struct course *c)
{
	for (int i = 0; i < c->n[DRI_RECEIVE]; i++) {
		struct end *e = &c->end[DRI_RECEIVE][i];

		e->avail = ROUNDS_ALWAYS;
		for (int k = 0; k < c->n[DRI_SEND]; k++)
			if (e->places.senders >> k & 1 &&
			    c->end[DRI_SEND][k].rounds < e->avail)
				e->avail = c->end[DRI_SEND][k].rounds;
	}
}

/* In place who gets nothing more puts once more, to hear so: that is all that
 * its receivers have of it.  Until no end has less than it thought. */
static void
find_avail_in_place(struct course *c)
{
	bool again = true;

	while (again) {
		again = false;
		find_avail(c);
		for (int i = 0; i < c->n[DRI_SEND]; i++) {
			struct end *s = &c->end[DRI_SEND][i];
			int most = c->end[DRI_RECEIVE][i].avail + 1;

			again = again || most < s->rounds;
			s->rounds = most < s->rounds ? most : s->rounds;
		}
	}
}

/* -- Courses --------------------------------------------------------------- */

static void
shuffle(struct dice *d, uint32_t *list, int n)
{
	for (int i = n - 1; i > 0; i--) {
		int k = (int)dice_below(d, i + 1);
		uint32_t x = list[i];

		list[i] = list[k];
		list[k] = x;
	}
}

static void
set_ends(struct course *c, enum dri_side side, const uint32_t *process, int n,
	 struct dice *d)
{
	c->n[side] = n;
	for (int i = 0; i < n; i++) {
		struct end *e = &c->end[side][i];

		e->course = c;
		e->side = side;
		e->rank = i;
		e->process = process[i];
		e->user = dice_once_in(d, 3);
		e->holds = dice_once_in(d, 6);
		e->remakes = dice_once_in(d, 2);
		e->rounds = c->rounds;
		e->dice = dice(dice_next(d), 5);
	}
}

/* Some ends stop before the others do. */
static void
stop_early(struct course *c, struct dice *d)
{
	int side = (int)dice_below(d, 2);

	if (!dice_once_in(d, 3))
		return;
	for (int s = 0; s < 2; s++)
		for (int i = 0; i < c->n[s]; i++)
			if ((s == side || dice_once_in(d, 4)) &&
			    dice_once_in(d, 2))
				c->end[s][i].rounds =
					(int)dice_below(d, c->rounds + 2);
}

static void
choose_flaw(struct course *c, struct dice *d)
{
	int side = (int)dice_below(d, 2);

	if (!dice_once_in(d, 5))
		return;
	c->flaw = FLAW_TYPE + (enum flaw)dice_below(d, FLAWS - 1);
	if ((c->flaw == FLAW_COUNT || c->flaw == FLAW_RANK ||
	     c->flaw == FLAW_GROUP) &&
	    c->n[side] < 2)
		c->flaw = FLAW_TYPE;
	if (c->flaw == FLAW_CROSS && (c->clique || c->n[side] < 2))
		c->flaw = FLAW_TYPE;
	if (c->flaw == FLAW_CLIQUE && (!c->clique || c->n[side] < 2))
		c->flaw = FLAW_SIZE;
	if (c->flaw == FLAW_SIDES && (!c->clique || c->n[side] > 1))
		c->flaw = FLAW_SIZE;
	if (c->flaw == FLAW_CLIQUE)
		side = DRI_SEND;
	c->culprit = &c->end[side][dice_below(d, c->n[side])];
}

static void
finish_course(struct course *c, struct dice *d)
{
	bool complete = true;

	for (int s = 0; s < 2; s++)
		c->n_buffers[s] = 1 + (int)dice_below(d, 3);
	c->generations = 1;
	find_all_places(c);
	if (c->in_place)
		find_avail_in_place(c);
	else
		find_avail(c);
	for (int s = 0; s < 2; s++)
		for (int i = 0; i < c->n[s]; i++)
			complete = complete && c->end[s][i].rounds == c->rounds;
	c->leaves = complete && dice_once_in(d, 4);
	if (!dice_once_in(d, 3))
		return;
	c->generations = 2;
}

/* Some cliques have the receivers' distribution and buffers on both sides. */
static void
choose_place(struct course *c)
{
	struct dice d = dice(c->key, 9);

	c->in_place = c->clique && dice_once_in(&d, 3);
	if (!c->in_place)
		return;
	c->r.src = c->r.dst;
	generate_same_type(&c->r);
	for (int i = 0; i < c->n[DRI_SEND]; i++) {
		struct end *s = &c->end[DRI_SEND][i];
		struct end *r = &c->end[DRI_RECEIVE][i];

		r->process = s->process;
		r->rounds = s->rounds;
		r->user = s->user = false;
	}
}

static void
make_course(struct course *c, const struct script *s, int number,
	    struct dice *d)
{
	uint32_t all[WORLDS_MOST];
	struct limits limits = {.ndims = 3, .elements = 40, .stored = 90};
	int n = 1 + (int)dice_below(d, s->n);

	snprintf(c->name, sizeof(c->name), "course %d", number);
	c->key = dice_next(d);
	for (uint32_t i = 0; i < s->n; i++)
		all[i] = i;
	shuffle(d, all, (int)s->n);
	c->clique = n == 1 || dice_once_in(d, 2);
	c->rounds = (int)dice_below(d, 5);
	limits.src_procs = limits.dst_procs = n;
	if (!c->clique) {
		limits.src_procs = 1 + (int)dice_below(d, n - 1);
		limits.dst_procs = n - limits.src_procs;
	}
	generate(&c->r, dice_next(d), &limits);
	set_ends(c, DRI_SEND, all, limits.src_procs, d);
	if (c->clique)
		shuffle(d, all, n);
	set_ends(c, DRI_RECEIVE, all + (c->clique ? 0 : limits.src_procs),
		 limits.dst_procs, d);
	stop_early(c, d);
	choose_place(c);
	finish_course(c, d);
	choose_flaw(c, d);
	if (c->in_place) {
		c->flaw = FLAW_NONE;
		c->culprit = NULL;
		c->n_buffers[DRI_SEND] = c->n_buffers[DRI_RECEIVE];
	}
}

static uint32_t
processes_of(const struct course *c)
{
	uint32_t bits = 0;

	for (int side = 0; side < 2; side++)
		for (int i = 0; i < c->n[side]; i++)
			bits |= 1u << c->end[side][i].process;
	return bits;
}

/* Some have one name, each in a group of its own. */
static void
choose_scope(struct course *c, const struct script *s, struct dice *d)
{
	c->is_scoped = dice_once_in(d, 2) && c->flaw != FLAW_GROUP &&
		       c->flaw != FLAW_CROSS;
	for (const struct course *k = s->course; k < c; k++)
		if (k->is_scoped && processes_of(k) == processes_of(c))
			c->is_scoped = false;
	if (c->is_scoped)
		snprintf(c->name, sizeof(c->name), "scoped");
}

/* The receivers of c send on, among themselves. */
static void
make_onward(struct course *c, struct course *next, int number, struct dice *d)
{
	uint32_t all[WORLDS_MOST];
	int n = c->n[DRI_RECEIVE];
	struct limits limits = {.dst_procs = n, .stored = 90};

	c->generations = 1;
	c->leaves = false;
	c->onward = next;
	c->lends = dice_once_in(d, 2);
	snprintf(next->name, sizeof(next->name), "course %d", number);
	next->key = c->key;
	next->r = c->r;
	next->rounds = c->rounds;
	next->clique = next->is_onward = true;
	generate_onward(&next->r, dice_next(d), &limits);
	for (int i = 0; i < n; i++)
		all[i] = c->end[DRI_RECEIVE][i].process;
	set_ends(next, DRI_SEND, all, n, d);
	for (int i = 0; i < n; i++) {
		const struct end *e = &c->end[DRI_RECEIVE][i];

		next->end[DRI_SEND][i].rounds =
			e->rounds < e->avail ? e->rounds : e->avail;
	}
	shuffle(d, all, n);
	set_ends(next, DRI_RECEIVE, all, n, d);
	if (dice_once_in(d, 3))
		next->end[DRI_RECEIVE][dice_below(d, n)].rounds = 1;
	finish_course(next, d);
	if (!c->lends)
		next->n_buffers[DRI_SEND] = c->n_buffers[DRI_RECEIVE];
	next->generations = 1;
	next->leaves = false;
}

/* The same reorganization, each end in the process that `all` says. */
static void
make_twin(struct course *c, const struct course *of, uint32_t *all,
	  struct dice *d)
{
	c->key = of->key;
	c->r = of->r;
	c->clique = true;
	c->rounds = of->rounds;
	set_ends(c, DRI_SEND, all, of->n[DRI_SEND], d);
	shuffle(d, all, of->n[DRI_SEND]);
	set_ends(c, DRI_RECEIVE, all, of->n[DRI_SEND], d);
	finish_course(c, d);
	c->generations = 1;
	c->leaves = false;
}

/* A clique of n processes of all, whose first ones they become. */
static void
make_clique(struct course *c, uint32_t *all, uint32_t processes, int n,
	    struct dice *d)
{
	struct limits limits = {.ndims = 3,
				.elements = 40,
				.stored = 90,
				.src_procs = n,
				.dst_procs = n};
	struct course pattern = {.rounds = 1 + (int)dice_below(d, 4)};

	pattern.key = dice_next(d);
	pattern.n[DRI_SEND] = n;
	generate(&pattern.r, dice_next(d), &limits);
	for (uint32_t i = 0; i < processes; i++)
		all[i] = i;
	shuffle(d, all, (int)processes);
	make_twin(c, &pattern, all, d);
}

/* Two groups that have nothing in common use one name at once. */
static void
make_crossed(struct script *s, struct dice *d)
{
	int n = 2 + (int)dice_below(d, s->n / 2 - 1);
	struct course *c = s->course;
	uint32_t all[WORLDS_MOST];

	s->n_courses = 2;
	make_clique(c, all, s->n, n, d);
	make_twin(c + 1, c, all + n, d);
	c[1].key = dice_next(d);
	for (int k = 0; k < 2; k++) {
		c[k].is_crossed = true;
		snprintf(c[k].name, sizeof(c[k].name), "crossed");
	}
}

/* Two channels send from the same memory of the program, the same. */
static void
make_shared(struct script *s, struct dice *d)
{
	int n = 1 + (int)dice_below(d, s->n);
	struct course *c = s->course;
	uint32_t all[WORLDS_MOST];

	s->n_courses = 2;
	make_clique(c, all, s->n, n, d);
	for (int i = 0; i < n; i++)
		all[i] = c->end[DRI_SEND][i].process;
	c->rounds = 1;
	for (int i = 0; i < n; i++)
		c->end[DRI_SEND][i].rounds = c->end[DRI_RECEIVE][i].rounds = 1;
	find_avail(c);
	make_twin(c + 1, c, all, d);
	for (int k = 0; k < 2; k++) {
		snprintf(c[k].name, sizeof(c[k].name), "shared %d", k);
		c[k].n_buffers[DRI_SEND] = 1;
		for (int i = 0; i < n; i++) {
			c[k].end[DRI_SEND][i].user = true;
			c[k].end[DRI_SEND][i].sharer =
				&c[1 - k].end[DRI_SEND][i];
		}
	}
}

/* Those that do not go with others; false: it is none of them. */
static bool
make_special(struct script *s, uint64_t seed)
{
	struct dice d = dice(seed, 17);

	if (s->n >= 4 && dice_once_in(&d, 8))
		make_crossed(s, &d);
	else if (dice_once_in(&d, 12))
		make_shared(s, &d);
	return s->n_courses > 0;
}

static void
choose_victim(struct script *s, struct dice *d)
{
	if (s->n < 2 || !dice_once_in(d, 8))
		return;
	s->is_lossy = true;
	s->victim = (uint32_t)dice_below(d, s->n);
	s->kill_at = 1 + (uint64_t)dice_below(d, 1500);
}

void
script_make(struct script *s, uint64_t seed)
{
	struct dice d = dice(seed, 3);
	int n = 1 + (int)dice_below(&d, 3);

	memset(s, 0, sizeof(*s));
	s->n = 1 + (uint32_t)dice_below(&d, WORLDS_MOST);
	if (make_special(s, seed)) {
		choose_victim(s, &d);
		return;
	}
	for (int i = 0; i < n && s->n_courses < MOST_COURSES - 1; i++) {
		struct course *c = &s->course[s->n_courses++];

		make_course(c, s, s->n_courses, &d);
		choose_scope(c, s, &d);
		if (dice_once_in(&d, 4) && !c->in_place) {
			make_onward(c, c + 1, s->n_courses + 1, &d);
			s->n_courses++;
		}
	}
	/* Another course may have the groups that the culprit should not. */
	for (int i = 0; s->n_courses > 1 && i < s->n_courses; i++)
		if (s->course[i].flaw == FLAW_CROSS)
			s->course[i].flaw = FLAW_TYPE;
	choose_victim(s, &d);
}

void
script_free(struct script *s)
{
	for (int k = 0; k < s->n_courses; k++)
		for (int side = 0; side < 2; side++)
			for (int i = 0; i < s->course[k].n[side]; i++) {
				struct places *p =
					&s->course[k].end[side][i].places;

				free(p->offset);
				free(p->number);
				free(p->is_used);
			}
}

static void
print_course(const struct course *c)
{
	static const char *const flaws[] = {"",		", type",  ", count",
					    ", rank",	", size",  ", group",
					    ", clique", ", cross", ", sides"};

	printf("%s: %s%s%s, %d rounds, %d times%s\n", c->name,
	       c->in_place ? "in place"
	       : c->clique ? "clique"
			   : "pipeline",
	       c->is_onward ? ", onward"
	       : c->lends   ? ", lends"
			    : "",
	       flaws[c->flaw], c->rounds, c->generations,
	       c->leaves ? ", left to the end" : "");
	for (int s = 0; s < 2; s++)
		for (int i = 0; i < c->n[s]; i++)
			printf("  %s %d: process %u, %d buffers%s, %d rounds, "
			       "%lld elements\n",
			       s == DRI_SEND ? "send" : "receive", i,
			       c->end[s][i].process, c->n_buffers[s],
			       c->end[s][i].user ? " of its own" : "",
			       c->end[s][i].rounds,
			       (long long)c->end[s][i].places.n);
	describe(&c->r);
}

void
script_print(const struct script *s)
{
	printf("%u processes\n", s->n);
	for (int i = 0; i < s->n_courses; i++)
		print_course(&s->course[i]);
	if (s->is_lossy)
		printf("process %u dies\n", s->victim);
}

struct end *
script_lender(const struct end *e)
{
	return e->side == DRI_RECEIVE && e->course->lends
		       ? &e->course->onward->end[DRI_SEND][e->rank]
		       : NULL;
}
