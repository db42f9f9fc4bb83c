/* SPDX-License-Identifier: BSD-3-Clause */
/* repeat.c - see repeat.h.
 *
 * Lines are known by a hash of what is left without their numbers.
 */
#include "fabric/repeat.h"

#include "fabric/lock.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define ROWS	   512
#define TRIES	   16
#define SHOW_BYTES 200

struct row {
	uint64_t hash, times; /* times 0: free */
	char first[SHOW_BYTES];
};

static struct {
	struct ocr_lock lock; /* rank OCR_LOCK_LOG */
	/* Guarded by lock: */
	struct row rows[ROWS];
} all;

static bool
is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The digits at line[i] belong to a place: behind "+0x" or "name:". */
static bool
is_place(const char *line, size_t i)
{
	if (!is_word(line[i]))
		return false;
	if (i && line[i - 1] == '+')
		return true;
	return i > 1 && line[i - 1] == ':' &&
	       isalpha((unsigned char)line[i - 2]);
}

/* FNV-1a of the line without its numbers. */
static uint64_t
hash_of(const char *line)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);
	bool place;
	size_t i = 0;

	while (line[i]) {
		char c = line[i];

		place = is_place(line, i);
		if (isdigit((unsigned char)c) && !place &&
		    !(i && is_word(line[i - 1]))) {
			/* Hexadecimal ones have letters. */
			while (isxdigit((unsigned char)line[i]) ||
			       line[i] == 'x')
				i++;
			c = '#';
		} else if (place) {
			/* It is taken as it is. */
			while (is_word(line[i])) {
				h = (h ^ (unsigned char)line[i++]) *
				    UINT64_C(0x100000001b3);
			}
			continue;
		} else {
			i++;
		}
		h = (h ^ (unsigned char)c) * UINT64_C(0x100000001b3);
	}
	return h;
}

static struct row *
row_locked(uint64_t hash)
{
	for (size_t i = 0; i < TRIES; i++) {
		struct row *r = &all.rows[(hash + i) % ROWS];

		if (!r->times || r->hash == hash)
			return r;
	}
	return NULL;
}

bool
ocr_repeat_may_tell(const char *line)
{
	uint64_t hash = hash_of(line);
	struct row *r;
	bool may;

	ocr_lock(&all.lock, OCR_LOCK_LOG);
	r = row_locked(hash);
	if (r && !r->times) {
		r->hash = hash;
		snprintf(r->first, sizeof(r->first), "%s", line);
	}
	may = !r || ++r->times <= OCR_REPEAT_MOST;
	ocr_unlock(&all.lock, OCR_LOCK_LOG);
	return may;
}

/* Takes a row that has something to tell. */
static bool
take(size_t i, struct row *copy)
{
	ocr_lock(&all.lock, OCR_LOCK_LOG);
	*copy = all.rows[i];
	all.rows[i].times = 0;
	ocr_unlock(&all.lock, OCR_LOCK_LOG);
	return copy->times > OCR_REPEAT_MOST;
}

void
ocr_repeat_end(void (*f)(void *ctx, const char *line, uint64_t times),
	       void *ctx)
{
	struct row r;

	for (size_t i = 0; i < ROWS; i++)
		if (take(i, &r))
			f(ctx, r.first, r.times - OCR_REPEAT_MOST);
}
