/* SPDX-License-Identifier: BSD-3-Clause */
/* notes.c - what programs tell the simulator. */
#include "tests/sim/notes.h"

#include "tests/sim/recorder.h"
#include "tests/sim/sim_job.h"

/* The task that tells it, and its last operation; NULL: nobody listens. */
static struct memory *
listener(ocrGuid_t *task, uint32_t *op)
{
	struct recorder *r = sim_job_recorder();

	return r ? recorder_memory(r, task, op) : NULL;
}

void
sim_note_acquire(ocrGuid_t db, ocrDbAccessMode_t mode, u64 words)
{
	ocrGuid_t task;
	uint32_t op;
	struct memory *m = listener(&task, &op);

	if (m)
		memory_acquire(m, task, db, mode, words, op);
}

void
sim_note_create(ocrGuid_t db, u64 words)
{
	ocrGuid_t task;
	uint32_t op;
	struct memory *m = listener(&task, &op);

	if (m)
		memory_create(m, task, db, words, op);
}

void
sim_note_read(ocrGuid_t db, u64 word, u64 value)
{
	ocrGuid_t task;
	uint32_t op;
	struct memory *m = listener(&task, &op);

	if (m)
		memory_read(m, task, db, word, value);
}

void
sim_note_write(ocrGuid_t db, u64 word, u64 value)
{
	ocrGuid_t task;
	uint32_t op;
	struct memory *m = listener(&task, &op);

	if (m)
		memory_write(m, task, db, word, value);
}

void
sim_note_copied(const struct sim_range *to, const struct sim_range *from, u64 n)
{
	ocrGuid_t task;
	uint32_t op;
	struct memory *m = listener(&task, &op);

	if (m)
		memory_copied(m, task, to, from, n, op);
}
