#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# without_debug.sh COMMAND... - runs it where libraries of the system have no debug
# information beside them, if this user may arrange that.
#
# What libraries leak and how they lock is nothing to us (lsan.supp, tsan.supp).  To
# see that it is theirs, a process that ends reads all that there is about each
# library: of libc's, which valgrind brings, 80 ms, as much as all else that a
# process of a short job does.
hide='mount -t tmpfs none /usr/lib/debug'
if [ -d /usr/lib/debug ] && unshare -m sh -c "$hide" 2>/dev/null; then
	exec unshare -m sh -c "$hide"' && exec "$@"' - "$@"
fi
exec "$@"
