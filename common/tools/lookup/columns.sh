# Sets and exports COLUMNS, whatever the shell had there: the width of the terminal that standard
# output is, from 40 to 100, and 100 where it is none. To be sourced.
# shellcheck shell=bash
COLUMNS=100
export COLUMNS
if [ -t 1 ]; then
    { columns=$(stty size <&3 2>/dev/null | cut -d ' ' -f 2); } 3>&1
    [ "${columns:-0}" -lt 40 ] || [ "$columns" -gt 100 ] || COLUMNS=$columns
fi
