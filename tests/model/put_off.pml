/* SPDX-License-Identifier: BSD-3-Clause */
/* put_off.pml - what a task has sent waits for the next one, and somebody
 * watches the network: src/sched/worker.c (puts_off), src/sched/idle.c (watch,
 * rest).
 *
 * Claims that nothing is held: a task that waits for the effect of what was put
 * off before it, and so never ends by itself, ends.
 *
 * A worker puts its sends behind the next task unless somebody watches.  Who
 * watches sends what he finds, and sleeps for as long as the task takes: he does
 * not look again.  One thread at a time watches, and it may leave, and send what
 * it finds then, as long as somebody watches in the end: the progress thread
 * does when no worker polls.
 *
 * A store waits in its thread's buffer, and leaves it at any time; a fence waits
 * until the buffer is empty.  So does whoever takes the list of what is to be
 * sent.
 *
 *	-DSENDS=n	so often the worker sends, and polls in between or not
 *	-DROUNDS=n	so often each watcher watches, and leaves but for the last
 *	-DWATCHERS=n	1 or 2 threads
 *
 * Mistakes, which must fail:
 *	-DNO_FENCE	the worker looks for a watcher without one
 *	-DNO_FENCE_THERE	the watcher looks for what waits without one
 *	-DLOOK_FIRST	the worker looks before it sends
 *	-DLOOK_FIRST_THERE	the watcher looks before he says that he watches
 *	-DNO_LOOK	the worker does not look
 *	-DNO_LOOK_THERE	the watcher does not look
 *	-DONCE		what follows something put off is, too, without a look
 */
#ifndef SENDS
#define SENDS	 3
#endif
#ifndef ROUNDS
#define ROUNDS	 2
#endif
#ifndef WATCHERS
#define WATCHERS 2
#endif

bool dirty;		/* something waits to be sent */
bool watched;
bool taken;		/* the right to watch */
bool sends;		/* in the worker's buffer: dirty = 1 */
bool watches[WATCHERS];	/* in a watcher's: watched = 1 */

inline drain_worker()
{
	atomic {
		if
		:: sends -> dirty = 1; sends = 0
		:: else
		fi
	}
}

inline drain(t)
{
	atomic {
		if
		:: watches[t] -> watched = 1; watches[t] = 0
		:: else
		fi
	}
}

inline worker_sends_all()
{
	atomic { drain_worker(); dirty = 0 }
}

inline sends_all()
{
	atomic { drain(_pid); dirty = 0 }
}

inline look()
{
	if
	:: dirty -> sends_all()
	:: else
	fi
}

active [WATCHERS] proctype watcher()
{
	byte round;

	do
	:: round++;
#ifdef LOOK_FIRST_THERE
		look();
#endif
end_other:
		atomic { !taken -> taken = 1 };
		watches[_pid] = 1;
#ifndef NO_FENCE_THERE
		drain(_pid);
#endif
#if !defined(LOOK_FIRST_THERE) && !defined(NO_LOOK_THERE)
		look();
#endif
		if
		:: round == ROUNDS -> break
		:: round < ROUNDS
		fi;
		atomic { drain(_pid); watched = 0; taken = 0 };
		look()
	od;
end_asleep:
	false
}

active proctype worker()
{
	byte n;
	bool seen, waits;

	do
	:: n < SENDS ->
		n++;
#ifdef LOOK_FIRST
		seen = watched;
#endif
		sends = 1;
#ifndef NO_FENCE
		drain_worker();
#endif
#if !defined(LOOK_FIRST) && !defined(NO_LOOK)
#ifdef ONCE
		if
		:: waits
		:: else -> seen = watched
		fi;
#else
		seen = watched;
#endif
#endif
		if
		:: seen -> worker_sends_all()
		:: else -> waits = 1
		fi;
		seen = 0
	/* The next task was a short one. */
	:: n < SENDS && waits -> worker_sends_all(); waits = 0
	:: n == SENDS -> break
	od;
	/* This one is long. */
	!sends && !dirty
}

/* What is in a buffer leaves it some time. */
active proctype buffers()
{
end:
	do
	:: sends -> drain_worker()
	:: watches[0] -> drain(0)
	:: watches[WATCHERS - 1] -> drain(WATCHERS - 1)
	od
}
