/* SPDX-License-Identifier: BSD-3-Clause */
/* library.cc - starts a task from a shared library of the program. */
#include "tests/cpp/calls.hpp"

void
in_library(const ocrHint_t &there, ocr::latch done)
{
	in_file(there, done);
}
