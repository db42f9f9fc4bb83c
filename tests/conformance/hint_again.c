/* SPDX-License-Identifier: BSD-3-Clause */
/* hint_again.c - a task without hints of its own begins with those that its
 * template has when it is made, and not before, also on another node than the
 * template's; of a template that is gone there is none. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-runtime-itf.h"

#define TIMES 4
#define EACH  3

struct args {
	u64 priority; /* 0: none */
};

/* Made from the template. */
TASK(look)
{
	u64 priority = PARAM(struct args)->priority;
	ocrHintVal_t v = 0;
	ocrGuid_t self;
	ocrHint_t h;

	CHECK_OK(ocrCurrentEdtGet(&self));
	CHECK_OK(ocrHintInit(&h, OCR_HINT_EDT_T));
	CHECK_OK(ocrGetHint(self, &h));
	if (priority)
		CHECK_OK(ocrGetHintValue(&h, OCR_HINT_EDT_PRIORITY, &v));
	else
		CHECK_CODE(ocrGetHintValue(&h, OCR_HINT_EDT_PRIORITY, &v),
			   OCR_ENOENT);
	CHECK_EQ("priority", v, priority);
	return NULL_GUID;
}

TASK(make)
{
	ocrGuid_t tmpl = conf_template(look), end, t, out;
	struct args a = {0};
	ocrHint_t h;

	end = conf_end(TIMES * EACH);
	for (u32 i = 0; i < TIMES * EACH; i++) {
		if (i && !(i % EACH)) {
			a.priority++;
			CHECK_OK(ocrHintInit(&h, OCR_HINT_EDT_T));
			CHECK_OK(ocrSetHintValue(&h, OCR_HINT_EDT_PRIORITY,
						 a.priority));
			CHECK_OK(ocrSetHint(tmpl, &h));
		}
		CHECK_OK(ocrEdtCreate(&t, tmpl, PARAMV(a), 1, NULL,
				      EDT_PROP_NONE, NULL_HINT, &out));
		conf_link(out, end, i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	CHECK_CODE(ocrEdtCreate(&t, tmpl, PARAMV(a), 1, NULL, EDT_PROP_NONE,
				NULL_HINT, NULL),
		   OCR_EINVAL);
	return NULL_GUID;
}

struct far {
	ocrGuid_t tmpl; /* of node 0 */
	u64 step;
};

/* On the last node: makes tasks, and sets a hint when the first is made.  When
 * they have ended, the next does so; by then this node knows the template. */
TASK(from_far)
{
	struct far f = *PARAM(struct far);
	struct args a = {f.step ? f.step - 1 : 0};
	ocrGuid_t t, next, out;
	ocrHint_t h;

	CHECK_OK(ocrHintInit(&h, OCR_HINT_EDT_T));
	CHECK_OK(ocrSetHintValue(&h, OCR_HINT_EDT_PRIORITY, f.step));
	next = ++f.step < TIMES ? conf_task(from_far, conf_nodes() - 1,
					    PARAMS(f), EACH, NULL)
				: conf_task(make, conf_nodes() - 1, NO_PARAMS,
					    EACH, NULL);
	for (u32 i = 0; i < EACH; i++) {
		if (i == 1 && f.step > 1) {
			CHECK_OK(ocrSetHint(f.tmpl, &h));
			a.priority++;
		}
		CHECK_OK(ocrEdtCreate(&t, f.tmpl, PARAMV(a), 1, NULL,
				      EDT_PROP_NONE, NULL_HINT, &out));
		conf_link(out, next, i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	struct far f = {conf_template(look), 0};

	conf_start(conf_task(from_far, conf_nodes() - 1, PARAMS(f), 1, NULL),
		   0);
	return NULL_GUID;
}
