# SPDX-License-Identifier: BSD-3-Clause
# A test sees hidden symbols (LDADD is libcore.la and Check).  Lines to add:
# check_PROGRAMS += %D%/test_noun
# TESTS += %D%/test_noun
# %C%_test_noun_SOURCES = %D%/test_noun.c
check_PROGRAMS += %D%/test_lock %D%/test_log
TESTS += %D%/test_lock %D%/test_log
%C%_test_lock_SOURCES = %D%/test_lock.c
%C%_test_log_SOURCES = %D%/test_log.c
check_PROGRAMS += %D%/test_cards
TESTS += %D%/test_cards
%C%_test_cards_SOURCES = %D%/test_cards.c
%C%_test_cards_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_job_fetch \
	-Wl,--wrap=clock_gettime
check_PROGRAMS += %D%/test_crier %D%/test_death %D%/test_proc_stat
TESTS += %D%/test_crier %D%/test_death %D%/test_proc_stat
%C%_test_crier_SOURCES = %D%/test_crier.c
%C%_test_death_SOURCES = %D%/test_death.c
%C%_test_proc_stat_SOURCES = %D%/test_proc_stat.c
check_PROGRAMS += %D%/test_cgroup
TESTS += %D%/test_cgroup
%C%_test_cgroup_SOURCES = %D%/test_cgroup.c
check_PROGRAMS += %D%/test_guid %D%/test_counter
TESTS += %D%/test_guid %D%/test_counter
%C%_test_guid_SOURCES = %D%/test_guid.c
%C%_test_counter_SOURCES = %D%/test_counter.c
check_PROGRAMS += %D%/test_args %D%/test_headers %D%/test_hint \
	%D%/test_label %D%/test_print
TESTS += %D%/test_args %D%/test_headers %D%/test_hint %D%/test_label \
	%D%/test_print
%C%_test_args_SOURCES = %D%/test_args.c
%C%_test_headers_SOURCES = %D%/test_headers.c
%C%_test_hint_SOURCES = %D%/test_hint.c
%C%_test_label_SOURCES = %D%/test_label.c
%C%_test_print_SOURCES = %D%/test_print.c
check_PROGRAMS += %D%/test_labels %D%/test_once
TESTS += %D%/test_labels %D%/test_once
%C%_test_labels_SOURCES = %D%/test_labels.c
%C%_test_once_SOURCES = %D%/test_once.c
check_PROGRAMS += %D%/test_fabric
TESTS += %D%/test_fabric
%C%_test_fabric_SOURCES = %D%/test_fabric.c %D%/fabric_world.c \
	%D%/fabric_world.h
%C%_test_fabric_LDADD = libsim.la $(LDADD)
check_PROGRAMS += %D%/test_session %D%/test_session_rest
TESTS += %D%/test_session %D%/test_session_rest
session_world = %D%/session_world.c %D%/session_world.h
%C%_test_session_SOURCES = %D%/test_session.c $(session_world)
%C%_test_session_LDADD = libsim.la $(LDADD)
%C%_test_session_rest_SOURCES = %D%/test_session_rest.c $(session_world)
%C%_test_session_rest_LDADD = libsim.la $(LDADD)
check_PROGRAMS += %D%/test_transfer
TESTS += %D%/test_transfer
%C%_test_transfer_SOURCES = %D%/test_transfer.c %D%/fabric_world.c \
	%D%/fabric_world.h
%C%_test_transfer_LDADD = libsim.la $(LDADD)
check_PROGRAMS += %D%/test_priority
TESTS += %D%/test_priority
%C%_test_priority_SOURCES = %D%/test_priority.c
check_PROGRAMS += %D%/test_opq %D%/test_deque %D%/test_held %D%/test_channel
TESTS += %D%/test_opq %D%/test_deque %D%/test_held %D%/test_channel
%C%_test_opq_SOURCES = %D%/test_opq.c
%C%_test_deque_SOURCES = %D%/test_deque.c
%C%_test_channel_SOURCES = %D%/test_channel.c
%C%_test_held_SOURCES = %D%/test_held.c
check_PROGRAMS += %D%/test_settings
TESTS += %D%/test_settings
%C%_test_settings_SOURCES = %D%/test_settings.c
check_PROGRAMS += %D%/test_guidmap
TESTS += %D%/test_guidmap
%C%_test_guidmap_SOURCES = %D%/test_guidmap.c
check_PROGRAMS += %D%/test_packet
TESTS += %D%/test_packet
%C%_test_packet_SOURCES = %D%/test_packet.c %D%/fabric_world.c \
	%D%/fabric_world.h
%C%_test_packet_LDADD = libsim.la $(LDADD)
EXTRA_DIST += tests/golden/packet.hex
check_PROGRAMS += %D%/test_topology
TESTS += %D%/test_topology
%C%_test_topology_SOURCES = %D%/test_topology.c
TESTS += %D%/check_ocrinfo.sh
EXTRA_DIST += %D%/check_ocrinfo.sh
check_PROGRAMS += %D%/test_memory
TESTS += %D%/test_memory
%C%_test_memory_SOURCES = %D%/test_memory.c
check_PROGRAMS += %D%/test_numa
TESTS += %D%/test_numa
%C%_test_numa_SOURCES = %D%/test_numa.c
check_PROGRAMS += %D%/test_chunk %D%/test_lane %D%/test_guidmap_threads
TESTS += %D%/test_chunk %D%/test_lane %D%/test_guidmap_threads
%C%_test_chunk_SOURCES = %D%/test_chunk.c
# These have a window of their own, so small that a few chunks leave it.
%C%_test_lane_SOURCES = %D%/test_lane.c guidmap/lane.c
%C%_test_lane_CPPFLAGS = $(AM_CPPFLAGS) -DOCR_LANE_SPAN=8
%C%_test_lane_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=malloc -Wl,--wrap=calloc \
	-Wl,--wrap=aligned_alloc
%C%_test_guidmap_threads_SOURCES = %D%/test_guidmap_threads.c guidmap/lane.c
%C%_test_guidmap_threads_CPPFLAGS = $(AM_CPPFLAGS) -DOCR_LANE_SPAN=8
check_PROGRAMS += %D%/test_fabric_threads
TESTS += %D%/test_fabric_threads
%C%_test_fabric_threads_SOURCES = %D%/test_fabric_threads.c
%C%_test_fabric_threads_LDADD = libsim.la $(LDADD)
check_PROGRAMS += %D%/test_heat2d
TESTS += %D%/test_heat2d
%C%_test_heat2d_SOURCES = %D%/test_heat2d.c apps/heat2d/plate.c \
	apps/heat2d/tile.c
%C%_test_heat2d_CFLAGS = $(AM_CFLAGS) -ffp-contract=off
check_PROGRAMS += %D%/test_cli %D%/test_uts
TESTS += %D%/test_cli %D%/test_uts
%C%_test_cli_SOURCES = %D%/test_cli.c apps/common/cli.c
%C%_test_uts_SOURCES = %D%/test_uts.c apps/uts/sha1.c apps/uts/tree.c
%C%_test_uts_LDADD = $(LDADD) -lm
check_PROGRAMS += %D%/test_cholesky
TESTS += %D%/test_cholesky
%C%_test_cholesky_SOURCES = %D%/test_cholesky.c apps/cholesky/kernels.c \
	apps/cholesky/matrix.c apps/common/market.c apps/cholesky/plan.c apps/common/cli.c
%C%_test_cholesky_LDADD = $(LDADD) $(CBLAS_LIBS) -lm
check_PROGRAMS += %D%/test_stencil2d
TESTS += %D%/test_stencil2d
%C%_test_stencil2d_SOURCES = %D%/test_stencil2d.c apps/stencil2d/tile.c
%C%_test_stencil2d_CFLAGS = $(AM_CFLAGS) -ffp-contract=off
%C%_test_stencil2d_LDADD = $(LDADD) -lm
check_PROGRAMS += %D%/test_wavefront
TESTS += %D%/test_wavefront
%C%_test_wavefront_SOURCES = %D%/test_wavefront.c apps/wavefront/align.c \
	apps/wavefront/fasta.c apps/wavefront/tile.c
check_PROGRAMS += %D%/test_wordhist
TESTS += %D%/test_wordhist
%C%_test_wordhist_SOURCES = %D%/test_wordhist.c apps/wordhist/change.c \
	apps/wordhist/sha256.c apps/wordhist/words.c
check_PROGRAMS += %D%/test_card
TESTS += %D%/test_card
%C%_test_card_SOURCES = %D%/test_card.c
check_PROGRAMS += %D%/test_seal
TESTS += %D%/test_seal
%C%_test_seal_SOURCES = %D%/test_seal.c
check_PROGRAMS += %D%/test_reduce
TESTS += %D%/test_reduce
%C%_test_reduce_SOURCES = %D%/test_reduce.c
check_PROGRAMS += %D%/test_cg
TESTS += %D%/test_cg
%C%_test_cg_SOURCES = %D%/test_cg.c apps/cg/matrix.c apps/common/market.c apps/cg/part.c \
	apps/cg/serial.c apps/common/cli.c
%C%_test_cg_CFLAGS = $(AM_CFLAGS) -ffp-contract=off
%C%_test_cg_LDADD = $(LDADD) -lm
check_PROGRAMS += %D%/test_collective
TESTS += %D%/test_collective
%C%_test_collective_SOURCES = %D%/test_collective.c
check_PROGRAMS += %D%/test_engine
TESTS += %D%/test_engine
%C%_test_engine_SOURCES = %D%/test_engine.c
check_PROGRAMS += %D%/test_neighbour
TESTS += %D%/test_neighbour
%C%_test_neighbour_SOURCES = %D%/test_neighbour.c
check_PROGRAMS += %D%/test_watch
TESTS += %D%/test_watch
%C%_test_watch_SOURCES = %D%/test_watch.c
check_PROGRAMS += %D%/test_route
TESTS += %D%/test_route
%C%_test_route_SOURCES = %D%/test_route.c
# Below and beside it there is what the test says.
%C%_test_route_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_ofi_open \
	-Wl,--wrap=ocr_ofi_describe -Wl,--wrap=ocr_job_size \
	-Wl,--wrap=ocr_job_fetch -Wl,--wrap=ocr_job_publish
check_PROGRAMS += %D%/test_route_way
TESTS += %D%/test_route_way
%C%_test_route_way_SOURCES = %D%/test_route_way.c
%C%_test_route_way_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_job_is_local \
	-Wl,--wrap=ocr_job_host -Wl,--wrap=ocr_card_shares_pids \
	-Wl,--wrap=ocr_cards_own -Wl,--wrap=ocr_cards_ask \
	-Wl,--wrap=ocr_watch_begin -Wl,--wrap=ocr_watch_end \
	-Wl,--wrap=ocr_watch_how -Wl,--wrap=ocr_session_watched
check_PROGRAMS += %D%/test_facts
TESTS += %D%/test_facts
%C%_test_facts_SOURCES = %D%/test_facts.c
check_PROGRAMS += %D%/test_ring
TESTS += %D%/test_ring
%C%_test_ring_SOURCES = %D%/test_ring.c
check_PROGRAMS += %D%/test_segment
TESTS += %D%/test_segment
%C%_test_segment_SOURCES = %D%/test_segment.c
check_PROGRAMS += %D%/stress_host
TESTS += %D%/stress_host
%C%_stress_host_SOURCES = %D%/stress_host.c tests/must.h
check_PROGRAMS += %D%/test_host
TESTS += %D%/test_host
%C%_test_host_SOURCES = %D%/test_host.c
