# SPDX-License-Identifier: BSD-3-Clause
# OCR programs: they link what a user's program links.  Lines to add:
# check_PROGRAMS += %D%/name
# %C%_name_SOURCES = %D%/name.c
# %C%_name_LDADD = libocr.la
# A script that runs them (executable, with a first line #!/bin/sh; it gets
# top_srcdir and top_builddir from the environment, as absolute paths):
# TESTS += %D%/run.sh
# EXTRA_DIST += %D%/run.sh
