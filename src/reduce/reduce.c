/* SPDX-License-Identifier: BSD-3-Clause */
/* reduce.c - one loop for each operator and type. */
#include "src/reduce/reduce.h"

#include <assert.h>

typedef void reduce_fn(void *into, const void *from, size_t n);

#define ADD(a, b)    ((a) + (b))
#define MULT(a, b)   ((a) * (b))
#define BITAND(a, b) ((a) & (b))
#define BITOR(a, b)  ((a) | (b))
#define BITXOR(a, b) ((a) ^ (b))
/* A value that differs from itself is a NaN, and loses. */
#define MIN(a, b)    ((b) < (a) || (a) != (a) ? (b) : (a))
#define MAX(a, b)    ((b) > (a) || (a) != (a) ? (b) : (a))

/* One row per operator: its code, its type, what it computes. */
#define ROWS(R)                                                                \
	R(F8, ADD, double)                                                     \
	R(F8, MULT, double)                                                    \
	R(F8, MIN, double)                                                     \
	R(F8, MAX, double)                                                     \
	R(F4, ADD, float)                                                      \
	R(F4, MULT, float)                                                     \
	R(F4, MIN, float)                                                      \
	R(F4, MAX, float)                                                      \
	R(U8, ADD, u64)                                                        \
	R(U8, MULT, u64)                                                       \
	R(U8, MIN, u64)                                                        \
	R(U8, MAX, u64)                                                        \
	R(U8, BITAND, u64)                                                     \
	R(U8, BITOR, u64)                                                      \
	R(U8, BITXOR, u64)                                                     \
	R(U4, ADD, u32)                                                        \
	R(U4, MULT, u32)                                                       \
	R(U4, MIN, u32)                                                        \
	R(U4, MAX, u32)                                                        \
	R(U4, BITAND, u32)                                                     \
	R(U4, BITOR, u32)                                                      \
	R(U4, BITXOR, u32)                                                     \
	R(S8, MIN, s64)                                                        \
	R(S8, MAX, s64)                                                        \
	R(S4, MIN, s32)                                                        \
	R(S4, MAX, s32)

#define LOOP(name, oper, type)                                                 \
	static void name##_##oper(void *into, const void *from, size_t n)      \
	{                                                                      \
		type *a = into;                                                \
		const type *b = from;                                          \
                                                                               \
		for (size_t i = 0; i < n; i++)                                 \
			a[i] = oper(a[i], b[i]);                               \
	}
ROWS(LOOP)
#undef LOOP

#define ROW(name, oper, type)                                                  \
	[REDOP_##name##_##oper] = {name##_##oper, sizeof(type)},
static const struct {
	reduce_fn *fn;
	size_t bytes;
} rows[] = {ROWS(ROW)};
#undef ROW

size_t
ocr_reduce_bytes(redOp_t op)
{
	return op < sizeof(rows) / sizeof(rows[0]) ? rows[op].bytes : 0;
}

void
ocr_reduce(redOp_t op, void *into, const void *from, size_t n)
{
	assert(ocr_reduce_bytes(op));
	rows[op].fn(into, from, n);
}
