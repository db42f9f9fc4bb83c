/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-runtime-itf.h - for layers between programs and OCR: who runs where, and
 * storage that belongs to a task (from 1.2).
 *
 * Storage is the task's, not the thread's: it begins empty, only the task's
 * body can reach it, and it is gone when the task has ended.  A task that asks
 * for none has none.
 */
#ifndef OCR_RUNTIME_ITF_H
#define OCR_RUNTIME_ITF_H

#include "../ocr-types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The GUID that the calling task has kept at `index`, or NULL_GUID; NULL_GUID
 * as well outside of tasks. */
ocrGuid_t ocrElsUserGet(u8 index);

/* Keeps a GUID, which may name nothing, for the calling task.  Outside of
 * tasks it does nothing; without memory the process ends. */
void ocrElsUserSet(u8 index, ocrGuid_t guid);

/* The bytes in ocrEdtLocalStorageGet(). */
#define OCR_EDT_LOCAL_STORAGE_BYTES 1024

/* Memory of the calling task.
 *
 *   data  out: its first byte, aligned for any type; the same in each call of
 *         one task.  All bytes are 0 at first
 *   size  out: OCR_EDT_LOCAL_STORAGE_BYTES.  May be NULL
 *
 * 0, OCR_EINVAL (data is NULL), OCR_EPERM (outside of tasks), OCR_ENOMEM. */
u8 ocrEdtLocalStorageGet(void **data, u64 *size);

/* The GUID of the calling task.  0, OCR_EINVAL (edt is NULL), OCR_EPERM
 * (outside of tasks; *edt is NULL_GUID then). */
u8 ocrCurrentEdtGet(ocrGuid_t *edt);

/* The output event of the calling task, NULL_GUID if there is none.  It has
 * not fired, unless it is the program's own (EDT_PROP_OEVT_VALID), so
 * dependences on it may be added.  0, OCR_EINVAL (event is NULL),
 * OCR_EPERM (outside of tasks; *event is NULL_GUID then). */
u8 ocrCurrentEdtOutputGet(ocrGuid_t *event);

/* How many threads run tasks on this node; 0 outside of a job. */
u64 ocrNbWorkers(void);

/* The thread that runs the calling task, as a GUID that differs from those of
 * all others, on all nodes, and stays the same.  It can be compared, printed
 * and given to ocrAffinityQuery().  0, OCR_EINVAL (worker is NULL), OCR_EPERM
 * (outside of tasks; *worker is NULL_GUID then). */
u8 ocrCurrentWorkerGuid(ocrGuid_t *worker);

/* Tells that the calling task is about to wait for something that is none of
 * the runtime's business: what it has asked for so far leaves for other nodes
 * now, and another thread looks after the network meanwhile.  This thread
 * runs no other task until the body has returned. */
void ocrInformLegacyCodeBlocking(void);

#ifdef __cplusplus
}
#endif

#endif
