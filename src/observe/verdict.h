/* SPDX-License-Identifier: BSD-3-Clause */
/* verdict.h - why a job cannot go on, for people.
 *
 * First what waits for itself; then what a task waits for that nobody will
 * ever bring; then the tasks that wait for those tasks.  Each line says what to
 * look for in the program, in the words of the program.
 * Knows the facts; does not know who gathered them, or how.
 * Threads: none.
 */
#ifndef SRC_OBSERVE_VERDICT_H
#define SRC_OBSERVE_VERDICT_H

struct ocr_facts;
struct ocr_tale;

/* Node 0: tells all that follows from `facts`, which are those of the tale and
 * are linked. */
void ocr_verdict_say(const struct ocr_tale *tale, struct ocr_facts *facts);

#endif
