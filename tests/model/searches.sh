# SPDX-License-Identifier: BSD-3-Clause
# searches.sh - what is searched in each model, for model.sh, which reads it with
# ".".
holds_long stream.pml
refuted stream.pml -DNO_FENCE -DPROTOCOL=IMMEDIATE
refuted stream.pml -DNO_FENCE -DPROTOCOL=GROUPED
refuted stream.pml -DNO_FENCE -DPROTOCOL=RELAXED
refuted stream.pml -DNO_PARKING -DPROTOCOL=RELAXED
holds_long stream.pml -DNO_FENCE -DPROTOCOL=RELAXED -DTWO_NODES

holds_all stream.pml -DPROTOCOL=CARRIED
for mistake in NOT_TAKEN NOT_HELD NOT_CARRIED_ON TOLD_ONCE BARE_EFFECTS; do
	refuted stream.pml -DPROTOCOL=CARRIED -D$mistake
done

# Every "yes" of the relaxed protocol's table is needed.
# row TRIGGERING|SEEN OP KIND-OF-OBJECT KIND-OF-X
row() {
	refuted stream.pml -DPROTOCOL=RELAXED "-DNOT_$1=$2" "-DOF=$3" \
		"-DKIND=$4"
}
row SEEN DEP ONCE ONCE
row SEEN DEP STICKY STICKY
row SEEN DEP IDEM IDEM
row SEEN DEP CHANNEL CHANNEL
row SEEN DEP UP UP
row SEEN SAT STICKY STICKY
row SEEN SAT IDEM IDEM
row SEEN SAT CHANNEL CHANNEL
row SEEN SAT DOWN DOWN
row SEEN INC UP UP
row SEEN RELEASE BLOCK BLOCK
row SEEN CREATE LABEL LABEL
row SEEN DESTROY LABEL LABEL
row TRIGGERING SAT ONCE UP
row TRIGGERING INC DOWN UP
row TRIGGERING DEP STICKY UP
row TRIGGERING DEP CHANNEL UP

# The order that nobody promises does not come by itself.
holds figure4.pml
refuted figure4.pml -DIN_ORDER

holds_long batch.pml
refuted batch.pml -DNO_REPLY
refuted batch.pml -DONE_WISH
refuted batch.pml -DTOO_EARLY
refuted batch.pml -DNO_SECOND_LOOK
holds batch.pml -DALONE
for mistake in PUT_AHEAD PUT_PAST PUT_PUSHING PUT_LATE PUT_KEEPS PUT_UNTOLD; do
	refuted batch.pml -DALONE -D$mistake
done

holds_long session.pml
for mistake in FORGET NO_REWIND NO_COMPLAINT NO_PATIENCE TAKE_ANY TAKE_AGAIN \
	TELL_EARLY DROP_SENT
do
	refuted session.pml -D$mistake
done

holds_long deque.pml -DSTEALS=1
holds_all deque.pml
for mistake in NO_SECOND_LOOK PASSES_BY ENDS_FIRST GOES_TOO; do
	refuted deque.pml -D$mistake
done

holds lock.pml
for mistake in NO_FENCE FENCE_FIRST LOOK_FIRST NO_LOOK LEAVES_FIRST; do
	refuted lock.pml -D$mistake
done

holds put_off.pml
for mistake in NO_FENCE NO_FENCE_THERE LOOK_FIRST LOOK_FIRST_THERE NO_LOOK \
	NO_LOOK_THERE ONCE; do
	refuted put_off.pml -D$mistake
done

holds back.pml -DPAIR
holds_long back.pml -DPAIR -DDESTROYS=1
holds_long back.pml -DPAIR -DLENDS=3
holds_all back.pml -DPAIR -DREADS=1
holds_all back.pml
for mistake in NOT_TAKEN KEEPS SLEEPS SILENT NO_RECALL ANSWERS; do
	refuted back.pml -DPAIR -D$mistake
done
for mistake in ANY_BLOCK AT_ONCE TWICE GAVE_STAYS; do
	refuted back.pml -DPAIR -DLENDS=3 -D$mistake
done
refuted back.pml -DLENDS=3 -DTO_ANY

holds brief.pml
holds brief.pml -DTWO
holds brief.pml -DDESTROYED
holds brief.pml -DDEATH
for mistake in LEFT NOT_LAST EARLY FORGETS UNOWED; do
	refuted brief.pml -D$mistake
done
refuted brief.pml -DTWO -DBEHIND
refuted brief.pml -DTWO -DBOTH
refuted brief.pml -DDESTROYED -DPARKED_LOST
refuted brief.pml -DDEATH -DLOST_WAITS

one="-DLINES=2 -DLONG=1"
many="-DN=2 -DLINES=3 -DLONG=1 -DONCE=1 -DHELPER -DMANY"
holds_long ring.pml
holds_long ring.pml -DN=2 $one -DBACK_N=1
holds_long ring.pml -DN=2 $one -DDEATH
holds_long ring.pml -DN=1 $one -DDEATH -DBACK_N=1
holds_long ring.pml -DN=2 $one -DHELPER
holds_long ring.pml $many
for mistake in NO_LOOK WORD_RELAXED NEXT_LATE AHEAD_FULL AHEAD_STALE OWN_FULL NO_NEXT \
	HEAD_EARLY TOO_LONG NO_ROOM_FENCE NO_ROOM_LOOK NO_TAKE_FENCE WANT_LATE \
	RING_FIRST NO_TELL_FENCE NO_SLEEP_FENCE RUNG_FOR_EVER DRAIN_LATE
do
	refuted ring.pml -D$mistake
done
holds ring.pml -DN=2 $one -DSTRANGER
refuted ring.pml -DN=2 $one -DSTRANGER -DFORGOTTEN
refuted ring.pml $one -DHELPER -DSTORES=3 -DHEAD_RELAXED
refuted ring.pml $many -DLEFT_LATE
refuted ring.pml $many -DLEFT_RELAXED
refuted ring.pml -DN=2 $one -DMANY -DNO_OPENED
refuted ring.pml -DN=2 $one -DDEATH -DDEAF

holds_long finish.pml
refuted finish.pml -DGIVE_ALL
refuted finish.pml -DNO_MEMBER
refuted finish.pml -DEMPTY_HANDED
refuted finish.pml -DTAKE_LESS

holds serve.pml
holds_all serve.pml -DSTARTS=2
holds_all serve.pml -DSTARTS=2 -DWRITES=2
for mistake in UNPINNED DROP_EARLY ANY_ANSWER WAY_STAYS NEVER_LET_GO WAIT_ON; do
	refuted serve.pml -D$mistake
done
for mistake in IN_PLACE IN_PLACE_ASKED; do
	refuted serve.pml -DSTARTS=2 -D$mistake
done

holds passed.pml
for mistake in SLOTS EVENTS OTHERS LATER ANY_TIME NO_YIELD SILENT; do
	refuted passed.pml -D$mistake
done

holds_long several.pml -DPAIR
holds_long several.pml -DPAIR -DHOMES=2
holds_long several.pml
holds_long several.pml -DHOMES=2
holds_long several.pml -DHOMES=2 -DOWN_FIRST
holds_long several.pml -DPAIR -DPASS=1
holds several.pml -DMEETING
holds several.pml -DMEETING -DHOMES=2
for mistake in GUESS NOT_BACK UNCOUNTED LOST BUSY JOINS REFUSED NO_YIELD TO_TWO
do
	refuted several.pml -D$mistake
done
refuted several.pml -DTURNS=2 -DASKED
refuted several.pml -DHOMES=2 -DOVERSEES
refuted several.pml -DHOMES=2 -DOWN_FIRST -DOWN_NOT_BACK
for mistake in ONCE_MORE PASSED_BUSY; do
	refuted several.pml -DPAIR -DPASS=1 -D$mistake
done
for mistake in IN_PART IN_HAND TOGETHER; do
	refuted several.pml -DMEETING -D$mistake
done

holds_long coherence.pml
holds_long coherence.pml -DSMALL -DSTARTS=4 -DWRITES=3
for mistake in LEASE_LATE NO_RECALLED KEEP_LEASE NO_ASK EVICT_PINNED \
	EVICT_CLAIMED EARLY_DROP ONE_FETCHED IN_PLACE NO_COPY JOIN_ANY \
	NO_LAST_RECALL ONE_SOURCE NO_PAST
do
	refuted coherence.pml -D$mistake
done
holds_long coherence.pml -DSHORT=1 -DSTARTS=4
refuted coherence.pml -DSHORT=1 -DSTARTS=4 -DPASS_JOIN
refuted coherence.pml -DSHORT=1 -DSTARTS=4 -DNO_HOLD
holds_long coherence.pml -DPARTED -DSTARTS=4
refuted coherence.pml -DPARTED -DSTARTS=4 -DPARTED_EARLY
refuted coherence.pml -DPARTED -DSTARTS=4 -DNO_YIELDS
holds_all coherence.pml -DCARRY=1
holds_long coherence.pml -DCARRY=2 -DSMALL -DSTARTS=4
holds_long coherence.pml -DCARRY=1 -DSTARTS=4 -DSHORT=1
refuted coherence.pml -DCARRY=1 -DSTARTS=4 -DSHORT=1 -DASIDE_HERE
holds_all coherence.pml -DCARRY=1 -DSTARTS=4 -DPARTED
for mistake in CARRY_WRITTEN CARRY_UNNOTED CARRY_KEPT CARRY_TO_WRITER \
	RETURN_ANY RETURN_ANSWERS RETURN_SILENT
do
	refuted coherence.pml -DCARRY=1 -DSTARTS=4 -D$mistake
done
holds_long coherence.pml -DCARRY=1 -DOFFER -DSTARTS=4
holds_long coherence.pml -DCARRY=2 -DOFFER -DSTARTS=4 -DSMALL
holds_all coherence.pml -DCARRY=1 -DOFFER -DSTARTS=4 -DSHORT=1
holds_all coherence.pml -DCARRY=1 -DOFFER -DSTARTS=4 -DPARTED
holds_all coherence.pml -DCARRY=1 -DOFFER -DSTARTS=4 -DKEEP=1
for mistake in OFFER_TO_WRITER OFFER_UNCOUNTED OFFER_KEPT; do
	refuted coherence.pml -DCARRY=1 -DOFFER -DSTARTS=4 -D$mistake
done
refuted coherence.pml -DCARRY=1 -DOFFER -DSTARTS=4 -DSMALL -DINLINE_DROPS
holds_long coherence.pml -DKEEP=1 -DSTARTS=4
holds_all coherence.pml -DKEEP=2
holds_all coherence.pml -DKEEP=1 -DSTARTS=4 -DSMALL -DWRITES=3
holds_all coherence.pml -DKEEP=1 -DSTARTS=4 -DSHORT=1
holds_all coherence.pml -DKEEP=1 -DSTARTS=4 -DCARRY=1
holds_all coherence.pml -DKEEP=1 -DSTARTS=4 -DPARTED
for mistake in KEEP_COUNT KEEP_BUSY KEEP_FOREVER KEEP_ALL; do
	refuted coherence.pml -DKEEP=1 -DSTARTS=4 -D$mistake
done
refuted coherence.pml -DKEEP=1 -DSTARTS=4 -DWRITES=3 -DKEEP_JOINED
refuted coherence.pml -DKEEP=1 -DSTARTS=4 -DSHORT=1 -DKEEP_ASIDE
refuted coherence.pml -DKEEP=1 -DSTARTS=4 -DPARTED -DKEEP_PARTED
holds_long coherence.pml -DKEEP=1 -DSTARTS=4 -DWAITERS
refuted coherence.pml -DKEEP=1 -DSTARTS=4 -DWAITERS -DKEEP_REFUSED
refuted coherence.pml -DKEEP=1 -DSTARTS=4 -DWAITERS -DKEEP_ASKED
holds_long coherence.pml -DKEEP=1 -DSTARTS=4 -DMEETING
refuted coherence.pml -DKEEP=1 -DSTARTS=4 -DMEETING -DKEEP_SILENT
holds_long coherence.pml -DKEEP=0 -DPASS=1 -DSTARTS=4
holds_all coherence.pml -DKEEP=0 -DPASS=1 -DSTARTS=4 -DSHORT=1
holds_all coherence.pml -DKEEP=0 -DPASS=1 -DSTARTS=4 -DPARTED
holds_all coherence.pml -DKEEP=0 -DPASS=1 -DSTARTS=4 -DCARRY=1
holds_all coherence.pml -DKEEP=0 -DPASS=1 -DSTARTS=4 -DHOMEWARD=1
holds_all coherence.pml -DKEEP=1 -DPASS=1 -DSTARTS=4
holds_all coherence.pml -DKEEP=0 -DPASS=1 -DSTARTS=4 -DWAITERS
holds_all coherence.pml -DKEEP=0 -DPASS=1 -DSTARTS=4 -DMEETING
for mistake in PAST EARLY STAYS FETCHED LOST SILENT READ; do
	refuted coherence.pml -DKEEP=0 -DPASS=1 -DSTARTS=4 -DPASS_$mistake
done
refuted coherence.pml -DKEEP=0 -DPASS=1 -DSTARTS=4 -DCARRY=1 -DPASS_LEASED
refuted coherence.pml -DKEEP=0 -DPASS=1 -DSTARTS=4 -DWAITERS -DPASS_ASKED
holds_long coherence.pml -DHOMEWARD=1 -DSTARTS=4
holds_all coherence.pml -DHOMEWARD=1 -DSTARTS=4 -DSHORT=1
holds_all coherence.pml -DHOMEWARD=1 -DSTARTS=4 -DPARTED
holds_all coherence.pml -DHOMEWARD=1 -DSTARTS=4 -DKEEP=1
for mistake in WRITTEN OLD DROPS; do
	refuted coherence.pml -DHOMEWARD=1 -DSTARTS=4 -DHOME_$mistake
done
kind=NP
holds_long coherence.pml -DENDLESS
holds_all coherence.pml -DENDLESS -DKEEP=1
refuted coherence.pml -DENDLESS -DKEEP=1 -DKEEP_ON
refuted coherence.pml -DENDLESS -DJOIN_PAST
holds_long several.pml -DENDLESS
refuted several.pml -DENDLESS -DGOES_ON
