#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A variable that is nearly a setting is warned of once, by node 0; one that is a
# setting, or the program's own, is not.  ocrinfo shows it as well.  And where the
# value is wrong, that is all that ocrrun has to say.
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
hello=$conf_bin/hello
warning='ocr: node 0: warning: OCR_CARY is no setting, and not looked at: did you mean OCR_CARRY?'

# warnings N: so many lines of $work/out are warnings.
warnings() {
	n=$(grep -a -c 'warning: ' "$work/out")
	[ "$n" -eq "$1" ] || complain "FAILED  $n warnings, not $1"
}

# nodes N
nodes() {
	expect 0 "^$warning\$" env OCR_CARY=0 "$ocrrun" -n "$1" "$hello"
	warnings 1
	expect 0 'did you mean OCR_WORKERS?' \
		env ocr_workers=1 OCR_SILENSE_S=9 "$ocrrun" -n "$1" "$hello"
	warnings 2
	expect 1 '^ocr: error: OCR_TAG=al: want none or control or all$' \
		env OCR_TAG=al "$ocrrun" -n "$1" "$hello"
	! grep -a '^ocrrun: ' "$work/out" || complain 'FAILED  ocrrun says more'
	expect 0 '^hello$' env OCR_CARRY=0 OCR_LANG=de OCR_CARY= \
		"$ocrrun" -n "$1" "$hello"
	warnings 0
}

# The same of libdri, which knows fewer settings.
processes() {
	expect 0 '^ocr: node 0: warning: OCR_PIECES is no setting.*: did you mean OCR_PIECE?$' \
		env OCR_PIECES=1m OCR_CARY=0 OCR_PORT=1 "$ocrrun" -n "$1" \
		"$top_builddir/tests/dri/channels" groups
	warnings 1
}

nodes 1
expect 0 '^  OCR_CARY  *is no setting: did you mean OCR_CARRY?$' \
	env OCR_CARY=0 "$top_builddir/bin/ocrinfo"
expect 0 '^settings$' env OCR_LANG=de "$top_builddir/bin/ocrinfo"
! grep -q 'is no setting' "$work/out" ||
complain 'FAILED  ocrinfo takes OCR_LANG for a setting'
need_launcher
nodes 3
processes 2
verdict
