/* SPDX-License-Identifier: BSD-3-Clause */
/* serve.pml - copies that serve others (doc/change/BLOCKS.md, 4.4.2.3).
 *
 * The home of one block, which holds its first version, and N other nodes, each
 * on a host of its own.  Each node reads or writes the block STARTS times, and
 * gives its copies up whenever it may.  A version goes from each source to one
 * reader at a time; who finds none waits, and those on the way are asked to
 * serve.  A reader's bytes are taken when its transfer ends: then that version
 * must be there, whoever has begun to write meanwhile.  In the end nobody waits,
 * and nothing is kept but what the holder has.
 *
 * Leases, parts and a holder whose home reads are in coherence.pml.
 *
 * Mistakes, one each:
 *   UNPINNED       who is asked to serve may give the copy up
 *   IN_PLACE       who serves writes in place what others fetch
 *   IN_PLACE_ASKED the same, while his answer is under way
 *   DROP_EARLY     a source is let go while one fetches from it
 *   ANY_ANSWER     an answer about an old version makes a source of the new one
 *   WAY_STAYS      FETCHED does not end a way
 *   NEVER_LET_GO   nobody lets a source go when nobody waits
 *   WAIT_ON        a writer's turn leaves those who wait behind
 */
#ifndef N
#define N 3
#endif
#ifndef STARTS
#define STARTS 1
#endif
#ifndef WRITES
#define WRITES 1
#endif
#define HOME	 0
#define NODES	 (N + 1)
#define VERSIONS (WRITES + 1)
#define NONE	 15
#define BIT(v)	 (1 << (v))
#define AT(n, v) ((n) * VERSIONS + (v))

/* No conditional text in the middle of statements. */
#ifdef UNPINNED
#define PIN(v) 0
#else
#define PIN(v) BIT(v)
#endif
#ifdef IN_PLACE
#define KEEPS_PAST false
#else
#define KEEPS_PAST true
#endif
#ifdef IN_PLACE_ASKED
#define KEEPS_ASKED false
#else
#define KEEPS_ASKED true
#endif
#ifdef DROP_EARLY
#define MAY_GO(n) true
#elif defined(NEVER_LET_GO)
#define MAY_GO(n) false
#else
#define MAY_GO(n) (sent[AT(n, version)] == 0)
#endif
#ifdef ANY_ANSWER
#define ANY true
#else
#define ANY false
#endif
#ifdef WAY_STAYS
#define WAYS_END false
#else
#define WAYS_END true
#endif
#ifdef WAIT_ON
#define LEFT_BEHIND true
#else
#define LEFT_BEHIND false
#endif

mtype = {READ, WRITE, ACQUIRE, GRANT, FETCHED, SERVE, SERVES, DROP, RELEASE};
mtype = {NO, PAST, ASKED, OPEN};

/* Kind, mode, version, node, and two flags. */
chan down[NODES] = [5] of {mtype, mtype, byte, byte, bool, bool};
chan up[NODES] = [5] of {mtype, mtype, byte, byte, bool, bool};

/* What a node has: a bit for each version. */
byte has[NODES], pinned[NODES];
/* A node's transfer: from whom (NONE: none), and which version. */
byte from[NODES], what[NODES];
byte left[NODES];
byte writes;

/* Of the home: as in struct ocr_home; state and sent are an origin's. */
byte version, holder, fetches;
bool writing;
mtype state[NODES * VERSIONS];
byte sent[NODES * VERSIONS];
byte way[NODES];
bool waits[NODES];
chan queue = [NODES] of {byte, mtype, byte};

/* -- The home -------------------------------------------------------------- */

inline lose(n_, v_, keep_)
{
	assert(has[n_] & BIT(v_));
	pinned[n_] = pinned[n_] & ~BIT(v_);
	if
	:: !keep_ -> has[n_] = has[n_] & ~BIT(v_)
	:: else
	fi
}

inline drop(n_, v_, keep_)
{
	if
	:: n_ == HOME -> lose(HOME, v_, keep_)
	:: else -> down[n_]!DROP, READ, v_, 0, keep_, false
	fi
}

/* The holder's version is needed no more but by those who fetch it. */
inline keep_past(count_)
{
	if
	:: count_ == 0 -> drop(holder, version, false)
	:: else ->
		state[AT(holder, version)] = PAST;
		sent[AT(holder, version)] = count_
	fi;
	fetches = 0
}

inline look(s_)
{
	k = 1;
	busy = false;
	do
	:: k <= N -> busy = busy || way[k] == s_; k++
	:: else -> break
	od
}

inline send_there(n_, s_)
{
	if
	:: s_ == holder -> fetches++
	:: else -> sent[AT(s_, version)]++
	fi;
	down[n_]!GRANT, READ, version, s_, true, false
}

/* Reader n_, if there is a way. */
inline find_way(n_)
{
	found = NONE;
	m = 1;
	do
	:: m <= N && found == NONE && state[AT(m, version)] == OPEN ->
		look(m);
		found = (busy -> NONE : m);
		m++
	:: m <= N && !(found == NONE && state[AT(m, version)] == OPEN) -> m++
	:: else -> break
	od;
	look(holder);
	if
	:: found == NONE && !busy -> found = holder
	:: else
	fi;
	if
	:: found != NONE ->
		way[n_] = found;
		waits[n_] = false;
		send_there(n_, found)
	:: else
	fi
}

inline serve()
{
	i = 1;
	some = false;
	do
	:: i <= N && waits[i] -> find_way(i); some = some || waits[i]; i++
	:: i <= N && !waits[i] -> i++
	:: else -> break
	od;
	i = 1;
	do
	:: i > N -> break
	:: i <= N && some && way[i] != NONE && state[AT(i, version)] == NO ->
		state[AT(i, version)] = ASKED;
		down[i]!SERVE, READ, version, 0, false, false;
		i++
	:: i <= N && !some && state[AT(i, version)] == OPEN && MAY_GO(i) ->
		state[AT(i, version)] = NO;
		drop(i, version, true);
		i++
	:: else -> i++
	od
}

/* n_ writes next. */
inline disperse(n_)
{
	i = 1;
	do
	:: i <= N && waits[i] && !LEFT_BEHIND ->
		waits[i] = false;
		send_there(i, holder)
	:: i <= N && (!waits[i] || LEFT_BEHIND) ->
		way[i] = NONE;
		if
		:: state[AT(i, version)] == OPEN && !sent[AT(i, version)] ->
			state[AT(i, version)] = NO;
			drop(i, version, (i == n_))
		:: state[AT(i, version)] == OPEN && sent[AT(i, version)] ->
			state[AT(i, version)] = PAST
		:: else
		fi;
		i++
	:: else -> break
	od
}

inline grant_writer(n_, have_)
{
	disperse(n_);
	fetch = false;
	copy = false;
	if
	:: holder == n_ && fetches -> copy = true; keep_past(fetches)
	:: holder == n_ && !fetches
	:: holder != n_ && have_ == version -> keep_past(fetches)
	:: else -> fetch = true; found = holder; keep_past(fetches + 1)
	fi;
	copy = copy || (KEEPS_PAST && state[AT(n_, version)] == PAST) ||
	       (KEEPS_ASKED && state[AT(n_, version)] == ASKED);
	writing = true;
	down[n_]!GRANT, WRITE, version, holder, fetch, copy
}

/* Who is next in the queue. */
inline take()
{
	queue?n, mode, have;
	if
	:: mode == WRITE -> grant_writer(n, have)
	:: mode == READ && (have == version || holder == n) ->
		down[n]!GRANT, READ, version, holder, false, false
	:: else -> waits[n] = true
	fi
}

inline on_fetched()
{
	if
	:: state[AT(s, v)] == NO ->
		assert(v == version && s == holder && fetches);
		fetches--
	:: else ->
		assert(sent[AT(s, v)]);
		sent[AT(s, v)]--;
		if
		:: !sent[AT(s, v)] && state[AT(s, v)] == PAST ->
			state[AT(s, v)] = NO;
			drop(s, v, false)
		:: else
		fi
	fi;
	if
	:: v == version && way[n] == s && WAYS_END -> way[n] = NONE
	:: else
	fi
}

inline on_serves()
{
	assert(state[AT(n, v)] == ASKED);
	state[AT(n, v)] = NO;
	if
	:: a && (v != version || writing) && !ANY -> drop(n, v, false)
	:: a && (v == version && !writing || ANY) ->
		state[AT(n, version)] = OPEN
	:: !a
	fi
}

inline on_release()
{
	assert(writing && v == version + 1);
	writing = false;
	version = v;
	holder = n
}

inline hear()
{
	if
	:: nempty(up[1]) -> n = 1
	:: nempty(up[2]) -> n = 2
	:: nempty(up[N]) -> n = N
	fi;
	up[n]?kind, mode, v, s, a, b;
	if
	:: kind == ACQUIRE -> queue!n, mode, v
	:: kind == FETCHED -> on_fetched()
	:: kind == SERVES -> on_serves()
	:: kind == RELEASE -> on_release()
	fi;
	do
	:: true ->
		serve();
		if
		:: !writing && len(queue) -> take()
		:: else -> break
		fi
	od;
	d_step {
		kind = 0; mode = 0; v = 0; s = 0; have = 0; n = 0;
		k = 0; m = 0; i = 0; found = 0;
		a = false; b = false; busy = false; some = false;
		fetch = false; copy = false
	}
}

proctype home()
{
	byte n, v, s, have, k, m, i, found;
	bool a, b, busy, some, fetch, copy;
	mtype mode, kind;

end:
	do
	:: atomic { hear() }
	od
}

/* -- A node ---------------------------------------------------------------- */

inline ask(mode_)
{
	wanted = mode_;
	asks = true;
	left[n]--;
	claimed = 0;
	v = VERSIONS - 1;
	do
	:: has[n] & BIT(v) -> claimed = BIT(v); break
	:: !(has[n] & BIT(v)) && v -> v--
	:: !(has[n] & BIT(v)) && !v -> break
	od;
	up[n]!ACQUIRE, mode_, (claimed -> v : NONE), 0, false, false
}

inline write_version(v_)
{
	has[n] = has[n] | BIT(v_);
	pinned[n] = pinned[n] | BIT(v_);
	writes_now = true;
	what[n] = v_
}

inline on_grant()
{
	claimed = 0;
	if
	:: a -> from[n] = s; what[n] = v
	:: !a && kind_of == READ -> assert(has[n] & BIT(v)); asks = false
	:: !a && kind_of == WRITE ->
		assert(has[n] & BIT(v));
		if
		:: b && pinned[n] & BIT(v)
		:: else ->
			has[n] = has[n] & ~BIT(v);
			pinned[n] = pinned[n] & ~BIT(v)
		fi;
		write_version(v + 1)
	fi
}

inline on_serve()
{
	if
	:: has[n] & BIT(v) && !(pinned[n] & BIT(v)) ->
		pinned[n] = pinned[n] | PIN(v);
		up[n]!SERVES, READ, v, 0, true, false
	:: from[n] != NONE && wanted == READ && what[n] == v ->
		serves = true
	:: else -> up[n]!SERVES, READ, v, 0, false, false
	fi
}

inline obey()
{
	down[n]?kind, kind_of, v, s, a, b;
	if
	:: kind == GRANT -> on_grant()
	:: kind == SERVE -> on_serve()
	:: kind == DROP -> lose(n, v, a)
	fi
}

inline end_transfer()
{
	v = what[n];
	s = from[n];
	assert(has[s] & BIT(v));
	from[n] = NONE;
	up[n]!FETCHED, READ, v, s, false, false;
	if
	:: wanted == WRITE -> write_version(v + 1)
	:: wanted == READ ->
		has[n] = has[n] | BIT(v);
		asks = false;
		if
		:: serves ->
			pinned[n] = pinned[n] | PIN(v);
			serves = false;
			up[n]!SERVES, READ, v, 0, true, false
		:: else
		fi
	fi
}

inline forget()
{
	d_step { v = 0; s = 0; a = false; b = false; kind = 0; kind_of = 0 }
}

proctype node(byte n)
{
	byte v, s, claimed;
	bool a, b, asks, serves, writes_now;
	mtype wanted, kind, kind_of;

end:
	do
	:: atomic { !asks && left[n] -> ask(READ); forget() }
	:: atomic {
		!asks && left[n] && writes < WRITES ->
		writes++; ask(WRITE); forget()
	   }
	:: atomic { nempty(down[n]) -> obey(); forget() }
	:: atomic { from[n] != NONE -> end_transfer(); forget() }
	:: atomic {
		writes_now ->
		writes_now = false;
		asks = false;
		up[n]!RELEASE, WRITE, what[n], 0, false, false
	   }
	/* Its copies go, as the cache wants. */
	:: atomic {
		has[n] & ~(pinned[n] | claimed) ->
		has[n] = pinned[n] | claimed
	   }
	od
}

init {
	byte i = 0, v = 0;

	atomic {
		has[HOME] = 1;
		pinned[HOME] = 1;
		do
		:: i <= N -> way[i] = NONE; from[i] = NONE; left[i] = STARTS; i++
		:: else -> break
		od;
		i = 0;
		do
		:: i < NODES * VERSIONS -> state[i] = NO; i++
		:: else -> break
		od;
		run home();
		i = 1;
		do
		:: i <= N -> run node(i); i++
		:: else -> break
		od
	}
	timeout;
	atomic {
		i = 0;
		do
		:: i <= N ->
			assert(!left[i] || i == HOME);
			assert(!waits[i] && way[i] == NONE && from[i] == NONE);
			assert(pinned[i] == (i == holder -> BIT(version) : 0));
			v = 0;
			do
			:: v < VERSIONS -> assert(state[AT(i, v)] == NO); v++
			:: else -> break
			od;
			i++
		:: else -> break
		od
	}
}
