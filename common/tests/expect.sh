# Tests in bash: ok NAME COMMAND… counts a command that must succeed, expect NAME STATUS TEXT
# COMMAND… one that must exit with STATUS and say TEXT; hear COMMAND… runs it, and again says and ends
# as it did, so that several tests look at one run; finish prints `N passed, N failed`. To be sourced.
# shellcheck shell=bash
passed=0 failed=0

good() { passed=$((passed + 1)); }
bad() {
    failed=$((failed + 1))
    printf 'failed: %s\n' "$*"
}

ok() {
    local name=$1 output
    shift
    if output=$("$@" 2>&1); then good; else
        bad "$name"
        printf '%s\n' "$output" | tail -n 20
    fi
}

expect() {
    local name=$1 want=$2 text=$3 output status
    shift 3
    output=$("$@" 2>&1)
    status=$?
    if [ "$status" = "$want" ] && grep -qF -- "$text" <<<"$output"; then good; else
        bad "$name: exit status $status (expected $want), output (expected to hold '$text'):"
        printf '%s\n' "$output" | tail -n 20
    fi
}

hear() {
    said=$("$@" 2>&1)
    ended=$?
}
again() { printf '%s\n' "$said" && return "$ended"; }

# What `make` builds of the emulator, below build/emulator: for tests that work in a copy.
export emulator_parts="lib libemulator.a compile inline.bc headers.cu headers.folder headers.device.pch headers.host.pch main.o"
# linked FILE.cu PROGRAM [OPTION…]: compiled for the emulator, and linked with it
linked() {
    build/emulator/compile "${@:3}" -o "$2.o" "$1" &&
        clang++ "$2.o" build/emulator/libemulator.a -no-pie -pthread -lm -Wl,-u,emu_write_report -o "$2"
}
export -f linked

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
    exit
}
