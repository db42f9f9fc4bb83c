/* SPDX-License-Identifier: BSD-3-Clause */
/* meeting.c - a list of those that wait, and a queue of those refused. */
#include "src/dri/meet/meeting.h"

#include <stdlib.h>
#include <string.h>

struct dri_meetings {
	struct dri_meeting *waiting;
	/* From the oldest on: */
	struct dri_meeting *refused, **refused_end;
	unsigned n_refused;
	uint32_t n_waiting[]; /* HELLOs, by process */
};

static struct dri_meeting **
find_locked(struct dri_meeting **at, const char *name, uint64_t among)
{
	while (*at && ((*at)->among != among || strcmp((*at)->name, name) != 0))
		at = &(*at)->next;
	return at;
}

struct dri_meeting *
ocr_dri_meeting_find_locked(const struct dri_world *w, const char *name,
			    uint64_t among)
{
	struct dri_meetings *all = w->meetings;
	struct dri_meeting *m;

	if (!all)
		return NULL;
	m = *find_locked(&all->waiting, name, among);
	return m ? m : *find_locked(&all->refused, name, among);
}

static bool
open_locked(struct dri_world *w)
{
	struct dri_meetings *all =
		calloc(1, sizeof(*all) + w->size * sizeof(all->n_waiting[0]));

	if (!all)
		return false;
	all->refused_end = &all->refused;
	w->meetings = all;
	return true;
}

struct dri_meeting *
ocr_dri_meeting_begin_locked(struct dri_world *w, const char *name,
			     uint64_t among)
{
	struct dri_meeting *m;

	if (!w->meetings && !open_locked(w))
		return NULL;
	m = calloc(1, sizeof(*m));
	if (!m)
		return NULL;
	memcpy(m->name, name, sizeof(m->name));
	m->among = among;
	m->end = &m->guests;
	m->next = w->meetings->waiting;
	w->meetings->waiting = m;
	return m;
}

/* Nobody waits here any more. */
static void
dismiss_locked(struct dri_world *w, struct dri_meeting *m)
{
	struct dri_guest *g;

	while ((g = m->guests)) {
		m->guests = g->next;
		w->meetings->n_waiting[g->node]--;
		free(g);
	}
	m->end = &m->guests;
}

static void
take_out_locked(struct dri_meetings *all, struct dri_meeting *m)
{
	struct dri_meeting **at = m->status ? &all->refused : &all->waiting;

	while (*at != m)
		at = &(*at)->next;
	*at = m->next;
	if (!m->status)
		return;
	all->n_refused--;
	if (!m->next)
		all->refused_end = at;
}

void
ocr_dri_meeting_end_locked(struct dri_world *w, struct dri_meeting *m)
{
	take_out_locked(w->meetings, m);
	dismiss_locked(w, m);
	free(m->told);
	free(m);
}

void
ocr_dri_meetings_free(struct dri_world *w)
{
	struct dri_meetings *all;

	ocr_dri_lock(w);
	all = w->meetings;
	while (all && all->waiting)
		ocr_dri_meeting_end_locked(w, all->waiting);
	while (all && all->refused)
		ocr_dri_meeting_end_locked(w, all->refused);
	w->meetings = NULL;
	ocr_dri_unlock(w);
	free(all);
}

bool
ocr_dri_meeting_has(const struct dri_meeting *m, ocr_node_t node)
{
	if (m->told)
		return m->told[node];
	for (const struct dri_guest *g = m->guests; g; g = g->next)
		if (g->node == node)
			return true;
	return false;
}

bool
ocr_dri_meeting_is_full_locked(const struct dri_world *w, ocr_node_t node)
{
	return w->meetings->n_waiting[node] >= DRI_MOST_WAITING;
}

bool
ocr_dri_meeting_add_locked(struct dri_world *w, struct dri_meeting *m,
			   ocr_node_t from, const struct dri_hello *msg)
{
	struct dri_guest *g = calloc(1, sizeof(*g));

	if (!g)
		return false;
	g->node = from;
	g->m = *msg;
	*m->end = g;
	m->end = &g->next;
	for (int s = 0; s < 2; s++)
		m->n[s] += (uint32_t)msg->side[s].present;
	w->meetings->n_waiting[from]++;
	return true;
}

void
ocr_dri_meeting_refuse_locked(struct dri_world *w, struct dri_meeting *m,
			      ocr_node_t last, int status)
{
	struct dri_meetings *all = w->meetings;

	m->told = calloc(w->size, sizeof(*m->told));
	if (!m->told) {
		ocr_dri_meeting_end_locked(w, m);
		return;
	}
	for (const struct dri_guest *g = m->guests; g; g = g->next)
		m->told[g->node] = true;
	m->told[last] = true;
	take_out_locked(all, m);
	dismiss_locked(w, m);
	m->status = status;
	if (all->n_refused == DRI_MOST_REFUSED)
		ocr_dri_meeting_end_locked(w, all->refused);
	m->next = NULL;
	*all->refused_end = m;
	all->refused_end = &m->next;
	all->n_refused++;
}

void
ocr_dri_meeting_told_locked(struct dri_meeting *m, ocr_node_t node)
{
	m->told[node] = true;
}
