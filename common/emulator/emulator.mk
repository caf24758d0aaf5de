# The emulator's parts and how a .cu file becomes a program that runs in it. Included by the root's
# Makefile.
#
#   build/emulator/compile           .cu -> object, by clang and the recording (compiler/)
#   build/emulator/libemulator.a     everything else, not instrumented
#   $(call emulated,NAME,FILE.cu)    rules for build/emulator/bin/NAME from any FILE.cu
#
# EMU_DEFINES: -D and -I options for the .cu files. LLVM_CONFIG: of the LLVM whose clang compiles
# them, 14 to 19. EMU_CC: for the emulator itself.

EMU        := common/emulator
EMU_BUILD  := build/emulator
EMU_CC     ?= gcc
EMU_WARN   ?= -Wall -Wextra -Wno-unused-parameter -Werror
EMU_DEFINES ?=
SANITIZE   ?=

# The first LLVM of which both the C headers and clang are here.
LLVM_CONFIG ?= $(firstword $(foreach config,$(shell command -v llvm-config llvm-config-19 \
                   llvm-config-18 llvm-config-17 llvm-config-16 llvm-config-15 llvm-config-14), \
                   $(if $(wildcard $(dir $(realpath $(config)))clang),$(config))))
LLVM_CONFIG := $(LLVM_CONFIG)
EMU_CLANG   := $(if $(LLVM_CONFIG),$(dir $(realpath $(LLVM_CONFIG))))clang
EMU_CXX     := $(EMU_CLANG)++

EMU_COMPILE  := $(EMU_BUILD)/compile
EMU_LIBRARY  := $(EMU_BUILD)/libemulator.a
EMU_HEADERS  := $(wildcard $(EMU)/*.h $(EMU)/include/*.h $(EMU)/include/*/*)
EMU_SOURCES  := $(filter-out $(EMU)/compiler/% $(EMU)/include/%,\
                    $(wildcard $(EMU)/*.c $(EMU)/*/*.c))

# SANITIZE=address,undefined: our own code, not a lab's.
EMU_CHECKED    := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize=bounds \
                      -fno-sanitize-recover=undefined -Wno-error)
# -u: the report at exit registers itself; nothing else asks for it. -no-pie: an event has 32 bits
# for its place. The compiler's own libraries, where they are archives: the linker reads a shared
# one whole, which doubles its time.
EMU_ARCHIVES   := $(if $(wildcard /usr/lib/gcc/*/*/libstdc++.a),-static-libstdc++ -static-libgcc)
# muldefs: the sanitizer's library has what hooks.c takes from clang, too.
EMU_LINK       := -no-pie -pthread -lm -Wl,-u,emu_write_report $(EMU_ARCHIVES) $(EMU_CHECKED) \
                  $(if $(SANITIZE),-z muldefs)

$(EMU_BUILD)/inline.bc: $(EMU)/compiler/inline.c $(wildcard $(EMU)/*.h $(EMU)/*/*.h)
	@mkdir -p $(@D)
	@$(EMU_CLANG) -std=gnu11 -O2 -fno-pic -I$(EMU) -emit-llvm -c $< -o $@

$(EMU_COMPILE): $(filter-out %/inline.c,$(wildcard $(EMU)/compiler/*.[ch] $(EMU)/compiler/*/*.c)) \
                $(EMU_BUILD)/inline.bc \
                $(EMU)/program/device_image.h $(EMU)/lanes/events.h
	@$(EMU_CC) -std=c11 -D_GNU_SOURCE -O2 $(EMU_WARN) -I$(EMU) \
	    -isystem $$($(LLVM_CONFIG) --includedir) -DINLINE_CODE='"$(EMU_BUILD)/inline.bc"' \
	    -DEMU_INCLUDE_DIR='"$(EMU)/include"' -DEMU_CLANG='"$(EMU_CXX)"' \
	    -DEMU_CLANG_HEADERS="\"$$($(EMU_CLANG) -print-resource-dir)/include\"" \
	    $(filter %.c,$^) -o $@ $$($(LLVM_CONFIG) --ldflags --libs) -lstdc++

# What every .cu file begins with, read once (clang.c).
EMU_READ     := $(EMU_BUILD)/headers.folder
$(EMU_READ): $(EMU_COMPILE) $(EMU_HEADERS)
	@[ -e $(EMU_BUILD)/headers.cu ] || : >$(EMU_BUILD)/headers.cu # another make may read it
	@$(EMU_COMPILE) -MD -MP -MF $@.d -MT $@ --headers $(EMU_BUILD) $(EMU_BUILD)/headers.cu
-include $(wildcard $(EMU_READ).d)

EMU_OBJECTS := $(patsubst $(EMU)/%,$(EMU_BUILD)/lib/%.o,$(basename $(EMU_SOURCES)))

$(EMU_BUILD)/lib/%.o: $(EMU)/%.c
	@mkdir -p $(@D)
	@$(EMU_CC) -std=gnu11 -D_GNU_SOURCE -O2 -fno-pie -g $(EMU_WARN) $(EMU_CHECKED) -I$(EMU) -MMD -MP -c $< -o $@

-include $(EMU_OBJECTS:.o=.d)

# One object, in which names that no program calls are its own; vast.c comes only if asked for.
EMU_ALL := $(EMU_BUILD)/lib/all.o
$(EMU_LIBRARY): $(EMU_OBJECTS)
	@rm -f $@
	@$(LD) -r $(filter-out %/vast.o,$^) -o $(EMU_ALL)
	@objcopy -w -G 'emu_*' -G 'cuda*' -G 'cublas*' -G '__*' $(EMU_ALL)
	@$(AR) rcs $@ $(EMU_ALL) $(filter %/vast.o,$^)

# What a .cu file's object needs, and how it is made: $(call emu_object,OPTIONS,FILE.cu,FILE.o).
EMU_NEEDS  = $(EMU_COMPILE) $(EMU_READ)
emu_object = $(EMU_COMPILE) $(1) -o $(3) $(2)

# All that takes part, for the grader's sandbox.
EMU_PARTS  = $(EMU_NEEDS) $(EMU_LIBRARY) \
             $(addprefix $(EMU_BUILD)/headers.,cu device.pch host.pch)

# For cuda-emulate, which has no make of its own: what it links with.
.PHONY: settings
settings: $(EMU_NEEDS) $(EMU_LIBRARY)
	@printf '%s\n' "$(EMU_CXX)" "$(EMU_LINK)"

# $(call emulated,NAME,FILE.cu)
define emulated
$(EMU_BUILD)/bin/$(1): $(2) $$(EMU_NEEDS) $$(EMU_LIBRARY) $$(EMU_HEADERS)
	@mkdir -p $$(@D)
	@$$(call emu_object,$$(EMU_DEFINES) -MMD -MP -MF $$@.d -MT $$@,$(2),$$@.o)
	@$$(EMU_CXX) $$@.o $$(EMU_LIBRARY) $$(EMU_LINK) -o $$@
-include $(EMU_BUILD)/bin/$(1).d
endef
