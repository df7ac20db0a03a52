#!/bin/sh
# Counts the shapes of the error lines in a log: times, numbers, ids and addresses become `#`.
# usage: top-errors.sh LOG [HOW_MANY]
set -eu

if [ "$#" -lt 1 ] || [ "$#" -gt 2 ]; then
    echo "usage: top-errors.sh LOG [HOW_MANY]" >&2
    exit 2
fi
if [ ! -r "$1" ]; then
    echo "top-errors.sh: cannot read $1" >&2
    exit 1
fi

awk 'tolower($0) ~ /error|fatal|panic|exception|fail|refused|timeout|timed out/' "$1" |
    sed -E \
        -e 's/[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.,]+(Z|[+-][0-9:]{4,6})?/#/g' \
        -e 's/[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/#/g' \
        -e 's/0x[0-9a-fA-F]+/#/g' \
        -e 's/[0-9a-f]{12,}/#/g' \
        -e 's/[0-9]+([.:][0-9]+)*/#/g' |
    sort | uniq -c | sort -rn | awk -v most="${2:-40}" 'NR <= most'
