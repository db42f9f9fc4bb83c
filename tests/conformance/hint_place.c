/* SPDX-License-Identifier: BSD-3-Clause */
/* hint_place.c - where tasks run that name no node: with the block that they
 * use most, here, or far away; also when only their template says so. */
#include "tests/conformance/conf.h"

#define SLOTS 3
#define MANY  24

struct args {
	ocrGuid_t end;
	u64 where, slot;
};

static ocrHint_t
edt_hint(ocrHintProp_t prop, ocrHintVal_t value)
{
	ocrHint_t h;

	OK(ocrHintInit(&h, OCR_HINT_EDT_T));
	OK(ocrSetHintValue(&h, prop, value));
	return h;
}

TASK(look)
{
	const struct args *a = PARAM(struct args);

	CHECK(conf_is_on(a->where),
	      "a task is on node %" PRIu64 ", not %" PRIu64, conf_here(),
	      a->where);
	return NULL_GUID;
}

/* Returns the number of its node. */
TASK(report)
{
	return conf_number(0, conf_here());
}

/* Before it can start. */
static void
last_slot(const struct args *a, ocrGuid_t out)
{
	conf_link(out, a->end, (u32)a->slot, DB_MODE_NULL);
}

/* paramv[0]: the node that has sent them away, or nobody's number. */
TASK(far)
{
	u64 n = conf_nodes(), seen[MANY] = {0};

	for (u32 i = 0; i < MANY; i++) {
		u64 at = conf_value(&depv[i]);

		CHECK(n == 1 || at != paramv[0], "a task stayed");
		seen[at % MANY]++;
	}
	for (u64 i = 0; i < n; i++)
		CHECK(n == 1 || i == paramv[0] || seen[i] >= MANY / n,
		      "node %" PRIu64 " got %" PRIu64 " tasks", i, seen[i]);
	return NULL_GUID;
}

/* Many tasks, whose nodes `far` looks at. */
static void
spread(const struct args *a, ocrGuid_t tmpl, const ocrHint_t *h)
{
	ocrGuid_t t = NULL_GUID, out;
	ocrGuid_t end = conf_task(far, 0, PARAMS(a->where), MANY, &out);

	last_slot(a, out);
	for (u32 i = 0; i < MANY; i++) {
		OK(ocrEdtCreate(&t, tmpl, 0, NULL, 1, NULL, EDT_PROP_NONE, h,
				&out));
		conf_link(out, end, i, DB_MODE_CONST);
		conf_start(t, 0);
	}
}

/* On node `where`. */
TASK(node)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t tmpl = conf_template(report), t = NULL_GUID, out;
	ocrHint_t h =
		edt_hint(OCR_HINT_EDT_DISPERSE, OCR_HINT_EDT_DISPERSE_FAR);

	spread(&a, tmpl, &h);
	/* The same because the template has it. */
	a.slot++;
	CHECK_OK(ocrSetHint(tmpl, &h));
	spread(&a, tmpl, NULL_HINT);
	/* Its own hint comes first. */
	a.slot++;
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	tmpl = conf_template(look);
	CHECK_OK(ocrSetHint(tmpl, &h));
	h = edt_hint(OCR_HINT_EDT_DISPERSE, OCR_HINT_EDT_DISPERSE_NEAR);
	CHECK_OK(ocrEdtCreate(&t, tmpl, PARAMV(a), 1, NULL, EDT_PROP_NONE, &h,
			      &out));
	last_slot(&a, out);
	conf_start(t, 0);
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	return NULL_GUID;
}

MAIN_TASK
{
	u64 n = conf_nodes();
	struct args a = {.end = conf_end((u32)(5 * n))};
	ocrGuid_t tmpl = conf_template(look), by_template = conf_template(look);
	ocrGuid_t blocks[SLOTS], t, out;
	ocrHint_t h = edt_hint(OCR_HINT_EDT_SLOT_MAX_ACCESS, 1);

	CHECK_OK(ocrSetHint(by_template, &h));
	for (u64 i = 0; i < n; i++) {
		a.where = i;
		blocks[0] = conf_number(i + 1, 1);
		blocks[1] = conf_number(i, 2);
		blocks[2] = UNINITIALIZED_GUID;
		CHECK_OK(ocrEdtCreate(&t, tmpl, PARAMV(a), SLOTS, blocks,
				      EDT_PROP_NONE, &h, &out));
		last_slot(&a, out);
		conf_start(t, 2);
		a.slot++;
		CHECK_OK(ocrEdtCreate(&t, by_template, PARAMV(a), SLOTS, blocks,
				      EDT_PROP_NONE, NULL_HINT, &out));
		last_slot(&a, out);
		conf_start(t, 2);
		a.slot++;
		conf_start(conf_task(node, i, PARAMS(a), 1, NULL), 0);
		a.slot += 3;
	}
	/* A slot that is open, and one that is not there: no advice. */
	CHECK_OK(ocrSetHintValue(&h, OCR_HINT_EDT_SLOT_MAX_ACCESS, 2));
	CHECK_OK(ocrEdtCreate(&t, tmpl, PARAMV(a), SLOTS, blocks, EDT_PROP_NONE,
			      &h, NULL));
	CHECK_OK(ocrEdtDestroy(t));
	CHECK_OK(ocrSetHintValue(&h, OCR_HINT_EDT_SLOT_MAX_ACCESS, SLOTS));
	CHECK_OK(ocrEdtCreate(&t, tmpl, PARAMV(a), SLOTS, blocks, EDT_PROP_NONE,
			      &h, NULL));
	CHECK_OK(ocrEdtDestroy(t));
	return NULL_GUID;
}
