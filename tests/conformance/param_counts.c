/* SPDX-License-Identifier: BSD-3-Clause */
/* param_counts.c - counts of parameters and slots: fixed by the template,
 * taken over with EDT_PARAM_DEF, or the task's own with EDT_PARAM_UNK. */
#include "tests/conformance/conf.h"

TASK(use)
{
	u64 want = 0;

	for (u32 i = 1; i < paramc; i++)
		want += paramv[i];
	CHECK(paramc >= 1, "there are no parameters");
	CHECK_EQ("paramc", paramc, paramv[0] & 0xff);
	CHECK_EQ("depc", depc, paramv[0] >> 8);
	CHECK_EQ("the sum of the parameters", want,
		 (paramc - 1) * (paramc - 2) / 2);
	return NULL_GUID;
}

TASK(bare)
{
	CHECK_EQ("paramc", paramc, 0);
	CHECK(!paramv, "paramv is not NULL");
	CHECK_EQ("depc", depc, 1);
	return NULL_GUID;
}

static ocrGuid_t
create(ocrGuid_t tmpl, u64 node, u32 paramc, const u64 *params, u32 depc,
       ocrGuid_t end, u32 slot)
{
	ocrHint_t h = conf_edt_hint(node);
	ocrGuid_t t = NULL_GUID, out = NULL_GUID;

	OK(ocrEdtCreate(&t, tmpl, paramc, params, depc, NULL, EDT_PROP_NONE, &h,
			&out));
	conf_link(out, end, slot, DB_MODE_CONST);
	return t;
}

MAIN_TASK
{
	ocrGuid_t fixed, open, half, none, end = conf_end(7), t;
	const u64 v[5] = {2 << 8 | 5, 0, 1, 2, 3};
	const u64 w[3] = {1 << 8 | 3, 0, 1};

	CHECK_OK(ocrEdtTemplateCreate(&fixed, use, 5, 2));
	CHECK_OK(
		ocrEdtTemplateCreate(&open, use, EDT_PARAM_UNK, EDT_PARAM_UNK));
	CHECK_OK(ocrEdtTemplateCreate(&half, use, EDT_PARAM_UNK, 2));
	CHECK_OK(ocrEdtTemplateCreate(&none, bare, 0, 1));

	t = create(fixed, 1, EDT_PARAM_DEF, v, EDT_PARAM_DEF, end, 0);
	conf_start(t, 1);
	conf_start(t, 0);
	t = create(fixed, 2, 5, v, 2, end, 1);
	conf_start(t, 0);
	conf_start(t, 1);
	t = create(open, 1, 3, w, 1, end, 2);
	conf_start(t, 0);
	t = create(open, 0, 5, v, 2, end, 3);
	conf_start(t, 0);
	conf_start(t, 1);
	t = create(half, 1, 5, v, EDT_PARAM_DEF, end, 4);
	conf_start(t, 0);
	conf_start(t, 1);
	t = create(none, 2, EDT_PARAM_DEF, NULL, EDT_PARAM_DEF, end, 5);
	conf_start(t, 0);

	/* An array for as many parameters as the template has: for none. */
	t = create(none, 1, EDT_PARAM_DEF, v, 1, end, 6);
	conf_start(t, 0);

	/* What does not fit creates nothing. */
	CHECK_CODE(ocrEdtCreate(&t, fixed, 4, v, 2, NULL, EDT_PROP_NONE,
				NULL_HINT, NULL),
		   OCR_EINVAL);
	CHECK_CODE(ocrEdtCreate(&t, fixed, 5, v, 3, NULL, EDT_PROP_NONE,
				NULL_HINT, NULL),
		   OCR_EINVAL);
	CHECK_CODE(ocrEdtCreate(&t, open, EDT_PARAM_DEF, v, 2, NULL,
				EDT_PROP_NONE, NULL_HINT, NULL),
		   OCR_EINVAL);
	CHECK_CODE(ocrEdtCreate(&t, open, 5, v, EDT_PARAM_DEF, NULL,
				EDT_PROP_NONE, NULL_HINT, NULL),
		   OCR_EINVAL);
	CHECK_CODE(ocrEdtCreate(&t, half, EDT_PARAM_DEF, v, 2, NULL,
				EDT_PROP_NONE, NULL_HINT, NULL),
		   OCR_EINVAL);
	CHECK_CODE(ocrEdtCreate(&t, fixed, 5, NULL, 2, NULL, EDT_PROP_NONE,
				NULL_HINT, NULL),
		   OCR_EINVAL);
	/* Nor does an array of nothing. */
	CHECK_CODE(ocrEdtCreate(&t, none, 0, v, 1, NULL, EDT_PROP_NONE,
				NULL_HINT, NULL),
		   OCR_EINVAL);
	CHECK_CODE(ocrEdtCreate(&t, open, 0, v, 1, NULL, EDT_PROP_NONE,
				NULL_HINT, NULL),
		   OCR_EINVAL);
	return NULL_GUID;
}
