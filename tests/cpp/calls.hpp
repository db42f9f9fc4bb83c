/* SPDX-License-Identifier: BSD-3-Clause */
/* calls.hpp - what calls.cc, and the library it is linked with, both have. */
#ifndef TESTS_CPP_CALLS_HPP
#define TESTS_CPP_CALLS_HPP

#include "ocr.hpp"

/* The linker keeps one of those of each module. */
inline void
common(ocr::latch done)
{
	done.down();
}

inline void
in_file(const ocrHint_t &there, ocr::latch done)
{
	ocr::start<common>(ocr::how().hint(there), done);
}

/* The same, from the library. */
void in_library(const ocrHint_t &there, ocr::latch done);

#endif
