# SPDX-License-Identifier: BSD-3-Clause
# Real nodes.  A script starts the jobs (executable, first line #!/bin/sh; it
# gets top_srcdir and top_builddir as absolute paths).  Lines to add:
# check_PROGRAMS += %D%/name
# %C%_name_SOURCES = %D%/name.c
# %C%_name_LDADD = libocr.la
# TESTS += %D%/name.sh
# EXTRA_DIST += %D%/name.sh

# The main job.
TESTS += %D%/heat2d.sh
EXTRA_DIST += %D%/heat2d.sh

# The other apps.
TESTS += %D%/cg.sh %D%/cholesky.sh %D%/stencil2d.sh %D%/uts.sh \
	%D%/wavefront.sh
EXTRA_DIST += %D%/cg.sh %D%/cholesky.sh %D%/stencil2d.sh %D%/uts.sh \
	%D%/wavefront.sh %D%/app.sh

TESTS += %D%/corner_turn.sh %D%/pipeline.sh %D%/wordhist.sh
EXTRA_DIST += %D%/corner_turn.sh %D%/picture.sh %D%/pipeline.sh \
	%D%/wordhist.sh %D%/wordhist_text.awk

# How jobs start, run and end on real nodes.
cluster_scripts = %D%/bind.sh %D%/end.sh %D%/file.sh %D%/kill.sh %D%/kills.sh \
	%D%/descriptors.sh %D%/standing.sh %D%/stopped.sh \
	%D%/launcher.sh %D%/legacy.sh %D%/long_task.sh %D%/memory.sh %D%/moves.sh \
	%D%/names.sh %D%/neighbours.sh %D%/output.sh \
	%D%/oversubscribe.sh %D%/parts.sh %D%/pause.sh %D%/pieces.sh \
	%D%/providers.sh \
	%D%/randomize.sh %D%/refusals.sh %D%/strict.sh %D%/stuck.sh %D%/wait.sh \
	%D%/workers.sh
TESTS += $(cluster_scripts)
EXTRA_DIST += $(cluster_scripts) %D%/job.sh %D%/refusals.txt %D%/stuck.txt \
	%D%/stuck_words.sh

# The OCR programs that they start, built the way a user builds his.
CLUSTER = end file guests kinds large_block leak legacy legacy_wait long_task memory \
	moves parts pause refusals say strict stuck wait_limit where
EXTRA_DIST += $(CLUSTER:%=%D%/%.c)
cluster_built = $(CLUSTER:%=%D%/%)
$(cluster_built): %D%/%: $(top_srcdir)/%D%/%.c
	@$(MKDIR_P) %D%
	$(AM_V_CCLD)bin/ocrcc -std=gnu11 -Wall -Wextra $(CFLAGS) \
		-I$(top_srcdir) $< -o $@
%D%/file: $(top_srcdir)/tests/conformance/file.h
$(cluster_built): $(top_srcdir)/tests/conformance/conf.h libocr.la bin/ocrcc
%D%/legacy %D%/legacy_wait: $(top_srcdir)/%D%/legacy.h
EXTRA_DIST += %D%/legacy.h
if HAVE_MPI
if !SANITIZER
check_PROGRAMS += %D%/legacy_mpi
%C%_legacy_mpi_SOURCES = %D%/legacy_mpi.c
%C%_legacy_mpi_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
%C%_legacy_mpi_LDADD = libocr.la $(MPI_LIBS)
endif
endif
check_DATA += $(cluster_built)
CLEANFILES += $(cluster_built)
# The second is the same program with another build id.
check_PROGRAMS += %D%/fabric_pair %D%/fabric_other
fabric_pair_sources = %D%/fabric_pair.c %D%/fabric_pair.h \
	%D%/fabric_pair_event.c %D%/fabric_pair_event.h \
	%D%/fabric_pair_ops.c %D%/fabric_pair_threads.c
%C%_fabric_pair_SOURCES = $(fabric_pair_sources)
%C%_fabric_pair_LDADD = libcore.la
%C%_fabric_other_SOURCES = $(fabric_pair_sources)
%C%_fabric_other_LDADD = libcore.la
%C%_fabric_other_LDFLAGS = $(AM_LDFLAGS) -Wl,--build-id=0x6f7468657270726f
TESTS += %D%/fabric_pair.sh
EXTRA_DIST += %D%/fabric_pair.sh

# Loaded into a launcher.
EXTRA_DIST += %D%/stand.c
check_DATA += %D%/stand.so
CLEANFILES += %D%/stand.so
%D%/stand.so: $(top_srcdir)/%D%/stand.c
	@$(MKDIR_P) %D%
	$(AM_V_CCLD)$(CC) -Wall -Wextra -shared -fPIC $< -o $@

# Kills, from outside.
check_PROGRAMS += %D%/kills
%C%_kills_SOURCES = %D%/kills.c
%C%_kills_LDADD =
# Connections that are shut down.  By hand, more: cuts.sh 25.
check_PROGRAMS += %D%/cut
%C%_cut_SOURCES = %D%/cut.c
%C%_cut_LDADD =
TESTS += %D%/cuts.sh
EXTRA_DIST += %D%/cuts.sh
# Who is no member of a job.  By hand, more: stranger.sh --help.
check_PROGRAMS += %D%/stranger
%C%_stranger_SOURCES = %D%/stranger.c
%C%_stranger_LDADD = $(LIBFABRIC_LIBS)
TESTS += %D%/stranger.sh
EXTRA_DIST += %D%/stranger.sh

# Channels of the Data Reorganization Interface.
TESTS += %D%/dri.sh
EXTRA_DIST += %D%/dri.sh

# Several hosts out of namespaces, and a network between them that is told to be
# slow, lossy or cut.  By hand: hosts.sh --help.
check_PROGRAMS += %D%/relay
%C%_relay_SOURCES = %D%/relay.c %D%/relay_order.c %D%/relay_order.h \
	%D%/relay_reset.c %D%/relay_reset.h
TESTS += %D%/several_hosts.sh %D%/bad_network.sh
EXTRA_DIST += %D%/hosts.sh %D%/several_hosts.sh %D%/bad_network.sh \
	%D%/linkdown.sh %D%/resets.sh %D%/slurm.sh
