/* SPDX-License-Identifier: BSD-3-Clause */
/* settings_near.c - variables of the environment that are no setting, but were
 * meant to be one.
 *
 * A program may have variables of its own that begin with OCR_, so a name must
 * be close: in other letters' case, or with one slip, or two where it is long.
 * A slip is a letter too many or too few, or two in each other's place; a wrong
 * one is two, for it makes words of a program's own (OCR_STATE, OCR_SHAPE).  A
 * name of three or four letters is one slip away from too many others.
 */
#include "src/base/settings.h"

#include "fabric/keeper.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#define PREFIX	     "OCR_"
#define PREFIX_BYTES (sizeof(PREFIX) - 1)

/* Of a name without its prefix; longer ones are near none. */
#define LETTERS 24

static const char *const known[] = {
#define OCR_SETTING(type, field, env, def, max, help) #env,
#include "src/base/settings.def"
#undef OCR_SETTING
	"OCR_DRI_BY_NETWORK", /* libdri's */
	OCR_KEEPER,	      /* ocrkeep's */
	"OCR_AUDIT",	      /* of debug builds */
};
#define KNOWN (sizeof(known) / sizeof(*known))
/* No user sets those that follow. */
#define MEANT (OCR_SETTINGS + 1)

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
	unsigned rows[3][LETTERS + 1] = {{0}};
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
meant_by(const char *name, size_t len)
{
	const char *nearest = NULL;
	unsigned d, best = UINT32_MAX;
	size_t letters;

	if (len <= PREFIX_BYTES || len > PREFIX_BYTES + LETTERS ||
	    strncasecmp(name, PREFIX, PREFIX_BYTES))
		return NULL;
	for (size_t i = 0; i < KNOWN; i++)
		if (strlen(known[i]) == len && !strncmp(name, known[i], len))
			return NULL;
	for (size_t i = 0; i < MEANT; i++) {
		letters = strlen(known[i]) - PREFIX_BYTES;
		d = distance(name + PREFIX_BYTES, len - PREFIX_BYTES,
			     known[i] + PREFIX_BYTES, letters);
		if (d <= slips_of(letters) && d < best) {
			best = d;
			nearest = known[i];
		}
	}
	return nearest;
}

void
ocr_settings_near(char *const *environment,
		  void (*tell)(void *ctx, const char *name, const char *meant),
		  void *ctx)
{
	char name[PREFIX_BYTES + LETTERS + 1];
	const char *meant;
	size_t len;

	for (; environment && *environment; environment++) {
		len = strcspn(*environment, "=");
		/* An empty variable is as good as none. */
		if (len >= sizeof(name) || !(*environment)[len] ||
		    !(*environment)[len + 1])
			continue;
		meant = meant_by(*environment, len);
		if (!meant)
			continue;
		memcpy(name, *environment, len);
		name[len] = 0;
		tell(ctx, name, meant);
	}
}
