/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_tag.c - any bytes as packets of other nodes, with their tags or without:
 * what a node of the job has sent is handed up as it was, and nothing else.
 * What is nobody's does not change what is expected next.
 *
 * An input is packets: a control byte, a length byte, so many bytes.  Node 1 is
 * known from the start, node 2 later, node 3 never.
 */
#include "fabric/ofi_ep.h"
#include "tests/fuzz/target.h"

#include <string.h>

#define NODES	4
#define LATER	2
#define PACKETS 400 /* more than are put aside */

enum control {
	FROM = 3, /* who says that he has sent it */
	TAGGED = 4,
	SPOILT = 8,
	MET = 16,     /* node LATER, from now on */
	AGAIN = 32,   /* it comes a second time; those above know its number */
	LOST = 64,    /* and nothing comes */
	POLLED = 128, /* before */
};

static struct {
	struct ofi *o;
	struct ofi_peer here[NODES];  /* as this node knows them */
	struct ofi_peer there[NODES]; /* as they know this node */
	struct {		      /* what was sent, and whether it came */
		uint8_t bytes[264 + OCR_OFI_TAIL_BYTES];
		size_t len_bytes;
		unsigned comes;
	} sent[PACKETS];
	unsigned n;
} job;

/* Each is one that was sent, and comes as often. */
static void
on_received(void *ctx, ocr_node_t from, const void *data, size_t len_bytes)
{
	unsigned i = 0;

	(void)ctx;
	must(from && from < NODES);
	while (i < job.n &&
	       (!job.sent[i].comes || job.sent[i].len_bytes != len_bytes ||
		memcmp(job.sent[i].bytes, data, len_bytes)))
		i++;
	must(i < job.n);
	job.sent[i].comes--;
}

static void
on_called(void *ctx, ocr_node_t from)
{
	(void)ctx;
	must(from < NODES && from);
}

static void
make_keys(void)
{
	struct ocr_seal *s[NODES];
	uint8_t seed[32] = {0};

	for (ocr_node_t i = 0; i < NODES; i++) {
		seed[0] = (uint8_t)(i + 1);
		must(!ocr_seal_open_from(&s[i], OCR_TAG_ALL, seed));
	}
	for (ocr_node_t i = 1; i < NODES; i++) {
		must(!ocr_seal_pair(s[0], ocr_seal_public(s[i]), 0, i,
				    &job.here[i].pair));
		must(!ocr_seal_pair(s[i], ocr_seal_public(s[0]), i, 0,
				    &job.there[i].pair));
		job.here[i].node = i;
	}
	for (ocr_node_t i = 0; i < NODES; i++)
		ocr_seal_close(s[i]);
}

static void
meet(ocr_node_t node)
{
	atomic_store_explicit(&job.o->peers[node], &job.here[node],
			      memory_order_relaxed);
	ocr_ofi_take_aside(job.o);
}

/* With the tag of its sender, who is `from`. */
static size_t
tag(uint8_t *bytes, size_t len, ocr_node_t from)
{
	const struct ocr_packet p = {
		.data = bytes,
		.len_bytes = (uint32_t)len,
	};

	job.o->self = from;
	len = ocr_ofi_tag_locked(job.o, &job.there[from], &p,
				 ocr_ofi_cover(job.o, &job.there[from], &p));
	job.o->self = 0;
	return len;
}

/* In memory of its own length. */
static void
come(const uint8_t *bytes, size_t len)
{
	uint8_t *exact = malloc(len ? len : 1);

	must(exact);
	memcpy(exact, bytes, len);
	ocr_ofi_received(job.o, exact, len);
	free(exact);
}

/* It changes nothing that would make the next one of a node wait. */
static void
come_strange(const uint8_t *bytes, size_t len)
{
	uint64_t next[NODES], pad_of[NODES];

	for (ocr_node_t i = 0; i < NODES; i++) {
		next[i] = job.here[i].pair.in.next;
		pad_of[i] = job.here[i].pair.in.pad_of;
	}
	come(bytes, len);
	for (ocr_node_t i = 0; i < NODES; i++)
		must(next[i] == job.here[i].pair.in.next &&
		     pad_of[i] == job.here[i].pair.in.pad_of);
}

static void
come_true(const uint8_t *bytes, size_t len, uint8_t control)
{
	unsigned times = control & LOST ? 0 : control & AGAIN ? 2 : 1;

	job.sent[job.n].comes = times;
	job.n++;
	while (times--)
		come(bytes, len);
	/* Of a node that is known it comes at once. */
	if ((control & FROM) == 1)
		must(!job.sent[job.n - 1].comes);
}

static void
come_one(struct source *s)
{
	uint8_t control = take(s);
	size_t len = take(s), at;
	uint8_t bytes[264 + OCR_OFI_TAIL_BYTES] = {0};
	ocr_node_t from = control & FROM;

	for (at = 0; at < len; at++)
		bytes[at] = take(s);
	if (control & MET)
		meet(LATER);
	if (control & POLLED && job.o->heard)
		ocr_ofi_tags_ready(job.o);
	if (control & TAGGED && from) {
		uint64_t number = job.n;

		/* No two are the same. */
		len = 8 + len / 8 * 8;
		memcpy(bytes, &number, 8);
		job.sent[job.n].len_bytes = len;
		memcpy(job.sent[job.n].bytes, bytes, len);
		len = tag(bytes, len, from);
	}
	if (control & TAGGED && from && !(control & SPOILT)) {
		come_true(bytes, len, control);
		return;
	}
	if (control & SPOILT && len) {
		at = take(s) % len;
		bytes[at] ^= (uint8_t)(1 << take(s) % 8);
	}
	come_strange(bytes, len);
}

/* Nobody has spoken with a number that was not his. */
static void
check_numbers(void)
{
	for (ocr_node_t i = 1; i < NODES; i++)
		must(job.here[i].pair.in.next <= job.there[i].pair.out.next);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct source s = {data, size};

	make_keys();
	job.n = 0;
	memset(job.sent, 0, sizeof(job.sent));
	job.o = calloc(1, sizeof(*job.o) + NODES * sizeof(job.o->peers[0]));
	must(job.o);
	job.o->size = NODES;
	job.o->up.received = on_received;
	job.o->c.called = on_called;
	meet(1);
	for (unsigned i = 0; s.left && i < PACKETS; i++)
		come_one(&s);
	check_numbers();
	ocr_ofi_tags_close(job.o);
	for (ocr_node_t i = 0; i < NODES; i++)
		job.here[i].is_doubted = false;
	free(job.o);
	return 0;
}
