#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the container's image; the archive that it is
# in lies unpacked in /autograder/source. Installs what is missing, builds grader and emulator, and
# grades the reference solution: only if that gets full points is the image good. Then the solution
# is removed: no submission is ever in one container with it.
# specification: https://gradescope-autograders.readthedocs.io/en/latest/specs/
set -eu
umask 022
top=${AUTOGRADER:-/autograder} # a test has another
cd "$top/source"
export DEBIAN_FRONTEND=noninteractive
needed=()
command -v make >/dev/null || needed+=(make)
command -v jq >/dev/null || needed+=(jq)
if [ ${#needed[@]} -gt 0 ]; then
    apt-get update -q
    apt-get install -y -q --no-install-recommends "${needed[@]}"
fi
rm -rf cuda-labs
tar -xmzf cuda-labs.tar.gz # with the times of now: what is built here is newer
cd cuda-labs
make -s setup
LAB=$(cat ../labs)
[ ! -d rubrics ] || export RUBRICS=$PWD/rubrics
echo "Grading the reference solution of LAB=$LAB: it must get all points."
make -s grade TREE=solutions LAB="$LAB" BACKEND=emulator QUIET=1 OUT="$top/trial"
jq -r '.students[0].labs[] | "\(.lab): \(.points) of \(.max) points"' "$top/trial/results.json"
jq -e '.students[0].labs | all(.points >= .max) and any(.max > 0)' \
    "$top/trial/results.json" >/dev/null || {
    echo "setup.sh: the reference solution does not get full points on this image (above)." >&2
    exit 1
}
rm -rf "$top/trial" solutions build/emulator/solutions ../cuda-labs.tar.gz
# For root only: what a submission's compiler and program need, the judge copies out.
chmod 0700 "$top/source" ../run_autograder ../setup.sh ../labs
