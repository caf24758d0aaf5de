# The grader: the judge (C, Jansson), a runner for each backend, and the variables that tell the judge how to compile.
# grading/options.c lists what the judge reads. Included by the Makefile after common/emulator/emulator.mk; uses ROOT (or the
# current folder), CFLAGS, GPU_CXX, NVCC, ARCH, COMMON from there.
JUDGE_CFLAGS ?= -std=c11 -O2 -g -D_GNU_SOURCE -Wall -Wextra -Werror -Icommon -Igrading
JUDGE_PARTS   = ask build catalogue check files find grade measure options report report_html rubric sandbox scan score symbols
JUDGE_OBJECTS = $(JUDGE_PARTS:%=build/grading/%.o)
RUNNER_NEEDS  = grading/runner.cu grading/protocol.h $(wildcard common/*.h)

build/grading/%.o: grading/%.c $(wildcard grading/*.h common/*.h)
	@mkdir -p $(@D)
	@$(CC) $(JUDGE_CFLAGS) -c $< -o $@
build/grading/judge: build/grading/judge.o $(JUDGE_OBJECTS)
	@$(CC) $(LDFLAGS) $^ -o $@ -ljansson -lm

# GPU: what compiles a student's file ($$SOURCE to $$OBJECT with $$FLAGS) and links it ($$OBJECT and $$RUNNER to $$PROGRAM).
build/grading/runner.gpu.o: $(RUNNER_NEEDS)
	@mkdir -p $(@D)
	@$(GPU_CXX) -Igrading -c $< -o $@
build/grading/runner.library.o: $(RUNNER_NEEDS)
	@mkdir -p $(@D)
	@$(GPU_CXX) -Igrading -DRUNNER_LIBRARY -c $< -o $@

CUDA_ROOT = $(patsubst %/bin/nvcc,%,$(realpath $(NVCC)))
export GRADE_ROOT         = $(CURDIR)
export GRADE_GPU_COMPILE  = $(if $(NVCC),$(NVCC) -O3 -std=c++17 -arch=$(ARCH) -lineinfo -I$(CURDIR)/common $$FLAGS -c $$SOURCE -o $$OBJECT)
export GRADE_GPU_LINK     = $(if $(NVCC),$(NVCC) -arch=$(ARCH) $$OBJECT $$RUNNER -o $$PROGRAM $$LIBRARIES)
export GRADE_GPU_RUNNER   = $(CURDIR)/build/grading/runner.gpu.o
export GRADE_GPU_LIBRARY_RUNNER = $(CURDIR)/build/grading/runner.library.o
export GRADE_GPU_VISIBLE  = $(CUDA_ROOT):$(CURDIR)/build/grading
export GRADE_RUN_VISIBLE  = $(CUDA_ROOT)
