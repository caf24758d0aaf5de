# The README of a kit: what is not in it goes.
s/^make setup grade .*/make setup                  # installs what is missing/
/^make setup DEV=1 test/d
s/. Instructors grade a whole class.*/./
/^| .make \(grade\|bench\|sanitize\|pictures\|stubs\|test\|student-kit\|regrade\|replay\|report\|classroom\|gradescope-autograder\)/d
/^| .make strides/a\
| `make check [LAB=01,02]` | every lab, or some: exit status 0 if all their steps pass |\
| `make update KIT=file.tar.gz` | puts a newer kit over this one; your own files stay |
/^| points |/d
s/ results\/ of make bench/ results\//
s/; tests\/$//
s/ for instructors; threats; what has changed;/ what has changed;/
/^solutions\/  /d
/^grading\/  /d
/instructor\.md\|threats\.md\|development\.md/d
