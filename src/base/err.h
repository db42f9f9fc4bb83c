/* SPDX-License-Identifier: BSD-3-Clause */
/* err.h - what programs are told of a -errno. */
#ifndef SRC_BASE_ERR_H
#define SRC_BASE_ERR_H

#include "include/ocr.h"

#include <errno.h>

static inline u8
ocr_err_code(int err)
{
	switch (err) {
	case 0:
		return 0;
	case -ENOMEM:
		return OCR_ENOMEM;
	case -EPERM:
		return OCR_EPERM;
	case -EEXIST:
		return OCR_EGUIDEXISTS;
	case -EACCES:
		return OCR_EACCES;
	case -EAGAIN:
		return OCR_EAGAIN;
	case -ENOSPC:
		return OCR_ENOSPC;
	case -ECANCELED:
		return OCR_ECANCELED;
	default:
		return OCR_EINVAL;
	}
}

#endif
