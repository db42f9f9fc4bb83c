/* ring.pml - two nodes of one host, a ring for each to read, and their bells:
 * fabric/ring.c, bell.c, host_send.c, host_hear.c and host_sleep.c.
 *
 * Claims that what is put into a ring is taken out of it, each once, whole and
 * in order, up to the last record of a writer that is killed; that nobody
 * sleeps while there is something for him, and nobody waits for room for ever.
 *
 * A thread's stores wait in a buffer of STORES, and leave it one by one, in any
 * order but that of two to one place, and that a release leaves after all that
 * were before it.  A thread sees its own.  A full fence waits until it is empty,
 * and so do a lock that is given up and the system call that rings a bell, for
 * nobody is woken by one before.  Loads are made in the order of the program:
 * that an acquire is where one has to be is not looked at here.
 *
 * Left out: several writers, whose rings have nothing in common but the bell; a
 * thread of the writer's that polls while another sends (batch.pml); a writer
 * that lies (tests/fuzz/fuzz_ring.c, tests/unit/test_ring.c).
 *
 * Node 0 writes and node 1 reads, with a thread each.  A ring has LINES, and a
 * record some, with its word in the first; lines are given back by QUARTER.
 *
 *	-DONCE=n	of one neighbour, so many are handled at once
 *	-DN=n, -DLINES=n, -DLONG=n, -DQUARTER=n	records; of a ring; of the
 *			longest record, and given back at once
 *	-DBACK_N=n	node 1 writes as well, and node 0 reads
 *	-DHELPER	node 1 has a second thread, which only polls
 *	-DMANY		places are many: writers say that they have written
 *	-DDEATH		one of the nodes is killed, at any step
 *	-DSTRANGER	node 1 cannot ring node 0 before it meets it, at some
 *			time
 *
 * Mistakes, which must fail:
 *	-DWORD_RELAXED	the word of a record may be seen before its bytes
 *	-DNEXT_LATE	the next word becomes 0 after that
 *	-DAHEAD_FULL	the word behind the next record becomes 0 where there is
 *			no room for it
 *	-DAHEAD_STALE	it is taken for 0 when a record lies on it
 *	-DOWN_FULL	lines of the next record are taken back where there is
 *			no room for it
 *	-DNO_NEXT	there may be no room for the next word
 *	-DHEAD_EARLY	room is given back before it was read
 *	-DHEAD_RELAXED	room may be seen before how far was read (by a helper)
 *	-DTOO_LONG	so little is given back that a record finds no room
 *	-DNO_ROOM_FENCE, -DNO_ROOM_LOOK	who wants room says so after he has
 *			looked; does not look again
 *	-DNO_TAKE_FENCE	who wants room is looked for before it is given
 *	-DWANT_LATE	that nobody wants room is said after the bell
 *	-DRING_FIRST, -DNO_TELL_FENCE	who sleeps is looked for before the
 *			record is put, or seen
 *	-DNO_LOOK, -DNO_SLEEP_FENCE	who lies down does not look again; looks
 *			before that is seen
 *	-DRUNG_FOR_EVER	who was woken once is not woken again
 *	-DDRAIN_LATE	the bell falls silent after the rings were looked at
 *	-DLEFT_LATE	of many: between `written` and `left` is a moment
 *	-DLEFT_RELAXED	of many: `written` may be seen taken before `left`
 *	-DNO_OPENED	of many: whose ring is not known is not looked for
 *	-DDEAF		the last words of the dead are not heard
 *	-DFORGOTTEN	who wants room before he is met is not remembered
 */
#ifndef N
#define N	3
#endif
#ifndef BACK_N
#define BACK_N	0
#endif
#ifndef LINES
#define LINES	4
#endif
#ifndef LONG
#define LONG	2
#endif
#ifndef QUARTER
#ifdef TOO_LONG
#define QUARTER	2
#else
#define QUARTER	1
#endif
#endif
#ifndef STORES
#define STORES	5	/* of a whole record */
#endif
#ifndef SLEEPS
#define SLEEPS	20
#endif
#ifndef ONCE
#define ONCE	2	/* AT_ONCE */
#endif

#define THREADS	3
#define NODE(t)	((t) > 0)

/* Where things are, of the ring that node r reads. */
#define PLACES	(2 * LINES + 5)
#define WORD(r, line)	((r) * PLACES + (line))
#define TEXT(r, line)	((r) * PLACES + LINES + (line))
#define HEAD(r)		((r) * PLACES + 2 * LINES)
#define WANTS(r)	((r) * PLACES + 2 * LINES + 1)
#define POS(r)		((r) * PLACES + 2 * LINES + 2)
#define LEFT(r)		((r) * PLACES + 2 * LINES + 3)
#define ASLEEP(r)	((r) * PLACES + 2 * LINES + 4)

#define BACK	100	/* a word that leads to the begin */

byte mem[2 * PLACES];

/* What a thread has stored and nobody else sees. */
byte n_stores[THREADS];
byte at[THREADS * STORES], what[THREADS * STORES];
bool last[THREADS * STORES];	/* a release */

/* By node: */
bool bell[2], dead[2], lost[2], polling[2];
bool opened[2], known[2], written[2];
byte put[2], taken[2];		/* so many records */
byte given[2];			/* so many lines */

#define IS_AT(t, i, place) \
	((i) < n_stores[t] && at[(t) * STORES + (i)] == (place))
#define OR_OLDER(t, i, place, older) \
	(IS_AT(t, i, place) -> what[(t) * STORES + (i)] : older)

/* What thread t sees at that place. */
#define SEES(t, place) \
	OR_OLDER(t, 4, place, OR_OLDER(t, 3, place, OR_OLDER(t, 2, place, \
	OR_OLDER(t, 1, place, OR_OLDER(t, 0, place, mem[place])))))

#define FENCED(t)	(n_stores[t] == 0)

inline append(t, place, value, is_release)
{
	n_stores[t] < STORES;
	at[t * STORES + n_stores[t]] = place;
	what[t * STORES + n_stores[t]] = value;
	last[t * STORES + n_stores[t]] = is_release;
	n_stores[t]++
}

/* All of these are seen by nobody else before they leave. */
inline store(t, place, value)
{
	atomic { append(t, place, value, false) }
}

/* To a place that one thread alone looks at, where there is no helper. */
inline append_own(t, place, value)
{
#ifdef HELPER
	append(t, place, value, false)
#else
	mem[place] = value
#endif
}

inline store_own(t, place, value)
{
	atomic { append_own(t, place, value) }
}

/* Store i of thread t may leave. */
#define IS_FREE(t, i, j) \
	((i) <= (j) || at[(t) * STORES + (i)] != at[(t) * STORES + (j)])
#define LEAVES(t, i) \
	((i) < n_stores[t] && \
	 ((i) == 0 || !last[(t) * STORES + (i)]) && \
	 IS_FREE(t, i, 0) && IS_FREE(t, i, 1) && IS_FREE(t, i, 2) && \
	 IS_FREE(t, i, 3))

inline leave(t, i)
{
	d_step {
		mem[at[t * STORES + i]] = what[t * STORES + i];
		n_stores[t]--;
		k = i;
		do
		:: k < n_stores[t] ->
			at[t * STORES + k] = at[t * STORES + k + 1];
			what[t * STORES + k] = what[t * STORES + k + 1];
			last[t * STORES + k] = last[t * STORES + k + 1];
			k++
		:: else -> break
		od;
		at[t * STORES + k] = 0;
		what[t * STORES + k] = 0;
		last[t * STORES + k] = false;
		k = 0
	}
}

#define FROM(t) \
	:: atomic { LEAVES(t, 0) -> leave(t, 0) } \
	:: atomic { LEAVES(t, 1) -> leave(t, 1) } \
	:: atomic { LEAVES(t, 2) -> leave(t, 2) } \
	:: atomic { LEAVES(t, 3) -> leave(t, 3) } \
	:: atomic { LEAVES(t, 4) -> leave(t, 4) }

active proctype memory()
{
	byte k;

end:	do
	FROM(0)
	FROM(1)
#ifdef HELPER
	FROM(2)
#endif
	od
}

/* Nobody else sees the steps; but who is killed is killed between them. */
#ifdef DEATH
#define TOGETHER
#else
#define TOGETHER	atomic
#endif

/* -- A ring ---------------------------------------------------------------- */

#ifdef NO_NEXT
#define NEXT	0
#else
#define NEXT	1
#endif
#define HAS_ROOM	(LINES - (tail - head) >= gap + size + NEXT)

/* find_room(), up to its fence. */
inline look_for_room(t, r)
{
	line = tail % LINES;
	gap = (line + size > LINES -> LINES - line : 0);
	first = (gap -> 0 : line);
	if
	:: HAS_ROOM
	:: else -> head = SEES(t, HEAD(r))
	fi;
	refused = !HAS_ROOM;
	if
	:: refused -> append(t, WANTS(r), 1, false)
	:: else
	fi
}

inline look_again(t, r)
{
#ifndef NO_ROOM_FENCE
	FENCED(t);
#endif
#ifndef NO_ROOM_LOOK
	head = SEES(t, HEAD(r));
#endif
	refused = !HAS_ROOM
}

#ifdef AHEAD_STALE
#define IS_CLEARED	(cleared != 0 && cleared % LINES == end % LINES)
#else
#define IS_CLEARED	(cleared == end)
#endif
#ifdef AHEAD_FULL
#define HAS_ROOM_AHEAD	true
#else
#define HAS_ROOM_AHEAD	(LINES - (tail - head) >= size + 1)
#endif

/* clear_ahead() */
inline clear_ahead(t, r)
{
	if
	:: tail % LINES + size <= LINES && HAS_ROOM_AHEAD ->
		cleared = tail + size;
		append(t, WORD(r, cleared % LINES), 0, false)
	:: else
	fi
}

#ifdef OWN_FULL
#define OWN_END	(tail + LINES)
#else
#define OWN_END	cleared
#endif

/* ocr_ring_own_ahead(), where a record has two lines at most. */
inline own_ahead(t, r)
{
	atomic {
		if
		:: OWN_END > tail + 1 ->
			append(t, WORD(r, (tail + 1) % LINES), 0, false)
		:: else
		fi
	}
}

/* ocr_ring_put() of a record of `size` lines into the ring of node r. */
inline ring_put(t, r)
{
	atomic { look_for_room(t, r) }
	if
	:: refused -> atomic { look_again(t, r) }
	:: else
	fi;
	TOGETHER {
		if
		:: refused
		:: else ->
			atomic {
				end = tail + gap + size;
#ifndef NEXT_LATE
				if
				:: IS_CLEARED
				:: else ->
					append(t, WORD(r, end % LINES), 0,
					       false)
				fi
#endif
			}
			store(t, TEXT(r, first), put[NODE(t)] + 1);
			if
			:: size > 1 ->
				/* It lies where a word would be. */
				store(t, WORD(r, first + 1), put[NODE(t)] + 1)
			:: else
			fi;
			if
			:: gap -> store(t, WORD(r, 0), size)
			:: else
			fi;
			atomic {
#ifdef WORD_RELAXED
				append(t, WORD(r, line), (gap -> BACK : size),
				       false);
#else
				append(t, WORD(r, line), (gap -> BACK : size),
				       true);
#endif
				tail = end;
				put[NODE(t)]++
			}
#ifdef NEXT_LATE
			store(t, WORD(r, end % LINES), 0)
#else
			atomic { clear_ahead(t, r) }
#endif
		fi;
		atomic { line = 0; gap = 0; first = 0; size = 0; end = 0 }
	}
}

/* tell_of_room() and ocr_host_find_bell() in host_hear.c. */
#ifdef STRANGER
bool met, owed;

#ifdef FORGOTTEN
#define OWE skip
#else
#define OWE owed = true
#endif
#define RING_WRITER(r)                                                         \
	if                                                                     \
	:: met -> bell[1 - r] = true                                           \
	:: else -> OWE                                                         \
	fi

active proctype meeting()
{
	atomic {
		met = true;
		if
		:: owed -> bell[0] = true
		:: else
		fi
	}
}
#else
#define RING_WRITER(r) bell[1 - r] = true
#endif

/* ocr_ring_take(), of the ring that thread t reads. */
inline ring_take(t, r)
{
	TOGETHER {
		store_own(t, POS(r), pos);
		atomic {
			gives = pos - given[r] >= QUARTER;
			if
			:: gives ->
				given[r] = pos;
#ifdef HEAD_RELAXED
				append(t, HEAD(r), pos, false)
#else
				append(t, HEAD(r), pos, true)
#endif
			:: else
			fi
		}
	}
	if
	:: gives ->
		atomic {
#ifndef NO_TAKE_FENCE
			FENCED(t);
#endif
			gives = SEES(t, WANTS(r));
#ifndef WANT_LATE
			if
			:: gives -> append(t, WANTS(r), 0, false)
			:: else
			fi
#endif
		}
		if
		:: gives ->
			atomic {
#ifdef WANT_LATE
				bell[1 - r] = true;
				append(t, WANTS(r), 0, false);
#else
				FENCED(t);
				RING_WRITER(r);
#endif
				gives = false
			}
		:: else
		fi
	:: else
	fi
}

/* -- Sending and hearing --------------------------------------------------- */

#ifdef RUNG_FOR_EVER
#define RINGS	(asleep && !rung)
#else
#define RINGS	(asleep && asleep != rung)
#endif

inline look_for_sleeper(t, r)
{
	asleep = SEES(t, ASLEEP(r));
	if
	:: RINGS
	:: else -> asleep = 0
	fi
}

inline wake(t, r)
{
	if
	:: asleep ->
		atomic {
			FENCED(t);
			rung = asleep;
			asleep = 0;
			bell[r] = true
		}
	:: else
	fi
}

#ifdef NO_TELL_FENCE
#define TOLD(t)	true
#else
#define TOLD(t)	FENCED(t)
#endif

/* tell() */
inline tell(t, r)
{
#ifdef MANY
	if
	:: atomic { TOLD(t) && written[r] }
	:: atomic { TOLD(t) && !written[r] -> written[r] = true }
	fi;
#endif
	atomic { TOLD(t); look_for_sleeper(t, r) }
	wake(t, r)
}

#define IS_WHOLE(t, r)	(SEES(t, TEXT(r, line)) == taken[r] + 1)
#define SEEN(t, r)	SEES(t, WORD(r, SEES(t, POS(r)) % LINES))

/* ocr_ring_peek(): there is a record. */
inline peek(t, r)
{
	pos = SEES(t, POS(r));
	line = pos % LINES;
	size = SEES(t, WORD(r, line));
	if
	:: size == BACK ->
		assert(line > 0);
		pos = pos + LINES - line;
		line = 0;
		append_own(t, POS(r), pos);
		size = SEES(t, WORD(r, 0));
		assert(size > 0)
	:: else
	fi;
	assert(size <= LONG && line + size <= LINES);
	pos = pos + size
}

inline read_bytes(t, r)
{
	assert(IS_WHOLE(t, r));
	if
	:: size > 1 ->
		assert(SEES(t, WORD(r, line + 1)) == taken[r] + 1)
	:: else
	fi;
	taken[r]++;
	n++;
	heard = true;
	size = 0;
	line = 0
}

/* hear() */
inline hear(t, r, limit)
{
	do
	:: atomic { n < limit && SEEN(t, r) -> peek(t, r) }
#ifdef HEAD_EARLY
		ring_take(t, r);
		atomic { read_bytes(t, r); pos = 0 }
#else
		atomic { read_bytes(t, r) }
		ring_take(t, r);
		pos = 0
#endif
	:: atomic { n == limit || !SEEN(t, r) -> break }
	od
}

inline look_at_opened(r)
{
	if
	:: opened[r] -> known[r] = true
	:: else
	fi
}

#ifdef MANY
/* take_written(), for a word that is not 0. */
inline take_written(t, r)
{
#ifdef LEFT_LATE
	written[r] = false;
	store(t, LEFT(r), 1);
#else
#ifdef LEFT_RELAXED
	atomic { append(t, LEFT(r), 1, false); written[r] = false }
#else
	store(t, LEFT(r), 1);
	atomic { FENCED(t) -> written[r] = false }
#endif
#endif
#ifndef NO_OPENED
	atomic { look_at_opened(r) }
#endif
}

/* hear_word() */
inline hear_all(t, r)
{
	atomic { look_at_opened(r) }
	if
	:: written[r] -> take_written(t, r)
	:: else
	fi;
	if
	:: SEES(t, LEFT(r)) ->
		if
		:: known[r] -> hear(t, r, ONCE)
		:: else
		fi;
		if
		:: n < ONCE -> store(t, LEFT(r), 0)
		:: else
		fi;
		n = 0
	:: else
	fi
}
#else
/* hear_few() */
inline hear_all(t, r)
{
	atomic { look_at_opened(r) }
	if
	:: known[r] -> hear(t, r, ONCE); n = 0
	:: else
	fi
}
#endif

/* ocr_host_hear_last() */
inline hear_last(t, r)
{
	atomic { look_at_opened(r) }
#ifndef DEAF
	if
	:: known[r] -> hear(t, r, LINES)
	:: else
	fi;
#endif
	assert(taken[r] == put[1 - r])
}

/* -- Threads --------------------------------------------------------------- */

#ifdef MANY
#define HAS_NEWS(t, r) \
	(opened[r] && !known[r] || written[r] || SEES(t, LEFT(r)))
#else
#define HAS_NEWS(t, r) \
	(opened[r] && !known[r] || known[r] && SEEN(t, r))
#endif

#ifdef NO_SLEEP_FENCE
#define SAID(t)	true
#else
#define SAID(t)	FENCED(t)
#endif
#ifdef NO_LOOK
#define LOOKS	false
#else
#define LOOKS	true
#endif

/* Has sent all, or need not; has heard all. */
#define ALL(me)		((me) -> BACK_N : N)
#define SENT(me)	(put[me] == ALL(me) || lost[1 - (me)])
#define HEARD(me)	(taken[me] == ALL(1 - (me)))

#ifdef HELPER
#define DONE_BY_HELPER(r)	(SENT(r) && HEARD(r))
#else
#define DONE_BY_HELPER(r)	false
#endif

/* sleep_on() */
inline sleep(t, r)
{
	atomic {
		sleeps++;
		/* Nobody goes on lying down and standing up. */
		assert(sleeps < SLEEPS);
		append(t, ASLEEP(r), sleeps, false)
	}
	if
	:: atomic {
		SAID(t) && LOOKS && HAS_NEWS(t, r) ->
		append(t, ASLEEP(r), 0, false)
	   }
	:: atomic { SAID(t) && !(LOOKS && HAS_NEWS(t, r)) }
		atomic {
			bell[r] || lost[1 - r] || DONE_BY_HELPER(r) ->
			append(t, ASLEEP(r), 0, false)
		}
#ifndef DRAIN_LATE
		bell[r] = false
#endif
	fi
}

#ifdef HELPER
#define BEGIN_POLL(t, n)	atomic { !polling[n] -> polling[n] = true }
#define END_POLL(t, n)	atomic { FENCED(t) -> polling[n] = false }
#else
#define BEGIN_POLL(t, n)	skip
#define END_POLL(t, n)	skip
#endif

/* One thread polls for all. */
inline poll(t, r)
{
	if
	:: BEGIN_POLL(t, r);
		hear_all(t, r);
		END_POLL(t, r)
#ifdef HELPER
	:: polling[r]
#endif
	fi
}

proctype node(byte me)
{
	byte tail, head, rung, sleeps, asleep;
	byte pos, line, gap, first, size, n, end, cleared;
	bool refused, gives, heard;

	{
	if
	:: ALL(me) -> opened[1 - me] = true
	:: else
	fi;
	do
	:: atomic { SENT(me) && HEARD(me) -> break }
	:: atomic {
		!SENT(me) && !refused ->
		if
		:: size = 1
		:: LONG > 1 -> size = LONG
		fi
	   }
#ifdef RING_FIRST
		atomic { look_for_sleeper(me, 1 - me) }
		ring_put(me, 1 - me);
		if
		:: !refused -> wake(me, 1 - me)
		:: else -> asleep = 0
		fi
#else
		ring_put(me, 1 - me);
		if
		:: !refused ->
			tell(me, 1 - me);
			own_ahead(me, 1 - me)
		:: else
		fi
#endif
	:: lost[1 - me] && !HEARD(me) -> hear_last(me, me); break
	:: !lost[1 - me] && (!HEARD(me) || refused) ->
		poll(me, me);
#ifdef DRAIN_LATE
		bell[me] = false;
#endif
		if
		:: heard || !refused && !SENT(me) || SENT(me) && HEARD(me)
		:: else -> sleep(me, me)
#ifdef HELPER
			; !polling[me]
#endif
		fi;
		atomic { refused = false; heard = false }
	od;
	FENCED(me)
	} unless { dead[me] }
}

#ifdef HELPER
active proctype helper()
{
	byte pos, line, size, n, polls;
	bool heard, gives;

	do
	:: polls < 2 ->
		BEGIN_POLL(2, 1);
		hear_all(2, 1);
		END_POLL(2, 1);
		atomic { polls++; heard = false }
	:: break
	od
}
#endif

#ifdef DEATH
active proctype death()
{
	byte who;

	if
	:: who = 0
	:: who = 1
	fi;
	dead[who] = true;
	/* What a process has stored is stored. */
	atomic { FENCED(who) -> lost[who] = true }
}
#endif

init {
	atomic { run node(0); run node(1) }
}
