/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-errors.h - what calls return: 0, or one of these (OCR 1.1.0, 2.1).
 *
 * The numbers are part of the interface and never change.  Those below 200
 * are Linux's numbers for the same errors.
 */
#ifndef OCR_ERRORS_H
#define OCR_ERRORS_H

#define OCR_EPERM	1   /* operation not permitted on this object */
#define OCR_ENOENT	2   /* no such thing: a hint that is not set, a file */
#define OCR_EINTR	4   /* interrupted call of the runtime */
#define OCR_EIO		5   /* input or output failed */
#define OCR_ENXIO	6   /* no such device or address */
#define OCR_E2BIG	7   /* argument list too long */
#define OCR_ENOEXEC	8   /* a file of the wrong format */
#define OCR_EAGAIN	11  /* not now: try again */
#define OCR_ENOMEM	12  /* out of memory */
#define OCR_EACCES	13  /* permission denied: a block not acquired */
#define OCR_EFAULT	14  /* bad address: a NULL where a pointer must be */
#define OCR_EBUSY	16  /* a resource is in use */
#define OCR_ENODEV	19  /* no such device */
#define OCR_EINVAL	22  /* an argument is invalid */
#define OCR_ENOSPC	28  /* no space left on the device */
#define OCR_ESPIPE	29  /* illegal seek */
#define OCR_EROFS	30  /* a file system that can only be read */
#define OCR_EDOM	33  /* an argument is out of the function's domain */
#define OCR_ERANGE	34  /* the result cannot be represented */
#define OCR_ENOSYS	38  /* this function is not implemented */
#define OCR_ENOTSUP	95  /* this use of the function is not supported */
#define OCR_ECANCELED	125 /* the operation was canceled */
#define OCR_EGUIDEXISTS 200 /* the object of that GUID exists already */
#define OCR_EACQ	201 /* the data block is acquired already */
#define OCR_EPEND	202 /* the operation is pending */

/* Spellings that occur once each in the text: 2.8.1 and 2.5.3. */
#define OCR_ENOPERM OCR_EPERM
#define OCR_EACCESS OCR_EACCES

#endif
