# What comes from outside, of make's command line or the environment, is text. make never expands it
# again: `$(shell …)` in a value is nothing but these characters. And no recipe puts it into a
# command: it reads "$$STEP" from the environment, to which make passes all of it on. Included first
# of all.

$(if $(findstring e,$(filter-out -% %=%,$(firstword $(MAKEFLAGS)))),\
    $(error make -e lets the environment replace any part of this Makefile: leave it out))

# As simple variables, values stay as they are. MAKE…: make's own, which hold references on
# purpose.
HERE := $(foreach name,$(filter-out -*-%,$(.VARIABLES)),\
            $(if $(filter command,$(origin $(name))),$(name)))
$(foreach name,$(HERE),$(eval override export $$(name) := $$(value $$(name))))
$(foreach name,$(filter-out MAKE% MFLAGS SHELL -*-%,$(.VARIABLES)),\
    $(if $(filter environment,$(origin $(name))),$(eval $$(name) := $$(value $$(name)))))

# What a recipe does put into commands: programs and their flags. In these, and in whatever else is
# set on the command line but is none of the texts below, no character may stand that a shell reads
# as its own.
GRADING  := SUBMISSIONS ROSTER FROM AT DEADLINE LATE GRACE ANSWERS ADJUST RUBRICS OUT OUTS \
            COURSE FEEDBACK JOBS GPUS LIMIT COMPILE_LIMIT SANDBOX FRESH QUIET RUNNER \
            PARTITION GRES TIME SBATCH
EMULATOR := EMU_REPORT EMU_COUNTERS EMU_GPU EMU_TIMEOUT EMU_WATCH EMU_ORDER EMU_MEMORY EMU_LEAKS \
            EMU_VIEW EMU_CONTINUE EMU_FLAGS VERBOSE
TEXTS    := LAB STEP SIZE PREDICT PRINT REPEAT SWEEP SEED FILE ARGS COUNTERS DEV ALL RESET \
            STUDENT HINTS KIT $(GRADING) $(EMULATOR)
COMMANDS := NVCC ARCH CUDA_HOME CC CXX AR LDFLAGS LLVM_CONFIG EMU_CXX EMU_CC
COMMANDS += EMU_WARN EMU_DEFINES SANITIZE LABS SETTINGS PARTS SUITES

define newline


endef
SIGNS    := $$ ` " ' \ ; & | < > ( ) * ? [ ] { } ~ \#
# $(call signs,TEXT): those in it.
signs     = $(strip $(foreach sign,$(SIGNS),$(findstring $(sign),$(1))) \
                $(if $(findstring $(newline),$(1)),newline))
# $(call plain,NAMES): of names that were found, those without any.
plain     = $(strip $(foreach name,$(1),$(if $(call signs,$(name)),,$(name))))
checked   = $(if $(call signs,$(value $(1))),$(error $(1)=$(value $(1)): a shell \
                would read $(call signs,$(value $(1))) as its own: give a value without it))

# A variable that nothing reads is mistyped, and what was meant by it would go unnoticed.
# TAKES_TARGET: of the texts those that it reads; a target without such a line may read all.
KNOWN    := $(TEXTS) $(filter-out LABS,$(COMMANDS)) BACKEND TREE EMU_BUILD EMU_LIBRARY
TAKES_grade   := LAB SEED $(GRADING)
TAKES_regrade := LAB SEED STUDENT $(GRADING)
TAKES_replay  := $(TAKES_regrade)
TAKES_run     := LAB STEP SIZE PREDICT PRINT REPEAT SEED EMU_COUNTERS EMU_REPORT EMU_TIMEOUT
TAKES_watch   := LAB STEP SIZE PREDICT SEED
TAKES_hint    := LAB STEP RESET
TAKES_profile := LAB STEP SIZE
TAKES_sweep   := LAB STEP SIZE SWEEP
TAKES_emulate := FILE ARGS COUNTERS $(EMULATOR)
TAKES_setup   := DEV
TAKES_help    := ALL LAB STEP
TAKES_doctor  := SANDBOX
takes     = $(or $(TAKES_$(1)),$(TEXTS))
# Only where a person asks: a make that a script starts has the variables of the one above, too.
TAKEN    := $(if $(filter 0,$(MAKELEVEL)),\
                $(sort $(foreach goal,$(or $(MAKECMDGOALS),help),$(call takes,$(goal)))) \
                $(filter-out $(TEXTS),$(KNOWN)),\
                $(KNOWN))
$(foreach name,$(filter-out $(TAKEN),$(HERE)),$(error \
    $(if $(filter $(KNOWN),$(name)),make $(MAKECMDGOALS) reads,There is) no variable $(name): \
    it takes $(filter $(TEXTS),$(TAKEN))))
$(foreach name,$(sort $(COMMANDS) $(filter-out $(TEXTS),$(HERE))),$(call checked,$(name)))
