# SPDX-License-Identifier: BSD-3-Clause
# The Data Reorganization Interface, on fabric/ alone.  Lines to add here:
# libdricore_la_SOURCES += %D%/noun.c %D%/noun.h
EXTRA_DIST += %D%/libdri.map
nodist_pkgconfig_DATA += %D%/dri.pc

libdricore_la_SOURCES += %D%/status.c %D%/say.c %D%/say.h
libdricore_la_SOURCES += %D%/handle.c %D%/handle.h %D%/dataspec.c \
	%D%/dataspec.h %D%/global_data.c %D%/global_data.h %D%/overlap.c \
	%D%/overlap.h %D%/partition.c %D%/partition.h %D%/layout.c \
	%D%/layout.h %D%/distribution.c %D%/distribution.h
libdricore_la_SOURCES += %D%/split.c %D%/split.h %D%/shape.c %D%/shape.h
libdricore_la_SOURCES += %D%/plan.c %D%/plan.h %D%/list.c %D%/list.h \
	%D%/move.c %D%/move.h %D%/axis.c %D%/axis.h %D%/box.c %D%/box.h \
	%D%/turn.c %D%/turn.h %D%/any.h %D%/zeros.c
libdricore_la_SOURCES += %D%/buffer.c %D%/buffer.h %D%/channel.c %D%/channel.h %D%/exchange.c \
	%D%/connect.c %D%/connect.h %D%/early.c %D%/early.h %D%/group.c \
	%D%/host.c %D%/host.h %D%/init.c %D%/init.h %D%/open.c %D%/link.c %D%/link.h \
	%D%/options.c %D%/options.h %D%/ship.c %D%/ship.h %D%/transfer.c \
	%D%/wire.h %D%/world.c %D%/world.h
