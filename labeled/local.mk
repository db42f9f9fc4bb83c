# SPDX-License-Identifier: BSD-3-Clause
# Lines to add here, headers as well (make dist needs them):
# libcore_la_SOURCES += %D%/noun.c %D%/noun.h
libcore_la_SOURCES += %D%/label.h %D%/labels.c %D%/labels.h %D%/once.c %D%/once.h
