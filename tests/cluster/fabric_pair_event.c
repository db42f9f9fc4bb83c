/* SPDX-License-Identifier: BSD-3-Clause */
/* fabric_pair_event.c - see fabric_pair_event.h. */
#include "tests/cluster/fabric_pair_event.h"

#include <stddef.h>
#include <string.h>

static void
on_confirm(struct ocr_confirm *c)
{
	char *e = (char *)c - offsetof(struct pair_event, confirm);

	pair_event_set((struct pair_event *)e, 0);
}

static void
on_transfer(struct ocr_transfer *x, int status)
{
	char *e = (char *)x - offsetof(struct pair_event, transfer);

	pair_event_set((struct pair_event *)e, status);
}

void
pair_event_init(struct pair_event *e)
{
	memset(e, 0, sizeof(*e));
	e->confirm.fn = on_confirm;
	e->transfer.fn = on_transfer;
	pthread_mutex_init(&e->lock, NULL);
	pthread_cond_init(&e->changed, NULL);
}

void
pair_event_set(struct pair_event *e, int status)
{
	pthread_mutex_lock(&e->lock);
	e->happened++;
	e->status = status;
	pthread_cond_broadcast(&e->changed);
	pthread_mutex_unlock(&e->lock);
}

int
pair_event_wait(struct pair_event *e)
{
	int status;

	pthread_mutex_lock(&e->lock);
	while (e->happened == 0)
		pthread_cond_wait(&e->changed, &e->lock);
	e->happened--;
	status = e->status;
	pthread_mutex_unlock(&e->lock);
	return status;
}
