/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_session.c - a session whose other side, a member of the job, says
 * anything: packets are handed up in order and once, what was given comes back
 * once, and what it says itself is true.
 *
 * An input is steps: a byte for what, one for how, and what it wants.  Node 1
 * speaks, and node 2.  In half of the inputs sessions move bytes of a window
 * themselves.
 */
#include "fabric/fabric.h"
#include "fabric/session.h"
#include "fabric/session_wire.h"
#include "tests/fuzz/line.h"
#include "tests/fuzz/target.h"

#include <errno.h>
#include <string.h>

#define NODES	3
#define PACKETS 200 /* more than are kept */
#define PIECES	40
#define STEPS	600
#define WINDOW	256
/* Packets whose content is known: more than are kept. */
#define ANSWERS 1024

enum step { COME, GIVE, MOVE, PASS, OVER, MOVED, BREAK, REFUSE, FAIL, KINDS };

/* What of a packet that comes is made right first. */
enum how {
	FROM_2 = 1,
	RIGHT_FORM = 2,
	RIGHT_NUMBER = 4,
	RIGHT_ACKNOWLEDGED = 8,
	RIGHT_WORD = 16,
	ANSWER = 32,
	LONG = 64,
};

static struct {
	struct line *line;
	struct ocr_transport *t;
	uint64_t clock_ms;
	struct ocr_packet *given[PACKETS]; /* NULL: it came back */
	unsigned n_given;
	struct ocr_transfer piece[PIECES];
	bool is_moving[PIECES];
	unsigned n_pieces;
	uint8_t bytes[64];
	bool carries;
	uint8_t window[WINDOW], wanted[WINDOW]; /* as it is, and must be */
	struct {
		uint64_t given, taken, said, heard;
		uint64_t answers[ANSWERS]; /* by number: sum(), or 0 */
		bool answers_next;	   /* of given, the last is not yet */
		bool is_lost;
	} node[NODES];
	/* What is under way from there: its head, and its last word. */
	struct ocr_session_head come;
} r;

static uint64_t
now_ms(void *ctx)
{
	(void)ctx;
	return r.clock_ms;
}

/* -- What the session says ------------------------------------------------- */

static uint64_t
sum(const uint8_t *bytes, size_t n)
{
	uint64_t h = 1 + n;

	while (n)
		h = (h ^ bytes[--n]) * UINT64_C(0x100000001b3);
	return h;
}

static void
look_at_data(ocr_node_t to, const struct ocr_session_head *h, size_t len)
{
	uint64_t answer = r.node[to].answers[h->number % ANSWERS];
	uint64_t number;

	must(h->number && h->number <= r.node[to].given);
	must((h->kind == OCR_SESSION_BYTES) == (answer != 0));
	if (answer)
		must(sum((const void *)(h + 1), len - sizeof(*h)) == answer);
	if (h->kind != OCR_SESSION_DATA)
		return;
	must(len == sizeof(*h) + sizeof(number));
	memcpy(&number, h + 1, sizeof(number));
	must(number == h->number);
}

static void
on_leaves(ocr_node_t to, const void *data, size_t len)
{
	const struct ocr_session_head *h = data;
	const struct ocr_session_word *w = (const void *)(h + 1);

	must(to && to < NODES);
	must(!ocr_session_check(data, len));
	must(h->acknowledged <= r.node[to].taken);
	if (ocr_session_is_data(h->kind)) {
		look_at_data(to, h, len);
		return;
	}
	must(h->number > r.node[to].said);
	r.node[to].said = h->number;
	must(w->answer <= r.node[to].heard);
	if (r.node[to].is_lost)
		return; /* perhaps because of what it was not answered */
	must(w->sent + r.node[to].answers_next >= r.node[to].given);
	must(w->sent <= r.node[to].given);
}

/* -- What it hands up ------------------------------------------------------ */

static void
on_received(void *ctx, ocr_node_t from, const void *data, size_t len)
{
	(void)ctx, (void)data;
	must(from && from < NODES && !r.node[from].is_lost);
	must(r.come.kind == OCR_SESSION_DATA);
	must(r.come.number == r.node[from].taken + 1);
	r.node[from].taken++;
	for (size_t i = 0; i < len; i++)
		r.bytes[0] ^= ((const uint8_t *)data)[i];
}

static void
on_sent(void *ctx, struct ocr_packet *p)
{
	unsigned i = 0;

	(void)ctx;
	while (i < r.n_given && r.given[i] != p)
		i++;
	must(i < r.n_given);
	r.given[i] = NULL;
	r.t->ops->packet_free(r.t, p);
	free(p);
}

static void
on_moved(void *ctx, struct ocr_transfer *x, size_t piece_bytes, int status)
{
	unsigned i = (unsigned)(x - r.piece);

	(void)ctx;
	must(i < r.n_pieces && r.is_moving[i]);
	must(piece_bytes == 8 && status <= 0);
	r.is_moving[i] = false;
}

static void
on_failed(void *ctx, ocr_node_t peer, const char *why)
{
	(void)ctx;
	must(peer && peer < NODES && *why && !r.node[peer].is_lost);
	r.node[peer].is_lost = true;
}

/* -- Steps ----------------------------------------------------------------- */

static void
repair_word(struct ocr_session_word *w, uint8_t how, ocr_node_t from)
{
	w->flags &= OCR_SESSION_FLAGS;
	if (r.come.kind == OCR_SESSION_HELLO)
		w->grant_bytes = 1 + w->grant_bytes % OCR_GRANT_MAX;
	else
		w->grant_bytes = 0;
	memset(w->grant + w->grant_bytes, 0, OCR_GRANT_MAX - w->grant_bytes);
	if (how & ANSWER)
		w->answer = r.node[from].said;
	else
		w->answer %= r.node[from].said + 2;
}

static void
repair(struct ocr_session_head *h, uint8_t how, ocr_node_t from)
{
	struct ocr_session_head true_head = {
		.version = OCR_SESSION_VERSION,
		.kind = (uint16_t)(h->kind % OCR_SESSION_KINDS),
		.number = h->number,
		.acknowledged = h->acknowledged,
	};
	uint64_t last = r.node[from].taken;

	if (how & RIGHT_FORM)
		*h = true_head;
	if (!ocr_session_is_data(h->kind))
		last = r.node[from].heard;
	if (how & RIGHT_NUMBER)
		h->number = last + 1 + h->number % 3;
	if (how & RIGHT_ACKNOWLEDGED)
		h->acknowledged %= r.node[from].given + 1;
}

/* Longer than all before it, in number, that are to be answered. */
static void
note_word(const struct ocr_session_head *h, ocr_node_t from)
{
	if (!ocr_session_is_data(h->kind) && h->number > r.node[from].heard)
		r.node[from].heard = h->number;
}

static void
repair_range(struct ocr_session_head *h, size_t *len)
{
	struct ocr_session_range *x = (void *)(h + 1);
	size_t least = sizeof(*h) + sizeof(*x);

	if (*len < least)
		return;
	x->offset %= WINDOW + 9;
	if (h->kind == OCR_SESSION_READ) {
		*len = least;
		x->len_bytes = 1 + x->len_bytes % (WINDOW + 9);
	} else {
		*len += *len == least;
		x->len_bytes = *len - least;
	}
}

/* What a READ gets; bytes of the window, or none. */
static void
note_read(const struct ocr_session_range *x, ocr_node_t from)
{
	bool fits = x->len_bytes <= WINDOW && x->offset <= WINDOW &&
		    x->len_bytes <= WINDOW - x->offset;
	uint64_t number = ++r.node[from].given;

	r.node[from].answers_next = true;
	r.node[from].answers[number % ANSWERS] =
		fits ? sum(r.wanted + x->offset, x->len_bytes) : sum(NULL, 0);
}

static void
note_write(const struct ocr_session_range *x)
{
	if (x->len_bytes <= WINDOW && x->offset <= WINDOW - x->len_bytes)
		memcpy(r.wanted + x->offset, x + 1, x->len_bytes);
}

/* Where transfers are not for packets such a one has its number, and that is
 * all. */
static void
note_transfer(const struct ocr_session_head *h, ocr_node_t from)
{
	const void *range = h + 1;

	if (!ocr_session_is_data(h->kind) || h->kind == OCR_SESSION_DATA ||
	    r.node[from].is_lost || h->number != r.node[from].taken + 1 ||
	    h->acknowledged > r.node[from].given)
		return;
	r.node[from].taken++;
	if (r.carries && h->kind == OCR_SESSION_READ)
		note_read(range, from);
	if (r.carries && h->kind == OCR_SESSION_WRITE)
		note_write(range);
}

static void
come(struct source *s, uint8_t how)
{
	struct {
		struct ocr_session_head h;
		struct ocr_session_word w;
	} packet = {0};
	uint8_t *at = (uint8_t *)&packet;
	ocr_node_t from = how & FROM_2 ? 2 : 1;
	size_t len = take(s) % (sizeof(packet) + 1);

	if (how & LONG)
		len = sizeof(packet);
	for (size_t i = 0; i < len; i++)
		at[i] = take(s);
	if (len >= sizeof(packet.h))
		repair(&packet.h, how, from);
	r.come = packet.h;
	if (how & RIGHT_WORD && (r.come.kind == OCR_SESSION_READ ||
				 r.come.kind == OCR_SESSION_WRITE))
		repair_range(&packet.h, &len);
	else if (how & RIGHT_WORD && len == sizeof(packet))
		repair_word(&packet.w, how, from);
	if (len == sizeof(packet) && !ocr_session_check(&packet, len))
		note_word(&packet.h, from);
	if (!ocr_session_check(&packet, len))
		note_transfer(&packet.h, from);
	line_come(r.line, from, &packet, len);
	r.t->ops->poll(r.t);
	r.node[from].answers_next = false;
	must(!memcmp(r.window, r.wanted, WINDOW));
}

static void
give(uint8_t how)
{
	struct ocr_packet *p = calloc(1, sizeof(*p));
	uint64_t number;
	int err;

	must(p);
	if (r.n_given == PACKETS || r.t->ops->packet_alloc(r.t, p)) {
		free(p);
		return;
	}
	p->to = how & FROM_2 ? 2 : 1;
	p->len_bytes = sizeof(number);
	number = ++r.node[p->to].given;
	memcpy(p->data, &number, sizeof(number));
	r.node[p->to].answers[number % ANSWERS] = 0;
	r.given[r.n_given++] = p;
	err = r.t->ops->send(r.t, p);
	if (!err)
		return;
	must(err == -EHOSTDOWN && r.node[p->to].is_lost);
	r.node[p->to].given--;
	on_sent(NULL, p);
}

/* Of sessions that move bytes themselves: it has a number unless it is refused.
 */
static void
check_carried(ocr_node_t peer, bool is_read, int err)
{
	r.node[peer].answers_next = false;
	if (err < 0)
		r.node[peer].given--;
	else
		must(err == !is_read);
	must(err != -EIO);
}

static void
move(uint8_t how)
{
	ocr_node_t peer = how & FROM_2 ? 2 : 1;
	unsigned i = r.n_pieces;
	bool is_read = how & LONG;
	int err;

	if (i == PIECES)
		return;
	r.n_pieces++;
	r.is_moving[i] = true;
	if (r.carries) {
		r.node[peer].answers[++r.node[peer].given % ANSWERS] = 0;
		r.node[peer].answers_next = true;
	}
	if (is_read)
		err = r.t->ops->read(r.t, peer, 0, r.bytes, 8, &r.piece[i]);
	else
		err = r.t->ops->write(r.t, peer, 0, r.bytes, 8, &r.piece[i]);
	if (err)
		r.is_moving[i] = false;
	if (r.carries)
		check_carried(peer, is_read, err);
	must(err >= 0 || err == -EAGAIN || err == -EHOSTDOWN || err == -EIO);
	must(err <= r.carries);
}

static void
refuse(uint8_t how)
{
	static const int errors[] = {0, -EAGAIN, -ECONNRESET, -EIO};

	line_refuse(r.line, errors[how % 4], 1 + how / 4 % 8);
}

static void
step_one(struct source *s)
{
	uint8_t what = take(s), how = take(s);

	switch ((enum step)(what % KINDS)) {
	case COME:
		come(s, how);
		return;
	case GIVE:
		give(how);
		return;
	case MOVE:
		move(how);
		return;
	case PASS:
		r.clock_ms += how * 4;
		break;
	case OVER:
		for (unsigned i = 0; i < 1u + how % 8; i++)
			line_end_packet(r.line);
		break;
	case MOVED:
		line_end_piece(r.line, how % 4 == 1   ? -ECONNRESET
				       : how % 4 == 2 ? -EIO
						      : 0);
		break;
	case BREAK:
		line_break(r.line, how & FROM_2 ? 2 : 1);
		break;
	case REFUSE:
		refuse(how);
		return;
	case FAIL:
		/* Not in each input. */
		if (how == 0xdd)
			line_fail(r.line, how & FROM_2 ? 2 : 1);
		break;
	case KINDS:
		return;
	}
	r.t->ops->poll(r.t);
}

static void
begin(bool carries)
{
	struct ocr_session_config c = {
		.size = NODES,
		.window = carries ? r.window : NULL,
		.window_bytes = WINDOW,
		.silence_ms = 10000,
		.warn_ms = 2000,
		.now_ms = now_ms,
	};
	struct ocr_transport_up up = {
		.received = on_received,
		.sent = on_sent,
		.moved = on_moved,
		.failed = on_failed,
	};

	memset(&r, 0, sizeof(r));
	r.carries = carries;
	for (unsigned i = 0; i < WINDOW; i++)
		r.window[i] = r.wanted[i] = (uint8_t)(7 * i + 1);
	r.clock_ms = 1;
	r.line = line_open(on_leaves);
	c.below = line_transport(r.line);
	must(!ocr_session_open(&r.t, &c));
	r.t->ops->attach(r.t, &up);
}

/* What has not come back is still the fabric's. */
static void
end(void)
{
	for (unsigned i = 0; i < r.n_given; i++)
		if (r.given[i])
			on_sent(NULL, r.given[i]);
	r.t->ops->close(r.t);
	line_close(r.line);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct source s = {data, size};

	begin(size && data[0] & 128);
	for (unsigned i = 0; s.left && i < STEPS; i++)
		step_one(&s);
	end();
	return 0;
}
