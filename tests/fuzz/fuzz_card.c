/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_card.c - reads any bytes as the card of another node, and as the name
 * of a neighbour's window. */
#include "fabric/card.h"
#include "fabric/seal.h"
#include "fabric/memory.h"
#include "fabric/neighbour.h"
#include "tests/fuzz/target.h"

#include <string.h>
#include <unistd.h>

/* The first byte says what is made right. */
enum {
	RIGHT_MAGIC = 1,
	RIGHT_LENGTH = 2,
	RIGHT_PROVIDER = 4,
	WINDOW = 8,
};

static void
repair(struct ocr_card *c, size_t len, uint8_t control)
{
	if (control & RIGHT_MAGIC) {
		c->magic = OCR_CARD_MAGIC;
		c->version = OCR_CARD_VERSION;
		c->tag %= OCR_TAG_ALL + 1;
		c->zero_pid = 0;
		c->ofi.zero = 0;
	}
	if (control & RIGHT_LENGTH && len >= ocr_card_bytes(c))
		c->ofi.addr_bytes += (uint16_t)(len - ocr_card_bytes(c));
	if (control & RIGHT_PROVIDER)
		c->ofi.provider[sizeof(c->ofi.provider) - 1] = 0;
}

static void
read_card(const uint8_t *data, size_t size, uint8_t control)
{
	struct ocr_card ours, in = {0}, out;
	const char *why;
	uint8_t *exact;

	if (size > sizeof(in))
		size = sizeof(in);
	memcpy(&in, data, size);
	repair(&in, size, control);
	exact = malloc(size + 1);
	must(exact);
	memcpy(exact, &in, size);
	why = ocr_card_read(&out, exact, size);
	free(exact);
	if (why) {
		must(*why);
		return;
	}
	must(ocr_card_bytes(&out) == size);
	must(out.ofi.addr_bytes <= OCR_CARD_ADDR_MAX);
	ocr_card_init(&ours);
	why = ocr_card_check(&ours, &out);
	must(!why || *why);
	why = ocr_card_check_ofi(&ours.ofi, &out.ofi);
	must(!why || *why);
	ocr_card_shares_pids(&ours, &out);
}

/* Of a file of this process: others' are none of our business here. */
static void
map_window(const uint8_t *data, size_t size)
{
	struct ocr_neighbours *n = ocr_neighbours_open(4);
	struct ocr_nameless name = {0};
	struct source s = {data, size};
	ocr_node_t peer = take(&s);
	uint64_t len = 0;

	must(n);
	memcpy(&name, s.at, s.left < sizeof(name) ? s.left : sizeof(name));
	if (name.pid > 0)
		name.pid = getpid();
	if (ocr_neighbour_map(n, peer, &name))
		must(!ocr_neighbour_base(n, peer, &len));
	else
		must(ocr_neighbour_base(n, peer, &len) &&
		     len == name.len_bytes);
	ocr_neighbours_close(n);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct source s = {data, size};
	uint8_t control = take(&s);

	if (control & WINDOW)
		map_window(s.at, s.left);
	else
		read_card(s.at, s.left, control);
	return 0;
}
