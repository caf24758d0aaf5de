# CUDA labs. `make` lists what there is to do. Everything generated goes to build/, which is never committed.
include common/tools/outside.mk
SHELL := /bin/bash
.DELETE_ON_ERROR:
.SECONDEXPANSION:
.DEFAULT_GOAL := help

# ---- what the caller may set
LAB     ?=
STEP    ?=
SIZE    ?=
PREDICT ?=
SWEEP   ?=
PRINT   ?=
REPEAT  ?=
TREE    ?= labs
NVCC    ?= $(firstword $(call plain,$(shell command -v nvcc) $(wildcard $(CUDA_HOME)/bin/nvcc /usr/local/cuda/bin/nvcc)))
NVCC    := $(NVCC)
HAS_GPU := $(shell nvidia-smi -L 2>/dev/null | grep -c '^GPU')
BACKEND ?= $(if $(NVCC),$(if $(filter-out 0,$(HAS_GPU)),gpu,emulator),emulator)
CAPABLE := $(subst .,,$(firstword $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null)))
# a Hopper GPU's own instructions (lab 09, steps 17 to 19) are there only for sm_90a
ARCH    ?= $(patsubst sm_90,sm_90a,sm_$(or $(CAPABLE),90))

# ---- which labs there are; LAB=03 means the one whose folder starts with 03
LABS    := $(call plain,$(notdir $(wildcard solutions/[0-9]*)))
LABS    := $(or $(LABS),$(call plain,$(notdir $(wildcard labs/[0-9]*))))
CHOSEN  := $(filter $(LAB) $(LAB)_% 0$(LAB)_%,$(LABS))
SEVERAL  = $(or $(word 2,$(LAB)),$(findstring %,$(LAB)))
NEED_LAB = $(if $(SEVERAL),$(error LAB=$(LAB): say one lab, like LAB=01: there are $(LABS)))$(if $(CHOSEN),,$(error $(if $(LAB),There is no lab '$(LAB)',Say which lab, like LAB=01): there are $(LABS)))
one_of    = $(and $(filter 1,$(words $(1))),$(filter $(2),$(1)))
$(if $(call one_of,$(BACKEND),gpu emulator),,$(error BACKEND=$(BACKEND): it is gpu or emulator))
$(if $(call one_of,$(TREE),labs solutions),,$(error TREE=$(TREE): it is labs or solutions))
$(if $(filter solutions,$(TREE)),$(if $(wildcard solutions),,$(error TREE=solutions: there are no solutions here, a student kit has none; leave TREE out)))

# ---- flags
WARN     = -Wall -Wextra -Werror
CFLAGS   = -std=c11 -O2 -g -D_GNU_SOURCE $(WARN) -Icommon
GPU_CXX  = $(NVCC) -O3 -std=c++17 -arch=$(ARCH) -lineinfo -Icommon -Xcompiler -Wall
COMMON   = $(wildcard common/*.h common/lab/*.h common/lab/*/*.h)
only     = $(addprefix -DLAB_ONLY=,$(filter-out all,$(notdir $*)))

include common/emulator/emulator.mk
# ---- kit: leave out (make student-kit)
include grading/grading.mk
# ---- kit: from here on
export EMU_CXX EMU_FRONTEND EMU_LIBRARY EMU_INSTRUMENT EMU_LINK

.PHONY: help setup doctor run profile watch hint emulate sweep strides clean
.SECONDARY:

help: ## this list, and how far you are
	@common/tools/scripts/progress.sh

setup: ## install what is missing (DEV=1: what `make test` needs, too)
	@common/tools/scripts/setup.sh "$$DEV"

doctor: build/$(BACKEND)/doctor ## this machine: GPU, ceilings, toolkit, emulator, sandbox
	@common/tools/scripts/doctor.sh "$(NVCC)" $(BACKEND) $<

run: ## check and measure one lab: LAB=01 [STEP=1] [SIZE=4096x4096] [PREDICT=1.5,4] [PRINT=1] [REPEAT=1000] [BACKEND=gpu|emulator] [TREE=labs|solutions]
	$(NEED_LAB)
	@MAKE="$(MAKE)" NVCC="$(NVCC)" ARCH="$(ARCH)" common/tools/scripts/run.sh $(BACKEND) $(TREE) $(CHOSEN) "$$STEP" "$$SIZE" $(if $(PREDICT),--predict "$$PREDICT") $(if $(PRINT),--print) $(if $(REPEAT),--repeat "$$REPEAT")

profile: ## one launch of one step, the profiler's counters beside the emulator's: LAB=06 STEP=3 [SIZE=1024x1024] [TREE=labs|solutions]
	$(NEED_LAB)
	@MAKE="$(MAKE)" common/tools/scripts/profile.sh $(BACKEND) $(TREE) $(CHOSEN) "$$STEP" "$$SIZE"

watch: ## run it again whenever the lab's file is saved
	$(NEED_LAB)
	@MAKE="$(MAKE)" common/tools/scripts/watch.sh $(CHOSEN)

hint: ## one more hint: LAB=01 STEP=1
	@common/tools/scripts/hint.sh "$$LAB" "$$STEP"

# ---- kit: leave out
.PHONY: grade bench sanitize ladder stubs pictures test test-long
bench: ## measure the solutions on this GPU; writes docs/results, the tables of README and docs
	@MAKE="$(MAKE)" common/tools/scripts/bench.sh $(BACKEND) "$(LABS)"

sanitize: ## compute-sanitizer's four tools over the solutions (needs a GPU; minutes); writes docs/results/sanitizer.md: [LAB=09] [STEP=19]
	$(if $(LAB),$(NEED_LAB))
	@MAKE="$(MAKE)" common/tools/scripts/sanitize.sh $(BACKEND) "$(or $(CHOSEN),$(LABS))" "$$STEP"

ladder: build/$(BACKEND)/ladder ## the GEMV solutions of all labs in one table: [SIZE=4096x4096]
	@$< $(if $(SIZE),--size "$$SIZE")
# ---- kit: from here on

sweep: ## a lab's constants, one at a time: LAB=02 [STEP=2] [SIZE="4096x4096 …"] [SWEEP="BLOCK=64,128 UNROLL=1,16" or TILE="8 16"] [TREE=labs|solutions]
	$(NEED_LAB)
	@MAKE="$(MAKE)" common/tools/scripts/sweep.sh $(BACKEND) $(TREE) $(CHOSEN) "$$STEP" "$$SIZE"

strides: $(if $(filter gpu,$(BACKEND)),build/gpu/strides,$(EMU_FRONTEND) $(EMU_LIBRARY)) ## what a stride costs: times on a GPU, sectors in the emulator
	@$(if $(filter gpu,$(BACKEND)),$<,common/tools/scripts/emulate.sh common/tools/strides.cu 1024 "" 2>&1 | awk '/^stride/ { s[++n] = $$2 } /global load/ { printf "stride %2d: %s sectors a load of a warp, %s of them needed\n", s[++i], $$6, $$8 }')

# ---- kit: leave out
stubs: ## derive labs/ from solutions/ (authors); a file of yours that differs is kept in build/backup
	@common/tools/scripts/stubs.sh

pictures: ## draw docs/pictures again (authors)
	@common/tools/scripts/pictures.sh
# ---- kit: from here on

# Not while a build is at work (scripts/build.sh), nor the lock that others wait for.
clean: ## remove build/, but for your progress and hints
	@$$(command -v flock && echo build/.lock) find build -mindepth 1 -maxdepth 1 ! -name progress ! -name hints ! -name backup ! -name .lock -exec rm -rf {} + 2>/dev/null; true

# ---- programs. build/BACKEND/TREE/LAB/WHICH.run: the steps of one file (WHICH: all, or one step's number), the reference
# solution beside them where there is one, and common/lab/main.cu around them. WHICH.needs: all of it but the lab's own object, for run.sh.
# A lab's file is NN_name/name.cu, as scripts/source.sh has it, too; any other .cu file only where that one is missing.
source_in = $(firstword $(wildcard $(1)$(subst $(firstword $(subst _, ,$(notdir $(1:/=))))_,,$(notdir $(1:/=))).cu) $(sort $(call plain,$(wildcard $(1)*.cu))))
lab_of    = $(notdir $(patsubst %/,%,$(dir $(1))))
before_of = $(lastword $(subst |, ,$(firstword $(subst |$(1), ,|none|$(subst $() ,|,$(LABS))))))
ref_of    = $(patsubst solutions/%,build/$(1)/%.ref.o,$(wildcard solutions/$(2)))
reference = $(if $(filter labs/%,$(2)),$(call ref_of,$(1),$(call lab_of,$(2)))) $(call ref_of,$(1),$(call before_of,$(call lab_of,$(2))))
ladder_of = $(foreach lab,$(filter %_gemv,$(LABS)),$(call ref_of,$(1),$(lab)))
# one setting of a lab's constants, for a sweep: BLOCK-64 means -DBLOCK=64
setting   = -DLAB_VARIANT=$(subst -,_,$(1)) $(if $(findstring -,$(1)),-D$(subst -,=,$(1)))

build/gpu/%.o: common/tools/%.cu $(COMMON)
	@mkdir -p $(@D)
	@$(GPU_CXX) -c $< -o $@
build/gpu/main.o: common/lab/main.cu $(COMMON)
	@mkdir -p $(@D)
	@$(GPU_CXX) -c $< -o $@
build/gpu/doctor build/gpu/strides: %: %.o
	@$(NVCC) -arch=$(ARCH) $< -o $@
build/gpu/%.lab.o: $$(call source_in,$$(dir $$*)) $(COMMON)
	@mkdir -p $(@D)
	@$(GPU_CXX) -DLAB_STEPS $(only) -c $< -o $@
build/gpu/%.ref.o: $$(call source_in,solutions/$$*/) $(COMMON)
	@mkdir -p $(@D)
	@$(GPU_CXX) -DLAB_REFERENCE -c $< -o $@
LAUNCHES = -Xlinker --wrap=__cudaLaunchKernel,--wrap=cudaLaunchKernel
build/gpu/%.run: build/gpu/%.lab.o build/gpu/main.o $$(call reference,gpu,$$*)
	@$(NVCC) -arch=$(ARCH) $(LAUNCHES) $^ -o $@ -lcublas
build/gpu/%.needs: build/gpu/main.o $$(call reference,gpu,$$*)
	@:
build/gpu/ladder: build/gpu/gemv_ladder.o $(call ladder_of,gpu)
	@$(NVCC) -arch=$(ARCH) $^ -o $@ -lcublas
build/gpu/%.sweep.o: $$(call source_in,$$(dir $$*)) $(COMMON)
	@mkdir -p $(@D)
	@$(GPU_CXX) $(call setting,$(*F)) -c $< -o $@
build/gpu/%/sweep.main.o: common/tools/sweep.cu build/gpu/%/sweep.list $(COMMON)
	@$(GPU_CXX) -DSWEEP_LIST='"$(word 2,$^)"' -I. -c $< -o $@
build/gpu/%/sweep: build/gpu/%/sweep.main.o $$(addprefix build/gpu/$$*/,$$(addsuffix .sweep.o,$$(SETTINGS)))
	@$(NVCC) -arch=$(ARCH) $^ -o $@ -lcublas

EMU_HOST = $(EMU_CXX) -std=c++17 -O2 -x c++ -DLAB_EMULATOR -Icommon -I$(EMU)/include -include cuda_runtime.h
EMU_STEP = CXX="$(EMU_CXX)" $(EMU_FRONTEND) -DLAB_EMULATOR -Icommon
build/emulator/%.o: common/tools/%.cu $(COMMON) $(EMU_HEADERS)
	@mkdir -p $(@D)
	@$(EMU_HOST) -c $< -o $@
build/emulator/main.o: common/lab/main.cu $(COMMON) $(EMU_HEADERS)
	@mkdir -p $(@D)
	@$(EMU_HOST) -c $< -o $@
build/emulator/tests/%.o: common/tests/%.cu $(COMMON) $(EMU_HEADERS)
	@mkdir -p $(@D)
	@$(EMU_HOST) -c $< -o $@
emulate: $(EMU_FRONTEND) $(EMU_LIBRARY) ## any CUDA program through the emulator: FILE=x.cu [ARGS="…"] [COUNTERS=out.json]
	@common/tools/scripts/emulate.sh "$$FILE" "$$ARGS" "$$COUNTERS"
build/emulator/doctor: build/emulator/doctor.o $(EMU_LIBRARY)
	@$(EMU_CXX) $^ $(EMU_LINK) -o $@
build/emulator/%.lab.o: $$(call source_in,$$(dir $$*)) $(COMMON) $(EMU_HEADERS) $(EMU_FRONTEND)
	@mkdir -p $(@D)
	@$(EMU_STEP) -DLAB_STEPS $(only) -o $@.ii $<
	@$(EMU_CXX) -std=c++17 -Wall $(EMU_INSTRUMENT) -c $@.ii -o $@
build/emulator/%.ref.o: $$(call source_in,solutions/$$*/) $(COMMON) $(EMU_HEADERS) $(EMU_FRONTEND)
	@mkdir -p $(@D)
	@$(EMU_STEP) -DLAB_REFERENCE -o $@.ii $<
	@$(EMU_CXX) -std=c++17 -Wall $(EMU_INSTRUMENT) -c $@.ii -o $@
build/emulator/%.run: build/emulator/%.lab.o build/emulator/main.o $$(call reference,emulator,$$*) $(EMU_LIBRARY)
	@$(EMU_CXX) $^ $(EMU_LINK) -o $@
build/emulator/%.needs: build/emulator/main.o $$(call reference,emulator,$$*) $(EMU_LIBRARY) $(EMU_FRONTEND)
	@:
build/emulator/ladder: build/emulator/gemv_ladder.o $(call ladder_of,emulator) $(EMU_LIBRARY)
	@$(EMU_CXX) $^ $(EMU_LINK) -o $@
build/emulator/tests/gemm_counters.o build/emulator/tests/gemv_counters.o build/emulator/tests/binary_counters.o: common/tests/counters.h
build/emulator/gemm_counters: build/emulator/tests/gemm_counters.o $(foreach lab,06_tiled_transpose 07_tiled_gemm 08_thread_tiled_gemm,$(call ref_of,emulator,$(lab))) $(EMU_LIBRARY)
	@$(EMU_CXX) $^ $(EMU_LINK) -o $@
build/emulator/binary_counters: build/emulator/tests/binary_counters.o $(call ref_of,emulator,09_binary_xnor_gemm) $(EMU_LIBRARY)
	@$(EMU_CXX) $^ $(EMU_LINK) -o $@
build/emulator/gemv_counters: build/emulator/tests/gemv_counters.o $(call ladder_of,emulator) $(EMU_LIBRARY)
	@$(EMU_CXX) $^ $(EMU_LINK) -o $@
build/emulator/%.sweep.o: $$(call source_in,$$(dir $$*)) $(COMMON) $(EMU_HEADERS) $(EMU_FRONTEND)
	@mkdir -p $(@D)
	@$(EMU_STEP) $(call setting,$(*F)) -o $@.ii $<
	@$(EMU_CXX) -std=c++17 -Wall $(EMU_INSTRUMENT) -c $@.ii -o $@
build/emulator/%/sweep.main.o: common/tools/sweep.cu build/emulator/%/sweep.list $(COMMON) $(EMU_HEADERS)
	@$(EMU_HOST) -DSWEEP_LIST='"$(word 2,$^)"' -I. -c $< -o $@
build/emulator/%/sweep: build/emulator/%/sweep.main.o $$(addprefix build/emulator/$$*/,$$(addsuffix .sweep.o,$$(SETTINGS))) $(EMU_LIBRARY)
	@$(EMU_CXX) $^ $(EMU_LINK) -o $@

# ---- kit: leave out
# ---- the project's own tests
build/render: $(wildcard common/tools/bench/*.[ch]) $(COMMON)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(filter %.c,$^) -o $@ -ljansson -lm
build/tests/rules_test build/tests/flow_test: build/tests/%: common/tests/%.c common/tests/expect.h $(EMU_LIBRARY)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) -D_GNU_SOURCE -Icommon/emulator $< $(EMU_LIBRARY) $(EMU_LINK) -lstdc++ -o $@
build/tests/%: common/tests/%.c $(COMMON) common/tests/expect.h
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $< -o $@ -lm
test: ## the project's own tests; BACKEND=gpu those that need one
	@BACKEND=$(BACKEND) common/tests/run_all.sh $(SUITES)
test-long: ## the tests that take minutes: every mutant, the browser, the student's kit, Slurm, other compilers, speed: [SUITES=kit]
	@BACKEND=long common/tests/run_all.sh $(SUITES)
