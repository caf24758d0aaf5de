# CUDA labs. `make` lists what there is to do. Everything generated goes to build/, which is never committed.
SHELL := /bin/bash
.DELETE_ON_ERROR:
.SECONDEXPANSION:
.DEFAULT_GOAL := help

# ---- what the caller may set
LAB     ?=
STEP    ?=
SIZE    ?=
TREE    ?= labs
DEV     ?= 0
OUT     ?= build/grade
NVCC    ?= $(firstword $(shell command -v nvcc) $(wildcard $(CUDA_HOME)/bin/nvcc /usr/local/cuda/bin/nvcc))
HAS_GPU := $(shell nvidia-smi -L 2>/dev/null | grep -c '^GPU')
BACKEND ?= $(if $(NVCC),$(if $(filter-out 0,$(HAS_GPU)),gpu,emulator),emulator)
ARCH    ?= $(or $(addprefix sm_,$(subst .,,$(firstword $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null)))),sm_90)

# ---- which labs there are; LAB=03 means the one whose folder starts with 03
LABS    := $(notdir $(wildcard solutions/[0-9]*))
LABS    := $(or $(LABS),$(notdir $(wildcard labs/[0-9]*)))
CHOSEN  := $(filter $(LAB) $(LAB)_% 0$(LAB)_%,$(LABS))
NEED_LAB = $(if $(CHOSEN),,$(error $(if $(LAB),There is no lab '$(LAB)',Say which lab, like LAB=01): there are $(LABS)))
$(if $(filter gpu emulator,$(BACKEND)),,$(error BACKEND=$(BACKEND): it is gpu or emulator))
$(if $(filter labs solutions,$(TREE)),,$(error TREE=$(TREE): it is labs or solutions))

# ---- flags
WARN     = -Wall -Wextra -Werror
CFLAGS   = -std=c11 -O2 -g -D_GNU_SOURCE $(WARN) -Icommon
GPU_CXX  = $(NVCC) -O3 -std=c++17 -arch=$(ARCH) -lineinfo -Icommon -Xcompiler -Wall
COMMON   = $(wildcard common/*.h common/problems/*.h)
only     = $(addprefix -DLAB_ONLY=,$(filter-out all,$(notdir $*)))

-include common/emulator/emulator.mk
-include grading/grading.mk

.PHONY: help setup doctor run watch hint emulate grade bench stubs pictures test clean
.SECONDARY:

help: ## this list, and how far you are
	@common/scripts/progress.sh

setup: ## install what is missing (DEV=1: what `make test` needs, too)
	@common/scripts/setup.sh $(DEV)

doctor: build/$(BACKEND)/doctor ## this machine: GPU, ceilings, toolkit, emulator, sandbox
	@common/scripts/doctor.sh "$(NVCC)" $(BACKEND) $<

run: ## check and measure one lab: LAB=01 [STEP=1] [SIZE=4096x4096] [BACKEND=gpu|emulator] [TREE=labs|solutions]
	$(NEED_LAB)
	@MAKE="$(MAKE)" common/scripts/run.sh $(BACKEND) $(TREE) $(CHOSEN) "$(STEP)" "$(SIZE)"

watch: ## run it again whenever the lab's file is saved
	$(NEED_LAB)
	@MAKE="$(MAKE)" common/scripts/watch.sh $(CHOSEN)

hint: ## one more hint: LAB=01 STEP=1
	@common/scripts/hint.sh "$(LAB)" "$(STEP)"

bench: ## measure the solutions on this GPU; writes docs/results, the tables of README and docs
	@MAKE="$(MAKE)" common/scripts/bench.sh $(BACKEND) "$(LABS)"

stubs: ## derive labs/ from solutions/ (authors); a file of yours that differs is kept in build/backup
	@common/scripts/stubs.sh

clean: ## remove build/, but for your progress and hints
	@find build -mindepth 1 -maxdepth 1 ! -name progress ! -name hints ! -name backup -exec rm -rf {} + 2>/dev/null; true

# ---- programs. build/BACKEND/TREE/LAB/WHICH.run: the steps of one file (WHICH: all, or one step's number), the reference
# solution beside them where there is one, and common/main.cu around them.
lab_of    = $(notdir $(patsubst %/,%,$(dir $(1))))
reference = $(if $(filter labs/%,$(2)),$(if $(wildcard solutions/$(call lab_of,$(2))),build/$(1)/$(call lab_of,$(2)).ref.o))

build/gpu/%.o: common/%.cu $(COMMON)
	@mkdir -p $(@D)
	@$(GPU_CXX) -c $< -o $@
build/gpu/doctor: build/gpu/doctor.o
	@$(NVCC) -arch=$(ARCH) $< -o $@
build/gpu/%.lab.o: $$(wildcard $$(dir $$*)*.cu) $(COMMON)
	@mkdir -p $(@D)
	@$(GPU_CXX) -DLAB_STEPS $(only) -c $< -o $@
build/gpu/%.ref.o: $$(wildcard solutions/$$*/*.cu) $(COMMON)
	@mkdir -p $(@D)
	@$(GPU_CXX) -DLAB_REFERENCE -c $< -o $@
build/gpu/%.run: build/gpu/%.lab.o build/gpu/main.o $$(call reference,gpu,$$*)
	@$(NVCC) -arch=$(ARCH) $^ -o $@ -lcublas

EMU_HOST = $(EMU_CXX) -std=c++17 -O2 -x c++ -DLAB_EMULATOR -Icommon -I$(EMU)/include -include cuda_runtime.h
EMU_STEP = CXX="$(EMU_CXX)" $(EMU_FRONTEND) -DLAB_EMULATOR -Icommon
build/emulator/%.o: common/%.cu $(COMMON) $(EMU_HEADERS)
	@mkdir -p $(@D)
	@$(EMU_HOST) -c $< -o $@
build/emulator/doctor: build/emulator/doctor.o $(EMU_LIBRARY)
	@$(EMU_CXX) $^ $(EMU_LINK) -o $@
build/emulator/%.lab.o: $$(wildcard $$(dir $$*)*.cu) $(COMMON) $(EMU_HEADERS) $(EMU_FRONTEND)
	@mkdir -p $(@D)
	@$(EMU_STEP) -DLAB_STEPS $(only) -o $@.ii $<
	@$(EMU_CXX) -std=c++17 -Wall $(EMU_INSTRUMENT) -c $@.ii -o $@
build/emulator/%.ref.o: $$(wildcard solutions/$$*/*.cu) $(COMMON) $(EMU_HEADERS) $(EMU_FRONTEND)
	@mkdir -p $(@D)
	@$(EMU_STEP) -DLAB_REFERENCE -o $@.ii $<
	@$(EMU_CXX) -std=c++17 -Wall $(EMU_INSTRUMENT) -c $@.ii -o $@
build/emulator/%.run: build/emulator/%.lab.o build/emulator/main.o $$(call reference,emulator,$$*) $(EMU_LIBRARY)
	@$(EMU_CXX) $^ $(EMU_LINK) -o $@

# ---- the project's own tests
build/tests/%: common/tests/%.c $(COMMON) common/tests/check.h
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $< -o $@ -lm
test: build/tests/verify_test build/tests/problems_test ## the project's own tests; BACKEND=gpu those that need one
	@BACKEND=$(BACKEND) common/tests/run_all.sh $(SUITES)
