# SPDX-License-Identifier: BSD-3-Clause

EXTRA_DIST += %D%/libocr.map
EXTRA_DIST += %D%/tools/build-tree.sh.in

pkgconfigdir = $(libdir)/pkgconfig
nodist_pkgconfig_DATA = %D%/ocr.pc
# The same for CMake: find_package(ocr).
cmakedir = $(libdir)/cmake/ocr
nodist_cmake_DATA = %D%/ocr-config.cmake %D%/ocr-config-version.cmake
# And for environment modules; its name there is the version.
modulefilesdir = $(datadir)/modulefiles/$(PACKAGE_NAME)
install-module:
	$(MKDIR_P) "$(DESTDIR)$(modulefilesdir)"
	$(INSTALL_DATA) %D%/modulefile \
		"$(DESTDIR)$(modulefilesdir)/$(PACKAGE_VERSION)"
uninstall-module:
	rm -f "$(DESTDIR)$(modulefilesdir)/$(PACKAGE_VERSION)"
.PHONY: install-module uninstall-module
# How programs are linked.
dist_pkgdata_DATA = %D%/program.map

bin_SCRIPTS += bin/ocrcc bin/ocrrun
# bash-completion looks for a file of the command's name.
EXTRA_DIST += %D%/tools/completion.bash
completionsdir = $(datadir)/bash-completion/completions
completed = ocrcc ocrinfo ocrrun ocrtop ocrtrace
install-completion:
	$(MKDIR_P) "$(DESTDIR)$(completionsdir)"
	for tool in $(completed); do \
		$(INSTALL_DATA) "$(top_srcdir)/%D%/tools/completion.bash" \
			"$(DESTDIR)$(completionsdir)/$$tool" || exit; \
	done
uninstall-completion:
	for tool in $(completed); do \
		rm -f "$(DESTDIR)$(completionsdir)/$$tool"; \
	done
.PHONY: install-completion uninstall-completion
# For gdb, which looks for a script under the library's own path, and in the
# build tree beside it; the script finds its package beside itself.
gdbdir = $(datadir)/gdb/auto-load$(libdir)
gdb_script = libocr.so.0.0.0-gdb.py
gdbpackagedir = $(gdbdir)/ocr_gdb
dist_gdbpackage_DATA = %D%/tools/gdb/ocr_gdb/__init__.py \
	%D%/tools/gdb/ocr_gdb/block.py %D%/tools/gdb/ocr_gdb/commands.py \
	%D%/tools/gdb/ocr_gdb/event.py %D%/tools/gdb/ocr_gdb/graph.py \
	%D%/tools/gdb/ocr_gdb/guid.py %D%/tools/gdb/ocr_gdb/memory.py \
	%D%/tools/gdb/ocr_gdb/node.py %D%/tools/gdb/ocr_gdb/printers.py \
	%D%/tools/gdb/ocr_gdb/task.py %D%/tools/gdb/ocr_gdb/waiting.py \
	%D%/tools/gdb/ocr_gdb/why.py %D%/tools/gdb/ocr_gdb/words.py \
	%D%/tools/gdb/ocr_gdb/worker.py
EXTRA_DIST += %D%/tools/gdb/libocr-gdb.py
install-gdb:
	$(MKDIR_P) "$(DESTDIR)$(gdbdir)"
	$(INSTALL_DATA) "$(top_srcdir)/%D%/tools/gdb/libocr-gdb.py" \
		"$(DESTDIR)$(gdbdir)/$(gdb_script)"
uninstall-gdb:
	rm -f "$(DESTDIR)$(gdbdir)/$(gdb_script)"
.PHONY: install-gdb uninstall-gdb
noinst_DATA += .libs/$(gdb_script)
CLEANFILES += .libs/$(gdb_script)
.libs/$(gdb_script): libocr.la
	@$(MKDIR_P) .libs
	$(AM_V_GEN)ln -sf "$(abs_top_srcdir)/%D%/tools/gdb/libocr-gdb.py" $@

pkglibexec_PROGRAMS = bin/ocrkeep
bin_ocrkeep_SOURCES = %D%/tools/ocrkeep.c %D%/tools/keep_broom.c \
	%D%/tools/keep_broom.h %D%/tools/keep_host.c %D%/tools/keep_host.h \
	%D%/tools/keep_launcher.c \
	%D%/tools/keep_launcher.h %D%/tools/keep_nodes.c %D%/tools/keep_nodes.h \
	%D%/tools/keep_say.c %D%/tools/keep_say.h %D%/tools/keep_slurm.c \
	%D%/tools/keep_slurm.h %D%/tools/keep_threads.c \
	%D%/tools/keep_threads.h %D%/tools/keep_wire.c \
	%D%/tools/keep_wire.h fabric/watch.c fabric/death.c \
	fabric/proc_stat.c
# Objects of its own: it is linked with no library.
bin_ocrkeep_CPPFLAGS = $(AM_CPPFLAGS)
bin_ocrkeep_LDADD =

# Programs without a main of their own get this one; tests have theirs.
libocr_la_SOURCES += %D%/boot/main.c

# Who crashes asks it for lines of source files.
if HAVE_LIBDW
if !SANITIZER
pkglibexec_PROGRAMS += bin/ocrlines
bin_ocrlines_SOURCES = %D%/tools/ocrlines.c
bin_ocrlines_CPPFLAGS = $(AM_CPPFLAGS) $(LIBDW_CFLAGS)
bin_ocrlines_LDADD = $(LIBDW_LIBS)
endif
endif

bin_PROGRAMS += bin/ocrinfo
tool_arguments = %D%/tools/arguments.c %D%/tools/arguments.h
bin_ocrinfo_SOURCES = %D%/tools/ocrinfo.c $(tool_arguments)
bin_ocrinfo_LDADD = libcore.la

bin_PROGRAMS += bin/ocrtop
bin_ocrtop_SOURCES = $(tool_arguments) %D%/tools/ocrtop.c %D%/tools/top_link.c \
	%D%/tools/top_link.h %D%/tools/top_node.c %D%/tools/top_node.h \
	%D%/tools/top_screen.c %D%/tools/top_screen.h %D%/tools/top_show.c \
	%D%/tools/top_show.h %D%/observe/same_user.c
bin_ocrtop_CPPFLAGS = $(AM_CPPFLAGS)
bin_ocrtop_LDADD =

bin_PROGRAMS += bin/ocrtrace
bin_ocrtrace_SOURCES = $(tool_arguments) %D%/tools/ocrtrace.c %D%/tools/trace_build.c \
	%D%/tools/race_event.c %D%/tools/race_find.c \
	%D%/tools/race_lines.c %D%/tools/race_lines.h \
	%D%/tools/race_order.c %D%/tools/race_order.h \
	%D%/tools/race_read.c %D%/tools/race_sift.c \
	%D%/tools/race_tell.c %D%/tools/races.h \
	%D%/tools/trace_clock.c %D%/tools/trace_clock.h \
	%D%/tools/trace_dot.c %D%/tools/trace_draw.c %D%/tools/trace_draw.h \
	%D%/tools/trace_edges.h %D%/tools/trace_fold.c \
	%D%/tools/trace_fold.h %D%/tools/trace_graph.c \
	%D%/tools/trace_graph.h %D%/tools/trace_html.c \
	%D%/tools/trace_json.c %D%/tools/trace_json.h %D%/tools/trace_lanes.c \
	%D%/tools/trace_path.c %D%/tools/trace_perfetto.c %D%/tools/trace_read.c \
	%D%/tools/trace_read.h %D%/tools/trace_summary.c \
	%D%/tools/trace_tell.h %D%/tools/trace_things.c \
	%D%/tools/trace_things.h
nodist_bin_ocrtrace_SOURCES = %D%/tools/trace_page.c
bin_ocrtrace_LDADD = libcore.la -lm

# The page as a string of C.
EXTRA_DIST += %D%/tools/trace_page.html
CLEANFILES += %D%/tools/trace_page.c
%D%/tools/trace_page.c: %D%/tools/trace_page.html
	$(AM_V_GEN){ \
		echo '#include "src/tools/trace_tell.h"'; \
		echo 'const char ocr_trace_page[] ='; \
		sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' \
			$(top_srcdir)/%D%/tools/trace_page.html; \
		echo ';'; } >$@.new && mv $@.new $@

# Where it will be installed.
nodist_libcore_la_SOURCES = %D%/base/tool_installed.c
CLEANFILES += %D%/base/tool_installed.c
%D%/base/tool_installed.c: Makefile
	$(AM_V_GEN){ \
		echo '#include "src/base/tool.h"'; \
		echo 'const char ocr_tool_lines[] ='; \
		echo '"$(pkglibexecdir)/ocrlines";'; \
		echo 'const char ocr_tool_trace[] ='; \
		echo '"$(bindir)/ocrtrace";'; } >$@.new && mv $@.new $@

# The rooms, from the bottom: ARCHITECTURE.md.  A line has a noun and its
# header; .def files as well (make dist needs them).

# What all know of a node, and its words.
libcore_la_SOURCES += \
	%D%/base/code.c %D%/base/code.h \
	%D%/base/delivery.c %D%/base/delivery.h \
	%D%/base/err.h \
	%D%/base/fail.c %D%/base/fail.h \
	%D%/base/futex.h \
	%D%/base/hint.c %D%/base/hint.h \
	%D%/base/hooks.h \
	%D%/base/mode.h \
	%D%/base/msg.h \
	%D%/base/msg_block.h %D%/base/msg_task.h \
	%D%/base/msg_watch.h \
	%D%/base/observer.h \
	%D%/base/opq.c %D%/base/opq.h \
	%D%/base/pool.c %D%/base/pool.h \
	%D%/base/protocol.h \
	%D%/base/row.h \
	%D%/base/runtime.h \
	%D%/base/settings.c %D%/base/settings.def %D%/base/settings.h \
	%D%/base/settings_near.c \
	%D%/base/frames.c %D%/base/frames.h \
	%D%/base/lines.c %D%/base/lines.h \
	%D%/base/symbol.c %D%/base/symbol.h \
	%D%/base/tool.c %D%/base/tool.h \
	%D%/base/where.c %D%/base/where.h \
	%D%/base/tree.h

# What runs, on which worker.
libcore_la_SOURCES += \
	%D%/sched/audit.c %D%/sched/audit.h \
	%D%/sched/deque.c %D%/sched/deque.h \
	%D%/sched/idle.c \
	%D%/sched/priority.c %D%/sched/priority.h \
	%D%/sched/put_off.h \
	%D%/sched/runnable.h \
	%D%/sched/sched.c %D%/sched/sched.h \
	%D%/sched/tally.c %D%/sched/tally.h \
	%D%/sched/stack.c %D%/sched/stack.h \
	%D%/sched/topology.c %D%/sched/topology.h \
	%D%/sched/wait.c %D%/sched/wait.h \
	%D%/sched/worker.c %D%/sched/worker.h

# Ops in their order, and who handles them.
libcore_la_SOURCES += \
	%D%/stream/direct.c %D%/stream/direct.h \
	%D%/stream/dispatch.c %D%/stream/dispatch.h \
	%D%/stream/ledger.c %D%/stream/ledger.h \
	%D%/stream/brief.c %D%/stream/brief.h \
	%D%/stream/rider.c %D%/stream/rider.h \
	%D%/stream/order.c %D%/stream/order.h \
	%D%/stream/spread.c %D%/stream/spread.h \
	%D%/stream/stream.c %D%/stream/stream.h

# From GUID to object.
libcore_la_SOURCES += \
	%D%/names/answer.c %D%/names/answer.h \
	%D%/names/guess.h \
	%D%/names/label.c %D%/names/label.h \
	%D%/names/map.c %D%/names/map.h \
	%D%/names/mapped.c %D%/names/mapped.h \
	%D%/names/names.c %D%/names/names.h \
	%D%/names/waiter.c %D%/names/waiter.h

# Blocks.
libcore_la_SOURCES += \
	%D%/data/acquire.c %D%/data/acquire.h \
	%D%/data/acquire_back.c %D%/data/acquire_grant.c \
	%D%/data/backing.h \
	%D%/data/block.c %D%/data/block.h \
	%D%/data/cache.c %D%/data/cache.h \
	%D%/data/copy.c \
	%D%/data/data.h \
	%D%/data/far.c %D%/data/far.h \
	%D%/data/fetch.c %D%/data/fetch.h %D%/data/loan.c %D%/data/loan.h \
	%D%/data/home_directory.c %D%/data/home_directory.h \
	%D%/data/held.c %D%/data/held.h \
	%D%/data/home.c %D%/data/home.h \
	%D%/data/home_chunk.c \
	%D%/data/home_create.c \
	%D%/data/home_leases.c \
	%D%/data/home_look.c %D%/data/home_ops.c \
	%D%/data/seat_join.c \
	%D%/data/seen.c %D%/data/seen.h \
	%D%/data/newborn.c %D%/data/newborn.h \
	%D%/data/parted.c %D%/data/parted.h \
	%D%/data/split_partition.c \
	%D%/data/place.h \
	%D%/data/along.c %D%/data/along.h %D%/data/carry.c %D%/data/carry.h \
	%D%/data/offer.c %D%/data/offer.h \
	%D%/data/serve.c %D%/data/serve.h %D%/data/home_serve.c \
	%D%/data/push.c %D%/data/push.h \
	%D%/data/acquire_all.c %D%/data/acquire_all.h \
	%D%/data/right.c %D%/data/right.h \
	%D%/data/seat.c %D%/data/seat.h \
	%D%/data/split.c %D%/data/split.h \
	%D%/data/starved.c %D%/data/starved.h \
	%D%/data/view.c %D%/data/view.h

# Files.
libcore_la_SOURCES += \
	%D%/file/chunk.c %D%/file/chunk.h \
	%D%/file/descriptor.h \
	%D%/file/engine.c %D%/file/engine.h \
	%D%/file/file.c %D%/file/file.h \
	%D%/file/files.c %D%/file/files.h \
	%D%/file/ring.c %D%/file/ring.h

# Events.
libcore_la_SOURCES += \
	%D%/event/channel.c %D%/event/channel.h \
	%D%/event/event.c %D%/event/event.h \
	%D%/event/event_body.h %D%/event/event_count.c \
	%D%/event/event_deliver.c \
	%D%/event/event_kind.c %D%/event/event_life.c %D%/event/event_ops.c \
	%D%/event/events.h \
	%D%/event/orphans.c %D%/event/orphans.h

# Reduction events.
libcore_la_SOURCES += \
	%D%/reduce/collective.c %D%/reduce/collective.h \
	%D%/reduce/collectives.c \
	%D%/reduce/exchange.h \
	%D%/reduce/generation.c %D%/reduce/generation.h \
	%D%/reduce/outcome.c %D%/reduce/outcome.h \
	%D%/reduce/places.c %D%/reduce/places.h \
	%D%/reduce/reduce.c %D%/reduce/reduce.h \
	%D%/reduce/representative.c %D%/reduce/representative.h \
	%D%/reduce/representative_send.c

# Tasks, templates, finish scopes.
libcore_la_SOURCES += \
	%D%/task/ask.c %D%/task/ask.h \
	%D%/task/await.c %D%/task/await.h \
	%D%/task/creator.c %D%/task/creator.h \
	%D%/task/db_copy.c %D%/task/db_copy.h \
	%D%/task/edt.c %D%/task/edt.h \
	%D%/task/edt_make.c %D%/task/edt_name.c %D%/task/edt_ops.c \
	%D%/task/edt_run.c %D%/task/edt_release.c \
	%D%/task/edt_life.h %D%/task/edt_side.c %D%/task/edt_side.h \
	%D%/task/edt_brief.c \
	%D%/task/edt_whole.c %D%/task/edt_whole.h \
	%D%/task/pause.c %D%/task/pause.h \
	%D%/task/scope.c %D%/task/scope.h \
	%D%/task/share.c %D%/task/share.h \
	%D%/task/tasks.h \
	%D%/task/template.c %D%/task/template.h \
	%D%/task/who.c %D%/task/who.h

# Who watches.
libcore_la_SOURCES += \
	%D%/observe/facts.c %D%/observe/facts.h \
	%D%/observe/fault.c %D%/observe/fault.h \
	%D%/observe/scene.c %D%/observe/scene.h \
	%D%/observe/full.c %D%/observe/full.h \
	%D%/observe/hog.c %D%/observe/hog.h \
	%D%/observe/look.c %D%/observe/look.h \
	%D%/observe/naming.c %D%/observe/naming.h \
	%D%/observe/quiet.c %D%/observe/quiet.h \
	%D%/observe/reason.c %D%/observe/reason.h \
	%D%/observe/refused.c %D%/observe/refused.h \
	%D%/observe/report.c %D%/observe/report.h \
	%D%/observe/same_user.c %D%/observe/same_user.h \
	%D%/observe/stats.c %D%/observe/stats.h %D%/observe/counters.def \
	%D%/observe/strict.c %D%/observe/strict.h \
	%D%/observe/stuck.c %D%/observe/stuck.h \
	%D%/observe/survey.c %D%/observe/survey.h \
	%D%/observe/door.c %D%/observe/door.h \
	%D%/observe/gauge.c %D%/observe/gauge.h \
	%D%/observe/top.c %D%/observe/top.h \
	%D%/observe/trace.c %D%/observe/trace.h %D%/observe/trace_format.h \
	%D%/observe/trace_lane.c %D%/observe/trace_lane.h \
	%D%/observe/trace_pen.c %D%/observe/trace_pen.h \
	%D%/observe/trace_whole.c %D%/observe/trace_whole.h \
	%D%/observe/verdict.c %D%/observe/verdict.h \
	%D%/observe/words.c %D%/observe/words.h \
	%D%/observe/watch.h

# The calls.
libcore_la_SOURCES += \
	%D%/api/affinity.c \
	%D%/api/api.h \
	%D%/api/args.c %D%/api/args.h \
	%D%/api/collective_calls.c \
	%D%/api/copy_calls.c \
	%D%/api/db.c \
	%D%/api/dep.c \
	%D%/api/edt_at_hand.h %D%/api/edt_calls.c %D%/api/edt_far.h \
	%D%/api/edt_sources.c \
	%D%/api/end_calls.c \
	%D%/api/event_calls.c \
	%D%/api/file_calls.c \
	%D%/api/guid_calls.c \
	%D%/api/hint_calls.c \
	%D%/api/hints.c \
	%D%/api/label_calls.c \
	%D%/api/map_calls.c \
	%D%/api/name.c \
	%D%/api/partition_calls.c \
	%D%/api/pause_calls.c \
	%D%/api/print.c %D%/api/print.h \
	%D%/api/query.c \
	%D%/api/refuse.c \
	%D%/api/template_calls.c \
	%D%/api/why.c %D%/api/why.h

# Start and end: who knows all rooms.
libcore_la_SOURCES += \
	%D%/boot/above.c %D%/boot/above.h \
	%D%/boot/boot.c %D%/boot/boot.h \
	%D%/boot/machine.c %D%/boot/machine.h \
	%D%/boot/threads.c %D%/boot/threads.h \
	%D%/boot/runtime_end.c %D%/boot/runtime_end.h \
	%D%/boot/exit.c %D%/boot/exit.h \
	%D%/boot/ops.c %D%/boot/ops.h \
	%D%/boot/runtime.c %D%/boot/runtime.h \
	%D%/boot/races.c %D%/boot/races.h \
	%D%/boot/watchdog.c %D%/boot/watchdog.h

# A program with a main of its own.
libcore_la_SOURCES += \
	%D%/guest/guest.c %D%/guest/guest.h \
	%D%/guest/legacy.c
