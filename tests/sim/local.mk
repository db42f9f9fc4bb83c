# SPDX-License-Identifier: BSD-3-Clause
# A test sees hidden symbols (LDADD is libcore.la and Check).  Lines to add:
# check_PROGRAMS += %D%/test_noun
# TESTS += %D%/test_noun
# %C%_test_noun_SOURCES = %D%/test_noun.c
