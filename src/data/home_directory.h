/* SPDX-License-Identifier: BSD-3-Clause */
/* home_directory.h - who may have a block, and where its bytes are.
 *
 * The home of a block keeps its version, who holds its newest bytes, and the
 * queue of those who want it.  It knows nodes and versions, not pointers.
 *
 *   - RO and CONST are the same here: the reader gets a version that never
 *     changes while it has it.  Readers wait for a writer that is at work,
 *     never hold one back, and take their turn in the queue, so nobody waits
 *     for ever.
 *   - RW is shared by tasks of one node at a time; EW is for one task.
 *   - Bytes stay where they were written, until the home itself reads them.
 *     A holder keeps a version until those who fetch it have said FETCHED;
 *     then it is told to DROP it.
 *   - A node that reads a version again gets a lease: its tasks need not ask
 *     any more.  Before anybody may write, all leases are recalled.
 *
 * A block that is at home and at rest has no directory: ocr_home_inflate().
 */
#ifndef SRC_DATA_HOME_DIRECTORY_H
#define SRC_DATA_HOME_DIRECTORY_H

#include "fabric/node.h"
#include "include/ocr-types.h"
#include "src/base/hint.h"

#include <stdbool.h>
#include <stdint.h>

struct ocr_block;
struct ocr_chunk;
struct ocr_crowd;
struct ocr_msg_serves;
struct ocr_part;
struct ocr_runtime;
struct ocr_split;

/* The asking node has no copy. */
#define OCR_HAVE_NONE UINT64_MAX

/* One who waits for his turn. */
struct ocr_want {
	struct ocr_want *next;
	ocrGuid_t edt;
	uint64_t have; /* a version that is at `node`, or OCR_HAVE_NONE */
	ocr_node_t node;
	uint32_t index;
	uint32_t mode;
	bool first; /* `have` came by a push: he does not read it again */
};

enum ocr_origin_state {
	OCR_ORIGIN_PAST, /* only those fetch it there who have been granted */
	OCR_ORIGIN_ASKED,
	OCR_ORIGIN_SERVES, /* others may be sent there */
};

/* A version that is being fetched, or may be, from one who is not its holder:
 * he was, or is asked to serve others with his copy (home_serve.c). */
struct ocr_origin {
	struct ocr_origin *next;
	uint64_t version;
	uint64_t fetches;
	uint64_t offset; /* of the bytes there, if he serves */
	ocr_node_t node;
	uint32_t drop; /* enum ocr_drop_flag, for later */
	enum ocr_origin_state state;
};

struct ocr_lease {
	ocr_node_t node;
	bool recalled;	/* its answer is not here yet */
	bool carried;	/* for one reading, which has not begun: carry.h */
	bool offered;	/* the bytes are read from here: offer.h */
	uint64_t cause; /* what it was carried with, if it was */
};

/* Most blocks have no more at once. */
#define OCR_HOME_FEW_LEASES 2

/* One who has cut the block, and hears when no lease is left. */
struct ocr_caller {
	struct ocr_caller *next;
	uint64_t wait; /* the number of his answer */
	ocr_node_t node;
};

struct ocr_home {
	uint64_t version;  /* the newest that was released */
	uint64_t offset;   /* at the holder, if that is another node */
	uint64_t fetches;  /* of it, under way from the holder */
	ocr_node_t holder; /* has it; OCR_NODE_NONE: nobody wrote yet */
	ocr_node_t writer; /* node of the writers */
	uint32_t writers;  /* tasks that may be writing */
	bool exclusive;
	bool destroyed; /* free it when the last of the others is done */
	struct ocr_want *queue, **queue_end;
	struct ocr_origin *origins;
	struct ocr_crowd *crowd;  /* of readers: home_serve.c; or NULL */
	struct ocr_lease *leases; /* few, or from malloc */
	uint32_t n_leases, cap_leases;
	struct ocr_lease few[OCR_HOME_FEW_LEASES];
	struct ocr_caller *callers; /* wait for the end of all leases */
	/* The writers' node keeps the right (right.h), and was asked for it. */
	bool kept, wanted_back;
	/* It was sent it unasked (carry.h), with what satisfied `pass_cause`;
	 * the bytes are here as well until it has written. */
	bool passed;
	uint64_t pass_cause;
	/* The node that was granted last, and how often to write, in a row; and
	 * after how many times it is to keep the right. */
	ocr_node_t last;
	uint32_t in_a_row, patience;
	bool yields; /* the writers' node had one, and their first grant, which
		      * ends it, may be on its way */
	ocrHint_t *hint;	 /* or NULL */
	struct ocr_chunk *chunk; /* of a file, or NULL */
	/* Of a chunk: */
	bool wanted; /* by somebody; so its file is asked to load it */
	bool loaded; /* nobody has a turn before */
	bool dirty;  /* was written, and is not stored */
	struct ocr_split *split; /* it is cut into parts; or NULL */
	struct ocr_part *part;	 /* it is one; or NULL */
};

static inline bool
ocr_mode_writes(uint32_t mode)
{
	return mode == DB_MODE_RW || mode == DB_MODE_EW;
}

static inline bool
ocr_mode_reads(uint32_t mode)
{
	return mode == DB_MODE_CONST || mode == DB_MODE_RO;
}

/* The directory of a block that had none. */
void ocr_home_inflate(struct ocr_runtime *rt, struct ocr_block *b);

/* Serves the queue as far as it goes. */
void ocr_home_pump_locked(struct ocr_runtime *rt, struct ocr_block *b);

/* A turn for `w`, who is in no queue. */
void ocr_home_grant_locked(struct ocr_runtime *rt, struct ocr_block *b,
			   const struct ocr_want *w);
/* The same for a reader who finds the bytes at `from`, not at their holder. */
void ocr_home_grant_from_locked(struct ocr_runtime *rt, struct ocr_block *b,
				const struct ocr_want *w,
				struct ocr_origin *from);
/* He finds them with the grant, or has them already. */
bool ocr_home_has_bytes_locked(struct ocr_runtime *rt, struct ocr_block *b,
			       const struct ocr_want *w);
/* The home does not count on that version there any more. */
void ocr_home_drop_locked(struct ocr_runtime *rt, struct ocr_block *b,
			  ocr_node_t node, uint64_t version, uint32_t flags);
/* The node that the right was passed to has written: what is here is old. */
void ocr_home_forget_passed_locked(struct ocr_runtime *rt, struct ocr_block *b);
/* Where the newest bytes are at their holder. */
uint64_t ocr_home_offset_locked(struct ocr_runtime *rt, struct ocr_block *b);

/* Nothing remains to be known that the block itself does not say. */
bool ocr_home_is_at_rest(const struct ocr_runtime *rt,
			 const struct ocr_block *b);

/* The home has fetched its block: from here on it is served from here. */
void ocr_home_adopt_locked(struct ocr_runtime *rt, struct ocr_block *b);

/* A node has given its lease up.  0, or -EINVAL: it was not asked to. */
int ocr_home_recalled_locked(struct ocr_runtime *rt, struct ocr_block *b,
			     ocr_node_t from);

/* Node `to` gets a lease that it has not asked for, of the bytes in b->copy,
 * with what satisfies `cause`; offered: and reads them from here, if it wants
 * them.  False: it has one, or nobody may read the block now, or the bytes are
 * not here. */
bool ocr_home_carry_locked(struct ocr_runtime *rt, struct ocr_block *b,
			   ocr_node_t to, uint64_t cause, bool offered);

/* Such a lease, which is known without a directory, is one that its node gives
 * back with what is handled now.  True: it has ended. */
bool ocr_home_is_back_locked(struct ocr_block *b);

/* What is known without a directory of such a lease is put into the new one. */
void ocr_home_note_lent_locked(struct ocr_runtime *rt, struct ocr_block *b);

/* The same, and it may write them: nobody else has a lease or may have the
 * block then, until it has written or declined. */
bool ocr_home_pass_locked(struct ocr_runtime *rt, struct ocr_block *b,
			  ocr_node_t to, uint64_t cause)
	__attribute__((noinline));

/* The node that has kept the right to write gives it back, and has made so many
 * versions more than one. */
void ocr_home_given_back_locked(struct ocr_runtime *rt, struct ocr_block *b,
				uint64_t more);
/* It does not keep it, but for the task that it came with.  0, or -EINVAL:
 * there is none. */
int ocr_home_declined_locked(struct ocr_runtime *rt, struct ocr_block *b,
			     ocr_node_t from);

/* A node has used the lease of `version` that was carried to it, and reads it
 * from here now so often.  0, or -EINVAL: it cannot.  The block may have no
 * directory. */
int ocr_home_returned_locked(struct ocr_runtime *rt, struct ocr_block *b,
			     ocr_node_t from, uint64_t version,
			     uint32_t fetches);

/* The block has been cut: all leases are recalled, and `node` gets answer
 * number `wait` when none is left.  0 or -ENOMEM. */
int ocr_home_tell_parted_locked(struct ocr_runtime *rt, struct ocr_block *b,
				ocr_node_t node, uint64_t wait);

/* The lease that the node has, or a new one.  NULL: no memory. */
struct ocr_lease *ocr_home_lease_locked(struct ocr_home *h, ocr_node_t node);
/* Is nobody's lease left, but what ends with the grant to `writer`?  If not,
 * those that are left have been recalled. */
bool ocr_home_recall_locked(struct ocr_runtime *rt, struct ocr_block *b,
			    ocr_node_t writer);
/* The right to write that a node keeps, if one does, is asked for. */
void ocr_home_want_back_locked(struct ocr_runtime *rt,
			       const struct ocr_block *b);
/* `w` has its turn to write, by a grant with these flags: does its node keep
 * the right? */
bool ocr_home_may_keep_locked(const struct ocr_runtime *rt,
			      const struct ocr_block *b,
			      const struct ocr_want *w, uint32_t flags);
/* `w` has its turn, alone. */
void ocr_home_note_turn_locked(const struct ocr_runtime *rt, struct ocr_home *h,
			       const struct ocr_want *w);

/* `count` fetches of node `from` from node `source` are done.  0 or -EINVAL. */
int ocr_home_fetched_locked(struct ocr_runtime *rt, struct ocr_block *b,
			    ocr_node_t from, ocr_node_t source,
			    uint64_t version, uint64_t count);

/* -- Many readers of several hosts at once: home_serve.c ------------------ */

/* `w`, from malloc, has its turn to read.  True: it was granted by a way that
 * is noted, or waits for one, and is not the caller's any more. */
bool ocr_home_crowd_locked(struct ocr_runtime *rt, struct ocr_block *b,
			   struct ocr_want *w);
/* Those who wait for a way are granted as far as there are ways, and who serves
 * nobody is let go if nobody waits. */
void ocr_home_serve_locked(struct ocr_runtime *rt, struct ocr_block *b);
/* `writer` is granted next: nobody waits any more, nobody is sent to a copy. */
void ocr_home_disperse_locked(struct ocr_runtime *rt, struct ocr_block *b,
			      ocr_node_t writer);
/* Node `to` would read what it is offered beside others of other hosts. */
bool ocr_home_is_crowded_locked(const struct ocr_runtime *rt,
				const struct ocr_block *b, ocr_node_t to);
/* `to` reads the newest version from `source`. */
void ocr_home_note_way_locked(struct ocr_runtime *rt, struct ocr_block *b,
			      ocr_node_t to, ocr_node_t source);
/* ... and has done so. */
void ocr_home_end_way_locked(struct ocr_home *h, ocr_node_t to,
			     ocr_node_t source);
/* Who was asked to serve answers.  0, or -EINVAL: he was not asked. */
int ocr_home_serves_locked(struct ocr_runtime *rt, struct ocr_block *b,
			   ocr_node_t from, const struct ocr_msg_serves *m);
/* Nobody is left in it. */
void ocr_home_crowd_fini(struct ocr_home *h);

/* A node has fetched that version from here: how far away is it? */
void ocr_home_time_way_locked(const struct ocr_runtime *rt,
			      const struct ocr_block *b, ocr_node_t from,
			      uint64_t version);

/* A chunk that was destroyed, and that its file has to store first. */
bool ocr_home_must_store_locked(const struct ocr_block *b);

/* A destroyed block that nobody needs any more is taken out of the world:
 * true.  The caller puts it back into its pool, and tells *chunk, if it was
 * one. */
bool ocr_home_bury_locked(struct ocr_runtime *rt, struct ocr_block *b,
			  struct ocr_chunk **chunk);

/* Frees what the directory has outside of itself. */
void ocr_home_fini(struct ocr_home *h);

#endif
