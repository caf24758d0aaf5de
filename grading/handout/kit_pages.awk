# A page as it goes into a kit. Variables: hints, at most so many hints of a TODO (empty: all); page,
# its path in the kit; files, a file with the paths of all files of the kit, one a line. A link to
# what the kit has not becomes its text. A hint is a section `### TODO n, hint k` in docs/hints/.
BEGIN {
    while ((getline path < files) > 0) {
        for (present[path]; sub(/\/[^\/]*$/, "", path);)
            present[path] # its folders
    }
    folder = page
    sub(/[^\/]*$/, "", folder)
}
function there(link,  path) {
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
!code && /^##/ { dropped = hints != "" && /^### TODO [0-9]+, hint [0-9]+$/ && $5 + 0 > hints + 0 }
!dropped { print linked($0) }
