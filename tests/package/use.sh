#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# use.sh VERSION [SEED] - what a user does with the Debian packages, where they lie in
# their places (package.sh): writes programs, goes through the tutorial, takes the
# examples, asks for manual pages.  Everything is found by its name alone.
set -u
version=$1
seed=${2-$(date +%s)}
here=$(cd -- "$(dirname -- "$0")" && pwd)
OCR_PAGES=/usr/share/doc/ocr-doc
export OCR_PAGES
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
unset LD_LIBRARY_PATH PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR MAKEFLAGS MFLAGS
# Here one may be root, of a namespace.
OMPI_ALLOW_RUN_AS_ROOT=1
OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
bad=0

# expect WHAT LINE COMMAND...: it ends well, and one of its lines is LINE.
expect() {
	what=$1
	line=$2
	shift 2
	if timeout 300 "$@" >out 2>&1 && grep -qxF -- "$line" out; then
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
for tool in ocrcc ocrrun ocrtop ocrtrace; do
	expect "$tool --help" yes sh -c "$tool --help | grep -q '^Usage: $tool' && echo yes"
done

# name_of SECTION-AND-PAGE: what stands below NAME.
name_of() {
	man $1 | col -b | awk '/^[A-Z]/ { on = $0 == "NAME"; next } on'
}
# Ten calls, other ones each time.
calls() {
	find /usr/share/man/man3 -name 'ocr[A-Z]*' -o -name 'DRI_*' |
	sed 's,.*/,,; s/[.]3.*//' | sort |
	awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t3 " $0 }' |
	sort -g | head -n 10 | cut -f 2
}
skip 'man' man || {
	echo "ten calls by seed $seed"
	calls >pages
	for page in '7 ocr' '1 ocrcc' '1 ocrrun' '1 ocrinfo' '1 ocrtop' \
		'1 ocrtrace' '3 ocr-edt' '3 dri'; do
		echo "$page"
	done >>pages
	while read -r page; do
		name_of "$page" >name 2>&1 </dev/null
		expect "man $page" yes \
			sh -c "grep -qwF '${page#* }' name && echo yes || cat name"
	done <pages
	expect 'pages of ten calls were looked for' 18 sh -c 'wc -l <pages'
}
skip 'completion' bash ||
expect 'completion' '-n' bash -c \
	'. /usr/share/bash-completion/completions/ocrrun
	complete -p ocrrun && _ocr_fabric_options ocrrun -n && printf "%s\n" "${COMPREPLY[@]}"'
expect 'the libraries are those of the packages' \
	"$(dirname "$(ls /usr/lib/*/libocr.so.0)")/libocr.so.0" sh -c \
	'ldd ./hello | sed -n "s|.*=> /lib/|/usr/lib/|; s|.*=> ||; s| (.*||p" | grep libocr'

# The documents, and what stands in them.
expect 'links of the pages lead somewhere' yes \
	sh -c "sh '$here/links.sh' $OCR_PAGES && echo yes"
expect 'the pages for a browser' yes sh -c "for page in index README \
	doc/tutorial/01-tasks doc/use/RUNNING man/ocrEdtCreate.3; do
		grep -q '</html>' $OCR_PAGES/html/\$page.html || exit
	done && echo yes"
CXX=$(command -v c++)
export CXX
for pages in tutorial use; do
	if sh "$here/../pages/$pages.sh" >out 2>&1; then
		echo "ok      pages: $pages: $(tail -n 1 out)"
	else
		echo "FAILED  pages: $pages"
		cat out
		bad=$((bad + 1))
	fi
done
cp -R "$OCR_PAGES/examples" . || bad=$((bad + 1))
skip 'the examples' pkg-config ||
expect 'the examples, by their Makefile' yes \
	sh -c 'make -s -C examples run && echo yes'
skip 'the examples by CMake' cmake ||
expect 'the examples, by their CMakeLists.txt' yes sh -c 'cmake -S examples \
	-B examples/build && make -s -C examples/build && cd examples/build &&
	for p in hello wavefront_map cpp_fork_join turn; do
		case $p in
		cpp*) command -v c++ >/dev/null || continue ;;
		turn) command -v gfortran >/dev/null || continue ;;
		esac
		./$p || exit
	done && echo yes'
[ "$bad" -eq 0 ]
