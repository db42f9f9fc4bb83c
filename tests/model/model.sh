#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# model.sh - checks the Spin models: what must hold holds in all states, and a
# model with a mistake in it is refuted.  With OCR_CHECK=short it is one search and
# one mistake a model: the others take long, and models do not change with the
# code.  Needs spin and a C compiler.
set -u
models=${top_srcdir:?}/tests/model
for program in spin ${CC:-gcc}; do
	if ! command -v "$program" >/dev/null 2>&1; then
		echo "skipped: no program '$program'"
		exit 77
	fi
done
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
bad=0

# What is looked for: wrong states (SAFETY), or runs without an end (NP).
kind=SAFETY

# search MODEL LEVEL [-DNAME...]
# Looks at all states of the model, or up to a mistake.
search() {
	model=$1
	level=$2
	shift 2
	spin "$@" -a "$models/$model" >spin.out 2>&1 &&
	${CC:-gcc} "$level" -w -D$kind -DCOLLAPSE -DMEMLIM=1800 -o pan pan.c &&
	case $kind in
	NP) ./pan -l -m100000 -w22 ;;
	*) ./pan -m100000 -w22 ;;
	esac >pan.out 2>&1 &&
	grep -q 'errors: ' pan.out && return
	cat spin.out pan.out
	echo "$model $*: no result"
	exit 1
}

states() {
	awk '/states, stored/ { print $1 }' pan.out
}

# holds MODEL [-DNAME...]
holds() {
	name=$1
	shift
	search "$name" -O1 "$@"
	if grep -q 'errors: 0' pan.out &&
	   ! grep -q -e 'not completed' -e 'too small' pan.out
	then
		echo "$name $*: holds in $(states) states"
	else
		grep -v '^$' pan.out | head -n 20
		spin "$@" -t "$models/$name" -k ./*.trail 2>&1 | tail -n 60
		echo "$name $*: FAILS"
		bad=$((bad + 1))
	fi
}

# holds_long MODEL [-DNAME...]
holds_long() {
	if [ "${OCR_CHECK-}" = short ]; then
		echo "$*: not searched, OCR_CHECK=short"
	else
		holds "$@"
	fi
}

# holds_all MODEL [-DNAME...]: of what is off by default, or not built, and the
# largest, of which smaller ones with the same mistakes are searched; minutes, with
# OCR_MODELS=all.
holds_all() {
	if [ "${OCR_MODELS-}" = all ]; then
		holds "$@"
	else
		echo "$*: not searched without OCR_MODELS=all"
	fi
}

# refuted MODEL -DNAME...
tried=
refuted() {
	name=$1
	if [ "${OCR_CHECK-}" = short ]; then
		case " $tried " in
		*" $kind,$name "*) return ;;
		esac
		tried="$tried $kind,$name"
	fi
	shift
	search "$name" -O0 "$@"
	if grep -q 'errors: 1' pan.out; then
		echo "$name $*: refuted after $(states) states"
	else
		echo "$name $*: NOT refuted in $(states) states"
		bad=$((bad + 1))
	fi
}

holds stream.pml
refuted stream.pml -DNO_FENCE -DPROTOCOL=IMMEDIATE
refuted stream.pml -DNO_FENCE -DPROTOCOL=GROUPED
refuted stream.pml -DNO_FENCE -DPROTOCOL=RELAXED
refuted stream.pml -DNO_PARKING -DPROTOCOL=RELAXED
holds stream.pml -DNO_FENCE -DPROTOCOL=RELAXED -DTWO_NODES

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

holds batch.pml
refuted batch.pml -DNO_REPLY
refuted batch.pml -DONE_WISH
refuted batch.pml -DTOO_EARLY
refuted batch.pml -DNO_SECOND_LOOK

holds session.pml
for mistake in FORGET NO_REWIND NO_COMPLAINT NO_PATIENCE TAKE_ANY TAKE_AGAIN \
	TELL_EARLY DROP_SENT
do
	refuted session.pml -D$mistake
done

holds deque.pml -DSTEALS=1
holds_all deque.pml
for mistake in NO_SECOND_LOOK PASSES_BY ENDS_FIRST GOES_TOO; do
	refuted deque.pml -D$mistake
done

holds lock.pml
for mistake in NO_FENCE FENCE_FIRST LOOK_FIRST NO_LOOK LEAVES_FIRST; do
	refuted lock.pml -D$mistake
done

one="-DLINES=2 -DLONG=1"
many="-DN=2 -DLINES=3 -DLONG=1 -DONCE=1 -DHELPER -DMANY"
holds ring.pml
holds_long ring.pml -DN=2 $one -DBACK_N=1
holds_long ring.pml -DN=2 $one -DDEATH
holds_long ring.pml -DN=1 $one -DDEATH -DBACK_N=1
holds_long ring.pml -DN=2 $one -DHELPER
holds_long ring.pml $many
for mistake in NO_LOOK WORD_RELAXED NEXT_LATE NO_NEXT HEAD_EARLY TOO_LONG \
	NO_ROOM_FENCE NO_ROOM_LOOK NO_TAKE_FENCE WANT_LATE RING_FIRST \
	NO_TELL_FENCE NO_SLEEP_FENCE RUNG_FOR_EVER DRAIN_LATE
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

holds finish.pml
refuted finish.pml -DGIVE_ALL
refuted finish.pml -DNO_MEMBER
refuted finish.pml -DEMPTY_HANDED
refuted finish.pml -DTAKE_LESS

holds_long coherence.pml
holds coherence.pml -DSMALL -DSTARTS=4 -DWRITES=3
for mistake in NO_RECALLED LEASE_LATE KEEP_LEASE NO_ASK EVICT_PINNED \
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
holds coherence.pml -DCARRY=2 -DSMALL -DSTARTS=4
holds_long coherence.pml -DCARRY=1 -DSTARTS=4 -DSHORT=1
refuted coherence.pml -DCARRY=1 -DSTARTS=4 -DSHORT=1 -DASIDE_HERE
holds_all coherence.pml -DCARRY=1 -DSTARTS=4 -DPARTED
for mistake in CARRY_WRITTEN CARRY_UNNOTED CARRY_KEPT CARRY_TO_WRITER \
	RETURN_ANY RETURN_ANSWERS RETURN_SILENT
do
	refuted coherence.pml -DCARRY=1 -DSTARTS=4 -D$mistake
done
holds coherence.pml -DKEEP=1 -DSTARTS=4
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
kind=NP
holds_long coherence.pml -DENDLESS
holds_all coherence.pml -DENDLESS -DKEEP=1
refuted coherence.pml -DENDLESS -DKEEP=1 -DKEEP_ON
refuted coherence.pml -DENDLESS -DJOIN_PAST
[ "$bad" -eq 0 ]
