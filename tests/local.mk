# SPDX-License-Identifier: BSD-3-Clause
# A hanging test fails after ten minutes of an idle machine instead of holding up
# the suite.
LOG_COMPILER = $(TEST_WRAPPER) $(SHELL) $(top_srcdir)/%D%/with_tmp.sh \
	$(abs_top_builddir)/%D%/limit 600
EXTRA_DIST += %D%/with_tmp.sh
check_PROGRAMS += %D%/limit
%C%_limit_SOURCES = %D%/limit.c
%C%_limit_LDADD =
# Scripts run with the build folder as current folder and find both trees in
# absolute paths.  Check's limit of four seconds a test is for an idle machine and
# plain code.  The suppressions matter in sanitizer builds alone; tests ask
# for sizes that no machine has, which is no error but NULL.
AM_TESTS_ENVIRONMENT = \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	top_builddir='$(abs_top_builddir)'; export top_builddir; \
	CC='$(CC)'; export CC; \
	CXX='$(TEST_CXX)'; export CXX; \
	test_cppflags='$(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS)'; \
	export test_cppflags; \
	PKG_CONFIG='$(PKG_CONFIG)'; export PKG_CONFIG; \
	test_cflags='$(AM_CFLAGS) $(CFLAGS)'; export test_cflags; \
	OMPI_ALLOW_RUN_AS_ROOT=1; export OMPI_ALLOW_RUN_AS_ROOT; \
	OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; \
	export OMPI_ALLOW_RUN_AS_ROOT_CONFIRM; \
	LSAN_OPTIONS='suppressions=$(abs_top_srcdir)/tests/lsan.supp:print_suppressions=0'; \
	export LSAN_OPTIONS; \
	ASAN_OPTIONS=allocator_may_return_null=1; export ASAN_OPTIONS; \
	UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1; \
	export UBSAN_OPTIONS; \
	TSAN_OPTIONS='suppressions=$(abs_top_srcdir)/tests/tsan.supp:history_size=4:allocator_may_return_null=1'; \
	export TSAN_OPTIONS; \
	CK_TIMEOUT_MULTIPLIER=30; export CK_TIMEOUT_MULTIPLIER; \
	$(SANITIZER_ENVIRONMENT)

if HAVE_CXX
TEST_CXX = $(CXX)
endif

if SANITIZER
# Instrumented programs are several times slower.
SANITIZER_ENVIRONMENT = : $${OCR_SIM_SEEDS=40}; export OCR_SIM_SEEDS;
endif

EXTRA_DIST += %D%/lsan.supp %D%/tsan.supp

# The longest first, so that nobody waits for it alone at the end.
include %D%/model/local.mk

# Texts, not programs, which no sanitizer sees: layers, headers that compile
# alone, exported names; tables that name tests which exist (that of
# the specification's sentences, that of doc/DRI.md and the calls of dri.h);
# what is installed.
texts = %D%/check_includes.sh %D%/check_headers.sh %D%/check_exports.sh \
	%D%/check_conformance.sh %D%/check_dri.sh %D%/check_install.sh
if !SANITIZER
TESTS += $(texts)
endif
EXTRA_DIST += $(texts)
# The tools, from the build tree.
TESTS += %D%/check_tools.sh
EXTRA_DIST += %D%/check_tools.sh

include %D%/unit/local.mk
include %D%/sim/local.mk
include %D%/conformance/local.mk
include %D%/cluster/local.mk
include %D%/mistakes/local.mk
include %D%/fuzz/local.mk
include %D%/dri/local.mk
include %D%/dri/sim/local.mk

# Without what starts jobs of several nodes: for a second compiler, and for a
# tree made from the tarball.
.PHONY: check-quick distcheck-quick
check-quick distcheck-quick:
	@quick=; for test in $(TESTS); do \
		case $$test in \
		tests/cluster/* | *-[234].sh | tests/model/* | apps/*) ;; \
		*) quick="$$quick $$test" ;; \
		esac; \
	done; \
	$(MAKE) `echo $@ | sed s/-quick//` TESTS="$$quick"

# The same suite in an instrumented build of its own.
SANITIZER_CONFIGURE_FLAGS = --enable-debug
.PHONY: check-asan check-tsan
check-asan check-tsan: $(top_srcdir)/configure
	@san=`echo $@ | sed s/check-//` && $(MKDIR_P) san-$$san && \
	cd san-$$san && \
	{ test -f Makefile || $(abs_top_srcdir)/configure -q \
		--enable-sanitizer=$$san $(SANITIZER_CONFIGURE_FLAGS) \
		CC='$(CC)' CXX='$(CXX)'; } && \
	$(MAKE) all && $(MAKE) -k check

distclean-local:
	rm -rf san-asan san-tsan san-fuzz
