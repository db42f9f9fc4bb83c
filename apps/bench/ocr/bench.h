/* SPDX-License-Identifier: BSD-3-Clause */
/* bench.h - what the benchmarks that are OCR programs have in common.
 *
 * Samples lie in static arrays, which an OCR program must not use to talk
 * between tasks.  Here the tasks that touch them are on one node and follow
 * each other through dependences, so nothing is shared at one time; and a
 * data block for them would be measured too.
 */
#ifndef APPS_BENCH_OCR_BENCH_H
#define APPS_BENCH_OCR_BENCH_H

#include "apps/bench/bench.h"

#include "ocr.h"
#include "extensions/ocr-affinity.h"
#include "extensions/ocr-hints.h"

/* Parameters of tasks are structs of whole u64. */
#define OCR_BENCH_PARAMC(type) ((u32)(sizeof(type) / sizeof(u64)))

/* The end of a program that cannot go on: the job ends with status 1. */
static inline void
ocr_bench_fail(const char *why)
{
	PRINTF("bench failed: %s\n", why);
	ocrAbort(1);
}

/* The arguments from mainEdt's block.  Strings are borrowed from it: use them
 * before mainEdt returns.  False after wrong arguments, and the job ends. */
static inline bool
ocr_bench_args(struct bench_args *a, void *block)
{
	char *argv[4];
	u64 argc = ocrGetArgc(block);

	if (argc >= 1 && argc <= 1 + sizeof(argv) / sizeof(argv[0])) {
		for (u64 i = 1; i < argc; i++)
			argv[i - 1] = ocrGetArgv(block, i);
		if (bench_parse(a, (int)argc - 1, argv) == 0)
			return true;
	}
	ocr_bench_fail("arguments are [WHAT [BYTES]] [--quick]");
	return false;
}

/* A hint that places a task on a node of the job.  False if the job has no
 * such node or the hint cannot be set. */
static inline bool
ocr_bench_place(ocrHint_t *hint, u64 node)
{
	ocrGuid_t affinity;

	return ocrAffinityGetAt(AFFINITY_PD, node, &affinity) == 0 &&
	       ocrHintInit(hint, OCR_HINT_EDT_T) == 0 &&
	       ocrSetHintValue(hint, OCR_HINT_EDT_AFFINITY,
			       ocrAffinityToHintValue(affinity)) == 0;
}

/* True if the job has at least two nodes; otherwise the job ends. */
static inline bool
ocr_bench_two_nodes(void)
{
	u64 n = 0;

	if (ocrAffinityCount(AFFINITY_PD, &n) == 0 && n >= 2)
		return true;
	ocr_bench_fail("this one needs two nodes: ocrrun -n 2");
	return false;
}

#endif
