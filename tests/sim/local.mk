# SPDX-License-Identifier: BSD-3-Clause
# Nodes that are simulated.

# The net between them, a job on it, and whether it keeps to the object model.
libsim_la_SOURCES += %D%/transport_sim.c %D%/transport_sim.h %D%/net.c %D%/net.h
libsim_la_SOURCES += %D%/sim_job.c %D%/sim_job.h %D%/sim_open.c %D%/job.h \
	%D%/notes.c %D%/notes.h %D%/sim_files.c %D%/sim_files.h \
	%D%/sim_left.c %D%/sim_left.h %D%/own.c %D%/own.h
libsim_la_SOURCES += %D%/digest.h %D%/recorder.c %D%/recorder.h \
	%D%/recorder_order.c %D%/recorder_order.h %D%/memory.c %D%/memory.h \
	%D%/memory_block.c %D%/memory_block.h %D%/memory_op.c \
	%D%/memory_op.h %D%/sim_op.c %D%/sim_op.h %D%/history.c \
	%D%/history.h %D%/line.c %D%/line.h %D%/things.c %D%/things.h

noinst_HEADERS += %D%/one_job.h
# One more test of a few nodes: a file here, and a line in this list.
sim_tests = \
	%D%/test_acquire_all \
	%D%/test_at_once \
	%D%/test_back \
	%D%/test_brief \
	%D%/test_briefs \
	%D%/test_cache \
	%D%/test_copies \
	%D%/test_end \
	%D%/test_half_made \
	%D%/test_hog \
	%D%/test_hostile \
	%D%/test_hostile_db \
	%D%/test_hungry \
	%D%/test_label_next \
	%D%/test_lazy \
	%D%/test_loan \
	%D%/test_lost_share \
	%D%/test_memory \
	%D%/test_memory_parts \
	%D%/test_no_memory \
	%D%/test_no_part \
	%D%/test_park \
	%D%/test_parts \
	%D%/test_past \
	%D%/test_recorder \
	%D%/test_riders \
	%D%/test_seen \
	%D%/test_starving \
	%D%/test_stays \
	%D%/test_touch \
	%D%/test_turn \
	%D%/test_untold \
	%D%/test_unwanted \
	%D%/test_versions \
	%D%/test_ways \
	%D%/test_whole
check_PROGRAMS += $(sim_tests)
# Calls without memory, and nodes with little of it for blocks.
%C%_test_no_memory_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=malloc \
	-Wl,--wrap=calloc -Wl,--wrap=realloc -Wl,--wrap=posix_memalign \
	-Wl,--wrap=aligned_alloc
%C%_test_no_part_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_parted_await
%C%_test_cache_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_memory_alloc \
	-Wl,--wrap=ocr_memory_alloc_kind -Wl,--wrap=ocr_memory_free \
	-Wl,--wrap=ocr_memory_free_sized
%C%_test_half_made_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_hint_keep
%C%_test_hungry_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_memory_alloc \
	-Wl,--wrap=ocr_memory_alloc_kind -Wl,--wrap=ocr_memory_free \
	-Wl,--wrap=ocr_memory_free_sized -Wl,--wrap=ocr_starved_add \
	-Wl,--wrap=ocr_acquire_anew
%C%_test_label_next_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_home_on_create
%C%_test_lazy_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_fetch_begin_locked
%C%_test_loan_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_fabric_view \
	-Wl,--wrap=ocr_fetch_answer
%C%_test_lost_share_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=calloc
%C%_test_park_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=malloc
%C%_test_past_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=malloc
%C%_test_touch_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_labels_expect
%C%_test_turn_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_memory_alloc_kind \
	-Wl,--wrap=ocr_fetch_answer -Wl,--wrap=ocr_starved_add
%C%_test_stays_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_fabric_let_go \
	-Wl,--wrap=ocr_memory_alloc_kind -Wl,--wrap=ocr_fail
%C%_test_acquire_all_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_acquire_all \
	-Wl,--wrap=ocr_right_is_free -Wl,--wrap=ocr_home_is_free \
	-Wl,--wrap=ocr_home_untake
%C%_test_at_once_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=ocr_event_deliver -Wl,--wrap=ocr_event_deliver_to
%C%_test_seen_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=ocr_memory_alloc_kind -Wl,--wrap=ocr_memory_free_sized

# Runs programs, built as shared objects (programs.mk).  All of both libraries:
# programs call what nothing here does.
check_PROGRAMS += %D%/sim
%C%_sim_SOURCES = %D%/sim_main.c %D%/hungry.c %D%/hungry.h %D%/shorts.c \
	%D%/shorts.h
%C%_sim_LDADD = libsim.la libcore.la
%C%_sim_LDFLAGS = $(AM_LDFLAGS) -Wl,--export-dynamic -Wl,--whole-archive \
	-Wl,.libs/libcore.a -Wl,.libs/libsim.a -Wl,--no-whole-archive \
	-Wl,--wrap=ocr_memory_alloc_kind -Wl,--wrap=ocr_log_error \
	-Wl,--wrap=ocr_log_note \
	-Wl,--wrap=ocr_no_memory \
	-Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc \
	-Wl,--wrap=strdup -Wl,--wrap=posix_memalign -Wl,--wrap=aligned_alloc \
	-Wl,--wrap=ocr_rider_create_brief -Wl,--wrap=ocr_fabric_amend \
	-Wl,--wrap=ocr_edt_whole_make_for \
	-Wl,--wrap=ocr_home_is_back_locked -Wl,--wrap=ocr_home_take_back

# Where@which: each conformance program, example and app, programs that cannot go
# on, and what goes on for sure by the order of messages alone.
FOR_SIM += $(CONFORMANCE:%=%D%@tests/conformance/%) \
	$(EXAMPLES:%=%D%/examples@apps/examples/%) \
	$(OCR_APPS:%=%D%/apps@%) %D%/stuck@tests/cluster/stuck \
	%D%@%D%/in_order/in_hand %D%@%D%/in_order/asked_first \
	%D%@%D%/in_order/asked_here
TESTS += %D%/conformance.sh %D%/both_ways.sh %D%/strict.sh %D%/stuck.sh \
	%D%/heat2d.sh %D%/apps.sh $(sim_tests)
EXTRA_DIST += %D%/long.sh %D%/conformance.sh %D%/both_ways.sh %D%/strict.sh %D%/stuck.sh \
	%D%/heat2d.sh %D%/apps.sh %D%/in_order/in_hand.c \
	%D%/in_order/asked_first.c %D%/in_order/asked_here.c

# Random programs, for the simulator and for real nodes: a plan made from a seed,
# carried out and compared; reads and writes of blocks, judged by the memory
# model; the same with parts; and what takes the short ways between nodes.
sim_random = %D%/apps/random %D%/apps/blocks %D%/apps/pieces %D%/apps/exchange
BY_OCRCC += $(sim_random)
FOR_SIM += $(sim_random:%=%D%/apps@%)
check_DATA += $(sim_random)
%C%_apps_random_FILES = %D%/random/plan.c %D%/random/plan_arc.c \
	%D%/random/plan_chain.c %D%/random/plan_channel.c \
	%D%/random/plan_grow.c %D%/random/random.c %D%/random/random_create.c \
	%D%/random/random_reduce.c %D%/random/random_slots.c \
	%D%/random/random_small.c
%C%_apps_random_CFLAGS = -D_GNU_SOURCE
%C%_apps_blocks_FILES = %D%/blocks/blocks.c %D%/blocks/copies.c \
	%D%/blocks/files.c %D%/blocks/parts.c %D%/blocks/words.c
%C%_apps_blocks_CFLAGS = -D_GNU_SOURCE
%C%_apps_pieces_FILES = $(%C%_apps_blocks_FILES)
%C%_apps_pieces_CFLAGS = -D_GNU_SOURCE \
	-D'BLOCKS_FEATURES=(BLOCKS_ALL | BLOCKS_PIECES)'
%C%_apps_exchange_FILES = %D%/exchange/errand.c %D%/exchange/exchange.c
%C%_apps_exchange_CFLAGS = -D_GNU_SOURCE
noinst_HEADERS += %D%/exchange/exchange.h %D%/random/plan.h %D%/random/plan_make.h \
	%D%/random/random.h %D%/blocks/blocks.h
EXTRA_DIST += $(%C%_apps_random_FILES) $(%C%_apps_blocks_FILES) \
	$(%C%_apps_exchange_FILES)
TESTS += %D%/random.sh %D%/random_nodes.sh %D%/breaks.sh %D%/hungry.sh
EXTRA_DIST += %D%/random.sh %D%/random_nodes.sh %D%/breaks.sh %D%/hungry.sh \
	%D%/seeds.sh %D%/shrink.sh

# 50,000 of them over protocols, nodes and what is kept where: a campaign, of N
# from seed FIRST on with CAMPAIGN="N FIRST".
EXTRA_DIST += %D%/campaign.sh
.PHONY: check-sim-campaign
check-sim-campaign: %D%/sim $(sim_random:%=%.so)
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(top_srcdir)/%D%/campaign.sh \
		$(CAMPAIGN)

# Calls of everything with anything.
FOR_SIM += %D%/apps@%D%/apps/caller
%C%_apps_caller_FILES = %D%/caller/caller.c %D%/caller/extensions.c \
	%D%/caller/files.c %D%/caller/objects.c %D%/caller/values.c
noinst_HEADERS += %D%/caller/caller.h
EXTRA_DIST += $(%C%_apps_caller_FILES)
TESTS += %D%/caller.sh
EXTRA_DIST += %D%/caller.sh

check_DATA += $(SIM_BUILT)

# Bugs planted one at a time, a file each; a few of them in the tests.
TESTS += %D%/mutate_few.sh
EXTRA_DIST += %D%/mutations %D%/mutate.sh %D%/mutate_few.sh
