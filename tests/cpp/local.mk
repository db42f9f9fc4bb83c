# SPDX-License-Identifier: BSD-3-Clause
# ocr.hpp, with each C++ compiler that is here.
TESTS += %D%/check.sh
EXTRA_DIST += %D%/check.sh %D%/calls.cc %D%/calls.hpp %D%/library.cc \
	%D%/refused.cc
