# SPDX-License-Identifier: BSD-3-Clause
# Pages whose commands are run as they stand, and what they print compared.  One
# more: a file in the folder of its kind, and its name in doc/local.mk.
pages_scripts = %D%/tutorial.sh %D%/use.sh %D%/words.sh \
	%D%/html.sh %D%/options.sh
# What an instrumented runtime says in a crash, its sanitizer says.
if !SANITIZER
TESTS += $(pages_scripts)
endif
EXTRA_DIST += $(pages_scripts) %D%/run.sh %D%/split.awk %D%/same.awk \
	%D%/pictures.sh
