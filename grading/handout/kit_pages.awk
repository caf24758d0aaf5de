# A page as it goes into a kit. Variables: hints, at most so many hints of a TODO (empty: all);
# answers, 0: none; page, its path in the kit; files, a file with the paths of all files of the kit,
# one a line. A link to what the kit has not becomes its text. In docs/hints/, a hint is a section
# `### TODO n, hint k`, and the answers are what follows `## Answers`.
BEGIN {
    while ((getline path < files) > 0) {
        for (present[path]; sub(/\/[^\/]*$/, "", path);)
            present[path] # its folders
    }
    folder = page
    sub(/[^\/]*$/, "", folder)
    of_hints = page ~ /^docs\/hints\//
}
function there(link,  path) {
    if (answers == 0 && link ~ /#(answers|question-[0-9]+)$/ || hints == 0 && link ~ /hints\/[^#]*$/)
        return 0
    sub(/#.*/, "", link)
    path = folder link
    while (sub(/[^\/]+\/\.\.\//, "", path))
        ;
    sub(/\/$/, "", path)
    return link == "" || link ~ /^[a-z]+:/ || path in present
}
# Links have the form [text](file); of a picture that is not there nothing stays.
function linked(line,  out, link, text) {
    out = ""
    while (match(line, /!?\[[^][]*\]\([A-Za-z0-9_.\/#:-]*\)/)) {
        text = link = substr(line, RSTART, RLENGTH)
        out = out substr(line, 1, RSTART - 1)
        line = substr(line, RSTART + RLENGTH)
        sub(/^.*\]\(/, "", link)
        sub(/\)$/, "", link)
        if (!there(link)) {
            sub(/\]\([^)]*\)$/, "", text)
            text = text ~ /^!/ ? "" : substr(text, 2)
        }
        out = out text
    }
    return out line
}
/^```/ { code = !code }
FNR == 2 && of_hints { dropped = hints == 0 }
of_hints && answers == 0 && /\(#answers\)/ { next }
!code && /^## / { answering = of_hints && $2 == "Answers" }
!code && /^##/ {
    dropped = answering ? answers == 0 \
        : of_hints && hints != "" && (hints == 0 || /hint [0-9]+$/ && $5 + 0 > hints + 0)
}
!dropped { print linked($0) }
