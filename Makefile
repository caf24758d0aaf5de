# CUDA labs. `make` lists what there is to do. Everything generated goes to build/, which is never
# committed. Authors' targets are in common/tools/authors.mk, the grader's in grading/grading.mk; a
# student's kit has neither.
include common/tools/outside.mk
SHELL := /bin/bash
.DELETE_ON_ERROR:
.SECONDEXPANSION:
.SECONDARY:
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

# `make next`, and `make run` without LAB: the step that is next
ifeq ($(LAB)$(filter-out labs,$(TREE))$(filter-out run next,$(MAKECMDGOALS)),)
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

# ---- for learners
.PHONY: help progress setup doctor run next checked profile watch hint emulate view sweep strides clean
help: ## this list, and how far you are
	@common/tools/scripts/progress.sh targets

progress: ## how far you are, and what is next
	@common/tools/scripts/progress.sh

setup: ## install what is missing (DEV=1: what `make test` needs, too)
	@common/tools/scripts/setup.sh "$$DEV"

doctor: build/$(BACKEND)/doctor ## this machine: GPU, ceilings, toolkit, emulator, sandbox
	@common/tools/scripts/doctor.sh "$(NVCC)" $(BACKEND) $<

next: run ## check and measure the step that is next, as does `make run` without LAB
run: checked ## check and measure one lab; exit status 0: all passes, 1: not yet, 2: cannot tell
##     LAB=01 [STEP=1 or 5,6 or 5-8] [SIZE=4096x4096] [PREDICT=1.5,4] [PRINT=1]
##     [REPEAT=1000] [SEED=n] [BACKEND=gpu|emulator] [TREE=labs|solutions]
	$(if $(shell rm build/.failed.$$PPID 2>/dev/null && echo 1),@exit 1)

# The work of `run`. make ends with 2 where a command fails, and with 1 only under -q, where
# something is left to do: so `make run` is such a question, whose work (+) is done all the same.
ifneq ($(filter run next,$(MAKECMDGOALS)$(findstring n,$(filter-out -% %=%,$(firstword $(MAKEFLAGS))))),)
MAKEFLAGS += -q
DONE := +
endif
checked:
	$(NEED_LAB)
	$(DONE)@MAKE="$(MAKE)" NVCC="$(NVCC)" ARCH="$(ARCH)" \
	    MAKEFLAGS="$(if $(DONE),$${MAKEFLAGS/q/},$$MAKEFLAGS)" \
	    common/tools/scripts/run.sh $(BACKEND) $(TREE) $(CHOSEN) "$$STEP" "$$SIZE" \
	    $(if $(PREDICT),--predict "$$PREDICT") $(if $(PRINT),--print) \
	    $(if $(REPEAT),--repeat "$$REPEAT"); status=$$?; \
	    [ $$status -ne 1 ] || touch build/.failed.$$PPID; exit $$((status == 1 ? 0 : status))

watch: ## run it again whenever the lab's file is saved
##     LAB=01
	$(NEED_LAB)
	@MAKE="$(MAKE)" common/tools/scripts/watch.sh $(CHOSEN)

hint: ## one more hint
##     LAB=01 STEP=1
	@common/tools/scripts/hint.sh "$$LAB" "$$STEP"

profile: ## one launch of one step, the profiler's counters beside the emulator's
##     LAB=06 STEP=3 [SIZE=1024x1024] [TREE=labs|solutions]
	$(NEED_LAB)
	@MAKE="$(MAKE)" common/tools/scripts/profile.sh $(BACKEND) $(TREE) $(CHOSEN) "$$STEP" "$$SIZE"

sweep: ## a lab's constants, one at a time
##     LAB=02 [STEP=2] [SIZE="4096x4096 …"] [TREE=labs|solutions]
##     [SWEEP="BLOCK=64,128 UNROLL=1,16"]
	$(NEED_LAB)
	@MAKE="$(MAKE)" common/tools/scripts/sweep.sh $(BACKEND) $(TREE) $(CHOSEN) "$$STEP" "$$SIZE"

strides: $(if $(filter gpu,$(BACKEND)),build/gpu/strides,$(front_emulator) $(library_emulator))
strides: ## what a stride costs: times on a GPU, sectors in the emulator
	@common/tools/scripts/strides.sh $(BACKEND)

emulate: export CALLED_FROM := $(value PWD)
emulate: $(front_emulator) $(library_emulator) ## any CUDA program in the emulator
##     FILE=x.cu [ARGS="…"] [COUNTERS=out.json] [EMU_FLAGS="-DN=64 …"] [EMU_GPU=A100] [VERBOSE=1]
	@common/tools/scripts/emulate.sh "$$FILE" "$$ARGS" "$$COUNTERS"

view: $(if $(FILE),$(front_emulator) $(library_emulator))
view: ## your kernel's accesses, lane by lane, as a page: build/view/NAME.html
##     LAB=06 [STEP=4] [SIZE=128x128] [TREE=labs|solutions], or FILE=any.cu [ARGS="…"]
	$(if $(FILE),,$(NEED_LAB))
	@MAKE="$(MAKE)" common/tools/scripts/view.sh $(TREE) "$(if $(FILE),,$(CHOSEN))" "$$STEP" \
	    "$$SIZE" "$$FILE" "$$ARGS"

# Not while a build is at work (scripts/build.sh), nor the lock that others wait for.
clean: ## remove build/, but for your progress and hints
	@[ ! -d build ] || $$(command -v flock && echo build/.lock) find build -mindepth 1 -maxdepth 1 \
	    ! -name progress ! -name hints ! -name backup ! -name .lock -exec rm -rf {} +

-include common/tools/authors.mk grading/grading.mk

# A target that does not exist is mistyped; one with a slash or a dot is a file, and make's affair.
TARGETS  = $(shell awk '/^[a-z][a-z -]*:($$|[^=])/ { sub(/:.*/, ""); print }' $(MAKEFILE_LIST))
STRAY   := $(if $(filter 0,$(MAKELEVEL)),$(foreach goal,$(MAKECMDGOALS),\
               $(if $(findstring /,$(goal))$(findstring .,$(goal)),,$(goal))))
STRAY   := $(if $(STRAY),$(firstword $(filter-out $(TARGETS),$(STRAY))))
NUMBER  := $(STRAY:lab%=%)
NEAREST  = $(call nearest_of,$(STRAY),$(TARGETS))
MEANT   := $(if $(STRAY),$(if $(call named,$(NUMBER)),run LAB=$(NUMBER),$(NEAREST)))
LEADS   := (`make help` lists the targets)
$(if $(STRAY),$(error There is no target \
    $(STRAY)$(if $(MEANT),: did you mean make $(MEANT)?) $(LEADS)))
$(if $(MAKECMDGOALS),,$(if $(filter LAB STEP,$(HERE)),$(error There is no target: did you mean \
    make run$(if $(LAB), LAB=$(LAB))$(if $(STEP), STEP=$(STEP))? $(LEADS))))
