/* SPDX-License-Identifier: BSD-3-Clause */
/* memory.c - see memory.h. */
#include "tests/sim/memory.h"

#include "fabric/log.h"
#include "guidmap/guid.h"
#include "src/base/mode.h"
#include "tests/sim/memory_block.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS	   4096
#define MOST_WORDS (1u << 24)

/* What a section has read in a word. */
struct seen {
	uint64_t value;
	uint32_t write;
	bool is_set;
};

struct section {
	struct section *next; /* in its bucket */
	struct block *block;
	ocrGuid_t task;
	ocrDbAccessMode_t mode;
	uint32_t start;
	uint32_t release; /* its operation, or HISTORY_NONE */
	uint32_t end;	  /* the moment of it */
	uint32_t low;	  /* all writes up to this moment must be seen */
	uint32_t low_by;  /* because of this release, or HISTORY_NONE */
	bool has_low;
	struct seen *seen; /* of each word; NULL: nothing read yet */
	/* CONST: the states that it may be looking at. */
	uint32_t *states;
	uint32_t n_states;
	uint32_t n_first; /* of the block's, when the section began */
};

struct memory {
	struct history *history;
	FILE *out;
	uint64_t violations;
	struct block *blocks[BUCKETS];
	struct section *sections[BUCKETS];
};

/* -- Tables ---------------------------------------------------------------- */

static struct block **
find_block(struct memory *m, ocrGuid_t db)
{
	struct block **b = &m->blocks[ocr_guid_hash(db) % BUCKETS];

	while (*b && !ocr_guid_eq((*b)->db, db))
		b = &(*b)->next;
	return b;
}

static struct section **
sections_of(struct memory *m, ocrGuid_t task)
{
	return &m->sections[ocr_guid_hash(task) % BUCKETS];
}

static struct section **
find_section(struct memory *m, ocrGuid_t task, ocrGuid_t db)
{
	struct section **s = sections_of(m, task);

	while (*s && !(ocr_guid_eq((*s)->task, task) &&
		       ocr_guid_eq((*s)->block->db, db)))
		s = &(*s)->next;
	return s;
}

static struct section *
section_of(struct memory *m, ocrGuid_t task, ocrGuid_t db, uint64_t word)
{
	struct section *s = *find_section(m, task, db);

	if (!s || word >= s->block->n_words)
		ocr_bug("a task uses a word of a block that it does not have");
	return s;
}

/* Most often known. */
static struct block *
block_of(struct memory *m, ocrGuid_t db, uint64_t words, bool is_held)
{
	struct block **at = find_block(m, db);

	if (!*at)
		*at = block_open(db, words, is_held);
	block_widen(*at, words);
	return *at;
}

static bool
may_write(const struct section *s)
{
	return !s->release && (s->mode == DB_MODE_RW || s->mode == DB_MODE_EW);
}

/* -- What is wrong -------------------------------------------------------- */

static const char *
name_of(const struct section *s)
{
	if (s->release)
		return "a downgraded section";
	return ocr_mode_text(s->mode);
}

static void
complain(struct memory *m, const struct section *s, const char *what)
{
	char task[OCR_GUID_TEXT], db[OCR_GUID_TEXT];

	m->violations++;
	ocr_guid_text(s->task, task);
	fprintf(m->out, "memory model: %s, which has %s in %s, %s\n", task,
		ocr_guid_text(s->block->db, db), name_of(s), what);
}

/* The history of the word. */
static void
print_writes(struct memory *m, const struct block *b, uint64_t word)
{
	char task[OCR_GUID_TEXT];
	const struct write *writes = b->whole->writes;

	for (uint32_t w = block_last(b, word); w; w = writes[w].before)
		fprintf(m->out, "    write %u: %016" PRIx64 " by %s\n", w,
			writes[w].value, ocr_guid_text(writes[w].task, task));
}

static void
complain_of_word(struct memory *m, const struct section *s, uint64_t word,
		 uint64_t value, const char *what)
{
	char text[160];

	snprintf(text, sizeof(text),
		 "finds %016" PRIx64 " in word %" PRIu64 ": %s", value, word,
		 what);
	complain(m, s, text);
	print_writes(m, s->block, word);
	fprintf(m->out, "    write %u of the block must be seen%s\n", s->low,
		s->low_by ? ":" : "");
	if (s->low_by && history_precedes(m->history, s->low_by, s->start))
		history_print_path(m->history, s->low_by, s->start, m->out);
}

/* -- What a section may read ---------------------------------------------- */

/* Must the section see what that one has written? */
static bool
must_see(struct memory *m, const struct section *s, const struct past *p)
{
	return p->release <= s->start && block_overlaps(p->block, s->block) &&
	       history_precedes(m->history, p->release, s->start);
}

/* The moment of the last release that must be seen. */
static void
find_low(struct memory *m, struct section *s)
{
	const struct whole *w = s->block->whole;

	s->has_low = true;
	for (uint32_t i = w->n_past; i-- > 0;) {
		if (!must_see(m, s, &w->past[i]))
			continue;
		s->low = w->past[i].end;
		s->low_by = w->past[i].release;
		return;
	}
}

static void
list_states(struct section *s)
{
	const struct block *b = s->block;

	s->states = memory_zeroed(s->n_first, sizeof(*s->states));
	for (uint32_t i = 0; i < s->n_first; i++)
		if (b->states[i] >= s->low)
			s->states[s->n_states++] = b->states[i];
}

static void
read_const(struct memory *m, struct section *s, uint64_t word, uint64_t value)
{
	const struct block *b = s->block;
	struct seen *seen = &s->seen[word];
	uint32_t n = 0;

	if (seen->is_set) {
		if (seen->value != value)
			complain_of_word(m, s, word, value, "it has changed");
		return;
	}
	if (!s->states)
		list_states(s);
	for (uint32_t i = 0; i < s->n_states; i++)
		if (block_holds(b, block_write_at(b, word, s->states[i]),
				value))
			s->states[n++] = s->states[i];
	if (!n)
		complain_of_word(m, s, word, value,
				 "no state of the block has that, and what it "
				 "has read before");
	else
		s->n_states = n;
}

/* The same value may have come to a word twice, by copies: the oldest write
 * that it can be. */
static void
read_shared(struct memory *m, struct section *s, uint64_t word, uint64_t value)
{
	const struct block *b = s->block;
	uint32_t oldest = block_write_at(b, word, s->low), found, w;
	struct seen *seen = &s->seen[word];

	if (seen->is_set && seen->write > oldest)
		oldest = seen->write;
	found = oldest;
	if (!oldest || !block_holds(b, oldest, value))
		for (w = block_last(b, word); w > oldest;
		     w = b->whole->writes[w].before)
			if (block_holds(b, w, value))
				found = w;
	if (block_holds(b, found, value))
		seen->write = found;
	else
		complain_of_word(m, s, word, value,
				 "that is too old, or was never written");
}

void
memory_read(struct memory *m, ocrGuid_t task, ocrGuid_t db, uint64_t word,
	    uint64_t value)
{
	struct section *s = section_of(m, task, db, word);
	const struct block *b = s->block;

	if (!s->has_low)
		find_low(m, s);
	if (!s->seen)
		s->seen = memory_zeroed(b->n_words, sizeof(*s->seen));
	if (may_write(s)) {
		if (!block_holds(b, block_last(b, word), value))
			complain_of_word(m, s, word, value,
					 "it was written since");
	} else if (s->mode == DB_MODE_CONST) {
		read_const(m, s, word, value);
	} else {
		read_shared(m, s, word, value);
	}
	s->seen[word].value = value;
	s->seen[word].is_set = true;
}

/* -- What changes --------------------------------------------------------- */

static unsigned
strength(ocrDbAccessMode_t mode)
{
	switch (mode) {
	case DB_MODE_EW:
		return 3;
	case DB_MODE_RW:
		return 2;
	case DB_MODE_CONST:
		return 1;
	default:
		return 0;
	}
}

/* Section `s` begins while others write to `other`, which shares words with its
 * block.  May both be?  A reader may have what was there before the others
 * came; but who has a part that lives has it after all others. */
static bool
may_meet(const struct section *s, const struct block *other)
{
	const struct block *b = s->block;

	if (may_write(s))
		return false;
	return b->destroyed || block_part_with(b, other) ||
	       (!block_part_with(other, b) && b->cut < other->cut);
}

/* Nobody who begins after a block was cut has it before its parts are
 * destroyed, and nobody writes to a block and to a part of it at a time. */
static void
meet(struct memory *m, const struct section *s)
{
	const struct block *b = s->block, *o;

	for (o = b->whole->blocks; o; o = o->same) {
		if (o == b)
			continue;
		if (o->writers && block_overlaps(o, b) && !may_meet(s, o))
			complain(m, s, "is not alone: a part is being written");
		if (block_part_with(b, o) && !o->destroyed &&
		    history_precedes(m->history, o->cut, s->start))
			complain(m, s, "has it, though it has parts");
	}
}

static void
begin_writing(struct memory *m, struct section *s)
{
	struct block *b = s->block;

	if (b->exclusive || (b->writers && s->mode == DB_MODE_EW))
		complain(m, s, "is not alone");
	b->writers++;
	b->exclusive |= s->mode == DB_MODE_EW;
}

static void
strengthen(struct memory *m, struct section *s, ocrDbAccessMode_t mode)
{
	if (strength(mode) <= strength(s->mode))
		return;
	if (may_write(s))
		s->block->writers--;
	s->mode = mode;
	meet(m, s);
	if (may_write(s))
		begin_writing(m, s);
}

static void
begin_section(struct memory *m, struct section **at, struct block *b,
	      ocrGuid_t task, ocrDbAccessMode_t mode, uint32_t start)
{
	struct section *s = *at = memory_zeroed(1, sizeof(*s));

	s->block = b;
	s->task = task;
	s->mode = mode;
	s->start = start;
	s->n_first = b->n_states;
	b->used = true;
	meet(m, s);
	if (may_write(s))
		begin_writing(m, s);
}

void
memory_create(struct memory *m, ocrGuid_t task, ocrGuid_t db, uint64_t words,
	      uint32_t start)
{
	begin_section(m, find_section(m, task, db),
		      block_of(m, db, words, true), task, DB_MODE_RW, start);
}

void
memory_acquire(struct memory *m, ocrGuid_t task, ocrGuid_t db,
	       ocrDbAccessMode_t mode, uint64_t words, uint32_t start)
{
	struct section **at = find_section(m, task, db);

	if (*at)
		strengthen(m, *at, mode);
	else
		begin_section(m, at, block_of(m, db, words, false), task, mode,
			      start);
}

void
memory_write(struct memory *m, ocrGuid_t task, ocrGuid_t db, uint64_t word,
	     uint64_t value)
{
	struct section *s = section_of(m, task, db, word);
	struct block *b = s->block;

	if (!may_write(s))
		ocr_bug("a task writes to a block that it may only read");
	block_write(b, task, word, value, false);
}

static void
add_past(struct block *b, uint32_t release)
{
	struct whole *w = b->whole;

	w->past = memory_grown(w->past, w->n_past, &w->cap_past,
			       sizeof(*w->past));
	w->past[w->n_past++] = (struct past){b, release, block_now(b)};
}

void
memory_release(struct memory *m, ocrGuid_t task, ocrGuid_t db, uint32_t id)
{
	struct section *s = *find_section(m, task, db);
	struct block *b;

	if (!s || !may_write(s))
		return;
	b = s->block;
	b->writers--;
	if (s->mode == DB_MODE_EW)
		b->exclusive = false;
	s->release = id;
	s->end = block_now(b);
	/* What it reads from now on: its own writes, and later ones. */
	s->low = s->end;
	s->has_low = true;
	free(s->seen);
	s->seen = NULL;
	add_past(b, id);
	block_settle(b, m->history, id);
}

void
memory_copied(struct memory *m, ocrGuid_t task, const struct sim_range *to,
	      const struct sim_range *from, uint64_t n, uint32_t id)
{
	struct block *b = block_of(m, to->db, to->words, false);
	struct block *source = block_of(m, from->db, from->words, false);

	for (uint64_t i = 0; i < n; i++) {
		uint32_t w = block_last(source, from->first + i);
		struct write was = source->whole->writes[w];

		block_write(b, task, to->first + i, was.value, !w || was.any);
	}
	add_past(b, id);
	block_settle(b, m->history, id);
}

void
memory_cut(struct memory *m, ocrGuid_t db, ocrGuid_t part, uint64_t first,
	   uint64_t words, uint32_t id)
{
	struct block *parent, **at;

	/* Ranges that cannot be are refused. */
	if (first > MOST_WORDS || words > MOST_WORDS)
		return;
	parent = block_of(m, db, 0, false);
	at = find_block(m, part);
	if (*at)
		ocr_bug("a part has the name of a block");
	*at = block_cut(parent, part, first, words, id);
}

void
memory_destroy(struct memory *m, ocrGuid_t db, uint32_t id)
{
	struct block *b = *find_block(m, db);

	if (!b || b->destroyed)
		return;
	b->destroyed = true;
	block_settle(b, m->history, id);
}

void
memory_end(struct memory *m, ocrGuid_t task)
{
	for (const struct section *s = *sections_of(m, task); s; s = s->next)
		if (ocr_guid_eq(s->task, task) && may_write(s))
			complain(m, s,
				 "satisfies its output event before it has "
				 "released that");
}

/* -- Open and close ------------------------------------------------------- */

struct memory *
memory_open(struct history *h, FILE *out)
{
	struct memory *m = memory_zeroed(1, sizeof(*m));

	m->history = h;
	m->out = out;
	return m;
}

static void
free_section(struct section *s)
{
	free(s->seen);
	free(s->states);
	free(s);
}

uint64_t
memory_close(struct memory *m)
{
	uint64_t violations = m->violations;

	for (unsigned i = 0; i < BUCKETS; i++) {
		for (struct section *s; (s = m->sections[i]);) {
			m->sections[i] = s->next;
			free_section(s);
		}
		for (struct block *b; (b = m->blocks[i]);) {
			m->blocks[i] = b->next;
			block_close(b);
		}
	}
	free(m);
	return violations;
}
