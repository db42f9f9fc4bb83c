#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# ocrcc and ocrrun from the build tree, in a folder whose name has a space.
set -u
bin=${top_builddir:?}/bin
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
mkdir "$work/a b" && cd "$work/a b" || exit 99
bad=0

# expect STATUS PATTERN COMMAND...
# The command ends with STATUS and its output has a line that fits PATTERN; an
# empty one asks for nothing.
expect() {
	want=$1
	pattern=$2
	shift 2
	"$@" >out 2>&1
	got=$?
	if [ "$got" -ne "$want" ] ||
	   { [ -n "$pattern" ] && ! grep -q -e "$pattern" out; }; then
		echo "$*: status $got, not $want, or no line '$pattern':"
		cat out
		bad=$((bad + 1))
	fi
}

# one_line STATUS PATTERN COMMAND...
one_line() {
	expect "$@"
	if [ "$(wc -l <out)" -ne 1 ]; then
		shift 2
		echo "$*: more than one line"
		bad=$((bad + 1))
	fi
}

echo 'not a program' >text
printf '#!/bin/sh\n' >program
chmod +x program
mkdir folder
one_line 2 'ocrrun: -n N is missing' "$bin/ocrrun"
one_line 2 'ocrrun: -n needs a value' "$bin/ocrrun" -n
one_line 2 "not '0'" "$bin/ocrrun" -n 0 true
one_line 2 "not '-3'" "$bin/ocrrun" -n -3 true
one_line 2 "not '2x'" "$bin/ocrrun" -n 2x true
one_line 2 "not '99999999999999999999'" "$bin/ocrrun" -n 99999999999999999999 true
one_line 2 "not '0'" "$bin/ocrrun" -n 2 --workers 0 true
one_line 2 'which program' "$bin/ocrrun" -n 2
one_line 2 "not '4097'" "$bin/ocrrun" -n 2 --workers 4097 true
one_line 2 "not '16777216'" "$bin/ocrrun" -n 16777216 true
one_line 2 "unknown option '--nodes'; -n N says" "$bin/ocrrun" --nodes 2 true
one_line 2 "unknown option '-x'" "$bin/ocrrun" -x 2 true
one_line 2 '--launcher takes' "$bin/ocrrun" -n 2 --launcher rsh true
one_line 127 'not found' "$bin/ocrrun" -n 2 ./no-such-program
one_line 127 'not found' "$bin/ocrrun" -n 2 no-such-program
one_line 126 'not executable' "$bin/ocrrun" -n 2 ./text
one_line 126 'is a folder' "$bin/ocrrun" -n 2 ./folder
one_line 0 "true 'it'\\\\''s'\$" "$bin/ocrrun" -n 2 --show true "it's"
expect 0 'Usage' "$bin/ocrrun" --help
one_line 0 '^alone$' "$bin/ocrrun" -n 1 echo alone
expect 7 '' "$bin/ocrrun" -n 1 sh -c 'exit 7'
one_line 0 '^3 x  y$' "$bin/ocrrun" -n 1 --workers 3 \
	sh -c 'echo "$OCR_WORKERS $1"' - 'x  y'
one_line 0 '^3 x  y$' "$bin/ocrrun" -n1 --workers=3 \
	sh -c 'echo "$OCR_WORKERS $1"' - 'x  y'
one_line 0 '^/a=b$' "$bin/ocrrun" -n1 --trace=/a=b sh -c 'echo "$OCR_TRACE"'
one_line 2 "not ''" "$bin/ocrrun" -n 2 --launcher= true
# A machine without a launcher: only what ocrrun itself needs is in PATH.
mkdir empty
for tool in sh awk sed grep id; do
	ln -s "$(command -v "$tool")" empty/
done
one_line 1 'openmpi-bin' env PATH="$PWD/empty" "$bin/ocrrun" -n 2 ./program

one_line 2 'which program' "$bin/ocrcc"
expect 0 'Usage' "$bin/ocrcc" --help
expect 1 '' "$bin/ocrcc" no-such-file.c -o no
cat >hello.c <<'END'
#include <ocr.h>
#include <stdlib.h>

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)paramv;
	(void)depc;
	if (getArgc(depv[0].ptr) > 2)
		ocrAbort((u8)atoi(getArgv(depv[0].ptr, 2)));
	PRINTF("hello %s\n", getArgv(depv[0].ptr, 1));
	ocrShutdown();
	return NULL_GUID;
}
END
sed 's/^ocrGuid_t/extern "C" ocrGuid_t/' hello.c >hello.cc
expect 0 '' "$bin/ocrcc" -Wall -Wextra -Werror hello.c -o 'my hello'
one_line 0 '^hello you$' './my hello' you
one_line 0 '^hello you$' "$bin/ocrrun" -n 2 './my hello' you
expect 9 '' "$bin/ocrrun" -n 1 './my hello' you 9
expect 9 '' "$bin/ocrrun" -n 2 './my hello' you 9
expect 0 '' "$bin/ocrcc" -c hello.c -o hello.o
expect 0 '' "$bin/ocrcc" hello.o -o hello
one_line 0 '^hello object$' ./hello object
if [ -n "${CXX-}" ]; then
	expect 0 '' "$bin/ocrcc" -Wall -Wextra -Werror hello.cc -o hello++
	one_line 0 '^hello c++$' ./hello++ c++
fi
# A program from elsewhere: old names and headers, and a call of libm.
cat >old.c <<'END'
#include <ocr.h>
#include <ocr-guid-functions.h>
#include <ocr-legacy.h>
#include <extensions/ocr-debug.h>
#include <extensions/ocr-legacy.h>
#include <extensions/ocr-profiler.h>
#include <math.h>

#ifdef __cplusplus
extern "C"
#endif
ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t g = UNINITIALIZED_GUID, t, db;
	ocrEventParams_t p;
	char text[80];
	void *addr;

	(void)paramv;
	p.EVENT_REDUCTION.maxGen = paramc;
	GUID_ASSIGN_VALUE(g, NULL_GUID);
	SNPRINTF(text, sizeof(text), GUIDSx GUIDLx, GUIDFS(g), GUIDFL(g));
	ocrEdtTemplateCreate_internal(&t, mainEdt, 0, 0, "mainEdt");
	ocrDbCreate(&db, &addr, 8, GUID_PROP_NONE | DB_PROP_NONE,
		    PICK_1_1(NULL_HINT, NULL_GUID), NO_ALLOC);
	if (IS_GUID_NULL(g) && !IS_GUID_UNINITIALIZED(g) && !IS_GUID_ERROR(g) &&
	    !IS_GUID_EQUAL(g, t) && IS_GUID_LESS_THAN(g, t) &&
	    p.EVENT_COLLECTIVE.maxGen == 0 && GUID_SIZE(g) == GUID_BIT_COUNT)
		PRINTF("%.0f\n", sqrt((double)(16 * depc * getArgc(depv[0].ptr))));
	ocrShutdown();
	return NULL_GUID;
}
END
expect 0 '' "$bin/ocrcc" -Wall -Wextra -Werror old.c -o old
one_line 0 '^4$' ./old
if [ -n "${CXX-}" ]; then
	expect 0 '' "$bin/ocrcc" --cxx -x c++ -Wall -Wextra -Werror old.c \
		-x none -o old++
	one_line 0 '^4$' ./old++
fi
# Objects that are put together.
expect 0 '' "$bin/ocrcc" -r -nostdlib hello.o -o again.o
expect 0 '' "$bin/ocrcc" again.o -o hello
one_line 0 '^hello again$' ./hello again
# What is printed is checked, and what programs of others print is no mistake.
cat >printed.c <<'END'
#include <ocr.h>

#ifdef __cplusplus
extern "C"
#endif
ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 n = depc;

	(void)paramv;
	PRINTF("%lu %" PRIu64 " %u " GUIDF "\n", n, n, paramc, GUIDA(depv[0].guid));
	ocrPrintf("%s\n", "text");
	ASSERT(n == 1);
	VERIFY(n == 1, "there are %lu\n", n);
#ifdef WRONG
	WRONG;
#endif
	ocrShutdown();
	return NULL_GUID;
}
END
cp printed.c printed.cc
for file in printed.c ${CXX:+printed.cc}; do
	expect 0 '' "$bin/ocrcc" -Wall -Wextra -Werror "$file" -o printed
	expect 1 'format' "$bin/ocrcc" -Wall -Werror -D'WRONG=PRINTF("%s", n)' \
		"$file" -o wrong
	expect 1 'format' "$bin/ocrcc" -Wall -Werror \
		-D'WRONG=VERIFY(n, "%d of", "n")' "$file" -o wrong
done
expect 0 '^text$' ./printed
# Programs with a main of their own, and with none at all.
cat >own.c <<'END'
#include <ocr.h>
#include <extensions/ocr-legacy.h>

int
main(int argc, const char *argv[])
{
	ocrConfig_t config;
	ocrGuid_t context;

	ocrParseArgs(argc, argv, &config);
	if (ocrLegacyInit(&context, &config))
		return 1;
	PRINTF("own main %s\n", config.userArgv[1]);
	return ocrLegacyFinalize(context, false);
}
END
echo 'int nothing;' >none.c
expect 0 '' "$bin/ocrcc" -Wall -Wextra -Werror own.c -o own
one_line 0 '^own main c$' ./own c
if [ -n "${CXX-}" ]; then
	expect 0 '' "$bin/ocrcc" --cxx -x c++ -Wall -Wextra -Werror own.c \
		-x none -o own++
	one_line 0 '^own main c++$' ./own++ c++
fi
expect 0 '' "$bin/ocrcc" none.c -o none
one_line 1 'none has neither mainEdt nor a main of its own$' ./none
# The README's own example, as it stands there.
sed -n '/^```c$/,/^```$/p' "${top_srcdir:?}/README.md" | sed '/^```/d' >readme.c
expect 0 '' "$bin/ocrcc" -Wall -Wextra -Wno-unused-parameter -Werror \
	readme.c -o readme
one_line 0 '^hello from task 7$' ./readme
one_line 0 '^hello from task 7$' "$bin/ocrrun" -n 2 ./readme
echo "$bad wrong"
[ "$bad" -eq 0 ]
