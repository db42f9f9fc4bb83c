# SPDX-License-Identifier: BSD-3-Clause
# The examples of the specification's appendix A and of the extensions, and
# those with a main of their own, built the way a user builds his program.
EXAMPLES = acquire exclusive_write finish fork_join graph hello read_write \
	wavefront_map
OWN_MAIN_EXAMPLES = own_main
EXTRA_DIST += $(EXAMPLES:%=%D%/%.c) $(OWN_MAIN_EXAMPLES:%=%D%/%.c)
EXTRA_DIST += %D%/example.h

examples_built = $(EXAMPLES:%=%D%/%) $(OWN_MAIN_EXAMPLES:%=%D%/%)
$(examples_built): %D%/%: $(top_srcdir)/%D%/%.c
	@$(MKDIR_P) %D%
	$(AM_V_CCLD)bin/ocrcc -std=gnu11 -Wall -Wextra -I$(top_srcdir) \
		$(CFLAGS) $< -o $@ -lm
$(examples_built): $(top_srcdir)/%D%/example.h libocr.la bin/ocrcc
noinst_DATA += $(examples_built)
CLEANFILES += $(examples_built)

TESTS += %D%/check_examples.sh
EXTRA_DIST += %D%/check_examples.sh
