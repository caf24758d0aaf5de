#!/usr/bin/env bash
# make setup, with stand-ins for every tool, so that this machine does not matter.
# shellcheck disable=SC2016,SC2317 # text of stand-ins; functions that ok and expect call
set -u
. common/tests/expect.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fake=$scratch/bin
setup() { PATH=$fake /bin/bash common/tools/scripts/setup.sh "$@"; }
stand_in() { printf '#!/bin/bash\n%s\n' "$2" >"$fake/$1" && chmod +x "$fake/$1"; }
mkdir -p "$fake"
for tool in awk cat id env uname touch chmod; do ln -s "$(command -v $tool)" "$fake/$tool"; done
for tool in make gcc nm pkg-config bwrap zip unzip jupyter-nbconvert python3 yamllint gnuplot git clang-format shellcheck jq xmllint valgrind clang clangd llvm-config pandoc chromium node npm sbatch debootstrap; do
    stand_in $tool 'exit 0'
done
ok "setup says nothing where nothing is missing" test -z "$(setup 0 2>&1; setup 1 2>&1)"
rm "$fake/zip" "$fake/bwrap"
expect "elsewhere it names the packages" 1 "pacman  zip bubblewrap" setup 1
expect "what is not indispensable does not stop" 0 "not Debian or Ubuntu" setup 0
stand_in apt-get 'echo "$@" >>"'"$scratch"'/apt"; [ "$1" = install ] && for t in zip bwrap; do touch "${0%/*}/$t"; chmod +x "${0%/*}/$t"; done; true'
stand_in sudo 'exec "$@"'
expect "apt installs it" 0 "Everything is there now" setup 1
ok "and nothing else" test "$(grep -c jansson "$scratch/apt") $(grep -c ' zip$' "$scratch/apt")" = "0 1"
rm "$fake/bwrap" && stand_in apt-get 'true'
expect "what could not be had is named" 0 "Still missing, but not indispensable: bwrap" setup 0
ok "and not said to be there" test -z "$(setup 0 2>&1 | grep Everything)"
rm "$fake/zip" && stand_in apt-get 'exit 100'
expect "an installation that fails" 1 "Still missing after the installation: zip" setup 1
expect "DEV is 0 or 1" 2 "DEV=yes" setup yes
# what make looks up when it starts is looked up after setup, too: here the compiler comes with it
rm "$fake/llvm-config" && stand_in apt-get ': >"${0%/*}/llvm-config"; chmod +x "${0%/*}/llvm-config"'
for tool in bash sed; do ln -s "$(command -v $tool)" "$fake/$tool"; done
echo 'case $0 in */hint.sh) echo "found $LLVM_CONFIG" && exit ;; esac' >"$scratch/tell"
expect "make setup hint: make finds what setup installs" 0 "found $(realpath "$fake")/llvm-config" \
    env -u LLVM_CONFIG -u MAKEFLAGS -u MAKELEVEL -u DEV -u SUITES BASH_ENV="$scratch/tell" PATH="$fake" "$(command -v make)" -s BACKEND=emulator setup hint LAB=01
expect "a goal that a shell would read is refused" 2 "a shell would read ;" make -s BACKEND=emulator setup 'hint;touch ran'
finish
