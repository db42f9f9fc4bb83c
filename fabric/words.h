/* SPDX-License-Identifier: BSD-3-Clause */
/* words.h - copies of what was written a moment ago.
 *
 * What a core has just stored is handed to loads that ask for no more than one
 * store had; a wider one waits until all of it is in the cache, and so until
 * everything before is done.  Ops are put together word by word.
 * For fabric/ alone.  Threads: any.
 */
#ifndef FABRIC_WORDS_H
#define FABRIC_WORDS_H

#include <stdint.h>
#include <string.h>

/* Longer ones are as quick in any other way. */
#define OCR_WORDS_SHORT 128

static inline void
ocr_words_copy(void *to, const void *from, uint32_t len_bytes)
{
	char *t = (char *)to;
	const char *f = (const char *)from, *end = f + (len_bytes & ~15u);
	uint64_t one, two;

	if (len_bytes > OCR_WORDS_SHORT) {
		memcpy(to, from, len_bytes);
		return;
	}
	for (; f != end; f += 16, t += 16) {
		memcpy(&one, f, 8);
		memcpy(&two, f + 8, 8);
		/* A compiler would make one vector of them. */
		__asm__("" : "+r"(one), "+r"(two));
		memcpy(t, &one, 8);
		memcpy(t + 8, &two, 8);
	}
	if (len_bytes & 8) {
		memcpy(t, f, 8);
		f += 8;
		t += 8;
	}
	if (__builtin_expect(len_bytes & 7, 0))
		memcpy(t, f, len_bytes & 7);
}

#endif
