# A solution with some of its lab's wrong kernels in it, those named in `wanted`: "3:adds_zero", each
# of which replaces one line. Arguments: the lab's file in grading/tests/mutants/, the solution.
FNR == NR && /^== / {
    step = $3 + 0
    name = $4
    sub(/,$/, "", name)
    taken = index(" " wanted " ", " " step ":" name " ")
}
FNR == NR {
    if (taken && /^-/)
        before[step] = substr($0, 2)
    if (taken && /^\+/)
        after[step] = after[step] substr($0, 2) "\n"
    next
}
/^#if LAB_STEP/ {
    match($0, /[0-9]+/)
    here = substr($0, RSTART, RLENGTH) + 0
}
(here in before) && $0 == before[here] {
    printf "%s", after[here]
    next
}
{ print }
