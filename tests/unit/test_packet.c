/* SPDX-License-Identifier: BSD-3-Clause */
/* test_packet.c - what a packet looks like, and that a bad one is refused. */
#include "fabric/packet.h"

#include "tests/suite.h"
#include "tests/unit/fabric_world.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A payload of 64, and what is around it. */
#define MTU 80

static struct world world;
static struct world *w = &world;

/* The packet that the test changes, and its length. */
static _Alignas(8) uint8_t packet[MTU];
static size_t packet_len;

static void
open_world(void)
{
	struct sim_net_config c = {
		.n_nodes = 3, .mtu_bytes = MTU, .piece_bytes = 64, .seed = 1};

	world_open(w, &c);
}

static void
close_world(void)
{
	world_close(w);
}

/* Takes the packet that is next from node 0 to node 1 off the net. */
static void
take_packet(void)
{
	void *head = sim_net_head(w->net, 0, 1, &packet_len);

	ck_assert_ptr_nonnull(head);
	ck_assert_uint_le(packet_len, sizeof(packet));
	memcpy(packet, head, packet_len);
	sim_net_drop(w->net, 0, 1);
}

static void
take_two_ops(void)
{
	world_send(w, 0, 1, WORLD_DATA, 24);
	world_send(w, 0, 1, WORLD_DATA, 32);
	ocr_fabric_flush(w->nodes[0].f);
	take_packet();
}

static uint64_t
bad_packets(void)
{
	struct ocr_fabric_stats s;

	ocr_fabric_get_stats(w->nodes[1].f, &s);
	return s.bad_packets;
}

static void
arrive(const void *data, size_t len)
{
	sim_net_inject(w->net, 0, 1, data, len);
	world_run(w);
}

/* A node of this job that sends what cannot be right is lost. */
struct change {
	const char *what;
	size_t at; /* from the begin, or the end */
	bool is_at_end;
	size_t len_bytes;
	uint64_t value;
	uint8_t flags; /* that the head has besides */
};

#define HEAD(field, value)                                                     \
	{                                                                      \
#field " = " #value, offsetof(struct ocr_packet_head, field),  \
			false, sizeof(((struct ocr_packet_head *)0)->field),   \
			value, 0                                               \
	}
#define OP(nr_at, field, value)                                                \
	{                                                                      \
		"op " #field " = " #value,                                     \
			sizeof(struct ocr_packet_head) + (nr_at) +             \
				offsetof(struct ocr_op, field),                \
			false, sizeof(((struct ocr_op *)0)->field), value, 0   \
	}
#define MORE(field, value, flags)                                              \
	{                                                                      \
#field " = " #value " with " #flags,                           \
			sizeof(struct ocr_packet_more) -                       \
				offsetof(struct ocr_packet_more, field),       \
			true, sizeof(((struct ocr_packet_more *)0)->field),    \
			value, flags                                           \
	}

static const struct change whole_changes[] = {
	HEAD(version, 0),
	HEAD(version, OCR_PACKET_VERSION - 1),
	HEAD(version, OCR_PACKET_VERSION + 1),
	HEAD(flags, OCR_PACKET_FIRST),
	HEAD(flags, OCR_PACKET_MIDDLE),
	HEAD(flags, OCR_PACKET_LAST),
	HEAD(flags, OCR_PACKET_MORE),
	HEAD(flags, OCR_PACKET_WANT),
	HEAD(flags, OCR_PACKET_FLAGS + 1),
	HEAD(flags, UINT8_MAX),
	HEAD(seq, 0),
	HEAD(seq, 2),
	HEAD(seq, UINT16_MAX),
	HEAD(confirmed, 1),
	HEAD(confirmed, UINT32_MAX), /* before the first */
	HEAD(confirmed, UINT32_C(1) << 31),
	OP(0, len_bytes, 0),
	OP(0, len_bytes, 4),
	OP(0, len_bytes, 8), /* shorter than min_bytes */
	OP(0, len_bytes, 25),
	OP(0, len_bytes, 64),
	OP(0, len_bytes, UINT32_MAX - 7),
	OP(0, type, WORLD_NO_TYPE),
	OP(0, type, WORLD_TYPES),
	OP(0, type, UINT16_MAX),
	OP(0, zero, 1),
	/* The second is checked before the first is handled. */
	OP(24, len_bytes, 24),
	OP(24, len_bytes, 40),
	OP(24, type, WORLD_TYPES),
	OP(24, zero, 1),
};

/* Of one op, and the wish to have it confirmed. */
static const struct change wishing_changes[] = {
	HEAD(flags, 0), /* the wish is no op */
	HEAD(flags, OCR_PACKET_MORE),
	HEAD(flags, OCR_PACKET_WANT),
	HEAD(flags, OCR_PACKET_MORE | OCR_PACKET_WANT | OCR_PACKET_LAST),
	MORE(want, 0, 0),
	MORE(want, 2, 0),
	MORE(want, UINT32_MAX, 0), /* before the first */
	MORE(op_bytes, 24, 0),
};

static const struct change first_changes[] = {
	MORE(op_bytes, 0, 0),
	MORE(op_bytes, 64, 0),
	MORE(op_bytes, 192, 0),
	MORE(op_bytes, OCR_OP_MAX_BYTES + 8, 0),
	MORE(want, 1, 0),
	MORE(want, 1, OCR_PACKET_WANT), /* the op is not yet whole */
	HEAD(flags, OCR_PACKET_FIRST),
	HEAD(flags, OCR_PACKET_WHOLE | OCR_PACKET_MORE),
	HEAD(flags, OCR_PACKET_MIDDLE | OCR_PACKET_MORE),
	HEAD(flags, OCR_PACKET_LAST | OCR_PACKET_MORE),
	OP(0, len_bytes, 208),
	OP(0, len_bytes, 0),
	OP(0, type, WORLD_TYPES),
	OP(0, zero, 1),
};

static const struct change second_changes[] = {
	MORE(op_bytes, 0, 0),
	MORE(op_bytes, 208, 0),
	HEAD(flags, OCR_PACKET_WHOLE | OCR_PACKET_MORE),
	HEAD(flags, OCR_PACKET_FIRST | OCR_PACKET_MORE),
	HEAD(flags, OCR_PACKET_LAST | OCR_PACKET_MORE),
};

static const struct change last_changes[] = {
	MORE(op_bytes, 208, 0),
	MORE(op_bytes, UINT32_MAX, 0),
	MORE(want, 2, OCR_PACKET_WANT),
	HEAD(flags, OCR_PACKET_WHOLE | OCR_PACKET_MORE),
	HEAD(flags, OCR_PACKET_FIRST | OCR_PACKET_MORE),
	HEAD(flags, OCR_PACKET_MIDDLE | OCR_PACKET_MORE),
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void
check_change(const struct change *c)
{
	_Alignas(8) uint8_t changed[MTU];
	size_t at = c->is_at_end ? packet_len - c->at : c->at;

	memcpy(changed, packet, packet_len);
	/* The low bytes come first: the tests run where that is so. */
	memcpy(changed + at, &c->value, c->len_bytes);
	((struct ocr_packet_head *)changed)->flags |= c->flags;
	ck_assert_int_ne(memcmp(changed, packet, packet_len), 0);
	arrive(changed, packet_len);
	ck_assert_msg(bad_packets() == 1, "%s was believed", c->what);
	ck_assert_msg(w->nodes[1].lost[0] == 1, "%s: lost %u times", c->what,
		      w->nodes[1].lost[0]);

	/* Nor is the true one then. */
	arrive(packet, packet_len);
	ck_assert_msg(w->nodes[1].handled[0] == 0, "%s: %ju ops handled",
		      c->what, (uintmax_t)w->nodes[1].handled[0]);
	ck_assert_uint_eq(bad_packets(), 1);
}

START_TEST(a_packet_with_one_wrong_field_is_refused)
{
	take_two_ops();
	check_change(&whole_changes[_i]);
}
END_TEST

static void
on_confirmed(struct ocr_confirm *c)
{
	(void)c;
}

START_TEST(a_wish_with_one_wrong_field_is_refused)
{
	struct ocr_confirm c = {.fn = on_confirmed};

	ck_assert(!ocr_fabric_confirm(w->nodes[0].f, 1,
				      world_send(w, 0, 1, WORLD_DATA, 24), &c));
	take_packet();
	check_change(&wishing_changes[_i]);
}
END_TEST

/* An op of 200 bytes travels as 64 + 64 + 64 + 8.  Those before number nr
 * arrive; that one is taken, the rest is gone. */
static void
take_fragment(int nr)
{
	_Alignas(8) uint8_t fragments[4][MTU];
	size_t len[4];

	world_send(w, 0, 1, WORLD_DATA, 200);
	ocr_fabric_flush(w->nodes[0].f);
	for (int i = 0; i < 4; i++) {
		while (!sim_net_head(w->net, 0, 1, &len[i]))
			ck_assert(world_step(w)); /* makes room for it */
		take_packet();
		len[i] = packet_len;
		memcpy(fragments[i], packet, packet_len);
	}
	for (int i = 0; i < nr; i++)
		arrive(fragments[i], len[i]);
	ck_assert_uint_eq(bad_packets(), 0);
	packet_len = len[nr];
	memcpy(packet, fragments[nr], packet_len);
}

START_TEST(a_first_fragment_with_one_wrong_field_is_refused)
{
	take_fragment(0);
	check_change(&first_changes[_i]);
}
END_TEST

START_TEST(a_second_fragment_with_one_wrong_field_is_refused)
{
	take_fragment(1);
	check_change(&second_changes[_i]);
}
END_TEST

START_TEST(a_last_fragment_with_one_wrong_field_is_refused)
{
	take_fragment(3);
	check_change(&last_changes[_i]);
}
END_TEST

/* Packets come whole: where one ends that its sender would have gone on with,
 * the transport has to know. */
START_TEST(a_packet_whose_ops_do_not_fill_it_is_refused)
{
	bool one_op = _i == sizeof(struct ocr_packet_head) + 24;
	bool no_op = _i == sizeof(struct ocr_packet_head);

	take_two_ops();
	arrive(packet, _i);

	ck_assert_uint_eq(bad_packets(), !one_op && !no_op);
	ck_assert_uint_eq(w->nodes[1].handled[0], one_op);
	ck_assert_uint_eq(w->nodes[1].lost[0], !one_op && !no_op);
}
END_TEST

START_TEST(a_packet_with_bytes_behind_it_is_refused)
{
	take_two_ops();
	arrive(packet, packet_len + 8);

	ck_assert_uint_eq(bad_packets(), 1);
	ck_assert_uint_eq(w->nodes[1].handled[0], 0);
	ck_assert_uint_eq(w->nodes[1].lost[0], 1);
}
END_TEST

START_TEST(a_confirmation_that_goes_back_is_refused)
{
	struct ocr_confirm c = {.fn = on_confirmed};
	struct ocr_packet_head *h = (void *)packet;

	/* Node 0 confirms two ops of node 1, and then only one. */
	world_send(w, 1, 0, WORLD_DATA, 24);
	ck_assert(!ocr_fabric_confirm(w->nodes[1].f, 0,
				      world_send(w, 1, 0, WORLD_DATA, 24), &c));
	world_run(w);
	world_send(w, 0, 1, WORLD_DATA, 24);
	ocr_fabric_flush(w->nodes[0].f);
	take_packet();
	ck_assert_uint_eq(h->confirmed, 2);
	h->confirmed = 1;
	arrive(packet, packet_len);

	ck_assert_uint_eq(w->nodes[1].lost[0], 1);
	ck_assert_uint_eq(w->nodes[1].handled[0], 0);
}
END_TEST

/* Counts that have just passed what the low bits can hold. */
START_TEST(counts_go_on_beyond_what_travels_of_them)
{
	const uint64_t round = UINT64_C(1) << 32;
	const struct ocr_packet_rules rules = {.size = 2};
	struct ocr_packet_expected e = {
		.seq = round + 7,
		.confirmed_min = round - 2,
		.confirmed_max = round + 5,
		.handled = round,
	};
	struct {
		struct ocr_packet_head head;
		struct ocr_packet_more more;
	} k = {
		{.version = OCR_PACKET_VERSION,
		 .flags = OCR_PACKET_MORE | OCR_PACKET_WANT,
		 .seq = 7,
		 .confirmed = 3},
		{.want = 0},
	};
	struct ocr_packet_said said;

	ck_assert_ptr_null(ocr_packet_read(&rules, &e, &k, sizeof(k), &said));
	ck_assert_uint_eq(said.confirmed, round + 3);
	ck_assert_uint_eq(said.want, round);
	k.head.confirmed = UINT32_MAX - 1;
	k.more.want = UINT32_MAX;
	ck_assert_ptr_null(ocr_packet_read(&rules, &e, &k, sizeof(k), &said));
	ck_assert_uint_eq(said.confirmed, round - 2);
	ck_assert_uint_eq(said.want, round - 1);
	k.head.confirmed = UINT32_MAX - 2;
	ck_assert_ptr_nonnull(
		ocr_packet_read(&rules, &e, &k, sizeof(k), &said));
	k.head.confirmed = 6;
	ck_assert_ptr_nonnull(
		ocr_packet_read(&rules, &e, &k, sizeof(k), &said));
}
END_TEST

static const struct {
	struct ocr_packet_head head;
	uint32_t op_bytes, len_bytes;
	bool is_plain;
	struct ocr_op op; /* behind the head, if len_bytes has room */
} plain_cases[] = {
	{{OCR_PACKET_VERSION, 0, 7, 4}, 0, 8, true, {0}},
	{{OCR_PACKET_VERSION, 0, 7, 2}, 0, 8, true, {0}},
	{{OCR_PACKET_VERSION, 0, 7, 1}, 0, 8, false, {0}},
	{{OCR_PACKET_VERSION, 0, 7, 5}, 0, 8, false, {0}},
	{{OCR_PACKET_VERSION, 0, 6, 4}, 0, 8, false, {0}},
	{{OCR_PACKET_VERSION, 0, 8, 4}, 0, 8, false, {0}},
	{{OCR_PACKET_VERSION + 1, 0, 7, 4}, 0, 8, false, {0}},
	{{OCR_PACKET_VERSION, OCR_PACKET_FIRST, 7, 4}, 0, 8, false, {0}},
	{{OCR_PACKET_VERSION, OCR_PACKET_MORE, 7, 4}, 0, 8, false, {0}},
	{{OCR_PACKET_VERSION, 0, 7, 4}, 64, 8, false, {0}},
	{{OCR_PACKET_VERSION, 0, 7, 4}, 0, 7, false, {0}},
	{{OCR_PACKET_VERSION, 0, 7, 4}, 0, 12, false, {0}},
	{{OCR_PACKET_VERSION, 0, 7, 4}, 0, 16, true, {8, 1, 0}},
	{{OCR_PACKET_VERSION, 0, 7, 4}, 64, 16, false, {8, 1, 0}},
	{{OCR_PACKET_VERSION, 0, 7, 4}, 0, 16, false, {0, 1, 0}},
	{{OCR_PACKET_VERSION, 0, 7, 4}, 0, 16, false, {16, 1, 0}},
	{{OCR_PACKET_VERSION, 0, 7, 4}, 0, 16, false, {8, 1, 1}},
	{{OCR_PACKET_VERSION, 0, 7, 4}, 0, 16, false, {8, 0, 0}}, /* no type */
	{{OCR_PACKET_VERSION, 0, 7, 4}, 0, 16, false, {8, 2, 0}}, /* longer */
	{{OCR_PACKET_VERSION, 0, 7, 4}, 0, 16, false, {8, 3, 0}}, /* no type */
};

/* What is judged in one look is judged as by the long one. */
START_TEST(a_plain_packet_is_one_that_would_be_believed)
{
	const struct ocr_op_handler handlers[] = {
		[1] = {.name = "head alone", .min_bytes = 8},
		[2] = {.name = "and a word", .min_bytes = 16},
	};
	const struct ocr_packet_rules rules = {
		.size = 2, .handlers = handlers, .n_handlers = COUNT(handlers)};
	const struct ocr_packet_expected e = {.seq = 7,
					      .confirmed_min = 2,
					      .confirmed_max = 4,
					      .op_bytes =
						      plain_cases[_i].op_bytes};
	struct {
		struct ocr_packet_head head;
		struct ocr_op op;
	} k = {plain_cases[_i].head, plain_cases[_i].op};
	struct ocr_packet_said said;
	const char *why;
	uint64_t confirmed;
	bool is_plain;

	why = ocr_packet_read(&rules, &e, &k, plain_cases[_i].len_bytes, &said);
	is_plain = ocr_packet_is_plain(&rules, &e, &k,
				       plain_cases[_i].len_bytes, &confirmed);

	ck_assert_int_eq(is_plain, plain_cases[_i].is_plain);
	ck_assert_int_eq(is_plain, !why);
	if (is_plain)
		ck_assert_uint_eq(confirmed, said.confirmed);
}
END_TEST

START_TEST(a_packet_looks_as_it_did_when_its_version_was_made)
{
	char path[512], golden[3 * MTU], line[3 * MTU];
	struct ocr_confirm c = {.fn = on_confirmed};
	const char *srcdir = getenv("top_srcdir");
	size_t at = 0;
	FILE *file;

	/* The second packet of 0 -> 1, which confirms one op and wants two
	 * of its own confirmed. */
	world_send(w, 1, 0, WORLD_REPLY, 16);
	ocr_fabric_flush(w->nodes[1].f);
	world_run(w);
	w->nodes[0].sent[1] = 1;
	world_send(w, 0, 1, WORLD_DATA, 24);
	ck_assert(!ocr_fabric_confirm(w->nodes[0].f, 1, 2, &c));
	take_packet();
	for (size_t i = 0; i < packet_len; i++)
		at += sprintf(line + at, "%02x%c", packet[i],
			      i % 16 == 15 || i + 1 == packet_len ? '\n' : ' ');
	snprintf(path, sizeof(path), "%s/tests/golden/packet.hex",
		 srcdir ? srcdir : ".");
	file = fopen(path, "r");
	ck_assert_msg(file != NULL, "%s cannot be read", path);
	golden[fread(golden, 1, sizeof(golden) - 1, file)] = '\0';
	fclose(file);

	ck_assert_str_eq(line, golden);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("packet");
	TCase *t = tcase_create("packet");

	tcase_add_checked_fixture(t, open_world, close_world);
	tcase_add_loop_test(t, a_packet_with_one_wrong_field_is_refused, 0,
			    COUNT(whole_changes));
	tcase_add_loop_test(t, a_wish_with_one_wrong_field_is_refused, 0,
			    COUNT(wishing_changes));
	tcase_add_loop_test(t, a_first_fragment_with_one_wrong_field_is_refused,
			    0, COUNT(first_changes));
	tcase_add_loop_test(t,
			    a_second_fragment_with_one_wrong_field_is_refused,
			    0, COUNT(second_changes));
	tcase_add_loop_test(t, a_last_fragment_with_one_wrong_field_is_refused,
			    0, COUNT(last_changes));
	tcase_add_loop_test(t, a_packet_whose_ops_do_not_fill_it_is_refused, 0,
			    sizeof(struct ocr_packet_head) + 24 + 32);
	tcase_add_test(t, a_packet_with_bytes_behind_it_is_refused);
	tcase_add_test(t, a_confirmation_that_goes_back_is_refused);
	tcase_add_test(t, counts_go_on_beyond_what_travels_of_them);
	tcase_add_loop_test(t, a_plain_packet_is_one_that_would_be_believed, 0,
			    COUNT(plain_cases));
	tcase_add_test(t, a_packet_looks_as_it_did_when_its_version_was_made);
	suite_add_tcase(s, t);

	return run_suite(s);
}
