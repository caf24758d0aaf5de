# Which labs there are, and which one LAB= means: asked of common/labs/list.c. LAB=03 is the core of
# that number, LAB=08/hopper the expert file hopper.cu beside the core 08. Included by the Makefile.
ROWS    := $(shell common/tools/lookup/labs.sh files)
comma   := ,
# of row LAB|track|file below labs/ and solutions/|called|before|names: $(call field,NUMBER,LAB)
field    = $(word $(1),$(subst |, ,$(filter $(2)|%,$(ROWS))))
file_of  = $(call field,3,$(1))
LABS    := $(foreach row,$(ROWS),$(firstword $(subst |, ,$(row))))
EXPERTS := $(foreach lab,$(LABS),$(if $(filter expert,$(call field,2,$(lab))),$(lab)))
CORES   := $(filter-out $(EXPERTS),$(LABS))
SOLVED  := $(if $(wildcard solutions/[0-9]*),$(LABS))
CALLED  := $(CORES) $(foreach lab,$(EXPERTS),$(call field,4,$(lab)))

# $(call named,TEXT): the lab that LAB=TEXT means
named    = $(strip $(foreach lab,$(LABS),\
               $(if $(filter $(1),$(subst $(comma), ,$(call field,6,$(lab)))),$(lab))))
CHOSEN  := $(call named,$(LAB))
SEVERAL  = $(or $(word 2,$(LAB)),$(findstring %,$(LAB)))
UNKNOWN  = $(if $(LAB),There is no lab '$(LAB)',Say which lab, like LAB=01): there are $(CALLED)
NEED_LAB = $(if $(SEVERAL),$(error LAB=$(LAB): say one lab, like LAB=01: there are $(CALLED)),\
               $(if $(CHOSEN),,$(error $(UNKNOWN))))

# LAB=01,08/hopper: those, in order, for what takes several; none without LAB
items    = $(subst $(comma), ,$(LAB))
strange  = $(foreach item,$(items),$(if $(findstring %,$(item)),$(item), \
               $(if $(call named,$(item)),,$(item))))
ASKED    = $(filter $(foreach item,$(items),$(call named,$(item))),$(LABS))
NEED_ASKED = $(if $(strip $(strange)),$(error LAB=$(LAB): there is no lab '$(firstword $(strange))'; \
               say some, like LAB=01$(comma)02, of: $(CALLED)))
