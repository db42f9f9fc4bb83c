/* SPDX-License-Identifier: BSD-3-Clause */
/* test_verdict.c - what is said of a job that cannot go on, where facts are
 * missing.
 *
 * The facts are made by hand, and what is said of them is heard here.
 */
#include "src/observe/verdict.h"

#include "guidmap/guid.h"
#include "src/base/runtime.h"
#include "src/observe/facts.h"
#include "src/observe/watch.h"
#include "src/observe/words.h"
#include "tests/suite.h"

#include <check.h>
#include <stdarg.h>
#include <string.h>

static struct ocr_runtime rt;
static struct ocr_watch watch;
static struct ocr_facts f;
static const struct ocr_tale tale = {.rt = &rt, .facts = &f};
static char said[4096];
static bool denied;

void __wrap_ocr_log_note(ocr_node_t self, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);

void
__wrap_ocr_log_note(ocr_node_t self, const char *fmt, ...)
{
	size_t len = strlen(said);
	va_list ap;

	(void)self;
	va_start(ap, fmt);
	vsnprintf(said + len, sizeof(said) - len, fmt, ap);
	va_end(ap);
	strcat(said, "\n");
}

void *
__wrap_calloc(size_t n, size_t size)
{
	return denied ? NULL : __real_calloc(n, size);
}

static void
setup(void)
{
	rt.watch = &watch;
	rt.size = 1;
}

static ocrGuid_t
guid(enum ocr_guid_kind kind, uint64_t i)
{
	return ocr_guid_make(kind, 0, 0, 0, i);
}

static void
add(enum ocr_fact_kind kind, ocrGuid_t of, ocrGuid_t other, uint64_t slots)
{
	struct ocr_msg_stuck_fact is = {
		.object = of,
		.other = other,
		.kind = kind,
		.n = {0, slots},
	};

	ocr_facts_add(&f, 0, &is);
}

/* Task 1 waits for the output event of task 2. */
static void
make_two(void)
{
	ocrGuid_t first = guid(OCR_GUID_EDT, 1), second = guid(OCR_GUID_EDT, 2);
	ocrGuid_t output = guid(OCR_GUID_EVENT_ONCE, 3);

	add(OCR_FACT_TASK, first, NULL_GUID, 1);
	add(OCR_FACT_SLOT, first, output, 0);
	add(OCR_FACT_OUTPUT, output, second, 0);
	add(OCR_FACT_NEED, second, guid(OCR_GUID_DB, 4), 0);
}

START_TEST(a_task_that_nothing_is_known_of_is_an_event_without_one)
{
	make_two();
	f.dropped = 1;

	ocr_verdict_say(&tale, &f);

	ck_assert_msg(strstr(said, "waits in slot 0"), "%s", said);
	ck_assert_msg(strstr(said, "1 facts are missing"), "%s", said);
	ocr_facts_fini(&f);
}
END_TEST

START_TEST(without_memory_it_says_so)
{
	make_two();
	denied = true;

	ocr_verdict_say(&tale, &f);

	denied = false;
	ck_assert_str_eq(said,
			 "  there is no memory to say what waits for what\n");
	ocr_facts_fini(&f);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("verdict");
	TCase *t = tcase_create("verdict");

	tcase_add_checked_fixture(t, setup, NULL);
	tcase_add_test(t,
		       a_task_that_nothing_is_known_of_is_an_event_without_one);
	tcase_add_test(t, without_memory_it_says_so);
	suite_add_tcase(s, t);
	return run_suite_apart(s);
}
