# SPDX-License-Identifier: BSD-3-Clause
# A test sees hidden symbols (LDADD is libcore.la and Check).  Lines to add:
# check_PROGRAMS += %D%/test_noun
# TESTS += %D%/test_noun
# %C%_test_noun_SOURCES = %D%/test_noun.c
# The net between simulated nodes, for any test that links libsim.la.
check_LTLIBRARIES += libsim.la
libsim_la_SOURCES = %D%/transport_sim.c %D%/transport_sim.h
