/* SPDX-License-Identifier: BSD-3-Clause */
/* guid_compare.c - comparing and printing GUIDs; those of live objects all
 * differ, whichever nodes made them. */
#include "tests/conformance/conf.h"

#include <string.h>

#define TASKS 6
#define EACH  40

/* Returns a block with the GUIDs of objects of all kinds. */
TASK(create)
{
	ocrGuid_t db = NULL_GUID, *g = conf_block(&db, 2, EACH * sizeof(*g));

	for (u32 i = 0; i < EACH; i += 4) {
		g[i] = conf_event((ocrEventTypes_t)(i / 4 % 4));
		g[i + 1] = conf_template(conf_nothing);
		g[i + 2] = conf_task(conf_nothing, i / 4, NO_PARAMS, 1, NULL);
		g[i + 3] = conf_number(i / 4, i);
	}
	return db;
}

TASK(compare)
{
	for (u32 i = 0; i < TASKS * EACH; i++) {
		ocrGuid_t a = ((ocrGuid_t *)depv[i / EACH].ptr)[i % EACH];

		CHECK(!ocrGuidIsNull(a) && !ocrGuidIsUninitialized(a) &&
			      !ocrGuidIsError(a),
		      "GUID " GUIDF " of an object is special", GUIDA(a));
		CHECK(ocrGuidIsEq(a, a) && !ocrGuidIsLt(a, a),
		      "GUID " GUIDF " does not equal itself", GUIDA(a));
		for (u32 k = 0; k < i; k++) {
			ocrGuid_t b =
				((ocrGuid_t *)depv[k / EACH].ptr)[k % EACH];

			CHECK(!ocrGuidIsEq(a, b), "two objects are " GUIDF,
			      GUIDA(a));
			CHECK(ocrGuidIsLt(a, b) != ocrGuidIsLt(b, a),
			      "no order between " GUIDF " and " GUIDF, GUIDA(a),
			      GUIDA(b));
		}
	}
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t special[] = {NULL_GUID, UNINITIALIZED_GUID, ERROR_GUID};
	ocrGuid_t last = conf_task(compare, 1, NO_PARAMS, TASKS, NULL), t, out;
	char a[80], b[80];

	for (u32 i = 0; i < 3; i++) {
		CHECK_EQ("is null", ocrGuidIsNull(special[i]), i == 0);
		CHECK_EQ("is uninitialized", ocrGuidIsUninitialized(special[i]),
			 i == 1);
		CHECK_EQ("is error", ocrGuidIsError(special[i]), i == 2);
		for (u32 k = 0; k < 3; k++)
			CHECK_EQ("are equal",
				 ocrGuidIsEq(special[i], special[k]), i == k);
	}
	SNPRINTF(a, sizeof(a), GUIDF, GUIDA(last));
	t = conf_event(OCR_EVENT_ONCE_T);
	SNPRINTF(b, sizeof(b), GUIDF, GUIDA(t));
	CHECK(a[0] && strcmp(a, b), "two GUIDs are both printed as %s", a);
	for (u32 i = 0; i < TASKS; i++) {
		t = conf_task(create, i, NO_PARAMS, 1, &out);
		conf_link(out, last, i, DB_MODE_CONST);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
