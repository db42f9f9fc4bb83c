# SPDX-License-Identifier: BSD-3-Clause
# Channels between simulated processes, by seeds; a campaign:
# tests/dri/sim/sim_channels --seeds 1000000
check_PROGRAMS += %D%/sim_channels
TESTS += %D%/sim_channels
dri_sim = %D%/worlds.c %D%/worlds.h tests/sim/fiber.c tests/sim/fiber.h \
	tests/dri/generate.c tests/dri/generate.h
%C%_sim_channels_SOURCES = %D%/sim_channels.c %D%/program.c %D%/program.h \
	%D%/script.c %D%/script.h %D%/watch.c %D%/watch.h $(dri_sim) \
	tests/dri/ask.c tests/dri/ask.h tests/dri/model.c tests/dri/model.h
%C%_sim_channels_LDADD = libsim.la libdricore.la
%C%_sim_channels_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=ocr_memory_alloc \
	-Wl,--wrap=ocr_memory_free -Wl,--wrap=ocr_memory_close \
	-Wl,--wrap=ocr_log_error -Wl,--wrap=ocr_log_warn
