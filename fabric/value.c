/* SPDX-License-Identifier: BSD-3-Clause */
/* value.c - reads words and numbers. */
#include "fabric/value.h"

#include <string.h>
#include <strings.h>

bool
ocr_value_bool(const char *text, bool *value)
{
	static const char *const words[] = {"0",   "1",	 "no",	  "yes",
					    "off", "on", "false", "true"};
	unsigned i;

	for (i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (strcasecmp(text, words[i]) == 0) {
			*value = i & 1;
			return true;
		}
	}
	return false;
}

bool
ocr_value_number(const char *text, bool suffixed, uint64_t max, uint64_t *value)
{
	static const char suffixes[] = "kmgt";
	const char *at;
	unsigned shift = 0;
	uint64_t n = 0;

	if (*text < '0' || *text > '9')
		return false;
	for (; *text >= '0' && *text <= '9'; text++) {
		unsigned digit = (unsigned)(*text - '0');

		if (n > (UINT64_MAX - digit) / 10)
			return false;
		n = n * 10 + digit;
	}
	if (*text && suffixed) {
		at = strchr(suffixes, *text | 0x20);
		if (!at)
			return false;
		shift = 10 * (unsigned)(at - suffixes + 1);
		text++;
	}
	if (*text || n > max >> shift)
		return false;
	*value = n << shift;
	return true;
}
