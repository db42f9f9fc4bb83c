# SPDX-License-Identifier: BSD-3-Clause
# The Data Reorganization Interface.  A test sees hidden symbols of libdri.
# Lines to add:
# check_PROGRAMS += %D%/test_noun
# TESTS += %D%/test_noun
# %C%_test_noun_SOURCES = %D%/test_noun.c
# %C%_test_noun_LDADD = libdricore.la $(CHECK_LIBS)
check_PROGRAMS += %D%/test_split
TESTS += %D%/test_split
%C%_test_split_SOURCES = %D%/test_split.c %D%/must.h
%C%_test_split_LDADD = libdricore.la $(CHECK_LIBS)
check_PROGRAMS += %D%/test_shape
TESTS += %D%/test_shape
%C%_test_shape_SOURCES = %D%/test_shape.c %D%/must.h
%C%_test_shape_LDADD = libdricore.la $(CHECK_LIBS)
# 5,000 random reorganizations; half a million: reorganize --seeds 500000
check_PROGRAMS += %D%/reorganize
TESTS += %D%/reorganize
%C%_reorganize_SOURCES = %D%/reorganize.c %D%/generate.c %D%/generate.h \
	%D%/model.c %D%/model.h
%C%_reorganize_LDADD = libdricore.la
# The same between processes.
check_PROGRAMS += %D%/reorganize_job
%C%_reorganize_job_SOURCES = %D%/reorganize_job.c %D%/ask.c %D%/ask.h \
	%D%/generate.c %D%/model.c
%C%_reorganize_job_LDADD = libdricore.la
# For people: how fast one process moves its part.
check_PROGRAMS += %D%/speed
%C%_speed_SOURCES = %D%/speed.c
%C%_speed_LDADD = libdricore.la
# Planted bugs that reorganize has to find: make check-dri-mutations
dri_mutations = \
	%D%/mutations/copy-of-the-first.sed \
	%D%/mutations/first-period-only.sed \
	%D%/mutations/images-one-less.sed \
	%D%/mutations/joined-across-gaps.sed \
	%D%/mutations/joined-by-dst.sed \
	%D%/mutations/left-pad-of-the-right.sed \
	%D%/mutations/middle-twice.sed \
	%D%/mutations/near-of-the-sender.sed \
	%D%/mutations/never-sorted.sed \
	%D%/mutations/overlap-of-the-sender.sed \
	%D%/mutations/pattern-by-length.sed \
	%D%/mutations/pattern-half.sed \
	%D%/mutations/replicated-from-the-begin.sed \
	%D%/mutations/replicated-whole-pad.sed \
	%D%/mutations/run-too-long.sed \
	%D%/mutations/square-mixed.sed \
	%D%/mutations/square-of-shorts.sed \
	%D%/mutations/tile-to-the-left.sed \
	%D%/mutations/unit-not-taken.sed \
	%D%/mutations/zeros-on-the-left.sed \
	%D%/mutations/zeros-over-the-block.sed
EXTRA_DIST += $(dri_mutations) %D%/mutate.sh
.PHONY: check-dri-mutations
check-dri-mutations:
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(top_srcdir)/%D%/mutate.sh
check-mutations: check-dri-mutations
check_PROGRAMS += %D%/test_plan %D%/test_move %D%/test_turn
TESTS += %D%/test_plan %D%/test_move %D%/test_turn
%C%_test_plan_SOURCES = %D%/test_plan.c
%C%_test_plan_LDADD = libdricore.la $(CHECK_LIBS)
%C%_test_plan_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=malloc -Wl,--wrap=calloc \
	-Wl,--wrap=realloc
%C%_test_move_SOURCES = %D%/test_move.c
%C%_test_move_LDADD = libdricore.la $(CHECK_LIBS)
%C%_test_turn_SOURCES = %D%/test_turn.c
%C%_test_turn_LDADD = libdricore.la $(CHECK_LIBS)
check_PROGRAMS += %D%/test_handle
TESTS += %D%/test_handle
%C%_test_handle_SOURCES = %D%/test_handle.c
%C%_test_handle_LDADD = libdricore.la $(CHECK_LIBS)
%C%_test_handle_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=realloc
check_PROGRAMS += %D%/test_objects
TESTS += %D%/test_objects
%C%_test_objects_SOURCES = %D%/test_objects.c
%C%_test_objects_LDADD = libdricore.la $(CHECK_LIBS)
%C%_test_objects_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=calloc -Wl,--wrap=realloc
check_PROGRAMS += %D%/test_distribution
TESTS += %D%/test_distribution
%C%_test_distribution_SOURCES = %D%/test_distribution.c %D%/must.h
%C%_test_distribution_LDADD = libdricore.la $(CHECK_LIBS)
check_PROGRAMS += %D%/test_distribution_codes
TESTS += %D%/test_distribution_codes
%C%_test_distribution_codes_SOURCES = %D%/test_distribution_codes.c %D%/must.h
%C%_test_distribution_codes_LDADD = libdricore.la $(CHECK_LIBS)
check_PROGRAMS += %D%/in_task
TESTS += %D%/in_task.sh
EXTRA_DIST += %D%/in_task.sh
%C%_in_task_SOURCES = %D%/in_task.c
%C%_in_task_LDADD = libocr.la libdri.la
# Scenarios between real processes; tests/cluster/dri.sh runs them.
check_PROGRAMS += %D%/channels
%C%_channels_SOURCES = %D%/channels.c %D%/channels.h %D%/channels_end.c \
	%D%/channels_refused.c %D%/job.c %D%/job.h
%C%_channels_LDADD = libdri.la
