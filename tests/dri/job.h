/* SPDX-License-Identifier: BSD-3-Clause */
/* job.h - what the programs that test channels share.
 *
 * Each process runs the same scenario, and ends with a status that is not 0
 * when something is wrong.  An element's value is its number in the array, and
 * what the round adds to it.
 */
#ifndef TESTS_DRI_JOB_H
#define TESTS_DRI_JOB_H

#include "dri.h"

#include <stdbool.h>
#include <stdint.h>

extern int job_rank, job_size;

/* Ends the process with a line that says what was wrong, unless ok. */
void job_check(bool ok, const char *file, int line, const char *what);
#define CHECK(x) job_check((x), __FILE__, __LINE__, #x)
/* The same for a call's status. */
void job_expect(int want, int got, const char *file, int line,
		const char *what);
#define IS(status, call) job_expect((status), (call), __FILE__, __LINE__, #call)
#define OK(call)	 IS(DRI_SUCCESS, call)

/* One side: an array of ndims dimensions over a group. */
struct job_side {
	int ndims;
	int64_t size[3];
	int n, me;     /* the group's size, this process's rank */
	int procs[3];  /* 0: chosen */
	int cyclic[3]; /* block size; 0: block; -1: whole */
	int overlap;   /* elements left and right of each dimension */
	DRI_Overlap_type type;
	int order[3]; /* packing */
	int n_buffers;
	DRI_Dataspec dataspec; /* null: DRI_DOUBLE */
	bool user;	       /* the program's memory */
	/* Made: */
	DRI_Distribution dist;
	DRI_Bufferset set;
	DRI_Channel channel;
	void *memory[8];
};

void job_make(struct job_side *s);
void job_create_send(struct job_side *s, const char *name);
void job_create_rcv(struct job_side *s, const char *name);
/* Everything that was made. */
void job_free(struct job_side *s);

/* Writes the owned elements of a round (doubles), looks at all that are stored.
 */
void job_fill(const struct job_side *s, double *p, int round);
void job_look(const struct job_side *s, const double *p, int round);

/* get, fill, put; and get, look, put. */
void job_send(const struct job_side *s, int round);
void job_receive(const struct job_side *s, int round);

/* Rows over all processes; and the other way: columns over them, and each
 * contiguous. */
struct job_side job_matrix(int64_t rows, int64_t columns);
struct job_side job_turned(int64_t rows, int64_t columns);

/* In a pipeline the first half of the processes sends. */
int job_half(void);
bool job_is_sender(void);
/* The group of dimension d is this process's half. */
void job_take_half(struct job_side *s, int d);

/* A whole clique, from creating its channels to destroying them. */
void job_exchange(struct job_side *s, struct job_side *r, int rounds,
		  const char *name);
/* One that turns a matrix for some rounds. */
void job_clique(int64_t rows, int64_t columns, int buffers, int rounds,
		bool user, const char *name);

/* Waits for all processes, by a channel of its own. */
void job_barrier(const char *name);

#endif
