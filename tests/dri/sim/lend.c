/* SPDX-License-Identifier: BSD-3-Clause */
/* lend.c - user sets, whose memory is watched (watch.h). */
#include "tests/dri/sim/lend.h"

#include "tests/dri/sim/calls.h"
#include "tests/dri/sim/watch.h"

void
lend_set(struct end *e)
{
	if (!e->user) {
		OK(e, DRI_Bufferset_system_create(e->n_buffers, e->bytes,
						  &e->set));
		return;
	}
	for (int i = 0; i < e->n_buffers; i++) {
		e->memory[i] = e->sharer && e->sharer->has_lent
				       ? e->sharer->memory[i]
				       : watch_lend((size_t)e->bytes);
		e->known[e->n_known++] = e->memory[i];
	}
	e->has_lent = true;
	OK(e, DRI_Bufferset_user_create(e->n_buffers, e->memory, e->bytes,
					&e->set));
}

/* Memory of which a channel is made: another may send from it, if this one does
 * as well. */
void
lend_again(struct end *e)
{
	DRI_Channel c;
	DRI_Bufferset other;
	int status;

	if (!e->user || e->bytes == 0 || e->is_lost ||
	    dice_once_in(&e->dice, 2))
		return;
	OK(e, DRI_Bufferset_user_create(1, &e->memory[e->n_buffers - 1],
					e->bytes, &other));
	status = DO(DRI_Channel_create_send(
		"memory", e->course->r.type[e->side], e->dist, other, &c));
	if (e->side == DRI_RECEIVE)
		calls_refused(e, DRI_ERR_BUFFER_SHARED, status);
	else if (calls_ok(e, status))
		OK(e, DRI_Channel_destroy(&c));
	OK(e, DRI_Bufferset_destroy(&other));
}

void
lend_end(struct end *e)
{
	/* The last one of two. */
	bool keeps = e->sharer && e->sharer->has_lent;

	for (int i = 0; e->user && !keeps && i < e->n_buffers; i++)
		watch_give_back(e->memory[i], (size_t)e->bytes);
	e->has_lent = false;
	e->n_known = 0;
	e->n_held = 0;
}
