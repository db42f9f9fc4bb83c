/* SPDX-License-Identifier: BSD-3-Clause */
/* host.c - judges those who meet, when both sides are complete.
 *
 * As long as what arrives can be believed to belong together, nobody is told
 * anything before all are there: so all hear the same.  When they disagree
 * about who takes part, that cannot be waited for: who is there hears at once,
 * who comes later hears when he comes.
 */
#include "src/dri/meet/host.h"

#include "fabric/log.h"
#include "src/dri/array/dataspec.h"
#include "src/dri/array/form.h"
#include "src/dri/meet/meeting.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ocr_node_t
ocr_dri_host_of(const struct dri_world *w, const char *name)
{
	uint64_t h = UINT64_C(14695981039346656037);

	for (; *name; name++)
		h = (h ^ (unsigned char)*name) * UINT64_C(1099511628211);
	return (ocr_node_t)((h >> 32) % w->size);
}

/* -- What they say ------------------------------------------------------- */

/* The first HELLO of a side speaks for it. */
static const struct dri_side_spec *
speaker(const struct dri_meeting *m, int side)
{
	for (const struct dri_guest *h = m->guests; h; h = h->next)
		if (h->m.side[side].present)
			return &h->m.side[side];
	return NULL;
}

static uint32_t
group_size(const struct dri_side_spec *s)
{
	uint32_t n = 1;

	for (int d = 0; d < s->shape.ndims; d++)
		n *= (uint32_t)s->shape.dim[d].split.procs;
	return n;
}

static DRI_Dataspec
dataspec_of(const struct dri_side_spec *s)
{
	return (DRI_Dataspec)(intptr_t)s->dataspec;
}

/* -- Judgement ------------------------------------------------------------- */

/* Says why, once for the whole job. */
__attribute__((format(printf, 4, 5))) static int
refuse(const struct dri_world *w, const struct dri_meeting *m, int status,
       const char *fmt, ...)
{
	char why[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, sizeof(why), fmt, ap);
	va_end(ap);
	ocr_log_error(w->self, "channel \"%s\" is not connected: %s", m->name,
		      why);
	return status;
}

static const char *
side_name(int side)
{
	return side == DRI_SEND ? "senders" : "receivers";
}

/* Those who are there must agree on who takes part. */
static int
judge_newcomer(const struct dri_world *w, const struct dri_meeting *m,
	       const struct dri_hello *new)
{
	const struct dri_side_spec *s[2];

	if (m->guests && m->guests->m.clique != new->clique)
		return refuse(w, m, DRI_ERR_GROUPS,
			      "some processes both send and receive "
			      "(DRI_Channel_connect_sendrecv), others do not");
	for (int i = 0; i < 2; i++) {
		s[i] = speaker(m, i);
		if (!new->side[i].present)
			continue;
		if (s[i] && group_size(s[i]) != group_size(&new->side[i]))
			return refuse(w, m, DRI_ERR_MISMATCH,
				      "the %s disagree about the size of "
				      "their group: rank %d says %u, rank %d "
				      "%u",
				      side_name(i), s[i]->rank,
				      group_size(s[i]), new->side[i].rank,
				      group_size(&new->side[i]));
	}
	if (new->clique &&
	    group_size(&new->side[0]) != group_size(&new->side[1]))
		return refuse(w, m, DRI_ERR_GROUPS,
			      "a clique has %u senders and %u receivers",
			      group_size(&new->side[0]),
			      group_size(&new->side[1]));
	return DRI_SUCCESS;
}

static bool
may_mean(const struct dri_sets *s, uint64_t set)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->set[i] == set)
			return true;
	return false;
}

/* Those who have met are those whom each of them expects.  Who has no group of
 * that size has counted ranks by itself, as the others may have, whatever
 * groups they have besides. */
static int
judge_group(const struct dri_world *w, const struct dri_meeting *m, int side)
{
	const struct dri_guest *h, *wrong = NULL;
	uint64_t set = 0;

	for (h = m->guests; h; h = h->next)
		if (h->m.side[side].present)
			set = ocr_dri_set_add(set, h->node);
	for (h = m->guests; h; h = h->next) {
		if (!h->m.side[side].present)
			continue;
		if (!h->m.side[side].group.n)
			return DRI_SUCCESS;
		if (!wrong && !may_mean(&h->m.side[side].group, set))
			wrong = h;
	}
	if (!wrong)
		return DRI_SUCCESS;
	return refuse(
		w, m, DRI_ERR_CROSSED,
		"the %u %s are not the group in which process %u has rank %d",
		m->n[side], side_name(side), wrong->node,
		wrong->m.side[side].rank);
}

static int
judge_rank(const struct dri_world *w, const struct dri_meeting *m,
	   struct dri_member *member, const struct dri_guest *h, int side)
{
	const struct dri_side_spec *s = &h->m.side[side];

	if (member[s->rank].node != OCR_NODE_NONE)
		return refuse(w, m, DRI_ERR_RANK,
			      "processes %u and %u both have rank %d of the %s",
			      member[s->rank].node, h->node, s->rank,
			      side_name(side));
	member[s->rank].node = h->node;
	member[s->rank].ticket = h->m.ticket;
	for (int i = 0; i < 2; i++)
		member[s->rank].link[i] = h->m.side[i].link;
	return DRI_SUCCESS;
}

/* The data types of two processes, of one side or of both: `fit`, or not. */
static int
judge_types(const struct dri_world *w, const struct dri_meeting *m,
	    const struct dri_side_spec *a, const struct dri_side_spec *b,
	    bool fit)
{
	struct dri_type type[2] = {{"", 0, 0}, {"", 0, 0}};

	if (fit)
		return DRI_SUCCESS;
	ocr_dri_type(dataspec_of(a), &type[0]);
	ocr_dri_type(dataspec_of(b), &type[1]);
	return refuse(w, m, DRI_ERR_TYPES,
		      "ranks %d and %d have the data types %s and %s", a->rank,
		      b->rank, type[0].name, type[1].name);
}

/* The array of two processes, on one side or not. */
static int
judge_array(const struct dri_world *w, const struct dri_meeting *m,
	    const struct dri_side_spec *a, const struct dri_side_spec *b)
{
	long long i, k;

	if (a->shape.ndims != b->shape.ndims)
		return refuse(
			w, m, DRI_ERR_SIZES,
			"ranks %d and %d have arrays of %d and %d dimensions",
			a->rank, b->rank, a->shape.ndims, b->shape.ndims);
	for (int d = 0; d < a->shape.ndims; d++) {
		i = a->shape.dim[d].split.size;
		k = b->shape.dim[d].split.size;
		if (i == k)
			continue;
		return refuse(w, m, DRI_ERR_SIZES,
			      "ranks %d and %d have %lld and %lld elements in "
			      "dimension %d",
			      a->rank, b->rank, i, k, d);
	}
	return DRI_SUCCESS;
}

/* Two processes of one side. */
static int
judge_equal(const struct dri_world *w, const struct dri_meeting *m,
	    const struct dri_side_spec *a, const struct dri_side_spec *b)
{
	int status = judge_types(w, m, a, b, a->dataspec == b->dataspec);
	char what[128];

	if (!status)
		status = judge_array(w, m, a, b);
	if (status || !memcmp(&a->shape, &b->shape, sizeof(a->shape)))
		return status;
	ocr_dri_shape_compare(&a->shape, &b->shape, what, sizeof(what));
	return refuse(w, m, DRI_ERR_DISTRIBUTION,
		      "ranks %d and %d of one side have different "
		      "distributions: %s",
		      a->rank, b->rank, what);
}

/* All of a side say the same. */
static int
judge_side(const struct dri_world *w, const struct dri_meeting *m, int side,
	   struct dri_member *member)
{
	const struct dri_side_spec *s = speaker(m, side), *other;
	int status = judge_group(w, m, side);

	if (status)
		return status;
	for (const struct dri_guest *h = m->guests; h; h = h->next) {
		other = &h->m.side[side];
		if (!other->present)
			continue;
		status = judge_equal(w, m, s, other);
		if (status)
			return status;
		if (other->n_buffers != s->n_buffers)
			return refuse(
				w, m, DRI_ERR_BUFFER_COUNT,
				"ranks %d and %d of the %s have %d and %d "
				"buffers",
				s->rank, other->rank, side_name(side),
				s->n_buffers, other->n_buffers);
		status = judge_rank(w, m, member, h, side);
		if (status)
			return status;
	}
	return DRI_SUCCESS;
}

/* -- The answer ------------------------------------------------------------ */

static struct dri_table *
new_table(const struct dri_meeting *m)
{
	uint32_t n = m->n[DRI_SEND] + m->n[DRI_RECEIVE];
	size_t len = sizeof(struct dri_table) + n * sizeof(struct dri_member);
	struct dri_table *t = calloc(1, len);

	if (!t)
		return NULL;
	t->op = (struct ocr_op){(uint32_t)len, DRI_MSG_TABLE, 0};
	t->clique = m->guests->m.clique;
	for (uint32_t i = 0; i < n; i++)
		t->member[i].node = OCR_NODE_NONE;
	for (int s = 0; s < 2; s++) {
		t->n[s] = m->n[s];
		t->n_buffers[s] = (uint32_t)speaker(m, s)->n_buffers;
		t->dataspec[s] = speaker(m, s)->dataspec;
		t->shape[s] = speaker(m, s)->shape;
	}
	return t;
}

/* Fills in who has which rank, if all is well. */
static int
judge(const struct dri_world *w, const struct dri_meeting *m,
      struct dri_table *t)
{
	const struct dri_side_spec *s = speaker(m, DRI_SEND),
				   *r = speaker(m, DRI_RECEIVE);
	int status = judge_side(w, m, DRI_SEND, t->member);
	struct dri_form form;

	if (!status)
		status = judge_side(w, m, DRI_RECEIVE,
				    t->member + t->n[DRI_SEND]);
	if (!status)
		status = judge_types(
			w, m, s, r,
			ocr_dri_form(dataspec_of(s), dataspec_of(r), &form));
	return status ? status : judge_array(w, m, s, r);
}

static void
tell_refused_locked(struct dri_world *w, const struct dri_guest *h, int status)
{
	struct dri_refuse m = {
		.op = {sizeof(m), DRI_MSG_REFUSE, 0},
		.ticket = h->m.ticket,
		.status = status,
	};

	ocr_dri_send_locked(w, h->node, &m.op);
}

static void
tell_all_refused_locked(struct dri_world *w, const struct dri_meeting *m,
			int status)
{
	for (const struct dri_guest *h = m->guests; h; h = h->next)
		tell_refused_locked(w, h, status);
}

/* All are there. */
static void
conclude_locked(struct dri_world *w, struct dri_meeting *m)
{
	struct dri_table *t = new_table(m);
	int status = t ? judge(w, m, t) : DRI_ERR_NO_MEMORY;

	if (status)
		tell_all_refused_locked(w, m, status);
	else
		ocr_dri_send_locked(w, t->member[0].node, &t->op);
	free(t);
	ocr_dri_meeting_end_locked(w, m);
}

static bool
is_complete(const struct dri_meeting *m)
{
	for (int s = 0; s < 2; s++)
		if (!speaker(m, s) || m->n[s] < group_size(speaker(m, s)))
			return false;
	return true;
}

/* -- Messages -------------------------------------------------------------- */

static bool
is_sane(const struct dri_hello *m)
{
	struct dri_shape shape;
	struct dri_type type;
	const char *why;

	if (m->op.len_bytes != sizeof(*m) || m->clique > 1 ||
	    m->name[DRI_MAX_NAME] || !*m->name)
		return false;
	for (int s = 0; s < 2; s++) {
		if (!m->side[s].present)
			continue;
		if (m->side[s].present != 1 || m->side[s].n_buffers < 1 ||
		    !ocr_dri_type(dataspec_of(&m->side[s]), &type) ||
		    m->side[s].n_buffers > DRI_MOST_BUFFERS ||
		    m->side[s].group.n > DRI_MOST_SETS ||
		    ocr_dri_shape_make(&shape, &m->side[s].shape, &why) ||
		    m->side[s].rank < 0 || m->side[s].rank >= shape.group_size)
			return false;
	}
	return m->side[0].present + m->side[1].present == 1 + (int)m->clique;
}

/* Where this HELLO belongs; NULL: no memory. */
static struct dri_meeting *
meeting_for_locked(struct dri_world *w, ocr_node_t from,
		   const struct dri_hello *msg)
{
	struct dri_meeting *m =
		ocr_dri_meeting_find_locked(w, msg->name, msg->among);

	/* Who was refused, and comes again, begins anew. */
	if (m && m->status && ocr_dri_meeting_has(m, from)) {
		ocr_dri_meeting_end_locked(w, m);
		m = NULL;
	}
	return m ? m : ocr_dri_meeting_begin_locked(w, msg->name, msg->among);
}

/* May it wait here?  Else all hear why. */
static int
judge_arrival_locked(const struct dri_world *w, const struct dri_meeting *m,
		     ocr_node_t from, const struct dri_hello *msg)
{
	/* None of the others would ever be all. */
	if (ocr_dri_meeting_has(m, from))
		return refuse(w, m, DRI_ERR_GROUPS,
			      "process %u connects it twice", from);
	if (ocr_dri_meeting_is_full_locked(w, from))
		return refuse(w, m, DRI_ERR_TOO_MANY,
			      "%d calls of process %u wait to be connected "
			      "here already, which is the most",
			      DRI_MOST_WAITING, from);
	return judge_newcomer(w, m, msg);
}

static void
arrive_locked(struct dri_world *w, struct dri_meeting *m, ocr_node_t from,
	      const struct dri_hello *msg)
{
	struct dri_guest late = {.node = from, .m = *msg};
	int status = m->status;

	if (status) {
		ocr_dri_meeting_told_locked(m, from);
		tell_refused_locked(w, &late, status);
		return;
	}
	status = judge_arrival_locked(w, m, from, msg);
	if (status) {
		tell_all_refused_locked(w, m, status);
		tell_refused_locked(w, &late, status);
		ocr_dri_meeting_refuse_locked(w, m, from, status);
	} else if (!ocr_dri_meeting_add_locked(w, m, from, msg)) {
		tell_refused_locked(w, &late, DRI_ERR_NO_MEMORY);
		if (!m->guests)
			ocr_dri_meeting_end_locked(w, m);
	} else if (is_complete(m)) {
		conclude_locked(w, m);
	}
}

int
ocr_dri_on_hello(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct dri_hello *msg = (const struct dri_hello *)op;
	struct dri_world *w = ctx;
	struct dri_meeting *m;

	if (!is_sane(msg) || ocr_dri_host_of(w, msg->name) != w->self)
		return -EPROTO;
	ocr_dri_lock(w);
	m = meeting_for_locked(w, from, msg);
	if (m)
		arrive_locked(w, m, from, msg);
	ocr_dri_unlock(w);
	return m ? 0 : -ENOMEM;
}

/* Who is not there yet, as far as that is known. */
static void
describe(const struct dri_meeting *m, char *text, size_t len)
{
	static const char *const names[2] = {"sending", "receiving"};
	const struct dri_side_spec *s;
	size_t at = 0;

	for (int side = 0; side < 2; side++) {
		s = speaker(m, side);
		if (s && m->n[side] >= group_size(s))
			continue;
		if (!s)
			at += (size_t)snprintf(text + at, len - at,
					       "%sall %s processes",
					       at ? " and " : "", names[side]);
		else
			at += (size_t)snprintf(
				text + at, len - at, "%s%u of %u %s processes",
				at ? " and " : "", group_size(s) - m->n[side],
				group_size(s), names[side]);
	}
}

int
ocr_dri_on_ask(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct dri_ask *msg = (const struct dri_ask *)op;
	struct dri_answer answer = {
		.op = {sizeof(answer), DRI_MSG_ANSWER, 0},
		.ticket = msg->ticket,
	};
	struct dri_world *w = ctx;
	struct dri_meeting *m;

	if (msg->name[DRI_MAX_NAME])
		return -EPROTO;
	ocr_dri_lock(w);
	m = ocr_dri_meeting_find_locked(w, msg->name, msg->among);
	if (m) {
		describe(m, answer.text, sizeof(answer.text));
		ocr_dri_send_locked(w, from, &answer.op);
	}
	ocr_dri_unlock(w);
	return 0;
}
