/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_seal.c - any bytes as what another node has tagged or wrapped: what is
 * true passes, and nothing else.
 *
 * An input is a byte for how, two for the bit that is changed, one for what is
 * done before; the head, the body.
 */
#include "fabric/seal.h"
#include "tests/fuzz/target.h"

#include <string.h>

#define HEAD sizeof(uint64_t)

enum before {
	READY_OUT = 1,
	READY_IN = 2,
	LEFT_OUT = 4, /* a number that never comes */
	STRANGE = 8,  /* nobody's comes first, with the number that is next */
};

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

static struct ocr_seal_pair *
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

static bool
passes(struct ocr_seal_pair *in, const uint8_t *bytes, size_t n)
{
	const uint8_t *body = bytes + HEAD;
	size_t body_bytes = n - HEAD - OCR_SEAL_MARK_BYTES;
	uint64_t head;

	memcpy(&head, bytes, HEAD);
	return ocr_seal_check(in, head, body, body_bytes, body + body_bytes);
}

static void
put_mark(struct ocr_seal_pair *out, uint8_t *bytes, size_t n)
{
	size_t body_bytes = n - HEAD - OCR_SEAL_MARK_BYTES;
	uint64_t head;

	memcpy(&head, bytes, HEAD);
	ocr_seal_mark(out, ocr_seal_cover(out, head, bytes + HEAD, body_bytes),
		      bytes + HEAD + body_bytes);
}

/* What came before, and whether the work was done ahead, changes nothing. */
static void
prepare(struct ocr_seal_pair *out, struct ocr_seal_pair *in, uint8_t *bytes,
	size_t n, uint8_t before)
{
	if (before & LEFT_OUT)
		put_mark(out, bytes, n);
	if (before & READY_OUT)
		ocr_seal_ready_out(out);
	if (before & READY_IN)
		ocr_seal_ready_in(in);
	if (before & STRANGE) {
		memset(bytes + n - OCR_SEAL_MARK_BYTES, 0, OCR_SEAL_MARK_BYTES);
		memcpy(bytes + n - sizeof(in->in.next), &in->in.next,
		       sizeof(in->in.next));
		bytes[n - OCR_SEAL_MARK_BYTES] = 1;
		must(!passes(in, bytes, n));
	}
}

/* Bytes of their own length, and a mark; a bit of them is changed. */
static void
change_marked(struct ocr_seal_pair *out, struct ocr_seal_pair *in,
	      enum ocr_tag how, struct source *s)
{
	size_t bit = take(s) | (size_t)take(s) << 8;
	uint8_t before = take(s);
	size_t body = s->left > HEAD ? s->left - HEAD : 0;
	size_t n = HEAD + body + OCR_SEAL_MARK_BYTES, seen;
	uint8_t *bytes = calloc(1, n);

	must(bytes);
	memcpy(bytes, s->at, s->left);
	prepare(out, in, bytes, n, before);
	put_mark(out, bytes, n);
	must(passes(in, bytes, n));
	must(how == OCR_TAG_NONE || in->in.next == out->out.next);
	bit %= n * 8;
	bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
	seen = how == OCR_TAG_NONE	 ? 0
	       : how == OCR_TAG_ALL	 ? HEAD + body
	       : body < OCR_SEAL_CONTROL ? HEAD + body
					 : HEAD + OCR_SEAL_CONTROL;
	if (bit / 8 < HEAD + body)
		must(passes(in, bytes, n) == (bit / 8 >= seen));
	else if (how != OCR_TAG_NONE || bit / 8 < HEAD + body + 16)
		must(!passes(in, bytes, n));
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
	struct ocr_seal_pair *here, *there;
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
		change_marked(here, there, how, &s);
	return 0;
}
