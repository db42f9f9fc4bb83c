/* SPDX-License-Identifier: BSD-3-Clause */
/* stream.pml - order of effects: streams, fences, parking.
 *
 * Claims that every run of every program below obeys Definition 1 of
 * "Consistency model for runtime objects in the OCR", under the three
 * protocols, and comes to its end: when an effect comes to an object, none has
 * come before it that had to come after it, and none comes to an object that is
 * gone, which in a valid program would be a false report or a loss; at the end
 * every op was handled, nothing is parked, every task ran, and who waited for a
 * satisfied event was told.  Happens-before is built from rules 1 to 6 of that
 * text while the model runs.  Three nodes, in order between each two, any
 * interleaving otherwise; delayed effects in no order among each other.
 *
 * Each "yes" of the relaxed protocol's table (PROTOCOL.md, section 1) is
 * needed.  Without these, with X at node 1:
 *
 *	idempotent satisfaction seen   A on node 0 satisfies X with one block
 *		and starts B on node 2, which satisfies X with another, which
 *		arrives first: the waiters get the wrong block
 *	sticky satisfaction seen   A satisfies X, which nobody waits for; B,
 *		behind A, destroys X: the satisfaction comes to a dead object
 *	decrement seen   X begins at 0; A decrements twice, B, behind A,
 *		increments twice; one increment arrives between the
 *		decrements: X fires, and the rest comes to a dead latch.  For
 *		one that stays above zero the row is harmless
 *	increment triggers   A adds a dependence from the once event X, then
 *		increments a latch at -1, which fires and starts B on node 1;
 *		B satisfies X before the dependence is there
 *	labels   create, then behind it in another task destroy and create
 *		again: the second creation comes first
 *
 * Left out, and why that is no loss: batches and confirmations (batch.pml): a
 * packet is as good as its ops one after the other, and a confirmation may be as
 * late as it likes, since a task that may go on need not.  Bodies and queues: a
 * body never learns what was applied, so it is the same whether the body waits
 * or the queue.  Waiters of X and Y are counted where the event fires.  The way
 * to a task: a slot's satisfaction may take any time.  Blocks' bytes, templates,
 * scopes.
 *
 *	-DPROTOCOL=p	IMMEDIATE, GROUPED or RELAXED alone; or CARRIED, in which
 *			nothing waits: what RELAXED would wait for becomes known
 *			to the node, each node tells another what it knows, and
 *			has not told it, right before an op, and the node where
 *			such an op belongs handles nothing of that link before it
 *	-DNOT_TAKEN, -DNOT_HELD, -DNOT_CARRIED_ON, -DTOLD_ONCE, -DBARE_EFFECTS
 *			CARRIED with a mistake: a debt does not become known; is
 *			not waited for where it belongs; is known to the first
 *			node only; is told to one other only; delayed effects go
 *			without: must fail
 *	-DKIND=k	only programs in which X is of that kind
 *	-DNO_FENCE	nothing waits: must fail
 *	-DTWO_NODES	of the three; then nothing need wait
 *	-DNO_PARKING	what comes before its object is lost: must fail
 *	-DWIDE		all extras together (X is created by the program; a
 *			second object; a second task at once; F of an odd kind)
 *			instead of one at a time; takes minutes.  Kind by kind:
 *	spin -DWIDE -DPROTOCOL=RELAXED -DKIND=STICKY -a tests/model/stream.pml &&
 *	cc -O2 -DSAFETY -DCOLLAPSE -o pan pan.c && ./pan -m100000 -w24
 *			4,348,763 states: holds
 *	-DNOT_TRIGGERING=op -DOF=kind, -DNOT_SEEN=op -DOF=kind
 *			without one "yes" of the relaxed protocol's table
 *
 * The programs.  Tasks 0 (on node 0) and 3 (on node 2) run at once; what they
 * do starts task 1, on any node:
 *
 *	task 0   up to two ops on X and Y, then one that triggers F
 *	task 3   nothing at all; or one op on X, then G is satisfied
 *	task 1   up to two ops on X, Y and F
 *
 *	F --> task 1, or F --> X (an event chain over a third node)
 *	G --> task 1
 *
 * X may be of any kind, and the objects at any nodes.  Which op a task takes
 * next is open, as long as OCR allows the program whatever the timing: LEGAL()
 * asks only what happens before, never what has arrived.
 */

#define IMMEDIATE	0
#define GROUPED		1
#define RELAXED		2
#define CARRIED		3

/* Do satisfactions of tasks travel like all others?  Else they may overtake,
 * which is worse, and nobody has promised that they do not. */
#if defined(TWO_NODES) || defined(PROTOCOL) && PROTOCOL == CARRIED
#define WIRED	true
#else
#define WIRED	false
#endif

/* Objects. */
#define X	0
#define Y	1
#define F	2
#define G	3
#define OBJECTS	4

/* Kinds.  UP and DOWN are latches that begin at 1 and at -1. */
#define ONCE	0
#define STICKY	1
#define IDEM	2
#define COUNTED	3	/* by one dependence */
#define CHANNEL	4
#define UP	5
#define DOWN	6
#define BLOCK	7	/* task 0 holds it */
#define LABEL	8	/* its GUID was chosen by the program */
#define NONE	9	/* not used, or not yet known */

#define LATCH(k)	((k) == UP || (k) == DOWN)

/* Ops. */
#define CREATE	0
#define DEP	1	/* a dependence from the object */
#define SAT	2	/* satisfy; a latch: decrement */
#define INC	3	/* a latch: increment */
#define DESTROY	4
#define RELEASE	5
#define ACQUIRE	6	/* the runtime's own: no row, no fence */

/* Every op has a number, and is a bit in many masks: 0 to 3 of task 0, 4 and 5
 * of task 1, 6 and 7 of task 3; then what F and G do.  Two stand for steps of
 * a latch that are long past. */
#define BIT(i)	(1 << (i))
#define FIRE_F	8
#define FIRE_G	9
#define OPS	10
#define OLD	10
#define NOBODY	15

/* ---- The table of the relaxed protocol. ---- */

#ifndef NOT_TRIGGERING
#define NOT_TRIGGERING	NONE
#endif
#ifndef NOT_SEEN
#define NOT_SEEN	NONE
#endif
#ifndef OF
#define OF		NONE
#endif

#define TRIGGERS(k, op) ( \
	!((op) == NOT_TRIGGERING && (k) == OF) && ( \
		(op) == SAT || (op) == INC || (op) == RELEASE || \
		(op) == DEP && (k) != ONCE && !LATCH(k) || \
		((op) == CREATE || (op) == DESTROY) && (k) == LABEL))

#define SEEN_LATER(k, op) ( \
	!((op) == NOT_SEEN && (k) == OF) && ( \
		(op) == DEP || (op) == SAT && (k) != ONCE || \
		(op) == INC || (op) == RELEASE || \
		((op) == CREATE || (op) == DESTROY) && (k) == LABEL))

/* ---- The job. ---- */

/* What makes a program more than T0, X, F, T1: X is created in it; Y; task 3;
 * F is no once event.  One at a time, or all. */
#ifdef WIDE
#define ALL		true
#define EXTRA(n)	true
#else
#define ALL		false
#define EXTRA(n)	(extra == (n))
byte extra;
#endif

byte protocol;
byte kind[OBJECTS], owner[OBJECTS], node[4];
chan wire[9] = [5] of { byte };	/* 3 * from + to: numbers of ops */
short due;			/* what has fired, and nobody has begun */
byte op_of[OPS], obj_of[OPS];

/* Streams. */
byte pc[4];			/* ops issued by each task */
byte need[4];			/* slots of each task not satisfied */
short issued, handled;		/* the confirmation is cumulative: 4.1 */
short to_node[3];		/* ops by the node that they went to */
short seen_later;

/* What is carried instead of waited for: debts that a node knows of, what of
 * them it has told which other, and what leaves right before an op. */
short known[3];
short told_of[9];
short with[OPS];

/* Happens-before, by the rules 1 to 6: before an op, before the next op of a
 * task, before what F does. */
short before[OPS], past[4], past_of_f;

/* Objects, at their owners. */
bool exists = true;		/* X: others do from the beginning */
chan parked = [5] of { byte };
byte n_parked;
bool dead[3], fired[3];
byte count[3];			/* latch: 10 is zero; channel: satisfactions */
byte waiting[3], told[3];	/* waiters other than task 1 and X */
bool wired;			/* the owner of F knows F --> */
short applied[3];

/* What the program has done, for LEGAL(). */
bool born = true;		/* X, in the order of the program */
short birth;			/* the creation of X */
bool closed[3];			/* nothing may come any more */
short on[3], sats[3], incs[3];
byte n_sats[3], n_incs[3], n_deps[3];
bool to_x;			/* F --> X */
byte x_op;			/* what that does */
bool tied, pulled;		/* F --> was made, F was triggered */
byte tie = NOBODY;		/* the op that made it, if task 0 did */
bool gave_up;			/* F would do what is wrong by now */

/* Everything done to o happens before what task t does next. */
#define ALL_PAST(o, t)	((on[o] & ~past[t]) == 0)
/* At least one and two of a set. */
#define MANY(m, n)	((n) == 0 && (m) != 0 || \
			 (n) == 1 && ((m) & ((m) - 1)) != 0)
/* A latch's step towards zero comes after one step away from it that no other
 * was counted against; the step to zero after all. */
#define TOWARDS(o, t, away, n_away, n_towards) ( \
	MANY(away[o] & past[t], n_towards[o]) || \
	ALL_PAST(o, t) && n_away[o] == n_towards[o])

#define LEGAL_EVENT(o, op, t) ( \
	(op) == DEP && (n_deps[o] == 0 || n_deps[o] == 1 && \
			kind[o] != COUNTED) || \
	(op) == SAT && ( \
		kind[o] == ONCE && ALL_PAST(o, t) || \
		(kind[o] == STICKY || kind[o] == COUNTED) && !n_sats[o] || \
		(kind[o] == IDEM || kind[o] == CHANNEL || kind[o] == DOWN) && \
		n_sats[o] < 2 || \
		kind[o] == UP && TOWARDS(o, t, incs, n_incs, n_sats)) || \
	(op) == INC && ( \
		kind[o] == UP && n_incs[o] < 2 || \
		kind[o] == DOWN && TOWARDS(o, t, sats, n_sats, n_incs)) || \
	(op) == DESTROY && (kind[o] == STICKY || kind[o] == IDEM) && \
	ALL_PAST(o, t))

#define LEGAL(o, op, t) ( \
	!closed[o] && \
	((o) != X || born && (birth & ~past[t]) == 0) && ( \
		kind[o] < BLOCK && LEGAL_EVENT(o, op, t) || \
		kind[o] == BLOCK && ( \
			(op) == RELEASE && (t) == 0 && !on[o] || \
			(op) == ACQUIRE && on[o] && ALL_PAST(o, t)) || \
		kind[o] == LABEL && (op) == DESTROY && ALL_PAST(o, t)) || \
	(o) == X && (op) == CREATE && !born && ALL_PAST(o, t))

#define OWN(t)	((t) == 0 -> 15 : ((t) == 1 -> 48 : 192))
#define OPEN(t)		(issued & ~handled & OWN(t))
#define ELSEWHERE(t, o)	(OPEN(t) & ~to_node[owner[o]])

#ifdef NO_FENCE
#define MAY_GO(o, op, t)	true
#else
#define MAY_GO(o, op, t) ( \
	(op) == ACQUIRE || \
	protocol == IMMEDIATE && !OPEN(t) || \
	protocol == GROUPED && !ELSEWHERE(t, o) || \
	protocol == RELAXED && (!TRIGGERS(kind[o], op) || \
				!(ELSEWHERE(t, o) & seen_later)) || \
	protocol == CARRIED)
#endif

#ifdef NOT_HELD
#define MAY_COME(a, n)	true
#else
#define MAY_COME(a, n)	((with[a] & ~handled & to_node[n]) == 0)
#endif

#ifdef TOLD_ONCE
#define TOLD(from, to)	(3 * (from))
#else
#define TOLD(from, to)	(3 * (from) + (to))
#endif

/* May effect b of object o come before a, though a happens before b?  Only
 * where nobody can tell: two dependences (but of a channel); a dependence and
 * the satisfaction, if the event stays; two increments or two decrements; and
 * the step towards zero of a latch that never reaches zero in between. */
#define SWAPS(k, a, b) ( \
	(a) == DEP && (b) == DEP && (k) != CHANNEL || \
	((a) == DEP && (b) == SAT || (a) == SAT && (b) == DEP) && \
	((k) == STICKY || (k) == IDEM || (k) == COUNTED || (k) == CHANNEL) || \
	LATCH(k) && (a) == (b) || \
	(k) == UP && (a) == SAT || \
	(k) == DOWN && (a) == INC || \
	(a) == ACQUIRE && (b) == ACQUIRE)

inline check_order(a)
{
	i = 0;
	do
	:: i < OPS ->
		assert(!(applied[oo] & BIT(i)) || !(before[i] & BIT(a)) ||
		       SWAPS(kind[oo], op_of[a], op_of[i]));
		i++
	:: else -> break
	od;
	i = 0
}

/* Object oo satisfies its waiters. */
inline fire()
{
	fired[oo] = true;
	told[oo] = told[oo] + waiting[oo];
	waiting[oo] = 0;
	if
	:: oo == F && wired ->
		due = due | BIT(FIRE_F);
		before[FIRE_F] = past_of_f;
		wired = false
	:: else
	fi
}

/* Op a takes effect at the owner of oo. */
inline effect(a)
{
	/* What comes late would be reported as the program's mistake. */
	assert(!dead[oo]);
	printf("  op %d: effect on %d of kind %d\n", a, oo, kind[oo]);
	check_order(a);
	applied[oo] = applied[oo] | BIT(a);
	if
	:: oo == F && (a == tie || op_of[a] != DEP) ->
		past_of_f = past_of_f | before[a] | BIT(a)
	:: else
	fi;
	if
	:: op_of[a] == DEP ->
		if
		:: a == tie -> wired = true
		:: else -> waiting[oo]++
		fi;
		if
		:: kind[oo] == CHANNEL && count[oo] -> count[oo]--; fire()
		:: kind[oo] != CHANNEL && fired[oo] -> fire()
		:: else
		fi
	:: (op_of[a] == SAT || op_of[a] == INC) ->
		if
		:: LATCH(kind[oo]) ->
			count[oo] = (op_of[a] == INC -> count[oo] + 1 :
						       count[oo] - 1);
			dead[oo] = count[oo] == 10
		:: kind[oo] == ONCE -> dead[oo] = true
		:: kind[oo] == CHANNEL && !waiting[oo] &&
		   !(oo == F && wired) -> count[oo]++
		:: else
		fi;
		if
		:: LATCH(kind[oo]) && !dead[oo]
		:: kind[oo] == CHANNEL && waiting[oo] == 2 ->
			waiting[oo] = 1;
			told[oo]++
		:: kind[oo] == CHANNEL && !waiting[oo] && !(oo == F && wired)
		:: kind[oo] != CHANNEL && !LATCH(kind[oo]) && fired[oo]
		:: else -> fire()
		fi
	:: op_of[a] == DESTROY ->
		if
		:: kind[oo] == LABEL -> exists = false
		:: else -> dead[oo] = true
		fi
	:: op_of[a] == CREATE ->
		assert(!exists);
		exists = true
	:: else
	fi
}

/* Op a leaves, behind all debts that its node has not told the other of. */
inline send(a, from, to)
{
	with[a] = known[from] & ~told_of[TOLD(from, to)];
	told_of[TOLD(from, to)] = told_of[TOLD(from, to)] | with[a];
#ifdef BARE_EFFECTS
	with[a] = (a == FIRE_F || a == FIRE_G -> 0 : with[a]);
#endif
	wire[3 * (from) + (to)]!a
}

/* Op a has come to its owner: it is applied, with what waited for it, or
 * parked.  Both count as handled. */
inline arrive(a)
{
	handled = handled | BIT(a);
	cur = a;
	do
	:: cur == NOBODY -> break
	:: cur != NOBODY && obj_of[cur] == G ->
		due = due | BIT(FIRE_G);
		before[FIRE_G] = before[cur] | BIT(cur);
		cur = NOBODY
	:: cur != NOBODY && obj_of[cur] == X && !exists &&
	   op_of[cur] != CREATE ->
#ifndef NO_PARKING
		parked!cur;
		n_parked++;
#endif
		cur = NOBODY
	:: else ->
		oo = obj_of[cur];
		effect(cur);
		cur = NOBODY;
		if
		:: exists && n_parked -> parked?cur; n_parked--
		:: else
		fi;
		oo = 0
	od
}

/* What op a on object o means to the program. */
inline note(a, o, op)
{
	op_of[a] = op;
	obj_of[a] = o;
	if
	:: o <= F ->
		on[o] = on[o] | BIT(a);
		if
		:: op == DEP && a != tie -> n_deps[o]++
		:: op == SAT -> n_sats[o]++; sats[o] = sats[o] | BIT(a)
		:: op == INC -> n_incs[o]++; incs[o] = incs[o] | BIT(a)
		:: op == CREATE -> born = true; birth = birth | BIT(a)
		:: op == DESTROY && kind[o] == LABEL -> born = false
		:: else
		fi;
		closed[o] = closed[o] ||
			op == SAT && kind[o] == ONCE ||
			op == DESTROY && kind[o] != LABEL ||
			kind[o] == UP && n_sats[o] > n_incs[o] ||
			kind[o] == DOWN && n_incs[o] > n_sats[o]
	:: else
	fi
}

/* Task t issues op on o.  Here it is applied at once, else sent. */
inline issue()
{
	a = (t == 0 -> 0 : (t == 1 -> 4 : 6)) + pc[t];
	pc[t]++;
	if
	:: o == F && op == DEP && t == 0 -> tie = a
	:: else
	fi;
	before[a] = past[t];
	past[t] = past[t] | BIT(a);
#ifndef NOT_TAKEN
	if
	:: protocol == CARRIED && (o == G || TRIGGERS(kind[o], op)) ->
		known[node[t]] = known[node[t]] | ELSEWHERE(t, o) & seen_later
	:: else
	fi;
#endif
	issued = issued | BIT(a);
	to_node[owner[o]] = to_node[owner[o]] | BIT(a);
	if
	:: o <= F && SEEN_LATER(kind[o], op) -> seen_later = seen_later | BIT(a)
	:: else
	fi;
	printf("task %d on %d: op %d is %d of %d at %d\n", t, node[t], a, op,
	       o, owner[o]);
	note(a, o, op);
	if
	:: o == F && t == 0 && op != DEP && to_x -> note(FIRE_F, X, x_op)
	:: else
	fi;
	if
	:: owner[o] == node[t] -> arrive(a)
	:: else -> send(a, node[t], owner[o])
	fi;
	a = 0;
	o = 0;
	op = 0;
	t = 0
}

inline any_node(n)
{
	if
	:: n = 0
	:: n = 1
#ifndef TWO_NODES
	:: n = 2
#endif
	fi
}

/* Everything that was issued has taken effect, so nothing can come too late
 * any more.  Forgetting who was before whom makes many states one. */
inline forget(o)
{
	on[o] = 0;
	if
	:: kind[o] == UP ->
		n_incs[o] = n_incs[o] - n_sats[o];
		n_sats[o] = 0;
		incs[o] = (n_incs[o] << OLD) | (n_incs[o] == 2 -> BIT(OLD) : 0)
	:: kind[o] == DOWN ->
		n_sats[o] = n_sats[o] - n_incs[o];
		n_incs[o] = 0;
		sats[o] = (n_sats[o] << OLD) | (n_sats[o] == 2 -> BIT(OLD) : 0)
	:: else -> sats[o] = 0
	fi;
	applied[o] = 0
}

inline forget_all()
{
	i = 0;
	do
	:: i < OPS -> before[i] = 0; op_of[i] = 0; obj_of[i] = 0; i++
	:: else -> break
	od;
	i = 0;
	if
	:: !closed[X] -> forget(X)
	:: else
	fi;
	if
	:: !closed[Y] -> forget(Y)
	:: else
	fi;
	issued = 0;
	handled = 0;
	to_node[0] = 0;
	to_node[1] = 0;
	to_node[2] = 0;
	seen_later = 0;
	birth = 0;
	on[F] = 0;
	sats[F] = 0;
	incs[F] = 0;
	applied[F] = 0;
	known[0] = 0;
	known[1] = 0;
	known[2] = 0;
	i = 0;
	do
	:: i < 9 -> told_of[i] = 0; i++
	:: else -> break
	od;
	i = 0;
	past[0] = 0;
	past[3] = 0;
	past_of_f = 0;
	tie = NOBODY;
	pc[0] = 4;
	if
	:: kind[F] != STICKY ->
		kind[F] = NONE;
		owner[F] = 0;
		fired[F] = false;
		dead[F] = true;
		n_sats[F] = 0;
		n_incs[F] = 0;
		count[F] = 0
	:: else
	fi;
	past[1] = BIT(OLD) | BIT(OLD + 1)
}

/* Task 1 has one slot satisfied. */
inline begin_task(why)
{
	past[1] = past[1] | before[why] | BIT(why);
	need[1]--;
	if
	:: !need[1] && issued == handled && !n_parked -> forget_all()
	:: else
	fi
}

/* Op a has come to node n. */
inline come(a, n)
{
#ifndef NOT_CARRIED_ON
	known[n] = known[n] | with[a] & ~to_node[n];
#endif
	with[a] = 0;
	if
	:: a == FIRE_G || a == FIRE_F && !to_x -> begin_task(a)
	:: else -> arrive(a)
	fi;
	a = 0;
	n = 0
}

/* ---- One step of the job, of many that are possible. ---- */

/* The first op on its way to node n may be handled. */
#define FIRST(i, w, n)	wire[w]?[i] && MAY_COME(i, n)
#define COMES(w, n_) \
	FIRST(0, w, n_) || FIRST(1, w, n_) || FIRST(2, w, n_) || \
	FIRST(3, w, n_) || FIRST(4, w, n_) || FIRST(5, w, n_) || \
	FIRST(6, w, n_) || FIRST(7, w, n_) || FIRST(8, w, n_) || \
	FIRST(9, w, n_) -> wire[w]?a; n = n_

#define CAN(t_, o_, op_, when) \
	(when) && need[t_] == 0 && LEGAL(o_, op_, t_) && \
	MAY_GO(o_, op_, t_) -> t = t_; o = o_; op = op_

#define ON_X(t, when) \
	:: CAN(t, X, CREATE, when) \
	:: CAN(t, X, DEP, when) \
	:: CAN(t, X, SAT, when) \
	:: CAN(t, X, INC, when) \
	:: CAN(t, X, DESTROY, when) \
	:: CAN(t, X, RELEASE, when) \
	:: CAN(t, X, ACQUIRE, when)
#define ON_Y(t, when) \
	:: CAN(t, Y, DEP, when) \
	:: CAN(t, Y, SAT, when)
#define F_OP	(kind[F] == DOWN -> INC : SAT)
/* Who may fire must be known by then; X must be ready for it. */
#define MAY_PULL ( \
	(tied || kind[F] == STICKY || kind[F] == CHANNEL) && \
	(!to_x || LEGAL(X, x_op, 0)))

/* How task 0 will start the rest: what F is, and where, and what follows. */
inline plan()
{
	any_node(node[1]);
	any_node(owner[F]);
	tied = true;
	if
	:: kind[F] = ONCE
	:: EXTRA(3) -> kind[F] = DOWN; count[F] = 9
	:: LEGAL(X, SAT, 0) -> kind[F] = ONCE; to_x = true; x_op = SAT
	:: LEGAL(X, INC, 0) -> kind[F] = ONCE; to_x = true; x_op = INC
	:: EXTRA(3) -> kind[F] = STICKY; tied = false
	:: EXTRA(3) -> kind[F] = CHANNEL; tied = false
	/* Satisfied long ago. */
	:: EXTRA(3) -> kind[F] = STICKY; tied = false; pulled = true;
		fired[F] = true;
		n_sats[F] = 1
	:: EXTRA(3) -> kind[F] = CHANNEL; tied = false; pulled = true;
		count[F] = 1;
		n_sats[F] = 1
	fi;
	wired = tied
}

inline setup()
{
#ifdef PROTOCOL
	protocol = PROTOCOL;
#else
	any_node(protocol);
#endif
#ifdef KIND
	kind[X] = KIND;
#else
	if
	:: kind[X] = ONCE
	:: kind[X] = STICKY
	:: kind[X] = IDEM
	:: kind[X] = COUNTED
	:: kind[X] = CHANNEL
	:: kind[X] = UP
	:: kind[X] = DOWN
	:: kind[X] = BLOCK
	:: kind[X] = LABEL
	fi;
#endif
	count[X] = (kind[X] == UP -> 11 : (kind[X] == DOWN -> 9 : 0));
	/* Nodes 1 and 2 are equal to task 0. */
	if
	:: owner[X] = 0
	:: owner[X] = 1
	fi;
#ifndef WIDE
	if
	:: extra = 0
	:: extra = 1
	:: extra = 2
	:: extra = 3
	fi;
#endif
	if
	:: !EXTRA(0) || ALL || kind[X] >= BLOCK
	:: EXTRA(0) && kind[X] < BLOCK ->
		exists = false;
		born = false
	fi;
	if
	:: !EXTRA(1) || ALL -> kind[Y] = NONE
	:: EXTRA(1) -> kind[Y] = ONCE; any_node(owner[Y])
	fi;
	kind[F] = NONE;
	kind[G] = ONCE;
	owner[G] = 1;
	need[1] = 1;
	if
	:: EXTRA(2) ->
		need[1] = 2;
#ifdef TWO_NODES
		any_node(node[3])
#else
		node[3] = 2
#endif
	:: !EXTRA(2) || ALL -> pc[3] = 2
	fi
}

/* All who waited for o were told, or nobody yet. */
#define LEFT(o) (n_deps[o] - told[o])
#define QUIET(o) \
	(LATCH(kind[o]) -> !closed[o] || dead[o] && !LEFT(o) : \
	 (kind[o] == CHANNEL -> \
	  !LEFT(o) || n_sats[o] == told[o] + (o == F -> 1 : 0) || !n_sats[o] : \
	  !n_sats[o] || !LEFT(o)))

/* Nothing can happen any more: has everything happened? */
inline check_end()
{
	assert((issued & ~handled) == 0);
	assert(!due && !n_parked && pc[3] == 2);
	assert(gave_up || pulled && tied);
	assert(gave_up || to_x || pc[1] == 2);
	assert(gave_up || !to_x || (applied[X] & BIT(FIRE_F)));
	assert(QUIET(X));
	assert(QUIET(Y));
	assert(QUIET(F))
}

active proctype job()
{
	byte i, a, n, o, op, t, oo, cur = NOBODY;

	atomic { setup() }
	do
	:: atomic {
		/* A task does what comes next. */
		if
		ON_X(0, pc[0] < 2)
		ON_Y(0, pc[0] < 2)
		ON_X(1, pc[1] < 2)
		ON_Y(1, pc[1] < 2)
		:: CAN(1, F, DESTROY, pc[1] < 2)
		ON_X(3, pc[3] < 1)
		:: CAN(0, F, DEP, pc[0] >= 2 && !tied) -> tied = true
		:: CAN(0, F, F_OP, pc[0] >= 2 && !pulled && MAY_PULL) ->
			pulled = true
		:: pc[3] == 1 && MAY_GO(G, SAT, 3) -> t = 3; o = G; op = SAT
		fi;
		d_step { issue() }
		if
		:: pc[0] == 2 && kind[F] == NONE -> plan()
		:: else
		fi
	   }
	:: atomic { pc[0] < 2 -> pc[0] = 2; plan() }
	:: atomic { pc[1] < 2 && !need[1] -> pc[1] = 2 }
	:: atomic { pc[3] < 1 -> pc[3] = 1 }
	:: atomic {
		pc[0] >= 2 && !pulled && to_x && !LEGAL(X, x_op, 0) ->
		gave_up = true; pulled = true; tied = true
	   }
	/* A packet comes. */
	:: atomic {
		if
		:: COMES(1, 1)
		:: COMES(2, 2)
		:: COMES(3, 0)
		:: COMES(5, 2)
		:: COMES(6, 0)
		:: COMES(7, 1)
		fi;
		d_step { come(a, n) }
	   }
	/* A delayed effect goes out. */
	:: d_step {
		due & BIT(FIRE_F) ->
		due = due & ~BIT(FIRE_F);
		if
		:: !to_x && WIRED && owner[F] != node[1] ->
			send(FIRE_F, owner[F], node[1])
		:: !to_x && !(WIRED && owner[F] != node[1]) ->
			begin_task(FIRE_F)
		:: to_x && owner[F] != owner[X] ->
			send(FIRE_F, owner[F], owner[X])
		:: else -> arrive(FIRE_F)
		fi
	   }
	:: d_step {
		due & BIT(FIRE_G) ->
		due = due & ~BIT(FIRE_G);
		if
		:: WIRED && owner[G] != node[1] ->
			send(FIRE_G, owner[G], node[1])
		:: else -> begin_task(FIRE_G)
		fi
	   }
	:: else -> break
	od;
	check_end()
}
