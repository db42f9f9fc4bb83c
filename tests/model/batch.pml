/* SPDX-License-Identifier: BSD-3-Clause */
/* batch.pml - packets and confirmations between two nodes: fabric/batch.c,
 * receive.c and what of fabric.c belongs to them.
 *
 * Claims that whoever waits for a confirmation goes on, and never before the
 * peer has handled the op, and that ops arrive in their order.  Two threads, on one node or on two, send ops and
 * wait for the last; the transport takes packets when it likes, refuses
 * some, and tells late that it is done with one.  This is what stream.pml takes
 * for granted.  Left out: ops cut into fragments, lost peers, memory that is
 * short.
 *
 *	-DROUNDS=n	so many times each
 *	-DREFUSE=n	so often a packet is refused
 *	-DALONE		of neighbours: a packet is over when it is sent, without the
 *			lock; and an op may leave alone, under the lock, if nothing
 *			else is for that peer: ocr_batch_put_locked()
 *	-DNO_REPLY	the receiver forgets that it owes an answer: must fail
 *	-DONE_WISH	of two wishes the later one is forgotten: must fail
 *	-DTOO_EARLY	ops are confirmed on arrival: must fail
 *	-DNO_SECOND_LOOK  what a thread wants to leave while another one hands
 *			packets to the transport is not looked for: must fail
 * With -DALONE, must fail, too:
 *	-DPUT_AHEAD	it leaves though others have gathered
 *	-DPUT_PAST	it leaves though a packet was refused, or waits
 *	-DPUT_PUSHING	it leaves though another thread hands a packet over
 *	-DPUT_LATE	it counts when it has left
 *	-DPUT_KEEPS	one that was refused keeps its number, and gets another
 *	-DPUT_UNTOLD	its packet says again what the one before has said
 */
#ifndef ROUNDS
#define ROUNDS	1
#endif

#ifndef REFUSE
#define REFUSE		1
#endif

#define FULL		2	/* ops in a packet */
#define UNDER_WAY	2	/* packets with the transport: PACKETS_UNDER_WAY */
#define THREADS		3
#define NODE(t)		((t) / 2)

/* struct peer, of either node for the other. */
byte sent[2], open[2];		/* ops: in all, in the open packet */
chan queue[2] = [6] of { byte, byte };	/* closed packets: last op, and ops */
bool refused[2];		/* a packet that comes first */
byte refused_last[2], refused_n[2], refused_want[2];
byte under_way[2];
byte left[2], owed[2], told[2];
byte want[2], want_told[2], want_next[2];
bool flush[2], pushing[2], stalled[2], dirty[2];
byte confirmed[2], handled[2];
byte n_queue[2];

#ifdef ALONE
/* In the hands of who pushes, who has no lock. */
bool going[2];
byte going_last[2], going_n[2], going_want[2], going_told[2];
bool counts[2];			/* holds the lock, to count what has left */
#endif

chan wire[2] = [9] of { byte, byte, byte, byte };	/* last, ops, want, confirmed */
byte arriving[2], arriving_want[2];	/* in the hands of the receiver */
byte received[2];		/* ops, handled or not */
byte may_refuse = REFUSE;

/* Threads: ops to send, the op to be confirmed, waiting for it. */
byte rounds[THREADS], ops[THREADS], seq[THREADS], waits[THREADS];

#define MUST_TELL(n) \
	(owed[n] > told[n] || want_next[n] && left[n] >= want_next[n])

inline close_open(n)
{
	if
	:: open[n] ->
		queue[n]!sent[n],open[n];
		n_queue[n]++;
		open[n] = 0;
		flush[n] = false
	:: else
	fi
}

/* ocr_fabric_send() */
inline send(t)
{
	if
	:: open[NODE(t)] == FULL -> close_open(NODE(t))
	:: else
	fi;
	sent[NODE(t)]++;
	open[NODE(t)]++;
	dirty[NODE(t)] = true;
	if
	:: n_queue[NODE(t)] || refused[NODE(t)] -> pushing[NODE(t)] = true
	:: else
	fi;
	seq[t] = sent[NODE(t)]
}

/* ocr_fabric_confirm() */
inline confirm(t)
{
	if
	:: seq[t] > confirmed[NODE(t)] ->
		waits[t] = seq[t];
		if
		:: seq[t] > want[NODE(t)] -> want[NODE(t)] = seq[t]
		:: else
		fi;
		if
		:: seq[t] > want_told[NODE(t)] &&
		   (!want_next[NODE(t)] || seq[t] < want_next[NODE(t)]) ->
			want_next[NODE(t)] = seq[t]
		:: else
		fi;
		flush[NODE(t)] = open[NODE(t)] > 0;
		push(NODE(t))
	:: else
	fi;
	seq[t] = 0
}

/* ocr_batch_push_locked(): enters, unless somebody is there.  The steps are
 * push_one(), between which others have the lock. */
inline push(n)
{
#ifdef NO_SECOND_LOOK
	if
	:: pushing[n] -> flush[n] = false
	:: else -> pushing[n] = true
	fi
#else
	pushing[n] = true
#endif
}

inline seal(n)
{
	left[n] = last;
	if
	:: want_next[n] && left[n] >= want_next[n] ->
		want_told[n] = (want[n] < left[n] -> want[n] : left[n]);
#ifdef ONE_WISH
		want_next[n] = 0;
#else
		want_next[n] = (want[n] > want_told[n] -> want_told[n] + 1 : 0);
#endif
		wish = want_told[n]
	:: else -> wish = 0
	fi
}

/* The next packet that may leave: found is false if there is none. */
inline next(n)
{
	found = false;
	if
	:: stalled[n] || under_way[n] == UNDER_WAY
	:: else ->
		if
		:: !n_queue[n] && !refused[n] && (flush[n] || MUST_TELL(n)) ->
			close_open(n)
		:: else
		fi;
		if
		:: refused[n] ->
			found = true;
			last = refused_last[n];
			size = refused_n[n];
			wish = refused_want[n];
			refused[n] = false;
			refused_last[n] = 0;
			refused_n[n] = 0;
			refused_want[n] = 0
		:: !refused[n] && n_queue[n] ->
			found = true;
			queue[n]?last,size;
			n_queue[n]--;
			seal(n)
		:: !refused[n] && !n_queue[n] && MUST_TELL(n) ->
			found = true;
			last = left[n];
			size = 0;
			seal(n)
		:: else
		fi
	fi;
	if
#ifdef TOO_EARLY
	:: found -> told[n] = received[n]
#else
	:: found -> told[n] = handled[n]
#endif
	:: else -> pushing[n] = false
	fi
}

inline refuse(n, its_last, its_n, its_want)
{
	refused[n] = true;
	refused_last[n] = its_last;
	refused_n[n] = its_n;
	refused_want[n] = its_want;
	stalled[n] = true
}

/* The transport has done with a packet: ocr_batch_sent(). */
inline sent_one(n)
{
	under_way[n]--;
	if
	:: n_queue[n] || refused[n] || flush[n] || MUST_TELL(n) ->
		dirty[n] = true
	:: else
	fi
}

inline wake(t)
{
	if
	:: waits[t] && waits[t] <= confirmed[NODE(t)] ->
		assert(handled[1 - NODE(t)] >= waits[t]);
		waits[t] = 0
	:: else
	fi
}

/* ocr_receive_packet(), up to its ops. */
inline receive(n)
{
	wire[n]?last,size,wish,sure;
	assert(sure >= confirmed[n] && sure <= left[n]);
	confirmed[n] = sure;
	wake(0);
	wake(1);
	wake(2);
	assert(last == received[n] + size && wish <= last);
	received[n] = last;
	arriving[n] = true;
	arriving_want[n] = wish
}


/* All its ops were handled. */
inline received_all(n)
{
	if
	:: arriving_want[n] > owed[n] -> owed[n] = arriving_want[n]
	:: else
	fi;
	if
#ifndef NO_REPLY
	:: arriving_want[n] && owed[n] > told[n] -> dirty[n] = true
#endif
	:: else
	fi;
	arriving[n] = false;
	arriving_want[n] = 0
}

#define FOR_NODE(guard) \
	:: guard(0) -> n = 0 \
	:: guard(1) -> n = 1
#define FOR_THREAD(guard) \
	:: guard(0) -> t = 0 \
	:: guard(1) -> t = 1 \
	:: guard(2) -> t = 2

/* is_at_rest_locked() */
#ifdef PUT_AHEAD
#define NONE_OPEN(n)	true
#else
#define NONE_OPEN(n)	(!open[n])
#endif
#ifdef PUT_PAST
#define NONE_WAITS(n)	true
#else
#define NONE_WAITS(n)	(!n_queue[n] && !refused[n] && !stalled[n])
#endif
#ifdef PUT_PUSHING
#define NONE_PUSHES(n)	true
#else
#define NONE_PUSHES(n)	(!pushing[n])
#endif
#define IS_AT_REST(n) \
	(NONE_OPEN(n) && NONE_WAITS(n) && NONE_PUSHES(n) && !want_next[n])

#ifdef PUT_LATE
#define HAS_LOCK(n)	(!counts[n])
#else
#define HAS_LOCK(n)	true
#endif

#define IDLE(t)		(rounds[t] && !ops[t] && !seq[t] && !waits[t])
#define SENDS(t)	(ops[t] && HAS_LOCK(NODE(t)))
#define MAY_PUT(t)	(ops[t] && HAS_LOCK(NODE(t)) && IS_AT_REST(NODE(t)))
#define MAY_TRY(t)	(may_refuse && MAY_PUT(t))
#define ASKS(t)		(!ops[t] && seq[t] && HAS_LOCK(NODE(t)))
#ifdef ALONE
#define PUSHES(n)	(pushing[n] && !going[n] && HAS_LOCK(n))
#define GOES(n)		(going[n] && HAS_LOCK(n))
#else
#define PUSHES(n)	(pushing[n])
#endif
#define COUNTS(n)	(counts[n])
#define DIRTY(n)	(dirty[n] && HAS_LOCK(n))
#define STALLED(n)	(stalled[n] && HAS_LOCK(n))
#define DONE(n)		(under_way[n])
#define ARRIVED(n)	(!arriving[n] && len(wire[n]))
#define HANDLES(n)	(arriving[n] && handled[n] < received[n])
#define HANDLED(n)	(arriving[n] && handled[n] == received[n])

active proctype job()
{
	byte n, t, last, size, wish, sure;
	bool found;

	/* Two threads of one node, or one on each. */
	if
	:: rounds[0] = ROUNDS; rounds[1] = ROUNDS
	:: rounds[0] = ROUNDS; rounds[2] = ROUNDS
	fi;
	do
	:: atomic {
		if
		FOR_THREAD(IDLE)
		fi;
		rounds[t]--;
		if
		:: ops[t] = 1
		:: t == 0 -> ops[t] = 2
		fi;
		t = 0
	   }
	:: atomic {
		if
		FOR_THREAD(SENDS)
		fi;
		d_step { ops[t]--; send(t); t = 0 }
	   }
	:: atomic {
		if
		FOR_THREAD(ASKS)
		fi;
		d_step { confirm(t); t = 0 }
	   }
	/* One turn of ocr_batch_push_locked(). */
	:: atomic {
		if
		FOR_NODE(PUSHES)
		fi;
		d_step { next(n) }
		if
		:: !found
#ifdef ALONE
		:: found ->
			going[n] = true;
			going_last[n] = last;
			going_n[n] = size;
			going_want[n] = wish;
			going_told[n] = told[n]
#else
		:: found -> wire[1 - n]!last,size,wish,told[n]; under_way[n]++
		:: found && may_refuse ->
			may_refuse--;
			refuse(n, last, size, wish)
#endif
		fi;
		n = 0; last = 0; size = 0; wish = 0; found = false
	   }
#ifdef ALONE
	:: atomic {
		if
		FOR_NODE(GOES)
		fi;
		if
		:: wire[1 - n]!going_last[n],going_n[n],going_want[n],going_told[n]
		:: may_refuse ->
			may_refuse--;
			refuse(n, going_last[n], going_n[n], going_want[n])
		fi;
		d_step {
			going[n] = false;
			going_last[n] = 0;
			going_n[n] = 0;
			going_want[n] = 0;
			going_told[n] = 0;
			n = 0
		}
	   }
	/* ocr_fabric_send_first(), where there is room.  Where there is none, it
	 * gathers: as above. */
	:: atomic {
		if
		FOR_THREAD(MAY_PUT)
		fi;
		n = NODE(t);
		ops[t]--;
		sent[n]++;
		seq[t] = sent[n];
#ifdef PUT_LATE
		counts[n] = true;
#else
		left[n] = sent[n];
#endif
#ifdef PUT_UNTOLD
		wire[1 - n]!sent[n],1,0,told[n];
#else
		wire[1 - n]!sent[n],1,0,handled[n];
#endif
		told[n] = handled[n];
		n = 0;
		t = 0
	   }
#ifdef PUT_LATE
	:: atomic {
		if
		FOR_NODE(COUNTS)
		fi;
		left[n] = sent[n];
		counts[n] = false;
		n = 0
	   }
#endif
#ifdef PUT_KEEPS
	:: atomic {
		if
		FOR_THREAD(MAY_TRY)
		fi;
		may_refuse--;
		sent[NODE(t)]++;
		left[NODE(t)]++;
		d_step { ops[t]--; send(t); t = 0 }
	   }
#endif
#endif
	/* ocr_fabric_flush() */
	:: atomic {
		if
		FOR_NODE(DIRTY)
		fi;
		d_step {
			dirty[n] = false;
			flush[n] = open[n] > 0;
			push(n);
			n = 0
		}
	   }
	/* poll_due() */
	:: atomic {
		if
		FOR_NODE(STALLED)
		fi;
		d_step { stalled[n] = false; push(n); n = 0 }
	   }
	:: atomic {
		if
		FOR_NODE(DONE)
		fi;
		d_step { sent_one(n); n = 0 }
	   }
	:: atomic {
		if
		FOR_NODE(ARRIVED)
		fi;
		d_step { receive(n); n = 0; last = 0; size = 0; wish = 0; sure = 0 }
	   }
	:: atomic {
		if
		FOR_NODE(HANDLES)
		fi;
		handled[n]++;
		n = 0
	   }
	:: atomic {
		if
		FOR_NODE(HANDLED)
		fi;
		d_step { received_all(n); n = 0 }
	   }
	:: else -> break
	od;
	assert(!waits[0] && !waits[1] && !waits[2]);
	assert(handled[0] == sent[1] && handled[1] == sent[0])
}
