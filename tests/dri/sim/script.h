/* SPDX-License-Identifier: BSD-3-Clause */
/* script.h - what the processes of a seed do: random reorganizations, who takes
 * part, how often, and what must come of it.
 *
 * Each buffer that is sent is a round; an element's bytes follow from its
 * number in the array and the round.
 */
#ifndef TESTS_DRI_SIM_SCRIPT_H
#define TESTS_DRI_SIM_SCRIPT_H

#include "src/dri/shape/plan.h"
#include "tests/dri/sim/worlds.h"

#define MOST_COURSES 5
#define MOST_BUFFERS 4 /* with one too many */

/* Nobody sends anything to this end. */
#define ROUNDS_ALWAYS 1000000

/* What one process of a course does wrong at first. */
enum flaw {
	FLAW_NONE,
	FLAW_TYPE,   /* another data type */
	FLAW_COUNT,  /* a buffer too many */
	FLAW_RANK,   /* the rank of another */
	FLAW_SIZE,   /* another array */
	FLAW_GROUP,  /* another size of the group */
	FLAW_CLIQUE, /* connects one side alone */
	FLAW_CROSS,  /* belongs to another group */
	FLAW_SIDES,  /* alone in its clique, connects each side by itself */
	FLAWS
};

/* The elements of a process's buffers. */
struct places {
	int64_t count;	  /* with those that are not used */
	int64_t n;	  /* used; of a sender: owned */
	int64_t *offset;  /* elements */
	int64_t *number;  /* in the array; -1: zero */
	bool *is_used;	  /* by offset */
	uint32_t senders; /* of a receiver's: bits */
};

struct course;

/* One process on one side. */
struct end {
	struct course *course;
	enum dri_side side;
	int rank;
	uint32_t process;
	struct places places;
	bool user;	    /* its own memory */
	struct end *sharer; /* sends from the same memory; NULL: nobody */
	bool holds;	    /* destroys its channel while it has buffers */
	bool remakes;	    /* its channel, when it was refused */
	int rounds;	    /* that it wants to send or to take */
	int avail;	    /* that come to a receiver */
	struct dice dice;

	/* program.c's and rounds.c's: */
	DRI_Distribution dist;
	DRI_Bufferset set;
	DRI_Channel channel;
	int n_buffers;
	int64_t bytes;
	void *memory[MOST_BUFFERS];
	bool has_lent;		   /* and not taken back */
	void *known[MOST_BUFFERS]; /* buffers whose unused places are filled */
	int n_known;
	DRI_Buffer_Id held[MOST_BUFFERS];
	void *held_at[MOST_BUFFERS];
	int held_round[MOST_BUFFERS];
	int n_held;
	int made, answered, answer; /* for who connects in its place */
	bool is_left; /* by the other end of the process, for good */
	bool is_lost; /* DRI_ERR_SYSTEM has come */
};

struct course {
	char name[32];
	uint64_t key; /* of its values */
	struct reorganization r;
	bool clique;
	bool in_place;	 /* one set on both sides; the sender's task does all */
	bool is_crossed; /* another one has its name and sizes, and no process
			  */
	bool is_scoped;	 /* its processes alone know its name */
	struct course *onward; /* sends on what is received here */
	bool lends; /* onward has a channel of its own, and is lent buffers */
	bool is_onward; /* its senders are another's receivers */
	int n[2], n_buffers[2], rounds;
	struct end end[2][WORLDS_MOST];
	int generations; /* that it is connected, one after the other */
	bool leaves;	 /* the last is left to DRI_Finalize */
	enum flaw flaw;
	struct end *culprit;
	int refused; /* what the first of them was told */
};

struct script {
	uint32_t n; /* processes */
	int n_courses;
	struct course course[MOST_COURSES];
	bool is_lossy; /* process `victim` dies */
	uint32_t victim;
	uint64_t kill_at;
};

void script_make(struct script *s, uint64_t seed);
void script_free(struct script *s);
void script_print(const struct script *s);

/* The end by which what e receives is lent to the next; NULL: it is not. */
struct end *script_lender(const struct end *e);

/* The bytes of an element; `part` of a split type. */
void script_value(const struct course *c, int round, int64_t number, int part,
		  unsigned char *bytes);

#endif
