/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_wire.h - whether others still answer a process, and hear it, by its TCP
 * connections.
 *
 * A launcher waits for a host that was cut off without end, and no probes of
 * the kernel find out while something unconfirmed is under way.  How often that
 * was sent again stands in /proc.  Knows no launchers; closes nothing.
 * Threads: ocrkeep has one.
 */
#ifndef SRC_TOOLS_KEEP_WIRE_H
#define SRC_TOOLS_KEEP_WIRE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Of one process, at once. */
#define KEEP_WIRE_MAX 16
/* An address, as people write it. */
#define KEEP_WIRE_TEXT 64

/* All zero at the begin. */
struct keep_wire {
	struct keep_silence {
		unsigned long inode;
		int64_t silent_ms; /* while looked at */
		char peer[KEEP_WIRE_TEXT];
		bool is_there; /* at this look */
	} list[KEEP_WIRE_MAX];
	unsigned n;
	int64_t looked_ms, next_ms;
};

/* For how long one has not answered; `peer` is its address.  0: all do, or it
 * is not yet time to look again, which takes longer with more connections on
 * the host.  Time in which nobody looked counts for little. */
int64_t ocr_keep_wire_look(struct keep_wire *w, pid_t pid,
			   const char **peer);

/* What a process says, and whether it arrives.  All zero at the begin. */
struct keep_voice {
	int64_t calm_ms;  /* nothing was unconfirmed, since then; 0: it is */
	int64_t plain_ms; /* nothing was sent again, since then; 0: it was */
	int64_t next_ms;
};

/* At one look, of its connections to other hosts. */
struct keep_sound {
	bool is_there; /* at least one is established */
	bool is_unconfirmed, is_again;
};

/* Has what it said arrived?  It is connected, and all was confirmed for a
 * while, or nothing had to be sent again for a longer one, where something new
 * is always under way. */
bool ocr_keep_voice_judge(struct keep_voice *v, const struct keep_sound *s,
			  int64_t now_ms);

/* The same by a look at it; false as well if it is not yet time for one. */
bool ocr_keep_voice_look(struct keep_voice *v, pid_t pid);

#endif
