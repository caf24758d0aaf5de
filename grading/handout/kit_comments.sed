# What comments in a kit's programs say in place of commands that a kit has not. Pages name none.
s/`make bench`/the authors' measurements/g
s/`make sanitize`/the authors' run of compute-sanitizer/g
s/`make grade`/the grader/g
s/`make test`/the project's tests/g
