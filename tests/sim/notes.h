/* SPDX-License-Identifier: BSD-3-Clause */
/* notes.h - what a program can tell the simulator that runs it.
 *
 * Each is NULL outside of the simulator.  Called in the body of a task, about
 * that task; blocks are named by their GUIDs, words are of 8 bytes.
 */
#ifndef TESTS_SIM_NOTES_H
#define TESTS_SIM_NOTES_H

#include "ocr.h"

#include <stdbool.h>

#define SIM_NOTE __attribute__((weak, visibility("default")))

/* The task has the block: for each slot with one, first of all. */
SIM_NOTE void sim_note_acquire(ocrGuid_t db, ocrDbAccessMode_t mode, u64 words);
/* It has just created the block, and has it. */
SIM_NOTE void sim_note_create(ocrGuid_t db, u64 words);
SIM_NOTE void sim_note_read(ocrGuid_t db, u64 word, u64 value);
SIM_NOTE void sim_note_write(ocrGuid_t db, u64 word, u64 value);
/* `n` words of one block have become what those of the other are, before all
 * that the task does, and before others use the block. */
struct sim_range {
	ocrGuid_t db;
	u64 words; /* the whole block */
	u64 first;
};
SIM_NOTE void sim_note_copied(const struct sim_range *to,
			      const struct sim_range *from, u64 n);
/* Others may go on now, in the middle of the body.  Only for a program that
 * defines the variable sim_pauses. */
SIM_NOTE void sim_pause(void);
/* A call says OCR_ENOMEM: is it to be made again?  Nodes have been denied
 * memory since this task asked last (sim --hungry). */
SIM_NOTE bool sim_note_again(void);

#endif
