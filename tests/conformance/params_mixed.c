/* SPDX-License-Identifier: BSD-3-Clause */
/* params_mixed.c - tasks that wait beside each other, with parameters of all
 * sizes.
 *
 * Each node has wave after wave of them, so that memory of one is another's in
 * the next: some with slots, some without, for this node, for the next, and
 * behind a task of the next, which are created in different ways.  Each finds
 * its own parameters, and puts others there.
 */
#include "tests/conformance/conf.h"

#define WAVES 4
#define SIZES 36 /* and all below */

struct wave {
	ocrGuid_t check; /* a template */
	u64 node, n;
};

/* Its first parameter is the seed of the others. */
TASK(check)
{
	CHECK(paramc > 0, "there are no parameters");
	CHECK_EQ("good parameters",
		 conf_match(paramv + 1, paramc - 1, paramv[0]), paramc - 1);
	memset(paramv, 0xa5, paramc * sizeof(*paramv));
	return NULL_GUID;
}

/* Of `words` parameters, on `node`; behind `source`, if that is an event. */
static ocrGuid_t
add(const struct wave *w, u64 node, u32 words, u32 depc,
    const ocrGuid_t *source, ocrGuid_t *out)
{
	ocrHint_t h = conf_edt_hint(node);
	u64 params[SIZES + 1];
	ocrGuid_t g = NULL_GUID;

	params[0] = w->node << 32 | w->n << 16 | words << 4 | depc;
	conf_fill(params + 1, words - 1, params[0]);
	OK(ocrEdtCreate(&g, w->check, words, params, depc, source,
			EDT_PROP_NONE, &h, out));
	memset(params, 0x5a, sizeof(params));
	return g;
}

/* One without a hint, which may run at once. */
static void
add_here(const struct wave *w, u32 words)
{
	u64 params[SIZES];
	ocrGuid_t g;

	params[0] = w->node << 32 | w->n << 16 | words << 4 | 8;
	conf_fill(params + 1, words - 1, params[0]);
	OK(ocrEdtCreate(&g, w->check, words, params, 0, NULL, EDT_PROP_NONE,
			NULL_HINT, NULL));
}

TASK(wave)
{
	const struct wave *w = PARAM(struct wave);
	ocrGuid_t waits[2 * SIZES], out;
	u32 n = 0;

	for (u32 words = 1; words <= SIZES; words++) {
		waits[n++] = add(w, w->node + 1, words, 1, NULL, &out);
		add(w, w->node, words, 1, &out, NULL);
		waits[n++] = add(w, w->node, words, 1, NULL, NULL);
		add_here(w, words);
	}
	/* All of them are there before one of these can go. */
	while (n > 0)
		conf_start(waits[--n], 0);
	return NULL_GUID;
}

/* The waves of a node, each when all of the last one have ended; their end is
 * that of `end`'s slot. */
static void
let_wave(struct wave *w, ocrGuid_t tmpl, ocrGuid_t end)
{
	ocrGuid_t first = NULL_GUID, last = NULL_GUID, g;

	for (w->n = 0; w->n < WAVES; w->n++) {
		ocrGuid_t out;

		g = conf_spawn(tmpl, w->node, PARAMS(*w), 1, EDT_PROP_FINISH,
			       &out);
		if (w->n == 0)
			first = g;
		else
			conf_link(last, g, 0, DB_MODE_NULL);
		last = out;
	}
	conf_link(last, end, (u32)w->node, DB_MODE_NULL);
	conf_start(first, 0);
}

MAIN_TASK
{
	u64 nodes = conf_nodes();
	struct wave w = {.check = conf_template(check)};
	ocrGuid_t tmpl = conf_template(wave), end = conf_end((u32)nodes);

	for (w.node = 0; w.node < nodes; w.node++)
		let_wave(&w, tmpl, end);
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	return NULL_GUID;
}
