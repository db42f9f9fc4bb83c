/* SPDX-License-Identifier: BSD-3-Clause */
/* lock.pml - a lock that is released without a fence: fabric/lock.c.
 *
 * Claims that one thread at a time is inside, and that nobody sleeps for ever:
 * who finds the lock held sleeps until it is released.
 *
 * A store waits in its thread's buffer, and leaves it at any time; the thread's
 * own loads do not wait for it.  A locked instruction waits until the buffer is
 * empty, and so does a system call that wakes or sleeps.  The kernel's fence
 * empties those of all threads.  The kernel looks at the futex and lies down in
 * one step.
 *
 * Left out: the spinning before; objects that come and go around a lock.
 *
 *	-DROUNDS=n, -DTHREADS=n	of so many threads each takes it so often
 *
 * Mistakes, which must fail:
 *	-DNO_FENCE	who sleeps asks for no fence in the other threads
 *	-DFENCE_FIRST	he does so before he says that he sleeps
 *	-DLOOK_FIRST	who releases looks for sleepers before
 *	-DNO_LOOK	who sleeps does not look whether it is still held
 *	-DLEAVES_FIRST	who was woken counts as none before he has the lock
 */
#ifndef ROUNDS
#define ROUNDS	2
#endif
#ifndef THREADS
#define THREADS	3
#endif

bool held;
byte sleepers;
bool stored[THREADS];	/* in its buffer: held = 0 */
bool asleep[THREADS];	/* in the kernel */
byte inside;

inline drain(t)
{
	if
	:: stored[t] -> held = 0; stored[t] = 0
	:: else
	fi
}

/* A locked instruction.  took: it is ours. */
inline take()
{
	atomic {
		drain(_pid);
		took = !held;
		held = 1
	}
}

inline fence_all()
{
	do
	:: i < THREADS -> atomic { drain(i); i++ }
	:: else -> break
	od;
	i = 0
}

/* FUTEX_WAIT, with what the bytes were said to be. */
inline lie_down()
{
	seen = sleepers;
	atomic {
		drain(_pid);
#ifndef NO_LOOK
		if
		:: held && sleepers == seen -> asleep[_pid] = 1
		:: else
		fi
#else
		asleep[_pid] = 1
#endif
	};
	seen = 0;
	!asleep[_pid]
}

/* FUTEX_WAKE of one, whichever. */
inline wake()
{
	atomic {
		drain(_pid);
		if
		:: asleep[0] -> asleep[0] = 0
		:: asleep[1] -> asleep[1] = 0
		:: asleep[THREADS - 1] -> asleep[THREADS - 1] = 0
		:: !asleep[0] && !asleep[1] && !asleep[THREADS - 1]
		fi
	}
}

inline count(n)
{
	atomic { drain(_pid); sleepers = sleepers + n }
}

inline lock()
{
	take();
	if
	:: took
	:: else ->
#ifdef FENCE_FIRST
		fence_all();
#endif
		count(1);
#if !defined(FENCE_FIRST) && !defined(NO_FENCE)
		fence_all();
#endif
		take();
		do
		:: took -> break
		:: else ->
			lie_down();
#ifdef LEAVES_FIRST
			count(-1);
#endif
			take()
#ifdef LEAVES_FIRST
			;
			if
			:: took
			:: else -> count(1)
			fi
#endif
		od;
#ifndef LEAVES_FIRST
		count(-1)
#endif
	fi;
	took = 0
}

inline unlock()
{
#ifdef LOOK_FIRST
	some = sleepers > 0;
#endif
	stored[_pid] = 1;
#ifndef LOOK_FIRST
	some = sleepers > 0;
#endif
	if
	:: some -> wake()
	:: else
	fi;
	some = 0
}

active [THREADS] proctype thread()
{
	byte round, i, seen;
	bool took, some;

	do
	:: round < ROUNDS ->
		lock();
		inside++;
		assert(inside == 1);
		inside--;
		unlock();
		round++
	:: else -> break
	od
}

/* What is in a buffer leaves it some time. */
active proctype buffers()
{
end:
	do
	:: atomic { stored[0] -> drain(0) }
	:: atomic { stored[1] -> drain(1) }
	:: atomic { stored[THREADS - 1] -> drain(THREADS - 1) }
	od
}
