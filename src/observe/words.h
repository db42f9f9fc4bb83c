/* SPDX-License-Identifier: BSD-3-Clause */
/* words.h - the words of a verdict: objects, and what they lack.
 *
 * Threads: none.
 */
#ifndef SRC_OBSERVE_WORDS_H
#define SRC_OBSERVE_WORDS_H

#include "src/observe/facts.h"

struct ocr_runtime;

/* Who speaks, and of what. */
struct ocr_tale {
	const struct ocr_runtime *rt;
	const struct ocr_facts *facts; /* linked */
	bool moves;		       /* the job goes on: look.h */
};

/* A text that grows at its end; what is too much is cut off. */
struct ocr_words {
	size_t n;
	char s[640];
};

void ocr_words_add(struct ocr_words *w, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* "task "solve" 1:0.514 on node 1", "the output event of task ...", "sticky
 * event 0:0.3", "block 0:0.7". */
void ocr_words_object(struct ocr_words *w, const struct ocr_tale *tale,
		      ocrGuid_t g);

/* What a task does, up to the object: "waits in slot 2 (of 3) for". */
void ocr_words_edge(struct ocr_words *w, const struct ocr_tale *tale,
		    const struct ocr_fact *e);

/* Why the object of the edge will not come: ", which was destroyed ...".
 * Nothing, if that is another object's fault. */
void ocr_words_fate(struct ocr_words *w, const struct ocr_fact *e);

/* What an object lacks for which somebody waits: "was never satisfied". */
void ocr_words_lack(struct ocr_words *w, const struct ocr_fact *is);

/* Where a task is: "has not started". */
const char *ocr_words_state(const struct ocr_tale *tale,
			    const struct ocr_fact *is);

#endif
