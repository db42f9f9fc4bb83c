/* SPDX-License-Identifier: BSD-3-Clause */
/* end.c - the end of a job: OCR 1.1.0, sections 2.3.1 and 2.3.2. */
#include "src/api/api.h"

#include <stdlib.h>

void
ocrShutdown(void)
{
	if (ocr_self)
		ocr_runtime_end(ocr_self->rt, 0);
}

void
ocrAbort(u8 errorCode)
{
	if (!ocr_self)
		exit(errorCode);
	ocr_runtime_end(ocr_self->rt, errorCode);
}
