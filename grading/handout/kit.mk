# What only a student's kit has. Included by its Makefile.
.PHONY: check update
check: ## every lab, or some; fails unless all of their steps pass
##     [LAB=01,02] [BACKEND=gpu|emulator]
	$(NEED_ASKED)
	@MAKE="$(MAKE)" NVCC="$(NVCC)" ARCH="$(ARCH)" common/tools/scripts/check_labs.sh $(BACKEND) \
	    $(or $(ASKED),$(CORES))

update: ## put a newer kit over this one; your own files stay
##     KIT=file.tar.gz
	@common/tools/scripts/update.sh "$$KIT"
