/* SPDX-License-Identifier: BSD-3-Clause */
/* words.c - what a task does with the blocks that it has. */
#include "tests/sim/blocks/blocks.h"

#include "extensions/ocr-db-info.h"
#include "tests/sim/notes.h"

#include <sched.h>

#define READS (BLOCKS_RO | BLOCKS_CONST)

/* In words.  512 is the largest whose bytes come in the grant. */
static const u64 small[] = {0, 1, 1, 2, 8, 8, 40};
static const u64 big[] = {511, 512, 513, 700, 1030, 2500};

static bool
writes(const struct held *h)
{
	return h->mode == DB_MODE_RW || h->mode == DB_MODE_EW;
}

void
blocks_pause(struct me *m)
{
	if (!(m->a.features & BLOCKS_PAUSES))
		return;
	if (sim_pause)
		sim_pause();
	else
		sched_yield();
}

/* -- Words ----------------------------------------------------------------- */

static u64
read_word(const struct held *h, u64 i)
{
	u64 value = __atomic_load_n(&h->words[i], __ATOMIC_RELAXED);

	if (sim_note_read)
		sim_note_read(h->db, i, value);
	return value;
}

static void
write_word(struct me *m, struct held *h, u64 i)
{
	u64 value = conf_word(m->a.id, ++m->written);

	if (sim_note_write)
		sim_note_write(h->db, i, value);
	__atomic_store_n(&h->words[i], value, __ATOMIC_RELAXED);
	if (h->probed && h->probe == i)
		h->before = value;
}

/* Who reads CONST, or writes alone, finds what he found before.  Outside of the
 * simulator nobody else would notice. */
static void
probe(struct me *m, struct held *h)
{
	u64 value;

	if (!h->n || h->released ||
	    (h->mode != DB_MODE_CONST && h->mode != DB_MODE_EW))
		return;
	if (!h->probed)
		h->probe = draw(m, h->n);
	value = read_word(h, h->probe);
	if (h->probed && value != h->before && !sim_note_read)
		FAIL("word %" PRIu64 " has changed under its task", h->probe);
	h->probed = true;
	h->before = value;
}

/* Few words are in the way of each other most. */
static u64
some_word(struct me *m, const struct held *h)
{
	switch (draw(m, 4)) {
	case 0:
		return draw(m, h->n);
	case 1:
		return h->n - 1;
	default:
		return draw(m, h->n < 4 ? h->n : 4);
	}
}

static void
touch(struct me *m, struct held *h)
{
	u64 n = 1 + draw(m, 4);

	probe(m, h);
	while (n--) {
		if (writes(h) && draw(m, 2))
			write_word(m, h, some_word(m, h));
		else
			read_word(h, some_word(m, h));
		if (!draw(m, 3))
			blocks_pause(m);
	}
	probe(m, h);
}

static void
read_all(struct me *m, struct held *h)
{
	for (u64 i = 0; i < h->n; i++) {
		read_word(h, i);
		if (i == h->n / 2)
			blocks_pause(m);
	}
}

static void
write_all(struct me *m, struct held *h)
{
	for (u64 i = 0; i < h->n; i++) {
		write_word(m, h, i);
		if (i == h->n / 2)
			blocks_pause(m);
	}
}

/* -- Blocks ---------------------------------------------------------------- */

/* One that the task has, and its number; or NULL. */
static struct held *
pick(struct me *m)
{
	struct held *h;

	if (!m->n_held)
		return NULL;
	h = &m->held[draw(m, m->n_held)];
	return h->released || !h->n ? NULL : h;
}

void
blocks_touch(struct me *m)
{
	struct held *h = pick(m);

	if (!h)
		return;
	switch (draw(m, h->n > 100 ? 30 : 5)) {
	case 0:
		read_all(m, h);
		break;
	case 1:
		if (writes(h)) {
			write_all(m, h);
			break;
		}
		/* fall through */
	default:
		touch(m, h);
	}
}

void
blocks_read_all(struct me *m, unsigned i)
{
	if (i < m->n_held && !m->held[i].released)
		read_all(m, &m->held[i]);
}

static bool
is_stronger(ocrDbAccessMode_t a, ocrDbAccessMode_t b)
{
	return a == DB_MODE_EW || (a == DB_MODE_RW && b != DB_MODE_EW) ||
	       (a == DB_MODE_CONST && b == DB_MODE_RO);
}

void
blocks_acquired(struct me *m, const ocrEdtDep_t *d)
{
	struct held *h = m->held;
	u64 bytes = 0;

	OK(ocrDbGetSize(d->guid, &bytes));
	if (sim_note_acquire)
		sim_note_acquire(d->guid, d->mode, bytes / 8);
	while (h < m->held + m->n_held && !ocrGuidIsEq(h->db, d->guid))
		h++;
	if (h == m->held + m->n_held) {
		*h = (struct held){.db = d->guid,
				   .words = d->ptr,
				   .n = bytes / 8,
				   .mode = d->mode};
		m->n_held++;
	} else if (is_stronger(d->mode, h->mode)) {
		h->mode = d->mode;
	}
	if (!d->ptr != !bytes)
		FAIL("a block of %" PRIu64 " bytes lies at %p", bytes, d->ptr);
}

static u64
draw_words(struct me *m)
{
	/* In some programs most of them are big. */
	if (odds(m, BLOCKS_BIG, conf_word(m->a.seed, 4) % 4 ? 6 : 1))
		return big[draw(m, sizeof(big) / sizeof(*big))];
	return small[draw(m, sizeof(small) / sizeof(*small))];
}

ocrGuid_t
blocks_create(struct me *m, u64 *words)
{
	return blocks_create_at(m, words, blocks_place(m, BLOCKS_HOMES));
}

ocrGuid_t
blocks_create_at(struct me *m, u64 *words, u64 node)
{
	ocrHint_t hint = conf_db_hint(node);
	bool unheld = odds(m, BLOCKS_UNHELD, 4) || m->n_held == BLOCKS_HELD;
	struct held *h = &m->held[m->n_held];
	u64 n = draw_words(m);
	ocrGuid_t g = NULL_GUID;
	void *ptr = NULL;

	*words = n;
	if (odds(m, BLOCKS_HINTS, 2))
		OK(ocrSetHintValue(
			&hint,
			draw(m, 3) ? OCR_HINT_DB_EAGER : OCR_HINT_DB_LAZY, 1));
	OK(ocrDbCreate(&g, &ptr, 8 * n,
		       unheld ? DB_PROP_NO_ACQUIRE : DB_PROP_NONE, &hint,
		       NO_ALLOC));
	if (unheld)
		return g;
	if (sim_note_create)
		sim_note_create(g, n);
	*h = (struct held){.db = g, .words = ptr, .n = n, .mode = DB_MODE_RW};
	m->n_held++;
	if (!odds(m, BLOCKS_BLANK, 3))
		write_all(m, h);
	return g;
}

static void
release(struct held *h)
{
	if (h->released)
		return;
	OK(ocrDbRelease(h->db));
	h->released = true;
}

void
blocks_let_go(struct me *m)
{
	struct held *h;

	if (!m->n_held)
		return;
	h = &m->held[draw(m, m->n_held)];
	if (h->released)
		return;
	if (odds(m, BLOCKS_DOWNGRADE, 2)) {
		OK(ocrDbDowngradeRelease(h->db));
		if (writes(h)) {
			h->mode = DB_MODE_RO;
			h->probed = false;
		}
	} else if (m->a.features & BLOCKS_EARLY) {
		probe(m, h);
		release(h);
	}
}

void
blocks_release_all(struct me *m)
{
	for (unsigned i = 0; i < m->n_held; i++)
		release(&m->held[i]);
}

void
blocks_forget(struct me *m, ocrGuid_t db)
{
	for (unsigned i = 0; i < m->n_held; i++) {
		if (!ocrGuidIsEq(m->held[i].db, db))
			continue;
		release(&m->held[i]);
		m->held[i] = m->held[--m->n_held];
		return;
	}
}

void
blocks_destroy(struct me *m, ocrGuid_t db)
{
	OK(ocrDbDestroy(db));
	for (unsigned i = 0; i < m->n_held; i++)
		if (ocrGuidIsEq(m->held[i].db, db))
			m->held[i].released = true;
}

/* -- GUIDs ----------------------------------------------------------------- */

void
blocks_learn(struct me *m, ocrGuid_t db)
{
	for (u64 i = 0; i < m->a.n_known; i++)
		if (ocrGuidIsEq(m->a.known[i], db))
			return;
	if (m->a.n_known < BLOCKS_KNOWN)
		m->a.known[m->a.n_known++] = db;
	else
		m->a.known[1 + draw(m, BLOCKS_KNOWN - 1)] = db;
}

ocrGuid_t
blocks_pass(struct me *m)
{
	ocrGuid_t g;

	if (!m->a.n_known)
		return NULL_GUID;
	g = m->a.known[odds(m, BLOCKS_HOT, 2) ? 0 : draw(m, m->a.n_known)];
	for (unsigned i = 0; i < m->n_held; i++)
		if (ocrGuidIsEq(m->held[i].db, g) && writes(&m->held[i]) &&
		    !odds(m, BLOCKS_RACING, 4))
			release(&m->held[i]);
	return g;
}

static ocrDbAccessMode_t
mode_of(struct me *m, u64 features)
{
	static const struct {
		u64 feature;
		ocrDbAccessMode_t mode;
	} modes[] = {{BLOCKS_EW, DB_MODE_EW},
		     {BLOCKS_RW, DB_MODE_RW},
		     {BLOCKS_RO, DB_MODE_RO},
		     {BLOCKS_CONST, DB_MODE_CONST}};
	/* How often each is used: the same in all tasks of a program. */
	u64 weights[4], sum = 0, at;

	for (unsigned i = 0; i < 4; i++) {
		bool reads = modes[i].feature & READS;

		weights[i] = 1 + conf_word(m->a.seed, i) % 8;
		weights[i] += reads && is_narrow(m) ? 48 : 0;
		weights[i] *= (features & modes[i].feature) != 0;
		sum += weights[i];
	}
	if (!sum)
		return DB_MODE_RW;
	at = draw(m, sum);
	for (unsigned i = 0;; i++) {
		if (at < weights[i])
			return modes[i].mode;
		at -= weights[i];
	}
}

ocrDbAccessMode_t
blocks_mode(struct me *m)
{
	return mode_of(m, m->a.features);
}

ocrDbAccessMode_t
blocks_read_mode(struct me *m)
{
	return mode_of(m, m->a.features & READS);
}

u64
blocks_place(struct me *m, u64 feature)
{
	if (!(m->a.features & feature))
		return 0;
	/* Most blocks are used elsewhere than at home. */
	if (odds(m, BLOCKS_HOT, 2))
		return m->a.seed / 64 + (feature == BLOCKS_HOMES);
	return draw(m, 64);
}
