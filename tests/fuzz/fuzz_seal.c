/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_seal.c - any bytes as what another node has tagged or wrapped: what is
 * true passes, and nothing else.
 *
 * An input is a byte for how, two for the bit that is changed, one for the
 * length of the head; the head, the body.
 */
#include "fabric/seal.h"
#include "tests/fuzz/target.h"

#include <string.h>

#define HEAD_MAX OCR_SEAL_HEAD_MAX

struct pair {
	struct ocr_seal_pair here, there;
};

static void
make_pair(struct pair *p, enum ocr_tag how)
{
	static const uint8_t seed[2][32] = {{1}, {2}};
	struct ocr_seal *s[2];

	for (int i = 0; i < 2; i++)
		must(!ocr_seal_open_from(&s[i], how, seed[i]));
	must(!ocr_seal_pair(s[0], ocr_seal_public(s[1]), 0, 1, &p->here));
	must(!ocr_seal_pair(s[1], ocr_seal_public(s[0]), 1, 0, &p->there));
	ocr_seal_close(s[0]);
	ocr_seal_close(s[1]);
}

static const struct ocr_seal_pair *
pair_of(struct source *s, bool there, enum ocr_tag *how)
{
	static struct pair pair[3];
	static bool made;

	for (int i = 0; i < 3 && !made; i++)
		make_pair(&pair[i], (enum ocr_tag)i);
	made = true;
	*how = (enum ocr_tag)(take(s) % 3);
	return there ? &pair[*how].there : &pair[*how].here;
}

/* Bytes of their own length, and a tag; a bit of them is changed. */
static void
change_tagged(const struct ocr_seal_pair *out, const struct ocr_seal_pair *in,
	      enum ocr_tag how, struct source *s)
{
	size_t bit = take(s) | (size_t)take(s) << 8;
	size_t head = take(s) % (HEAD_MAX + 1);
	size_t n = s->left + OCR_SEAL_TAG_BYTES, seen;
	uint8_t *bytes = malloc(n), *tag;

	must(bytes);
	if (head > s->left)
		head = s->left;
	memcpy(bytes, s->at, s->left);
	tag = bytes + s->left;
	ocr_seal_tag(out, bytes, head, bytes + head, s->left - head, tag);
	must(ocr_seal_check(in, bytes, head, bytes + head, s->left - head,
			    tag));
	bit %= n * 8;
	bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
	seen = how == OCR_TAG_CONTROL && s->left - head > OCR_SEAL_CONTROL
		       ? head + OCR_SEAL_CONTROL
		       : s->left;
	if (how == OCR_TAG_NONE)
		seen = 0;
	must(ocr_seal_check(in, bytes, head, bytes + head, s->left - head,
			    tag) == (bit / 8 >= seen && bit / 8 < s->left));
	free(bytes);
}

static void
change_wrapped(const struct ocr_seal_pair *out, const struct ocr_seal_pair *in,
	       struct source *s)
{
	size_t bit = take(s) | (size_t)take(s) << 8, plain = s->left;
	size_t n = plain + OCR_SEAL_WRAP_BYTES;
	uint8_t *bytes = malloc(n), *back = malloc(plain + 1);

	must(bytes && back);
	ocr_seal_wrap(out, 7, s->at, plain, bytes);
	must(ocr_seal_unwrap(in, 7, bytes, n, back));
	must(!memcmp(back, s->at, plain));
	must(!ocr_seal_unwrap(in, 8, bytes, n, back));
	must(!ocr_seal_unwrap(out, 7, bytes, n, back));
	bit %= n * 8;
	bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
	must(!ocr_seal_unwrap(in, 7, bytes, n, back));
	free(bytes);
	free(back);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct source s = {data, size}, again = s;
	const struct ocr_seal_pair *here, *there;
	enum ocr_tag how;
	uint8_t *plain;

	here = pair_of(&s, false, &how);
	there = pair_of(&again, true, &how);
	/* As it is nobody has wrapped it. */
	plain = malloc(size + 1);
	must(plain && !ocr_seal_unwrap(there, 7, data, size, plain));
	free(plain);
	if (size && data[0] & 0x80)
		change_wrapped(here, there, &s);
	else
		change_tagged(here, there, how, &s);
	return 0;
}
