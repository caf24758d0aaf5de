# What authors need: results, pictures, stubs, tests. Included by the Makefile; no part of a kit.
.PHONY: bench sanitize stubs pictures book test test-long
bench: ## measure the solutions on this GPU; writes docs/results and the tables of docs
##     [LAB=09/hopper]
	$(if $(LAB),$(NEED_LAB))
	@MAKE="$(MAKE)" common/tools/authors/bench.sh $(BACKEND) "$(or $(CHOSEN),$(LABS))"

sanitize: ## compute-sanitizer over the solutions (GPU); writes docs/results/sanitizer.md
##     [LAB=09/hopper] [STEP=3]
	$(if $(LAB),$(NEED_LAB))
	@MAKE="$(MAKE)" common/tools/authors/sanitize.sh $(BACKEND) "$(or $(CHOSEN),$(LABS))" "$$STEP"

stubs: ## derive labs/ from solutions/; yours, if they differ, go to build/backup
	@common/tools/authors/stubs.sh

pictures: ## draw the plots and tables of docs/results again
	@common/tools/bench/render.sh

book: ## every page as linked HTML, in build/book (needs pandoc)
	@common/tools/book/book.sh . "$(CURDIR)/build/book" ../..

test: ## the project's own tests; BACKEND=gpu: those that need one
##     [SUITES="style cli"]
	@BACKEND=$(BACKEND) common/tests/run_all.sh $(SUITES)
test-long: ## the tests that take minutes: mutants, browser, kit, Slurm, …
##     [SUITES=kit]
	@BACKEND=long common/tests/run_all.sh $(SUITES)

# ---- their programs
# what solutions must count, held against what one works out by hand
build/emulator/tests/%.o: common/tests/%.cu
	@mkdir -p $(@D) && $(call host_emulator,-O1)
COUNTED_gemv   = $(filter %_gemv,$(LABS))
COUNTED_gemm   = 06_% 07_% 08_%
COUNTED_binary = 09_%
build/emulator/%_counters: build/emulator/tests/%_counters.o \
                           $$(call solved,emulator,$$(COUNTED_$$*)) $(library_emulator)
	@$(link)

build/tests/flow_test: $(EMU)/compiler/graph.c
build/tests/rules_test build/tests/flow_test: build/tests/%: common/tests/%.c $(EMU_OBJECTS)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) -O1 -I$(EMU) $(DEPENDS) $(filter %.c %.o,$^) $(EMU_LINK) -lstdc++ -o $@
# -O1: at -O2 compiling one takes longer, and running it no less
build/tests/%: common/tests/%.c $(tables)
	@mkdir -p $(@D) && $(CC) $(CFLAGS) -O1 $(DEPENDS) $< $(tables) -o $@ -lm
-include $(wildcard build/*.d build/tests/*.d build/emulator/tests/*.d)
