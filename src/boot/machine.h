/* SPDX-License-Identifier: BSD-3-Clause */
/* machine.h - what a node has of its machine: processors for its workers, and
 * memory, of several kinds where there are some.
 *
 * Does not know other nodes, nor who works there.
 * Threads: all calls from one, the caller of ocr_boot() or the guest.
 */
#ifndef SRC_BOOT_MACHINE_H
#define SRC_BOOT_MACHINE_H

#include <stdbool.h>

struct ocr_job;
struct ocr_memory;
struct ocr_numa;
struct ocr_settings;
struct ocr_steps;
struct ocr_topology;

struct ocr_machine {
	struct ocr_topology *topology;
	struct ocr_numa *numa; /* NULL: there is one kind of memory */
	struct ocr_memory *memory;
	unsigned n_workers;
	bool crowded; /* others want the same processors */
};

/* As the settings say, and beside the other nodes of this host.  0, or -errno,
 * and then nothing is open. */
int ocr_machine_open(struct ocr_machine *m, const struct ocr_settings *set,
		     const struct ocr_job *job, struct ocr_steps *steps);

void ocr_machine_close(struct ocr_machine *m);

#endif
