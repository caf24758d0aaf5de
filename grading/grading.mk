# The grader: the judge (C, Jansson), a runner for each backend, and the variables that tell the judge how to compile.
# grading/judge/options.c lists what the judge reads. Included by the Makefile after common/emulator/emulator.mk.

# This folder has any name: quotes, dollars and blanks in it must not reach the shell.
QUOTED = '$(subst ','\'',$(1))'

JUDGE_CFLAGS  = -std=c11 -O2 -g -D_GNU_SOURCE -Wall -Wextra -Werror -Icommon -Igrading -Ibuild/grading
JUDGE_SOURCES = $(filter-out %/judge.c,$(wildcard $(addprefix grading/,$(addsuffix /*.c,base sandbox inspect intake judge report))))
JUDGE_OBJECTS = $(JUDGE_SOURCES:grading/%.c=build/grading/obj/%.o)
RUNNER_NEEDS  = grading/sandbox/runner.cu grading/sandbox/protocol.h $(COMMON)

build/grading/obj/%.o: grading/%.c
	@mkdir -p $(@D)
	@$(CC) $(JUDGE_CFLAGS) -MMD -MP -c $< -o $@
-include $(JUDGE_OBJECTS:.o=.d) build/grading/obj/judge/judge.d
# The pages hold their style and script: as texts, a line of the file a line of the text.
build/grading/assets.h: grading/report/report.css grading/report/report.js
	@mkdir -p $(@D)
	@for file in $^; do \
	    echo "static const char $$(basename "$$file" | tr . _)[] ="; sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' "$$file"; echo ";"; \
	done >$@
build/grading/obj/report/html.o: build/grading/assets.h
# Names that a lab may not redefine, sorted: CUDA's, and the compiler's own, as far as our headers use them.
build/grading/reserved.h: $(wildcard common/*.h common/lab/*.h common/lab/*/*.h common/emulator/include/*.h) grading/grading.mk
	@mkdir -p $(@D)
	@{ echo "static const char *const reserved_names[] = {"; grep -ohE '\b(cuda[A-Z]|__)[A-Za-z0-9_]+' $(filter %.h,$^) | LC_ALL=C sort -u | sed 's/.*/"&",/'; echo "};"; } >$@
build/grading/obj/inspect/scan.o: build/grading/reserved.h
build/grading/judge: build/grading/obj/judge/judge.o $(JUDGE_OBJECTS)
	@$(CC) $(LDFLAGS) $^ -o $@ -ljansson -lm

# ---- how a student's file becomes a program: $SOURCE to $OBJECT with $FLAGS, and what the preprocessor made of it to $OBJECT.i; $OBJECT, $RUNNER and $LIBRARIES to $PROGRAM
export GRADE_ROOT := $(CURDIR)
# Where a compiler that is not the system's has its parts (a module's, Conda's): the folder around its bin. Not one that we, or all that
# this user has, lie in.
EMU_HOME := $(shell at=$$(command -v $(firstword $(EMU_CXX))); at=$${at%/bin/*}; \
    case $$at in (/usr|/usr/*|[!/]*|'') ;; (*) case $$HOME/:$$PWD/ in ("$$at"/*|*:"$$at"/*) ;; (*) echo "$$at";; esac;; esac)

# In the emulator. The runner is compiled without instrumentation: only the student's accesses are counted.
EMU_TRANSLATE = CXX="$(EMU_CXX)" EMU_INCLUDE=$(call QUOTED,$(CURDIR)/$(EMU)/include) $(call QUOTED,$(CURDIR)/$(EMU_FRONTEND)) $(EMU_DEFINES) -DLAB_EMULATOR \
                -I$(call QUOTED,$(CURDIR)/common)
export GRADE_EMU_COMPILE = $(EMU_TRANSLATE) $$FLAGS --preprocessed $$OBJECT.i -o $$OBJECT.ii $$SOURCE && $(EMU_CXX) -std=c++17 $(EMU_INSTRUMENT) -c $$OBJECT.ii -o $$OBJECT
# --wrap: the runner hears of every exit.
export GRADE_EMU_LINK    = $(EMU_CXX) $$OBJECT "$$RUNNER" $(call QUOTED,$(CURDIR)/$(EMU_LIBRARY)) $(EMU_LINK) -Wl,--wrap=exit -o $$PROGRAM
export GRADE_EMU_RUNNER  = $(CURDIR)/build/grading/runner.emulator.o
# What compilers see of this folder: headers and their own parts. Beside these, build/ holds what the solutions were made into.
HEADERS   = $(subst $() common/,:$(CURDIR)/common/, $(wildcard common/*.h) common/lab $(EMU)/include)
export GRADE_EMU_VISIBLE = $(EMU_HOME)$(HEADERS):$(CURDIR)/$(EMU_FRONTEND):$(CURDIR)/$(EMU_LIBRARY):$(GRADE_EMU_RUNNER)

build/grading/runner.emulator.o: $(RUNNER_NEEDS) $(EMU_FRONTEND) $(EMU_HEADERS)
	@mkdir -p $(@D)
	@$(EMU_TRANSLATE) -Igrading -o $@.ii $<
	@$(EMU_CXX) -std=c++17 -O2 -g -c $@.ii -o $@

# On a GPU. The reference solution's runner has cuBLAS, a student's has not.
CUDA_ROOT = $(patsubst %/bin/nvcc,%,$(realpath $(NVCC)))
# nvcc preprocesses once for the host and once for the device; both are kept.
export GRADE_GPU_COMPILE = $(if $(NVCC),rm -rf kept && mkdir kept && \
    $(NVCC) -O3 -std=c++17 -arch=$(ARCH) -lineinfo -w -I$(call QUOTED,$(CURDIR)/common) $$FLAGS --keep --keep-dir kept -c $$SOURCE -o $$OBJECT && \
    cat kept/*.ii >$$OBJECT.i && rm -r kept)
export GRADE_GPU_LINK    = $(if $(NVCC),$(NVCC) -arch=$(ARCH) $$OBJECT "$$RUNNER" -o $$PROGRAM -Xlinker --wrap=exit -Xlinker -rpath=$(CUDA_ROOT)/lib64 $$LIBRARIES)
export GRADE_GPU_RUNNER  = $(CURDIR)/build/grading/runner.gpu.o
export GRADE_GPU_LIBRARY_RUNNER = $(CURDIR)/build/grading/runner.library.o
export GRADE_GPU_VISIBLE = $(EMU_HOME)$(HEADERS):$(CUDA_ROOT):$(GRADE_GPU_RUNNER):$(GRADE_GPU_LIBRARY_RUNNER)
export GRADE_RUN_VISIBLE = $(EMU_HOME):$(CUDA_ROOT)

build/grading/runner.gpu.o: $(RUNNER_NEEDS)
	@mkdir -p $(@D)
	@$(GPU_CXX) -Igrading -c $< -o $@
build/grading/runner.library.o: $(RUNNER_NEEDS)
	@mkdir -p $(@D)
	@$(GPU_CXX) -Igrading -DRUNNER_LIBRARY -c $< -o $@

# ---- grading: a GPU's needs the emulator, too, for the counters
GRADE_NEEDS = build/grading/judge build/grading/runner.emulator.o $(EMU_LIBRARY) \
              $(if $(filter gpu,$(BACKEND)),build/grading/runner.gpu.o build/grading/runner.library.o)
# All else that it is told is in the environment (options.c).
JUDGE       = BACKEND=$(BACKEND) build/grading/judge

.PHONY: regrade replay report
grade: $(GRADE_NEEDS) ## grade what changed: [TREE=labs|solutions] [LAB=01] [SUBMISSIONS=dir] [BACKEND=gpu|emulator] [RUNNER=local|slurm] [JOBS=n] [GPUS=0,1] [OUT=build/grade] [SEED=n] [FRESH=1] [QUIET=1] [ANSWERS=file.csv] [ADJUST=file.csv] [COURSE=…] [LEADERBOARD=1] [FEEDBACK=1]
	@$(if $(filter SUBMISSIONS,$(HERE)),$(if $(strip $(SUBMISSIONS)),,$(error SUBMISSIONS= is empty: give a folder, or leave it out)))$(JUDGE)
regrade: $(GRADE_NEEDS) ## grade again, whatever is kept: [STUDENT=id] [LAB=03] [OUT=build/grade]; the rest as in the last run
	@REGRADE=1 $(JUDGE)
report: build/grading/judge ## join several runs into one gradebook and page: OUTS="week1 week2" [OUT=build/report] [COURSE=…]
	@REPORT=1 build/grading/judge
replay: $(GRADE_NEEDS) ## repeat one grading with its recorded seed, and show every case: STUDENT=id LAB=03 [OUT=build/grade]
	@REPLAY=1 $(JUDGE)

# ---- the grader's own tests; the last line is "N passed, N failed"
build/grading/tests/fake_runner: grading/tests/fake_runner.c $(wildcard grading/*/*.h) $(COMMON)
	@mkdir -p $(@D)
	@$(CC) $(JUDGE_CFLAGS) $< -o $@ -lm
build/grading/tests/driver: $(patsubst %,grading/tests/%.c,driver hand_in hand_back attacks texts naming costs submissions reports processes resume class gemv sweeps untried gpus many) $(JUDGE_OBJECTS) \
                            $(wildcard grading/tests/*.h grading/tests/*/*.h grading/*/*.h) $(COMMON)
	@mkdir -p $(@D)
	@$(CC) $(JUDGE_CFLAGS) -Igrading/tests $(filter %.c %.o,$^) -o $@ -ljansson -lm

# Its parts: texts, reports, processes, resume, class; gemv, the mutants of labs 02 to 05, takes minutes and is a suite of its own; gpus: make test-gpus BACKEND=gpu.
# On a GPU only the class is graded again: the others know no backend.
PARTS ?= $(if $(filter gpu,$(BACKEND)),,texts costs reports hand_back processes resume fake_gpus few_sweeps untried) attacks class
.PHONY: grader-programs test-grader test-mutants test-sweeps test-gpus test-class
test-mutants: PARTS = gemv
test-sweeps: PARTS = sweeps
test-gpus: PARTS = gpus
test-class: PARTS = many
grader-programs: build/grading/tests/driver build/grading/tests/fake_runner $(GRADE_NEEDS)
test-grader test-mutants test-sweeps test-gpus test-class: grader-programs
	@BACKEND=$(BACKEND) build/grading/tests/driver $(PARTS)

# The judge and its workers under valgrind, on the solution: nothing may be found.
.PHONY: valgrind-grader
valgrind-grader: $(GRADE_NEEDS)
	@TREE=solutions LAB=1 BACKEND=emulator QUIET=1 OUT=build/grading/valgrind valgrind -q --leak-check=full --show-leak-kinds=all \
	    --errors-for-leak-kinds=all --error-exitcode=9 build/grading/judge

# ---- what students get: no solutions, no grader, but what the solutions reached in the emulator
.PHONY: student-kit
build/recorded/%.counters.txt: build/emulator/solutions/%/all.run
	@mkdir -p $(@D)
	@$< $* --who solution >$@.new && mv $@.new $@
student-kit: $(LABS:%=build/recorded/%.counters.txt) ## build/student-kit.tar.gz: labs, common and pages without solutions and grader
	@grading/handout/student_kit.sh $(LABS)
