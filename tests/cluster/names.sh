#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A program's own names stay its own, however it is put together: in C and C++,
# from several files, with libraries of its own that call it, with names for
# dlsym().
set -u
. "${top_srcdir:?}/tests/cluster/job.sh"
ocrcc=$top_builddir/bin/ocrcc
cd "$work" || exit 99
nodes=1
if why=$("$ocrrun" -n 2 --show /bin/true 2>&1); then
	nodes='1 2'
else
	echo "on one node only: $why"
fi
case $("$ocrcc" --show x.c) in
*program.map*) ;;
*)
	echo 'skipped: ocrcc leaves the names alone, for a sanitizer'
	exit 77 ;;
esac

# Tasks `send` and `shutdown`; `progress` is for a library of the program.
cat >tasks.h <<'END'
#include <ocr.h>
#ifdef __cplusplus
extern "C" {
#endif
#define TASK(name) ocrGuid_t name(u32 paramc, u64 *paramv, u32 depc, \
				  ocrEdtDep_t depv[])
TASK(send);
TASK(shutdown);
TASK(mainEdt);
int progress(int x);
int twice_progress(int x);
#ifdef __cplusplus
}
#endif
END
cat >main.c <<'END'
#include "tasks.h"

static void
launch(ocrEdt_t body, u64 number)
{
	ocrGuid_t tmpl;

	ocrEdtTemplateCreate(&tmpl, body, 1, 0);
	ocrEdtCreate(NULL, tmpl, EDT_PARAM_DEF, &number, EDT_PARAM_DEF, NULL,
		     EDT_PROP_NONE, NULL_HINT, NULL);
	ocrEdtTemplateDestroy(tmpl);
}

int
progress(int x)
{
	return x + 1;
}

TASK(send)
{
	(void)depv;
	if (paramc != 1 || paramv[0] != 41 || depc)
		ocrAbort(3);
	launch(shutdown, (u64)twice_progress((int)paramv[0]));
	return NULL_GUID;
}

TASK(mainEdt)
{
	(void)paramc, (void)paramv, (void)depc, (void)depv;
	launch(send, 41);
	return NULL_GUID;
}
END
cat >shutdown.c <<'END'
#include "tasks.h"

TASK(shutdown)
{
	(void)depv;
	if (paramc != 1 || depc)
		ocrAbort(4);
	PRINTF("%d\n", (int)paramv[0]);
	ocrShutdown();
	return NULL_GUID;
}
END
cat >twice.c <<'END'
#include "tasks.h"

int
twice_progress(int x)
{
	return 2 * progress(x);
}
END
# The name of its own that dlsym() has to find is that of a task.
cat >find.c <<'END'
#include "tasks.h"

#include <dlfcn.h>

int
twice_progress(int x)
{
	return dlsym(NULL, "shutdown") == (void *)shutdown ? 2 * progress(x)
							   : 0;
}
END
for file in main shutdown twice; do
	cp $file.c $file.cc
done

# try WHAT OCRCC-WORD...: 84, and nothing else, on all numbers of nodes
try() {
	what=$1
	shift
	"$ocrcc" -Wall -Wextra -Werror "$@" -o program >err 2>&1 || {
		complain "FAILED  $what: does not compile:"
		sed 's/^/        | /' err
		return
	}
	for n in $nodes; do
		expect 0 '^84$' launch "$n" ./program
		[ "$(wc -l <"$work/out")" -eq 1 ] ||
			complain "FAILED  $what: more than one line, nodes: $n"
	done
}

# exports NAME...: what the program that was tried last exports, in order, without
# what the C library puts into each (Debian 13: _IO_stdin_used)
exports() {
	got=$(nm -D --defined-only program |
		sed -n 's/.* [TDBRVW] \([^@]*\).*/\1/p' | grep -v '^_IO_' |
		LC_ALL=C sort | tr '\n' ' ')
	[ "$got" = "$* " ] ||
		complain "FAILED  $what: exports '$got', not '$* '"
}

try 'one command' main.c shutdown.c twice.c
exports mainEdt
try 'objects that may go anywhere' -fPIE -pie main.c shutdown.c twice.c
exports mainEdt
try 'objects that may not' -fno-pie -no-pie main.c shutdown.c twice.c
exports mainEdt
"$ocrcc" -c shutdown.c twice.c && ar rc libparts.a shutdown.o twice.o
try 'an archive' main.c -L. -lparts
exports mainEdt

# A library of the program, that knows of the program, made in any way.
${CC:?} ${test_cflags-} -I"$top_srcdir/include" -fPIC -shared twice.c \
	-o libtwice.so || complain 'FAILED  no library'
try 'a library' main.c shutdown.c -L. -ltwice -Wl,-rpath,"$work"
exports mainEdt progress
"$ocrcc" -fPIC -shared shutdown.c twice.c -o libtasks.so ||
	complain 'FAILED  no library'
try 'tasks in a library' main.c -L. -ltasks -Wl,-rpath,"$work"
exports mainEdt progress

try 'names for dlsym' -rdynamic main.c shutdown.c find.c

# Another map of the program's own is the program's business.
echo '{ global: mainEdt; local: *; };' >own.map
try 'a map' main.c shutdown.c twice.c -Wl,--version-script=own.map
exports mainEdt

if [ -n "${CXX-}" ]; then
	try 'C++' main.cc shutdown.cc twice.cc
	exports mainEdt
	"$ocrcc" -c -O0 main.c && "$ocrcc" -c shutdown.cc twice.cc
	try 'C and C++' --cxx main.o shutdown.o twice.o
	exports mainEdt
	# libstdc++ calls the operators of the program.
	cat >operators.cc <<'END'
#include "tasks.h"

#include <cstdlib>
#include <string>

static bool used, freed;

void *
operator new(size_t n)
{
	used = true;
	return static_cast<char *>(malloc(n + 16)) + 16;
}

void
operator delete(void *p) noexcept
{
	freed = true;
	if (p)
		free(static_cast<char *>(p) - 16);
}

void
operator delete(void *p, size_t) noexcept
{
	operator delete(p);
}

int
twice_progress(int x)
{
	{
		std::string s;

		while (s.size() < 100)
			s += std::to_string(x);
	}
	return used && freed ? 2 * progress(x) : 0;
}
END
	try 'operators' main.cc shutdown.cc operators.cc
fi
verdict
