# SPDX-License-Identifier: BSD-3-Clause
# Real nodes.  One more: a script here (executable, first line #!/bin/sh; it gets
# top_srcdir and top_builddir as absolute paths), and a line in this list.  What
# is not in it is run by hand, or read by these.  The first ones take long.
cluster_scripts = \
	%D%/stopped.sh \
	%D%/stranger.sh \
	%D%/several_hosts.sh \
	%D%/providers.sh \
	%D%/cuts.sh \
	%D%/bad_network.sh \
	%D%/bind.sh \
	%D%/cg.sh \
	%D%/cholesky.sh \
	%D%/corner_turn.sh \
	%D%/descriptors.sh \
	%D%/dri.sh \
	%D%/elsewhere.sh \
	%D%/end.sh \
	%D%/ended.sh \
	%D%/fabric_pair.sh \
	%D%/far_read.sh \
	%D%/file.sh \
	%D%/heat2d.sh \
	%D%/keep_host.sh \
	%D%/kill.sh \
	%D%/kills.sh \
	%D%/large_lost.sh \
	%D%/launcher.sh \
	%D%/legacy.sh \
	%D%/long_task.sh \
	%D%/look.sh \
	%D%/md.sh \
	%D%/memory.sh \
	%D%/misspelt.sh \
	%D%/moves.sh \
	%D%/names.sh \
	%D%/neighbours.sh \
	%D%/one_to_many.sh \
	%D%/output.sh \
	%D%/oversubscribe.sh \
	%D%/parts.sh \
	%D%/pause.sh \
	%D%/pieces.sh \
	%D%/pipeline.sh \
	%D%/randomize.sh \
	%D%/refusals.sh \
	%D%/sar.sh \
	%D%/shared.sh \
	%D%/srun_killed.sh \
	%D%/standing.sh \
	%D%/stays.sh \
	%D%/stencil2d.sh \
	%D%/strict.sh \
	%D%/counters.sh \
	%D%/races.sh \
	%D%/trace.sh \
	%D%/stuck.sh \
	%D%/top.sh \
	%D%/uts.sh \
	%D%/wait.sh \
	%D%/waits.sh \
	%D%/wavefront.sh \
	%D%/wordhist.sh \
	%D%/workers.sh \
	%D%/wrapper.sh
TESTS += $(cluster_scripts)
# Sanitizers take these signals.
if !SANITIZER
TESTS += %D%/crash.sh %D%/gdb.sh
endif
EXTRA_DIST += %D%/crash.sh %D%/gdb.sh
EXTRA_DIST += $(cluster_scripts) %D%/app.sh %D%/hosts.sh %D%/idle.sh %D%/job.sh \
	%D%/linkdown.sh %D%/look_job.sh %D%/mutate.sh %D%/mutations %D%/picture.sh \
	%D%/resets.sh %D%/slurm.sh %D%/stuck_words.sh %D%/refusals.txt %D%/stuck.txt \
	%D%/wordhist_text.awk

# The OCR programs that they start, built the way a user builds his.  One more: a
# file here, and its name in this list.
CLUSTER = crash debugged end file guests kinds large_block leak legacy legacy_rounds \
	legacy_wait long_task look memory moves parts pause races refusals say shared strict \
	stays stuck together traced wait_limit where
EXTRA_DIST += $(CLUSTER:%=%D%/%.c)
noinst_HEADERS += %D%/legacy.h
BY_OCRCC += $(CLUSTER:%=%D%/%)
check_DATA += $(CLUSTER:%=%D%/%)
if HAVE_MPI
if !SANITIZER
check_PROGRAMS += %D%/legacy_mpi
%C%_legacy_mpi_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
%C%_legacy_mpi_LDADD = libocr.la $(MPI_LIBS)
endif
endif
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

# Loaded into a launcher.
EXTRA_DIST += %D%/stand.c
check_DATA += %D%/stand.so
CLEANFILES += %D%/stand.so
%D%/stand.so: $(top_srcdir)/%D%/stand.c
	@$(MKDIR_P) %D%
	$(AM_V_CCLD)$(CC) -Wall -Wextra -shared -fPIC $< -o $@

# Kills, from outside.
check_PROGRAMS += %D%/kills
%C%_kills_SOURCES = %D%/kills.c %D%/kills_find.c %D%/kills_find.h \
	%D%/kills_late.c %D%/kills_late.h
%C%_kills_LDADD =
# Connections that are shut down.  By hand, more: cuts.sh 25.
check_PROGRAMS += %D%/cut
%C%_cut_LDADD =
# Who is no member of a job.  By hand, more: stranger.sh --help.
check_PROGRAMS += %D%/stranger
%C%_stranger_LDADD = $(LIBFABRIC_LIBS)
check_PROGRAMS += %D%/parrot
%C%_parrot_SOURCES = %D%/parrot.c %D%/parrot.h %D%/parrot_way.c \
	%D%/heard.c %D%/heard.h
%C%_parrot_LDADD =

# A network between hosts that is told to be slow, lossy or cut.  By hand:
# hosts.sh --help.
check_PROGRAMS += %D%/relay
%C%_relay_SOURCES = %D%/relay.c %D%/relay_order.c %D%/relay_order.h \
	%D%/relay_reset.c %D%/relay_reset.h
%C%_relay_LDADD =
