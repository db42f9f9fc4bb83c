/* SPDX-License-Identifier: BSD-3-Clause */
/* reduce_codes.c - what the calls on reduction events refuse. */
#include "tests/conformance/reduction.h"

#include <string.h>

#define CREATE(flags)                                                          \
	ocrEventCreateParams(&g, OCR_EVENT_COLLECTIVE_T, flags, &p)

/* A change of one parameter that makes the event impossible. */
#define REFUSED(field, value)                                                  \
	do {                                                                   \
		ocrEventParams_t q = p;                                        \
                                                                               \
		p.EVENT_COLLECTIVE.field = value;                              \
		CHECK_CODE(CREATE(GUID_PROP_CHECK), OCR_EINVAL);               \
		p = q;                                                         \
	} while (0)

struct args {
	ocrGuid_t event, end;
};

TASK(second)
{
	const struct args *a = PARAM(struct args);

	CHECK_EQ("the second generation", conf_value(&depv[1]), 9);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrDbDestroy(depv[1].guid));
	CHECK_OK(ocrEventDestroy(a->event));
	CHECK_CODE(ocrEventDestroy(a->event), OCR_EINVAL);
	conf_start(a->end, 0);
	return NULL_GUID;
}

/* Nothing that this task has asked for is under way, so that each code can be
 * told at once. */
TASK(refuse)
{
	/* Not all nodes take part: this one alone. */
	ocrEventParams_t p = conf_reduction(COL_ALLREDUCE, REDOP_U8_ADD, 1);
	struct args a = {.end = *PARAM(ocrGuid_t)};
	ocrGuid_t range, g, other, t;
	u64 value = 4;

	/* The task below is not ready when the first result is due to go. */
	p.EVENT_COLLECTIVE.reuseDbPerGen = false;
	p.EVENT_COLLECTIVE.nbContribs = 1;
	/* Element 0 is at node 0. */
	CHECK_OK(ocrGuidRangeCreate(&range, 1, GUID_USER_EVENT_COLLECTIVE));
	g = a.event = conf_label(range, 0);
	CHECK_OK(ocrGuidRangeCreate(&range, 1, GUID_USER_EVENT_COLLECTIVE));
	other = conf_label(range, 0);

	CHECK_CODE(ocrEventCollectiveSatisfySlot(g, &value, 0), OCR_EINVAL);
	CHECK_CODE(ocrEventDestroy(g), OCR_EINVAL);
	REFUSED(maxGen, 0);
	REFUSED(nbContribs, 0);
	REFUSED(nbContribsPd, 2);
	REFUSED(nbDatum, 0);
	REFUSED(nbDatum, UINT32_MAX);
	REFUSED(arity, 0);
	REFUSED(op, 0x60);
	REFUSED(type, (collectiveType_t)3);
	CHECK_CODE(ocrEventCreateParams(&g, OCR_EVENT_COLLECTIVE_T,
					GUID_PROP_CHECK, NULL),
		   OCR_EINVAL);
	CHECK_CODE(ocrEventCreate(&g, OCR_EVENT_COLLECTIVE_T, EVT_PROP_NONE),
		   OCR_EINVAL);
	CHECK_CODE(CREATE(GUID_PROP_BLOCK), OCR_EINVAL);
	CHECK_OK(CREATE(GUID_PROP_CHECK | EVT_PROP_TAKES_ARG));
	CHECK_CODE(CREATE(GUID_PROP_CHECK), OCR_EGUIDEXISTS);
	CHECK(ocrGuidIsEq(g, a.event), "the label has changed");
	REFUSED(maxGen, 2);

	t = conf_task(second, 0, PARAMS(a), 2, NULL);
	CHECK_CODE(ocrEventSatisfy(g, NULL_GUID), OCR_EINVAL);
	CHECK_CODE(ocrAddDependence(NULL_GUID, g, 0, DB_MODE_RO), OCR_EINVAL);
	CHECK_CODE(ocrAddDependence(g, other, 0, DB_MODE_RO), OCR_EINVAL);
	CHECK_CODE(ocrAddDependence(other, t, 0, DB_MODE_RO), OCR_EINVAL);
	CHECK_CODE(ocrAddDependenceSlot(g, 1, t, 0, DB_MODE_RO), OCR_EINVAL);
	CHECK_CODE(ocrEventCollectiveSatisfySlot(g, NULL, 0), OCR_EINVAL);
	CHECK_CODE(ocrEventCollectiveSatisfySlot(g, &value, 1), OCR_EINVAL);
	CHECK_CODE(ocrEventCollectiveSatisfySlot(t, &value, 0), OCR_EINVAL);

	/* Each generation is complete at once, as nobody else contributes. */
	CHECK_OK(ocrAddDependence(g, t, 0, DB_MODE_RO));
	CHECK_OK(ocrEventCollectiveSatisfySlot(g, &value, 0));
	value = 9;
	CHECK_OK(ocrEventCollectiveSatisfySlot(g, &value, 0));
	CHECK_OK(ocrAddDependence(g, t, 1, DB_MODE_RO));
	value = 0;

	/* With three contributors the second generation has to wait. */
	p.EVENT_COLLECTIVE.nbContribs = 3;
	p.EVENT_COLLECTIVE.nbContribsPd = 3;
	CHECK_OK(ocrEventCreateParams(&other, OCR_EVENT_COLLECTIVE_T,
				      GUID_PROP_CHECK, &p));
	CHECK_OK(ocrEventCollectiveSatisfySlot(other, &value, 0));
	CHECK_CODE(ocrEventCollectiveSatisfySlot(other, &value, 0), OCR_ENOSPC);
	CHECK_OK(ocrEventCollectiveSatisfySlot(other, &value, 2));
	CHECK_CODE(ocrEventDestroy(other), OCR_EPERM);
	CHECK_OK(ocrEventCollectiveSatisfySlot(other, &value, 1));
	CHECK_OK(ocrEventDestroy(other));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(1);

	conf_task(refuse, 0, PARAMS(end), 0, NULL);
	return NULL_GUID;
}
