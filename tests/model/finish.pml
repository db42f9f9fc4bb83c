/* SPDX-License-Identifier: BSD-3-Clause */
/* finish.pml - finish scopes by credit over three nodes: src/task/scope.c.
 *
 * Claims that the scope of a task on node 0 never ends while a member is
 * alive, always ends, and that no credit is lost or made, however the members
 * are created and end.  Messages may overtake each other.  A whole scope has
 * two parts of credit only, so that scopes inside scopes are opened at once.
 *
 * Left out: what members do, and shares other than halves (how credit is cut
 * does not matter to the sum).  A finish task inside is a member that ends late.
 *
 *	-DTOTAL=n	the credit of a whole scope
 *	-DTASKS=n	how many members there are besides the first
 *	-DGIVE_ALL	who has members may keep no credit: must fail
 *	-DNO_MEMBER	a scope inside is no member of the outer one: must fail
 *	-DEMPTY_HANDED	a child takes no part along: must fail
 *	-DTAKE_LESS	a node that is done returns all but one part: must fail
 */
#ifndef TOTAL
#define TOTAL	2
#endif
#ifndef TASKS
#define TASKS	4
#endif

#define NODES	3
#define SCOPES	5		/* 0 is the task's; the others are minted */
#define NO	15		/* no scope */
#define AT(s, n) ((s) * NODES + (n))

/* What nodes know of scopes, at AT(scope, node). */
bool known[SCOPES * NODES];
byte credit[SCOPES * NODES], live[SCOPES * NODES];
byte minted[SCOPES * NODES];	/* the scope inside that gives for this one */
byte owner[SCOPES], outer[SCOPES];
byte n_scopes = 1;
bool ended;			/* scope 0 */

/* Members: running; about to leave; found that they may be the last. */
byte running[SCOPES * NODES], leaving[SCOPES * NODES], last[SCOPES * NODES];
byte to_create = TASKS;

/* Messages: CREATE with credit, SCOPE_RETURN. */
#define MSGS	6
#define EMPTY	0
#define CREATE	1
#define RETURN	2
byte type[MSGS], scope_of[MSGS], part[MSGS], to[MSGS];

/* The lowest slot that is free. */
inline send(what, about, much, dest)
{
	m = 0;
	do
	:: type[m] != EMPTY -> m++
	:: else -> break
	od;
	assert(m < MSGS);
	printf("  send %d of scope %d, credit %d, to %d\n", what, about, much,
	       dest);
	type[m] = what;
	scope_of[m] = about;
	part[m] = much;
	to[m] = dest;
	m = 0
}

/* ocr_scope_give(): this node takes credit k out of scope s, or out of one
 * inside, g, for a child elsewhere. */
inline give(here, s)
{
	g = s;
	do
#ifdef GIVE_ALL
	:: credit[AT(g, here)] >= 1 -> break
#else
	:: credit[AT(g, here)] >= 2 -> break
#endif
	:: else ->
		if
		:: minted[AT(g, here)] != NO
		:: else ->
			assert(n_scopes < SCOPES);
			owner[n_scopes] = here;
			outer[n_scopes] = g;
			known[AT(n_scopes, here)] = true;
			credit[AT(n_scopes, here)] = TOTAL;
			minted[AT(n_scopes, here)] = NO;
			minted[AT(g, here)] = n_scopes;
#ifndef NO_MEMBER
			live[AT(g, here)]++;
#endif
			n_scopes++
		fi;
		g = minted[AT(g, here)]
	od;
	k = (credit[AT(g, here)] == 1 -> 1 : credit[AT(g, here)] / 2);
	credit[AT(g, here)] = credit[AT(g, here)] - k
}

/* ocr_scope_join(): a child in scope g arrives at node n with credit k. */
inline join()
{
	if
	:: !known[AT(g, n)] ->
		assert(owner[g] != n);
		known[AT(g, n)] = true;
		minted[AT(g, n)] = NO
	:: else
	fi;
	credit[AT(g, n)] = credit[AT(g, n)] + k;
	assert(credit[AT(g, n)] <= TOTAL);
	live[AT(g, n)]++;
	running[AT(g, n)]++
}

/* is_over_locked(), close_locked(), finish(). */
inline end_if_over(here, s)
{
	printf("  over? scope %d on %d: %d live, credit %d\n", s, here,
	       live[AT(s, here)], credit[AT(s, here)]);
	if
	:: live[AT(s, here)] || owner[s] == here && credit[AT(s, here)] != TOTAL
	:: else ->
		known[AT(s, here)] = false;
		minted[AT(s, here)] = NO;
		if
		:: owner[s] != here ->
#ifdef TAKE_LESS
			send(RETURN, s, credit[AT(s, here)] - 1, owner[s])
#else
			send(RETURN, s, credit[AT(s, here)], owner[s])
#endif
		:: owner[s] == here && s == 0 ->
			assert(!ended);
			ended = true
		:: else ->
			if
			:: minted[AT(outer[s], here)] == s ->
				minted[AT(outer[s], here)] = NO
			:: else
			fi;
#ifndef NO_MEMBER
			leaving[AT(outer[s], here)]++
#endif
		fi;
		credit[AT(s, here)] = 0
	fi
}

/* No credit is lost, and after the end nobody is alive. */
inline check()
{
	i = 0;
	do
	:: i < n_scopes ->
		m = 0;
		sum = 0;
		do
		:: m < MSGS ->
			sum = sum + (type[m] != EMPTY && scope_of[m] == i ->
					     part[m] : 0);
			m++
		:: else -> break
		od;
		m = 0;
		do
		:: m < NODES -> sum = sum + credit[AT(i, m)]; m++
		:: else -> break
		od;
		m = 0;
		assert(sum == (known[AT(i, owner[i])] -> TOTAL : 0));
		i++
	:: else -> break
	od;
	i = 0;
	do
	:: i < SCOPES * NODES ->
		assert(!ended || !running[i] && !live[i]);
		i++
	:: else -> break
	od;
	i = 0;
	do
	:: i < MSGS -> assert(!ended || type[i] != CREATE); i++
	:: else -> break
	od;
	a = 0; c = 0; g = 0; i = 0; k = 0; n = 0; sum = 0; ty = 0
}

inline create_child(x, y)
{
	printf("child of a member of %d on %d, on %d\n", x / NODES, x % NODES,
	       y);
	to_create--;
	if
	:: y == x % NODES ->
		live[x]++;
		running[x]++
	:: else ->
#ifdef EMPTY_HANDED
		g = x / NODES;
#else
		give(x % NODES, x / NODES);
#endif
		send(CREATE, g, k, y)
	fi
}

inline end_of_body(x)
{
	printf("end of a member of %d on %d\n", x / NODES, x % NODES);
	running[x]--;
	leaving[x]++
}

inline arrive(x)
{
	n = to[x];
	g = scope_of[x];
	k = part[x];
	ty = type[x];
	type[x] = EMPTY;
	scope_of[x] = 0;
	part[x] = 0;
	to[x] = 0;
	printf("arrives: %d of scope %d, credit %d, at %d\n", ty, g, k, n);
	if
	:: ty == CREATE -> join()
	:: else ->
		assert(known[AT(g, n)]);
		credit[AT(g, n)] = credit[AT(g, n)] + k;
		assert(credit[AT(g, n)] <= TOTAL);
		end_if_over(n, g)
	fi
}

#define SOME_SCOPE(w) \
	:: w[0] -> a = 0 :: w[1] -> a = 1 :: w[2] -> a = 2 :: w[3] -> a = 3 \
	:: w[4] -> a = 4 :: w[5] -> a = 5 :: w[6] -> a = 6 :: w[7] -> a = 7 \
	:: w[8] -> a = 8 :: w[9] -> a = 9 :: w[10] -> a = 10 \
	:: w[11] -> a = 11 :: w[12] -> a = 12 :: w[13] -> a = 13 \
	:: w[14] -> a = 14

active proctype job()
{
	byte a, c, g, i, k, m, n, sum, ty;

	d_step {
		i = 0;
		do
		:: i < SCOPES * NODES -> minted[i] = NO; i++
		:: else -> break
		od;
		i = 0;
		known[0] = true;
		credit[0] = TOTAL;
		live[0] = 1;
		running[0] = 1
	}
	do
	/* A member creates a child, here or elsewhere; or it ends. */
	:: atomic {
		if
		SOME_SCOPE(running)
		fi;
		if
		:: to_create -> c = 0
		:: to_create -> c = 1
		:: to_create -> c = 2
		:: c = NODES
		fi;
		d_step {
			if
			:: c == NODES -> end_of_body(a)
			:: else -> create_child(a, c)
			fi;
			check()
		}
	   }
	/* ocr_scope_leave(): without the lock, if it is not the last. */
	:: atomic {
		if
		SOME_SCOPE(leaving)
		fi;
		d_step {
			leaving[a]--;
			if
			:: live[a] > 1 -> live[a]--
			:: else -> last[a]++
			fi;
			check()
		}
	   }
	/* With the lock; others may have joined meanwhile. */
	:: atomic {
		if
		SOME_SCOPE(last)
		fi;
		d_step {
			last[a]--;
			live[a]--;
			end_if_over(a % NODES, a / NODES);
			check()
		}
	   }
	/* A message arrives. */
	:: atomic {
		if
		:: type[0] -> a = 0
		:: type[1] -> a = 1
		:: type[2] -> a = 2
		:: type[3] -> a = 3
		:: type[4] -> a = 4
		:: type[5] -> a = 5
		fi;
		d_step {
			arrive(a);
			check()
		}
	   }
	:: else -> break
	od;
	assert(ended)
}
