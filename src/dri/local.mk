# SPDX-License-Identifier: BSD-3-Clause
# The Data Reorganization Interface, on fabric/ alone, a room a line:
# doc/change/DRI-PROTOCOL.md has the floor plan.
EXTRA_DIST += %D%/libdri.map
nodist_pkgconfig_DATA += %D%/dri.pc

libdricore_la_SOURCES += %D%/handle/handle.c %D%/handle/handle.h \
	%D%/handle/say.c %D%/handle/say.h %D%/handle/status.c
libdricore_la_SOURCES += %D%/shape/cross.c %D%/shape/cross.h \
	%D%/shape/list.c %D%/shape/list.h %D%/shape/plan.c \
	%D%/shape/plan.h %D%/shape/shape.c %D%/shape/shape.h \
	%D%/shape/split.c %D%/shape/split.h
libdricore_la_SOURCES += %D%/move/any.h %D%/move/axis.c %D%/move/axis.h \
	%D%/move/box.c %D%/move/box.h %D%/move/move.c %D%/move/move.h \
	%D%/move/pairs.c %D%/move/pairs.h %D%/move/turn.c \
	%D%/move/turn.h %D%/move/weave.c %D%/move/weave.h %D%/move/zeros.c
libdricore_la_SOURCES += %D%/array/dataspec.c %D%/array/dataspec.h \
	%D%/array/distribution.c %D%/array/distribution.h \
	%D%/array/form.c %D%/array/form.h \
	%D%/array/global_data.c %D%/array/global_data.h %D%/array/layout.c \
	%D%/array/layout.h %D%/array/overlap.c %D%/array/overlap.h \
	%D%/array/partition.c %D%/array/partition.h
libdricore_la_SOURCES += %D%/world/world_open.c %D%/world/options.c \
	%D%/world/options.h %D%/world/world.c %D%/world/world.h
libdricore_la_SOURCES += %D%/link/buffer.c %D%/link/buffer.h %D%/link/early.c \
	%D%/link/early.h %D%/link/fetch.c %D%/link/fetch.h \
	%D%/link/link.c %D%/link/link.h %D%/link/ship.c \
	%D%/link/ship.h %D%/link/link_transfer.c %D%/link/wire.h
libdricore_la_SOURCES += %D%/meet/connect.c %D%/meet/connect.h \
	%D%/meet/host.c %D%/meet/host.h %D%/meet/meeting.c %D%/meet/meeting.h
libdricore_la_SOURCES += %D%/call/bufferset.c %D%/call/channel.c \
	%D%/call/channel.h %D%/call/exchange.c %D%/call/group.c \
	%D%/call/group.h %D%/call/init.c %D%/call/init.h %D%/call/root.c %D%/call/root.h
