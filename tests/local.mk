# SPDX-License-Identifier: BSD-3-Clause
# A hanging test fails after ten minutes of an idle machine instead of holding up
# the suite.
LOG_COMPILER = $(TEST_WRAPPER) $(SHELL) $(top_srcdir)/%D%/with_tmp.sh \
	$(abs_top_builddir)/%D%/limit 600
EXTRA_DIST += %D%/with_tmp.sh %D%/without_debug.sh %D%/without_symbols.sh
check_PROGRAMS += %D%/limit
%C%_limit_SOURCES = %D%/limit.c
%C%_limit_LDADD =
# Scripts run with the build folder as current folder and find both trees in
# absolute paths.  Check's limit of four seconds a test is of the clock, and for an
# idle machine and plain code: what hangs is ended as above, however crowded it is.
# The suppressions matter in sanitizer builds alone; tests ask
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
	CK_TIMEOUT_MULTIPLIER=1000; export CK_TIMEOUT_MULTIPLIER; \
	$(SANITIZER_ENVIRONMENT)

if HAVE_CXX
TEST_CXX = $(CXX)
endif

if SANITIZER
# Instrumented programs are several times slower, and end slowly: tests of one
# program share a process (suite.h).
SANITIZER_ENVIRONMENT = : $${OCR_SIM_SEEDS=40}; export OCR_SIM_SEEDS; \
	OCR_TEST_TOGETHER=1; export OCR_TEST_TOGETHER;
endif

EXTRA_DIST += %D%/lsan.supp %D%/tsan.supp
noinst_HEADERS += %D%/must.h %D%/suite.h

# The longest first, so that nobody waits for it alone at the end.
include %D%/model/local.mk

# Texts, not programs, which no sanitizer sees: rooms (in what is included, and in
# what is linked), headers that compile alone, exported names; pages that name
# what is there; tables that name tests which exist (that of the specification's
# sentences, that of doc/use/DRI.md and the calls of dri.h); what is installed; planted
# bugs that can be planted; manual pages; what bash completes.
texts = %D%/check_includes.sh %D%/check_calls.sh %D%/check_floats.sh %D%/check_floors.sh \
	%D%/check_headers.sh %D%/check_exports.sh %D%/check_pages.sh \
	%D%/check_conformance.sh %D%/check_dri.sh %D%/check_install.sh \
	%D%/check_autogen.sh %D%/check_man.sh \
	%D%/check_completion.sh \
	%D%/check_mutations.sh
if !SANITIZER
TESTS += $(texts)
endif
EXTRA_DIST += $(texts) %D%/floors %D%/floors.awk
# The tools, from the build tree.
TESTS += %D%/check_tools.sh
EXTRA_DIST += %D%/check_tools.sh

include %D%/pages/local.mk
# The page of ocrtrace, in a browser, which CI does not have: skipped then.  By
# hand with more tasks: PAGE="TASKS".
page_files = %D%/page/browser.py %D%/page/page.py %D%/page/shot.py
EXTRA_DIST += %D%/page/check.sh $(page_files)
if !SANITIZER
TESTS += %D%/page/check.sh
endif
PAGE = 1000000
.PHONY: check-page
check-page:
	@$(MAKE) check TESTS=
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(top_srcdir)/%D%/page/check.sh $(PAGE)

include %D%/unit/local.mk
include %D%/sim/local.mk
include %D%/conformance/local.mk
include %D%/cpp/local.mk
include %D%/cluster/local.mk
include %D%/seeing/local.mk
include %D%/mistakes/local.mk
include %D%/fuzz/local.mk
include %D%/dri/local.mk
include %D%/dri/sim/local.mk

# What a run after one that took all leaves out, tests and what is built for
# them alone: patterns for the shell.
#
# A tree made from the tarball, by a second compiler: what starts jobs of several
# nodes, since the code is the same, and what plants bugs, to see that they are
# found.  What reads texts stays: whether all files are there.
leave_dist = tests/cluster/* | *-[234].sh | tests/model/* | apps/* | tests/page/* | tests/pages/* | \
	tests/cpp/* | \
	tests/mistakes/* | tests/sim/random_nodes.sh | tests/sim/mutate_few.sh | \
	tests/check_mutations.sh
# The sanitizer of addresses: figures, where processes are put, and apps as jobs,
# which it sees under the simulator (tests/sim/apps.sh); of them one that writes
# files stays.  Of the conformance programs 2 and 3 nodes, which are there, too, and
# whether the two ways of a program agree, which each take in others; and all of them
# in strict mode, which does what tests/cluster/strict.sh makes it do.
leave_asan = apps/* | tests/cpp/* | tests/mistakes/* | tests/page/* | tests/seeing/* | *conformance-[23].sh | \
	tests/sim/both_ways.sh | tests/sim/strict.sh | \
	tests/cluster/bind.sh | \
	tests/cluster/cg.sh | tests/cluster/cholesky.sh | \
	tests/cluster/corner_turn.sh | tests/cluster/heat2d.sh | \
	tests/cluster/md.sh | \
	tests/cluster/oversubscribe.sh | tests/cluster/pipeline.sh | \
	tests/cluster/sar.sh | \
	tests/cluster/stencil2d.sh | tests/cluster/uts.sh | \
	tests/cluster/waits.sh | \
	tests/cluster/wavefront.sh | tests/cluster/workers.sh | \
	tests/unit/test_uts | tests/unit/test_wavefront
# The sanitizer of threads: what has one thread, first of all the simulator, and
# the same; of the apps two that steal and that write files stay.
leave_tsan = apps/* | tests/cpp/* | tests/mistakes/* | tests/page/* | tests/seeing/* | \
	tests/cluster/bind.sh | \
	tests/cluster/cg.sh | tests/cluster/cholesky.sh | \
	tests/cluster/corner_turn.sh | tests/cluster/heat2d.sh | \
	tests/cluster/md.sh | \
	tests/cluster/oversubscribe.sh | tests/cluster/pipeline.sh | \
	tests/cluster/sar.sh | \
	tests/cluster/stencil2d.sh | tests/cluster/waits.sh | \
	tests/cluster/wavefront.sh | \
	tests/cluster/workers.sh | tests/dri/reorganize | tests/dri/sim/* | \
	tests/sim/*.so | tests/sim/[a-qs-z]*.sh | tests/sim/random.sh | \
	tests/sim/test_* | tests/unit/test_uts | tests/unit/test_wavefront
# $$left, $$built and $$data: what $$leave leaves of tests and of what is built for them.
leave_out = left= built= data=; \
	for test in $(TESTS); do \
		eval "case $$test in $$leave) ;; *) left=\"\$$left $$test\" ;; esac"; \
	done; \
	for file in $(check_PROGRAMS); do \
		eval "case $$file in $$leave) ;; *) built=\"\$$built $$file\" ;; esac"; \
	done; \
	for file in $(check_DATA); do \
		eval "case $$file in $$leave) ;; *) data=\"\$$data $$file\" ;; esac"; \
	done
# What is linked once, hundreds of programs, by the linker that takes a third of the
# time, where it is.  Libraries are not: they would name more than they export.  With
# the sanitizer of threads no program is: gold puts constants beside the code, that
# sanitizer keeps marks for these in a file, and `ulimit -f` cuts it off.
quick_link = `[ x$$san = xtsan ] || ! command -v ld.gold >/dev/null || \
	echo TEST_LDFLAGS=-fuse-ld=gold`
# With what configure shall be told, DIST_CONFIGURE_FLAGS.  Nothing else builds the
# static libraries, and programs of them (check_install.sh).
.PHONY: distcheck-quick
distcheck-quick:
	@leave='$(leave_dist)'; $(leave_out); \
	$(MAKE) distcheck TESTS="$$left" check_DATA="$$data" \
		DISTCHECK_CONFIGURE_FLAGS='--enable-static $(DIST_CONFIGURE_FLAGS)'" $(quick_link)"

# The same suite in an instrumented build of its own, but for what it cannot find
# more in.  Backtraces need lines, and no more; both build in half the time.
SANITIZER_CONFIGURE_FLAGS = --enable-debug --enable-werror CFLAGS='-O1 -g1' \
	CXXFLAGS='-O1 -g1'
.PHONY: check-asan check-tsan check-left-asan check-left-tsan
check-asan check-tsan: $(top_srcdir)/configure
	@san=`echo $@ | sed s/check-//` && $(MKDIR_P) san-$$san && \
	cd san-$$san && \
	{ test -f Makefile || $(abs_top_srcdir)/configure -q \
		--enable-sanitizer=$$san $(SANITIZER_CONFIGURE_FLAGS) \
		$(quick_link) CC='$(CC)' CXX='$(CXX)'; } && \
	$(MAKE) all && $(MAKE) -k check-left-$$san
check-left-asan:
	@leave='$(leave_asan)'; $(leave_out); \
	$(SHELL) $(top_srcdir)/%D%/without_debug.sh \
		$(MAKE) -k check TESTS="$$left" check_DATA="$$data" \
		check_PROGRAMS="$$built"
check-left-tsan:
	@leave='$(leave_tsan)'; $(leave_out); \
	$(SHELL) $(top_srcdir)/%D%/without_debug.sh \
		$(MAKE) -k check TESTS="$$left" check_DATA="$$data" \
		check_PROGRAMS="$$built"

distclean-local:
	rm -rf san-asan san-tsan san-fuzz
# Bugs planted one at a time: ARCHITECTURE.md, "Tests".  All, or those that are
# named: MUTATIONS="NAME...".
EXTRA_DIST += %D%/mutations.sh %D%/planted.sh
.PHONY: check-mutations
check-mutations:
	@$(MAKE) check TESTS=
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(top_srcdir)/%D%/mutations.sh \
		$(MUTATIONS)
# Is a wake-up ever lost?  Of a build with --enable-debug.
EXTRA_DIST += %D%/stalls.sh
.PHONY: check-stalls
check-stalls: all
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(top_srcdir)/%D%/stalls.sh $(STALLS)
# Is nobody believed, let in or kept who is no member of a job?  SECURITY.md.
STRANGER = 1000000 1000
.PHONY: check-stranger
check-stranger:
	@$(MAKE) check TESTS=
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(top_srcdir)/%D%/cluster/stranger.sh \
		$(STRANGER)
# Do nodes with nothing to do take no processor time?  IDLE="SECONDS", 30.
.PHONY: check-idle
check-idle:
	@$(MAKE) check TESTS=
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(top_srcdir)/%D%/cluster/idle.sh \
		$(IDLE)
# Are the Debian packages whole?  Here, or of SUITE=bookworm in a folder, by
# debootstrap.
EXTRA_DIST += %D%/package/package.sh %D%/package/use.sh \
	%D%/package/links.sh
.PHONY: check-package
check-package:
	@$(MAKE) dist-gzip >dist.log 2>&1 || { cat dist.log; exit 1; }
	@$(SHELL) $(top_srcdir)/%D%/package/package.sh $(distdir).tar.gz \
		$(SUITE) || test $$? -eq 77
# Do environment modules find what is installed?
EXTRA_DIST += %D%/package/module.sh
.PHONY: check-module
check-module:
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(top_srcdir)/%D%/package/module.sh \
		'$(prefix)' || test $$? -eq 77
# May programs of the last release go on?  `make abi-new` writes down this one.
EXTRA_DIST += %D%/abi/abi.sh %D%/abi/libdri.abi %D%/abi/libocr.abi
.PHONY: check-abi abi-new
check-abi: libocr.la libdri.la
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(top_srcdir)/%D%/abi/abi.sh || \
		test $$? -eq 77
abi-new: libocr.la libdri.la
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(top_srcdir)/%D%/abi/abi.sh --new
# What operations cost: doc/change/PERFORMANCE.md.
TESTS += %D%/instructions/check.sh
EXTRA_DIST += %D%/instructions/atomics.awk %D%/instructions/check.sh \
	%D%/instructions/count.sh %D%/instructions/ops.c
# And those of ocr.hpp, beside C.
TESTS += %D%/instructions/cpp.sh
EXTRA_DIST += %D%/instructions/cpp.sh %D%/instructions/both.cc
