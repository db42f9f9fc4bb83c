#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# use.sh VERSION - what a user does with the Debian packages, where they lie in
# their places (package.sh).  Everything is found by its name alone.
set -u
version=$1
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
unset LD_LIBRARY_PATH PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR MAKEFLAGS MFLAGS
# Here one is root, of a namespace or of a chroot.
OMPI_ALLOW_RUN_AS_ROOT=1
OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
bad=0

# expect WHAT LINE COMMAND...: it ends well, and one of its lines is LINE.
expect() {
	what=$1
	line=$2
	shift 2
	if timeout 120 "$@" >out 2>&1 && grep -qxF -- "$line" out; then
		echo "ok      $what"
	else
		echo "FAILED  $what: no line '$line' from: $*"
		cat out
		bad=$((bad + 1))
	fi
}

# skip WHAT NAME: whether WHAT is left out, since there is no program NAME.
skip() {
	command -v "$2" >/dev/null && return 1
	echo "skipped $1: there is no $2"
}

cat >hello.c <<'END_C'
#include <ocr.h>
#include <extensions/ocr-affinity.h>

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 nodes = 0;

	(void)paramc, (void)paramv, (void)depc, (void)depv;
	ocrAffinityCount(AFFINITY_PD, &nodes);
	PRINTF("hello from %u nodes\n", (unsigned)nodes);
	ocrShutdown();
	return NULL_GUID;
}
END_C
cat >crash.c <<'END_C'
#include <ocr.h>

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	volatile int *nowhere = (int *)(u64)(paramc + 4u);

	(void)paramv, (void)depc, (void)depv;
	*nowhere = 1;
	return NULL_GUID;
}
END_C
cat >move.c <<'END_C'
#include <dri.h>
#include <stdio.h>

int
main(int argc, char **argv)
{
	int size = 0;

	if (DRI_Init(&argc, &argv) ||
	    DRI_Group_get_size(DRI_GROUP_WORLD, &size))
		return 1;
	printf("moved by %d\n", size);
	return DRI_Finalize() != DRI_SUCCESS;
}
END_C
cat >CMakeLists.txt <<'END_CMAKE'
cmake_minimum_required(VERSION 3.13)
project(consumer C)
find_package(ocr REQUIRED)
message(STATUS "ocr ${ocr_VERSION}")
add_executable(cmake_hello hello.c)
target_link_libraries(cmake_hello ocr::ocr)
add_executable(cmake_move move.c)
target_link_libraries(cmake_move ocr::dri)
END_CMAKE

expect 'ocrinfo' "ocr-fabric $version, OCR 1.1.0" ocrinfo
expect 'ocrcc makes a program' 'hello from 1 nodes' \
	sh -c 'ocrcc -Wall -Werror hello.c -o hello && ./hello'
expect 'ocrrun starts two nodes' 'hello from 2 nodes' ocrrun -n 2 ./hello
expect 'ocrrun has its keeper' yes \
	sh -c 'test -x /usr/libexec/ocr-fabric/ocrkeep && echo yes'
expect 'a crash has its line' yes sh -c 'ocrcc -g crash.c -o crash
	! ./crash 2>said && grep -q "crash[.]c:9" said && echo yes || cat said'
skip 'pkg-config' pkg-config || {
	expect 'pkg-config knows the version' "$version" pkg-config --modversion ocr
	expect 'pkg-config ocr' 'hello from 2 nodes' sh -c \
		'cc hello.c $(pkg-config --cflags --libs ocr) -o hello_pc && ocrrun -n 2 ./hello_pc'
	expect 'pkg-config dri' 'moved by 2' sh -c \
		'cc move.c $(pkg-config --cflags --libs dri) -o move && ocrrun -n 2 ./move'
}
skip 'CMake' cmake || {
	expect 'CMake builds' "-- ocr $version" \
		sh -c 'cmake -S . -B build && make -C build'
	expect 'CMake ocr::ocr' 'hello from 1 nodes' build/cmake_hello
	expect 'CMake ocr::dri' 'moved by 2' ocrrun -n 2 build/cmake_move
}
skip 'man' man ||
for page in '7 ocr' '1 ocrcc' '1 ocrrun' '3 ocrEdtCreate' '3 ocr-edt' \
	'3 dri' '3 DRI_Channel_create_send'; do
	expect "man $page" "${page#* }" sh -c \
		"man $page | col -b | awk '/^NAME/ { getline; print \$1; exit }' | tr -d ,"
done
skip 'completion' bash ||
expect 'completion' '-n' bash -c \
	'. /usr/share/bash-completion/completions/ocrrun
	complete -p ocrrun && _ocr_fabric_options ocrrun -n && printf "%s\n" "${COMPREPLY[@]}"'
expect 'the libraries are those of the packages' \
	"$(dirname "$(ls /usr/lib/*/libocr.so.0)")/libocr.so.0" sh -c \
	'ldd ./hello | sed -n "s|.*=> /lib/|/usr/lib/|; s|.*=> ||; s| (.*||p" | grep libocr'
[ "$bad" -eq 0 ]
