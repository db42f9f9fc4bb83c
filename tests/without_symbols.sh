#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# without_symbols.sh COMMAND... - runs it where the kernel names no symbols, if
# this user may arrange that.
#
# libfabric's verbs provider reads the names of all symbols of the kernel, twice
# in every process, before it knows that there is no card: 0.1 s, three quarters
# of what a short job costs, and the tests start thousands.
hide='mount --bind /dev/null /proc/kallsyms'
if [ -z "${OCR_WITHOUT_SYMBOLS-}" ] && [ -r /proc/kallsyms ] &&
   unshare -m sh -c "$hide" 2>/dev/null; then
	OCR_WITHOUT_SYMBOLS=1
	export OCR_WITHOUT_SYMBOLS
	exec unshare -m sh -c "$hide"' && exec "$@"' - "$@"
fi
exec "$@"
