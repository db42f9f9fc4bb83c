/* SPDX-License-Identifier: BSD-3-Clause */
/* test_settings.c - variables of the environment, good and bad.  Standard
 * error is a datagram socket here, so that each message is received on its
 * own. */
#include "src/base/settings.h"
#include "tests/suite.h"

#include <check.h>
#include <signal.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *const names[] = {
#define OCR_SETTING(type, field, env, def, max, help) #env,
#include "src/base/settings.def"
#undef OCR_SETTING
};

static int in;
static int old_stderr;

static void
catch_stderr(void)
{
	int fd[2], i;

	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_DGRAM, 0, fd), 0);
	old_stderr = dup(STDERR_FILENO);
	ck_assert_int_ge(old_stderr, 0);
	ck_assert_int_ge(dup2(fd[1], STDERR_FILENO), 0);
	close(fd[1]);
	in = fd[0];
	for (i = 0; i < OCR_SETTINGS; i++)
		unsetenv(names[i]);
}

static void
restore_stderr(void)
{
	dup2(old_stderr, STDERR_FILENO);
	close(old_stderr);
	close(in);
}

/* What the oldest message says; "" when there was none. */
static const char *
next_message(void)
{
	static char buf[8192];
	ssize_t n = recv(in, buf, sizeof(buf) - 1, MSG_DONTWAIT);

	buf[n > 0 ? n : 0] = '\0';
	return buf;
}

/* All of what `show` writes, in memory to free. */
static char *
shown(const struct ocr_settings *s)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(f);
	if (s)
		ocr_settings_print(s, f);
	else
		ocr_settings_help(f);
	fclose(f);
	return text;
}

START_TEST(an_empty_environment_gives_defaults)
{
	struct ocr_settings s;
	int i;

	setenv("OCR_WORKERS", "", 1);
	setenv("OCR_PROVIDER", "", 1);
	ck_assert_int_eq(ocr_settings_read(&s), 0);

	ck_assert_uint_eq(s.workers, 0);
	ck_assert(s.bind);
	ck_assert_ptr_null(s.provider);
	ck_assert_ptr_null(s.interface);
	ck_assert_uint_eq(s.mem_limit, 0);
	ck_assert_uint_eq(s.tag, OCR_TAG_CONTROL);
	ck_assert_uint_eq(s.silence, 10);
	ck_assert_uint_eq(s.start, 300);
	ck_assert_uint_eq(s.huge_pages, OCR_HUGE_TRANSPARENT);
	ck_assert_uint_eq(s.spin_us, OCR_SPIN_AUTO);
	ck_assert_uint_eq(s.protocol, OCR_PROTOCOL_CARRIED);
	ck_assert(s.crash_report);
	ck_assert(!s.strict && !s.verbose && !s.stats);
	for (i = 0; i < OCR_SETTINGS; i++)
		ck_assert(!s.set[i]);
}
END_TEST

START_TEST(each_variable_reaches_its_field)
{
	struct ocr_settings s;
	int i;

	setenv("OCR_WORKERS", "3", 1);
	setenv("OCR_BIND", "no", 1);
	setenv("OCR_PROVIDER", "tcp;ofi_rxm", 1);
	setenv("OCR_INTERFACE", "lo", 1);
	setenv("OCR_TAG", "All", 1);
	setenv("OCR_SILENCE_S", "30", 1);
	setenv("OCR_START_S", "40", 1);
	setenv("OCR_MEM_LIMIT", "12m", 1);
	setenv("OCR_HUGE_PAGES", "reserved", 1);
	setenv("OCR_CACHE", "3m", 1);
	setenv("OCR_LEND", "1m", 1);
	setenv("OCR_SERVE", "5m", 1);
	setenv("OCR_CARRY", "2k", 1);
	setenv("OCR_SHARE", "9k", 1);
	setenv("OCR_KEEP", "7", 1);
	setenv("OCR_IO_URING", "off", 1);
	setenv("OCR_PIECE", "64k", 1);
	setenv("OCR_SPIN_US", "0", 1);
	setenv("OCR_STACK", "128k", 1);
	setenv("OCR_LONG_TASK_MS", "0", 1);
	setenv("OCR_PROTOCOL", "Immediate", 1);
	setenv("OCR_STRICT", "yes", 1);
	setenv("OCR_CRASH_REPORT", "0", 1);
	setenv("OCR_LOOK_SIGNAL", "Usr2", 1);
	setenv("OCR_VERBOSE", "ON", 1);
	setenv("OCR_ALONE", "1", 1);
	setenv("OCR_TRACE", "/tmp/trace", 1);
	setenv("OCR_STATS", "true", 1);
	ck_assert_int_eq(ocr_settings_read(&s), 0);

	ck_assert_uint_eq(s.workers, 3);
	ck_assert(!s.bind);
	ck_assert_str_eq(s.provider, "tcp;ofi_rxm");
	ck_assert_str_eq(s.interface, "lo");
	ck_assert_uint_eq(s.tag, OCR_TAG_ALL);
	ck_assert_uint_eq(s.silence, 30);
	ck_assert_uint_eq(s.start, 40);
	ck_assert_uint_eq(s.mem_limit, 12u << 20);
	ck_assert_uint_eq(s.huge_pages, OCR_HUGE_RESERVED);
	ck_assert_uint_eq(s.cache, 3u << 20);
	ck_assert_uint_eq(s.lend, 1u << 20);
	ck_assert_uint_eq(s.serve, 5u << 20);
	ck_assert_uint_eq(s.carry, 2u << 10);
	ck_assert_uint_eq(s.share, 9 << 10);
	ck_assert_uint_eq(s.keep, 7);
	ck_assert(!s.io_uring);
	ck_assert_uint_eq(s.piece, 64u << 10);
	ck_assert_uint_eq(s.spin_us, 0);
	ck_assert_uint_eq(s.stack, 128u << 10);
	ck_assert_uint_eq(s.long_task_ms, 0);
	ck_assert_uint_eq(s.protocol, OCR_PROTOCOL_IMMEDIATE);
	ck_assert_str_eq(s.trace, "/tmp/trace");
	ck_assert(!s.crash_report);
	ck_assert_int_eq(ocr_settings_signal(&s), SIGUSR2);
	ck_assert(s.strict && s.verbose && s.alone);
	ck_assert_str_eq(s.stats, "");
	for (i = 0; i < OCR_SETTINGS; i++)
		ck_assert(s.set[i]);
}
END_TEST

static const struct {
	const char *text;
	uint64_t bytes;
} sizes[] = {
	{"1048576", 1 << 20},
	{"1024k", 1 << 20},
	{"3M", 3 << 20},
	{"1g", UINT64_C(1) << 30},
	{"2t", UINT64_C(2) << 40},
	{"16777215t", UINT64_C(16777215) << 40},
	{"18446744073709551615", UINT64_MAX},
	{"auto", 0},
};
#define N_SIZES ((int)(sizeof(sizes) / sizeof(*sizes)))

START_TEST(sizes_take_suffixes)
{
	struct ocr_settings s;

	setenv("OCR_MEM_LIMIT", sizes[_i].text, 1);
	ck_assert_int_eq(ocr_settings_read(&s), 0);

	ck_assert_uint_eq(s.mem_limit, sizes[_i].bytes);
}
END_TEST

static const struct {
	const char *name, *value;
} bad[] = {
	{"OCR_WORKERS", "two"},	    {"OCR_WORKERS", "-1"},
	{"OCR_WORKERS", "4097"},    {"OCR_WORKERS", "2k"},
	{"OCR_WORKERS", " 2"},	    {"OCR_WORKERS", "2 "},
	{"OCR_WORKERS", "0x2"},	    {"OCR_WORKERS", "18446744073709551617"},
	{"OCR_BIND", "2"},	    {"OCR_BIND", "yess"},
	{"OCR_MEM_LIMIT", "1x"},    {"OCR_MEM_LIMIT", "1kb"},
	{"OCR_MEM_LIMIT", "k"},	    {"OCR_MEM_LIMIT", "16777216t"},
	{"OCR_MEM_LIMIT", "0"},	    {"OCR_MEM_LIMIT", "1048575"},
	{"OCR_MEM_LIMIT", "-1m"},   {"OCR_HUGE_PAGES", "yes"},
	{"OCR_MEM_LIMIT", "1.5g"},  {"OCR_SPIN_US", "4294967295"},
	{"OCR_SPIN_US", "forever"}, {"OCR_VERBOSE", "10"},
	{"OCR_PROTOCOL", "1"},	    {"OCR_PROTOCOL", "relaxe"},
	{"OCR_TAG", "json:x"},	    {"OCR_WORKERS", "json:x"},
};
#define N_BAD ((int)(sizeof(bad) / sizeof(*bad)))

START_TEST(a_bad_value_is_named_with_what_is_accepted)
{
	struct ocr_settings s;
	const char *message;
	char start[128];

	setenv(bad[_i].name, bad[_i].value, 1);
	setenv("OCR_STATS", "1", 1);
	ck_assert_int_eq(ocr_settings_read(&s), -EINVAL);

	snprintf(start, sizeof(start), "%s=%s: want ", bad[_i].name,
		 bad[_i].value);
	message = next_message();
	ck_assert_msg(strstr(message, start) != NULL, "%s", message);
	ck_assert_str_eq(next_message(), "");
	/* The others are read all the same. */
	ck_assert(s.stats);
}
END_TEST

static const struct {
	const char *value, *report;
} reports[] = {
	{"no", NULL},
	{"1", ""},
	{"json:run.json", "run.json"},
	{"json:/a:b", "/a:b"},
};
#define N_REPORTS ((int)(sizeof(reports) / sizeof(*reports)))

START_TEST(counters_are_printed_or_written)
{
	struct ocr_settings s;

	setenv("OCR_STATS", reports[_i].value, 1);
	ck_assert_int_eq(ocr_settings_read(&s), 0);
	ck_assert_pstr_eq(s.stats, reports[_i].report);
}
END_TEST

static const struct {
	const char *value;
	uint32_t level;
} levels[] = {
	{"off", OCR_STRICT_NO},
	{"1", OCR_STRICT_YES},
	{"Races", OCR_STRICT_RACES},
};
#define N_LEVELS ((int)(sizeof(levels) / sizeof(*levels)))

START_TEST(strict_mode_has_levels)
{
	struct ocr_settings s;

	setenv("OCR_STRICT", levels[_i].value, 1);
	ck_assert_int_eq(ocr_settings_read(&s), 0);
	ck_assert_uint_eq(s.strict, levels[_i].level);
	setenv("OCR_STRICT", "race", 1);
	ck_assert_int_eq(ocr_settings_read(&s), -EINVAL);
}
END_TEST

static const char *const bad_reports[] = {"json:", "json", "JSON:x", "2"};
#define N_BAD_REPORTS ((int)(sizeof(bad_reports) / sizeof(*bad_reports)))

START_TEST(a_bad_report_is_named)
{
	struct ocr_settings s;

	setenv("OCR_STATS", bad_reports[_i], 1);
	ck_assert_int_eq(ocr_settings_read(&s), -EINVAL);
	ck_assert_ptr_nonnull(strstr(next_message(), "or json:FILE"));
	ck_assert_ptr_null(s.stats);
}
END_TEST

START_TEST(every_bad_value_is_reported)
{
	struct ocr_settings s;

	setenv("OCR_WORKERS", "x", 1);
	setenv("OCR_BIND", "x", 1);
	ck_assert_int_eq(ocr_settings_read(&s), -EINVAL);

	ck_assert_ptr_nonnull(strstr(next_message(), "OCR_WORKERS=x"));
	ck_assert_ptr_nonnull(strstr(next_message(), "OCR_BIND=x"));
	ck_assert_str_eq(next_message(), "");
	ck_assert_uint_eq(s.workers, 0);
	ck_assert(s.bind);
}
END_TEST

START_TEST(the_list_has_values_and_where_they_come_from)
{
	static const char want[] =
		"  OCR_WORKERS      2048             environment\n"
		"  OCR_BIND         1                default\n"
		"  OCR_PROVIDER     none             default\n"
		"  OCR_INTERFACE    lo               environment\n"
		"  OCR_TAG          control          default\n"
		"  OCR_SILENCE_S    auto             default\n"
		"  OCR_START_S      auto             default\n"
		"  OCR_MEM_LIMIT    2g               environment\n"
		"  OCR_HUGE_PAGES   transparent      default\n"
		"  OCR_CACHE        auto             default\n"
		"  OCR_LEND         auto             default\n"
		"  OCR_SERVE        auto             default\n"
		"  OCR_CARRY        auto             default\n"
		"  OCR_SHARE        auto             default\n"
		"  OCR_KEEP         auto             default\n"
		"  OCR_IO_URING     1                default\n"
		"  OCR_PIECE        auto             default\n"
		"  OCR_SPIN_US      auto             default\n"
		"  OCR_STACK        auto             default\n"
		"  OCR_LONG_TASK_MS auto             default\n"
		"  OCR_PROTOCOL     carried          default\n"
		"  OCR_STRICT       0                default\n"
		"  OCR_CRASH_REPORT 1                default\n"
		"  OCR_LOOK_SIGNAL  usr1             default\n"
		"  OCR_VERBOSE      0                default\n"
		"  OCR_ALONE        0                default\n"
		"  OCR_TRACE        none             default\n"
		"  OCR_STATS        1                environment\n";
	struct ocr_settings s;
	char *got;

	setenv("OCR_WORKERS", "2048", 1);
	setenv("OCR_INTERFACE", "lo", 1);
	setenv("OCR_MEM_LIMIT", "2048m", 1);
	setenv("OCR_STATS", "yes", 1);
	ck_assert_int_eq(ocr_settings_read(&s), 0);
	got = shown(&s);

	ck_assert_str_eq(got, want);
	free(got);
}
END_TEST

START_TEST(the_help_has_every_setting)
{
	char *got = shown(NULL);
	int i;

	for (i = 0; i < OCR_SETTINGS; i++)
		ck_assert_ptr_nonnull(strstr(got, names[i]));
	free(got);
}
END_TEST

static const struct {
	const char *variable, *meant; /* NULL: the program's own */
} spelt[] = {
	{"OCR_CARY=0", "OCR_CARRY"},
	{"OCR_WOKRERS=2", "OCR_WORKERS"},
	{"OCR_WORKER=2", "OCR_WORKERS"},
	{"OCR_MEMLIMIT=1g", "OCR_MEM_LIMIT"},
	{"OCR_SILENCE=3", "OCR_SILENCE_S"},
	{"OCR_INTERFASE=lo", "OCR_INTERFACE"},
	{"OCR_TRCAE=/x", "OCR_TRACE"},
	{"OCR_HUGE_PAEGS=no", "OCR_HUGE_PAGES"},
	{"OCR_DRI_BYNETWORK=1", "OCR_DRI_BY_NETWORK"},
	{"ocr_carry=0", "OCR_CARRY"},
	{"Ocr_Tag=all", "OCR_TAG"},
	/* Right, or as good as not there. */
	{"OCR_CARRY=0", NULL},
	{"OCR_KEEPER=7", NULL},
	{"OCR_AUDIT=1", NULL},
	{"OCR_CARY=", NULL},
	{"OCR_CARY", NULL},
	/* Too short, or too far, or another word. */
	{"OCR_STATE=x", NULL},
	{"OCR_SHAPE=2x2", NULL},
	{"OCR_BIN=/bin", NULL},
	{"OCR_END=1", NULL},
	{"OCR_WORK=2", NULL},
	{"OCR_CARET=0", NULL},
	{"OCR_LANG=de", NULL},
	{"OCR_MODEL=x", NULL},
	{"OCR_ENGINE=x", NULL},
	{"OCR_TESSDATA_PREFIX=/x", NULL},
	{"OCR_=1", NULL},
	{"OCR_A_NAME_THAT_IS_LONGER_THAN_ANY_OF_OURS=1", NULL},
	{"XOCR_CARY=1", NULL},
	{"CARRY=1", NULL},
	{"", NULL},
};
#define N_SPELT ((int)(sizeof(spelt) / sizeof(*spelt)))

struct told {
	const char *variable, *meant;
	int times;
};

static void
hear(void *ctx, const char *name, const char *meant)
{
	struct told *t = ctx;

	t->meant = meant;
	t->times++;
	ck_assert_uint_eq(strlen(name), strcspn(t->variable, "="));
	ck_assert_int_eq(strncmp(name, t->variable, strlen(name)), 0);
}

START_TEST(a_name_that_is_nearly_a_setting_s_is_told_with_that)
{
	char variable[64];
	char *const environment[] = {variable, NULL};
	struct told t = {spelt[_i].variable, NULL, 0};

	strcpy(variable, spelt[_i].variable);
	ocr_settings_near(environment, hear, &t);

	ck_assert_pstr_eq(t.meant, spelt[_i].meant);
	ck_assert_int_eq(t.times, spelt[_i].meant != NULL);
}
END_TEST

START_TEST(no_setting_is_taken_for_another)
{
	char variable[64];
	char *const environment[] = {variable, NULL};
	struct told t = {variable, NULL, 0};

	snprintf(variable, sizeof(variable), "%s=1", names[_i]);
	ocr_settings_near(environment, hear, &t);

	ck_assert_int_eq(t.times, 0);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("settings");
	TCase *tc = tcase_create("settings");

	tcase_add_checked_fixture(tc, catch_stderr, restore_stderr);
	tcase_add_test(tc, an_empty_environment_gives_defaults);
	tcase_add_test(tc, each_variable_reaches_its_field);
	tcase_add_loop_test(tc, counters_are_printed_or_written, 0, N_REPORTS);
	tcase_add_loop_test(tc, strict_mode_has_levels, 0, N_LEVELS);
	tcase_add_loop_test(tc, a_bad_report_is_named, 0, N_BAD_REPORTS);
	tcase_add_loop_test(tc, sizes_take_suffixes, 0, N_SIZES);
	tcase_add_loop_test(tc, a_bad_value_is_named_with_what_is_accepted, 0,
			    N_BAD);
	tcase_add_test(tc, every_bad_value_is_reported);
	tcase_add_test(tc, the_list_has_values_and_where_they_come_from);
	tcase_add_test(tc, the_help_has_every_setting);
	tcase_add_loop_test(tc,
			    a_name_that_is_nearly_a_setting_s_is_told_with_that,
			    0, N_SPELT);
	tcase_add_loop_test(tc, no_setting_is_taken_for_another, 0,
			    OCR_SETTINGS);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
