/* session.pml - packets between two nodes over connections that break:
 * fabric/session_out.c, session_in.c and what of session_time.c asks.
 *
 * Claims that all packets of one node are taken by the other, each once and in
 * order, however connections break: what is under way is lost from some point
 * on, something may come again, and nobody need be told.  Nothing can be sent
 * until there is a connection; who is refused has asked for one.  Whoever waits
 * asks when nothing else can happen, ASKS times at most.
 *
 *	-DN=n, -DBREAKS=n, -DAGAIN=n, -DASKS=n	packets; breaks; what comes
 *			again; questions
 *	-DNO_IDLE	nobody cuts connections on which nothing was sent
 *	-DFORGET	a word that there was no connection for is not said
 *			any more: must fail
 *	-DNO_REWIND	what was lost does not leave again: must fail
 *	-DNO_COMPLAINT	who misses a packet asks for none: must fail
 *	-DNO_PATIENCE	who waits does not ask: must fail
 *	-DTAKE_ANY	a packet that comes too early is taken: must fail
 *	-DTAKE_AGAIN	one that comes again is taken: must fail
 *	-DTELL_EARLY	what was seen and not taken is acknowledged: must fail
 *	-DDROP_SENT	what has left is not kept: must fail
 */
#ifndef N
#define N	3
#endif
#ifndef BREAKS
#define BREAKS	2
#endif
#ifndef AGAIN
#define AGAIN	1
#endif
#ifndef ASKS
#define ASKS	4
#endif

#ifdef TAKE_ANY
#define TAKES(n)	((n) > taken)
#else
#ifdef TAKE_AGAIN
#define TAKES(n)	((n) <= taken + 1)
#else
#define TAKES(n)	((n) == taken + 1)
#endif
#endif

#define DATA	0
#define WORD	1
#define SPACE	8

/* kind, number, sent */
chan there = [SPACE] of { byte, byte, byte };
/* number, acknowledged, answer, again */
chan back = [SPACE] of { byte, byte, byte, bool };

bool connected, asked_for;	/* a connection */
bool used;			/* something was sent on it */
bool found;			/* the sender is told that one broke */

/* The sender. */
bool broken;
byte next = 1, acknowledged, words, asked, words_taken, asks = ASKS;
bool unsaid;

/* The receiver. */
byte taken, complained, replies, answer;
bool again, reply;

inline say()
{
	if
	:: !unsaid
	:: unsaid && connected && nfull(there) ->
		words++;
		there!WORD, words, next - 1;
		used = true;
		unsaid = false
	:: unsaid && !connected ->
		asked_for = true;
#ifdef FORGET
		unsaid = false
#endif
	:: else
	fi
}

inline answer_it()
{
	if
	:: !reply
	:: reply && connected && nfull(back) ->
		replies++;
#ifdef TELL_EARLY
		back!replies, (complained > taken -> complained : taken),
			answer, again;
#else
		back!replies, taken, answer, again;
#endif
		used = true;
		reply = false;
		again = false
	:: reply && !connected -> asked_for = true
	:: else
	fi
}

inline rewind()
{
#ifndef NO_REWIND
	next = acknowledged + 1
#else
	skip
#endif
}

inline hear()
{
	if
	:: number <= words_taken
	:: else ->
		words_taken = number;
		assert(ack <= taken);
		if
		:: ack > acknowledged -> acknowledged = ack
		:: else
		fi;
		if
		:: next <= acknowledged -> next = acknowledged + 1
		:: else
		fi;
		if
		:: broken && to >= asked ->
			broken = false;
			rewind()
		:: !(broken && to >= asked) && more && ack == acknowledged ->
			rewind()
		:: else
		fi
	fi
}

active proctype sender()
{
	byte number, ack, to;
	bool more;

	do
	:: atomic {
		!broken && connected && next <= N && nfull(there) ->
		there!DATA, next, 0;
		used = true;
#ifdef DROP_SENT
		acknowledged = next;
#endif
		next++
	   }
	:: atomic {
		!broken && !connected && !asked_for && next <= N ->
		asked_for = true
	   }
	:: atomic { unsaid && (connected && nfull(there) ||
			       !connected && !asked_for) -> say() }
	:: atomic {
		found ->
		found = false;
		if
		:: !broken ->
			broken = true;
			asked = words + 1;
			unsaid = true
		:: else
		fi
	   }
	:: atomic { back?number, ack, to, more -> hear() }
#ifndef NO_PATIENCE
	:: atomic {
		timeout && acknowledged < N && asks ->
		asks--;
		unsaid = true;
		say()
	   }
#endif
	:: acknowledged == N -> break
	od;
	assert(taken == N);
	/* It still hears. */
end:	do
	:: back?_, _, _, _
	od
}

active proctype receiver()
{
	byte kind, number, sent;

end:	do
	:: atomic {
		there?kind, number, sent ->
		if
		:: kind == DATA && TAKES(number) ->
			assert(number == taken + 1);
			taken = number;
			/* Half of what may be kept. */
			reply = reply || taken % 2 == 0;
			answer_it()
		:: kind == DATA && !TAKES(number) && number <= taken
		:: kind == DATA && !TAKES(number) && number > taken ->
			if
			:: complained == taken + 1
			:: else ->
				complained = taken + 1;
#ifndef NO_COMPLAINT
				again = true;
#endif
				reply = true;
				answer_it()
			fi
		:: kind == WORD ->
			answer = number;
			reply = true;
#ifndef NO_COMPLAINT
			again = again || sent > taken;
#endif
			answer_it()
		fi
	   }
	:: atomic { reply && (connected && nfull(back) ||
			      !connected && !asked_for) -> answer_it() }
	od
}

/* What is under way is lost, from some point on. */
inline lose()
{
	n = len(there);
	do
	:: n -> there?a, b, c; there!a, b, c; n--
	:: break
	od;
	do
	:: n -> there?_, _, _; n--
	:: else -> break
	od;
	n = len(back);
	do
	:: n -> back?a, b, c, d; back!a, b, c, d; n--
	:: break
	od;
	do
	:: n -> back?_, _, _, _; n--
	:: else -> break
	od
}

active proctype connection()
{
	byte n, a, b, c, again_left = AGAIN, breaks = BREAKS;
	bool d;

end:	do
	/* Both look at once: who cuts is slower than that. */
	:: atomic {
		asked_for ->
		asked_for = false;
		if
		:: connected
		:: else ->
			connected = true;
			used = false;
			say();
			answer_it()
		fi
	   }
	:: atomic {
		connected && breaks && (len(there) || len(back)) ->
		breaks--;
		connected = false;
		lose();
		if
		:: found = true
		:: skip
		fi
	   }
#ifndef NO_IDLE
	:: atomic { connected && !used -> connected = false }
#endif
	:: atomic {
		again_left && len(there) && nfull(there) ->
		again_left--;
		there?<a, b, c>;
		there!a, b, c
	   }
	:: atomic {
		again_left && len(back) && nfull(back) ->
		again_left--;
		back?<a, b, c, d>;
		back!a, b, c, d
	   }
	od
}
