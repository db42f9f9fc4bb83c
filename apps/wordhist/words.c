/* SPDX-License-Identifier: BSD-3-Clause */
/* words.c - see words.h.
 *
 * In the table a word is its length, the word, and how often it occurs; numbers
 * have seven bits in a byte, the lowest first, and the eighth bit says that
 * there are more.
 */
#include "apps/wordhist/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A 64-bit number needs no more bytes. */
#define NUMBER_BYTES 10

/* Tables begin with room for so many; a power of two. */
#define FIRST_ROOM 1024

static bool
is_of_word(unsigned char c)
{
	return (unsigned)(c | 0x20) - 'a' < 26 || (unsigned)c - '0' < 10 ||
	       c >= 128;
}

/*
 * Writing and reading tables
 */

static unsigned char *
put_number(unsigned char *at, u64 n)
{
	for (; n >= 128; n >>= 7)
		*at++ = (unsigned char)(n | 128);
	*at++ = (unsigned char)n;
	return at;
}

static unsigned char *
put_bytes(unsigned char *at, const unsigned char *from, u64 len)
{
	if (len)
		memcpy(at, from, len);
	return at + len;
}

static unsigned char *
put_word(unsigned char *at, const unsigned char *word, u64 len, u64 count)
{
	at = put_number(at, len);
	at = put_bytes(at, word, len);
	return put_number(at, count);
}

static const unsigned char *
get_number(const unsigned char *at, u64 *n)
{
	*n = 0;
	for (unsigned shift = 0;; shift += 7) {
		*n |= (u64)(*at & 127) << shift;
		if (!(*at++ & 128))
			return at;
	}
}

/* A table being read: the next word, until `word` is NULL. */
struct reader {
	const unsigned char *word;
	u64 len;
	u64 count;
	const unsigned char *rest, *end;
};

static void
read_next(struct reader *r)
{
	r->word = NULL;
	if (r->rest == r->end)
		return;
	r->word = get_number(r->rest, &r->len);
	r->rest = get_number(r->word + r->len, &r->count);
}

static struct reader
read_table(const unsigned char *from, const unsigned char *end)
{
	struct reader r = {.rest = from, .end = end};

	read_next(&r);
	return r;
}

static struct reader
read_words(const struct words *w)
{
	return read_table(w->data + w->head + w->tail,
			  (const unsigned char *)w + w->bytes);
}

/* As `sort` in the C locale. */
static int
compare(const unsigned char *a, u64 a_len, const unsigned char *b, u64 b_len)
{
	int order = memcmp(a, b, a_len < b_len ? a_len : b_len);

	return order ? order : (a_len > b_len) - (a_len < b_len);
}

/*
 * Counting
 */

struct entry {
	const unsigned char *word; /* NULL: free */
	u64 len;
	u64 count;
	u64 key; /* its hash; once it is sorted, its first bytes */
};

struct table {
	struct entry *entry;
	u64 room; /* a power of two, more than twice `used` */
	u64 used;
};

/* FNV-1a. */
static u64
hash_word(const unsigned char *word, u64 len)
{
	u64 hash = UINT64_C(0xcbf29ce484222325);

	for (u64 i = 0; i < len; i++)
		hash = (hash ^ word[i]) * UINT64_C(0x100000001b3);
	return hash ^ hash >> 32;
}

/* Where the word is, or is to go. */
static struct entry *
find(const struct table *t, const unsigned char *word, u64 len, u64 hash)
{
	u64 i = hash & (t->room - 1);

	while (t->entry[i].word &&
	       (t->entry[i].key != hash || t->entry[i].len != len ||
		memcmp(t->entry[i].word, word, len) != 0))
		i = (i + 1) & (t->room - 1);
	return &t->entry[i];
}

static bool
table_grow(struct table *t)
{
	struct table old = *t;

	t->room = old.room ? 2 * old.room : FIRST_ROOM;
	t->entry = calloc(t->room, sizeof(*t->entry));
	if (!t->entry) {
		*t = old;
		return false;
	}
	for (u64 i = 0; i < old.room; i++) {
		const struct entry *e = &old.entry[i];

		if (e->word)
			*find(t, e->word, e->len, e->key) = *e;
	}
	free(old.entry);
	return true;
}

/* Counts a word, which stays where it is; an empty one is none. */
static bool
table_add(struct table *t, const unsigned char *word, u64 len)
{
	struct entry *e;
	u64 hash;

	if (!len)
		return true;
	if (2 * (t->used + 1) >= t->room && !table_grow(t))
		return false;
	hash = hash_word(word, len);
	e = find(t, word, len, hash);
	if (!e->word) {
		*e = (struct entry){word, len, 0, hash};
		t->used++;
	}
	e->count++;
	return true;
}

/* The first eight bytes, ordered as these are: no byte of a word is 0. */
static u64
first_bytes(const unsigned char *word, u64 len)
{
	u64 key = 0;

	for (u64 i = 0; i < sizeof(key); i++)
		key = key << 8 | (i < len ? word[i] : 0);
	return key;
}

static int
compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	/* Most words need not be looked at. */
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return compare(x->word, x->len, y->word, y->len);
}

/* Moves those in use to the front, in order. */
static void
table_sort(struct table *t)
{
	u64 used = 0;

	for (u64 i = 0; i < t->room; i++) {
		struct entry e = t->entry[i];

		if (!e.word)
			continue;
		e.key = first_bytes(e.word, e.len);
		t->entry[used++] = e;
	}
	if (used)
		qsort(t->entry, used, sizeof(*t->entry), compare_entries);
}

/* A piece as it is counted. */
struct piece {
	bool has_gap;
	const unsigned char *head, *tail;
	u64 head_len, tail_len;
	struct table words;
};

/* A gap behind `len` bytes of a word, or none. */
static bool
cut(struct piece *p, const unsigned char *word, u64 len)
{
	if (p->has_gap)
		return table_add(&p->words, word, len);
	p->has_gap = true;
	p->head = word;
	p->head_len = len;
	return true;
}

static bool
scan(struct piece *p, const unsigned char *text, u64 len, bool starts,
     bool ends)
{
	const unsigned char *word = text, *end = text + len;

	p->has_gap = starts;
	for (const unsigned char *at = text; at < end; at++) {
		if (is_of_word(*at))
			continue;
		if (!cut(p, word, (u64)(at - word)))
			return false;
		word = at + 1;
	}
	if (ends) {
		if (!cut(p, word, (u64)(end - word)))
			return false;
		word = end;
	}
	if (p->has_gap) {
		p->tail = word;
		p->tail_len = (u64)(end - word);
	} else {
		p->head = word;
		p->head_len = (u64)(end - word);
	}
	return true;
}

static struct words *
pack(struct piece *p)
{
	u64 room = sizeof(struct words) + p->head_len + p->tail_len;
	struct words *w;
	unsigned char *at;

	for (u64 i = 0; i < p->words.used; i++)
		room += p->words.entry[i].len + 2 * NUMBER_BYTES;
	w = malloc(room);
	if (!w)
		return NULL;
	*w = (struct words){
		.has_gap = p->has_gap,
		.head = p->head_len,
		.tail = p->tail_len,
		.different = p->words.used,
	};
	at = put_bytes(w->data, p->head, p->head_len);
	at = put_bytes(at, p->tail, p->tail_len);
	for (u64 i = 0; i < p->words.used; i++) {
		const struct entry *e = &p->words.entry[i];

		at = put_word(at, e->word, e->len, e->count);
		w->all += e->count;
	}
	w->bytes = (u64)(at - (unsigned char *)w);
	return w;
}

struct words *
words_count(const void *text, u64 len, bool starts, bool ends)
{
	struct piece p = {0};
	struct words *w = NULL;

	if (scan(&p, text, len, starts, ends)) {
		table_sort(&p.words);
		w = pack(&p);
	}
	free(p.words.entry);
	return w;
}

/*
 * Joining
 */

/* The tables to merge: those of two pieces, and one with the word that the cut
 * between them has divided. */
enum { LEFT, MIDDLE, RIGHT, TABLES };

/* The one whose next word comes first; NULL if there are no more words. */
static const struct reader *
find_least(const struct reader from[TABLES])
{
	const struct reader *least = NULL;

	for (int i = 0; i < TABLES; i++)
		if (from[i].word &&
		    (!least || compare(from[i].word, from[i].len, least->word,
				       least->len) < 0))
			least = &from[i];
	return least;
}

/* Merges them into one at `at`; returns its end. */
static unsigned char *
merge(struct words *w, unsigned char *at, struct reader from[TABLES])
{
	const struct reader *least;

	while ((least = find_least(from))) {
		/* It moves on below. */
		const unsigned char *word = least->word;
		u64 len = least->len, count = 0;

		for (int i = 0; i < TABLES; i++) {
			struct reader *r = &from[i];

			if (!r->word || compare(r->word, r->len, word, len))
				continue;
			count += r->count;
			read_next(r);
		}
		at = put_word(at, word, len, count);
		w->different++;
		w->all += count;
	}
	return at;
}

/* A table with the end of the left piece and the head of the right one as a
 * word, for merge().  NULL without memory; else to be freed. */
static unsigned char *
make_middle(const struct words *left, const struct words *right,
	    struct reader *r)
{
	u64 len = left->tail + right->head;
	unsigned char *table = malloc(len + 2 * NUMBER_BYTES), *at = table;

	if (!table)
		return NULL;
	if (len) {
		at = put_number(at, len);
		at = put_bytes(at, left->data + left->head, left->tail);
		at = put_bytes(at, right->data, right->head);
		at = put_number(at, 1);
	}
	*r = read_table(table, at);
	return table;
}

/* Both have gaps: the tables become one. */
static struct words *
join_tables(struct words *w, const struct words *left,
	    const struct words *right)
{
	struct reader from[TABLES] = {
		[LEFT] = read_words(left),
		[RIGHT] = read_words(right),
	};
	unsigned char *middle = make_middle(left, right, &from[MIDDLE]), *at;

	if (!middle) {
		free(w);
		return NULL;
	}
	*w = (struct words){
		.has_gap = true,
		.head = left->head,
		.tail = right->tail,
	};
	at = put_bytes(w->data, left->data, left->head);
	at = put_bytes(at, right->data + right->head, right->tail);
	at = merge(w, at, from);
	w->bytes = (u64)(at - (unsigned char *)w);
	free(middle);
	return w;
}

/* The left one has no gap: its bytes come in front of the right one's head,
 * and all else is that of the right one. */
static void
put_before(struct words *w, const struct words *left, const struct words *right)
{
	unsigned char *at;

	*w = *right;
	w->head += left->head;
	w->bytes += left->head;
	at = put_bytes(w->data, left->data, left->head);
	put_bytes(at, right->data, right->bytes - sizeof(*right));
}

/* The right one has no gap, but the left one has: likewise, with its tail. */
static void
put_behind(struct words *w, const struct words *left, const struct words *right)
{
	u64 ends = left->head + left->tail;
	unsigned char *at;

	*w = *left;
	w->tail += right->head;
	w->bytes += right->head;
	at = put_bytes(w->data, left->data, ends);
	at = put_bytes(at, right->data, right->head);
	put_bytes(at, left->data + ends, left->bytes - sizeof(*left) - ends);
}

struct words *
words_join(const struct words *left, const struct words *right)
{
	struct words *w = malloc(left->bytes + right->bytes + 2 * NUMBER_BYTES);

	if (!w)
		return NULL;
	if (!left->has_gap)
		put_before(w, left, right);
	else if (!right->has_gap)
		put_behind(w, left, right);
	else
		return join_tables(w, left, right);
	return w;
}

void
words_print(const struct words *w, FILE *to)
{
	for (struct reader r = read_words(w); r.word; read_next(&r)) {
		fprintf(to, "%7" PRIu64 " ", r.count);
		fwrite(r.word, 1, r.len, to);
		putc('\n', to);
	}
}
