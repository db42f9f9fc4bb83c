/* SPDX-License-Identifier: BSD-3-Clause */
/* runtime.h - a node, as all rooms of src/ know it.
 *
 * What is here is common to all; what a room has for itself is behind its
 * pointer, in a struct that it defines.  boot/ opens a node, and alone knows
 * all of them.  There is no other state: one process can host several nodes,
 * as the simulator does.  The only thread-local is the pointer to the current
 * worker (sched/worker.h).
 */
#ifndef SRC_BASE_RUNTIME_H
#define SRC_BASE_RUNTIME_H

#include "fabric/fabric.h"
#include "fabric/memory.h"
#include "guidmap/guid_counter.h"
#include "guidmap/guidmap.h"
#include "labeled/labels.h"
#include "src/base/hint.h"
#include "src/base/protocol.h"
#include "src/base/tree.h"

struct ocr_collectives;
struct ocr_data;
struct ocr_end;
struct ocr_events;
struct ocr_files;
struct ocr_hooks;
struct ocr_guest;
struct ocr_names;
struct ocr_observer;
struct ocr_refused;
struct ocr_row;
struct ocr_sched;
struct ocr_spreads;
struct ocr_strict;
struct ocr_tasks;
struct ocr_watch;

struct ocr_runtime {
	/* Fixed after open: */
	ocr_node_t self;
	uint32_t size;
	uint32_t arity;	      /* of trees over all nodes */
	struct ocr_tree tree; /* that of node 0 */
	enum ocr_protocol protocol;
	struct ocr_observer *observer; /* NULL: nobody looks */
	/* NULL: stream/direct.h decides alone. */
	bool (*by_message)(void *arg);
	void *by_message_arg;
	const struct ocr_hooks *hooks;
	const struct ocr_row *rows; /* one for each message */
	struct ocr_fabric *fabric;  /* NULL: one node */
	struct ocr_memory *memory;
	struct ocr_guidmap *guids;
	struct ocr_labels *labels;
	struct ocr_guid_dispenser *dispenser;
	void *ctx; /* of whoever has opened the node */

	/* The rooms, from the bottom; fixed after open: */
	struct ocr_sched *sched;
	struct ocr_spreads *spreads;
	struct ocr_names *names;
	struct ocr_data *data;
	struct ocr_files *files;
	struct ocr_events *events;
	struct ocr_collectives *collectives;
	struct ocr_tasks *tasks;
	struct ocr_watch *watch;
	struct ocr_strict *strict;   /* NULL: the mode is off */
	struct ocr_refused *refused; /* calls that returned errors */
	struct ocr_end *end;
	struct ocr_guest *legacy; /* of the guest, or NULL */

	struct ocr_hint_memory hints;
	/* How often a template of this node was destroyed, or one that it knows
	 * given a hint: what workers remember of one is as old as this. */
	_Atomic uint64_t template_changes;
	/* Who is told of each task that begins: OCR_TELLS_... */
	_Atomic uint32_t tells;
	_Atomic bool any_eager; /* this node knows a block with that hint */

	/* END has come: exit status in the low byte, OCR_ENDING set. */
	_Atomic uint32_t ending;
	/* Node 0 only: somebody has asked for the end. */
	_Atomic uint32_t end_asked;
	_Atomic bool hungers; /* and has said so: fail.h */
};

#define OCR_TELLS_OBSERVER 1u
#define OCR_TELLS_TALLY	   2u /* of each worker: sched/tally.h */

#define OCR_ENDING	0x100u
/* A node is gone: there is nobody to wait for. */
#define OCR_ENDING_LOST 0x200u
/* And an END has come after that: the exit status is its. */
#define OCR_ENDING_TOLD 0x400u

/* The node that owns the object: every op on it goes there.  A GUID from the
 * wire or a program may name a node that is not there. */
static inline ocr_node_t
ocr_owner_of(const struct ocr_runtime *rt, ocrGuid_t g)
{
	return ocr_label_is(g) ? ocr_label_owner(g, rt->size)
			       : ocr_guid_owner(g);
}

#endif
