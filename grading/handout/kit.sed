# What a kit's text files say in place of commands that a kit has not.
s/, as .make bench. measured it\././
s/`make bench`/the authors' measurement/g
s/`make sanitize`/the authors' run of compute-sanitizer/g
s/`make grade\( JOBS=2\)\{0,1\}`/the grader/g
s/`make \(test\|student-kit\)`/the project/g
s/ (`TREE=solutions` sweeps the solution)//
s/ \[TREE=labs\\\{0,1\}|solutions\]//
s/ TREE=solutions`/`/g
s/ \[DEV=1\]//
s/Drawn by make bench/Drawn/
