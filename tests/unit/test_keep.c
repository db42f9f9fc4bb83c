/* SPDX-License-Identifier: BSD-3-Clause */
/* test_keep.c - what ocrkeep makes of what Slurm and the kernel tell. */
#include "src/tools/keep_slurm.h"
#include "src/tools/keep_wire.h"

#include "tests/suite.h"

#include <check.h>
#include <time.h>
#include <unistd.h>

/* -- Which step an srun has started ---------------------------------------- */

static struct keep_srun srun;
static char step[KEEP_STEP_TEXT];

static void
setup(void)
{
	srun = (struct keep_srun){
		.host = "login1", .pid = 4711, .user = 1000, .job = "17"};
	step[0] = 0;
}

#define MINE(id)                                                               \
	"StepId=" id " UserId=1000 StartTime=2030-01-01T00:00:00 Tasks=4 "     \
	"Name=prog Network=(null) Dist=Block SrunHost:Pid=login1:4711 \n"

static void
finds(const char *text, const char *wanted)
{
	ck_assert_uint_eq(ocr_keep_slurm_find(text, &srun, step), 1);
	ck_assert_str_eq(step, wanted);
}

static void
finds_none(const char *text)
{
	ck_assert_uint_eq(ocr_keep_slurm_find(text, &srun, step), 0);
}

START_TEST(one_of_several)
{
	finds("StepId=17.0 UserId=1000 Name=a SrunHost:Pid=login1:471\n"
	      "StepId=17.1 UserId=1000 Name=a SrunHost:Pid=login1:47110\n"
	      "StepId=17.2 UserId=1000 Name=a SrunHost:Pid=login11:4711\n"
	      "StepId=17.3 UserId=1000 Name=a SrunHost:Pid=login:4711\n"
	      "StepId=17.batch UserId=1000 Name=a SrunHost:Pid=(null):0\n" MINE(
		      "17.4") "StepId=17.5 UserId=1000 Name=a\n",
	      "17.4");
	finds("StepId=17.6 UserId=1000(me) SrunHost:Pid=login1:4711", "17.6");
	finds_none("");
	finds_none("No job steps in the system\n");
	finds_none("StepId=17.0 UserId=1000 SrunHost:Pid=login1\n");
	finds_none("StepId= UserId=1000 SrunHost:Pid=login1:4711\n");
}
END_TEST

START_TEST(hosts_with_a_domain)
{
	finds("StepId=17.0 UserId=1000 SrunHost:Pid=login1.a.org:4711\n",
	      "17.0");
	srun.host = "login1.a.org";
	finds(MINE("17.1"), "17.1");
	finds("StepId=17.0 UserId=1000 SrunHost:Pid=login1.a.org:4711\n",
	      "17.0");
	finds_none("StepId=17.0 UserId=1000 SrunHost:Pid=login1.b.org:4711\n");
	srun.host = "";
	finds_none("StepId=17.0 UserId=1000 SrunHost:Pid=:4711\n");
}
END_TEST

START_TEST(two_that_it_may_be)
{
	ck_assert_uint_eq(
		ocr_keep_slurm_find(MINE("17.0") MINE("17.1"), &srun, step), 2);
}
END_TEST

START_TEST(others_users)
{
	finds_none("StepId=17.0 UserId=1001 SrunHost:Pid=login1:4711\n"
		   "StepId=17.1 UserId=10000 SrunHost:Pid=login1:4711\n"
		   "StepId=17.2 UserId=me(1000) SrunHost:Pid=login1:4711\n"
		   "StepId=17.3 SrunHost:Pid=login1:4711 UserId=1000\n"
		   "StepId=17.4 Name=UserId=1000 SrunHost:Pid=login1:4711\n");
}
END_TEST

START_TEST(hostile_names)
{
	/* Of another user. */
	finds_none("StepId=17.0 UserId=1001 Name=x UserId=1000 "
		   "SrunHost:Pid=login1:4711 SrunHost:Pid=far:9\n");
	/* Of this one's other steps. */
	finds_none("StepId=17.0 UserId=1000 Name=SrunHost:Pid=login1:4711 "
		   "SrunHost:Pid=login1:9\n");
	finds_none("StepId=18.0 UserId=1000 Name=StepId=17.0 "
		   "SrunHost:Pid=login1:4711\n");
	/* Its own is found whatever it is called. */
	finds("StepId=17.0 UserId=1000 Name=StepId=1.0 UserId=0 "
	      "SrunHost:Pid=far:9 SrunHost:Pid=login1:4711\n",
	      "17.0");
}
END_TEST

START_TEST(steps_of_its_job)
{
	finds_none(MINE("170.0") MINE("1.0") MINE("17+1.0") MINE("17"));
	srun.job = "";
	finds_none(MINE("17.0"));
	srun.job = NULL;
	finds(MINE("170.0"), "170.0");
}
END_TEST

/* -- Whether what a process says arrives ----------------------------------- */

static struct keep_voice voice;

static void
be_silent(void)
{
	voice = (struct keep_voice){0};
}

static const struct keep_sound none = {false, false, false};
static const struct keep_sound calm = {true, false, false};
static const struct keep_sound talks = {true, true, false};
static const struct keep_sound lost = {true, true, true};

START_TEST(heard_when_all_is_confirmed)
{
	ck_assert(!ocr_keep_voice_judge(&voice, &none, 1000));
	ck_assert(!ocr_keep_voice_judge(&voice, &calm, 2000));
	ck_assert(!ocr_keep_voice_judge(&voice, &talks, 2400));
	ck_assert(!ocr_keep_voice_judge(&voice, &calm, 2500));
	ck_assert(!ocr_keep_voice_judge(&voice, &calm, 2999));
	ck_assert(ocr_keep_voice_judge(&voice, &calm, 3000));
}
END_TEST

/* Its nodes print all the time. */
START_TEST(heard_while_it_talks)
{
	for (int64_t ms = 1000; ms < 3000; ms += 100)
		ck_assert(!ocr_keep_voice_judge(&voice, &talks, ms));
	ck_assert(ocr_keep_voice_judge(&voice, &talks, 3000));
}
END_TEST

START_TEST(not_heard_when_something_is_lost)
{
	ck_assert(!ocr_keep_voice_judge(&voice, &talks, 1000));
	for (int64_t ms = 1300; ms < 20000; ms += 100)
		ck_assert(!ocr_keep_voice_judge(&voice, &lost, ms));
	/* It came through at last. */
	ck_assert(!ocr_keep_voice_judge(&voice, &talks, 20000));
	ck_assert(!ocr_keep_voice_judge(&voice, &talks, 21999));
	ck_assert(ocr_keep_voice_judge(&voice, &talks, 22000));
}
END_TEST

START_TEST(not_heard_without_a_connection)
{
	ck_assert(!ocr_keep_voice_judge(&voice, &calm, 1000));
	for (int64_t ms = 1300; ms < 20000; ms += 100)
		ck_assert(!ocr_keep_voice_judge(&voice, &none, ms));
	ck_assert(!ocr_keep_voice_judge(&voice, &calm, 20000));
}
END_TEST

/* -- When the next look may come ------------------------------------------- */

int __real_clock_gettime(clockid_t clock, struct timespec *t);
int __wrap_clock_gettime(clockid_t clock, struct timespec *t);

/* 0: time is what it is.  Else so much goes by, and so much a thread works,
 * from one question to the next. */
static int64_t goes_by_ms, works_ms;
static int64_t clock_ms, worked_ms;

int
__wrap_clock_gettime(clockid_t clock, struct timespec *t)
{
	int64_t ms;

	if (goes_by_ms == 0)
		return __real_clock_gettime(clock, t);
	if (clock == CLOCK_THREAD_CPUTIME_ID)
		ms = worked_ms += works_ms;
	else
		ms = clock_ms += goes_by_ms;
	t->tv_sec = ms / 1000;
	t->tv_nsec = ms % 1000 * 1000000;
	return 0;
}

/* How long after the begin of a look the next may come. */
static void
look(int64_t by_ms, int64_t work_ms, int64_t *wire_ms, int64_t *voice_ms)
{
	struct keep_wire wire = {0};
	const char *peer = "";
	int64_t begin;

	clock_ms = 1000000;
	goes_by_ms = by_ms;
	works_ms = work_ms;
	ocr_keep_wire_look(&wire, getpid(), &peer);
	begin = clock_ms + goes_by_ms;
	ocr_keep_voice_look(&voice, getpid());
	goes_by_ms = 0;
	*wire_ms = wire.next_ms - wire.looked_ms;
	*voice_ms = voice.next_ms - begin;
}

START_TEST(a_look_that_waits_for_a_processor_does_not_put_off_the_next)
{
	int64_t calm_wire, calm_voice, wire, voice_too;

	look(1, 0, &calm_wire, &calm_voice);
	be_silent();
	look(3000, 0, &wire, &voice_too);

	ck_assert_int_eq(wire, calm_wire);
	ck_assert_int_eq(voice_too, calm_voice);
}
END_TEST

START_TEST(a_look_that_is_much_work_puts_off_the_next)
{
	int64_t calm_wire, calm_voice, wire, voice_too;

	look(1, 0, &calm_wire, &calm_voice);
	be_silent();
	look(1, 50, &wire, &voice_too);

	ck_assert_int_eq(wire, calm_wire + 5000);
	ck_assert_int_eq(voice_too, calm_voice + 5000);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("keep");
	TCase *t = tcase_create("the step of an srun");

	tcase_add_checked_fixture(t, setup, NULL);
	tcase_add_test(t, one_of_several);
	tcase_add_test(t, hosts_with_a_domain);
	tcase_add_test(t, two_that_it_may_be);
	tcase_add_test(t, others_users);
	tcase_add_test(t, hostile_names);
	tcase_add_test(t, steps_of_its_job);
	suite_add_tcase(s, t);
	t = tcase_create("what arrives");
	tcase_add_checked_fixture(t, be_silent, NULL);
	tcase_add_test(t, heard_when_all_is_confirmed);
	tcase_add_test(t, heard_while_it_talks);
	tcase_add_test(t, not_heard_when_something_is_lost);
	tcase_add_test(t, not_heard_without_a_connection);
	suite_add_tcase(s, t);
	t = tcase_create("the next look");
	tcase_add_checked_fixture(t, be_silent, NULL);
	tcase_add_test(
		t, a_look_that_waits_for_a_processor_does_not_put_off_the_next);
	tcase_add_test(t, a_look_that_is_much_work_puts_off_the_next);
	suite_add_tcase(s, t);
	return run_suite(s);
}
