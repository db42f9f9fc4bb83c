/* SPDX-License-Identifier: BSD-3-Clause */
/* side.h - runs one side of a comparison: a program that prints its result.
 *
 * Knows where the programs lie and how they are started; knows nothing of rows.
 * Promise: a side that is missing, fails, or does not end is reported in words,
 * and no process of it is left.
 * Threads: one.
 */
#ifndef APPS_BENCH_DRIVER_SIDE_H
#define APPS_BENCH_DRIVER_SIDE_H

#include <stdbool.h>

enum launcher {
	LAUNCH_ALONE,
	LAUNCH_OCRRUN,	 /* two nodes, or as many as the side says */
	LAUNCH_AS_IT_IS, /* the same, by the way that the runtime prefers */
	LAUNCH_OCRRUN4,	 /* four nodes */
	LAUNCH_MPI,	 /* as many processes, by the transport that Open MPI
			  * prefers */
	LAUNCH_MPI_TCP,	 /* the same, by TCP over the loopback interface */
	LAUNCH_MPI_FREE, /* the first one; nobody is bound to a core, or
			  * keeps it while there is nothing to do */
	LAUNCH_MPICH,	 /* MPICH, by the transport that it prefers */
};

struct side {
	const char *label;   /* what the table calls it */
	const char *program; /* below the folder of the driver */
	const char *what;
	const char *size; /* NULL: none */
	enum launcher launcher;
	const char *nodes;   /* not for LAUNCH_OCRRUN4; NULL: two */
	const char *threads; /* of each process; NULL: as they like */
	const char *lend;    /* OCR_LEND; NULL: as it is */
	const char *missing; /* why the program may not have been built */
};

enum outcome {
	SIDE_MEASURED,
	SIDE_MISSING, /* cannot run here; note says why */
	SIDE_FAILED,  /* should have run; note says what happened */
};

struct result {
	enum outcome outcome;
	double value;
	char unit[16];
	char note[200];
};

/* Finds the folder of the driver.  0 or -errno. */
int bench_side_init(void);

/* Runs it to its end, or until it is taken to hang. */
void bench_side_run(const struct side *s, bool quick, struct result *r);

/* The libfabric provider that both sides use: OCR_PROVIDER, or what ocrinfo
 * says the runtime would choose, or "net" when it says nothing.  It is in the
 * environment of all sides after this, but of those that run as they like, and
 * are not told by the user; call it before the first one runs. */
const char *bench_side_provider(void);

#endif
