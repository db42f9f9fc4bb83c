# SPDX-License-Identifier: BSD-3-Clause
# A copy of an app, planted slow: doc/use/SEEING.md finds out why, and this checks that
# it still does.
check_PROGRAMS += %D%/slow_stencil
%C%_slow_stencil_SOURCES = %D%/slow.c $(apps_stencil2d_stencil2d_SOURCES)
%C%_slow_stencil_LDADD = $(apps_stencil2d_stencil2d_LDADD)
%C%_slow_stencil_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=tile_compute \
	-Wl,--wrap=ocrDbCreate
TESTS += %D%/check.sh
EXTRA_DIST += %D%/check.sh
# What doc/use/SEEING.md and the tutorial show, into the sources.
EXTRA_DIST += %D%/pictures.sh
.PHONY: pictures
pictures:
	@$(MAKE) check TESTS=
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(top_srcdir)/%D%/pictures.sh \
		$(top_srcdir)/doc/pictures
	@$(AM_TESTS_ENVIRONMENT) $(SHELL) $(top_srcdir)/tests/pages/pictures.sh \
		$(top_srcdir)/doc/pictures
