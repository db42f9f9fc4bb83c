/* SPDX-License-Identifier: BSD-3-Clause */
/* side.c - see side.h. */
#include "apps/bench/driver/side.h"

#include "apps/bench/bench.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_ARGS   24
#define OUTPUT_MAX 65536
/* A side that takes longer hangs; a whole run takes a few seconds. */
#define LIMIT_NS   (UINT64_C(120) * 1000000000)
/* What launchers get to end their processes, before they are killed. */
#define MERCY_NS   (UINT64_C(3) * 1000000000)
/* What a shell says when it does not find the program. */
#define NOT_FOUND  127

static char folder[PATH_MAX];
static char provider[64];

int
bench_side_init(void)
{
	ssize_t n = readlink("/proc/self/exe", folder, sizeof(folder) - 1);
	char *slash;

	if (n < 0)
		return -errno;
	folder[n] = '\0';
	slash = strrchr(folder, '/');
	if (!slash)
		return -EINVAL;
	*slash = '\0';
	return 0;
}

/* A path below the folder of the driver. */
static void
make_path(char *path, size_t len, const char *name)
{
	if ((size_t)snprintf(path, len, "%s/%s", folder, name) >= len)
		path[0] = '\0';
}

static void
add(const char **argv, int *n, const char *word)
{
	if (*n < MAX_ARGS - 1)
		argv[(*n)++] = word;
	argv[*n] = NULL;
}

/* A quick run has no need of many. */
static const char *
choose_nodes(const struct side *s, bool quick)
{
	if (!s->nodes)
		return "2";
	return quick && atoi(s->nodes) > 4 ? "4" : s->nodes;
}

static void
add_launcher(const char **argv, int *n, const struct side *s, bool quick,
	     const char *ocrrun)
{
	const char *nodes = choose_nodes(s, quick);
	enum launcher launcher = s->launcher;
	const char *const mpirun[] = {"mpirun", "--oversubscribe", "-n", nodes};
	static const char *const unbound[] = {"--bind-to", "none", "--mca",
					      "mpi_yield_when_idle", "1"};
	static const char *const tcp[] = {
		"--mca", "pml",	     "ob1",   "--mca",
		"btl",	 "tcp,self", "--mca", "btl_tcp_if_include",
		"lo"};

	switch (launcher) {
	case LAUNCH_ALONE:
		break;
	case LAUNCH_OCRRUN:
	case LAUNCH_OCRRUN4:
	case LAUNCH_AS_IT_IS:
		add(argv, n, ocrrun);
		add(argv, n, "-n");
		add(argv, n, launcher == LAUNCH_OCRRUN4 ? "4" : nodes);
		break;
	case LAUNCH_MPI:
	case LAUNCH_MPI_TCP:
	case LAUNCH_MPI_FREE:
		for (size_t i = 0; i < sizeof(mpirun) / sizeof(*mpirun); i++)
			add(argv, n, mpirun[i]);
		if (launcher == LAUNCH_MPI_FREE) {
			for (size_t i = 0;
			     i < sizeof(unbound) / sizeof(*unbound); i++)
				add(argv, n, unbound[i]);
		}
		if (launcher != LAUNCH_MPI_TCP)
			break;
		for (size_t i = 0; i < sizeof(tcp) / sizeof(*tcp); i++)
			add(argv, n, tcp[i]);
		break;
	case LAUNCH_MPICH:
		add(argv, n, "mpirun.mpich");
		add(argv, n, "-n");
		add(argv, n, nodes);
		break;
	}
}

/* In the child: becomes the side, its output into `out`. */
static _Noreturn void
become(const struct side *s, const char **argv, int out)
{
	int nothing = open("/dev/null", O_RDONLY);
	char begin[24];

	setpgid(0, 0);
	dup2(nothing, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(out, STDERR_FILENO);
	if (s->threads) {
		setenv("OCR_WORKERS", s->threads, 1);
		setenv("OMP_NUM_THREADS", s->threads, 1);
	}
	if (s->lend)
		setenv("OCR_LEND", s->lend, 1);
	/* What is in it was chosen here. */
	if (s->launcher == LAUNCH_AS_IT_IS && provider[0])
		unsetenv("OCR_PROVIDER");
	setenv("OMP_PROC_BIND", "true", 1);
	setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
	setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
	snprintf(begin, sizeof(begin), "%llu",
		 (unsigned long long)bench_now_ns());
	setenv(BENCH_BEGIN, begin, 1);
	execvp(argv[0], (char *const *)argv);
	fprintf(stderr, "%s: %s\n", argv[0], strerror(errno));
	_exit(NOT_FOUND);
}

/* Collects output until its end.  False if that took too long. */
static bool
read_output(int in, char *text, uint64_t until_ns)
{
	size_t len = 0;

	for (;;) {
		struct pollfd p = {.fd = in, .events = POLLIN};
		uint64_t now_ns = bench_now_ns();
		char chunk[4096];
		ssize_t n;

		text[len] = '\0';
		if (now_ns >= until_ns)
			return false;
		n = poll(&p, 1, (int)((until_ns - now_ns) / 1000000) + 1);
		if (n < 0 && errno != EINTR)
			return true;
		if (n <= 0)
			continue;
		n = read(in, chunk, sizeof(chunk));
		if (n <= 0)
			return true;
		/* The end matters: where the result is, or why there is none.
		 */
		if (len + (size_t)n > OUTPUT_MAX)
			len = 0;
		memcpy(text + len, chunk, (size_t)n);
		len += (size_t)n;
	}
}

/* Ends what hangs: politely, so that launchers clean up, then for sure. */
static void
end_group(pid_t group, int in)
{
	char *rest = malloc(OUTPUT_MAX + 1);

	kill(-group, SIGTERM);
	if (!rest || !read_output(in, rest, bench_now_ns() + MERCY_NS))
		kill(-group, SIGKILL);
	free(rest);
}

/* Cuts `text` down to its last line that is not empty. */
static const char *
last_line(char *text)
{
	size_t len = strlen(text);
	char *start;

	while (len > 0 && (text[len - 1] == '\n' || text[len - 1] == ' '))
		text[--len] = '\0';
	start = strrchr(text, '\n');
	return start ? start + 1 : text;
}

static void
judge(struct result *r, bool in_time, int status, char *text)
{
	const char *line = NULL;
	unsigned results = 0;

	for (char *at = text; (at = strstr(at, "bench: ")); at++, results++)
		line = at;
	r->outcome = SIDE_FAILED;
	if (!in_time)
		snprintf(r->note, sizeof(r->note), "did not end; last line: %s",
			 last_line(text));
	else if (WIFSIGNALED(status))
		snprintf(r->note, sizeof(r->note), "signal %d; last line: %s",
			 WTERMSIG(status), last_line(text));
	else if (WEXITSTATUS(status) != 0)
		snprintf(r->note, sizeof(r->note), "exit %d; last line: %s",
			 WEXITSTATUS(status), last_line(text));
	else if (!line ||
		 sscanf(line, "bench: %lf %15s", &r->value, r->unit) != 2 ||
		 !(r->value > 0))
		snprintf(r->note, sizeof(r->note), "printed no result: %s",
			 last_line(text));
	else if (results > 1)
		snprintf(r->note, sizeof(r->note), "printed %u results",
			 results);
	else
		r->outcome = SIDE_MEASURED;
}

/* Runs argv in a process group of its own. */
static void
run_command(const struct side *s, const char **argv, struct result *r)
{
	char *text = malloc(OUTPUT_MAX + 1);
	int ends[2], status = 0;
	bool in_time;
	pid_t child;

	if (!text || pipe2(ends, O_CLOEXEC)) {
		snprintf(r->note, sizeof(r->note), "not started: %s",
			 strerror(errno));
		free(text);
		return;
	}
	child = fork();
	if (child == 0)
		become(s, argv, ends[1]);
	close(ends[1]);
	if (child < 0) {
		snprintf(r->note, sizeof(r->note), "not started: %s",
			 strerror(errno));
	} else {
		setpgid(child, child);
		in_time = read_output(ends[0], text, bench_now_ns() + LIMIT_NS);
		if (!in_time)
			end_group(child, ends[0]);
		/* While it is not reaped, its number is its group's alone. */
		while (waitid(P_PID, (id_t)child, NULL, WEXITED | WNOWAIT) &&
		       errno == EINTR)
			;
		kill(-child, SIGKILL);
		while (waitpid(child, &status, 0) < 0 && errno == EINTR)
			;
		judge(r, in_time, status, text);
	}
	close(ends[0]);
	free(text);
}

static bool
is_in_path(const char *name)
{
	const char *path = getenv("PATH");
	char *copy = strdup(path ? path : "");
	char *rest = copy;
	bool found = false;
	char file[PATH_MAX];

	for (char *dir; copy && !found && (dir = strsep(&rest, ":"));)
		found = snprintf(file, sizeof(file), "%s/%s", dir, name) <
				(int)sizeof(file) &&
			access(file, X_OK) == 0;
	free(copy);
	return found;
}

void
bench_side_run(const struct side *s, bool quick, struct result *r)
{
	const char *argv[MAX_ARGS];
	char program[PATH_MAX], ocrrun[PATH_MAX];
	int n = 0;

	memset(r, 0, sizeof(*r));
	r->outcome = SIDE_FAILED;
	make_path(program, sizeof(program), s->program);
	make_path(ocrrun, sizeof(ocrrun), "../../bin/ocrrun");
	if (access(program, X_OK)) {
		r->outcome = SIDE_MISSING;
		snprintf(r->note, sizeof(r->note), "not available: %s",
			 s->missing);
		return;
	}
	add_launcher(argv, &n, s, quick, ocrrun);
	if (n > 0 && !strchr(argv[0], '/') && !is_in_path(argv[0])) {
		r->outcome = SIDE_MISSING;
		snprintf(r->note, sizeof(r->note),
			 "not available: %s is not in PATH", argv[0]);
		return;
	}
	add(argv, &n, program);
	if (s->what[0])
		add(argv, &n, s->what);
	if (s->size)
		add(argv, &n, s->size);
	if (quick)
		add(argv, &n, "--quick");
	run_command(s, argv, r);
}

/* ocrinfo marks the provider that is chosen with a star. */
static void
ask_for_provider(void)
{
	char path[PATH_MAX], command[PATH_MAX + 64], line[256];
	FILE *in;

	make_path(path, sizeof(path), "../../bin/ocrinfo");
	snprintf(command, sizeof(command),
		 "'%s' --nodes 2 --hosts 1 2>/dev/null", path);
	in = popen(command, "r");
	if (!in)
		return;
	while (fgets(line, sizeof(line), in))
		if (sscanf(line, "* %63s", provider) == 1)
			break;
	while (fgets(line, sizeof(line), in))
		; /* or ocrinfo would write to nobody */
	pclose(in);
}

const char *
bench_side_provider(void)
{
	const char *forced = getenv("OCR_PROVIDER");

	if (forced && *forced)
		return forced;
	if (!provider[0]) {
		ask_for_provider();
		if (!provider[0])
			snprintf(provider, sizeof(provider), "net");
		setenv("OCR_PROVIDER", provider, 1);
	}
	return provider;
}
