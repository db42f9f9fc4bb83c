/* SPDX-License-Identifier: BSD-3-Clause */
/* main.c - the main() of programs that define mainEdt and no main of their
 * own: OCR 1.1.0, 1.5. */
#include "src/boot/boot.h"

#include <stdio.h>

/* Programs with a main of their own (extensions/ocr-legacy.h) have none, and
 * theirs takes the place of this one. */
#pragma weak mainEdt

int
main(int argc, char **argv)
{
	if (!mainEdt) {
		fprintf(stderr,
			"ocr: %s has neither mainEdt nor a main of its own\n",
			argv[0]);
		return 1;
	}
	return ocr_boot(argc, argv, mainEdt);
}
