/* SPDX-License-Identifier: BSD-3-Clause */
/* crier.h - of the nodes of one host that see the same, one says it.
 *
 * Who is first takes a name that only one process of a host can have, an
 * abstract socket, and keeps it while what it has said holds; the system gives
 * it back when he dies.  Nobody is chosen beforehand, so nobody who is silent
 * is waited for; where it does not work, all say it.
 * Knows nodes by number; does not know what is said of them.
 * Threads: one at a time.
 */
#ifndef FABRIC_CRIER_H
#define FABRIC_CRIER_H

#include "fabric/node.h"

#include <stdbool.h>
#include <stdint.h>

struct ocr_crier;

/* For the nodes 0 .. size - 1 of that job.  0 or -ENOMEM. */
int ocr_crier_open(struct ocr_crier **c, uint64_t job, uint32_t size);
void ocr_crier_close(struct ocr_crier *c);

/* True: this process is to say it about `node`.  False: another one of this
 * host, of the same user, does, or has. */
bool ocr_crier_begin(struct ocr_crier *c, ocr_node_t node);
/* It holds no more.  True if this process had begun. */
bool ocr_crier_end(struct ocr_crier *c, ocr_node_t node);

#endif
