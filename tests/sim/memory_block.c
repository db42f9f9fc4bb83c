/* SPDX-License-Identifier: BSD-3-Clause */
/* memory_block.c - see memory_block.h. */
#include "tests/sim/memory_block.h"

#include "tests/sim/own.h"

#include <stdlib.h>
#include <string.h>

void *
memory_grown(void *array, uint32_t n, uint32_t *cap, size_t size)
{
	if (n < *cap)
		return array;
	*cap = *cap ? 2 * *cap : 16;
	return sim_own_realloc(array, *cap, size);
}

void *
memory_zeroed(size_t n, size_t size)
{
	return sim_own_calloc(n, size);
}

/* -- Words ----------------------------------------------------------------- */

void
block_write(struct block *b, ocrGuid_t task, uint64_t word, uint64_t value,
	    bool any)
{
	struct whole *w = b->whole;

	word += b->first;
	w->writes = memory_grown(w->writes, w->n_writes, &w->cap_writes,
				 sizeof(*w->writes));
	w->writes[w->n_writes] = (struct write){
		.value = value,
		.word = (uint32_t)word,
		.before = w->last[word],
		.task = task,
		.any = any,
	};
	w->last[word] = w->n_writes++;
}

uint32_t
block_last(const struct block *b, uint64_t word)
{
	return b->whole->last[b->first + word];
}

uint32_t
block_write_at(const struct block *b, uint64_t word, uint32_t moment)
{
	uint32_t w = block_last(b, word);

	while (w > moment)
		w = b->whole->writes[w].before;
	return w;
}

bool
block_holds(const struct block *b, uint32_t write, uint64_t value)
{
	const struct write *w = &b->whole->writes[write];

	return !write || w->any || w->value == value;
}

uint32_t
block_now(const struct block *b)
{
	return b->whole->n_writes - 1;
}

/* -- Ranges ---------------------------------------------------------------- */

bool
block_overlaps(const struct block *a, const struct block *b)
{
	return a->n_words && b->n_words && a->first < b->first + b->n_words &&
	       b->first < a->first + a->n_words;
}

const struct block *
block_part_with(const struct block *b, const struct block *part)
{
	while (part && part->parent != b)
		part = part->parent;
	return part;
}

/* -- States ---------------------------------------------------------------- */

static void
add_state(struct block *b, uint32_t moment)
{
	if (b->n_states && b->states[b->n_states - 1] == moment)
		return;
	b->states = memory_grown(b->states, b->n_states, &b->cap_states,
				 sizeof(*b->states));
	b->states[b->n_states++] = moment;
}

/* Nobody writes to it, or to what shares words with it. */
static bool
is_still(const struct block *b)
{
	const struct block *o;

	for (o = b->whole->blocks; o; o = o->same)
		if (o->writers && (o == b || block_overlaps(o, b)))
			return false;
	return true;
}

/* One that nobody has had may not be there yet, unless it comes before the
 * operation. */
static bool
has_parts(const struct block *b, struct history *h, uint32_t op)
{
	const struct block *o;

	for (o = b->whole->blocks; o; o = o->same)
		if (o != b && !o->destroyed && block_part_with(b, o) &&
		    (o->used || history_precedes(h, o->cut, op)))
			return true;
	return false;
}

/* A part may have no words. */
static bool
is_touched(const struct block *b, const struct block *by)
{
	return !b->destroyed &&
	       (block_overlaps(b, by) || block_part_with(b, by));
}

void
block_settle(struct block *b, struct history *h, uint32_t op)
{
	struct block *o;

	/* Who waited for it before it was cut comes before its parts. */
	for (o = b->whole->blocks; o; o = o->same)
		if ((o == b || (is_touched(o, b) && !has_parts(o, h, op))) &&
		    is_still(o))
			add_state(o, block_now(o));
}

/* -- Open and close -------------------------------------------------------- */

static struct block *
new_block(struct whole *w, ocrGuid_t db, uint64_t words)
{
	struct block *b = memory_zeroed(1, sizeof(*b));

	b->db = db;
	b->whole = w;
	b->n_words = words;
	b->same = w->blocks;
	w->blocks = b;
	return b;
}

struct block *
block_open(ocrGuid_t db, uint64_t words, bool held)
{
	struct whole *w = memory_zeroed(1, sizeof(*w));
	struct block *b = new_block(w, db, words);

	w->n_words = words;
	w->last = memory_zeroed(words, sizeof(*w->last));
	w->writes =
		memory_grown(w->writes, 0, &w->cap_writes, sizeof(*w->writes));
	memset(w->writes, 0, sizeof(*w->writes));
	w->n_writes = 1;
	if (!held)
		add_state(b, 0);
	return b;
}

void
block_widen(struct block *b, uint64_t words)
{
	struct whole *w = b->whole;

	if (b->parent || words <= b->n_words)
		return;
	w->last = sim_own_realloc(w->last, words, sizeof(*w->last));
	memset(w->last + w->n_words, 0,
	       (words - w->n_words) * sizeof(*w->last));
	w->n_words = b->n_words = words;
}

struct block *
block_cut(struct block *parent, ocrGuid_t db, uint64_t first, uint64_t words,
	  uint32_t cut)
{
	struct block *b;

	block_widen(parent, first + words);
	b = new_block(parent->whole, db, words);
	b->parent = parent;
	b->first = parent->first + first;
	b->cut = cut;
	if (is_still(b))
		add_state(b, block_now(b));
	return b;
}

void
block_close(struct block *b)
{
	struct whole *w = b->whole;
	struct block **at = &w->blocks;

	while (*at != b)
		at = &(*at)->same;
	*at = b->same;
	if (!w->blocks) {
		free(w->last);
		free(w->writes);
		free(w->past);
		free(w);
	}
	free(b->states);
	free(b);
}
