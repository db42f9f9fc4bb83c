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

/* The end of what a program says for --help. */
#define TEAM_HELP                                                              \
	"  --progress   say how far it is, also where standard error is no "   \
	"terminal\n"                                                           \
	"  --help       print this\n"                                          \
	"\n"                                                                   \
	"and --dri-verbose, --dri-provider NAME, --dri-interface NAME, "       \
	"--dri-mem-limit SIZE.\n"                                              \
	"The exit status is 0; 2 for wrong arguments, 1 for anything else.\n"

struct team_program {
	const char *name, *unit;     /* of the progress */
	const bool *help, *progress; /* of the options that `parse` makes */
	/* False, with a line in t->why, if something is wrong with the
	 * arguments. */
	bool (*parse)(struct team *t, int argc, char *const argv[]);
	void (*say_help)(void);
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
