/* SPDX-License-Identifier: BSD-3-Clause */
/* launcher.c - see launcher.h. */
#define _GNU_SOURCE /* program_invocation_name */
#include "fabric/launcher.h"

#include "fabric/log.h"
#include "fabric/value.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const struct mark {
	const char *launcher;
	const char *size, *rank; /* variables */
	const char *whole;	 /* of what size is a part; NULL: of nothing */
	/* Nobody but the launcher's processes has this one too; NULL: the
	 * first two are enough. */
	const char *sign;
	const char *with_pmix; /* its own command, if it has one */
} marks[] = {
	/* srun's pmi2 sets PMI_SIZE as well, so Slurm comes first.  Of its
	 * variables the script of a batch job has all but those of a step. */
	{"srun", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "SLURM_NTASKS",
	 "SLURM_STEP_ID", "srun --mpi=pmix"},
	{.launcher = "a launcher that speaks PMI (mpiexec of MPICH, Hydra)",
	 .size = "PMI_SIZE",
	 .rank = "PMI_RANK"},
	{.launcher = "Open MPI's mpirun",
	 .size = "OMPI_COMM_WORLD_SIZE",
	 .rank = "OMPI_COMM_WORLD_RANK"},
	{.launcher = "PALS", .size = "PALS_SIZE", .rank = "PALS_RANKID"},
	{.launcher = "Flux", .size = "FLUX_JOB_SIZE", .rank = "FLUX_TASK_RANK"},
};

static bool
read_number(const char *name, uint64_t *n)
{
	const char *text = getenv(name);

	return text != NULL && ocr_value_number(text, false, UINT32_MAX, n);
}

/* The variable that says how many there are. */
static const char *
size_of(const struct mark *m)
{
	return m->whole != NULL && getenv(m->size) == NULL ? m->whole : m->size;
}

/* Slurm's later processes are told from a batch script by their rank alone. */
static bool
is_of(const struct mark *m, uint64_t *size, uint64_t *rank)
{
	return read_number(size_of(m), size) && *size > 1 &&
	       read_number(m->rank, rank) && *rank < *size &&
	       (m->sign == NULL || *rank > 0 || getenv(m->sign) != NULL);
}

/* A wrong value is told where settings are read. */
static bool
is_allowed(void)
{
	const char *text = getenv(OCR_ALONE);
	bool yes = false;

	return text != NULL && ocr_value_bool(text, &yes) && yes;
}

static void
refuse(const struct mark *m, unsigned size, unsigned rank)
{
	const char *program = program_invocation_name;
	char own[256] = "";

	if (m->with_pmix != NULL)
		snprintf(own, sizeof(own), "%s -n %u %s, or ", m->with_pmix,
			 size, program);
	ocr_log_error(OCR_LOG_NOBODY,
		      "%s has started %u processes (%s=%u, this is number %u) "
		      "and serves no PMIx: each would be a job of one node, "
		      "with all of the work.  For one job of %u nodes: "
		      "%socrrun -n %u %s; for %u jobs set " OCR_ALONE "=1",
		      m->launcher, size, size_of(m), size, rank, size, own,
		      size, program, size);
}

int
ocr_launcher_check(void)
{
	uint64_t size, rank;

	if (is_allowed())
		return 0;
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		if (is_of(&marks[i], &size, &rank)) {
			refuse(&marks[i], (unsigned)size, (unsigned)rank);
			return -EPROTO;
		}
	}
	return 0;
}
