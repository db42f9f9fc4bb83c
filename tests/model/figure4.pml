/* SPDX-License-Identifier: BSD-3-Clause */
/* figure4.pml - the latch that is changed indirectly, figure 4 of
 * "Consistency model for runtime objects in the OCR".
 *
 * A task satisfies event 0, which increments a latch, and then event 1, which
 * decrements it.  Both are delayed effects: even when every op is confirmed
 * before the next one goes, either may come first, and the runtime may not be
 * blamed.  Claims that both come once; with -DIN_ORDER also that the increment
 * comes first, which must fail.
 */
#define NODES	3
#define LATCH	2

byte owner[3];			/* of events 0 and 1, and the latch */
chan wire[9] = [2] of { byte };	/* 3 * from + to: satisfy event; +LATCH: the
				 * latch, because of that event */
byte handled;			/* satisfactions of the task */
byte due[2];			/* fired, and nobody has begun */
byte steps;			/* of the latch */

/* Event e, or the latch because of event e - LATCH, at its owner. */
inline handle(e)
{
	if
	:: e < LATCH -> handled++; due[e]++
	:: else ->
#ifdef IN_ORDER
		assert(e - LATCH == steps);
#endif
		steps++
	fi
}

/* Op e goes from a node to another, or stays. */
inline go(from, to, e)
{
	if
	:: from == to -> handle(e)
	:: else -> wire[3 * (from) + to]!e
	fi
}

active proctype task()
{
	byte e;

	atomic {
		do
		:: e < 3 ->
			if
			:: owner[e] = 0
			:: owner[e] = 1
			:: owner[e] = 2
			fi;
			e++
		:: else -> break
		od;
		go(0, owner[0], 0)
	}
	atomic { handled == 1 -> go(0, owner[1], 1) }
	atomic { handled == 2 && steps == 2 }
}

active [9] proctype pair()
{
	byte e;

end:	do
	:: atomic { wire[_pid - 1]?e -> handle(e); e = 0 }
	od
}

active [2] proctype event()
{
	byte self = _pid - 10;

	atomic {
		due[self] -> due[self]--;
		go(owner[self], owner[LATCH], LATCH + self)
	}
}
