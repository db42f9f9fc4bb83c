/* SPDX-License-Identifier: BSD-3-Clause */
/* rounds.c - what an end sends and takes, and what it has in hand meanwhile. */
#include "tests/dri/sim/rounds.h"

#include "tests/dri/sim/bytes.h"
#include "tests/dri/sim/calls.h"

#include <string.h>

/* Who knows that a process is lost hears so from every call. */
static int
judge(const struct end *e, bool was_broken, int status)
{
	if (was_broken && status != DRI_ERR_SYSTEM)
		worlds_fail("%s: \"%s\" with a process lost", e->course->name,
			    DRI_strerror(status));
	return status;
}

/* One more buffer, which the caller has not got yet; false: none comes. */
static bool
get(struct end *e, int round)
{
	bool broken = worlds_is_broken(e->process);
	DRI_Buffer_Id b;
	void *p;

	if (!OK(e, judge(e, broken, DRI_Channel_get(e->channel, &b))) ||
	    !OK(e, DRI_Buffer_get_ptr(b, &p)))
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
		calls_refused(e, DRI_ERR_BUSY,
			      DO(DRI_Channel_get(e->channel, &b)));
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
				      DO(DRI_Channel_get(e->channel, &b)));
			break;
		}
	}
}
