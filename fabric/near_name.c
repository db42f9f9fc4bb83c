/* SPDX-License-Identifier: BSD-3-Clause */
/* near_name.c - see near_name.h. */
#include "fabric/near_name.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

static unsigned
slips_of(size_t letters)
{
	return letters < 5 ? 0 : letters < 7 ? 1 : 2;
}

static unsigned
least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* How many slips make one of the other.  rows[2][j]: from the first i of a to
 * the first j of b; rows[1] and rows[0]: from one and two less of a. */
static unsigned
distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
	unsigned rows[3][OCR_NEAR_LETTERS + 1] = {{0}};
	unsigned *now = rows[2];

	for (unsigned j = 0; j <= b_len; j++)
		now[j] = j;
	for (size_t i = 1; i <= a_len; i++) {
		memmove(rows[0], rows[1], 2 * sizeof(rows[0]));
		now[0] = (unsigned)i;
		for (size_t j = 1; j <= b_len; j++) {
			now[j] = toupper((unsigned char)a[i - 1]) == b[j - 1]
					 ? rows[1][j - 1]
					 : least(rows[1][j], now[j - 1]) + 1;
			if (i > 1 && j > 1 &&
			    toupper((unsigned char)a[i - 2]) == b[j - 1] &&
			    toupper((unsigned char)a[i - 1]) == b[j - 2])
				now[j] = least(now[j], rows[0][j - 2] + 1);
		}
	}
	return now[b_len];
}

/* The nearest of those that are near; NULL: none is, or the name is one. */
static const char *
meant_by(const struct ocr_near_names *names, const char *name, size_t len)
{
	const char *nearest = NULL;
	unsigned d, best = UINT32_MAX;
	size_t letters;

	if (len <= OCR_NEAR_PREFIX_BYTES ||
	    len > OCR_NEAR_PREFIX_BYTES + OCR_NEAR_LETTERS ||
	    strncasecmp(name, OCR_NEAR_PREFIX, OCR_NEAR_PREFIX_BYTES))
		return NULL;
	for (size_t i = 0; i < names->n; i++)
		if (strlen(names->all[i]) == len &&
		    !strncmp(name, names->all[i], len))
			return NULL;
	for (size_t i = 0; i < names->n_meant; i++) {
		letters = strlen(names->all[i]) - OCR_NEAR_PREFIX_BYTES;
		d = distance(name + OCR_NEAR_PREFIX_BYTES,
			     len - OCR_NEAR_PREFIX_BYTES,
			     names->all[i] + OCR_NEAR_PREFIX_BYTES, letters);
		if (d <= slips_of(letters) && d < best) {
			best = d;
			nearest = names->all[i];
		}
	}
	return nearest;
}

void
ocr_near_look(const struct ocr_near_names *names, char *const *environment,
	      void (*tell)(void *ctx, const char *name, const char *meant),
	      void *ctx)
{
	char name[OCR_NEAR_PREFIX_BYTES + OCR_NEAR_LETTERS + 1];
	const char *meant;
	size_t len;

	for (; environment && *environment; environment++) {
		len = strcspn(*environment, "=");
		/* An empty variable is as good as none. */
		if (len >= sizeof(name) || !(*environment)[len] ||
		    !(*environment)[len + 1])
			continue;
		meant = meant_by(names, *environment, len);
		if (!meant)
			continue;
		memcpy(name, *environment, len);
		name[len] = 0;
		tell(ctx, name, meant);
	}
}
