/* SPDX-License-Identifier: BSD-3-Clause */
/* top_screen.c - see top_screen.h: plain escapes, no library. */
#include "src/tools/top_screen.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* The other screen, without a cursor; and back. */
#define ENTER "\033[?1049h\033[?25l"
#define LEAVE "\033[?25h\033[?1049l"
#define HOME  "\033[H"
#define CLEAR "\033[J"

static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static struct {
	struct termios before;
	int signals; /* signalfd */
	bool open;
} screen = {.signals = -1};

static void
enter(void)
{
	struct termios t = screen.before;

	t.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	t.c_cc[VMIN] = 0;
	t.c_cc[VTIME] = 0;
	tcsetattr(STDIN_FILENO, TCSANOW, &t);
	fputs(ENTER, stdout);
	fflush(stdout);
}

static void
leave(void)
{
	fputs(LEAVE, stdout);
	fflush(stdout);
	tcsetattr(STDIN_FILENO, TCSANOW, &screen.before);
}

static void
signals_of(sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		sigaddset(set, ends[i]);
	sigaddset(set, SIGTSTP);
	sigaddset(set, SIGWINCH);
}

bool
top_screen_open(void)
{
	sigset_t set;

	if (!isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &screen.before))
		return false;
	signals_of(&set);
	sigprocmask(SIG_BLOCK, &set, NULL);
	screen.signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (screen.signals < 0)
		return false;
	enter();
	screen.open = true;
	return true;
}

void
top_screen_close(void)
{
	if (screen.open)
		leave();
	screen.open = false;
}

void
top_screen_begin(void)
{
	fputs(HOME, stdout);
}

void
top_screen_end(void)
{
	fputs(CLEAR, stdout);
	fflush(stdout);
}

struct top_size
top_screen_size(void)
{
	struct winsize w;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) || !w.ws_row || !w.ws_col)
		return (struct top_size){.rows = 23, .columns = 80};
	/* What follows the last line would scroll. */
	return (struct top_size){.rows = w.ws_row - 1u, .columns = w.ws_col};
}

/* As every program that is stopped from its terminal. */
static void
stop(void)
{
	leave();
	raise(SIGSTOP);
	enter();
}

/* False: one that ends. */
static bool
heed_signals(bool *resized)
{
	struct signalfd_siginfo s;

	while (read(screen.signals, &s, sizeof(s)) == sizeof(s)) {
		if (s.ssi_signo == SIGTSTP)
			stop();
		else if (s.ssi_signo != SIGWINCH)
			return false;
		*resized = true;
	}
	return true;
}

/* False: `q`, or nobody is there any more. */
static bool
heed_keys(void)
{
	char keys[64];
	ssize_t n = read(STDIN_FILENO, keys, sizeof(keys));

	return n > 0 && !memchr(keys, 'q', (size_t)n) &&
	       !memchr(keys, 'Q', (size_t)n);
}

static double
now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

bool
top_screen_wait(double seconds)
{
	struct pollfd fds[] = {{.fd = STDIN_FILENO, .events = POLLIN},
			       {.fd = screen.signals, .events = POLLIN}};
	double end = now_s() + seconds, left;
	bool resized = false;

	while (!resized && (left = end - now_s()) > 0) {
		if (poll(fds, 2, (int)(left * 1e3) + 1) < 0)
			continue;
		if (fds[0].revents && !heed_keys())
			return false;
		if (fds[1].revents && !heed_signals(&resized))
			return false;
	}
	return true;
}
