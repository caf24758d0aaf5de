# The grader: the judge (C, Jansson), a runner for each backend, and the variables that tell the
# judge how to compile. Included by the Makefile.

JUDGE_CFLAGS  = $(CFLAGS) -Igrading -Ibuild/grading $(DEPENDS)
JUDGE_LIBS    = -ljansson -lyaml -lnettle -lseccomp -lm
JUDGE_FOLDERS = base names sandbox context intake inspect results report judge
JUDGE_SOURCES = $(filter-out %/judge.c,$(wildcard $(JUDGE_FOLDERS:%=grading/%/*.c)))
JUDGE_OBJECTS = $(JUDGE_SOURCES:grading/%.c=build/grading/obj/%.o) $(tables)

build/grading/obj/%.o: grading/%.c
	@mkdir -p $(@D) && $(CC) $(JUDGE_CFLAGS) -c $< -o $@
-include $(wildcard build/grading/*.d build/grading/tests/*.d build/grading/obj/*/*.d)
# What labs 07 to 09 include besides lab.h.
PROVIDED = $(addprefix common/,gemm hopper binary)
# Names that a lab may not redefine, sorted: CUDA's, and the compiler's own, as far as our headers
# use them.
build/grading/reserved.h: $(wildcard common/lab.h $(PROVIDED:%=%/*.h) common/lab/*.h \
                                     common/lab/*/*.h common/engine/*.h) \
                          $(wildcard $(EMU)/include/*.h) grading/grading.mk
	@mkdir -p $(@D)
	@{ echo "static const char *const reserved_names[] = {"; \
	   grep -ohE '\b(cuda[A-Z]|__)[A-Za-z0-9_]+' $(filter %.h,$^) | LC_ALL=C sort -u | \
	       sed 's/.*/"&",/'; \
	   echo "};"; } >$@
build/grading/obj/inspect/scan.o: build/grading/reserved.h
# Names that a lab may not define, sorted, behind how each is taken (object_symbols.c). No variable
# may have one that the emulator or the runner define, or they or a library call: the linker takes an
# archive's part only for names that are still missing, so a variable with the name of a check would
# stand in its place. And the C++ library's own; char_traits is a function there and in its headers.
CXX_LIBRARIES = $(foreach name,libstdc++.so libm.so.6 libgcc_s.so.1,$\
    $(shell $(EMU_CXX) -print-file-name=$(name))) $(wildcard $(CUDA_ROOT)/lib64/libcudart_static.a)
build/grading/taken.h: $(EMU_LIBRARY) build/grading/runner.emulator.o grading/grading.mk
	@{ echo "static const char *const taken_names[] = {"; \
	   { { nm -gP $(filter %.a %.o,$^); nm -guP $(filter %.a,$(CXX_LIBRARIES)); \
	     nm -DuP $(filter-out %.a,$(CXX_LIBRARIES)); } 2>&1 | \
	       sed -nE '/^(launch|prepare)_/d; s/^([A-Za-z]\w*)(@\S*)? .*/c\1/p'; \
	   nm -DP --defined-only $(filter-out %.a,$(CXX_LIBRARIES)) | \
	       sed -nE -e '/char_traits/d; s/^(_Z\w+)(@\S*)? [Ti] .*/T\1/p' \
	               -e 's/^(_Z\w+)(@\S*)? .*/W\1/p'; \
	   } | LC_ALL=C sort -u -k 1.2 | sed 's/.*/"&",/'; echo "};"; } >$@
build/grading/obj/inspect/object_symbols.o: build/grading/taken.h
build/grading/judge: build/grading/obj/judge/judge.o $(JUDGE_OBJECTS)
	@$(CC) $(LDFLAGS) $(EMU_CHECKED) $^ -o $@ $(JUDGE_LIBS)

# ---- how a student's file becomes a program, for EMU and GPU. PREPROCESS: $SOURCE to $OBJECT.i,
# to be read before it is compiled; COMPILE: to $OBJECT with $FLAGS, its symbols to $OBJECT.names;
# LINK: $OBJECT, $RUNNER and $LIBRARIES to $PROGRAM; RUNNER: the runner's object file; VISIBLE: what
# those read besides the system's, with colons between. $ROOT: this folder, or what the judge has
# copied of it; it has any name
export GRADE_ROOT := $(CURDIR)
# Where a compiler that is not the system's has its parts (a module's, Conda's): the folder around
# its bin. Not one that we, or all that this user has, lie in.
EMU_HOME := $(shell at=$$(command -v $(firstword $(EMU_CXX))); at=$${at%/bin/*}; \
    case $$at in (/usr|/usr/*|[!/]*|'') ;; \
    (*) case $$HOME/:$$PWD/ in ("$$at"/*|*:"$$at"/*) ;; (*) echo "$$at";; esac;; esac)

NAMES = nm -gP $$OBJECT >$$OBJECT.names
# In the emulator. The runner is compiled without instrumentation: only a student's accesses count.
EMU_TRANSLATE = EMU_INCLUDE="$$ROOT/$(EMU)/include" "$$ROOT/$(EMU_COMPILE)" \
                $(EMU_DEFINES) -DLAB_EMULATOR -I"$$ROOT/common" $$FLAGS
export GRADE_EMU_PREPROCESS = $(EMU_TRANSLATE) --preprocessed $$OBJECT.i $$SOURCE
export GRADE_EMU_COMPILE = $(EMU_TRANSLATE) -w -o $$OBJECT $$SOURCE && $(NAMES)
# --wrap: the runner hears of every exit.
export GRADE_EMU_LINK    = $(EMU_CXX) $$OBJECT "$$RUNNER" "$$ROOT/$(EMU_LIBRARY)" \
    $(EMU_LINK) -Wl,--wrap=exit -o $$PROGRAM
export GRADE_EMU_RUNNER  = $(CURDIR)/build/grading/runner.emulator.o
# What compilers see of this folder: headers and their own parts. Beside these, build/ holds what
# the solutions were made into.
HEADERS   = $(subst $() common/,:$(CURDIR)/common/, common/lab.h $(PROVIDED) common/lab common/labs \
            $(EMU)/include)
export GRADE_EMU_VISIBLE = \
    $(EMU_HOME)$(HEADERS)$(subst $() build/,:$(CURDIR)/build/, $(EMU_PARTS)):$(GRADE_EMU_RUNNER)

# Not by the emulator's compiler, which would watch each of its functions: the runner makes inputs.
build/grading/runner.emulator.o: grading/sandbox/runner.cu
	@mkdir -p $(@D)
	@$(EMU_HOST) $(EMU_DEFINES) -g $(DEPENDS) -c $< -o $@

# On a GPU. The reference solution's runner has cuBLAS, a student's has not.
CUDA_ROOT = $(patsubst %/bin/nvcc,%,$(realpath $(NVCC)))
# nvcc preprocesses once for the host and once for the device; both are kept.
export GRADE_GPU_COMPILE = $(if $(NVCC),rm -rf kept && mkdir kept && \
    $(NVCC) -O3 -std=c++17 -arch=$(ARCH) -lineinfo -w -I"$$ROOT/common" $$FLAGS \
        --keep --keep-dir kept -c $$SOURCE -o $$OBJECT && $(NAMES); status=$$?; \
    cat kept/*.ii >$$OBJECT.i && rm -r kept && exit $$status)
export GRADE_GPU_LINK    = $(if $(NVCC),$(NVCC) -arch=$(ARCH) $$OBJECT "$$RUNNER" -o $$PROGRAM \
    -Xlinker --wrap=exit -Xlinker -rpath=$(CUDA_ROOT)/lib64 $$LIBRARIES)
export GRADE_GPU_RUNNER  = $(CURDIR)/build/grading/runner.gpu.o
export GRADE_GPU_LIBRARY_RUNNER = $(CURDIR)/build/grading/runner.library.o
export GRADE_GPU_VISIBLE = \
    $(EMU_HOME)$(HEADERS):$(CUDA_ROOT):$(GRADE_GPU_RUNNER):$(GRADE_GPU_LIBRARY_RUNNER)
export GRADE_RUN_VISIBLE = $(EMU_HOME):$(CUDA_ROOT)

build/grading/runner.gpu.o: grading/sandbox/runner.cu
	@mkdir -p $(@D) && $(call compile_gpu,-DLAB_POOL)
build/grading/runner.library.o: grading/sandbox/runner.cu
	@mkdir -p $(@D) && $(call compile_gpu,-DLAB_POOL -DRUNNER_LIBRARY)

# What every stub was. Where there are no solutions, it stays as it was when there were.
build/grading/stubs/%.cu: solutions/%.cu common/tools/authors/stub.awk
	@mkdir -p $(@D) && awk -f common/tools/authors/stub.awk $< >$@

# ---- grading: a GPU's needs the emulator, too, for the counters
GRADE_NEEDS = $(foreach lab,$(SOLVED),build/grading/stubs/$(call file_of,$(lab))) \
    build/grading/judge build/grading/runner.emulator.o $(EMU_NEEDS) $(EMU_LIBRARY) \
    $(if $(filter gpu,$(BACKEND)),build/grading/runner.gpu.o build/grading/runner.library.o)
# All else that it is told is in the environment (options.c).
JUDGE       = BACKEND=$(BACKEND) build/grading/judge

.PHONY: regrade replay report
NO_FOLDER   = $(and $(filter SUBMISSIONS,$(HERE)),$(if $(strip $(SUBMISSIONS)),,1))
grade: first_build $(GRADE_NEEDS) ## grade what changed: a class, or your own files
##     [LAB=01] [SUBMISSIONS=dir] [ROSTER=file.csv] [DEADLINE=2026-11-20T23:59+01:00]
##     [FROM=canvas] [AT=latest|deadline] [LATE=10%] [GRACE=15m] [TREE=labs|solutions] [ANSWERS=file.csv] [RUBRICS=dir]
##     [OUT=build/grade] [BACKEND=gpu|emulator] [GPUS=0,1] [JOBS=n] [RUNNER=local|slurm]
##     [ADJUST=file.csv] [COURSE=…] [FEEDBACK=1]
##     [SEED=n] [FRESH=1] [QUIET=1]
	@$(if $(NO_FOLDER),$(error SUBMISSIONS= is empty: give a folder, or leave it out))$(JUDGE)
regrade: $(GRADE_NEEDS) ## grade again, whatever is kept, as in the last run
##     [STUDENT=id] [LAB=03] [OUT=build/grade]
	@REGRADE=1 $(JUDGE)
report: ## join several runs into one gradebook and page
##     OUTS="week1 week2" [OUT=build/report] [COURSE=…]
	@grading/report/term.sh
replay: $(GRADE_NEEDS) ## repeat one grading with its seed, and show every case
##     STUDENT=id LAB=03 [OUT=build/grade]
	@REPLAY=1 $(JUDGE)

# ---- what students get: no solutions, no grader, but what the solutions reached in the emulator
.PHONY: student-kit classroom gradescope-autograder
student-kit: ## what students get: an archive in build/
##     [LAB=01,02] [HINTS=n] [ANSWERS=0]
	$(NEED_ASKED)
	@MAKE="$(MAKE)" grading/handout/student_kit.sh $(or $(ASKED),$(LABS))
classroom: student-kit ## the content of a template repository for students, in build/classroom
##     [LAB=01,02] [HINTS=n] [ANSWERS=0]
	@grading/handout/classroom.sh $(or $(ASKED),$(LABS))
gradescope-autograder: ## build/gradescope/autograder.zip, ready to upload
##     [LAB=01,02] [RUBRICS=dir]
	$(NEED_ASKED)
	@grading/handout/gradescope.sh $(or $(ASKED),$(LABS))

include grading/tests/tests.mk
