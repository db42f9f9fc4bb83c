#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What `make install` puts into a folder is enough for programs of libocr and
# of libdri, found by pkg-config.
set -u
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MFLAGS
make -s -C "${top_builddir:?}" install DESTDIR="$work/root" \
	>"$work/out" 2>&1 || {
	echo "make install failed:"
	cat "$work/out"
	exit 1
}
PKG_CONFIG_SYSROOT_DIR=$work/root
PKG_CONFIG_PATH=$(dirname "$(find "$work/root" -name dri.pc)")
export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_PATH
libdir=$(dirname "$PKG_CONFIG_PATH")
bad=0

# check MODULE <PROGRAM
# The program, of this module, can be made and ends well.
check() {
	cat >"$work/$1.c"
	if flags=$("${PKG_CONFIG:-pkg-config}" --cflags --libs "$1") &&
		${CC:?} ${test_cflags-} -o "$work/$1" "$work/$1.c" $flags &&
		LD_LIBRARY_PATH=$libdir "$top_builddir/tests/limit" 60 "$work/$1"; then
		echo "ok      $1: $flags"
	else
		echo "FAILED  $1"
		bad=$((bad + 1))
	fi
}

check dri <<'END'
#include <dri.h>

int
main(void)
{
	int64_t size[2] = {4096, 4096};
	DRI_Global_Data image = DRI_GLOBAL_DATA_NULL;

	return DRI_Global_Data_create(2, size, "image", &image) ||
	       DRI_Global_Data_destroy(&image) || image;
}
END
# The program in the manual.
sed -n '/^[.]Sh EXAMPLES/,$ { /^[.]Bd/,/^[.]Ed/ { /^[.]/d; s/\\e/\\/g; p; } }' \
	"${top_srcdir:?}/doc/man/dri.3" >"$work/manual.c"
grep -q DRI_Channel_put "$work/manual.c" || {
	echo "FAILED  dri(3) has no program"
	bad=$((bad + 1))
}
check dri <"$work/manual.c"
# The Fortran module, and a program of it.
fortran=${FC:-gfortran}
case ${test_cflags-} in
*-fsanitize*) why='instrumented builds have none' ;;
*) command -v "$fortran" >/dev/null && why= || why="there is no $fortran" ;;
esac
fortran_there=$fortran
if [ -n "$why" ]; then
	fortran_there=
	echo "skipped dri.f90: $why"
elif flags=$("${PKG_CONFIG:-pkg-config}" --cflags --libs dri) &&
	"$fortran" -std=f2008 -Wall -J "$work" -o "$work/fortran" \
		"$(find "$work/root" -name dri.f90)" \
		"$top_srcdir/apps/examples/turn.f90" $flags &&
	LD_LIBRARY_PATH=$libdir "$top_builddir/tests/limit" 60 "$work/fortran"; then
	echo "ok      dri.f90: $fortran"
else
	echo "FAILED  dri.f90: $fortran"
	bad=$((bad + 1))
fi
# With the headers that programs from elsewhere include, and a task that has the
# name of a function of libc.
check ocr <<'END'
#include <ocr.h>
#include <ocr-guid-functions.h>
#include <ocr-legacy.h>
#include <extensions/ocr-debug.h>
#include <extensions/ocr-profiler.h>

#include <math.h>

ocrGuid_t
shutdown(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)depv;
	if (paramc != 1 || depc || cos((double)paramv[0]) != 1)
		ocrAbort(1);
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl;
	u64 zero = 0;

	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	ocrEdtTemplateCreate(&tmpl, shutdown, 1, 0);
	ocrEdtCreate(NULL, tmpl, EDT_PARAM_DEF, &zero, 0, NULL, EDT_PROP_NONE,
		     NULL_HINT, NULL);
	return NULL_GUID;
}
END
names=$(nm -D --defined-only "$work/ocr" | awk '$2 == "T" { print $3 }')
case $names in
mainEdt | mainEdt@*) echo "ok      exported: $names" ;;
*)
	echo "FAILED  a program exports more than mainEdt: $names"
	bad=$((bad + 1)) ;;
esac
# Pages lead to each other where they are installed, too.
sh "$top_srcdir/tests/package/links.sh" \
	"$(dirname "$(find "$work/root" -name README.md -path '*/ocr-fabric/README.md')")" ||
bad=$((bad + 1))
# For gdb: under the path that the library has.
library=$(readlink -f "$libdir/libocr.so")
script=$(find "$work/root" -name 'libocr.so*-gdb.py')
case $script in
*"/gdb/auto-load${library#"$work/root"}-gdb.py")
	if [ -f "$(dirname "$script")/ocr_gdb/__init__.py" ]; then
		echo "ok      ${script#"$work/root"}"
	else
		echo "FAILED  gdb's script has no package beside it"
		bad=$((bad + 1))
	fi ;;
*)
	echo "FAILED  gdb would not look for '$script'"
	bad=$((bad + 1)) ;;
esac
# And by the compiler that was installed with it; its paths are of the machine
# that it is for.
ocrcc=$(find "$work/root" -path '*/bin/ocrcc')
if show=$("$ocrcc" --show x.c) &&
	map=$(printf '%s\n' "$show" |
		sed -n 's/.*--version-script=\([^ ]*\) .*/\1/p') &&
	[ -f "$work/root$map" ]; then
	echo "ok      ocrcc links with $map"
else
	echo "FAILED  ocrcc: $show"
	bad=$((bad + 1))
fi

# A program of either library that says whose malloc() it has: libocr and libdri
# bring a jemalloc of their own, and leave the program's alone.
cat >"$work/whose.h" <<'END'
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static int
is_of_libc(void)
{
	void *(*volatile f)(size_t) = malloc;
	Dl_info info;

	return dladdr((void *)f, &info) && strstr(info.dli_fname, "/libc.so");
}
END
cat >"$work/whose_ocr.c" <<'END'
#define _GNU_SOURCE
#include "whose.h"
#include <ocr.h>

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc, (void)paramv, (void)depc, (void)depv;
	if (is_of_libc())
		ocrShutdown();
	else
		ocrAbort(1);
	return NULL_GUID;
}
END
cat >"$work/whose_dri.c" <<'END'
#define _GNU_SOURCE
#include "whose.h"
#include <dri.h>

int
main(void)
{
	int (*volatile init)(int *, char ***) = DRI_Init;

	return init == NULL || !is_of_libc();
}
END

# runs WHAT PROGRAM: it ends well, with the libraries that were installed.
runs() {
	if LD_LIBRARY_PATH=$libdir "$top_builddir/tests/limit" 60 "$2"; then
		echo "ok      $1"
	else
		echo "FAILED  $1"
		bad=$((bad + 1))
	fi
}

# Whose malloc() a program of a sanitizer has is the sanitizer's.
case ${test_cflags-} in
*-fsanitize*) modules= ;;
*) modules='ocr dri' ;;
esac
for module in $modules; do
	flags=$("${PKG_CONFIG:-pkg-config}" --cflags --libs "$module") &&
	${CC:?} -o "$work/whose_$module" "$work/whose_$module.c" $flags
	runs "$module: malloc() is the program's" "$work/whose_$module"
	if [ ! -f "$libdir/lib$module.a" ]; then
		echo "skipped lib$module.a: configured without --enable-static"
		continue
	fi
	# The archive in the place of the shared library, all else as told.
	flags=$("${PKG_CONFIG:-pkg-config}" --static --cflags --libs "$module" |
		sed "s/-l$module /-l:lib$module.a /")
	rm -f "$work/whose_$module"
	$CC -o "$work/whose_$module" "$work/whose_$module.c" $flags
	runs "lib$module.a: pkg-config --static is complete" \
		"$work/whose_$module"
	if readelf -d "$work/whose_$module" | grep -q "lib$module.so"; then
		echo "FAILED  lib$module.so was linked, not the archive"
		bad=$((bad + 1))
	fi
done

# CMake, with the targets of find_package(ocr).
mkdir "$work/cmake"
cat >"$work/cmake/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.13)
project(consumer C)
find_package(ocr 0.2 REQUIRED)
add_executable(whose_ocr ../whose_ocr.c)
target_link_libraries(whose_ocr ocr::ocr)
add_executable(whose_dri ../whose_dri.c)
target_link_libraries(whose_dri ocr::dri)
find_package(ocr 99 QUIET)
if(ocr_FOUND)
	message(FATAL_ERROR "version 99 was found")
endif()
END
if [ -z "$modules" ]; then
	echo "skipped CMake: instrumented programs need the instrumented compiler"
elif ! command -v cmake >/dev/null; then
	echo "skipped CMake: there is no cmake"
elif cmake -S "$work/cmake" -B "$work/cmake" \
	-Docr_DIR="$libdir/cmake/ocr" \
	>"$work/out" 2>&1 && make -C "$work/cmake" >>"$work/out" 2>&1; then
	runs 'CMake: ocr::ocr' "$work/cmake/whose_ocr"
	runs 'CMake: ocr::dri' "$work/cmake/whose_dri"
	case $(nm -D --defined-only "$work/cmake/whose_ocr") in
	*' T is_of_libc'*) echo "FAILED  CMake: names of the program are exported"
		bad=$((bad + 1)) ;;
	esac
else
	echo "FAILED  CMake:"
	cat "$work/out"
	bad=$((bad + 1))
fi
# The examples, from a copy of their folder.
if [ -z "$modules" ]; then
	echo "skipped the examples: as CMake"
else
	cp -R "$(dirname "$(find "$work/root" -path '*/examples/Makefile')")" \
		"$work/examples"
	if make -s -C "$work/examples" CC="$CC" CXX="${CXX-}" FC="$fortran" \
		>"$work/out" 2>&1; then
		n=0
		for program in "$work"/examples/*/*; do
			case $program in
			*/wavefront_map | *.c | *.cc | *.f90 | *.mod) continue ;;
			esac
			runs "examples: ${program#"$work/examples/"}" "$program" \
				>"$work/said" 2>&1 || :
			grep '^ok  \|^FAILED' "$work/said"
			n=$((n + 1))
		done
		[ "$n" -ge 8 ] || {
			echo "FAILED  examples: only $n programs"
			bad=$((bad + 1))
		}
	else
		echo "FAILED  examples: make:"
		cat "$work/out"
		bad=$((bad + 1))
	fi
	if ! command -v cmake >/dev/null; then
		echo "skipped CMakeLists.txt of the examples: there is no cmake"
	elif [ "${OCR_CHECK-}" = short ]; then
		echo 'OCR_CHECK=short: the examples by make alone'
	elif cmake -S "$work/examples" -B "$work/examples/build" \
		-Docr_DIR="$libdir/cmake/ocr" >"$work/out" 2>&1 &&
		make -C "$work/examples/build" >>"$work/out" 2>&1; then
		for program in fork_join ${CXX:+cpp_fork_join} \
			${fortran_there:+turn}; do
			runs "examples: CMake, $program" \
				"$work/examples/build/$program" >"$work/said" 2>&1
			grep '^ok  \|^FAILED' "$work/said"
		done
	else
		echo "FAILED  examples: CMake:"
		cat "$work/out"
		bad=$((bad + 1))
	fi
fi
[ "$bad" -eq 0 ]
