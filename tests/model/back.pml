/* SPDX-License-Identifier: BSD-3-Clause */
/* back.pml - what is given back rides on bytes that go the same way, and the
 * lease ends when somebody there wants the block (doc/change/BLOCKS.md, 4.4.2.1;
 * PROTOCOL.md, 4.17).
 *
 * Node 0 is the home of two blocks, nodes 1 and 2 of one each.  Whoever has
 * bytes of its own at rest may send them to another node, with a lease for one
 * reading and a satisfaction, LENDS times in all (PUSH); the task that this starts
 * reads them or not, and then may want a block of its own node to write.  What
 * was read is given back (RETURNED), and if the next op to that node is a PUSH of
 * the same worker, it rides on that.  A second worker of node 0 writes and sends,
 * too; any node asks a home for a block to write; a block may be destroyed.
 *
 * Claims: who reads by a lease has the newest version, which nobody is writing;
 * whoever wants to write does so in the end, though a worker has nothing more to
 * say; no home hears of a block that is not there; each PUSH arrives; and in the
 * end a home counts no lease but those that have not been used.
 *
 * An op is taken out of a packet only while it is the last one: `tail` is the
 * last op for a node, which another one fixes.  A poll makes it leave.
 * Each step of a handler that takes a lock is one here.  Ops of a pair of nodes
 * come in order.
 *
 * Left out: bytes that are offered, fetches, parts, rights to write that go
 * along (coherence.pml); who reads for longer than the bytes stay as they are.
 *
 *	-DLENDS=n -DWRITES=n	so many of them; an acquisition to write
 *	-DPAIR		there is no node 2
 *	-DREADS=n	so often a node asks for a lease to keep
 *	-DDESTROYS=n	so many blocks are destroyed
 *
 * Mistakes, which must fail:
 *	-DANY_BLOCK	what is back ends the lease of whatever is wanted
 *	-DTWICE		it is taken again by who comes next
 *	-DNOT_TAKEN	nobody takes it if the task wants nothing
 *	-DAT_ONCE	who wants another block, lent as well, is let in
 *	-DKEEPS		who gives a lease back goes on reading by it
 *	-DTO_ANY	it rides on bytes for another node
 *	-DGAVE_STAYS	bytes take the place of bytes
 *	-DSLEEPS	what is last never leaves by itself
 *	-DSILENT	who has given back does not answer RECALL
 *	-DNO_RECALL	another worker takes what has come as given back
 *	-DANSWERS	RETURNED is taken for the answer to RECALL
 */
#ifndef LENDS
#define LENDS 2
#endif
#ifndef WRITES
#define WRITES 1
#endif
#ifndef READS
#define READS 0
#endif
#ifndef DESTROYS
#define DESTROYS 0
#endif
#define NODES	 3
#define BLOCKS	 4
#define NONE	 15
#define WAY(f, t) ((f) * NODES + (t))
#define AT(n, b) ((n) * BLOCKS + (b))
#define HOME(b)	 ((b) < 2 -> 0 : (b) - 1)

#ifdef ANY_BLOCK
#define IS_IT(b) true
#else
#define IS_IT(b) (back_b == b)
#endif
#define IS_NEW(v, b) (v == version[b])
#ifdef TWICE
#define STILL true
#else
#define STILL false
#endif
#ifdef AT_ONCE
#define LET_IN back_has
#else
#define LET_IN false
#endif
#ifdef NO_RECALL
#define OTHERS_TAKE true
#else
#define OTHERS_TAKE false
#endif
#ifdef KEEPS
#define KEPT true
#else
#define KEPT false
#endif
#ifdef TO_ANY
#define MINE(w, to) (gave_to[w] != NONE)
#else
#define MINE(w, to) (gave_to[w] == to && of_whom[WAY(self, to)] == w + 1)
#endif
#ifdef GAVE_STAYS
#define FORGETS false
#else
#define FORGETS true
#endif
#ifdef SLEEPS
#define ALL_LEAVE false
#else
#define ALL_LEAVE true
#endif
#ifdef SILENT
#define ANSWERS_ALWAYS false
#else
#define ANSWERS_ALWAYS true
#endif
#ifdef ANSWERS
#define ENOUGH true
#else
#define ENOUGH false
#endif

mtype = {NOTHING, PUSH, RETURNED, RECALL, RECALLED, ACQUIRE, READ, GRANT, LEASE,
	 RELEASE};

/* Kind, block, version; what rides: block, version. */
chan way[NODES * NODES] = [5] of {mtype, byte, byte, byte, byte};
/* The last op of each, which has not been followed. */
mtype t_kind[NODES * NODES];
byte t_b[NODES * NODES], t_v[NODES * NODES];
byte t_rb[NODES * NODES], t_rv[NODES * NODES];
/* One more than the worker whose RETURNED it is, or 0. */
byte of_whom[NODES * NODES];

/* Of a home, for each block: a lease at rest; in the directory. */
byte version[BLOCKS];
byte lent[BLOCKS], lease[BLOCKS];
bool carried[BLOCKS], recalled[BLOCKS], writing[BLOCKS];
bool destroyed[BLOCKS], dead[BLOCKS];
byte wants_here[BLOCKS], wants_far[BLOCKS];	/* how many, and who */
byte writer[BLOCKS];	/* who was granted it last */
byte ready[BLOCKS];	/* a task here may write */
/* Of a node: one more than the version that it may read, or 0; kept: not for
 * one reading alone. */
byte may_read[NODES * BLOCKS];
bool kept[NODES * BLOCKS];
bool asks[NODES * BLOCKS];	/* and waits for the answer */

/* Of a worker: node n's first is n, the second of node 0 is NODES. */
byte gave_to[NODES + 1], gave_b[NODES + 1], gave_v[NODES + 1];

byte lends = LENDS, writes = WRITES, reads = READS, destroys = DESTROYS;
byte sent, come;	/* PUSHes */

/* -- The way ---------------------------------------------------------------- */

inline fix(x_)
{
	if
	:: t_kind[x_] != NOTHING ->
		way[x_]!t_kind[x_], t_b[x_], t_v[x_], t_rb[x_], t_rv[x_];
		t_kind[x_] = NOTHING;
		t_b[x_] = 0; t_v[x_] = 0; t_rb[x_] = NONE; t_rv[x_] = 0;
		of_whom[x_] = 0
	:: else
	fi
}

inline append(to_, kind_, b_, v_)
{
	fix(WAY(self, to_));
	t_kind[WAY(self, to_)] = kind_;
	t_b[WAY(self, to_)] = b_;
	t_v[WAY(self, to_)] = v_
}

inline give_back(w_, b_, v_)
{
	append(HOME(b_), RETURNED, b_, v_);
	of_whom[WAY(self, HOME(b_))] = w_ + 1;
	gave_to[w_] = HOME(b_);
	gave_b[w_] = b_;
	gave_v[w_] = v_
}

/* -- The home --------------------------------------------------------------- */

inline make_directory(b_)
{
	if
	:: lent[b_] != NONE ->
		lease[b_] = lent[b_];
		carried[b_] = true;
		lent[b_] = NONE
	:: else
	fi
}

inline end_lease(b_)
{
	lease[b_] = NONE; carried[b_] = false; recalled[b_] = false
}

/* The next who wants it has it, if no lease is left; that of who writes ends
 * with the grant. */
inline pump(b_)
{
	if
	:: !writing[b_] && !dead[b_] &&
	   (wants_here[b_] || wants_far[b_] != NONE || destroyed[b_]) ->
		make_directory(b_);
		if
		:: lease[b_] != NONE && !recalled[b_] && !wants_here[b_] &&
		   wants_far[b_] == lease[b_] -> end_lease(b_)
		:: else
		fi;
		if
		:: lease[b_] != NONE && !recalled[b_] ->
			recalled[b_] = true;
			append(lease[b_], RECALL, b_, 0)
		:: lease[b_] != NONE && recalled[b_]
		:: lease[b_] == NONE && wants_here[b_] ->
			wants_here[b_]--;
			writing[b_] = true;
			writer[b_] = self;
			ready[b_]++
		:: lease[b_] == NONE && !wants_here[b_] &&
		   wants_far[b_] != NONE ->
			writing[b_] = true;
			writer[b_] = wants_far[b_];
			append(wants_far[b_], GRANT, b_, version[b_]);
			wants_far[b_] = NONE
		:: lease[b_] == NONE && !wants_here[b_] &&
		   wants_far[b_] == NONE -> dead[b_] = true
		fi
	:: else
	fi
}

inline is_back(b_)
{
	was = false;
	if
	:: back_has && IS_IT(b_) && lent[b_] == back_from &&
	   IS_NEW(back_v, b_) ->
		lent[b_] = NONE;
		back_has = STILL;
		was = true
	:: else
	fi
}

/* A task of this node wants to write it: at once, if it is at rest. */
inline want(b_)
{
	if
	:: lent[b_] != NONE && !destroyed[b_] -> is_back(b_)
	:: else -> was = false
	fi;
	if
	/* A task does not want what it knows is gone. */
	:: destroyed[b_]
	:: !destroyed[b_] && !writing[b_] && !ready[b_] && !wants_here[b_] &&
	   wants_far[b_] == NONE && lease[b_] == NONE &&
	   (lent[b_] == NONE || LET_IN) ->
		writing[b_] = true;
		writer[b_] = self;
		ready[b_]++
	:: else ->
		wants_here[b_]++;
		pump(b_)
	fi
}

/* RETURNED, or what has ridden, and nobody has wanted. */
inline returned(b_, v_, from_)
{
	assert(HOME(b_) == self && !dead[b_]);
	if
	:: lent[b_] != NONE ->
		assert(lent[b_] == from_);
		if
		:: IS_NEW(v_, b_) -> lent[b_] = NONE
		:: else
		fi
	:: lent[b_] == NONE && lease[b_] == from_ && carried[b_] &&
	   IS_NEW(v_, b_) && (!recalled[b_] || ENOUGH) ->
		end_lease(b_);
		pump(b_)
	:: lent[b_] == NONE && lease[b_] == from_ && carried[b_] &&
	   IS_NEW(v_, b_) && recalled[b_] && !ENOUGH -> carried[b_] = false
	/* It has got one like others meanwhile; or was granted it to write. */
	:: else ->
		assert(lease[b_] == from_ || (writing[b_] && writer[b_] == from_))
	fi
}

/* Bytes go along, with the right to read them.  A block has a directory, or
 * none. */
inline lend(w_, b_, to_)
{
	lends--;
	sent++;
	if
	:: lent[b_] = to_
	:: lease[b_] = to_; carried[b_] = true
	fi;
	if
	:: MINE(w_, to_) ->
		/* What is last, and has not left, is taken out. */
		t_kind[WAY(self, to_)] = PUSH;
		t_b[WAY(self, to_)] = b_;
		t_v[WAY(self, to_)] = version[b_];
		t_rb[WAY(self, to_)] = gave_b[w_];
		t_rv[WAY(self, to_)] = gave_v[w_]
	:: else -> append(to_, PUSH, b_, version[b_])
	fi;
	if
	:: FORGETS ->
		gave_to[w_] = NONE; gave_b[w_] = 0; gave_v[w_] = 0;
		of_whom[WAY(self, to_)] = 0
	:: else
	fi
}

#define AT_REST(b) (!writing[b] && !destroyed[b] && !wants_here[b] && \
		    wants_far[b] == NONE && lent[b] == NONE && \
		    lease[b] == NONE && !ready[b])

/* -- What a node does -------------------------------------------------------- */

/* It reads by what it has been lent; that ends with it. */
inline read_lent(b_)
{
	give_back(self, b_, may_read[AT(self, b_)] - 1);
	if
	:: !KEPT -> may_read[AT(self, b_)] = 0
	:: else -> kept[AT(self, b_)] = true
	fi
}

/* Does the node read what is right?  If one of its own was granted the block, he
 * writes when he hears of it. */
#define RIGHT(n, b) \
	(!may_read[AT(n, b)] || \
	 (may_read[AT(n, b)] == version[b] + 1 && !dead[b] && \
	  (!writing[b] || (writer[b] == n && asks[AT(n, b)]))))
#define ALL_RIGHT(n) (RIGHT(n, 0) && RIGHT(n, 1) && RIGHT(n, 2) && RIGHT(n, 3))

inline on_recall()
{
	if
	:: may_read[AT(self, b)] || ANSWERS_ALWAYS ->
		append(from, RECALLED, b, 0)
	:: else
	fi;
	may_read[AT(self, b)] = 0;
	kept[AT(self, b)] = false
}

inline on_grant()
{
	may_read[AT(self, b)] = 0;
	kept[AT(self, b)] = false;
	asks[AT(self, b)] = false;
	assert(v == version[b]);
	append(from, RELEASE, b, 0)
}

inline on_read()
{
	make_directory(b);
	if
	:: !writing[b] && !wants_here[b] && wants_far[b] == NONE &&
	   !destroyed[b] && (lease[b] == NONE || lease[b] == from) &&
	   !recalled[b] ->
		lease[b] = from;
		carried[b] = false;
		append(from, LEASE, b, version[b])
	/* It is told nothing here: it does without. */
	:: else -> append(from, LEASE, b, NONE)
	fi
}

inline on_lease()
{
	asks[AT(self, b)] = false;
	if
	:: v != NONE ->
		may_read[AT(self, b)] = v + 1;
		kept[AT(self, b)] = true
	:: else
	fi
}

inline own_block(c_)
{
	if
	:: self == 0 -> c_ = 0
	:: self == 0 -> c_ = 1
	:: self == 1 -> c_ = 2
	:: self == 2 -> c_ = 3
	fi
}

inline another(n_)
{
	if
	:: self != 0 -> n_ = 0
	:: self != 1 -> n_ = 1
#ifndef PAIR
	:: self != 2 -> n_ = 2
#endif
	fi
}

inline any_block(b_)
{
	if
	:: b_ = 0
	:: b_ = 1
	:: b_ = 2
#ifndef PAIR
	:: b_ = 3
#endif
	fi
}

inline forget()
{
	d_step { b = 0; v = 0; rb = 0; rv = 0; from = 0; c = 0; kind = NOTHING;
		 was = false }
}

inline hear()
{
	if
	:: self != 0 && nempty(way[WAY(0, self)]) -> from = 0
	:: self != 1 && nempty(way[WAY(1, self)]) -> from = 1
	:: self != 2 && nempty(way[WAY(2, self)]) -> from = 2
	fi;
	way[WAY(from, self)]?kind, b, v, rb, rv
}

#define HEARS (nempty(way[WAY(0, self)]) || nempty(way[WAY(1, self)]) || \
	       nempty(way[WAY(2, self)]))

/* A task writes b, which is its node's, and sends it on or does not. */
inline run_task(w_)
{
	own_block(c);
	if
	:: ready[c] ->
		ready[c]--;
		assert(writing[c]);
		version[c]++;
		writing[c] = false;
		pump(c);
		if
		:: lends && AT_REST(c) -> another(b); lend(w_, c, b)
		:: true
		fi
	:: else
	fi
}

inline ask_somewhere()
{
	any_block(b);
	if
	:: HOME(b) != self && !asks[AT(self, b)] && !destroyed[b] ->
		if
		:: writes -> writes--; append(HOME(b), ACQUIRE, b, 0)
		:: reads -> reads--; append(HOME(b), READ, b, 0)
		fi;
		asks[AT(self, b)] = true
	:: else
	fi
}

#define SOME_READY ((self == 0 && (ready[0] || ready[1])) || \
		    (self == 1 && ready[2]) || (self == 2 && ready[3]))

#define LENT(n, b) (may_read[AT(n, b)] && !kept[AT(n, b)])
#define LEAVES(n) (t_kind[WAY(self, n)] != NOTHING && \
		   (ALL_LEAVE || t_kind[WAY(self, n)] != RETURNED))

proctype node(byte self)
{
	mtype kind;
	byte from, b, v, rb, rv, c;
	byte back_b, back_v, back_from;
	bool back_has, was;

end:
	do
	:: atomic { HEARS -> hear() };
		if
		:: atomic { kind == PUSH ->
			come++;
			may_read[AT(self, b)] = v + 1;
			kept[AT(self, b)] = false;
			if
			:: rb != NONE ->
				back_has = true; back_b = rb; back_v = rv;
				back_from = from
			:: else
			fi
		   };
			/* The satisfaction starts a task, which reads. */
			if
			:: atomic { may_read[AT(self, b)] -> read_lent(b) }
			:: true
			fi;
			if
			:: atomic { writes ->
				writes--; own_block(c); want(c) }
			:: true
			fi;
			atomic {
#ifndef NOT_TAKEN
				if
				:: back_has ->
					back_has = STILL;
					returned(back_b, back_v, back_from)
				:: else
				fi;
#endif
				d_step {
					if
					:: !back_has ->
						back_b = 0; back_v = 0;
						back_from = 0
					:: else
					fi
				}
			}
		:: atomic { kind == RETURNED -> returned(b, v, from) }
		:: atomic { kind == RECALL -> on_recall() }
		:: atomic { kind == RECALLED ->
			assert(lease[b] == from && recalled[b]);
			end_lease(b);
			pump(b) }
		:: atomic { kind == ACQUIRE ->
			if
			:: destroyed[b] || wants_far[b] != NONE ->
				/* It does without. */
				append(from, LEASE, b, NONE)
			:: else -> wants_far[b] = from; pump(b)
			fi }
		:: atomic { kind == READ -> on_read() }
		:: atomic { kind == LEASE -> on_lease() }
		:: atomic { kind == GRANT -> on_grant() }
		:: atomic { kind == RELEASE ->
			version[b]++; writing[b] = false; pump(b) }
		fi;
		forget()
	:: atomic { SOME_READY -> run_task(self); forget() }
	:: atomic { lends ->
		own_block(c);
		if
		:: AT_REST(c) -> another(b); lend(self, c, b)
		:: else
		fi;
		forget() }
	:: atomic { writes || reads -> ask_somewhere(); forget() }
	/* A task reads by a lease that has been put by. */
	:: atomic { LENT(self, 0) -> read_lent(0) }
	:: atomic { LENT(self, 1) -> read_lent(1) }
	:: atomic { LENT(self, 2) -> read_lent(2) }
	:: atomic { LENT(self, 3) -> read_lent(3) }
	/* The next poll begins: all leaves. */
	:: atomic { LEAVES(0) -> fix(WAY(self, 0)) }
	:: atomic { LEAVES(1) -> fix(WAY(self, 1)) }
	:: atomic { LEAVES(2) -> fix(WAY(self, 2)) }
	od
}

/* A second worker of node 0, which does not poll. */
proctype other(byte self)
{
	byte b, c;
	bool was, back_has, back_b, back_v, back_from;

end:
	do
	:: atomic { writes ->
		writes--;
		own_block(c);
		if
		:: OTHERS_TAKE && lent[c] != NONE -> lent[c] = NONE
		:: else
		fi;
		want(c);
		c = 0 }
	:: atomic { ready[0] || ready[1] -> run_task(NODES); b = 0; c = 0 }
	:: atomic { destroys ->
		own_block(c);
		if
		:: !destroyed[c] && !wants_here[c] ->
			destroys--; destroyed[c] = true; pump(c)
		:: else
		fi;
		c = 0 }
	od
}

/* Whatever happens; it does nothing. */
active proctype judge()
{
end:
	atomic {
		!(ALL_RIGHT(0) && ALL_RIGHT(1) && ALL_RIGHT(2)) -> assert(false)
	}
}

init {
	byte i = 0;

	atomic {
		do
		:: i < NODES * NODES ->
			t_kind[i] = NOTHING; t_rb[i] = NONE; i++
		:: else -> break
		od;
		i = 0;
		do
		:: i < BLOCKS ->
			lent[i] = NONE; lease[i] = NONE; wants_far[i] = NONE;
			i++
		:: else -> break
		od;
		i = 0;
		do
		:: i <= NODES -> gave_to[i] = NONE; i++
		:: else -> break
		od;
		run node(0); run node(1);
#ifndef PAIR
		run node(2);
#endif
		run other(0);
		i = 0
	}
	timeout;
	atomic {
		assert(sent == come);
		do
		:: i < BLOCKS ->
			assert(!wants_here[i] && wants_far[i] == NONE &&
			       !writing[i] && !ready[i]);
			assert(destroyed[i] == dead[i]);
			assert(lent[i] == NONE || may_read[AT(lent[i], i)]);
			assert(lease[i] == NONE || may_read[AT(lease[i], i)]);
			i++
		:: else -> break
		od
	}
}
