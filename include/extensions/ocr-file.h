/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-file.h - files, whose parts are data blocks.
 *
 *	ocrFileOpen(&file, "data.bin", "rb+", &descriptor, 0);
 *	ocrAddDependence(descriptor, task, 0, DB_MODE_CONST);
 *	...  in the task, which runs when the file is open:
 *	if (ocrFileGetError(depv[0].ptr))
 *		...
 *	u64 size = ocrFileGetSize(depv[0].ptr);
 *	ocrGuid_t file = ocrFileGetGuid(depv[0].ptr);
 *
 *	ocrFileGetChunk(&chunk, file, 0, size / 2);
 *	ocrAddDependence(chunk, worker, 0, DB_MODE_EW);
 *	ocrFileRelease(file);
 *	...  in the worker: change the bytes, and ocrDbDestroy(depv[0].guid)
 *
 * A file belongs to the node of the task that opened it, which alone reads and
 * writes it; its chunks are blocks like others, for tasks on any node.
 *
 *   - A chunk is read when a task acquires it for the first time, not before.
 *   - If a task has had it in RW or EW mode, it is written back after
 *     ocrDbDestroy(); or when the job ends by ocrShutdown(), if it was not
 *     destroyed and nobody is writing to it.  The job ends when all is
 *     written.  Only the bytes of the chunk are ever written.
 *   - A file is closed when it was released and its last chunk is gone.
 *
 * To let several nodes read and write one file, a task on each opens it, and
 * each gets chunks of its own part.  Chunks of different openings may lie side
 * by side, but nobody notices if they overlap: what is written last counts.
 *
 * Nothing waits: a task that needs a descriptor or a chunk starts when that is
 * there.  What goes wrong in between:
 *
 *   the file could not be opened   the descriptor says why
 *   no such chunk, or unreadable   reported with the file's name and the
 *                                  range; a task that gets it runs, has a NULL
 *                                  pointer, and its ocrDbGetSize() is 0
 *   it could not be written        reported, and the job ends with status 1
 *
 * A source of its own: "OCR extensions - local identifiers, labeled GUIDs,
 * file IO, and data block partitioning" (Dokulil, Benkner), section 5.
 */
#ifndef OCR_FILE_H
#define OCR_FILE_H

#include "../ocr-types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opens a regular file, on the node of the calling task.
 *
 *   fileGuid      out: the GUID of the file
 *   path          of the file, as that node sees it; copied
 *   mode          as fopen() has it: "r" reads a file that exists; "r+" can
 *                 change it as well; "w" and "w+" create it, or cut it down to
 *                 no bytes; "a" and "a+" create it, or keep what it has.  A
 *                 'b' may follow the first or the second character and means
 *                 nothing.  All but "r" need the permission to read and to
 *                 write
 *   descriptorDb  out: a block that a task gets through a slot when the file
 *                 is open, or could not be opened.  Nobody else can change it;
 *                 the program destroys it.  May be NULL
 *   properties    0
 *
 * 0, OCR_ENOMEM, OCR_EINVAL (fileGuid, path or mode is NULL; no such mode; a
 * path without a character or of more than 4095; properties are not 0),
 * OCR_EPERM (outside of tasks).  Section 5. */
u8 ocrFileOpen(ocrGuid_t *fileGuid, const char *path, const char *mode,
	       ocrGuid_t *descriptorDb, u32 properties);

/* Releases a file: no more chunks of it are asked for.  Those that there are
 * live on, and can be read and written.  Once for each file, on any node, also
 * for one that could not be opened.
 * 0, OCR_ENOMEM, OCR_EINVAL (not the GUID of a file), OCR_EPERM (outside of
 * tasks; or it is released already, which may be reported instead).
 * Section 5. */
u8 ocrFileRelease(ocrGuid_t fileGuid);

/* Releases a file, as ocrFileRelease(), and returns when it is closed: all of
 * its chunks have been destroyed, and what was written to them is in the file,
 * for whoever opens it from then on, on any node, in this job or outside.  It
 * need not be on the disk.  In a task the body stops here, as in ocrWait(); it
 * must have destroyed the chunks that it has, and others must not wait for it
 * to destroy theirs.  Also for a file that could not be opened.
 * 0, OCR_EIO (bytes of this file could not be written, or it could not be
 * closed, which has been reported), OCR_ENOMEM, OCR_EINVAL (not the GUID of a
 * file), OCR_EPERM (outside of tasks; or it is released already),
 * OCR_ECANCELED (outside of tasks: the job has ended).
 * Not in the section: this runtime's own. */
u8 ocrFileClose(ocrGuid_t fileGuid);

/* What a descriptor says, as long as the calling task has the block: from its
 * first byte, depv[].ptr.  NULL, or bytes that are no descriptor: NULL_GUID,
 * 0 bytes, OCR_EINVAL, and "not a descriptor of a file". */

/* The GUID of the file.  Section 5. */
ocrGuid_t ocrFileGetGuid(void *descriptor);

/* How many bytes the file had when it was opened; 0 if it could not be.
 * Section 5. */
u64 ocrFileGetSize(void *descriptor);

/* Why the file could not be opened; 0 if it is open.
 *
 *   OCR_ENOENT   there is no such file, or no such directory on the way
 *   OCR_EACCES   no permission (OCR_EPERM: of another kind than usual)
 *   OCR_EINVAL   a directory, or a path that the system refuses
 *   OCR_ESPIPE   a pipe, a socket or a device
 *   OCR_EROFS    to be written, on a file system that can only be read
 *   OCR_ENOSPC   to be created, and there is no room
 *   OCR_EBUSY    a program that runs; too many files are open
 *   OCR_ENOMEM   no memory
 *   OCR_EIO      anything else
 *
 * Not in the section, which says nothing of errors. */
u8 ocrFileGetError(void *descriptor);

/* What ocrFileGetError() says, for people, as strerror() does; "" if the file
 * is open.  In the block, so valid as long as that. */
const char *ocrFileGetErrorText(void *descriptor);

/* A block that is bytes `offset` to `offset + size` of a file.
 *
 *   chunkDbGuid  out: the GUID of the block, at once
 *   fileGuid     from ocrFileOpen() or ocrFileGetGuid(), on any node
 *   offset       in bytes, from the beginning of the file
 *   size         in bytes.  0 is allowed; such a chunk overlaps no other
 *
 * If it ends behind the end of the file and that is open for writing, the file
 * is enlarged by zeros at once, with room on the disk, whether or not anybody
 * acquires the chunk.
 *
 * The program destroys the block with ocrDbDestroy(); its range may be asked
 * for again after that, and gives what was written.
 *
 * 0, OCR_ENOMEM, OCR_EINVAL (chunkDbGuid is NULL; not the GUID of a file;
 * offset + size is more than 2^63 - 1), OCR_EPERM (outside of tasks).  Found
 * out later, and reported as said above, where there is no such chunk: it
 * overlaps one that is not destroyed, ends behind the end of a file that is
 * only read, or finds no room on the disk; the file could not be opened, or is
 * released.  Section 5. */
u8 ocrFileGetChunk(ocrGuid_t *chunkDbGuid, ocrGuid_t fileGuid, u64 offset,
		   u64 size);

#ifdef __cplusplus
}
#endif

#endif
