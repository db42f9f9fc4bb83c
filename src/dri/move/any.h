/* SPDX-License-Identifier: BSD-3-Clause */
/* any.h - elements of 1 to 16 bytes at any address and of any type. */
#ifndef SRC_DRI_MOVE_ANY_H
#define SRC_DRI_MOVE_ANY_H

#include <stdint.h>

typedef uint8_t any1 __attribute__((may_alias));
typedef uint16_t any2 __attribute__((aligned(1), may_alias));
typedef uint32_t any4 __attribute__((aligned(1), may_alias));
typedef uint64_t any8 __attribute__((aligned(1), may_alias));
typedef uint64_t any16 __attribute__((vector_size(16), aligned(1), may_alias));

#endif
