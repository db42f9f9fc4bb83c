/* SPDX-License-Identifier: BSD-3-Clause */
/* sim_op.h - an op, as those who look on know it. */
#ifndef TESTS_SIM_SIM_OP_H
#define TESTS_SIM_SIM_OP_H

#include "src/base/msg.h"

#include <stdbool.h>

/* What the op changes. */
ocrGuid_t sim_op_object(const struct ocr_op *op);
/* Is it followed on its way to the object? */
bool sim_op_has_object(const struct ocr_op *op);
bool sim_op_creates(const struct ocr_op *op);
/* Has `come` been sent as `sent`? */
bool sim_op_is_same(const struct ocr_op *sent, const struct ocr_op *come);

#endif
