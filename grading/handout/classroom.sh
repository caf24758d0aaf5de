#!/usr/bin/env bash
# make classroom: build/classroom, the content of a template repository for students: the kit that
# `make student-kit` has just made, and a workflow for GitHub Actions that runs `make check`, one
# job a lab. Arguments: the labs.
set -eu
top=build/classroom
rm -rf $top
cp -r build/student-kit/cuda-labs $top
numbers=$(for lab; do printf '"%s", ' "$(common/tools/lookup/labs.sh called "$lab")"; done |
    sed 's|"[0-9]*/[a-z_]*", ||g') # a bonus need not pass
mkdir -p $top/.github/workflows
sed "s/@LABS@/${numbers%, }/" grading/handout/classroom.yml >$top/.github/workflows/check.yml
echo "$top: labs ${numbers//[\",]/}and .github/workflows/check.yml." \
    "Commit it as a template repository (docs/instructor.md)."
