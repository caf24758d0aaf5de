# PREDICT in the emulator, which measures no time: each prediction beside what `make bench` measured
# with the solutions. Reads docs/results/LAB.json, a row a line. Variables: predict ("1.5,4", of the
# steps that run, in order), step (the only one that runs, or empty).
function text(name) {
    return match($0, "\"" name "\":\"[^\"]*\"") ? substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 5) : ""
}
function number(name) {
    return match($0, "\"" name "\":[0-9.e+-]+") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) + 0 : 0
}
BEGIN { split(predict, expected, ",") }
/"device":/ { device = text("name") }
/"kind":"cpu"/ { cpu = number("ms") }
/"kind":"solution"/ {
    at = number("step")
    if (!(at in place) && (step == "" || at == step))
        place[at] = ++places
    mine = expected[place[at]]
    measured = number("speedup_over_previous")
    if (!(at in place) || mine <= 0 || measured <= 0)
        next
    if (!said++)
        print "\nThe emulator measures no time. Your predictions beside what the solutions took on an " device ":"
    first = measured * number("ms") > 0.99 * cpu && measured * number("ms") < 1.01 * cpu
    near = measured > 0.8 * mine && measured < 1.25 * mine
    printf "step %d  %s at %s: you predicted %.2fx over %s, measured %.2fx. %s\n", at, text("label"), text("size"), mine,
        (first ? "one CPU core" : "the step before"), measured, (near ? "Well predicted." : "What did the prediction leave out?")
}
END {
    if (!said)
        print "\nThe emulator measures no time, and docs/results has no times to compare your predictions with."
}
