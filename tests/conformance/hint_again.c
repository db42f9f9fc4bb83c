/* SPDX-License-Identifier: BSD-3-Clause */
/* hint_again.c - a task without hints of its own begins with those that its
 * template has when it is made, and not before; of a template that is gone
 * there is none. */
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

MAIN_TASK
{
	struct args a = {0};

	conf_start(conf_task(make, conf_nodes() - 1, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
