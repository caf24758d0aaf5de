# What a course system's importer asks of a CSV file, and single cells of one.
#   -v check=canvas -v export=FILE    Canvas: lib/gradebook_importer.rb of canvas-lms
#   -v check=moodle -v export=FILE    Moodle: mod/assign/feedback/offline/importgradeslib.php and
#                                     lib/csvlib.class.php
#   -v check=csv                      RFC 4180
#   -v check=participants             the numbers of Moodle's worksheet
#   -v key=COLUMN -v is=VALUE -v want=COLUMN    that cell
# `export` is what was downloaded. Prints what is wrong, and exits with 1.
# Own reading of RFC 4180, on purpose: the grader's writer is what is tested.
function read_csv(file, cell,    text, line, n, i, c, quoted, row, col, value) {
    while ((getline line < file) > 0)
        text = text line "\n"
    close(file)
    sub(/^\xef\xbb\xbf/, "", text)
    gsub(/\r\n/, "\n", text)
    n = length(text)
    row = col = 1
    for (i = 1; i <= n; i++) {
        c = substr(text, i, 1)
        if (quoted && c == "\"" && substr(text, i + 1, 1) == "\"") {
            value = value c
            i++
        } else if (c == "\"") {
            quoted = !quoted
        } else if (!quoted && (c == "," || c == "\n")) {
            cell[row, col++] = value
            value = ""
            if (c == "\n") {
                cell[row++, 0] = col - 1
                col = 1
            }
        } else {
            value = value c
        }
    }
    if (quoted)
        wrong("a quote is never closed")
    return row - 1
}

function wrong(what) {
    print FILENAME_OF ": " what
    bad = 1
}

function column(cell, name,    i) {
    for (i = 1; i <= cell[1, 0]; i++)
        if (cell[1, i] == name)
            return i
    return 0
}

function check_widths(cell, rows,    r) {
    for (r = 2; r <= rows; r++)
        if (cell[r, 0] != cell[1, 0])
            wrong("row " r " has " cell[r, 0] " cells, the header " cell[1, 0])
}

# row_has_student_headers?, update_column_count and last_student_info_column: the first cell holds
# "Student", the second "ID", and where they count the columns about students to end is "Section".
function canvas_columns(cell,    count) {
    if (cell[1, 0] <= 3 || cell[1, 1] !~ /Student/ || cell[1, 2] !~ /ID/)
        wrong("the header does not begin with Student and ID")
    count = 3
    if (cell[1, 3] ~ /SIS +Login +ID/)
        count = 4
    else if (cell[1, 3] ~ /SIS +User +ID/ && cell[1, 4] ~ /SIS +Login +ID/)
        count = 5 + (cell[1, 5] ~ /Integration +ID/)
    if (cell[1, count] !~ /Section/)
        wrong("column " count " is no Section")
    return count
}

function canvas(    n, old, i, r, k, info, id, row, known, title, seen) {
    n = read_csv(FILENAME_OF, new)
    old = read_csv(export, had)
    check_widths(new, n)
    info = canvas_columns(new)
    # strip_non_assignment_columns, parse_assignments: of read-only names none; one with a number
    # behind is an assignment's that there is, under its full name
    for (i = info + 1; i <= new[1, 0]; i++) {
        if (new[1, i] ~ /(Current|Final) (Score|Points|Grade)|Override/)
            wrong(new[1, i] " is read-only")
        if (new[1, i] ~ /\([0-9]+\)$/ && !column(had, new[1, i]))
            wrong("there is no assignment " new[1, i])
    }
    # process_pp: the row of points possible has a number for each
    if (new[2, 1] !~ /Points Possible/)
        wrong("the second row is not that of points possible")
    for (i = info + 1; i <= new[1, 0]; i++)
        if (new[2, i] !~ /^[0-9]+(\.[0-9]+)?$/)
            wrong("points possible of " new[1, i] ": '" new[2, i] "'")
        else if (column(had, new[1, i]) && new[2, i] + 0 != had[3, column(had, new[1, i])] + 0)
            wrong("points possible of " new[1, i] " would change")
    # process_student: by the number in the second column
    for (r = 2; r <= old; r++)
        if (had[r, 2] != "" && had[r, 1] != "Student, Test")
            known[had[r, 2]] = r
    for (r = 3; r <= n; r++) {
        id = new[r, 2]
        if (!(id in known) || id in seen)
            wrong("row " r ": ID '" id "' is nobody's, or somebody's for the second time")
        seen[id] = 1
        for (k = 3; k <= info; k++)
            if (new[r, k] != had[known[id], k])
                wrong("row " r ": " new[1, k] " has changed")
        # process_submissions: a score, EX, or nothing
        for (i = info + 1; i <= new[1, 0]; i++)
            if (new[r, i] !~ /^([0-9]+(\.[0-9]+)?|EX|)$/)
                wrong("row " r ": grade '" new[r, i] "'")
    }
    for (id in known)
        if (!(id in seen))
            wrong("ID " id " is missing")
}

# init: these three columns by these names; next: the number behind "Participant "; process: grades
# that were changed meanwhile are told by "Last modified (grade)", so this must be as it was.
function moodle(    n, old, r, id, grade, changed, most, number, known, seen, k) {
    n = read_csv(FILENAME_OF, new)
    old = read_csv(export, had)
    check_widths(new, n) # csvweirdcolumns
    id = column(new, "Identifier")
    grade = column(new, "Grade")
    changed = column(new, "Last modified (grade)")
    most = column(new, "Maximum grade")
    if (!id || !grade || !changed) {
        wrong("Identifier, Grade and Last modified (grade) are not all there")
        return
    }
    for (r = 2; r <= old; r++)
        known[had[r, id]] = r
    for (r = 2; r <= n; r++) {
        number = substr(new[r, id], length("Participant ") + 1)
        if (number !~ /^[0-9]+$/ || !(new[r, id] in known) || new[r, id] in seen)
            wrong("row " r ": '" new[r, id] "'")
        seen[new[r, id]] = 1
        k = known[new[r, id]]
        if (new[r, changed] != had[k, changed])
            wrong("row " r ": Last modified (grade) has changed")
        # an empty cell, as in the worksheet itself, leaves the grade
        maximum = new[r, most] # 12,50 in some languages
        sub(/,/, ".", maximum)
        if (new[r, grade] !~ /^([0-9]+(\.[0-9]+)?)?$/ || new[r, grade] + 0 > maximum + 0)
            wrong("row " r ": grade '" new[r, grade] "' of " new[r, most])
    }
    for (k in known)
        if (!(k in seen))
            wrong(k " is missing")
}

BEGIN {
    FILENAME_OF = ARGV[1]
    if (check == "canvas")
        canvas()
    else if (check == "moodle")
        moodle()
    else if (check == "csv")
        check_widths(new, read_csv(FILENAME_OF, new))
    else if (check == "participants") {
        rows = read_csv(FILENAME_OF, new)
        for (r = 2; r <= rows; r++)
            print substr(new[r, column(new, "Identifier")], length("Participant ") + 1)
    } else {
        rows = read_csv(FILENAME_OF, new)
        for (r = 2; r <= rows; r++)
            if (new[r, column(new, key)] == is)
                print new[r, column(new, want)]
    }
    exit bad
}
