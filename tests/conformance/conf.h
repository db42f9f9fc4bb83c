/* SPDX-License-Identifier: BSD-3-Clause */
/* conf.h - what all conformance programs share.
 *
 * Each program is a small OCR program that judges itself: it calls
 * ocrShutdown() when everything came as the specification says, and otherwise
 * prints what was expected and what came, and calls ocrAbort(1).
 *
 * The same program runs alone, on several nodes, and many times in one process
 * on simulated nodes.  So it keeps no state outside of tasks and blocks,
 * spreads its work over however many nodes there are, and waits for nothing but
 * events.
 */
#ifndef TESTS_CONFORMANCE_CONF_H
#define TESTS_CONFORMANCE_CONF_H

#include "ocr.h"
#include "extensions/ocr-affinity.h"

#include "tests/sim/notes.h"

#include <stdlib.h>
#include <string.h>

#define CONF_UNUSED __attribute__((unused))

/* The head of a task's body. */
#define TASK(name)                                                             \
	static ocrGuid_t name(u32 paramc CONF_UNUSED, u64 *paramv CONF_UNUSED, \
			      u32 depc CONF_UNUSED,                            \
			      ocrEdtDep_t depv[] CONF_UNUSED)
#define MAIN_TASK                                                              \
	ocrGuid_t mainEdt(u32 paramc CONF_UNUSED, u64 *paramv CONF_UNUSED,     \
			  u32 depc CONF_UNUSED,                                \
			  ocrEdtDep_t depv[] CONF_UNUSED)

/* A variable or struct as parameters of a task, and back. */
#define PARAMS(v)   (u32)(sizeof(v) / (sizeof(u64))), &(v)
#define NO_PARAMS   0, NULL
/* The same for a call that takes the words. */
#define PARAMV(v)                                                              \
	(u32)(sizeof(v) / (sizeof(u64))), (const u64 *)(const void *)&(v)
#define PARAM(type) ((const type *)(const void *)paramv)

/* The test has failed; the rest are the arguments of a printf. */
#define FAIL(fmt, ...)                                                         \
	do {                                                                   \
		PRINTF("FAILED %s:%d: " fmt "\n", __FILE__, __LINE__,          \
		       ##__VA_ARGS__);                                         \
		ocrAbort(1);                                                   \
	} while (0)

/* In the body of a task, which ends there if `cond` is false. */
#define CHECK(cond, ...)                                                       \
	do {                                                                   \
		if (!(cond)) {                                                 \
			FAIL(__VA_ARGS__);                                     \
			return NULL_GUID;                                      \
		}                                                              \
	} while (0)

/* The same for two numbers that must be equal. */
#define CHECK_EQ(what, got, want)                                              \
	do {                                                                   \
		u64 got_ = (u64)(got), want_ = (u64)(want);                    \
                                                                               \
		CHECK(got_ == want_,                                           \
		      "%s: %" PRIu64 " was expected, got %" PRIu64, what,      \
		      want_, got_);                                            \
	} while (0)

/* What a call returns; made again where the simulator denies nodes memory, since
 * it has done nothing then. */
#define CONF_CALL(code, call)                                                  \
	do                                                                     \
		(code) = (call);                                               \
	while ((code) == OCR_ENOMEM && sim_note_again && sim_note_again())

/* A call that must return `code`. */
#define CHECK_CODE(call, code)                                                 \
	do {                                                                   \
		u64 code_;                                                     \
                                                                               \
		CONF_CALL(code_, call);                                        \
		CHECK_EQ(#call, code_, code);                                  \
	} while (0)
#define CHECK_OK(call) CHECK_CODE(call, 0)

/* The same outside of tasks' bodies, and where the task may go on. */
#define OK(call)                                                               \
	do {                                                                   \
		u8 err_;                                                       \
                                                                               \
		CONF_CALL(err_, call);                                         \
		if (err_)                                                      \
			FAIL("%s returned %u", #call, (unsigned)err_);         \
	} while (0)

/* Does strict mode judge?  It keeps to the letter where others are lenient. */
static inline bool
conf_is_strict(void)
{
	const char *s = getenv("OCR_STRICT");

	return s && *s && strcmp(s, "0") != 0;
}

static inline u64
conf_nodes(void)
{
	u64 n = 1;

	OK(ocrAffinityCount(AFFINITY_PD, &n));
	return n;
}

static inline ocrGuid_t
conf_node(u64 i)
{
	ocrGuid_t g = NULL_GUID;

	OK(ocrAffinityGetAt(AFFINITY_PD, i % conf_nodes(), &g));
	return g;
}

/* Does the calling task run on node `i`? */
static inline bool
conf_is_on(u64 i)
{
	ocrGuid_t here = NULL_GUID;

	OK(ocrAffinityGetCurrent(&here));
	return ocrGuidIsEq(here, conf_node(i));
}

/* The number of the node that runs the calling task. */
static inline u64
conf_here(void)
{
	u64 i = 0;

	while (i + 1 < conf_nodes() && !conf_is_on(i))
		i++;
	return i;
}

static inline ocrHint_t
conf_edt_hint(u64 node)
{
	ocrHint_t h;

	OK(ocrHintInit(&h, OCR_HINT_EDT_T));
	OK(ocrSetHintValue(&h, OCR_HINT_EDT_AFFINITY,
			   ocrAffinityToHintValue(conf_node(node))));
	return h;
}

static inline ocrHint_t
conf_db_hint(u64 node)
{
	ocrHint_t h;

	OK(ocrHintInit(&h, OCR_HINT_DB_T));
	OK(ocrSetHintValue(&h, OCR_HINT_DB_AFFINITY,
			   ocrAffinityToHintValue(conf_node(node))));
	return h;
}

static inline ocrGuid_t
conf_template(ocrEdt_t func)
{
	ocrGuid_t g = NULL_GUID;

	OK(ocrEdtTemplateCreate(&g, func, EDT_PARAM_UNK, EDT_PARAM_UNK));
	return g;
}

/* A task on node `node` (modulo the number of nodes), all slots open. */
static inline ocrGuid_t
conf_spawn(ocrGuid_t tmpl, u64 node, u32 paramc, const void *params, u32 depc,
	   u16 flags, ocrGuid_t *output)
{
	ocrHint_t h = conf_edt_hint(node);
	ocrGuid_t g = NULL_GUID;

	OK(ocrEdtCreate(&g, tmpl, paramc, params, depc, NULL, flags, &h,
			output));
	return g;
}

/* The same for a body, with a template that is gone at once. */
static inline ocrGuid_t
conf_task(ocrEdt_t func, u64 node, u32 paramc, const void *params, u32 depc,
	  ocrGuid_t *output)
{
	ocrGuid_t tmpl = conf_template(func), g;

	g = conf_spawn(tmpl, node, paramc, params, depc, EDT_PROP_NONE, output);
	OK(ocrEdtTemplateDestroy(tmpl));
	return g;
}

/* The same for a finish task. */
static inline ocrGuid_t
conf_finish_task(ocrEdt_t func, u64 node, u32 paramc, const void *params,
		 u32 depc, ocrGuid_t *output)
{
	ocrGuid_t tmpl = conf_template(func), g;

	g = conf_spawn(tmpl, node, paramc, params, depc, EDT_PROP_FINISH,
		       output);
	OK(ocrEdtTemplateDestroy(tmpl));
	return g;
}

CONF_UNUSED
TASK(conf_nothing)
{
	return NULL_GUID;
}

/* A task on the last node that ends the job when its slots are satisfied. */
CONF_UNUSED
TASK(conf_shutdown)
{
	ocrShutdown();
	return NULL_GUID;
}

static inline ocrGuid_t
conf_end(u32 slots)
{
	return conf_task(conf_shutdown, conf_nodes() - 1, NO_PARAMS, slots,
			 NULL);
}

/* A block at node `node`, acquired by the caller. */
static inline void *
conf_block(ocrGuid_t *guid, u64 node, u64 len)
{
	ocrHint_t h = conf_db_hint(node);
	void *p = NULL;

	OK(ocrDbCreate(guid, &p, len, DB_PROP_NONE, &h, NO_ALLOC));
	if (len && (!p || (uintptr_t)p % 8))
		FAIL("a new block lies at %p", p);
	return p;
}

/* A block of one number, written and released. */
static inline ocrGuid_t
conf_number(u64 node, u64 value)
{
	ocrGuid_t g = NULL_GUID;
	u64 *p = conf_block(&g, node, sizeof(*p));

	if (p)
		*p = value;
	OK(ocrDbRelease(g));
	return g;
}

/* What a slot brought, as a number; UINT64_MAX if it brought nothing. */
static inline u64
conf_value(const ocrEdtDep_t *d)
{
	return d->ptr ? *(const u64 *)d->ptr : UINT64_MAX;
}

static inline ocrGuid_t
conf_event(ocrEventTypes_t type)
{
	ocrGuid_t g = NULL_GUID;

	OK(ocrEventCreate(&g, type, EVT_PROP_TAKES_ARG));
	return g;
}

static inline ocrGuid_t
conf_event_with(ocrEventTypes_t type, const ocrEventParams_t *params)
{
	ocrGuid_t g = NULL_GUID;

	OK(ocrEventCreateParams(&g, type, EVT_PROP_TAKES_ARG, params));
	return g;
}

static inline ocrGuid_t
conf_counted(u64 deps)
{
	ocrEventParams_t p = {.EVENT_COUNTED = {.nbDeps = deps}};

	return conf_event_with(OCR_EVENT_COUNTED_T, &p);
}

static inline ocrGuid_t
conf_channel(u32 max_gen, u32 sats, u32 deps)
{
	ocrEventParams_t p = {.EVENT_CHANNEL = {.maxGen = max_gen,
						.nbSat = sats,
						.nbDeps = deps}};

	return conf_event_with(OCR_EVENT_CHANNEL_T, &p);
}

static inline void
conf_link(ocrGuid_t from, ocrGuid_t to, u32 slot, ocrDbAccessMode_t mode)
{
	OK(ocrAddDependence(from, to, slot, mode));
}

/* Satisfies a slot without data. */
static inline void
conf_start(ocrGuid_t task, u32 slot)
{
	conf_link(NULL_GUID, task, slot, DB_DEFAULT_MODE);
}

/* The i-th word of a pattern that differs for each `seed`. */
static inline u64
conf_word(u64 seed, u64 i)
{
	u64 x = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15) + i;

	x = (x ^ x >> 31) * UINT64_C(0xbf58476d1ce4e5b9);
	return x ^ x >> 29;
}

static inline void
conf_fill(u64 *p, u64 words, u64 seed)
{
	for (u64 i = 0; i < words; i++)
		p[i] = conf_word(seed, i);
}

/* How many of the first words are as conf_fill() wrote them. */
static inline u64
conf_match(const u64 *p, u64 words, u64 seed)
{
	u64 i = 0;

	while (p && i < words && p[i] == conf_word(seed, i))
		i++;
	return i;
}

#endif
