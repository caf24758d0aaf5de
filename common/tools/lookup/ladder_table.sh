#!/usr/bin/env bash
# Reads common/lab/steps.h and common/lab/declarations/*.h and prints one line per step, in order:
# lab, step, name, problem, track (core or expert), the lab's file below labs/, and what LAB= calls
# it. Every script that needs to know which labs and steps there are asks here.
exec awk '
{
    continued = sub(/\\[ \t]*$/, "")
    text = text $0
    if (!continued) {
        if (text ~ /^#define LAB_LIST\(/)
            list = substr(text, index(text, ")") + 1)
        else if (text ~ /^#define LAB_STEPS_[A-Za-z0-9_]+\(STEP\)/) {
            lab = substr(text, 19)
            sub(/\(.*/, "", lab)
            steps[lab] = substr(text, index(text, ")") + 1)
        }
        text = ""
    }
}
END {
    find = "find -L labs solutions -mindepth 1 -maxdepth 2 2>/dev/null"
    while ((find | getline path) > 0) {
        sub(/^[a-z]*\//, "", path)
        there[path]
    }
    close(find)
    while (match(list, /LAB\([A-Za-z0-9_]+, *[A-Z]+\)/)) {
        split(substr(list, RSTART + 4, RLENGTH - 5), entry, /, */)
        list = substr(list, RSTART + RLENGTH)
        lab = entry[1]
        track = tolower(entry[2])
        name = called = lab
        sub(/_.*/, "", called)
        if (track == "core") {
            folder = lab
            sub(/^[^_]*_/, "", name)
        } else {
            name = substr(lab, length(folder) + 2)
            called = called "/" name
        }
        file = folder "/" name ".cu"
        if (!((track == "core" ? lab : file) in there))
            continue
        rest = steps[lab]
        while (match(rest, /STEP\( *[0-9]+, *[a-z0-9_]+, *[A-Z0-9_]+/)) {
            split(substr(rest, RSTART + 5, RLENGTH - 5), field, /, */)
            gsub(/ /, "", field[1])
            print lab, field[1], field[2], field[3], track, file, called
            rest = substr(rest, RSTART + RLENGTH)
        }
    }
}' common/lab/steps.h common/lab/declarations/*.h
