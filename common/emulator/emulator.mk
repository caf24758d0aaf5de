# The emulator's parts and how a .cu file becomes a program that runs in it. Included by the root's
# Makefile.
#
#   build/emulator/frontend          .cu -> C++ (preprocesses, too)
#   build/emulator/libemulator.a     everything else, not instrumented
#   $(call emulated,NAME,FILE.cu)    rules for build/emulator/bin/NAME from any FILE.cu
#
# EMU_DEFINES: -D and -I options for the .cu files. EMU_CXX: g++ 11 or later.

EMU        := common/emulator
EMU_BUILD  := build/emulator
EMU_CXX    ?= g++
EMU_CC     ?= gcc
EMU_WARN   ?= -Wall -Wextra -Werror
EMU_DEFINES ?=
SANITIZE   ?=

EMU_FRONTEND := $(EMU_BUILD)/frontend
EMU_LIBRARY  := $(EMU_BUILD)/libemulator.a
EMU_HEADERS  := $(wildcard $(EMU)/*.h $(EMU)/include/*.h $(EMU)/include/*/*)
EMU_SOURCES  := $(filter-out $(EMU)/frontend/% $(EMU)/include/%,\
                    $(wildcard $(EMU)/*.c $(EMU)/*/*.[cS]))

# SANITIZE=address,undefined: our own code, not a lab's, whose hooks are below (bounds is one).
EMU_CHECKED    := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize=bounds \
                      -fno-sanitize-recover=undefined -Wno-error)
# bounds: for local arrays (bounds.c). -O1: -O2 duplicates blocks. -fno-tree-sra: a float4 stays one
# access. -fwrapv: an int that overflows wraps, as in a GPU's registers, instead of being widened.
# The hooks of these options are the emulator's own: the link has no -fsanitize, so that the
# compiler's runtime stays out. -no-pie: addresses are found in the symbol table.
EMU_INSTRUMENT := -O1 -fno-tree-sra -fno-elide-constructors -fwrapv -fsanitize=thread,bounds \
    --param tsan-distinguish-volatile=1 -fsanitize-coverage=trace-pc -gdwarf-4
# -u: the report at exit registers itself; nothing else asks for it. The compiler's own libraries,
# where it has them as archives: the linker reads a shared one whole, which doubles its time.
EMU_ARCHIVES   := $(if $(filter /%,$(shell $(firstword $(EMU_CXX)) -print-file-name=libstdc++.a)), \
                      -static-libstdc++ -static-libgcc)
EMU_LINK       := -no-pie -pthread -lm -Wl,-u,emu_write_report $(EMU_ARCHIVES) $(EMU_CHECKED)

$(EMU_FRONTEND): $(wildcard $(EMU)/frontend/*.[ch])
	@mkdir -p $(@D)
	@$(EMU_CC) -std=c11 -D_GNU_SOURCE -O2 $(EMU_WARN) -DEMU_INCLUDE_DIR='"$(EMU)/include"' \
	    $(filter %.c,$^) -o $@

EMU_OBJECTS := $(patsubst $(EMU)/%,$(EMU_BUILD)/lib/%.o,$(basename $(EMU_SOURCES)))

$(EMU_BUILD)/lib/%.o: $(EMU)/%.c
	@mkdir -p $(@D)
	@$(EMU_CC) -std=gnu11 -O2 -fno-pie -g $(EMU_WARN) $(EMU_CHECKED) -I$(EMU) -MMD -MP -c $< -o $@

$(EMU_BUILD)/lib/%.o: $(EMU)/%.S
	@mkdir -p $(@D)
	@$(EMU_CC) -c $< -o $@

-include $(EMU_OBJECTS:.o=.d)

$(EMU_LIBRARY): $(EMU_OBJECTS)
	@rm -f $@
	@$(AR) rcs $@ $^

# For cuda-emulate, which has no make of its own: what it compiles with.
.PHONY: settings
settings: $(EMU_FRONTEND) $(EMU_LIBRARY)
	@printf '%s\n' "$(EMU_CXX)" "$(EMU_INSTRUMENT)" "$(EMU_LINK)"

# $(call emulated,NAME,FILE.cu)
define emulated
$(EMU_BUILD)/bin/$(1): $(2) $(EMU)/emulator.mk $$(EMU_FRONTEND) $$(EMU_LIBRARY) $$(EMU_HEADERS)
	@mkdir -p $$(@D)
	@CXX="$$(EMU_CXX)" $$(EMU_FRONTEND) $$(EMU_DEFINES) -MMD -MP -MF $$@.d -MT $$@ -o $$@.ii $(2)
	@$$(EMU_CXX) -std=c++17 $$(EMU_INSTRUMENT) -c $$@.ii -o $$@.o
	@$$(EMU_CXX) $$@.o $$(EMU_LIBRARY) $$(EMU_LINK) -o $$@
-include $(EMU_BUILD)/bin/$(1).d
endef
