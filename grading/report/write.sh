#!/bin/sh
# What PROGRAM.jq, exports or term, makes of a model on stdin: a JSON value a line (report.c).
# Argument: PROGRAM.
cd "$(dirname "$0")" && LC_ALL=C exec jq -c -L . --rawfile style report.css \
    --rawfile pages pages.js --rawfile report report.js --rawfile review review.js \
    --arg nonce "$(od -An -N8 -tx8 /dev/urandom | tr -d ' ')" -f "$1.jq"
