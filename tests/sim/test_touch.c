/* SPDX-License-Identifier: BSD-3-Clause */
/* test_touch.c - an element of a map whose creation could not begin, for want
 * of memory, is created when it is touched again.
 */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "extensions/ocr-map-creator.h"
#include "labeled/labels.h"

#include <check.h>
#include <errno.h>

/* Of the one thread that runs the job: */
static bool denied;
static unsigned refused, created;

int __real_ocr_labels_expect(struct ocr_labels *l, ocrGuid_t g);
int __wrap_ocr_labels_expect(struct ocr_labels *l, ocrGuid_t g);

int
__wrap_ocr_labels_expect(struct ocr_labels *l, ocrGuid_t g)
{
	if (!denied)
		return __real_ocr_labels_expect(l, g);
	refused++;
	return -ENOMEM;
}

static void
creator(ocrGuid_t lid, u64 index CONF_UNUSED, u32 paramc CONF_UNUSED,
	u64 *paramv CONF_UNUSED, u32 guidc CONF_UNUSED,
	ocrGuid_t *guidv CONF_UNUSED)
{
	created++;
	OK(ocrEventCreate(&lid, OCR_EVENT_STICKY_T, EVT_PROP_MAPPED));
	OK(ocrEventSatisfy(lid, NULL_GUID));
}

TASK(main_edt)
{
	ocrGuid_t map, element;
	u8 code;

	OK(ocrMapCreate(&map, 1, creator, 0, NULL, 0, NULL));
	denied = true;
	code = ocrMapGet(&element, map, 0);
	denied = false;
	ck_assert_uint_eq(refused, 1);
	ck_assert_uint_eq(code, OCR_ENOMEM);
	OK(ocrMapGet(&element, map, 0));
	conf_link(element, conf_task(conf_shutdown, 0, NO_PARAMS, 1, NULL), 0,
		  DB_MODE_NULL);
	return NULL_GUID;
}

START_TEST(an_element_is_created_at_the_next_touch)
{
	one_job_ends((struct sim_job_config){.n_nodes = 1}, main_edt);
	ck_assert_uint_eq(created, 1);
}
END_TEST

int
main(void)
{
	return one_job_suite("touch", an_element_is_created_at_the_next_touch,
			     1);
}
