/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-legacy.h - OCR inside a program that has a main of its own (the footnote
 * of OCR 1.1.0, 1.5, and OCR 1.2).
 *
 *	ocrLegacyInit(&context, &config);
 *	ocrEdtTemplateCreate(&template, work, 0, 0);
 *	ocrLegacySpawnOCR(&handle, template, 0, NULL, 0, NULL, context);
 *	ocrLegacyBlockProgress(handle, &block, &bytes, &size, LEGACY_PROP_NONE);
 *	... reads the bytes ...
 *	ocrEventDestroy(handle);
 *	ocrDbDestroy(block);
 *	ocrEdtTemplateDestroy(template);
 *	ocrLegacyFinalize(context, false);
 *
 * The runtime runs between Init and Finalize, as often as the program likes,
 * once at a time.  It is started in the program's process: main() stays the
 * program's, and mainEdt is neither needed nor run.  Workers are threads of
 * their own.
 *
 * The thread that calls Init may call all of OCR until Finalize, as a task
 * could: it creates, satisfies, adds dependences, writes to blocks it has
 * created and releases them.  What it asks for happens in that order.  It alone
 * may call the functions below; other threads of the program, and tasks, get
 * OCR_EPERM and a line on standard error.  ocrLegacyBlockProgress() and
 * ocrWait() are for tasks as well.
 *
 * On several nodes (ocrrun, or another launcher) each process is a node, and
 * each calls Init and Finalize, equally often.  Each may spawn, and wait: what
 * it spawns starts on its own node; from there tasks go where hints say.  Two
 * ways are usual:
 *
 *	each process does its part, then ocrLegacyFinalize(context, false),
 *	which ends the job when all have called it;
 *	one process spawns; the others call ocrLegacyFinalize(context, true)
 *	at once and run tasks until somebody calls ocrShutdown().
 *
 * When nothing can run on any node, and each of these threads waits in here,
 * the job is reported as any other that cannot go on, and ends with status 1.
 */
#ifndef OCR_LEGACY_H
#define OCR_LEGACY_H

#include "../ocr-types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What ocrLegacyInit() is told.  This runtime reads none of it: its settings
 * are variables of the environment (ocrinfo lists them). */
typedef struct {
	int userArgc;	 /* arguments of the program */
	char **userArgv; /* borrowed */
	const char
		*iniFile; /* a configuration file of other runtimes, or NULL */
} ocrConfig_t;

/* How ocrLegacyBlockProgress() waits. */
#define LEGACY_PROP_NONE ((u16)0x0) /* as WAIT_IF_CREATED */
#define LEGACY_PROP_WAIT_FOR_CREATE                                            \
	((u16)0x1)			       /* the event may not exist yet  \
						*/
#define LEGACY_PROP_WAIT_IF_CREATED ((u16)0x2) /* if it exists */
#define LEGACY_PROP_CHECK	    ((u16)0x4) /* if it is satisfied */

/* Fills in *config from the arguments of main(), which the program keeps.  The
 * runtime takes no arguments, so all of them are the user's.  From any thread,
 * at any time. */
void ocrParseArgs(int argc, const char *argv[], ocrConfig_t *config);

/* Starts the runtime on this node, and makes the calling thread the one that
 * may call OCR.  config may be NULL.  In a job of several nodes the second
 * Init of a process, and each later one, waits until all nodes have called it.
 * Returns 0, with *context for the calls below, or OCR_EINVAL (context is
 * NULL), OCR_EPERM (in a task, or without Finalize after another Init),
 * OCR_ENOMEM, or OCR_EIO (what is missing was said on standard error).  OCR 1.2
 * returns nothing. */
u8 ocrLegacyInit(ocrGuid_t *context, ocrConfig_t *config);

/* Creates a finish task from `finishEdtTemplate`, as ocrEdtCreate() would, on
 * this node.  *handle is an event of kind sticky, to be destroyed by the
 * caller: it is satisfied when the task and all that were created inside have
 * ended, with the block that the task has returned (other than the output event
 * of a finish task of OCR 1.1.0, 1.4.2), or with NULL_GUID.  A task that
 * returns an event is told off, and counts as one that returns nothing.
 * paramv and depv are copied; a NULL depv leaves the slots open.  Blocks in
 * depv are acquired in DB_DEFAULT_MODE; the caller must have released what it
 * has written, or wait in ocrLegacyBlockProgress(), which does.
 * 0; OCR_EINVAL (handle is NULL, wrong context, or as ocrEdtCreate()),
 * OCR_ENOMEM, OCR_EPERM (see above). */
u8 ocrLegacySpawnOCR(ocrGuid_t *handle, ocrGuid_t finishEdtTemplate, u64 paramc,
		     const u64 *paramv, u64 depc, const ocrGuid_t *depv,
		     ocrGuid_t context);

/* Waits until `handle`, an event of any node but no reduction event, is
 * satisfied.  In a task the body stops here and goes on, on the same thread,
 * when the event has fired; its worker runs other tasks meanwhile, so locks of
 * the program must not be held, and what the task holds in DB_MODE_EW or
 * DB_MODE_RW keeps others waiting until it is released.  A once event, the
 * output event of a task and a latch are gone when they have fired: who comes
 * later is told so (OCR_EINVAL), and gets no block.
 *
 * *guid is its block or NULL_GUID; *result and *size, in bytes, are the block's
 * bytes, or NULL and 0.  Each pointer may be NULL; if both of result and size
 * are, the block is not acquired.  Else the caller has it for reading (as in
 * DB_MODE_CONST; it does not keep writers off): the bytes stay as they are
 * until the caller releases or destroys the block, gets it here again, ends, or
 * calls Finalize.  What is not there is NULL_GUID, NULL and 0, also after an
 * error.
 *
 * Before it waits, a thread outside of tasks releases the blocks that it has
 * created and not released yet, as ocrDbRelease() does: tasks may need them.
 *
 * `properties` is one of LEGACY_PROP_*.
 * 0; OCR_EINVAL (WAIT_IF_CREATED: there is no such event yet, or not any more;
 * its kind is wrong, or properties are), OCR_EAGAIN (CHECK: there is none, or
 * it is not satisfied yet), OCR_ECANCELED (outside of tasks: the job has ended
 * meanwhile, call Finalize; a body that waits then never goes on), OCR_ENOMEM
 * (no memory for one more body that waits, or for the block), OCR_EPERM (see
 * above). */
u8 ocrLegacyBlockProgress(ocrGuid_t handle, ocrGuid_t *guid, void **result,
			  u64 *size, u16 properties);

/* Waits for an event: ocrLegacyBlockProgress(event, &guid, NULL, NULL,
 * LEGACY_PROP_WAIT_FOR_CREATE).  Returns guid, or NULL_GUID for any failure. */
ocrGuid_t ocrWait(ocrGuid_t event);

/* Would a dependence on this channel event be satisfied at once?  Asks its
 * owner, in a task as outside.  False as well for what is no channel event, and
 * for one that does not exist. */
bool ocrLegacyIsChannelReady(ocrGuid_t channelGuid);

/* What programs look for before they give ocrLegacyBlockProgress() five
 * arguments. */
#define LEGACY_BLOCK_PROGRESS_5_ARGS 1

/* Ends the job on this node, with all that is left in it, and stops the
 * runtime.  First releases what the thread has; then it waits:
 *   runUntilShutdown   until a task, or a process, has called ocrShutdown() or
 *                      ocrAbort()
 *   else               for that, or until all processes are here
 * and until all processes have called Finalize.  Meanwhile this node runs
 * tasks.  When the job ends, tasks that run are finished, others do not start.
 * Returns the job's exit status: 0; what ocrAbort() was given; 1 for a job that
 * could not go on.  The program should return it from main().  After an abort
 * others are not waited for long, and a task that does not return ends the
 * process.  OCR_EPERM, and nothing happens: not the thread that called Init; a
 * wrong context: OCR_EINVAL. */
u8 ocrLegacyFinalize(ocrGuid_t context, bool runUntilShutdown);

#ifdef __cplusplus
}
#endif

#endif
