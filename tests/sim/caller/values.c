/* SPDX-License-Identifier: BSD-3-Clause */
/* values.c - what is passed to calls: numbers, GUIDs, hints. */
#include "tests/sim/caller/caller.h"

#include <string.h>

#define THINGS 96

static struct {
	u64 rng;
	unsigned n; /* may be more than fit */
	struct {
		enum what what;
		ocrGuid_t g;
	} things[THINGS];
	ocrGuid_t outs[8]; /* variables that calls get */
	unsigned next_out;
	ocrHint_t hint;
	u64 params[CALLER_MOST];
	ocrGuid_t guids[CALLER_MOST];
} world;

void
caller_begin(u64 seed)
{
	memset(&world, 0, sizeof(world));
	world.rng = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
	for (u32 i = 0; i < CALLER_MOST; i++)
		world.guids[i] = UNINITIALIZED_GUID;
	for (unsigned i = 0; i < 8; i++)
		caller_draw(2);
}

u64
caller_draw(u64 n)
{
	world.rng ^= world.rng << 13;
	world.rng ^= world.rng >> 7;
	world.rng ^= world.rng << 17;
	return (world.rng * UINT64_C(0x2545f4914f6cdd1d) >> 16) % n;
}

static u64
bits(void)
{
	return caller_draw(UINT64_C(1) << 32) << 32 |
	       caller_draw(UINT64_C(1) << 32);
}

u64
caller_number(void)
{
	switch (caller_draw(8)) {
	case 0:
		return bits();
	case 1: /* at the end of a range */
		return (UINT64_C(1) << caller_draw(64)) - caller_draw(3) +
		       caller_draw(2);
	case 2:
		return UINT64_MAX - caller_draw(4);
	default:
		return caller_draw(6);
	}
}

u32
caller_count(u32 most)
{
	static const u32 ends[] = {65534,	  65535,	 65536,
				   70000,	  0x4000000 + 1, 0x7fffffff,
				   EDT_PARAM_DEF, EDT_PARAM_UNK};
	u32 n = chance(85) ? (u32)caller_draw(5)
			   : ends[caller_draw(sizeof(ends) / sizeof(*ends))];

	return n <= most || n >= EDT_PARAM_DEF ? n : most;
}

u16
caller_flags(u16 known)
{
	static const u16 names[] = {0, GUID_PROP_IS_LABELED, GUID_PROP_CHECK,
				    GUID_PROP_BLOCK, EDT_PROP_MAPPED};
	u16 f = (u16)(bits() & known);

	if (chance(20))
		f |= names[caller_draw(5)];
	return chance(95) ? f : (u16)bits();
}

u64
caller_size(void)
{
	return chance(85) ? caller_draw(300) : caller_number();
}

ocrDbAccessMode_t
caller_mode(void)
{
	return (ocrDbAccessMode_t)(chance(90) ? UINT64_C(1) << caller_draw(4)
					      : caller_number() & 0x7fffffff);
}

/* -- GUIDs ---------------------------------------------------------------- */

void
caller_learn(enum what w, ocrGuid_t g)
{
	unsigned i = world.n < THINGS ? world.n : (unsigned)caller_draw(THINGS);

	world.things[i].what = w;
	world.things[i].g = g;
	world.n++;
}

static ocrGuid_t
known(enum what w)
{
	unsigned n = world.n < THINGS ? world.n : THINGS, i, tries;

	if (!n)
		return NULL_GUID;
	for (tries = 0; tries < 24; tries++) {
		i = (unsigned)caller_draw(n);
		if (w == ANYTHING || world.things[i].what == w)
			return world.things[i].g;
	}
	return world.things[caller_draw(n)].g;
}

static ocrGuid_t
special(void)
{
	static const ocrGuid_t all[] = {NULL_GUID_INITIALIZER,
					UNINITIALIZED_GUID_INITIALIZER,
					ERROR_GUID_INITIALIZER};

	return all[caller_draw(3)];
}

static void
put(ocrGuid_t *g, unsigned shift, unsigned width, u64 value)
{
	u64 mask = ((UINT64_C(1) << width) - 1) << shift;

	g->upper = (g->upper & ~mask) | (value << shift & mask);
}

/* The layout is the runtime's business: that is why it is forged. */
static ocrGuid_t
forged(ocrGuid_t g)
{
	switch (caller_draw(12)) {
	case 0: /* another kind */
	case 1:
	case 2:
		put(&g, 56, 8, caller_draw(18));
		break;
	case 3: /* flags */
		put(&g, 48, 8, bits());
		break;
	case 4: /* a flag */
		g.upper ^= UINT64_C(1) << (48 + caller_draw(8));
		break;
	case 5: /* owner or creator */
		put(&g, 24, 24, caller_draw(5));
		break;
	case 6:
		put(&g, 0, 24, caller_draw(5));
		break;
	case 7: /* what comes next, or was before */
		g.lower += caller_draw(16) - 4;
		break;
	case 8:
		g.lower += UINT64_C(1) << caller_draw(64);
		break;
	case 9: /* any bit */
		if (chance(50))
			g.upper ^= UINT64_C(1) << caller_draw(64);
		else
			g.lower ^= UINT64_C(1) << caller_draw(64);
		break;
	case 10:
		g.lower = known(ANYTHING).lower;
		break;
	default:
		g.upper = bits();
		g.lower = bits();
	}
	return g;
}

ocrGuid_t
caller_guid(enum what w)
{
	unsigned d = (unsigned)caller_draw(100);

	if (d < 66)
		return known(w);
	if (d < 74)
		return known(ANYTHING);
	if (d < 80)
		return special();
	return forged(known(chance(50) ? w : ANYTHING));
}

ocrGuid_t *
caller_out(enum what takes)
{
	ocrGuid_t *g = &world.outs[world.next_out++ % 8];

	if (chance(4))
		return NULL;
	*g = caller_guid(takes);
	return g;
}

void
caller_got(u8 code, enum what w, const ocrGuid_t *g)
{
	if (g && (!code || chance(10)))
		caller_learn(w, *g);
}

/* -- Hints and arrays ----------------------------------------------------- */

static const ocrHintProp_t props[] = {
	OCR_HINT_EDT_PRIORITY, OCR_HINT_EDT_SLOT_MAX_ACCESS,
	OCR_HINT_EDT_AFFINITY, OCR_HINT_EDT_DISPERSE,
	OCR_HINT_EDT_SPAWNING, OCR_HINT_EDT_SPACE,
	OCR_HINT_EDT_TIME,     OCR_HINT_DB_AFFINITY,
	OCR_HINT_DB_NEAR,      OCR_HINT_DB_INTER,
	OCR_HINT_DB_FAR,       OCR_HINT_DB_HIGHBW,
	OCR_HINT_DB_EAGER,     OCR_HINT_DB_LAZY,
	OCR_HINT_GROUP_BLOCK,
};

ocrHint_t *
caller_hint_out(void)
{
	ocrHint_t *h = &world.hint;

	if (chance(5))
		return NULL;
	if (chance(70))
		ocrHintInit(h, (ocrHintType_t)(1 + caller_draw(4)));
	for (unsigned i = 0; i < 4; i++) {
		ocrHintProp_t p = props[caller_draw(15)];
		u64 value = caller_number();

		if (p == OCR_HINT_EDT_AFFINITY || p == OCR_HINT_DB_AFFINITY)
			value = ocrAffinityToHintValue(
				caller_guid(AN_AFFINITY));
		ocrSetHintValue(h, p, value);
	}
	/* It is a variable of the program. */
	if (chance(5))
		h->type = (ocrHintType_t)caller_draw(7);
	if (chance(5))
		h->mask = (u32)bits();
	return h;
}

const ocrHint_t *
caller_hint(void)
{
	return chance(50) ? NULL_HINT : caller_hint_out();
}

const u64 *
caller_params(void)
{
	if (chance(5))
		return NULL;
	for (unsigned i = 0; i < 8; i++)
		world.params[i] = caller_number();
	return world.params;
}

const ocrGuid_t *
caller_guids(void)
{
	for (unsigned i = 0; i < 8; i++)
		world.guids[i] =
			chance(20)
				? UNINITIALIZED_GUID
				: caller_guid(chance(50) ? A_BLOCK : AN_EVENT);
	return world.guids;
}
