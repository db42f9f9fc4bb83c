/* SPDX-License-Identifier: BSD-3-Clause */
/* test_debts_lies.c - what a node says wrongly of ops that others must not
 * overtake, and who is told so that carries none. */
#include "fabric/debts.h"
#include "fabric/packet.h"
#include "tests/suite.h"
#include "tests/unit/debts_world.h"

#include <check.h>
#include <stdint.h>

struct lie {
	struct ocr_packet_head head;
	struct ocr_op op;
	struct ocr_known known[2];
};

/* Node 2 says to node 1 what is so long. */
static void
tell_lie(const struct ocr_known *k, uint32_t known_bytes)
{
	struct lie lie = {
		.head = {.version = OCR_PACKET_VERSION, .seq = 1},
		.op = {.len_bytes = (uint32_t)sizeof(lie.op) + known_bytes,
		       .type = OCR_OP_DEBTS},
		.known = {{3, 0, 1}},
	};

	lie.known[known_bytes > sizeof(*k)] = *k;
	sim_net_inject(debts_net, 2, 1, &lie,
		       sizeof(lie.head) + sizeof(lie.op) + known_bytes);
	debts_run();
}

static const struct {
	struct ocr_known known;
	uint32_t bytes;
	const char *why;
} lies[] = {
	{{0, 3, 1}, 0, "debts of an impossible length"},
	{{0, 3, 1}, 8, "debts of an impossible length"},
	{{0, 3, 1}, 24, "debts of an impossible length"},
	{{DEBTS_NODES, 0, 1}, 16, "debt of a node that there is not"},
	{{0, DEBTS_NODES, 1}, 16, "debt of a node that there is not"},
	{{0, UINT32_MAX, 1}, 32, "debt of a node that there is not"},
	{{UINT32_MAX, 1, 1}, 32, "debt of a node that there is not"},
	{{0, 0, 1}, 16, "debt that nobody tells"},
	{{1, 0, 1}, 16, "debt that nobody tells"},
	{{1, 3, UINT64_MAX}, 32, "debt that nobody tells"},
	{{0, 2, 1}, 16, "debt that nobody tells"},
	{{2, 1, 9}, 16, "debt that nobody tells"},
	{{0, 1, (UINT64_C(1) << 24) + 1},
	 16,
	 "debt of an op that cannot have left"},
	{{3, 1, UINT64_MAX}, 32, "debt of an op that cannot have left"},
};

START_TEST(who_lies_is_lost)
{
	debts_open(1);
	tell_lie(&lies[_i].known, lies[_i].bytes);
	ck_assert_uint_eq(debts_nodes[1].lost, 2);
	ck_assert_str_eq(debts_nodes[1].why, lies[_i].why);
	debts_close();
}
END_TEST

/* What may be so is believed, and passed on where it concerns others. */
START_TEST(who_does_not_lie_is_not)
{
	static const struct ocr_known may[] = {
		{0, 3, UINT64_MAX}, {2, 3, 1}, {0, 1, UINT64_C(1) << 24}};

	debts_open(1);
	tell_lie(&may[_i], sizeof(may[0]));
	ck_assert_uint_eq(debts_nodes[1].lost, OCR_NODE_NONE);
	if (may[_i].to != 3) {
		ck_assert_uint_eq(debts_n_held(1), 1);
	} else {
		/* Whoever knows better refuses him who says it. */
		debts_say(1, 3, 0);
		debts_run();
		ck_assert_uint_eq(debts_nodes[3].lost,
				  may[_i].seq == 1 ? OCR_NODE_NONE : 1);
	}
	debts_close();
}
END_TEST

/* One of two nodes carries nothing, or a job that does not. */
START_TEST(not_carried)
{
	const struct sim_net_config c = {.n_nodes = 2,
					 .mtu_bytes = DEBTS_MTU,
					 .piece_bytes = DEBTS_MTU,
					 .seed = 1};
	struct ocr_fabric_config f = {.size = 2,
				      .handlers = debts_handlers,
				      .n_handlers = DEBTS_TYPES,
				      .carries = true,
				      .ctx = &debts_nodes[0],
				      .lost = debts_on_lost};
	const struct {
		struct ocr_packet_head head;
		struct ocr_op op;
	} told = {{.version = OCR_PACKET_VERSION, .seq = 1},
		  {.len_bytes = 8, .type = OCR_OP_DEBTS}};

	debts_net = sim_net_open(&c);
	f.transport = sim_net_transport(debts_net, 0);
	ck_assert_int_eq(ocr_fabric_open(&debts_nodes[0].f, &f), 0);
	ck_assert(!ocr_fabric_carries(debts_nodes[0].f));
	sim_net_inject(debts_net, 1, 0, &told, sizeof(told));
	sim_net_fire(debts_net, 0);
	ocr_fabric_poll(debts_nodes[0].f);
	ck_assert_str_eq(debts_nodes[0].why,
			 "debts, which this node does not carry");
	ocr_fabric_close(debts_nodes[0].f);
	sim_net_close(debts_net);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("debts_lies");
	TCase *tc = tcase_create("debts_lies");

	tcase_add_loop_test(tc, who_lies_is_lost, 0,
			    sizeof(lies) / sizeof(lies[0]));
	tcase_add_loop_test(tc, who_does_not_lie_is_not, 0, 3);
	tcase_add_test(tc, not_carried);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
