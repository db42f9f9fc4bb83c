/* SPDX-License-Identifier: BSD-3-Clause */
/* session_wire.c - judges a packet before a session looks at it. */
#include "fabric/session_wire.h"

#include <stdbool.h>

static bool
is_zero(const uint8_t *bytes, size_t n)
{
	while (n)
		if (bytes[--n])
			return false;
	return true;
}

static const char *
check_word(const struct ocr_session_head *h, size_t len_bytes)
{
	const struct ocr_session_word *w = (const void *)(h + 1);

	if (len_bytes != sizeof(*h) + sizeof(*w))
		return "word of the wrong length";
	if (w->flags & ~(uint32_t)OCR_SESSION_FLAGS)
		return "word with a flag that does not exist";
	if (w->grant_bytes > OCR_GRANT_MAX ||
	    !is_zero(w->grant + w->grant_bytes, OCR_GRANT_MAX - w->grant_bytes))
		return "word with a grant of the wrong length";
	if ((h->kind == OCR_SESSION_HELLO) != (w->grant_bytes > 0))
		return "word that disagrees with its grant";
	return NULL;
}

static const char *
check_data(const struct ocr_session_head *h, size_t len_bytes)
{
	const struct ocr_session_range *r = (const void *)(h + 1);
	bool is_write = h->kind == OCR_SESSION_WRITE;

	if (!is_write && h->kind != OCR_SESSION_READ)
		return NULL;
	if (len_bytes < sizeof(*h) + sizeof(*r) || !r->len_bytes ||
	    len_bytes - sizeof(*h) - sizeof(*r) !=
		    (is_write ? r->len_bytes : 0))
		return "range of the wrong length";
	return NULL;
}

const char *
ocr_session_check(const void *data, size_t len_bytes)
{
	const struct ocr_session_head *h = data;

	if (len_bytes < sizeof(*h))
		return "packet shorter than a session's head";
	if (h->version != OCR_SESSION_VERSION)
		return "packet of another version of sessions";
	if (h->zero)
		return "packet with bits that must be zero";
	if (!h->number)
		return "packet without a number";
	if (!h->kind || h->kind >= OCR_SESSION_KINDS)
		return "packet of an unknown kind";
	return ocr_session_is_data(h->kind) ? check_data(h, len_bytes)
					    : check_word(h, len_bytes);
}
