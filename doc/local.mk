# SPDX-License-Identifier: BSD-3-Clause
# Installed in the folders that they have here, below the folder of README.md: so
# links and names of folders are true there, too (tests/package/links.sh).
pagesdir = $(docdir)/doc
dist_pages_DATA = %D%/README.md
# For who uses the library.
usedir = $(pagesdir)/use
dist_use_DATA = %D%/use/CHOICES.md %D%/use/COMING-FROM.md \
	%D%/use/COUNTERS.md %D%/use/CPP.md %D%/use/DRI.md %D%/use/HINTS.md \
	%D%/use/INSTALL.md %D%/use/LEGACY.md %D%/use/MEMORY.md %D%/use/RACES.md \
	%D%/use/RECIPES.md %D%/use/RELEASES.md %D%/use/RUNNING.md %D%/use/SEEING.md \
	%D%/use/TROUBLE.md
# For who builds and changes it.
changedir = $(pagesdir)/change
dist_change_DATA = %D%/change/ARCHITECTURE.md %D%/change/BENCHMARKS.md \
	%D%/change/BLOCKS.md %D%/change/CONFORMANCE.md %D%/change/DECISIONS.md \
	%D%/change/DRI-BENCHMARKS.md %D%/change/DRI-PROTOCOL.md \
	%D%/change/FABRIC.md %D%/change/PERFORMANCE.md %D%/change/PROTOCOL.md \
	%D%/change/RELEASING.md %D%/change/STYLE.md
# Of the programs.
appsdir = $(pagesdir)/apps
dist_apps_DATA = %D%/apps/README.md %D%/apps/cg.md %D%/apps/cholesky.md \
	%D%/apps/corner_turn.md %D%/apps/examples.md %D%/apps/heat2d.md \
	%D%/apps/md.md %D%/apps/pipeline.md %D%/apps/sar.md \
	%D%/apps/stencil2d.md %D%/apps/uts.md %D%/apps/wavefront.md \
	%D%/apps/wordhist.md
picturesdir = $(pagesdir)/pictures
dist_pictures_DATA = %D%/pictures/far.png \
	%D%/pictures/uneven.png %D%/pictures/uneven.svg
# The tutorial, in the order in which it is read.
tutorialdir = $(pagesdir)/tutorial
dist_tutorial_DATA = %D%/tutorial/README.md \
	%D%/tutorial/01-tasks.md %D%/tutorial/02-events.md \
	%D%/tutorial/03-blocks.md %D%/tutorial/04-finish.md \
	%D%/tutorial/05-labels.md %D%/tutorial/06-maps.md \
	%D%/tutorial/07-channels.md %D%/tutorial/08-nodes.md \
	%D%/tutorial/09-strict.md %D%/tutorial/10-slow.md
# One page for a noun, and a link to it for each call (tests/check_dri.sh).
dist_man_MANS += %D%/man/DRI_Buffer_get_ptr.3 \
	%D%/man/DRI_Bufferset_destroy.3 %D%/man/DRI_Bufferset_system_create.3 \
	%D%/man/DRI_Bufferset_user_create.3 %D%/man/DRI_Channel_connect.3 \
	%D%/man/DRI_Channel_connect_sendrecv.3 %D%/man/DRI_Channel_create_rcv.3 \
	%D%/man/DRI_Channel_create_recv.3 %D%/man/DRI_Channel_create_send.3 \
	%D%/man/DRI_Channel_destroy.3 %D%/man/DRI_Channel_get.3 \
	%D%/man/DRI_Channel_get_timed.3 \
	%D%/man/DRI_Channel_put.3 %D%/man/DRI_Channel_set_group.3 \
	%D%/man/DRI_Dataspec_get_size.3 \
	%D%/man/DRI_Distribution_create.3 %D%/man/DRI_Distribution_create_simple.3 \
	%D%/man/DRI_Distribution_destroy.3 %D%/man/DRI_Distribution_get_blockinfo.3 \
	%D%/man/DRI_Distribution_get_local_count.3 \
	%D%/man/DRI_Distribution_get_numblocks.3 %D%/man/DRI_Finalize.3 \
	%D%/man/DRI_Global_Data_create.3 %D%/man/DRI_Global_Data_destroy.3 \
	%D%/man/DRI_Group_create.3 %D%/man/DRI_Group_destroy.3 \
	%D%/man/DRI_Group_get_rank.3 %D%/man/DRI_Group_get_size.3 \
	%D%/man/DRI_Init.3 %D%/man/DRI_Layout_create.3 \
	%D%/man/DRI_Layout_create_packed.3 %D%/man/DRI_Layout_create_uniform.3 \
	%D%/man/DRI_Layout_destroy.3 %D%/man/DRI_Overlap_create.3 \
	%D%/man/DRI_Overlap_destroy.3 %D%/man/DRI_Overlap_get_info.3 \
	%D%/man/DRI_Partition_create_block.3 \
	%D%/man/DRI_Partition_create_blockcyclic.3 \
	%D%/man/DRI_Partition_create_whole.3 %D%/man/DRI_Partition_destroy.3 \
	%D%/man/DRI_strerror.3 %D%/man/dri.3

# Of the tutorial: make pictures.
dist_pictures_DATA += %D%/pictures/finish.svg %D%/pictures/graph.png \
	%D%/pictures/timeline.png

# All of it for a browser: `make html`, into html/.
EXTRA_DIST += %D%/html/make.sh %D%/html/page.awk %D%/html/index.awk \
	%D%/html/style.css
html-local: $(pages_made) $(pages_of_apps) doc/man/ocr.7
	$(AM_V_GEN)sh "$(top_srcdir)/%D%/html/make.sh" "$(top_srcdir)" . html
install-html-local: html-local
	$(MKDIR_P) "$(DESTDIR)$(htmldir)"
	cp -R html/. "$(DESTDIR)$(htmldir)"
clean-html:
	rm -rf html
.PHONY: html-local install-html-local clean-html
