/* SPDX-License-Identifier: BSD-3-Clause */
/* passed.pml - with three nodes, who may use a right that came along:
 * src/data/right.c, src/data/carry.c (doc/change/BLOCKS.md, 4.4.2.5).
 *
 * The home H satisfies something of node R with a block, and the right to
 * write it may go ahead of that (PUSH, SAT).  A task Y of node K asks H for the
 * block.  What H tells others behind that (WORD) says so, and who hears it may
 * tell it on.  A task X of R gets ready, of one of five kinds, has the block by
 * the right, or asks H.  If what made it ready follows from Y's asking, it waits
 * for Y, block in hand.  Messages between two nodes are in order; the ways to R
 * are not.
 *
 * Claims: who follows from Y's asking does not have the block before Y; so both
 * end.
 *
 * A fourth node could do no more than K, which hears of it and tells R.  What
 * is in the bytes, and when, coherence.pml says (-DPASS).
 *
 * Mistakes, each of which must be found:
 *	-DSLOTS		X has waited for another slot, too
 *	-DEVENTS	the right goes along to an event, behind which X is made
 *	-DOTHERS	it is for the next op, whoever sent that
 *	-DLATER		or for what R does behind it
 *	-DANY_TIME	or as long as H has not asked for it back
 *	-DNO_YIELD	H does not ask for it back
 *	-DSILENT	R says nothing when that comes, and it was not used
 */
#define NONE	0
#define PUSH	1
#define SAT	2
#define WORD	3
#define YIELD	4
#define GRANT	5
#define ACQUIRE	6
#define DECLINE	7
#define RELEASE	8

/* Kind, and whether its sender knows that Y has asked. */
chan to_r = [6] of { byte, bool };	/* from H */
chan over = [2] of { byte, bool };	/* from K to R */
chan to_k = [3] of { byte, bool };	/* from H */
chan from_r = [4] of { byte, bool };	/* to H */
chan from_k = [3] of { byte, bool };

/* What makes X ready. */
#define ONE	0	/* SAT, in its only slot */
#define TWO	1	/* SAT, and a WORD in another slot */
#define EVENT	2	/* SAT, of an event; X is made by a WORD */
#define HEARD	3	/* a WORD; SAT is another one's */
#define LOCAL	4	/* what R does some time after a WORD */
byte kind;

#define X	1
#define Y	2
#define RIGHT	3	/* who has it is for R to say */

/* The home. */
byte has;
bool heard, wanted, satisfied, told_k, told_r;
chan queue = [2] of { byte };

/* R. */
bool right, sat, word, knows, ready, x_has, x_done;
byte behind = 3;		/* PUSH: so many ops were handled, and the one that is; 3:
			 * more, or there was no PUSH */
/* K. */
bool y_asked, y_had, y_has, y_done, k_word, k_told;

inline serve()
{
	do
	:: !has && len(queue) ->
		queue?has;
		if
		:: has == X -> to_r!GRANT,heard
		:: else -> to_k!GRANT,heard
		fi
#ifndef NO_YIELD
	:: has == RIGHT && len(queue) && !wanted ->
		wanted = true;
		to_r!YIELD,heard
#endif
	:: else -> break
	od
}

#ifdef EVENTS
#define MAY_PASS	true
#else
#define MAY_PASS	(kind != EVENT)
#endif

/* With the right, or without. */
inline satisfy()
{
	satisfied = true;
	if
	:: !has && !len(queue) && MAY_PASS ->
		has = RIGHT;
		to_r!PUSH,heard
	:: true
	fi;
	to_r!SAT,heard
}

#ifdef SLOTS
#define WAITED_ALONE	(kind != EVENT)
#else
#define WAITED_ALONE	(kind != EVENT && kind != TWO)
#endif
#ifdef EVENTS
#define OF_HOME_ALONE	(kind != TWO)
#else
#define OF_HOME_ALONE	WAITED_ALONE
#endif
/* In the handling of an op, of the home or not; or later. */
#if defined(ANY_TIME)
#define IS_GOOD(in_op, is_home)	true
#elif defined(LATER)
#define IS_GOOD(in_op, is_home)	(WAITED_ALONE && behind == 1)
#elif defined(OTHERS)
#define IS_GOOD(in_op, is_home)	(WAITED_ALONE && (in_op) && behind == 1)
#else
#define IS_GOOD(in_op, is_home) \
	(OF_HOME_ALONE && (in_op) && (is_home) && behind == 1)
#endif

inline begin()
{
	/* It waits for Y, which must have had it. */
	assert(!knows || y_had);
	x_has = true
}

/* X gets ready, in the handling of an op, of H or not, or by itself. */
inline get_ready(in_op, is_home)
{
	ready = true;
	if
	:: right && IS_GOOD(in_op, is_home) -> begin()
	:: else ->
		if
		:: right ->
			right = false;
			from_r!DECLINE,false
		:: else
		fi;
		from_r!ACQUIRE,false
	fi
}

inline may_get_ready(is_home)
{
	if
	:: !ready && (kind == ONE && sat ||
		      (kind == TWO || kind == EVENT) && sat && word ||
		      kind == HEARD && word) ->
		get_ready(true, is_home)
	:: else
	fi
}

/* X follows from what it has waited for. */
inline hear(is_home, it_knows)
{
	word = true;
	knows = knows || (it_knows && kind != ONE);
	may_get_ready(is_home)
}

inline next_op()
{
	behind = (behind < 3 -> behind + 1 : 3)
}

init {
	byte c;
	bool k;

	if
	:: kind = ONE
	:: kind = TWO
	:: kind = EVENT
	:: kind = HEARD
	:: kind = LOCAL
	fi;
	do
	/* The home. */
	:: atomic { !satisfied -> satisfy(); serve() }
	:: atomic { from_k?c,k ->
		if
		:: c == ACQUIRE -> heard = true; queue!Y
		:: c == RELEASE -> has = NONE
		fi;
		serve() }
	:: atomic { from_r?c,k ->
		if
		:: c == ACQUIRE -> queue!X
		:: c == DECLINE || c == RELEASE ->
			has = NONE;
			wanted = false
		fi;
		serve() }
	:: atomic { heard && !told_k -> told_k = true; to_k!WORD,true }
	:: atomic { heard && !told_r -> told_r = true; to_r!WORD,true }
	/* K. */
	:: atomic { !y_asked -> y_asked = true; from_k!ACQUIRE,false }
	:: atomic { to_k?c,k ->
		if
		:: c == WORD -> k_word = true
		:: c == GRANT -> y_had = true; y_has = true
		fi }
	:: atomic { k_word && !k_told -> k_told = true; over!WORD,true }
	:: atomic { y_has -> y_has = false; y_done = true;
		from_k!RELEASE,false }
	/* R. */
	:: atomic { over?c,k -> next_op(); hear(false, k) }
	:: atomic { to_r?c,k -> next_op();
		if
		:: c == PUSH -> right = true; behind = 0
		:: c == SAT ->
			sat = true;
			knows = knows || (k && kind != HEARD && kind != LOCAL);
			may_get_ready(true)
		:: c == WORD -> hear(true, k)
		:: c == GRANT -> begin()
		:: c == YIELD ->
			if
			:: right && !x_has ->
				right = false;
#ifndef SILENT
				from_r!DECLINE,false
#endif
			:: else
			fi
		fi }
	:: atomic { kind == LOCAL && word && !ready -> get_ready(false, false) }
	:: atomic { x_has && (!knows || y_done) ->
		x_has = false;
		x_done = true;
		right = false;
		from_r!RELEASE,false }
	:: else -> break
	od;
	assert(x_done && y_done)
}
