/* SPDX-License-Identifier: BSD-3-Clause */
/* program.c - one task for each end, and one that ends the process.
 *
 * In a clique the sender's task connects, when the receiver's has made its
 * channel, and tells it.
 */
#include "tests/dri/sim/program.h"

#include "tests/dri/ask.h"
#include "tests/dri/sim/bytes.h"
#include "tests/dri/sim/calls.h"
#include "tests/dri/sim/lend.h"
#include "tests/dri/sim/rounds.h"
#include "tests/dri/sim/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned running[WORLDS_MOST]; /* tasks of each process */

/* -- Making and unmaking --------------------------------------------------- */

/* An array that is not the one of the others, in one piece for each of n. */
static int
other_distribution(const struct end *e, int n, DRI_Distribution *out)
{
	DRI_Partition whole = DRI_PARTITION_WHOLE;
	int64_t size = 100; /* more than any in a script */
	DRI_Global_Data array;
	int status = DRI_Global_Data_create(1, &size, NULL, &array);

	if (status)
		return status;
	status = DRI_Distribution_create_simple(array, n, e->rank, &n, &whole,
						out);
	DRI_Global_Data_destroy(&array);
	return status;
}

static const struct side *
side_of(const struct end *e)
{
	return e->side == DRI_SEND ? &e->course->r.src : &e->course->r.dst;
}

static int
make_distribution(struct end *e, enum flaw flaw)
{
	int n = e->course->n[e->side];

	switch (flaw) {
	case FLAW_RANK:
		return ask_distribution(side_of(e), (e->rank + 1) % n,
					&e->dist);
	case FLAW_SIZE:
		return other_distribution(e, n, &e->dist);
	case FLAW_GROUP:
		return other_distribution(e, n + 1, &e->dist);
	default:
		return ask_distribution(side_of(e), e->rank, &e->dist);
	}
}

static void
name_of(const struct end *e, bool again, char *name, size_t len)
{
	const struct course *c = e->course;

	/* Who is told at once may come again before the last of the others
	 * has come for the first time. */
	snprintf(name, len, "%s%s", c->name,
		 again && (c->flaw == FLAW_GROUP || c->flaw == FLAW_CLIQUE)
			 ? " again"
			 : "");
}

/* The processes of a side. */
static int
list_side(const struct course *c, enum dri_side side, int *ranks)
{
	for (int i = 0; i < c->n[side]; i++)
		ranks[i] = (int)c->end[side][i].process;
	return c->n[side];
}

/* The group in which e has the rank that it says; with its flaw there is
 * another process in place of one. */
static int
list_own_side(const struct end *e, enum flaw flaw, int *ranks)
{
	const struct course *c = e->course;
	int n = list_side(c, e->side, ranks), next = (e->rank + 1) % n;

	if (flaw == FLAW_CROSS)
		ranks[next] = (int)c->end[!e->side][0].process;
	if (flaw == FLAW_RANK) {
		ranks[e->rank] = ranks[next];
		ranks[next] = (int)e->process;
	}
	return n;
}

/* All of a course, from somewhere on. */
static bool
set_group(struct end *e)
{
	int ranks[2 * WORLDS_MOST], n;
	DRI_Group g;

	n = list_side(e->course, DRI_SEND, ranks);
	if (!e->course->clique)
		n += list_side(e->course, DRI_RECEIVE, ranks + n);
	for (int k = e->rank % n; k > 0; k--) {
		int first = ranks[0];

		memmove(ranks, ranks + 1, (size_t)(n - 1) * sizeof(*ranks));
		ranks[n - 1] = first;
	}
	return OK(e, DRI_Group_create(DRI_GROUP_WORLD, n, ranks, &g)) &&
	       OK(e, DRI_Channel_set_group(e->channel, g)) &&
	       OK(e, DRI_Group_destroy(&g));
}

/* Another data type, whose elements are not larger. */
static DRI_Dataspec
other_type(const struct course *c)
{
	DRI_Dataspec opaque = DRI_OPAQUE((int)c->r.part_bytes * c->r.parts);

	return c->r.type[DRI_SEND] == opaque ? DRI_INT8 : opaque;
}

static bool
make_channel(struct end *e, bool again)
{
	enum flaw flaw =
		!again && e->course->culprit == e ? e->course->flaw : FLAW_NONE;
	DRI_Dataspec type = e->course->r.type[e->side];
	int ranks[WORLDS_MOST], n;
	char name[48];
	DRI_Group g;

	if (flaw == FLAW_TYPE)
		type = other_type(e->course);
	name_of(e, again, name, sizeof(name));
	n = list_own_side(e, flaw, ranks);
	return OK(e, DRI_Group_create(DRI_GROUP_WORLD, n, ranks, &g)) &&
	       OK(e, e->side == DRI_SEND
			     ? DRI_Channel_create_send(name, type, e->dist,
						       e->set, &e->channel)
			     : DRI_Channel_create_rcv(name, type, e->dist,
						      e->set, &e->channel)) &&
	       OK(e, DRI_Group_destroy(&g)) &&
	       (!e->course->is_scoped || set_group(e));
}

/* Distribution, buffers and channel.  `again`: without the flaw. */
static void
make(struct end *e, bool again)
{
	const struct course *c = e->course;
	enum flaw flaw = !again && c->culprit == e ? c->flaw : FLAW_NONE;
	int64_t count;

	OK(e, make_distribution(e, flaw));
	OK(e, DRI_Distribution_get_local_count(e->dist, &count));
	if (flaw != FLAW_SIZE && flaw != FLAW_GROUP && flaw != FLAW_RANK &&
	    count != e->places.count)
		worlds_fail("%s: %lld elements, not %lld", c->name,
			    (long long)count, (long long)e->places.count);
	e->bytes = count * (int64_t)c->r.part_bytes * c->r.parts;
	e->n_buffers = c->n_buffers[e->side] + (flaw == FLAW_COUNT);
	lend_set(e);
	if (make_channel(e, again))
		lend_again(e);
}

/* All but the channel, when it is destroyed.  What was held has gone with its
 * set, though senders that have not heard of it keep that for a while. */
static void
unmake_rest(struct end *e)
{
	void *p;

	if (e->set != DRI_BUFFERSET_NULL)
		OK(e, DRI_Bufferset_destroy(&e->set));
	for (int i = 0; i < e->n_held; i++)
		calls_refused(e, DRI_ERR_HANDLE,
			      DO(DRI_Buffer_get_ptr(e->held[i], &p)));
	OK(e, DRI_Distribution_destroy(&e->dist));
	lend_end(e);
}

static void
unmake(struct end *e)
{
	OK(e, DRI_Channel_destroy(&e->channel));
	unmake_rest(e);
}

/* -- Connecting ------------------------------------------------------------ */

/* All hear the same. */
static void
look_at_refusal(struct end *e, int status)
{
	struct course *c = e->course;
	static const int want[] = {
		[FLAW_TYPE] = DRI_ERR_TYPES,
		[FLAW_COUNT] = DRI_ERR_BUFFER_COUNT,
		[FLAW_RANK] = DRI_ERR_RANK,
		[FLAW_SIZE] = DRI_ERR_SIZES,
		[FLAW_CLIQUE] = DRI_ERR_GROUPS,
		[FLAW_CROSS] = DRI_ERR_CROSSED,
		[FLAW_SIDES] = DRI_ERR_GROUPS,
	};

	if (calls_is_lost(status)) {
		e->is_lost = true;
		return;
	}
	if (!c->refused)
		c->refused = status;
	if (status == DRI_SUCCESS || status != c->refused ||
	    (c->flaw != FLAW_GROUP && status != want[c->flaw]))
		worlds_fail("%s was to be refused: \"%s\", others \"%s\"",
			    c->name, DRI_strerror(status),
			    DRI_strerror(c->refused));
}

static bool
has_made(void *arg)
{
	const struct end *e = arg;

	return e->made > e->answered || e->is_lost;
}

static bool
is_answered(void *arg)
{
	const struct end *e = arg;

	return e->answered == e->made || e->is_left;
}

/* Who also receives in this process; NULL: a pipeline. */
static struct end *
partner(const struct course *c, uint32_t process)
{
	for (int i = 0; c->clique && i < c->n[DRI_RECEIVE]; i++)
		if (c->end[DRI_RECEIVE][i].process == process)
			return (struct end *)&c->end[DRI_RECEIVE][i];
	return NULL;
}

static int
connect_alone(struct end *e)
{
	return DO(DRI_Channel_connect(e->channel));
}

/* For both ends of a clique; tells the other one. */
static int
connect_both(struct end *send, struct end *receive, bool again)
{
	bool alone = !again && send->course->culprit == send &&
		     send->course->flaw == FLAW_CLIQUE;
	int status;

	task_doing("waiting for the other end's channel");
	task_wait(has_made, receive);
	if (receive->is_lost) {
		send->is_lost = true;
		return DRI_ERR_SYSTEM;
	}
	do {
		if (alone)
			status = connect_alone(send);
		else
			status = DO(DRI_Channel_connect_sendrecv(
				send->channel, receive->channel));
		/* The other group was first: all who have met hear so. */
	} while (status == DRI_ERR_CROSSED && send->course->is_crossed);
	receive->answer = status;
	receive->answered++;
	return status;
}

static int
wait_for_answer(struct end *e)
{
	e->made++;
	task_doing("waiting for the other end to connect");
	task_wait(is_answered, e);
	return e->answered == e->made ? e->answer : DRI_ERR_SYSTEM;
}

static int
connect_once(struct end *e, bool again)
{
	struct course *c = e->course;

	if (!c->clique || (!again && c->flaw == FLAW_SIDES))
		return connect_alone(e);
	if (e->side == DRI_RECEIVE)
		return wait_for_answer(e);
	return connect_both(e, partner(c, e->process), again);
}

/* Made, and not connected yet; false: lost. */
static bool
connect_end(struct end *e, int generation)
{
	struct course *c = e->course;
	bool renames = c->flaw == FLAW_GROUP || c->flaw == FLAW_CLIQUE;

	if (e->is_lost)
		return false;
	if (c->flaw && !generation) {
		look_at_refusal(e, connect_once(e, false));
		if (e->is_lost)
			return false;
		if (e == c->culprit || renames || e->remakes) {
			unmake(e);
			make(e, true);
		}
	}
	return !e->is_lost && calls_ok(e, connect_once(e, true));
}

/* -- Tasks ----------------------------------------------------------------- */

static bool
is_last(const struct end *e, int generation)
{
	return generation + 1 == e->course->generations;
}

/* Either channel goes first, perhaps with its buffers, though some are on their
 * way; the program's memory goes when both channels have gone. */
static void
unmake_lender(struct end *e, int generation)
{
	struct end *by = script_lender(e);

	if (!by || by->channel == DRI_CHANNEL_NULL)
		return;
	if (dice_once_in(&e->dice, 2)) {
		OK(e, DRI_Channel_destroy(&e->channel));
		if (is_last(e, generation))
			OK(e, DRI_Bufferset_destroy(&e->set));
	}
	unmake(by);
}

/* The program has no buffers any more, but where it keeps them for the next
 * channel, or does not care. */
static void
finish(struct end *e, int generation)
{
	bool holds = e->holds && !e->course->onward &&
		     (!is_last(e, generation) || !e->course->leaves);

	while (e->side == DRI_RECEIVE && e->n_held && !e->is_lost && !holds)
		rounds_give_back(e);
	if (e->course->leaves && is_last(e, generation) && !e->is_lost) {
		watch_leaves();
		return;
	}
	unmake_lender(e, generation);
	if (e->channel != DRI_CHANNEL_NULL)
		OK(e, DRI_Channel_destroy(&e->channel));
	if (is_last(e, generation) || e->is_lost) {
		unmake_rest(e);
		return;
	}
	if (e->side == DRI_SEND && e->n_held)
		worlds_fail("a sender has a buffer too many");
	make_channel(e, true);
}

/* The first of two: what comes goes on to the next. */
static void
connect_onward(struct end *e)
{
	struct end *other, *by = e;

	if (!e->course->onward || e->side == DRI_SEND)
		return;
	other = partner(e->course->onward, e->process);
	if (script_lender(e)) {
		by = script_lender(e);
		make(by, true);
	}
	calls_ok(e, connect_both(by, other, true));
}

/* Who waits for this one to connect waits no more. */
static void
leave_partner(struct end *e)
{
	struct end *other = NULL;

	if (e->side == DRI_SEND)
		other = partner(e->course, e->process);
	else if (e->course->onward)
		other = partner(e->course->onward, e->process);
	if (other)
		other->is_left = true;
}

static void
run_end(void *arg)
{
	struct end *e = arg;

	make(e, false);
	for (int g = 0; g < e->course->generations && !e->is_lost; g++) {
		if (connect_end(e, g)) {
			connect_onward(e);
			if (!e->is_lost && e->side == DRI_SEND)
				rounds_send(e);
			else if (!e->is_lost)
				rounds_receive(e);
		}
		finish(e, g);
	}
	leave_partner(e);
	running[e->process]--;
}

/* Both channels, from the set and the distribution of the receiver. */
static void
make_in_place(struct end *s, struct end *r, int generation)
{
	if (!generation) {
		make(r, false);
		s->dist = r->dist;
		s->set = r->set;
		s->bytes = r->bytes;
		s->n_buffers = r->n_buffers;
	} else {
		make_channel(r, true);
	}
	make_channel(s, true);
}

static void
unmake_in_place(struct end *s, struct end *r)
{
	struct end *first = dice_once_in(&s->dice, 2) ? s : r;

	OK(s, DRI_Channel_destroy(&first->channel));
	OK(s, DRI_Channel_destroy(first == s ? &r->channel : &s->channel));
}

static void
run_in_place(void *arg)
{
	struct end *s = arg, *r = partner(s->course, s->process);

	for (int g = 0; g < s->course->generations && !s->is_lost; g++) {
		make_in_place(s, r, g);
		s->is_lost = s->is_lost || r->is_lost;
		if (!s->is_lost &&
		    calls_ok(s, DO(DRI_Channel_connect_sendrecv(s->channel,
								r->channel))))
			rounds_in_place(s, r);
		if (s->course->leaves && is_last(s, g) && !s->is_lost)
			watch_leaves();
		else
			unmake_in_place(s, r);
	}
	if (!s->course->leaves || s->is_lost)
		unmake_rest(r);
	running[s->process]--;
}

static bool
have_ended(void *arg)
{
	return !*(unsigned *)arg;
}

/* The program's first thread. */
static void
run_main(void *arg)
{
	unsigned *fibers = arg;
	bool broken;
	int status;

	task_doing("waiting for its threads");
	task_wait(have_ended, fibers);
	broken = worlds_is_broken((uint32_t)(fibers - running));
	/* One that has lost another may do much else before it ends, and hears
	 * of those that do not know yet. */
	for (int i = broken ? (int)(worlds_seed % 64) : 0; i > 0; i--)
		task_rest();
	status = DO(DRI_Finalize());
	if (status ? !calls_is_lost(status) : broken)
		worlds_fail("DRI_Finalize%s: %s",
			    broken ? ", with a process lost" : "",
			    DRI_strerror(status));
}

static void
start_end(struct end *e)
{
	char name[64];

	/* This one is the receiver's too. */
	if (e->side == DRI_SEND ? e->course->is_onward : e->course->in_place)
		return;
	snprintf(name, sizeof(name), "%s %s %d",
		 e->side == DRI_SEND ? "send" : "receive", e->course->name,
		 e->rank);
	running[e->process]++;
	worlds_start(e->process, e->course->in_place ? run_in_place : run_end,
		     e, name);
}

void
program_start(struct script *s)
{
	bool flawed = false;

	calls_begin(s);
	memset(running, 0, sizeof(running));
	for (int k = 0; k < s->n_courses; k++) {
		flawed = flawed || s->course[k].flaw || s->course[k].is_crossed;
		for (int side = 0; side < 2; side++)
			for (int i = 0; i < s->course[k].n[side]; i++)
				start_end(&s->course[k].end[side][i]);
	}
	for (uint32_t p = 0; p < s->n; p++)
		worlds_start(p, run_main, &running[p], "main");
	watch_errors(flawed || s->is_lossy);
	/* What is under way when somebody is lost never comes back. */
	if (s->is_lossy)
		watch_stays();
}
