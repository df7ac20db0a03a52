#!/bin/sh
# Runs a command for `git bisect run`: exits with 125, which means "skip", when the commit does not build.
make >/dev/null 2>&1 || exit 125
"$@" || exit 1
