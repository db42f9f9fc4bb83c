/* SPDX-License-Identifier: BSD-3-Clause */
/* notes.c - what programs tell the simulator goes to the recorder. */
#include "tests/sim/notes.h"
#include "tests/sim/recorder.h"
#include "tests/sim/sim_job.h"

void
sim_note_acquire(ocrGuid_t db, ocrDbAccessMode_t mode, u64 words)
{
	if (sim_job_recorder())
		recorder_acquire(sim_job_recorder(), db, mode, words);
}

void
sim_note_create(ocrGuid_t db, u64 words)
{
	if (sim_job_recorder())
		recorder_create(sim_job_recorder(), db, words);
}

void
sim_note_read(ocrGuid_t db, u64 word, u64 value)
{
	if (sim_job_recorder())
		recorder_read(sim_job_recorder(), db, word, value);
}

void
sim_note_write(ocrGuid_t db, u64 word, u64 value)
{
	if (sim_job_recorder())
		recorder_write(sim_job_recorder(), db, word, value);
}

void
sim_note_copied(const struct sim_range *to, const struct sim_range *from, u64 n)
{
	if (sim_job_recorder())
		recorder_copied(sim_job_recorder(), to, from, n);
}
