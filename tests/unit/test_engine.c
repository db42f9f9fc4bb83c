/* SPDX-License-Identifier: BSD-3-Clause */
/* test_engine.c - reading and writing beside the workers, by each back end. */
#include "src/file/engine.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define HOWS 3

/* Requests of a test, and how they ended. */
struct one {
	struct ocr_io io;
	int err;
	unsigned n_done;
	struct one *then; /* is submitted when this is done */
};

static SRunner *runner;
static struct ocr_engine *engine;
static int fd;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_resting = PTHREAD_COND_INITIALIZER;
/* Guarded by mutex: */
static unsigned n_begun, n_rests, n_done;

static void
on_begin(void *ctx)
{
	ck_assert_ptr_eq(ctx, &engine);
	pthread_mutex_lock(&mutex);
	n_begun++;
	pthread_mutex_unlock(&mutex);
}

static void
after(void *ctx, uint64_t n_pending)
{
	ck_assert_ptr_eq(ctx, &engine);
	if (n_pending)
		return;
	pthread_mutex_lock(&mutex);
	n_rests++;
	pthread_cond_signal(&is_resting);
	pthread_mutex_unlock(&mutex);
}

static void
on_done(struct ocr_io *io, int err)
{
	struct one *o = (struct one *)(void *)io;

	o->err = err;
	o->n_done++;
	if (o->then)
		ocr_engine_submit(engine, &o->then->io);
	pthread_mutex_lock(&mutex);
	n_done++;
	pthread_mutex_unlock(&mutex);
}

static void
open_engine(int how)
{
	struct ocr_engine_config c = {
		.how = (enum ocr_engine_how)how,
		.ctx = &engine,
		.begin = on_begin,
		.after = after,
	};
	char path[] = "/tmp/test_engine.XXXXXX";

	n_begun = n_rests = n_done = 0;
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	unlink(path);
	ck_assert_int_eq(ocr_engine_open(&engine, &c), 0);
}

static void
close_engine(void)
{
	ocr_engine_close(engine);
	close(fd);
}

static void
submit(struct one *o, enum ocr_io_kind kind, void *data, uint64_t offset,
       uint64_t len)
{
	*o = (struct one){.io = {.kind = kind,
				 .fd = fd,
				 .data = data,
				 .offset = offset,
				 .len_bytes = len,
				 .done = on_done}};
	ocr_engine_submit(engine, &o->io);
}

/* Until `n` requests are done in all, and none is left. */
static void
wait_for(unsigned n)
{
	if (!strcmp(ocr_engine_name(engine), "manual"))
		while (ocr_engine_pending(engine))
			ocr_engine_step(engine, ocr_engine_pending(engine) / 2);
	pthread_mutex_lock(&mutex);
	while (n_done < n || ocr_engine_pending(engine))
		pthread_cond_wait(&is_resting, &mutex);
	pthread_mutex_unlock(&mutex);
	ck_assert_uint_eq(n_done, n);
}

static void
expect(const struct one *o, int err)
{
	ck_assert_uint_eq(o->n_done, 1);
	ck_assert_msg(o->err == err, "%s instead of %s", strerror(-o->err),
		      strerror(-err));
}

/* More at once than a ring holds, of sizes around those where ways part. */
START_TEST(what_is_written_is_read_again)
{
	static const uint64_t sizes[] = {1, 7, 512, 4095, 65536, 65537, 300000};
	enum { N = 300 };
	struct one *o = calloc(N, sizeof(*o));
	unsigned char *out[N], *in[N];
	uint64_t at[N], end = 3;

	open_engine(_i);
	for (unsigned i = 0; i < N; i++) {
		uint64_t len = sizes[i % 7];

		at[i] = end;
		end += len;
		out[i] = malloc(len);
		in[i] = malloc(len);
		for (uint64_t k = 0; k < len; k++)
			out[i][k] = (unsigned char)(k * 31 + i);
		submit(&o[i], OCR_IO_WRITE, out[i], at[i], len);
	}
	wait_for(N);
	for (unsigned i = 0; i < N; i++) {
		expect(&o[i], 0);
		submit(&o[i], OCR_IO_READ, in[i], at[i], sizes[i % 7]);
	}
	wait_for(2 * N);
	for (unsigned i = 0; i < N; i++) {
		expect(&o[i], 0);
		ck_assert_mem_eq(in[i], out[i], sizes[i % 7]);
		free(in[i]);
		free(out[i]);
	}
	free(o);
	close_engine();
}
END_TEST

START_TEST(nothing_is_written_beside_the_range)
{
	char all[3000], want[3000];
	struct one o;

	open_engine(_i);
	memset(all, 'a', sizeof(all));
	ck_assert_int_eq(pwrite(fd, all, sizeof(all), 0), sizeof(all));
	memcpy(want, all, sizeof(all));
	memset(want + 1000, 'b', 777);
	memset(all, 'b', sizeof(all));
	submit(&o, OCR_IO_WRITE, all, 1000, 777);
	wait_for(1);
	expect(&o, 0);
	ck_assert_int_eq(pread(fd, all, sizeof(all), 0), sizeof(all));
	ck_assert_mem_eq(all, want, sizeof(all));
	close_engine();
}
END_TEST

START_TEST(a_file_that_ends_too_early_is_an_error)
{
	char bytes[100], before[60];
	struct one o;

	open_engine(_i);
	memset(before, 'x', sizeof(before));
	ck_assert_int_eq(pwrite(fd, before, sizeof(before), 0), 60);
	submit(&o, OCR_IO_READ, bytes, 0, sizeof(bytes));
	wait_for(1);
	expect(&o, -ENODATA);
	submit(&o, OCR_IO_READ, bytes, 60, 1);
	wait_for(2);
	expect(&o, -ENODATA);
	submit(&o, OCR_IO_READ, bytes, 10, 50);
	wait_for(3);
	expect(&o, 0);
	close_engine();
}
END_TEST

START_TEST(errors_keep_their_number)
{
	struct one o;
	char byte = 0;
	int good;

	open_engine(_i);
	good = fd;
	fd = open("/", O_RDONLY | O_DIRECTORY);
	submit(&o, OCR_IO_READ, &byte, 0, 1);
	wait_for(1);
	expect(&o, -EISDIR);
	close(fd);
	fd = 9999;
	submit(&o, OCR_IO_WRITE, &byte, 0, 1);
	wait_for(2);
	expect(&o, -EBADF);
	fd = open("/dev/full", O_WRONLY);
	submit(&o, OCR_IO_WRITE, &byte, 0, 1);
	wait_for(3);
	expect(&o, -ENOSPC);
	close(fd);
	fd = good;
	close_engine();
}
END_TEST

START_TEST(no_bytes_are_no_work)
{
	struct one o;

	open_engine(_i);
	submit(&o, OCR_IO_READ, NULL, 1000, 0);
	wait_for(1);
	expect(&o, 0);
	submit(&o, OCR_IO_WRITE, NULL, 1000, 0);
	wait_for(2);
	expect(&o, 0);
	ck_assert_int_eq(lseek(fd, 0, SEEK_END), 0);
	close_engine();
}
END_TEST

/* Files of the kernel come in pieces of a page. */
START_TEST(short_reads_are_continued)
{
	enum { N = 50000 };
	FILE *f = fopen("/proc/kallsyms", "re");
	char *want = malloc(N), *bytes = malloc(N);
	struct one o;
	int good;

	open_engine(_i);
	if (f && fread(want, 1, N, f) == N) {
		good = fd;
		fd = fileno(f);
		ck_assert_int_lt(pread(fd, bytes, N, 0), N);
		submit(&o, OCR_IO_READ, bytes, 0, N);
		wait_for(1);
		expect(&o, 0);
		ck_assert_mem_eq(bytes, want, N);
		fd = good;
	}
	if (f)
		fclose(f);
	free(want);
	free(bytes);
	close_engine();
}
END_TEST

/* The system writes what fits, and says why not when asked for the rest. */
START_TEST(short_writes_are_continued_until_they_fail)
{
	const struct rlimit limit = {1000, RLIM_INFINITY};
	const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
	char bytes[3000] = {0};
	struct one o;

	open_engine(_i);
	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	submit(&o, OCR_IO_WRITE, bytes, 0, sizeof(bytes));
	wait_for(1);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &none), 0);
	expect(&o, -EFBIG);
	ck_assert_int_eq(lseek(fd, 0, SEEK_END), 1000);
	close_engine();
}
END_TEST

static int
return_offset(struct ocr_io *io)
{
	return -(int)io->offset;
}

START_TEST(a_call_returns_what_it_returns)
{
	struct one o[2];

	open_engine(_i);
	for (unsigned i = 0; i < 2; i++) {
		o[i] = (struct one){.io = {.kind = OCR_IO_CALL,
					   .offset = i * 5,
					   .call = return_offset,
					   .done = on_done}};
		ocr_engine_submit(engine, &o[i].io);
	}
	wait_for(2);
	expect(&o[0], 0);
	expect(&o[1], -5);
	close_engine();
}
END_TEST

/* One after the other, each asked for when the one before is done. */
START_TEST(done_may_submit)
{
	enum { N = 500 };
	struct one *o = calloc(N, sizeof(*o));
	unsigned char bytes[N], all[N];

	open_engine(_i);
	for (unsigned i = 0; i < N; i++) {
		bytes[i] = (unsigned char)(i * 3);
		o[i] = (struct one){.io = {.kind = OCR_IO_WRITE,
					   .fd = fd,
					   .data = &bytes[i],
					   .offset = i,
					   .len_bytes = 1,
					   .done = on_done},
				    .then = i + 1 < N ? &o[i + 1] : NULL};
	}
	ocr_engine_submit(engine, &o[0].io);
	wait_for(N);
	ck_assert_int_eq(pread(fd, all, N, 0), N);
	ck_assert_mem_eq(all, bytes, N);
	/* It never rested in between. */
	ck_assert_uint_eq(n_rests, 1);
	free(o);
	close_engine();
}
END_TEST

START_TEST(its_thread_begins_once)
{
	struct one o;

	open_engine(_i);
	submit(&o, OCR_IO_READ, NULL, 0, 0);
	wait_for(1);
	ck_assert_uint_eq(n_begun, _i == OCR_ENGINE_MANUAL ? 0 : 1);
	close_engine();
}
END_TEST

START_TEST(close_waits_for_what_is_under_way)
{
	enum { N = 100, LEN = 100000 };
	char *bytes = calloc(1, LEN);
	struct one *o = calloc(N, sizeof(*o));
	int same;

	open_engine(_i);
	same = dup(fd);
	for (unsigned i = 0; i < N; i++)
		submit(&o[i], OCR_IO_WRITE, bytes, (uint64_t)i * LEN, LEN);
	close_engine();
	ck_assert_int_eq(lseek(same, 0, SEEK_END), N * LEN);
	for (unsigned i = 0; i < N; i++)
		expect(&o[i], 0);
	close(same);
	free(o);
	free(bytes);
}
END_TEST

/* -- What one of them does alone ------------------------------------------ */

START_TEST(manual_takes_the_one_that_is_chosen)
{
	struct one o[3];
	char byte = 'x';

	open_engine(OCR_ENGINE_MANUAL);
	for (unsigned i = 0; i < 3; i++)
		submit(&o[i], OCR_IO_WRITE, &byte, 0, 1);
	ck_assert_uint_eq(ocr_engine_pending(engine), 3);
	ocr_engine_step(engine, 1);
	ck_assert_uint_eq(o[0].n_done + 10 * o[1].n_done + 100 * o[2].n_done,
			  10);
	ocr_engine_step(engine, 1);
	ck_assert_uint_eq(o[0].n_done + 10 * o[1].n_done + 100 * o[2].n_done,
			  110);
	ck_assert_uint_eq(n_rests, 0);
	ocr_engine_step(engine, 0);
	ck_assert_uint_eq(ocr_engine_pending(engine), 0);
	ck_assert_uint_eq(n_rests, 1);
	close_engine();
}
END_TEST

/* As many containers do. */
static void
forbid_rings(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = {sizeof(code) / sizeof(*code), code};

	ck_assert_int_eq(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
	ck_assert_int_eq(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter),
			 0);
}

START_TEST(a_thread_does_it_where_the_kernel_refuses_rings)
{
	struct one o;
	char byte = 'x', again = 0;

	/* The filter cannot be taken back. */
	if (srunner_fork_status(runner) == CK_NOFORK)
		return;
	forbid_rings();
	open_engine(OCR_ENGINE_BEST);
	ck_assert_str_eq(ocr_engine_name(engine), "thread");
	submit(&o, OCR_IO_WRITE, &byte, 5, 1);
	wait_for(1);
	expect(&o, 0);
	ck_assert_int_eq(pread(fd, &again, 1, 5), 1);
	ck_assert_int_eq(again, 'x');
	close_engine();
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("engine");
	TCase *each = tcase_create("each back end"), *one = tcase_create("one");
	int failed;

	runner = srunner_create(s);
	tcase_add_loop_test(each, what_is_written_is_read_again, 0, HOWS);
	tcase_add_loop_test(each, nothing_is_written_beside_the_range, 0, HOWS);
	tcase_add_loop_test(each, a_file_that_ends_too_early_is_an_error, 0,
			    HOWS);
	tcase_add_loop_test(each, errors_keep_their_number, 0, HOWS);
	tcase_add_loop_test(each, no_bytes_are_no_work, 0, HOWS);
	tcase_add_loop_test(each, short_reads_are_continued, 0, HOWS);
	tcase_add_loop_test(each, short_writes_are_continued_until_they_fail, 0,
			    HOWS);
	tcase_add_loop_test(each, a_call_returns_what_it_returns, 0, HOWS);
	tcase_add_loop_test(each, done_may_submit, 0, HOWS);
	tcase_add_loop_test(each, its_thread_begins_once, 0, HOWS);
	tcase_add_loop_test(each, close_waits_for_what_is_under_way, 0, HOWS);
	tcase_add_test(one, manual_takes_the_one_that_is_chosen);
	tcase_add_test(one, a_thread_does_it_where_the_kernel_refuses_rings);
	suite_add_tcase(s, each);
	suite_add_tcase(s, one);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
