/* SPDX-License-Identifier: BSD-3-Clause */
/* test_spare.c - connections that are given up, and sockets that are closed.
 *
 * Connections of an endpoint are real ones, of this process with itself; what
 * the kernel knows of them (TCP_INFO) the test says, and it counts who asks. */
#include "fabric/ofi_ep.h"
#include "tests/suite.h"

#include <arpa/inet.h>
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* As in linux/tcp.h, which has no names for them. */
#define ESTABLISHED 1
#define CLOSE_WAIT  8

/* One look in so many tidies up; see ofi_spare.c. */
#define TIDY_EVERY 10

#define MOST_FDS 1024

static struct ofi *o;
static struct sockaddr_in node_at; /* of the other node */
static int node, own;		   /* the ports of both */

static struct {
	bool is_told; /* the kernel's own words do not count */
	struct tcp_info t;
	int asked, asked_locked;
} known[MOST_FDS];
static int asked_closed;

int __real_getsockopt(int fd, int level, int name, void *value, socklen_t *len);
int __wrap_getsockopt(int fd, int level, int name, void *value, socklen_t *len);

int
__wrap_getsockopt(int fd, int level, int name, void *value, socklen_t *len)
{
	if (level != IPPROTO_TCP || name != TCP_INFO || fd >= MOST_FDS)
		return __real_getsockopt(fd, level, name, value, len);
	asked_closed += fcntl(fd, F_GETFD) < 0;
	known[fd].asked++;
	known[fd].asked_locked += atomic_load(&o->lock.held);
	if (!known[fd].is_told)
		return __real_getsockopt(fd, level, name, value, len);
	memcpy(value, &known[fd].t, sizeof(known[fd].t));
	return 0;
}

/* All addresses of the table are the other node's. */
static int
lookup(struct fid_av *av, fi_addr_t addr, void *at, size_t *len)
{
	(void)av, (void)addr;
	memcpy(at, &node_at, sizeof(node_at));
	*len = sizeof(node_at);
	return 0;
}

static struct fi_ops_av av_ops = {.size = sizeof(av_ops), .lookup = lookup};
static struct fid_av av = {.ops = &av_ops};
static struct ofi_peer peer;

static int
listen_somewhere(struct sockaddr_in *at)
{
	socklen_t n = sizeof(*at);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	*at = (struct sockaddr_in){.sin_family = AF_INET};
	at->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	ck_assert_int_eq(bind(fd, (struct sockaddr *)at, n), 0);
	ck_assert_int_eq(listen(fd, 8), 0);
	ck_assert_int_eq(getsockname(fd, (struct sockaddr *)at, &n), 0);
	return fd;
}

static int
ask(const struct sockaddr_in *at)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(connect(fd, (const struct sockaddr *)at, sizeof(*at)),
			 0);
	return fd;
}

static void
setup(void)
{
	struct sockaddr_in own_at;

	memset(known, 0, sizeof(known));
	asked_closed = 0;
	o = calloc(1, sizeof(*o) + 2 * sizeof(o->peers[0]));
	o->card = calloc(1, sizeof(*o->card));
	o->av = &av;
	o->size = 2;
	o->interrupt_fd = eventfd(0, EFD_CLOEXEC);
	o->spare.kept_fd = -1;
	ocr_lock_init(&o->lock);
	peer.knock.fd = -1;
	atomic_init(&o->peers[1], &peer);
	node = listen_somewhere(&node_at);
	own = listen_somewhere(&own_at);
	memcpy(o->card->addr, &own_at, sizeof(own_at));
	o->card->addr_bytes = sizeof(own_at);
}

static void
teardown(void)
{
	close(node);
	close(own);
	close(o->interrupt_fd);
	free(o->card);
	free(o);
}

/* The time for the next look at descriptors has come. */
static void
look(void)
{
	o->spare.glance = (struct ocr_glance){.times = 63, .last_ms = -1000};
	o->spare.looks = TIDY_EVERY - 1;
	o->spare.tidied = 0;
	ocr_ofi_spare(o);
}

/* The same where few descriptors are left. */
static void
look_short(void)
{
	struct rlimit was, few;
	int next = dup(o->interrupt_fd);

	ck_assert_int_ge(next, 0);
	close(next);
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &was), 0);
	few = was;
	few.rlim_cur = (rlim_t)next + 4;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &few), 0);
	look();
	ck_assert(o->spare.gives_back);
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &was), 0);
}

/* The kernel says of fd that it was asked so long ago, and so many bytes have
 * come. */
static void
tell(int fd, uint32_t silent_ms, uint64_t received)
{
	known[fd].is_told = true;
	known[fd].t = (struct tcp_info){
		.tcpi_state = ESTABLISHED,
		.tcpi_data_segs_out = 1,
		.tcpi_last_data_sent = silent_ms,
		.tcpi_bytes_received = received,
	};
}

/* Does libfabric find an error, whatever errno was?  An end is none. */
static bool
is_broken(int fd)
{
	char byte;

	errno = EAGAIN;
	return recv(fd, &byte, 1, MSG_DONTWAIT) < 0 && errno != EAGAIN;
}

START_TEST(who_is_not_answered_for_2_s_hangs_up_and_so_asks_again)
{
	int fd = ask(&node_at), there = accept(node, NULL, NULL);

	tell(fd, 1999, 0);
	look();
	ck_assert(!is_broken(fd));
	tell(fd, 2000, 0);
	look();

	ck_assert(is_broken(fd));
	close(fd);
	close(there);
}
END_TEST

/* Who is far away answers later. */
START_TEST(two_ways_there_and_back_are_waited_for_besides)
{
	int fd = ask(&node_at), there = accept(node, NULL, NULL);

	tell(fd, 3999, 0);
	known[fd].t.tcpi_rtt = 1000000;
	look();
	ck_assert(!is_broken(fd));
	known[fd].t.tcpi_last_data_sent = 4000;
	look();

	ck_assert(is_broken(fd));
	close(fd);
	close(there);
}
END_TEST

/* The kernel's own words from here on. */
static void
say(int fd, int to)
{
	char byte;

	ck_assert_int_eq(send(fd, "?", 1, 0), 1);
	ck_assert_int_eq(recv(to, &byte, 1, 0), 1);
}

START_TEST(who_got_an_end_instead_of_an_answer_asks_again)
{
	int fd = ask(&node_at), there = accept(node, NULL, NULL);
	char byte;

	say(fd, there);
	close(there);
	ck_assert_int_eq(recv(fd, &byte, 1, 0), 0);
	look();

	ck_assert(is_broken(fd));
	look();
	close(fd);
}
END_TEST

START_TEST(so_does_who_was_cut_off_here_before_the_answer)
{
	int fd = ask(&node_at), there = accept(node, NULL, NULL);
	char byte;

	say(fd, there);
	shutdown(fd, SHUT_RDWR);
	ck_assert_int_eq(recv(there, &byte, 1, 0), 0);
	look();
	ck_assert(is_broken(fd));
	close(fd);
	close(there);
}
END_TEST

/* Then nothing is tidied up, but what would give others back may wait for that
 * answer. */
START_TEST(so_do_they_where_few_descriptors_are_left)
{
	int ended = ask(&node_at), there = accept(node, NULL, NULL);
	int silent = ask(&node_at), silent_there = accept(node, NULL, NULL);
	char byte;

	say(ended, there);
	close(there);
	ck_assert_int_eq(recv(ended, &byte, 1, 0), 0);
	tell(silent, 2000, 0);
	look_short();

	ck_assert(is_broken(ended));
	ck_assert(is_broken(silent));
	close(ended);
	close(silent);
	close(silent_there);
}
END_TEST

/* Libfabric is told of an end, and closes it. */
START_TEST(who_was_answered_and_is_silent_is_shut_down_there)
{
	int fd = ask(&node_at), there = accept(node, NULL, NULL);
	char byte;

	tell(fd, 1000, 1);
	known[fd].t.tcpi_data_segs_in = 1;
	known[fd].t.tcpi_last_data_recv = 1000;
	look_short();

	ck_assert(!is_broken(fd));
	ck_assert_int_eq(recv(there, &byte, 1, 0), 0);
	close(fd);
	close(there);
}
END_TEST

/* It ends by itself, and the places are for connections. */
START_TEST(who_knocks_there_is_left_alone)
{
	int fd = ask(&node_at), there = accept(node, NULL, NULL);
	char byte;

	peer.knock.fd = fd;
	tell(fd, 1000, 0);
	known[fd].t.tcpi_data_segs_out = 0;
	known[fd].t.tcpi_last_data_recv = 1000;
	look_short();

	ck_assert_uint_eq(o->spare.n_shut, 0);
	ck_assert_int_lt(recv(there, &byte, 1, MSG_DONTWAIT), 0);
	close(fd);
	close(there);
}
END_TEST

/* Libfabric hears it, and closes it. */
START_TEST(an_end_behind_an_answer_is_left_alone)
{
	int fd = ask(&node_at), there = accept(node, NULL, NULL);
	char byte;

	say(fd, there);
	say(there, fd);
	close(there);
	ck_assert_int_eq(recv(fd, &byte, 1, 0), 0);
	look();
	ck_assert(!is_broken(fd));
	close(fd);
}
END_TEST

START_TEST(who_was_answered_once_stays_however_silent)
{
	int fd = ask(&node_at), there = accept(node, NULL, NULL);

	tell(fd, 1000000, 1);
	look();

	ck_assert(!is_broken(fd));
	close(fd);
	close(there);
}
END_TEST

START_TEST(what_others_have_asked_of_this_node_is_theirs_to_ask_again)
{
	struct sockaddr_in at;
	int fd, there;

	memcpy(&at, o->card->addr, sizeof(at));
	there = ask(&at);
	fd = accept(own, NULL, NULL);
	tell(fd, 1000000, 0);
	look();

	ck_assert(!is_broken(fd));
	close(fd);
	close(there);
}
END_TEST

START_TEST(a_connection_of_the_program_is_none_of_ours)
{
	struct sockaddr_in at;
	int elsewhere = listen_somewhere(&at), fd = ask(&at);
	int there = accept(elsewhere, NULL, NULL);

	tell(fd, 1000000, 0);
	look();

	ck_assert(!is_broken(fd));
	close(fd);
	close(there);
	close(elsewhere);
}
END_TEST

/* What it finds it looks at once more, under the lock, before it does it. */
START_TEST(a_look_asks_who_is_open_once_and_lets_others_send)
{
	int fd = ask(&node_at), there = accept(node, NULL, NULL);
	int gone = dup(fd);

	tell(fd, 1999, 0);
	close(gone);
	look();

	ck_assert_int_eq(known[fd].asked, 1);
	ck_assert_int_eq(known[fd].asked_locked, 0);
	ck_assert_int_eq(asked_closed, 0);
	close(fd);
	close(there);
}
END_TEST

START_TEST(a_caller_whom_libfabric_has_forgotten_is_closed_when_seen_twice)
{
	struct sockaddr_in at;
	int fd, there;

	memcpy(&at, o->card->addr, sizeof(at));
	there = ask(&at);
	fd = accept(own, NULL, NULL);
	known[fd].is_told = true;
	known[fd].t = (struct tcp_info){.tcpi_state = CLOSE_WAIT};
	look();
	ck_assert_int_ge(fcntl(fd, F_GETFD), 0);
	look();

	ck_assert_int_lt(fcntl(fd, F_GETFD), 0);
	close(there);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("spare");
	TCase *t = tcase_create("spare");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t,
		       who_is_not_answered_for_2_s_hangs_up_and_so_asks_again);
	tcase_add_test(t, two_ways_there_and_back_are_waited_for_besides);
	tcase_add_test(t, who_got_an_end_instead_of_an_answer_asks_again);
	tcase_add_test(t, so_does_who_was_cut_off_here_before_the_answer);
	tcase_add_test(t, so_do_they_where_few_descriptors_are_left);
	tcase_add_test(t, who_was_answered_and_is_silent_is_shut_down_there);
	tcase_add_test(t, who_knocks_there_is_left_alone);
	tcase_add_test(t, an_end_behind_an_answer_is_left_alone);
	tcase_add_test(t, who_was_answered_once_stays_however_silent);
	tcase_add_test(
		t, what_others_have_asked_of_this_node_is_theirs_to_ask_again);
	tcase_add_test(t, a_connection_of_the_program_is_none_of_ours);
	tcase_add_test(t, a_look_asks_who_is_open_once_and_lets_others_send);
	tcase_add_test(
		t,
		a_caller_whom_libfabric_has_forgotten_is_closed_when_seen_twice);
	suite_add_tcase(s, t);
	return run_suite(s);
}
