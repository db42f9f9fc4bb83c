/* SPDX-License-Identifier: BSD-3-Clause */
/* change.c - see change.h. */
#include "apps/wordhist/change.h"

#include <stdbool.h>

/* What makes a capital letter of a small one. */
#define CASE ('a' - 'A')

static bool
is_within(unsigned char c, unsigned char first, unsigned char last)
{
	return c >= first && c <= last;
}

void
change_rot13(unsigned char *text, u64 len)
{
	for (u64 i = 0; i < len; i++) {
		unsigned char small = text[i] | CASE;

		if (is_within(small, 'a', 'm'))
			text[i] = (unsigned char)(text[i] + 13);
		else if (is_within(small, 'n', 'z'))
			text[i] = (unsigned char)(text[i] - 13);
	}
}

void
change_to_upper(unsigned char *text, u64 len)
{
	for (u64 i = 0; i < len; i++)
		if (is_within(text[i], 'a', 'z'))
			text[i] = (unsigned char)(text[i] - CASE);
}

void
change_to_lower(unsigned char *text, u64 len)
{
	for (u64 i = 0; i < len; i++)
		if (is_within(text[i], 'A', 'Z'))
			text[i] = (unsigned char)(text[i] + CASE);
}
