# The grader's own tests; the last line is "N passed, N failed". Included by grading.mk.
build/grading/tests/fake_runner: grading/tests/fake_runner.c
	@mkdir -p $(@D) && $(CC) $(JUDGE_CFLAGS) $< -o $@ -lm
TEST_SOURCES = $(filter-out %/fake_runner.c %/no_namespaces.c,$(wildcard grading/tests/*.c))
TEST_OBJECTS = $(TEST_SOURCES:grading/%.c=build/grading/obj/%.o)
# -O1: what is tested is the judge's own objects
$(TEST_OBJECTS) build/grading/tests/fake_runner: JUDGE_CFLAGS += -Igrading/tests -O1
build/grading/tests/driver: $(TEST_OBJECTS) $(JUDGE_OBJECTS)
	@mkdir -p $(@D) && $(CC) $(EMU_CHECKED) $^ -o $@ $(JUDGE_LIBS)

# Its parts: without a name, the driver's everyday ones; on a GPU only those that know a backend.
# Parts that take minutes are in long suites: whole_class and gemv, the mutants of lab 01 and of labs
# 02 to 09, and what seldom fails; sweeps; gpus; many, a class of 200.
PARTS ?= $(if $(filter gpu,$(BACKEND)),attacks class)
.PHONY: grader-programs test-grader test-mutants test-sweeps test-gpus test-class
test-mutants: PARTS = whole_class gemv more_kills costs readings fake_gpus untried bombs whole_course
test-sweeps: PARTS = sweeps
test-gpus: PARTS = gpus
test-class: PARTS = many
grader-programs: build/grading/tests/driver build/grading/tests/fake_runner $(GRADE_NEEDS)
test-grader: ## the grader's own tests, or some parts of them (grading/tests/driver.c)
##     [PARTS="class resume"]
test-class: ## a class of 200 on this machine: verdicts, time, memory
test-gpus: ## a class on one, two and four GPUs of this machine
test-grader test-mutants test-sweeps test-gpus test-class: grader-programs
	@BACKEND=$(BACKEND) build/grading/tests/driver $(PARTS)

.PHONY: valgrind-grader
valgrind-grader: $(GRADE_NEEDS) ## the judge and its workers under valgrind: nothing that is lost
	@TREE=solutions LAB=1 BACKEND=emulator QUIET=1 OUT=build/grading/valgrind \
	    valgrind -q --leak-check=full --show-leak-kinds=definite \
	    --errors-for-leak-kinds=definite --error-exitcode=9 build/grading/judge
