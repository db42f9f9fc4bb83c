# SPDX-License-Identifier: BSD-3-Clause
# Real nodes.  A script starts the jobs (executable, first line #!/bin/sh; it
# gets top_srcdir and top_builddir as absolute paths).  Lines to add:
# check_PROGRAMS += %D%/name
# %C%_name_SOURCES = %D%/name.c
# %C%_name_LDADD = libocr.la
# TESTS += %D%/name.sh
# EXTRA_DIST += %D%/name.sh

# The main job.
TESTS += %D%/heat2d.sh
EXTRA_DIST += %D%/heat2d.sh
