# SPDX-License-Identifier: BSD-3-Clause
# The examples of the specification's appendix A and of the extensions, and
# those with a main of their own, built the way a user builds his program.  One
# more: a file here, and its name in a list.
EXAMPLES = acquire exclusive_write finish fork_join graph hello read_write \
	wavefront_map
OWN_MAIN_EXAMPLES = own_main
examples_built = $(EXAMPLES:%=%D%/%) $(OWN_MAIN_EXAMPLES:%=%D%/%)
BY_OCRCC += $(examples_built)
noinst_DATA += $(examples_built)
EXTRA_DIST += $(EXAMPLES:%=%D%/%.c) $(OWN_MAIN_EXAMPLES:%=%D%/%.c)
noinst_HEADERS += %D%/example.h
# In C++, with ocr.hpp.
CPP_EXAMPLES = cpp_fork_join cpp_pipeline
if HAVE_CXX
cpp_examples_built = $(CPP_EXAMPLES:%=%D%/%)
BY_OCRCC += $(cpp_examples_built)
noinst_DATA += $(cpp_examples_built)
endif
apps_examples_cpp_fork_join_FILES = %D%/cpp_fork_join.cc
apps_examples_cpp_pipeline_FILES = %D%/cpp_pipeline.cc
EXTRA_DIST += $(CPP_EXAMPLES:%=%D%/%.cc)
# Of libdri, from Fortran; tests/check_install.sh builds and runs it.
EXTRA_DIST += %D%/turn.f90

TESTS += %D%/check_examples.sh
EXTRA_DIST += %D%/check_examples.sh

# Installed by theme, for use out of the tree: a copy of that folder may lie
# anywhere.  There example.h is one folder up.
examplesdir = $(docdir)/examples
examples_installed = tasks/hello.c tasks/fork_join.c tasks/graph.c tasks/finish.c \
	blocks/acquire.c blocks/exclusive_write.c blocks/read_write.c \
	maps/wavefront_map.c main/own_main.c cpp/cpp_fork_join.cc \
	cpp/cpp_pipeline.cc dri/turn.f90
examples_themes = tasks blocks maps main cpp dri
EXTRA_DIST += %D%/installed/Makefile %D%/installed/CMakeLists.txt
install-examples:
	$(MKDIR_P) $(examples_themes:%="$(DESTDIR)$(examplesdir)"/%)
	$(INSTALL_DATA) "$(top_srcdir)/%D%/installed/Makefile" \
		"$(top_srcdir)/%D%/installed/CMakeLists.txt" \
		"$(top_srcdir)/%D%/example.h" "$(DESTDIR)$(examplesdir)"
	set -e; for e in $(examples_installed); do \
		sed 's,"%D%/example.h","../example.h",' \
			"$(top_srcdir)/%D%/$${e#*/}" \
			>"$(DESTDIR)$(examplesdir)/$$e"; \
		chmod 644 "$(DESTDIR)$(examplesdir)/$$e"; \
	done
uninstall-examples:
	rm -rf "$(DESTDIR)$(examplesdir)"
.PHONY: install-examples uninstall-examples
