# SPDX-License-Identifier: BSD-3-Clause
# A hanging test fails after ten minutes instead of holding up the suite.
LOG_COMPILER = $(TEST_WRAPPER) timeout -k 10 600
AM_TESTS_ENVIRONMENT = \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	top_builddir='$(abs_top_builddir)'; export top_builddir; \
	CC='$(CC)'; export CC; \
	OMPI_ALLOW_RUN_AS_ROOT=1; export OMPI_ALLOW_RUN_AS_ROOT; \
	OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; \
	export OMPI_ALLOW_RUN_AS_ROOT_CONFIRM;

include %D%/unit/local.mk
include %D%/sim/local.mk
include %D%/conformance/local.mk
include %D%/cluster/local.mk
