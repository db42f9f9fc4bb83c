/* SPDX-License-Identifier: BSD-3-Clause */
/* must.h - for tests without Check: what is not so ends the process. */
#ifndef TESTS_MUST_H
#define TESTS_MUST_H

#include <stdio.h>
#include <stdlib.h>

#define must(holds)                                                            \
	do {                                                                   \
		if (!(holds)) {                                                \
			fprintf(stderr, "%s:%d: not so: %s\n", __FILE__,       \
				__LINE__, #holds);                             \
			abort();                                               \
		}                                                              \
	} while (0)

#endif
