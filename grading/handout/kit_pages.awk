# A page as it goes into a kit. Variables: hints, at most so many hints of a TODO (empty: all);
# answers, 0 to leave out the answers to the questions; page, its path in the kit; files, a file
# with the paths of all files of the kit, one a line. A link to what the kit has not becomes its
# text. Hints and answers are <details> blocks: <summary>Hint TODO.NUMBER</summary>, or the question.
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
/^<details>/ {
    if (match($0, /<summary>Hint [0-9]+\.[0-9]+/)) {
        split(substr($0, RSTART + 14, RLENGTH - 14), number, ".")
        dropped = hints != "" && number[2] + 0 > hints + 0
    } else if (answers == "0") {
        dropped = 1
        question = $0
        gsub(/<\/?(details|summary)>/, "", question)
        print linked(question)
    }
}
!dropped { print linked($0) }
/^<\/details>/ { dropped = 0 }
