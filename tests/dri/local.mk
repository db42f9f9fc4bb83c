# SPDX-License-Identifier: BSD-3-Clause
# The Data Reorganization Interface.  One more test: a file here, and a line in
# this list; what else it needs is said below.
dri_tests = \
	%D%/reorganize \
	%D%/test_distribution \
	%D%/test_distribution_codes \
	%D%/test_drive \
	%D%/test_handle \
	%D%/test_move \
	%D%/test_objects \
	%D%/test_pairs \
	%D%/test_plan \
	%D%/test_shape \
	%D%/test_split \
	%D%/test_turn
check_PROGRAMS += $(dri_tests)
TESTS += $(dri_tests)
noinst_HEADERS += %D%/must.h
%C%_test_plan_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=malloc -Wl,--wrap=calloc \
	-Wl,--wrap=realloc
%C%_test_handle_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=realloc
%C%_test_objects_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=calloc -Wl,--wrap=realloc

# 5,000 random reorganizations; half a million, and channels: a campaign, of N
# from seed FIRST on with CAMPAIGN="N FIRST".
EXTRA_DIST += %D%/campaign.sh
.PHONY: check-dri-campaign
check-dri-campaign: %D%/reorganize %D%/sim/sim_channels
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(top_srcdir)/%D%/campaign.sh \
		$(CAMPAIGN)
%C%_reorganize_SOURCES = %D%/reorganize.c %D%/reorganize.h \
	%D%/reorganize_move.c %D%/generate.c %D%/generate.h %D%/model.c \
	%D%/model.h
# The same between processes.
check_PROGRAMS += %D%/reorganize_job
%C%_reorganize_job_SOURCES = %D%/reorganize_job.c %D%/ask.c %D%/ask.h \
	%D%/generate.c %D%/model.c %D%/said.h
# For people: how fast one process moves its part.
check_PROGRAMS += %D%/speed
# Both libraries in one process.
check_PROGRAMS += %D%/in_task
%C%_in_task_LDADD = libocr.la libdri.la
TESTS += %D%/in_task.sh
EXTRA_DIST += %D%/in_task.sh
# Scenarios between real processes; tests/cluster/dri.sh runs them.
check_PROGRAMS += %D%/channels
%C%_channels_SOURCES = %D%/channels.c %D%/channels.h %D%/channels_end.c \
	%D%/channels_groups.c %D%/channels_place.c %D%/channels_refused.c \
	%D%/channels_timed.c \
	%D%/job.c %D%/job.h %D%/said.h
%C%_channels_LDADD = libdri.la

# Planted bugs that reorganize has to find.
EXTRA_DIST += %D%/mutations %D%/mutate.sh
