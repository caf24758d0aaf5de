# The first uses of the glossary's terms on one page that are no links to it, a line each:
# `awk -f glossary.awk docs/glossary.md PAGE` fails if there are any. A term is a heading `### term`
# of the glossary, or one of the words in the comment `<!-- also: … -->` under it;
# `<!-- not: … -->` has phrases in which they mean something else. What no link belongs into does
# not count as a use: code, headings, links, pictures, comments, the page's contents, tables that
# make bench writes.
NR == FNR {
    if (sub(/^### /, "")) {
        anchor[++terms] = as_anchor($0)
        forms[terms] = $0
    } else if (sub(/^<!-- also: /, "") && sub(/ -->$/, ""))
        forms[terms] = forms[terms] ", " $0
    else if (sub(/^<!-- not: /, "") && sub(/ -->$/, ""))
        others = others (others == "" ? "" : "|") $0
    next
}
{ page = page $0 "\n" }

END {
    hidden = without_markup(page)
    gsub(/, /, "|", others)
    if (others != "")
        hidden = blanked(hidden, others)
    split_forms()
    for (i = 1; i <= words; i++) # the longest first: a bank conflict is no use of bank
        hidden = note_uses(hidden, i)
    for (t = 1; t <= terms; t++) {
        linked = index(page, "(glossary.md#" anchor[t] ")")
        if (at[t] && (!linked || at[t] < linked)) {
            faults++
            link[at[t]] = t
        }
    }
    report()
    exit faults > 0
}

# As GitHub makes anchors from headings.
function as_anchor(s)
{
    s = tolower(s)
    gsub(/[^a-z0-9 _-]/, "", s)
    gsub(/ /, "-", s)
    return s
}

# The words to look for, longest first: word[i] of term of[i].
function split_forms(  t, n, i, j, part, w)
{
    for (t = 1; t <= terms; t++) {
        n = split(forms[t], part, ", ")
        for (i = 1; i <= n; i++) {
            for (j = words++; j > 0 && length(word[j]) < length(part[i]); j--) {
                word[j + 1] = word[j]
                of[j + 1] = of[j]
            }
            word[j + 1] = part[i]
            of[j + 1] = t
        }
    }
}

function blank(s)
{
    gsub(/[^\n]/, "\001", s)
    return s
}

# The page with everything blanked that no link belongs into; as long as the page.
function without_markup(text,  n, i, lines, line, code, made, skip, out)
{
    n = split(text, lines, "\n")
    for (i = 1; i < n; i++) {
        line = lines[i]
        if (line ~ /^ *```/)
            code = !code
        if (line ~ /^<!-- [a-z]+:.* begin -->/)
            made = 1
        skip = code || made || line ~ /^ *```|^#|^    |^<!--|^(- |  ).*\]\(#/
        out = out (skip ? blank(line) : line) "\n"
        if (line ~ /^<!-- [a-z]+:.* end -->/)
            made = 0
    }
    return blanked(blanked(out, "`[^`]*`"), "!?\\[[^]]*\\]\\([^)]*\\)")
}

function blanked(text, pattern,  out)
{
    while (match(text, pattern)) {
        out = out substr(text, 1, RSTART - 1) blank(substr(text, RSTART, RLENGTH))
        text = substr(text, RSTART + RLENGTH)
    }
    return out text
}

# Where word i is used first (at[term], long[term]); the text with all its uses blanked. A line may
# end between two parts of a word.
function note_uses(text, i,  pattern, out, before, after, place)
{
    pattern = word[i]
    if (pattern !~ /[A-Z]/)
        pattern = "[" toupper(substr(pattern, 1, 1)) substr(pattern, 1, 1) "]" substr(pattern, 2)
    gsub(/[.+]/, "[&]", pattern)
    gsub(/ /, "[ \n-]", pattern)
    while (match(text, pattern)) {
        before = RSTART > 1 ? substr(text, RSTART - 1, 1) : substr(out, length(out), 1)
        after = substr(text, RSTART + RLENGTH, 1)
        place = length(out) + RSTART
        if (before ~ /[A-Za-z0-9_]/ || after ~ /[A-Za-z0-9_]/) {
            out = out substr(text, 1, RSTART)
            text = substr(text, RSTART + 1)
            continue
        }
        if (!at[of[i]] || place < at[of[i]]) {
            at[of[i]] = place
            long[of[i]] = RLENGTH
        }
        out = out substr(text, 1, RSTART - 1) blank(substr(text, RSTART, RLENGTH))
        text = substr(text, RSTART + RLENGTH)
    }
    return out text
}

function report(  t, p, line, use)
{
    for (t = 1; t <= terms; t++)
        if (at[t] && link[at[t]] == t) {
            p = substr(page, 1, at[t])
            line = gsub(/\n/, "", p) + 1
            use = substr(page, at[t], long[t])
            sub(/\n/, " ", use)
            print FILENAME ":" line ": `" use "` is used here first, " \
                "without a link to glossary.md#" anchor[t]
        }
}
