/* SPDX-License-Identifier: BSD-3-Clause */
/* several.pml - a task that writes several blocks has all of them at once, by the
 * rights that its node keeps and what of its own is at rest, or asks for one after
 * the other: src/data/acquire_all.c, src/data/right.c (doc/change/BLOCKS.md,
 * 4.4.1.2).
 *
 * Tasks want some of two blocks each, to write, EW or RW.  Each looks whether it
 * seems that it could have all, takes one after the other, gives back what it has
 * taken if one is not to be had, and asks then in their order.  Whether the node
 * keeps a right when it is granted a block is left open; so is which rights are
 * kept when it begins.
 *
 * Claims: nobody writes a block beside another, but RW tasks of one node; each
 * finds what was written before, and each version is where the home believes;
 * nobody goes by a right past one of his node who has asked; all end.
 *
 * Each step that takes a lock is one here, and messages of two nodes come in
 * order.  Bytes that a grant does not bring are read when it comes.
 *
 * Left out: readers, leases, memory that is short, parts, the end of blocks
 * (coherence.pml); bodies that stop with a block in hand.
 *
 *	-DHOMES=1	node 0 is the home of both; nodes 1 and 2 ask
 *	-DHOMES=2	node 1 is the home of the second; or, -DOWN_FIRST, of the first
 *	-DPAIR		there is no node 2: tasks of 0 and 1; with -DHOMES=2 as well
 *	-DTASKS=n	so many, 3 or 4, in turn on each of the two
 *	-DPASS=n	so often a home sends a right unasked (with -DPAIR)
 *	-DTURNS=n	each is done again, n times in all
 *	-DMEETING	what follows from the asking of node 2's task goes over node 0
 *			and back, and makes that of node 1 ready; that wants the
 *			second block, too, which is to be had when the other has run
 *	-DENDLESS	node 1's task wants its blocks once, two of node 2 again and
 *			again; there must be no cycle (pan -l)
 *
 * Mistakes, each of which must be found:
 *	-DGUESS		what seemed to be free is taken without another look
 *	-DIN_PART	what was taken stays in hand while the rest is asked for
 *			(-DMEETING)
 *	-DIN_HAND	one who needs more takes the first by a right (-DMEETING)
 *	-DNOT_BACK	what was taken by a right is not given back
 *	-DOWN_NOT_BACK	what is of this node is not (-DHOMES=2)
 *	-DUNCOUNTED	what was given back is no version more to the home
 *	-DLOST		or the bytes that it was made of are
 *	-DBUSY		a right goes back while somebody writes by it
 *	-DOVERSEES	a block of this node is taken that one of it writes
 *			(-DHOMES=2)
 *	-DJOINS		RW joins EW by a right
 *	-DREFUSED	a right goes on when a task was refused
 *	-DASKED		it begins although others have asked
 *	-DNO_YIELD	the home does not ask for it back
 *	-DTO_TWO	it grants the block meanwhile
 *	-DONCE_MORE	a right that came unasked is used again (-DPASS=1)
 *	-DPASSED_BUSY	it is sent while somebody writes (-DPASS=1)
 *	-DGOES_ON	who was asked for it goes on (-DENDLESS)
 *	-DTOGETHER	that task of -DMEETING wants them in RW, and joins another of
 *			its node with the second still to come: BLOCKS.md says
 *			that this is not right yet
 */
#ifndef TASKS
#define TASKS	3
#endif
#ifndef HOMES
#define HOMES	1
#endif
#ifndef TURNS
#define TURNS	1
#endif
#ifndef PASS
#define PASS	0
#endif

#ifdef ENDLESS
#define ONE	0	/* else nothing comes again */
#else
#define ONE	1
#endif
#ifdef IN_PART
#define NO_GUESS
#endif

#define BLOCKS	2
#define NODES	3
#define ROOM	(2 * TASKS + 2)
#define AT(n, b) ((n) * BLOCKS + (b))
#define WAY(f, t) ((f) * NODES + (t))
#if HOMES == 2 && defined(OWN_FIRST)
#define HOME(b)	(1 - (b))
#elif HOMES == 2
#define HOME(b)	(b)
#else
#define HOME(b)	0
#endif
#if defined(PAIR)
#define NODE(t)	(1 - (t) % 2)
#elif defined(ENDLESS)
#define NODE(t)	(t -> 2 : 1)
#else
#define NODE(t)	(1 + (t) % 2)
#endif

#ifdef BUSY
#define MAY_END(n, b)	true
#else
#define MAY_END(n, b)	(!writers[AT(n, b)])
#endif
#ifdef JOINS
#define MAY_JOIN(n, b, t) rw[t]
#else
#define MAY_JOIN(n, b, t) (rw[t] && !alone[AT(n, b)])
#endif
#ifdef REFUSED
#define YIELDS_THEN	false
#else
#define YIELDS_THEN	true
#endif
#ifdef GOES_ON
#define HAS_RIGHT(n, b)	kept[AT(n, b)]
#else
#define HAS_RIGHT(n, b)	(kept[AT(n, b)] && !yields[AT(n, b)])
#endif
#ifdef ASKED
#define MAY_BEGIN(n, b)	true
#else
#define MAY_BEGIN(n, b)	(!asked[AT(n, b)])
#endif
#ifdef IN_HAND
#define NEEDS_MORE(t, b) false
#else
#define NEEDS_MORE(t, b) ((b) + 1 < BLOCKS && wants[t] >> ((b) + 1))
#endif
#ifdef TO_TWO
#define KEPT_ALONE(b)	false
#else
#define KEPT_ALONE(b)	h_kept[b]
#endif
#ifdef OVERSEES
#define IS_WRITTEN(b)	false
#else
#define IS_WRITTEN(b)	h_writers[b]
#endif
#ifdef PASSED_BUSY
#define NOBODY_HAS(b)	true
#else
#define NOBODY_HAS(b)	(!h_writers[b])
#endif

#define ACQUIRE	1
#define GRANT	2
#define RELEASE	3
#define YIELD	4
#define PUSH	5
#define WORD	6
/* Of a grant: */
#define KEEP	1
#define SHARED	2
#define ALONG	4	/* the bytes come with it */
/* Kind, block, task or versions more, version, holder or bytes, flags. */
chan way[NODES * NODES] = [ROOM] of { byte, byte, byte, byte, byte, byte };

/* Tasks. */
byte wants[TASKS];		/* a bit for each block */
bool rw[TASKS];
byte has[TASKS];
bool waits[TASKS];
byte done;

/* Homes. */
byte h_writers[BLOCKS], h_writer[BLOCKS], h_version[BLOCKS], h_holder[BLOCKS];
bool h_alone[BLOCKS], h_kept[BLOCKS], h_passed[BLOCKS], h_wanted[BLOCKS];
chan queue[BLOCKS] = [TASKS] of { byte };
byte passes = PASS;

/* Nodes. */
bool kept[NODES * BLOCKS], yields[NODES * BLOCKS], alone[NODES * BLOCKS];
bool passed[NODES * BLOCKS];
byte writers[NODES * BLOCKS], more[NODES * BLOCKS], asked[NODES * BLOCKS];
/* What each has: of which version, and how often it was written. */
byte version[NODES * BLOCKS], bytes[NODES * BLOCKS];

/* What is so, whoever knows it. */
byte written[BLOCKS], hold[BLOCKS], hold_node[BLOCKS];
bool hold_rw[BLOCKS];

#ifdef MEETING
bool word, parted = true;
#define IS_WHOLE(b)	(!parted || (b) != 1)
#else
#define IS_WHOLE(b)	true
#endif
/* That matters between two of a node. */
#if defined(ENDLESS)
#define MAY_BE_RW(t)	((t) != 0)
#elif defined(MEETING) && !defined(TOGETHER)
#define MAY_BE_RW(t)	((t) == 2)
#else
#define MAY_BE_RW(t)	((t) != 1)
#endif

/* -- Who has what ------------------------------------------------------------ */

inline begin(t_, b_)
{
	assert(!hold[b_] ||
	       (hold_rw[b_] && rw[t_] && hold_node[b_] == NODE(t_)));
	assert(!ONE || bytes[AT(NODE(t_), b_)] == written[b_]);
	hold[b_]++;
	hold_node[b_] = NODE(t_);
	hold_rw[b_] = rw[t_];
	has[t_] = has[t_] | (1 << (b_))
}

inline lose(t_, b_)
{
	has[t_] = has[t_] & ~(1 << (b_));
	hold[b_]--;
	if
	:: !hold[b_] -> hold_rw[b_] = false; hold_node[b_] = 0
	:: else
	fi
}

/* -- The home ---------------------------------------------------------------- */

#define MAY_HAVE(b, t) \
	(!h_writers[b] || \
	 (rw[t] && !h_alone[b] && !h_kept[b] && h_writer[b] == NODE(t)) || \
	 (h_kept[b] && !KEPT_ALONE(b)))

inline grant(t_, b_)
{
	g_node = NODE(t_);
	g_joins = h_writers[b_] > 0;
	h_kept[b_] = false;
	if
	/* It may be worth it, or not; who fetches them does not keep it. */
	:: !g_joins && g_node != HOME(b_) && !len(queue[b_]) &&
	   (h_holder[b_] == HOME(b_) || h_holder[b_] == g_node) ->
		h_kept[b_] = true
	:: true
	fi;
	h_writers[b_]++;
	h_writer[b_] = g_node;
	h_alone[b_] = !rw[t_];
	if
	:: g_node == HOME(b_) ->
		if
		:: !g_joins ->
			assert(version[AT(h_holder[b_], b_)] == h_version[b_]);
			bytes[AT(g_node, b_)] = bytes[AT(h_holder[b_], b_)];
			version[AT(g_node, b_)] = h_version[b_] + ONE
		:: else
		fi;
		begin(t_, b_);
		waits[t_] = false
	:: g_node != HOME(b_) && !g_joins && h_holder[b_] == HOME(b_) ->
		assert(version[AT(HOME(b_), b_)] == h_version[b_]);
		way[WAY(HOME(b_), g_node)]!GRANT, b_, t_, h_version[b_],
			bytes[AT(HOME(b_), b_)],
			ALONG | (h_kept[b_] -> KEEP : 0) | (rw[t_] -> SHARED : 0)
	:: g_node != HOME(b_) && (g_joins || h_holder[b_] != HOME(b_)) ->
		way[WAY(HOME(b_), g_node)]!GRANT, b_, t_, h_version[b_],
			(g_joins -> g_node : h_holder[b_]),
			(h_kept[b_] -> KEEP : 0) | (rw[t_] -> SHARED : 0)
	fi
}

inline pump(b_)
{
	do
	:: len(queue[b_]) && IS_WHOLE(b_) ->
		queue[b_]?<p_task>;
		if
		:: MAY_HAVE(b_, p_task) ->
			queue[b_]?p_task;
			grant(p_task, b_)
		:: else -> break
		fi
	:: else -> break
	od;
#ifndef NO_YIELD
	if
	:: len(queue[b_]) && h_kept[b_] && !h_wanted[b_] ->
		h_wanted[b_] = true;
		way[WAY(HOME(b_), h_writer[b_])]!YIELD, b_, 0, 0, 0, 0
	:: else
	fi;
#endif
	p_task = 0; g_node = 0; g_joins = false
}

inline released(from_, b_, more_)
{
	assert(h_writers[b_] && h_writer[b_] == from_);
	assert(!(more_) || (h_kept[b_] && !h_passed[b_]));
	h_writers[b_]--;
	if
	:: !h_writers[b_] ->
		h_version[b_] = h_version[b_] + ONE + more_;
		h_kept[b_] = false;
		h_passed[b_] = false;
		h_wanted[b_] = false;
		h_alone[b_] = false;
		h_holder[b_] = from_
	:: else
	fi;
	pump(b_)
}

inline declined(from_, b_)
{
	assert(h_kept[b_] && h_writer[b_] == from_);
	if
	:: h_passed[b_] ->
		h_writers[b_] = 0;
		h_alone[b_] = false
	:: else
	fi;
	h_kept[b_] = false;
	h_passed[b_] = false;
	h_wanted[b_] = false;
	pump(b_)
}

/* Nobody needs to be asked. */
#define AT_REST(b) \
	(!IS_WRITTEN(b) && !len(queue[b]) && IS_WHOLE(b) && \
	 h_holder[b] == HOME(b))

/* For a task of the home. */
inline take_own(t_, b_)
{
	h_writers[b_] = 1;
	h_writer[b_] = HOME(b_);
	h_alone[b_] = !rw[t_];
	version[AT(HOME(b_), b_)] = version[AT(HOME(b_), b_)] + ONE;
	begin(t_, b_)
}

/* -- Rights ------------------------------------------------------------------ */

inline may_end(n_, b_)
{
	if
	:: kept[AT(n_, b_)] && yields[AT(n_, b_)] && MAY_END(n_, b_) ->
		kept[AT(n_, b_)] = false;
		yields[AT(n_, b_)] = false;
		alone[AT(n_, b_)] = false;
		if
		:: passed[AT(n_, b_)] ->
			passed[AT(n_, b_)] = false;
			way[WAY(n_, HOME(b_))]!YIELD, b_, 0, 0, 0, 0
		:: else ->
			way[WAY(n_, HOME(b_))]!RELEASE, b_, more[AT(n_, b_)],
				0, 0, 0
		fi;
		more[AT(n_, b_)] = 0
	:: else
	fi
}

inline yield_right(n_, b_)
{
	if
	:: kept[AT(n_, b_)] ->
		yields[AT(n_, b_)] = true;
		may_end(n_, b_)
	:: else
	fi
}

#define MAY_TAKE(n, b, t, needs_more) \
	(HAS_RIGHT(n, b) && \
	 (writers[AT(n, b)] -> MAY_JOIN(n, b, t) : !(needs_more)))

/* One who may. */
inline take_right(n_, b_, t_)
{
	if
	:: !writers[AT(n_, b_)] ->
		/* Nobody of this node who has asked is passed. */
		assert(!asked[AT(n_, b_)]);
		version[AT(n_, b_)] = version[AT(n_, b_)] + ONE;
		alone[AT(n_, b_)] = !rw[t_];
		if
		:: passed[AT(n_, b_)] ->
#ifndef ONCE_MORE
			passed[AT(n_, b_)] = false;
			yields[AT(n_, b_)] = true
#else
			passed[AT(n_, b_)] = false
#endif
		:: else -> more[AT(n_, b_)] = more[AT(n_, b_)] + ONE
		fi
	:: else
	fi;
	writers[AT(n_, b_)]++;
	begin(t_, b_)
}

/* -- A task ------------------------------------------------------------------ */

/* Unlocked again before anything is done. */
#define IS_FREE(t, b) \
	(HOME(b) == NODE(t) -> AT_REST(b) : \
	 (HAS_RIGHT(NODE(t), b) && \
	  (!writers[AT(NODE(t), b)] || MAY_JOIN(NODE(t), b, t))))

#ifdef GUESS
#define STILL(x)	true
#else
#define STILL(x)	(x)
#endif

/* One of several; had: it was to be had. */
inline take(t_, b_)
{
	if
	:: HOME(b_) == NODE(t_) ->
		if
		:: STILL(AT_REST(b_)) -> take_own(t_, b_); had = true
		:: else -> had = false
		fi
	:: else ->
		if
		:: STILL(MAY_TAKE(NODE(t_), b_, t_, false)) ->
			take_right(NODE(t_), b_, t_);
			had = true
		:: else ->
			had = false;
			if
			:: HAS_RIGHT(NODE(t_), b_) && YIELDS_THEN ->
				yield_right(NODE(t_), b_)
			:: else
			fi
		fi
	fi
}

/* It has written, or not. */
inline put(t_, b_)
{
	lose(t_, b_);
	if
	:: kept[AT(NODE(t_), b_)] && writers[AT(NODE(t_), b_)] ->
		writers[AT(NODE(t_), b_)]--;
		may_end(NODE(t_), b_)
	:: else ->
		if
		:: HOME(b_) == NODE(t_) -> released(NODE(t_), b_, 0)
		:: else ->
			way[WAY(NODE(t_), HOME(b_))]!RELEASE, b_, 0, 0, 0, 0
		fi
	fi
}

inline give_back(t_, b_)
{
	if
	:: HOME(b_) == NODE(t_) ->
#if defined(OWN_NOT_BACK)
		lose(t_, b_)
#else
		put(t_, b_)
#endif
	:: else ->
#if defined(NOT_BACK)
		lose(t_, b_)
#else
#ifdef UNCOUNTED
		more[AT(NODE(t_), b_)] = 0;
#endif
#ifdef LOST
		bytes[AT(NODE(t_), b_)] = 0;
#endif
		put(t_, b_)
#endif
	fi
}

/* One after the other; it waits for each. */
inline ask(t_, b_)
{
	if
	:: HOME(b_) == NODE(t_) ->
		if
		:: AT_REST(b_) -> take_own(t_, b_)
		:: else ->
			waits[t_] = true;
			queue[b_]!t_;
			pump(b_)
		fi
	:: HOME(b_) != NODE(t_) &&
	   MAY_TAKE(NODE(t_), b_, t_, NEEDS_MORE(t_, b_)) ->
		take_right(NODE(t_), b_, t_)
	:: HOME(b_) != NODE(t_) &&
	   !MAY_TAKE(NODE(t_), b_, t_, NEEDS_MORE(t_, b_)) ->
		if
		:: HAS_RIGHT(NODE(t_), b_) && YIELDS_THEN ->
			yield_right(NODE(t_), b_)
		:: else
		fi;
		asked[AT(NODE(t_), b_)]++;
		waits[t_] = true;
		way[WAY(NODE(t_), HOME(b_))]!ACQUIRE, b_, t_, 0, 0, 0
	fi
}

#define WANTS(t, b)	(wants[t] >> (b) & 1)
#define HAS(t, b)	(has[t] >> (b) & 1)
#define SEVERAL(t) \
	(wants[t] == 3 && (HOME(0) != NODE(t) || HOME(1) != NODE(t)))
#define SEEM_FREE(t)	(IS_FREE(t, 0) && IS_FREE(t, 1))

#define NO_MESSAGES \
	(!len(way[1]) && !len(way[2]) && !len(way[3]) && !len(way[5]) && \
	 !len(way[6]) && !len(way[7]))
#ifdef ENDLESS
/* Not before all messages have come, and each of the others rests or has begun
 * again since. */
bool idle[TASKS], since[TASKS];
#define RESTS(t)	(idle[t] || waits[t])
#define MAY_GO(t)	(NO_MESSAGES && waits[0] && \
			 (RESTS(3 - (t)) || since[t]))
bool over;
#endif

inline write(t_, b_)
{
	written[b_] = written[b_] + ONE;
	bytes[AT(NODE(t_), b_)] = bytes[AT(NODE(t_), b_)] + ONE
}

proctype task(byte t)
{
	byte turns = TURNS, p_task, g_node;
	bool had, g_joins;

#ifdef MEETING
	/* Node 1's is made ready by what follows. */
	t != 0 || word;
#endif
again:
	/* Each look by itself: the second is the last that is true. */
	if
#ifndef NO_GUESS
	:: atomic { SEVERAL(t) && IS_FREE(t, 0) };
		if
		:: atomic { IS_FREE(t, 1) -> take(t, 0) }
		:: atomic { !IS_FREE(t, 1) -> goto one_by_one }
		fi
	:: atomic { !SEVERAL(t) || !IS_FREE(t, 0) -> goto one_by_one }
#else
	:: atomic { SEVERAL(t) -> take(t, 0) }
	:: atomic { !SEVERAL(t) -> goto one_by_one }
#endif
	fi;
	atomic {
		if
		:: had -> take(t, 1)
		:: else -> goto one_by_one
		fi;
		if
		:: had -> goto run_it
		:: else
		fi
	};
#ifndef IN_PART
	atomic { give_back(t, 0) };
#endif
one_by_one:
	atomic {
		had = false;
		if
		:: WANTS(t, 0) && !HAS(t, 0) -> ask(t, 0)
		:: else
		fi;
#ifdef MEETING
		if
		:: t == 1 -> way[WAY(2, 0)]!WORD, 0, 0, 0, 0, 0
		:: else
		fi
#endif
	};
	atomic { !waits[t] ->
		if
		:: WANTS(t, 1) && !HAS(t, 1) -> ask(t, 1)
		:: else
		fi
	};
	!waits[t];
run_it:
	/* It writes; then it releases one after the other. */
	atomic {
		assert(has[t] == wants[t]);
		had = false;
		if
		:: WANTS(t, 0) -> write(t, 0)
		:: else
		fi;
		if
		:: WANTS(t, 1) -> write(t, 1)
		:: else
		fi;
		if
		:: WANTS(t, 0) -> put(t, 0)
		:: else
		fi
	};
	atomic {
		if
		:: WANTS(t, 1) -> put(t, 1)
		:: else
		fi;
#ifdef MEETING
		if
		:: t == 1 -> parted = false; pump(1)
		:: else
		fi;
#endif
#ifdef ENDLESS
		idle[t] = true;
		over = over || !t
#else
		turns--;
		if
		:: turns -> goto again
		:: else -> done++
		fi
#endif
	}
#ifdef ENDLESS
	;
	if
	:: atomic { t && !over && MAY_GO(t) ->
		idle[t] = false;
		since[t] = false;
		since[3 - t] = true;
		goto again }
	:: atomic { !t || over -> done++ }
	fi
#endif
}

/* -- Messages ---------------------------------------------------------------- */

inline on_grant(n_)
{
	if
	:: flags & ALONG ->
		bytes[AT(n_, b)] = holder;
		version[AT(n_, b)] = v + ONE
	:: !(flags & ALONG) && holder == n_ && version[AT(n_, b)] == v ->
		version[AT(n_, b)] = v + ONE
	/* Joins another. */
	:: !(flags & ALONG) && holder == n_ && version[AT(n_, b)] != v ->
		assert(version[AT(n_, b)] == v + ONE)
	:: !(flags & ALONG) && holder != n_ ->
		assert(version[AT(holder, b)] == v);
		bytes[AT(n_, b)] = bytes[AT(holder, b)];
		version[AT(n_, b)] = v + ONE
	fi;
	asked[AT(n_, b)]--;
	begin(x, b);
	if
	:: flags & KEEP && MAY_BEGIN(n_, b) ->
		kept[AT(n_, b)] = true;
		alone[AT(n_, b)] = !(flags & SHARED);
		writers[AT(n_, b)] = 1;
		more[AT(n_, b)] = 0
	:: flags & KEEP && !MAY_BEGIN(n_, b) ->
		way[WAY(n_, HOME(b))]!YIELD, b, 0, 0, 0, 0
	:: else
	fi;
	waits[x] = false
}

inline on_push(n_)
{
	if
	:: kept[AT(n_, b)] || !MAY_BEGIN(n_, b) ->
		way[WAY(n_, HOME(b))]!YIELD, b, 0, 0, 0, 0
	:: else ->
		kept[AT(n_, b)] = true;
		passed[AT(n_, b)] = true;
		version[AT(n_, b)] = v;
		bytes[AT(n_, b)] = holder
	fi
}

/* In order from each. */
inline handle(from_, n_)
{
	way[WAY(from_, n_)]?kind, b, x, v, holder, flags;
	if
	:: kind == ACQUIRE -> queue[b]!x; pump(b)
	:: kind == GRANT -> on_grant(n_)
	:: kind == RELEASE -> released(from_, b, x)
	:: kind == YIELD && HOME(b) == n_ -> declined(from_, b)
	:: kind == YIELD && HOME(b) != n_ -> yield_right(n_, b)
	:: kind == PUSH -> on_push(n_)
#ifdef MEETING
	:: kind == WORD && n_ == 0 -> way[WAY(0, 2)]!WORD, 0, 0, 0, 0, 0
	:: kind == WORD && n_ == 2 -> way[WAY(2, 1)]!WORD, 0, 0, 0, 0, 0
	:: kind == WORD && n_ == 1 -> word = true
#endif
	fi;
	kind = 0; b = 0; x = 0; v = 0; holder = 0; flags = 0
}

/* All nodes: a message comes. */
proctype net()
{
	byte kind, b, x, v, holder, flags, p_task, g_node;
	bool g_joins;

end:
	do
	:: atomic { len(way[WAY(0, 1)]) -> handle(0, 1) }
	:: atomic { len(way[WAY(0, 2)]) -> handle(0, 2) }
	:: atomic { len(way[WAY(1, 0)]) -> handle(1, 0) }
	:: atomic { len(way[WAY(1, 2)]) -> handle(1, 2) }
	:: atomic { len(way[WAY(2, 0)]) -> handle(2, 0) }
	:: atomic { len(way[WAY(2, 1)]) -> handle(2, 1) }
#if PASS
	:: atomic { passes && NOBODY_HAS(0) && !len(queue[0]) &&
		    h_holder[0] == 0 ->
		passes--;
		h_writers[0] = 1;
		h_writer[0] = 1;
		h_alone[0] = true;
		h_kept[0] = true;
		h_passed[0] = true;
		way[WAY(0, 1)]!PUSH, 0, 0, h_version[0], bytes[AT(0, 0)], 0 }
#endif
	od
}

inline any_right(n_, b_)
{
	if
	:: HOME(b_) != n_ && !h_writers[b_] ->
		h_writers[b_] = 1;
		h_writer[b_] = n_;
		h_kept[b_] = true;
		kept[AT(n_, b_)] = true;
		version[AT(n_, b_)] = ONE
	:: true
	fi
}

init {
	byte i = 0;

	atomic {
		do
		:: i < TASKS ->
#ifdef MEETING
			wants[i] = (i -> 1 : 3);
#else
			/* One wants both. */
			if
			:: wants[i] = 3
			:: i -> wants[i] = 2
			:: i -> wants[i] = 1
			fi;
#endif
			if
			:: MAY_BE_RW(i) -> rw[i] = true
			:: true
			fi;
			i++
		:: else -> break
		od;
#ifdef ENDLESS
		since[1] = true;
		since[2] = true;
#endif
		h_holder[0] = HOME(0);
		h_holder[1] = HOME(1);
		/* To the home, the first version of who keeps it. */
		any_right(1, 0);
#ifndef PAIR
		any_right(2, 0);
#endif
#ifndef MEETING
		any_right(1, 1);
		any_right(0, 1);
#ifndef PAIR
		any_right(2, 1);
#endif
#endif
		i = 0;
		do
		:: i < TASKS -> run task(i); i++
		:: else -> break
		od;
		run net();
		i = 0
	}
	done == TASKS && NO_MESSAGES;
	i = 0;
	do
	:: i < BLOCKS ->
		assert(!hold[i] && !len(queue[i]));
		assert(!h_writers[i] || h_kept[i]);
		i++
	:: else -> break
	od
}
