/* SPDX-License-Identifier: BSD-3-Clause */
/* copies.c - blocks are copied, and lent piece by piece.
 *
 * A plain copy goes between whatever blocks a task has, while others use them.
 * Who follows its event destroys that.
 *
 * With DB_COPY_PARTITION nobody uses a block while pieces of it are out: so it
 * is one that only the lender knows, each piece belongs to a tree of tasks, and
 * all of them have ended before one task sends the pieces home with
 * DB_COPY_PARTITION_BACK.  Who gets the block then may cut it.  Each of these
 * copies comes before and after everybody who could see it, so whoever begins
 * to use the bytes tells the simulator what they have become.
 */
#include "tests/sim/blocks/blocks.h"

#include "extensions/ocr-db-partitioning.h"

#include <string.h>

static u64
bytes(u64 words)
{
	return 8 * words;
}

/* -- Plain copies ---------------------------------------------------------- */

static struct held *
pick(struct me *m)
{
	struct held *h = m->n_held ? &m->held[draw(m, m->n_held)] : NULL;

	return h && h->n ? h : NULL;
}

void
blocks_copy(struct me *m)
{
	struct held *from = pick(m),
		    *to = odds(m, BLOCKS_TWICE, 3) ? from : pick(m);
	struct kid k = {.taken = 2};
	u64 n, at, source;

	if (!m->a.budget || !from || !to)
		return;
	n = draw(m, (from->n < to->n ? from->n : to->n) + 1);
	at = draw(m, to->n - n + 1);
	source = draw(m, from->n - n + 1);
	OK(ocrDbCopy(to->db, bytes(at), from->db, bytes(source), bytes(n),
		     DB_COPY_DEFAULT, &k.trash));
	blocks_create_kid(m, &k, 0);
	conf_link(k.trash, k.task, 1, blocks_mode(m));
	conf_link(draw(m, 2) ? from->db : NULL_GUID, k.task, 2, blocks_mode(m));
	blocks_open_kid(m, &k);
}

/* -- Blocks in pieces ------------------------------------------------------ */

void
blocks_note_loans(const struct args *a)
{
	for (u64 i = 0; i < a->n_loans; i++) {
		const struct loan *l = &a->loans[i];

		if (sim_note_copied && a->loans_are_back)
			sim_note_copied(&l->whole, &l->piece, l->n);
		else if (sim_note_copied)
			sim_note_copied(&l->piece, &l->whole, l->n);
	}
}

/* A block that the task does not have, where `node` says if it is less than 64.
 */
static ocrGuid_t
create_unheld(u64 words, u64 node)
{
	ocrHint_t hint = conf_db_hint(node);
	ocrGuid_t g = NULL_GUID;
	void *ptr;

	OK(ocrDbCreate(&g, &ptr, bytes(words), DB_PROP_NO_ACQUIRE,
		       node < 64 ? &hint : NULL_HINT, NO_ALLOC));
	return g;
}

/* Parameters of whoever brings pieces home. */
struct home {
	struct args a;
	ocrGuid_t here; /* counts the pieces */
};

/* Parameters of whoever destroys the event of one. */
struct arrival {
	ocrGuid_t event, here;
};

TASK(arrive)
{
	const struct arrival *a = PARAM(struct arrival);

	OK(ocrEventDestroy(a->event));
	blocks_count(a->here, OCR_EVENT_LATCH_DECR_SLOT);
	return NULL_GUID;
}

/* Slot: all have ended that know a piece. */
TASK(bring_home)
{
	const struct home *h = PARAM(struct home);
	struct me m = {.a = h->a};
	u64 first, n = m.a.n_loans;

	m.rng = m.a.id;
	first = draw(&m, n);
	for (u64 i = 0; i < n; i++) {
		const struct loan *l = &m.a.loans[(first + i) % n];
		struct arrival a = {.here = h->here};
		ocrGuid_t t;

		OK(ocrDbCopy(l->whole.db, bytes(l->whole.first), l->piece.db,
			     bytes(l->piece.first), bytes(l->n),
			     DB_COPY_PARTITION_BACK, &a.event));
		t = blocks_spawn_last(&m, arrive, PARAMS(a), 1);
		conf_link(a.event, t, 0, DB_MODE_NULL);
		blocks_pause(&m);
	}
	return NULL_GUID;
}

/* The first of the tree of tasks that know a piece, and no others. */
static void
add_borrower(struct me *m, const struct loan *l, ocrGuid_t done,
	     ocrGuid_t copied, u64 budget)
{
	struct own own = {l->piece.db, l->piece.words, 0};
	struct args a = blocks_args_of_helper(m);
	ocrGuid_t t;

	a.budget = budget;
	a.done = done;
	a.inside = a.returns = 0;
	a.counts = 1;
	a.trash = copied;
	a.n_loans = 1;
	a.loans[0] = *l;
	a.loans_are_back = 0;
	a.known[a.n_known++] = own.db;
	a.own[a.n_own++] = own;
	t = conf_spawn(m->a.tmpl, blocks_place(m, BLOCKS_SPREAD), PARAMS(a), 3,
		       EDT_PROP_NONE, NULL);
	conf_start(t, 0);
	conf_link(draw(m, 2) ? own.db : NULL_GUID, t, 2, blocks_mode(m));
	conf_link(copied, t, 1, draw(m, 2) ? DB_MODE_NULL : blocks_mode(m));
}

/* Ranges that do not overlap, with holes. */
static u64
draw_loans(struct me *m, struct loan *loans, ocrGuid_t db, u64 words, u64 node)
{
	u64 first = 0, n = 1 + draw(m, BLOCKS_LOANS);

	for (u64 i = 0; i < n; i++) {
		struct loan *l = &loans[i];
		u64 more = draw(m, 3) ? 0 : 1 + draw(m, 4);

		first += draw(m, 3) ? 0 : draw(m, words - first + 1);
		l->n = draw(m, 3) ? (words - first) / (n - i)
				  : draw(m, words - first + 1);
		l->whole = (struct sim_range){db, words, first};
		/* Most often it is all of a block, at home where the whole is.
		 */
		l->piece.words = l->n + more;
		l->piece.first = more ? draw(m, more + 1) : 0;
		l->piece.db = create_unheld(l->piece.words,
					    draw(m, 3) ? node : draw(m, 64));
		first += l->n;
	}
	return n;
}

void
blocks_lend(struct me *m)
{
	struct kid after = {.taken = 2};
	struct loan loans[BLOCKS_LOANS];
	u64 n, budget, node = blocks_place(m, BLOCKS_HOMES);
	struct home home;
	ocrGuid_t done, copied;
	struct own own = {.is_file = 0};

	if (m->a.budget < 2 || m->a.depth == BLOCKS_DEPTH ||
	    !blocks_may_keep(m))
		return;
	own.db = blocks_create_at(m, &own.words, node);
	m->blocks[m->n_blocks++] = own.db;
	blocks_forget(m, own.db);
	n = draw_loans(m, loans, own.db, own.words, node);
	budget = draw(m, m->a.budget - 1) / n;
	m->a.budget -= 1 + n * budget;

	home.a = blocks_args_of_helper(m);
	memcpy(home.a.loans, loans, sizeof(loans));
	home.a.n_loans = n;
	home.here = blocks_latch(n);
	after.own = &own;
	after.loans = loans;
	after.n_loans = n;
	m->a.budget++;
	blocks_create_kid(m, &after, 0);
	conf_link(home.here, after.task, 1, DB_DEFAULT_MODE);
	conf_link(own.db, after.task, 2, blocks_mode(m));
	blocks_open_kid(m, &after);

	done = blocks_latch(n);
	conf_link(done, blocks_spawn_last(m, bring_home, PARAMS(home), 1), 0,
		  DB_DEFAULT_MODE);
	for (u64 i = 0; i < n; i++) {
		const struct loan *l = &loans[i];

		OK(ocrDbCopy(l->piece.db, bytes(l->piece.first), l->whole.db,
			     bytes(l->whole.first), bytes(l->n),
			     DB_COPY_PARTITION, &copied));
		add_borrower(m, l, done, copied, budget);
		blocks_pause(m);
	}
}
