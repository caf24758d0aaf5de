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
EMU_SOURCES  := $(filter-out $(EMU)/frontend/% $(EMU)/compiler/% $(EMU)/include/%,\
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

# The compiler of EMU_COMPILER=clang (compiler/): a program over LLVM's C API, with the clang of the
# same version, and what it puts in line.
LLVM_CONFIG  ?= $(firstword $(shell command -v llvm-config llvm-config-19 llvm-config-18 \
                    llvm-config-17 llvm-config-16 llvm-config-15 llvm-config-14))
EMU_COMPILE  := $(EMU_BUILD)/compile
EMU_CLANG    ?= $(shell $(LLVM_CONFIG) --bindir)/clang

$(EMU_BUILD)/inline.bc: $(EMU)/compiler/inline.c $(wildcard $(EMU)/lanes/*.h $(EMU)/accesses/*.h)
	@mkdir -p $(@D)
	@$(EMU_CLANG) -std=gnu11 -O2 -fno-pic -I$(EMU) -emit-llvm -c $< -o $@

$(EMU_COMPILE): $(filter-out %/inline.c,$(wildcard $(EMU)/compiler/*.[ch])) $(EMU_BUILD)/inline.bc \
                $(EMU)/program/device_image.h $(EMU)/lanes/events.h
	@$(EMU_CC) -std=c11 -D_GNU_SOURCE -O2 $(EMU_WARN) -I$(EMU) \
	    -isystem $$($(LLVM_CONFIG) --includedir) -DINLINE_CODE='"$(EMU_BUILD)/inline.bc"' \
	    -DEMU_INCLUDE_DIR='"$(EMU)/include"' -DEMU_CLANG='"$(EMU_CLANG)++"' \
	    -DEMU_CLANG_HEADERS="\"$$($(EMU_CLANG) -print-resource-dir)/include\"" \
	    $(filter %.c,$^) -o $@ $$($(LLVM_CONFIG) --ldflags --libs) -lstdc++

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

# What compiles kernels: gcc (the front end and g++) or clang (compiler/). How one file becomes an
# object: $(call emu_object,OPTIONS,FILE.cu,FILE.o). Objects of the two do not mix: `make clean`
# between.
EMU_COMPILER ?= gcc
EMU_PROGRAMS := $(EMU_BUILD)/$(if $(filter clang,$(EMU_COMPILER)),clang,bin)
EMU_NEEDS    := $(if $(filter clang,$(EMU_COMPILER)),$(EMU_COMPILE),$(EMU_FRONTEND)) $(EMU)/emulator.mk
emu_object_clang = $(EMU_COMPILE) $(1) -o $(3) $(2)
emu_object_gcc   = CXX="$(EMU_CXX)" $(EMU_FRONTEND) $(1) -o $(3).ii $(2) && \
                   $(EMU_CXX) -std=c++17 -Wall -Wno-sign-compare $(EMU_INSTRUMENT) -c $(3).ii -o $(3)
emu_object       = $(emu_object_$(EMU_COMPILER))

# For cuda-emulate, which has no make of its own: what it compiles with.
.PHONY: settings
settings: $(EMU_FRONTEND) $(EMU_LIBRARY)
	@printf '%s\n' "$(EMU_CXX)" "$(EMU_INSTRUMENT)" "$(EMU_LINK)"

# $(call emulated,NAME,FILE.cu)
define emulated
$(EMU_PROGRAMS)/$(1): $(2) $$(EMU_NEEDS) $$(EMU_LIBRARY) $$(EMU_HEADERS)
	@mkdir -p $$(@D)
	@$$(call emu_object,$$(EMU_DEFINES) -MMD -MP -MF $$@.d -MT $$@,$(2),$$@.o)
	@$$(EMU_CXX) $$@.o $$(EMU_LIBRARY) $$(EMU_LINK) -o $$@
-include $(EMU_PROGRAMS)/$(1).d
endef
