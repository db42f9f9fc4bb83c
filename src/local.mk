# SPDX-License-Identifier: BSD-3-Clause
# Lines to add here, headers and .def files as well (make dist needs them):
# libcore_la_SOURCES += %D%/object/event.c %D%/object/event.h

EXTRA_DIST += %D%/libocr.map
EXTRA_DIST += %D%/tools/build-tree.sh.in

pkgconfigdir = $(libdir)/pkgconfig
nodist_pkgconfig_DATA = %D%/ocr.pc
# How programs are linked.
dist_pkgdata_DATA = %D%/program.map

bin_SCRIPTS += bin/ocrcc bin/ocrrun
pkglibexec_PROGRAMS = bin/ocrkeep
bin_ocrkeep_SOURCES = %D%/tools/ocrkeep.c %D%/tools/keep_launcher.c \
	%D%/tools/keep_launcher.h %D%/tools/keep_nodes.c %D%/tools/keep_nodes.h \
	%D%/tools/keep_say.c %D%/tools/keep_say.h fabric/watch.c fabric/death.c
# Objects of its own: it is linked with no library.
bin_ocrkeep_CPPFLAGS = $(AM_CPPFLAGS)
bin_ocrkeep_LDADD =

# Calls that need no runtime, and their like.
libcore_la_SOURCES += %D%/api/args.c %D%/api/args.h %D%/api/guid.c \
	%D%/api/hint.c %D%/api/label.c %D%/api/map.c %D%/api/name.c \
	%D%/api/print.c %D%/api/print.h

libcore_la_SOURCES += \
	%D%/api/affinity.c %D%/api/api.h %D%/api/copy.c %D%/api/db.c %D%/api/dep.c \
	%D%/api/partition.c %D%/api/refuse.c %D%/api/why.c %D%/api/why.h \
	%D%/api/edt.c %D%/api/end.c %D%/api/event.c %D%/api/hints.c \
	%D%/api/pause.c %D%/api/query.c \
	%D%/boot/boot.c %D%/boot/boot.h %D%/boot/end.c %D%/boot/end.h \
	%D%/boot/exit.c %D%/boot/exit.h %D%/boot/runtime.c %D%/boot/runtime.h \
	%D%/boot/watchdog.c %D%/boot/watchdog.h \
	%D%/data/acquire.c %D%/data/acquire.h %D%/data/block.c %D%/data/block.h \
	%D%/data/cache.c %D%/data/cache.h %D%/data/directory.c %D%/data/directory.h \
	%D%/data/push.c %D%/data/push.h \
	%D%/data/starved.c %D%/data/starved.h \
	%D%/data/held.c %D%/data/held.h %D%/data/home.c %D%/data/home.h %D%/data/home_chunk.c \
	%D%/data/join.c %D%/data/parted.c %D%/data/parted.h \
	%D%/data/partition.c %D%/data/place.h \
	%D%/data/seat.c %D%/data/seat.h %D%/data/split.c %D%/data/split.h \
	%D%/object/ask.c %D%/object/ask.h \
	%D%/object/await.c %D%/object/await.h \
	%D%/object/channel.c %D%/object/channel.h \
	%D%/object/waiter.c %D%/object/waiter.h \
	%D%/object/code.c %D%/object/code.h \
	%D%/object/db_copy.c %D%/object/db_copy.h %D%/object/edt.c \
	%D%/object/edt.h %D%/object/edt_run.c %D%/object/edt_side.c \
	%D%/object/edt_side.h %D%/object/event.c \
	%D%/object/event.h %D%/object/hint.c %D%/object/hint.h \
	%D%/object/label.c %D%/object/label.h \
	%D%/object/map.c %D%/object/map.h %D%/object/mapped.c \
	%D%/object/mapped.h %D%/object/names.c %D%/object/names.h %D%/object/pool.c \
	%D%/object/pool.h \
	%D%/object/template.c %D%/object/template.h \
	%D%/observe/quiet.c %D%/observe/quiet.h %D%/observe/stats.c \
	%D%/observe/observer.h %D%/observe/stats.h \
	%D%/observe/full.c %D%/observe/full.h \
	%D%/observe/hog.c %D%/observe/hog.h \
	%D%/observe/stuck.c %D%/observe/stuck.h \
	%D%/observe/fault.c %D%/observe/fault.h \
	%D%/observe/reason.c %D%/observe/reason.h \
	%D%/observe/refused.c %D%/observe/refused.h \
	%D%/observe/facts.c %D%/observe/facts.h \
	%D%/observe/orphans.c %D%/observe/orphans.h \
	%D%/observe/verdict.c %D%/observe/verdict.h \
	%D%/observe/verdict_text.c %D%/observe/verdict_text.h \
	%D%/observe/strict.c %D%/observe/strict.h \
	%D%/observe/who.c %D%/observe/who.h \
	%D%/observe/view.c %D%/observe/view.h \
	%D%/observe/symbol.c %D%/observe/symbol.h \
	%D%/sched/deque.c %D%/sched/deque.h %D%/sched/finish.c \
	%D%/sched/finish.h %D%/sched/idle.c %D%/sched/priority.c \
	%D%/sched/priority.h %D%/sched/sched.c \
	%D%/sched/sched.h %D%/sched/stack.c %D%/sched/stack.h \
	%D%/sched/pause.c %D%/sched/pause.h \
	%D%/sched/wait.c %D%/sched/wait.h \
	%D%/sched/worker.c %D%/sched/worker.h \
	%D%/stream/dispatch.c %D%/stream/dispatch.h %D%/stream/msg.h \
	%D%/stream/msg_block.h \
	%D%/stream/opq.c %D%/stream/opq.h %D%/stream/order.c \
	%D%/stream/order.h %D%/stream/stream.c \
	%D%/stream/spread.c %D%/stream/spread.h %D%/stream/stream.h \
	%D%/stream/tree.h
libcore_la_SOURCES += %D%/api/legacy.c %D%/boot/legacy.c %D%/boot/legacy.h
libcore_la_SOURCES += %D%/boot/settings.c %D%/boot/settings.def \
	%D%/boot/settings.h

# Programs without a main of their own get this one; tests have theirs.
libocr_la_SOURCES += %D%/boot/main.c
libcore_la_SOURCES += %D%/sched/topology.c %D%/sched/topology.h

bin_PROGRAMS += bin/ocrinfo
bin_ocrinfo_SOURCES = %D%/tools/ocrinfo.c
bin_ocrinfo_LDADD = libcore.la

# Reduction events.
libcore_la_SOURCES += %D%/api/collective.c %D%/object/collective.c \
	%D%/object/collective.h %D%/object/collectives.c \
	%D%/object/generation.c %D%/object/generation.h \
	%D%/object/reduce.c %D%/object/reduce.h \
	%D%/object/representative.c %D%/object/representative.h

# Files.
libcore_la_SOURCES += %D%/api/file.c %D%/file/chunk.c %D%/file/chunk.h \
	%D%/file/descriptor.h %D%/file/engine.c %D%/file/engine.h \
	%D%/file/file.c %D%/file/file.h %D%/file/files.c %D%/file/files.h \
	%D%/file/ring.c %D%/file/ring.h
