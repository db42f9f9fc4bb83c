# SPDX-License-Identifier: BSD-3-Clause
# A test sees hidden symbols (LDADD is libcore.la and Check).  Lines to add:
# check_PROGRAMS += %D%/test_noun
# TESTS += %D%/test_noun
# %C%_test_noun_SOURCES = %D%/test_noun.c
# The net between simulated nodes, for any test that links libsim.la.
check_LTLIBRARIES += libsim.la
libsim_la_SOURCES = %D%/transport_sim.c %D%/transport_sim.h

# Runs a program, built as a shared object, on simulated nodes.
check_PROGRAMS += %D%/sim
%C%_sim_SOURCES = %D%/sim_main.c %D%/sim_job.c %D%/sim_job.h
%C%_sim_LDADD = libsim.la libcore.la
# All of libcore: programs call what nothing here does.
%C%_sim_LDFLAGS = $(AM_LDFLAGS) -Wl,--export-dynamic \
	-Wl,--whole-archive,.libs/libcore.a,--no-whole-archive

# Each conformance program, under seeds (CONFORMANCE is in
# tests/conformance/local.mk).
sim_objects = $(CONFORMANCE:%=%D%/%.so)
$(sim_objects): %D%/%.so: $(top_srcdir)/tests/conformance/%.c
	@$(MKDIR_P) %D%
	$(AM_V_CCLD)$(CC) $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) \
		$(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -fPIC -shared -o $@ $<
$(sim_objects): $(top_srcdir)/tests/conformance/conf.h
check_DATA += $(sim_objects)
CLEANFILES += $(sim_objects)

TESTS += %D%/conformance.sh
EXTRA_DIST += %D%/conformance.sh
