/* SPDX-License-Identifier: BSD-3-Clause */
/* brief.pml - a task of another node is created in brief, and more is said of it
 * while the op has not left (doc/change/PROTOCOL.md, 4.17): src/stream/rider.c,
 * src/stream/brief.h, src/task/edt_brief.c, src/task/edt_whole.c.
 *
 * A worker of node A creates a task of node B with two slots, says who waits for
 * its output event, and meets the slots, in any order in which a program may: who
 * waits first.  It may send something else in between, as another thread of A
 * may; the packet leaves at any time.  Node C is told of the task when all who
 * wait are known at B, and may satisfy one of the slots, or ask for its kind: its
 * op may come before the creation, where it is parked.  Or C is told at once, and
 * destroys the task, whose last slot nobody meets.
 *
 * Claims: what a packet has left with does not change; the task runs once, when
 * both slots are met, and not before what A's worker has sent in between has come;
 * or never, if it was destroyed; who waits is told once, behind it; C is answered;
 * and in the end nothing is parked.
 *
 * B handles one op at a time, in the steps in which others may see something: a
 * worker runs the task as soon as it is ready.  A task that is whole is in no map:
 * what comes for it is parked until its end.
 *
 *	-DTWO		two wait: there is room for one
 *	-DDESTROYED	the task is destroyed before it is whole
 *	-DDEATH		B dies at any time; then A's worker comes to its end
 *
 * Mistakes, which must fail:
 *	-DLEFT		what has left is amended
 *	-DNOT_LAST	so is what is not the last op
 *	-DBEHIND	so is one on which something rides that has no room in it
 *	-DBOTH		both who wait go into it
 *	-DEARLY		it is made whole before all of its slots are met
 *	-DFORGETS	the end of a whole task does not look for what was parked
 *	-DPARKED_LOST	nor does a creation
 *	-DUNOWED	who waits rides, and is not owed for
 *	-DLOST_WAITS	a dead peer's confirmation is waited for (with DEATH)
 */
#define WAIT	1	/* the bits of the op */
#define MET0	2
#define MET1	4
#define R_WAIT1 8	/* what rides on it, behind them */
#define R_WAIT2 16
#define R_MET0	32
#define R_MET1	64
#define MET	(MET0 | MET1)

#ifdef LEFT
#define STILL_HERE true
#else
#define STILL_HERE in_open
#endif
#ifdef NOT_LAST
#define IS_LAST true
#else
#define IS_LAST is_last
#endif
#ifdef BEHIND
#define STAYS_OPEN true
#else
#define STAYS_OPEN false
#endif
#ifdef BOTH
#define ROOM_FOR_TWO true
#else
#define ROOM_FOR_TWO false
#endif
#ifdef EARLY
#define IS_MET(b_) (b_ & MET)
#else
#define IS_MET(b_) ((b_ & MET) == MET)
#endif
#define IS_BARE(b_) (b_ < R_WAIT1)
#ifdef FORGETS
#define LOOKS_AT_END false
#else
#define LOOKS_AT_END true
#endif
#ifdef PARKED_LOST
#define LOOKS_FIRST false
#else
#define LOOKS_FIRST true
#endif
#ifdef UNOWED
#define OWES false
#else
#define OWES true
#endif
#ifdef LOST_WAITS
#define GIVES_UP false
#else
#define GIVES_UP dead_peer
#endif

mtype = {BRIEF, WAIT1, WAIT2, SLOT0, SLOT1, OTHER, ASK, DESTROY};
mtype = {NEVER, WHOLE, LIVE, GONE};

chan ab = [8] of {mtype, byte};
chan behind = [8] of {mtype, byte};	/* in the open packet */
chan cb = [2] of {mtype};

/* Of A: is the creation in the open packet, and the last op of it? */
bool in_open, is_last, has_room;
byte bits;
byte owed;	/* who wait, as far as B has not handled that */
bool worker_ends, told_c, dead_peer;
bool is_behind;	/* the last of its slots is behind something else */

/* Of B. */
mtype task = NEVER;
byte met;
bool waits1, waits2, ready, fired, others_came, other_sent, ran;
bool parked_slot, parked_ask, parked_destroy;
byte told1, told2;
bool answered;
bool c_slot;	/* C meets slot 1 */

/* -- Node A ------------------------------------------------------------------ */

inline append(op_)
{
	if
	:: dead_peer
	:: !dead_peer && in_open -> behind!op_, 0; is_last = false
	:: !dead_peer && !in_open -> ab!op_, 0
	fi
}

/* Under the lock of the packet. */
inline say(op_, bit_, rider_)
{
	if
	:: !dead_peer && STILL_HERE && IS_LAST && has_room &&
	   (!(bits & bit_) || ROOM_FOR_TWO) -> bits = bits | bit_
	:: else ->
		if
		:: !dead_peer && in_open && is_last ->
			bits = bits | rider_;
			has_room = STAYS_OPEN
		:: else -> append(op_)
		fi
	fi
}

inline leave()
{
	ab!BRIEF, bits;
	in_open = false;
	do
	:: behind?op, none -> ab!op, 0
	:: empty(behind) -> break
	od
}

active proctype worker()
{
	bool wait1 = true, wait2, slot0 = true, slot1 = true, tells;

#ifdef TWO
	wait2 = true;
#endif
#ifdef DESTROYED
	wait1 = false;
	slot1 = false;
#endif
	atomic {
		in_open = true; is_last = true; has_room = true;
#ifndef DESTROYED
		if
		:: c_slot = true; slot1 = false; tells = true
		:: tells = true
		:: true
		fi
#else
		told_c = true
#endif
	};
	do
	:: atomic { wait1 ->
		wait1 = false;
		owed = owed + OWES;
		say(WAIT1, WAIT, R_WAIT1) }
	:: atomic { wait2 && !wait1 ->
		wait2 = false;
		owed = owed + OWES;
		say(WAIT2, WAIT, R_WAIT2) }
	:: atomic { !other_sent -> other_sent = true; append(OTHER) }
	/* Who waits is told before the last slot is met. */
	:: atomic { slot0 && (slot1 || c_slot || (!wait1 && !wait2)) ->
		slot0 = false;
		is_behind = is_behind || (!slot1 && other_sent);
		say(SLOT0, MET0, R_MET0) }
	:: atomic { slot1 && (slot0 || (!wait1 && !wait2)) ->
		slot1 = false;
		is_behind = is_behind || (!slot0 && other_sent);
		say(SLOT1, MET1, R_MET1) }
	/* It sets something in motion: what is owed to B is waited for. */
	:: atomic { tells && !wait1 && !wait2 && (!owed || GIVES_UP) ->
		tells = false;
		told_c = true }
	:: !wait1 && !wait2 && !slot0 && !slot1 && !tells -> break
	od;
	worker_ends = true
}

/* Another thread of A, which sends something of its own, and polls. */
active proctype poller()
{
	mtype op;
	byte none;

	if
	:: atomic { in_open -> append(ASK) }
	:: true
	fi;
end:
	atomic { in_open && !dead_peer -> leave(); op = 0; none = 0 }
}

/* -- Node C ------------------------------------------------------------------ */

active proctype third()
{
end:
	told_c;
	if
	:: atomic { c_slot -> cb!SLOT1 }
	:: !c_slot
	fi;
#ifdef DESTROYED
	cb!DESTROY
#else
	cb!ASK
#endif
}

/* -- Node B ------------------------------------------------------------------ */

inline meet(m_)
{
	assert(!(met & m_));
	met = met | m_;
	ready = (met == MET && task == LIVE)
}

inline await_event(w_)
{
	assert(!fired);
	w_ = true
}

inline destroy()
{
	task = GONE;
	parked_destroy = false
}

/* What came before the creation. */
inline apply_parked()
{
	if
	:: LOOKS_FIRST && parked_slot -> parked_slot = false; meet(MET1)
	:: else
	fi;
	if
	:: LOOKS_FIRST && parked_ask -> parked_ask = false; answered = true
	:: else
	fi;
	if
	:: LOOKS_FIRST && parked_destroy -> destroy()
	:: else
	fi
}

/* One who waits, and slots, before anybody finds it. */
inline make_plain()
{
	task = LIVE;
	waits1 = waits1 || (b & (WAIT | R_WAIT1));
	waits2 = waits2 || (b & R_WAIT2);
	if
	:: b & (MET0 | R_MET0) -> meet(MET0)
	:: else
	fi;
	if
	:: b & (MET1 | R_MET1) -> meet(MET1)
	:: else
	fi;
	apply_parked()
}

#define N_WAIT(b) (((b & (WAIT | R_WAIT1)) -> 1 : 0) + \
		   ((b & R_WAIT2) -> 1 : 0))

inline confirm(n_)
{
	if
	:: owed >= n_ -> owed = owed - n_
	:: else -> owed = 0
	fi
}

active proctype handler()
{
	mtype op;
	byte b;

end:
	do
	:: atomic { !dead_peer && nempty(ab) -> ab?op, b;
		if
		:: op == BRIEF && IS_MET(b) && IS_BARE(b) ->
			task = WHOLE;
			waits1 = b & WAIT;
			ready = true;
			met = met | (b & MET)
		:: op == BRIEF && !(IS_MET(b) && IS_BARE(b)) &&
		   N_WAIT(b) < 2 -> make_plain()
		/* Each behind the creation, as if it had come by itself: what
		 * is in bits first. */
		:: op == BRIEF && !(IS_MET(b) && IS_BARE(b)) &&
		   N_WAIT(b) == 2 ->
			task = LIVE;
			apply_parked();
			goto by_itself
		:: op == WAIT1 -> await_event(waits1); confirm(1)
		:: op == WAIT2 -> await_event(waits2); confirm(1)
		:: op == SLOT0 && task != GONE -> meet(MET0)
		:: op == SLOT1 && task != GONE -> meet(MET1)
		:: (op == SLOT0 || op == SLOT1) && task == GONE
		:: op == OTHER -> others_came = true
		:: op == ASK
		fi;
		if
		:: op == BRIEF -> confirm(N_WAIT(b))
		:: else
		fi
	   }
	:: atomic { !dead_peer && nempty(cb) -> cb?op;
		if
		:: op == SLOT1 && task == LIVE -> meet(MET1)
		:: op == SLOT1 && task != LIVE -> parked_slot = true
		:: op == ASK && (task == LIVE || task == GONE) ->
			answered = true
		:: op == ASK && (task == NEVER || task == WHOLE) ->
			parked_ask = true
		:: op == DESTROY && task == LIVE -> destroy()
		:: op == DESTROY && task != LIVE -> parked_destroy = true
		fi
	   }
	:: false ->
by_itself:
		if
		:: atomic { b & WAIT -> await_event(waits1) }
		:: else
		fi;
		if
		:: atomic { b & MET0 -> meet(MET0) }
		:: else
		fi;
		if
		:: atomic { b & MET1 -> meet(MET1) }
		:: else
		fi;
		if
		:: atomic { b & R_WAIT1 -> await_event(waits1) }
		:: else
		fi;
		if
		:: atomic { b & R_WAIT2 -> await_event(waits2) }
		:: else
		fi;
		if
		:: atomic { b & R_MET0 -> meet(MET0) }
		:: else
		fi;
		if
		:: atomic { b & R_MET1 -> meet(MET1) }
		:: else
		fi;
		atomic { confirm(2); b = 0; op = 0 }
	od
}

/* A worker of B: the body, and its end. */
active proctype body()
{
end:
	ready && !dead_peer;
	atomic {
		assert(!ran && met == MET && task != GONE);
		assert(!is_behind || others_came);
		ran = true
	};
	atomic {
		fired = true;
		told1 = told1 + waits1;
		told2 = told2 + waits2;
		if
		/* It is made known if something is parked, and meets that. */
		:: task == WHOLE && LOOKS_AT_END && parked_ask ->
			parked_ask = false; answered = true
		:: else
		fi;
		task = GONE
	}
}

#ifdef DEATH
active proctype death()
{
	atomic { dead_peer = true; in_open = false }
}
#endif

init {
	timeout;
	assert(worker_ends);
#ifndef DEATH
#ifdef DESTROYED
	assert(!ran && task == GONE && !parked_destroy);
#else
	assert(ran && task == GONE && told1 == 1);
#ifdef TWO
	assert(told2 == 1);
#endif
	assert(answered || !told_c);
#endif
	assert(!parked_slot && !parked_ask)
#endif
}
