# What comes from outside, of make's command line or the environment, is text. make never expands it again: `$(shell …)` in a value is
# nothing but these characters. And no recipe puts it into a command: it reads "$$STEP" from the environment, to which make passes all of
# it on. Included first of all.

$(if $(findstring e,$(filter-out -% %=%,$(firstword $(MAKEFLAGS)))),$(error make -e lets the environment replace any part of this Makefile: leave it out))

# As simple variables, values stay as they are. MAKE…: make's own, which hold references on purpose.
HERE := $(foreach name,$(filter-out -*-%,$(.VARIABLES)),$(if $(filter command,$(origin $(name))),$(name)))
$(foreach name,$(HERE),$(eval override export $$(name) := $$(value $$(name))))
$(foreach name,$(filter-out MAKE% MFLAGS SHELL -*-%,$(.VARIABLES)),$(if $(filter environment,$(origin $(name))),$(eval $$(name) := $$(value $$(name)))))

# What a recipe does put into commands: programs and their flags. In these, and in whatever else is set on the command line but is none of
# the texts below, no character may stand that a shell reads as its own.
TEXTS    := LAB STEP SIZE PREDICT PRINT REPEAT SWEEP TILE SEED FILE ARGS COUNTERS DEV TODO RESET STUDENT SUBMISSIONS ROSTER ANSWERS ADJUST OUT OUTS COURSE FEEDBACK LEADERBOARD JOBS \
            GPUS LIMIT COMPILE_LIMIT SANDBOX HINTS KIT FRESH QUIET RUNNER PARTITION GRES TIME SBATCH EMU_COUNTERS EMU_ADDRESSES
COMMANDS := NVCC ARCH CUDA_HOME CC CXX AR LDFLAGS EMU_CXX EMU_CC EMU_WARN EMU_DEFINES LABS SETTINGS PARTS SUITES

define newline


endef
SIGNS    := $$ ` " ' \ ; & | < > ( ) * ? [ ] { } ~ \#
# $(call signs,TEXT): those in it.
signs     = $(strip $(foreach sign,$(SIGNS),$(findstring $(sign),$(1))) $(if $(findstring $(newline),$(1)),newline))
# $(call plain,NAMES): of names that were found, those without any.
plain     = $(strip $(foreach name,$(1),$(if $(call signs,$(name)),,$(name))))
checked   = $(if $(call signs,$(value $(1))),$(error $(1)=$(value $(1)): a shell would read $(call signs,$(value $(1))) as its own: give a value without it))
$(foreach name,$(sort $(COMMANDS) $(filter-out $(TEXTS),$(HERE))),$(call checked,$(name)))
