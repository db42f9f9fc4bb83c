# SPDX-License-Identifier: BSD-3-Clause
# One more: a file test_noun.c here, and a line in this list.  It sees hidden
# symbols (LDADD, in Makefile.am); what else it needs is said below.
unit_tests = \
	%D%/stress_host \
	%D%/test_admit \
	%D%/test_args \
	%D%/test_block \
	%D%/test_called_at \
	%D%/test_card \
	%D%/test_cards \
	%D%/test_cg \
	%D%/test_cgroup \
	%D%/test_channel \
	%D%/test_cholesky \
	%D%/test_chunk \
	%D%/test_cli \
	%D%/test_collective \
	%D%/test_counter \
	%D%/test_crier \
	%D%/test_death \
	%D%/test_delivery \
	%D%/test_deque \
	%D%/test_put_off \
	%D%/test_put_off_watch \
	%D%/test_engine \
	%D%/test_debts \
	%D%/test_debts_lies \
	%D%/test_fabric \
	%D%/test_fabric_threads \
	%D%/test_exit \
	%D%/test_extend \
	%D%/test_first \
	%D%/test_knock \
	%D%/test_lent \
	%D%/test_facts \
	%D%/test_fail \
	%D%/test_far \
	%D%/test_guid \
	%D%/test_guidmap \
	%D%/test_guidmap_threads \
	%D%/test_headers \
	%D%/test_heat2d \
	%D%/test_heir \
	%D%/test_held \
	%D%/test_hint \
	%D%/test_host \
	%D%/test_idle \
	%D%/test_keep \
	%D%/test_keep_nodes \
	%D%/test_label \
	%D%/test_labels \
	%D%/test_lane \
	%D%/test_lock \
	%D%/test_log \
	%D%/test_md \
	%D%/test_memory \
	%D%/test_neighbour \
	%D%/test_newborn \
	%D%/test_numa \
	%D%/test_ofi_choose \
	%D%/test_once \
	%D%/test_opq \
	%D%/test_origin \
	%D%/test_packet \
	%D%/test_pngfile \
	%D%/test_print \
	%D%/test_priority \
	%D%/test_proc_stat \
	%D%/test_races \
	%D%/test_reduce \
	%D%/test_ring \
	%D%/test_route \
	%D%/test_route_way \
	%D%/test_seal \
	%D%/test_segment \
	%D%/test_session \
	%D%/test_session_carry \
	%D%/test_session_ended \
	%D%/test_session_unmoved \
	%D%/test_session_rest \
	%D%/test_settings \
	%D%/test_shelf \
	%D%/test_sieve \
	%D%/test_spare \
	%D%/test_stencil2d \
	%D%/test_topology \
	%D%/test_tag \
	%D%/test_tally \
	%D%/test_top \
	%D%/test_trace_clock \
	%D%/test_transfer \
	%D%/test_verdict \
	%D%/test_watch \
	%D%/test_where \
	%D%/test_wavefront \
	%D%/test_wordhist
check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)
TESTS += %D%/check_ocrinfo.sh
EXTRA_DIST += %D%/check_ocrinfo.sh tests/golden/packet.hex

# Below and beside what is tested there is what the test says.
%C%_test_admit_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=poll \
	-Wl,--wrap=clock_gettime
%C%_test_cards_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_job_fetch \
	-Wl,--wrap=ocr_job_start_s -Wl,--wrap=clock_gettime
%C%_test_exit_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_log_error \
	-Wl,--wrap=pause
%C%_test_heir_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_fabric_poll \
	-Wl,--wrap=ocr_fabric_poll_idle -Wl,--wrap=ocr_fabric_dirty
%C%_test_keep_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=clock_gettime
%C%_test_origin_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=calloc -Wl,--wrap=nanosleep
%C%_test_put_off_watch_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_fabric_dirty \
	-Wl,--wrap=ocr_fabric_flush -Wl,--wrap=ocr_fabric_poll \
	-Wl,--wrap=ocr_fabric_poll_idle \
	-Wl,--wrap=ocr_fabric_wait -Wl,--wrap=ocr_fabric_is_polled \
	-Wl,--wrap=ocr_fabric_patience_ns -Wl,--wrap=ocr_memory_mapped
%C%_test_route_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_ofi_open \
	-Wl,--wrap=ocr_ofi_describe -Wl,--wrap=ocr_job_size \
	-Wl,--wrap=ocr_job_fetch -Wl,--wrap=ocr_job_publish
%C%_test_route_way_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_job_is_local \
	-Wl,--wrap=ocr_job_host -Wl,--wrap=ocr_card_shares_pids \
	-Wl,--wrap=ocr_cards_own -Wl,--wrap=ocr_cards_ask \
	-Wl,--wrap=ocr_watch_begin -Wl,--wrap=ocr_watch_end \
	-Wl,--wrap=ocr_watch_how -Wl,--wrap=ocr_session_watched
%C%_test_verdict_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_log_note \
	-Wl,--wrap=calloc
%C%_test_spare_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=getsockopt

# These have a window of their own, so small that a few chunks leave it.
%C%_test_lane_SOURCES = %D%/test_lane.c guidmap/lane.c
%C%_test_lane_CPPFLAGS = $(AM_CPPFLAGS) -DOCR_LANE_SPAN=8
%C%_test_lane_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=malloc -Wl,--wrap=calloc \
	-Wl,--wrap=aligned_alloc
%C%_test_guidmap_threads_SOURCES = %D%/test_guidmap_threads.c guidmap/lane.c
%C%_test_guidmap_threads_CPPFLAGS = $(AM_CPPFLAGS) -DOCR_LANE_SPAN=8

# Parts of a tool.
%C%_test_keep_SOURCES = %D%/test_keep.c src/tools/keep_slurm.c \
	src/tools/keep_wire.c
%C%_test_keep_nodes_SOURCES = %D%/test_keep_nodes.c src/tools/keep_nodes.c \
	src/tools/keep_say.c src/tools/keep_threads.c
%C%_test_keep_nodes_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=kill
%C%_test_top_SOURCES = %D%/test_top.c src/tools/top_node.c \
	src/tools/top_show.c
%C%_test_races_SOURCES = %D%/test_races.c src/tools/race_event.c \
	src/tools/race_find.c src/tools/race_lines.c src/tools/race_order.c \
	src/tools/race_read.c src/tools/race_sift.c src/tools/trace_clock.c \
	src/tools/trace_read.c src/tools/trace_things.c
%C%_test_trace_clock_SOURCES = %D%/test_trace_clock.c \
	src/tools/trace_clock.c src/tools/trace_read.c

# Parts of apps, without a runtime.
%C%_test_cg_SOURCES = %D%/test_cg.c apps/cg/matrix.c apps/cg/part.c \
	apps/cg/serial.c apps/common/cli.c apps/common/market.c
%C%_test_cholesky_SOURCES = %D%/test_cholesky.c apps/cholesky/kernels.c \
	apps/cholesky/matrix.c apps/cholesky/plan.c apps/common/cli.c \
	apps/common/market.c
%C%_test_cholesky_LDADD = $(LDADD) $(CBLAS_LIBS)
%C%_test_cli_SOURCES = %D%/test_cli.c apps/common/cli.c
%C%_test_heat2d_SOURCES = %D%/test_heat2d.c apps/heat2d/plate.c \
	apps/heat2d/tile.c
%C%_test_md_SOURCES = %D%/test_md.c apps/md/atom.c apps/md/domain.c \
	apps/md/serial.c
%C%_test_pngfile_SOURCES = %D%/test_pngfile.c apps/common/pngfile.c
%C%_test_pngfile_LDADD = $(LDADD) $(LIBPNG_LIBS)
%C%_test_stencil2d_SOURCES = %D%/test_stencil2d.c apps/stencil2d/tile.c
if HAVE_NETTLE
unit_tests += %D%/test_uts
endif
%C%_test_uts_SOURCES = %D%/test_uts.c apps/uts/tree.c
%C%_test_uts_LDADD = $(LDADD) $(NETTLE_LIBS)
%C%_test_wavefront_SOURCES = %D%/test_wavefront.c apps/wavefront/align.c \
	apps/wavefront/fasta.c apps/wavefront/tile.c
%C%_test_wordhist_SOURCES = %D%/test_wordhist.c apps/wordhist/change.c \
	apps/wordhist/words.c

# Fabrics, and sessions, side by side, for several of them.
libtest_la_SOURCES += %D%/debts_world.c %D%/debts_world.h \
	%D%/fabric_world.c %D%/fabric_world.h \
	%D%/session_world.c %D%/session_world.h
