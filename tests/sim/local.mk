# SPDX-License-Identifier: BSD-3-Clause
# A test sees hidden symbols (LDADD is libcore.la and Check).  Lines to add:
# check_PROGRAMS += %D%/test_noun
# TESTS += %D%/test_noun
# %C%_test_noun_SOURCES = %D%/test_noun.c
# The net between simulated nodes, for any test that links libsim.la.
check_LTLIBRARIES += libsim.la
libsim_la_SOURCES = %D%/transport_sim.c %D%/transport_sim.h %D%/net.c %D%/net.h

# A job on it, and whether it keeps to the object model.
sim_recorder = %D%/recorder.c %D%/recorder.h %D%/memory.c %D%/memory.h \
	%D%/memory_block.c %D%/memory_block.h %D%/memory_op.c \
	%D%/memory_op.h %D%/sim_op.c %D%/sim_op.h %D%/history.c %D%/history.h %D%/line.c %D%/line.h \
	%D%/things.c %D%/things.h
sim_job = %D%/sim_job.c %D%/sim_job.h %D%/sim_open.c %D%/job.h %D%/notes.c \
	%D%/notes.h %D%/sim_files.c %D%/sim_files.h %D%/sim_left.c \
	%D%/sim_left.h \
	$(sim_recorder)

# Runs a program, built as a shared object, on simulated nodes.
check_PROGRAMS += %D%/sim
%C%_sim_SOURCES = %D%/sim_main.c $(sim_job)
%C%_sim_LDADD = libsim.la libcore.la
# All of libcore: programs call what nothing here does.
%C%_sim_LDFLAGS = $(AM_LDFLAGS) -Wl,--export-dynamic \
	-Wl,--whole-archive,.libs/libcore.a,--no-whole-archive \
	-Wl,--wrap=ocr_memory_alloc_kind

# Each conformance program, under seeds (CONFORMANCE is in
# tests/conformance/local.mk).
# A program's names come first in a job of its own (src/program.map); here the
# simulator's would.
sim_objects = $(CONFORMANCE:%=%D%/%.so)
$(sim_objects): %D%/%.so: $(top_srcdir)/tests/conformance/%.c
	@$(MKDIR_P) %D%
	$(AM_V_CCLD)$(CC) $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
		$(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -fPIC -shared \
		-Wl,-Bsymbolic -o $@ $< -lm
$(sim_objects): $(top_srcdir)/tests/conformance/conf.h \
	$(top_srcdir)/tests/conformance/reduction.h \
	$(top_srcdir)/tests/conformance/file.h
check_DATA += $(sim_objects)
CLEANFILES += $(sim_objects)

# The examples, likewise (EXAMPLES is in apps/examples/local.mk).
sim_examples = $(EXAMPLES:%=%D%/examples/%.so)
$(sim_examples): %D%/examples/%.so: $(top_srcdir)/apps/examples/%.c
	@$(MKDIR_P) %D%/examples
	$(AM_V_CCLD)$(CC) $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
		$(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -I$(top_srcdir)/include \
		-fPIC -shared -o $@ $< -lm
$(sim_examples): $(top_srcdir)/apps/examples/example.h
check_DATA += $(sim_examples)
CLEANFILES += $(sim_examples)

TESTS += %D%/conformance.sh %D%/both_ways.sh
EXTRA_DIST += %D%/conformance.sh %D%/both_ways.sh

# Programs that cannot go on, in every way.
sim_stuck = %D%/stuck/stuck.so
$(sim_stuck): tests/cluster/stuck.c tests/conformance/conf.h
	@$(MKDIR_P) %D%/stuck
	$(AM_V_CCLD)$(CC) $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
		$(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -fPIC -shared -o $@ \
		$(top_srcdir)/tests/cluster/stuck.c
check_DATA += $(sim_stuck)
CLEANFILES += $(sim_stuck)
TESTS += %D%/strict.sh %D%/stuck.sh
EXTRA_DIST += %D%/strict.sh %D%/stuck.sh

# The main job, likewise.
sim_heat2d = %D%/apps/heat2d.so
sim_heat2d_files = apps/heat2d/heat2d.c apps/heat2d/labels.c apps/heat2d/options.c \
	apps/common/picture.c apps/heat2d/plate.c apps/heat2d/step.c \
	apps/heat2d/tile.c apps/heat2d/write.c
$(sim_heat2d): $(sim_heat2d_files) apps/heat2d/labels.h apps/heat2d/options.h \
	apps/common/picture.h apps/heat2d/plate.h apps/heat2d/step.h \
	apps/heat2d/tile.h
	@$(MKDIR_P) %D%/apps
	$(AM_V_CCLD)$(CC) $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
		$(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -ffp-contract=off -fPIC \
		-shared -o $@ \
		$(sim_heat2d_files:%=$(top_srcdir)/%)
check_DATA += $(sim_heat2d)
CLEANFILES += $(sim_heat2d)
TESTS += %D%/heat2d.sh
EXTRA_DIST += %D%/heat2d.sh

# The other apps.
sim_apps = %D%/apps/cg.so %D%/apps/cholesky.so %D%/apps/stencil2d.so \
	%D%/apps/uts.so
sim_cg_files = apps/cg/cg.c apps/cg/end.c apps/cg/matrix.c apps/common/market.c apps/cg/options.c \
	apps/cg/part.c apps/cg/serial.c apps/common/cli.c apps/common/outfile.c \
	apps/common/progress.c
%D%/apps/cg.so: $(sim_cg_files) apps/cg/end.h apps/cg/matrix.h \
	apps/cg/options.h apps/cg/part.h apps/cg/plan.h apps/cg/serial.h \
	apps/common/cli.h apps/common/outfile.h apps/common/progress.h
	@$(MKDIR_P) %D%/apps
	$(AM_V_CCLD)$(CC) $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
		$(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -ffp-contract=off -fPIC \
		-shared -o $@ $(sim_cg_files:%=$(top_srcdir)/%) -lm
sim_cholesky_files = apps/cholesky/cholesky.c apps/cholesky/chain.c apps/cholesky/end.c \
	apps/cholesky/kernels.c apps/cholesky/matrix.c apps/common/market.c apps/cholesky/options.c \
	apps/cholesky/plan.c apps/common/cli.c apps/common/outfile.c apps/common/progress.c \
	apps/common/quit.c
%D%/apps/cholesky.so: $(sim_cholesky_files) apps/cholesky/chain.h \
	apps/cholesky/end.h apps/cholesky/kernels.h apps/cholesky/matrix.h \
	apps/cholesky/options.h apps/cholesky/plan.h apps/common/cli.h \
	apps/common/outfile.h apps/common/progress.h apps/common/quit.h
	@$(MKDIR_P) %D%/apps
	$(AM_V_CCLD)$(CC) $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
		$(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -fPIC -shared -o $@ \
		$(sim_cholesky_files:%=$(top_srcdir)/%) $(CBLAS_LIBS) -lm
sim_stencil2d_files = apps/common/cli.c apps/common/progress.c apps/common/quit.c \
	apps/stencil2d/stencil2d.c apps/stencil2d/end.c apps/stencil2d/options.c \
	apps/stencil2d/tile.c
%D%/apps/stencil2d.so: $(sim_stencil2d_files) apps/common/cli.h apps/common/progress.h \
	apps/common/quit.h apps/stencil2d/end.h apps/stencil2d/options.h \
	apps/stencil2d/tile.h
	@$(MKDIR_P) %D%/apps
	$(AM_V_CCLD)$(CC) $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
		$(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -ffp-contract=off -fPIC \
		-shared -o $@ $(sim_stencil2d_files:%=$(top_srcdir)/%) -lm
sim_uts_files = apps/common/cli.c apps/common/progress.c apps/uts/uts.c apps/uts/options.c \
	apps/uts/sha1.c apps/uts/tree.c
%D%/apps/uts.so: $(sim_uts_files) apps/common/cli.h apps/common/progress.h \
	apps/uts/options.h apps/uts/sha1.h apps/uts/tree.h
	@$(MKDIR_P) %D%/apps
	$(AM_V_CCLD)$(CC) $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
		$(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -fPIC -shared -o $@ \
		$(sim_uts_files:%=$(top_srcdir)/%) -lm
sim_apps += %D%/apps/wavefront.so
sim_wavefront_files = apps/common/cli.c apps/common/progress.c apps/wavefront/wavefront.c \
	apps/wavefront/align.c apps/wavefront/fasta.c apps/wavefront/options.c \
	apps/wavefront/print.c apps/wavefront/tile.c apps/wavefront/wave.c
%D%/apps/wavefront.so: $(sim_wavefront_files) apps/common/cli.h apps/common/progress.h \
	apps/wavefront/align.h apps/wavefront/fasta.h \
	apps/wavefront/options.h apps/wavefront/print.h apps/wavefront/tile.h \
	apps/wavefront/wave.h
	@$(MKDIR_P) %D%/apps
	$(AM_V_CCLD)$(CC) $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
		$(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -fPIC -shared -o $@ \
		$(sim_wavefront_files:%=$(top_srcdir)/%) -lm
sim_apps += %D%/apps/wordhist.so
sim_wordhist_files = apps/common/cli.c apps/common/outfile.c apps/common/progress.c apps/common/quit.c \
	apps/wordhist/wordhist.c apps/wordhist/change.c apps/wordhist/end.c \
	apps/wordhist/lane.c apps/wordhist/options.c apps/wordhist/plan.c \
	apps/wordhist/serial.c apps/wordhist/sha256.c apps/wordhist/tree.c \
	apps/wordhist/words.c
%D%/apps/wordhist.so: $(sim_wordhist_files) apps/common/cli.h apps/common/outfile.h \
	apps/common/progress.h apps/common/quit.h apps/wordhist/change.h \
	apps/wordhist/end.h apps/wordhist/lane.h apps/wordhist/options.h \
	apps/wordhist/plan.h apps/wordhist/serial.h apps/wordhist/sha256.h \
	apps/wordhist/tree.h apps/wordhist/words.h
	@$(MKDIR_P) %D%/apps
	$(AM_V_CCLD)$(CC) $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
		$(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -fPIC -shared -o $@ \
		$(sim_wordhist_files:%=$(top_srcdir)/%) -lm
check_DATA += $(sim_apps)
CLEANFILES += $(sim_apps)
TESTS += %D%/apps.sh
EXTRA_DIST += %D%/apps.sh

# The checker, on recordings made by hand.
check_PROGRAMS += %D%/test_recorder
TESTS += %D%/test_recorder
%C%_test_recorder_SOURCES = %D%/test_recorder.c $(sim_recorder)

check_PROGRAMS += %D%/test_memory
TESTS += %D%/test_memory
%C%_test_memory_SOURCES = %D%/test_memory.c %D%/memory.c %D%/memory.h \
	%D%/memory_block.c %D%/memory_block.h %D%/history.c %D%/history.h

check_PROGRAMS += %D%/test_memory_parts
TESTS += %D%/test_memory_parts
%C%_test_memory_parts_SOURCES = %D%/test_memory_parts.c %D%/memory.c \
	%D%/memory.h %D%/memory_block.c %D%/memory_block.h \
	%D%/history.c %D%/history.h

# Ops that no node sends.
check_PROGRAMS += %D%/test_end
TESTS += %D%/test_end
%C%_test_end_SOURCES = %D%/test_end.c
%C%_test_end_LDADD = libsim.la $(LDADD)

check_PROGRAMS += %D%/test_hostile
TESTS += %D%/test_hostile
%C%_test_hostile_SOURCES = %D%/test_hostile.c $(sim_job)
%C%_test_hostile_LDADD = libsim.la $(LDADD)

# Where the bytes of parts are.
check_PROGRAMS += %D%/test_parts
TESTS += %D%/test_parts
%C%_test_parts_SOURCES = %D%/test_parts.c $(sim_job)
%C%_test_parts_LDADD = libsim.la $(LDADD)
check_PROGRAMS += %D%/test_copies
TESTS += %D%/test_copies
%C%_test_copies_SOURCES = %D%/test_copies.c $(sim_job)
%C%_test_copies_LDADD = libsim.la $(LDADD)
check_PROGRAMS += %D%/test_hostile_db
TESTS += %D%/test_hostile_db
%C%_test_hostile_db_SOURCES = %D%/test_hostile_db.c $(sim_job)
%C%_test_hostile_db_LDADD = libsim.la $(LDADD)

# A task that runs long while nothing else can.
check_PROGRAMS += %D%/test_hog
TESTS += %D%/test_hog
%C%_test_hog_SOURCES = %D%/test_hog.c $(sim_job)
%C%_test_hog_LDADD = libsim.la $(LDADD)

# Calls without memory, which --wrap takes away.
check_PROGRAMS += %D%/test_no_memory
TESTS += %D%/test_no_memory
%C%_test_no_memory_SOURCES = %D%/test_no_memory.c $(sim_job)
%C%_test_no_memory_LDADD = libsim.la $(LDADD)
%C%_test_no_memory_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=malloc \
	-Wl,--wrap=calloc -Wl,--wrap=realloc -Wl,--wrap=posix_memalign \
	-Wl,--wrap=aligned_alloc

# Nodes with little memory for blocks, which --wrap sees to.
check_PROGRAMS += %D%/test_hungry
TESTS += %D%/test_hungry
%C%_test_hungry_SOURCES = %D%/test_hungry.c $(sim_job)
%C%_test_hungry_LDADD = libsim.la $(LDADD)
%C%_test_hungry_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_memory_alloc \
	-Wl,--wrap=ocr_memory_alloc_kind -Wl,--wrap=ocr_memory_free \
	-Wl,--wrap=ocr_memory_free_sized

# Random programs: a plan made from a seed, carried out and compared.  Once
# for the simulator, once for real nodes.
sim_random_files = %D%/random/plan.c %D%/random/plan_arc.c \
	%D%/random/plan_chain.c %D%/random/plan_channel.c \
	%D%/random/plan_grow.c %D%/random/random.c %D%/random/random_create.c \
	%D%/random/random_reduce.c %D%/random/random_slots.c
sim_random_headers = %D%/random/plan.h %D%/random/plan_make.h \
	%D%/random/random.h
sim_random = %D%/apps/random.so %D%/apps/random
$(sim_random): $(sim_random_files) $(sim_random_headers) \
	$(top_srcdir)/tests/conformance/conf.h
%D%/apps/random.so:
	@$(MKDIR_P) %D%/apps
	$(AM_V_CCLD)$(CC) $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
		$(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -fPIC -shared -o $@ \
		$(sim_random_files:%=$(top_srcdir)/%)
%D%/apps/random: libocr.la bin/ocrcc
	@$(MKDIR_P) %D%/apps
	$(AM_V_CCLD)bin/ocrcc -I$(top_srcdir) -std=gnu11 -D_GNU_SOURCE -Wall \
		-Wextra $(CFLAGS) $(sim_random_files:%=$(top_srcdir)/%) -o $@
check_DATA += $(sim_random)

# Random programs that read and write blocks, judged by the memory model.
sim_blocks_files = %D%/blocks/blocks.c %D%/blocks/copies.c \
	%D%/blocks/files.c %D%/blocks/parts.c %D%/blocks/words.c
sim_blocks_headers = %D%/blocks/blocks.h %D%/notes.h
sim_blocks = %D%/apps/blocks.so %D%/apps/blocks
$(sim_blocks): $(sim_blocks_files) $(sim_blocks_headers) \
	$(top_srcdir)/tests/conformance/conf.h
%D%/apps/blocks.so:
	@$(MKDIR_P) %D%/apps
	$(AM_V_CCLD)$(CC) $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
		$(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -fPIC -shared -o $@ \
		$(sim_blocks_files:%=$(top_srcdir)/%)
%D%/apps/blocks: libocr.la bin/ocrcc
	@$(MKDIR_P) %D%/apps
	$(AM_V_CCLD)bin/ocrcc -I$(top_srcdir) -std=gnu11 -D_GNU_SOURCE -Wall \
		-Wextra $(CFLAGS) $(sim_blocks_files:%=$(top_srcdir)/%) -o $@
# The same, with parts.
sim_pieces = %D%/apps/pieces.so %D%/apps/pieces
sim_pieces_flags = -D'BLOCKS_FEATURES=(BLOCKS_ALL | BLOCKS_PIECES)'
$(sim_pieces): $(sim_blocks_files) $(sim_blocks_headers) \
	$(top_srcdir)/tests/conformance/conf.h
%D%/apps/pieces.so:
	@$(MKDIR_P) %D%/apps
	$(AM_V_CCLD)$(CC) $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
		$(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) $(sim_pieces_flags) -fPIC \
		-shared -o $@ $(sim_blocks_files:%=$(top_srcdir)/%)
%D%/apps/pieces: libocr.la bin/ocrcc
	@$(MKDIR_P) %D%/apps
	$(AM_V_CCLD)bin/ocrcc -I$(top_srcdir) -std=gnu11 -D_GNU_SOURCE -Wall \
		-Wextra $(CFLAGS) $(sim_pieces_flags) \
		$(sim_blocks_files:%=$(top_srcdir)/%) -o $@
check_DATA += $(sim_blocks) $(sim_pieces)
CLEANFILES += $(sim_blocks) $(sim_pieces)
EXTRA_DIST += $(sim_blocks_files) $(sim_blocks_headers)
CLEANFILES += $(sim_random)
TESTS += %D%/random.sh %D%/random_nodes.sh %D%/breaks.sh
EXTRA_DIST += %D%/breaks.sh
EXTRA_DIST += $(sim_random_files) $(sim_random_headers) %D%/random.sh \
	%D%/random_nodes.sh %D%/shrink.sh

# Calls of everything with anything.
sim_caller_files = %D%/caller/caller.c %D%/caller/extensions.c \
	%D%/caller/files.c %D%/caller/objects.c %D%/caller/values.c
sim_caller = %D%/apps/caller.so
$(sim_caller): $(sim_caller_files) %D%/caller/caller.h
	@$(MKDIR_P) %D%/apps
	$(AM_V_CCLD)$(CC) $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
		$(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -fPIC -shared -o $@ \
		$(sim_caller_files:%=$(top_srcdir)/%)
check_DATA += $(sim_caller)
CLEANFILES += $(sim_caller)
TESTS += %D%/caller.sh
EXTRA_DIST += $(sim_caller_files) %D%/caller/caller.h %D%/caller.sh

# Bugs planted one at a time; a few of them in the tests.
sim_mutations = \
	%D%/mutations/adopted-and-written.sed \
	%D%/mutations/answer-lost.sed \
	%D%/mutations/asked-one-early.sed \
	%D%/mutations/at-rest-under-reader.sed \
	%D%/mutations/block-refused.sed \
	%D%/mutations/cache-trusted.sed \
	%D%/mutations/channel-dependence-unseen.sed \
	%D%/mutations/channel-grows-wrong.sed \
	%D%/mutations/channel-keeps-one.sed \
	%D%/mutations/channel-last-first.sed \
	%D%/mutations/channel-one-for-all.sed \
	%D%/mutations/channel-satisfaction-unseen.sed \
	%D%/mutations/check-always-wins.sed \
	%D%/mutations/chunk-before-loaded.sed \
	%D%/mutations/chunk-cuts-file.sed \
	%D%/mutations/chunk-destroy-unseen.sed \
	%D%/mutations/chunk-get-unseen.sed \
	%D%/mutations/chunk-not-dirty.sed \
	%D%/mutations/chunk-overlaps.sed \
	%D%/mutations/chunk-stays.sed \
	%D%/mutations/claimed-and-freed.sed \
	%D%/mutations/confirmed-one-early.sed \
	%D%/mutations/copy-back-anywhere.sed \
	%D%/mutations/copy-back-lost.sed \
	%D%/mutations/copy-back-to-any.sed \
	%D%/mutations/copy-end-unseen.sed \
	%D%/mutations/copy-forward.sed \
	%D%/mutations/copy-from-whole.sed \
	%D%/mutations/copy-into-larger.sed \
	%D%/mutations/copy-into-read.sed \
	%D%/mutations/copy-into-used.sed \
	%D%/mutations/copy-not-alone.sed \
	%D%/mutations/copy-not-given-up.sed \
	%D%/mutations/copy-one-version-late.sed \
	%D%/mutations/copy-part-in-hand.sed \
	%D%/mutations/copy-part-stays.sed \
	%D%/mutations/copy-source-stays.sed \
	%D%/mutations/copy-to-whole.sed \
	%D%/mutations/copy-too-short.sed \
	%D%/mutations/copy-without-bytes.sed \
	%D%/mutations/copy-wrong-place.sed \
	%D%/mutations/copy-wrong-source.sed \
	%D%/mutations/counted-again.sed \
	%D%/mutations/counted-gone-early.sed \
	%D%/mutations/counted-stays.sed \
	%D%/mutations/counted-too-many.sed \
	%D%/mutations/creation-silent.sed \
	%D%/mutations/credit-doubled.sed \
	%D%/mutations/credit-lost.sed \
	%D%/mutations/debt-stays-old.sed \
	%D%/mutations/dependence-unseen.sed \
	%D%/mutations/destroyed-task-stays.sed \
	%D%/mutations/drop-early.sed \
	%D%/mutations/end-silent.sed \
	%D%/mutations/evicted-while-claimed.sed \
	%D%/mutations/exclusive-joined-at-rest.sed \
	%D%/mutations/exclusive-joined.sed \
	%D%/mutations/fence-dropped.sed \
	%D%/mutations/fence-on-own-node.sed \
	%D%/mutations/fence-one-debt.sed \
	%D%/mutations/fetch-not-counted.sed \
	%D%/mutations/fetched-from-another.sed \
	%D%/mutations/first-release-for-all.sed \
	%D%/mutations/freed-while-held.sed \
	%D%/mutations/hint-not-awaited.sed \
	%D%/mutations/hint-of-element-lost.sed \
	%D%/mutations/idempotent-again.sed \
	%D%/mutations/increment-unseen.sed \
	%D%/mutations/kept-lease.sed \
	%D%/mutations/kind-not-compared.sed \
	%D%/mutations/label-claimed-twice.sed \
	%D%/mutations/label-loser-in-scope.sed \
	%D%/mutations/label-not-awaited.sed \
	%D%/mutations/label-not-free.sed \
	%D%/mutations/label-parked-reversed.sed \
	%D%/mutations/label-turn-lost.sed \
	%D%/mutations/label-unseen.sed \
	%D%/mutations/last-waiter-lost.sed \
	%D%/mutations/last-word-lost.sed \
	%D%/mutations/latch-counts-twice.sed \
	%D%/mutations/latch-early.sed \
	%D%/mutations/late-waiter-lost.sed \
	%D%/mutations/late-waiter-no-data.sed \
	%D%/mutations/later-left-behind.sed \
	%D%/mutations/lease-not-recalled.sed \
	%D%/mutations/lease-recalled-once.sed \
	%D%/mutations/map-block-silent.sed \
	%D%/mutations/map-creator-again.sed \
	%D%/mutations/map-ends-again.sed \
	%D%/mutations/map-expects-nothing.sed \
	%D%/mutations/map-parked-lost.sed \
	%D%/mutations/map-slot-lost.sed \
	%D%/mutations/spread-answered-early.sed \
	%D%/mutations/spread-unawaited.sed \
	%D%/mutations/wave-half-heard.sed \
	%D%/mutations/member-not-counted.sed \
	%D%/mutations/old-address.sed \
	%D%/mutations/once-fires-twice.sed \
	%D%/mutations/once-stays.sed \
	%D%/mutations/output-set-early.sed \
	%D%/mutations/overtaken-claim.sed \
	%D%/mutations/parked-op-lost.sed \
	%D%/mutations/part-answer-unawaited.sed \
	%D%/mutations/part-before-turn.sed \
	%D%/mutations/part-destroy-unseen.sed \
	%D%/mutations/part-hole-filled.sed \
	%D%/mutations/part-last-first.sed \
	%D%/mutations/part-lease-left.sed \
	%D%/mutations/part-lease-yields.sed \
	%D%/mutations/part-parent-read.sed \
	%D%/mutations/part-parent-written.sed \
	%D%/mutations/part-patch-lost.sed \
	%D%/mutations/part-patch-unread.sed \
	%D%/mutations/part-read-lost.sed \
	%D%/mutations/part-under-reader.sed \
	%D%/mutations/part-unseen.sed \
	%D%/mutations/part-write-lost.sed \
	%D%/mutations/part-wrong-place.sed \
	%D%/mutations/pushed-too-early.sed \
	%D%/mutations/queue-loses-op.sed \
	%D%/mutations/read-before-fetched.sed \
	%D%/mutations/reader-does-not-wait.sed \
	%D%/mutations/reader-gets-fresh.sed \
	%D%/mutations/reduce-by-arrival.sed \
	%D%/mutations/reduce-dropped-early.sed \
	%D%/mutations/reduce-ends-early.sed \
	%D%/mutations/reduce-one-child.sed \
	%D%/mutations/reduce-parked-lost.sed \
	%D%/mutations/reduce-same-generation.sed \
	%D%/mutations/reduce-waiter-lost.sed \
	%D%/mutations/release-unseen.sed \
	%D%/mutations/returned-event-of-nobody.sed \
	%D%/mutations/runs-before-blocks.sed \
	%D%/mutations/rw-in-turns.sed \
	%D%/mutations/satisfaction-silent.sed \
	%D%/mutations/satisfied-first.sed \
	%D%/mutations/scope-left-early.sed \
	%D%/mutations/session-gap-taken.sed \
	%D%/mutations/session-not-again.sed \
	%D%/mutations/session-not-kept.sed \
	%D%/mutations/session-piece-lost.sed \
	%D%/mutations/session-silent-loss.sed \
	%D%/mutations/session-taken-again.sed \
	%D%/mutations/session-told-early.sed \
	%D%/mutations/session-word-lost.sed \
	%D%/mutations/slot-counts-twice.sed \
	%D%/mutations/slot-silent.sed \
	%D%/mutations/stale-version.sed \
	%D%/mutations/stuck-confirm-unseen.sed \
	%D%/mutations/stuck-one-wave.sed \
	%D%/mutations/stuck-transfer-unseen.sed \
	%D%/mutations/task-half-made.sed \
	%D%/mutations/template-wakes-one.sed \
	%D%/mutations/turn-forgotten.sed \
	%D%/mutations/two-writers.sed \
	%D%/mutations/wait-not-resumed.sed \
	%D%/mutations/weaker-mode.sed \
	%D%/mutations/written-under-reader.sed \
	%D%/mutations/written-while-fetched.sed
TESTS += %D%/mutate_few.sh
EXTRA_DIST += $(sim_mutations) %D%/mutate.sh %D%/mutate_few.sh
.PHONY: check-mutations
check-mutations: all $(check_PROGRAMS) $(check_DATA)
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(top_srcdir)/%D%/mutate.sh
