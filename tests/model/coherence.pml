/* SPDX-License-Identifier: BSD-3-Clause */
/* coherence.pml - one data block on three nodes: src/data.
 *
 * The home 0 and two other nodes, 1 and 2, with messages in order between the
 * home and each.  Any tasks, two at once on each node, acquire the block to
 * read (RO and CONST are one here), for RW or for EW, and release it; in the
 * end it is destroyed, while some may still have it.
 *
 * Claims: no write is lost; what a reader has does not change, has nothing of
 * a writer that has not released, and has all that was released before it
 * asked; EW excludes all writers, RW those of other nodes; bytes are never
 * fetched from where they are not any more; everybody gets the block; in the
 * end nothing is left anywhere.
 *
 * Five acquisitions, two of them to write, are enough for a lease, a reader that
 * has it, and writers before and behind.  What the model says of details that
 * one could doubt:
 *
 *   - A version that an ACQUIRE names must not leave the cache before the GRANT
 *     has come.  A writer of that node may change it in place nevertheless: if
 *     the home grants the write first, it is not the newest any more.
 *   - To name a version that a writer here is at work on would do no harm; it
 *     becomes the newest only when he has released.
 *   - A grant that waits for memory lets RECALL and DROP pass, as well as grants
 *     of other versions, and who reads one that is here.  What joins it must
 *     wait behind it.  The version from
 *     which it shall make the next must stay, although a DROP for it may come;
 *     then it can be written in place, which needs no memory.  Whoever stops to
 *     use a copy must wake those who wait, even if the copy stays: they may
 *     write in its place.
 *   - FETCHED may come later than anything that the node says after it (817,217
 *     states with four tasks, before the home could become the holder: holds).
 *   - A node may evict what it has a lease for without telling, if it answers
 *     RECALL all the same.
 *   - So it is with a lease that came with a satisfaction (CARRY), which the
 *     node gives back when it likes (RETURNED): it answers RECALL all the same,
 *     and RETURNED that comes behind RECALL, or when the node has got a lease
 *     like others meanwhile, says nothing.
 *   - Of a large block the lease goes without the bytes (OFFER): the first reader
 *     fetches them from the home at once.  That ends the lease, and RETURNED
 *     says so: the home counts a fetch.  It must not grant the block to write
 *     before, not even to the reader's own node, which else gives its lease up
 *     with the grant: the bytes would go while they are read.
 *   - A right to write that stays with a node (KEEP) is one writer to the home.
 *     So nobody of that node may join the one who brings it, at the home; if
 *     the node does not keep it, it says so, and then he may be joined as ever
 *     (MEETING: two that have the block in RW may wait for each other).
 *   - Who asks behind another of its node may wait for him, block in hand
 *     (WAITERS): his turn comes first.  So the right ends when a task of the
 *     node is refused by it, and does not begin while the node has asked, but
 *     for the one who brings it.
 *
 *   - Such a right may come unasked, with the bytes (PASS), if nobody else has a
 *     lease, or fetches that version from the node, which held it before the home.  The home keeps its bytes until the node has written: it may
 *     decline, and must, if it cannot take the right, gives its copy up, reads
 *     instead, or has asked before (WAITERS).
 *   - The last writer's node may send the home the bytes (HOMEWARD) at any time,
 *     even while they are written: the home takes those of its newest version
 *     alone, and only while nobody is a writer to it.
 *
 * Left out: bytes pushed to others than the home without a right; the bytes of parts; blocks without bytes; a reader's release, which the home does not hear
 * of; what a task may do after it has made its write access a read access;
 * labels.
 *
 *	-DSTARTS=n -DWRITES=n	so many acquisitions; of them to write
 *	-DSMALL		bytes of the home travel in the grant
 *	-DENDLESS	while a writer of the home waits, all others ask again
 *			and again; there must be no cycle (pan -l)
 *	-DSHORT=n	so often a grant finds no memory and is put aside
 *	-DCARRY=n	so often the home sends the newest version, with a
 *			lease, to a node that has not asked; at any time while
 *			it holds the bytes, nobody may write and nobody waits
 *	-DOFFER		the same (-DCARRY), but the bytes stay at the home until
 *			a task of that node reads them
 *	-DKEEP=n	so often a writer's node keeps the right to write, and its
 *			tasks need not ask, until the home wants it back
 *	-DPASS=n	so often the home sends the newest version, with the right to
 *			write once, to a node that has not asked (-DKEEP=0)
 *	-DHOMEWARD=n	so often a node sends the home what its tasks wrote
 *	-DMEETING	an RW task may have the block until another one of its
 *			node has it that asks later, but before anybody else does
 *	-DWAITERS	a task may have the block until another of its node, that
 *			has asked before it began, has got it
 *	-DPARTED	one of the writers is the parts of the block (4.12):
 *			nobody who begins behind PARTED has the block before
 *			they have released
 *
 * Mistakes, each of which must be found:
 *	-DNO_RECALLED	the writer does not wait for leases to be given up
 *	-DLEASE_LATE	who has the newest version gets a lease although a
 *			writer is at work
 *	-DKEEP_LEASE	a node keeps its lease when its own writer begins
 *	-DNO_ASK	cached bytes are used without asking
 *	-DEVICT_PINNED	what the home counts on is thrown out of the cache
 *	-DEVICT_CLAIMED	what an acquisition under way has named is, too
 *	-DEARLY_DROP	the holder need not wait for FETCHED
 *	-DONE_SOURCE	who waits for bytes that come from elsewhere is counted
 *			there
 *	-DNO_PAST	who was the holder before the home writes in place
 *	-DONE_FETCHED	of two that wait for the same bytes one says FETCHED
 *	-DIN_PLACE	a writer does not care for readers on its node
 *	-DNO_COPY	nor for those who fetch
 *	-DJOIN_ANY	RW writers of all nodes join
 *	-DNO_LAST_RECALL  a destruction leaves leases alone
 *	-DJOIN_PAST	RW tasks join those of their node although others wait
 *			(-DENDLESS)
 *	-DPASS_JOIN	an RW grant passes the one, put aside, that it joins
 *			(-DSHORT=1)
 *	-DNO_HOLD	what a grant that was put aside needs may be evicted
 *			(-DSHORT=1)
 *	-DASIDE_HERE	a reader whose version is here is put aside behind
 *			others (-DSHORT=1 -DCARRY=1)
 *	-DCARRY_WRITTEN	bytes are carried while somebody may write (-DCARRY)
 *	-DCARRY_UNNOTED	the home forgets to whom it has sent them (-DCARRY)
 *	-DCARRY_KEPT	a node reads on what it has given back (-DCARRY)
 *	-DRETURN_ANY	RETURNED ends whatever lease the node has (-DCARRY)
 *	-DRETURN_ANSWERS  RETURNED counts as the answer to RECALL (-DCARRY)
 *	-DRETURN_SILENT	who has given it back does not answer RECALL (-DCARRY)
 *	-DCARRY_TO_WRITER  a writer's node keeps what was carried to it
 *			(-DCARRY)
 *	-DOFFER_TO_WRITER  a writer's own node need not give back what was offered
 *			to it (-DCARRY -DOFFER)
 *	-DOFFER_UNCOUNTED  the home does not count who reads it (-DCARRY -DOFFER)
 *	-DOFFER_KEPT	a node reads what was recalled (-DCARRY -DOFFER)
 *	-DINLINE_DROPS	a writer who gets the bytes in the grant does not care
 *			for those who fetch (-DCARRY -DOFFER -DSMALL)
 *	-DKEEP_COUNT	the home does not hear how many versions were made (-DKEEP)
 *	-DKEEP_BUSY	the right goes back while somebody uses it (-DKEEP)
 *	-DKEEP_FOREVER	nobody asks for it when the block is destroyed (-DKEEP)
 *	-DKEEP_ALL	readers do not wait for who writes by it (-DKEEP)
 *	-DKEEP_JOINED	the home lets others of that node join (-DKEEP
 *			-DWRITES=3)
 *	-DKEEP_ASIDE	a grant that was put aside keeps the right (-DKEEP
 *			-DSHORT=1)
 *	-DKEEP_PARTED	the right is not recalled for parts (-DKEEP -DPARTED)
 *	-DKEEP_ON	who was asked for it goes on (-DKEEP -DENDLESS)
 *	-DKEEP_REFUSED	it goes on when a task has been refused (-DKEEP -DWAITERS)
 *	-DKEEP_SILENT	a node that does not keep it does not say so (-DKEEP
 *			-DMEETING)
 *	-DKEEP_ASKED	it begins although others have asked (-DKEEP -DWAITERS)
 *	-DPASS_LEASED	the right goes although others have leases (-DPASS -DCARRY)
 *	-DPASS_PAST	or although they fetch those bytes from that node (-DPASS)
 *	-DPASS_EARLY	the home gives its bytes up when it passes it (-DPASS)
 *	-DPASS_STAYS	or not even when the node has written (-DPASS)
 *	-DPASS_FETCHED	or then, but not caring for who fetches them (-DPASS)
 *	-DPASS_LOST	a node gives its copy up, and says nothing (-DPASS)
 *	-DPASS_SILENT	nor when it cannot take the right (-DPASS)
 *	-DPASS_ASKED	it takes it although it has asked (-DPASS -DWAITERS)
 *	-DPASS_READ	the right stays behind a reader, who says it is not there
 *			(-DPASS)
 *	-DHOME_WRITTEN	the home takes bytes while somebody writes (-DHOMEWARD)
 *	-DHOME_OLD	or of any version (-DHOMEWARD)
 *	-DHOME_DROPS	and does not care for those who fetch them (-DHOMEWARD)
 *	-DPARTED_EARLY	the answer does not wait for leases (-DPARTED)
 *	-DNO_YIELDS	the lease of a writer whose grant may be on its way is
 *			not recalled for it (-DPARTED)
 */
#ifndef STARTS
#ifdef ENDLESS
#define STARTS	3
#else
#define STARTS	5
#endif
#endif
#ifndef WRITES
#define WRITES	2		/* or 3 */
#endif

#define NODES	3
#define HOME	0
#define NONE	3		/* no node */
#define V	(WRITES + 1)	/* versions */
#define AT(n, v) ((n) * V + (v))

/* Tasks, two a node; a new one takes the place of one that is done. */
#define TASKS	6
#define NODE(t)	((t) / 2)
#define FREE	0
#define ASKED	1
#define ASIDE	2		/* granted, but there is no memory */
#define WAITS	3		/* for bytes */
#define HAS	4
byte state[TASKS];
#define READ	0
#define RW	1
#define EW	2
byte mode[TASKS];
byte ver[TASKS];		/* asked or aside: needs that here, plus 1; has
				 * or waits: that it is */
byte mark[TASKS];		/* a writer's bit; a reader asks: what it must
				 * see; a reader has: what it sees */
byte starts = STARTS, writes;

/* What nodes have, at AT(node, version).  Bytes are two halves, and each
 * writer adds its bit to both. */
#define ABSENT	0
#define FETCHING 1
#define HALF	2		/* of it is here */
#define READY	3
byte copy[NODES * V], lo[NODES * V], hi[NODES * V];
bool pinned[NODES * V];
byte source[NODES * V], owed[NODES * V];
byte lease[NODES];		/* of that version, plus 1 */

#define USES(t, v)	(state[t] >= WAITS && ver[t] == v)
#define REFS(n, v)	(USES(2 * (n), v) || USES(2 * (n) + 1, v))

/* The home. */
byte version, holder = NONE, fetches, writers, writer, due;
bool exclusive, destroyed, gone;
bool leases[NODES];
byte past[NODES * V];		/* fetches from who is not the holder any more,
				 * at AT(node, version) */
chan queue = [TASKS] of { byte };
byte confirmed;			/* bits of writers: RELEASE was handled */

#ifdef PARTED
#define PARTS	3		/* begins as a mode, and is EW */
byte parts;			/* the task that stands for them, plus 1 */
byte part_bit;			/* its bit, from then on */
bool asked, parted;		/* PARTITION has come; PARTED has left */
bool yields[NODES];		/* a grant ends the lease: it may be on its
				 * way */
bool behind[TASKS];		/* began after PARTED */
#endif

#ifdef CARRY
byte carries = CARRY;
bool carried[NODES];		/* home: that lease came with a satisfaction */
bool once[NODES];		/* the node knows so, and may give it back */
#define ROOM	8
#else
#define ROOM	5
#endif

#ifdef HOMEWARD
byte brings = HOMEWARD;
#endif

#ifdef OFFER
byte offer[NODES];		/* a node: may fetch that version, plus 1 */
bool offered[NODES];		/* home: has not heard what became of it */
#define forget_offer(n)	offer[n] = 0
#define IS_OFFERED(n)	offer[n]
#ifdef OFFER_TO_WRITER
#define ALSO_WRITER(n)	false
#else
#define ALSO_WRITER(n)	offered[n]
#endif
#else
#define forget_offer(n)	skip
#define IS_OFFERED(n)	false
#define ALSO_WRITER(n)	false
#endif

#if defined(WAITERS) || defined(MEETING)
bool patient;			/* if there is a chance in this step */
bool waits[TASKS];		/* for the other task of its node */
#define OTHER(t)	((t) % 2 == 0 -> (t) + 1 : (t) - 1)
#define IS_WAITING(t)	waits[t]
#else
#define IS_WAITING(t)	false
#endif
#ifdef MEETING
#define IS_AWAITED(is)	((is) == ASKED || (is) == ASIDE || (is) == WAITS)
#else
#define IS_AWAITED(is)	((is) == ASKED)
#endif
#ifdef MEETING
/* The other, t, asks behind nobody else. */
#define NOBODY_BUT(t) \
	((state[0] != ASKED || (t) / 2 == 0) && \
	 (state[1] != ASKED || (t) / 2 == 0) && \
	 (state[2] != ASKED || (t) / 2 == 1) && \
	 (state[3] != ASKED || (t) / 2 == 1) && \
	 (state[4] != ASKED || (t) / 2 == 2) && \
	 (state[5] != ASKED || (t) / 2 == 2))
#define MAY_MEET(t) \
	(state[OTHER(t)] && mode[OTHER(t)] == RW && NOBODY_BUT(t))
#define IS_MEETING \
	(waits[0] || waits[1] || waits[2] || waits[3] || waits[4] || waits[5])
#else
#define IS_MEETING	false
#endif

#ifdef KEEP
byte may_keep = KEEP;
bool keep_now;			/* if there is a chance in this step */
bool kept, wanted;		/* home: the writers' node keeps the right; it
				 * was asked for it */
byte right[NODES];		/* a node has it: its newest version, plus 1 */
byte since[NODES];		/* and that which it was given */
bool ends[NODES];		/* it goes back when nobody uses it */
#ifdef PASS
byte passes = PASS;
bool passed;			/* home: that right was sent unasked */
bool spare[NODES];		/* a node: and nobody has written by it */
#define IS_SPARE(n)	spare[n]
#else
#define IS_SPARE(n)	false
#endif
/* Nobody of a node, but for the one whose grant is handled. */
#ifdef KEEP_ASKED
#define NONE_ELSE_ASKS(n)	true
#else
#define NONE_ELSE_ASKS(n) \
	((state[2 * (n)] == ASKED) + (state[2 * (n) + 1] == ASKED) <= 1)
#endif
#define IS_KEPT	kept
#define RIGHT(n) right[n]
#else
#define IS_KEPT	false
#define RIGHT(n) false
#endif

/* Messages: kind; task or version; for GRANT: version, holder, flags, bytes;
 * for FETCHED: how many, and from where. */
#define GRANT	1
#define DROP	2
#define RECALL	3
#define ACQUIRE	4
#define FETCHED	5
#define RELEASE	6
#define RECALLED 7
#define RETURNED 8
#define CARRIED	9
#define YIELD	10
#define OFFERED	11
#define PASSED	12
#define BROUGHT	13
#define FETCH	1
#define COPY	2
#define INLINE	4
#define FRESH	8
#define LEASE	16
#define KEEPS	32
chan down[2] = [ROOM] of { byte, byte, byte, byte, byte, byte };
chan up[2] = [ROOM] of { byte, byte, byte, byte };
#define DOWN(n)	down[(n) - 1]
#define UP(n)	up[(n) - 1]

#ifdef ENDLESS
/* A writer of the home waits: all others may ask as often as they like, but not
 * before messages have come. */
#define EW_ASKS(t)	(state[t] == ASKED && mode[t] == EW)
#define ON		(EW_ASKS(0) || EW_ASKS(1))
#define PLENTY(t) \
	(!(ON) && starts || ON && (!NODE(t) || empty(DOWN(NODE(t)))))
#define SERVED(t)	(state[t] == HAS && mode[t] == EW)
#define OVER		(SERVED(0) || SERVED(1))
#else
#define OVER		0
#define ON		0
#define PLENTY(t)	starts
#endif

/* -- A node ------------------------------------------------------------- */

/* Task t has its bytes, in the copy of version v. */
inline begin(t, v)
{
	printf("  task %d of node %d has %d\n", t, NODE(t), v);
	assert(copy[AT(NODE(t), v)] == READY);
#ifdef PARTED
	assert(!behind[t] || (confirmed & part_bit));
#endif
	if
	:: mode[t] == READ ->
		assert(lo[AT(NODE(t), v)] == hi[AT(NODE(t), v)]);
		/* All that was released before it asked. */
		assert((lo[AT(NODE(t), v)] & mark[t]) == mark[t]);
		/* Nothing of who has not released. */
		assert((lo[AT(NODE(t), v)] & confirmed) ==
		       lo[AT(NODE(t), v)]);
		mark[t] = lo[AT(NODE(t), v)]
	:: else ->
		b = 0;
		do
		:: b < TASKS ->
			assert(state[b] != HAS || mode[b] == READ || b == t ||
			       mode[b] == RW && mode[t] == RW &&
				       NODE(b) == NODE(t));
			b++
		:: else -> break
		od;
		b = 0;
		assert((lo[AT(NODE(t), v)] & confirmed) == confirmed);
		assert((hi[AT(NODE(t), v)] & confirmed) == confirmed);
		assert(mode[t] == RW || lo[AT(NODE(t), v)] == confirmed);
		lo[AT(NODE(t), v)] = lo[AT(NODE(t), v)] | mark[t]
	fi;
	ver[t] = v;
	state[t] = HAS
}

/* The home does not count on these bytes any more: they are cached. */
inline drop(n, v)
{
	assert(copy[AT(n, v)] == READY && pinned[AT(n, v)]);
	pinned[AT(n, v)] = false
}

inline send_drop(n, v)
{
	printf("  drop %d on %d\n", v, n);
	if
	:: n == HOME -> drop(n, v)
	:: else -> DOWN(n)!DROP,v,0,0,0,0
	fi
}

inline fetched(which, count, where)
{
	assert(!gone);
	if
	:: past[AT(where, which)] ->
		assert(past[AT(where, which)] >= count);
		past[AT(where, which)] = past[AT(where, which)] - count;
		if
		:: !past[AT(where, which)] -> send_drop(where, which)
		:: else
		fi
#ifdef EARLY_DROP
	:: which != version || fetches < count -> skip
#endif
	:: else ->
		assert(which == version && where == holder && fetches >= count);
		fetches = fetches - count
	fi
}

#ifdef KEEP_COUNT
#define MADE	1
#else
#define MADE	made
#endif

/* The holder is it no more, while so many fetch from it. */
inline keep_past(count)
{
	if
#ifndef EARLY_DROP
	:: (count) ->
		past[AT(holder, version)] = count
#endif
	:: else -> send_drop(holder, version)
	fi;
	fetches = 0
}

inline release(n, its, made)
{
	assert(!gone && writers && writer == n);
	confirmed = confirmed | its;
	writers--;
#ifdef KEEP
	kept = false;
	wanted = false;
#endif
#ifdef PASS
	if
#ifdef PASS_STAYS
	:: passed -> skip
#elif defined(PASS_FETCHED)
	:: passed -> keep_past(0)
#elif !defined(PASS_EARLY)
	:: passed -> keep_past(fetches)
#endif
	:: else
	fi;
	passed = false;
#endif
#ifdef PARTED
	yields[n] = false;
#endif
	if
	:: !writers ->
		version = version + MADE;
		holder = n;
		exclusive = false;
		writer = 0
	:: else
	fi
}

/* To the home, which may be here. */
inline tell_fetched(n, v, count, where)
{
	if
	:: n == HOME -> fetched(v, count, where)
	:: else -> UP(n)!FETCHED,v,count,where
	fi
}

inline forget(n, v)
{
	copy[AT(n, v)] = ABSENT;
	pinned[AT(n, v)] = false;
	lo[AT(n, v)] = 0;
	hi[AT(n, v)] = 0
}

#ifdef IN_PLACE
#define IS_READ(n, v)	0
#else
#define IS_READ(n, v)	REFS(n, v)
#endif

#ifdef CARRY
/* What was carried to node n counts no more. */
inline keeps(n)
{
	once[n] = false
}
#else
#define keeps(n)	skip
#endif

/* A writer makes version v + 1 of version v, which is here. */
inline write_here(n, v, flags)
{
	copy[AT(n, v + 1)] = READY;
	lo[AT(n, v + 1)] = lo[AT(n, v)];
	hi[AT(n, v + 1)] = hi[AT(n, v)];
	if
#ifndef NO_COPY
	/* Unless it was dropped while the grant lay aside. */
	:: (flags & COPY) && pinned[AT(n, v)] -> skip
#endif
	:: else ->
		pinned[AT(n, v)] = false;
		if
		:: IS_READ(n, v)
		/* In place. */
		:: else ->
			forget(n, v);
			if
			:: lease[n] == v + 1 ->
				lease[n] = 0;
				keeps(n)
			:: else
			fi
		fi
	fi
}

#if defined(KEEP) && !defined(KEEP_SILENT)
/* There will be no right: the home hears so. */
inline decline(n)
{
	UP(n)!YIELD,0,0,0
}
#else
#define decline(n)	skip
#endif

/* A grant comes to node n: task t may have version v, or make the next one of
 * it. */
inline carry_out(n, who, old, from, flags, bytes)
{
	printf("  grant: task %d, version %d from %d, flags %d\n", who, old,
	       from, flags);
	w = (mode[who] == READ -> old : old + 1);
	if
	:: flags & LEASE ->
		lease[n] = old + 1;
		keeps(n)
#if !defined(KEEP_LEASE) && !defined(CARRY_TO_WRITER)
	:: mode[who] != READ ->
		lease[n] = 0;
		keeps(n)
#endif
	:: else
	fi;
	if
	:: copy[AT(n, w)] != ABSENT -> skip
	:: copy[AT(n, w)] == ABSENT && mode[who] != READ &&
	   copy[AT(n, old)] == READY ->
		write_here(n, old, flags)
	:: else ->
		if
		:: (flags & (FRESH | INLINE)) ->
			copy[AT(n, w)] = READY;
			lo[AT(n, w)] = bytes;
			hi[AT(n, w)] = bytes
		:: else ->
			/* Or nobody has the bytes. */
			assert(flags & FETCH);
			copy[AT(n, w)] = FETCHING;
			source[AT(n, w)] = from
		fi
	fi;
	if
	:: mode[who] != READ -> pinned[AT(n, w)] = true
	:: else
	fi;
#ifdef KEEP
	if
	:: (flags & KEEPS) && NONE_ELSE_ASKS(n) ->
		right[n] = w + 1;
		since[n] = old
	:: (flags & KEEPS) && !(NONE_ELSE_ASKS(n)) -> decline(n)
	:: else
	fi;
#endif
	ver[who] = w;
	if
	:: copy[AT(n, w)] == READY ->
		if
		:: flags & FETCH -> tell_fetched(n, old, 1, from)
		:: else
		fi;
		begin(who, w)
	:: else ->
		state[who] = WAITS;
		if
#ifdef ONE_FETCHED
		:: owed[AT(n, w)] -> skip
#endif
#ifndef ONE_SOURCE
		/* From elsewhere already: the home is the holder now. */
		:: (flags & FETCH) && source[AT(n, w)] != from ->
			tell_fetched(n, old, 1, from)
#endif
		:: else ->
			owed[AT(n, w)] = owed[AT(n, w)] +
					 (flags & FETCH -> 1 : 0)
		fi
	fi
}

#ifdef SHORT
/* Grants that wait for memory. */
chan aside = [TASKS] of { byte, byte, byte, byte, byte };
byte shortages = SHORT;
bool put_off;			/* if memory is needed in this step */

#ifdef PASS_JOIN
#define JOINS_ASIDE(t)	0
#else
#define JOINS_ASIDE(t) \
	(mode[t] != READ && \
	 (IS_ASIDE(2 * NODE(t)) || IS_ASIDE(2 * NODE(t) + 1)))
#define IS_ASIDE(t)	(state[t] == ASIDE && mode[t] != READ)
#endif
#ifdef ASIDE_HERE
#define IS_BEHIND(t) \
	(mode[t] == READ && (state[2 * NODE(t)] == ASIDE || \
			     state[2 * NODE(t) + 1] == ASIDE))
#else
#define IS_BEHIND(t)	0
#endif

/* YIELD passes it. */
#ifdef KEEP_ASIDE
#define KEPT_ASIDE	255
#else
#define KEPT_ASIDE	(KEEPS - 1)
#endif

/* Carries the grant out, or puts it aside until there is memory. */
inline take(n, who, old, from, flags, bytes)
{
	w = (mode[who] == READ -> old : old + 1);
	if
	:: copy[AT(n, w)] == ABSENT && (put_off || JOINS_ASIDE(who)) ||
	   IS_BEHIND(who) ->
		printf("  aside: task %d, version %d\n", who, old);
		if
		:: put_off -> shortages--
		:: else
		fi;
		put_off = false;
		lease[n] = 0;
		keeps(n);
		aside!who,old,from,flags & KEPT_ASIDE,bytes;
#if defined(KEEP) && !defined(KEEP_ASIDE)
		if
		:: flags & KEEPS -> decline(n)
		:: else
		fi;
#endif
		state[who] = ASIDE;
		/* The bytes that it needs must stay. */
#ifdef NO_HOLD
		ver[who] = 0
#else
		ver[who] = (IS_BEHIND(who) -> 0 :
			    (copy[AT(n, old)] == READY -> old + 1 : 0))
#endif
	:: else -> carry_out(n, who, old, from, flags, bytes)
	fi
}

inline resume()
{
	aside?m,v,t,x,y;
	n = NODE(m);
	printf("again: task %d\n", m);
	carry_out(n, m, v, t, x, y)
}

inline may_run_short()
{
	if
	:: true
	:: shortages -> put_off = true
	fi
}
#define IS_SHORT	nempty(aside)
#else
#define take	carry_out
#define resume()	skip
#define may_run_short()	skip
#define IS_SHORT	0
#endif

/* The home has fetched the newest version: it is the holder from here on. */
inline adopt()
{
	if
	:: !writers && !destroyed && holder != HOME && holder != NONE &&
	   copy[AT(HOME, version)] == READY ->
		printf("  the home holds %d\n", version);
		keep_past(fetches);
		holder = HOME;
		pinned[AT(HOME, version)] = true
	:: else
	fi
}

/* Half of the bytes of copy c = AT(n, w) comes.  No code runs at the source. */
inline transfer(c)
{
	n = c / V;
	w = c % V;
	v = (pinned[c] -> w - 1 : w);
	assert(copy[AT(source[c], v)] == READY);
	if
	:: copy[c] == FETCHING ->
		copy[c] = HALF;
		lo[c] = lo[AT(source[c], v)]
	:: else ->
		hi[c] = hi[AT(source[c], v)];
		copy[c] = READY;
		tell_fetched(n, v, owed[c], source[c]);
		owed[c] = 0;
		source[c] = 0;
		if
		:: n == HOME && adopts -> adopt()
		:: else
		fi;
		x = 0;
		do
		:: x < TASKS ->
			if
			:: state[x] == WAITS && NODE(x) == n && ver[x] == w ->
				begin(x, w)
			:: else
			fi;
			x++
		:: else -> break
		od
	fi
}

#ifdef PARTED
#define IS_PARTS(t)	(parts == t + 1)
#else
#define IS_PARTS(t)	false
#endif

#ifdef KEEP
#define IS_WRITER(t)	(state[t] >= WAITS && mode[t] != READ)
#define NONE_WRITES(n)	(!IS_WRITER(2 * (n)) && !IS_WRITER(2 * (n) + 1))
#define JOINS(t)	(state[t] == HAS && mode[t] == RW)

#ifdef KEEP_BUSY
#define MAY_END(n)	true
#else
#define MAY_END(n)	NONE_WRITES(n)
#endif
#ifdef KEEP_ON
#define IS_ENDING(n)	false
#else
#define IS_ENDING(n)	ends[n]
#endif
#ifdef KEEP_ALL
#define MAY_READ_BY_RIGHT(n)	true
#else
#define MAY_READ_BY_RIGHT(n)	NONE_WRITES(n)
#endif
#ifdef SHORT
#define HAS_ROOM	!put_off
#else
#define HAS_ROOM	true
#endif

/* A new task in place t of node n, to do that, asks nobody. */
#define NEEDS_NOBODY(n, t, how) \
	(right[n] && !IS_ENDING(n) && HAS_ROOM && !IS_PARTS(t) && \
	 (how == READ && MAY_READ_BY_RIGHT(n) || \
	  how != READ && NONE_WRITES(n) || \
	  how == RW && (JOINS(2 * (n)) || JOINS(2 * (n) + 1))))

#ifdef PASS
/* What came unasked, and was not used. */
inline lose(n)
{
	printf("  node %d declines\n", n);
	UP(n)!YIELD,0,0,0;
#ifdef PASS_READ
	skip
#else
	spare[n] = false;
	right[n] = 0;
	since[n] = 0;
	ends[n] = false
#endif
}

#ifdef PASS_SILENT
#define refuse_right(n)	skip
#else
#define refuse_right(n)	UP(n)!YIELD,0,0,0
#endif
#ifdef PASS_ASKED
#define NONE_HAS_ASKED(n)	true
#else
#define NONE_HAS_ASKED(n) \
	(state[2 * (n)] != ASKED && state[2 * (n) + 1] != ASKED)
#endif

inline take_passed(n, its, bytes)
{
	if
	:: copy[AT(n, its)] == FETCHING || copy[AT(n, its)] == HALF ||
	   !(NONE_HAS_ASKED(n)) -> refuse_right(n)
	:: else ->
		if
		:: copy[AT(n, its)] == ABSENT ->
			copy[AT(n, its)] = READY;
			lo[AT(n, its)] = bytes;
			hi[AT(n, its)] = bytes
		:: else
		fi;
		right[n] = its + 1;
		since[n] = its;
		spare[n] = true
	fi
}

#ifdef PASS_LEASED
#define NONE_LEASED	true
#else
#define NONE_LEASED	(!leases[1] && !leases[2])
#endif
#ifdef PASS_PAST
#define IS_FREE(n)	true
#else
#define IS_FREE(n)	(!past[AT(n, version)])
#endif
#define IS_PASSING(n) \
	(!OVER && passes && !writers && !len(queue) && !due && \
	 !destroyed && holder == HOME && NONE_LEASED && IS_FREE(n) && \
	 copy[AT(HOME, version)] == READY)

/* Somebody at the home satisfies a slot of node n with the block. */
inline pass(n)
{
	printf("  passed: %d to %d\n", version, n);
	passes--;
	DOWN(n)!PASSED,version,lo[AT(HOME, version)],0,0,0;
	writers = 1;
	writer = n;
	exclusive = true;
	kept = true;
	passed = true;
#ifdef PASS_EARLY
	keep_past(fetches)
#endif
}
#endif

inline begin_by_right(n, t)
{
	w = right[n] - 1;
	if
	:: mode[t] != READ && NONE_WRITES(n) ->
		write_here(n, w, 0);
		w++;
		pinned[AT(n, w)] = true;
		right[n] = w + 1
	:: else
	fi;
	begin(t, w);
#ifdef PASS
	if
	:: spare[n] && mode[t] == READ -> lose(n)
	:: spare[n] && mode[t] != READ ->
		/* He is the only one. */
		spare[n] = false;
		ends[n] = true
	:: else
	fi
#endif
}

/* Back to the home. */
inline may_end(n)
{
	if
#ifdef PASS
	:: right[n] && ends[n] && spare[n] -> lose(n)
#endif
	:: right[n] && ends[n] && !IS_SPARE(n) && MAY_END(n) ->
		printf("  node %d gives the right back, version %d\n", n,
		       right[n] - 1);
		UP(n)!RELEASE,0,right[n] - 1 - since[n],0;
		right[n] = 0;
		since[n] = 0;
		ends[n] = false
	:: else
	fi
}

inline yield(n)
{
	ends[n] = (right[n] != 0);
	may_end(n)
}

/* A task of the node has to ask: nobody passes it. */
#ifdef KEEP_REFUSED
#define refused(n)	skip
#else
#define refused(n)	yield(n)
#endif

/* The home wants it back. */
inline want_back()
{
	if
	:: kept && !wanted ->
		wanted = true;
		DOWN(writer)!YIELD,0,0,0,0,0
	:: else
	fi
}
#else
#define want_back()	skip
#define yield(n)	skip
#define refused(n)	skip
#endif

/* Task t does the rest of what it does, and releases the block. */
inline finish(t)
{
	n = NODE(t);
	v = ver[t];
	printf("task %d of node %d releases %d\n", t, n, v);
	assert(copy[AT(n, v)] == READY);
	ver[t] = 0;
	state[t] = FREE;
#ifdef PARTED
	parts = (parts == t + 1 -> 0 : parts);
#endif
	x = mark[t];
	mark[t] = 0;
	if
	:: mode[t] == READ ->
		assert(lo[AT(n, v)] == x && hi[AT(n, v)] == x)
	:: else ->
		assert(lo[AT(n, v)] & x);
		assert(mode[t] == RW || lo[AT(n, v)] == (hi[AT(n, v)] | x));
		hi[AT(n, v)] = hi[AT(n, v)] | x;
		if
		:: n == HOME -> release(n, x, 1)
#ifdef KEEP
		:: n != HOME && right[n] ->
			confirmed = confirmed | x;
			may_end(n)
#endif
		:: n != HOME && !RIGHT(n) -> UP(n)!RELEASE,x,1,0
		fi
	fi;
	mode[t] = READ
}

#define WRITES_TO(t, v)	(USES(t, v) && mode[t] != READ)
#define WRITTEN(n, v)	(WRITES_TO(2 * (n), v) || WRITES_TO(2 * (n) + 1, v))

/* The newest version that is here, plus 1. */
inline find_cached(n)
{
	h = V;
	do
	:: h && (copy[AT(n, h - 1)] != READY || WRITTEN(n, h - 1)) -> h--
	:: else -> break
	od
}

#define CLAIMS(t, v) \
	((state[t] == ASKED || state[t] == ASIDE) && ver[t] == v + 1)
#ifdef EVICT_CLAIMED
#define CLAIMED(n, v)	0
#else
#define CLAIMED(n, v)	(CLAIMS(2 * (n), v) || CLAIMS(2 * (n) + 1, v))
#endif
#ifdef EVICT_PINNED
#define PINNED(c)	0
#else
#define PINNED(c)	pinned[c]
#endif
#define UNUSED(c) \
	(copy[c] == READY && !PINNED(c) && !REFS(c / V, c % V) && \
	 !CLAIMED(c / V, c % V))
/* As nobody looks meanwhile, it is soon enough before the next step on that
 * node. */
#define IS_UNUSED(c)	(c / V == n && UNUSED(c))

inline evict(c)
{
	printf("evicted: %d of node %d\n", c % V, c / V);
	if
	:: lease[c / V] == c % V + 1 ->
		lease[c / V] = 0;
		keeps(c / V)
	:: else
	fi;
	forget(c / V, c % V);
#if defined(PASS) && !defined(PASS_LOST)
	if
	:: spare[c / V] && right[c / V] == c % V + 1 -> lose(c / V)
	:: else
	fi
#endif
}

#ifdef HOMEWARD
/* What was written here, and nobody here has. */
#define IS_BRINGING(c) \
	(!OVER && brings && c / V != HOME && copy[c] == READY && pinned[c] && \
	 !REFS(c / V, c % V) && !RIGHT(c / V))

inline bring(c)
{
	printf("node %d sends %d home\n", c / V, c % V);
	brings--;
	UP(c / V)!BROUGHT,c % V,lo[c],hi[c]
}

#ifdef HOME_WRITTEN
#define IS_WRITTEN	false
#else
#define IS_WRITTEN	writers
#endif
#ifdef HOME_OLD
#define IS_NEWEST(its)	true
#else
#define IS_NEWEST(its)	(its == version)
#endif
#ifdef HOME_DROPS
#define FETCHED_THERE	0
#else
#define FETCHED_THERE	fetches
#endif

/* The home is the holder then. */
inline brought(n, its, first, second)
{
	if
	:: !IS_WRITTEN && !destroyed && holder == n && IS_NEWEST(its) &&
	   copy[AT(HOME, version)] == ABSENT ->
		copy[AT(HOME, version)] = READY;
		lo[AT(HOME, version)] = first;
		hi[AT(HOME, version)] = second;
		keep_past(FETCHED_THERE);
		holder = HOME;
		pinned[AT(HOME, version)] = true
	:: else
	fi
}
#endif

/* -- The home ----------------------------------------------------------- */

/* Where task t finds the bytes. */
inline find_source(t)
{
	if
	:: writers || holder == NODE(t) && (mode[t] == READ || !fetches) ->
		f = 0
	:: else ->
		if
		:: holder == NONE -> f = FRESH
		:: holder == NODE(t) ->
			f = COPY;
			keep_past(fetches)
		:: holder != NONE && holder != NODE(t) && k == version + 1 ->
			f = 0;
			if
			:: mode[t] != READ -> keep_past(fetches)
			:: else
			fi
#ifdef SMALL
		:: holder == HOME && NODE(t) != HOME && k != version + 1 ->
			f = INLINE;
			assert(copy[AT(HOME, version)] == READY);
			assert(lo[AT(HOME, version)] == hi[AT(HOME, version)]);
			y = lo[AT(HOME, version)];
			if
#ifdef INLINE_DROPS
			:: mode[t] != READ -> keep_past(0)
#else
			:: mode[t] != READ -> keep_past(fetches)
#endif
			:: else
			fi
#endif
		:: else ->
			f = FETCH;
			if
			:: mode[t] != READ -> keep_past(fetches + 1)
			:: else -> fetches++
			fi
		fi
	fi;
	if
#ifndef NO_PAST
	/* It was the holder before the home. */
	:: mode[t] != READ && past[AT(NODE(t), version)] -> f = f | COPY
#endif
	:: else
	fi
}

#ifdef CARRY
/* The lease of node n, if it has one, is like others. */
inline asked_for(n)
{
	carried[n] = false
}

#ifdef CARRY_WRITTEN
#define MAY_CARRY	true
#else
#define MAY_CARRY	(!writers)
#endif
#define IS_CARRYING(n) \
	(!OVER && carries && MAY_CARRY && !len(queue) && !due && \
	 !destroyed && holder == HOME && !leases[n] && \
	 copy[AT(HOME, version)] == READY)

/* Somebody at the home satisfies a slot of node n with the block. */
inline carry(n)
{
	printf("  carried: %d to %d\n", version, n);
	carries--;
#ifdef OFFER
	DOWN(n)!OFFERED,version,0,0,0,0;
	offered[n] = true;
#else
	DOWN(n)!CARRIED,version,lo[AT(HOME, version)],0,0,0;
#endif
#ifndef CARRY_UNNOTED
	leases[n] = true;
#endif
	carried[n] = true
}

/* The bytes come to node n, or it has them. */
inline take_carried(n, its, bytes)
{
	if
	:: copy[AT(n, its)] == FETCHING || copy[AT(n, its)] == HALF
	:: else ->
		if
		:: copy[AT(n, its)] == ABSENT ->
			copy[AT(n, its)] = READY;
			lo[AT(n, its)] = bytes;
			hi[AT(n, its)] = bytes
		:: else
		fi;
		lease[n] = its + 1;
		once[n] = true
	fi
}

#ifdef OFFER
/* It may fetch them; or it has them, or does so already. */
inline take_offer(n, its)
{
	if
	:: copy[AT(n, its)] == READY ->
		lease[n] = its + 1;
		once[n] = true
	:: copy[AT(n, its)] == ABSENT -> offer[n] = its + 1
	:: else
	fi
}

/* Task t of node n reads what was offered. */
inline begin_by_offer(n, t)
{
	u = offer[n] - 1;
	printf("  node %d fetches %d, which was offered\n", n, u);
	offer[n] = 0;
	UP(n)!RETURNED,u,1,0;
	take(n, t, u, HOME, FETCH, 0);
	u = 0
}

/* A node fetches by it. */
inline begins(n, its)
{
	assert(offered[n] && its == version && holder == HOME);
	offered[n] = false;
#ifndef OFFER_UNCOUNTED
	fetches++
#endif
}
#endif

#define IS_RETURNING(n)	(!OVER && once[n] && lease[n])

inline give_back(n)
{
	printf("  node %d gives %d back\n", n, lease[n] - 1);
	UP(n)!RETURNED,lease[n] - 1,0,0;
#ifndef CARRY_KEPT
	lease[n] = 0;
#endif
	once[n] = false
}

inline returned(n, its)
{
	if
#ifdef RETURN_ANY
	:: leases[n] ->
#else
	:: leases[n] && carried[n] && its == version ->
#endif
		leases[n] = false;
		carried[n] = false
#ifdef RETURN_ANSWERS
	:: !leases[n] && due -> due--
#endif
	:: else
	fi
}
#else
#define asked_for(n)	skip
#endif

inline grant(t)
{
	/* The home sees what it has. */
	k = (NODE(t) == HOME ->
		(copy[AT(HOME, version)] == READY -> version + 1 : 0) : ver[t]);
	d = holder;
	u = version;
	y = 0;
	find_source(t);
	if
	:: mode[t] != READ ->
#ifdef KEEP
		if
		:: keep_now && NODE(t) != HOME && !writers && !len(queue) &&
		   !destroyed && !IS_PARTS(t) && !(f & FETCH) ->
			f = f | KEEPS;
			may_keep--;
			keep_now = false;
			kept = true
		:: else
		fi;
#endif
		writers++;
		writer = NODE(t);
		exclusive = (mode[t] == EW);
#ifdef PARTED
		yields[NODE(t)] = leases[NODE(t)] || yields[NODE(t)];
#endif
		leases[NODE(t)] = false;
		asked_for(NODE(t))
#ifdef LEASE_LATE
	:: mode[t] == READ && NODE(t) != HOME && k == version + 1 ->
#else
	:: mode[t] == READ && NODE(t) != HOME && k == version + 1 &&
	   !len(queue) ->
#endif
		f = f | LEASE;
		leases[NODE(t)] = true;
		asked_for(NODE(t))
	:: else
	fi;
	if
	:: NODE(t) == HOME -> take(HOME, t, u, d, f, y)
	:: else -> DOWN(NODE(t))!GRANT,t,u,d,f,y
	fi;
	k = 0; d = 0; u = 0; y = 0; f = 0
}

/* From node n, unless it is that of the writer. */
inline recall(n, but)
{
	if
	:: leases[n] && (n != but || ALSO_WRITER(n)) ->
		leases[n] = false;
		asked_for(n);
		DOWN(n)!RECALL,0,0,0,0,0;
#ifndef NO_RECALLED
		due++
#endif
	:: else
	fi
}

#ifdef JOIN_ANY
#define SAME_NODE(t)	1
#else
#define SAME_NODE(t)	(writer == NODE(t))
#endif
#ifdef KEEP_JOINED
#define IS_ALONE	exclusive
#else
#define IS_ALONE	(exclusive || IS_KEPT)
#endif
#define MAY_HAVE(t) \
	(!writers || mode[t] == RW && !IS_ALONE && SAME_NODE(t))

/* Serves the queue as far as it goes. */
inline pump()
{
	do
	:: len(queue) && !due ->
		queue?<q>;
		if
		:: MAY_HAVE(q) ->
			if
			:: mode[q] != READ ->
				recall(1, NODE(q));
				recall(2, NODE(q))
			:: else
			fi;
			if
			:: due -> break
			:: else ->
				queue?q;
				grant(q)
			fi
		:: else ->
			want_back();
			break
		fi
	:: else -> break
	od;
	q = 0
}

#ifdef PARTED
#ifdef NO_YIELDS
#define YIELDS(n)	false
#else
#define YIELDS(n)	yields[n]
#endif
#ifdef KEEP_PARTED
#define KEEPS_IT(n)	false
#else
#define KEEPS_IT(n)	(IS_KEPT && writer == n)
#endif

inline recall_for_parts(n)
{
	leases[n] = leases[n] || YIELDS(n) || KEEPS_IT(n);
	yields[n] = false;
	recall(n, HOME)
}

/* PARTITION comes from task t: the parts are a writer who waits. */
inline partition(t)
{
	queue!t;
	pump();
	recall_for_parts(1);
	recall_for_parts(2);
	asked = true
}

/* Those that were recalled for a writer count as well. */
inline answer_parts()
{
	if
#ifdef PARTED_EARLY
	:: asked -> parted = true
#else
	:: asked && !due -> parted = true
#endif
	:: else
	fi
}
#else
#define answer_parts()	skip
#endif

/* A block that was destroyed is freed when nobody needs it. */
inline end_if_unused()
{
	if
	:: destroyed && !gone && !len(queue) && !writers && !due ->
#ifndef NO_LAST_RECALL
		recall(1, HOME);
		recall(2, HOME);
#endif
		b = 0;
		do
		:: b < NODES * V && !past[b] -> b++
		:: else -> break
		od;
		if
		:: b == NODES * V && !due && !fetches ->
#if !defined(NO_RECALLED) && !defined(KEEP_LEASE)
			/* Nobody will use cached bytes of the block. */
			assert(!lease[1] && !lease[2]);
#ifndef OFFER_KEPT
			assert(!IS_OFFERED(1) && !IS_OFFERED(2));
#endif
#endif
			if
			:: holder != NONE -> send_drop(holder, version)
			:: else
			fi;
			holder = NONE;
			gone = true
		:: else
		fi;
		b = 0
	:: else
	fi
}

/* Copies that are older than others of their node matter to nobody. */
inline forget_old()
{
	c = 0;
	do
	:: c < NODES * V ->
		n = c / V;
		find_cached(n);
		if
		:: UNUSED(c) && !pinned[c] && c % V + 1 < h &&
		   lease[n] != c % V + 1 -> forget(n, c % V)
		:: else
		fi;
		c++
	:: else -> break
	od
}

/* Every change at the home ends like this; a step without one does no harm. */
inline settle()
{
	pump();
#ifdef KEEP
	if
#ifndef KEEP_FOREVER
	:: destroyed -> want_back()
#endif
	:: else
	fi;
	keep_now = false;
#endif
	end_if_unused();
	forget_old();
	answer_parts();
#if defined(WAITERS) || defined(MEETING)
	t = 0;
	do
	:: t < TASKS ->
		waits[t] = waits[t] && IS_AWAITED(state[OTHER(t)]);
		t++
	:: else -> break
	od;
#endif
#ifdef SHORT
	put_off = false;
#endif
	c = 0; h = 0; m = 0; n = 0; t = 0; u = 0; v = 0; w = 0; x = 0; y = 0
}

inline acquire(t)
{
	assert(!destroyed);
	if
#ifdef LEASE_LATE
	:: mode[t] == READ && writers && writer != NODE(t) &&
	   ver[t] == version + 1 ->
		grant(t)
#endif
#ifdef JOIN_PAST
	:: mode[t] == RW && writers && MAY_HAVE(t) -> grant(t)
#endif
#ifdef PARTED
	:: parts == t + 1 -> partition(t)
#endif
	:: else -> queue!t
	fi
}

#ifdef NO_ASK
#define MAY_READ	h
#else
#define MAY_READ	lease[n]
#endif

/* A new task on node n, in place t. */
inline start(n, t, how)
{
	find_cached(n);
#ifdef WAITERS
	waits[t] = patient && state[OTHER(t)] == ASKED;
	patient = false;
#endif
#ifdef MEETING
	/* Until this one has it the other one does not go on. */
	waits[OTHER(t)] = patient && how == RW && MAY_MEET(t);
	patient = false;
#endif
#ifdef PARTED
	behind[t] = parted;
	if
	:: how == PARTS ->
		how = EW;
		parts = t + 1;
		part_bit = 1 << writes
	:: else
	fi;
#endif
	mode[t] = how;
	if
	:: how == READ -> mark[t] = confirmed
	:: how != READ && ON -> mark[t] = 1
	:: else ->
		mark[t] = 1 << writes;
		writes++
	fi;
	starts = starts - !(ON);
	printf("task %d of node %d asks, mode %d, has %d\n", t, n, how, h);
	if
	:: how == READ && MAY_READ ->
		h = MAY_READ - 1;
		begin(t, h)
#ifdef OFFER
	:: how == READ && !(MAY_READ) && IS_OFFERED(n) -> begin_by_offer(n, t)
#endif
#ifdef KEEP
	:: !(how == READ && (MAY_READ || IS_OFFERED(n))) &&
	   NEEDS_NOBODY(n, t, how) ->
		begin_by_right(n, t)
#endif
	:: else ->
		refused(n);
		state[t] = ASKED;
		ver[t] = h;
		if
		:: n == HOME -> acquire(t)
		:: else -> UP(n)!ACQUIRE,t,0,0
		fi
	fi
}

/* -- Steps -------------------------------------------------------------- */

#define ANY_COPY(is) \
	:: is(0) -> c = 0 :: is(1) -> c = 1 :: is(2) -> c = 2 \
	:: is(3) -> c = 3 :: is(4) -> c = 4 :: is(5) -> c = 5 \
	:: is(6) -> c = 6 :: is(7) -> c = 7 :: is(8) -> c = 8 MORE(is)
#if WRITES < 3
#define MORE(is)
#else
#define MORE(is) \
	:: is(9) -> c = 9 :: is(10) -> c = 10 :: is(11) -> c = 11
#endif

/* Some of what is unused on node n goes. */
inline may_evict()
{
	do
	:: atomic {
		if
		ANY_COPY(IS_UNUSED)
		fi;
		d_step { evict(c); c = 0 }
	   }
	:: true -> break
	od
}

inline arrive_at_home()
{
	UP(n)?c,x,y,t;
	printf("home: %d from node %d\n", c, n);
	if
	:: c == ACQUIRE -> m = x; x = 0; y = 0; acquire(m)
	:: c == FETCHED -> fetched(x, y, t)
	:: c == RELEASE -> release(n, x, y)
#ifdef HOMEWARD
	:: c == BROUGHT -> brought(n, x, y, t)
#endif
#ifdef KEEP
	:: c == YIELD ->
		assert(kept && writer == n);
		kept = false;
		wanted = false;
#ifdef PASS
		if
		:: passed ->
			passed = false;
			writers = 0;
			writer = 0;
			exclusive = false
		:: else
		fi
#endif
#endif
	:: c == RECALLED ->
		due = (due -> due - 1 : 0);
#ifdef OFFER
		offered[n] = false
#endif
#ifdef CARRY
	:: c == RETURNED ->
#ifdef OFFER
		if
		:: y -> begins(n, x)
		:: else
		fi;
#endif
		returned(n, x)
#endif
	fi
}

#ifdef KEEP
inline may_be_kept()
{
	if
	:: true
	:: may_keep -> keep_now = true
	fi
}
#else
#define may_be_kept()	skip
#endif

#if defined(WAITERS)
inline may_be_patient()
{
	if
	:: true
	:: state[OTHER(t)] == ASKED -> patient = true
	fi
}
#elif defined(MEETING)
inline may_be_patient()
{
	if
	:: true
	:: c == RW && MAY_MEET(t) -> patient = true
	fi
}
#else
#define may_be_patient()	skip
#endif

#ifdef RETURN_SILENT
#define IS_ANSWERED	lease[n]
#else
#define IS_ANSWERED	true
#endif

inline arrive()
{
	DOWN(n)?c,m,v,t,x,y;
	printf("node %d: %d\n", n, c);
	if
	:: c == GRANT ->
		forget_offer(n);
		take(n, m, v, t, x, y)
	:: c == DROP -> drop(n, m)
#ifdef CARRY
	:: c == CARRIED -> take_carried(n, m, v)
#endif
#ifdef OFFER
	:: c == OFFERED -> take_offer(n, m)
#endif
#ifdef KEEP
	:: c == YIELD ->
		yield(n)
#endif
#ifdef PASS
	:: c == PASSED -> take_passed(n, m, v)
#endif
#ifdef RETURN_SILENT
	:: c == RECALL && !lease[n]
#endif
	:: c == RECALL && IS_ANSWERED ->
		lease[n] = 0;
#ifndef OFFER_KEPT
		forget_offer(n);
#endif
		keeps(n);
		yield(n);
		UP(n)!RECALLED,0,0,0
	fi
}

#define ANY_TASK(is) \
	:: is(0) -> t = 0 :: is(1) -> t = 1 :: is(2) -> t = 2 \
	:: is(3) -> t = 3 :: is(4) -> t = 4 :: is(5) -> t = 5
#define IS_HAVING(t)	(!OVER && state[t] == HAS && !IS_WAITING(t))
#define NONE_ASKS \
	(state[0] != ASKED && state[1] != ASKED && state[2] != ASKED && \
	 state[3] != ASKED && state[4] != ASKED && state[5] != ASKED)

/* The first free place of a node; 2 does not begin before 1, for they are
 * alike. */
#define MAY_START(t) \
	(!state[t] && (t % 2 == 0 || state[t - 1]) && (t < 4 || begun))
#define IS_STARTING(t) \
	(!OVER && PLENTY(t) && MAY_START(t) && !(IS_MEETING))
#define IS_FETCHING(c) \
	(!OVER && (copy[c] == FETCHING || copy[c] == HALF))

active proctype job()
{
	byte b, c, d, f, h, k, m, n, q, t, u, v, w, x, y;
	bool begun, adopts;

	do
	:: atomic {
		if
		ANY_TASK(IS_STARTING)
		fi;
		n = NODE(t);
		may_evict();
		if
		:: c = READ
		:: writes < WRITES || ON -> c = RW
		:: writes < WRITES && !(ON) -> c = EW
#ifdef PARTED
		:: writes < WRITES && !part_bit -> c = PARTS
#endif
		fi;
		may_run_short();
		may_be_patient();
		d_step {
			begun = begun || n;
			start(n, t, c);
			settle()
		}
	   }
	:: atomic {
		if
		ANY_TASK(IS_HAVING)
		fi;
		may_run_short();
		may_be_kept();
		d_step { m = t; finish(m); settle() }
	   }
	:: atomic {
		if
		ANY_COPY(IS_FETCHING)
		fi;
		if
		:: true
		:: adopts = true
		fi;
		d_step { transfer(c); adopts = false; settle() }
	   }
	:: atomic {
		if
		:: !OVER && nempty(UP(1)) -> n = 1
		:: !OVER && nempty(UP(2)) -> n = 2
		fi;
		may_run_short();
		may_be_kept();
		d_step { arrive_at_home(); settle() }
	   }
	:: atomic {
		if
		:: !OVER && nempty(DOWN(1)) -> n = 1
		:: !OVER && nempty(DOWN(2)) -> n = 2
		fi;
		may_evict();
		may_run_short();
		d_step { arrive(); settle() }
	   }
	:: d_step { IS_SHORT -> resume(); settle() }
#ifdef CARRY
	:: atomic {
		if
		:: IS_CARRYING(1) -> n = 1
		:: IS_CARRYING(2) -> n = 2
		fi;
		d_step { carry(n); settle() }
	   }
	:: atomic {
		if
		:: IS_RETURNING(1) -> n = 1
		:: IS_RETURNING(2) -> n = 2
		fi;
		d_step { give_back(n); settle() }
	   }
#endif
#ifdef PASS
	:: atomic {
		if
		:: IS_PASSING(1) -> n = 1
		:: IS_PASSING(2) -> n = 2
		fi;
		d_step { pass(n); settle() }
	   }
#endif
#ifdef HOMEWARD
	:: atomic {
		if
		ANY_COPY(IS_BRINGING)
		fi;
		d_step { bring(c); settle() }
	   }
#endif
	:: d_step {
		!OVER && !starts && NONE_ASKS && !destroyed -> destroyed = true;
		settle()
	   }
	:: else -> break
	od;
	if
	:: OVER -> goto over
	:: else
	fi;
	/* Everybody got the block, which is gone, or cached and unused. */
	assert(gone && !due && !len(queue));
#ifdef CARRY
	assert(!leases[1] && !leases[2]);
#endif
	assert(confirmed == (1 << writes) - 1);
#ifdef PARTED
	assert(parted == (part_bit != 0));
#endif
	t = 0;
	do
	:: t < TASKS -> assert(!state[t]); t++
	:: else -> break
	od;
	c = 0;
	do
	:: c < NODES * V -> assert(!copy[c] || UNUSED(c)); c++
	:: else -> break
	od;
over:	skip
}
