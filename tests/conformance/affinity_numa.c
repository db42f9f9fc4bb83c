/* SPDX-License-Identifier: BSD-3-Clause */
/* affinity_numa.c - tasks with the affinity of a NUMA domain run on a worker of
 * it, whoever makes them; a node has at least one domain. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-runtime-itf.h"

#define MOST  8
#define TASKS 12

struct args {
	ocrGuid_t end, domain;
	u64 where, slot;
};

/* What a node has. */
struct domains {
	u64 n;
	ocrGuid_t all[MOST];
};

/* The domain of the calling worker. */
static ocrGuid_t
here(void)
{
	ocrGuid_t worker = NULL_GUID, at[2] = {NULL_GUID, NULL_GUID};
	u64 n = 2;

	OK(ocrCurrentWorkerGuid(&worker));
	OK(ocrAffinityQuery(worker, &n, at));
	if (n != 2 || !ocrGuidIsEq(at[0], conf_node(conf_here())))
		FAIL("a worker is on another node, or in no domain");
	return at[1];
}

TASK(look)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t self = NULL_GUID, node = NULL_GUID;
	ocrHintVal_t v = 0;
	ocrHint_t h;
	u64 n = 1;

	CHECK(conf_is_on(a->where), "it runs on node %" PRIu64, conf_here());
	CHECK(ocrGuidIsEq(here(), a->domain),
	      "it runs in domain " GUIDF ", not " GUIDF, GUIDA(here()),
	      GUIDA(a->domain));
	CHECK_OK(ocrAffinityQuery(a->domain, &n, &node));
	CHECK(n == 1 && ocrGuidIsEq(node, conf_node(a->where)),
	      "the domain is on another node");
	CHECK_OK(ocrCurrentEdtGet(&self));
	CHECK_OK(ocrHintInit(&h, OCR_HINT_EDT_T));
	CHECK_OK(ocrGetHint(self, &h));
	CHECK_OK(ocrGetHintValue(&h, OCR_HINT_EDT_AFFINITY, &v));
	CHECK_EQ("the affinity", v, ocrAffinityToHintValue(a->domain));
	return NULL_GUID;
}

/* depv[0]: the domains of node a.where, which may be another. */
TASK(spread)
{
	const struct domains *d = depv[0].ptr;
	struct args a = *PARAM(struct args);
	ocrGuid_t tmpl = conf_template(look), t = NULL_GUID, out;
	ocrHint_t h;

	for (u64 i = 0; i < TASKS; i++) {
		a.domain = d->all[i % d->n];
		CHECK_OK(ocrHintInit(&h, OCR_HINT_EDT_T));
		CHECK_OK(ocrSetHintValue(&h, OCR_HINT_EDT_AFFINITY,
					 ocrAffinityToHintValue(a.domain)));
		CHECK_OK(ocrEdtCreate(&t, tmpl, PARAMV(a), 1, NULL,
				      EDT_PROP_NONE, &h, &out));
		conf_link(out, a.end, (u32)(a.slot * TASKS + i), DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}

/* On node a.where: its domains, for itself and for the next node. */
TASK(tell)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t db = NULL_GUID, one = NULL_GUID;
	struct domains *d = conf_block(&db, a.where, sizeof(*d));
	u64 count = 0;

	CHECK_OK(ocrAffinityCount(AFFINITY_NUMA, &count));
	CHECK(count >= 1, "no domain");
	d->n = MOST;
	CHECK_OK(ocrAffinityGet(AFFINITY_NUMA, &d->n, d->all));
	CHECK_EQ("domains", d->n, count < MOST ? count : MOST);
	for (u64 i = 0; i < d->n; i++) {
		CHECK_OK(ocrAffinityGetAt(AFFINITY_NUMA, i, &one));
		CHECK(ocrGuidIsEq(one, d->all[i]), "two names of a domain");
		CHECK(!i || !ocrGuidIsEq(one, d->all[i - 1]), "twice the same");
		CHECK(!ocrGuidIsEq(one, conf_node(a.where)),
		      "a domain is called like its node");
	}
	CHECK_CODE(ocrAffinityGetAt(AFFINITY_NUMA, count, &one), OCR_EINVAL);
	CHECK_OK(ocrDbRelease(db));
	for (u64 i = 0; i < 2; i++, a.slot++)
		conf_link(db,
			  conf_task(spread, a.where + i, PARAMS(a), 1, NULL), 0,
			  DB_MODE_CONST);
	return NULL_GUID;
}

MAIN_TASK
{
	u64 n = conf_nodes();
	struct args a = {.end = conf_end((u32)(2 * n * TASKS))};

	for (a.where = 0; a.where < n; a.where++, a.slot += 2)
		conf_start(conf_task(tell, a.where, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
