/* SPDX-License-Identifier: BSD-3-Clause */
/* reduce_ops.c - every operator and type: what several contributors on each
 * node give comes to all nodes, combined. */
#include "tests/conformance/reduction.h"

#include <string.h>

#define HERE  2 /* contributors on each node */
#define DATUM 3 /* values of each: one event has an odd number of bytes / 4 */

union value {
	double f8;
	float f4;
	u64 u8;
	u32 u4;
	s64 s8;
	s32 s4;
};

/* What slot s gives as value i; small enough for all sums and products. */
static s64
given(u64 s, u64 i)
{
	return s % 3 ? (s64)(1 + (s + i) % 2) : -1;
}

#define LEAST(a, b) ((b) < (a) ? (b) : (a))
#define MOST(a, b)  ((b) > (a) ? (b) : (a))
#define PLUS(a, b)  ((a) + (b))
#define TIMES(a, b) ((a) * (b))
#define BAND(a, b)  ((a) & (b))
#define BOR(a, b)   ((a) | (b))
#define BXOR(a, b)  ((a) ^ (b))

/* Operator, type of its values, how two are combined. */
#define ROWS(R)                                                                \
	R(REDOP_F8_ADD, f8, double, PLUS)                                      \
	R(REDOP_F8_MULT, f8, double, TIMES)                                    \
	R(REDOP_F8_MIN, f8, double, LEAST)                                     \
	R(REDOP_F8_MAX, f8, double, MOST)                                      \
	R(REDOP_F4_ADD, f4, float, PLUS)                                       \
	R(REDOP_F4_MULT, f4, float, TIMES)                                     \
	R(REDOP_F4_MIN, f4, float, LEAST)                                      \
	R(REDOP_F4_MAX, f4, float, MOST)                                       \
	R(REDOP_U8_ADD, u8, u64, PLUS)                                         \
	R(REDOP_U8_MULT, u8, u64, TIMES)                                       \
	R(REDOP_U8_MIN, u8, u64, LEAST)                                        \
	R(REDOP_U8_MAX, u8, u64, MOST)                                         \
	R(REDOP_U8_BITAND, u8, u64, BAND)                                      \
	R(REDOP_U8_BITOR, u8, u64, BOR)                                        \
	R(REDOP_U8_BITXOR, u8, u64, BXOR)                                      \
	R(REDOP_U4_ADD, u4, u32, PLUS)                                         \
	R(REDOP_U4_MULT, u4, u32, TIMES)                                       \
	R(REDOP_U4_MIN, u4, u32, LEAST)                                        \
	R(REDOP_U4_MAX, u4, u32, MOST)                                         \
	R(REDOP_U4_BITAND, u4, u32, BAND)                                      \
	R(REDOP_U4_BITOR, u4, u32, BOR)                                        \
	R(REDOP_U4_BITXOR, u4, u32, BXOR)                                      \
	R(REDOP_S8_MIN, s8, s64, LEAST)                                        \
	R(REDOP_S8_MAX, s8, s64, MOST)                                         \
	R(REDOP_S4_MIN, s4, s32, LEAST)                                        \
	R(REDOP_S4_MAX, s4, s32, MOST)

/* The values of slot s, and what `slots` of them give together. */
#define FUNCTIONS(op, field, type, combine)                                    \
	static void give_##op(void *to, u64 s)                                 \
	{                                                                      \
		for (u64 i = 0; i < DATUM; i++)                                \
			((type *)to)[i] = (type)given(s, i);                   \
	}                                                                      \
	static u64 match_##op(const void *got, u64 slots)                      \
	{                                                                      \
		u64 good = 0;                                                  \
                                                                               \
		for (u64 i = 0; i < DATUM; i++) {                              \
			type all = (type)given(0, i);                          \
                                                                               \
			for (u64 s = 1; s < slots; s++)                        \
				all = combine(all, (type)given(s, i));         \
			good += ((const type *)got)[i] == all;                 \
		}                                                              \
		return good;                                                   \
	}
ROWS(FUNCTIONS)

static const struct {
	redOp_t op;
	u64 bytes;
	void (*give)(void *to, u64 s);
	u64 (*match)(const void *got, u64 slots);
} ops[] = {
#define ROW(op, field, type, combine) {op, sizeof(type), give_##op, match_##op},
	ROWS(ROW)
#undef ROW
};
#define N_OPS (sizeof(ops) / sizeof(ops[0]))

TASK(check)
{
	const struct share *s = PARAM(struct share);

	for (u64 i = 0; i < N_OPS; i++) {
		CHECK(depv[i].ptr, "operator %" PRIu64 ": no result", i);
		CHECK(ops[i].match(depv[i].ptr, HERE * conf_nodes()) == DATUM,
		      "operator %" PRIu64
		      " has a wrong result on node %" PRIu64,
		      i, s->node);
		CHECK_OK(ocrEventDestroy(conf_label(s->range, i)));
	}
	conf_start(s->end, (u32)s->node);
	return NULL_GUID;
}

TASK(take_part)
{
	const struct share *s = PARAM(struct share);
	ocrGuid_t t = conf_task(check, s->node, PARAMS(*s), N_OPS, NULL);
	union value values[DATUM];

	for (u64 i = 0; i < N_OPS; i++) {
		ocrEventParams_t p =
			conf_reduction(COL_ALLREDUCE, ops[i].op, HERE);
		ocrGuid_t g;

		p.EVENT_COLLECTIVE.nbDatum = DATUM;
		p.EVENT_COLLECTIVE.arity = 1 + (u32)i % 3;
		g = conf_take_part(s->range, i, &p);
		CHECK_OK(ocrAddDependence(g, t, (u32)i, DB_MODE_CONST));
		for (u64 k = HERE; k-- > 0;) {
			ops[i].give(values, s->node * HERE + k);
			CHECK_OK(ocrEventCollectiveSatisfySlot(
				g, values, (u32)(s->node * HERE + k)));
			/* It was copied. */
			memset(values, 0xff, sizeof(values));
		}
	}
	return NULL_GUID;
}

MAIN_TASK
{
	conf_spread(N_OPS, take_part);
	return NULL_GUID;
}
