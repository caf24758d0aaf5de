# The README and docs/commands.md of a kit: what is not in it goes.
s/^make setup grade .*/make setup                  # installs what is missing/
/^make setup DEV=1 test/d
s/. Instructors grade a whole class.*/./
/^| points |/d
/^| a student with a browser only/d
/^| a cloud notebook/d
/instructor\.md\|threats\.md\|development\.md/d
/^- \[For \(instructors\|authors\)\]/d
/^## For instructors/,$d
/^| `TREE=solutions`/d
s/^`make book` makes one book of all pages, with a search, in `build\/book\/`\./The first `make` unpacks the results that pages link to, and all pages as one book with a search: [book\/index.html](book\/index.html)./
/^| .make strides/a\
| `make check [LAB=01,02]` | every lab, or some: exit status 0 if all their steps pass |\
| `make update KIT=file.tar.gz` | puts a newer kit over this one; your own files stay |
