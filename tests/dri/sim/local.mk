# SPDX-License-Identifier: BSD-3-Clause
# Processes that are simulated.  One more test: a file here, and a line in this
# list; what else it needs is said below.
dri_sim_tests = \
	%D%/sim_channels \
	%D%/test_hostile_dri \
	%D%/test_meetings \
	%D%/test_still
check_PROGRAMS += $(dri_sim_tests)
TESTS += $(dri_sim_tests)
dri_sim = %D%/worlds.c %D%/worlds.h %D%/task.c %D%/task.h %D%/fiber.c \
	%D%/fiber.h %D%/watch.c %D%/watch.h tests/dri/generate.c \
	tests/dri/generate.h
dri_sim_wrap = $(AM_LDFLAGS) -Wl,--wrap=ocr_memory_alloc \
	-Wl,--wrap=ocr_memory_free -Wl,--wrap=ocr_memory_close \
	-Wl,--wrap=ocr_log_error -Wl,--wrap=ocr_log_warn
# Channels, by seeds; a campaign: tests/dri/sim/sim_channels --seeds 1000000
%C%_sim_channels_SOURCES = %D%/sim_channels.c %D%/program.c %D%/program.h \
	%D%/calls.c %D%/calls.h %D%/rounds.c %D%/rounds.h %D%/bytes.c \
	%D%/bytes.h %D%/lend.c %D%/lend.h %D%/script.c %D%/script.h tests/dri/ask.c tests/dri/ask.h \
	tests/dri/model.c tests/dri/model.h $(dri_sim)
%C%_sim_channels_LDFLAGS = $(dri_sim_wrap)
# Messages that no process sends.
%C%_test_hostile_dri_SOURCES = %D%/test_hostile_dri.c $(dri_sim)
%C%_test_hostile_dri_LDFLAGS = $(dri_sim_wrap)
# What a host keeps, and what it says to who waits.
%C%_test_meetings_SOURCES = %D%/test_meetings.c $(dri_sim)
%C%_test_meetings_LDFLAGS = $(dri_sim_wrap)
# What has its place does not move: who moves or says something is counted.
%C%_test_still_SOURCES = %D%/test_still.c $(dri_sim)
%C%_test_still_LDFLAGS = $(dri_sim_wrap) -Wl,--wrap=ocr_dri_move \
	-Wl,--wrap=ocr_dri_pack -Wl,--wrap=ocr_dri_ship_small_locked \
	-Wl,--wrap=ocr_fabric_write -Wl,--wrap=ocr_fabric_send

# Planted bugs that seeds have to find, a minute.
EXTRA_DIST += %D%/mutations %D%/mutate.sh
