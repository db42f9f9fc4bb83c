/* SPDX-License-Identifier: BSD-3-Clause */
/* bench.h - what the programs of the benchmarks have in common.
 *
 * A side program measures one thing and prints one line that the driver reads:
 *
 *	bench: 123.456 ns
 *
 * It is called as `program [WHAT [BYTES]] [--quick]`.  It takes many samples in
 * one run and gives their median, after samples to warm up which are not
 * counted.  --quick takes few: to see that it works, not to learn a number.
 */
#ifndef APPS_BENCH_BENCH_H
#define APPS_BENCH_BENCH_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The arguments of printf for the one line: a double and a unit. */
#define BENCH_LINE "bench: %.4f %s\n"

/* No program takes more samples than this. */
#define BENCH_MAX_SAMPLES 4096

struct bench_args {
	const char *what;    /* "" when not given */
	uint64_t size_bytes; /* 0 when not given */
	bool quick;
};

static inline uint64_t
bench_now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Of the clock above, when the driver started this side; without a driver, the
 * time is since the machine started. */
#define BENCH_BEGIN "BENCH_BEGIN_NS"

static inline double
bench_since_start_ms(void)
{
	const char *begin = getenv(BENCH_BEGIN);

	return (double)(bench_now_ns() -
			(begin ? strtoull(begin, NULL, 10) : 0)) /
	       1e6;
}

static inline int
bench_compare(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

/* What the process has in memory. */
static inline double
bench_resident_bytes(void)
{
	FILE *f = fopen("/proc/self/statm", "re");
	unsigned long all, resident = 0;

	if (f) {
		if (fscanf(f, "%lu %lu", &all, &resident) != 2)
			resident = 0;
		fclose(f);
	}
	return (double)resident * (double)sysconf(_SC_PAGESIZE);
}

/* Sorts the samples. */
static inline double
bench_median(double *sample, size_t n)
{
	if (n == 0)
		return 0;
	qsort(sample, n, sizeof(*sample), bench_compare);
	return n % 2 ? sample[n / 2] : (sample[n / 2 - 1] + sample[n / 2]) / 2;
}

/* What the recursive function returns after 2 * bench_fib(n + 1) - 1 calls. */
static inline uint64_t
bench_fib(uint64_t n)
{
	uint64_t a = 0, b = 1;

	for (; n > 0; n--) {
		b += a;
		a = b - a;
	}
	return a;
}

/* Reads a positive number with nothing after it.  0 or -EINVAL. */
static inline int
bench_parse_number(const char *text, uint64_t *value)
{
	unsigned long long v;
	char *end;

	if (*text < '0' || *text > '9')
		return -EINVAL;
	errno = 0;
	v = strtoull(text, &end, 10);
	if (errno || *end || v == 0)
		return -EINVAL;
	*value = v;
	return 0;
}

/* How many threads a reference takes that is not OpenMP's own: as OpenMP's,
 * else 1.  0, or -EINVAL after a line on standard error. */
static inline int
bench_threads(uint64_t *threads)
{
	const char *text = getenv("OMP_NUM_THREADS");

	*threads = 1;
	if (!text || bench_parse_number(text, threads) == 0)
		return 0;
	fprintf(stderr, "OMP_NUM_THREADS=%s is no number of threads\n", text);
	return -EINVAL;
}

/* argv without the program's name; the strings are borrowed.  0 or -EINVAL. */
static inline int
bench_parse(struct bench_args *a, int argc, char *const *argv)
{
	int words = 0;

	a->what = "";
	a->size_bytes = 0;
	a->quick = false;
	for (int i = 0; i < argc; i++) {
		if (strcmp(argv[i], "--quick") == 0) {
			a->quick = true;
		} else if (argv[i][0] == '-' || words == 2) {
			return -EINVAL;
		} else if (words++ == 0) {
			a->what = argv[i];
		} else if (bench_parse_number(argv[i], &a->size_bytes)) {
			return -EINVAL;
		}
	}
	return 0;
}

#endif
