/* SPDX-License-Identifier: BSD-3-Clause */
/* rounds.c - what an end sends and takes, and what it has in hand meanwhile. */
#include "tests/dri/sim/rounds.h"

#include "tests/dri/sim/bytes.h"
#include "tests/dri/sim/calls.h"

#include <string.h>

static uint64_t n_late;

/* Who knows that a process is lost hears so from every call. */
static int
judge(const struct end *e, bool was_broken, int status)
{
	if (was_broken && status != DRI_ERR_SYSTEM)
		worlds_fail("%s: \"%s\" with a process lost", e->course->name,
			    DRI_strerror(status));
	return status;
}

/* Waits for one in one way or another, and at last for as long as it takes. */
static int
get_any(struct end *e, DRI_Buffer_Id *out)
{
	DRI_Buffer_Id b = DRI_BUFFER_ID_NULL;
	bool broken;
	int status;

	for (int64_t times = dice_below(&e->dice, 8) - 4; times > 0; times--) {
		broken = worlds_is_broken(e->process);
		status =
			judge(e, broken,
			      DRI_Channel_get_timed(e->channel, times - 1, &b));
		if (status != DRI_ERR_TIMEOUT) {
			*out = b;
			return status;
		}
		if (b != DRI_BUFFER_ID_NULL)
			worlds_fail("%s: a buffer, and too late",
				    e->course->name);
		n_late++;
		if (dice_once_in(&e->dice, 2))
			task_rest();
	}
	broken = worlds_is_broken(e->process);
	return judge(e, broken, DRI_Channel_get(e->channel, out));
}

uint64_t
rounds_late(void)
{
	return n_late;
}

/* One more buffer, which the caller has not got yet; false: none comes. */
static bool
get(struct end *e, int round)
{
	DRI_Buffer_Id b;
	void *p;

	if (!OK(e, get_any(e, &b)) || !OK(e, DRI_Buffer_get_ptr(b, &p)))
		return false;
	e->held[e->n_held] = b;
	e->held_at[e->n_held] = p;
	e->held_round[e->n_held++] = round;
	return true;
}

static DRI_Channel
channel_to_put(const struct end *e)
{
	return script_lender(e) ? script_lender(e)->channel : e->channel;
}

static bool
put(struct end *e, int i)
{
	bool broken = worlds_is_broken(e->process);
	DRI_Buffer_Id b = e->held[i];

	e->n_held--;
	memmove(&e->held[i], &e->held[i + 1],
		(size_t)(e->n_held - i) * sizeof(e->held[0]));
	memmove(&e->held_at[i], &e->held_at[i + 1],
		(size_t)(e->n_held - i) * sizeof(e->held_at[0]));
	memmove(&e->held_round[i], &e->held_round[i + 1],
		(size_t)(e->n_held - i) * sizeof(e->held_round[0]));
	return OK(e, judge(e, broken, DRI_Channel_put(channel_to_put(e), b)));
}

/* With all buffers in hand there is none to come. */
static void
get_one_too_many(struct end *e)
{
	DRI_Buffer_Id b;

	if (e->n_held == e->n_buffers && dice_once_in(&e->dice, 4))
		calls_refused(e, DRI_ERR_BUSY, DO(get_any(e, &b)));
}

static bool
gets_next(struct end *e, int got, int wanted)
{
	return got < wanted && e->n_held < e->n_buffers &&
	       (!e->n_held || dice_once_in(&e->dice, 2));
}

void
rounds_send(struct end *e)
{
	int got = 0, sent = 0, i;

	while (sent < e->rounds && !e->is_lost) {
		if (dice_once_in(&e->dice, 4))
			task_rest();
		get_one_too_many(e);
		if (gets_next(e, got, e->rounds)) {
			got += get(e, 0);
		} else if (e->n_held) {
			i = (int)dice_below(&e->dice, e->n_held);
			bytes_fill(e, e->held_at[i], sent++);
			put(e, i);
		}
	}
}

static void
take(struct end *e, int round)
{
	if (!get(e, round))
		return;
	bytes_look(e, e->held_at[e->n_held - 1], round, "when it came");
	bytes_fill_unused(e, e->held_at[e->n_held - 1]);
}

void
rounds_give_back(struct end *e)
{
	/* Sent on, they keep their order. */
	int i = e->course->onward ? 0 : (int)dice_below(&e->dice, e->n_held);

	bytes_look(e, e->held_at[i], e->held_round[i], "in hand");
	if (!e->course->onward)
		bytes_spoil(e, e->held_at[i]);
	put(e, i);
}

void
rounds_receive(struct end *e)
{
	DRI_Buffer_Id b;
	int got = 0;

	while (got < e->rounds && !e->is_lost) {
		if (dice_once_in(&e->dice, 4))
			task_rest();
		get_one_too_many(e);
		if (!gets_next(e, got, e->rounds)) {
			rounds_give_back(e);
		} else if (got < e->avail) {
			take(e, got++);
		} else {
			calls_refused(e, DRI_ERR_NOT_CONNECTED,
				      DO(get_any(e, &b)));
			break;
		}
	}
}

/* -- In place -------------------------------------------------------------- */

/* What the receiver has in hand, or a free one, is sent. */
static void
send_in_place(struct end *s, struct end *r, int round)
{
	if (!r->n_held || dice_once_in(&s->dice, 3)) {
		if (!get(s, 0))
			return;
	} else {
		s->held[0] = r->held[--r->n_held];
		s->held_at[0] = r->held_at[r->n_held];
		s->n_held = 1;
	}
	bytes_fill(s, s->held_at[0], round);
	bytes_fill_unused(r, s->held_at[0]);
	put(s, 0);
}

void
rounds_in_place(struct end *s, struct end *r)
{
	int sent = 0, got = 0, free;
	DRI_Buffer_Id b;

	while (got < s->rounds && !s->is_lost && !r->is_lost) {
		if (sent > r->avail && got == r->avail) {
			calls_refused(r, DRI_ERR_NOT_CONNECTED,
				      DO(DRI_Channel_get(r->channel, &b)));
			break;
		}
		if (dice_once_in(&s->dice, 4))
			task_rest();
		free = r->n_buffers - (sent - got) - r->n_held;
		if (!free && dice_once_in(&s->dice, 4))
			calls_refused(s, DRI_ERR_BUSY, DO(get_any(s, &b)));
		if (sent == got && dice_once_in(&s->dice, 4))
			calls_refused(r, DRI_ERR_BUSY, DO(get_any(r, &b)));
		if (s->is_lost || r->is_lost)
			break;
		if (sent < s->rounds && free &&
		    (sent == got || dice_once_in(&s->dice, 2)))
			send_in_place(s, r, sent++);
		else if (r->n_held && dice_once_in(&s->dice, 2))
			rounds_give_back(r);
		else if (sent > got)
			take(r, got++);
	}
	while (r->n_held && !s->is_lost && !r->is_lost)
		rounds_give_back(r);
	s->is_lost = r->is_lost = s->is_lost || r->is_lost;
}
