# The nearest of several names, small letters or capitals, to one that is none of them. -v word=NAME -v names="A B C"; prints
# nothing where none is near: more than a third of its letters would have to change.
BEGIN {
    count = split(names, name, " ")
    least = int((length(word) + 2) / 3) + 1
    for (k = 1; k <= count; k++) {
        d = distance(toupper(word), toupper(name[k]))
        if (d < least) {
            least = d
            best = name[k]
        }
    }
    print best
}

# Letters added, left out, changed or swapped.
function distance(a, b,    i, j, m, n, row, above, last, before, old, change) {
    m = length(a)
    n = length(b)
    for (j = 0; j <= n; j++)
        row[j] = j
    for (i = 1; i <= m; i++) {
        before = row[0]
        row[0] = i
        for (j = 1; j <= n; j++) {
            old = row[j]
            change = before + (substr(a, i, 1) != substr(b, j, 1))
            if (i > 1 && j > 1 && substr(a, i, 1) == substr(b, j - 1, 1) && \
                substr(a, i - 1, 1) == substr(b, j, 1) && above[j - 2] + 1 < change)
                change = above[j - 2] + 1
            row[j] = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1
            row[j] = change < row[j] ? change : row[j]
            before = old
            last[j] = old
        }
        for (j = 0; j <= n; j++)
            above[j] = j ? last[j] : i - 1
    }
    return row[n]
}
