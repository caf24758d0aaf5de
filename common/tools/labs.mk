# Which labs there are, and which one LAB= means. LAB=03 is the one whose folder starts with 03, its
# core; LAB=08/hopper is the expert file hopper.cu in folder 08, whose id is the folder's name and
# its own (common/lab/lab_files.h). Included by the Makefile.
TREES   := $(if $(wildcard solutions/[0-9]*),solutions,labs)
CORES   := $(call plain,$(notdir $(wildcard $(TREES)/[0-9]*)))
LISTED  := $(call plain,$(shell sed -n 's/^ *LAB(\([0-9a-z_]*\), EXPERT).*/\1/p' \
               common/lab/steps.h))

# of a lab: its folder, its file below labs/ and solutions/, and what LAB= calls it at its shortest
core_of  = $(firstword $(foreach core,$(CORES),$(if $(filter $(core) $(core)_%,$(1)),$(core))))
number   = $(firstword $(subst _, ,$(1)))
stem_of  = $(or $(patsubst $(core_of)_%,%,$(filter $(core_of)_%,$(1))),$(subst $(number)_,,$(1)))
file_of  = $(core_of)/$(stem_of).cu
called   = $(number)$(if $(filter $(CORES),$(1)),,/$(stem_of))

EXPERTS := $(foreach lab,$(LISTED),$(if $(wildcard $(TREES)/$(call file_of,$(lab))),$(lab)))
LABS    := $(strip $(foreach core,$(CORES),$(core) $(filter $(core)_%,$(EXPERTS))))
SOLVED  := $(if $(filter solutions,$(TREES)),$(LABS))
CALLED  := $(strip $(CORES) $(foreach lab,$(EXPERTS),$(call called,$(lab))))

# $(call named,TEXT): the labs that LAB=TEXT means
named    = $(or $(named_core),$(filter $(1),$(EXPERTS)),$(named_expert))
named_core   = $(filter $(1) $(1)_% 0$(1)_%,$(CORES))
named_expert = $(strip $(foreach core,$(call named_core,$(patsubst %/,%,$(dir $(1)))),\
                   $(filter $(core)_$(notdir $(1)),$(EXPERTS))))
CHOSEN  := $(call named,$(LAB))
SEVERAL  = $(or $(word 2,$(LAB)),$(findstring %,$(LAB)))
UNKNOWN  = $(if $(LAB),There is no lab '$(LAB)',Say which lab, like LAB=01): there are $(CALLED)
NEED_LAB = $(if $(SEVERAL),$(error LAB=$(LAB): say one lab, like LAB=01: there are $(CALLED)),\
               $(if $(CHOSEN),,$(error $(UNKNOWN))))
