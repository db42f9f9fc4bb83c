/* SPDX-License-Identifier: BSD-3-Clause */
/* cacheline.c - see cacheline.h. */
#include "apps/bench/driver/cacheline.h"

#include "apps/bench/bench.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define TRIPS	20000
#define SAMPLES 5

/* Odd: thrown to the other thread.  Even: thrown back. */
static _Atomic uint64_t ball;

static void
bind_to(int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	pthread_setaffinity_np(pthread_self(), sizeof(one), &one);
}

static void *
throw_back(void *arg)
{
	bind_to(*(int *)arg);
	for (uint64_t i = 0; i < (uint64_t)TRIPS * SAMPLES; i++) {
		while (atomic_load_explicit(&ball, memory_order_acquire) !=
		       2 * i + 1)
			;
		atomic_store_explicit(&ball, 2 * i + 2, memory_order_release);
	}
	return NULL;
}

static void
throw_and_wait(uint64_t i)
{
	atomic_store_explicit(&ball, 2 * i + 1, memory_order_release);
	while (atomic_load_explicit(&ball, memory_order_acquire) != 2 * i + 2)
		;
}

double
bench_cacheline_ns(void)
{
	double sample[SAMPLES];
	cpu_set_t all;
	int cpu[2], n = 0;
	pthread_t other;

	if (sched_getaffinity(0, sizeof(all), &all))
		return 0;
	for (int c = 0; c < CPU_SETSIZE && n < 2; c++)
		if (CPU_ISSET(c, &all))
			cpu[n++] = c;
	if (n < 2)
		return 0;
	atomic_store_explicit(&ball, 0, memory_order_relaxed);
	if (pthread_create(&other, NULL, throw_back, &cpu[1]))
		return 0;
	bind_to(cpu[0]);
	for (uint64_t s = 0; s < SAMPLES; s++) {
		uint64_t start_ns = bench_now_ns();

		for (uint64_t i = s * TRIPS; i < (s + 1) * TRIPS; i++)
			throw_and_wait(i);
		sample[s] = (double)(bench_now_ns() - start_ns) / TRIPS;
	}
	pthread_join(other, NULL);
	pthread_setaffinity_np(pthread_self(), sizeof(all), &all);
	return bench_median(sample, SAMPLES);
}
