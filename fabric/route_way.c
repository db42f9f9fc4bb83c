/* SPDX-License-Identifier: BSD-3-Clause */
/* route_way.c - chooses how a node is reached once its card has come, and gives
 * up those that cannot be, or have ended. */
#include "fabric/route_way.h"

#include "fabric/card.h"
#include "fabric/crier.h"
#include "fabric/death.h"
#include "fabric/job.h"
#include "fabric/log.h"
#include "fabric/session.h"

#include <stdio.h>

void
ocr_route_ask(struct route *r, ocr_node_t node)
{
	uint8_t way = NEW;

	if (!atomic_compare_exchange_strong_explicit(&r->way[node], &way, ASKED,
						     memory_order_relaxed,
						     memory_order_relaxed))
		return;
	/* Without memory the next one asks. */
	if (ocr_cards_ask(r->cards, node) != 0)
		atomic_store_explicit(&r->way[node], NEW, memory_order_relaxed);
}

/* A node has begun to send before this one has its card. */
void
ocr_route_called(void *ctx, ocr_node_t node)
{
	struct ocr_transport *by;

	ocr_route_find(ctx, node, &by);
}

static void
fail_at(struct ocr_transport *t, ocr_node_t node, const char *why)
{
	if (t != NULL)
		t->ops->fail(t, node, why);
}

/* Who has met it says so above, and what the other holds of it, or will, is
 * dropped. */
static void
fail_at_both(struct route *r, ocr_node_t node, const char *why)
{
	bool net_first = atomic_load_explicit(&r->way[node],
					      memory_order_relaxed) == BY_NET;

	fail_at(net_first ? r->net : r->host, node, why);
	fail_at(net_first ? r->host : r->net, node, why);
}

static void
give_up(struct route *r, ocr_node_t node, const char *why)
{
	atomic_store_explicit(&r->way[node], GONE, memory_order_relaxed);
	/* First what it has still written, where that can be read. */
	fail_at_both(r, node, why);
	r->up.failed(r->up.ctx, node, why);
}

static void
give_up_dead(struct route *r, ocr_node_t node, uint32_t pid)
{
	char text[512];

	snprintf(text, sizeof(text), "host %s, pid %u: its process is dead",
		 ocr_job_host(r->job, node), pid);
	give_up(r, node, text);
}

static __attribute__((cold, noinline)) void
warn_of_late(const struct route *r, ocr_node_t node, uint32_t seconds)
{
	uint32_t most = ocr_job_start_s(r->job);
	char then[80] = "";

	if (!ocr_crier_begin(r->crier, node))
		return;
	if (most != 0)
		snprintf(then, sizeof(then),
			 "; after %u s it is given up (OCR_START_S)", most);
	ocr_log_warn(r->self,
		     "node %u (host %s) has not said for %u s where it can be "
		     "reached: it is still starting, or stopped, or has ended "
		     "before, or its host is cut off%s",
		     node, ocr_job_host(r->job, node), seconds, then);
}

void
ocr_route_warn_of_late(struct route *r)
{
	ocr_node_t node;
	uint32_t seconds;

	if (ocr_cards_late(r->cards, &node, &seconds))
		warn_of_late(r, node, seconds);
}

static void
fail_dead(struct route *r, ocr_node_t node, int how)
{
	char why[80], text[OCR_DEATH_TEXT];

	snprintf(why, sizeof(why), "its process %s", ocr_death_text(how, text));
	fail_at_both(r, node, why);
}

/* One line of a host is enough: all neighbours see the same. */
static void
warn_of_stop(const struct route *r, ocr_node_t node, uint32_t pid)
{
	char then[80] = "";

	if (!ocr_crier_begin(r->crier, node))
		return;

	if (r->silence_s != 0)
		snprintf(then, sizeof(then),
			 "; if it still is after %u s, the job ends "
			 "(OCR_SILENCE_S)",
			 r->silence_s);
	ocr_log_warn(r->self,
		     "node %u (host %s, pid %u) is stopped by a signal: "
		     "continue it with kill -CONT %u%s",
		     node, ocr_job_host(r->job, node), pid, pid, then);
}

void
ocr_route_on_news(void *ctx, ocr_node_t node, uint32_t pid,
		  enum ocr_watch_news news)
{
	struct route *r = ctx;
	char why[80];

	switch (news) {
	case OCR_WATCH_ENDED:
		fail_dead(r, node, ocr_watch_how(r->watch, node));
		break;
	case OCR_WATCH_LOST:
		snprintf(why, sizeof(why),
			 "its process has been stopped for %u s", r->silence_s);
		fail_at_both(r, node, why);
		break;
	case OCR_WATCH_STOPPED:
		warn_of_stop(r, node, pid);
		break;
	case OCR_WATCH_HELD:
		if (!ocr_crier_begin(r->crier, node))
			break;
		ocr_log_warn(r->self,
			     "node %u (host %s, pid %u) is held by a debugger; "
			     "the others wait for it",
			     node, ocr_job_host(r->job, node), pid);
		break;
	case OCR_WATCH_RUNS:
		if (!ocr_crier_end(r->crier, node))
			break;
		ocr_log_warn(r->self, "node %u (host %s, pid %u) runs again",
			     node, ocr_job_host(r->job, node), pid);
		break;
	}
}

/* Both are processes of one host, which see each other. */
static bool
is_neighbour(struct route *r, ocr_node_t node, const struct ocr_card *card)
{
	return ocr_job_is_local(r->job, node) &&
	       ocr_card_shares_pids(ocr_cards_own(r->cards), card);
}

/* NULL, and *way is how it is reached; or why it cannot be. */
static const char *
choose(struct route *r, ocr_node_t node, const struct ocr_card *card,
       enum ocr_way *way)
{
	const char *why = "it runs on this host in a container of its own: let "
			  "all have one name space of processes, or set "
			  "OCR_PROVIDER=net";

	if (r->host != NULL && is_neighbour(r, node, card)) {
		*way = BY_HOST;
		why = r->host->ops->meet(r->host, node, card);
		if (why == NULL || r->net == NULL)
			return why;
		ocr_log_warn(r->self, "node %u is reached by the network: %s",
			     node, why);
	}
	*way = BY_NET;
	return r->net != NULL ? r->net->ops->meet(r->net, node, card) : why;
}

/* A neighbour that could not map this node's memory sends by the network.  If
 * it cannot be met there either, that is no end, but nothing shall wait for
 * it. */
static void
meet_by_net(struct route *r, ocr_node_t node, const struct ocr_card *card)
{
	const char *why;

	if (r->net == NULL)
		return;
	why = r->net->ops->meet(r->net, node, card);
	if (why != NULL)
		r->ofi->ops->fail(r->ofi, node, why);
}

/* The card of `node` has come. */
void
ocr_route_meet(void *ctx, ocr_node_t node, const struct ocr_card *card,
	       const char *why)
{
	struct route *r = ctx;
	enum ocr_way way = GONE;
	bool lives = true;

	/* First: what can be opened afterwards was that process's. */
	if (why == NULL && is_neighbour(r, node, card)) {
		lives = ocr_watch_begin(r->watch, node, card->pid);
		if (r->net != NULL)
			ocr_session_watched(r->net, node);
	}
	if (why == NULL)
		why = choose(r, node, card, &way);
	if (way == BY_HOST && why == NULL)
		meet_by_net(r, node, card);
	if (why == NULL) {
		/* pairs with ocr_route_find() */
		atomic_store_explicit(&r->way[node], way, memory_order_release);
		if (!lives)
			fail_dead(r, node, ocr_death_read(-1, card->pid));
		return;
	}
	ocr_watch_end(r->watch, node);
	if (lives)
		give_up(r, node, why);
	else
		give_up_dead(r, node, card->pid);
}
