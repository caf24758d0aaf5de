# CUDA labs. `make` lists what there is to do. Everything generated goes to build/, which is never
# committed. Authors' targets are in common/tools/authors.mk, the grader's in grading/grading.mk; a
# student's kit has neither.
include common/tools/outside.mk
SHELL := /bin/bash
MAKEFLAGS += -r # its own rules would be tried for each file: most of its time
.DELETE_ON_ERROR:
.SECONDEXPANSION:
.SECONDARY:
.DEFAULT_GOAL := help

# What setup installs is looked up when make starts: what is asked for beside it is another make's.
BESIDE := $(and $(filter setup,$(MAKECMDGOALS)),$(filter-out setup,$(MAKECMDGOALS)))
ifneq ($(BESIDE),)
$(call checked,BESIDE)
.PHONY: setup $(BESIDE)
setup:
	@$(MAKE) --no-print-directory $@
	@$(MAKE) --no-print-directory $(BESIDE)
$(BESIDE): setup ; @:
else

# ---- what the caller may set
LAB     ?=
STEP    ?=
SIZE    ?=
PREDICT ?=
SWEEP   ?=
PRINT   ?=
REPEAT  ?=
TREE    ?= labs
NVCC    ?= $(firstword $(call plain,$(shell command -v nvcc) \
               $(wildcard $(CUDA_HOME)/bin/nvcc /usr/local/cuda/bin/nvcc)))
NVCC    := $(NVCC)
# Asked once, and only where it matters: on some machines the driver takes seconds.
HAS_GPU  = $(eval HAS_GPU := $(filter-out 0,$(shell nvidia-smi -L 2>/dev/null | \
               grep -c '^GPU')))$(HAS_GPU)
BACKEND ?= $(if $(and $(NVCC),$(HAS_GPU)),gpu,emulator)
CAPABLE  = $(eval CAPABLE := $(subst .,,$(firstword $(shell nvidia-smi \
               --query-gpu=compute_cap --format=csv,noheader 2>/dev/null))))$(CAPABLE)
# a Hopper GPU's own instructions (LAB=09/hopper) are there only for sm_90a
ARCH    ?= $(patsubst sm_90,sm_90a,sm_$(or $(CAPABLE),90))

# `make next`, and `make run` and `make hint` without LAB: the step that is next
ifeq ($(LAB)$(filter-out labs,$(TREE))$(filter-out run next hint,$(MAKECMDGOALS)),)
ifneq ($(MAKECMDGOALS),)
NEXT := $(shell common/tools/scripts/progress.sh where)
LAB  := $(word 1,$(NEXT))
STEP := $(or $(STEP),$(word 2,$(NEXT)))
export LAB STEP
endif
endif
include common/tools/labs.mk
one_of   = $(and $(filter 1,$(words $(1))),$(filter $(2),$(1)))
$(if $(call one_of,$(BACKEND),gpu emulator),,$(error BACKEND=$(BACKEND): it is gpu or emulator))
$(if $(call one_of,$(TREE),labs solutions),,$(error TREE=$(TREE): it is labs or solutions))
$(if $(filter solutions,$(TREE)),$(if $(SOLVED),,$(error TREE=$(TREE): there are no solutions \
    here, a student kit has none; leave TREE out)))

include common/tools/programs.mk

# ---- the ten commands of a learner, which `make` lists
.PHONY: next run watch hint view sweep profile emulate setup doctor help strides progress clean
next: run ## check and measure the step that is next, as does `make run` without LAB
run: $(if $(filter emulator,$(BACKEND)),first_build)
run: ## check and measure one lab; succeeds where all steps that you ask for pass
##     LAB=01 [STEP=1 or 5,6 or 5-8] [SIZE=4096x4096] [PREDICT=1.5,4] [PRINT=1]
##     [REPEAT=1000] [SEED=n] [BACKEND=gpu|emulator] [TREE=labs|solutions]
	$(NEED_LAB)
	@MAKE="$(MAKE)" NVCC="$(NVCC)" ARCH="$(ARCH)" common/tools/scripts/run.sh \
	    $(BACKEND) $(TREE) $(CHOSEN) "$$STEP" "$$SIZE" \
	    $(if $(PREDICT),--predict "$$PREDICT") $(if $(PRINT),--print) \
	    $(if $(REPEAT),--repeat "$$REPEAT")

watch: ## run it again whenever the lab's file is saved
##     LAB=01
	$(NEED_LAB)
	@MAKE="$(MAKE)" common/tools/scripts/watch.sh $(CHOSEN)

hint: ## one more hint
##     LAB=01 STEP=1
	$(NEED_LAB)
	@common/tools/scripts/hint.sh $(CHOSEN) "$$STEP"

view: $(if $(FILE),first_build $(front_emulator) $(library_emulator))
view: ## your kernel's accesses, lane by lane, as a page: build/view/NAME.html
##     LAB=06 [STEP=4] [SIZE=128x128] [TREE=labs|solutions], or FILE=any.cu [ARGS="…"]
	$(if $(FILE),,$(NEED_LAB))
	@MAKE="$(MAKE)" common/tools/scripts/view.sh $(TREE) "$(if $(FILE),,$(CHOSEN))" "$$STEP" \
	    "$$SIZE" "$$FILE" "$$ARGS"

sweep: ## a lab's constants, one at a time
##     LAB=02 [STEP=2] [SIZE="4096x4096 …"] [TREE=labs|solutions]
##     [SWEEP="BLOCK=64,128 UNROLL=1,16"]
	$(NEED_LAB)
	@MAKE="$(MAKE)" common/tools/scripts/sweep.sh $(BACKEND) $(TREE) $(CHOSEN) "$$STEP" "$$SIZE"

profile: ## one launch of one step, the profiler's counters beside the emulator's
##     LAB=06 STEP=3 [SIZE=1024x1024] [TREE=labs|solutions]
	$(NEED_LAB)
	@MAKE="$(MAKE)" common/tools/scripts/profile.sh $(BACKEND) $(TREE) $(CHOSEN) "$$STEP" "$$SIZE"

emulate: export CALLED_FROM := $(value PWD)
emulate: first_build $(front_emulator) $(library_emulator) ## any CUDA program in the emulator
##     FILE=x.cu [ARGS="…"] [COUNTERS=out.json] [EMU_FLAGS="-DN=64 …"] [EMU_GPU=A100] [VERBOSE=1]
	@common/tools/scripts/emulate.sh "$$FILE" "$$ARGS" "$$COUNTERS"

setup: ## install what is missing (DEV=1: what `make test` needs, too)
	@common/tools/scripts/setup.sh "$$DEV"

doctor: build/$(BACKEND)/doctor ## this machine: GPU, ceilings, toolkit, emulator, sandbox
	@common/tools/scripts/doctor.sh "$(NVCC)" $(BACKEND) $<

# ---- the rest, which `make help ALL=1` lists
help: ## the commands, and how far you are
##     [ALL=1]
	@common/tools/scripts/progress.sh targets "$$ALL"

progress: ## how far you are, and what is next
	@common/tools/scripts/progress.sh

strides: $(if $(filter gpu,$(BACKEND)),build/gpu/strides,$(front_emulator) $(library_emulator))
strides: ## what a stride costs: times on a GPU, sectors in the emulator
	@common/tools/scripts/strides.sh $(BACKEND)

# Not while a build is at work (scripts/build.sh), nor the lock that others wait for.
clean: ## remove build/, but for your progress and hints
	@[ ! -d build ] || $$(command -v flock && echo build/.lock) find build -mindepth 1 -maxdepth 1 \
	    ! -name progress ! -name hints ! -name backup ! -name .lock -exec rm -rf {} +

-include common/tools/authors.mk grading/grading.mk
endif # BESIDE
