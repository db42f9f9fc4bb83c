#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# model.sh - checks the Spin models: what must hold holds in all states, and a
# model with a mistake in it is refuted (searches.sh).  Needs spin and a C compiler.
#
# Models do not change with the code: one that is as it was when all of it was
# searched (the file `searched` has the sums of that time) is searched in short,
# without the longest and with one mistake, as all are with OCR_CHECK=short.
# OCR_MODELS=again: all the same; OCR_MODELS=all: also what is off by default.
#
#	make check-models [MODELS=all]
#
# searches again, and writes the sums down.
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

# holds_at LEVEL MODEL [-DNAME...]
holds_at() {
	at=$1
	name=$2
	shift 2
	search "$name" "$at" "$@"
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

# holds MODEL [-DNAME...]: of a few states, which are searched before a compiler has
# optimised how.
holds() {
	holds_at -O0 "$@"
}

is_as_searched() {
	sum=$(cd "$models" && sha256sum "$1") &&
	grep -q -x -F -e "$sum" "$models/searched"
}

# is_short MODEL
is_short() {
	[ "${OCR_CHECK-}" != short ] || return 0
	case ${OCR_MODELS-} in
	again | all) return 1 ;;
	esac
	is_as_searched searches.sh && is_as_searched "$1"
}

# holds_long MODEL [-DNAME...]
holds_long() {
	if is_short "$1"; then
		echo "$*: not searched, in short"
	else
		holds_at -O1 "$@"
	fi
}

# holds_all MODEL [-DNAME...]: of what is off by default, or not built, and the
# largest, of which smaller ones with the same mistakes are searched; minutes, with
# OCR_MODELS=all.
holds_all() {
	if [ "${OCR_MODELS-}" = all ]; then
		holds_at -O1 "$@"
	else
		echo "$*: not searched without OCR_MODELS=all"
	fi
}

# refuted MODEL -DNAME...
tried=
refuted() {
	name=$1
	if is_short "$name"; then
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

. "$models/searches.sh"
[ "$bad" -eq 0 ] || exit 1
case ${1-} in
--write) (cd "$models" && sha256sum ./*.pml searches.sh | sed 's,\./,,') \
	>searched && cat searched >"$models/searched" ;;
esac
