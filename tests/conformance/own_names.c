/* SPDX-License-Identifier: BSD-3-Clause */
/* own_names.c - a program's own names stay its own: tasks and data that are
 * called like functions and variables of libraries run when their turn comes,
 * once, and nobody else calls them or writes to them. */
#include "tests/conformance/conf.h"

/* What all of them share.  Each is called with its number. */
typedef struct {
	u64 number;
} turn_t;

static ocrGuid_t go_on(u32 paramc, const u64 *paramv, u32 depc);

/* One body for each name.  This is what a function of that name is for the
 * linker; with its name in the language, headers would get in the way. */
#define NAME(name)                                                             \
	ocrGuid_t do_##name(u32 paramc, u64 *paramv, u32 depc,                 \
			    ocrEdtDep_t depv[]) __asm__(#name);                \
	ocrGuid_t do_##name(u32 paramc, u64 *paramv, u32 depc,                 \
			    ocrEdtDep_t depv[] CONF_UNUSED)                    \
	{                                                                      \
		return go_on(paramc, paramv, depc);                            \
	}

/* Of libc. */
#define LIBC(X)                                                                \
	X(accept)                                                              \
	X(bind)                                                                \
	X(close)                                                               \
	X(connect)                                                             \
	X(fcntl)                                                               \
	X(fork)                                                                \
	X(getenv)                                                              \
	X(index)                                                               \
	X(listen)                                                              \
	X(log)                                                                 \
	X(open)                                                                \
	X(poll)                                                                \
	X(qsort)                                                               \
	X(read)                                                                \
	X(recv)                                                                \
	X(select)                                                              \
	X(send)                                                                \
	X(shutdown)                                                            \
	X(signal)                                                              \
	X(socket)                                                              \
	X(step)                                                                \
	X(time)                                                                \
	X(wait)                                                                \
	X(write)
/* Of what libocr is linked with, some of which libraries call themselves. */
#define OTHERS(X)                                                              \
	X(event_add)                                                           \
	X(event_base_loop)                                                     \
	X(event_free)                                                          \
	X(event_new)                                                           \
	X(hwloc_topology_load)                                                 \
	X(pmix_output)

LIBC(NAME)
OTHERS(NAME)

#define BODY(name) do_##name,
static const ocrEdt_t bodies[] = {LIBC(BODY) OTHERS(BODY)};
#define BODIES (sizeof(bodies) / sizeof(bodies[0]))

/* Variables of libc. */
extern u64 own_environ __asm__("environ"), own_optind __asm__("optind");
u64 own_environ = UINT64_C(0x5ca1ab1e), own_optind = UINT64_C(0x5ca1ab1e);

static ocrGuid_t
go_on(u32 paramc, const u64 *paramv, u32 depc)
{
	turn_t next;

	CHECK(paramc == 1 && paramv && depc == 1, "somebody else calls a task");
	CHECK_EQ("environ", own_environ, 0x5ca1ab1e);
	CHECK_EQ("optind", own_optind, 0x5ca1ab1e);
	next.number = paramv[0] + 1;
	if (next.number == BODIES) {
		ocrShutdown();
		return NULL_GUID;
	}
	conf_start(conf_task(bodies[next.number], next.number, PARAMS(next), 1,
			     NULL),
		   0);
	return NULL_GUID;
}

MAIN_TASK
{
	turn_t first = {0};

	conf_start(conf_task(bodies[0], 1, PARAMS(first), 1, NULL), 0);
	return NULL_GUID;
}
