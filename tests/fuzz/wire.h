/* SPDX-License-Identifier: BSD-3-Clause */
/* wire.h - a transport whose other end is a fuzz target: all other nodes of the
 * job are made up.
 *
 * What the node sends vanishes, but for a look at each op; what it reads is
 * noise; what it writes goes nowhere.  Packets come with a head that is right.
 * Threads: one.
 */
#ifndef TESTS_FUZZ_WIRE_H
#define TESTS_FUZZ_WIRE_H

#include "fabric/fabric.h"

#define WIRE_NODES 4
#define WIRE_JOB   UINT64_C(0x5ec4e7)

/* Of other nodes' memory; the last 16 bytes of each KiB of it fail to move. */
#define WIRE_WINDOW (UINT64_C(1) << 20)

struct wire;
struct ocr_transport;

struct wire_config {
	ocr_node_t self;
	/* The node has sent this op.  May be NULL. */
	void (*sent)(void *ctx, ocr_node_t to, const struct ocr_op *op);
	void *ctx;
};

struct wire *wire_open(const struct wire_config *c);
struct ocr_transport *wire_transport(struct wire *w);
/* After the fabric that has its transport. */
void wire_close(struct wire *w);

/* All that came were packets of this job: else nothing is tried at all. */
void wire_must_be_heard(const struct ocr_fabric *f);

/* A packet with this op, or none, comes from that node with the next poll, and
 * confirms all that was sent to it, or nothing new. */
void wire_come(struct wire *w, ocr_node_t from, const struct ocr_op *op,
	       bool confirms);

#endif
