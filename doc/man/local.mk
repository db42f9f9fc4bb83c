# SPDX-License-Identifier: BSD-3-Clause
# Manual pages.  Those of libocr's calls and types are made from the comments in
# include/, which nobody writes twice.  libdri's are written by hand: doc/local.mk.
EXTRA_DIST += %D%/mdoc.awk %D%/pages.awk
# When the pages last changed in more than what the headers say.
pages_date = November 24, 2026
pages_headers = $(ocrinclude_HEADERS) $(ocrextinclude_HEADERS)
pages_made = %D%/made/stamp
noinst_DATA += $(pages_made)

# In a folder of their own, for their names are known when they are there.
# include/ocr-legacy.h only leads to another header, and two have nothing in them.
$(pages_made): $(pages_headers) %D%/mdoc.awk %D%/pages.awk
	$(AM_V_GEN)rm -rf %D%/made && $(MKDIR_P) %D%/made
	$(AM_V_at)set --; for h in $(pages_headers); do \
		case $$h in \
		*/dri.h | include/ocr-legacy.h | */ocr-debug.h | \
		*/ocr-profiler.h) ;; \
		*) set -- "$$@" "$(top_srcdir)/$$h" ;; \
		esac; \
	done; \
	LC_ALL=C $(AWK) -v dir=%D%/made -v root="$(top_srcdir)/include" \
		-v date="$(pages_date)" -f "$(top_srcdir)/%D%/mdoc.awk" \
		-f "$(top_srcdir)/%D%/pages.awk" "$$@"
	$(AM_V_at)touch $@

install-pages: $(pages_made)
	$(MKDIR_P) "$(DESTDIR)$(man3dir)"
	$(INSTALL_DATA) %D%/made/*.3 "$(DESTDIR)$(man3dir)"

uninstall-pages: $(pages_made)
	cd %D%/made && for page in *.3; do \
		rm -f "$(DESTDIR)$(man3dir)/$$page"; \
	done

clean-pages:
	rm -rf %D%/made
.PHONY: install-pages uninstall-pages clean-pages

# The programs in apps/, which are not installed: from what their --help has.
PAGES_OF_APPS = cg cholesky corner_turn heat2d md pipeline sar stencil2d uts \
	wavefront wordhist
pages_of_apps = $(PAGES_OF_APPS:%=%D%/apps/%.1)
pages_of_apps_from = apps/common/cli.h apps/common/team.h apps/common/raster.h \
	apps/common/cli.c
noinst_DATA += $(pages_of_apps)
CLEANFILES += $(pages_of_apps)
EXTRA_DIST += %D%/apps.awk
$(pages_of_apps): %D%/apps/%.1: apps/%/options.c $(pages_of_apps_from) \
		%D%/apps.awk
	$(AM_V_GEN)$(MKDIR_P) $(@D)
	$(AM_V_at)cd "$(top_srcdir)" && LC_ALL=C $(AWK) -v date="$(pages_date)" \
		-f %D%/apps.awk $(pages_of_apps_from) apps/$(*F)/options.c \
		>"$(abs_top_builddir)/$@.new"
	$(AM_V_at)mv $@.new $@

# The tools, and ocr(7) with a table of all settings.
dist_man_MANS += %D%/ocrcc.1 %D%/ocrinfo.1 %D%/ocrrun.1 %D%/ocrtop.1 \
	%D%/ocrtrace.1
EXTRA_DIST += %D%/ocr.7.in %D%/settings.awk
man_MANS += %D%/ocr.7
CLEANFILES += %D%/ocr.7
%D%/ocr.7: src/base/settings.def src/dri/world/options.c include/dri.h \
		%D%/ocr.7.in %D%/settings.awk
	$(AM_V_GEN)$(MKDIR_P) %D%
	$(AM_V_at)cd "$(top_srcdir)" && LC_ALL=C $(AWK) \
		-f %D%/settings.awk src/base/settings.def \
		src/dri/world/options.c include/dri.h %D%/ocr.7.in \
		>"$(abs_top_builddir)/$@.new"
	$(AM_V_at)mv $@.new $@
