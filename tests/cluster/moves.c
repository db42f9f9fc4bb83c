/* SPDX-License-Identifier: BSD-3-Clause */
/* moves.c - blocks of node 0 go to tasks of node 1, one after the other; the
 * counters at the end tell how it went:
 *
 *	moves plain|eager|again
 *
 * eager: they have that hint.  again: it is one block, which is read again.
 */
#include "tests/conformance/conf.h"

#include <string.h>

/* Without the hint too many to come along on one host: src/data/along.h */
#define WORDS 2000
#define TURNS 20

struct args {
	ocrGuid_t reader, giver;
	u64 turn, eager, again;
};

TASK(give)
{
	const struct args *a = PARAM(struct args);
	ocrHint_t h;
	ocrGuid_t db;
	void *p;

	OK(ocrHintInit(&h, OCR_HINT_DB_T));
	if (a->eager)
		OK(ocrSetHintValue(&h, OCR_HINT_DB_EAGER, 1));
	OK(ocrDbCreate(&db, &p, WORDS * sizeof(u64), DB_PROP_NONE, &h,
		       NO_ALLOC));
	conf_fill(p, WORDS, a->turn);
	OK(ocrDbRelease(db));
	conf_link(db,
		  conf_spawn(a->reader, 1, PARAMS(*a), 1, EDT_PROP_NONE, NULL),
		  0, DB_MODE_CONST);
	return NULL_GUID;
}

TASK(read)
{
	struct args a = *PARAM(struct args);
	const u64 *p = depv[0].ptr;
	u64 wrong = 0;

	for (u64 i = 0; i < WORDS; i++)
		wrong += p[i] != conf_word(a.again ? 0 : a.turn, i);
	CHECK_EQ("wrong words", wrong, 0);
	if (++a.turn == TURNS) {
		CHECK_OK(ocrDbDestroy(depv[0].guid));
		ocrShutdown();
	} else if (a.again) {
		conf_link(depv[0].guid,
			  conf_spawn(a.reader, 1, PARAMS(a), 1, EDT_PROP_NONE,
				     NULL),
			  0, DB_MODE_CONST);
	} else {
		CHECK_OK(ocrDbDestroy(depv[0].guid));
		conf_spawn(a.giver, 0, PARAMS(a), 0, EDT_PROP_NONE, NULL);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	const char *how = getArgv(depv[0].ptr, 1);
	struct args a = {.reader = conf_template(read),
			 .giver = conf_template(give),
			 .eager = how && !strcmp(how, "eager"),
			 .again = how && !strcmp(how, "again")};

	conf_spawn(a.giver, 0, PARAMS(a), 0, EDT_PROP_NONE, NULL);
	return NULL_GUID;
}
