# SPDX-License-Identifier: BSD-3-Clause
# programs.mk - how OCR programs are built that Automake does not build.  For make
# alone, which reads this behind all lists.
#
# BY_OCRCC are made by bin/ocrcc, the way a user makes his.
# FOR_SIM, each FOLDER@PROGRAM, are FOLDER/NAME.so for the simulator, from
# what PROGRAM is made of, whoever makes that.
#
# A program is a path in the build folder.  It has one source, of the same path,
# or those in PATH_FILES, or the PATH_SOURCES that Automake has for it, where
# PATH is written as there (apps_cg_cg_SOURCES).  PATH_CFLAGS and FOLDER_CFLAGS
# are added, and PATH_LDADD for what is no program of ocrcc.  A source in C++
# ends in .cc, and stands in PATH_FILES.

# `all`, `check` and the like call make again, which beside another goal would
# make the same files at the same time.
ifneq ($(word 2,$(MAKECMDGOALS)),)
ifneq ($(filter all check check-% dist% install% uninstall%,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif
endif

# Tests are written with Check, which the library and its programs do not need.
ifeq ($(have_check),no)
ifneq ($(filter check check-% distcheck%,$(MAKECMDGOALS)),)
$(error configure found no Check, which tests need.  On Debian: \
	apt-get install check libsubunit-dev (as root, by sudo), then configure \
	again)
endif
endif

# The objects of libocr.so hold what its link optimises as well (m4/ocr_lto.m4).
$(libfab_la_OBJECTS) $(libcore_la_OBJECTS) $(libocr_la_OBJECTS): \
	private AM_CFLAGS += $(OCR_LTO)

# What has to do with floating point, which lies in vector registers: sums and
# shares, and, without a word of the compiler, each function of variable arguments
# (tests/check_floats.sh).
OF_FLOATS = fabric/log fabric/steps src/api/print src/base/fail \
	src/observe/gauge src/observe/reason src/observe/words src/reduce/reduce
$(filter-out $(OF_FLOATS:=.lo),$(libfab_la_OBJECTS) $(libcore_la_OBJECTS) \
	$(libocr_la_OBJECTS)): private AM_CFLAGS += $(OCR_GENERAL_REGS)

# These are compiled as often as they are run, and it takes longer to optimise them.
$(patsubst %,tests/%.o,conformance/% dri/test_% sim/test_% unit/%): \
	private CFLAGS += -O0 -U_FORTIFY_SOURCE

# An app's own flags are those of all its objects and of its test: not a set of objects
# for each program, also of what several have (apps/common).
define app_flags
apps/$(1)/%.o tests/unit/test_$(1).o: private AM_CFLAGS += $$(apps_$(1)_CFLAGS)
endef
$(foreach a,$(notdir $(OCR_APPS)),$(eval $(call app_flags,$(a))))

program_id = $(subst .,_,$(subst -,_,$(subst /,_,$(1))))
program_folder = $(patsubst %/,%,$(dir $(1)))
program_files = $(filter %.c %.cc,$(or $($(call program_id,$(1))_FILES),$($(call \
	program_id,$(1))_SOURCES),$(1).c))
program_cflags = $($(call program_id,$(call program_folder,$(1)))_CFLAGS) \
	$($(call program_id,$(1))_CFLAGS)
# Of each source, beside $(1): NAME-SOURCE.o.
program_objects = $(foreach f,$(call program_files,$(2)),$(1)-$(basename \
	$(notdir $(f))).o)

sim_program = $(lastword $(subst @, ,$(1)))
sim_so = $(firstword $(subst @, ,$(1)))/$(notdir $(call sim_program,$(1))).so
sim_stem = $(basename $(call sim_so,$(1)))
# $(1) as above, $(2) the source: one object for all where several apps have it.
sim_object = $(if $(filter apps/common/%,$(2)),$(firstword $(subst @, \
	,$(1)))/common,$(sim_stem))-$(notdir $(2:.c=.o))
# One object for both where ocrcc makes the program.
sim_objects = $(if $(filter $(call sim_program,$(1)),$(BY_OCRCC)),$(call \
	program_objects,$(call sim_program,$(1)),$(call \
	sim_program,$(1))),$(foreach f,$(call program_files,$(call \
	sim_program,$(1))),$(call sim_object,$(1),$(f))))
SIM_BUILT = $(foreach s,$(FOR_SIM),$(call sim_so,$(s)))

program_depends = -MMD -MP -MT $@ -MF $(@:.o=.d)
ocrcc_compile = bin/ocrcc $(OCR_CFLAGS) -I$(top_srcdir) $(CFLAGS)
ocrcc_compile_cxx = bin/ocrcc $(filter-out -std=%,$(OCR_CFLAGS)) -std=c++17 \
	-I$(top_srcdir) $(CXXFLAGS)
sim_compile = $(CC) $(DEFS) $(DEFAULT_INCLUDES) $(AM_CPPFLAGS) $(CPPFLAGS) \
	$(AM_CFLAGS) $(CFLAGS) -fPIC

# $(1) OBJECT, $(2) its source, $(3) the program, $(4) the compiler
define object_rule
$(1): $(top_srcdir)/$(2) | bin/ocrcc
	@$$(MKDIR_P) $$(@D)
	$$(AM_V_CC)$(4) $$(call program_cflags,$(3)) $$(program_depends) -c -o $$@ $$<
programs_made += $(1) $(1:.o=.d)
-include $(1:.o=.d)
endef
define ocrcc_rules
$(foreach f,$(call program_files,$(1)),$(eval $(call \
	object_rule,$(1)-$(basename $(notdir $(f))).o,$(f),$(1),$(if $(filter \
	%.cc,$(f)),$$(ocrcc_compile_cxx),$$(ocrcc_compile)) \
	$(if $(filter %@$(1),$(FOR_SIM)),-fPIC))))
$(1): $(call program_objects,$(1),$(1)) | libocr.la bin/ocrcc
	$$(AM_V_CCLD)bin/ocrcc $(if $(filter %.cc,$(call \
		program_files,$(1))),--cxx $$(CXXFLAGS),$$(CFLAGS)) $$(TEST_LDFLAGS) $$^ -o $$@
programs_made += $(1)
endef
define sim_rules
$(if $(filter $(call sim_program,$(1)),$(BY_OCRCC)),,$(foreach f,$(call \
	program_files,$(call sim_program,$(1))),$(if $(filter $(call \
	sim_object,$(1),$(f)),$(programs_made)),,$(eval $(call \
	object_rule,$(call sim_object,$(1),$(f)),$(f),$(if $(filter \
	apps/common/%,$(f)),$(f),$(call sim_program,$(1))),$$(sim_compile))))))
$(sim_so): $(sim_objects)
	@$$(MKDIR_P) $$(@D)
	$$(AM_V_CCLD)$$(CC) $$(AM_CFLAGS) $$(CFLAGS) $$(TEST_LDFLAGS) -shared -Wl,-Bsymbolic -o $$@ $$^ \
		$$(filter-out %.la,$$($(call program_id,$(call sim_program,$(1)))_LDADD)) -lm
programs_made += $(sim_so)
endef

programs_made :=
$(foreach p,$(BY_OCRCC),$(eval $(call ocrcc_rules,$(p))))
$(foreach s,$(FOR_SIM),$(eval $(call sim_rules,$(s))))

# What benchmarks compare with (apps/bench/local.mk).
# $(1) the program, $(2) its name there, $(3) the source
define ref_rule
$(1): $(top_srcdir)/$(3)
	@$$(MKDIR_P) $$(@D)
	$$(AM_V_CCLD)$(or $(ref_$(2)_compiler),$(CC)) \
		$(or $(ref_$(2)_std),$$(ref_std)) $$(ref_cflags) -MMD -MP -MT $$@ \
		-MF $$@.d -o $$@ $$< $(ref_$(2)_libs)
-include $(1).d
endef
ref_source = $(or $(ref_$(1)_from),$(1).c)
$(foreach r,$(REFERENCES),$(eval $(call ref_rule,apps/bench/ref/$(r),$(r),apps/bench/ref/$(call ref_source,$(r)))))
$(foreach r,$(METG_REFERENCES),$(eval $(call ref_rule,apps/metg/$(r),$(r),apps/metg/$(call ref_source,$(r)))))

.PHONY: clean-programs
clean-programs:
	@rm -f $(wordlist 1,600,$(programs_made))
	@rm -f $(wordlist 601,9999,$(programs_made))
