/* SPDX-License-Identifier: BSD-3-Clause */
/* serial.c - see serial.h. */
#include "apps/wordhist/serial.h"

#include "apps/wordhist/change.h"
#include "apps/wordhist/digest.h"
#include "apps/wordhist/words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* All bytes of the file.  NULL, with a line in `why`; else to be freed. */
static unsigned char *
read_file(const struct plan *p, struct cli_error *why)
{
	FILE *file = fopen(p->path, "rb");
	unsigned char *text;
	u64 bytes;

	if (!file) {
		cli_fail(why, "%.300s: cannot be verified: %s", p->options.file,
			 strerror(errno));
		return NULL;
	}
	text = malloc(p->bytes + 1);
	/* One byte more than there should be. */
	bytes = text ? fread(text, 1, p->bytes + 1, file) : 0;
	fclose(file);
	if (text && bytes == p->bytes)
		return text;
	cli_fail(why, "%.300s: cannot be verified: %s", p->options.file,
		 text ? "it has changed" : "out of memory");
	free(text);
	return NULL;
}

static bool
same_words(const struct plan *p, unsigned char *text, const void *result,
	   struct cli_error *why)
{
	const struct words *found = result;
	struct words *w;
	bool same;

	if (p->options.ignore_case)
		change_to_lower(text, p->bytes);
	w = words_count(text, p->bytes, true, true);
	if (!w)
		return cli_fail(why, "out of memory for the serial loop");
	same = found ? found->bytes == w->bytes && !memcmp(found, w, w->bytes)
		     : !w->all;
	if (!same)
		cli_fail(why,
			 "%" PRIu64 " words, %" PRIu64
			 " of them different; a serial loop finds %" PRIu64
			 " and %" PRIu64,
			 found ? found->all : 0, found ? found->different : 0,
			 w->all, w->different);
	free(w);
	return same;
}

static bool
same_sum(const struct plan *p, const unsigned char *text, const void *result,
	 struct cli_error *why)
{
	char found[DIGEST_CHARS], wanted[DIGEST_CHARS];
	crypto_hash_sha256_state s;

	digest_print(result, found);
	crypto_hash_sha256_init(&s);
	crypto_hash_sha256_update(&s, text, p->bytes);
	digest_print(&s, wanted);
	return !strcmp(found, wanted) ||
	       cli_fail(why, "the checksum is %s; a serial loop finds %s",
			found, wanted);
}

bool
serial_is_same(const struct plan *p, const void *result, struct cli_error *why)
{
	unsigned char *text = read_file(p, why);
	bool same;

	if (!text)
		return false;
	if (p->options.action == COUNT)
		same = same_words(p, text, result, why);
	else
		same = same_sum(p, text, result, why);
	free(text);
	return same;
}
