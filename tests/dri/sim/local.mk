# SPDX-License-Identifier: BSD-3-Clause
# Channels between simulated processes, by seeds; a campaign:
# tests/dri/sim/sim_channels --seeds 1000000
dri_sim_wrap = $(AM_LDFLAGS) -Wl,--wrap=ocr_memory_alloc \
	-Wl,--wrap=ocr_memory_free -Wl,--wrap=ocr_memory_close \
	-Wl,--wrap=ocr_log_error -Wl,--wrap=ocr_log_warn
check_PROGRAMS += %D%/sim_channels
TESTS += %D%/sim_channels
dri_sim = %D%/worlds.c %D%/worlds.h %D%/task.c %D%/task.h %D%/fiber.c \
	%D%/fiber.h \
	tests/dri/generate.c tests/dri/generate.h
%C%_sim_channels_SOURCES = %D%/sim_channels.c %D%/program.c %D%/program.h \
	%D%/calls.c %D%/calls.h %D%/rounds.c %D%/rounds.h \
	%D%/bytes.c %D%/bytes.h %D%/script.c %D%/script.h %D%/watch.c %D%/watch.h $(dri_sim) \
	tests/dri/ask.c tests/dri/ask.h tests/dri/model.c tests/dri/model.h
%C%_sim_channels_LDADD = libsim.la libdricore.la
%C%_sim_channels_LDFLAGS = $(dri_sim_wrap)
# Messages that no process sends.
check_PROGRAMS += %D%/test_hostile_dri
TESTS += %D%/test_hostile_dri
%C%_test_hostile_dri_SOURCES = %D%/test_hostile_dri.c %D%/watch.c %D%/watch.h \
	$(dri_sim)
%C%_test_hostile_dri_LDADD = libsim.la libdricore.la
%C%_test_hostile_dri_LDFLAGS = $(dri_sim_wrap)
# Planted bugs that seeds have to find, half a minute: make
# check-dri-sim-mutations
dri_sim_mutations = \
	%D%/mutations/asked-forgotten.sed \
	%D%/mutations/busy-when-sent.sed \
	%D%/mutations/busy-while-closing.sed \
	%D%/mutations/child-missed.sed \
	%D%/mutations/close-not-said.sed \
	%D%/mutations/closed-way-sends.sed \
	%D%/mutations/credit-in-place.sed \
	%D%/mutations/credit-stays.sed \
	%D%/mutations/credit-too-many.sed \
	%D%/mutations/credit-while-held.sed \
	%D%/mutations/dequeued-when-broken.sed \
	%D%/mutations/destroyed-unsent.sed \
	%D%/mutations/done-before-written.sed \
	%D%/mutations/dry-unseen.sed \
	%D%/mutations/early-dropped.sed \
	%D%/mutations/early-last-first.sed \
	%D%/mutations/finalized-unsent.sed \
	%D%/mutations/first-child-only.sed \
	%D%/mutations/freed-while-written.sed \
	%D%/mutations/full-by-first.sed \
	%D%/mutations/gone-not-said.sed \
	%D%/mutations/gone-when-broken.sed \
	%D%/mutations/gone-while-busy.sed \
	%D%/mutations/last-not-refused.sed \
	%D%/mutations/lost-unseen.sed \
	%D%/mutations/near-is-first.sed \
	%D%/mutations/piece-of-first-part.sed \
	%D%/mutations/released-by-first.sed \
	%D%/mutations/released-to-free.sed \
	%D%/mutations/running-forgotten.sed \
	%D%/mutations/second-not-refused.sed \
	%D%/mutations/set-not-kept.sed \
	%D%/mutations/small-to-the-begin.sed \
	%D%/mutations/small-when-broken.sed \
	%D%/mutations/stage-not-freed.sed \
	%D%/mutations/twice-told-once.sed \
	%D%/mutations/user-not-copied.sed \
	%D%/mutations/zeros-not-filled.sed
EXTRA_DIST += $(dri_sim_mutations) %D%/mutate.sh
.PHONY: check-dri-sim-mutations
check-dri-sim-mutations: %D%/sim_channels
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(top_srcdir)/%D%/mutate.sh
check-mutations: check-dri-sim-mutations
