/* SPDX-License-Identifier: BSD-3-Clause */
/* random_reduce.c - a reduction event of the random program.
 *
 * A child starts it, and is not concerned any more.  On each node a share
 * contributes to some generations and looks at each result when the one before
 * has been seen; then it lets the event go, and `end` opens the slot of the
 * child that waits for all this.  What kind of event it is follows from a seed.
 */
#include "tests/sim/random/random.h"

#include "extensions/ocr-reduction-event.h"

#include <string.h>

struct form {
	u32 gens, max_gen, here, datums, arity;
	redOp_t op;
	collectiveType_t type;
	bool reuse;
	bool late; /* results may be there when somebody asks for them */
};

struct share {
	u64 seed, node, gen;
	ocrGuid_t event, end;
	ocrGuid_t next; /* looks at the next generation */
};

/* Parameters of the end. */
struct target {
	ocrGuid_t task;
	u64 slot;
};

static struct form
form_of(u64 seed)
{
	static const redOp_t ops[] = {
		REDOP_U8_ADD,	 REDOP_U8_MULT,	 REDOP_U8_MIN, REDOP_U8_MAX,
		REDOP_U8_BITAND, REDOP_U8_BITOR, REDOP_S8_MIN, REDOP_U8_BITXOR,
		REDOP_S8_MAX,	 REDOP_F8_ADD,	 REDOP_F8_MIN, REDOP_F8_MAX,
	};
	struct form f = {
		.max_gen = 1 + (u32)(seed >> 4 & 3),
		.here = 1 + (u32)(seed >> 8 & 1),
		.datums = seed >> 12 & 3 ? 1 + (u32)(seed >> 14 & 3) : 600,
		.arity = 1 + (u32)(seed >> 20 & 3),
		.op = ops[(seed >> 24) % (sizeof(ops) / sizeof(ops[0]))],
		.type = (collectiveType_t)((seed >> 40) % 3),
		.reuse = seed >> 44 & 1,
		.late = seed >> 46 & 1,
	};

	/* Only who sees results knows when there is room for more. */
	f.gens = f.type == COL_REDUCE ? f.max_gen : 1 + (u32)(seed & 7);
	return f;
}

/* What a slot gives; few and small numbers, so that doubles are exact. */
static u64
value_of(const struct form *f, u64 seed, u64 gen, u64 slot, u64 i)
{
	u64 word = conf_word(seed + gen * 64 + slot, i), bits;
	double x = (double)(word % 4096) - 2048;

	if (f->op > REDOP_F8_MAX)
		return word;
	memcpy(&bits, &x, sizeof(bits));
	return bits;
}

static u64
combine(redOp_t op, u64 a, u64 b)
{
	double x, y;

	memcpy(&x, &a, sizeof(x));
	memcpy(&y, &b, sizeof(y));
	switch (op) {
	case REDOP_U8_ADD:
		return a + b;
	case REDOP_U8_MULT:
		return a * b;
	case REDOP_U8_MIN:
		return a < b ? a : b;
	case REDOP_U8_MAX:
		return a > b ? a : b;
	case REDOP_U8_BITAND:
		return a & b;
	case REDOP_U8_BITOR:
		return a | b;
	case REDOP_U8_BITXOR:
		return a ^ b;
	case REDOP_S8_MIN:
		return (s64)a < (s64)b ? a : b;
	case REDOP_S8_MAX:
		return (s64)a > (s64)b ? a : b;
	case REDOP_F8_MIN:
		return x < y ? a : b;
	case REDOP_F8_MAX:
		return x > y ? a : b;
	default:
		x += y;
		memcpy(&a, &x, sizeof(a));
		return a;
	}
}

static u64
result_of(const struct form *f, u64 seed, u64 gen, u64 i)
{
	u64 slots = f->here * conf_nodes();
	u64 result = value_of(f, seed, gen, 0, i);

	for (u64 slot = 1; slot < slots && f->type != COL_BROADCAST; slot++)
		result =
			combine(f->op, result, value_of(f, seed, gen, slot, i));
	return result;
}

static void
contribute(const struct share *s, const struct form *f, u64 gen)
{
	u64 values[600];

	for (u64 i = 0; i < f->here; i++) {
		u64 slot = s->node * f->here + i;

		for (u64 d = 0; d < f->datums; d++)
			values[d] = value_of(f, s->seed, gen, slot, d);
		OK(ocrEventCollectiveSatisfySlot(s->event, values, (u32)slot));
	}
}

static void
leave(const struct share *s)
{
	OK(ocrEventDestroy(s->event));
	conf_start(s->end, (u32)s->node);
}

/* Slots: the result; its turn. */
TASK(look)
{
	const struct share *s = PARAM(struct share);
	struct form f = form_of(s->seed);
	const u64 *got = depv[0].ptr;

	CHECK(got, "reduction %" PRIx64 " has no result", s->seed);
	for (u64 i = 0; i < f.datums; i++)
		CHECK(got[i] == result_of(&f, s->seed, s->gen, i),
		      "generation %" PRIu64 " of reduction %" PRIx64
		      " is wrong",
		      s->gen, s->seed);
	if (!f.reuse)
		CHECK_OK(ocrDbDestroy(depv[0].guid));
	if (s->gen + f.max_gen < f.gens)
		contribute(s, &f, s->gen + f.max_gen);
	if (s->gen + 1 < f.gens)
		conf_start(s->next, 1);
	else
		leave(s);
	return NULL_GUID;
}

/* Tasks that look at the results; *first must not look, and contribute, before
 * its turn.  False: this node gets none. */
static bool
expect_results(const struct share *s, const struct form *f, ocrGuid_t *first)
{
	ocrGuid_t tasks[8];
	struct share one = *s;

	for (one.gen = f->gens; one.gen-- > 0;)
		one.next = tasks[one.gen] =
			conf_task(look, s->node, PARAMS(one), 2, NULL);
	for (u64 i = 0; i < f->gens; i++) {
		u8 code;

		CONF_CALL(code, ocrAddDependenceSlot(s->event,
						     (u32)(s->node * f->here),
						     tasks[i], 0, DB_MODE_RO));

		if (code == OCR_EPERM && f->type == COL_REDUCE && i == 0) {
			for (u64 k = 0; k < f->gens; k++)
				OK(ocrEdtDestroy(tasks[k]));
			return false;
		}
		OK(code);
	}
	*first = tasks[0];
	return true;
}

TASK(take_part)
{
	struct share s = *PARAM(struct share);
	struct form f = form_of(s.seed);
	ocrEventParams_t p;
	ocrGuid_t first;
	bool looks;

	memset(&p, 0, sizeof(p));
	p.EVENT_COLLECTIVE.maxGen = f.max_gen;
	p.EVENT_COLLECTIVE.nbContribs = f.here * (u32)conf_nodes();
	p.EVENT_COLLECTIVE.nbContribsPd = f.here;
	p.EVENT_COLLECTIVE.nbDatum = f.datums;
	p.EVENT_COLLECTIVE.arity = f.arity;
	p.EVENT_COLLECTIVE.op = f.op;
	p.EVENT_COLLECTIVE.type = f.type;
	p.EVENT_COLLECTIVE.reuseDbPerGen = f.reuse;
	CHECK_OK(ocrEventCreateParams(&s.event, OCR_EVENT_COLLECTIVE_T,
				      GUID_PROP_IS_LABELED, &p));
	looks = !f.late && expect_results(&s, &f, &first);
	for (u64 i = 0; i < f.gens && i < f.max_gen; i++)
		contribute(&s, &f, i);
	if (f.late)
		looks = expect_results(&s, &f, &first);
	/* Whoever looks contributes to the generations after these. */
	if (looks)
		conf_start(first, 1);
	else
		leave(&s);
	return NULL_GUID;
}

TASK(end)
{
	const struct target *t = PARAM(struct target);

	conf_start(t->task, (u32)t->slot);
	return NULL_GUID;
}

void
random_reduce(u64 seed, ocrGuid_t event, ocrGuid_t task, u32 slot)
{
	struct target t = {task, slot};
	struct share s = {.seed = seed, .event = event};
	u64 nodes = conf_nodes();

	s.end = conf_task(end, seed, PARAMS(t), (u32)nodes, NULL);
	for (s.node = 0; s.node < nodes; s.node++)
		conf_task(take_part, s.node, PARAMS(s), 0, NULL);
}
