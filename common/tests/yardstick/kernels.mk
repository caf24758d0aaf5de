# The yardstick and bug programs in the emulator: `make -f common/tests/yardstick/kernels.mk` from
# the root. build/emulator/bin/yardstick_NAME, build/emulator/bin/bugs_NAME, and what checks them.
.DEFAULT_GOAL := all
include common/emulator/emulator.mk

YARDSTICKS := ladder global shared control atomics patterns special typical traffic
BUGS       := bounds races barriers memory clean idioms shared_arrays accumulators blocks orders inputs \
              locals streams branches waits
YARD_BUILD := build/tests/yardstick

$(foreach p,$(YARDSTICKS),$(eval $(call emulated,yardstick_$(p),common/tests/yardstick/$(p).cu)))
$(foreach p,$(BUGS),$(eval $(call emulated,bugs_$(p),common/tests/bugs/$(p).cu)))

$(YARD_BUILD)/%: common/tests/yardstick/%.c $(wildcard common/tests/yardstick/*.h)
	@mkdir -p $(@D)
	@$(CC) -std=c11 -O2 -g -Wall -Wextra -Werror $< -o $@ -ljansson -lm
$(YARD_BUILD)/%: common/tests/bugs/%.c $(wildcard common/tests/yardstick/*.h)
	@mkdir -p $(@D)
	@$(CC) -std=c11 -O2 -g -Wall -Wextra -Werror $< -o $@ -ljansson -lm

.PHONY: all yardsticks bugs
yardsticks: $(YARDSTICKS:%=$(EMU_BUILD)/bin/yardstick_%) $(YARD_BUILD)/compare
bugs: $(BUGS:%=$(EMU_BUILD)/bin/bugs_%) $(YARD_BUILD)/check_bugs
all: yardsticks bugs
