/* SPDX-License-Identifier: BSD-3-Clause */
/* memory.c - see memory.h.
 *
 * The writes of a block are numbered in the order in which they were done, so
 * a number is also a moment: what each word held after that write.  0 is the
 * moment before all of them, and the write that never was.
 *
 * A moment at which no section that may write was open is a *state* of the
 * block.  The versions that the runtime passes on are among these.
 */
#include "tests/sim/memory.h"

#include "fabric/log.h"
#include "guidmap/guid.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 4096

struct write {
	uint64_t value;
	uint32_t word;
	uint32_t before; /* the write to this word before it, or 0 */
	ocrGuid_t task;
};

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

struct block {
	struct block *next; /* in its bucket */
	ocrGuid_t db;
	uint64_t n_words;
	uint32_t *last; /* the last write of each word */
	struct write *writes;
	uint32_t n_writes, cap_writes; /* writes[0] is the one that was not */
	uint32_t *states;
	uint32_t n_states, cap_states;
	struct section **released; /* that may have written, in this order */
	uint32_t n_released, cap_released;
	uint32_t writers; /* open sections that may write */
	bool exclusive;	  /* one of them is EW */
};

struct memory {
	struct history *history;
	FILE *out;
	uint64_t violations;
	struct block *blocks[BUCKETS];
	struct section *sections[BUCKETS];
};

/* -- Tables ---------------------------------------------------------------- */

static void *
grown(void *array, uint32_t n, uint32_t *cap, size_t size)
{
	if (n < *cap)
		return array;
	*cap = *cap ? 2 * *cap : 16;
	array = realloc(array, *cap * size);
	if (!array)
		ocr_bug("no memory for what a block held");
	return array;
}

static void *
zeroed(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);

	if (!p)
		ocr_bug("no memory for what a block held");
	return p;
}

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

static void
add_state(struct block *b)
{
	b->states = grown(b->states, b->n_states, &b->cap_states,
			  sizeof(*b->states));
	b->states[b->n_states++] = b->n_writes - 1;
}

/* Most often known.  One that is created and held is in no state before its
 * creator lets go. */
static struct block *
block_of(struct memory *m, ocrGuid_t db, uint64_t words, bool is_held)
{
	struct block **at = find_block(m, db), *b = *at;

	if (b)
		return b;
	b = *at = zeroed(1, sizeof(*b));
	b->db = db;
	b->n_words = words;
	b->last = zeroed(words, sizeof(*b->last));
	b->writes = grown(b->writes, 0, &b->cap_writes, sizeof(*b->writes));
	b->n_writes = 1;
	if (!is_held)
		add_state(b);
	return b;
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
	switch (s->mode) {
	case DB_MODE_RW:
		return "RW";
	case DB_MODE_EW:
		return "EW";
	case DB_MODE_CONST:
		return "CONST";
	default:
		return "RO";
	}
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

	for (uint32_t w = b->last[word]; w; w = b->writes[w].before)
		fprintf(m->out, "    write %u: %016" PRIx64 " by %s\n", w,
			b->writes[w].value,
			ocr_guid_text(b->writes[w].task, task));
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

/* The write that the word held at a moment. */
static uint32_t
write_at(const struct block *b, uint64_t word, uint32_t moment)
{
	uint32_t w = b->last[word];

	while (w > moment)
		w = b->writes[w].before;
	return w;
}

static bool
holds(const struct block *b, uint32_t write, uint64_t value)
{
	return !write || b->writes[write].value == value;
}

/* The moment of the last release that happens before the section. */
static void
find_low(struct memory *m, struct section *s)
{
	const struct block *b = s->block;

	s->has_low = true;
	for (uint32_t i = b->n_released; i-- > 0;) {
		const struct section *other = b->released[i];

		if (other->release > s->start ||
		    !history_precedes(m->history, other->release, s->start))
			continue;
		s->low = other->end;
		s->low_by = other->release;
		return;
	}
}

static void
list_states(struct section *s)
{
	const struct block *b = s->block;

	s->states = zeroed(s->n_first, sizeof(*s->states));
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
		if (holds(b, write_at(b, word, s->states[i]), value))
			s->states[n++] = s->states[i];
	if (!n)
		complain_of_word(m, s, word, value,
				 "no state of the block has that, and what it "
				 "has read before");
	else
		s->n_states = n;
}

static void
read_shared(struct memory *m, struct section *s, uint64_t word, uint64_t value)
{
	const struct block *b = s->block;
	uint32_t oldest = write_at(b, word, s->low), w = b->last[word];
	struct seen *seen = &s->seen[word];

	if (seen->is_set && seen->write > oldest)
		oldest = seen->write;
	while (w > oldest && b->writes[w].value != value)
		w = b->writes[w].before;
	if (holds(b, w, value))
		seen->write = w;
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
		s->seen = zeroed(b->n_words, sizeof(*s->seen));
	if (may_write(s)) {
		if (!holds(b, b->last[word], value))
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
	if (may_write(s))
		begin_writing(m, s);
}

static void
begin_section(struct memory *m, struct section **at, struct block *b,
	      ocrGuid_t task, ocrDbAccessMode_t mode, uint32_t start)
{
	struct section *s = *at = zeroed(1, sizeof(*s));

	s->block = b;
	s->task = task;
	s->mode = mode;
	s->start = start;
	s->n_first = b->n_states;
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
	b->writes = grown(b->writes, b->n_writes, &b->cap_writes,
			  sizeof(*b->writes));
	b->writes[b->n_writes] = (struct write){
		.value = value,
		.word = (uint32_t)word,
		.before = b->last[word],
		.task = task,
	};
	b->last[word] = b->n_writes++;
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
	s->end = b->n_writes - 1;
	/* What it reads from now on: its own writes, and later ones. */
	s->low = s->end;
	s->has_low = true;
	free(s->seen);
	s->seen = NULL;
	b->released = grown(b->released, b->n_released, &b->cap_released,
			    sizeof(struct section *));
	b->released[b->n_released++] = s;
	if (!b->writers)
		add_state(b);
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
	struct memory *m = zeroed(1, sizeof(*m));

	m->history = h;
	m->out = out;
	return m;
}

static void
free_block(struct block *b)
{
	free(b->last);
	free(b->writes);
	free(b->states);
	free(b->released);
	free(b);
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
			free_block(b);
		}
	}
	free(m);
	return violations;
}
