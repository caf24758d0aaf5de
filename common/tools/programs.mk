# How .cu files become programs, by one set of rules for both backends. Included by the Makefile.
#
#   build/BACKEND/TREE/LAB/WHICH.run    the steps of one file (WHICH: all, or one step's number),
#                                       the solutions that it is compared with, and a main
#   build/BACKEND/TREE/LAB/WHICH.needs  all of that but the file's own object, for run.sh
#   build/BACKEND/TREE/LAB/sweep        one file with several settings of its constants
#   build/BACKEND/TREE/LAB/bench        as all.run, and settings with rows of their own in tables
#   build/BACKEND/LAB.ref.o             a solution that stands beside a learner's file

# ---- how to compile and link, for each backend: $(call compile_gpu,FLAGS), from $< to $@
WARN     = -Wall -Wextra -Wno-unused-parameter -Werror
CFLAGS   = -std=c11 -O2 -g -D_GNU_SOURCE $(WARN) $(EMU_CHECKED) -Icommon
# what $@ was made of, for the next make
DEPENDS  = -MMD -MP -MF $@.d
GPU_CXX  = $(NVCC) -O3 -std=c++17 -arch=$(ARCH) -lineinfo -Icommon -Xcompiler -Wall
GPU_WARN = -Xcompiler -Wextra,-Wno-unused-parameter -Werror all-warnings
# The program that times one CPU core beside the GPU is made for this processor, and rounds as
# others.
CPU_BEST = -Xcompiler -march=native,-ffp-contract=off -DLAB_CPU_BUILT='"-O3 -march=native"'
LAUNCHES = -Xlinker --wrap=__cudaLaunchKernel,--wrap=cudaLaunchKernel
include common/emulator/emulator.mk
EMU_HOST = $(EMU_CXX) -std=c++17 -O2 $(EMU_WARN) -Wno-format-zero-length $(EMU_CHECKED) -x cuda \
           --cuda-host-only -nocudainc -nocudalib -Xclang -fno-cuda-host-device-constexpr \
           -Wno-unknown-cuda-version -DLAB_EMULATOR \
           -Icommon -I$(EMU)/include -include cuda_runtime.h

compile_gpu      = $(GPU_CXX) $(1) $(DEPENDS) -c $< -o $@
host_gpu         = $(call compile_gpu,$(1) $(CPU_BEST) $(GPU_WARN))
link_gpu         = $(NVCC) -arch=$(ARCH) $(1) $(filter %.o,$^) -o $@ -lcublas
compile_emulator = $(call emu_object,-DLAB_EMULATOR -Icommon $(1) $(DEPENDS) -MT $@,$<,$@)
host_emulator    = $(EMU_HOST) $(1) $(DEPENDS) -c $< -o $@
link_emulator    = $(EMU_CXX) $(filter %.o,$^) $(EMU_LIBRARY) $(EMU_LINK) -o $@
front_emulator   = $(EMU_NEEDS)
# the tables of labs and steps, compiled once
tables           = build/labs/lessons.o
library_emulator = $(EMU_LIBRARY) $(tables)
.PHONY: first_build
first_build:
	@[ -e $(EMU_LIBRARY) ] || echo "Building the emulator, once: this takes a minute." >&2
library_gpu      = $(tables)
export LLVM_CONFIG EMU_CXX EMU_LINK

# ---- programs
folder_of = $(patsubst %/,%,$(dir $(1)))
source_in = $(wildcard $(dir $(1))$(call file_of,$(notdir $(1))))
only      = $(addprefix -DLAB_ONLY=,$(filter-out all,$(notdir $*)))
# one setting of a lab's constants, for a sweep: BLOCK-64 means -DBLOCK=64
setting   = -DLAB_VARIANT=$(subst -,_,$(1)) $(if $(findstring -,$(1)),-D$(subst -,=,$(1)))
# the solutions that a file is compared with: its own lab's, if it is not that, and the lab's before
solved    = $(patsubst %,build/$(1)/%.ref.o,$(filter $(2),$(SOLVED)))
compared  = $(call solved,$(1),$(if $(filter labs/%,$(2)),$(3)) $(call field,5,$(3)))
reference = $(call compared,$(1),$(2),$(notdir $(call folder_of,$(2))))

# Of a target build/BACKEND/PATH.ENDING: its backend, and its path.
side      = $(word 2,$(subst /, ,$@))
path      = $(patsubst $(side)/%,%,$*)
compile   = mkdir -p $(@D) && $(call compile_$(side),$(1))
host      = mkdir -p $(@D) && $(call host_$(side),$(1))
link      = $(call link_$(side),$(1))
front     = $(front_$(side))
library   = $(library_$(side))
# of what make's command line or a script names in SETTINGS
settings  = $(SETTINGS:%=build/$*/%.sweep.o)

$(tables): common/labs/lessons.c
	@mkdir -p $(@D) && $(CC) $(CFLAGS) $(DEPENDS) -c $< -o $@
build/gpu/%.o: common/tools/%.cu
	@$(host)
build/emulator/%.o: common/tools/%.cu
	@$(host)
build/%.lab.o: $$(call source_in,$$(call folder_of,$$(path))) $$(front)
	@$(call compile,-DLAB_STEPS $(only))
build/%.ref.o: $$(call source_in,solutions/$$(path)) $$(front)
	@$(call compile,-DLAB_REFERENCE)
build/%.sweep.o: $$(call source_in,$$(call folder_of,$$(path))) $$(front)
	@$(call compile,$(call setting,$(*F)))
build/%.settings.o: common/tools/settings.cu build/%.list
	@$(call host,-DSETTING_LIST='"$(word 2,$^)"' -I.)
build/%.run: build/%.lab.o build/$$(side)/main.o $$(call reference,$$(side),$$(path)) $$(library)
	@$(call link,$(LAUNCHES))
build/%.needs: build/$$(side)/main.o $$(call reference,$$(side),$$(path)) $$(front) $$(library)
	@:
build/%/sweep: build/$$(side)/main.o build/%/sweep.settings.o $$(settings) $$(library)
	@$(call link,$(LAUNCHES))
build/%/bench: build/%/all.lab.o build/$$(side)/main.o build/%/bench.settings.o $$(settings) \
               $$(call compared,$$(side),$$(path),$$(notdir $$*)) $$(library)
	@$(call link,$(LAUNCHES))
build/gpu/doctor build/emulator/doctor build/gpu/strides: %: %.o $$(library)
	@$(link)
-include $(wildcard $(addprefix build/,labs/*.d gpu/*.d emulator/*.d \
             $(foreach tree,labs solutions,gpu/$(tree)/*/*.d emulator/$(tree)/*/*.d)))
