/* SPDX-License-Identifier: BSD-3-Clause */
/* team.h - all processes of a job that work together by the Data Reorganization
 * Interface, from main() to the exit status.
 *
 * After every step all agree that it has worked, or all give up, and the first
 * one that knows says why.
 */
#ifndef APPS_COMMON_TEAM_H
#define APPS_COMMON_TEAM_H

#include "apps/common/cli.h"
#include "apps/common/vote.h"

struct team {
	const char *program;
	int rank, size;
	struct vote vote; /* of all */
	struct cli_error why;
};

/* What help says of all of them, at the end. */
#define TEAM_END                                                               \
	"\n\nThe library has options of its own, see dri(3): "                 \
	"--dri-verbose, --dri-provider NAME, --dri-interface NAME, "           \
	"--dri-mem-limit SIZE."

struct team_program {
	const char *unit; /* of the progress */
	const struct cli *cli;
	void *options;	      /* that `cli` makes */
	const bool *progress; /* one of them */
	/* Whether they suit the team: a line in t->why if not.  May be NULL. */
	bool (*prepare)(struct team *t);
	/* What all do together.  False, and somebody has said why. */
	bool (*run)(struct team *t);
};

/* All of main(): what it returns. */
int team_main(struct team *t, const struct team_program *p, int argc,
	      char **argv);

/* Whether a call has worked; else t->why says what has not. */
bool team_check(struct team *t, int status, const char *what);

/* Says t->why. */
void team_complain(const struct team *t);

/* Whether all is well everywhere; else the first one with whom it is not says
 * why. */
bool team_all_well(struct team *t, bool well);

/* The same, of the group that votes by v, in which the caller has this rank. */
bool team_part_well(struct team *t, struct vote *v, int rank, bool well);

/* Tells all a number and hears theirs, by rank.  False: nothing was heard. */
bool team_exchange(struct team *t, long number, long *heard);

#endif
