#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# module.sh PREFIX - what `make install` has put into PREFIX is found by `module
# load`: a program is compiled, linked and run.
#
# Nothing is installed: a folder lies over PREFIX in a namespace that ends with
# this, so that all names of folders are what configure was told.
set -u
prefix=$1
init=/usr/share/modules/init/sh
skip() {
	echo "skipped: $1"
	exit 77
}
[ -f "$init" ] || skip "there is no $init (Debian: environment-modules)"
[ -d "$prefix" ] || skip "there is no folder $prefix to lay one over"
case $prefix in
/ | /usr) skip "in $prefix nobody needs a module" ;;
esac
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
why=$(unshare -rm true 2>&1) || skip "there are no namespaces: $why"
unset MAKEFLAGS MFLAGS
make -s -C "${top_builddir:?}" install DESTDIR="$work/root" >"$work/out" 2>&1 || {
	cat "$work/out"
	exit 1
}
cat >"$work/hello.c" <<'END_C'
#include <ocr.h>

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc, (void)paramv, (void)depc, (void)depv;
	PRINTF("hello\n");
	ocrShutdown();
	return NULL_GUID;
}
END_C
cat >"$work/user.sh" <<'END_USER'
# In the namespace: a user whose PATH knows nothing of PREFIX.
set -u
mount --bind "$root$prefix" "$prefix" || exit 1
PATH=/usr/bin:/bin
cd "$work" || exit 1
unset LD_LIBRARY_PATH PKG_CONFIG_PATH CMAKE_PREFIX_PATH MANPATH MODULEPATH
. "$init"

# expect WHAT LINE COMMAND...
expect() {
	what=$1
	line=$2
	shift 2
	if "$@" >out 2>&1 && grep -qxF -- "$line" out; then
		echo "ok      $what"
	else
		echo "FAILED  $what: no line '$line' from: $*"
		cat out
		exit 1
	fi
}

expect 'before there is no ocrcc' no sh -c 'command -v ocrcc || echo no'
module use "$prefix/share/modulefiles"
module load ocr-fabric || exit 1
expect 'ocrcc' hello sh -c 'ocrcc hello.c -o hello && ./hello'
expect 'pkg-config' hello sh -c \
	'cc hello.c $(pkg-config --cflags --libs ocr) -o hello && ./hello'
command -v man >/dev/null && {
	expect 'man ocrcc' "$prefix/share/man/man1/ocrcc.1" man -w ocrcc
	# Those of the system are still found.
	man -w 1 sh >/dev/null 2>&1 || [ ! -e /usr/share/man/man1/sh.1.gz ] || {
		echo 'FAILED  man 1 sh is gone'
		exit 1
	}
}
module unload ocr-fabric
expect 'afterwards neither' no sh -c 'command -v ocrcc || echo no'
END_USER
export work prefix init
root=$work/root
export root
unshare -rm sh "$work/user.sh"
