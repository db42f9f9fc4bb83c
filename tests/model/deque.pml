/* SPDX-License-Identifier: BSD-3-Clause */
/* deque.pml - the owner takes the newest task, thieves the oldest, some of which
 * take several at once: src/sched/deque.c.
 *
 * Claims that each task is taken once, and that none is lost.
 *
 * `top` and `claim` are one word.  The ring is small, so that places are written
 * again; it does not grow.  A claim is of any number here.
 *
 * Left out: stores that wait in a buffer.  What is not sequentially consistent
 * there is what a push stores, which others may see late.
 *
 *	-DTASKS=n, -DSTEALS=n	so many tasks; each thief tries so often
 *
 * Mistakes, which must fail:
 *	-DNO_SECOND_LOOK	a thief trusts the bottom that it has seen before
 *				its claim
 *	-DPASSES_BY		the owner takes what is claimed
 *	-DENDS_FIRST		a thief reads the tasks when its claim has ended
 *	-DGOES_TOO		a thief takes one while another has a claim
 */
#ifndef TASKS
#define TASKS	3
#endif
#ifndef STEALS
#define STEALS	2
#endif
#define RING	2
#define MOST	2

byte ring[RING];
byte top, claim, bottom;
bool taken[TASKS];
byte thieves;	/* that are done */
byte pushed;

inline take(i)
{
	atomic {
		assert(!taken[i]);
		taken[i] = 1
	}
}

/* b: what is newest; got: it was had. */
inline pop()
{
	got = 0;
	if
	:: bottom <= top -> skip
	:: else ->
		b = bottom - 1;
		bottom = b;
again:
		atomic {
			t = top;
			k = claim
		}
#ifndef PASSES_BY
		if
		:: k && b < t + k ->
			claim == 0;
			goto again
		:: else
		fi;
#endif
		x = ring[b % RING];
		if
		:: b > t -> got = 1
		:: b == t ->
			atomic {
				if
				:: top == t && claim == 0 ->
					top = t + 1;
					got = 1
				:: else
				fi
			}
			if
			:: got -> bottom = b + 1
			:: else -> goto again
			fi
		:: b < t -> bottom = b + 1
		fi;
		if
		:: got -> take(x)
		:: else
		fi
	fi
}

active proctype owner()
{
	byte b, t, k, x;
	bool got;

	do
	:: pushed < TASKS && bottom - top < RING ->
		ring[bottom % RING] = pushed;
		pushed++;
		bottom++
	:: bottom > top -> pop()
	:: pushed == TASKS && thieves == 2 && bottom <= top -> break
	od;
	assert(top == bottom);
	b = 0;
	do
	:: b < TASKS -> assert(taken[b]); b++
	:: else -> break
	od
}

active [2] proctype thief()
{
	byte b, t, k, x[MOST], n, i, tries;

	do
	:: tries < STEALS ->
		tries++;
		atomic {
			t = top;
			k = claim
		}
		b = bottom;
		if
#ifndef GOES_TOO
		:: k || t >= b -> goto next
#else
		:: t >= b -> goto next
#endif
		:: else
		fi;
		if
		:: n = 1;	/* one, without a claim */
			x[0] = ring[t % RING];
			atomic {
				if
#ifndef GOES_TOO
				:: top == t && !claim -> top = t + 1
#else
				:: top == t -> top = t + 1
#endif
				:: else -> goto next
				fi
			}
		:: n = 1; goto claims
		:: b - t >= 2 -> n = 2; goto claims
		fi;
		goto had;
claims:
		atomic {
			if
			:: top == t && !claim -> claim = n
			:: else -> goto next
			fi
		}
#ifndef NO_SECOND_LOOK
		b = bottom;
		if
		:: b <= t -> n = 0
		:: b > t && n > b - t -> n = b - t
		:: else
		fi;
#endif
#ifdef ENDS_FIRST
		atomic {
			top = t + n;
			claim = 0
		}
#endif
		i = 0;
		do
		:: i < n -> x[i] = ring[(t + i) % RING]; i++
		:: else -> break
		od;
#ifndef ENDS_FIRST
		atomic {
			top = t + n;
			claim = 0
		}
#endif
had:
		i = 0;
		do
		:: i < n -> take(x[i]); i++
		:: else -> break
		od;
next:
		skip
	:: else -> break
	od;
	thieves++
}
