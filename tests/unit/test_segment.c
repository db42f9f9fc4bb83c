/* SPDX-License-Identifier: BSD-3-Clause */
/* test_segment.c - rings that two processes map. */
#include "fabric/bell.h"
#include "fabric/segment.h"
#include "tests/suite.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct ocr_segment own, theirs;
static int fd;

static struct ocr_nameless
make(uint32_t n_places)
{
	fd = ocr_segment_open(&own, n_places);
	ck_assert_int_ge(fd, 0);
	return ocr_nameless(fd, own.len_bytes);
}

static void
drop(void)
{
	ocr_segment_close(&own);
	close(fd);
}

START_TEST(both_see_the_same_rings)
{
	struct ocr_nameless name = make(3);
	struct ocr_ring_in in = {.size = own.ring_bytes};
	struct ocr_ring_out out = {.size = own.ring_bytes};
	const void *data;
	uint32_t len;

	ck_assert_int_eq(ocr_segment_attach(&theirs, &name, 3), 0);
	out.ring = ocr_segment_ring(&theirs, 2);
	in.ring = ocr_segment_ring(&own, 2);
	ck_assert_int_eq(ocr_ring_put(&out, "hello", 6), 0);

	ck_assert_int_eq(ocr_ring_peek(&in, &data, &len), 1);
	ck_assert_str_eq(data, "hello");
	in.ring = ocr_segment_ring(&own, 1);
	ck_assert_int_eq(ocr_ring_peek(&in, &data, &len), 0);
	ocr_segment_close(&theirs);
	drop();
}
END_TEST

START_TEST(rings_that_nobody_writes_take_no_memory)
{
	struct ocr_nameless name = make(OCR_PLACES_MAX);
	struct ocr_ring_out out = {.size = own.ring_bytes};
	struct stat st;

	ck_assert_int_eq(ocr_segment_attach(&theirs, &name, OCR_PLACES_MAX), 0);
	out.ring = ocr_segment_ring(&theirs, OCR_PLACES_MAX - 1);
	ck_assert_int_eq(ocr_ring_put(&out, "hello", 6), 0);

	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_int_le(st.st_blocks * 512, 4 * 4096);
	ocr_segment_close(&theirs);
	drop();
}
END_TEST

START_TEST(one_of_another_layout_is_refused)
{
	struct ocr_nameless name = make(3);

	ck_assert_int_eq(ocr_segment_attach(&theirs, &name, 2), -EPROTO);
	ck_assert_int_eq(ocr_segment_attach(&theirs, &name, 4), -EPROTO);
	ck_assert_int_eq(ocr_segment_attach(&theirs, &name, 3), 0);
	ocr_segment_close(&theirs);
	drop();
}
END_TEST

START_TEST(a_file_that_is_another_one_is_refused)
{
	struct ocr_nameless name = make(3);

	name.inode++;
	ck_assert_int_eq(ocr_segment_attach(&theirs, &name, 3), -ESTALE);
	name.inode--;
	name.fd = 1000000;
	ck_assert_int_eq(ocr_segment_attach(&theirs, &name, 3), -ENOENT);
	name.fd = -1;
	ck_assert_int_eq(ocr_segment_attach(&theirs, &name, 3), -ENOENT);
	drop();
}
END_TEST

START_TEST(other_users_cannot_open_it)
{
	struct ocr_nameless name = make(3);
	pid_t other;
	int status;

	if (getuid() != 0) {
		drop();
		return; /* nobody else to be */
	}
	other = fork();
	ck_assert_int_ge(other, 0);
	if (other == 0) {
		int err = setuid(65534) == 0 ? ocr_nameless_open(&name) : 0;

		_exit(err == -EACCES || err == -EPERM ? 0 : 1);
	}
	ck_assert_int_eq(waitpid(other, &status, 0), other);
	ck_assert_int_eq(status, 0);
	drop();
}
END_TEST

static bool
is_ringing(const struct ocr_bell *b)
{
	struct pollfd p = {.fd = ocr_bell_fd(b), .events = POLLIN};

	return poll(&p, 1, 0) == 1;
}

START_TEST(a_bell_is_heard_until_it_is_drained)
{
	struct ocr_bell *a, *b;
	struct ocr_nameless name;
	int i;

	ck_assert_int_eq(ocr_bell_open(&a), 0);
	ck_assert_int_eq(ocr_bell_open(&b), 0);
	name = ocr_bell_name(b);
	ck_assert(!is_ringing(b));

	for (i = 0; i < 200; i++)
		ck_assert_int_eq(ocr_bell_ring(a, &name), 0);
	ck_assert(is_ringing(b));
	ck_assert(!is_ringing(a));
	ocr_bell_drain(b);
	ck_assert(!is_ringing(b));
	ocr_bell_ring_own(b);
	ck_assert(is_ringing(b));
	ocr_bell_close(b);
	ocr_bell_close(a);
}
END_TEST

/* A full pipe holds nobody up. */
START_TEST(a_bell_that_nobody_hears_can_be_rung_for_ever)
{
	struct ocr_bell *b;
	struct ocr_nameless name;
	int i;

	ck_assert_int_eq(ocr_bell_open(&b), 0);
	name = ocr_bell_name(b);
	for (i = 0; i < 100000; i++)
		ck_assert_int_eq(ocr_bell_ring(b, &name), 0);
	ck_assert(is_ringing(b));
	ocr_bell_close(b);
}
END_TEST

/* SIGPIPE would end this test. */
START_TEST(the_bell_of_a_dead_process_makes_no_sound)
{
	struct ocr_bell *own_bell, *b;
	struct ocr_nameless name;
	pid_t child;
	int fds[2];

	ck_assert_int_eq(ocr_bell_open(&own_bell), 0);
	ck_assert_int_eq(pipe(fds), 0);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		if (ocr_bell_open(&b) != 0)
			_exit(1);
		name = ocr_bell_name(b);
		if (write(fds[1], &name, sizeof(name)) < 0)
			_exit(1);
		for (;;)
			pause();
	}
	ck_assert_int_eq(read(fds[0], &name, sizeof(name)), sizeof(name));
	ck_assert_int_eq(ocr_bell_ring(own_bell, &name), 0);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);

	ck_assert_int_eq(ocr_bell_ring(own_bell, &name), 0);
	ocr_bell_close(own_bell);
	ck_assert_int_eq(ocr_bell_open(&own_bell), 0);
	ck_assert_int_lt(ocr_bell_ring(own_bell, &name), 0);
	ocr_bell_close(own_bell);
}
END_TEST

static int
n_descriptors(void)
{
	DIR *d = opendir("/proc/self/fd");
	int n = 0;

	ck_assert_ptr_nonnull(d);
	while (readdir(d) != NULL)
		n++;
	closedir(d);
	return n;
}

/* More neighbours than stay open. */
START_TEST(many_bells_take_few_descriptors)
{
	struct ocr_bell *bells[40], *own_bell;
	struct ocr_nameless name;
	int before, i, turn;

	for (i = 0; i < 40; i++)
		ck_assert_int_eq(ocr_bell_open(&bells[i]), 0);
	ck_assert_int_eq(ocr_bell_open(&own_bell), 0);
	before = n_descriptors();
	for (turn = 0; turn < 3; turn++)
		for (i = 0; i < 40; i++) {
			name = ocr_bell_name(bells[i]);
			ck_assert_int_eq(ocr_bell_ring(own_bell, &name), 0);
			ck_assert(is_ringing(bells[i]));
			ocr_bell_drain(bells[i]);
		}
	ck_assert_int_le(n_descriptors(), before + 16);
	ocr_bell_close(own_bell);
	for (i = 0; i < 40; i++)
		ocr_bell_close(bells[i]);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("segment");
	TCase *t = tcase_create("segment");

	tcase_add_test(t, both_see_the_same_rings);
	tcase_add_test(t, rings_that_nobody_writes_take_no_memory);
	tcase_add_test(t, one_of_another_layout_is_refused);
	tcase_add_test(t, a_file_that_is_another_one_is_refused);
	tcase_add_test(t, other_users_cannot_open_it);
	tcase_add_test(t, a_bell_is_heard_until_it_is_drained);
	tcase_add_test(t, a_bell_that_nobody_hears_can_be_rung_for_ever);
	tcase_add_test(t, the_bell_of_a_dead_process_makes_no_sound);
	tcase_add_test(t, many_bells_take_few_descriptors);
	suite_add_tcase(s, t);
	return run_suite(s);
}
