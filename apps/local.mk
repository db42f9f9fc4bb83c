# SPDX-License-Identifier: BSD-3-Clause
# Programs; they link what a user's program links.  Lines to add:
# noinst_PROGRAMS += %D%/heat2d
# %C%_heat2d_SOURCES = %D%/heat2d.c
# %C%_heat2d_LDADD = libocr.la

include %D%/bench/local.mk
