/* SPDX-License-Identifier: BSD-3-Clause */
/* init.c - DRI_Init and DRI_Finalize. */
#include "src/dri/call/init.h"

#include "dri.h"
#include "fabric/log.h"
#include "src/dri/call/root.h"
#include "src/dri/handle/say.h"
#include "src/dri/link/link.h"
#include "src/dri/world/options.h"
#include "src/dri/world/world.h"

#include <stdatomic.h>
#include <stddef.h>

enum stage { BEFORE, INSIDE, AFTER };

static _Atomic(enum stage) stage = BEFORE;
static struct dri_world *world; /* fixed while INSIDE */

struct dri_world *
ocr_dri_enter(const char *call, int *status)
{
	/* pairs with ocr_dri_become() */
	switch (atomic_load_explicit(&stage, memory_order_acquire)) {
	case INSIDE:
		*status = DRI_SUCCESS;
		return world;
	case AFTER:
		*status = ocr_dri_refuse(DRI_ERR_FINALIZED, "%s", call);
		return NULL;
	default:
		*status = ocr_dri_refuse(DRI_ERR_INIT, "%s", call);
		return NULL;
	}
}

void
ocr_dri_become(struct dri_world *w)
{
	world = w;
	atomic_store_explicit(&stage, w ? INSIDE : BEFORE,
			      memory_order_release);
}

int
DRI_Init(int *argcp, char ***argvp)
{
	struct dri_options o;
	struct dri_world *w;
	int status;

	switch (atomic_load_explicit(&stage, memory_order_acquire)) {
	case INSIDE:
		return ocr_dri_refuse(DRI_ERR_INIT, "DRI_Init");
	case AFTER:
		return ocr_dri_refuse(DRI_ERR_FINALIZED, "DRI_Init");
	default:
		break;
	}
	if (!argcp != !argvp || (argvp && !*argvp))
		return ocr_dri_refuse(DRI_ERR_NULL, "DRI_Init: %s",
				      !argcp   ? "argcp, not argvp"
				      : !argvp ? "argvp, not argcp"
					       : "*argvp");
	status = ocr_dri_options_read(&o, argcp, argvp);
	if (status)
		return status;
	ocr_log_set_verbose(o.verbose);
	if (ocr_dri_world_open(&w, &o, &ocr_dri_above))
		return DRI_ERR_SYSTEM;
	ocr_dri_become(w);
	return DRI_SUCCESS;
}

static bool
is_sent_locked(void *arg)
{
	struct dri_world *w = arg;

	const struct dri_links *links = w->links;

	for (uint32_t i = 0; i < links->n; i++)
		if (links->at[i] && links->at[i]->side == DRI_SEND &&
		    !ocr_dri_link_is_done_locked(links->at[i]))
			return false;
	return true;
}

static void
complain_locked(void *arg)
{
	struct dri_world *w = arg;

	ocr_log_warn(w->self, "DRI_Finalize waits: what was put is not "
			      "received");
}

/* Receivers want nothing more, senders have nothing more: the other side hears
 * so, and does not wait. */
static void
close_links_locked(struct dri_world *w, enum dri_side side)
{
	const struct dri_links *links = w->links;

	for (uint32_t i = 0; i < links->n; i++)
		if (links->at[i] && links->at[i]->side == side &&
		    links->at[i]->state == DRI_LINK_OPEN)
			ocr_dri_link_close_locked(links->at[i]);
}

int
DRI_Finalize(void)
{
	struct dri_world *w;
	struct dri_wait wait;
	bool sent;
	int status;

	w = ocr_dri_enter("DRI_Finalize", &status);
	if (!w)
		return status;
	ocr_dri_lock(w);
	close_links_locked(w, DRI_RECEIVE);
	wait = (struct dri_wait){is_sent_locked, complain_locked, w, 0};
	sent = ocr_dri_wait_locked(w, &wait) && !w->broken;
	if (sent)
		close_links_locked(w, DRI_SEND);
	w->ending = true;
	ocr_dri_unlock(w);
	atomic_store_explicit(&stage, AFTER, memory_order_release);
	ocr_dri_world_close(w);
	return sent ? DRI_SUCCESS : DRI_ERR_SYSTEM;
}
