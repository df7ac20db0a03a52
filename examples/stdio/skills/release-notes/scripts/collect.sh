#!/bin/sh
# Prints the commits between two tags: a `!` or a blank, short hash, author, subject.
set -eu

if [ "$#" -ne 2 ]; then
    echo "usage: collect.sh OLD NEW" >&2
    exit 2
fi

for tag in "$1" "$2"; do
    if ! git rev-parse --quiet --verify "$tag^{commit}" >/dev/null; then
        echo "collect.sh: no such revision: $tag" >&2
        exit 1
    fi
done

git log --no-merges --reverse --format=%H "$1..$2" | while read -r commit; do
    mark=' '
    if git log -1 --format=%B "$commit" | grep -qE '^[a-z]+(\([^)]*\))?!:|^BREAKING[ -]CHANGE:'; then
        mark='!'
    fi
    printf '%s %s\n' "$mark" "$(git log -1 --format='%h  %an  %s' "$commit")"
done
