/* SPDX-License-Identifier: BSD-3-Clause */
/* team.c - see team.h. */
#include "apps/common/team.h"

#include "apps/common/progress.h"

#include <stdio.h>

bool
team_check(struct team *t, int status, const char *what)
{
	return status == DRI_SUCCESS ||
	       cli_fail(&t->why, "%s: %s", what, DRI_strerror(status));
}

void
team_complain(const struct team *t)
{
	progress_break();
	fprintf(stderr, "%s: %s\n", t->program, t->why.text);
}

bool
team_part_well(struct team *t, struct vote *v, int rank, bool well)
{
	int bad, err = vote_agree(v, well, &bad);

	if (err) {
		team_check(t, err, "the others cannot be reached");
		team_complain(t);
		return false;
	}
	if (bad == rank)
		team_complain(t);
	return bad < 0;
}

bool
team_all_well(struct team *t, bool well)
{
	return team_part_well(t, &t->vote, t->rank, well);
}

bool
team_exchange(struct team *t, long number, long *heard)
{
	return team_check(t, vote_say(&t->vote, number), "vote") &&
	       team_check(t, vote_hear(&t->vote, heard), "vote");
}

/* Joins the votes of all and runs: 0 or 1. */
static int
start(struct team *t, const struct team_program *p)
{
	const struct vote_place all = {t->rank, t->size};
	int status;

	if (!team_check(t, vote_open(&t->vote, "vote", 2, all, all),
			"no connection")) {
		team_complain(t);
		return 1;
	}
	if (t->rank == 0)
		progress_start(p->cli->program, p->unit, *p->progress);
	status = p->run(t) ? 0 : 1;
	progress_end();
	vote_close(&t->vote);
	return status;
}

/* Between the begin and the end of the library. */
static int
work(struct team *t, const struct team_program *p, int argc, char **argv)
{
	switch (cli_parse(p->cli, p->options, argc, argv, t->rank > 0)) {
	case CLI_TAKEN:
		break;
	case CLI_TOLD:
		return 0;
	case CLI_REFUSED:
		return 2;
	}
	if (!p->prepare || p->prepare(t))
		return start(t, p);
	if (t->rank == 0)
		team_complain(t);
	return 2;
}

/* The line of what the library does not do. */
static int
refuse(const struct team *t, int err)
{
	fprintf(stderr, "%s: %s\n", t->program, DRI_strerror(err));
	return err == DRI_ERR_SIZE || err == DRI_ERR_NAME ? 2 : 1;
}

int
team_main(struct team *t, const struct team_program *p, int argc, char **argv)
{
	int err = DRI_Init(&argc, &argv), status;

	t->program = p->cli->program;
	if (!err)
		err = DRI_Group_get_rank(DRI_GROUP_WORLD, &t->rank);
	if (!err)
		err = DRI_Group_get_size(DRI_GROUP_WORLD, &t->size);
	if (err)
		return refuse(t, err);
	status = work(t, p, argc, argv);
	err = DRI_Finalize();
	if (err && !status) {
		refuse(t, err);
		status = 1;
	}
	if (fflush(stdout) && !status) {
		fprintf(stderr, "%s: ", t->program);
		perror("standard output");
		status = 1;
	}
	/* The status of rank 0 is the job's: one line of the launcher is
	 * enough. */
	return t->rank == 0 ? status : 0;
}
